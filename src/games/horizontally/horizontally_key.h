/*
 * What tells positions of Horizontally apart, and no more: the cells that can still be
 * used, in the least of the four reflections of the board. With blocks
 * of two, a run that only one player can use is stored as a number of free moves instead
 * of as cells.
 */
#ifndef TESSERA_HORIZONTALLY_KEY_H
#define TESSERA_HORIZONTALLY_KEY_H

#include "horizontally_lines.h"
#include "horizontally_table.h"

/* Cells of a board, row by row: at most TABLE_CELLS. */
struct cells {
    uint64_t low, high;
};

struct keys {
    int fields, rows, cols;
    bool wide;                        /* the cells are more than `low` has bits */
    struct cells all;                 /* of the board */
    struct cells not_first, not_last; /* column */
    struct cells block[2];            /* of each player, in the first cell */
};

void keys_open(struct keys *, const struct lines *);

/* The free cells of these lines. */
struct cells keys_cells(const struct keys *, const struct lines *);

/* The cells of the player's block that starts at this cell of this line of his. */
struct cells keys_block(const struct keys *, int player, int line, int start);

/* The key of a position with these free cells in which the player is to move. */
struct table_key keys_of(const struct keys *, struct cells, int player);

#endif
