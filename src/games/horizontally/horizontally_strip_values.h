/*
 * What a player is certain of in a strip of the board, from a table.
 *
 * A strip is some neighbouring lines of the opponent's. A player who never places a block
 * across the border of two strips ties one of his own hands, while the opponent keeps all
 * his moves; so the board is worth at least the sum of its strips to him, in the sense of
 * combinatorial games (Conway, "On Numbers and Games", 1976).
 *
 * Two kinds of numbers say what a strip G is worth at least, and both can be summed:
 *
 * - the greatest x with G >= x + s, for sums s of switches: none, +-1, +-3/4, both. Two
 *   equal switches cancel out, so a sum of strips has all combinations of theirs.
 * - points of the right wall of its thermograph (Berlekamp, Conway and Guy, "Winning
 *   Ways", 1982): what the player gets if the opponent starts and each move costs t.
 *
 * All rounding is to the disadvantage of the player. The table also serves the opponent,
 * with the board seen along the other lines.
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

/* A move in the units of all worths. Numbers are even: an odd worth is one below a number
 * that is only just not reached. */
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
    int length;                /* of the lines at most; 0: there is no table */
    const strips_worth *worth; /* of the strip whose line i is bits i * length .. */
};

/* How many bytes the table of strips of this length takes while it is being made, and
 * then. The table's number of bits, lines * length, is the caller's care. */
size_t strips_making_size(int lines, int length);
size_t strips_size(int lines, int length);

/* Makes the table in the block; false if the limits end that. */
bool strips_make(struct strips *, int fields, int lines, int length, void *block,
                 const struct search_limits *, struct search_progress *);

/* Of no cells at all. */
strips_worth strips_nothing(void);

/* Of a single line: the opponent's blocks, which nobody can take from him. */
strips_worth strips_line(int fields, uint32_t line);

/* Of as many lines as a strip has. Parts that are too long for the table count as single
 * lines. */
strips_worth strips_lines(const struct strips *, const uint32_t *line);

/* The greater of each pair of parts. (Compilers do not see it in the comparison.) */
static inline strips_worth strips_better(strips_worth a, strips_worth b)
{
#ifdef __SSE2__
    return (strips_worth)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    strips_worth above = a > b;
    return (a & above) | (b & ~above);
#endif
}

/* The sum: of all divisions of the switches between the two, the best. */
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

static inline bool strips_reach(strips_worth sum, strips_worth least)
{
    union {
        strips_worth parts;
        uint64_t any[2];
    } reached = {.parts = sum >= least};
    return (reached.any[0] | reached.any[1]) != 0;
}

/* The player wins if the opponent is to move. False if that is not known. */
static inline bool strips_win_second(strips_worth sum)
{
    const strips_worth least = {0,  STRIPS_MOVE + 1, STRIPS_SWITCH + 1, 16, 33, 65, 81,
                                113};
    return strips_reach(sum, least);
}

/* The player wins if he is to move. */
static inline bool strips_win_first(strips_worth sum)
{
    const strips_worth least = {1, -STRIPS_MOVE, -STRIPS_SWITCH, -15, 1, 1, 1, 1};
    return strips_reach(sum, least);
}

#endif
