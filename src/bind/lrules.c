/*
 * tessera.lua_game: games whose rules are Lua functions. lua/tessera/game.lua checks
 * their definitions and calls define.
 *
 * **A rule is called with a copy of the state, under lua_pcall:** no error in it is
 * thrown through the C in between. The error waits on top of the stack for the binding
 * function that entered the game, which raises it again (bind_enter, bind_leave). The
 * class of a game, the metatable of its states, holds the rules and their tables at
 * integer keys (enum lrules_class), and lives as long as one of the states.
 */
#include "lrules.h"

#include <limits.h>

#include "rules/rules.h"

static struct lrules *rules_of(const struct game *game)
{
    return (struct lrules *)(uintptr_t)game;
}

/* ---- apply ---- */

/* Pushes the words of an action as arguments for a rule. Returns how many. */
static int push_words(lua_State *L, const struct lua_game *s, action a)
{
    int64_t value[LUA_GAME_SLOTS_MAX];
    const struct lua_game_form *form = lua_game_slots(s, a, value);
    luaL_checkstack(L, form->slots + 4, NULL);
    lua_rawgeti(L, LRULES_CLASS, LRULES_WORDS);
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

static void refuse(const struct lrules_call *call, const char *reason)
{
    struct text *why = call->report == NULL ? NULL : call->report->why;
    if (why == NULL) return;
    lua_game_text(&call->lr->definition.game, call->state, call->a, why);
    text_string(why, ": ");
    text_string(why, reason);
}

/* Calls the function on top of the stack with the working state at `index` and the words
 * of the action. A rule refuses by returning nil or false, and perhaps a reason; then this
 * returns false. A rule that returns no value has carried the action out. */
static bool call_rule(lua_State *L, struct lrules_call *call, const char *name, int index,
                      void *copy)
{
    unsigned char *marks = lrules_marks(copy);
    int rule = lua_gettop(L);
    lua_pushvalue(L, rule);
    lua_pushvalue(L, index);
    *marks = BIND_APPLYING;
    lua_call(L, 1 + push_words(L, &call->lr->definition, call->a), LUA_MULTRET);
    *marks = 0;
    if (lua_type(L, rule + 1) == LUA_TSTRING) {
        lua_settop(L, rule + 1);
        lrules_wrong_result(L, rule, name, "nothing or true, or nil and why not");
    }
    if (lua_gettop(L) == rule || lua_toboolean(L, rule + 1)) return true;
    lua_settop(L, rule + 2);
    if (lua_isnil(L, -1)) lua_pushliteral(L, "not possible here");
    if (lua_type(L, -1) != LUA_TSTRING) {
        lrules_wrong_result(L, rule, name, "nil or false and why not as a text");
    }
    refuse(call, lua_tostring(L, -1));
    return false;
}

static const struct rules_form *pictures_of(const struct lua_game *s, action a)
{
    const struct rules_form *form =
        s->rules == NULL ? NULL : &s->rules->form[a % s->forms];
    return form == NULL || form->rules == 0 ? NULL : form;
}

/* Carries the action out by the first of its rules as pictures that fits. */
static bool carry_out_picture(lua_State *L, struct lrules_call *call, int index,
                              void *copy, bool *keep_turn)
{
    const struct lua_game *s = &call->lr->definition;
    const struct rules_rule *rule = rules_act(s, copy, call->a, call->report);
    if (rule == NULL) {
        char reason[WHY_MAX];
        struct text t = text_into(reason, sizeof reason);
        bool asked = call->report != NULL && call->report->why != NULL;
        if (asked) rules_why(s, call->state, call->a, &t);
        refuse(call, reason);
        return false;
    }
    *keep_turn = rule->keep_turn;
    if (!rule->calls) return true;
    lua_rawgeti(L, LRULES_CLASS, LRULES_CALLS);
    lua_rawgeti(L, -1, rule->number);
    return call_rule(L, call, "call", index, copy);
}

/* What follows after an action that was carried out: steps, turn and ends. */
static void finish(struct lrules_call *call, void *copy, bool keep_turn)
{
    const struct lua_game *s = &call->lr->definition;
    if (s->rules != NULL) {
        rules_finish(s, copy, keep_turn, call->report);
    } else if (s->game.players > 1 && !lrules_has(call->lr, LRULES_TURN)) {
        int64_t *turn = lua_game_turn(copy);
        *turn = *turn % s->game.players + 1;
    }
}

static int apply_rule(lua_State *L)
{
    struct lrules_call *call = lrules_call_here(L);
    struct lrules *lr = call->lr;
    void *copy = lrules_push_working(L, call);
    int index = lua_gettop(L);
    bool keep_turn = false, done;
    lr->report = call->report;
    call->done = REFUSED;
    if (pictures_of(&lr->definition, call->a) != NULL) {
        done = carry_out_picture(L, call, index, copy, &keep_turn);
    } else {
        lua_rawgeti(L, LRULES_CLASS, LRULES_APPLY);
        done = call_rule(L, call, "apply", index, copy);
    }
    if (!done) return 0;
    finish(call, copy, keep_turn);
    if (!call->silent) lrules_settle(L, lr, index, copy);
    if (state_equal(copy, call->state)) {
        refuse(call, "nothing would change");
        return 0;
    }
    if (!call->silent) memcpy(call->state, copy, ((struct state *)copy)->size);
    call->done = APPLIED;
    return 0;
}

static enum applied apply_call(struct lrules_call *call)
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
        return lrules_protect(call, apply_rule) ? call->done : FAILED;
    }
    refuse(call, reason);
    return REFUSED;
}

