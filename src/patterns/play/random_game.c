/*
 * Random games, as game/playout.h says, in one run: what is known of the board after an action,
 * by its ends, serves the choice of the next one.
 */
#include "base/rng.h"
#include "game/playout.h"
#include "list_actions.h"

/* ---- actions that are a few words ---- */

/* Chooses the rule of an action without places. */
static bool choose_word(struct listing *x, action a, struct pattern_chosen *out)
{
    const struct lua_game *s = x->run.game;
    const struct lua_game_form *slots = lua_game_slots(s, a, x->slot);
    const struct pattern_form *form = &s->rules->form[slots - s->form];
    if (form->direction >= 0)
        x->run.direction = s->rules->direction_of[x->slot[form->direction]];
    return pattern_choose(&x->run, form, out);
}

/* Tries words without repetition until one is carried out. */
static enum playout_end try_words(struct listing *x, struct playout *p)
{
    const struct pattern_program *rules = x->run.rules;
    struct pattern_chosen chosen;
    action left[PATTERN_WORDS_MAX];
    int32_t count = rules->words;
    memcpy(left, rules->word, sizeof left);
    while (count > 0) {
        const uint32_t drawn = rng_below(&p->rng, (uint32_t)count);
        if (choose_word(x, left[drawn], &chosen) && pattern_play(&x->run, &chosen))
            return PLAYOUT_STOPPED;
        if (pattern_is_broken(&x->run)) return PLAYOUT_FAILED;
        left[drawn] = left[--count];
    }
    return PLAYOUT_OVER;
}

/* ---- actions by places ---- */

static void set_form(struct listing *x, int32_t number)
{
    x->form = &x->run.rules->form[number];
    x->slots = &x->run.game->form[number];
}

static bool choose_single(struct listing *x, struct pattern_chosen *out)
{
    for (int32_t k = 0; k < x->slots->slots; k++) x->slot[k] = x->slots->slot[k].min;
    if (x->form->direction >= 0)
        x->run.direction = x->run.rules->direction_of[x->slot[x->form->direction]];
    return pattern_possible(&x->run, x->form, out);
}

/* How many actions the form at hand offers. */
static int32_t count_form(struct listing *x)
{
    struct pattern_chosen chosen;
    if (!x->form->by_bits) return choose_single(x, &chosen);
    return pattern_count_places(&x->run, pattern_find_places(x));
}

/* Chooses action number n, from 0, of the form at hand. */
static bool choose_number(struct listing *x, int32_t n, struct pattern_chosen *out)
{
    int32_t cell, way;
    if (!x->form->by_bits) return choose_single(x, out);
    const struct pattern_places *places = pattern_find_places(x);
    pattern_nth_place(&x->run, places, n, &cell, &way);
    return pattern_at_place(x, places, cell, way, out);
}

/* Draws one of the possible actions, and carries it out. */
static enum playout_end draw_action(struct listing *x, struct playout *p)
{
    const int32_t forms = x->run.game->forms;
    struct pattern_chosen chosen;
    int32_t count[LUA_GAME_FORMS_MAX] = {0}, all = 0;
    for (int32_t i = 0; i < forms; i++) {
        set_form(x, i);
        count[i] = count_form(x);
        all += count[i];
    }
    if (pattern_is_broken(&x->run)) return PLAYOUT_FAILED;
    if (all == 0) return PLAYOUT_OVER;
    int32_t n = (int32_t)rng_below(&p->rng, (uint32_t)all), form = 0;
    for (; form + 1 < forms && n >= count[form]; form++) n -= count[form];
    if (forms > 1) set_form(x, form);
    if (!choose_number(x, n, &chosen)) return PLAYOUT_OVER;
    pattern_play(&x->run, &chosen);
    return pattern_is_broken(&x->run) ? PLAYOUT_FAILED : PLAYOUT_STOPPED;
}

/* ---- games ---- */

bool pattern_playout(const struct game *game, struct playout *p, int *end)
{
    const struct lua_game *s = lua_game_of(game);
    struct listing x;
    x.which = LIST_POSSIBLE;
    x.foreseen = NULL;
    x.foreseen_max = 0;
    pattern_start(&x.run, &x.bits, s, p->state, -1, x.slot);
    const bool words = s->rules->words > 0;
    if (!words && !pattern_has_bits(&x.run)) return false;
    *end = (int)PLAYOUT_STOPPED;
    for (; p->done < p->max; p->done++) {
        if (game->outcome(game, p->state) != NULL) break;
        x.run.player = (int)*lua_game_turn(p->state);
        x.run.over = false;
        const enum playout_end step = words ? try_words(&x, p) : draw_action(&x, p);
        *end = (int)step;
        if (step != PLAYOUT_STOPPED) return true;
    }
    if (game->outcome(game, p->state) != NULL) *end = (int)PLAYOUT_OVER;
    return true;
}
