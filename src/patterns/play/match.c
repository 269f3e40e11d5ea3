/*
 * Finding where a pattern fits.
 */
#include "next_cell.h"
#include "pusher.h"

#include <assert.h>

#define INLINE static inline __attribute__((always_inline))

/* Kept out of its callers, which mostly do without it. */
#define SLOW __attribute__((noinline))

/* ---- cells ---- */

static bool test_holds(const struct pattern_run *run, const struct pattern_test *t,
                       const unsigned char *at, const struct pattern_match *m)
{
    int value = at[t->layer * run->board.layer];
    if (t->by == PATTERN_BY_ROUTE) return pattern_route_fits(run, t->route, at);
    if (t->by == PATTERN_BY_AROUND) return pattern_around_fits(run, t->around, at);
    if (t->by != PATTERN_BY_SAME)
        return kinds_has(&pattern_mask_of(run, t)->kinds, value);
    assert(m != NULL); /* only cells of a pattern ask for those before them */
    return (m->cell[t->slot][t->layer * run->board.layer] == value) != t->differs;
}

bool pattern_alternative_fits(const struct pattern_run *run,
                              const struct pattern_cell *cell, const unsigned char *at,
                              const struct pattern_match *m)
{
    const struct pattern_alternative *a = cell->alternative;
    for (int32_t k = 0; k < cell->tests; k++) {
        const struct pattern_test *t = &cell->test[k];
        if (!kinds_has(&pattern_mask_of(run, t)->kinds, at[t->layer * run->board.layer]))
            return false;
    }
    if (cell->tests >= 0) return true;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        int32_t k = 0;
        while (k < a[i].tests && test_holds(run, &a[i].test[k], at, m)) k++;
        if (k == a[i].tests) return true;
    }
    return false;
}

/* ---- patterns ---- */

/* Notes the cell of the pattern that does not fit, the first one from its beginning: so those
 * before it are on the board, as far as it refers to them. */
static bool misfits(const struct pattern_run *run, const struct pattern_match *m,
                    int32_t cell, struct place at)
{
    if (run->explains == NULL) return false;
    const struct pattern_test *t = pattern_only_test(&m->pattern->cell[cell]);
    const bool same = t != NULL && t->by == PATTERN_BY_SAME && !t->differs;
    *run->explains = (struct pattern_misfit){
        cell, at, same ? m->cell[t->slot][t->layer * run->board.layer] : -1};
    return false;
}

/* Where a cell of a pattern without runs lies. */
static struct place place_of(const struct pattern_match *m, int32_t cell)
{
    return place_plus(m->at, pattern_cell_place(m->pattern, cell, m->direction));
}

/* A line of cells that a pattern is held against, numbered from where the pattern begins. */
struct line {
    const unsigned char *first; /* number 0 */
    ptrdiff_t step;
    int32_t from, to; /* those on the board have the numbers from .. to - 1 */
};

static inline struct line line_of(const struct pattern_run *run, const struct pattern *p,
                                  const struct pattern_match *m)
{
    const struct pattern_board *b = &run->board;
    int down = direction_rows[m->direction], across = direction_cols[m->direction];
    struct line l;
    l.step = down * b->row + across;
    l.first = pattern_seen_at(run, m->at) - p->anchor * l.step;
    l.from = p->anchor;
    if (p->anchor > 0 || p->cell[0].least > 0)
        l.from += 1 - cells_ahead(b->rows, b->cols, m->at, -down, -across);
    l.to = p->anchor + cells_ahead(b->rows, b->cols, m->at, down, across);
    return l;
}

static inline bool is_on(const struct line *l, int32_t number)
{
    return number >= l->from && number < l->to;
}

static bool misfits_line(const struct pattern_run *run, const struct pattern_match *m,
                         int32_t cell, int32_t number)
{
    if (run->explains == NULL) return false;
    return misfits(run, m, cell,
                   place_steps(pattern_line_start(m), m->direction, number));
}

