/*
 * Which of its rules carries an action out: the first one that fits.
 */
#include "choose_rule.h"

/* ---- runs ---- */

const struct pattern_form *pattern_start(struct pattern_run *run,
                                         struct pattern_bitboards *bits,
                                         const struct lua_game *s, const void *state,
                                         action a, int64_t slot[LUA_GAME_SLOTS_MAX])
{
    void *own = (void *)(uintptr_t)state;
    unsigned char *first = lua_game_cells(s, state);
    int32_t rows = rows_of(state), cols = cols_of(state);
    run->board = (struct pattern_board){first, cols, (ptrdiff_t)rows * cols,
                                        rows,  cols, s->layers};
    run->seen = first;
    run->player = (int)*lua_game_turn(own);
    run->slot = slot;
    run->direction = GRID_UP;
    run->game = s;
    run->rules = s->rules;
    run->state = own;
    run->report = NULL;
    run->struck = 0;
    run->met = NULL;
    run->last.cells = NULL;
    run->bits = bits;
    bits->words = 0;
    run->over = false;
    run->explains = NULL;
    run->anchor = (struct place){-1, -1};
    run->fault.of = PATTERN_FINE;
    const struct lua_game_form *slots = a < 0 ? NULL : lua_game_slots(s, a, slot);
    if (slots == NULL) return NULL;
    const struct pattern_form *form = &s->rules->form[slots - s->form];
    if (form->direction >= 0) {
        run->direction = s->rules->direction_of[slot[form->direction]];
    }
    return form;
}

/* ---- places ---- */

bool pattern_means(const struct pattern_run *run, const struct lua_game_form *slots,
                   const struct pattern_rule *rule)
{
    for (int32_t k = 0; rule->slot != NULL && k < slots->slots; k++) {
        const struct pattern_slot *slot = &rule->slot[k];
        if (run->slot[k] < slot->min || run->slot[k] > slot->max) return false;
        if (slots->slot[k].kind == LUA_GAME_WORD &&
            !kinds_has(&slot->words, (int)run->slot[k]))
            return false;
    }
    return true;
}

bool pattern_first_place(const struct pattern_run *run, const struct pattern_form *form,
                         const struct pattern_rule *rule, struct place *at)
{
    *at = (struct place){0, 0};
    if (rule->pattern->pick == PATTERN_BY_ACTION) {
        if (form->row >= 0) at->row = (int32_t)run->slot[form->row] - 1;
        if (form->column >= 0) at->col = (int32_t)run->slot[form->column] - 1;
    }
    return at->row < run->board.rows && at->col < run->board.cols;
}

/* Steps to the next place. `row`, `column`: the action says it. */
static inline bool step(const struct pattern_run *run, bool row, bool column,
                        struct place *at)
{
    if (row && column) return false;
    if (column) return ++at->row < run->board.rows;
    if (++at->col < run->board.cols) return true;
    at->col = 0;
    return !row && ++at->row < run->board.rows;
}

bool pattern_next_place(const struct pattern_run *run, const struct pattern_form *form,
                        const struct pattern_rule *rule, struct place *at)
{
    bool by_action = rule->pattern->pick == PATTERN_BY_ACTION;
    return step(run, by_action && form->row >= 0, by_action && form->column >= 0, at);
}

/* Finds where a pattern fits down a column that asks a spot beside its anchor. */
static struct pattern_match *find_in_column(struct pattern_run *run,
                                            const struct pattern *p, struct place at,
                                            const struct pattern_deciding *by,
                                            struct pattern_finding *room)
{
    const struct pattern_board *b = &run->board;
    const struct pattern_spot *spot = p->first;
    const struct kinds *here = &by->mask->kinds, *there = spot->kinds;
    const ptrdiff_t row = b->row, beside = spot->row * row + spot->col;
    const unsigned char *cell = by->cells + at.row * row + at.col;
    const unsigned char *asked =
        run->seen + spot->layer * b->layer + at.row * row + at.col + beside;
    const int32_t end = (uint32_t)(at.col + spot->col) < (uint32_t)b->cols ? b->rows : 0;
    for (; at.row < b->rows; at.row++, cell += row, asked += row) {
        if (!kinds_has(here, *cell)) continue;
        if ((uint32_t)(at.row + spot->row) < (uint32_t)end ? !kinds_has(there, *asked)
                                                           : !spot->cell->outside)
            continue;
        struct pattern_match *m = pattern_fits_at(run, p, at, room);
        if (m != NULL) return m;
    }
    return NULL;
}

