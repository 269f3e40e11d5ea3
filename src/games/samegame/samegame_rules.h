/*
 * Shared by samegame.c (maps, texts, the protocol), samegame_rules.c (the rules) and
 * samegame_bits.c, samegame_bits_drop.c (regions on words of bits).
 *
 *     header | stride ... | cell[] | moves, score | left, pairs, width, bits | marks |
 *                         +-- key -+-- rest ------+-- rest, derived ---------+ scratch
 *
 * Two ways to whether a region is left: boards of up to 64 rows find it in their planes,
 * for all blocks of a word at once; larger boards keep `pairs` up to date, which is 0
 * then.
 */
#ifndef TESSERA_SAMEGAME_RULES_H
#define TESSERA_SAMEGAME_RULES_H

#include "base/planes.h"
#include "samegame.h"

/* A cell is one of so many numbers, in so many bits. */
enum { EMPTY = 0, NUMBERS = 11, BITS_PLANES = 4 };

struct samegame_rest {
    int64_t moves, score;
    /* From here on all is derived from the board. */
    int64_t left;    /* blocks on the board */
    int64_t pairs;   /* pairs of neighbours of the same value; 0 for a board with bits */
    int64_t width;   /* columns that are not empty */
    uint64_t bits[]; /* planes of the values */
};

static inline struct samegame_rest *rest_of(const struct samegame *s)
{
    return (struct samegame_rest *)((uintptr_t)s + s->block.rest);
}

/* The character of a cell's number. */
static inline unsigned char character_of(int number)
{
    return (unsigned char)(number == EMPTY ? '.' : '0' + number - 1);
}

/* Whether a board lies in its state a second time, as bits. */
static inline bool has_bits(const struct samegame *s)
{
    return s->words > 0;
}

static inline struct planes planes_of(const struct samegame *s)
{
    return (struct planes){rest_of(s)->bits, BITS_PLANES, s->words, s->shift};
}

/* The cell in row 0 of a column: column_of(s, col)[row] is a cell. */
static inline const unsigned char *column_of(const struct samegame *s, int32_t col)
{
    return s->cell + (ptrdiff_t)col * s->stride;
}

/* The cell that an action selects. */
struct samegame_place samegame_selected(action);

/* Whether a region is left. */
bool samegame_goes_on(const struct samegame *);

/* Computes the derived fields of the rest from a settled board. */
void samegame_count(struct samegame *);

/* game->actions: for each region the action that selects its first cell, column by column
 * from the bottom. Visits every cell. */
int samegame_actions(const struct game *, const void *state, action *out, int max);

/* The cells of the region that an action selects, as samegame_region gives them. */
int32_t samegame_cells(const struct samegame *, action, struct samegame_place *out,
                       int32_t max);

/* Whether an action removes anything (rule 3). */
bool samegame_may(const struct samegame *, action);

#endif