static enum applied apply(const struct game *game, void *state, action a,
                          struct report *report)
{
    struct lrules_call call = {
        .lr = rules_of(game), .state = state, .a = a, .report = report};
    return apply_call(&call);
}

static void why(const struct game *game, const void *state, action a, struct text *out)
{
    struct report report = {NULL, out};
    struct lrules_call call = {.lr = rules_of(game),
                               .state = (void *)(uintptr_t)state,
                               .a = a,
                               .report = &report,
                               .silent = true};
    apply_call(&call);
}

/* ---- actions ---- */

static int actions_rule(lua_State *L)
{
    struct lrules_call *call = lrules_call_here(L);
    lua_rawgeti(L, LRULES_CLASS, LRULES_ACTIONS);
    lrules_push_working(L, call);
    lua_rawgeti(L, LRULES_CLASS, LRULES_ADD);
    call->lr->offered = &call->offered;
    lua_call(L, 2, 0);
    return 0;
}

/* The greatest value of a slot on this board. */
static int64_t slot_end(const struct lua_game_slot *slot, const struct state *state)
{
    if (slot->kind == LUA_GAME_ROW) return state->shape[LUA_GAME_ROWS];
    if (slot->kind == LUA_GAME_COLUMN) return state->shape[LUA_GAME_COLUMNS];
    return slot->max;
}

static void first_of_form(const struct lua_game_form *form, int64_t *value)
{
    for (int k = 0; k < form->slots; k++) value[k] = form->slot[k].min;
}

/* Steps to the next action of the form on this board; false after the last one. */
static bool next_of_form(const struct lua_game_form *form, const void *state,
                         int64_t *value)
{
    for (int k = form->slots - 1; k >= 0; k--) {
        if (value[k]++ < slot_end(&form->slot[k], state)) return true;
        value[k] = form->slot[k].min;
    }
    return false;
}

/* Lists the actions of a form by trying all. Returns 0, ACTIONS_FAILED or
 * ACTIONS_STOPPED. */
static int try_form(struct lrules_call *call, const struct lua_game_form *form)
{
    const struct inside *in = &call->lr->host.in;
    int64_t value[LUA_GAME_SLOTS_MAX];
    first_of_form(form, value);
    do {
        call->a = lua_game_action(&call->lr->definition, form, value);
        enum applied done = apply_call(call);
        if (done == FAILED) return ACTIONS_FAILED;
        if (done == APPLIED) offer_action(&call->offered, call->a);
        if (in->stop != NULL && in->stop(in->with)) return ACTIONS_STOPPED;
    } while (next_of_form(form, call->state, value));
    return 0;
}

/* The number of actions of all forms on this board, at most max + 1; max < 2^31. */
static int64_t count_candidates(const struct lua_game *s, const void *state, int64_t max)
{
    int64_t all = 0;
    for (int i = 0; i < s->forms && all <= max; i++) {
        int64_t count = 1;
        for (int k = 0; k < s->form[i].slots && count <= max; k++) {
            const struct lua_game_slot *slot = &s->form[i].slot[k];
            int64_t values = slot_end(slot, state) - slot->min + 1;
            count = values > max ? values : count * values;
        }
        all += count <= max ? count : max + 1;
    }
    return all <= max ? all : max + 1;
}

/* game->candidates: all actions of all forms on this board. */
static int candidates(const struct game *game, const void *state, action *out, int max)
{
    const struct lua_game *s = &rules_of(game)->definition;
    struct offered offered = {out, max, 0};
    int64_t value[LUA_GAME_SLOTS_MAX], count = count_candidates(s, state, CANDIDATES_MAX);
    if (game->outcome(game, state) != NULL) return 0;
    if (count > max) return (int)count;
    for (int i = 0; i < s->forms; i++) {
        first_of_form(&s->form[i], value);
        do {
            offer_action(&offered, lua_game_action(s, &s->form[i], value));
        } while (next_of_form(&s->form[i], state, value));
    }
    return offered.count;
}

