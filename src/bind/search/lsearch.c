/*
 * tessera.search_core: the searches over any game. The Lua module tessera.search checks
 * its users' arguments and calls these functions with all arguments in their places:
 *
 *     1 state   2 a table of the limits, in which `nodes`, `memory` and `disk` must stand
 *
 * A goal is an outcome, a function, or nil for any end. Each function returns its result,
 * with actions as texts, and an info (lsearch.h).
 */
#include "lsearch.h"

#include "search/threads/parallel.h"

enum { LINES_AT = LSEARCH_SESSION + 2 };

/* Takes the number of threads at `index`. */
static void take_threads(struct search_run *s, int index)
{
    int threads = (int)bind_integer(s->L, index, 1, THREADS_MAX);
    lsearch_threads(s, threads);
    s->successors.threads = threads;
}

/* A goal that is an outcome, or NULL for any: it is asked without Lua. */
struct end {
    const struct game *game;
    const char *outcome;
};

static int end_reached(void *with, const struct state *state)
{
    const struct end *end = with;
    const char *outcome = end->game->outcome(end->game, state);
    return outcome != NULL &&
           (end->outcome == NULL || strcmp(outcome, end->outcome) == 0);
}

/* Ends a search that may have images. */
static void finish(struct search_run *s, enum search_end end)
{
    lsearch_finish(s, end);
    if (s->successors.images != NULL && s->successors.drew) {
        luaL_error(s->L, "search: symmetric is for games without chance: %s throws dice",
                   s->game->name);
    }
}

/* walk(..., depth, images or nil, threads): a list of the counts of positions at depths 0, 1
 * ..., the complete ones */
