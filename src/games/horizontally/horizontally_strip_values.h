/*
 * A table of lower bounds of what a strip of the board is worth to a player.
 *
 *     Left, who places downward, blocks of two; strips of two rows:
 *
 *     row 0    . . # .    Left places in columns 0, 1, 3 of the strip or not at all;
 *     row 1    . . # .    Right places in row 0 and in row 1, as on the whole board
 *     ---- border ----    Left never places across it
 *     row 2    . . . .
 *
 * A strip is a few neighbouring lines of the opponent. A player who never places a block
 * across the border of two strips gives up some moves, while the opponent keeps all; so
 * the board is worth at least the sum of its strips to the player, in the sense of
 * combinatorial games (Conway, "On Numbers and Games", 1976).
 *
 * There are two kinds of lower bounds of a strip G, and both can be summed:
 *
 * - the greatest x with G >= x + s, for sums s of switches: none, +-1, +-3/4, both. Two
 *   equal switches cancel out, so a sum of strips has all combinations of theirs.
 * - points of the right wall of its thermograph (Berlekamp, Conway and Guy, "Winning
 *   Ways", 1982): the player's result if the opponent starts and each move costs t.
 *
 * All rounding is to the player's disadvantage. The same table serves the opponent, with
 * the strips taken along the other lines.
 */
#ifndef TESSERA_HORIZONTALLY_STRIP_VALUES_H
#define TESSERA_HORIZONTALLY_STRIP_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/search.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* The units of all worths: a move is 64. Numbers are even; an odd worth stands for just
 * less than the even number above it. */
enum { STRIPS_MOVE = 64, STRIPS_SWITCH = 48 };

/* The parts of a worth:
 *
 *     0  the greatest x with G >= x       4  the right wall at t = 1/2
 *     1  with G >= x + (+-1)              5  at t = 1
 *     2  with G >= x + (+-3/4)            6  at t = 5/4
 *     3  with G >= x + (+-1) + (+-3/4)    7  at t = 7/4
 */
enum { STRIPS_SWITCHES = 4, STRIPS_ONE = 5, STRIPS_MEAN = 7 };

typedef int16_t strips_worth __attribute__((vector_size(16)));

struct strips {
    int fields, lines;
    int length;                /* the longest lines; 0: there is no table */
    const strips_worth *worth; /* by strip: its line i is the bits from i * length on */
};

/* How many bytes the table takes while it is computed, and afterwards. The caller must keep
 * lines * length, the bits of a strip, small. */
size_t strips_making_size(int lines, int length);
size_t strips_size(int lines, int length);

/* Makes the table in the block, a large one in threads. False if the limits end the
 * search. */
bool strips_make(struct strips *, int fields, int lines, int length, void *block,
                 int threads, const struct search_limits *, struct search_progress *);

/* The worth of no cells at all. */
strips_worth strips_nothing(void);

/* The worth of a single line: minus the opponent's blocks, since the player
 * cannot move in it. */
strips_worth strips_line(int fields, uint32_t line);

/* The worth of s->lines lines. Parts that are too long for the table
 * count as single lines. */
strips_worth strips_lines(const struct strips *, const uint32_t *line);

/* The maximum of each part. (Compilers do not make this
 * instruction of the comparison.) */
static inline strips_worth strips_better(strips_worth a, strips_worth b)
{
#ifdef __SSE2__
    return (strips_worth)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    strips_worth above = a > b;
    return (a & above) | (b & ~above);
#endif
}

/* The worth of a sum: the best over all ways to divide the switches between a and b. */
static inline strips_worth strips_sum(strips_worth a, strips_worth b)
{
    strips_worth none = __builtin_shufflevector(a, a, 0, 0, 0, 0, 4, 5, 6, 7) + b;
    strips_worth one = __builtin_shufflevector(a, a, 1, 1, 1, 1, 4, 5, 6, 7) +
                       __builtin_shufflevector(b, b, 1, 0, 3, 2, 4, 5, 6, 7);
    strips_worth two = __builtin_shufflevector(a, a, 2, 2, 2, 2, 4, 5, 6, 7) +
                       __builtin_shufflevector(b, b, 2, 3, 0, 1, 4, 5, 6, 7);
    strips_worth both = __builtin_shufflevector(a, a, 3, 3, 3, 3, 4, 5, 6, 7) +
                        __builtin_shufflevector(b, b, 3, 2, 1, 0, 4, 5, 6, 7);
    return strips_better(strips_better(none, one), strips_better(two, both));
}

/* Whether any part reaches its least value. */
static inline bool strips_reach(strips_worth sum, strips_worth least)
{
    union {
        strips_worth parts;
        uint64_t any[2];
    } reached = {.parts = sum >= least};
    return (reached.any[0] | reached.any[1]) != 0;
}

/* Whether the bounds prove that the player wins with the opponent to move. */
static inline bool strips_win_second(strips_worth sum)
{
    const strips_worth least = {0,  STRIPS_MOVE + 1, STRIPS_SWITCH + 1, 16, 33, 65, 81,
                                113};
    return strips_reach(sum, least);
}

/* Whether the bounds prove that the player wins when moving first. */
static inline bool strips_win_first(strips_worth sum)
{
    const strips_worth least = {1, -STRIPS_MOVE, -STRIPS_SWITCH, -15, 1, 1, 1, 1};
    return strips_reach(sum, least);
}

#endif
