/*
 * tessera.tower: the Tower for Lua.
 */
#include "games/tower/tower.h"

#include <string.h>

#include "bind/bind.h"

static int l_moveto(lua_State *L)
{
    struct tower *t = bind_state(L);
    lua_Integer col = bind_integer(L, 2, -TOWER_COLUMN_FAR, TOWER_COLUMN_FAR);
    action a = tower_action(TOWER_MOVETO, col);
    return bind_apply(L, &tower_game, t, a, 3);
}

/* A direction: "left" or "right", in small letters or capitals. Returns -1 or 1. */
static int check_direction(lua_State *L, int index)
{
    size_t n;
    const char *s = luaL_checklstring(L, index, &n);
    if (n == 5 && (memcmp(s, "RIGHT", 5) == 0 || memcmp(s, "right", 5) == 0)) return 1;
    if (n == 4 && (memcmp(s, "LEFT", 4) == 0 || memcmp(s, "left", 4) == 0)) return -1;
    return luaL_argerror(L, index, "expected \"left\" or \"right\"");
}

static int command(lua_State *L, enum tower_verb verb)
{
    struct tower *t = bind_state(L);
    return bind_apply(L, &tower_game, t, tower_action(verb, check_direction(L, 2)), 3);
}

static int l_climb(lua_State *L)
{
    return command(L, TOWER_CLIMB);
}

static int l_getdown(lua_State *L)
{
    return command(L, TOWER_GETDOWN);
}

static int l_push(lua_State *L)
{
    return command(L, TOWER_PUSH);
}

static int l_pull(lua_State *L)
{
    return command(L, TOWER_PULL);
}

static int push_place(lua_State *L, const struct tower *t, int32_t cell)
{
    lua_pushinteger(L, cell / t->stride);
    lua_pushinteger(L, cell % t->stride);
    return 2;
}

static int l_player(lua_State *L)
{
    const struct tower *t = bind_state(L);
    return push_place(L, t, t->player);
}

static int l_goal(lua_State *L)
{
    const struct tower *t = bind_state(L);
    return push_place(L, t, t->goal);
}

static int l_cell(lua_State *L)
{
    const struct tower *t = bind_state(L);
    int32_t row, col;
    bind_place(L, 2, t, &row, &col);
    bind_push_character(L, t->cell[row * t->stride + col]);
    return 1;
}

static int l_moves(lua_State *L)
{
    lua_pushinteger(L, tower_moves(bind_state(L)));
    return 1;
}

static int l_at_rest(lua_State *L)
{
    lua_pushboolean(L, tower_at_rest(bind_state(L)));
    return 1;
}

/* new(map [, options]): there are no options */
static int l_new(lua_State *L)
{
    static const char *const names[] = {NULL};
    bind_options(L, 2, names, NULL);
    struct grid map = bind_map(L, 1, tower_game.shape, TOWER_CELLS, TOWER_ONCE);
    struct tower *t = bind_make_state(L, (const int32_t[]){map.rows, map.cols});
    const char *wrong = tower_start(t, &map);
    return wrong == NULL ? bind_started(L, t) : luaL_argerror(L, 1, wrong);
}

EXPORT int luaopen_tessera_tower(lua_State *L);

int luaopen_tessera_tower(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"at_rest", l_at_rest}, {"cell", l_cell},     {"climb", l_climb},
        {"getdown", l_getdown}, {"goal", l_goal},     {"moves", l_moves},
        {"moveto", l_moveto},   {"player", l_player}, {"pull", l_pull},
        {"push", l_push},       {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &tower_game, methods);
    bind_game_functions(L, functions);
    bind_set_string(L, "cells", TOWER_CELLS);
    bind_set_string(L, "once", TOWER_ONCE);
    bind_set_integer(L, "side_min", TOWER_SIDE_MIN);
    bind_set_integer(L, "side_max", TOWER_SIDE_MAX);
    bind_set_integer(L, "column_far", TOWER_COLUMN_FAR);
    return 1;
}
