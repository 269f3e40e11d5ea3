/*
 * Carrying out a pattern where it fits: the changes of its cells.
 */
#include <assert.h>

#include "align_runs.h"

int64_t pattern_draw(struct pattern_run *run, int64_t n)
{
    assert(run->game != NULL);
    if (n <= 1) return 1;
    int64_t die = lua_game_chance(run->game, run->state, n);
    return die > n ? n : die;
}

static inline void put(struct pattern_run *run, unsigned char *cell, uint8_t layer,
                       int value)
{
    unsigned char *at = cell + layer * run->board.layer;
    /* In a sweep at once only changes of what was there count. */
    if (run->seen[cell - run->board.first + layer * run->board.layer] == value) return;
    *at = (unsigned char)value;
}

/* The choice whose share the number drawn falls in; else the last one. */
static const struct pattern_choice *
choose_share(const struct pattern_run *run, const struct pattern_write *w, int64_t drawn)
{
    int32_t i = 0;
    for (; i + 1 < w->choices; i++) {
        int64_t share = w->choice[i].upto;
        if (w->choice[i].field > 0) {
            const int64_t percent = *pattern_field(run, w->choice[i].field - 1);
            share = percent < 0     ? 0
                    : percent > 100 ? w->total
                                    : percent * (w->total / 100);
        }
        drawn -= share;
        if (drawn <= 0) break;
    }
    return &w->choice[i];
}

static void choose(struct pattern_run *run, unsigned char *cell,
                   const struct pattern_write *w)
{
    int64_t drawn = pattern_draw(run, w->total);
    const struct pattern_choice *choice = w->choice;
    if (w->shares)
        choice = choose_share(run, w, drawn);
    else
        while (choice->upto < drawn) choice++;
    put(run, cell, choice->layer, choice->value);
    run->chosen |= 1u << choice->layer;
}

/* A write that is more than a value. */
static __attribute__((noinline)) void write_more(struct pattern_run *run,
                                                 const unsigned char *found,
                                                 const struct pattern_write *w,
                                                 unsigned char *cell)
{
    const unsigned char *looks = run->seen + (cell - run->board.first);
    const int now = looks[w->layer * run->board.layer];
    switch (w->what) {
    case PATTERN_CHOOSE: choose(run, cell, w); break;
    case PATTERN_UNCHOSEN:
        if ((run->chosen >> w->layer & 1) == 0) put(run, cell, w->layer, w->value[0]);
        break;
    default: put(run, cell, w->layer, pattern_written(run, found, w, now)); break;
    }
}

void pattern_fail(struct pattern_run *run, struct pattern_fault fault)
{
    if (run->fault.of == PATTERN_FINE) run->fault = fault;
    run->over = true;
}

void pattern_break(struct pattern_run *run, const char *text)
{
    pattern_fail(run,
                 (struct pattern_fault){PATTERN_OFF_BOARD, text == NULL ? "" : text, 0});
}

bool pattern_is_broken(const struct pattern_run *run)
{
    const enum pattern_fault_of of = run->fault.of;
    if (of == PATTERN_FINE) return false;
    if (of != PATTERN_STOPPED)
        run->game->broke(run->game, run->fault.text, run->fault.rounds);
    return true;
}

__attribute__((always_inline)) static inline void
change_cell(struct pattern_run *run, const struct pattern_match *m,
            const struct pattern_writes *w, unsigned char *cell)
{
    if (!pattern_is_cell(&run->board, cell)) {
        pattern_break(run, m->pattern->text);
        return;
    }
    run->chosen = 0;
    for (int32_t k = 0; k < w->count; k++) {
        const struct pattern_write *write = &w->write[k];
        if (write->what == PATTERN_PUT)
            put(run, cell, write->layer, write->value[0]);
        else if (write->what == PATTERN_PLAYER)
            put(run, cell, write->layer, write->value[run->player - 1]);
        else
            write_more(run, m->found, write, cell);
    }
}

/* ---- all cells ---- */

/* The sides have their runs at the same cells, and each cell becomes the one over it. */
static void write_aligned(struct pattern_run *run, const struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    const struct pattern_writes *w = p->writes;
    const ptrdiff_t step =
        direction_rows[m->direction] * run->board.row + direction_cols[m->direction];
    for (int32_t i = 0; i < p->cells; i++, w += p->cells + 1) {
        if (w->count == 0 || m->cell[i] == NULL) continue;
        unsigned char *at = run->board.first + (m->cell[i] - run->seen);
        for (int32_t k = 0; k < m->length[i]; k++, at += step) change_cell(run, m, w, at);
    }
}

static void write_runs(struct pattern_run *run, const struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    struct laying laying;
    struct laid x;
    const ptrdiff_t step =
        direction_rows[m->direction] * run->board.row + direction_cols[m->direction];
    lay_first(&laying, m);
    while (lay_next(&laying, &x)) {
        const struct pattern_writes *w = &p->writes[x.left * p->cells + x.right];
        const unsigned char *cell = m->cell[x.left];
        if (w->count == 0 || cell == NULL) continue;
        unsigned char *at =
            run->board.first + (cell - run->seen) + (x.first - x.begin) * step;
        for (int32_t k = 0; k < x.length; k++, at += step) change_cell(run, m, w, at);
    }
}