/* The limit of a game that finds its actions by trying: more are an error. */
enum { TRIES_MAX = 10000000 };

static int too_many(lua_State *L)
{
    bind_fail(L, "its moves allow more than 10000000 actions, too many to try each: "
                 "write a function actions that lists the possible ones");
    return 0;
}

/* game->actions: the list of the rule `actions`, else all actions that
 * apply would carry out. */
static int actions(const struct game *game, const void *state, action *out, int max)
{
    struct lrules_call call = {.lr = rules_of(game),
                               .state = (void *)(uintptr_t)state,
                               .offered = {out, max, 0},
                               .silent = true};
    int wrong = 0;
    if (game->outcome(game, state) != NULL) return 0;
    bool lists = lrules_has(call.lr, LRULES_ACTIONS);
    if (lists && !lrules_protect(&call, actions_rule)) wrong = ACTIONS_FAILED;
    if (!lists && count_candidates(&call.lr->definition, state, TRIES_MAX) > TRIES_MAX) {
        lrules_protect(&call, too_many);
        wrong = ACTIONS_FAILED;
    }
    for (int i = 0; !lists && wrong == 0 && i < call.lr->definition.forms; i++) {
        wrong = try_form(&call, &call.lr->definition.form[i]);
    }
    return wrong == 0 ? call.offered.count : wrong;
}

/* Reads an argument as a value of the slot; false if it is none. */
static bool is_slot(lua_State *L, int index, const struct lrules *lr,
                    const struct lua_game_slot *slot, int64_t *value)
{
    if (slot->kind != LUA_GAME_WORD) {
        int whole;
        *value = lua_tointegerx(L, index, &whole);
        return whole && *value >= slot->min && *value <= slot->max;
    }
    if (lua_type(L, index) != LUA_TSTRING) return false;
    const char *word = lua_tostring(L, index);
    for (*value = slot->min; *value <= slot->max; ++*value) {
        if (lr->word[*value] == word) return true;
    }
    for (*value = slot->min; *value <= slot->max; ++*value) {
        if (strcmp(lr->word[*value], word) == 0) return true;
    }
    return false;
}

/* add(word, ...), for the rule `actions`: adds the action with these words */
static int l_add(lua_State *L)
{
    struct lrules *lr = lua_touserdata(L, lua_upvalueindex(1));
    const struct lua_game *s = &lr->definition;
    if (lr->offered == NULL)
        return luaL_error(L, "add may only be called while actions runs");
    int n = lua_gettop(L);
    for (int i = 0; i < s->forms; i++) {
        int64_t value[LUA_GAME_SLOTS_MAX];
        int k = 0;
        if (s->form[i].slots != n) continue;
        while (k < n && is_slot(L, k + 1, lr, &s->form[i].slot[k], &value[k])) k++;
        if (k < n) continue;
        offer_action(lr->offered, lua_game_action(s, &s->form[i], value));
        return 0;
    }
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int k = 1; k <= n; k++) {
        if (k > 1) luaL_addchar(&b, ' ');
        luaL_tolstring(L, k, NULL);
        luaL_addvalue(&b);
    }
    luaL_pushresult(&b);
    return luaL_error(L, "'%s' is no action of %s", lua_tostring(L, -1), s->name);
}

/* ---- scores ---- */

static int score_rule(lua_State *L)
{
    struct lrules_call *call = lrules_call_here(L);
    const struct lua_game *s = &call->lr->definition;
    unsigned char *marks = lrules_marks(lrules_push_working(L, call));
    *marks = BIND_FROZEN;
    call->a = lrules_ask_integer(L, LRULES_SCORE, lua_gettop(L), (int)call->a,
                                 s->score_min, s->score_max, "score");
    return 0;
}

static int64_t score(const struct game *game, const void *state, int player)
{
    struct lrules_call call = {
        .lr = rules_of(game), .state = (void *)(uintptr_t)state, .a = player};
    if (!lrules_has(call.lr, LRULES_SCORE)) return 0;
    return lrules_protect(&call, score_rule) ? call.a : 0;
}

/* ---- making and loading ---- */

/* Checks a new or loaded state by the rule `check`, then updates turn and outcome. */
static int check_rule(lua_State *L)
{
    struct lrules_call *call = lrules_call_here(L);
    struct lrules *lr = call->lr;
    void *copy = lrules_push_working(L, call);
    int index = lua_gettop(L);
    lrules_settle_over(&lr->definition, copy); /* `check` may ask how it ended */
    if (lrules_has(lr, LRULES_CHECK)) {
        int rule = lrules_ask(L, LRULES_CHECK, index, 0);
        if (lua_type(L, -1) == LUA_TSTRING) {
            lua_rawseti(L, LRULES_CLASS, LRULES_WRONG);
            call->done = REFUSED;
            return 0;
        } else if (!lua_isnil(L, -1)) {
            lrules_wrong_result(L, rule, "check", "nil or what is wrong as a text");
        }
    }
    lrules_settle(L, lr, index, copy);
    memcpy(call->state, copy, ((struct state *)copy)->size);
    return 0;
}

