/*
 * tessera.guard: what the sandbox cannot do in Lua. A refusal ends the process even where Lua's
 * stack or memory is used up; an error of such a lack ends the script, because who catches it
 * might have caught a refusal that could not begin; frozen tables stay so. (A __close may put
 * its own error into the place of such an error. What could not begin was not gained, either.)
 */
#include "lguard.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lbudget.h"
#ifndef TESSERA_EMBEDDED
#include "lprocess.h"
#endif

/* ---- where ---- */

/* The address is the key of the library's folder in the registry. */
static const char library_key;

static bool is_library(lua_State *L, const char *source)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &library_key);
    const char *folder = lua_tostring(L, -1);
    bool is = folder != NULL && strncmp(source, folder, strlen(folder)) == 0;
    lua_pop(L, 1);
    return is;
}

static bool find_line(lua_State *L, struct text *t)
{
    lua_Debug at;
    for (int level = 0; lua_getstack(L, level, &at) != 0; level++) {
        lua_getinfo(L, "Sl", &at);
        if (at.currentline <= 0 || is_library(L, at.source)) continue;
        text_string(t, at.short_src);
        text_char(t, ':');
        text_number(t, at.currentline);
        text_string(t, ": ");
        return true;
    }
    return false;
}

void lguard_where(lua_State *L, struct text *t)
{
#ifdef __EMSCRIPTEN__
    find_line(L, t);
#else
    for (const struct lbudget_frame *f = lbudget_top(L); !find_line(L, t); f = f->outer) {
        while (f != NULL && (f->L != L || f->from == L)) f = f->outer;
        if (f == NULL) return;
        L = f->from;
    }
#endif
}

/* guard.library(folder): whose functions are never the user's */
static int l_library(lua_State *L)
{
    luaL_checkstring(L, 1);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &library_key);
    return 0;
}

/* ---- refusals ---- */

/* The address is the key of the function that tells a refusal, in the registry. */
static const char teller_key;

#ifndef TESSERA_EMBEDDED
enum { STATUS_REFUSED = 4 };

/* Writes the message as it is, if it could not be told in Lua. */
static void write_plain(const char *message)
{
    char line[4096];
    struct text t = text_into(line, sizeof line);
    text_string(&t, "run.lua: ");
    text_shown(&t, message, strlen(message), (sizeof line - 100) / 4);
    text_char(&t, '\n');
    size_t length = t.length < sizeof line ? t.length : sizeof line - 1;
    process_put(STDERR_FILENO, line, length);
}

static int tell(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &teller_key);
    lua_pushstring(L, lua_touserdata(L, 1));
    lua_call(L, 1, 0);
    return 0;
}
#endif

/* Says what a script may call in place of what it was refused. */
static void text_instead(struct text *t, const char *what)
{
    if (strcmp(what, "io") == 0) text_string(t, ": print writes lines");
}

/* Ends the process. Lua may be in no state to do it. In another program it ends the call into the
 * script instead. */
static int refuse(lua_State *L, const char *what)
{
    char message[1024];
    struct text t = text_into(message, sizeof message);
    lguard_where(L, &t);
    text_string(&t, what);
#ifdef TESSERA_EMBEDDED
    text_string(&t, " is refused to a script (`trusted` allows it)");
    text_instead(&t, what);
    return lbudget_refuse(L, message);
#else
    text_string(&t, " is refused to a script (--trust allows it)");
    text_instead(&t, what);
    lua_sethook(L, NULL, 0, 0);
    if (lua_checkstack(L, 2)) {
        lua_pushcfunction(L, tell);
        lua_pushlightuserdata(L, message);
        lua_pcall(L, 1, 0, 0); /* does not return, unless it fails */
    }
    fflush(stdout);
    write_plain(message);
    _exit(STATUS_REFUSED);
#endif
}

/* guard.teller(f): f(message) ends the process after a refusal, if it can */
static int l_teller(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &teller_key);
    return 0;
}

/* guard.refuse(what): ends the process */
static int l_refuse(lua_State *L)
{
    return refuse(L, luaL_checkstring(L, 1));
}

/* __index of a table from which something is refused. Upvalue 1: what, by the key; 2: the function
 * for other keys, or nil. */
static int read_refused(lua_State *L)
{
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TSTRING)
        return refuse(L, lua_tostring(L, -1));
    lua_pop(L, 1);
    if (lua_isnil(L, lua_upvalueindex(2))) return 0;
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
    return 1;
}

/* guard.refusing(names, otherwise): a function for __index that refuses these keys; each value says
 * what is refused, any other key is nil, or what otherwise(table, key) returns */
static int l_refusing(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushcclosure(L, read_refused, 2);
    return 1;
}

/* ---- errors that nobody catches ---- */

/* Whether the error at `index` says that Lua's stack or memory is used up. */
static bool is_exhausted(lua_State *L, int status, int index)
{
    static const char *const ends[] = {"not enough memory", "stack overflow",
                                       "error in error handling"};
    if (status == LUA_ERRMEM || status == LUA_ERRERR) return true;
    if (status == LUA_OK || status == LUA_YIELD || lua_type(L, index) != LUA_TSTRING)
        return false;
    size_t n;
    const char *text = lua_tolstring(L, index, &n);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t length = strlen(ends[i]);
        if (n >= length && strcmp(text + n - length, ends[i]) == 0) return true;
    }
    return false;
}

