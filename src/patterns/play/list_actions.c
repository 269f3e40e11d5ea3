/*
 * Listing the actions that rules carry out. All values of a form's slots are tried, but
 * not where the board shows that no rule can begin.
 */
#include "list_actions.h"

/* Notes which values the layer has that the rules of the form begin with, if they begin with
 * the kind of a slot. */
static void note_present(struct listing *x)
{
    if (x->form->piece < 0) return;
    x->present = (struct kinds){{0, 0, 0, 0}};
    const struct pattern_test *t = x->form->piece_test;
    const unsigned char *cells = x->run.seen + t->layer * x->run.board.layer;
    for (ptrdiff_t i = 0; i < x->run.board.layer; i++) kinds_add(&x->present, cells[i]);
}

/* Whether the kind of the slot, with which all rules begin, is on the board. */
static bool is_there(const struct listing *x, int32_t k)
{
    const struct pattern_test *t = x->form->piece_test;
    return kinds_has(&x->present, t->mask[x->slot[k] - t->min].only);
}

void pattern_offer(struct listing *x, action a, const struct pattern_chosen *chosen)
{
    if (x->offered.count < x->foreseen_max) {
        struct foreseen *f = &x->foreseen[x->offered.count];
        f->by = a;
        pattern_note_changes(&x->run, chosen, f);
    }
    offer_action(&x->offered, a);
}

bool pattern_one_fits(struct listing *x, struct place at)
{
    struct pattern_finding room;
    for (int32_t i = 0; i < x->form->rules; i++) {
        const struct pattern_rule *rule = &x->form->rule[i];
        if (rule->slot != NULL && !pattern_means(&x->run, x->slots, rule)) continue;
        if (x->which == LIST_ALL) return true;
        if (pattern_fits_at(&x->run, rule->pattern, at, &room) != NULL &&
            pattern_holds(&x->run, &rule->when)) {
            return true;
        }
    }
    return false;
}

/* With all slots set: offers the action, if it is possible. */
static void list_action(struct listing *x, action a)
{
    const struct pattern_form *form = x->form;
    struct pattern_chosen chosen;
    if (form->direction >= 0) {
        x->run.direction = x->run.rules->direction_of[x->slot[form->direction]];
    }
    if (x->which != LIST_FIRST) {
        if (pattern_possible(&x->run, form, &chosen)) pattern_offer(x, a, &chosen);
        return;
    }
    if (pattern_choose(&x->run, form, &chosen)) offer_action(&x->offered, a);
}

/* `a` is the action with the slots before k, and the first value in those from k on. */
static void list_slots(struct listing *x, int32_t k, action a)
{
    int64_t min = x->slots->slot[k].min,
            last = lua_game_last(&x->slots->slot[k], x->run.state);
    int64_t weight = x->form->weight[k];
    bool leaf = k + 1 == x->slots->slots, piece = k == x->form->piece;
    if (leaf && x->which == LIST_ALL && !piece) {
        for (int64_t v = min; v <= last && x->offered.count <= CANDIDATES_MAX; v++) {
            offer_action(&x->offered, a);
            a += weight;
        }
        return;
    }
    for (int64_t v = min; v <= last; v++, a += weight) {
        x->slot[k] = v;
        if (piece && !is_there(x, k)) continue;
        if (!leaf) {
            list_slots(x, k + 1, a);
        } else if (x->which == LIST_ALL) {
            offer_action(&x->offered, a);
        } else {
            list_action(x, a);
        }
        if (x->which == LIST_FIRST && x->offered.count > 0) return;
        if (x->which == LIST_ALL && x->offered.count > CANDIDATES_MAX) return;
    }
}

void pattern_list_form(struct listing *x, const struct lua_game *s, int32_t number)
{
    const action first = number;
    x->form = &s->rules->form[number];
    x->slots = &s->form[number];
    if (x->form->by_bits && pattern_has_bits(&x->run)) {
        pattern_list_places(x, first);
    } else if (x->form->by_moves) {
        pattern_list_moves(x, first);
    } else if (x->form->by_pieces) {
        pattern_list_pieces(x, first);
    } else if (!pattern_list_ways(x, first)) {
        note_present(x);
        list_slots(x, 0, first);
    }
}

static void list_forms(struct listing *x, const struct lua_game *s)
{
    for (int32_t i = 0; i < s->forms; i++) {
        pattern_list_form(x, s, i);
        if (x->which == LIST_FIRST && x->offered.count > 0) break;
    }
}

void pattern_begin_listing(struct listing *x, const struct lua_game *s, const void *state,
                           action *out, int max)
{
    x->which = LIST_POSSIBLE;
    x->offered = (struct offered){out, max, 0};
    x->foreseen = NULL;
    x->foreseen_max = 0;
    pattern_start(&x->run, &x->bits, s, state, -1, x->slot);
}

/* Lists into `out`, or into `foreseen` if that is not NULL. */
static int list(const struct game *game, const void *state, enum list_which which,
                action *out, struct foreseen *foreseen, int max)
{
    struct listing x;
    const struct lua_game *s = lua_game_of(game);
    pattern_begin_listing(&x, s, state, out, foreseen == NULL ? max : 0);
    x.which = which;
    x.foreseen = foreseen;
    x.foreseen_max = foreseen == NULL ? 0 : max;
    list_forms(&x, s);
    if (!pattern_is_broken(&x.run)) return x.offered.count;
    return x.run.fault.of == PATTERN_STOPPED ? ACTIONS_STOPPED : ACTIONS_FAILED;
}

int pattern_actions(const struct game *game, const void *state, action *out, int max)
{
    if (game->outcome(game, state) != NULL) return 0;
    return list(game, state, LIST_POSSIBLE, out, NULL, max);
}

int pattern_foresee(const struct game *game, const void *state, struct foreseen *out,
                    int max)
{
    struct foreseen none;
    if (game->outcome(game, state) != NULL) return 0;
    return list(game, state, LIST_POSSIBLE, NULL, out == NULL ? &none : out, max);
}

int pattern_candidates(const struct game *game, const void *state, action *out, int max)
{
    const struct pattern_program *rules = lua_game_of(game)->rules;
    if (game->outcome(game, state) != NULL) return 0;
    if (rules->words == 0)
        return list(game, state, rules->exact ? LIST_POSSIBLE : LIST_ALL, out, NULL, max);
    int count = rules->words;
    for (int i = 0; i < count && i < max; i++) out[i] = rules->word[i];
    return count;
}

bool pattern_stuck(const struct pattern_run *run)
{
    struct listing x;
    x.which = LIST_FIRST;
    x.offered = (struct offered){NULL, 0, 0};
    x.foreseen = NULL;
    x.foreseen_max = 0;
    x.run = *run;
    x.run.player = (int)*lua_game_turn(run->state);
    x.run.slot = x.slot;
    x.run.report = NULL;
    list_forms(&x, run->game);
    /* An action that does not end, or was stopped, is one that is possible as well. */
    const bool fine = x.run.fault.of != PATTERN_OFF_BOARD || !pattern_is_broken(&x.run);
    return fine && x.run.fault.of == PATTERN_FINE && x.offered.count == 0;
}