static const char *settle_loaded(const struct lua_game *s, void *state)
{
    struct lrules_call call = {.lr = rules_of(&s->game), .state = state};
    if (!lrules_protect(&call, check_rule)) return "a rule raised an error";
    if (call.done != REFUSED) return NULL;
    lua_State *L = call.lr->host.in.L;
    lua_rawgeti(L, call.lr->host.in.class, LRULES_WRONG); /* the class keeps it alive */
    const char *wrong = lua_tostring(L, -1);
    lua_pop(L, 1);
    return wrong;
}

/* settle(state): checks a new state and makes it ready to be played; nil,
 * or an error message */
static int l_settle(lua_State *L)
{
    void *state = bind_object(L, 1);
    const struct game *game = bind_game_of(L);
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    const struct lua_game *s = &rules_of(game)->definition;
    const char *wrong = game->check(game, state);
    if (s->rules != NULL && wrong == NULL) rules_settle(s, state);
    if (bind_leave(&here)) return lua_error(L);
    lua_pushstring(L, wrong);
    return 1;
}

/* Counts and checks the given dice: a list of integers, or nil. */
static int32_t count_dice(lua_State *L, int index)
{
    if (lua_isnoneornil(L, index)) return 0;
    luaL_checktype(L, index, LUA_TTABLE);
    lua_Unsigned n = lua_rawlen(L, index);
    luaL_argcheck(L, n <= LUA_GAME_DICE_MAX, index,
                  "chance is a list of more than 10000");
    return (int32_t)n;
}

/* make(rows, columns, cells, seed, chance): a state that is not settled yet */
static int l_make(lua_State *L)
{
    const struct lua_game *s = &rules_of(bind_game_of(L))->definition;
    int32_t rows = (int32_t)bind_integer(L, 1, 1, LUA_GAME_SIDE_MAX);
    int32_t cols = (int32_t)bind_integer(L, 2, 1, LUA_GAME_SIDE_MAX);
    size_t n;
    const char *cells = luaL_checklstring(L, 3, &n);
    luaL_argcheck(L, n == (size_t)rows * (size_t)cols, 3, "wrong number of cells");
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    int32_t dice = count_dice(L, 5);
    void *state = bind_make_state(L, (const int32_t[]){rows, cols, dice});
    struct lua_game_rest *rest = lua_game_rest(s, state);
    rest->rng = seed;
    for (int32_t i = 0; i < dice; i++) {
        int whole;
        lua_rawgeti(L, 5, i + 1);
        lua_Integer die = lua_tointegerx(L, -1, &whole);
        if (!whole || die < 1 || die > INT32_MAX) {
            return luaL_error(L, "number %d of the given chance is no integer from 1 on",
                              i + 1);
        }
        rest->dice[i] = (int32_t)die;
        lua_pop(L, 1);
    }
    for (int32_t i = 0; i < rows * cols; i++) {
        luaL_argcheck(L,
                      lua_game_put(s, state, i / cols, i % cols, (unsigned char)cells[i]),
                      3, "a cell that is not in the legend");
    }
    return 1;
}

void lrules_bind(lua_State *L, struct lrules *lr)
{
    static const luaL_Reg functions[] = {
        {"make", l_make}, {"settle", l_settle}, {NULL, NULL}};
    lr->definition.settle = settle_loaded;
    lr->definition.game.actions = actions;
    lr->definition.game.candidates = candidates;
    lr->definition.game.apply = apply;
    lr->definition.game.why = why;
    lr->definition.game.score = score;
    lr->definition.game.host = &lr->host;
    lr->host.values = 1 + lr->definition.layers + lr->definition.fields;
    bind_game(L, &lr->definition.game, lrules_methods);
    bind_game_functions(L, functions);
    /* module */
    lua_getfield(L, -1, "methods");
    lua_getfield(L, -1, "clone");
    lua_getupvalue(L, -1, 1);
    lua_replace(L, -3);
    lua_pop(L, 1);
    /* module, class */
    for (int i = 1; i <= LRULES_LAST; i++) {
        lua_pushboolean(L, 0);
        lua_rawseti(L, -2, i);
    }
    lua_pushlightuserdata(L, lr);
    lua_pushvalue(L, -2); /* keeps the game alive if a rule keeps `add` */
    lua_pushcclosure(L, l_add, 2);
    lua_rawseti(L, -2, LRULES_ADD);
}
