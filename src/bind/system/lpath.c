/*
 * What tessera.process says of paths, also in the C library.
 */
#include "lpath.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

int lpath_real(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    char real[PATH_MAX];
    if (realpath(path, real) == NULL) return luaL_fileresult(L, 0, path);
    lua_pushstring(L, real);
    return 1;
}

int lpath_regular(lua_State *L)
{
    struct stat about;
    const char *path = luaL_checkstring(L, 1);
    if (stat(path, &about) != 0) return luaL_fileresult(L, 0, path);
    if (S_ISREG(about.st_mode)) return lpath_real(L);
    lua_pushnil(L);
    lua_pushfstring(L, "%s: it is no file", path);
    return 2;
}