/* Notes the cells of a pattern without runs. */
static void locate(const struct pattern_run *run, struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    enum direction d = m->direction, down = pattern_below(d);
    if (p->rows == 1) {
        const struct line l = line_of(run, p, m);
        const unsigned char *at = l.first;
        for (int32_t i = 0; i < p->cells; i++, at += l.step)
            m->cell[i] = is_on(&l, i) ? at : NULL;
        return;
    }
    struct place line = place_of(m, 0);
    for (int32_t i = 0; i < p->cells; line = place_step(line, down)) {
        struct place at = line;
        for (int32_t k = 0; k < p->cols; k++, i++, at = place_step(at, d)) {
            bool inside = pattern_on_board(&run->board, at.row, at.col);
            m->cell[i] = inside ? pattern_seen_at(run, at) : NULL;
        }
    }
}

void pattern_locate(const struct pattern_run *run, struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    if (p->rows > 1) {
        locate(run, m);
        return;
    }
    const int down = direction_rows[m->direction], across = direction_cols[m->direction];
    const ptrdiff_t step = down * run->board.row + across;
    const struct place first = pattern_line_start(m);
    const unsigned char *at = pattern_seen_at(run, first);
    for (int32_t i = 0; i < p->cells; i++, at += step) {
        bool inside =
            p->inside || !p->cell[i].outside ||
            pattern_on_board(&run->board, first.row + i * down, first.col + i * across);
        m->cell[i] = inside ? at : NULL;
    }
}

/* How many cells from this number on fit a run. */
static inline int32_t run_length(const struct pattern_run *run,
                                 const struct pattern_cell *cell,
                                 const struct pattern_match *m, const struct line *l,
                                 int32_t number)
{
    const unsigned char *at = l->first + number * l->step;
    int32_t n = 0, most = is_on(l, number) ? l->to - number : 0;
    if (cell->most > 0 && most > cell->most) most = cell->most;
    if (cell->only == NULL) {
        for (; n < most && pattern_alternative_fits(run, cell, at, m); n++) at += l->step;
        return n;
    }
    const struct kinds kinds = pattern_mask_of(run, cell->only)->kinds;
    at += cell->only->layer * run->board.layer;
    for (; n < most && kinds_has(&kinds, *at); n++) at += l->step;
    return n;
}

/* A pattern with runs lies along a line; each takes all cells that fit. */
static inline bool fits_along(const struct pattern_run *run, const struct pattern *p,
                              const struct line *l, struct pattern_match *m)
{
    int32_t number = 0;
    for (int32_t i = 0; i < p->cells; i++) {
        const struct pattern_cell *cell = &p->cell[i];
        const unsigned char *at = l->first + number * l->step;
        bool inside = is_on(l, number);
        m->cell[i] = inside ? at : NULL;
        m->length[i] = 1;
        if (cell->least > 0) {
            m->length[i] = run_length(run, cell, m, l, number);
            number += m->length[i];
            if (m->length[i] >= cell->least) continue;
        } else if (inside ? pattern_cell_fits(run, cell, at, m) : cell->outside) {
            number++;
            continue;
        }
        return misfits_line(run, m, i, number);
    }
    return true;
}

/* The first cell of the pattern begins a run only if the cell before it does not fit. */
static bool fits_runs(const struct pattern_run *run, const struct pattern *p,
                      struct pattern_match *m)
{
    const struct line l = line_of(run, p, m);
    if (p->cell[0].least > 0 && is_on(&l, -1) &&
        pattern_cell_fits(run, &p->cell[0], l.first - l.step, m)) {
        return misfits(run, m, 0, m->at);
    }
    return fits_along(run, p, &l, m);
}

/* A pattern without runs. */
static bool fits_cells(const struct pattern_run *run, const struct pattern *p,
                       struct pattern_match *m)
{
    locate(run, m);
    for (int32_t i = 0; i < p->cells; i++) {
        const struct pattern_cell *cell = &p->cell[i];
        bool fits_here = m->cell[i] != NULL ? pattern_cell_fits(run, cell, m->cell[i], m)
                                            : cell->outside;
        if (!fits_here) return misfits(run, m, i, place_of(m, i));
    }
    return true;
}

