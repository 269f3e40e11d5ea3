/*
 * tessera.process in another program: only what the library asks of the file system. The process is
 * not the library's: it writes nothing, changes no signal and ends nothing.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "bind/bind.h"

/* process.real_path(path): the path without symbolic links and dots; or nil and why not */
static int l_real_path(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    char real[PATH_MAX];
    if (realpath(path, real) == NULL) return luaL_fileresult(L, 0, path);
    lua_pushstring(L, real);
    return 1;
}

/* process.regular_file(path): the file's real path; or nil and why not, also for a folder, a pipe
 * or a device, which may never end */
static int l_regular_file(lua_State *L)
{
    struct stat about;
    const char *path = luaL_checkstring(L, 1);
    if (stat(path, &about) != 0) return luaL_fileresult(L, 0, path);
    if (S_ISREG(about.st_mode)) return l_real_path(L);
    lua_pushnil(L);
    lua_pushfstring(L, "%s: it is no file", path);
    return 2;
}

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
        {"keep", l_nothing},     {"real_path", l_real_path},
        {"say", l_nothing},      {"regular_file", l_regular_file},
        {"silence", l_nothing},  {"write", l_nothing},
        {"limits_memory", NULL}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
    return 1;
}
