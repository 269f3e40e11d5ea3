/*
 * What hangs together: neighbouring cells are found by shifting bitboards, until there are no more.
 *
 *     way over o to .       o o # .     from the dot: the o beside it, and those that
 *                           # o # o     hang together with it
 *
 * Programs that ask so have boards that bitboards hold (`small` of struct lua_game).
 */
#include <assert.h>

#include "bits_of_cells.h"

/* Bits of the cells that fit. */
static const uint64_t *cells_that_fit(struct pattern_run *run,
                                      const struct pattern_cell *cell, uint64_t *room)
{
    const struct pattern_board *b = &run->board;
    assert(run->bits->words > 0);
    if (cell->by_bits) return pattern_cell_bits(run, cell, room);
    for (int32_t w = 0; w < run->bits->words; w++) room[w] = 0;
    for (int32_t i = 0; i < b->rows * b->cols; i++) {
        if (pattern_cell_fits(run, cell, run->seen + i, NULL))
            room[i / 64] |= UINT64_C(1) << i % 64;
    }
    return room;
}

/* The cells along these sides of the board. */
static void cells_of_edges(const struct pattern_run *run, int32_t edges, uint64_t *out)
{
    const int32_t W = run->bits->words;
    assert(W > 0);
    for (int32_t w = 0; w < W; w++) out[w] = 0;
    for (int d = 0; d < GRID_SIDES; d++) {
        const uint64_t *on = pattern_way(run, (enum direction)d);
        if (!direction_is_in((enum direction)d, edges)) continue;
        for (int32_t w = 0; w < W; w++) out[w] |= run->bits->all[w] & ~on[w];
    }
}

/* Adds to the cells those of `within` that are beside them; of several that lie in a direction one
 * after the other mostly more than one. */
__attribute__((always_inline)) static inline bool
grow_words(const struct pattern_run *run, int32_t directions, const uint64_t *within,
           uint64_t *cells, int32_t W)
{
    assert(W > 0);
    uint64_t next[BITBOARD_WORDS], fresh = 0;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        if (!direction_is_in((enum direction)d, directions)) continue;
        const uint64_t *on = pattern_way(run, (enum direction)d);
        bits_shift(next, cells, run->bits->by[d], W);
        for (int32_t w = 0; w < W; w++) {
            next[w] &= on[w] & within[w] & ~cells[w];
            fresh |= next[w];
            cells[w] |= next[w];
        }
    }
    return fresh != 0;
}

static bool grow(const struct pattern_run *run, int32_t directions,
                 const uint64_t *within, uint64_t *cells, int32_t W)
{
    switch (W) {
    case 1: return grow_words(run, directions, within, cells, 1);
    case 2: return grow_words(run, directions, within, cells, 2);
    default: return grow_words(run, directions, within, cells, W);
    }
}

static bool is_met(const uint64_t *a, const uint64_t *b, int32_t W)
{
    uint64_t both = 0;
    for (int32_t w = 0; w < W; w++) both |= a[w] & b[w];
    return both != 0;
}

/* Adds the cells beside these. */
static void add_beside(const struct pattern_run *run, int32_t directions,
                       const uint64_t *cells, uint64_t *out, int32_t W)
{
    uint64_t next[BITBOARD_WORDS];
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        if (!direction_is_in((enum direction)d, directions)) continue;
        const uint64_t *on = pattern_way(run, (enum direction)d);
        pattern_shift(next, cells, run->bits->by[d], W);
        for (int32_t w = 0; w < W; w++) out[w] |= next[w] & on[w];
    }
}

/* The cells of the goal, and, if it is no edge, those beside them. */
static void cells_at(struct pattern_run *run, const struct pattern_goal *goal,
                     int32_t directions, uint64_t *out)
{
    const int32_t W = run->bits->words;
    uint64_t room[BITBOARD_WORDS];
    if (goal->edges != 0) {
        cells_of_edges(run, goal->edges, out);
        return;
    }
    const uint64_t *cells = cells_that_fit(run, goal->cell, room);
    for (int32_t w = 0; w < W; w++) out[w] = cells[w];
    add_beside(run, directions, cells, out, W);
}

/* Whether the run's board has bitboards, also where cells are asked one by one. */
static bool is_small(struct pattern_run *run)
{
    if (run->bits == NULL) return false;
    return run->bits->words != 0 ? run->bits->words > 0 : pattern_make_bits(run);
}

bool pattern_is_joined(struct pattern_run *run, const struct pattern_term *t)
{
    uint64_t room[BITBOARD_WORDS], cells[BITBOARD_WORDS], end[BITBOARD_WORDS];
    if (!is_small(run)) return false;
    const int32_t W = run->bits->words;
    const uint64_t *what = cells_that_fit(run, t->cell, room);
    cells_at(run, &t->from, t->along, cells);
    cells_at(run, &t->to, t->along, end);
    for (int32_t w = 0; w < W; w++) {
        cells[w] &= what[w];
        end[w] &= what[w];
    }
    bool more = is_met(end, end, W);
    while (more && !is_met(cells, end, W)) more = grow(run, t->along, what, cells, W);
    return more;
}

/* The cells from which the way leads there: those at the goal or beside it, those that hang
 * together with them, and those beside these. */
static void make_route(struct pattern_run *run, const struct pattern_route *r,
                       uint64_t *out)
{
    const int32_t W = run->bits->words;
    uint64_t room[BITBOARD_WORDS], cells[BITBOARD_WORDS];
    const uint64_t *over = cells_that_fit(run, r->over, room);
    cells_at(run, &r->to, r->directions, out);
    for (int32_t w = 0; w < W; w++) cells[w] = out[w] & over[w];
    bool more = true;
    while (more) more = grow(run, r->directions, over, cells, W);
    for (int32_t w = 0; w < W; w++) out[w] |= cells[w];
    add_beside(run, r->directions, cells, out, W);
    for (int32_t w = 0; r->no && w < W; w++) out[w] = run->bits->all[w] & ~out[w];
}

const uint64_t *pattern_route_bits(struct pattern_run *run, const struct pattern_route *r,
                                   uint64_t *room)
{
    struct pattern_bitboards *x = run->bits;
    const int32_t number = r->number[run->player - 1];
    if (number < 0) {
        make_route(run, r, room);
        return room;
    }
    const uint32_t known = UINT32_C(1)
                           << (PATTERN_LEFTS_MAX + PATTERN_TALLIES_MAX + number);
    uint64_t *out = &x->route[number * x->words];
    if ((x->lefts & known) == 0) make_route(run, r, out);
    x->lefts |= known;
    return out;
}

bool pattern_route_fits(const struct pattern_run *run, const struct pattern_route *r,
                        const unsigned char *at)
{
    /* Only its bitboards change, which do not belong to it. */
    struct pattern_run *own = (struct pattern_run *)(uintptr_t)run;
    uint64_t room[BITBOARD_WORDS];
    const ptrdiff_t cell = at - run->seen;
    if (!is_small(own)) return false;
    return pattern_route_bits(own, r, room)[cell / 64] >> cell % 64 & 1;
}
