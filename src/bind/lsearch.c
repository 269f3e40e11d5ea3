/*
 * The searches for Lua. The module tessera.search, in Lua, checks what its users give it
 * and calls these functions with all arguments in their places:
 *
 *     1 state   2 nodes   3 seconds or nil   4 bytes of memory   5 progress or nil
 *
 * A goal is an outcome, a function, or nil for any end.
 *
 * Each answers how the search ended, a table of how far it came, and what it found.
 */
#include <assert.h>
#include <time.h>

#include "base/rng.h"
#include "lsearch.h"

enum { heuristic_at = 7, lines_at = LSEARCH_SESSION + 2 };

/* Poll the limits every ask_soon..ask_late seconds, and at least every every_most nodes.
 * Report progress every every_most nodes or tell_late seconds, whichever comes first. */
static const double ask_soon = 0.002, ask_late = 0.01, tell_late = 0.1;
enum { every_most = 4096 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- memory ---- */

/*
 * The memory is the Lua state's own: whoever limits that one limits searches. In front of
 * each block lies its place in the session's list, so that the session frees all of them
 * when it closes, whatever ended the search: also an error of Lua's that is thrown through it.
 */
struct block {
    _Alignas(max_align_t) struct block *after;
    struct block **link; /* what points to this block */
    size_t bytes;        /* behind this header */
};

static void release(lua_State *L, struct session *s, struct block *block)
{
    void *owner;
    lua_Alloc allocate = lua_getallocf(L, &owner);
    *block->link = block->after;
    if (block->after != NULL) block->after->link = block->link;
    s->used -= block->bytes;
    allocate(owner, block, sizeof *block + block->bytes, 0);
}

static int free_session(lua_State *L)
{
    struct session *s = lua_touserdata(L, 1);
    bind_leave(&s->entered);
    s->entered.host = NULL;
    while (s->blocks != NULL) release(L, s, s->blocks);
    return 0;
}

static void *resize(void *with, void *memory, size_t bytes)
{
    void *owner;
    struct session *s = with;
    lua_Alloc allocate = lua_getallocf(s->L, &owner);
    struct block *old = memory == NULL ? NULL : (struct block *)memory - 1, *block;
    size_t had = old == NULL ? 0 : old->bytes, others = s->used - had;
    if (bytes == 0) {
        if (old != NULL) release(s->L, s, old);
        return NULL;
    }
    if (bytes > s->most || others > s->most - bytes) return NULL;
    if (bytes > SIZE_MAX - sizeof *block) return NULL;
    block =
        allocate(owner, old, old == NULL ? 0 : sizeof *old + had, sizeof *block + bytes);
    if (block == NULL) return NULL;
    if (old == NULL) *block = (struct block){s->blocks, &s->blocks, 0};
    *block->link = block;
    if (block->after != NULL) block->after->link = &block->after;
    block->bytes = bytes;
    s->used = others + bytes;
    return block + 1;
}

static void set_field(lua_State *L, const char *name, int64_t value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

static void push_progress(lua_State *L, const struct session *s,
                          const struct search_progress *progress)
{
    lua_createtable(L, 0, 4);
    set_field(L, "nodes", progress->nodes);
    set_field(L, "depth", progress->depth);
    set_field(L, "best", progress->best);
    set_field(L, "memory", (int64_t)s->used);
}

/* Calls the function on the stack with its arguments. What it raises stays on top. */
static bool call(struct session *s, int arguments)
{
    lua_State *L = s->L;
    assert(!s->raised);
    s->raised = lua_pcall(L, arguments, 1, 0) != LUA_OK;
    return !s->raised;
}

/* Calls the progress function, if it is time to. */
static bool tell(struct session *s, double now, const struct search_progress *progress)
{
    lua_State *L = s->L;
    if (lua_isnil(L, 5)) return false;
    if (progress->nodes < s->told_at && now < s->told + tell_late) return false;
    s->told = now;
    s->told_at = progress->nodes + every_most;
    lua_pushvalue(L, 5);
    push_progress(L, s, progress);
    if (!call(s, 1)) return true;
    bool enough = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return enough;
}

static bool stop(void *with, struct search_progress *progress)
{
    struct session *s = with;
    if (s->raised) return true;
    double now = cpu_seconds(), since = now - s->asked;
    bool entered = progress->nodes >= progress->ask;
    if (since < ask_soon && entered && s->every < every_most) s->every *= 2;
    if (since > ask_late) s->every = s->every > 4 ? s->every / 4 : 1;
    s->asked = now;
    progress->ask = progress->nodes + s->every;
    return (s->limited && now >= s->until) || tell(s, now, progress);
}

/* Asked after each action that is tried where a game lists none itself. */
static bool out_of_time(void *with)
{
    struct session *s = with;
    if (!s->limited || --s->tries > 0) return false;
    double now = cpu_seconds(), since = now - s->tried_at;
    if (since < ask_soon && s->between < every_most) s->between *= 2;
    if (since > ask_late) s->between = 1;
    s->tries = s->between;
    s->tried_at = now;
    return now >= s->until;
}

/* ---- beginning and ending ---- */

void lsearch_check_function(lua_State *L, int index)
{
    if (!lua_isnil(L, index)) luaL_checktype(L, index, LUA_TFUNCTION);
}

void lsearch_check_goal(lua_State *L)
{
    if (lua_type(L, LSEARCH_GOAL) != LUA_TSTRING) lsearch_check_function(L, LSEARCH_GOAL);
}

struct session *lsearch_begin(lua_State *L)
{
    enum { room = 20 };
    static const luaL_Reg closing[] = {
        {"__close", free_session}, {"__gc", free_session}, {NULL, NULL}};
    const struct game *game;
    luaL_checkstack(L, LSEARCH_SESSION + room, NULL);
    lua_settop(L, LSEARCH_VIEW - 1);
    bind_any_state(L, 1, &game);
    lua_Integer nodes = luaL_checkinteger(L, 2), memory = luaL_checkinteger(L, 4);
    double seconds = luaL_optnumber(L, 3, -1);
    lsearch_check_function(L, 5);
    bind_copy(L, 1, game);
    lua_getmetatable(L, 1);
    struct session *s = lua_newuserdatauv(L, sizeof *s, 3);
    memset(s, 0, sizeof *s);
    bind_set_metatable(L, "tessera.session of a search", closing);
    lua_toclose(L, LSEARCH_SESSION);
    for (int i = 1; i <= 3; i++) {
        struct state *copy = bind_copy(L, 1, game);
        if (game->reseed != NULL) game->reseed(game, copy, 0);
        lua_setiuservalue(L, LSEARCH_SESSION, i);
        if (i == 1) s->successors.from = copy;
        if (i == 2) s->successors.to = copy;
        if (i == 3) s->successors.root = copy;
    }
    s->game = game;
    s->most = (uint64_t)memory < SIZE_MAX ? (size_t)memory : SIZE_MAX;
    s->every = 1;
    s->limited = seconds >= 0;
    s->asked = s->told = cpu_seconds();
    s->until = s->asked + seconds;
    s->limits = (struct search_limits){nodes, stop, resize, s};
    s->successors.game = game;
    s->successors.limits = &s->limits;
    s->between = s->tries = 1;
    s->tried_at = s->asked;
    s->L = L;
    s->entered = bind_enter(L, game, LSEARCH_CLASS);
    if (game->host != NULL) {
        game->host->stop = out_of_time;
        game->host->with = s;
    }
    return s;
}

int lsearch_finish(struct session *s, enum search_end end)
{
    static const char *const names[] = {[SEARCH_DONE] = "done",
                                        [SEARCH_NODES] = "nodes",
                                        [SEARCH_MEMORY] = "memory",
                                        [SEARCH_STOPPED] = "stopped"};
    lua_State *L = s->L;
    bool failed = bind_leave(&s->entered);
    s->entered.host = NULL;
    if (failed || s->raised) return lua_error(L);
    assert(end != SEARCH_FAILED && end != SEARCH_GOES_ON);
    bool late = end == SEARCH_STOPPED && s->limited && cpu_seconds() >= s->until;
    lua_pushstring(L, late ? "seconds" : names[end]);
    push_progress(L, s, &s->successors.progress);
    return 2;
}

void lsearch_push_line(lua_State *L, const action *line, int32_t count)
{
    lua_createtable(L, count, 0);
    for (int32_t i = 0; i < count; i++) {
        lua_pushinteger(L, line[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* ---- callbacks ---- */

/* Calls the function at `index` with a copy of the state; its result is on top. */
static bool ask(struct session *s, int index, const struct state *state)
{
    if (s->raised) return false;
    memcpy(lua_touserdata(s->L, LSEARCH_VIEW), state, state->size);
    lua_pushvalue(s->L, index);
    lua_pushvalue(s->L, LSEARCH_VIEW);
    return call(s, 1);
}

int lsearch_reached(void *with, const struct state *state)
{
    struct session *s = with;
    int kind = lua_type(s->L, LSEARCH_GOAL);
    if (kind != LUA_TFUNCTION) {
        const char *outcome = s->game->outcome(s->game, state);
        if (outcome == NULL || kind == LUA_TNIL) return outcome != NULL;
        return strcmp(outcome, lua_tostring(s->L, LSEARCH_GOAL)) == 0;
    }
    if (!ask(s, LSEARCH_GOAL, state)) return -1;
    int is = lua_toboolean(s->L, -1);
    lua_pop(s->L, 1);
    return is;
}

/* The integer that the function at `index` answers. */
static bool ask_integer(struct session *s, int index, const char *name, int64_t min,
                        const struct state *state, int64_t *out)
{
    int whole;
    lua_State *L = s->L;
    if (!ask(s, index, state)) return false;
    *out = lua_tointegerx(L, -1, &whole);
    if (whole && lua_type(L, -1) == LUA_TNUMBER && *out >= min &&
        *out <= STATE_COUNT_MAX) {
        lua_pop(L, 1);
        return true;
    }
    lua_Debug info;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &info);
    bool number = lua_type(L, -1) == LUA_TNUMBER;
    const char *got = number ? luaL_tolstring(L, -1, NULL) : luaL_typename(L, -1);
    lua_pushfstring(L, "%s:%d: %s must return an integer of %I..%I, got %s%s",
                    info.short_src, info.linedefined, name, min, STATE_COUNT_MAX,
                    number ? "" : "a ", got);
    s->raised = true;
    return false;
}

static int64_t at_least(void *with, const struct state *state)
{
    int64_t n;
    return ask_integer(with, heuristic_at, "heuristic", 0, state, &n) ? n : -1;
}

bool lsearch_value(void *with, const struct state *state, int64_t *out)
{
    return ask_integer(with, LSEARCH_VALUE, "value", -STATE_COUNT_MAX, state, out);
}

/* ---- the searches ---- */

/* walk(..., depth): how the walk ended, how far it came, the counts of the complete depths
 * from 0 on */
static int l_walk(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    int32_t depth = (int32_t)bind_integer(L, 6, 0, 1000000);
    int64_t *counts = lua_newuserdatauv(L, ((size_t)depth + 1) * sizeof *counts, 0);
    enum search_end end = search_walk(&s->successors, &s->visited, &depth, counts);
    lsearch_finish(s, end);
    lua_createtable(L, depth + 1, 0);
    for (int32_t i = 0; i <= depth; i++) {
        lua_pushinteger(L, counts[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 3;
}

/* shortest(..., goal, heuristic or nil): also the list of codes or nil */
static int l_shortest(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    lsearch_check_goal(L);
    lsearch_check_function(L, heuristic_at);
    struct goal goal = {lsearch_reached, lua_isnil(L, heuristic_at) ? NULL : at_least, s};
    int32_t found;
    enum search_end end = search_shortest(&s->successors, &s->visited, &goal, &found);
    lsearch_finish(s, end);
    if (found == NOT_FOUND) return 2;
    int32_t count = s->visited.how[found].depth;
    action *line = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *line, 0);
    visited_line(&s->visited, found, line);
    lsearch_push_line(L, line, count);
    lua_remove(L, -2);
    return 3;
}

/* An error of memory may leave the search here: its memory is the session's. */
static enum search_end append_line(void *with, const action *line, int32_t count)
{
    enum { list_bytes = 64, item_bytes = 16 };
    struct session *s = with;
    s->lists += list_bytes + (size_t)count * item_bytes;
    if (s->lists > s->most - s->used) return SEARCH_MEMORY;
    lsearch_push_line(s->L, line, count);
    lua_rawseti(s->L, lines_at, (lua_Integer)lua_rawlen(s->L, lines_at) + 1);
    s->successors.progress.ask = 0; /* a list may be long */
    return search_stops(&s->limits, &s->successors.progress) ? SEARCH_STOPPED
                                                             : SEARCH_GOES_ON;
}

/* all_shortest(..., goal, max): also a list of lists of codes, how many there are, and
 * whether these are only as many as are counted */
static int l_all_shortest(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    lsearch_check_goal(L);
    lua_Integer max = bind_integer(L, 7, 1, 1000000);
    struct goal goal = {lsearch_reached, NULL, s};
    struct statistics found;
    action *line = lua_newuserdatauv(L, SEARCH_LENGTH_MAX * sizeof *line, 0);
    lua_newtable(L);
    enum search_end end = search_all_shortest(&s->successors, &s->visited, &goal, &found,
                                              line, max, append_line);
    lsearch_finish(s, end);
    lua_pushvalue(L, lines_at);
    lua_pushinteger(L, found.solutions);
    lua_pushboolean(L, found.solutions >= STATE_COUNT_MAX);
    return 5;
}

/* statistics(..., goal): also a table of what is known after "done" */
static int l_statistics(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    lsearch_check_goal(L);
    struct goal goal = {lsearch_reached, NULL, s};
    struct statistics found;
    enum search_end end = search_statistics(&s->successors, &s->visited, &goal, &found);
    lsearch_finish(s, end);
    lua_createtable(L, 0, 8);
    set_field(L, "positions", found.positions);
    set_field(L, "actions", found.actions);
    set_field(L, "inner", found.inner);
    set_field(L, "goals", found.goals);
    set_field(L, "dead_ends", found.dead_ends);
    if (found.length != NOT_FOUND) {
        set_field(L, "length", found.length);
        set_field(L, "solutions", found.solutions);
        lua_pushboolean(L, found.solutions >= STATE_COUNT_MAX);
        lua_setfield(L, -2, "saturated");
    }
    return 3;
}

/* traits(...): also how many players the game has, and whether there is chance in it */
static int l_traits(lua_State *L)
{
    bool chance;
    struct session *s = lsearch_begin(L);
    lsearch_finish(s, search_chance(&s->successors, &chance));
    lua_pushinteger(L, s->game->players);
    lua_pushboolean(L, chance);
    return 4;
}

/* outcomes(state): a list of all that its game has, or nil */
static int l_outcomes(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    if (game->outcomes == NULL) return 0;
    lua_newtable(L);
    for (int i = 0; game->outcomes[i] != NULL; i++) {
        lua_pushstring(L, game->outcomes[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* seconds(): the CPU time of the process */
static int l_seconds(lua_State *L)
{
    lua_pushnumber(L, cpu_seconds());
    return 1;
}

/* goal(state): the outcome that its game is played for, or nil */
static int l_goal(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    lua_pushstring(L, game->goal);
    return 1;
}

/* is_state(value) */
static int l_is_state(lua_State *L)
{
    lua_pushboolean(L, bind_is_state(L, 1));
    return 1;
}

/* is_game(value): whether it is the module of a game */
static int l_is_game(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, bind_is_game(L, 1));
    return 1;
}

/* is_scored(state) */
static int l_is_scored(lua_State *L)
{
    const struct game *game;
    bind_any_state(L, 1, &game);
    lua_pushboolean(L, bind_is_scored(L, 1, game));
    return 1;
}

/* listener(state): the function that watches it, or nil */
static int l_listener(lua_State *L)
{
    const struct game *game;
    if (!bind_is_watched(L, bind_any_state(L, 1, &game))) return 0;
    lua_getiuservalue(L, 1, 1);
    return 1;
}

EXPORT int luaopen_tessera_search_core(lua_State *L);

int luaopen_tessera_search_core(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"all_shortest", l_all_shortest},
        {"goal", l_goal},
        {"is_game", l_is_game},
        {"is_scored", l_is_scored},
        {"is_state", l_is_state},
        {"listener", l_listener},
        {"outcomes", l_outcomes},
        {"seconds", l_seconds},
        {"shortest", l_shortest},
        {"statistics", l_statistics},
        {"traits", l_traits},
        {"walk", l_walk},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    luaL_setfuncs(L, lsearch_best, 0);
    luaL_setfuncs(L, lsearch_solvers, 0);
    return 1;
}
