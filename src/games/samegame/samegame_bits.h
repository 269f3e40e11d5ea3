/*
 * The board as bits. A board of up to 64 rows, whose planes (base/planes.h) have up to
 * 256 words each, lies in its state a second time, as planes of its values, from 1 for
 * '0'. So one operation answers for all blocks of a word which of them equal their
 * neighbours:
 *
 *     bits_find(s, place, &region)      region.word: a plane of the region's blocks
 *     bits_drop_cells, bits_drop        it is taken out, in the cells and in the planes
 *     bits_close                        empty columns go
 *
 * **The planes are those of the cells** between any two actions. What matters is compiled
 * three times: for boards of up to 8 rows and of up to 16, with `shift` as a constant,
 * and for others.
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

/* The bytes of all planes. */
static inline size_t bits_size(const struct samegame *s)
{
    return (size_t)s->words * BITS_PLANES * sizeof(uint64_t);
}

/* The blocks of a word. */
static inline uint64_t bits_blocks(const struct planes *p, int32_t w)
{
    const uint64_t *word = p->word + w;
    return word[0] | word[p->words] | word[2 * p->words] | word[3 * p->words];
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

/* Takes the empty columns among left .. right out of the planes. Returns how many. */
int32_t bits_close(const struct samegame *, int32_t left, int32_t right);

/* ---- for searches that look at the planes alone ---- */

/* Sets planes, width and number of blocks to those of a position. */
void bits_set(struct samegame *, const void *planes, int32_t left);

/* Removes the region around a block. The cells are left as they are. Returns how many
 * blocks of its value are left, if these are fewer than two. */
int32_t bits_play(struct samegame *, struct samegame_place);

/* Blocks without an equal neighbour. */
int32_t bits_lonely(const struct samegame *);

#endif
