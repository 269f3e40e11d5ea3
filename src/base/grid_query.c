/*
 * Questions about a grid: counts, runs, regions. Nothing here changes a cell.
 */
#include <assert.h>

#include "grid_rules.h"

/* The only value of a set, or -1. */
static int only_value(const struct kinds *kinds)
{
    int only = -1;
    for (int k = 0; k < 4; k++) {
        uint64_t bits = kinds->bits[k];
        if (bits == 0) continue;
        if (only >= 0 || (bits & (bits - 1)) != 0) return -1;
        only = 64 * k + __builtin_ctzll(bits);
    }
    return only;
}

/* How many of n cells have a value; eight at a time. */
static int32_t count_equal(const unsigned char *cells, int32_t n, int value)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), low = 0x7f * ones;
    int32_t count = 0;
    for (; n >= 8; n -= 8, cells += 8) {
        uint64_t word;
        memcpy(&word, cells, sizeof word);
        word ^= ones * (uint64_t)value;
        uint64_t equal = ~(((word & low) + low) | word | low) >> 7;
        count += (int32_t)(equal * ones >> 56);
    }
    for (; n > 0; n--) count += *cells++ == value;
    return count;
}

int32_t grid_count(const struct grid *g, const struct kinds *kinds)
{
    int32_t count = 0, only = only_value(kinds);
    for (int32_t i = 0; i < g->rows; i++) {
        const unsigned char *row = grid_row(g, i);
        if (only >= 0) {
            count += count_equal(row, g->cols, only);
        } else {
            for (int32_t j = 0; j < g->cols; j++) count += kinds_has(kinds, row[j]);
        }
    }
    return count;
}

/* grid_find for one value, in cells that lie in one piece. */
static bool find_value(const struct grid *g, int value, struct place *at)
{
    ptrdiff_t from = (ptrdiff_t)at->row * g->cols + at->col,
              all = (ptrdiff_t)g->rows * g->cols;
    const unsigned char *found =
        from < all ? memchr(g->first + from, value, (size_t)(all - from)) : NULL;
    if (found == NULL) return false;
    uint32_t number = (uint32_t)(found - g->first), cols = (uint32_t)g->cols;
    at->row = (int32_t)(number / cols);
    at->col = (int32_t)(number % cols);
    return true;
}

bool grid_find(const struct grid *g, const struct kinds *kinds, struct place *at)
{
    int only = only_value(kinds);
    if (only >= 0 && g->step == g->cols) return find_value(g, only, at);
    const struct kinds any = *kinds;
    int32_t col = at->col;
    for (; at->row < g->rows; at->row++, col = 0) {
        const unsigned char *row = grid_row(g, at->row);
        while (col < g->cols && !kinds_has(&any, row[col])) col++;
        at->col = col;
        if (col < g->cols) return true;
    }
    at->col = 0;
    return false;
}

int32_t grid_run(const struct grid *g, struct place at, enum direction d)
{
    int value = *grid_at(g, at);
    int32_t length = 0;
    for (; grid_inside(g, at) && *grid_at(g, at) == value; at = place_step(at, d))
        length++;
    return length;
}

int32_t grid_line_at(const struct grid *g, struct place at, int along)
{
    int32_t longest = 0;
    for (int i = 0; i < GRID_AXES; i++) {
        const enum direction d = direction_axes[i];
        if (!direction_is_in(d, along)) continue;
        int32_t length = grid_run(g, at, d) + grid_run(g, at, direction_opposite(d)) - 1;
        if (length > longest) longest = length;
    }
    return longest;
}

/* A worklist of grid_region. */
struct region {
    const struct kinds *kinds;
    struct place *list;
    int32_t count;
};

static inline void meet(struct region *r, const unsigned char *cell, unsigned char *mark,
                        int32_t row, int32_t col)
{
    if (*mark != 0 || !kinds_has(r->kinds, *cell)) return;
    *mark = 1;
    r->list[r->count++] = (struct place){row, col};
}

/* Meets the neighbours in these directions. */
static void meet_all(struct region *r, const struct grid *g, int directions,
                     struct place at, unsigned char *marks)
{
    for (; directions != 0; directions &= directions - 1) {
        const enum direction d = (enum direction)__builtin_ctz((unsigned)directions);
        const struct place p = place_step(at, d);
        if (!grid_inside(g, p)) continue;
        meet(r, grid_at(g, p), &marks[(ptrdiff_t)p.row * g->cols + p.col], p.row, p.col);
    }
}

int32_t grid_region(const struct grid *g, const struct kinds *kinds, int directions,
                    struct place at, unsigned char *marks, struct place *list)
{
    const int others = directions & ~DIRECTIONS_ORTHOGONAL;
    struct region r = {kinds, list, 0};
    assert(kinds_has(kinds, *grid_at(g, at)));
    marks[(ptrdiff_t)at.row * g->cols + at.col] = 1;
    list[r.count++] = at;
    for (int32_t next = 0; next < r.count; next++) {
        const int32_t row = list[next].row, col = list[next].col;
        const unsigned char *cell = grid_row(g, row) + col;
        unsigned char *mark = &marks[(ptrdiff_t)row * g->cols + col];
        if (row > 0) meet(&r, cell - g->step, mark - g->cols, row - 1, col);
        if (row + 1 < g->rows) meet(&r, cell + g->step, mark + g->cols, row + 1, col);
        if (col > 0) meet(&r, cell - 1, mark - 1, row, col - 1);
        if (col + 1 < g->cols) meet(&r, cell + 1, mark + 1, row, col + 1);
        if (others != 0) meet_all(&r, g, others, list[next], marks);
    }
    return r.count;
}
