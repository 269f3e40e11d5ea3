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

static void push_action(lua_State *L, const void *state, action a)
{
    char buffer[ACTION_TEXT_MAX];
    struct text t = text_into(buffer, sizeof buffer);
    horizontally_game.text(&horizontally_game, state, a, &t);
    lua_pushlstring(L, buffer, t.length);
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
        push_action(L, h, best);
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
    lua_Integer row = bind_integer(L, 2, 1, h->block.shape[0]);
    lua_Integer col = bind_integer(L, 3, 1, h->block.shape[1]);
    lua_pushboolean(L, horizontally_free(h, (int32_t)row - 1, (int32_t)col - 1));
    return 1;
}

static int push_shape(lua_State *L, int which)
{
    const struct horizontally *h = bind_state(L);
    lua_pushinteger(L, h->block.shape[which]);
    return 1;
}

static int l_rows(lua_State *L)
{
    return push_shape(L, 0);
}

static int l_columns(lua_State *L)
{
    return push_shape(L, 1);
}

static int l_fields(lua_State *L)
{
    return push_shape(L, 2);
}

/* A named integer of 1..26 in the table at `index`, which may be left out. */
static int32_t check_side(lua_State *L, int index, const char *name, int32_t otherwise)
{
    lua_Integer n = otherwise;
    if (lua_getfield(L, index, name) != LUA_TNIL) {
        int whole;
        n = lua_tointegerx(L, -1, &whole);
        if (!whole || n < 1 || n > HORIZONTALLY_SIDE_MAX) {
            lua_pushfstring(L, "%s must be a whole number of 1..%d, not %s", name,
                            HORIZONTALLY_SIDE_MAX, luaL_tolstring(L, -1, NULL));
            luaL_argerror(L, index, lua_tostring(L, -1));
        }
    }
    lua_pop(L, 1);
    return (int32_t)n;
}

static enum horizontally_player check_first(lua_State *L, int index)
{
    enum horizontally_player first = HORIZONTALLY_LEFT;
    if (lua_getfield(L, index, "first") != LUA_TNIL) {
        const char *s = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        luaL_argcheck(L, strcmp(s, "left") == 0 || strcmp(s, "right") == 0, index,
                      "first must be \"left\" or \"right\"");
        if (strcmp(s, "right") == 0) first = HORIZONTALLY_RIGHT;
    }
    lua_pop(L, 1);
    return first;
}

/* new{fields=, rows=, columns=, first=} or new(picture, {fields=, first=}) */
static int l_new(lua_State *L)
{
    bool has_map = !lua_isnoneornil(L, 1) && lua_type(L, 1) != LUA_TTABLE;
    int options = has_map ? 2 : 1;
    if (lua_isnoneornil(L, options)) {
        lua_settop(L, options - 1);
        lua_newtable(L);
    }
    static const char *const empty[] = {"fields", "first", "rows", "columns", NULL};
    static const char *const mapped[] = {"fields", "first", NULL};
    luaL_checktype(L, options, LUA_TTABLE);
    bind_check_names(L, options, has_map ? mapped : empty);
    int32_t fields = check_side(L, options, "fields", HORIZONTALLY_FIELDS);
    int32_t rows = check_side(L, options, "rows", HORIZONTALLY_SIDE_MAX);
    int32_t cols = check_side(L, options, "columns", HORIZONTALLY_SIDE_MAX);
    enum horizontally_player first = check_first(L, options);
    struct grid map = {.rows = rows, .cols = cols};
    if (has_map) map = bind_map(L, 1, horizontally_game.shape, HORIZONTALLY_CELLS, NULL);
    void *h = bind_make_state(L, (const int32_t[]){map.rows, map.cols, fields});
    const char *wrong = horizontally_start(h, has_map ? &map : NULL, first);
    return wrong == NULL ? bind_started(L, h) : luaL_argerror(L, 1, wrong);
}

EXPORT int luaopen_tessera_horizontally(lua_State *L);

int luaopen_tessera_horizontally(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"best_move", l_best_move}, {"columns", l_columns}, {"fields", l_fields},
        {"free", l_free},           {"move", l_move},       {"rating", l_rating},
        {"rows", l_rows},           {"value", l_value},     {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &horizontally_game, methods);
    bind_game_functions(L, functions);
    lua_getfield(L, -1, "methods");
    lua_getfield(L, -1, "actions");
    lua_setfield(L, -2, "moves");
    lua_pop(L, 1);
    lua_pushliteral(L, HORIZONTALLY_CELLS);
    lua_setfield(L, -2, "cells");
    lua_pushinteger(L, HORIZONTALLY_SIDE_MAX);
    lua_setfield(L, -2, "side_max");
    return 1;
}
