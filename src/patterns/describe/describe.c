/*
 * Describing the parts of a program: game, forms, steps, ends, and the rules in them.
 */
#include "describe.h"

#include "telling.h"

/* ---- parts ---- */

static int32_t parts_of(const struct lua_game *game, enum pattern_part_of of)
{
    switch (of) {
    case PATTERN_PART_GAME: return 1;
    case PATTERN_PART_FORM: return game->forms;
    case PATTERN_PART_STEP: return game->rules->steps;
    case PATTERN_PART_END: return game->rules->ends;
    default: return 0;
    }
}

static int32_t rules_in(const struct lua_game *game, const struct pattern_part *part)
{
    if (part->of == PATTERN_PART_FORM) return game->rules->form[part->number].rules;
    return part->of == PATTERN_PART_STEP ? game->rules->step[part->number].rules : 0;
}

bool pattern_next_part(const struct lua_game *game, struct pattern_part *part)
{
    if (++part->rule < rules_in(game, part)) return true;
    part->rule = -1;
    part->number++;
    while (part->of < PATTERN_PARTS && part->number >= parts_of(game, part->of)) {
        part->of++;
        part->number = 0;
    }
    return part->of < PATTERN_PARTS;
}

const struct pattern_rule *pattern_of_part(const struct lua_game *game,
                                           const struct pattern_part *part)
{
    if (part->rule < 0) return NULL;
    return part->of == PATTERN_PART_FORM
               ? &game->rules->form[part->number].rule[part->rule]
               : &game->rules->step[part->number].rule[part->rule];
}

/* ---- the game ---- */

static void tell_game(struct telling *x)
{
    const struct lua_game *game = x->game;
    const struct pattern_program *rules = game->rules;
    tell(x, "game %s: forms %d, steps %d, ends %d", game->name, game->forms, rules->steps,
         rules->ends);
    x->depth++;
    for (int32_t k = 0; k < game->layers; k++) {
        tell_line(x, "layer %s:", game->layer[k].name);
        for (const char *at = game->layer[k].alphabet; *at != '\0'; at++) {
            text_char(x->out, ' ');
            tell_kind(x, k, (unsigned char)*at);
        }
    }
    for (int32_t i = 0; i < game->fields; i++) {
        const struct lua_game_field *f = &game->field[i];
        tell_line(x, "%s %s", f->counter ? "counter" : "field", f->name);
        if (f->min == -STATE_COUNT_MAX && f->max == STATE_COUNT_MAX) continue;
        text_string(x->out, ": ");
        text_number(x->out, f->min);
        text_string(x->out, " to ");
        text_number(x->out, f->max);
    }
    if (rules->score_field >= 0) {
        tell_line(x, "score: field %s", game->field[rules->score_field].name);
    }
    if (rules->score_cell != NULL) {
        tell_line(x, "score: count of ");
        tell_cell(x, rules->score_cell);
    }
    if (rules->words > 0)
        tell_line(x, "all %d actions are listed by their words", rules->words);
    if (!rules->only) tell_line(x, "functions in Lua take part");
    if (rules->foresees) tell_line(x, "searches foresee actions");
    if (game->copies) tell_line(x, "actions are tried on a copy");
}

/* ---- forms ---- */

static void tell_place(struct telling *x, const char *what, int32_t slot)
{
    if (slot >= 0) tell_line(x, "%s: slot %d", what, slot + 1);
}

static void tell_form(struct telling *x, int32_t number)
{
    const struct pattern_form *form = x->form;
    tell(x, "form %d:", number + 1);
    for (int32_t k = 0; k < x->slots->slots; k++) {
        text_char(x->out, ' ');
        tell_slot(x, &x->slots->slot[k]);
    }
    tell(x, form->rules == 0 ? ": by a function in Lua" : "");
    x->depth++;
    tell_place(x, "row", form->row);
    tell_place(x, "column", form->column);
    tell_place(x, "direction", form->direction);
    tell_place(x, "piece", form->piece);
    if (form->by_bits) tell_line(x, "listed by bitboards");
    if (form->by_moves) tell_line(x, "listed by the pieces in the cells");
    if (form->by_pieces) {
        tell_line(x, "listed by pieces%s%s", form->by_runs ? ", by the ends of runs" : "",
                  form->shifts ? ", each a shift" : "");
    }
}

/* ---- rules ---- */

static bool takes_all(const struct lua_game_slot *slot, const struct pattern_slot *own)
{
    int64_t w = slot->min;
    while (w <= slot->max && kinds_has(&own->words, (int)w)) w++;
    return w > slot->max;
}

/* To which words or numbers of its form a rule is limited. */
static void tell_limits(struct telling *x, const struct pattern_rule *rule)
{
    for (int32_t k = 0; rule->slot != NULL && k < x->slots->slots; k++) {
        const struct lua_game_slot *slot = &x->slots->slot[k];
        const struct pattern_slot *own = &rule->slot[k];
        if (slot->kind == LUA_GAME_NUMBER) {
            if (own->min == slot->min && own->max == slot->max) continue;
            tell_line(x, "for slot %d: ", k + 1);
            text_number(x->out, own->min);
            text_string(x->out, " to ");
            text_number(x->out, own->max);
        } else if (slot->kind == LUA_GAME_WORD && !takes_all(slot, own)) {
            tell_line(x, "for slot %d:", k + 1);
            for (int64_t w = slot->min; w <= slot->max; w++) {
                if (kinds_has(&own->words, (int)w)) tell(x, " %s", x->game->word[w]);
            }
        }
    }
}