/* Begins a match; whoever calls it must fill in the rest, or return NULL. */
static inline struct pattern_match *match_at(const struct pattern_run *run,
                                             const struct pattern *p, struct place at,
                                             enum direction d,
                                             struct pattern_finding *room)
{
    struct pattern_match *m = &room->made;
    m->of = run;
    m->pattern = p;
    m->at = at;
    m->direction = d;
    return m;
}

static SLOW struct pattern_match *fits(const struct pattern_run *run,
                                       const struct pattern *p, struct place at,
                                       enum direction d, struct pattern_finding *room)
{
    struct pattern_match *m = match_at(run, p, at, d, room);
    return (p->runs ? fits_runs(run, p, m) : fits_cells(run, p, m)) ? m : NULL;
}

/* Whether a pattern fits that is prepared for this direction. The anchor is asked last, since it
 * has mostly been asked before. */
static inline bool fits_spots(const struct pattern_run *run, const struct pattern *p,
                              struct place at, enum direction d)
{
    const struct pattern_spot *spot = p->spot[d];
    for (const struct pattern_spot *end = spot + p->spots; spot < end; spot++) {
        if (!pattern_spot_fits(run, spot, at)) return false;
    }
    return pattern_cell_fits(run, &p->cell[p->anchor], pattern_seen_at(run, at), NULL);
}

/* Of a pattern with runs the cell after the anchor, if one look tells whether it fits, which most
 * do not; or NULL. */
static inline const struct pattern_cell *second_cell(const struct pattern_run *run,
                                                     const struct pattern *p)
{
    const struct pattern_cell *anchor = &p->cell[p->anchor];
    if (!p->runs || p->anchor + 1 == p->cells || anchor->least > 0 ||
        run->explains != NULL)
        return NULL;
    return anchor[1].only != NULL ? anchor + 1 : NULL;
}

INLINE bool fits_next(const struct pattern_run *run, const struct pattern_cell *next,
                      struct place at)
{
    if (!pattern_on_board(&run->board, at.row, at.col)) return next->outside;
    return pattern_cell_fits(run, next, pattern_seen_at(run, at), NULL);
}

INLINE struct pattern_match *fits_towards(const struct pattern_run *run,
                                          const struct pattern *p, struct place at,
                                          enum direction d, struct pattern_finding *room)
{
    if (p->spot[d] == NULL || run->explains != NULL) {
        const struct pattern_cell *next = second_cell(run, p);
        const bool may = next == NULL || fits_next(run, next, place_step(at, d));
        return may ? fits(run, p, at, d, room) : NULL;
    }
    return fits_spots(run, p, at, d) ? match_at(run, p, at, d, room) : NULL;
}

struct pattern_match *pattern_fits(const struct pattern_run *run, const struct pattern *p,
                                   struct place at, enum direction d,
                                   struct pattern_finding *room)
{
    return fits_towards(run, p, at, d, room);
}

struct pattern_match *pattern_fits_at(const struct pattern_run *run,
                                      const struct pattern *p, struct place at,
                                      struct pattern_finding *room)
{
    const enum direction *d = &run->direction;
    enum direction heading;
    int32_t n = 1;
    if (!p->given && p->relative == PATTERN_FIXED) {
        d = p->direction;
        n = p->directions;
    } else if (!p->given) {
        int value = pattern_seen_at(run, at)[p->heading_layer * run->board.layer];
        if (p->heading[value] == GRID_DIRECTIONS) {
            if (run->explains != NULL)
                *run->explains = (struct pattern_misfit){p->anchor, at, -1};
            return NULL;
        }
        heading = pattern_turned(p->heading[value], p->relative);
        d = &heading;
    }
    for (; n > 0; n--, d++) {
        struct pattern_match *m = fits_towards(run, p, at, *d, room);
        if (m != NULL) return m;
    }
    return NULL;
}

int32_t pattern_fits_ways(const struct pattern_run *run, const struct pattern *p,
                          struct place at, struct pattern_finding *room,
                          struct pattern_match **out)
{
    int32_t n = 0;
    const uint64_t *toward =
        run->bits == NULL ? NULL : pattern_known_toward(run->bits, p, run->player);
    for (int32_t i = 0; i < p->directions; i++) {
        if (toward != NULL && (toward[i] >> (at.row * run->board.cols + at.col) & 1) == 0)
            continue;
        out[n] = fits_towards(run, p, at, p->direction[i], &room[n]);
        if (out[n] != NULL) n++;
    }
    return n;
}

