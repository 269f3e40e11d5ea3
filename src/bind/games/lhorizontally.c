/*
 * tessera.horizontally: Horizontally for Lua.
 */
#include "games/horizontally/horizontally_solve.h"

#include <string.h>

#include "bind/search/lsearch.h"

/* A player: "left", "right", or their numbers. */
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

/* Pushes a move of the greatest rating, or nil. */
static void push_best(lua_State *L, const struct horizontally *h, lua_Integer select)
{
    action best;
    if (horizontally_best(h, (uint32_t)select, &best)) {
        bind_push_action(L, h, best);
    } else {
        lua_pushnil(L);
    }
}

/* ---- perfect play ---- */

/* Begins a search, with the options in their place. Proves who wins, and pushes the info;
 * *wins: the player to move does. */
static struct search_run *prove(lua_State *L, struct horizontally_proof *proof,
                                bool *wins)
{
    lua_getfield(L, LSEARCH_OPTIONS, "threads");
    int threads = (int)lua_tointeger(L, -1);
    struct search_run *s = lsearch_begin(L);
    const void *root = s->successors.root;
    const struct horizontally *h = root;
    lsearch_threads(s, threads);
    enum search_end end = horizontally_solve(h, threads, &s->limits, proof);
    s->successors.progress = proof->progress;
    lsearch_finish(s, end);
    *wins = end == SEARCH_DONE && proof->winner == (enum horizontally_player)h->player &&
            horizontally_outcome(&horizontally_game, h) == NULL;
    return s;
}

static void push_winner(lua_State *L, const struct horizontally_proof *proof)
{
    static const char *const names[] = {
        [HORIZONTALLY_LEFT] = "left", [HORIZONTALLY_RIGHT] = "right"};
    lua_pushstring(L, names[proof->winner]); /* or nil */
}

/* winner([options]) */
static int l_winner(lua_State *L)
{
    struct horizontally_proof proof;
    bind_state(L);
    bool wins;
    lsearch_limits(L, 2, "horizontally:winner", "threads");
    struct search_run *s = prove(L, &proof, &wins);
    if (wins) {
        lsearch_push_action(s, proof.move);
        lua_setfield(L, -2, "move");
    }
    push_winner(L, &proof);
    return lsearch_answer(L);
}

/* best_move(options): by proof */
static int best_move_by(lua_State *L, const struct horizontally *h)
{
    struct horizontally_proof proof;
    lsearch_limits(L, 2, "horizontally:best_move", "perfect select threads");
    lua_getfield(L, LSEARCH_OPTIONS, "perfect");
    lua_getfield(L, LSEARCH_OPTIONS, "select");
    lua_Integer select = luaL_optinteger(L, -1, HORIZONTALLY_SELECT);
    if (!lua_toboolean(L, -2)) {
        push_best(L, h, select);
        return 1;
    }
    bool wins;
    struct search_run *s = prove(L, &proof, &wins);
    push_winner(L, &proof);
    lua_setfield(L, -2, "winner");
    if (wins) {
        lsearch_push_action(s, proof.move);
    } else {
        push_best(L, h, select);
    }
    return lsearch_answer(L);
}

/* best_move([select or options]) */
static int l_best_move(lua_State *L)
{
    const struct horizontally *h = bind_state(L);
    lua_settop(L, 2);
    if (lua_istable(L, 2)) return best_move_by(L, h);
    lua_Integer select = HORIZONTALLY_SELECT;
    if (!lua_isnil(L, 2)) select = bind_integer(L, 2, 0, INT32_MAX);
    push_best(L, h, select);
    return 1;
}

/* canonical(): a string of the rows, the columns, the fields of a block and the solver's
 * key of the position; or nil if the board is too large */
static int l_canonical(lua_State *L)
{
    enum { SHAPE = 3, WORD = 8 };
    const struct horizontally *h = bind_state(L);
    uint64_t key[2];
    char bytes[SHAPE + 2 * WORD];
    if (!horizontally_position(h, key)) return 0;
    for (int i = 0; i < SHAPE; i++) bytes[i] = (char)h->block.shape[i];
    for (int i = 0; i < 2 * WORD; i++) {
        bytes[SHAPE + i] = (char)(key[i / WORD] >> 8 * (i % WORD) & 255);
    }
    lua_pushlstring(L, bytes, sizeof bytes);
    return 1;
}

/* ---- looking ---- */

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

/* An option in 1 .. HORIZONTALLY_SIDE_MAX. */
static int32_t check_number(lua_State *L, const char *name, int32_t otherwise)
{
    return (int32_t)bind_option_integer(L, 2, name, otherwise, 1, HORIZONTALLY_SIDE_MAX);
}

/* new([map [, {fields=, first=, rows=, columns=}]]): rows and columns
 * only without a map */
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
        {"best_move", l_best_move}, {"canonical", l_canonical},
        {"fields", l_fields},       {"free", l_free},
        {"move", l_move},           {"rating", l_rating},
        {"winner", l_winner},       {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &horizontally_game, methods);
    bind_game_functions(L, functions);
    bind_set_string(L, "cells", HORIZONTALLY_CELLS);
    bind_set_integer(L, "side_max", HORIZONTALLY_SIDE_MAX);
    return 1;
}
