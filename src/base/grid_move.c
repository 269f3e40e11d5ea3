/*
 * Operations that move cells: falling, joining, pushing, sliding, turning, shifting.
 */
#include <assert.h>

#include "grid_rules.h"

/* Lets the movable cells of a line fall towards its first cell.
 * Returns how many moved. */
static int32_t fall_line(unsigned char *first, ptrdiff_t step, int32_t n,
                         const struct kinds *movable, int empty)
{
    int32_t moved = 0, floor = 0;
    for (int32_t i = 0; i < n; i++) {
        int value = first[i * step];
        if (value == empty) continue;
        if (!kinds_has(movable, value)) {
            floor = i + 1;
        } else if (floor < i) {
            first[floor++ * step] = (unsigned char)value;
            first[i * step] = (unsigned char)empty;
            moved++;
        } else {
            floor = i + 1;
        }
    }
    return moved;
}

/* The lines of a grid along one of the first four directions. The first cell of a line is
 * the one farthest in that direction: for GRID_DOWN, the bottom cell of a column. */
struct lines {
    unsigned char *first; /* of line 0 */
    ptrdiff_t across, along;
    int32_t count, n; /* the number of lines, and of cells in a line */
};

static struct lines lines_along(const struct grid *g, enum direction d)
{
    bool upright = d == GRID_UP || d == GRID_DOWN;
    bool back = d == GRID_DOWN || d == GRID_RIGHT;
    assert(d < GRID_SIDES);
    struct lines l = {g->first, upright ? 1 : g->step, upright ? g->step : 1,
                      upright ? g->cols : g->rows, upright ? g->rows : g->cols};
    if (!back) return l;
    l.first += (l.n - 1) * l.along;
    l.along = -l.along;
    return l;
}

int32_t grid_fall(const struct grid *g, enum direction d, const struct kinds *movable,
                  int empty)
{
    struct lines l = lines_along(g, d);
    int32_t moved = 0;
    for (int32_t k = 0; k < l.count; k++) {
        moved += fall_line(l.first + k * l.across, l.along, l.n, movable, empty);
    }
    return moved;
}

int32_t grid_drop(const struct grid *g, int32_t col, int value, int empty)
{
    int32_t row = -1;
    while (row + 1 < g->rows && grid_row(g, row + 1)[col] == empty) row++;
    if (row >= 0) grid_row(g, row)[col] = (unsigned char)value;
    return row;
}

static int32_t squash_line(unsigned char *first, ptrdiff_t step, int32_t n,
                           const struct joins *joins, int empty, int64_t *worth)
{
    int32_t moved = 0, to = 0;
    int last = empty; /* the value that the next cell may join, or `empty` */
    for (int32_t i = 0; i < n; i++) {
        int value = first[i * step];
        if (value == empty) continue;
        first[i * step] = (unsigned char)empty;
        bool joined = value == last && joins->next[value] != 0;
        if (joined) {
            last = empty;
            value = joins->next[value];
            *worth += joins->worth[value];
            first[(to - 1) * step] = (unsigned char)value;
        } else {
            last = value;
            first[to++ * step] = (unsigned char)value;
        }
        moved += joined || to - 1 != i;
    }
    return moved;
}

int32_t grid_squash(const struct grid *g, enum direction d, const struct joins *joins,
                    int empty, int64_t *worth)
{
    struct lines l = lines_along(g, d);
    int32_t moved = 0;
    for (int32_t k = 0; k < l.count; k++) {
        moved += squash_line(l.first + k * l.across, l.along, l.n, joins, empty, worth);
    }
    return moved;
}

/* Where a line has a gap, or two cells that join, it has one between neighbours. */
static bool line_can_squash(const unsigned char *at, ptrdiff_t step, int32_t n,
                            const struct joins *joins, int empty)
{
    int before = *at;
    for (int32_t i = 1; i < n; i++) {
        const int here = *(at += step);
        if (here != empty &&
            (before == empty || (here == before && joins->next[here] != 0)))
            return true;
        before = here;
    }
    return false;
}

bool grid_can_squash(const struct grid *g, enum direction d, const struct joins *joins,
                     int empty)
{
    struct lines l = lines_along(g, d);
    for (int32_t k = 0; k < l.count; k++) {
        if (line_can_squash(l.first + k * l.across, l.along, l.n, joins, empty))
            return true;
    }
    return false;
}

int32_t grid_push(const struct grid *g, struct place at, enum direction d,
                  const struct kinds *movable, int empty)
{
    struct place p = at;
    int32_t count = 0;
    for (; grid_inside(g, p); p = place_step(p, d), count++) {
        int value = *grid_at(g, p);
        if (value == empty) break;
        if (!kinds_has(movable, value)) return 0;
    }
    if (!grid_inside(g, p)) return 0;
    for (int32_t i = 0; i < count; i++) {
        struct place from = place_steps(p, d, -1);
        *grid_at(g, p) = *grid_at(g, from);
        p = from;
    }
    *grid_at(g, at) = (unsigned char)empty;
    return count;
}

struct place grid_slide(const struct grid *g, struct place at, enum direction d,
                        int empty)
{
    struct place p = at, next = place_step(at, d);
    int value = *grid_at(g, at);
    while (grid_inside(g, next) && *grid_at(g, next) == empty) {
        p = next;
        next = place_step(next, d);
    }
    *grid_at(g, at) = (unsigned char)empty;
    *grid_at(g, p) = (unsigned char)value;
    return p;
}

void grid_rotate(const struct grid *to, const struct grid *from, int turns)
{
    for (int32_t i = 0; i < to->rows; i++) {
        for (int32_t j = 0; j < to->cols; j++) {
            struct place p = {i, j};
            if (turns == 1) p = (struct place){from->rows - 1 - j, i};
            if (turns == 2) p = (struct place){from->rows - 1 - i, from->cols - 1 - j};
            if (turns == 3) p = (struct place){j, from->cols - 1 - i};
            grid_row(to, i)[j] = *grid_at(from, p);
        }
    }
}
