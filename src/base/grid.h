/*
 * A view of a rectangle of cells, one byte each. The cells lie in memory of another
 * owner: a game's block, a Lua userdata. Row 0 is the top row, column 0 the left one;
 * cell (i, j) is first[i * step + j].
 *
 * The Tower counts its rows from below and has a border, so its view begins at the top
 * row and goes back through memory:
 *
 *     cell[]    = = = = | . S # # | . # . G | . . . .        step = -4, rows = 2, cols = 3
 *               floor     row 1       ^first  above
 */
#ifndef TESSERA_GRID_H
#define TESSERA_GRID_H

#include "text.h"

struct grid {
    unsigned char *first;
    ptrdiff_t step;
    int32_t rows, cols;
};

static inline unsigned char *grid_row(const struct grid *g, int32_t i)
{
    return g->first + i * g->step;
}

/* The grids must have the same shape and must not overlap. */
void grid_copy(const struct grid *to, const struct grid *from);

void grid_fill(const struct grid *, int c);

/* The rows from the top, each ended by a newline. */
void grid_picture(const struct grid *, struct text *);

/* The same with the character `what` in place of the cell (row, col). */
void grid_picture_with(const struct grid *, int32_t row, int32_t col, int what,
                       struct text *);

#endif
