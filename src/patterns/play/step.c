/*
 * Carrying out one rule, also at a random place or as a squash, and the sweeps after an action.
 */
#include "play.h"

/* ---- what a rule does beside its cells ---- */

static void add(struct pattern_run *run, int32_t field, int64_t number)
{
    const struct lua_game_field *f = &run->game->field[field];
    int64_t *value = lua_game_field(run->state, f);
    *value = pattern_sum(f, *value, number);
}

void pattern_conclude_more(struct pattern_run *run, const struct pattern_rule *rule)
{
    if (run->bits != NULL) run->bits->places.form = NULL;
    for (int32_t i = 0; i < rule->adds; i++) {
        add(run, rule->add[i].field, rule->add[i].number);
    }
    if (rule->over == 0 ||
        run->game->game.outcome(&run->game->game, run->state) != NULL) {
        return;
    }
    lua_game_end(run->game, run->state, rule->over);
    run->over = true;
}

static bool carry_out_at(struct pattern_run *run, const struct pattern_rule *rule,
                         struct pattern_match *m)
{
    if (!pattern_holds(run, &rule->when)) return false;
    pattern_rewrite(run, m, rule->event);
    pattern_conclude(run, rule);
    return true;
}

/* ---- sweeps ---- */

static size_t cells_size(const struct pattern_board *b)
{
    return (size_t)b->layers * (size_t)b->layer;
}

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

/* Carries out the first of the rules that fits at a cell. */
static bool visit(struct pattern_run *run, const struct pattern_step *step,
                  struct place at)
{
    struct pattern_finding room;
    const unsigned char *seen = run->seen + at.row * run->board.row + at.col;
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern_rule *rule = &step->rule[k];
        const struct pattern_cell *anchor = &rule->pattern->cell[rule->pattern->anchor];
        if (anchor->only != NULL && !pattern_cell_fits(run, anchor, seen, NULL)) continue;
        struct pattern_match *m = pattern_fits_at(run, rule->pattern, at, &room);
        if (m != NULL && carry_out_at(run, rule, m)) return true;
    }
    return false;
}

/* The same for the rules whose bits are set: only their anchors fit. */
static bool visit_some(struct pattern_run *run, const struct pattern_step *step,
                       uint64_t rules, struct place at)
{
    struct pattern_finding room;
    for (; rules != 0; rules &= rules - 1) {
        const struct pattern_rule *rule = &step->rule[__builtin_ctzll(rules)];
        const struct pattern_spot *first = rule->pattern->first;
        if (first != NULL && !pattern_spot_fits(run, first, at)) continue;
        struct pattern_match *m = pattern_fits_at(run, rule->pattern, at, &room);
        if (m != NULL && carry_out_at(run, rule, m)) return true;
    }
    return false;
}

/* A sweep whose rules begin at cells of known values. */
static int32_t sweep_some(struct pattern_run *run, const struct pattern_step *step,
                          const unsigned char *copy)
{
    const struct pattern_board *b = &run->board;
    const uint64_t *may = step->may, *near = step->near;
    const unsigned char *by = copy + step->layer * b->layer,
                        *seen = run->seen + step->layer * b->layer;
    ptrdiff_t beside = step->near_row * b->row + step->near_col, i = 0;
    int32_t done = 0;
    for (struct place at = {0, 0}; at.row < b->rows && !run->over; at.row++) {
        for (at.col = 0; at.col < b->cols; at.col++, i++) {
            uint64_t rules = may[by[i]];
            if (rules == 0) continue;
            if (near != NULL) {
                bool inside =
                    pattern_on_board(b, at.row + step->near_row, at.col + step->near_col);
                rules &= inside ? near[seen[i + beside]] : step->outside;
                if (rules == 0) continue;
            }
            if (!step->at_once && !is_still(b, copy, i)) continue;
            done += visit_some(run, step, rules, at);
            if (run->over) break;
        }
    }
    return done;
}

static int32_t sweep_any(struct pattern_run *run, const struct pattern_step *step,
                         const unsigned char *copy)
{
    const struct pattern_board *b = &run->board;
    ptrdiff_t i = 0;
    int32_t done = 0;
    for (struct place at = {0, 0}; at.row < b->rows && !run->over; at.row++) {
        for (at.col = 0; at.col < b->cols && !run->over; at.col++, i++) {
            if (!step->at_once && !is_still(b, copy, i)) continue;
            done += visit(run, step, at);
        }
    }
    return done;
}

