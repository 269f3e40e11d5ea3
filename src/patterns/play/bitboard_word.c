/*
 * Where left sides fit, on boards of at most 64 cells: as in bitboard.c, but a bitboard is one
 * word, and a shift one instruction. It goes round: what comes in at the other end is taken away
 * with the cells whose neighbour is off the board.
 */
#include <assert.h>

#include "bits_of_cells.h"

#define INLINE static inline __attribute__((always_inline))

/* What a pattern asks of its cells. */
struct asked {
    const struct pattern *pattern;
    struct asked_cell {
        uint64_t here;
        int32_t least;
        bool any, outside; /* nothing; it fits outside of the board as well */
        bool beyond;       /* so do all cells after it */
    } cell[PATTERN_CELLS_MAX];
};

/* Steps in a direction. */
struct way {
    uint64_t on;
    int32_t by, most;
};

/* The steps of a direction that is not yet known; of one that goes far by pattern_make_way. */
static __attribute__((noinline)) void make_way(const struct pattern_run *run,
                                               enum direction d)
{
    struct pattern_bitboards *x = run->bits;
    const int32_t rows = direction_rows[d], cols = direction_cols[d],
                  width = run->board.cols, down = rows * width;
    if (down >= 64 || down <= -64 || cols > 1 || cols < -1) {
        pattern_make_way(run, d);
        return;
    }
    const uint64_t on = down >= 0 ? x->all[0] >> down : x->all[0] & x->all[0] << -down;
    const uint64_t last = x->first[0] << (width - 1);
    x->ways |= UINT32_C(1) << d;
    x->by[d] = down + cols;
    x->most[d] = rows != 0 ? run->board.rows : width;
    x->way[d] = cols == 0 ? on : on & ~(cols > 0 ? last : x->first[0]);
}

INLINE struct way way_of(const struct pattern_run *run, enum direction d)
{
    const struct pattern_bitboards *x = run->bits;
    if ((x->ways >> d & 1) == 0) make_way(run, d);
    return (struct way){x->way[d], x->by[d], x->most[d]};
}

INLINE uint64_t turn(uint64_t bits, int32_t by)
{
    return bits >> ((uint32_t)by & 63) | bits << (-(uint32_t)by & 63);
}

INLINE void ask_cells(struct pattern_run *run, const struct pattern *p, struct asked *x)
{
    bool beyond = true;
    uint64_t room;
    assert(p->cells > 0 && p->anchor < p->cells);
    x->pattern = p;
    for (int32_t i = p->cells - 1; i >= 0; i--) {
        const struct pattern_cell *cell = &p->cell[i];
        struct asked_cell *out = &x->cell[i];
        if (cell->only != NULL)
            out->here = *pattern_set_bits(run, pattern_mask_of(run, cell->only)->set);
        else
            out->here = cell->tests == 0 ? run->bits->all[0]
                                         : *pattern_cell_bits(run, cell, &room);
        out->least = cell->least;
        out->any = cell->tests == 0 && cell->outside;
        out->outside = cell->outside;
        out->beyond = beyond;
        beyond = beyond && cell->outside;
    }
}

/* Those cells of `fits` from which the one so far away fits. */
static uint64_t ask_away(const struct pattern_run *run, const struct asked_cell *cell,
                         int32_t rows, int32_t cols, uint64_t fits)
{
    uint64_t on;
    if (cell->any) return fits;
    pattern_bits_inside(run, rows, cols, &on);
    uint64_t there = turn(cell->here, rows * run->board.cols + cols) & on;
    return fits & (cell->outside ? there | ~on : there);
}

/* The cells of runs at whose last cells `fits` has bits, as many as leave `least` in the run. */
INLINE uint64_t extend_runs(const struct asked_cell *cell, struct way way, uint64_t fits)
{
    uint64_t go = cell->here & way.on; /* to the next cell of the run */
    for (int32_t k = 1; k < cell->least; k++) fits = go & turn(fits, way.by);
    for (int32_t n = 1; n < way.most && go != 0; n *= 2, way.by *= 2) {
        fits |= go & turn(fits, way.by);
        go &= turn(go, way.by);
    }
    return fits;
}

static uint64_t ask_row(const struct pattern_run *run, const struct asked *x,
                        enum direction d)
{
    const struct pattern *p = x->pattern;
    const struct way way = way_of(run, d);
    const struct asked_cell *cell = &x->cell[p->cells - 1], *anchor = &x->cell[p->anchor];
    uint64_t fits = run->bits->all[0];
    if (cell->least == 0) fits = (cell--)->here;
    for (; cell >= anchor; cell--) {
        if (cell->least > 0) fits &= ~cell->here;
        fits = turn(fits, way.by) & way.on;
        if (cell->beyond) fits |= ~way.on;
        fits &= cell->here;
        if (cell->least > 0) fits = extend_runs(cell, way, fits);
    }
    if (anchor->least > 0 && p->anchor == 0) /* it begins where the run does */
        fits &= ~(turn(anchor->here, -way.by) & way_of(run, direction_opposite(d)).on);
    for (int32_t i = 0; i < p->anchor; i++)
        fits = ask_away(run, &x->cell[i], (i - p->anchor) * direction_rows[d],
                        (i - p->anchor) * direction_cols[d], fits);
    return fits;
}

/* [ a | b | c ], each a cell of the board. */
INLINE uint64_t ask_plain(const struct pattern_run *run, const struct asked *x,
                          enum direction d)
{
    const struct way way = way_of(run, d);
    const struct asked_cell *cell = &x->cell[x->pattern->cells - 1];
    uint64_t fits = cell->here;
    while (--cell >= x->cell) fits = turn(fits, way.by) & way.on & cell->here;
    return fits;
}

