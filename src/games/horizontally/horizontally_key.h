/*
 * The key of a position in the solver: the cells that can still be used, in the least of
 * the four reflections of the board. With blocks of two, a run that only one player can
 * use is stored as a number of free moves instead of as cells.
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

/* The key of the position with these free cells and this player to move. */
struct table_key keys_of(const struct keys *, struct cells, int player);

#endif
