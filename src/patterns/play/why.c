/*
 * Why no rule carries an action out, in words: the reason that a rule gives, or the cell
 * at which the rule that came furthest does not fit.
 */
#include "play.h"

/* How far a rule came, and where it stopped. */
struct misfit {
    const struct rules_rule *rule;
    int32_t cells; /* of its pattern; all of them: `when` does not hold */
    struct place at;
    int same; /* what the cell should be the same as; or -1 */
};

static void try_direction(const struct rules_run *run, const struct rules_rule *rule,
                          bool fits, struct misfit *best)
{
    const struct rules_misfit *x = run->explains;
    int32_t cells = fits ? rule->pattern->cells : x->cell;
    if (best->rule != NULL && cells <= best->cells) return;
    *best = fits ? (struct misfit){.rule = rule, .cells = cells, .same = -1}
                 : (struct misfit){rule, cells, x->at, x->same};
}

static void try_place(const struct rules_run *run, const struct rules_rule *rule,
                      struct place at, struct misfit *best)
{
    const struct rules_pattern *p = rule->pattern;
    struct rules_finding room;
    if (p->given || p->relative != RULES_FIXED) {
        try_direction(run, rule, rules_fits_at(run, p, at, &room) != NULL, best);
        return;
    }
    for (int32_t i = 0; i < p->directions; i++) {
        bool fits = rules_fits(run, p, at, p->direction[i], &room) != NULL;
        try_direction(run, rule, fits, best);
    }
}

static void try_rule(const struct rules_run *run, const struct rules_form *form,
                     const struct rules_rule *rule, struct misfit *best)
{
    struct place at;
    if (rule->pattern == NULL) {
        if (best->rule == NULL) *best = (struct misfit){.rule = rule, .same = -1};
        return;
    }
    if (!rules_first_place(run, form, rule, &at)) return;
    do {
        try_place(run, rule, at, best);
    } while (rules_next_place(run, form, rule, &at));
}

/* What is in a cell: the kinds that are no blanks, "wall" or "box and target". */
static void text_kinds(const struct rules_run *run, struct place at, struct text *out)
{
    const unsigned char *cell = run->seen + at.row * run->board.row + at.col;
    const struct rules *rules = run->rules;
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
static void text_wanted(const struct rules_run *run, const struct rules_cell *cell,
                        struct text *out)
{
    enum { LONGEST = 100 };
    const struct rules_test *t = rules_only_test(cell);
    if (t != NULL && t->by == RULES_BY_SLOT && cell->text[0] == '<') {
        text_char(out, '\'');
        text_string(out, run->rules->kind[t->layer][rules_mask_of(run, t)->only]);
        text_char(out, '\'');
        return;
    }
    bool cut = cell->length > LONGEST;
    text_char(out, '\'');
    text_bytes(out, cell->text, (size_t)(cut ? LONGEST : cell->length));
    text_string(out, cut ? "...'" : "'");
}

/* "'keys > 0' does not hold" */
static void text_condition(const struct rules_condition *c, struct text *out)
{
    if (c->terms == 0) {
        text_string(out, "not possible here");
        return;
    }
    text_char(out, '\'');
    text_bytes(out, c->text, strlen(c->text) < 100 ? strlen(c->text) : 100);
    text_string(out, "' does not hold");
}

/* `placed`: the action says where patterns begin. */
static void text_misfit(const struct rules_run *run, const struct misfit *x, bool placed,
                        struct text *out)
{
    const struct rules_pattern *p = x->rule->pattern;
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
    const struct rules_cell *cell = &p->cell[x->cells];
    struct place at = x->at;
    bool inside = at.row >= 0 && at.row < run->board.rows && at.col >= 0 &&
                  at.col < run->board.cols;
    if (!inside) {
        text_string(out, "the board ends before ");
        text_wanted(run, cell, out);
        return;
    }
    if (x->cells == 0 && p->anchor == 0 && cell->least == 0 && !placed) {
        text_string(out, "there is no ");
        text_wanted(run, cell, out);
        return;
    }
    text_string(out, "row ");
    text_number(out, at.row + 1);
    text_string(out, ", column ");
    text_number(out, at.col + 1);
    text_string(out, " is ");
    text_kinds(run, at, out);
    text_string(out, ", not ");
    text_wanted(run, cell, out);
    if (x->same < 0) return;
    const struct rules_test *t = rules_only_test(cell);
    text_string(out, " (");
    text_string(out, run->rules->kind[t->layer][x->same]);
    text_char(out, ')');
}

void rules_why(const struct lua_game *s, const void *state, action a, struct text *out)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct rules_run run;
    struct misfit best = {.same = -1};
    const struct rules_form *form = rules_start(&run, s, state, a, slot);
    struct rules_misfit misfit;
    run.explains = &misfit;
    if (rules_of_action(s, state, a, &(struct place){0, 0}) != NULL) {
        text_string(out, "nothing would change");
        return;
    }
    for (int32_t i = 0; form != NULL && i < form->rules; i++) {
        const struct rules_rule *rule = &form->rule[i];
        if (rules_means(&run, &s->form[form - s->rules->form], rule)) {
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
