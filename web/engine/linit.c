/*
 * luaL_openlibs for WebAssembly, in place of Lua's linit.c: the standard libraries, the C modules
 * of src/bind, and the library's Lua, whose files engine.js has put into the file system.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <emscripten.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "embedded.h"

/* os.clock(). The C library's clock() counts in 32 bits and turns negative after 36 minutes. */
static int l_clock(lua_State *L)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    lua_pushnumber(L, (lua_Number)t.tv_sec + (lua_Number)t.tv_nsec * 1e-9);
    return 1;
}

/* Loads the file of a module of the library. Pushes the function and the path; false if there
 * is none. */
static bool load_file(lua_State *L, const char *name)
{
    const char *path = luaL_gsub(L, name, ".", "/");
    path = lua_pushfstring(L, "lua/%s.lua", path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    fclose(file);
    if (luaL_loadfilex(L, path, "t") != LUA_OK) lua_error(L);
    lua_pushstring(L, path);
    return true;
}

/* Tells engine.js that a module of the library is not there. */
EM_JS(void, engine_lack, (void), {
    if (Module.lack) Module.lack();
})

/* A searcher of `require`. */
static int l_search(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    if (load_file(L, name)) return 2;
    if (strncmp(name, "tessera.", 8) == 0) engine_lack();
    return embedded_lacks(L, name, "WebAssembly build");
}

/* What `run.lua explain rules` prints (lua_rules_describe.c). */
int lua_rules_describe(lua_State *L);

int lua_rules_describe(lua_State *L)
{
    return luaL_error(
        L, "the command line alone describes compiled rules: it is not part of "
           "the WebAssembly build");
}

LUALIB_API void luaL_openlibs(lua_State *L)
{
    embedded_open(L, l_search);
    lua_getglobal(L, "os");
    lua_pushcfunction(L, l_clock);
    lua_setfield(L, -2, "clock");
    lua_pop(L, 1);
}
