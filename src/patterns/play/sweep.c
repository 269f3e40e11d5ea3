/*
 * Sweeps: rules that are carried out cell by cell, in an order of cells (sweep_order.h). Bitboards
 * say beforehand at which cells a rule may fit, and only these are visited:
 *
 *     down [ rock | empty ] -> [ | rock ]     on  o . o      visited: (0, 0)
 *                                                 . . #
 *
 * In a sweep in turn a cell that has changed is visited no more, and what changes may let
 * rules fit nearby: there all cells are visited that are still to come. A large board is taken in
 * bands of lines, rows or columns, each with as many beside it as a pattern reaches.
 *
 * On large boards two looks at a cell cost less than the bits of many rules: there tables say which rules
 * may fit (sweep_tables.h), unless a rule counts cells around, which bits do for all cells together.
 */
#include "sweep_tables.h"
#include "visits.h"

/* Whether all layers of a cell are as in the copy. */
static bool is_still(const struct pattern_board *b, const unsigned char *copy,
                     ptrdiff_t cell)
{
    for (int32_t k = 0; k < b->layers; k++) {
        ptrdiff_t at = k * b->layer + cell;
        if (b->first[at] != copy[at]) return false;
    }
    return true;
}

enum { LARGE = 64 }; /* cells of a board */

/* What became of a cell. */
enum visited { NOTHING_FITS, LEFT_OUT, CARRIED_OUT };

static enum visited carry_out_at(struct pattern_run *run, const struct pattern_step *step,
                                 const struct pattern_rule *rule, struct pattern_match *m)
{
    if (!pattern_holds(run, &rule->when)) return NOTHING_FITS;
    if (step->first && pattern_clashes(run, m)) return LEFT_OUT;
    pattern_rewrite(run, m, rule->event);
    pattern_conclude(run, rule);
    return CARRIED_OUT;
}

/* Carries out a rule at a cell, if it fits. */
static enum visited try_at(struct pattern_run *run, const struct pattern_step *step,
                           const struct pattern_rule *rule, struct place at)
{
    struct pattern_finding room;
    struct pattern_match *m = pattern_fits_at(run, rule->pattern, at, &room);
    return m == NULL ? NOTHING_FITS : carry_out_at(run, step, rule, m);
}

/* Carries out the first of the rules, from number k on, that fits at a cell. */
static enum visited visit(struct pattern_run *run, const struct pattern_step *step,
                          int32_t k, struct place at)
{
    const unsigned char *seen = run->seen + at.row * run->board.row + at.col;
    for (; k < step->rules; k++) {
        const struct pattern_rule *rule = &step->rule[k];
        const struct pattern_cell *anchor = &rule->pattern->cell[rule->pattern->anchor];
        if (anchor->only != NULL && !pattern_cell_fits(run, anchor, seen, NULL)) continue;
        const enum visited end = try_at(run, step, rule, at);
        if (end != NOTHING_FITS) return end;
    }
    return NOTHING_FITS;
}

/* ---- visiting ---- */

/* How far the rules look from their anchors; -1: bits do not tell where they fit. */
static int32_t reach_of(const struct pattern_step *step)
{
    int32_t reach = 0, around = 0;
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern *p = step->rule[k].pattern;
        if (!p->by_bits || p->asks_slot || (p->runs && !step->at_once)) return -1;
        if (p->runs) reach = LUA_GAME_SIDE_MAX;
        if (p->rows > reach) reach = p->rows;
        if (p->cols > reach) reach = p->cols;
        if (p->around > around) around = p->around;
    }
    return reach + around;
}

/* Carries out what is noted of a cell. */
static enum visited visit_noted(struct pattern_run *run, const struct pattern_step *step,
                                const struct visits *v, int32_t cell, struct place at)
{
    int32_t k = v->from[cell];
    struct pattern_finding room;
    if (v->sure[cell / 64] >> cell % 64 & 1) {
        const struct pattern_rule *rule = &step->rule[k++];
        const enum visited end =
            carry_out_at(run, step, rule, pattern_known(run, rule->pattern, at, &room));
        if (end != NOTHING_FITS) return end;
    }
    return visit(run, step, k, at);
}

static struct sweep_order order_of(const struct pattern_run *run,
                                   const struct pattern_step *step)
{
    return sweep_order(step->from, run->board.rows, run->board.cols, run->anchor,
                       run->game != NULL && run->game->hexagons);
}

