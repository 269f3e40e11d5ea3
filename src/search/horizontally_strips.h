/*
 * What a player is certain of in a strip of the board, from a table.
 *
 * A strip is FIELDS neighbouring lines of the opponent's. A player who never places a
 * block across the border of two strips ties one of his own hands, while the opponent
 * keeps all his moves; so the board is worth at least the sum of its strips to him, in the
 * sense of combinatorial games (Conway, "On Numbers and Games", 1976).
 *
 * A strip's worth is kept as points of its thermograph's right wall (Berlekamp, Conway and
 * Guy, "Winning Ways", 1982), the mirror of which is the left one: R(t) is what the player
 * gets at least if the opponent starts and each move costs t. Walls of a sum are no lower
 * than the sums of right walls, so the points of strips are simply added. All rounding is
 * to the disadvantage of the player.
 */
#ifndef TESSERA_HORIZONTALLY_STRIPS_H
#define TESSERA_HORIZONTALLY_STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A move in these units, in which worths are whole and numbers are even: an odd worth is
 * one below a number that is only just not reached. */
enum { STRIPS_MOVE = 128 };

/* Points of a right wall: at t = 0, 1/2, 1 and 7/4. */
typedef int16_t strips_worth __attribute__((vector_size(8)));

struct strips {
    int fields;
    int length;                /* the longest strip in the table, 0: there is no table */
    const strips_worth *worth; /* of the strip whose line i is bits i * length .. */
};

/* How many bytes the table of strips of this length takes while it is being made, and
 * then; 0 if it would be too long. */
size_t strips_making_size(int fields, int length);
size_t strips_size(int fields, int length);

/* Makes the table in the block. */
void strips_make(struct strips *, int fields, int length, void *block);

/* Of a single line: the opponent's blocks, which nobody can take from him. */
strips_worth strips_line(int fields, uint32_t line);

/* Of FIELDS lines. */
strips_worth strips_lines(const struct strips *, const uint32_t *line);

/* The player wins if the opponent is to move, or if he is himself. False if that is not
 * known. */
static inline bool strips_win_second(strips_worth sum)
{
    const strips_worth least = {0, STRIPS_MOVE / 2 + 1, STRIPS_MOVE + 1,
                                STRIPS_MOVE * 7 / 4 + 1};
    union {
        strips_worth lanes;
        uint64_t any;
    } reached = {.lanes = sum >= least};
    return reached.any != 0;
}

static inline bool strips_win_first(strips_worth sum)
{
    return sum[3] > 0;
}

static inline strips_worth strips_better(strips_worth a, strips_worth b)
{
    strips_worth above = a > b;
    return (a & above) | (b & ~above);
}

#endif
