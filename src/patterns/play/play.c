/*
 * A game by rules: carrying actions out, and what follows after them.
 */
#include "choose_rule.h"

unsigned char *pattern_room(const struct pattern_run *run)
{
    struct state *block = run->state;
    return (unsigned char *)run->state + block->scratch +
           (run->game->copies ? block->scratch - block->key : 0);
}

/* ---- carrying out ---- */

void pattern_carry_out_chosen(struct pattern_run *run, const struct pattern_chosen *x)
{
    const struct pattern_rule *rule = x->rule;
    const bool elsewhere =
        rule->squash != NULL ||
        (rule->pattern != NULL &&
         (rule->pattern->pick == PATTERN_EACH || rule->pattern->pick == PATTERN_RANDOM));
    if (elsewhere) {
        pattern_carry_out(run, rule, pattern_room(run));
        return;
    }
    if (rule->pattern != NULL) {
        run->anchor = x->match->at;
        pattern_rewrite(run, x->match, rule->event);
    }
    if (rule->move != NULL) {
        run->anchor = x->piece.at;
        pattern_move_piece(run, rule, &x->piece);
    }
    pattern_conclude(run, rule);
}

void pattern_count_down(struct pattern_run *run)
{
    const struct lua_game *s = run->game;
    for (int32_t i = 0; i < s->fields; i++) {
        int64_t *value = lua_game_field(run->state, &s->field[i]);
        for (int32_t k = 0; s->field[i].timer && (k == 0 || k < s->field[i].count); k++)
            value[k] -= value[k] > 0;
    }
}

void pattern_forget_rewards(struct pattern_run *run)
{
    const struct lua_game *s = run->game;
    const struct lua_game_field *f = &s->field[s->reward];
    memset(lua_game_field(run->state, f), 0, (size_t)f->count * sizeof(int64_t));
}

/* Looks for an end that holds: one with an outcome for each player where they act together for any
 * of them, else for the player of the run. */
bool pattern_is_over(const struct pattern_run *run)
{
    const int32_t over = run->game->over;
    return over >= 0 && *lua_game_field(run->state, &run->game->field[over]) != 0;
}

/* Whether the end holds; where players act together and it asks for each, for one of them, who then
 * is the run's. */
static bool end_holds(struct pattern_run *run, const struct pattern_end *end)
{
    const int players = run->game->together.players;
    if (players == 0 || !end->by_player) return pattern_holds(run, &end->when);
    for (run->player = 1; run->player <= players; run->player++)
        if (pattern_holds(run, &end->when)) return true;
    run->player = 1;
    return false;
}

void pattern_look_for_end(struct pattern_run *run)
{
    const struct pattern_program *rules = run->rules;
    for (int32_t i = 0; i < rules->ends; i++) {
        const struct pattern_end *end = &rules->end[i];
        if (!end_holds(run, end)) continue;
        lua_game_end(run->game, run->state, end->ending[run->player - 1]);
        return;
    }
}

/* Turn and ends, after a rule of the run's player and the steps. */
static void finish(struct pattern_run *run, bool keep_turn, bool no_end)
{
    int players = run->game->game.players;
    if (players > 1 && !keep_turn) {
        int64_t *turn = lua_game_turn(run->state);
        *turn = *turn % players + 1;
    }
    if (!no_end && !pattern_is_over(run)) pattern_look_for_end(run);
}

/* All that follows a rule. */
static void follow(struct pattern_run *run, const struct pattern_rule *rule)
{
    int32_t step = 0;
    if (run->game->timers) pattern_count_down(run);
    if (run->rules->steps > 0) pattern_steps(run, &step, pattern_room(run));
    const bool no_end = rule->no_end && run->report != NULL && run->report->settled;
    if (run->fault.of == PATTERN_FINE) finish(run, rule->keep_turn, no_end);
}

/* Whether the rule will surely have changed the state, whatever follows. */
static bool is_certain(const struct pattern_run *run, const struct pattern_rule *rule)
{
    if (rule->certain || rule->grows < 0) return rule->certain;
    const struct lua_game_field *f = &run->game->field[rule->grows];
    return *lua_game_field(run->state, f) < f->max;
}

/* Whether key and rest differ from the copy, but for what the last action has earned. */
static bool differs(const struct lua_game *s, const void *state,
                    const unsigned char *copy)
{
    const struct state *block = state;
    const unsigned char *now = (const unsigned char *)state + block->key;
    const size_t size = block->scratch - block->key;
    if (s->reward < 0) return memcmp(copy, now, size) != 0;
    const struct lua_game_field *f = &s->field[s->reward];
    const unsigned char *from =
        (unsigned char *)lua_game_field((void *)(uintptr_t)state, f);
    const size_t before = (size_t)(from - now), n = (size_t)f->count * sizeof(int64_t);
    return memcmp(copy, now, before) != 0 ||
           memcmp(copy + before + n, from + n, size - before - n) != 0;
}

