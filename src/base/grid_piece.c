/*
 * Pieces of several cells: whether one fits somewhere else, moving it, placing it. The cells
 * of a piece are in reading order, so a cell of it is found by bisection.
 */
#include "grid_rules.h"

#include <assert.h>

static bool holds(const struct piece *piece, struct place p)
{
    int32_t low = 0, high = piece->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        struct place at = piece->cell[middle];
        if (at.row == p.row && at.col == p.col) return true;
        if (at.row < p.row || (at.row == p.row && at.col < p.col)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

bool piece_is_there(const struct grid *g, const struct piece *piece)
{
    for (int32_t i = 0; i < piece->count; i++) {
        struct place p = piece->cell[i];
        if (!grid_inside(g, p) || *grid_at(g, p) != piece->value) return false;
    }
    return true;
}

bool piece_fits(const struct grid *g, const struct piece *piece, struct place by,
                int empty)
{
    for (int32_t i = 0; i < piece->count; i++) {
        struct place p = {piece->cell[i].row + by.row, piece->cell[i].col + by.col};
        if (!grid_inside(g, p)) return false;
        if (*grid_at(g, p) != empty && !holds(piece, p)) return false;
    }
    return true;
}

void piece_move(const struct grid *g, struct piece *piece, struct place by, int empty)
{
    assert(piece_fits(g, piece, by, empty));
    for (int32_t i = 0; i < piece->count; i++) {
        *grid_at(g, piece->cell[i]) = (unsigned char)empty;
    }
    for (int32_t i = 0; i < piece->count; i++) {
        piece->cell[i].row += by.row;
        piece->cell[i].col += by.col;
        *grid_at(g, piece->cell[i]) = (unsigned char)piece->value;
    }
}

int32_t piece_slide(const struct grid *g, struct piece *piece, enum direction d,
                    int empty)
{
    struct place by = {0, 0};
    int32_t steps = 0;
    for (;; steps++) {
        struct place next = place_step(by, d);
        if (!piece_fits(g, piece, next, empty)) break;
        by = next;
    }
    if (steps > 0) piece_move(g, piece, by, empty);
    return steps;
}

int32_t grid_clear_rows(const struct grid *g, const struct kinds *kinds, int empty)
{
    int32_t to = g->rows - 1;
    for (int32_t i = g->rows - 1; i >= 0; i--) {
        const unsigned char *row = grid_row(g, i);
        int32_t j = 0;
        while (j < g->cols && kinds_has(kinds, row[j])) j++;
        if (j == g->cols) continue;
        if (to != i) memcpy(grid_row(g, to), row, (size_t)g->cols);
        to--;
    }
    for (int32_t i = 0; i <= to; i++) memset(grid_row(g, i), empty, (size_t)g->cols);
    return to + 1;
}
