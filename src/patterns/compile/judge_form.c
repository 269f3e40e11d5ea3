/*
 * How the actions of a form are listed: by the pieces on the board, by bitboards, or by trying
 * them. It follows from the form's slots and from what its rules begin with.
 */
#include "compile.h"

/* Whether all rules of a form begin with the kind of one slot. */
static void find_piece(struct pattern_form *form)
{
    form->piece = -1;
    for (int32_t i = 0; i < form->rules; i++) {
        const struct pattern *p = form->rule[i].pattern;
        const struct pattern_cell *anchor = p == NULL ? NULL : &p->cell[p->anchor];
        const struct pattern_test *found = NULL;
        if (anchor == NULL || anchor->alternatives != 1 || anchor->outside) return;
        for (int32_t k = 0; k < anchor->alternative[0].tests; k++) {
            const struct pattern_test *t = &anchor->alternative[0].test[k];
            bool positive = t->by == PATTERN_BY_SLOT && t->mask[0].only >= 0;
            if (positive) found = t;
        }
        if (found == NULL || (i > 0 && form->piece_test->slot != found->slot)) return;
        form->piece_test = found;
    }
    if (form->rules > 0) form->piece = form->piece_test->slot;
}

/* Whether the form moves a run by one cell and does nothing else. */
static void judge_shift(const struct lua_game *game, struct pattern_form *form)
{
    const struct pattern_rule *rule = form->rule;
    if (!form->by_runs || !rule->foreseen || rule->adds > 0 || game->game.players > 1)
        return;
    if (!rule->pattern->slides) return;
    const struct pattern_writes *first = &rule->pattern->writes[0],
                                *after = &rule->pattern->writes[3];
    const uint8_t layer = form->piece_test->layer;
    if (first->count != 1 || after->count != 1) return;
    form->shifts = first->write->what == PATTERN_PUT && first->write->layer == layer &&
                   after->write->what == PATTERN_SLOT && after->write->layer == layer &&
                   after->write->slot == form->piece;
    form->shift_blank = first->write->value[0];
}

/* Whether the other slots of the form have one value: words between the piece and the
 * direction, or around them. */
static bool others_are_words(const struct lua_game_form *slots,
                             const struct pattern_form *form)
{
    for (int32_t k = 0; k < slots->slots; k++) {
        bool other = k != form->piece && k != form->direction;
        if (other && slots->slot[k].min != slots->slot[k].max) return false;
    }
    return true;
}

/* Whether actions of the form can be listed by the pieces on the board. */
static void judge_pieces(const struct lua_game *game, const struct pattern_program *rules,
                         const struct lua_game_form *slots, struct pattern_form *form)
{
    if (form->rules == 0 || form->piece < 0 || form->direction < 0 ||
        !others_are_words(slots, form))
        return;
    const struct lua_game_slot *ways = &slots->slot[form->direction];
    bool fine =
        form->piece != form->direction && ways->max - ways->min < PATTERN_WAYS_MAX;
    for (int32_t i = 0; i < form->rules; i++) {
        fine = fine && form->rule[i].certain &&
               form->rule[i].pattern->pick == PATTERN_BY_ACTION;
    }
    if (!fine) return;
    const struct pattern *p = form->rule[0].pattern;
    form->by_pieces = true;
    form->by_runs = form->rules == 1 && p->given && p->anchor == 0 && !p->limited &&
                    p->cell[0].least > 1 && p->cell[0].only == form->piece_test &&
                    p->cells > 1 && p->cell[1].deciding != NULL &&
                    p->cell[1].deciding->by != PATTERN_BY_SLOT;
    for (int64_t w = ways->min; w <= ways->max; w++) {
        form->by_runs = form->by_runs && rules->direction_of[w] < GRID_SIDES;
    }
    judge_shift(game, form);
    for (int v = 0; v < 256; v++) form->piece_of[v] = -1;
    const struct lua_game_slot *pieces = &slots->slot[form->piece];
    for (int64_t k = 0; k <= pieces->max - pieces->min; k++) {
        form->piece_of[form->piece_test->mask[k].only] = (int16_t)k;
    }
}

/* Whether a form has one action. */
static bool is_single(const struct lua_game_form *slots)
{
    for (int32_t k = 0; k < slots->slots; k++) {
        if (slots->slot[k].min != slots->slot[k].max) return false;
    }
    return true;
}

/* Whether the form's slots are words, then a row or none, a column, and a direction or none. */
static bool names_places(const struct lua_game_form *slots,
                         const struct pattern_form *form)
{
    int32_t k = 0;
    while (k < slots->slots && slots->slot[k].kind == LUA_GAME_WORD &&
           slots->slot[k].min == slots->slot[k].max) {
        k++;
    }
    if (form->several || form->column < 0) return false;
    if (form->row >= 0 && form->row != k++) return false;
    if (form->column != k++) return false;
    if (k == slots->slots) return form->direction < 0;
    return k + 1 == slots->slots && form->direction == k &&
           slots->slot[k].max - slots->slot[k].min < PATTERN_WAYS_MAX;
}

/* Whether bitboards say where the rules of the form fit. */
static bool lists_by_bits(const struct lua_game_form *slots,
                          const struct pattern_form *form)
{
    if (form->rules == 0 || form->piece >= 0 || !names_places(slots, form)) return false;
    for (int32_t i = 0; i < form->rules; i++) {
        const struct pattern_rule *rule = &form->rule[i];
        const struct pattern *p = rule->pattern;
        if (p == NULL || rule->slot != NULL || rule->squash != NULL) return false;
        if (p->pick != PATTERN_BY_ACTION || !p->by_bits || p->asks_slot) return false;
        if (!rule->certain) return false;
    }
    return true;
}

/* Whether the form has one rule, which moves the piece of a place. */
static bool lists_by_moves(const struct lua_game_form *slots,
                           const struct pattern_form *form)
{
    const struct pattern_rule *rule = form->rule;
    const struct pattern_move *m = form->rules == 1 ? rule->move : NULL;
    if (m == NULL || m->whole || rule->slot != NULL || !rule->certain || form->several)
        return false;
    int32_t k = 0;
    while (k < slots->slots && slots->slot[k].kind == LUA_GAME_WORD &&
           slots->slot[k].min == slots->slot[k].max) {
        k++;
    }
    const bool placed =
        form->row == k && form->column == k + 1 && form->direction == k + 2;
    return placed && (m->steps < 0 ? k + 3 : m->steps + 1) == slots->slots &&
           slots->slots <= k + 4;
}

bool pattern_judge_form(const struct lua_game *game, const struct pattern_program *rules,
                        const struct lua_game_form *slots, struct pattern_form *form)
{
    find_piece(form);
    judge_pieces(game, rules, slots, form);
    form->by_bits = lists_by_bits(slots, form);
    form->by_moves = lists_by_moves(slots, form);
    return form->by_bits || form->by_moves || is_single(slots);
}