static void tell_squash(struct telling *x, const struct pattern_squash *squash)
{
    tell_line(x, "squash %s, blank ", x->game->layer[squash->layer].name);
    tell_kind(x, squash->layer, squash->blank);
    text_char(x->out, ':');
    for (const char *at = x->game->layer[squash->layer].alphabet; *at != '\0'; at++) {
        const int v = (unsigned char)*at, to = squash->joins.next[v];
        if (to == 0) continue;
        text_char(x->out, ' ');
        tell_kind(x, squash->layer, v);
        text_string(x->out, "->");
        tell_kind(x, squash->layer, to);
        text_char(x->out, '=');
        text_number(x->out, squash->joins.worth[to]);
    }
    if (squash->field >= 0) tell(x, ", worth to %s", x->game->field[squash->field].name);
}

static void tell_joined(struct telling *x, const char *way, const struct pattern_move *m,
                        const struct kinds *kinds)
{
    if (kinds_none(kinds)) return;
    tell_line(x, "joined to the cell %s: ", way);
    tell_kinds(x, m->layer, kinds);
}

static void tell_move(struct telling *x, const struct pattern_move *m)
{
    tell_line(x, m->whole ? "move all cells of which " : "move the piece in the cell: ");
    tell_cell(x, m->piece);
    if (m->joins) tell_joined(x, "to the right", m, &m->right);
    if (m->joins) tell_joined(x, "below", m, &m->down);
    tell_line(x, "into: ");
    tell_cell(x, m->into);
    tell(x, ", leaves ");
    tell_kind(x, m->layer, m->blank);
    if (m->steps >= 0) tell_line(x, "as many steps as slot %d says", m->steps + 1);
}

static void tell_effects(struct telling *x, const struct pattern_rule *rule)
{
    for (int32_t i = 0; i < rule->adds; i++) {
        tell_line(x, "add ");
        text_number(x->out, rule->add[i].number);
        tell(x, " to %s", x->game->field[rule->add[i].field].name);
    }
    if (rule->over > 0) tell_line(x, "over: %s", lua_game_ending(x->game, rule->over));
    if (rule->event != NULL) tell_line(x, "event: %s", rule->event);
    if (rule->why != NULL) tell_line(x, "why: %s", rule->why);
    if (rule->keep_turn) tell_line(x, "the turn is kept");
    if (rule->calls) tell_line(x, "a function in Lua is called");
    if (rule->certain) tell_line(x, "an action changes the state for certain");
    if (rule->foreseen) tell_line(x, "what it changes is foreseen");
    if (rule->grows >= 0 && x->form != NULL)
        tell_line(x, "each action makes %s greater", x->game->field[rule->grows].name);
}

static void tell_rule(struct telling *x, const struct pattern_rule *rule)
{
    tell(x, "rule %d: %s", rule->number, rule->text != NULL ? rule->text : "no picture");
    x->depth++;
    if (x->form != NULL) tell_limits(x, rule);
    if (rule->pattern != NULL) tell_pattern(x, rule->pattern);
    if (rule->squash != NULL) tell_squash(x, rule->squash);
    if (rule->move != NULL) tell_move(x, rule->move);
    tell_condition(x, "when", &rule->when);
    tell_effects(x, rule);
}

/* ---- steps ---- */

static void tell_sweep(struct telling *x, const struct pattern_step *step)
{
    static const char *const from[] = {"", "the bottom", "the left", "the right",
                                       "the anchor of the action's rule"};
    if (pattern_is_sweep(step)) {
        tell(x, "a sweep of %d rule%s", step->rules, step->rules > 1 ? "s" : "");
    } else {
        tell(x, "one rule");
    }
    if (step->at_once)
        tell(x, step->first ? ", at once, the first counts" : ", all at once");
    if (step->from != PATTERN_FROM_TOP) tell(x, ", from %s", from[step->from]);
}

static void tell_step(struct telling *x, int32_t number)
{
    const struct pattern_step *step = &x->game->rules->step[number];
    tell(x, "step %d: ", number + 1);
    if (step->again > 0) {
        tell(x, "the next %d again, until the board stays", step->again);
    } else if (step->call > 0) {
        tell(x, "a function in Lua is called");
    } else {
        tell_sweep(x, step);
    }
    x->depth++;
    tell_condition(x, "when", &step->when);
}

/* ---- ends ---- */

static void tell_end(struct telling *x, int32_t number)
{
    const struct pattern_end *end = &x->game->rules->end[number];
    const int players = end->by_player ? x->game->game.players : 1;
    tell(x, "end %d: %s", number + 1, end->when.text != NULL ? end->when.text : "always");
    x->depth++;
    for (int32_t k = 0; k < players; k++) {
        const char *outcome = lua_game_ending(x->game, end->ending[k]);
        if (end->by_player) {
            tell_line(x, "after player %d: %s", k + 1, outcome);
        } else {
            tell_line(x, "outcome: %s", outcome);
        }
    }
    if (end->score != 0) {
        tell_line(x, "score: ");
        text_number(x->out, end->score);
    }
    tell_condition(x, "when", &end->when);
}

void pattern_describe(const struct lua_game *game, const struct pattern_part *part,
                      struct text *out)
{
    struct telling x = {.game = game, .out = out};
    if (part->of == PATTERN_PART_FORM) {
        x.form = &game->rules->form[part->number];
        x.slots = &game->form[part->number];
    }
    if (part->rule >= 0) {
        tell_rule(&x, pattern_of_part(game, part));
    } else if (part->of == PATTERN_PART_GAME) {
        tell_game(&x);
    } else if (part->of == PATTERN_PART_FORM) {
        tell_form(&x, part->number);
    } else if (part->of == PATTERN_PART_STEP) {
        tell_step(&x, part->number);
    } else {
        tell_end(&x, part->number);
    }
    text_char(out, '\n');
}
