/*
 * luaL_openlibs for WebAssembly, in place of Lua's linit.c: the standard libraries, the C modules
 * of src/bind, and the library's Lua, whose files engine.js has put into the file system.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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

/* A searcher of `require`. */
static int l_search(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    if (load_file(L, name)) return 2;
    if (strncmp(name, "tessera.", 8) == 0) {
        return luaL_error(L,
                          "the module '%s' works on the command line alone (lua run.lua "
                          "FILE): it is not part of the WebAssembly build",
                          name);
    }
    lua_pushliteral(L, "it is not in the program");
    return 1;
}

/* What `run.lua explain rules` prints (lua_rules_describe.c). */
int lua_rules_describe(lua_State *L);

int lua_rules_describe(lua_State *L)
{
    return luaL_error(
        L, "the command line alone describes compiled rules: it is not part of "
           "the WebAssembly build");
}

static void add_searcher(lua_State *L)
{
    lua_getglobal(L, "table");
    lua_getfield(L, -1, "insert");
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    lua_remove(L, -2);
    lua_pushinteger(L, 2);
    lua_pushcfunction(L, l_search);
    lua_call(L, 3, 0);
    lua_pop(L, 1);
}

LUALIB_API void luaL_openlibs(lua_State *L)
{
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base},          {LUA_LOADLIBNAME, luaopen_package},
        {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
        {LUA_IOLIBNAME, luaopen_io},        {LUA_OSLIBNAME, luaopen_os},
        {LUA_STRLIBNAME, luaopen_string},   {LUA_MATHLIBNAME, luaopen_math},
        {LUA_UTF8LIBNAME, luaopen_utf8},    {LUA_DBLIBNAME, luaopen_debug},
    };
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
        lua_pop(L, 1);
    }
    lua_getglobal(L, "os");
    lua_pushcfunction(L, l_clock);
    lua_setfield(L, -2, "clock");
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    luaL_setfuncs(L, embedded_modules, 0);
    lua_pop(L, 2);
    add_searcher(L);
}
