/*
 * Players who act together (docs/together.md). Each chooses an action in turn, from the first to the
 * last; a choice is kept in a field of the state. With the choice of the last one all are carried out:
 *
 *     1: forward   2: zap      turn 1 -> 2 -> carried out -> 1
 *
 * in the order of the players, in one that is drawn, or at once: then each rule is chosen on the board
 * as it was before the step, and what an earlier one has changed no later one changes. An action that
 * no rule carries out is idle. After all of them come timers, the steps of `after`, and the ends.
 *
 * **So every choice is an action of its own**, and searches, recordings and undo need not know that
 * the players act together; a step that fails is taken back as a whole, with the last choice.
 */
#include "choose_rule.h"

static int64_t *choices(const struct lua_game *s, const void *state)
{
    return lua_game_field((void *)(uintptr_t)state, &s->field[s->together.chosen]);
}

static int player_of(const struct lua_game *s, action a)
{
    return 1 + (int)(a % s->together.players);
}

/* ---- carrying out ---- */

/* The players in the order in which they act. */
static void order_players(struct pattern_run *run, int *order)
{
    const int n = run->game->together.players;
    for (int i = 0; i < n; i++) order[i] = i + 1;
    if (run->game->together.order != LUA_GAME_RANDOM) return;
    for (int i = n - 1; i > 0; i--) {
        const int64_t drawn = pattern_draw(run, i + 1) - 1;
        const int k = drawn > i ? i : (int)drawn,
                  other = order[i]; /* a die may be larger */
        order[i] = order[k];
        order[k] = other;
    }
}

/* The event of a player's first piece that has done nothing. */
static void emit_idle(struct pattern_run *run)
{
    const struct pattern_board *b = &run->board;
    const unsigned char *cells = b->first + run->rules->piece_layer * b->layer;
    struct place at = {0, 0};
    for (ptrdiff_t i = 0; i < b->layer; i++, pattern_step_on(b, &at)) {
        if (run->rules->owner[cells[i]] != run->player) continue;
        emit(run->report, (struct event){.kind = "idle",
                                         .what = cells[i],
                                         .to_row = at.row + 1,
                                         .to_col = at.col + 1});
        return;
    }
}

/* Tells why the action of a player was idle: "2: zap: there is no 'theirs'". */
static void tell_idle(struct pattern_run *run, action a, bool clashed)
{
    if (wants_events(run->report)) emit_idle(run);
    if (!wants_why(run->report)) return;
    struct text *why = run->report->why;
    if (why->length > 0) text_string(why, "; ");
    lua_game_text(&run->game->game, run->state, a, why);
    text_string(why, ": ");
    if (clashed)
        text_string(why, "another player was faster");
    else
        pattern_why(run->game, run->state, a, why);
}

/* Aims the run at the action of a player. Returns the action's form. */
static const struct pattern_form *aim(struct pattern_run *run, action a, int64_t *slot)
{
    const struct lua_game *s = run->game;
    const struct lua_game_form *slots = lua_game_slots(s, a, slot);
    const struct pattern_form *form = &s->rules->form[slots - s->form];
    run->player = player_of(s, a);
    run->slot = slot;
    *lua_game_turn(run->state) = run->player; /* of whom conditions and reasons speak */
    if (form->direction >= 0)
        run->direction = s->rules->direction_of[slot[form->direction]];
    return form;
}

static bool clashes(struct pattern_run *run, struct pattern_chosen *x)
{
    return run->seen != run->board.first && x->match != NULL &&
           pattern_clashes(run, x->match);
}

static void act(struct pattern_run *run, action a)
{
    struct pattern_chosen chosen;
    int64_t slot[LUA_GAME_SLOTS_MAX];
    const struct pattern_form *form = aim(run, a, slot);
    if (!pattern_choose(run, form, &chosen)) {
        tell_idle(run, a, false);
    } else if (clashes(run, &chosen)) {
        tell_idle(run, a, true);
    } else {
        pattern_carry_out_chosen(run, &chosen);
    }
}

/* Lets patterns look at a copy of the cells. */
static void look_at_copy(struct pattern_run *run, unsigned char *copy, size_t size)
{
    memcpy(copy, run->board.first, size);
    run->seen = copy;
    pattern_forget(run);
}

static void look_at_board(struct pattern_run *run, unsigned char *copy, size_t size)
{
    memset(copy, 0, size);
    run->seen = run->board.first;
    pattern_forget(run);
}

/* Carries out what all have chosen. */
static void act_all(struct pattern_run *run)
{
    const struct lua_game *s = run->game;
    const size_t size = (size_t)run->board.layers * (size_t)run->board.layer;
    const bool at_once = s->together.order == LUA_GAME_AT_ONCE;
    unsigned char *room = pattern_room(run);
    const int64_t *chosen = choices(s, run->state);
    const bool idles = s->rules->form[s->together.idle % s->forms].rules == 1;
    int order[LUA_GAME_PLAYERS_MAX] = {0};
    order_players(run, order);
    if (at_once) look_at_copy(run, room, size);
    for (int i = 0; i < s->together.players && run->fault.of == PATTERN_FINE; i++) {
        const int p = order[i];
        if (chosen[p - 1] == 0 || pattern_is_over(run)) continue;
        if (idles && chosen[p - 1] == 1 + s->together.idle) continue;
        act(run, lua_game_labelled(s, chosen[p - 1] - 1, p));
    }
    if (at_once) look_at_board(run, room, size);
}

