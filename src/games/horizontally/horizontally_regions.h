/*
 * The values of small regions. Regions that share no cell side by side are a sum of games
 * (Conway, "On Numbers and Games"), so a position is worth what its regions are worth
 * together.
 *
 *     . . # .      two regions: an L of three cells, and a column of two
 *     . # # .      cells of the first, width 2:  11 10     the second, width 1:  1 1
 *
 * For a region of at most REGION_CELLS cells the bounds are those of the whole region
 * (horizontally_walls.h), so nothing is lost by dividing it into strips. Uiterwijk and
 * Barton ("New results for Domineering from combinatorial game theory endgame databases",
 * 2015) take such values from tables that were computed beforehand; here a value is
 * computed when its region is first met. Only for blocks of two.
 */
#ifndef TESSERA_HORIZONTALLY_REGIONS_H
#define TESSERA_HORIZONTALLY_REGIONS_H

#include "horizontally_key.h"
#include "horizontally_strip_values.h"
#include "search/search.h"

enum { REGION_CELLS = 12, REGIONS_MAX = 8 };

/* A region on the board: its cells row by row, in the rectangle `width` columns wide
 * around it, whose first cell is at (row, col); and its worth to each player. */
struct region {
    uint64_t cells;
    int width, row, col;
    strips_worth worth[2];
};

struct regions {
    struct region_entry *entries; /* NULL: there is no table */
    uint64_t last;                /* the number of entries, a power of 2, minus 1 */
};

/* Makes the table, as large as the board needs and the memory allows. */
void regions_open(struct regions *, int cells, const struct search_limits *);

/* Describes a region of at most REGION_CELLS cells. */
struct region regions_of(const struct regions *, const struct keys *, struct cells);

/* The worth to each player of any cells in a rectangle of this width. */
void regions_worth(const struct regions *, uint64_t cells, int width,
                   strips_worth worth[2]);

/* The cells of the region where a block of the player can begin, and the block that
 * begins at the first cell. */
static inline uint64_t regions_room(uint64_t cells, int width, int player)
{
    uint64_t last = 0;
    if (player == 0) return cells & cells >> width;
    for (int i = width - 1; i < 64; i += width) last |= UINT64_C(1) << i;
    return cells & ~last & cells >> 1;
}

static inline uint64_t regions_block(int width, int player)
{
    return player == 0 ? UINT64_C(1) | UINT64_C(1) << width : 3;
}

#endif
