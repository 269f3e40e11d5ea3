/*
 * tessera.horizontally: Horizontally for Lua.
 */
#include "../horizontally.h"

#include <string.h>

#include "../search/horizontally.h"
#include "lsearch.h"

enum { solve_memory = 1 << 30 };

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

/* A whole number of 0 or more in the table at index 2, which may be left out. */
static lua_Integer limit_of(lua_State *L, const char *name, lua_Integer otherwise)
{
    lua_Integer n = otherwise;
    if (lua_istable(L, 2) && lua_getfield(L, 2, name) != LUA_TNIL) {
        int whole;
        n = lua_tointegerx(L, -1, &whole);
        if (!whole || n < 0) {
            lua_pushfstring(L, "%s must be a whole number from 0 on", name);
            luaL_argerror(L, 2, lua_tostring(L, -1));
        }
    }
    lua_settop(L, 2);
    return n;
}

/* Plays the position at index 1 out, within the limits of the options at index 2. Pushes
 * the winner, or nil and which limit was reached; returns how many values. */
static int solve(lua_State *L, struct horizontally_proof *proof)
{
    lua_Integer nodes = limit_of(L, "nodes", LUA_MAXINTEGER);
    lua_Integer seconds = limit_of(L, "seconds", -1);
    lua_Integer memory = limit_of(L, "memory", LUA_MAXINTEGER);
    lua_settop(L, 1);
    lua_pushinteger(L, nodes);
    if (seconds >= 0) lua_pushinteger(L, seconds);
    if (seconds < 0) lua_pushnil(L);
    lua_pushinteger(L, memory < solve_memory ? memory : solve_memory);
    lua_pushnil(L);
    struct session *s = lsearch_begin(L);
    const void *root = s->expansion.root;
    enum search_end end = horizontally_solve(root, &s->limits, proof);
    s->expansion.progress.nodes = proof->nodes;
    lsearch_finish(s, end);
    if (end != SEARCH_DONE) {
        lua_pushnil(L);
        lua_pushvalue(L, -3);
        return 2;
    }
    lua_pushstring(L, proof->winner == HORIZONTALLY_LEFT ? "left" : "right");
    return 1;
}

/* value([limits]): the winner, or nil and which limit was reached */
static int l_value(lua_State *L)
{
    static const char *const names[] = {"memory", "nodes", "seconds", NULL};
    struct horizontally_proof proof;
    bind_state(L);
    lua_settop(L, 2);
    if (!lua_isnil(L, 2)) {
        luaL_checktype(L, 2, LUA_TTABLE);
        bind_check_names(L, 2, names);
    }
    return solve(L, &proof);
}

static void push_best(lua_State *L, const struct horizontally *h, lua_Integer select)
{
    action best;
    if (horizontally_best(h, (uint32_t)select, &best)) {
        push_action(L, h, best);
    } else {
        lua_pushnil(L);
    }
}

/* best_move{perfect = true, ...}: a move that wins, or else the best rated one; and who wins,
 * or nil and which limit was reached */
static int best_move_of(lua_State *L)
{
    static const char *const names[] = {"memory",  "nodes",  "perfect",
                                        "seconds", "select", NULL};
    const struct horizontally *h = bind_state(L);
    struct horizontally_proof proof;
    bind_check_names(L, 2, names);
    lua_Integer select = limit_of(L, "select", HORIZONTALLY_SELECT);
    luaL_argcheck(L, select <= INT32_MAX, 2, "select is too large");
    lua_getfield(L, 2, "perfect");
    bool perfect = lua_toboolean(L, -1);
    lua_settop(L, 2);
    if (!perfect) {
        push_best(L, h, select);
        return 1;
    }
    int results = solve(L, &proof);
    if (results == 1 && proof.winner == (enum horizontally_player)h->player &&
        horizontally_outcome(h) == NULL) {
        push_action(L, h, proof.move);
    } else {
        push_best(L, h, select);
    }
    lua_insert(L, -1 - results);
    return 1 + results;
}

static int l_best_move(lua_State *L)
{
    const struct horizontally *h = bind_state(L);
    lua_settop(L, 2);
    if (lua_istable(L, 2)) return best_move_of(L);
    lua_Integer select = HORIZONTALLY_SELECT;
    if (!lua_isnil(L, 2)) select = bind_integer(L, 2, 0, INT32_MAX);
    push_best(L, h, select);
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
    if (has_map) {
        struct grid map =
            bind_map(L, 1, horizontally_game.shape, HORIZONTALLY_CELLS, NULL);
        void *h = bind_new_state(L, horizontally_size(map.rows, map.cols));
        const char *wrong = horizontally_start(h, &map, fields, first);
        if (wrong != NULL) return luaL_argerror(L, 1, wrong);
    } else {
        void *h = bind_new_state(L, horizontally_size(rows, cols));
        horizontally_clear(h, rows, cols, fields, first);
    }
    return 1;
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
