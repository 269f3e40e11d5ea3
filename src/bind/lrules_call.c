/*
 * Games whose rules are Lua functions, continued: calling a rule and checking what it
 * returns.
 */
#include "lrules.h"

#include <assert.h>

/* The message handler: adds the rule's line to errors of Lua itself
 * that come without one. */
static int explain(lua_State *L)
{
    static const char *const own[] = {"attempt to yield", "C stack overflow", NULL};
    if (lua_type(L, 1) != LUA_TSTRING) return 1;
    for (int i = 0; own[i] != NULL; i++) {
        if (strncmp(lua_tostring(L, 1), own[i], strlen(own[i])) != 0) continue;
        bind_push_where(L);
        lua_pushvalue(L, 1);
        lua_concat(L, 2);
        break;
    }
    return 1;
}

const char *const lrules_names[] = {
    [LRULES_APPLY] = "the rule apply",       [LRULES_ACTIONS] = "the rule actions",
    [LRULES_OUTCOME] = "the rule outcome",   [LRULES_TURN] = "the rule turn",
    [LRULES_SCORE] = "the rule score",       [LRULES_CHECK] = "the rule check",
    [LRULES_VIEW] = "the rule view",         [LRULES_REVERSE] = "the rule reverse",
    [LRULES_CALLS] = "a function of a rule",
};

/* Puts the error of a budget that is used up in the place of the one on top of the stack. */
static void tell_late(lua_State *L, const struct lrules_call *call, int class)
{
    struct lbudget_late late = {.name = call->frame.name,
                                .game = &call->lr->definition.game,
                                .state = call->state,
                                .a = call->a};
    late.acting = call->rule == LRULES_APPLY || call->rule == LRULES_CALLS;
    lua_rawgeti(L, class, call->rule);
    late.function = lua_gettop(L);
    lbudget_push(L, &late);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

_Static_assert((int)LRULES_DEEP == 16, "as the message says");

static int too_deep(lua_State *L)
{
    bind_fail(L, "rules play actions inside of each other, more than 16 deep");
    return 0;
}

bool lrules_protect(struct lrules_call *call, lua_CFunction f)
{
    struct lrules *lr = call->lr;
    struct inside *in = &lr->host.in;
    lua_State *L = in->L;
    struct report *report = lr->report;
    struct offered *offered = lr->offered;
    void *working = lr->working;
    assert(L != NULL);
    if (in->failed) return false; /* `score` raised an error before this call */
    in->depth++;
    lua_pushcfunction(L, explain);
    lua_pushcfunction(L, in->depth > LRULES_DEEP ? too_deep : f);
    lua_pushlightuserdata(L, call);
    lua_pushvalue(L, in->class);
    lbudget_enter(&call->frame, L, lrules_names[LRULES_APPLY]);
    in->stopped = false;
    bool fine = lua_pcall(L, 2, 0, -4) == LUA_OK;
    in->failed = !fine && !in->stopped;
    bool late = lbudget_leave(&call->frame);
    assert(in->L == L);
    if (call->working != NULL) *lrules_marks(call->working) = BIND_ENDED;
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

enum applied lrules_broken(const struct lrules_call *call)
{
    return call->lr->host.in.stopped ? STOPPED : FAILED;
}

int lrules_wrong_result(lua_State *L, int index, const char *name, const char *expected)
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

int lrules_ask(lua_State *L, enum lrules_class rule, int copy, int player)
{
    lua_rawgeti(L, LRULES_CLASS, rule);
    int index = lua_gettop(L);
    lua_pushvalue(L, index);
    lua_pushvalue(L, copy);
    if (player > 0) lua_pushinteger(L, player);
    lrules_calls(lrules_call_here(L), rule);
    lua_call(L, player > 0 ? 2 : 1, 1);
    return index;
}

lua_Integer lrules_ask_integer(lua_State *L, enum lrules_class rule, int copy, int player,
                               lua_Integer min, lua_Integer max, const char *name)
{
    int index = lrules_ask(L, rule, copy, player), whole;
    lua_Integer n = lua_tointegerx(L, -1, &whole);
    if (!whole || lua_type(L, -1) != LUA_TNUMBER || n < min || n > max) {
        char expected[80];
        struct text t = text_into(expected, sizeof expected);
        text_string(&t, "an integer of ");
        text_number(&t, min);
        text_string(&t, "..");
        text_number(&t, max);
        lrules_wrong_result(L, index, name, expected);
    }
    lua_settop(L, index - 1);
    return n;
}
