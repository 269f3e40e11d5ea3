/*
 * After which rules of a game for one player no end holds, so that none is asked:
 *
 *     ends   "all box on target"
 *     [ player | open no things ] -> [ | player ]                a cell is a box, or a target, as before: none
 *     [ player | box | open no things ] -> [ | player | box ]    a box comes to another cell: ask
 *
 * Before the action none held, as the caller knows (`settled` of struct report): whatever an end asks of a
 * cell must have the same answer before and after each write.
 */
#include "compile.h"

/* What a layer of a cell may have before a write, and has afterwards. */
struct change_of {
    struct kinds before;
    int after;
    uint8_t layer;
};

static bool cell_stays(const struct pattern_cell *cell, const struct change_of *c)
{
    if (cell == NULL) return true;
    if (pattern_asks_others(cell)) return false;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        for (int32_t k = 0; k < cell->alternative[i].tests; k++) {
            const struct pattern_test *t = &cell->alternative[i].test[k];
            if (t->by != PATTERN_BY_VALUE) return false;
            if (t->layer != c->layer) continue;
            const struct kinds *is = &t->mask->kinds;
            if (kinds_has(is, c->after) ? !kinds_within(&c->before, is)
                                        : kinds_meet(&c->before, is))
                return false;
        }
    }
    return true;
}

/* What the left side says of a layer of a cell. */
static struct kinds known_before(const struct pattern_cell *cell, uint8_t layer)
{
    const struct kinds none = {{0, 0, 0, 0}};
    struct kinds before = kinds_all_but(&none);
    for (int32_t k = 0; cell->alternatives == 1 && k < cell->alternative[0].tests; k++) {
        const struct pattern_test *t = &cell->alternative[0].test[k];
        if (t->by == PATTERN_BY_VALUE && t->layer == layer)
            before = kinds_both(&before, &t->mask->kinds);
    }
    return before;
}

static bool term_stays(const struct pattern_rule *rule, const struct pattern_term *t)
{
    const struct pattern *p = rule->pattern;
    for (int32_t i = 0; i < rule->adds; i++)
        if (t->what == PATTERN_FIELD && rule->add[i].field == t->field) return false;
    for (int32_t i = 0; i < p->cells; i++) {
        for (int32_t k = 0; k < p->writes[i].count; k++) {
            const struct pattern_write *w = &p->writes[i].write[k];
            if (w->what != PATTERN_PUT) return false;
            const struct change_of c = {known_before(&p->cell[i], w->layer), w->value[0],
                                        w->layer};
            if (!cell_stays(t->cell, &c) || !cell_stays(t->on, &c) ||
                !cell_stays(t->other, &c))
                return false;
        }
    }
    return t->what <= PATTERN_LINE || t->what == PATTERN_AT || t->what == PATTERN_FIELD;
}

bool pattern_makes_no_end(const struct lua_game *game,
                          const struct pattern_program *rules,
                          const struct pattern_rule *rule)
{
    const struct pattern *p = rule->pattern;
    if (game->game.players > 1 || game->over < 0 || rules->steps > 0 || game->timers ||
        game->reward >= 0)
        return false;
    if (rule->calls || rule->over != 0 || rule->squash != NULL || p == NULL ||
        !p->rewrites || p->runs || p->every ||
        (p->pick != PATTERN_BY_ACTION && p->pick != PATTERN_FIRST))
        return false;
    for (int32_t i = 0; i < rules->ends; i++) {
        const struct pattern_condition *when = &rules->end[i].when;
        for (int32_t k = 0; k < when->terms; k++)
            if (!term_stays(rule, &when->term[k])) return false;
    }
    return true;
}
