/*
 * Methods of every state that play many actions in one call: apply_all and playout.
 */
#include "game/playout.h"
#include "bind/bind.h"

/* ---- apply_all ---- */

enum { FEW = 256 }; /* actions up to which no userdata is needed */

struct batch {
    action *list;
    lua_Integer count;
};

/* Room for n actions: `first`, which has room for FEW, or a new userdata. */
static action *room_for(lua_State *L, size_t n, action *first)
{
    return n <= FEW ? first : lua_newuserdatauv(L, n * sizeof *first, 0);
}

/* Raises "action 3: 'x' is no action of tower". */
static int not_an_action(lua_State *L, const struct game *game, const char *what,
                         lua_Integer number, const char *text, size_t n)
{
    enum { SHOWN = 60 };
    char buffer[4 * SHOWN + 100];
    struct text message = text_into(buffer, sizeof buffer);
    text_string(&message, what);
    text_number(&message, number);
    text_string(&message, ": '");
    text_shown(&message, text, n, SHOWN);
    text_string(&message, "' is no action of ");
    text_string(&message, game->name);
    return luaL_argerror(L, 2, buffer);
}

/* Reads a table of texts and codes. */
static struct batch read_table(lua_State *L, const struct game *game, const void *state,
                               action *first)
{
    enum { AT_ONCE = 16 }; /* values that are popped together */
    struct batch b = {.count = (lua_Integer)lua_rawlen(L, 2)};
    luaL_argcheck(L, b.count <= INT32_MAX, 2, "too many actions");
    b.list = room_for(L, (size_t)b.count, first);
    int top = lua_gettop(L);
    for (lua_Integer i = 0; i < b.count; i++) {
        int whole;
        b.list[i] = 0;
        if (i % AT_ONCE == 0) lua_settop(L, top);
        int type = lua_rawgeti(L, 2, i + 1);
        if (type == LUA_TNUMBER && (b.list[i] = lua_tointegerx(L, -1, &whole), whole)) {
            continue;
        }
        size_t n = 0;
        const char *text =
            type == LUA_TSTRING ? lua_tolstring(L, -1, &n) : luaL_tolstring(L, -1, &n);
        if (type != LUA_TSTRING || !game->parse(game, state, text, n, &b.list[i])) {
            not_an_action(L, game, "action ", i + 1, text, n);
        }
    }
    lua_settop(L, top);
    return b;
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Reads a text with an action on each line; blank lines do not count. */
static struct batch read_lines(lua_State *L, const struct game *game, const void *state,
                               action *first)
{
    size_t n;
    const char *at = lua_tolstring(L, 2, &n), *end = at + n;
    size_t lines = 1;
    for (size_t i = 0; i < n; i++) lines += at[i] == '\n';
    struct batch b = {room_for(L, lines, first), 0};
    for (lua_Integer line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *last;
        if (stop == NULL) stop = end;
        for (last = stop; last > at && blank(last[-1]); last--) continue;
        while (at < last && blank(*at)) at++;
        if (at < last) {
            size_t length = (size_t)(last - at);
            b.list[b.count] = 0;
            if (!game->parse(game, state, at, length, &b.list[b.count++])) {
                not_an_action(L, game, "line ", line, at, length);
            }
        }
        at = stop + 1;
    }
    return b;
}

/* apply_all(actions): how many actions were carried out, the outcome or nil,
 * how many were tried */
static int l_apply_all(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    void *state = bind_self(L);
    lua_settop(L, 2);
    if (!lua_istable(L, 2)) luaL_checktype(L, 2, LUA_TSTRING);
    action first[FEW];
    struct batch b = lua_istable(L, 2) ? read_table(L, game, state, first)
                                       : read_lines(L, game, state, first);
    int top = lua_gettop(L);
    bool watched = bind_is_watched(L, state);
    bind_check_playable(L, state);
    lua_Integer done = 0, i = 0;
    for (; i < b.count && game->outcome(game, state) == NULL; i++) {
        if (watched) {
            int answers = bind_apply(L, game, state, b.list[i], 0);
            done += lua_toboolean(L, -answers);
            lua_settop(L, top);
        } else {
            struct entered here = bind_enter(L, game, lua_upvalueindex(1));
            enum applied one = game->apply(game, state, b.list[i], NULL);
            if (bind_leave(&here)) return lua_error(L);
            bind_check_stopped(L, one == STOPPED);
            done += one == APPLIED;
        }
    }
    lua_pushinteger(L, done);
    lua_pushstring(L, game->outcome(game, state));
    lua_pushinteger(L, i);
    return 3;
}

/* ---- playout ---- */

enum { DEFAULT_MAX = 1000, PLAYERS_MAX = 16 };

/* Adds 1 to the count of the outcome in the table at `index`. */
static void tally(lua_State *L, int index, const char *outcome)
{
    lua_getfield(L, index, outcome);
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 1);
    lua_pushinteger(L, n + 1);
    lua_setfield(L, index, outcome);
}

