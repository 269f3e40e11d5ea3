/*
 * tessera.skeleton: Skeleton for Lua.
 */
#include "games/skeleton/skeleton.h"

#include "bind/bind.h"

/* new(map) */
static int l_new(lua_State *L)
{
    struct grid map = bind_map(L, 1, skeleton_game.shape, SKELETON_CELLS, NULL);
    struct skeleton *s = bind_make_state(L, (const int32_t[]){map.rows, map.cols});
    skeleton_start(s, &map);
    return bind_started(L, s);
}

/* take(row, column [, events]) */
static int l_take(lua_State *L)
{
    struct skeleton *s = bind_state(L);
    lua_Integer row = luaL_checkinteger(L, 2);
    action a = skeleton_take(row, luaL_checkinteger(L, 3));
    return bind_apply(L, &skeleton_game, s, a, 4);
}

static int l_moves(lua_State *L)
{
    lua_pushinteger(L, skeleton_moves(bind_state(L)));
    return 1;
}

EXPORT int luaopen_tessera_skeleton(lua_State *L);

int luaopen_tessera_skeleton(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"moves", l_moves}, {"take", l_take}, {NULL, NULL}};
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &skeleton_game, methods);
    bind_game_functions(L, functions);
    bind_set_string(L, "cells", SKELETON_CELLS);
    bind_set_integer(L, "side_max", SKELETON_SIDE_MAX);
    return 1;
}
