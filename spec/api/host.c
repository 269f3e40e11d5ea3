/*
 * A program with a Lua of its own, of which a script opens games in the library, for spec/api/open.lua:
 * host FILE.lua
 */
#include <stdio.h>

#include <lauxlib.h>
#include <lualib.h>

#include "tessera.h"

/* open(name): the name of the game and its levels. Errors: what the library says. */
static int l_open(lua_State *L)
{
    struct tessera_source source = {.size = sizeof source,
                                    .name = luaL_checkstring(L, 1)};
    struct tessera_error error;
    struct tessera_game *game = tessera_open(&source, &error);
    if (game == NULL) return luaL_error(L, "%s", error.text);
    lua_pushstring(L, tessera_name(game));
    lua_pushinteger(L, tessera_levels(game));
    tessera_close(game);
    return 2;
}

int main(int argc, char **argv)
{
    lua_State *L = luaL_newstate();
    if (L == NULL || argc != 2) return 2;
    luaL_openlibs(L);
    lua_register(L, "open", l_open);
    const int status = luaL_dofile(L, argv[1]);
    if (status != LUA_OK) printf("%s\n", lua_tostring(L, -1));
    lua_close(L);
    return status == LUA_OK ? 0 : 1;
}
