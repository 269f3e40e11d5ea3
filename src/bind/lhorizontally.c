/*
 * tessera.horizontally: Horizontally for Lua.
 */
#include "games/horizontally/horizontally.h"

#include <string.h>

#include "bind.h"

/* "left", "right", or their numbers. */
static enum horizontally_player check_player(lua_State *L, int index)
{
    if (lua_type(L, index) == LUA_TSTRING) {
        const char *s = lua_tostring(L, index);
        if (strcmp(s, "left") == 0) return HORIZONTALLY_LEFT;
        if (strcmp(s, "right") == 0) return HORIZONTALLY_RIGHT;
    } else if (lua_isinteger(L, index)) {
        lua_Integer n = lua_tointeger(L, index);
        if (n == HORIZONTALLY_LEFT) return HORIZONTALLY_LEFT;
        if (n == HORIZONTALLY_RIGHT) return HORIZONTALLY_RIGHT;
    }
    luaL_argerror(L, index, "expected \"left\" or \"right\" (or 1 or 2)");
    return HORIZONTALLY_LEFT;
}

static int l_move(lua_State *L)
{
    size_t n;
    struct horizontally *h = bind_state(L);
    const char *text = luaL_checklstring(L, 2, &n);
    action a;
    if (!horizontally_game.parse(&horizontally_game, h, text, n, &a)) {
        return luaL_argerror(L, 2, "expected a move such as \"Fc\" or \"cH\"");
    }
    return bind_apply(L, &horizontally_game, h, a, 3);
}

/* value([limits]): the winner, or nil and which limit was reached */
static int l_value(lua_State *L)
{
    bind_state(L);
    bind_search(L, "winner");
    lua_settop(L, lua_isnil(L, 1) ? 2 : 1);
    return lua_gettop(L);
}

static int l_best_move(lua_State *L)
{
    const struct horizontally *h = bind_state(L);
    lua_settop(L, 2);
    if (lua_istable(L, 2)) return bind_search(L, "best_move");
    lua_Integer select = HORIZONTALLY_SELECT;
    if (!lua_isnil(L, 2)) select = bind_integer(L, 2, 0, INT32_MAX);
    action best;
    if (horizontally_best(h, (uint32_t)select, &best)) {
        bind_push_action(L, h, best);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int l_rating(lua_State *L)
{
    const struct horizontally *h = bind_state(L);
    enum horizontally_player player = (enum horizontally_player)h->player;
    if (!lua_isnoneornil(L, 2)) player = check_player(L, 2);
    lua_pushinteger(L, horizontally_rating(h, player));
    return 1;
}

static int l_free(lua_State *L)
{
    const struct horizontally *h = bind_state(L);
    int32_t row, col;
    bind_place(L, 2, h, &row, &col);
    lua_pushboolean(L, horizontally_free(h, row - 1, col - 1));
    return 1;
}

static int l_fields(lua_State *L)
{
    const struct horizontally *h = bind_state(L);
    lua_pushinteger(L, h->block.shape[2]);
    return 1;
}

/* An option of 1 .. HORIZONTALLY_SIDE_MAX. */
static int32_t check_number(lua_State *L, const char *name, int32_t otherwise)
{
    return (int32_t)bind_option_integer(L, 2, name, otherwise, 1, HORIZONTALLY_SIDE_MAX);
}

/* new([map [, {fields=, first=, rows=, columns=}]]): the sides only without a map */
static int l_new(lua_State *L)
{
    static const char *const names[] = {"columns", "fields", "first", "rows", NULL};
    static const char *const drawn[] = {"columns", "rows", NULL};
    static const char *const players[] = {"left", "right", NULL};
    bool has_map = !lua_isnoneornil(L, 1);
    bind_options(L, 2, names, has_map ? drawn : NULL);
    enum horizontally_player first = bind_option_word(L, 2, "first", players) == 0
                                         ? HORIZONTALLY_LEFT
                                         : HORIZONTALLY_RIGHT;
    int32_t fields = check_number(L, "fields", HORIZONTALLY_FIELDS);
    struct grid map = {.rows = check_number(L, "rows", HORIZONTALLY_SIDE_MAX),
                       .cols = check_number(L, "columns", HORIZONTALLY_SIDE_MAX)};
    if (has_map) map = bind_map(L, 1, horizontally_game.shape, HORIZONTALLY_CELLS, NULL);
    void *h = bind_make_state(L, (const int32_t[]){map.rows, map.cols, fields});
    const char *wrong = horizontally_start(h, has_map ? &map : NULL, first);
    return wrong == NULL ? bind_started(L, h) : luaL_argerror(L, 1, wrong);
}

EXPORT int luaopen_tessera_horizontally(lua_State *L);

int luaopen_tessera_horizontally(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"best_move", l_best_move},
        {"fields", l_fields},
        {"free", l_free},
        {"move", l_move},
        {"rating", l_rating},
        {"value", l_value},
        {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &horizontally_game, methods);
    bind_game_functions(L, functions);
    bind_set_string(L, "cells", HORIZONTALLY_CELLS);
    bind_set_integer(L, "side_max", HORIZONTALLY_SIDE_MAX);
    return 1;
}