/* [ a | 1+ b | c ], the same. */
INLINE uint64_t ask_bracket(const struct pattern_run *run, const struct asked *x,
                            enum direction d)
{
    const struct way way = way_of(run, d);
    const struct asked_cell *cell = x->cell;
    uint64_t fits = turn(cell[2].here & ~cell[1].here, way.by) & way.on & cell[1].here;
    fits = extend_runs(&cell[1], way, fits);
    return turn(fits, way.by) & way.on & cell[0].here;
}

static uint64_t ask_rows(const struct pattern_run *run, const struct asked *x,
                         enum direction d)
{
    const struct pattern *p = x->pattern;
    uint64_t fits = x->cell[p->anchor].here;
    for (int32_t i = 0; i < p->cells && fits != 0; i++) {
        const struct place at = pattern_cell_place(p, i, d);
        if (i != p->anchor) fits = ask_away(run, &x->cell[i], at.row, at.col, fits);
    }
    return fits;
}

/* In each of n directions. */
static void ask(const struct pattern_run *run, const struct asked *x,
                const enum direction *d, int32_t n, uint64_t *out)
{
    const struct pattern *p = x->pattern;
    const struct asked_cell *cell = x->cell;
    const bool first = p->inside && p->anchor == 0;
    if (p->rows > 1)
        for (int32_t i = 0; i < n; i++) out[i] = ask_rows(run, x, d[i]);
    else if (first && !p->runs)
        for (int32_t i = 0; i < n; i++) out[i] = ask_plain(run, x, d[i]);
    else if (first && p->cells == 3 && cell[1].least == 1 && cell[0].least == 0 &&
             cell[2].least == 0)
        for (int32_t i = 0; i < n; i++) out[i] = ask_bracket(run, x, d[i]);
    else
        for (int32_t i = 0; i < n; i++) out[i] = ask_row(run, x, d[i]);
}

void pattern_word_towards(struct pattern_run *run, const struct pattern *p,
                          const enum direction *d, int32_t n, uint64_t *out)
{
    struct asked x;
    ask_cells(run, p, &x);
    ask(run, &x, d, n, out);
}

uint64_t pattern_word_any(struct pattern_run *run, const struct pattern *p,
                          uint64_t *toward)
{
    struct asked x;
    uint64_t any = 0;
    assert(p->directions > 0);
    ask_cells(run, p, &x);
    ask(run, &x, p->direction, p->directions, toward);
    for (int32_t i = 0; i < p->directions; i++) any |= toward[i];
    return any;
}

uint64_t pattern_word(struct pattern_run *run, const struct pattern *p)
{
    struct asked x;
    uint64_t fits[GRID_DIRECTIONS], any = 0;
    if (p->relative == PATTERN_FIXED) return pattern_word_any(run, p, fits);
    ask_cells(run, p, &x);
    for (int i = 0; i < GRID_SIDES; i++) {
        const uint64_t heading = *pattern_set_bits(run, p->heading_set[i]);
        const enum direction d = pattern_turned((enum direction)i, p->relative);
        if (heading == 0) continue;
        ask(run, &x, &d, 1, fits);
        any |= fits[0] & heading;
    }
    return any;
}

/* Lines lie to the right or downwards: what a way needs of that is quicker made than looked up. */
bool pattern_word_in_line(const struct pattern_run *run, uint64_t bits, int32_t n,
                          int axes)
{
    const struct pattern_bitboards *x = run->bits;
    const uint32_t width = (uint32_t)run->board.cols;
    const uint64_t below = width < 64 ? x->all[0] >> width : 0;
    const uint64_t last = x->first[0] << (width - 1);
    for (int i = 0; i < axes; i++) {
        const enum direction d = direction_lines[i];
        const int across = direction_cols[d];
        const bool down = direction_rows[d] > 0;
        const uint32_t by = (down ? width : 0) + (uint32_t)across;
        uint64_t on = down ? below : x->all[0];
        if (across != 0) on &= ~(across > 0 ? last : x->first[0]);
        uint64_t line = bits;
        for (int32_t k = 1; k < n && line != 0; k++) line &= line >> (by & 63) & on;
        if (line != 0) return true;
    }
    return false;
}

/* The compiler makes one of these for each length that is asked for often. */
INLINE uint64_t completing(const struct pattern_run *run, uint64_t bits, int32_t n,
                           int axes)
{
    uint64_t out = 0, ahead[PATTERN_COMPLETED_MAX];
    for (int i = 0; i < axes; i++) {
        const struct way way = way_of(run, direction_lines[i]);
        const uint64_t behind_on = turn(way.on, -way.by);
        uint64_t behind = ahead[0] = run->bits->all[0];
        /* ahead[k]: the next k cells are members; behind: the last ones */
#pragma GCC unroll 4
        for (int32_t k = 1; k < n; k++)
            ahead[k] = turn(bits & ahead[k - 1], way.by) & way.on;
#pragma GCC unroll 5
        for (int32_t k = 0; k < n; k++) {
            out |= behind & ahead[n - 1 - k];
            behind = turn(bits & behind, -way.by) & behind_on;
        }
    }
    return out & ~bits;
}

uint64_t pattern_word_completing(const struct pattern_run *run, uint64_t bits, int32_t n,
                                 int axes)
{
    assert(n > 0 && n <= PATTERN_COMPLETED_MAX);
    switch (n) {
    case 3: return completing(run, bits, 3, axes);
    case 4: return completing(run, bits, 4, axes);
    case 5: return completing(run, bits, 5, axes);
    default: return completing(run, bits, n, axes);
    }
}
