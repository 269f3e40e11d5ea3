/*
 * The verifier of compiled rules, continued: conditions, rules and steps.
 */
#include "verify.h"

/* More is not added at once: no sum of a board overflows. */
#define MOST INT64_C(1000000000000)

static bool is_field(const struct verifying *x, int32_t field)
{
    return x->game != NULL && field >= 0 && field < x->game->fields;
}

/* ---- conditions ---- */

static bool verify_counted(struct verifying *x, const struct pattern_term *t)
{
    return t->other == NULL || verify_cell(x, t->other);
}

static bool verify_sum(struct verifying *x, const struct pattern_sum *sum)
{
    if (sum->figures < 1 || sum->figures > PATTERN_FIGURES_MAX ||
        !VERIFY_LIES(x, sum->figure, sum->figures))
        return verify_fails(x, "a sum is not in the program");
    for (int32_t i = 0; i < sum->figures; i++) {
        const struct pattern_figure *f = &sum->figure[i];
        const bool number = f->what == PATTERN_THE_NUMBER;
        if ((unsigned)f->what > PATTERN_THEIR_FIELD || (unsigned)f->by > PATTERN_MODULO)
            return verify_fails(x, "a number of a sum is of no kind");
        if (f->by == PATTERN_MODULO && (!number || f->number < 1))
            return verify_fails(x, "a sum divides by nothing");
        if (f->what == PATTERN_THE_FIELD && !is_field(x, f->field))
            return verify_fails(x, "a condition asks for a field that there is not");
        if (f->what == PATTERN_THEIR_FIELD &&
            (!is_field(x, f->field) || !x->game->field[f->field].each))
            return verify_fails(x, "a condition asks others for a field that they lack");
        if (f->what == PATTERN_THE_COUNT && !verify_cell(x, f->cell)) return false;
        if (f->what == PATTERN_THE_TURN && x->game == NULL)
            return verify_fails(x, "a condition asks for the turn of no game");
    }
    return true;
}

static bool verify_nested(struct verifying *, const struct pattern_condition *,
                          bool ends);

static bool verify_any(struct verifying *x, const struct pattern_term *t, bool ends)
{
    if (t->anys < 1 || !VERIFY_LIES(x, t->any, t->anys))
        return verify_fails(x, "a condition is not in the program");
    if (++x->depth > PATTERN_NESTED_MAX + 1)
        return verify_fails(x, "conditions are nested without end");
    for (int32_t i = 0; i < t->anys; i++)
        if (!verify_nested(x, &t->any[i], ends)) return false;
    x->depth--;
    return true;
}

static bool verify_term(struct verifying *x, const struct pattern_term *t, bool ends)
{
    const int32_t most = LUA_GAME_SIDE_MAX + 1;
    if (t->compare > PATTERN_AT_LEAST)
        return verify_fails(x, "a condition compares in no way");
    if (t->on != NULL && !verify_cell(x, t->on)) return false;
    switch (t->what) {
    case PATTERN_SOME:
    case PATTERN_NO:
    case PATTERN_ALL: return verify_cell(x, t->cell);
    case PATTERN_COUNT: return verify_cell(x, t->cell) && verify_counted(x, t);
    case PATTERN_LINE:
        if (t->number < 1 || t->number > LUA_GAME_SIDE_MAX)
            return verify_fails(x, "a line of no length");
        if (t->axes < GRID_HEX_AXES || t->axes > GRID_AXES)
            return verify_fails(x, "a line in no direction");
        return verify_cell(x, t->cell);
    case PATTERN_JOINED:
    case PATTERN_NOT_JOINED:
        if (!verify_neighbours(x, t->along)) return false;
        return verify_cell(x, t->cell) && verify_goal(x, &t->from) &&
               verify_goal(x, &t->to);
    case PATTERN_AT:
        if (t->row < -most || t->row > most || t->col < -most || t->col > most)
            return verify_fails(x, "a condition asks at no place");
        return verify_cell(x, t->cell);
    case PATTERN_FIELD:
        if (!is_field(x, t->field))
            return verify_fails(x, "a condition asks for a field that there is not");
        return verify_counted(x, t);
    case PATTERN_SUMS: return verify_sum(x, &t->sum[0]) && verify_sum(x, &t->sum[1]);
    case PATTERN_ANY: return verify_any(x, t, ends);
    case PATTERN_STUCK:
        /* in a rule it would ask itself without end */
        return ends || verify_fails(x, "a rule asks whether somebody is stuck");
    case PATTERN_FITS:
    case PATTERN_FITS_NOWHERE:
        if (!verify_pattern(x, t->pattern)) return false;
        return !t->pattern->rewrites || verify_fails(x, "a condition changes something");
    }
    return verify_fails(x, "a condition of no kind");
}