/* Finds where the pattern fits in a row or column, from a place on. */
static struct pattern_match *find_in_line(struct pattern_run *run,
                                          const struct pattern *p, struct place at,
                                          bool down, struct pattern_finding *room)
{
    const struct pattern_board *b = &run->board;
    const struct pattern_deciding by = pattern_decides(run, &p->cell[p->anchor]);
    const struct pattern_spot *first = run->explains != NULL ? NULL : p->first;
    const ptrdiff_t begin = at.row * b->row + at.col, step = down ? b->row : 1;
    const unsigned char *cell = (by.mask == NULL ? run->seen : by.cells) + begin;
    int32_t n = down ? b->rows - at.row : b->cols - at.col;
    if (down && by.mask != NULL && first != NULL && first->kinds != NULL)
        return find_in_column(run, p, at, &by, room);
    for (; n > 0; n--, cell += step, at.row += down, at.col += !down) {
        if (by.mask != NULL && !kinds_has(&by.mask->kinds, *cell)) continue;
        if (first != NULL && !pattern_spot_fits(run, first, at)) continue;
        struct pattern_match *m = pattern_fits_at(run, p, at, room);
        if (m != NULL) return m;
    }
    return NULL;
}

/* Finds where the rule's pattern fits. */
static struct pattern_match *find_place(struct pattern_run *run,
                                        const struct pattern_form *form,
                                        const struct pattern_rule *rule,
                                        struct pattern_finding *room)
{
    const struct pattern *p = rule->pattern;
    const bool row = form->row >= 0, column = form->column >= 0;
    struct place at = {0, 0};
    if (p->pick != PATTERN_BY_ACTION || (!row && !column)) {
        return pattern_find(run, p, &at, room);
    }
    if (!pattern_first_place(run, form, rule, &at)) return NULL;
    if (row && column) return pattern_fits_at(run, p, at, room);
    return find_in_line(run, p, at, column, room);
}

bool pattern_squashes(const struct pattern_run *run, const struct pattern_squash *q)
{
    struct grid g = pattern_layer(run, q->layer);
    return grid_can_squash(&g, run->direction, &q->joins, q->blank);
}

static bool fits(struct pattern_run *run, const struct pattern_form *form,
                 const struct pattern_rule *rule, struct pattern_chosen *out)
{
    out->match = NULL;
    if (rule->squash != NULL && !pattern_squashes(run, rule->squash)) return false;
    if (rule->pattern != NULL) {
        out->match = find_place(run, form, rule, &out->room);
        if (out->match == NULL) return false;
    } else if (rule->move != NULL &&
               !pattern_find_piece(run, form, rule->move, &out->piece)) {
        return false;
    }
    run->met = out->match;
    const bool holds = pattern_holds(run, &rule->when);
    run->met = NULL;
    return holds;
}

bool pattern_choose(struct pattern_run *run, const struct pattern_form *form,
                    struct pattern_chosen *out)
{
    const struct lua_game_form *slots = &run->game->form[form - run->rules->form];
    for (int32_t i = 0; i < form->rules; i++) {
        const struct pattern_rule *rule = &form->rule[i];
        if (rule->slot != NULL && !pattern_means(run, slots, rule)) continue;
        out->rule = rule;
        if (fits(run, form, rule, out)) return true;
    }
    out->rule = NULL;
    return false;
}

/* ---- the rule of an action ---- */

const struct pattern_rule *pattern_of_action(const struct lua_game *s, const void *state,
                                             action a, struct place *at)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct pattern_run run;
    struct pattern_bitboards bits;
    struct pattern_chosen chosen;
    const struct pattern_form *form = pattern_start(&run, &bits, s, state, a, slot);
    if (form == NULL || !pattern_choose(&run, form, &chosen)) return NULL;
    if (chosen.match != NULL) *at = chosen.match->at;
    if (chosen.rule->move != NULL) *at = chosen.piece.at;
    return chosen.rule;
}
