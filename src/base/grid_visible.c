/*
 * What is seen from a cell: symmetric shadow casting, as Albert Ford describes it in "Symmetric
 * Shadowcasting" (https://www.albertford.com/shadowcasting/).
 *
 * Each of the four quadrants is looked at row by row, away from the eye. A sector is what of a
 * row the rows before it have left open, between two slopes, columns per row:
 *
 *     row 3    . . . # . . .
 *     row 2      . . # . .         the wall has ended one sector at -1/4 and begun one at 1/4
 *     row 1        . . .
 *     row 0          @
 *
 * A wall is as wide as its cell and lies in the middle of it. A cell that is no wall is seen if its
 * middle lies in a sector: the line between two middles is the same from both ends. A wall is
 * seen if any of it lies in a sector.
 */
#include <assert.h>

#include "grid_rules.h"

/* The slopes from/from_of to to/to_of. */
struct sector {
    int32_t from, from_of, to, to_of;
};

struct eye {
    const struct grid *grid;
    const struct kinds *blocking;
    int32_t *distance;
    int64_t reach; /* the square of the radius */
    struct place at;
    int down,
        across; /* rows and columns of a step away from the eye; a step to the right of it
                       * has `across` rows and -`down` columns */
    struct sector *next;
    int32_t sectors; /* in `next` */
};

size_t grid_visible_scratch(const struct grid *g)
{
    const int32_t side = g->rows > g->cols ? g->rows : g->cols;
    return 2 * ((size_t)side + 1) * sizeof(struct sector);
}

/* Rounded down; b > 0. */
static int32_t quotient(int32_t a, int32_t b)
{
    return a / b - (a % b < 0);
}

/* The root of `square`, rounded down; `near` is a number not far from it. */
static int32_t root(int64_t square, int32_t near)
{
    while ((int64_t)near * near > square) near--;
    while ((int64_t)(near + 1) * (near + 1) <= square) near++;
    return near;
}

static void add_sector(struct eye *e, struct sector s)
{
    e->next[e->sectors++] = s;
}

static void look(struct eye *e, const struct sector *s, int32_t depth)
{
    /* Where a slope lies just between two cells, the one inside of the sector. */
    const int32_t first = quotient(2 * depth * s->from + s->from_of, 2 * s->from_of),
                  last = -quotient(s->to_of - 2 * depth * s->to, 2 * s->to_of);
    struct sector open = *s;
    bool was_open = false;
    int32_t far = depth;
    for (int32_t i = first; i <= last; i++) {
        const struct place p = {e->at.row + depth * e->down + i * e->across,
                                e->at.col + depth * e->across - i * e->down};
        const bool inside = grid_inside(e->grid, p),
                   wall = !inside || kinds_has(e->blocking, *grid_at(e->grid, p));
        const bool middle =
            i * s->from_of >= depth * s->from && i * s->to_of <= depth * s->to;
        const int64_t square = (int64_t)depth * depth + (int64_t)i * i;
        if (inside && (wall || middle) && square <= e->reach) {
            far = root(square, far);
            e->distance[(ptrdiff_t)p.row * e->grid->cols + p.col] = far;
        }
        if (wall && was_open) {
            add_sector(e, (struct sector){open.from, open.from_of, 2 * i - 1, 2 * depth});
        } else if (!wall && !was_open && i > first) {
            open.from = 2 * i - 1;
            open.from_of = 2 * depth;
        }
        was_open = !wall;
    }
    if (was_open) add_sector(e, open);
}

void grid_visible(const struct grid *g, const struct kinds *blocking, struct place at,
                  int32_t radius, int32_t *distance, void *scratch)
{
    const int32_t side = g->rows > g->cols ? g->rows : g->cols;
    distance[(ptrdiff_t)at.row * g->cols + at.col] = 0;
    for (int d = 0; d < GRID_SIDES; d++) {
        struct eye e = {
            g,  blocking,          distance,          (int64_t)radius * radius,
            at, direction_rows[d], direction_cols[d], scratch,
            0};
        /* Between two sectors lies a whole wall, so a row has no more of them than cells. */
        struct sector *now = e.next + side + 1;
        int32_t count = 1, depth = 1;
        now[0] = (struct sector){-1, 1, 1, 1};
        for (struct place p = place_step(at, (enum direction)d);
             count > 0 && depth <= radius && grid_inside(g, p);
             p = place_step(p, (enum direction)d), depth++) {
            e.sectors = 0;
            for (int32_t i = 0; i < count; i++) look(&e, &now[i], depth);
            assert(e.sectors <= side + 1);
            struct sector *swap = now;
            now = e.next;
            e.next = swap;
            count = e.sectors;
        }
    }
}