/* What follows when all have acted. */
static void conclude_step(struct pattern_run *run)
{
    const struct lua_game *s = run->game;
    int32_t step = 0;
    memset(choices(s, run->state), 0, (size_t)s->together.players * sizeof(int64_t));
    *lua_game_turn(run->state) = run->player = 1;
    if (s->timers) pattern_count_down(run);
    if (s->rules->steps > 0) pattern_steps(run, &step, pattern_room(run));
    if (run->fault.of == PATTERN_FINE && !pattern_is_over(run)) pattern_look_for_end(run);
}

static enum applied step_all(const struct lua_game *s, void *state, struct report *report)
{
    struct pattern_run run;
    struct pattern_bitboards bits;
    struct state *block = state;
    unsigned char *key = (unsigned char *)state + block->key;
    unsigned char *backup = (unsigned char *)state + block->scratch;
    const size_t size = block->scratch - block->key;
    pattern_start(&run, &bits, s, state, -1, NULL);
    run.report = report;
    memcpy(backup, key, size);
    if (s->reward >= 0) pattern_forget_rewards(&run);
    act_all(&run);
    if (run.fault.of == PATTERN_FINE) conclude_step(&run);
    const bool broken = pattern_is_broken(&run);
    if (broken) memcpy(key, backup, size);
    memset(backup, 0, size);
    return !broken ? APPLIED : run.fault.of == PATTERN_STOPPED ? STOPPED : FAILED;
}

/* ---- the protocol ---- */

/* Whether the player to move may choose the action. */
static bool may_choose(const struct lua_game *s, const void *state, action a)
{
    struct text none = text_into(NULL, 0);
    return lua_game_rest(s, state)->outcome[0] == '\0' && a >= 0 &&
           player_of(s, a) == *lua_game_turn((void *)(uintptr_t)state) &&
           !lua_game_off_board(s, state, a, &none);
}

static enum applied apply(const struct game *game, void *state, action a,
                          struct report *report)
{
    const struct lua_game *s = lua_game_of(game);
    if (!may_choose(s, state, a)) return refused(game, state, a, report);
    const int player = player_of(s, a);
    int64_t *chosen = &choices(s, state)[player - 1];
    *chosen = 1 + a / s->together.players;
    if (player < s->together.players) {
        *lua_game_turn(state) = player + 1;
        return APPLIED;
    }
    const enum applied done = step_all(s, state, report);
    if (done != APPLIED) *chosen = 0;
    return done;
}

static void why(const struct game *game, const void *state, action a, struct text *out)
{
    const struct lua_game *s = lua_game_of(game);
    char reason[WHY_MAX];
    struct text t = text_into(reason, sizeof reason);
    const char *outcome = game->outcome(game, state);
    if (may_choose(s, state, a)) return;
    if (outcome != NULL) {
        text_string(&t, "the game is over (");
        text_string(&t, outcome);
        text_char(&t, ')');
    } else if (!lua_game_off_board(s, state, a, &t)) {
        text_string(&t, "player ");
        text_number(&t, *lua_game_turn((void *)(uintptr_t)state));
        text_string(&t, " chooses now");
    }
    game->text(game, state, a, out);
    text_string(out, ": ");
    text_string(out, reason);
}

/* Makes actions of the player to move of the first `count` numbers without a player. */
static int label(const struct lua_game *s, const void *state, action *out, int count,
                 int max)
{
    const int player = (int)*lua_game_turn((void *)(uintptr_t)state);
    for (int i = 0; i < count && i < max; i++)
        out[i] = lua_game_labelled(s, out[i], player);
    return count;
}

/* What rules would carry out on this board; so never nothing, since something always fits. */
static int actions(const struct game *game, const void *state, action *out, int max)
{
    const int count = pattern_actions(game, state, out, max);
    return label(lua_game_of(game), state, out, count, max);
}

static int candidates(const struct game *game, const void *state, action *out, int max)
{
    const int count = lua_game_candidates(game, state, out, max);
    return label(lua_game_of(game), state, out, count, max);
}

static void unchoose(const struct game *game, void *state, int player)
{
    lua_game_hide_choices(lua_game_of(game), state);
    *lua_game_turn(state) = player;
}

void pattern_define_together(struct lua_game *s)
{
    s->game.unchoose = unchoose;
    s->game.apply = apply;
    s->game.why = why;
    s->game.actions = actions;
    s->game.candidates = candidates;
    s->game.model = NULL;
}
