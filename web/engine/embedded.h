/*
 * What embed.lua has listed.
 */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

/* The modules in C, by their names. */
extern const luaL_Reg embedded_modules[];

/* The files of the library, by their paths: "lua/tessera/game.lua". Sorted; the last one has no
 * path. In the C library alone. */
struct embedded_text {
    const char *path, *text;
    size_t length;
};
extern const struct embedded_text embedded_texts[];

/* Opens Lua's libraries, and the modules in C for `require`, which first asks the searcher `search`. */
static inline void embedded_open(lua_State *L, lua_CFunction search)
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
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    luaL_setfuncs(L, embedded_modules, 0);
    lua_pop(L, 1);
    lua_getglobal(L, "table");
    lua_getfield(L, -1, "insert");
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    lua_remove(L, -2);
    lua_pushinteger(L, 2);
    lua_pushcfunction(L, search);
    lua_call(L, 3, 0);
    lua_pop(L, 1);
}

/* What the searcher returns for a module that is not there; one of the library's is an error. */
static inline int embedded_lacks(lua_State *L, const char *name, const char *build)
{
    if (strncmp(name, "tessera.", 8) == 0) {
        return luaL_error(L,
                          "the module '%s' works on the command line alone (lua run.lua "
                          "FILE): it is not part of the %s",
                          name, build);
    }
    lua_pushliteral(L, "it is not in the program");
    return 1;
}

#endif
