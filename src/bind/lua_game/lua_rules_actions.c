/*
 * Which actions a game in Lua has: those that its function `actions` adds, else all that `apply`
 * would carry out.
 */
#include "lua_rules.h"

static int actions_rule(lua_State *L)
{
    struct lua_rules_call *call = lua_rules_call_here(L);
    lua_rules_calls(call, LUA_RULES_ACTIONS);
    lua_rawgeti(L, LUA_RULES_CLASS, LUA_RULES_ACTIONS);
    lua_rules_push_working(L, call);
    lua_rawgeti(L, LUA_RULES_CLASS, LUA_RULES_ADD);
    call->lr->offered = &call->offered;
    lua_call(L, 2, 0);
    return 0;
}

/* Lists the actions of a form by trying all. Returns 0, ACTIONS_FAILED or
 * ACTIONS_STOPPED. */
static int try_form(struct lua_rules_call *call, const struct lua_game_form *form)
{
    const struct inside *in = &call->lr->host.in;
    int64_t value[LUA_GAME_SLOTS_MAX];
    lua_game_first(form, value);
    do {
        call->a = lua_game_action(&call->lr->definition, form, value);
        enum applied done = lua_rules_apply(call);
        if (done == FAILED) return ACTIONS_FAILED;
        if (done == STOPPED) return ACTIONS_STOPPED;
        if (done == APPLIED) offer_action(&call->offered, call->a);
        if (in->poll.stop != NULL && in->poll.stop(in->poll.with)) return ACTIONS_STOPPED;
    } while (lua_game_next(form, call->state, value));
    return 0;
}

/* The limit of a game that finds its actions by trying: more are an error. */
enum { TRIES_MAX = 10000000 };

static int too_many(lua_State *L)
{
    bind_fail(L, "its moves allow more than 10000000 actions, too many to try each: "
                 "write a function actions that lists the possible ones");
    return 0;
}

int lua_rules_actions(const struct game *game, const void *state, action *out, int max)
{
    struct lua_rules_call call = {.lr = lua_rules_of(game),
                                  .state = (void *)(uintptr_t)state,
                                  .offered = {out, max, 0},
                                  .silent = true};
    int wrong = 0;
    if (game->outcome(game, state) != NULL) return 0;
    bool lists = lua_rules_has(call.lr, LUA_RULES_ACTIONS);
    if (lists && !lua_rules_protect(&call, actions_rule)) {
        wrong = lua_rules_broken(&call) == STOPPED ? ACTIONS_STOPPED : ACTIONS_FAILED;
    }
    if (!lists && lua_game_count(&call.lr->definition, state, TRIES_MAX) > TRIES_MAX) {
        lua_rules_protect(&call, too_many);
        wrong = ACTIONS_FAILED;
    }
    for (int i = 0; !lists && wrong == 0 && i < call.lr->definition.forms; i++) {
        wrong = try_form(&call, &call.lr->definition.form[i]);
    }
    return wrong == 0 ? call.offered.count : wrong;
}

/* Reads an argument as a value of the slot; false if it is none. */
static bool is_slot(lua_State *L, int index, const struct lua_rules *lr,
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

int lua_rules_add(lua_State *L)
{
    struct lua_rules *lr = lua_touserdata(L, lua_upvalueindex(1));
    const struct lua_game *s = &lr->definition;
    if (lr->offered == NULL)
        return luaL_error(L, "add may only be called while actions runs");
    bind_check_lent(L, lua_rules_marks(lr->working));
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
