/*
 * The state of Robots: the layout of its block, setting up a board, reading it.
 */
#include "robots_rules.h"

/* ---- making a position ---- */

/* The offsets of the parts of a block. */
struct layout {
    size_t cell, rest, robot, jump, arrivals, around, end;
};

static struct layout layout_of(const int32_t *shape)
{
    size_t rows = (size_t)shape[0], cols = (size_t)shape[1];
    size_t robots = (size_t)shape[2], teleports = (size_t)shape[3];
    size_t cells = (rows + 2) * (cols + 1) + 1;
    struct layout at;
    at.cell = offsetof(struct robots, teleport) + teleports * sizeof(int32_t);
    at.rest = state_align(at.cell + cells);
    at.jump = at.rest + sizeof(struct robots_rest);
    at.robot = at.jump + teleports * sizeof(struct robots_jump);
    at.arrivals = state_align(at.robot + robots * sizeof(struct spot));
    at.around = state_align(at.arrivals + cells);
    at.end = at.around + robots * sizeof(struct around);
    return at;
}

size_t robots_size(const struct game *g, const int32_t *shape)
{
    return layout_of(shape).end;
}

void robots_init(const struct game *g, void *state, const int32_t *shape)
{
    struct robots *r = state;
    int32_t rows = shape[0], cols = shape[1];
    struct layout at = layout_of(shape);
    r->block = (struct state){
        .key = (uint32_t)offsetof(struct robots, player),
        .rest = (uint32_t)at.rest,
        .scratch = (uint32_t)at.arrivals,
        .size = (uint32_t)at.end,
        .shape = {rows, cols, shape[2], shape[3]},
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

/* Counts the cells that hold `what`, and lists the first `room` of them. */
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

/* ---- looking ---- */

const char *robots_outcome(const struct game *g, const void *state)
{
    return is_lost(state) ? "Lost" : is_over(state) ? "Won" : NULL;
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