/* Whether a cell is still as it was when the sweep began, or need not be. */
static bool is_open(const struct pattern_run *run, const struct pattern_step *step,
                    const unsigned char *copy, struct place at)
{
    return step->at_once || is_still(&run->board, copy, at.row * run->board.row + at.col);
}

/* Visits the cells that are noted in the band. */
static int32_t visit_band(struct pattern_run *run, const struct pattern_step *step,
                          const unsigned char *copy, struct visits *v)
{
    const int32_t length = v->order.length, base = v->begin * length;
    struct sweep_order order = v->order;
    int32_t done = 0, begin, end;
    order.first = v->first;
    order.end = v->first + v->lines;
    while (!run->over && sweep_next(&order, &begin, &end)) {
        end -= base;
        for (int32_t cell = next_visit(v, begin - base, end); cell < end && !run->over;
             cell = next_visit(v, cell + 1, end)) {
            const int32_t line = v->begin + cell / length;
            const struct place at = sweep_place(&order, line, cell % length);
            if (!is_open(run, step, copy, at)) continue;
            if (visit_noted(run, step, v, cell, at) != CARRIED_OUT) continue;
            done++;
            if (!step->at_once) pattern_touch(step, v, line, cell % length);
        }
    }
    return done;
}

/* Lets a window look at `n` lines from v->begin on. Columns are copied to `cells`. */
static void look_at_lines(const struct pattern_run *run, struct pattern_run *window,
                          const struct visits *v, int32_t n, unsigned char *cells)
{
    struct pattern_board *b = &window->board;
    if (!v->order.across) {
        b->rows = n;
        window->seen += v->begin * b->row;
        return;
    }
    b->cols = n;
    b->row = n;
    b->layer = (ptrdiff_t)b->rows * n;
    for (int32_t k = 0; k < b->layers; k++) {
        const unsigned char *from = run->seen + k * run->board.layer + v->begin;
        for (int32_t row = 0; row < b->rows; row++, from += run->board.row)
            memcpy(cells + k * b->layer + (ptrdiff_t)row * n, from, (size_t)n);
    }
    window->seen = cells;
}

/* Visits the board in bands of `most` lines, with as many beside them as patterns reach. */
static int32_t visit_bands(struct pattern_run *run, const struct pattern_step *step,
                           const unsigned char *copy, int32_t reach, int32_t most,
                           const struct sweep_order *order)
{
    const int32_t lines = order->lines;
    struct visits v;
    v.order = *order;
    v.far = -1;
    struct pattern_bitboards bits;
    unsigned char cells[LUA_GAME_LAYERS_MAX * BITBOARD_CELLS];
    int32_t done = 0;
    for (int32_t past = 0; past < lines && !run->over; past += v.lines) {
        struct pattern_run window = *run;
        v.lines = lines - past < most ? lines - past : most;
        v.first = v.order.backward ? lines - past - v.lines : past;
        v.begin = v.first < reach ? 0 : v.first - reach;
        const int32_t end = v.first + v.lines + reach;
        look_at_lines(run, &window, &v, (end < lines ? end : lines) - v.begin, cells);
        window.last.cells = NULL;
        window.bits = &bits;
        pattern_make_bits(&window);
        if (pattern_find_visits(run, &window, step, &v))
            done += visit_band(run, step, copy, &v);
    }
    return done;
}

/* Carries out the first of these rules that fits at a cell. */
static enum visited visit_rules(struct pattern_run *run, const struct pattern_step *step,
                                uint64_t rules, struct place at)
{
    for (; rules != 0; rules &= rules - 1) {
        const enum visited end =
            try_at(run, step, &step->rule[__builtin_ctzll(rules)], at);
        if (end != NOTHING_FITS) return end;
    }
    return NOTHING_FITS;
}

/* The next cell of a line, from this one on, at which a rule may begin; or `end`. */
static int32_t next_beginning(const struct sweep_tables *t,
                              const struct sweep_order *order, int32_t line, int32_t i,
                              int32_t end)
{
    const struct place at = sweep_place(order, line, i);
    const unsigned char *cell = t->cells + at.row * t->step + at.col;
    const ptrdiff_t step = order->across ? t->step : 1;
    for (; i < end && t->may[*cell] == 0; i++) cell += step;
    return i;
}

