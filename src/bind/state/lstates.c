/*
 * tessera.states: the library's questions about any value (is it a state or a game?) and
 * about the game of a state, beyond the protocol.
 */
#include "bind/bind.h"

/* is_state(value) */
static int l_is_state(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, bind_is_state(L, 1));
    return 1;
}

/* is_game(value): whether it is the module of a game */
static int l_is_game(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, bind_is_game(L, 1));
    return 1;
}

/* is_scored(state) */
static int l_is_scored(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    lua_pushboolean(L, !game->unscored);
    return 1;
}

/* players(state) */
static int l_players(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    lua_pushinteger(L, game->players);
    return 1;
}

/* goal(state): the outcome that searches look for, or nil */
static int l_goal(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    lua_pushstring(L, game->goal);
    return 1;
}

/* outcomes(state): a list of all outcomes of its game, or nil */
static int l_outcomes(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    if (game->outcomes == NULL) return 0;
    lua_newtable(L);
    for (int i = 0; game->outcomes[i] != NULL; i++) {
        lua_pushstring(L, game->outcomes[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* listener(state): the listener of a watched state, or nil */
static int l_listener(lua_State *L)
{
    const struct game *game;
    if (!bind_is_watched(L, bind_any_state(L, 1, &game))) return 0;
    lua_getiuservalue(L, 1, 1);
    return 1;
}

/* method(state, name): the method, if the game is in C; or nil */
static int l_method(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    luaL_checkstring(L, 2);
    luaL_getmetafield(L, 1, "__index");
    if (!lua_istable(L, -1)) return 0; /* a game in Lua: its __index is a function */
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
}

EXPORT int luaopen_tessera_states(lua_State *L);

int luaopen_tessera_states(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"goal", l_goal},         {"is_game", l_is_game},   {"is_scored", l_is_scored},
        {"is_state", l_is_state}, {"listener", l_listener}, {"method", l_method},
        {"outcomes", l_outcomes}, {"players", l_players},   {NULL, NULL},
    };
    luaL_newlib(L, functions);
    return 1;
}