/* Carries out a rule and all that follows, and, if `undo`, takes it back. False if nothing
 * has changed, not even the turn; then the state is as it was, byte for byte. */
static bool play(struct pattern_run *run, const struct pattern_chosen *x, bool undo)
{
    struct state *block = run->state;
    unsigned char *key = (unsigned char *)run->state + block->key;
    unsigned char *backup = (unsigned char *)run->state + block->scratch;
    size_t size = block->scratch - block->key;
    bool certain = is_certain(run, x->rule);
    if (undo && certain) return true;
    certain = certain && !run->game->rounds; /* they may fail */
    if (!certain) memcpy(backup, key, size);
    if (run->game->reward >= 0) pattern_forget_rewards(run);
    pattern_carry_out_chosen(run, x);
    follow(run, x->rule);
    if (certain) return true;
    bool changed = differs(run->game, run->state, backup);
    if (undo || !changed || run->fault.of != PATTERN_FINE) memcpy(key, backup, size);
    memset(backup, 0, size);
    return changed;
}

bool pattern_play(struct pattern_run *run, const struct pattern_chosen *x)
{
    return play(run, x, false) && run->fault.of == PATTERN_FINE;
}

/* ---- the protocol ---- */

/* Whether the action names a row or column that the board does not have. */
static bool is_off_board(const struct pattern_run *run, const struct pattern_form *form,
                         action a)
{
    const struct pattern_board *b = &run->board;
    if (form->several) {
        struct text none = text_into(NULL, 0);
        return lua_game_off_board(run->game, run->state, a, &none);
    }
    return (form->row >= 0 && run->slot[form->row] > b->rows) ||
           (form->column >= 0 && run->slot[form->column] > b->cols);
}

static enum applied apply(const struct game *game, void *state, action a,
                          struct report *report)
{
    const struct lua_game *s = lua_game_of(game);
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct pattern_run run;
    struct pattern_bitboards bits;
    struct pattern_chosen chosen;
    if (lua_game_rest(s, state)->outcome[0] != '\0')
        return refused(game, state, a, report);
    const struct pattern_form *form = pattern_start(&run, &bits, s, state, a, slot);
    if (form == NULL) return refused(game, state, a, report);
    if (is_off_board(&run, form, a)) return refused(game, state, a, report);
    if (!pattern_choose(&run, form, &chosen)) return refused(game, state, a, report);
    run.report = report;
    const bool done = play(&run, &chosen, false);
    if (pattern_is_broken(&run))
        return run.fault.of == PATTERN_STOPPED ? STOPPED : FAILED;
    return done ? APPLIED : refused(game, state, a, report);
}

bool pattern_possible(struct pattern_run *run, const struct pattern_form *form,
                      struct pattern_chosen *out)
{
    if (!pattern_choose(run, form, out)) return false;
    /* where players act together, what follows is that of all they do */
    if (out->rule->certain || run->game->together.players > 0) return true;
    /* What is noted of the board while the action is played must not outlast it. */
    const struct pattern_last last = run->last;
    const bool over = run->over, done = play(run, out, true);
    pattern_forget(run);
    run->last = last;
    run->over = over;
    return done;
}

static int64_t score(const struct game *game, const void *state, int player)
{
    const struct lua_game *s = lua_game_of(game);
    const struct pattern_program *rules = s->rules;
    void *own = (void *)(uintptr_t)state;
    struct pattern_run run;
    struct pattern_bitboards bits;
    if (rules->score_field >= 0) {
        const struct lua_game_field *f = &s->field[rules->score_field];
        return lua_game_field(own, f)[f->each ? player - 1 : 0];
    }
    if (rules->score_cell != NULL) {
        pattern_start(&run, &bits, s, state, -1, NULL);
        return pattern_count(&run, rules->score_cell);
    }
    int64_t over = s->over < 0 ? 0 : *lua_game_field(own, &s->field[s->over]);
    for (int32_t i = 0; over > 0 && i < rules->ends; i++) {
        const struct pattern_end *end = &rules->end[i];
        for (int p = 1; p <= game->players; p++) {
            if (end->ending[p - 1] == over) return pattern_end_score(end, p, player);
        }
    }
    return 0;
}

static int64_t reward(const struct game *game, const void *state, int player)
{
    const struct lua_game *s = lua_game_of(game);
    return lua_game_field((void *)(uintptr_t)state, &s->field[s->reward])[player - 1];
}

