/*
 * The board of Robots: how its block is laid out, filled and looked at.
 */
#include "robots_rules.h"

/* ---- making a position ---- */

/* Where the parts lie; the last one is the end. */
struct layout {
    size_t cell, rest, robot, jump, arrivals, around, end;
};

static struct layout layout_of(int32_t rows, int32_t cols, int32_t robots,
                               int32_t teleports)
{
    size_t cells = (size_t)(rows + 2) * (size_t)(cols + 1) + 1;
    struct layout at;
    at.cell = offsetof(struct robots, teleport) + (size_t)teleports * sizeof(int32_t);
    at.rest = state_align(at.cell + cells);
    at.jump = at.rest + sizeof(struct robots_rest);
    at.robot = at.jump + (size_t)teleports * sizeof(struct robots_jump);
    at.arrivals = state_align(at.robot + (size_t)robots * sizeof(struct spot));
    at.around = state_align(at.arrivals + cells);
    at.end = at.around + (size_t)robots * sizeof(struct around);
    return at;
}

size_t robots_size(int32_t rows, int32_t cols, int32_t robots, int32_t teleports)
{
    return layout_of(rows, cols, robots, teleports).end;
}

void robots_init(void *block, int32_t rows, int32_t cols, int32_t robots,
                 int32_t teleports)
{
    struct robots *r = block;
    struct layout at = layout_of(rows, cols, robots, teleports);
    r->block = (struct state){
        .key = (uint32_t)offsetof(struct robots, player),
        .rest = (uint32_t)at.rest,
        .scratch = (uint32_t)at.arrivals,
        .size = (uint32_t)at.end,
        .shape = {rows, cols, robots, teleports},
    };
    r->stride = cols + 1;
    r->cells = (rows + 2) * r->stride + 1;
    r->cell = (uint32_t)at.cell;
    r->jump = (uint32_t)at.jump;
    r->robot = (uint32_t)at.robot;
    r->around = (uint32_t)at.around;
    unsigned char *cell = cells_of(r), *last = cell + (rows + 1) * r->stride;
    memset(cell, EMPTY, (size_t)r->cells);
    memset(cell, WALL, (size_t)r->stride);
    memset(last, WALL, (size_t)r->stride + 1);
    for (; cell < last; cell += r->stride) *cell = WALL;
}

bool robots_put(struct robots *r, int what, int32_t row, int32_t col)
{
    int32_t at = row * r->stride + col;
    if (cells_of(r)[at] != EMPTY || at == r->player) return false;
    if (what == PLAYER) {
        r->player = at;
    } else {
        cells_of(r)[at] = (unsigned char)what;
    }
    return true;
}

const char *robots_put_map(struct robots *r, const struct grid *map)
{
    for (int32_t i = 0; i < map->rows; i++) {
        const unsigned char *row = grid_row(map, i);
        for (int32_t j = 0; j < map->cols; j++) {
            if (row[j] == EMPTY) continue;
            if (row[j] != PLAYER && row[j] != ROBOT && row[j] != DEBRIS) {
                return "a cell is none of " ROBOTS_CELLS;
            }
            if (row[j] == PLAYER && r->player != 0) return "there must be exactly one @";
            robots_put(r, row[j], i + 1, j + 1);
        }
    }
    return r->player == 0 ? "there must be exactly one @" : NULL;
}

void robots_set_teleport(struct robots *r, int32_t i, int32_t row, int32_t col)
{
    r->teleport[i] = row * r->stride + col;
}

/* How many of the board's cells hold `what`; the first `room` of them also in the list. */
static int32_t find_all(const struct robots *r, int what, struct spot *list, int32_t room)
{
    const unsigned char *cell = cells_of(r), *end = cell + r->cells, *at = cell;
    int32_t n = 0;
    while ((at = memchr(at, what, (size_t)(end - at))) != NULL) {
        if (n < room) list[n] = spot_of(r, (int32_t)(at - cell));
        n++;
        at++;
    }
    return n;
}

bool robots_derive(struct robots *r)
{
    struct robots_rest *rest = rest_of(r);
    rest->robots = find_all(r, ROBOT, robots_of(r), started_of(r));
    rest->debris = find_all(r, DEBRIS, NULL, 0);
    return rest->robots <= started_of(r);
}

void robots_start(struct robots *r)
{
    robots_derive(r);
}

/* ---- looking ---- */

const char *robots_outcome(const struct robots *r)
{
    return is_lost(r) ? "Lost" : is_over(r) ? "Won" : NULL;
}

struct robots_counts robots_counts(const struct robots *r)
{
    const struct robots_rest *rest = rest_of(r);
    struct spot player = spot_of(r, r->player);
    return (struct robots_counts){
        .moves = rest->moves,
        .robots = rest->robots,
        .debris = rest->debris,
        .row = player.row,
        .col = player.col,
        .taken = rest->taken,
        .jump = jumps_of(r),
    };
}

bool robots_walk(const struct robots *r, int k, int32_t *row, int32_t *col)
{
    struct robots_refusal no;
    if (is_over(r) || !robots_may(r, k, &no)) return false;
    struct spot to = spot_of(r, r->player + cell_at(r, walk_step(k)));
    *row = to.row;
    *col = to.col;
    return true;
}

void robots_place(const struct robots *r, int32_t i, int32_t *row, int32_t *col)
{
    *row = robots_of(r)[i].row;
    *col = robots_of(r)[i].col;
}

bool robots_teleport_place(const struct robots *r, int32_t i, int32_t *row, int32_t *col)
{
    bool used = r->teleport[i] < 0;
    struct spot at = spot_of(r, used ? ~r->teleport[i] : r->teleport[i]);
    *row = at.row;
    *col = at.col;
    return used;
}

int robots_cell(const struct robots *r, int32_t row, int32_t col)
{
    int32_t at = row * r->stride + col;
    return at == r->player ? PLAYER : cells_of(r)[at];
}
