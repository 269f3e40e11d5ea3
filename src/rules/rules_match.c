/*
 * Finding where a pattern fits.
 */
#include <assert.h>

#include "rules.h"

static inline bool is_inside(const struct rules_board *b, struct place p)
{
    return (uint32_t)p.row < (uint32_t)b->rows && (uint32_t)p.col < (uint32_t)b->cols;
}

static inline const unsigned char *seen_at(const struct rules_run *run, struct place p)
{
    return run->seen + p.row * run->board.row + p.col;
}

/* ---- cells ---- */

static bool test_holds(const struct rules_run *run, const struct rules_test *t,
                       const unsigned char *at, const struct rules_match *m)
{
    int value = at[t->layer * run->board.layer];
    if (t->by != RULES_BY_SAME) return kinds_has(&rules_mask_of(run, t)->kinds, value);
    return (m->cell[t->slot][t->layer * run->board.layer] == value) != t->differs;
}

bool rules_alternative_fits(const struct rules_run *run, const struct rules_cell *cell,
                            const unsigned char *at, const struct rules_match *m)
{
    const struct rules_alternative *a = cell->alternative;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        int32_t k = 0;
        while (k < a[i].tests && test_holds(run, &a[i].test[k], at, m)) k++;
        if (k == a[i].tests) return true;
    }
    return false;
}

/* ---- patterns ---- */

/* Where the rows of a pattern go. */
static enum direction below(enum direction d)
{
    return d == GRID_UP || d == GRID_DOWN ? GRID_RIGHT : GRID_DOWN;
}

static bool misfits(struct rules_match *m, int32_t cell, struct place at)
{
    m->wrong = cell;
    m->wrong_at = at;
    return false;
}

/* The place `steps` cells behind the first one of a pattern with one row. */
static struct place place_of(const struct rules_match *m, int32_t steps)
{
    struct place first = rules_line_start(m);
    return (struct place){first.row + steps * direction_rows[m->direction],
                          first.col + steps * direction_cols[m->direction]};
}

/* Where a pattern with runs is read: the cell at hand, and how many cells of the board are
 * left from it on in the pattern's direction; 0 or less: it is outside. */
struct reading {
    const unsigned char *cell;
    ptrdiff_t step;
    int32_t left;
};

static struct reading start_reading(const struct rules_run *run,
                                    const struct rules_match *m)
{
    const struct rules_board *b = &run->board;
    int down = direction_rows[m->direction], across = direction_cols[m->direction];
    struct place at = rules_line_start(m);
    int32_t rows = down > 0 ? b->rows - at.row : down < 0 ? at.row + 1 : INT32_MAX;
    int32_t cols = across > 0 ? b->cols - at.col : across < 0 ? at.col + 1 : INT32_MAX;
    return (struct reading){seen_at(run, at), down * b->row + across,
                            rows < cols ? rows : cols};
}

/* Whether a run that is first in the pattern begins here: the cell before does not fit. */
static bool begins(const struct rules_run *run, const struct rules_cell *cell,
                   const struct reading *at, const struct rules_match *m)
{
    struct place before = {m->at.row - direction_rows[m->direction],
                           m->at.col - direction_cols[m->direction]};
    return !is_inside(&run->board, before) ||
           !rules_cell_fits(run, cell, at->cell - at->step, m);
}

/* A pattern with runs lies along a line; each takes all cells that fit. */
static bool fits_runs(const struct rules_run *run, const struct rules_pattern *p,
                      struct rules_match *m)
{
    struct reading at = start_reading(run, m);
    int32_t all = at.left;
    bool started = is_inside(&run->board, rules_line_start(m));
    for (int32_t i = 0; i < p->cells; i++) {
        const struct rules_cell *cell = &p->cell[i];
        bool inside = at.left > 0 &&
                      (started || is_inside(&run->board, place_of(m, all - at.left)));
        int32_t n = 0;
        m->cell[i] = inside ? at.cell : NULL;
        if (cell->least == 0) {
            if (!(inside ? rules_cell_fits(run, cell, at.cell, m) : cell->outside)) {
                return misfits(m, i, place_of(m, all - at.left));
            }
            n = 1;
        } else if (inside && (i > 0 || begins(run, cell, &at, m))) {
            const unsigned char *x = at.cell;
            while (n < at.left && rules_cell_fits(run, cell, x, m)) {
                x += at.step;
                n++;
            }
        }
        if (n < cell->least) return misfits(m, i, place_of(m, all - at.left + n));
        m->length[i] = n;
        at.cell += n * at.step;
        at.left -= n;
    }
    return true;
}

/* A pattern of one row without runs. */
static bool fits_line(const struct rules_run *run, const struct rules_pattern *p,
                      struct rules_match *m)
{
    const struct rules_board *b = &run->board;
    int down = direction_rows[m->direction], across = direction_cols[m->direction];
    int32_t row = m->at.row - p->anchor * down, col = m->at.col - p->anchor * across;
    const unsigned char *cell = run->seen + row * b->row + col;
    ptrdiff_t step = down * b->row + across;
    for (int32_t i = 0; i < p->cells; i++, cell += step, row += down, col += across) {
        if ((uint32_t)row < (uint32_t)b->rows && (uint32_t)col < (uint32_t)b->cols) {
            m->cell[i] = cell;
            if (rules_cell_fits(run, &p->cell[i], cell, m)) continue;
        } else {
            m->cell[i] = NULL;
            if (p->cell[i].outside) continue;
        }
        return misfits(m, i, (struct place){row, col});
    }
    return true;
}