static int l_walk(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    int32_t depth = (int32_t)bind_integer(L, 3, 0, 1000000);
    lsearch_images(s, 4);
    take_threads(s, 5);
    int64_t *counts = lua_newuserdatauv(L, ((size_t)depth + 1) * sizeof *counts, 0);
    enum search_end end = search_walk(&s->successors, &s->visited, &depth, counts);
    finish(s, end);
    lua_createtable(L, depth + 1, 0);
    for (int32_t i = 0; i <= depth; i++) {
        lua_pushinteger(L, counts[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return lsearch_answer(L);
}

/* Raises the error for rules that lead elsewhere when a line is played again. */
static int fail_changed(const struct search_run *s)
{
    if (s->successors.images != NULL) {
        return luaL_error(
            s->L,
            "search: symmetric: images of a position do not play alike: `run.lua "
            "check` tells whether the symmetries of %s hold",
            s->game->name);
    }
    return luaL_error(s->L,
                      "search: the same action leads elsewhere now: the rules of %s "
                      "depend on something outside of the state",
                      s->game->name);
}

/* Writes the line to position `found`. With images the goal is asked once more. */
static enum search_end write_line(struct search_run *s, int32_t found, action *line)
{
    s->limited = false; /* the line is found, and must be written */
    enum search_end end = search_line(&s->successors, &s->visited, found, line);
    if (end != SEARCH_GOES_ON || s->successors.images == NULL) return end;
    int is = lsearch_reached(s, s->successors.from);
    if (is != 0) return is > 0 ? SEARCH_GOES_ON : SEARCH_FAILED;
    luaL_error(s->L, "search: symmetric: the goal is reached in an image of a position, "
                     "but not in the position itself");
    return SEARCH_FAILED;
}

/* The heuristic of the game, which is in C. */
static int64_t own_at_least(void *with, const struct state *state)
{
    const struct game *game = ((const struct search_run *)with)->game;
    return game->estimate(game, state);
}

int64_t (*lsearch_heuristic(const struct search_run *s))(void *, const struct state *)
{
    lua_State *L = s->L;
    if (lua_type(L, LSEARCH_HEURISTIC) == LUA_TSTRING) {
        luaL_argcheck(L, s->game->estimate != NULL, LSEARCH_HEURISTIC,
                      "the game has none");
        return own_at_least;
    }
    lsearch_check_function(L, LSEARCH_HEURISTIC);
    return lua_isnil(L, LSEARCH_HEURISTIC) ? NULL : lsearch_at_least;
}

/* estimate(state): the heuristic of the game, or nil if it has none */
static int l_estimate(lua_State *L)
{
    const struct game *game;
    const struct state *state = bind_any_state(L, 1, &game);
    if (game->estimate == NULL) return 0;
    lua_pushinteger(L, game->estimate(game, state));
    return 1;
}

/* shortest(..., goal, heuristic or nil, images or nil, threads): the actions, or nil */
static int l_shortest(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    lsearch_check_goal(L);
    struct goal goal = {lsearch_reached, lsearch_heuristic(s), s, false};
    lsearch_images(s, 5);
    take_threads(s, 6);
    luaL_argcheck(L, s->successors.threads == 1 || goal.at_least == NULL, 6,
                  "no heuristic");
    struct end ending = {s->game, lua_tostring(L, LSEARCH_GOAL)};
    if (s->successors.threads > 1 && !lua_isfunction(L, LSEARCH_GOAL)) {
        goal = (struct goal){end_reached, NULL, &ending, true};
    }
    int32_t found;
    enum search_end end = search_shortest(&s->successors, &s->visited, &goal, &found);
    if (found == NOT_FOUND || s->raised) {
        finish(s, end);
        lua_pushnil(L);
        return lsearch_answer(L);
    }
    int32_t count = visited_depth(&s->visited, found);
    action *line = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *line, 0);
    enum search_end written = write_line(s, found, line);
    finish(s, written == SEARCH_GOES_ON ? end : written);
    if (written == SEARCH_DONE) return fail_changed(s);
    lsearch_push_line(s, line, count);
    return lsearch_answer(L);
}

/* ida_star(..., goal, heuristic or nil, images or nil, table): the same by IDA*, with a
 * table of so many bytes */
static int l_ida_star(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    lsearch_check_goal(L);
    struct goal goal = {lsearch_reached, lsearch_heuristic(s), s, false};
    lsearch_images(s, 5);
    lua_Integer table = bind_integer(L, 6, 0, PTRDIFF_MAX);
    const action *line;
    int32_t count;
    enum search_end end =
        search_ida_star(&s->successors, &goal, (size_t)table, &line, &count);
    finish(s, end);
    if (count == NOT_FOUND) lua_pushnil(L);
    if (count != NOT_FOUND) lsearch_push_line(s, line, count);
    return lsearch_answer(L);
}

/* Reads the list of goals: states with the header of the root. Pushes what keeps them;
 * they hold until a callback is called, but the first one as long as the search. */
static const struct state **check_goals(struct search_run *s, int32_t *count)
{
    enum { GOALS_MAX = 1000000 };
    lua_State *L = s->L;
    luaL_checktype(L, LSEARCH_GOAL, LUA_TTABLE);
    lua_Unsigned n = lua_rawlen(L, LSEARCH_GOAL);
    luaL_argcheck(L, n >= 1 && n <= GOALS_MAX, LSEARCH_GOAL, "expected 1..1000000 goals");
    size_t bytes = (size_t)n * sizeof(const struct state *);
    const struct state **goals = lua_newuserdatauv(L, bytes, 0);
    for (*count = 0; *count < (int32_t)n; ++*count) {
        const struct game *game;
        lua_rawgeti(L, LSEARCH_GOAL, *count + 1);
        goals[*count] = bind_any_state(L, -1, &game);
        if (game != s->game ||
            memcmp(goals[*count], s->successors.root, sizeof(struct state)) != 0) {
            luaL_error(L, "search: the goals must be states of %s, on boards of one size",
                       s->game->name);
        }
        if (*count == 0) goals[0] = bind_copy(L, lua_gettop(L), game);
        if (*count > 0) lua_pop(L, 1);
    }
    return goals;
}

/* bidirectional(..., goals): the same from both sides; goals is a list of states */
static int l_bidirectional(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    struct visited back;
    int32_t count, found, other;
    const struct state **goals = check_goals(s, &count);
    luaL_argcheck(L, s->game->reverse != NULL, 1, "its game has no `reverse`");
    enum search_end end = search_bidirectional(&s->successors, &s->visited, &back, goals,
                                               count, &found, &other);
    if (found == NOT_FOUND) {
        lsearch_finish(s, end);
        lua_pushnil(L);
        return lsearch_answer(L);
    }
    int32_t length = visited_depth(&s->visited, found) + visited_depth(&back, other);
    action *line = lua_newuserdatauv(L, ((size_t)length + 1) * sizeof *line, 0);
    s->limited = false; /* the line is found, and must be written */
    enum search_end written =
        search_line_between(&s->successors, &s->visited, found, &back, other, line);
    lsearch_finish(s, written == SEARCH_GOES_ON ? end : written);
    if (written == SEARCH_DONE) return fail_changed(s);
    lsearch_push_line(s, line, length);
    return lsearch_answer(L);
}

/* before(..., action): the position before an action that led to the state, by the game's
 * `reverse`; nil if it cannot have led there */
static int l_before(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    size_t n;
    action a;
    const char *text = luaL_checklstring(L, LSEARCH_GOAL, &n);
    luaL_argcheck(L, s->game->reverse != NULL, 1, "its game has no `reverse`");
    struct state *state = s->successors.from;
    bool known = s->game->parse(s->game, state, text, n, &a);
    enum applied done = known ? s->game->reverse(s->game, state, a) : REFUSED;
    lsearch_finish(s, done == FAILED ? SEARCH_FAILED : SEARCH_DONE);
    if (done != APPLIED) {
        lua_pushnil(L);
        return 1;
    }
    memcpy(bind_copy(L, 1, s->game), state, state->size);
    return 1;
}

/* A memory error may be thrown through the search here; the run frees its memory. */
static enum search_end append_line(void *with, const action *line, int32_t count)
{
    enum { LIST_BYTES = 64, ITEM_BYTES = 16 };
    struct search_run *s = with;
    s->lists += LIST_BYTES + (size_t)count * ITEM_BYTES;
    if (s->lists > s->most - s->used) return SEARCH_MEMORY;
    lsearch_push_line(s, line, count);
    lua_rawseti(s->L, LINES_AT, (lua_Integer)lua_rawlen(s->L, LINES_AT) + 1);
    s->successors.progress.ask = 0; /* a list may be long */
    return search_stops(&s->limits, &s->successors.progress) ? SEARCH_STOPPED
                                                             : SEARCH_GOES_ON;
}

/* all_shortest(..., goal, max): a list of lists of actions; the info also has their
 * number, and whether the counter is saturated */
static int l_all_shortest(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    lsearch_check_goal(L);
    lua_Integer max = bind_integer(L, 4, 1, 1000000);
    struct goal goal = {lsearch_reached, NULL, s, false};
    struct statistics found;
    action *line = lua_newuserdatauv(L, SEARCH_LENGTH_MAX * sizeof *line, 0);
    lua_newtable(L);
    enum search_end end = search_all_shortest(&s->successors, &s->visited, &goal, &found,
                                              line, max, append_line);
    lsearch_finish(s, end);
    if (end == SEARCH_DONE) {
        lua_Integer lists = (lua_Integer)lua_rawlen(L, LINES_AT);
        if (lists < max && lists < found.solutions) return fail_changed(s);
    }
    lsearch_set(L, "count", found.solutions);
    lua_pushboolean(L, found.solutions >= STATE_COUNT_MAX);
    lua_setfield(L, -2, "saturated");
    lua_pushvalue(L, LINES_AT);
    return lsearch_answer(L);
}

/* statistics(..., goal, images or nil): a table of the statistics, which hold after "done" */
static int l_statistics(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    lsearch_check_goal(L);
    lsearch_images(s, 4);
    struct goal goal = {lsearch_reached, NULL, s, false};
    struct statistics found;
    enum search_end end = search_statistics(&s->successors, &s->visited, &goal, &found);
    finish(s, end);
    lua_createtable(L, 0, 11);
    lsearch_set(L, "positions", found.positions);
    lsearch_set(L, "actions", found.actions);
    lsearch_set(L, "inner", found.inner);
    lsearch_set(L, "goals", found.goals);
    lsearch_set(L, "dead_ends", found.dead_ends);
    lsearch_set(L, "live_actions", found.live_actions);
    lsearch_set(L, "losing", found.losing);
    if (found.length != NOT_FOUND) {
        lsearch_set(L, "length", found.length);
        lsearch_set(L, "solutions", found.solutions);
        lsearch_set(L, "bottlenecks", found.bottlenecks);
        lua_pushboolean(L, found.solutions >= STATE_COUNT_MAX);
        lua_setfield(L, -2, "saturated");
    }
    return lsearch_answer(L);
}

/* parallel(state): whether threads can search the game; whether they can ask for scores */
static int l_parallel(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    lua_pushboolean(L, game_is_parallel(game));
    lua_pushboolean(L, !game->score_in_host);
    return 2;
}

/* traits(...): a table: how many players the game has, and whether it has chance */
static int l_traits(lua_State *L)
{
    bool chance;
    struct search_run *s = lsearch_begin(L);
    lsearch_finish(s, search_chance(&s->successors, &chance));
    lua_createtable(L, 0, 2);
    lsearch_set(L, "players", s->game->players);
    lua_pushboolean(L, chance);
    lua_setfield(L, -2, "chance");
    return lsearch_answer(L);
}

EXPORT int luaopen_tessera_search_core(lua_State *L);

int luaopen_tessera_search_core(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"all_shortest", l_all_shortest},
        {"before", l_before},
        {"bidirectional", l_bidirectional},
        {"estimate", l_estimate},
        {"ida_star", l_ida_star},
        {"parallel", l_parallel},
        {"shortest", l_shortest},
        {"statistics", l_statistics},
        {"traits", l_traits},
        {"walk", l_walk},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    luaL_setfuncs(L, lsearch_best, 0);
    luaL_setfuncs(L, lsearch_model, 0);
    luaL_setfuncs(L, lsearch_exchange, 0);
    luaL_setfuncs(L, lsearch_solve, 0);
    luaL_setfuncs(L, lsearch_tables, 0);
    return 1;
}
