/*
 * tessera.samegame: SameGame for Lua.
 */
#include "games/samegame/samegame.h"

#include <string.h>

#include "bind.h"

enum { few = 64 }; /* cells of a region that need no memory of Lua's */

/* A cell by row and column; any integers, the rules judge them. */
static action check_place(lua_State *L, int index)
{
    lua_Integer row = luaL_checkinteger(L, index);
    return samegame_action(row, luaL_checkinteger(L, index + 1));
}

static int l_remove(lua_State *L)
{
    struct samegame *s = bind_state(L);
    return bind_apply(L, &samegame_game, s, check_place(L, 2), 4);
}

static int l_region(lua_State *L)
{
    const struct samegame *s = bind_state(L);
    action a = check_place(L, 2);
    struct samegame_place first[few], *list = first;
    char buffer[WHY_MAX];
    struct text why = text_into(buffer, sizeof buffer);
    int32_t count = samegame_region(s, a, first, few, &why);
    if (count == 0) {
        lua_pushnil(L);
        lua_pushstring(L, buffer);
        return 2;
    }
    if (count > few) {
        list = lua_newuserdatauv(L, (size_t)count * sizeof *list, 0);
        samegame_region(s, a, list, count, NULL);
    }
    lua_createtable(L, count, 0);
    for (int32_t i = 0; i < count; i++) {
        lua_createtable(L, 2, 0);
        lua_pushinteger(L, list[i].row);
        lua_rawseti(L, -2, 1);
        lua_pushinteger(L, list[i].col);
        lua_rawseti(L, -2, 2);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_cell(lua_State *L)
{
    const struct samegame *s = bind_state(L);
    int32_t row = (int32_t)bind_integer(L, 2, 1, s->block.shape[0]);
    int32_t col = (int32_t)bind_integer(L, 3, 1, s->block.shape[1]);
    char c = (char)samegame_cell(s, row, col);
    lua_pushlstring(L, &c, 1);
    return 1;
}

static int l_won(lua_State *L)
{
    lua_pushboolean(L, samegame_won(bind_state(L)));
    return 1;
}

static int l_stuck(lua_State *L)
{
    lua_pushboolean(L, samegame_stuck(bind_state(L)));
    return 1;
}

static int l_moves(lua_State *L)
{
    lua_pushinteger(L, samegame_moves(bind_state(L)));
    return 1;
}

static int l_left(lua_State *L)
{
    lua_pushinteger(L, samegame_left(bind_state(L)));
    return 1;
}

static int l_pairs(lua_State *L)
{
    lua_pushinteger(L, samegame_pairs(bind_state(L)));
    return 1;
}

static int l_rows(lua_State *L)
{
    const struct samegame *s = bind_state(L);
    lua_pushinteger(L, s->block.shape[0]);
    return 1;
}

static int l_columns(lua_State *L)
{
    const struct samegame *s = bind_state(L);
    lua_pushinteger(L, s->block.shape[1]);
    return 1;
}

/* picture([margin [, gap [, empty]]]) */
static int l_picture(lua_State *L)
{
    const struct samegame *s = bind_state(L);
    size_t margin_size, gap_size, empty_size;
    const char *margin = luaL_optlstring(L, 2, "", &margin_size);
    const char *gap = luaL_optlstring(L, 3, "", &gap_size);
    const char *empty = luaL_optlstring(L, 4, ".", &empty_size);
    luaL_argcheck(L, strlen(margin) == margin_size, 2, "a NUL in the margin");
    luaL_argcheck(L, strlen(gap) == gap_size, 3, "a NUL in the gap");
    luaL_argcheck(L, empty_size == 1, 4, "expected one character");
    size_t rows = (size_t)s->block.shape[0], cols = (size_t)s->block.shape[1];
    size_t room = rows * (margin_size + cols + (cols - 1) * gap_size + 1) + 1;
    luaL_Buffer b;
    struct text t = text_into(luaL_buffinitsize(L, &b, room), room);
    samegame_draw(s, margin, gap, (unsigned char)empty[0], &t);
    luaL_pushresultsize(&b, t.length);
    return 1;
}

/* new(map [, "downward" or "upward"]): the first row of the map is the top or the bottom
 * one. */
static int l_new(lua_State *L)
{
    static const char *const orders[] = {"downward", "upward", NULL};
    int upward = luaL_checkoption(L, 2, "downward", orders);
    struct grid map = bind_map(L, 1, samegame_game.shape, SAMEGAME_CELLS, NULL);
    if (upward) {
        map.first = grid_row(&map, map.rows - 1);
        map.step = -map.step;
    }
    struct samegame *s = bind_make_state(L, (const int32_t[]){map.rows, map.cols});
    const char *wrong = samegame_start(s, &map);
    return wrong == NULL ? bind_started(L, s) : luaL_argerror(L, 1, wrong);
}

EXPORT int luaopen_tessera_samegame(lua_State *L);

int luaopen_tessera_samegame(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"cell", l_cell},     {"columns", l_columns}, {"left", l_left},
        {"moves", l_moves},   {"pairs", l_pairs},     {"picture", l_picture},
        {"region", l_region}, {"remove", l_remove},   {"rows", l_rows},
        {"stuck", l_stuck},   {"won", l_won},         {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &samegame_game, methods);
    bind_game_functions(L, functions);
    lua_pushliteral(L, SAMEGAME_CELLS);
    lua_setfield(L, -2, "cells");
    lua_pushinteger(L, SAMEGAME_SIDE_MIN);
    lua_setfield(L, -2, "side_min");
    lua_pushinteger(L, SAMEGAME_SIDE_MAX);
    lua_setfield(L, -2, "side_max");
    return 1;
}