static bool fits(const struct rules_run *run, const struct rules_pattern *p,
                 struct rules_match *m)
{
    if (p->runs) return fits_runs(run, p, m);
    if (p->rows == 1) return fits_line(run, p, m);
    enum direction d = m->direction, down = below(d);
    int32_t col = p->anchor % p->cols, row = p->anchor / p->cols;
    struct place line = {m->at.row - col * direction_rows[d] - row * direction_rows[down],
                         m->at.col - col * direction_cols[d] -
                             row * direction_cols[down]};
    for (int32_t i = 0; i < p->cells; line = place_step(line, down)) {
        struct place at = line;
        for (int32_t k = 0; k < p->cols; k++, i++, at = place_step(at, d)) {
            const struct rules_cell *cell = &p->cell[i];
            bool inside = is_inside(&run->board, at);
            m->cell[i] = inside ? seen_at(run, at) : NULL;
            bool fits_here =
                inside ? rules_cell_fits(run, cell, m->cell[i], m) : cell->outside;
            if (!fits_here) return misfits(m, i, at);
        }
    }
    return true;
}

bool rules_fits(const struct rules_run *run, const struct rules_pattern *p,
                struct place at, enum direction d, struct rules_match *m)
{
    m->pattern = p;
    m->at = at;
    m->direction = d;
    return fits(run, p, m);
}

/* The direction that lies so of a heading. */
static enum direction turned(enum direction heading, enum rules_relative way)
{
    static const enum direction left[] = {GRID_LEFT, GRID_RIGHT, GRID_DOWN, GRID_UP},
                                back[] = {GRID_DOWN, GRID_UP, GRID_RIGHT, GRID_LEFT};
    if (way == RULES_AHEAD) return heading;
    if (way == RULES_BEHIND) return back[heading];
    return way == RULES_LEFT ? left[heading] : back[left[heading]];
}

bool rules_fits_at(const struct rules_run *run, const struct rules_pattern *p,
                   struct place at, struct rules_match *m)
{
    if (p->given) return rules_fits(run, p, at, run->direction, m);
    if (p->relative != RULES_FIXED) {
        int value = seen_at(run, at)[p->heading_layer * run->board.layer];
        if (p->heading[value] == GRID_DIRECTIONS) {
            m->at = at;
            return misfits(m, p->anchor, at);
        }
        return rules_fits(run, p, at, turned(p->heading[value], p->relative), m);
    }
    for (int32_t i = 0; i < p->directions; i++) {
        if (rules_fits(run, p, at, p->direction[i], m)) return true;
    }
    return false;
}

/* ---- searching ---- */

struct rules_deciding rules_decides(const struct rules_run *run,
                                    const struct rules_cell *cell)
{
    struct rules_deciding best = {NULL, NULL};
    if (cell->alternatives != 1 || cell->outside) return best;
    for (int32_t k = 0; k < cell->alternative[0].tests; k++) {
        const struct rules_test *t = &cell->alternative[0].test[k];
        if (t->by == RULES_BY_SAME || (best.mask != NULL && best.mask->only >= 0))
            continue;
        best.mask = rules_mask_of(run, t);
        best.cells = run->seen + t->layer * run->board.layer;
    }
    return best;
}

/* Steps *at to the next place, from *at on, whose cell may fit. */
static bool next(const struct rules_board *b, const struct rules_deciding *by,
                 struct place *at)
{
    if (at->row >= b->rows) return false;
    if (by->mask == NULL) return true;
    if (by->mask->only >= 0 && b->row == b->cols) { /* the cells lie in one piece */
        int32_t all = b->rows * b->cols, from = at->row * b->cols + at->col;
        const unsigned char *found =
            memchr(by->cells + from, by->mask->only, (size_t)(all - from));
        if (found == NULL) return false;
        int32_t steps = (int32_t)(found - by->cells) - from;
        at->col += steps;
        if (at->col < b->cols) return true;
        at->row += at->col / b->cols;
        at->col %= b->cols;
        return true;
    }
    for (; at->row < b->rows; at->row++, at->col = 0) {
        const unsigned char *row = by->cells + at->row * b->row;
        for (; at->col < b->cols; at->col++) {
            if (kinds_has(&by->mask->kinds, row[at->col])) return true;
        }
    }
    return false;
}

bool rules_next(const struct rules_run *run, const struct rules_cell *cell,
                struct place *at)
{
    const struct rules_deciding by = rules_decides(run, cell);
    return next(&run->board, &by, at);
}

bool rules_find(struct rules_run *run, const struct rules_pattern *p, struct place *at,
                struct rules_match *m)
{
    const struct rules_deciding by = rules_decides(run, &p->cell[p->anchor]);
    bool again = by.mask != NULL && by.mask->only >= 0 && by.cells == run->last.cells &&
                 by.mask->only == run->last.value;
    if (again) *at = run->last.at;
    for (bool first = !again; next(&run->board, &by, at);
         rules_step_on(&run->board, at)) {
        if (first && by.mask != NULL && by.mask->only >= 0) {
            run->last = (struct rules_last){by.cells, by.mask->only, *at};
        }
        first = false;
        if (rules_fits_at(run, p, *at, m)) return true;
    }
    return false;
}
