/*
 * Grids as a whole: copied, filled, drawn.
 */
#include "grid.h"

#include <assert.h>
#include <string.h>

void grid_copy(const struct grid *to, const struct grid *from)
{
    assert(to->rows == from->rows && to->cols == from->cols);
    for (int32_t i = 0; i < to->rows; i++) {
        memcpy(grid_row(to, i), grid_row(from, i), (size_t)to->cols);
    }
}

void grid_fill(const struct grid *g, int c)
{
    for (int32_t i = 0; i < g->rows; i++) memset(grid_row(g, i), c, (size_t)g->cols);
}

void grid_picture(const struct grid *g, struct text *out)
{
    grid_picture_with(g, -1, 0, 0, out);
}

void grid_picture_with(const struct grid *g, int32_t row, int32_t col, int what,
                       struct text *out)
{
    for (int32_t i = 0; i < g->rows; i++) {
        const unsigned char *cell = grid_row(g, i), *end = cell + g->cols;
        if (i == row) {
            text_bytes(out, cell, (size_t)col);
            text_char(out, what);
            cell += col + 1;
        }
        text_bytes(out, cell, (size_t)(end - cell));
        text_char(out, '\n');
    }
}