static void why(const struct game *game, const void *state, action a, struct text *out)
{
    const struct lua_game *s = lua_game_of(game);
    char reason[WHY_MAX];
    struct text t = text_into(reason, sizeof reason);
    const char *outcome = game->outcome(game, state);
    if (outcome != NULL) {
        text_string(&t, "the game is over (");
        text_string(&t, outcome);
        text_char(&t, ')');
    } else if (!lua_game_off_board(s, state, a, &t)) {
        int64_t slot[LUA_GAME_SLOTS_MAX];
        struct pattern_run run;
        struct pattern_bitboards bits;
        const struct pattern_form *form = pattern_start(&run, &bits, s, state, a, slot);
        struct pattern_chosen chosen;
        const bool possible = pattern_possible(&run, form, &chosen);
        if (pattern_is_broken(&run) || possible) return;
        pattern_why(s, state, a, &t);
    }
    game->text(game, state, a, out);
    text_string(out, ": ");
    text_string(out, reason);
}

/* ---- for games with Lua functions ---- */

const struct pattern_rule *pattern_act(const struct lua_game *s, void *state, action a,
                                       struct report *report, struct pattern_follow *next)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct pattern_run run;
    struct pattern_bitboards bits;
    struct pattern_chosen chosen;
    const struct pattern_form *form = pattern_start(&run, &bits, s, state, a, slot);
    *next = (struct pattern_follow){.anchor = {-1, -1}};
    if (form == NULL || !pattern_choose(&run, form, &chosen)) return NULL;
    run.report = report;
    if (s->reward >= 0) pattern_forget_rewards(&run);
    pattern_carry_out_chosen(&run, &chosen);
    next->anchor = run.anchor;
    next->fault = run.fault;
    return chosen.rule;
}

int32_t pattern_follow(const struct lua_game *s, void *state, struct report *report,
                       struct pattern_follow *next)
{
    struct pattern_run run;
    struct pattern_bitboards bits;
    pattern_start(&run, &bits, s, state, -1, NULL);
    run.report = report;
    run.anchor = next->anchor;
    if (next->step == 0 && s->timers) pattern_count_down(&run);
    const int32_t call =
        s->rules->steps == 0 ? 0 : pattern_steps(&run, &next->step, pattern_room(&run));
    next->fault = run.fault;
    return call;
}

void pattern_finish(const struct lua_game *s, void *state, bool keep_turn)
{
    struct pattern_run run;
    struct pattern_bitboards bits;
    pattern_start(&run, &bits, s, state, -1, NULL);
    finish(&run, keep_turn, false);
}

bool pattern_settle(const struct lua_game *s, void *state)
{
    struct pattern_run run;
    struct pattern_bitboards bits;
    if (s->over < 0) return false;
    pattern_start(&run, &bits, s, state, -1, NULL);
    if (pattern_is_over(&run)) return true;
    run.player = run.player > 1 ? run.player - 1 : s->game.players;
    pattern_look_for_end(&run);
    return pattern_is_over(&run);
}

static bool conclude(const struct game *game, void *state)
{
    return pattern_settle(lua_game_of(game), state);
}

/* Whether random games by these rules are played in one run (random_game.c). */
static bool plays_at_once(const struct lua_game *s)
{
    bool exact = s->rules->exact;
    if (s->timers || s->reward >= 0) return false;
    for (int32_t i = 0; i < s->forms; i++) exact = exact && !s->rules->form[i].by_moves;
    return exact || s->rules->words > 0;
}

void pattern_define(struct lua_game *s)
{
    const struct pattern_program *rules = s->rules;
    if (rules->score_field >= 0 || rules->score_cell != NULL || rules->scored) {
        s->game.score = score;
        s->game.scored_at_end = rules->score_field < 0 && rules->score_cell == NULL;
    }
    s->game.model = pattern_model;
    s->game.reward = s->reward >= 0 ? reward : NULL;
    if (!rules->only) return;
    if (s->together.players > 0) {
        pattern_define_together(s);
        return;
    }
    s->game.apply = apply;
    s->game.steady = !s->copies; /* one rule, and nothing to take back */
    s->game.why = why;
    s->game.actions = pattern_actions;
    s->game.candidates = pattern_candidates;
    s->game.playout = plays_at_once(s) ? pattern_playout : NULL;
    s->game.quick = rules->words == 0;
    s->game.foresee = rules->foresees ? pattern_foresee : NULL;
    s->game.conclude = conclude;
    s->game.prospects = pattern_sees_prospects(s) ? pattern_prospects : NULL;
    s->game.parried = pattern_parried(s);
}