/* Plays a game to its end. Makes the buffer of actions, at stack index
 * `room`, larger where needed. */
static enum playout_end play(lua_State *L, const struct game *game, struct playout *p,
                             int room)
{
    for (;;) {
        struct entered here = bind_enter(L, game, lua_upvalueindex(1));
        enum playout_end end = playout_run(game, p);
        if (bind_leave(&here)) lua_error(L);
        bind_check_stopped(L, end == PLAYOUT_FAILED);
        if (end != PLAYOUT_ROOM) return end;
        p->room = p->wanted;
        p->actions = lua_newuserdatauv(L, (size_t)p->room * sizeof *p->actions, 0);
        lua_replace(L, room);
    }
}

/* Adds the scores of a state to the sums; leaves out a score that
 * would overflow its sum. */
static void add_scores(lua_State *L, const struct game *game, const void *state,
                       int64_t *sums)
{
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    for (int k = 0; k < game->players && k < PLAYERS_MAX; k++) {
        int64_t points = game->score(game, state, k + 1);
        bool room =
            points > 0 ? sums[k] <= INT64_MAX - points : sums[k] >= INT64_MIN - points;
        if (room) sums[k] += points;
    }
    if (bind_leave(&here)) lua_error(L);
}

/* playout(seed, games [, max_actions]) */
static int l_playout(lua_State *L)
{
    enum { COPY_AT = 5, ROOM_AT, RESULT_AT, OUTCOMES_AT };
    const struct game *game = bind_game_of(L);
    const struct state *root = bind_self(L);
    action first[FEW];
    struct playout p = {
        .rng = (uint64_t)luaL_checkinteger(L, 2), .actions = first, .room = FEW};
    lua_Integer games = bind_integer(L, 3, 0, STATE_COUNT_MAX);
    p.max = lua_isnoneornil(L, 4) ? DEFAULT_MAX : bind_integer(L, 4, 0, STATE_COUNT_MAX);
    int64_t steps = 0, unfinished = 0, score[PLAYERS_MAX] = {0};
    lua_settop(L, 4);
    p.state = bind_new_state(L, root->size);
    lua_pushnil(L);
    lua_createtable(L, 0, 5);
    lua_newtable(L);
    for (lua_Integer i = 0; i < games; i++) {
        playout_start(game, &p, root);
        enum playout_end end = play(L, game, &p, ROOM_AT);
        steps = steps > STATE_COUNT_MAX - p.done ? STATE_COUNT_MAX : steps + p.done;
        const char *outcome = game->outcome(game, p.state);
        unfinished += end == PLAYOUT_STOPPED;
        if (outcome != NULL) tally(L, OUTCOMES_AT, outcome);
        add_scores(L, game, p.state, score);
    }
    lua_setfield(L, RESULT_AT, "outcomes");
    lua_pushinteger(L, games);
    lua_setfield(L, RESULT_AT, "games");
    lua_pushinteger(L, steps);
    lua_setfield(L, RESULT_AT, "steps");
    lua_pushinteger(L, unfinished);
    lua_setfield(L, RESULT_AT, "unfinished");
    lua_createtable(L, game->players, 0);
    for (int k = 0; k < game->players && k < PLAYERS_MAX; k++) {
        lua_pushinteger(L, score[k]);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, RESULT_AT, "score");
    lua_settop(L, RESULT_AT);
    return 1;
}

const luaL_Reg bind_batches[] = {
    {"apply_all", l_apply_all}, {"playout", l_playout}, {NULL, NULL}};