/* The condition, or one inside of it. */
static bool verify_nested(struct verifying *x, const struct pattern_condition *c,
                          bool ends)
{
    if (c->terms == 0) return true;
    if (c->text == NULL || !verify_text(x, c->text))
        return verify_fails(x, "the text of a condition is not in the program");
    if (!VERIFY_LIES(x, c->term, c->terms))
        return verify_fails(x, "a condition is not in the program");
    x->terms += c->terms; /* twice: of conditions inside, a term may be one */
    if (x->terms > 2 * PATTERN_TERMS_MAX)
        return verify_fails(x, "a condition has too many terms");
    for (int32_t i = 0; i < c->terms; i++) {
        if (!verify_term(x, &c->term[i], ends)) return false;
    }
    return true;
}

bool verify_condition(struct verifying *x, const struct pattern_condition *c, bool ends)
{
    x->depth = x->terms = 0;
    return verify_nested(x, c, ends);
}

/* ---- rules ---- */

static bool verify_squash(struct verifying *x, const struct pattern_squash *q)
{
    if (x->form == NULL || x->form->direction < 0 || !VERIFY_LIES(x, q, 1))
        return verify_fails(x, "a squash is not in the program");
    if (q->layer >= x->game->layers || !verify_value(x, q->layer, q->blank))
        return verify_fails(x, "a squash leaves no blank behind");
    for (int v = 1; v < 256; v++) {
        const int next = q->joins.next[v];
        if (next != 0 && verify_value(x, q->layer, v) && !verify_value(x, q->layer, next))
            return verify_fails(x, "a squash makes what is no kind of its layer");
        if (q->joins.worth[v] < 0 || q->joins.worth[v] > MOST)
            return verify_fails(x, "a squash is worth more than there is");
    }
    return q->field == -1 || is_field(x, q->field) ||
           verify_fails(x, "a squash counts in a field that there is not");
}

static bool verify_move(struct verifying *x, const struct pattern_move *m)
{
    if (x->form == NULL || x->form->direction < 0 || !VERIFY_LIES(x, m, 1))
        return verify_fails(x, "a move is not in the program");
    if (!verify_flag(&m->whole) || !verify_flag(&m->joins))
        return verify_fails(x, "a move is half said");
    if (m->layer >= x->game->layers || !verify_value(x, m->layer, m->blank))
        return verify_fails(x, "a move leaves no blank behind");
    if (!m->whole && (x->form->row < 0 || x->form->column < 0))
        return verify_fails(x, "a move of no piece");
    const struct lua_game_form *slots = verify_slots(x);
    if (m->steps != -1 &&
        (m->steps < 0 || m->steps >= slots->slots ||
         slots->slot[m->steps].kind != LUA_GAME_NUMBER || slots->slot[m->steps].min < 1))
        return verify_fails(x, "a move of no length");
    return verify_cell(x, m->piece) && verify_cell(x, m->into);
}

/* Directions beside those of the sides lead a squash off the board. */
static bool squashes_straight(const struct verifying *x, const struct pattern_rule *rule)
{
    const int32_t k = x->form->direction;
    const struct lua_game_slot *way = &verify_slots(x)->slot[k];
    for (int64_t w = way->min; w <= way->max; w++) {
        const bool meant = rule->slot == NULL || kinds_has(&rule->slot[k].words, (int)w);
        if (meant && x->rules->direction_of[w] >= GRID_SIDES) return false;
    }
    return true;
}

static bool verify_numbers(struct verifying *x, const struct pattern_rule *rule)
{
    if (rule->adds != 0 && !VERIFY_LIES(x, rule->add, rule->adds))
        return verify_fails(x, "what a rule adds is not in the program");
    for (int32_t i = 0; i < rule->adds; i++) {
        const int64_t number = rule->add[i].number;
        if (!is_field(x, rule->add[i].field))
            return verify_fails(x, "a rule adds to a field that there is not");
        if (number < -MOST || number > MOST)
            return verify_fails(x, "a rule adds more than there is");
        if ((unsigned)rule->add[i].whose > PATTERN_OF_ALL)
            return verify_fails(x, "a rule adds to the field of nobody");
    }
    if (x->form != NULL && rule->grows != -1 && !is_field(x, rule->grows))
        return verify_fails(x, "a field grows that there is not");
    if (rule->over == 0) return true;
    return (x->game != NULL && x->game->over >= 0 && rule->over > 0 &&
            rule->over <= x->game->endings) ||
           verify_fails(x, "a rule ends the game with no outcome");
}

