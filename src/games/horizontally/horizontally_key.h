/*
 * The key of a position in the solver: the cells that can still be used, in the least of
 * the four reflections of the board. With blocks of two, a run that only one player can
 * use is stored as a number of free moves instead of as cells:
 *
 *     . # .      both columns are runs of two cells for Left alone:
 *     . # .      two free moves of Left's, and no cell is left in the key
 *
 * Boards of up to 64 cells are one word; the code is compiled for them and for larger
 * ones.
 */
#ifndef TESSERA_HORIZONTALLY_KEY_H
#define TESSERA_HORIZONTALLY_KEY_H

#include "horizontally_lines.h"
#include "horizontally_table.h"

/* A set of cells as bits, row by row; a board has at most TABLE_CELLS. */
struct cells {
    uint64_t low, high;
};

struct keys {
    int fields, rows, cols;
    bool wide;                        /* the board has more than 64 cells */
    struct cells all;                 /* the board */
    struct cells not_first, not_last; /* the board without its first, its last column */
    struct cells block[2];            /* each player's block at the first cell */
};

void keys_open(struct keys *, const struct lines *);

/* The free cells of these lines. */
struct cells keys_cells(const struct keys *, const struct lines *);

/* The cells of the player's block that starts at cell `start` of
 * the player's line `line`. */
struct cells keys_block(const struct keys *, int player, int line, int start);

/* The cells that still matter. With blocks of two, runs that only one player can use are
 * left out; *moves is how many more free moves Left has in them than Right. */
struct cells keys_live(const struct keys *, struct cells free, int *moves);

/* The key of the position of these live cells and free moves, and this player to move. */
struct table_key keys_of(const struct keys *, struct cells live, int moves, int player);

/* Makes the lines of these cells. */
void keys_lines(const struct keys *, struct cells, struct lines *);

/* The connected region of the cells around the first one. */
struct cells keys_region(const struct keys *, struct cells);

static inline bool keys_none(struct cells a)
{
    return (a.low | a.high) == 0;
}

static inline int keys_count(struct cells a)
{
    return lines_bits(a.low) + lines_bits(a.high);
}

/* The cells of exactly one of the sets. */
static inline struct cells keys_toggled(struct cells a, struct cells b)
{
    return (struct cells){a.low ^ b.low, a.high ^ b.high};
}

#endif
