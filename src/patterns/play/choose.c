/*
 * Which of its rules carries an action out: the first one that fits.
 */
#include "play.h"

/* ---- runs ---- */

const struct rules_form *rules_start(struct rules_run *run, const struct lua_game *s,
                                     const void *state, action a,
                                     int64_t slot[LUA_GAME_SLOTS_MAX])
{
    void *own = (void *)(uintptr_t)state;
    unsigned char *first = lua_game_cells(s, state);
    int32_t rows = rows_of(state), cols = cols_of(state);
    run->board =
        (struct rules_board){first, cols, (ptrdiff_t)rows * cols, rows, cols, s->layers};
    run->seen = first;
    run->player = (int)*lua_game_turn(own);
    run->slot = slot;
    run->direction = GRID_UP;
    run->game = s;
    run->rules = s->rules;
    run->state = own;
    run->report = NULL;
    run->last.cells = NULL;
    run->over = false;
    run->explains = NULL;
    run->broken = NULL;
    const struct lua_game_form *form = a < 0 ? NULL : lua_game_slots(s, a, slot);
    if (form == NULL) return NULL;
    const struct rules_form *rules_form = &s->rules->form[form - s->form];
    if (rules_form->direction >= 0) {
        run->direction = s->rules->direction_of[slot[rules_form->direction]];
    }
    return rules_form;
}

/* ---- places ---- */

bool rules_means(const struct rules_run *run, const struct lua_game_form *slots,
                 const struct rules_rule *rule)
{
    for (int32_t k = 0; rule->slot != NULL && k < slots->slots; k++) {
        const struct rules_slot *slot = &rule->slot[k];
        if (run->slot[k] < slot->min || run->slot[k] > slot->max) return false;
        if (slots->slot[k].kind == LUA_GAME_WORD &&
            !kinds_has(&slot->words, (int)run->slot[k]))
            return false;
    }
    return true;
}

bool rules_first_place(const struct rules_run *run, const struct rules_form *form,
                       const struct rules_rule *rule, struct place *at)
{
    *at = (struct place){0, 0};
    if (rule->pattern->pick == RULES_BY_ACTION) {
        if (form->row >= 0) at->row = (int32_t)run->slot[form->row] - 1;
        if (form->column >= 0) at->col = (int32_t)run->slot[form->column] - 1;
    }
    return at->row < run->board.rows && at->col < run->board.cols;
}

/* Steps to the next place. `row`, `column`: the action says it. */
static inline bool step(const struct rules_run *run, bool row, bool column,
                        struct place *at)
{
    if (row && column) return false;
    if (column) return ++at->row < run->board.rows;
    if (++at->col < run->board.cols) return true;
    at->col = 0;
    return !row && ++at->row < run->board.rows;
}

bool rules_next_place(const struct rules_run *run, const struct rules_form *form,
                      const struct rules_rule *rule, struct place *at)
{
    bool by_action = rule->pattern->pick == RULES_BY_ACTION;
    return step(run, by_action && form->row >= 0, by_action && form->column >= 0, at);
}

/* Finds where the rule's pattern fits. */
static struct rules_match *find_place(struct rules_run *run,
                                      const struct rules_form *form,
                                      const struct rules_rule *rule,
                                      struct rules_finding *room)
{
    const struct rules_pattern *p = rule->pattern;
    const bool row = form->row >= 0, column = form->column >= 0;
    struct place at = {0, 0};
    if (p->pick != RULES_BY_ACTION || (!row && !column)) {
        return rules_find(run, p, &at, room);
    }
    if (!rules_first_place(run, form, rule, &at)) return NULL;
    if (row && column) return rules_fits_at(run, p, at, room);
    const struct rules_deciding by = rules_decides(run, &p->cell[p->anchor]);
    const struct rules_spot *first = run->explains != NULL ? NULL : p->first;
    do {
        ptrdiff_t cell = at.row * run->board.row + at.col;
        if (by.mask != NULL && !kinds_has(&by.mask->kinds, by.cells[cell])) continue;
        if (first != NULL && !rules_spot_fits(run, first, at)) continue;
        struct rules_match *m = rules_fits_at(run, p, at, room);
        if (m != NULL) return m;
    } while (step(run, row, column, &at));
    return NULL;
}

static bool squash_moves(const struct rules_run *run, const struct rules_squash *q)
{
    struct grid g = rules_layer(run, q->layer);
    return grid_can_squash(&g, run->direction, &q->joins, q->blank);
}

static bool fits(struct rules_run *run, const struct rules_form *form,
                 const struct rules_rule *rule, struct rules_chosen *out)
{
    out->match = NULL;
    if (rule->squash != NULL && !squash_moves(run, rule->squash)) return false;
    if (rule->pattern != NULL) {
        out->match = find_place(run, form, rule, &out->room);
        if (out->match == NULL) return false;
    }
    return rules_holds(run, &rule->when);
}

bool rules_choose(struct rules_run *run, const struct rules_form *form,
                  struct rules_chosen *out)
{
    const struct lua_game_form *slots = &run->game->form[form - run->rules->form];
    for (int32_t i = 0; i < form->rules; i++) {
        const struct rules_rule *rule = &form->rule[i];
        if (rule->slot != NULL && !rules_means(run, slots, rule)) continue;
        out->rule = rule;
        if (fits(run, form, rule, out)) return true;
    }
    out->rule = NULL;
    return false;
}

/* ---- the rule of an action ---- */

const struct rules_rule *rules_of_action(const struct lua_game *s, const void *state,
                                         action a, struct place *at)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct rules_run run;
    struct rules_chosen chosen;
    const struct rules_form *form = rules_start(&run, s, state, a, slot);
    if (form == NULL || !rules_choose(&run, form, &chosen)) return NULL;
    if (chosen.match != NULL) *at = chosen.match->at;
    return chosen.rule;
}
