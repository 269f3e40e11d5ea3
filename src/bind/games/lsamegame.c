/*
 * tessera.samegame: SameGame for Lua.
 */
#include "games/samegame/samegame_best.h"

#include <string.h>

#include "bind/search/lsearch.h"

enum { FEW = 64 }; /* cells up to which no userdata is needed */

/* The action of selecting a cell, from row and column: any integers,
 * which the rules check. */
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
    struct samegame_place first[FEW], *list = first;
    char buffer[WHY_MAX];
    struct text why = text_into(buffer, sizeof buffer);
    int32_t count = samegame_region(s, a, first, FEW, &why);
    if (count == 0) {
        lua_pushnil(L);
        lua_pushstring(L, buffer);
        return 2;
    }
    if (count > FEW) {
        list = lua_newuserdatauv(L, (size_t)count * sizeof *list, 0);
        samegame_region(s, a, list, count, NULL);
    }
    lua_createtable(L, count, 0);
    for (int32_t i = 0; i < count; i++) {
        bind_push_place(L, list[i].row, list[i].col);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_cell(lua_State *L)
{
    const struct samegame *s = bind_state(L);
    int32_t row, col;
    bind_place(L, 2, s, &row, &col);
    bind_push_character(L, samegame_cell(s, row, col));
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
    size_t rows = (size_t)rows_of(s), cols = (size_t)cols_of(s);
    size_t room = rows * (margin_size + cols + (cols - 1) * gap_size + 1) + 1;
    luaL_Buffer b;
    struct text t = text_into(luaL_buffinitsize(L, &b, room), room);
    samegame_draw(s, margin, gap, (unsigned char)empty[0], &t);
    luaL_pushresultsize(&b, t.length);
    return 1;
}

/* ---- searches ---- */

/* clear([options]) */
static int l_clear(lua_State *L)
{
    bind_state(L);
    lsearch_limits(L, 2, "samegame:clear", "");
    struct search_run *s = lsearch_begin(L);
    struct samegame_line line = {0};
    const void *root = s->successors.root;
    enum search_end end =
        samegame_clear(root, &s->limits, &line, &s->successors.progress);
    lsearch_finish(s, end);
    if (end == SEARCH_DONE && line.left == 0) {
        lsearch_push_line(s, line.moves, line.count);
    } else {
        lua_pushnil(L);
    }
    return lsearch_answer(L);
}

/* best([options]) */
static int l_best(lua_State *L)
{
    bind_state(L);
    lsearch_limits(L, 2, "samegame:best", "seed threads");
    lua_getfield(L, LSEARCH_OPTIONS, "seed");
    lua_getfield(L, LSEARCH_OPTIONS, "threads");
    uint64_t seed = (uint64_t)lua_tointeger(L, -2);
    int threads = (int)lua_tointeger(L, -1);
    struct search_run *s = lsearch_begin(L);
    struct samegame_line line = {0};
    const void *root = s->successors.root;
    struct search_progress *progress = &s->successors.progress;
    lsearch_threads(s, threads);
    enum search_end end =
        threads == 1
            ? samegame_best(root, seed, &s->limits, &line, progress)
            : samegame_best_parallel(root, seed, threads, &s->limits, &line, progress);
    lsearch_finish(s, end);
    lsearch_set(L, "score", line.score);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "exact");
    lua_pushliteral(L, "own");
    lua_setfield(L, -2, "method");
    lsearch_push_line(s, line.moves, line.count);
    return lsearch_answer(L);
}

/* ---- the module ---- */

/* new(map [, {order=}]): with "downward" the first row of the map is the top row, with
 * "upward" the bottom row */
static int l_new(lua_State *L)
{
    static const char *const names[] = {"order", NULL};
    static const char *const orders[] = {"downward", "upward", NULL};
    bind_options(L, 2, names, NULL);
    int upward = bind_option_word(L, 2, "order", orders);
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
        {"best", l_best},       {"cell", l_cell},     {"clear", l_clear},
        {"left", l_left},       {"moves", l_moves},   {"pairs", l_pairs},
        {"picture", l_picture}, {"region", l_region}, {"remove", l_remove},
        {"stuck", l_stuck},     {"won", l_won},       {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &samegame_game, methods);
    bind_game_functions(L, functions);
    bind_set_string(L, "cells", SAMEGAME_CELLS);
    bind_set_integer(L, "side_min", SAMEGAME_SIDE_MIN);
    bind_set_integer(L, "side_max", SAMEGAME_SIDE_MAX);
    return 1;
}
