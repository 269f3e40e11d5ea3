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

/* What piece_around knows of the piece so far. */
struct around {
    const unsigned char value, empty;
    unsigned blocked; /* directions in which another cell, or the border, is in the way */
    unsigned own;     /* directions in which it goes on */
    struct place *list;
    int32_t count;
};

static inline void meet(struct around *a, enum direction d, bool inside,
                        const unsigned char *cell, unsigned char *mark, int32_t row,
                        int32_t col)
{
    if (!inside) {
        a->blocked |= 1u << d;
    } else if (*cell == a->value) {
        a->own |= 1u << d;
        if (*mark != 0) return;
        *mark = 1;
        a->list[a->count++] = (struct place){row, col};
    } else if (*cell != a->empty) {
        a->blocked |= 1u << d;
    }
}

int32_t piece_around(const struct grid *g, struct place at, int empty,
                     unsigned char *marks, struct place *list, unsigned *steps,
                     unsigned *lengthwise)
{
    struct around a = {
        .value = *grid_at(g, at), .empty = (unsigned char)empty, .list = list};
    marks[(ptrdiff_t)at.row * g->cols + at.col] = 1;
    list[a.count++] = at;
    for (int32_t i = 0; i < a.count; i++) {
        const int32_t row = list[i].row, col = list[i].col;
        const unsigned char *cell = grid_row(g, row) + col;
        unsigned char *mark = &marks[(ptrdiff_t)row * g->cols + col];
        meet(&a, GRID_UP, row > 0, cell - g->step, mark - g->cols, row - 1, col);
        meet(&a, GRID_DOWN, row + 1 < g->rows, cell + g->step, mark + g->cols, row + 1,
             col);
        meet(&a, GRID_LEFT, col > 0, cell - 1, mark - 1, row, col - 1);
        meet(&a, GRID_RIGHT, col + 1 < g->cols, cell + 1, mark + 1, row, col + 1);
    }
    *steps = DIRECTIONS_ORTHOGONAL & ~a.blocked;
    *lengthwise = ((a.own & DIRECTIONS_VERTICAL) == 0 ? DIRECTIONS_HORIZONTAL : 0) |
                  ((a.own & DIRECTIONS_HORIZONTAL) == 0 ? DIRECTIONS_VERTICAL : 0);
    return a.count;
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

static bool before(const struct place *a, const struct place *b)
{
    return a->row < b->row || (a->row == b->row && a->col < b->col);
}

void piece_sort(struct piece *piece)
{
    struct place *cell = piece->cell;
    for (int32_t gap = piece->count / 2; gap > 0; gap /= 2) {
        for (int32_t i = gap; i < piece->count; i++) {
            struct place p = cell[i];
            int32_t j = i;
            for (; j >= gap && before(&p, &cell[j - gap]); j -= gap)
                cell[j] = cell[j - gap];
            cell[j] = p;
        }
    }
}

/* The upper left and the lower right corner of the rectangle around a piece. */
static void find_corners(const struct piece *piece, struct place *first,
                         struct place *last)
{
    *first = piece->cell[0];
    *last = piece->cell[piece->count - 1];
    for (int32_t i = 0; i < piece->count; i++) {
        if (piece->cell[i].col < first->col) first->col = piece->cell[i].col;
        if (piece->cell[i].col > last->col) last->col = piece->cell[i].col;
    }
}

static int32_t clamped(int32_t at, int32_t length, int32_t room)
{
    if (at + length > room) at = room - length;
    return at < 0 ? 0 : at;
}

void piece_turn(const struct grid *g, const struct piece *piece, struct piece *turned)
{
    struct place first, last;
    find_corners(piece, &first, &last);
    int32_t rows = last.row - first.row + 1, cols = last.col - first.col + 1;
    int32_t by = (cols - rows) / 2; /* towards 0, so that a turn back comes back */
    int32_t row = clamped(first.row - by, cols, g->rows);
    int32_t col = clamped(first.col + by, rows, g->cols);
    turned->count = piece->count;
    turned->value = piece->value;
    for (int32_t i = 0; i < piece->count; i++) {
        struct place p = piece->cell[i];
        turned->cell[i] = (struct place){row + p.col - first.col, col + last.row - p.row};
    }
    piece_sort(turned);
}

bool piece_become(const struct grid *g, struct piece *piece, const struct piece *other,
                  int empty)
{
    assert(piece->count == other->count);
    for (int32_t i = 0; i < other->count; i++) {
        struct place p = other->cell[i];
        if (!grid_inside(g, p)) return false;
        if (*grid_at(g, p) != empty && !holds(piece, p)) return false;
    }
    for (int32_t i = 0; i < piece->count; i++) {
        *grid_at(g, piece->cell[i]) = (unsigned char)empty;
    }
    for (int32_t i = 0; i < piece->count; i++) {
        piece->cell[i] = other->cell[i];
        *grid_at(g, piece->cell[i]) = (unsigned char)piece->value;
    }
    return true;
}

static void fill_cells(const struct grid *g, const struct piece *piece, int value)
{
    for (int32_t i = 0; i < piece->count; i++) {
        *grid_at(g, piece->cell[i]) = (unsigned char)value;
    }
}

int32_t cells_room(const struct grid *g, const struct place *cell, int32_t count,
                   enum direction d, int empty)
{
    int down = direction_rows[d], across = direction_cols[d];
    ptrdiff_t step = down * g->step + across;
    int32_t room = g->rows > g->cols ? g->rows : g->cols;
    for (int32_t i = 0; i < count; i++) {
        const int32_t ahead = cells_ahead(g->rows, g->cols, cell[i], down, across) - 1;
        int32_t n = 0;
        if (ahead < room) room = ahead;
        const unsigned char *at = grid_at(g, cell[i]);
        while (n < room && *(at += step) == empty) n++;
        room = n;
    }
    return room;
}

int32_t piece_slide(const struct grid *g, struct piece *piece, enum direction d,
                    int empty)
{
    fill_cells(g, piece, empty); /* so that it is not in its own way */
    int32_t steps = cells_room(g, piece->cell, piece->count, d, empty);
    for (int32_t i = 0; i < piece->count; i++) {
        piece->cell[i] = place_steps(piece->cell[i], d, steps);
    }
    fill_cells(g, piece, piece->value);
    return steps;
}

static bool is_row_of(const struct grid *g, int32_t i, const struct kinds *kinds)
{
    const unsigned char *row = grid_row(g, i);
    int32_t j = 0;
    while (j < g->cols && kinds_has(kinds, row[j])) j++;
    return j == g->cols;
}

int32_t grid_clear_rows(const struct grid *g, const struct kinds *kinds, int empty)
{
    struct place first = {0, 0}; /* no row above it can be cleared */
    int32_t i = g->rows - 1;
    if (!grid_find(g, kinds, &first)) return 0;
    while (i >= first.row && !is_row_of(g, i, kinds)) i--;
    if (i < first.row) return 0;
    int32_t to = i;
    for (; i >= 0; i--) {
        if (i >= first.row && is_row_of(g, i, kinds)) continue;
        if (to != i) memcpy(grid_row(g, to), grid_row(g, i), (size_t)g->cols);
        to--;
    }
    for (i = 0; i <= to; i++) memset(grid_row(g, i), empty, (size_t)g->cols);
    return to + 1;
}
