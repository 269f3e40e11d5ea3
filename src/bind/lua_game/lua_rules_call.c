/*
 * Games whose rules are Lua functions, continued: calling a rule and checking what it
 * returns.
 */
#include "lua_rules.h"

#include <assert.h>

#include "bind/system/lguard.h"

/* The message handler: adds the rule's line to errors of Lua itself that come without one,
 * and to `error()`. */
static int explain(lua_State *L)
{
    char where[512];
    struct text t = text_into(where, sizeof where);
    static const char *const own[] = {"attempt to yield", "C stack overflow", NULL};
    if (lua_isnil(L, 1)) {
        lguard_where(L, &t);
        lua_pushfstring(L, "%san error without a message", where);
    }
    if (lua_type(L, 1) != LUA_TSTRING) return 1;
    for (int i = 0; own[i] != NULL; i++) {
        if (strncmp(lua_tostring(L, 1), own[i], strlen(own[i])) != 0) continue;
        lguard_where(L, &t);
        lua_pushfstring(L, "%s%s", where, lua_tostring(L, 1));
        break;
    }
    return 1;
}

const char *const lua_rules_names[] = {
    [LUA_RULES_APPLY] = "the rule apply",       [LUA_RULES_ACTIONS] = "the rule actions",
    [LUA_RULES_OUTCOME] = "the rule outcome",   [LUA_RULES_TURN] = "the rule turn",
    [LUA_RULES_SCORE] = "the rule score",       [LUA_RULES_CHECK] = "the rule check",
    [LUA_RULES_VIEW] = "the rule view",         [LUA_RULES_REVERSE] = "the rule reverse",
    [LUA_RULES_CALLS] = "a function of a rule",
};

/* Puts the error of a budget that is used up in the place of the one on top of the stack. */
static void tell_late(lua_State *L, const struct lua_rules_call *call, int class)
{
    struct lbudget_late late = {.name = call->frame.name,
                                .game = &call->lr->definition.game,
                                .state = call->state,
                                .a = call->a};
    late.acting = call->rule == LUA_RULES_APPLY || call->rule == LUA_RULES_CALLS;
    lua_rawgeti(L, class, call->rule);
    late.function = lua_gettop(L);
    lbudget_push(L, &late);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/* Says which action is played. */
static void tell_action(const struct lbudget_frame *frame, struct text *out)
{
    const struct lua_rules_call *call =
        (const struct lua_rules_call *)((const char *)frame -
                                        offsetof(struct lua_rules_call, frame));
    const struct game *game = &call->lr->definition.game;
    if (call->rule != LUA_RULES_APPLY && call->rule != LUA_RULES_CALLS) return;
    text_string(out, " to '");
    game->text(game, call->state, call->a, out);
    text_char(out, '\'');
}

_Static_assert((int)LUA_RULES_DEEP == 16, "as the message says");

static int too_deep(lua_State *L)
{
    bind_fail(L, "rules play actions inside of each other, more than 16 deep");
    return 0;
}

bool lua_rules_protect(struct lua_rules_call *call, lua_CFunction f)
{
    struct lua_rules *lr = call->lr;
    struct inside *in = &lr->host.in;
    lua_State *L = in->L;
    struct report *report = lr->report;
    struct offered *offered = lr->offered;
    void *working = lr->working;
    assert(L != NULL);
    if (in->failed) return false; /* `score` raised an error before this call */
    in->depth++;
    lua_pushcfunction(L, explain);
    lua_pushcfunction(L, in->depth > LUA_RULES_DEEP ? too_deep : f);
    lua_pushlightuserdata(L, call);
    lua_pushvalue(L, in->class);
    lbudget_enter(&call->frame, L, lua_rules_names[LUA_RULES_APPLY]);
    call->frame.tell = tell_action;
    in->stopped = false;
    bool fine = lua_pcall(L, 2, 0, -4) == LUA_OK;
    in->failed = !fine && !in->stopped;
    if (in->failed) lr->host.blamed = call->frame.name;
    bool late = lbudget_leave(&call->frame);
    assert(in->L == L);
    if (call->working != NULL) *lua_rules_marks(call->working) = BIND_ENDED;
    in->depth--;
    lr->report = report;
    lr->offered = offered;
    lr->working = working;
    lua_remove(L, in->failed ? -2 : -1);
    if (in->failed && late) tell_late(L, call, in->class);
    if (in->stopped && !fine) lua_pop(L, 1);
    in->stopped = in->stopped && !fine;
    return fine;
}

enum applied lua_rules_broken(const struct lua_rules_call *call)
{
    return call->lr->host.in.stopped ? STOPPED : FAILED;
}

int lua_rules_wrong_result(lua_State *L, int index, const char *name,
                           const char *expected)
{
    lua_Debug info;
    const char *got = luaL_tolstring(L, -1, NULL);
    if (lua_type(L, -2) > LUA_TSTRING)
        got = lua_pushfstring(L, "a %s", luaL_typename(L, -2));
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &info);
    return luaL_error(L, "%s:%d: %s must return %s, got %s", info.short_src,
                      info.linedefined, name, expected, got);
}

int lua_rules_ask(lua_State *L, enum lua_rules_class rule, int copy, int player)
{
    lua_rawgeti(L, LUA_RULES_CLASS, rule);
    int index = lua_gettop(L);
    lua_pushvalue(L, index);
    lua_pushvalue(L, copy);
    if (player > 0) lua_pushinteger(L, player);
    lua_rules_calls(lua_rules_call_here(L), rule);
    lua_call(L, player > 0 ? 2 : 1, 1);
    return index;
}

lua_Integer lua_rules_ask_integer(lua_State *L, enum lua_rules_class rule, int copy,
                                  int player, lua_Integer min, lua_Integer max,
                                  const char *name)
{
    int index = lua_rules_ask(L, rule, copy, player), whole;
    lua_Integer n = lua_tointegerx(L, -1, &whole);
    if (!whole || lua_type(L, -1) != LUA_TNUMBER || n < min || n > max) {
        char expected[80];
        struct text t = text_into(expected, sizeof expected);
        text_string(&t, "an integer of ");
        text_number(&t, min);
        text_string(&t, "..");
        text_number(&t, max);
        lua_rules_wrong_result(L, index, name, expected);
    }
    lua_settop(L, index - 1);
    return n;
}
