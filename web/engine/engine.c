/*
 * The WebAssembly module: a Lua state that answers requests. A request and its answer are JSON;
 * lua/tessera/web/host.lua knows what they mean. engine.js calls the functions of this file.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <emscripten.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "bind/system/lmemory.h"

/* Gives a text to the page while a call still runs. True: the page wants no more of it. */
EM_JS(int, engine_post, (const char *text),
      { return Module.post(UTF8ToString(text)) ? 1 : 0; })

static lua_State *state;

static struct lmemory memory = {.most = SIZE_MAX};

static void *allocate(void *with, void *block, size_t had, size_t size)
{
    return lmemory_allocate(with, block, had, size);
}

EMSCRIPTEN_KEEPALIVE void engine_limit(double bytes);

/* From now on Lua and the searches may have so many bytes. */
void engine_limit(double bytes)
{
    memory.most = bytes < (double)SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

static int l_post(lua_State *L)
{
    lua_pushboolean(L, engine_post(luaL_checkstring(L, 1)));
    return 1;
}

/* open(): leaves host.answer as the state's first value. */
static int l_open(lua_State *L)
{
    luaL_openlibs(L);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "tessera.web.host");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "answer");
    return 1;
}

/* call(answer, request) */
static int l_call(lua_State *L)
{
    lua_pushstring(L, lua_touserdata(L, 2));
    lua_replace(L, 2);
    lua_pushcfunction(L, l_post);
    lua_call(L, 2, 1);
    luaL_checkstring(L, -1);
    return 1;
}

/* Pushes the result of a function; or says why there is none. */
static bool protect(int arguments)
{
    if (lua_pcall(state, arguments, 1, 0) == LUA_OK) return true;
    const char *message = lua_tostring(state, -1);
    fprintf(stderr, "%s\n", message != NULL ? message : "an error that is no text");
    return false;
}

EMSCRIPTEN_KEEPALIVE int engine_open(void);

/* Makes the state. Returns 0; or -1 after a message to stderr. */
int engine_open(void)
{
    state = lua_newstate(allocate, &memory);
    if (state == NULL) {
        fputs("not enough memory\n", stderr);
        return -1;
    }
    lua_pushcfunction(state, l_open);
    return protect(0) ? 0 : -1;
}

EMSCRIPTEN_KEEPALIVE const char *engine_call(const char *request);

/* Answers a request. The text is valid until the next call. Returns NULL after a message to
 * stderr; then the engine is of no use any more. */
const char *engine_call(const char *request)
{
    lua_settop(state, 1);
    if (memory.refused)
        lua_gc(state, LUA_GCCOLLECT); /* luaL_Buffer does not, when it lacks memory */
    memory.refused = false;
    lua_pushcfunction(state, l_call);
    lua_pushvalue(state, 1);
    lua_pushlightuserdata(state, (void *)request);
    return protect(2) ? lua_tostring(state, -1) : NULL;
}
