/*
 * The board as bits. A board of up to 64 rows, whose planes (base/planes.h) have up to
 * 256 words each, lies in its state a second time, as planes of its values, from 1 for
 * '0'. So one operation answers for all blocks of a word which of them equal their
 * neighbours. **The planes are those of the cells** between any two actions.
 *
 * What matters is compiled three times: for boards of up to 8 rows and of up to 16, with
 * `shift` as a constant, and for others.
 */
#ifndef TESSERA_SAMEGAME_BITS_H
#define TESSERA_SAMEGAME_BITS_H

#include "samegame_rules.h"

enum { BITS_WORDS_MAX = 256 };

/* A region as a plane, which is 0 in the words that are not among `from` .. `to`. */
struct bits_region {
    int32_t from, to;
    uint64_t word[BITS_WORDS_MAX];
};

/* The word of a plane behind the last one that has blocks. */
static inline int32_t bits_words(const struct samegame *s)
{
    int32_t width = (int32_t)rest_of(s)->width;
    return width == 0 ? 0 : planes_word(s->shift, width - 1) + 1;
}

/* Computes the planes from the cells, given the width. Returns how many blocks there
 * are. */
int32_t bits_read(const struct samegame *);

/* Pairs of neighbours of the same value. And whether there is one. */
int64_t bits_pairs(const struct samegame *);
bool bits_any_pair(const struct samegame *);

/* game->actions. */
int bits_list(const struct samegame *, action *out, int max);

/* Finds the region around a block. */
void bits_find(const struct samegame *, struct samegame_place, struct bits_region *);

/* Takes a region out of the cells; the blocks above it fall. Returns how many it has. */
int32_t bits_drop_cells(struct samegame *, const struct bits_region *);

/* The same for the planes. Returns the first and the last column that are empty now, both
 * 0 if none is. */
struct bits_emptied {
    int32_t left, right;
};
struct bits_emptied bits_drop(const struct samegame *, const struct bits_region *);

/* Takes an empty column out of the planes. */
void bits_close(const struct samegame *, int32_t col);

#endif
