/*
 * Playing an action from Lua: its results, its events, and the listener of a watched
 * state.
 */
#include <limits.h>

#include "bind/bind.h"

enum { FEW = 64 }; /* events up to which an action is played once */

/* Plays an action of a game written in Lua; raises the errors of its rules. Only for
 * functions of the game's module. */
static enum applied play_rules(lua_State *L, const struct game *game, void *state,
                               action a, struct report *report)
{
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    enum applied done = game->apply(game, state, a, report);
    if (bind_leave(&here)) lua_error(L);
    return done;
}

static inline enum applied play(lua_State *L, const struct game *game, void *state,
                                action a, struct report *report)
{
    enum applied done = game->host == NULL ? game->apply(game, state, a, report)
                                           : play_rules(L, game, state, a, report);
    bind_check_stopped(L, done == STOPPED);
    return done;
}

/* ---- events ---- */

static void push_place(lua_State *L, const char *name, int32_t row, int32_t col)
{
    if (row == 0) return;
    bind_push_place(L, row, col);
    lua_setfield(L, -2, name);
}

static void push_piece(lua_State *L, const uint32_t *wide, const char *name, int32_t what)
{
    if (what == 0) return;
    char character[5];
    struct text t = text_into(character, sizeof character);
    text_wide(&t, wide, what);
    lua_pushlstring(L, character, t.length);
    lua_setfield(L, -2, name);
}

/* append_events(table, its length, events, the game's wide characters) */
static int append_events(lua_State *L)
{
    lua_Integer n = lua_tointeger(L, 2);
    const struct events *events = lua_touserdata(L, 3);
    const uint32_t *wide = lua_touserdata(L, 4);
    for (size_t i = 0; i < events->count; i++) {
        const struct event *e = &events->at[i];
        lua_createtable(L, 0, 5);
        lua_pushstring(L, e->kind);
        lua_setfield(L, -2, "kind");
        push_piece(L, wide, "what", e->what);
        push_piece(L, wide, "becomes", e->becomes);
        push_place(L, "from", e->from_row, e->from_col);
        push_place(L, "to", e->to_row, e->to_col);
        lua_rawseti(L, 1, ++n);
    }
    return 0;
}

/* Appends the events to the table at `index`, of length n. False if there is no memory:
 * then none is appended, and the error is on top of the stack. */
static bool append_all(lua_State *L, int index, lua_Integer n, struct events *events,
                       const uint32_t *wide)
{
    /* A rule written in Lua may have emitted more events the second time. */
    if (events->count > events->room) events->count = events->room;
    lua_pushcfunction(L, append_events);
    lua_pushvalue(L, index);
    lua_pushinteger(L, n);
    lua_pushlightuserdata(L, events);
    lua_pushlightuserdata(L, (void *)(uintptr_t)wide);
    if (lua_pcall(L, 4, 0, 0) == LUA_OK) return true;
    for (lua_Integer i = n + (lua_Integer)events->count; i > n; i--) {
        if (lua_rawgeti(L, index, i) != LUA_TNIL) {
            lua_pushnil(L);
            lua_rawseti(L, index, i);
        }
        lua_pop(L, 1);
    }
    return false;
}

/* Applies an action with events. Keeps a copy of the state: if there are more
 * events than room, it restores the copy and plays again with enough room; on an
 * error it restores the copy. */
static enum applied apply_with_events(lua_State *L, const struct game *game, void *state,
                                      action a, struct text *why, int index)
{
    size_t size = ((struct state *)state)->size;
    lua_Unsigned n = lua_rawlen(L, index);
    luaL_argcheck(L, n < INT_MAX, index, "the table is too long for events");
    struct event *first = lua_newuserdatauv(L, FEW * sizeof *first + size, 0);
    void *copy = first + FEW;
    struct events events = {.at = first, .room = FEW, .count = 0};
    struct report report = {.events = &events, .why = why};
    memcpy(copy, state, size);
    enum applied done = play(L, game, state, a, &report);
    if (events.count > events.room) {
        events.room = events.count;
        events.count = 0;
        *why = text_into(why->at, why->room);
        memcpy(state, copy, size);
        events.at = lua_newuserdatauv(L, events.room * sizeof *events.at, 0);
        done = play(L, game, state, a, &report);
    }
    /* What it tried has not happened; that it is refused may be heard. */
    if (done == REFUSED && !game->heard) events.count = 0;
    if (append_all(L, index, (lua_Integer)n, &events, game->wide)) return done;
    memcpy(state, copy, size);
    lua_error(L);
    return FAILED;
}

