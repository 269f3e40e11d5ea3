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
    switch (t->by) {
    case RULES_BY_VALUE: return kinds_has(&t->mask->kinds, value);
    case RULES_BY_PLAYER: return kinds_has(&t->mask[run->player - 1].kinds, value);
    case RULES_BY_SLOT:
        return kinds_has(&t->mask[run->slot[t->slot] - t->min].kinds, value);
    case RULES_BY_SAME: break;
    }
    return (m->cell[t->slot][t->layer * run->board.layer] == value) != t->differs;
}

bool rules_cell_fits(const struct rules_run *run, const struct rules_cell *cell,
                     const unsigned char *at, const struct rules_match *m)
{
    const struct rules_alternative *a = cell->alternative;
    if (cell->simple) {
        const struct rules_test *t = a->test;
        return kinds_has(&t->mask->kinds, at[t->layer * run->board.layer]);
    }
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

/* A pattern with runs lies along a line; each takes all cells that fit. */
static bool fits_runs(const struct rules_run *run, const struct rules_pattern *p,
                      struct rules_match *m)
{
    struct place at = rules_line_start(m);
    for (int32_t i = 0; i < p->cells; i++) {
        const struct rules_cell *cell = &p->cell[i];
        int32_t n = 0;
        m->cell[i] = is_inside(&run->board, at) ? seen_at(run, at) : NULL;
        if (cell->least == 0) {
            bool fits = m->cell[i] == NULL ? cell->outside
                                           : rules_cell_fits(run, cell, m->cell[i], m);
            if (!fits) return misfits(m, i, at);
            m->length[i] = 1;
            at = place_step(at, m->direction);
            continue;
        }
        if (i == 0) { /* it begins where it begins on the board */
            struct place before = {at.row - direction_rows[m->direction],
                                   at.col - direction_cols[m->direction]};
            if (is_inside(&run->board, before) &&
                rules_cell_fits(run, cell, seen_at(run, before), m)) {
                return misfits(m, i, at);
            }
        }
        while (is_inside(&run->board, at) &&
               rules_cell_fits(run, cell, seen_at(run, at), m)) {
            at = place_step(at, m->direction);
            n++;
        }
        if (n < cell->least) return misfits(m, i, at);
        m->length[i] = n;
    }
    return true;
}

static bool fits(const struct rules_run *run, const struct rules_pattern *p,
                 struct rules_match *m)
{
    if (p->runs) return fits_runs(run, p, m);
    enum direction d = m->direction, down = below(d);
    int32_t col = p->anchor % p->cols, row = p->anchor / p->cols;
    struct place line = {m->at.row - col * direction_rows[d] - row * direction_rows[down],
                         m->at.col - col * direction_cols[d] -
                             row * direction_cols[down]};
    for (int32_t i = 0; i < p->cells; line = place_step(line, down)) {
        struct place at = line;
        for (int32_t k = 0; k < p->cols; k++, i++, at = place_step(at, d)) {
            const struct rules_cell *cell = &p->cell[i];
            m->cell[i] = NULL;
            if (!is_inside(&run->board, at)) {
                if (!cell->outside) return misfits(m, i, at);
                continue;
            }
            m->cell[i] = seen_at(run, at);
            if (!rules_cell_fits(run, cell, m->cell[i], m)) return misfits(m, i, at);
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

/* The set of values that one layer must have for the cell to fit, or NULL. */
static const struct rules_mask *deciding(const struct rules_run *run,
                                         const struct rules_cell *cell, uint8_t *layer)
{
    if (cell->alternatives != 1 || cell->outside) return NULL;
    const struct rules_mask *best = NULL;
    for (int32_t k = 0; k < cell->alternative[0].tests; k++) {
        const struct rules_test *t = &cell->alternative[0].test[k];
        const struct rules_mask *mask = t->mask;
        if (t->by == RULES_BY_SAME) continue;
        if (t->by == RULES_BY_PLAYER) mask += run->player - 1;
        if (t->by == RULES_BY_SLOT) mask += run->slot[t->slot] - t->min;
        if (best != NULL && best->only >= 0) continue;
        best = mask;
        *layer = t->layer;
    }
    return best;
}

bool rules_next(const struct rules_run *run, const struct rules_cell *cell,
                struct place *at)
{
    const struct rules_board *b = &run->board;
    uint8_t layer = 0;
    const struct rules_mask *mask = deciding(run, cell, &layer);
    if (at->row >= b->rows) return false;
    if (mask == NULL) return true;
    const unsigned char *first = run->seen + layer * b->layer;
    if (mask->only >= 0 && b->row == b->cols) { /* the cells lie in one piece */
        size_t all = (size_t)b->rows * (size_t)b->cols;
        size_t from = (size_t)at->row * (size_t)b->cols + (size_t)at->col;
        const unsigned char *found = memchr(first + from, mask->only, all - from);
        if (found == NULL) return false;
        int32_t index = (int32_t)(found - first);
        *at = (struct place){index / b->cols, index % b->cols};
        return true;
    }
    for (; at->row < b->rows; at->row++, at->col = 0) {
        const unsigned char *row = first + at->row * b->row;
        for (; at->col < b->cols; at->col++) {
            if (kinds_has(&mask->kinds, row[at->col])) return true;
        }
    }
    return false;
}

static inline void step_on(const struct rules_board *b, struct place *at)
{
    if (++at->col == b->cols) {
        at->row++;
        at->col = 0;
    }
}

bool rules_find(const struct rules_run *run, const struct rules_pattern *p,
                struct place *at, struct rules_match *m)
{
    const struct rules_cell *anchor = &p->cell[p->anchor];
    for (; rules_next(run, anchor, at); step_on(&run->board, at)) {
        if (rules_fits_at(run, p, *at, m)) return true;
    }
    return false;
}
