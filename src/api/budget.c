/*
 * tessera.budget in another program: a call may take so many instructions of Lua's VM. A hook counts
 * them; what is allocated counts as well, and what Lua's libraries do in long loops (counted_lua.h).
 * When they are used up, or the call is refused something, a hook raises an error at each instruction
 * until the call has ended, in each thread that runs in it: so no pcall keeps it, and no coroutine
 * escapes.
 *
 * Some instructions take very long, such as the comparison of two strings of many megabytes. So a
 * call has a time as well, which is far more than its instructions take.
 */
#include <stdio.h>
#include <time.h>

#include "bind/system/lbudget.h"
#include "bind/system/lguard.h"
#include "counted_lua.h"

enum {
    EVERY = 1000, /* instructions between two counts */
    EVERYWHERE = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT,
    A_SECOND = 10000000, /* has more instructions than this */
};

/* An int64_t must not overflow by what is taken from it. */
static const int64_t most_taken = INT64_C(1) << 40;

static double cpu_seconds(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0) return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void count(lua_State *L, lua_Debug *at);

static int raise_end(lua_State *L, const struct lbudget *b)
{
    return luaL_error(L, "%s",
                      b->refused[0] != '\0' ? b->refused : "the budget is used up");
}

/* Ends a call that is over. A coroutine that rested meanwhile may still have this hook. */
static void end_call(lua_State *L, lua_Debug *at)
{
    const struct lbudget *b = lbudget_of(L);
    (void)at;
    if (b->over && b->call != NULL) raise_end(L, b);
    lua_sethook(L, count, LUA_MASKCOUNT, EVERY);
}

static int end(lua_State *L)
{
    struct lbudget *b = lbudget_of(L);
    if (!b->over) {
        struct text t = text_into(b->where, sizeof b->where);
        b->where[0] = '\0';
        lguard_where(L, &t);
    }
    b->over = true;
    for (struct lbudget_frame *f = b->top; f != NULL; f = f->outer) {
        lua_sethook(f->L, end_call, EVERYWHERE, 1);
    }
    lua_sethook(L, end_call, EVERYWHERE, 1);
    return raise_end(L, b);
}

void count_lua_end(lua_State *L, int64_t instructions)
{
    struct lbudget *b = lbudget_of(L);
    if (b->left > -most_taken) b->left -= instructions;
    if (b->poll.stop != NULL && b->poll.stop(b->poll.with)) {
        lbudget_refuse(L, "interrupted");
        return;
    }
    if (b->call != NULL && b->left <= 0) end(L);
}

static void count(lua_State *L, lua_Debug *at)
{
    struct lbudget *b = lbudget_of(L);
    (void)at;
    if (b->call == NULL) {
        count_lua_end(L, EVERY);
        return;
    }
    double now = cpu_seconds();
    if (!b->timed) {
        b->timed = true;
        b->until = now + 1 + (double)b->most / A_SECOND;
    }
    if (now > b->until) b->left = 0;
    count_lua_end(L, EVERY);
}

void lbudget_open(lua_State *L, struct lbudget *b)
{
    *(struct lbudget **)lua_getextraspace(L) = b;
    lua_sethook(L, count, LUA_MASKCOUNT, EVERY); /* each new thread inherits it */
}

int lbudget_refuse(lua_State *L, const char *message)
{
    struct lbudget *b = lbudget_of(L);
    if (b->call == NULL) return luaL_error(L, "%s", message);
    if (!b->over) {
        struct text t = text_into(b->refused, sizeof b->refused);
        text_string(&t, message);
    }
    return end(L);
}

void lbudget_end(struct lbudget_frame *f)
{
    struct lbudget *b = lbudget_of(f->L);
    b->over = false;
    lua_sethook(f->L, count, LUA_MASKCOUNT, EVERY);
}

static int l_refused(lua_State *L)
{
    lua_pushstring(L, lua_touserdata(L, 1));
    return 1;
}

void lbudget_push(lua_State *L, const struct lbudget_late *late)
{
    struct lbudget *b = lbudget_of(L);
    char spent[80];
    snprintf(spent, sizeof spent, "%lld instructions (`instructions`)",
             (long long)b->most);
    if (b->refused[0] == '\0') {
        lbudget_tell(L, late, b->where, spent);
        return;
    }
    lua_pushcfunction(L, l_refused);
    lua_pushlightuserdata(L, b->refused);
    lua_pcall(L, 1, 1, 0);
}

/* ---- the module ---- */

/* budget.late(): how many calls have used up their budget; that is told otherwise here */
static int l_late_ones(lua_State *L)
{
    lua_pushinteger(L, 0);
    return 1;
}

static int l_nothing(lua_State *L)
{
    (void)L;
    return 0;
}

EXPORT int luaopen_tessera_budget(lua_State *L);

int luaopen_tessera_budget(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"about", l_nothing},   {"call", lbudget_call}, {"late", l_late_ones},
        {"seconds", l_nothing}, {"set", l_nothing},     {"shorten", l_nothing},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    return 1;
}
