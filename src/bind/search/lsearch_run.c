/*
 * A running search: its clock, its limits, and its callbacks in Lua.
 */
#include <assert.h>
#include <time.h>

#include "bind/system/lbudget.h"
#include "lsearch.h"

/* Poll the limits every ask_soon..ask_late seconds, and at least every EVERY_MOST
 * successors. Report progress every EVERY_MOST successors or tell_late seconds, whichever
 * comes first. */
static const double ask_soon = 0.002, ask_late = 0.01, tell_late = 0.1;
enum { EVERY_MOST = 4096 };

#ifdef __EMSCRIPTEN__ /* It has no clock of a process. */
enum { CPU_CLOCK = CLOCK_MONOTONIC };
#else
enum { CPU_CLOCK = CLOCK_PROCESS_CPUTIME_ID };
#endif

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CPU_CLOCK, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- progress and limits ---- */

void lsearch_set(lua_State *L, const char *name, int64_t value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

/* Pushes a table of the progress. */
static void push_progress(lua_State *L, const struct search_run *s,
                          const struct search_progress *progress)
{
    lua_createtable(L, 0, 10);
    lsearch_set(L, "nodes", progress->nodes);
    lsearch_set(L, "generated", progress->generated);
    if (progress->positions > 0) lsearch_set(L, "positions", progress->positions);
    lsearch_set(L, "depth", progress->depth);
    lsearch_set(L, "memory", (int64_t)s->peak);
    if (s->disk.most > 0) lsearch_set(L, "disk", (int64_t)s->disk.used);
}

/* Calls the function with the progress: a run, and its progress so far. */
static int tell_function(lua_State *L)
{
    const struct search_progress *progress = lua_touserdata(L, 3);
    push_progress(L, lua_touserdata(L, 2), progress);
    lsearch_set(L, "best", progress->best);
    lua_replace(L, 2);
    lua_settop(L, 2);
    lua_call(L, 1, 1);
    return 1;
}

/* Calls a function, protected, with its arguments on the stack. An error stays on top. */
static bool call(struct search_run *s, int arguments)
{
    lua_State *L = s->L;
    assert(!s->raised);
    atomic_store(&s->calls, true);
    s->raised = lua_pcall(L, arguments, 1, 0) != LUA_OK;
    atomic_store(&s->calls, false);
    return !s->raised;
}

/* Reports the progress, if it is time to. True if the callback ends the search. */
static bool tell(struct search_run *s, double now, const struct search_progress *progress)
{
    lua_State *L = s->L;
    if (lua_isnil(L, LSEARCH_PROGRESS)) return false;
    if (progress->generated < s->told_at && now < s->told + tell_late) return false;
    s->told = now;
    s->told_at = progress->generated + EVERY_MOST;
    /* Also a lack of memory must not be thrown through threads. */
    lua_pushcfunction(L, tell_function);
    lua_pushvalue(L, LSEARCH_PROGRESS);
    lua_pushlightuserdata(L, s);
    lua_pushlightuserdata(L, (void *)progress);
    if (!call(s, 3)) return true;
    bool enough = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return enough;
}

/* Whether no limit counts any more: the call around the search has used up its budget, or is ended by
 * the program. */
static bool is_ended(const struct search_run *s)
{
    return lbudget_is_over(s->L) || lbudget_interrupted(s->L);
}

/* What long actions ask, perhaps in threads. Without threads the caller is told its progress,
 * so that it can end the search. */
static bool is_late(void *with)
{
    struct search_run *s = with;
    if (atomic_load(&s->calls)) return false;
    if (s->threaded)
        return lbudget_interrupted(s->L) || (s->limited && cpu_seconds() >= s->until);
    double now = cpu_seconds();
    if (s->raised || is_ended(s) || (s->limited && now >= s->until)) return true;
    return tell(s, now, &s->successors.progress);
}

static void leave_poll(struct search_run *s)
{
    if (s->polled) game_ask(s->game, s->before);
    s->polled = false;
}

static bool stop(void *with, struct search_progress *progress)
{
    struct search_run *s = with;
    if (s->raised || is_ended(s)) return true;
    double now = cpu_seconds(), since = now - s->asked;
    bool asked = progress->generated >= progress->ask;
    if (since < ask_soon && asked && s->every < EVERY_MOST) s->every *= 2;
    if (since > ask_late) s->every = s->every > 4 ? s->every / 4 : 1;
    s->asked = now;
    progress->ask = progress->generated + s->every;
    return (s->limited && now >= s->until) || tell(s, now, progress);
}

/* Called after each action that a game without a rule `actions` tries;
 * true: out of time. */
static bool out_of_time(void *with)
{
    struct search_run *s = with;
    if (--s->tries > 0) return false;
    if (lbudget_interrupted(s->L)) return true;
    double now = cpu_seconds(), since = now - s->tried_at;
    if (since < ask_soon && s->between < EVERY_MOST) s->between *= 2;
    if (since > ask_late) s->between = 1;
    s->tries = s->between;
    s->tried_at = now;
    return s->limited && now >= s->until;
}

/* ---- beginning and ending ---- */

static int free_run(lua_State *L)
{
    struct search_run *s = lua_touserdata(L, 1);
    leave_poll(s);
    bind_leave(&s->entered);
    s->entered.host = NULL;
    lsearch_free_memory(s);
    return 0;
}

static int require_limits(lua_State *L)
{
    lua_pushglobaltable(L);
    lua_getfield(L, -1, "require");
    lua_pushliteral(L, "tessera.base.search_limits");
    lua_call(L, 1, 1);
    return 1;
}

void lsearch_limits(lua_State *L, int index, const char *what, const char *names)
{
    lua_settop(L, index);
    luaL_requiref(L, "tessera.base.search_limits", require_limits, 0);
    lua_getfield(L, -1, "take");
    lua_pushstring(L, what);
    lua_pushvalue(L, index);
    lua_pushstring(L, names);
    lua_call(L, 3, 1);
    lua_replace(L, LSEARCH_OPTIONS);
    lua_settop(L, LSEARCH_OPTIONS);
}

void lsearch_check_function(lua_State *L, int index)
{
    if (!lua_isnil(L, index)) luaL_checktype(L, index, LUA_TFUNCTION);
}

void lsearch_check_goal(lua_State *L)
{
    if (lua_type(L, LSEARCH_GOAL) != LUA_TSTRING) lsearch_check_function(L, LSEARCH_GOAL);
}

/* The limit of this name, which must be there. */
static lua_Integer limit_of(lua_State *L, const char *name)
{
    lua_getfield(L, LSEARCH_OPTIONS, name);
    luaL_argexpected(L, lua_isinteger(L, -1), LSEARCH_OPTIONS, name);
    lua_Integer limit = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return limit;
}

struct search_run *lsearch_begin(lua_State *L)
{
    enum { ROOM = 20 };
    static const luaL_Reg closing[] = {
        {"__close", free_run}, {"__gc", free_run}, {NULL, NULL}};
    const struct game *game;
    luaL_checkstack(L, LSEARCH_SESSION + ROOM, NULL);
    lua_settop(L, LSEARCH_PROGRESS - 1);
    bind_any_state(L, 1, &game);
    luaL_checktype(L, LSEARCH_OPTIONS, LUA_TTABLE);
    lua_Integer nodes = limit_of(L, "nodes"), memory = limit_of(L, "memory"),
                disk = limit_of(L, "disk");
    lua_getfield(L, LSEARCH_OPTIONS, "seconds");
    double seconds = luaL_optnumber(L, -1, -1);
    lua_pop(L, 1);
    lua_getfield(L, LSEARCH_OPTIONS, "progress");
    lsearch_check_function(L, LSEARCH_PROGRESS);
    bind_copy(L, 1, game);
    lua_getmetatable(L, 1);
    struct search_run *s = lua_newuserdatauv(L, sizeof *s, 3);
    memset(s, 0, sizeof *s);
    s->disk.file = -1;
    bind_set_metatable(L, "tessera.search_run", closing);
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
    s->every = s->between = s->tries = 1;
    s->limited = seconds >= 0;
    s->asked = s->told = cpu_seconds();
    s->until = s->asked + seconds;
    s->limits = (struct search_limits){
        .nodes = nodes, .stop = stop, .tried = out_of_time, .with = s};
    s->L = L;
    lsearch_open_memory(s, memory, disk);
    s->successors.game = game;
    s->successors.limits = &s->limits;
    successors_find_dice(&s->successors);
    s->tried_at = s->asked;
    s->entered = bind_enter(L, game, LSEARCH_CLASS);
    s->before =
        game_ask(game, (struct poll){game->host != NULL ? out_of_time : is_late, s});
    s->polled = true;
    return s;
}

/* Shuts the host of a game, so that no thread calls Lua: a rule that breaks the engine fails then
 * without words. */
static void shut(struct search_run *s, bool shuts)
{
    if (s->entered.host != NULL && s->shut != shuts) s->entered.host->in.failed = shuts;
    s->shut = shuts && s->entered.host != NULL;
}

void lsearch_threads(struct search_run *s, int threads)
{
    if (threads > 1 && !game_is_parallel(s->game)) {
        luaL_error(s->L, "search: threads are for rules in C or pictures, not for %s",
                   s->game->name);
    }
    s->threaded = threads > 1;
    shut(s, s->threaded);
    s->until += (s->until - s->asked) * (threads - 1);
}

void lsearch_finish(struct search_run *s, enum search_end end)
{
    static const char *const names[] = {[SEARCH_DONE] = "done",
                                        [SEARCH_NODES] = "nodes",
                                        [SEARCH_MEMORY] = "memory",
                                        [SEARCH_STOPPED] = "stopped"};
    lua_State *L = s->L;
    const bool broke = s->shut && end == SEARCH_FAILED && !s->raised;
    leave_poll(s);
    shut(s, false);
    bool failed = bind_leave(&s->entered);
    s->entered.host = NULL;
    if (broke) luaL_error(L, "search: an internal error in a rule of %s", s->game->name);
    if (failed || s->raised) lua_error(L);
    assert(end != SEARCH_FAILED && end != SEARCH_GOES_ON);
    bool late = end == SEARCH_STOPPED && s->limited && cpu_seconds() >= s->until;
    push_progress(L, s, &s->successors.progress);
    lua_pushstring(L, late ? "seconds" : names[end]);
    lua_setfield(L, -2, "ended");
    lua_pushboolean(L, s->successors.drew);
    lua_setfield(L, -2, "chance");
}

void lsearch_push_action(const struct search_run *s, action a)
{
    char buffer[ACTION_TEXT_MAX];
    struct text t = text_into(buffer, sizeof buffer);
    s->game->text(s->game, s->successors.root, a, &t);
    lua_pushlstring(s->L, buffer, t.length);
}

void lsearch_push_line(const struct search_run *s, const action *line, int32_t count)
{
    lua_createtable(s->L, count, 0);
    for (int32_t i = 0; i < count; i++) {
        lsearch_push_action(s, line[i]);
        lua_rawseti(s->L, -2, i + 1);
    }
}

/* ---- callbacks ---- */

/* Calls the function at `index` with a copy of the state, and a player if that is not 0; its result is
 * on top. */
static bool ask(struct search_run *s, int index, const char *name,
                const struct state *state, int player)
{
    struct lbudget_frame frame;
    struct lbudget_late late = {name, index, s->game, state, 0, false};
    if (s->raised) return false;
    memcpy(lua_touserdata(s->L, LSEARCH_VIEW), state, state->size);
    lua_pushvalue(s->L, index);
    lua_pushvalue(s->L, LSEARCH_VIEW);
    if (player > 0) lua_pushinteger(s->L, player);
    lbudget_enter(&frame, s->L, name);
    bool fine = call(s, player > 0 ? 2 : 1);
    if (!lbudget_leave(&frame) || fine) return fine;
    lua_pop(s->L, 1);
    lbudget_push(s->L, &late);
    return false;
}

int lsearch_reached(void *with, const struct state *state)
{
    struct search_run *s = with;
    int kind = lua_type(s->L, LSEARCH_GOAL);
    if (kind != LUA_TFUNCTION) {
        const char *outcome = s->game->outcome(s->game, state);
        if (outcome == NULL || kind == LUA_TNIL) return outcome != NULL;
        return strcmp(outcome, lua_tostring(s->L, LSEARCH_GOAL)) == 0;
    }
    if (!ask(s, LSEARCH_GOAL, "the goal", state, 0)) return -1;
    int is = lua_toboolean(s->L, -1);
    lua_pop(s->L, 1);
    return is;
}

/* Calls the function at `index` for an integer, of a player if that is not 0. False on an error. */
static bool ask_integer(struct search_run *s, int index, const char *name, int64_t min,
                        const struct state *state, int player, int64_t *out)
{
    int whole;
    lua_State *L = s->L;
    if (!ask(s, index, name, state, player)) return false;
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

int64_t lsearch_at_least(void *with, const struct state *state)
{
    int64_t n;
    return ask_integer(with, LSEARCH_HEURISTIC, "heuristic", 0, state, 0, &n) ? n : -1;
}

bool lsearch_value(void *with, const struct state *state, int64_t *out)
{
    return ask_integer(with, LSEARCH_VALUE, "value", -STATE_COUNT_MAX, state, 0, out);
}

bool lsearch_worth(void *with, const struct state *state, int player, int64_t *out)
{
    return ask_integer(with, LSEARCH_VALUE, "value", -STATE_COUNT_MAX, state, player,
                       out);
}

/* Whether what is on top is an action of the player who is to choose, its text or its code. */
static bool is_action(const struct search_run *s, const struct state *state, action *by)
{
    size_t n;
    char reason[WHY_MAX];
    struct text why = text_into(reason, sizeof reason);
    if (lua_type(s->L, -1) == LUA_TNUMBER) {
        if (!lua_isinteger(s->L, -1)) return false;
        *by = lua_tointeger(s->L, -1);
    } else {
        if (lua_type(s->L, -1) != LUA_TSTRING) return false;
        const char *text = lua_tolstring(s->L, -1, &n);
        if (!s->game->parse(s->game, state, text, n, by)) return false;
    }
    s->game->why(s->game, state, *by, &why);
    return why.length == 0;
}

bool lsearch_choice(void *with, const struct state *state, int player, action *by)
{
    struct search_run *s = with;
    lua_State *L = s->L;
    if (!ask(s, s->others, "others", state, player)) return false;
    if (is_action(s, state, by)) {
        lua_pop(L, 1);
        return true;
    }
    const bool shown = lua_type(L, -1) == LUA_TSTRING || lua_isinteger(L, -1);
    const char *got = shown ? luaL_tolstring(L, -1, NULL) : luaL_typename(L, -1);
    lua_pushfstring(L, "search: others: expected an action of player %d, got %s%s%s",
                    player, shown ? "'" : "a ", got, shown ? "'" : "");
    s->raised = true;
    return false;
}