/* Visits every cell of a part of a line. */
static int32_t visit_line(struct pattern_run *run, const struct pattern_step *step,
                          const struct sweep_order *order, const unsigned char *copy,
                          int32_t line, int32_t i, int32_t end)
{
    int32_t done = 0;
    for (; i < end && !run->over; i++) {
        const struct place at = sweep_place(order, line, i);
        if (is_open(run, step, copy, at)) done += visit(run, step, 0, at) == CARRIED_OUT;
    }
    return done;
}

/* Visits those cells of a part of a line at which something may fit, as tables say. */
static int32_t visit_listed(struct pattern_run *run, const struct pattern_step *step,
                            const struct sweep_order *order, const unsigned char *copy,
                            const struct sweep_tables *t, int32_t line, int32_t i,
                            int32_t end)
{
    int32_t done = 0;
    for (; i < end && !run->over; i++) {
        i = next_beginning(t, order, line, i, end);
        if (i == end) break;
        const struct place at = sweep_place(order, line, i);
        const uint64_t rules = pattern_table_rules(run, t, at);
        if (rules != 0 && is_open(run, step, copy, at))
            done += visit_rules(run, step, rules, at) == CARRIED_OUT;
    }
    return done;
}

/* Visits every cell, but for those that the tables, if there are any, say nothing fits at. */
static int32_t visit_all(struct pattern_run *run, const struct pattern_step *step,
                         const unsigned char *copy, const struct sweep_tables *t)
{
    struct sweep_order order = order_of(run, step);
    int32_t done = 0, cell, end;
    while (!run->over && sweep_next(&order, &cell, &end)) {
        while (cell < end && !run->over) {
            const int32_t line = cell / order.length, i = cell % order.length,
                          n = end - cell < order.length - i ? end - cell
                                                            : order.length - i;
            done += t == NULL ? visit_line(run, step, &order, copy, line, i, i + n)
                              : visit_listed(run, step, &order, copy, t, line, i, i + n);
            cell += n;
        }
    }
    return done;
}

static int32_t visit_by_bits(struct pattern_run *run, const struct pattern_step *step,
                             const unsigned char *copy, int32_t reach)
{
    const struct sweep_order order = order_of(run, step);
    if (pattern_has_bits(run)) {
        struct visits v;
        v.order = order;
        v.far = -1;
        v.first = v.begin = 0;
        v.lines = order.lines;
        return pattern_find_visits(run, run, step, &v) ? visit_band(run, step, copy, &v)
                                                       : 0;
    }
    const int32_t most = BITBOARD_CELLS / order.length - 2 * reach;
    return most < 1 || order.around ? visit_all(run, step, copy, NULL)
                                    : visit_bands(run, step, copy, reach, most, &order);
}

/* Whether tables pay: the rules are asked in several ways at a cell. */
static bool asks_much(const struct pattern_step *step)
{
    int32_t ways = 0;
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern *p = step->rule[k].pattern;
        ways += p->relative == PATTERN_FIXED ? p->directions : 1;
    }
    return ways > 2;
}

static bool counts_around(const struct pattern_step *step)
{
    bool counts = false;
    for (int32_t k = 0; k < step->rules; k++)
        counts = counts || step->rule[k].pattern->around > 0;
    return counts;
}

static int32_t visit_some(struct pattern_run *run, const struct pattern_step *step,
                          const unsigned char *copy)
{
    const int32_t reach = reach_of(step);
    const bool bits = run->bits != NULL && reach >= 0;
    struct sweep_tables tables;
    const bool listed = run->board.rows * run->board.cols >= LARGE &&
                        (!bits || (asks_much(step) && !counts_around(step)));
    if (listed && pattern_make_tables(run, step, &tables))
        return visit_all(run, step, copy, &tables);
    return bits ? visit_by_bits(run, step, copy, reach)
                : visit_all(run, step, copy, NULL);
}

int32_t pattern_sweep(struct pattern_run *run, const struct pattern_step *step,
                      unsigned char *copy)
{
    const unsigned char *seen = run->seen;
    const size_t size = (size_t)run->board.layers * (size_t)run->board.layer;
    memcpy(copy, run->board.first, size);
    if (step->at_once) {
        run->seen = copy;
        run->last.cells = NULL; /* it is another copy than that of the sweep before */
    }
    const int32_t done = visit_some(run, step, copy);
    if (step->at_once) {
        if (done > 0) pattern_forget(run);
        run->seen = seen;
        run->last.cells = NULL;
    }
    memset(copy, 0, size);
    return done;
}