/* Whether what the rule changes can be said before it is played (foresee.c). */
static bool may_be_foreseen(const struct verifying *x, const struct pattern_rule *rule)
{
    for (int32_t i = 0; i < rule->adds; i++)
        if (x->game == NULL || x->game->field[rule->add[i].field].each) return false;
    return (rule->move != NULL || pattern_follows(rule->pattern)) && rule->over == 0 &&
           rule->squash == NULL;
}

static bool verify_what(struct verifying *x, const struct pattern_rule *rule)
{
    const struct lua_game_form *slots = verify_slots(x);
    const struct pattern *p = rule->pattern;
    if (rule->slot != NULL &&
        (slots == NULL || !VERIFY_LIES(x, rule->slot, slots->slots)))
        return verify_fails(x, "the actions of a rule are not in the program");
    if (p == NULL && slots == NULL) return verify_fails(x, "a step changes no cells");
    if (rule->move != NULL && p != NULL)
        return verify_fails(x, "a rule has a pattern and a move");
    if (rule->move != NULL && rule->squash != NULL)
        return verify_fails(x, "a rule has a squash and a move");
    if (rule->move != NULL && !verify_move(x, rule->move)) return false;
    if (p != NULL && !verify_pattern(x, p)) return false;
    if (rule->squash != NULL && !verify_squash(x, rule->squash)) return false;
    if (rule->squash != NULL && !squashes_straight(x, rule))
        return verify_fails(x, "a squash goes off the board");
    return true;
}

bool verify_rule(struct verifying *x, const struct pattern_rule *rule)
{
    const char *before = x->text;
    if (!verify_flag(&rule->keep_turn) || !verify_flag(&rule->calls) ||
        !verify_flag(&rule->certain) || !verify_flag(&rule->foreseen) ||
        !verify_flag(&rule->settled) || !verify_flag(&rule->no_end))
        return verify_fails(x, "a rule is half said");
    if (!verify_text(x, rule->text) || !verify_text(x, rule->why) ||
        !verify_text(x, rule->event))
        return verify_fails(x, "the texts of a rule are not in the program");
    x->text = rule->text;
    if (!verify_what(x, rule) || !verify_condition(x, &rule->when, false) ||
        !verify_numbers(x, rule))
        return false;
    if (rule->foreseen && !may_be_foreseen(x, rule))
        return verify_fails(x, "a rule is foreseen that cannot be");
    /* Then its states have room for a copy of all cells. */
    const bool copies = x->form != NULL &&
                        (!rule->certain ||
                         (rule->pattern != NULL && rule->pattern->pick == PATTERN_EACH));
    if (copies && !x->game->copies)
        return verify_fails(x, "a rule copies cells into no room");
    x->text = before;
    return true;
}

/* ---- steps ---- */

/* A step without rules: `again` or a function, of a game. */
static bool verify_bare(struct verifying *x, const struct pattern_step *step)
{
    if (step->again < 0 || step->call < 0 || (step->again > 0) == (step->call > 0))
        return verify_fails(x, "a step does nothing");
    if (x->game == NULL) return verify_fails(x, "a step of no game");
    if (step->call > 0 && x->rules->only)
        return verify_fails(x, "a step calls a function of no game");
    if (step->again > 0 && (step->place == NULL || !verify_text(x, step->place)))
        return verify_fails(x, "the place of a step is not in the program");
    if (step->again > 0 && !x->game->rounds)
        return verify_fails(x, "rounds copy cells into no room");
    return true;
}

bool verify_step(struct verifying *x, const struct pattern_step *step)
{
    x->form = NULL;
    if (!verify_flag(&step->at_once) || !verify_flag(&step->first) ||
        !verify_flag(&step->each) || (unsigned)step->from > PATTERN_FROM_ANCHOR ||
        (step->first && !step->at_once))
        return verify_fails(x, "a step is half said");
    if (!verify_condition(x, &step->when, false)) return false;
    if (step->rules == 0) return verify_bare(x, step);
    if (step->again != 0 || step->call != 0)
        return verify_fails(x, "a step is two things");
    if (step->rules < 1 || !VERIFY_LIES(x, step->rule, step->rules))
        return verify_fails(x, "the rules of a step are not in the program");
    for (int32_t i = 0; i < step->rules; i++) {
        if (!verify_rule(x, &step->rule[i])) return false;
    }
    return true;
}
