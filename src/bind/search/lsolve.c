/*
 * tessera.search_core, continued: a line to a goal, found by what the rules say of it
 * (search/solve/solve.h). Arguments and results are as in lsearch.c.
 */
#include "game/lua_game.h"
#include "search/solve/solve.h"
#include "lsearch.h"
#include "search/solve/additive.h"

enum { OWN = 5, OPTIMAL, COUNTER, WITHOUT, BREADTH };

/* The counter of a game written in Lua that has this name, or NULL. */
static const struct lua_game_field *counter_of(const struct game *g, const char *name)
{
    if (!lua_game_is(g)) return NULL;
    const struct lua_game *game = lua_game_of(g);
    for (int32_t i = 0; i < game->fields; i++) {
        const struct lua_game_field *f = &game->field[i];
        if (f->counter && f->count == 0 && strcmp(f->name, name) == 0) return f;
    }
    return NULL;
}

static int64_t read_counter(void *with, const struct state *state)
{
    return *lua_game_field((void *)(uintptr_t)state, with);
}

/* Sets what a line costs, if a counter is named. */
static void take_counter(const struct search_run *s, struct solve *solve)
{
    lua_State *L = s->L;
    const char *name = luaL_optstring(L, COUNTER, NULL);
    if (name == NULL) return;
    const struct lua_game_field *counter = counter_of(s->game, name);
    luaL_argcheck(L, counter != NULL, COUNTER, "the game has no such counter");
    solve->counter = read_counter;
    solve->counter_with = (void *)(uintptr_t)counter;
    solve->counter_number = (int32_t)(counter - lua_game_of(s->game)->field) + 1;
}

/* Sets what is known of the line, or of there being none, in the info on top. */
static void set_answer(lua_State *L, const struct solve *s)
{
    if (s->method != NULL) {
        lua_pushstring(L, s->method);
        lua_setfield(L, -2, "method");
    }
    if (s->proven != SOLVE_NOTHING) {
        lua_pushstring(L, s->proven == SOLVE_OPTIMAL ? "optimal" : "unsolvable");
        lua_setfield(L, -2, "proven");
    }
    if (s->why[0] != '\0') {
        lua_pushstring(L, s->why);
        lua_setfield(L, -2, "why");
    }
    if (s->shrinks) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "shrinks");
    }
    if (s->count != NOT_FOUND) lsearch_set(L, "cost", s->cost);
    lsearch_set(L, "lower", s->lower);
}

/* solve(..., goal, heuristic or nil, own, optimal, counter or nil, without or nil, breadth, tables or
 * nil): the actions, or nil; the info also has the method, what is proven and why, the cost, and its lower bound.
 * `without`, for specs alone: the bits of enum solve_without */
static int l_solve(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    lsearch_check_goal(L);
    struct goal goal = {lsearch_reached, lsearch_heuristic(s), s, false};
    struct solve solve = {.goal = &goal,
                          .own = lua_toboolean(L, OWN),
                          .optimal = lua_toboolean(L, OPTIMAL),
                          .breadth = lua_toboolean(L, BREADTH),
                          .count = NOT_FOUND,
                          .without = (int)luaL_optinteger(L, WITHOUT, 0)};
    take_counter(s, &solve);
    const struct kept_tables tables = {lsearch_find_table, lsearch_keep_table, s};
    lsearch_check_function(L, LSEARCH_TABLES);
    if (!lua_isnil(L, LSEARCH_TABLES)) solve.tables = &tables;
    enum search_end end = search_solve(&s->successors, &solve);
    lsearch_finish(s, end);
    set_answer(L, &solve);
    if (solve.count == NOT_FOUND) {
        lua_pushnil(L);
    } else {
        lsearch_push_line(s, solve.line, solve.count);
    }
    return lsearch_answer(L);
}

const luaL_Reg lsearch_solve[] = {
    {"solve", l_solve},
    {NULL, NULL},
};
