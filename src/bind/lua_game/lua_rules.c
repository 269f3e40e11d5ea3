/*
 * tessera.lua_game: games whose rules are Lua functions. lua/tessera/game.lua checks
 * their definitions and calls define.
 *
 * **A rule is called with a copy of the state, under lua_pcall:** no error in it is
 * thrown through the C in between. The error waits on top of the stack for the binding
 * function that entered the game, which raises it again (bind_enter, bind_leave). The
 * class of a game, the metatable of its states, holds the rules and their tables at
 * integer keys (enum lua_rules_class), and lives as long as one of the states.
 */
#include "bind/lpattern_error.h"
#include "lua_rules.h"

#include "patterns/program.h"

/* ---- apply ---- */

/* Pushes the words of an action as arguments for a rule. Returns how many. */
static int push_words(lua_State *L, const struct lua_game *s, action a)
{
    int64_t value[LUA_GAME_SLOTS_MAX];
    const struct lua_game_form *form = lua_game_slots(s, a, value);
    luaL_checkstack(L, form->slots + 4, NULL);
    lua_rawgeti(L, LUA_RULES_CLASS, LUA_RULES_WORDS);
    int words = lua_gettop(L);
    for (int k = 0; k < form->slots; k++) {
        if (form->slot[k].kind == LUA_GAME_WORD) {
            lua_rawgeti(L, words, value[k] + 1);
        } else {
            lua_pushinteger(L, value[k]);
        }
    }
    lua_remove(L, words);
    return form->slots;
}

static void refuse(const struct lua_rules_call *call, const char *reason)
{
    struct text *why = call->report == NULL ? NULL : call->report->why;
    if (why == NULL) return;
    lua_game_text(&call->lr->definition.game, call->state, call->a, why);
    text_string(why, ": ");
    text_string(why, reason);
}

/* The name of a rule in messages about its result. */
static const char *name_of(enum lua_rules_class rule)
{
    return rule == LUA_RULES_CALLS     ? "call"
           : rule == LUA_RULES_REVERSE ? "reverse"
                                       : "apply";
}

/* Calls the function on top of the stack with the working state at `index` and the words
 * of the action. A rule refuses by returning nil or false, and perhaps a reason; then this
 * returns false. A rule that returns no value has carried the action out. */
static bool call_rule(lua_State *L, struct lua_rules_call *call,
                      enum lua_rules_class which, int index, void *copy)
{
    unsigned char *marks = lua_rules_marks(copy);
    int rule = lua_gettop(L);
    lua_pushvalue(L, rule);
    lua_pushvalue(L, index);
    *marks = BIND_APPLYING | BIND_LENT;
    lua_rules_calls(call, which);
    lua_call(L, 1 + push_words(L, &call->lr->definition, call->a), LUA_MULTRET);
    *marks = BIND_LENT;
    if (lua_type(L, rule + 1) == LUA_TSTRING) {
        lua_settop(L, rule + 1);
        lua_rules_wrong_result(L, rule, name_of(which),
                               "nothing or true, or nil and why not");
    }
    if (lua_gettop(L) == rule || lua_toboolean(L, rule + 1)) return true;
    lua_settop(L, rule + 2);
    if (lua_isnil(L, -1)) lua_pushliteral(L, "not possible here");
    if (lua_type(L, -1) != LUA_TSTRING) {
        lua_rules_wrong_result(L, rule, name_of(which),
                               "nil or false and why not as a text");
    }
    refuse(call, lua_tostring(L, -1));
    return false;
}

static const struct pattern_form *pictures_of(const struct lua_game *s, action a)
{
    const struct pattern_form *form =
        s->rules == NULL ? NULL : &s->rules->form[a % s->forms];
    return form == NULL || form->rules == 0 ? NULL : form;
}

/* Raises what has ended the run of a rule or step, if anything has. */
static void check_fault(lua_State *L, struct lua_rules *lr, struct pattern_fault fault)
{
    switch (fault.of) {
    case PATTERN_FINE: return;
    case PATTERN_OFF_BOARD: lpattern_error_broken(L, fault.text); return;
    case PATTERN_ENDLESS: lpattern_error_endless(L, fault.text, fault.rounds); return;
    case PATTERN_STOPPED:
        lr->host.in.stopped = true;
        luaL_error(L, "the action was stopped");
    }
}

