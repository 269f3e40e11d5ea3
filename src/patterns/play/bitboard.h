/*
 * Bitboards: sets of cells as bits, made of a board's bytes when they are asked for. Bit i is
 * cell i, row by row from the top; a shift by a step asks all cells at once.
 *
 *     . o x .        empty  1 0 0 1      (the lowest bit first)
 *     x o o .        black  0 0 1 0
 *     . . . .        white  0 1 0 0 ...
 *
 *     right [ empty | 1+ white | black ]     black, a step to the left, and white: (0, 1);
 *                                            through white: (0, 1); a step, and empty: (0, 0)
 *
 * The bytes are the board, and what is written is written there: then all bitboards are
 * forgotten (pattern_forget). Until then a set of values and a left side that have a number
 * (compile/number_sets.c) are made once. Boards of more than 1024 cells, and views of a
 * larger grid, have none; there the cells are asked one by one.
 */
#ifndef TESSERA_PATTERNS_PLAY_BITBOARD_H
#define TESSERA_PATTERNS_PLAY_BITBOARD_H

#include <stdint.h>

#include "base/directions.h"
#include "patterns/facts.h"

enum {
    BITBOARD_WORDS = 16,
    BITBOARD_CELLS = 64 * BITBOARD_WORDS,
    BITBOARD_DIGITS = 9,        /* of a number up to PATTERN_OFFSETS_MAX */
    PATTERN_COMPLETED_MAX = 32, /* the longest line of which missing cells are sought */
    BITBOARD_NEAR = (2 * PATTERN_NEAR + 1) * (2 * PATTERN_NEAR + 1),
};

struct pattern_run;

/* Where the rules of a form fit that is `by_bits`, in each of its directions. */
struct pattern_places {
    const struct pattern_form *form; /* NULL: this is not known */
    int player;
    int32_t ways;
    const enum direction *direction; /* ways of them */
    /* A bitboard for each way. Of an action that names a column alone `at` has one place in the
     * first row, `deep` all. */
    uint64_t at[PATTERN_WAYS_MAX * BITBOARD_WORDS],
        deep[PATTERN_WAYS_MAX * BITBOARD_WORDS];
};

/* The bitboards of a run. What is not known has no meaning. */
struct pattern_bitboards {
    int32_t words; /* of one; 0: not yet known; -1: this board has none */
    uint64_t sets; /* bit k: `set` has that of number k */
    /* The same for `left` and, behind those, for `tally` and `route`; by direction for `way`. */
    uint32_t lefts, ways;
    uint64_t all[BITBOARD_WORDS], first[BITBOARD_WORDS]; /* all cells; the first column */
    /* By direction: the cells from which the next one is on the board, how much further that is,
     * and how many cells a line has at most. */
    uint64_t way[GRID_DIRECTIONS * BITBOARD_WORDS];
    int32_t by[GRID_DIRECTIONS], most[GRID_DIRECTIONS];
    uint64_t set[PATTERN_SETS_MAX * BITBOARD_WORDS];
    uint64_t left[PATTERN_LEFTS_MAX * BITBOARD_WORDS];
    /* On a board of one word, by left side and its direction. */
    uint64_t toward[PATTERN_LEFTS_MAX * GRID_DIRECTIONS];
    struct pattern_places places; /* those that were asked for last */
    /* By set and distance: the cells that have a member of the set
     * there; and by set which of them are known. */
    uint64_t near[PATTERN_NEAR_SETS * BITBOARD_NEAR * BITBOARD_WORDS];
    uint32_t nears[PATTERN_NEAR_SETS];
    /* Ways (route.c). */
    uint64_t route[PATTERN_ROUTES_MAX * BITBOARD_WORDS];
    /* Numbers of the cells around each cell, as binary digits (around.c). */
    uint64_t tally[PATTERN_TALLIES_MAX * BITBOARD_DIGITS * BITBOARD_WORDS];
};

/* Begins with the bitboards of a board. False: it has none. */
bool pattern_make_bits(struct pattern_run *);

/* Where the pattern fits, as the anchor's cells: in each of n directions, one after the other;
 * in any of the pattern's directions. The pattern must be `by_bits` and the board have bitboards.
 * What pattern_bits returns lies in `room`, or holds until the next write. */
void pattern_bits_towards(struct pattern_run *, const struct pattern *,
                          const enum direction *, int32_t n, uint64_t *out);
const uint64_t *pattern_bits(struct pattern_run *, const struct pattern *,
                             uint64_t *room);

/* Where a left side fits in its direction number i, if that is known. */
static inline const uint64_t *pattern_known_toward(const struct pattern_bitboards *x,
                                                   const struct pattern *p, int player)
{
    const int left = p->left[player - 1];
    const bool known = x->words == 1 && left >= 0 && (x->lefts >> left & 1) != 0;
    return known ? &x->toward[left * GRID_DIRECTIONS] : NULL;
}

/* pattern_bits, made anew, whatever numbers left sides have. */
void pattern_bits_made(struct pattern_run *, const struct pattern *, uint64_t *out);

/* The cells that fit, of a cell that is `by_bits`; it may lie in `room`. */
const uint64_t *pattern_cell_bits(struct pattern_run *, const struct pattern_cell *,
                                  uint64_t *room);

/* Whether n of these cells lie in a row, along any of the axes. */
bool pattern_bits_in_line(const struct pattern_run *, const uint64_t *bits, int32_t n,
                          int axes);

/* The cells each of which makes n in a row of these, together with n - 1 of them. */
void pattern_bits_completing(const struct pattern_run *, const uint64_t *bits, int32_t n,
                             int axes, uint64_t *out);

/* How many bits each byte has, and how many there are. */
static inline uint64_t bits_of_bytes(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static inline int32_t bits_count(uint64_t x)
{
    return (int32_t)(bits_of_bytes(x) * UINT64_C(0x0101010101010101) >> 56);
}

#endif
