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
    for (int32_t i = 0; i < g->rows; i++) {
        text_bytes(out, grid_row(g, i), (size_t)g->cols);
        text_char(out, '\n');
    }
}