static int raise_fault(lua_State *L)
{
    struct lua_rules_call *call = lua_rules_call_here(L);
    check_fault(L, call->lr, *call->fault);
    return 0;
}

static void broke(const struct lua_game *s, const char *text, int32_t rounds)
{
    const struct pattern_fault fault = {rounds > 0 ? PATTERN_ENDLESS : PATTERN_OFF_BOARD,
                                        text, rounds};
    struct lua_rules_call call = {.lr = lua_rules_of(&s->game), .fault = &fault};
    lua_rules_protect(&call, raise_fault);
}

/* Carries the action out by the first of its rules as pictures that fits. */
static bool carry_out_picture(lua_State *L, struct lua_rules_call *call, int index,
                              void *copy, bool *keep_turn, struct pattern_follow *next)
{
    const struct lua_game *s = &call->lr->definition;
    const struct pattern_rule *rule = pattern_act(s, copy, call->a, call->report, next);
    check_fault(L, call->lr, next->fault);
    if (rule == NULL) {
        char reason[WHY_MAX];
        struct text t = text_into(reason, sizeof reason);
        bool asked = call->report != NULL && call->report->why != NULL;
        if (asked) pattern_why(s, call->state, call->a, &t);
        refuse(call, reason);
        return false;
    }
    *keep_turn = rule->keep_turn;
    if (!rule->calls) return true;
    lua_rawgeti(L, LUA_RULES_CLASS, LUA_RULES_CALLS);
    lua_rawgeti(L, -1, rule->number);
    return call_rule(L, call, LUA_RULES_CALLS, index, copy);
}

/* The steps after an action, the next one first. False: a function among them refuses it. */
static bool follow(lua_State *L, struct lua_rules_call *call, int index, void *copy,
                   struct pattern_follow *next)
{
    const struct lua_game *s = &call->lr->definition;
    for (;;) {
        const int32_t number = pattern_follow(s, copy, call->report, next);
        check_fault(L, call->lr, next->fault);
        if (number == 0) return true;
        lua_rawgeti(L, LUA_RULES_CLASS, LUA_RULES_CALLS);
        lua_rawgeti(L, -1, number);
        if (!call_rule(L, call, LUA_RULES_CALLS, index, copy)) return false;
        lua_settop(L, index);
    }
}

/* Turn and ends after an action. */
static void finish(struct lua_rules_call *call, void *copy, bool keep_turn)
{
    const struct lua_game *s = &call->lr->definition;
    if (s->rules != NULL) {
        pattern_finish(s, copy, keep_turn);
    } else if (s->game.players > 1 && !lua_rules_has(call->lr, LUA_RULES_TURN)) {
        int64_t *turn = lua_game_turn(copy);
        *turn = *turn % s->game.players + 1;
    }
}

static int apply_rule(lua_State *L)
{
    struct lua_rules_call *call = lua_rules_call_here(L);
    struct lua_rules *lr = call->lr;
    void *copy = lua_rules_push_working(L, call);
    int index = lua_gettop(L);
    bool keep_turn = false, done;
    struct pattern_follow next = {.anchor = {-1, -1}};
    lr->report = call->report;
    call->done = REFUSED;
    if (pictures_of(&lr->definition, call->a) != NULL) {
        done = carry_out_picture(L, call, index, copy, &keep_turn, &next);
    } else {
        lua_rawgeti(L, LUA_RULES_CLASS, LUA_RULES_APPLY);
        done = call_rule(L, call, LUA_RULES_APPLY, index, copy);
    }
    if (done && lr->definition.rules != NULL) done = follow(L, call, index, copy, &next);
    if (!done) return 0;
    finish(call, copy, keep_turn);
    if (!call->silent) lua_rules_settle(L, lr, index, copy);
    if (state_equal(copy, call->state)) {
        refuse(call, "nothing would change");
        return 0;
    }
    if (!call->silent) memcpy(call->state, copy, ((struct state *)copy)->size);
    call->done = APPLIED;
    return 0;
}

enum applied lua_rules_apply(struct lua_rules_call *call)
{
    const struct game *game = &call->lr->definition.game;
    char reason[WHY_MAX];
    struct text t = text_into(reason, sizeof reason);
    const char *outcome = game->outcome(game, call->state);
    if (outcome != NULL) {
        text_string(&t, "the game is over (");
        text_string(&t, outcome);
        text_char(&t, ')');
    } else if (!lua_game_off_board(&call->lr->definition, call->state, call->a, &t)) {
        return lua_rules_protect(call, apply_rule) ? call->done : lua_rules_broken(call);
    }
    refuse(call, reason);
    return REFUSED;
}

