/*
 * Why no rule carries an action out, in words: the reason that a rule gives, or the cell
 * at which the rule that came furthest does not fit.
 */
#include "choose_rule.h"

/* How far a rule came, and where it stopped. */
struct misfit {
    const struct pattern_rule *rule;
    int32_t cells; /* of its pattern; all of them: `when` does not hold */
    struct place at;
    int same; /* what the cell should be the same as; or -1 */
};

static void try_direction(const struct pattern_run *run, const struct pattern_rule *rule,
                          bool fits, struct misfit *best)
{
    const struct pattern_misfit *x = run->explains;
    int32_t cells = fits ? rule->pattern->cells : x->cell;
    if (best->rule != NULL && cells <= best->cells) return;
    *best = fits ? (struct misfit){.rule = rule, .cells = cells, .same = -1}
                 : (struct misfit){rule, cells, x->at, x->same};
}

static void try_place(const struct pattern_run *run, const struct pattern_rule *rule,
                      struct place at, struct misfit *best)
{
    const struct pattern *p = rule->pattern;
    struct pattern_finding room;
    if (p->given || p->relative != PATTERN_FIXED) {
        try_direction(run, rule, pattern_fits_at(run, p, at, &room) != NULL, best);
        return;
    }
    for (int32_t i = 0; i < p->directions; i++) {
        bool fits = pattern_fits(run, p, at, p->direction[i], &room) != NULL;
        try_direction(run, rule, fits, best);
    }
}

/* Of a rule that moves a piece `cells` counts what holds: it is there, not too large, has room. */
static void try_move(const struct pattern_run *run, const struct pattern_form *form,
                     const struct pattern_rule *rule, struct misfit *best)
{
    struct pattern_piece piece;
    const bool fits = pattern_find_piece(run, form, rule->move, &piece);
    const int32_t cells = fits ? PATTERN_NO_ROOM + 1 : run->explains->cell;
    if (best->rule != NULL && cells <= best->cells) return;
    *best = (struct misfit){.rule = rule, .cells = cells, .same = -1};
    if (!fits) best->at = run->explains->at;
}

static void try_rule(const struct pattern_run *run, const struct pattern_form *form,
                     const struct pattern_rule *rule, struct misfit *best)
{
    struct place at;
    if (rule->move != NULL) {
        try_move(run, form, rule, best);
        return;
    }
    if (rule->pattern == NULL) {
        if (best->rule == NULL) *best = (struct misfit){.rule = rule, .same = -1};
        return;
    }
    if (!pattern_first_place(run, form, rule, &at)) return;
    do {
        try_place(run, rule, at, best);
    } while (pattern_next_place(run, form, rule, &at));
}

/* What is in a cell: the kinds that are no blanks, "wall" or "box and target". */
static void text_kinds(const struct pattern_run *run, struct place at, struct text *out)
{
    const unsigned char *cell = run->seen + at.row * run->board.row + at.col;
    const struct pattern_program *rules = run->rules;
    bool any = false;
    for (int32_t k = 0; k < run->board.layers; k++) {
        int value = cell[k * run->board.layer];
        if (run->board.layers > 1 && value == rules->blank[k]) continue;
        if (any) text_string(out, " and ");
        text_string(out, rules->kind[k][value]);
        any = true;
    }
    if (!any) text_string(out, "empty");
}

/* What the pattern wants in a cell, in quotes; a long text is cut. Of a slot the kind that it
 * names. */
static void text_wanted(const struct pattern_run *run, const struct pattern_cell *cell,
                        struct text *out)
{
    enum { LONGEST = 100 };
    const struct pattern_test *t = pattern_only_test(cell);
    if (t != NULL && t->by == PATTERN_BY_SLOT && cell->text[0] == '<') {
        text_char(out, '\'');
        text_string(out, run->rules->kind[t->layer][pattern_mask_of(run, t)->only]);
        text_char(out, '\'');
        return;
    }
    bool cut = cell->length > LONGEST;
    text_char(out, '\'');
    text_bytes(out, cell->text, (size_t)(cut ? LONGEST : cell->length));
    text_string(out, cut ? "...'" : "'");
}

/* What is wrong with a cell that is right but for the number of cells around it; or NULL. */
static const struct pattern_around *wrong_around(const struct pattern_run *run,
                                                 const struct pattern_cell *cell,
                                                 const unsigned char *at)
{
    const struct pattern_alternative *a = cell->alternative;
    const struct pattern_around *wrong = NULL;
    for (int32_t k = 0; cell->alternatives == 1 && k < a->tests; k++) {
        const struct pattern_test *t = &a->test[k];
        if (t->by == PATTERN_BY_AROUND) {
            if (wrong == NULL && !pattern_around_fits(run, t->around, at))
                wrong = t->around;
        } else if (t->by == PATTERN_BY_ROUTE) {
            if (!pattern_route_fits(run, t->route, at)) return NULL;
        } else if (t->by == PATTERN_BY_SAME ||
                   !kinds_has(&pattern_mask_of(run, t)->kinds,
                              at[t->layer * run->board.layer])) {
            return NULL;
        }
    }
    return wrong;
}

