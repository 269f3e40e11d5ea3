/*
 * Sweeps: rules that are carried out cell by cell, in an order of cells (sweep_order.h). Bitboards
 * say beforehand at which cells a rule may fit, and only these are visited:
 *
 *     down [ rock | empty ] -> [ | rock ]     on  o . o      visited: (0, 0)
 *                                                 . . #
 *
 * In a sweep in turn a cell that has changed is visited no more, and what changes may let
 * rules fit nearby: there all cells are visited that are still to come. A large board is taken in
 * bands of rows, each with as many beside it as a pattern reaches.
 */
#include <assert.h>

#include "play.h"
#include "sweep_order.h"

/* The cells of a band of rows that are to be visited. Bits and cells count from its top. */
struct visits {
    int32_t top, rows; /* of the band; the bits also have rows beside it */
    int32_t begin;     /* the first row of the bits */
    int32_t far;       /* so far from an anchor what is carried out there matters */
    /* `sure`: the rule `from` is known to fit; else it is the first that may. */
    uint64_t may[BITBOARD_WORDS], sure[BITBOARD_WORDS];
    uint8_t from[BITBOARD_CELLS];
};

enum { FROM_MAX = UINT8_MAX };

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

/* Carries out the first of the rules, from number k on, that fits at a cell. */
static enum visited visit(struct pattern_run *run, const struct pattern_step *step,
                          int32_t k, struct place at)
{
    enum visited end;
    struct pattern_finding room;
    const unsigned char *seen = run->seen + at.row * run->board.row + at.col;
    for (; k < step->rules; k++) {
        const struct pattern_rule *rule = &step->rule[k];
        const struct pattern_cell *anchor = &rule->pattern->cell[rule->pattern->anchor];
        if (anchor->only != NULL && !pattern_cell_fits(run, anchor, seen, NULL)) continue;
        struct pattern_match *m = pattern_fits_at(run, rule->pattern, at, &room);
        if (m == NULL) continue;
        end = carry_out_at(run, step, rule, m);
        if (end != NOTHING_FITS) return end;
    }
    return NOTHING_FITS;
}

/* ---- what is visited ---- */

/* How far the rules look from their anchors; -1: bits do not tell where they fit. *around: how much
 * of that their cells look around themselves. */
static int32_t reach_of(const struct pattern_step *step, int32_t *around)
{
    int32_t reach = 0;
    *around = 0;
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern *p = step->rule[k].pattern;
        if (!p->by_bits || p->asks_slot || (p->runs && !step->at_once)) return -1;
        if (p->runs) reach = LUA_GAME_SIDE_MAX;
        if (p->rows > reach) reach = p->rows;
        if (p->cols > reach) reach = p->cols;
        if (p->around > *around) *around = p->around;
    }
    return reach + *around;
}

/* Notes the cells where rule k fits, or may. */
static void add_rule(struct pattern_run *window, const struct pattern *p, int32_t k,
                     struct visits *v)
{
    const int32_t words = window->bits->words;
    uint64_t room[BITBOARD_WORDS];
    const uint64_t *at = room;
    const bool alone = p->cells == 1 && !p->runs && p->relative == PATTERN_FIXED;
    bool exact = words == 1 || p->near || alone;
    if (alone || !exact) at = pattern_cell_bits(window, &p->cell[p->anchor], room);
    if (!exact) { /* a few are asked more cheaply when they are visited */
        int32_t few = 2;
        for (int32_t w = 0; w < words && few >= 0; w++)
            if (at[w] != 0) few -= bits_count(at[w]);
        exact = few < 0;
    }
    if (exact && !alone) {
        pattern_bits_made(window, p, room);
        at = room;
    }
    const bool sure = exact && k < FROM_MAX && pattern_is_sure(p);
    for (int32_t w = 0; w < words; w++) {
        const uint64_t fresh = at[w] & ~v->may[w];
        if (fresh == 0) continue;
        v->may[w] |= fresh;
        if (sure) v->sure[w] |= fresh;
        for (uint64_t rest = fresh; rest != 0; rest &= rest - 1)
            v->from[64 * w + __builtin_ctzll(rest)] =
                (uint8_t)(k < FROM_MAX ? k : FROM_MAX);
    }
}

/* Notes all cells that are to be visited in the band. `window` looks at the rows of the bits. */
static void find_visits(struct pattern_run *run, struct pattern_run *window,
                        const struct pattern_step *step, struct visits *v)
{
    memset(v->may, 0, sizeof v->may);
    memset(v->sure, 0, sizeof v->sure);
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern_rule *rule = &step->rule[k];
        if (rule->settled && !pattern_holds(run, &rule->when)) continue;
        add_rule(window, rule->pattern, k, v);
    }
}

/* The next cell of the bits to visit, from this one on; or `end`. */
static int32_t next_visit(const struct visits *v, int32_t cell, int32_t end)
{
    while (cell < end) {
        assert(cell < BITBOARD_CELLS);
        const uint64_t rest = v->may[cell / 64] >> cell % 64;
        if (rest != 0) {
            cell += __builtin_ctzll(rest);
            return cell < end ? cell : end;
        }
        cell = (cell / 64 + 1) * 64;
    }
    return end;
}