static enum applied apply(const struct game *game, void *state, action a,
                          struct report *report)
{
    struct lua_rules_call call = {
        .lr = lua_rules_of(game), .state = state, .a = a, .report = report};
    return lua_rules_apply(&call);
}

static void why(const struct game *game, const void *state, action a, struct text *out)
{
    struct report report = {.why = out};
    struct lua_rules_call call = {.lr = lua_rules_of(game),
                                  .state = (void *)(uintptr_t)state,
                                  .a = a,
                                  .report = &report,
                                  .silent = true};
    lua_rules_apply(&call);
}

/* ---- the position before an action ---- */

static int reverse_rule(lua_State *L)
{
    struct lua_rules_call *call = lua_rules_call_here(L);
    const struct lua_game *s = &call->lr->definition;
    void *copy = lua_rules_push_working(L, call);
    int index = lua_gettop(L);
    struct lua_game_rest *rest = lua_game_rest(s, copy);
    if (s->over >= 0) lua_game_end(s, copy, 0);
    memset(rest->outcome, 0, sizeof rest->outcome);
    call->lr->report = NULL;
    call->done = REFUSED;
    lua_rawgeti(L, LUA_RULES_CLASS, LUA_RULES_REVERSE);
    if (!call_rule(L, call, LUA_RULES_REVERSE, index, copy)) return 0;
    lua_rules_settle(L, call->lr, index, copy);
    memcpy(call->state, copy, ((struct state *)copy)->size);
    call->done = APPLIED;
    return 0;
}

enum applied lua_rules_reverse(const struct game *game, void *state, action a)
{
    struct lua_rules_call call = {.lr = lua_rules_of(game), .state = state, .a = a};
    if (lua_game_off_board(&call.lr->definition, state, a, &(struct text){NULL, 0, 0})) {
        return REFUSED;
    }
    return lua_rules_protect(&call, reverse_rule) ? call.done : lua_rules_broken(&call);
}

/* ---- scores ---- */

static int score_rule(lua_State *L)
{
    struct lua_rules_call *call = lua_rules_call_here(L);
    const struct lua_game *s = &call->lr->definition;
    unsigned char *marks = lua_rules_marks(lua_rules_push_working(L, call));
    *marks = BIND_FROZEN | BIND_LENT;
    call->a = lua_rules_ask_integer(L, LUA_RULES_SCORE, lua_gettop(L), (int)call->a,
                                    s->score_min, s->score_max, "score");
    return 0;
}

static int64_t score(const struct game *game, const void *state, int player)
{
    struct lua_rules_call call = {
        .lr = lua_rules_of(game), .state = (void *)(uintptr_t)state, .a = player};
    if (!lua_rules_has(call.lr, LUA_RULES_SCORE)) return 0;
    return lua_rules_protect(&call, score_rule) ? call.a : 0;
}

/* ---- the class ---- */

void lua_rules_bind(lua_State *L, struct lua_rules *lr)
{
    lr->definition.settle = lua_rules_settle_loaded;
    lr->definition.broke = broke;
    lr->definition.game.actions = lua_rules_actions;
    lr->definition.game.candidates = lua_game_candidates;
    lr->definition.game.apply = apply;
    lr->definition.game.why = why;
    lr->definition.game.score = score;
    lr->definition.game.host = &lr->host;
    lr->definition.game.poll = &lr->host.in.poll;
    lr->host.values = 1 + lr->definition.layers + lr->definition.fields;
    bind_game(L, &lr->definition.game, lua_rules_methods);
    bind_game_functions(L, lua_rules_functions);
    /* module */
    lua_getfield(L, -1, "methods");
    lua_getfield(L, -1, "clone");
    lua_getupvalue(L, -1, 1);
    lua_replace(L, -3);
    lua_pop(L, 1);
    /* module, class */
    for (int i = 1; i <= LUA_RULES_LAST; i++) {
        lua_pushboolean(L, 0);
        lua_rawseti(L, -2, i);
    }
    lua_pushlightuserdata(L, lr);
    lua_pushvalue(L, -2); /* keeps the game alive if a rule keeps `add` */
    lua_pushcclosure(L, lua_rules_add, 2);
    lua_rawseti(L, -2, LUA_RULES_ADD);
}