/* The argument at index `events` asks for: NOTHING but the answer (false), EVENTS (a
 * table), or the REASON of a refusal (no argument, also index 0). */
enum asked { NOTHING, REASON, EVENTS };

static enum asked asked_for(lua_State *L, int events)
{
    if (events == 0 || lua_isnoneornil(L, events)) return REASON;
    if (lua_isboolean(L, events) && !lua_toboolean(L, events)) return NOTHING;
    luaL_checktype(L, events, LUA_TTABLE);
    return EVENTS;
}

/* Applies an action and pushes the answer. */
static int apply(lua_State *L, const struct game *game, void *state, action a, int events)
{
    char buffer[WHY_MAX];
    struct text why = text_into(buffer, sizeof buffer);
    struct report report = {.why = &why};
    enum applied done;
    enum asked asked = asked_for(L, events);
    if (asked == EVENTS) {
        done = apply_with_events(L, game, state, a, &why, events);
    } else {
        done = play(L, game, state, a, asked == REASON ? &report : NULL);
    }
    const size_t most = sizeof buffer - 1;
    const bool told = asked != NOTHING && (done != APPLIED || why.length > 0);
    if (done == APPLIED) {
        const char *outcome = game->outcome(game, state);
        lua_pushboolean(L, 1);
        if (outcome == NULL && !told) return 1;
        lua_pushstring(L, outcome); /* nil if there is none */
        if (!told) return 2;        /* whose actions were idle, and why */
        lua_pushlstring(L, buffer, why.length < most ? why.length : most);
        return 3;
    }
    lua_pushnil(L);
    if (!told) {
        lua_pushnil(L);
    } else {
        lua_pushlstring(L, buffer, why.length < most ? why.length : most);
    }
    if (done == REFUSED) return 2;
    lua_pushboolean(L, 1);
    return 3;
}

/* ---- marked states ---- */

/* Applies an action, then calls listener(state, action, events, done, result, passed). */
static int apply_watched(lua_State *L, const struct game *game, void *state, action a,
                         int events)
{
    unsigned char *marks = bind_marks(L, 1, state);
    bool given = asked_for(L, events) == EVENTS;
    bind_push_action(L, state, a);
    int text = lua_gettop(L);
    if (given) {
        lua_pushvalue(L, events);
    } else {
        lua_newtable(L);
    }
    int results = apply(L, game, state, a, text + 1);
    int first = lua_gettop(L) - results + 1;
    lua_getiuservalue(L, 1, 1);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, text);
    lua_pushvalue(L, text + 1);
    luaL_checkstack(L, 8, NULL);
    for (int i = 0; i < results; i++) lua_pushvalue(L, first + i);
    *marks |= BIND_LISTENING;
    int status = lua_pcall(L, 3 + results, 0, 0);
    *marks &= (unsigned char)~BIND_LISTENING;
    return status == LUA_OK ? results : lua_error(L);
}

static int apply_marked(lua_State *L, const struct game *game, void *state, action a,
                        int events)
{
    int marks = *bind_marks(L, 1, state);
    bind_check_playable(L, state);
    bool heard = (marks & BIND_WATCHED) && !(marks & BIND_LISTENING);
    return heard ? apply_watched(L, game, state, a, events)
                 : apply(L, game, state, a, events);
}

int bind_apply(lua_State *L, const struct game *game, void *state, action a, int events)
{
    const unsigned char *marks = bind_marks(L, 1, state);
    if (marks != NULL && *marks != 0) return apply_marked(L, game, state, a, events);
    return apply(L, game, state, a, events);
}

void bind_check_playable(lua_State *L, void *state)
{
    const unsigned char *marks = bind_marks(L, 1, state);
    bind_check_frozen(L, marks);
    if (marks == NULL || !(*marks & (BIND_APPLYING | BIND_VIEWING))) return;
    luaL_error(L,
               "the rule %s cannot play an action on the state that it works on: "
               "to look ahead, play on state:clone()",
               *marks & BIND_VIEWING ? "view" : "apply");
}