/* " has 2 live around it, not 3" */
static void text_around(const struct pattern_run *run, const struct pattern_around *a,
                        const unsigned char *at, struct text *out)
{
    text_string(out, " has ");
    text_number(out, pattern_count_around(run, a, at));
    text_char(out, ' ');
    text_bytes(out, a->what->text, (size_t)a->what->length);
    text_string(out, " around it, not ");
    text_bytes(out, a->text, (size_t)a->length);
    if (a->within == 1) return;
    text_string(out, " within ");
    text_number(out, a->within);
}

/* "'keys > 0' does not hold" */
static void text_condition(const struct pattern_condition *c, struct text *out)
{
    if (c->terms == 0) {
        text_string(out, "not possible here");
        return;
    }
    text_char(out, '\'');
    text_bytes(out, c->text, strlen(c->text) < 100 ? strlen(c->text) : 100);
    text_string(out, "' does not hold");
}

/* "row 1, column 2 is wall, not 'empty'". Returns whether it tells of the kinds in the cell. */
static bool text_not(const struct pattern_run *run, const struct pattern_cell *cell,
                     struct place at, struct text *out)
{
    if (!pattern_on_board(&run->board, at.row, at.col)) {
        text_string(out, "the board ends before ");
        text_wanted(run, cell, out);
        return false;
    }
    text_string(out, "row ");
    text_number(out, at.row + 1);
    text_string(out, ", column ");
    text_number(out, at.col + 1);
    const unsigned char *here = pattern_seen_at(run, at);
    const struct pattern_around *around = wrong_around(run, cell, here);
    if (around != NULL) {
        text_around(run, around, here, out);
        return false;
    }
    text_string(out, " is ");
    text_kinds(run, at, out);
    text_string(out, ", not ");
    text_wanted(run, cell, out);
    return true;
}

static void text_move(const struct pattern_run *run, const struct misfit *x,
                      struct text *out)
{
    const struct pattern_move *m = x->rule->move;
    if (x->cells > PATTERN_NO_ROOM) {
        text_condition(&x->rule->when, out);
    } else if (x->cells == PATTERN_LARGE_PIECE) {
        text_string(out, "the piece has more than 64 cells");
    } else if (x->cells == PATTERN_NO_PIECE && m->whole) {
        text_string(out, "there is no ");
        text_wanted(run, m->piece, out);
    } else {
        text_not(run, x->cells == PATTERN_NO_PIECE ? m->piece : m->into, x->at, out);
    }
}

/* `placed`: the action says where patterns begin. */
static void text_misfit(const struct pattern_run *run, const struct misfit *x,
                        bool placed, struct text *out)
{
    const struct pattern *p = x->rule->pattern;
    if (x->rule->move != NULL) {
        text_move(run, x, out);
        return;
    }
    if (p == NULL) {
        if (x->rule->squash != NULL && x->rule->when.terms == 0) {
            text_string(out, "nothing would move");
        } else {
            text_condition(&x->rule->when, out);
        }
        return;
    }
    if (x->cells == p->cells) {
        text_condition(&x->rule->when, out);
        return;
    }
    const struct pattern_cell *cell = &p->cell[x->cells];
    struct place at = x->at;
    bool inside = pattern_on_board(&run->board, at.row, at.col);
    if (inside && x->cells == 0 && p->anchor == 0 && cell->least == 0 && !placed) {
        text_string(out, "there is no ");
        text_wanted(run, cell, out);
        return;
    }
    if (!text_not(run, cell, at, out) || x->same < 0) return;
    const struct pattern_test *t = pattern_only_test(cell);
    text_string(out, " (");
    text_string(out, run->rules->kind[t->layer][x->same]);
    text_char(out, ')');
}

void pattern_why(const struct lua_game *s, const void *state, action a, struct text *out)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct pattern_run run;
    struct pattern_bitboards bits;
    struct misfit best = {.same = -1};
    const struct pattern_form *form = pattern_start(&run, &bits, s, state, a, slot);
    struct pattern_misfit misfit;
    run.explains = &misfit;
    if (pattern_of_action(s, state, a, &(struct place){0, 0}) != NULL) {
        text_string(out, "nothing would change");
        return;
    }
    for (int32_t i = 0; form != NULL && i < form->rules; i++) {
        const struct pattern_rule *rule = &form->rule[i];
        if (pattern_means(&run, &s->form[form - s->rules->form], rule)) {
            try_rule(&run, form, rule, &best);
        }
    }
    if (best.rule == NULL) {
        text_string(out, "no rule is for this");
    } else if (best.rule->why != NULL) {
        text_string(out, best.rule->why);
    } else {
        text_misfit(&run, &best, form->row >= 0 || form->column >= 0, out);
    }
}