/* Goes on with such an error, which is on top of the stack. */
static int raise_exhausted(lua_State *L)
{
    const char *text = lua_tostring(L, -1);
    if (text != NULL && strchr(text, ':') == NULL && strstr(text, "memory") == NULL) {
        char line[512];
        struct text t = text_into(line, sizeof line);
        lguard_where(L, &t);
        lua_pushfstring(L, "%s%s", line, text);
    }
    return lua_error(L);
}

/* Ends a protected call: `extra` values lie below its results. */
static int finish(lua_State *L, int status, lua_KContext extra)
{
    if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)extra;
    if (is_exhausted(L, status, -1)) return raise_exhausted(L);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
}

/* pcall(f, ...) */
static int l_pcall(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish);
    return finish(L, status, 0);
}

/* The message handler of xpcall. Upvalue 1: the script's. It cannot hide a lack of stack, and does
 * not run when the budget is used up: no hook would end it. */
static int handle(lua_State *L)
{
    lua_settop(L, 1);
    if (is_exhausted(L, LUA_ERRRUN, 1) || lbudget_is_over(L)) return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 1, 1);
    return 1;
}

/* xpcall(f, handler, ...) */
static int l_xpcall(lua_State *L)
{
    int n = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, handle, 1);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    int status = lua_pcallk(L, n - 2, LUA_MULTRET, 2, 2, finish);
    return finish(L, status, 2);
}

#ifndef __EMSCRIPTEN__ /* There are no budgets and no studies. */

/* ---- coroutines, whose threads are known while they run ---- */

/* Resumes a coroutine with n arguments on top of the stack. Returns how many results replace
 * them, or -1 with the error on top. */
static int resume(lua_State *L, lua_State *co, int n)
{
    struct lbudget_frame frame;
    int count;
    if (!lua_checkstack(co, n)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, co, n);
    lbudget_switch(&frame, co, L);
    int status = lua_resume(co, L, n, &count);
    lbudget_leave(&frame);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_xmove(co, L, 1);
        if (is_exhausted(L, status, -1) && lua_toboolean(L, lua_upvalueindex(1))) {
            raise_exhausted(L);
        }
        return -1;
    }
    if (!lua_checkstack(L, count + 1)) {
        lua_pop(co, count);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(co, L, count);
    return count;
}

static lua_State *check_thread(lua_State *L)
{
    luaL_argexpected(L, lua_isthread(L, 1), 1, "coroutine");
    return lua_tothread(L, 1);
}

/* coroutine.resume. Upvalue 1 of these: whether a lack of stack or memory goes on. */
static int l_resume(lua_State *L)
{
    lua_State *co = check_thread(L);
    int count = resume(L, co, lua_gettop(L) - 1);
    lua_pushboolean(L, count >= 0);
    if (count < 0) count = 1;
    lua_insert(L, -(count + 1));
    return count + 1;
}

/* Closes a coroutine; its pending variables may run functions. */
static int close_thread(lua_State *L, lua_State *co)
{
    struct lbudget_frame frame;
    lbudget_switch(&frame, co, L);
    int status = lua_resetthread(co);
    lbudget_leave(&frame);
    return status;
}

/* What coroutine.wrap returns. Upvalue 2: the coroutine. */
static int call_wrapped(lua_State *L)
{
    lua_State *co = lua_tothread(L, lua_upvalueindex(2));
    int count = resume(L, co, lua_gettop(L));
    if (count >= 0) return count;
    int status = lua_status(co);
    /* In a thread that its budget has ended no hook would end what its variables run. */
    bool closes = status != LUA_OK && status != LUA_YIELD && !lbudget_is_over(L);
    if (closes && close_thread(L, co) != LUA_OK) {
        lua_pop(L, 1);
        lua_xmove(co, L, 1);
    }
    if (lua_type(L, -1) == LUA_TSTRING && status != LUA_ERRMEM) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* coroutine.wrap. Upvalue 2: coroutine.create, which may be one that notes lines. */
static int l_wrap(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_pushcclosure(L, call_wrapped, 2);
    return 1;
}

/* coroutine.close */
static int l_close(lua_State *L)
{
    lua_State *co = check_thread(L);
    lua_Debug at;
    bool rests = lua_status(co) != LUA_OK || lua_getstack(co, 0, &at) == 0;
    if (!rests || co == L) return luaL_error(L, "cannot close a running coroutine");
    int status = close_thread(L, co);
    if (status == LUA_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushboolean(L, 0);
    lua_xmove(co, L, 1);
    if (is_exhausted(L, status, -1) && lua_toboolean(L, lua_upvalueindex(1)))
        lua_error(L);
    return 2;
}

/* guard.coroutines(t, strict): sets resume, wrap and close of a table. Strict: they catch no error
 * of a lack of stack or memory. */
static int l_coroutines(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"close", l_close}, {"resume", l_resume}, {"wrap", l_wrap}, {NULL, NULL}};
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushboolean(L, lua_toboolean(L, 2));
    lua_replace(L, 2);
    lua_settop(L, 2);
    lua_getfield(L, 1, "create");
    luaL_setfuncs(L, functions, 2);
    return 0;
}

#endif

EXPORT int luaopen_tessera_guard(lua_State *L);

int luaopen_tessera_guard(lua_State *L)
{
    static const luaL_Reg functions[] = {
#ifndef __EMSCRIPTEN__
        {"coroutines", l_coroutines},
#endif
        {"library", l_library},
        {"pcall", l_pcall},
        {"refuse", l_refuse},
        {"refusing", l_refusing},
        {"teller", l_teller},
        {"xpcall", l_xpcall},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
#ifndef __EMSCRIPTEN__
    luaL_setfuncs(L, lguard_frozen, 0);
#endif
    return 1;
}
