/*
 * Checks of forms, rules and ends that concern more than one text.
 */
#include "compile.h"

static bool names_directions(const struct pattern_names *names,
                             const struct lua_game_slot *slot)
{
    bool all = slot->kind == LUA_GAME_WORD;
    for (int64_t w = slot->min; all && w <= slot->max; w++) {
        all =
            direction_called_on(names->game->word[w], names->hexagons) < GRID_DIRECTIONS;
    }
    return all;
}

bool pattern_has_directions(const struct pattern_names *names,
                            const struct lua_game_form *form)
{
    int32_t directions = 0;
    for (int32_t k = 0; k < form->slots; k++)
        directions += names_directions(names, &form->slot[k]);
    return directions > 1;
}

bool pattern_form_slots(const struct pattern_names *names,
                        const struct lua_game_form *form, struct pattern_form *out)
{
    int32_t directions = 0;
    bool single = true;
    out->row = out->column = out->direction = -1;
    for (int32_t k = 0; k < form->slots; k++) {
        const struct lua_game_slot *slot = &form->slot[k];
        if (slot->kind == LUA_GAME_ROW || slot->kind == LUA_GAME_COLUMN) {
            int32_t *place = slot->kind == LUA_GAME_ROW ? &out->row : &out->column;
            single = single && *place < 0;
            *place = k;
        }
        if (!names_directions(names, slot)) continue;
        out->direction = k;
        if (directions++ > 0) out->direction = -1;
    }
    return single;
}

const char *pattern_check_moves(const struct lua_game *game)
{
    enum { ACTIONS_MAX = 10000000 };
    for (int32_t i = 0; i < game->forms; i++) {
        int64_t all = 1;
        for (int32_t k = 0; k < game->form[i].slots; k++) {
            const struct lua_game_slot *slot = &game->form[i].slot[k];
            bool place = slot->kind == LUA_GAME_ROW || slot->kind == LUA_GAME_COLUMN;
            int64_t values = place ? 1 : slot->max - slot->min + 1;
            if (values > ACTIONS_MAX / all) {
                return "a move allows more than 10000000 actions, too many to list";
            }
            all *= values;
        }
    }
    return NULL;
}

bool pattern_slants(const struct lua_game *game, const struct lua_game_slot *way,
                    const struct pattern_slot *means)
{
    for (int64_t w = way->min; w <= way->max; w++) {
        if (!kinds_has(&means->words, (int)w)) continue;
        if (direction_called(game->word[w]) >= GRID_SIDES) return true;
    }
    return false;
}

const char *pattern_check_rule(const struct pattern_names *names, int32_t number,
                               const struct pattern_rule *rule)
{
    const struct lua_game_form *slots = &names->game->form[number];
    struct pattern_form form;
    bool single = pattern_form_slots(names, slots, &form);
    if (rule->squash != NULL && names->hexagons) return "squash is not for hexagons";
    if (rule->move != NULL && rule->move->joins && names->hexagons)
        return "joins is not for hexagons";
    if ((rule->squash != NULL || rule->move != NULL) &&
        pattern_has_directions(names, slots)) {
        return rule->squash != NULL ? "squash wants an action that names one direction"
                                    : "move wants an action that names one direction";
    }
    if (rule->squash != NULL && form.direction < 0) {
        return "squash wants an action that names a direction";
    }
    if (rule->squash != NULL && pattern_slants(names->game, &slots->slot[form.direction],
                                               &rule->slot[form.direction])) {
        return "squash goes up, down, left or right, not diagonally";
    }
    if (rule->move != NULL) {
        const char *wrong = pattern_check_move(slots, &form, rule->move);
        if (wrong != NULL) return wrong;
    }
    if (!single && rule->move != NULL)
        return "move wants an action with one <row> and one <column>";
    if (!single && rule->pattern != NULL && rule->pattern->pick == PATTERN_BY_ACTION) {
        return "its action has several rows or columns: begin the rule with each, first "
               "or "
               "random, or write a function apply";
    }
    return NULL;
}

const char *pattern_make_squash(const struct pattern_names *names,
                                const struct pattern_name *group, const int64_t *worth,
                                struct pattern_squash *q)
{
    if (group == NULL || group->count == 0) return "the group is empty";
    q->layer = group->value[0].layer;
    if (names->blank[q->layer] < 0) {
        return "its layer has neither 'nothing' nor 'empty'";
    }
    q->blank = (uint8_t)names->blank[q->layer];
    for (int32_t i = 0; i < group->count; i++) {
        uint8_t value = group->value[i].value;
        if (group->value[i].layer != q->layer) {
            return "the group's kinds are in several layers";
        }
        q->joins.worth[value] = worth[i];
        if (i > 0) q->joins.next[group->value[i - 1].value] = value;
    }
    return NULL;
}

static bool asks_stuck(const struct pattern_condition *c)
{
    for (int32_t i = 0; i < c->terms; i++) {
        const struct pattern_term *t = &c->term[i];
        if (t->what == PATTERN_STUCK) return true;
        for (int32_t k = 0; k < t->anys; k++)
            if (asks_stuck(&t->any[k])) return true;
    }
    return false;
}

const char *pattern_check_end(const struct lua_game *game,
                              const struct pattern_program *rules,
                              const struct pattern_end *end)
{
    const bool stuck = asks_stuck(&end->when);
    bool all = true;
    for (int32_t i = 0; i < game->forms; i++) all = all && rules->form[i].rules > 0;
    if (!stuck) return NULL;
    if (!all) return "'stuck' wants a rule for every move";
    for (int32_t i = 0; i < rules->steps; i++) {
        if (rules->step[i].call > 0)
            return "'stuck' cannot be asked where a step is a function";
    }
    return NULL;
}

/* Whether the write puts what the cell must have there. */
static bool puts_back(const struct pattern_cell *cell, const struct pattern_write *w)
{
    for (int32_t i = 0; w->what == PATTERN_PUT && i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        bool same = false;
        for (int32_t k = 0; k < a->tests && !same; k++) {
            const struct pattern_test *t = &a->test[k];
            same = t->layer == w->layer && t->by == PATTERN_BY_VALUE &&
                   t->mask[0].only == w->value[0];
        }
        if (!same) return false;
    }
    return w->what == PATTERN_PUT;
}

/* Whether carrying the pattern out changes no cell and draws no number. */
static bool is_idle(const struct pattern *p)
{
    if (!p->rewrites || p->pick == PATTERN_RANDOM) return false;
    const int32_t all = pattern_pairs(p);
    for (int32_t i = 0; i < all; i++) {
        for (int32_t k = 0; k < p->writes[i].count; k++) {
            if (p->runs || !puts_back(&p->cell[i], &p->writes[i].write[k])) return false;
        }
    }
    return true;
}

const char *pattern_check_idle(const struct lua_game *game,
                               const struct pattern_program *rules,
                               const struct pattern_rule *rule, bool acts)
{
    const bool turns = acts && game->game.players > 1 && !rule->keep_turn;
    if (rule->pattern == NULL || !is_idle(rule->pattern) || rule->adds > 0 ||
        rule->over > 0 || rule->calls || turns) {
        return NULL;
    }
    if (acts ? rules->steps > 0 : rule->event != NULL) return NULL;
    return "it can never change anything: its right side leaves each cell as it is";
}