/* `step`: from one cell's writes to the next one's. */
static void write_cells(struct pattern_run *run, const struct pattern_match *m,
                        int32_t step)
{
    const struct pattern *p = m->pattern;
    const struct pattern_writes *w = p->writes;
    for (int32_t i = 0; i < p->cells; i++, w += step) {
        if (w->count == 0 || m->cell[i] == NULL) continue;
        change_cell(run, m, w, run->board.first + (m->cell[i] - run->seen));
    }
}

/* The same without noting where the cells lie. */
static void write_plain(struct pattern_run *run, const struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    const struct pattern_writes *w = p->writes, *end = w + p->cells;
    const ptrdiff_t step =
        direction_rows[m->direction] * run->board.row + direction_cols[m->direction];
    unsigned char *at = run->board.first + m->at.row * run->board.row + m->at.col;
    for (at -= p->anchor * step; w < end; w++, at += step)
        if (w->count > 0) change_cell(run, m, w, at);
}

/* The only piece of its kind may have moved within the pattern, whose anchor it was: then it is still
 * known where it is. */
static bool follow(const struct pattern_run *run, const struct pattern_match *m,
                   struct pattern_last *last)
{
    const struct pattern *p = m->pattern;
    if (last->at.row != m->at.row || last->at.col != m->at.col || !p->inside)
        return false;
    const int32_t down = direction_rows[m->direction],
                  across = direction_cols[m->direction];
    const ptrdiff_t step = down * run->board.row + across;
    const unsigned char *cell = last->cells + m->at.row * run->board.row + m->at.col;
    int32_t found = 0, steps = 0;
    cell -= p->anchor * step;
    for (int32_t i = 0; i < p->cells; i++, cell += step) {
        if (!kinds_has(&last->mask->kinds, *cell)) continue;
        found++;
        steps = i - p->anchor;
    }
    last->at.row += steps * down;
    last->at.col += steps * across;
    return found == 1;
}

void pattern_write(struct pattern_run *run, const struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    pattern_forget(run);
    if (p->slides)
        write_cells(run, m, p->cells + 1);
    else if (!p->runs)
        write_cells(run, m, 1);
    else if (p->aligned)
        write_aligned(run, m);
    else
        write_runs(run, m);
}

/* Notes where the cells are that are to be changed, and what the right side refers to. */
void pattern_make_ready(const struct pattern_run *run, struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    if (!p->runs) pattern_locate(run, m);
    for (int32_t i = 0; i < p->founds; i++)
        m->found[i] = m->cell[p->found[i].cell][p->found[i].layer * run->board.layer];
}

static inline void carry_out(struct pattern_run *run, struct pattern_match *m,
                             const char *event)
{
    if (wants_events(run->report))
        pattern_rewrite_told(run, m, event);
    else
        pattern_write(run, m);
}

/* The directions that fit are all found before the first one changes a cell. */
static __attribute__((noinline)) void rewrite_every(struct pattern_run *run,
                                                    const struct pattern *p,
                                                    struct place at, const char *event)
{
    struct pattern_finding room[GRID_DIRECTIONS];
    struct pattern_match *all[GRID_DIRECTIONS];
    const int32_t n = pattern_fits_ways(run, p, at, room, all);
    for (int32_t i = 0; i < n; i++) pattern_make_ready(run, all[i]);
    for (int32_t i = 0; i < n; i++) carry_out(run, all[i], event);
}

int pattern_struck(const struct pattern_run *run, struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    if (!p->runs) pattern_locate(run, m);
    const unsigned char *cell = m->cell[p->struck];
    return cell == NULL ? 0 : run->rules->owner[cell[p->struck_layer * run->board.layer]];
}

/* The same as a bit. */
static uint64_t struck_by(const struct pattern_run *run, struct pattern_match *m)
{
    const int owner = pattern_struck(run, m);
    return owner == 0 ? 0 : UINT64_C(1) << (owner - 1);
}

/* Notes whose pieces the pattern has found: after the cells have changed nobody knows. */
static void note_struck(struct pattern_run *run, struct pattern_match *m)
{
    struct pattern_finding room[GRID_DIRECTIONS];
    struct pattern_match *all[GRID_DIRECTIONS];
    const struct pattern *p = m->pattern;
    run->struck = 0;
    if (!p->every) {
        run->struck = struck_by(run, m);
        return;
    }
    const int32_t n = pattern_fits_ways(run, p, m->at, room, all);
    for (int32_t i = 0; i < n; i++) run->struck |= struck_by(run, all[i]);
}

void pattern_rewrite(struct pattern_run *run, struct pattern_match *m, const char *event)
{
    if (m == NULL || m->of != run) {
        pattern_break(run, m == NULL ? NULL : m->pattern->text);
        return;
    }
    const struct pattern *p = m->pattern;
    if (p->strikes) note_struck(run, m);
    if (!p->rewrites) return;
    if (p->every) {
        rewrite_every(run, p, m->at, event);
        return;
    }
    if (p->plain && !wants_events(run->report)) {
        const unsigned char *cells = run->last.cells;
        const bool follows =
            cells != NULL && run->last.alone && run->seen == run->board.first;
        pattern_forget(run);
        write_plain(run, m);
        if (!follows) return;
        run->last.cells = cells;
        if (!follow(run, m, &run->last)) run->last.cells = NULL;
        return;
    }
    pattern_make_ready(run, m);
    carry_out(run, m, event);
}