struct pattern_match *pattern_known(const struct pattern_run *run,
                                    const struct pattern *p, struct place at,
                                    struct pattern_finding *room)
{
    /* For `every` rewrite.c finds the directions. */
    if (!p->every && !pattern_is_sure(p)) return pattern_fits_at(run, p, at, room);
    return match_at(run, p, at, p->given ? run->direction : p->direction[0], room);
}

/* ---- searching ---- */

bool pattern_next(const struct pattern_run *run, const struct pattern_cell *cell,
                  struct place *at)
{
    const struct pattern_deciding by = pattern_decides(run, cell);
    return next(&run->board, &by, at);
}

/* pattern_find for a slide in the direction of the action. */
static struct pattern_match *find_slide(const struct pattern_run *run,
                                        const struct pattern *p, struct place *at,
                                        struct pattern_finding *room)
{
    const struct pattern_board *b = &run->board;
    const struct pattern_cell *first = &p->cell[0], *last = &p->cell[1];
    const struct pattern_deciding by = pattern_decides(run, first);
    assert(by.mask != NULL && last->only != NULL);
    const int kind = by.mask->only;
    const int down = direction_rows[run->direction],
              across = direction_cols[run->direction];
    const ptrdiff_t step = down * b->row + across;
    for (; next(b, &by, at); pattern_step_on(b, at)) {
        const unsigned char *begin = by.cells + at->row * b->row + at->col, *end = begin;
        if (pattern_on_board(b, at->row - down, at->col - across) && begin[-step] == kind)
            continue;
        int32_t n = 0, most = cells_ahead(b->rows, b->cols, *at, down, across) - 1;
        for (; n <= most && *end == kind; n++) end += step;
        const unsigned char *after = end - (by.cells - run->seen);
        if (n < first->least || n > most || !pattern_cell_fits(run, last, after, NULL))
            continue;
        struct pattern_match *m = match_at(run, p, *at, run->direction, room);
        m->cell[0] = begin - (by.cells - run->seen);
        m->cell[1] = after;
        m->length[0] = n;
        m->length[1] = 1;
        return m;
    }
    return NULL;
}

/* Whether two sets of few values are the same. */
static inline bool are_alike(const struct pattern_mask *a, const struct pattern_mask *b)
{
    return a == b ||
           (a->few == b->few && memcmp(a->member, b->member, sizeof a->member) == 0);
}

struct pattern_match *pattern_find(struct pattern_run *run, const struct pattern *p,
                                   struct place *at, struct pattern_finding *room)
{
    struct pattern_match *m;
    if (p->slides && p->given && run->explains == NULL)
        return find_slide(run, p, at, room);
    if (pusher_is(run, p)) {
        if (!pusher_find(run, p, at)) return NULL;
        return match_at(run, p, *at, run->direction, room);
    }
    const struct pattern_deciding by = pattern_decides(run, &p->cell[p->anchor]);
    struct pattern_last *last = &run->last;
    const bool kept = by.mask != NULL && by.mask->few > 0;
    if (!kept || by.cells != last->cells || !are_alike(by.mask, last->mask)) {
        if (!next(&run->board, &by, at)) return NULL;
        if (kept) *last = (struct pattern_last){by.cells, by.mask, false, *at};
    } else {
        *at = last->at;
    }
    if (p->given)
        m = fits_towards(run, p, *at, run->direction, room);
    else
        m = pattern_fits_at(run, p, *at, room);
    if (m != NULL || (kept && last->alone)) return m;
    pattern_step_on(&run->board, at);
    bool more = next(&run->board, &by, at);
    if (kept && !more) last->alone = true;
    for (; more; more = next(&run->board, &by, at)) {
        if ((m = pattern_fits_at(run, p, *at, room)) != NULL) return m;
        pattern_step_on(&run->board, at);
    }
    return NULL;
}
