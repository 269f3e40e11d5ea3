/*
 * tessera.builtin: the games that are linked into this library. The Makefile finds them
 * and lists their names, separated by commas, in TESSERA_GAMES.
 */
#include "bind/bind.h"

#define TEXT(...) #__VA_ARGS__
#define TEXT_OF(...) TEXT(__VA_ARGS__)

EXPORT int luaopen_tessera_builtin(lua_State *L);

/* builtin.games: the names of the games in C, sorted */
int luaopen_tessera_builtin(lua_State *L)
{
    lua_createtable(L, 0, 1);
    lua_newtable(L);
    const char *at = TEXT_OF(TESSERA_GAMES);
    for (lua_Integer i = 1; *at != '\0'; i++) {
        size_t n = strcspn(at, ",");
        lua_pushlstring(L, at, n);
        lua_rawseti(L, -2, i);
        at += at[n] == ',' ? n + 1 : n;
    }
    lua_setfield(L, -2, "games");
    return 1;
}
