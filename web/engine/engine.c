/*
 * The WebAssembly module: a Lua state that answers requests. A request and its answer are JSON;
 * lua/tessera/web/host.lua knows what they mean. engine.js calls the functions of this file.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <emscripten.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

/* Gives a text to the page while a call still runs. True: the page wants no more of it. */
EM_JS(int, engine_post, (const char *text),
      { return Module.post(UTF8ToString(text)) ? 1 : 0; })

static lua_State *state;

/* Bytes that Lua and the searches have, and may have; whether they wanted more. */
static size_t used, most = SIZE_MAX;
static bool refused;

static void *allocate(void *with, void *memory, size_t had, size_t size)
{
    (void)with;
    if (memory == NULL) had = 0; /* Lua says there which kind of object it wants */
    if (size == 0) {
        free(memory);
        used -= had;
        return NULL;
    }
    void *block = NULL;
    if (size <= had || (used <= most && size - had <= most - used))
        block = realloc(memory, size);
    if (block != NULL) used = used - had + size;
    if (block == NULL) refused = true;
    return block;
}

EMSCRIPTEN_KEEPALIVE void engine_limit(double bytes);

/* From now on Lua and the searches may have so many bytes. */
void engine_limit(double bytes)
{
    most = bytes < (double)SIZE_MAX ? (size_t)bytes : SIZE_MAX;
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
    state = lua_newstate(allocate, NULL);
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
    if (refused)
        lua_gc(state, LUA_GCCOLLECT); /* luaL_Buffer does not, when it lacks memory */
    refused = false;
    lua_pushcfunction(state, l_call);
    lua_pushvalue(state, 1);
    lua_pushlightuserdata(state, (void *)request);
    return protect(2) ? lua_tostring(state, -1) : NULL;
}