/* Rules may fit now at any cell whose pattern reaches what one changed that is carried out here. */
static void touch(const struct pattern_board *b, struct visits *v, struct place at)
{
    const int32_t far = v->far, bottom = v->top + v->rows - 1,
                  left = at.col - far < 0 ? 0 : at.col - far,
                  right = at.col + far >= b->cols ? b->cols - 1 : at.col + far;
    for (int32_t row = at.row - far < v->top ? v->top : at.row - far;
         row <= at.row + far && row <= bottom; row++) {
        for (int32_t col = left; col <= right; col++) {
            const int32_t cell = (row - v->begin) * b->cols + col;
            v->may[cell / 64] |= UINT64_C(1) << cell % 64;
            v->sure[cell / 64] &= ~(UINT64_C(1) << cell % 64);
            v->from[cell] = 0;
        }
    }
}

/* ---- visiting ---- */

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

static int32_t visit_band(struct pattern_run *run, const struct pattern_step *step,
                          const unsigned char *copy, struct visits *v)
{
    const struct pattern_board *b = &run->board;
    const int32_t end = (v->top - v->begin + v->rows) * b->cols;
    int32_t done = 0;
    for (int32_t cell = next_visit(v, (v->top - v->begin) * b->cols, end);
         cell < end && !run->over; cell = next_visit(v, cell + 1, end)) {
        const struct place at = {v->begin + cell / b->cols, cell % b->cols};
        if (!step->at_once && !is_still(b, copy, at.row * b->row + at.col)) continue;
        if (visit_noted(run, step, v, cell, at) != CARRIED_OUT) continue;
        done++;
        if (!step->at_once) touch(b, v, at);
    }
    return done;
}

/* Visits the board in bands of `most` rows, with as many beside them as patterns reach. */
static int32_t visit_bands(struct pattern_run *run, const struct pattern_step *step,
                           const unsigned char *copy, int32_t reach, int32_t far,
                           int32_t most)
{
    const struct pattern_board *b = &run->board;
    struct pattern_bitboards bits;
    struct visits v;
    int32_t done = 0;
    v.far = far;
    for (v.top = 0; v.top < b->rows && !run->over; v.top += v.rows) {
        const int32_t above = v.top < reach ? v.top : reach;
        struct pattern_run window = *run;
        v.rows = b->rows - v.top < most ? b->rows - v.top : most;
        v.begin = v.top - above;
        window.board.rows = above + v.rows + reach;
        if (window.board.rows > b->rows - v.begin) window.board.rows = b->rows - v.begin;
        window.seen += v.begin * b->row;
        window.last.cells = NULL;
        window.bits = &bits;
        pattern_make_bits(&window);
        find_visits(run, &window, step, &v);
        done += visit_band(run, step, copy, &v);
    }
    return done;
}

/* Visits every cell. */
static int32_t visit_all(struct pattern_run *run, const struct pattern_step *step,
                         const unsigned char *copy)
{
    const struct pattern_board *b = &run->board;
    ptrdiff_t i = 0;
    int32_t done = 0;
    for (struct place at = {0, 0}; at.row < b->rows && !run->over; at.row++) {
        for (at.col = 0; at.col < b->cols && !run->over; at.col++, i++) {
            if (!step->at_once && !is_still(b, copy, i)) continue;
            done += visit(run, step, 0, at) == CARRIED_OUT;
        }
    }
    return done;
}

/* Visits the cells in the order of the step, if that is not reading order: all of them, or those
 * that are noted. */
static int32_t visit_in_order(struct pattern_run *run, const struct pattern_step *step,
                              const unsigned char *copy, struct visits *v)
{
    const struct pattern_board *b = &run->board;
    struct sweep_order order;
    struct place at;
    int32_t done = 0;
    sweep_begin(&order, step->from, b->rows, b->cols, run->anchor);
    while (!run->over && sweep_next(&order, &at)) {
        const int32_t cell = at.row * b->cols + at.col;
        if (v != NULL && (v->may[cell / 64] >> cell % 64 & 1) == 0) continue;
        if (!step->at_once && !is_still(b, copy, cell)) continue;
        const enum visited end =
            v == NULL ? visit(run, step, 0, at) : visit_noted(run, step, v, cell, at);
        if (end != CARRIED_OUT) continue;
        done++;
        if (v != NULL && !step->at_once) touch(b, v, at);
    }
    return done;
}

static int32_t visit_some(struct pattern_run *run, const struct pattern_step *step,
                          const unsigned char *copy)
{
    const struct pattern_board *b = &run->board;
    int32_t around;
    const int32_t reach = reach_of(step, &around),
                  most = BITBOARD_CELLS / b->cols - 2 * reach,
                  far = 2 * (reach - around - 1) + around;
    const bool down = sweep_goes_down(step->from, run->anchor);
    if (!down && (run->bits == NULL || reach < 0))
        return visit_in_order(run, step, copy, NULL);
    if (run->bits == NULL || reach < 0) return visit_all(run, step, copy);
    if (pattern_has_bits(run)) {
        struct visits v;
        v.top = v.begin = 0;
        v.rows = b->rows;
        v.far = far;
        if (!down) memset(v.from, 0, sizeof v.from); /* so that it is known to be set */
        find_visits(run, run, step, &v);
        return down ? visit_band(run, step, copy, &v)
                    : visit_in_order(run, step, copy, &v);
    }
    if (!down) return visit_in_order(run, step, copy, NULL);
    return most < 1 ? visit_all(run, step, copy)
                    : visit_bands(run, step, copy, reach, far, most);
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