int32_t pattern_sweep(struct pattern_run *run, const struct pattern_step *step,
                      unsigned char *copy)
{
    const unsigned char *seen = run->seen;
    size_t size = cells_size(&run->board);
    memcpy(copy, run->board.first, size);
    if (step->at_once) {
        run->seen = copy;
        run->last.cells = NULL; /* it is another copy than that of the sweep before */
    }
    int32_t done =
        step->may != NULL ? sweep_some(run, step, copy) : sweep_any(run, step, copy);
    if (step->at_once && done > 0) pattern_forget(run);
    run->seen = seen;
    memset(copy, 0, size);
    return done;
}

/* ---- random places ---- */

/* Walks over the places where the pattern fits, up to number `wanted`, from 1, which it returns.
 * NULL: there are fewer, *count of them. */
static struct pattern_match *walk_places(const struct pattern_run *run,
                                         const struct pattern *p, int64_t wanted,
                                         int64_t *count, struct pattern_finding *room)
{
    const struct pattern_board *b = &run->board;
    const struct pattern_cell *anchor = &p->cell[p->anchor];
    int64_t seen = 0;
    bool fixed = p->relative == PATTERN_FIXED && !p->given;
    /* Then the pattern fits wherever pattern_next stops: one cell of the board, one test. */
    bool alone = p->cells == 1 && !p->runs && anchor->only != NULL &&
                 anchor->only == anchor->deciding && fixed && p->directions == 1;
    for (struct place at = {0, 0}; pattern_next(run, anchor, &at);
         pattern_step_on(b, &at)) {
        if (alone && seen + 1 != wanted) {
            seen++;
            continue;
        }
        for (int32_t i = 0; i < (fixed ? p->directions : 1); i++) {
            struct pattern_match *m =
                fixed ? pattern_fits(run, p, at, p->direction[i], room)
                      : pattern_fits_at(run, p, at, room);
            if (m != NULL && ++seen == wanted) return m;
        }
    }
    *count = seen;
    return NULL;
}

static bool at_random(struct pattern_run *run, const struct pattern_rule *rule)
{
    struct pattern_finding room;
    int64_t places;
    walk_places(run, rule->pattern, 0, &places, &room);
    if (places == 0 || !pattern_holds(run, &rule->when)) return false;
    const int64_t wanted = pattern_draw(run, places);
    struct pattern_match *m = walk_places(run, rule->pattern, wanted, &places, &room);
    if (m == NULL) { /* the second walk must find what the first one has counted */
        pattern_break(run, rule->pattern->text);
        return false;
    }
    pattern_rewrite(run, m, rule->event);
    pattern_conclude(run, rule);
    return true;
}

/* ---- squashing ---- */

static bool squash(struct pattern_run *run, const struct pattern_rule *rule)
{
    const struct pattern_squash *q = rule->squash;
    struct grid g = pattern_layer(run, q->layer);
    int64_t worth = 0;
    if (!pattern_holds(run, &rule->when)) return false;
    if (grid_squash(&g, run->direction, &q->joins, q->blank, &worth) == 0) return false;
    pattern_forget(run);
    if (q->field >= 0) add(run, q->field, worth);
    pattern_conclude(run, rule);
    return true;
}

/* ---- rules and steps ---- */

bool pattern_carry_out(struct pattern_run *run, const struct pattern_rule *rule,
                       unsigned char *room)
{
    struct pattern_finding found;
    struct place at = {0, 0};
    if (rule->squash != NULL) return squash(run, rule);
    switch (rule->pattern->pick) {
    case PATTERN_EACH: {
        const struct pattern_step step = {.rule = rule, .rules = 1};
        return pattern_sweep(run, &step, room) > 0;
    }
    case PATTERN_RANDOM: return at_random(run, rule);
    default: break;
    }
    struct pattern_match *m = pattern_find(run, rule->pattern, &at, &found);
    return m != NULL && carry_out_at(run, rule, m);
}

void pattern_step(struct pattern_run *run, const struct pattern_step *step,
                  unsigned char *room)
{
    if (pattern_is_sweep(step)) {
        pattern_sweep(run, step, room);
    } else {
        pattern_carry_out(run, step->rule, room);
    }
}
