/*
 * tessera.process in another program: only what the library asks of the file system. The process is
 * not the library's: it writes nothing, changes no signal and ends nothing.
 */
#include "bind/system/lpath.h"

static int l_false(lua_State *L)
{
    lua_pushboolean(L, 0);
    return 1;
}

/* What is written goes nowhere. */
static int l_nothing(lua_State *L)
{
    (void)L;
    return 0;
}

EXPORT int luaopen_tessera_process(lua_State *L);

int luaopen_tessera_process(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"ask", l_nothing},      {"flush", l_nothing},
        {"has_parent", l_false}, {"is_terminal", l_false},
        {"keep", l_nothing},     {"real_path", lpath_real},
        {"say", l_nothing},      {"regular_file", lpath_regular},
        {"silence", l_nothing},  {"write", l_nothing},
        {"limits_memory", NULL}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
    return 1;
}
