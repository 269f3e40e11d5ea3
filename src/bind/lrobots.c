/*
 * tessera.robots: Robots for Lua.
 */
#include "games/robots/robots.h"

#include <string.h>

#include "bind.h"

enum { default_side = 31, default_place = 15 };

static const lua_Integer default_max_moves = 1000000;

static void set_integer(lua_State *L, const char *name, lua_Integer n)
{
    lua_pushinteger(L, n);
    lua_setfield(L, -2, name);
}

static void push_place(lua_State *L, int32_t row, int32_t col)
{
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, row);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, col);
    lua_rawseti(L, -2, 2);
}

/* ---- making one ---- */

/* What new() is asked for: its options, and the table of them at stack index `options`. */
struct setup {
    struct grid map; /* `first` is NULL if there is none */
    int32_t rows, cols, robots, teleports;
    int options;
};

static int fail_option(lua_State *L, const char *name, int32_t i, const char *what)
{
    if (i > 0) {
        lua_pushfstring(L, "%s[%d]: %s", name, (int)i, what);
    } else {
        lua_pushfstring(L, "%s: %s", name, what);
    }
    return luaL_argerror(L, 1, lua_tostring(L, -1));
}

static int32_t side(lua_State *L, const struct setup *s, const char *name)
{
    int integer = 1;
    lua_Integer n = default_side;
    if (lua_getfield(L, s->options, name) != LUA_TNIL)
        n = lua_tointegerx(L, -1, &integer);
    if (!integer || n < ROBOTS_SIDE_MIN || n > ROBOTS_SIDE_MAX) {
        lua_pushfstring(L, "expected an integer of %d..%d", ROBOTS_SIDE_MIN,
                        ROBOTS_SIDE_MAX);
        fail_option(L, name, 0, lua_tostring(L, -1));
    }
    lua_pop(L, 1);
    return (int32_t)n;
}

/* Pushes the list of the options; nothing is an empty list. Returns its length. */
static int32_t push_list(lua_State *L, const struct setup *s, const char *name,
                         int32_t max)
{
    int type = s->options == 0 ? LUA_TNIL : lua_getfield(L, s->options, name);
    if (type == LUA_TNIL) {
        if (s->options == 0) lua_pushnil(L);
        return 0;
    }
    if (type != LUA_TTABLE) fail_option(L, name, 0, "expected a list of {row, column}");
    lua_Unsigned n = lua_rawlen(L, -1);
    if (n > (lua_Unsigned)max) {
        lua_pushfstring(L, "more than %d entries", (int)max);
        fail_option(L, name, 0, lua_tostring(L, -1));
    }
    return (int32_t)n;
}

/* What is wrong with the {row, column} of an option: entry i, or, with i = 0, the whole. */
static int fail_place(lua_State *L, const struct setup *s, const char *name, int32_t i,
                      lua_Integer row, lua_Integer col, bool integers)
{
    if (!integers) fail_option(L, name, i, "expected {row, column}, two integers");
    lua_pushfstring(L, "row %I, column %I is off the board of %d x %d", row, col,
                    (int)s->rows, (int)s->cols);
    return fail_option(L, name, i, lua_tostring(L, -1));
}

/* The {row, column} on top of the stack, of this type; leaves it there, with its two parts
 * above it. */
static inline void check_place(lua_State *L, const struct setup *s, int type,
                               const char *name, int32_t i, int32_t *row, int32_t *col)
{
    int integers[2] = {0, 0};
    lua_Integer r = 0, c = 0;
    if (type == LUA_TTABLE) {
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        r = lua_tointegerx(L, -2, &integers[0]);
        c = lua_tointegerx(L, -1, &integers[1]);
    }
    bool fine = integers[0] && integers[1];
    if (!fine || r < 1 || r > s->rows || c < 1 || c > s->cols) {
        fail_place(L, s, name, i, r, c, fine);
    }
    *row = (int32_t)r;
    *col = (int32_t)c;
}

static int32_t count_robots(const struct grid *map)
{
    int32_t count = 0;
    for (int32_t i = 0; i < map->rows; i++) {
        const unsigned char *row = grid_row(map, i);
        for (int32_t j = 0; j < map->cols; j++) count += row[j] == '+';
    }
    return count;
}

/* The options, and pushes the lists of robots and teleports. */
static struct setup check_setup(lua_State *L)
{
    static const char *const names[] = {"picture", "rows",      "columns", "player",
                                        "robots",  "teleports", NULL};
    struct setup s = {.map.first = NULL};
    luaL_argcheck(L, lua_isnoneornil(L, 2), 2,
                  "options come in one table, {picture = ..., teleports = ...}");
    lua_settop(L, 1);
    if (lua_istable(L, 1)) {
        bind_check_names(L, 1, names);
        s.options = 2;
        if (lua_getfield(L, 1, "picture") == LUA_TNIL) {
            lua_pop(L, 1);
            lua_pushvalue(L, 1);
        } else {
            lua_insert(L, 1); /* so that an error calls it the argument 1 */
        }
    }
    if (s.options != 0 && lua_rawequal(L, 1, 2)) {
        s.rows = side(L, &s, "rows");
        s.cols = side(L, &s, "columns");
        s.robots = push_list(L, &s, "robots", s.rows * s.cols);
    } else {
        static const char *const drawn[] = {"rows", "columns", "player", "robots"};
        for (int i = 0; s.options != 0 && i < 4; i++) {
            if (lua_getfield(L, s.options, drawn[i]) != LUA_TNIL) {
                fail_option(L, drawn[i], 0, "the picture says this already");
            }
            lua_pop(L, 1);
        }
        s.map = bind_map(L, 1, robots_game.shape, ROBOTS_CELLS, ROBOTS_ONCE);
        s.rows = s.map.rows;
        s.cols = s.map.cols;
        s.robots = count_robots(&s.map);
        lua_pushnil(L);
    }
    s.teleports = push_list(L, &s, "teleports", ROBOTS_TELEPORTS_MAX);
    return s;
}

/* The player and the robots of the options; the list of robots is at stack index `list`. */
static void put_all(lua_State *L, struct robots *r, const struct setup *s, int list)
{
    int32_t row, col;
    int top = lua_gettop(L), type = lua_getfield(L, s->options, "player");
    if (type == LUA_TNIL && s->rows >= default_place && s->cols >= default_place) {
        row = col = default_place;
    } else {
        check_place(L, s, type, "player", 0, &row, &col);
    }
    lua_settop(L, top);
    robots_put(r, '@', row, col);
    for (int32_t i = 1; i <= s->robots; i++) {
        type = lua_rawgeti(L, list, i);
        check_place(L, s, type, "robots", i, &row, &col);
        lua_settop(L, top);
        if (!robots_put(r, '+', row, col)) {
            lua_pushfstring(L, "row %d, column %d is not empty", (int)row, (int)col);
            fail_option(L, "robots", i, lua_tostring(L, -1));
        }
    }
}

/* new(picture) or new(options) */
static int l_new(lua_State *L)
{
    struct setup s = check_setup(L);
    int list = lua_gettop(L) - 1;
    struct robots *r =
        bind_make_state(L, (const int32_t[]){s.rows, s.cols, s.robots, s.teleports});
    if (s.map.first != NULL) {
        /* Metamethods of the options may have drawn on it. */
        if (count_robots(&s.map) != s.robots) {
            return luaL_argerror(L, 1, "the map changes while it is read");
        }
        const char *wrong = robots_put_map(r, &s.map);
        if (wrong != NULL) return luaL_argerror(L, 1, wrong);
    } else {
        put_all(L, r, &s, list);
    }
    for (int32_t i = 0; i < s.teleports; i++) {
        int32_t row, col;
        int type = lua_rawgeti(L, list + 1, i + 1);
        check_place(L, &s, type, "teleports", i + 1, &row, &col);
        lua_settop(L, list + 2);
        robots_set_teleport(r, i, row, col);
    }
    robots_derive(r);
    return bind_started(L, r);
}

/* ---- playing ---- */

static int l_step(lua_State *L)
{
    static const char *const walks[] = {"NW", "N",  "NE", "W",  "STAY",
                                        "E",  "SW", "S",  "SE", NULL};
    struct robots *r = bind_state(L);
    return bind_apply(L, &robots_game, r, luaL_checkoption(L, 2, NULL, walks), 3);
}

static int l_teleport(lua_State *L)
{
    struct robots *r = bind_state(L);
    int32_t row = (int32_t)bind_integer(L, 2, 1, r->block.shape[0]);
    int32_t col = (int32_t)bind_integer(L, 3, 1, r->block.shape[1]);
    return bind_apply(L, &robots_game, r, robots_teleport(row, col), 4);
}

static int push_action(lua_State *L, const struct robots *r, action a)
{
    char buffer[ACTION_TEXT_MAX];
    struct text t = text_into(buffer, sizeof buffer);
    if (a == ROBOTS_NO_ACTION) return 0;
    robots_game.text(&robots_game, r, a, &t);
    lua_pushstring(L, buffer);
    return 1;
}

static int l_choose(lua_State *L)
{
    struct robots *r = bind_state(L);
    return push_action(L, r, robots_choose(r));
}

/* Pushes the list of the teleports that were taken: {row, column, move} each. */
static void push_taken(lua_State *L, const struct robots *r)
{
    struct robots_counts n = robots_counts(r);
    lua_createtable(L, n.taken, 0);
    for (int32_t i = 0; i < n.taken; i++) {
        int32_t row, col;
        robots_teleport_place(r, n.jump[i].entry, &row, &col);
        lua_createtable(L, 3, 0);
        lua_pushinteger(L, row);
        lua_rawseti(L, -2, 1);
        lua_pushinteger(L, col);
        lua_rawseti(L, -2, 2);
        lua_pushinteger(L, n.jump[i].move);
        lua_rawseti(L, -2, 3);
        lua_rawseti(L, -2, i + 1);
    }
}

/* Move by move, so that the listener hears of each. */
static void play_watched(lua_State *L, struct robots *r, lua_Integer max)
{
    int top = lua_gettop(L);
    for (action a; max > 0 && (a = robots_choose(r)) != ROBOTS_NO_ACTION; max--) {
        bind_apply(L, &robots_game, r, a, 0);
        lua_settop(L, top);
    }
}

static int l_play(lua_State *L)
{
    struct robots *r = bind_state(L);
    lua_Integer max = default_max_moves;
    if (!lua_isnoneornil(L, 2)) max = bind_integer(L, 2, 0, LUA_MAXINTEGER);
    if (bind_is_watched(L, r)) {
        play_watched(L, r, max);
    } else {
        robots_play(r, max);
    }
    lua_pushstring(L, robots_outcome(&robots_game, r));
    push_taken(L, r);
    return 2;
}

/* plan([ahead [, limits]]): the action, whether it leads to victory, the moves made to find it,
 * how the search ended */
static int l_plan(lua_State *L)
{
    bind_state(L);
    return bind_search(L, "plan");
}

/* ---- looking ---- */

static int l_moves(lua_State *L)
{
    const struct robots *r = bind_state(L);
    lua_createtable(L, ROBOTS_WALKS, 0);
    for (int k = 0, n = 0; k < ROBOTS_WALKS; k++) {
        int32_t row, col;
        if (!robots_walk(r, k, &row, &col)) continue;
        lua_createtable(L, 0, 3);
        push_action(L, r, k);
        lua_setfield(L, -2, "direction");
        set_integer(L, "row", row);
        set_integer(L, "column", col);
        lua_rawseti(L, -2, ++n);
    }
    return 1;
}

static int l_counts(lua_State *L)
{
    struct robots_counts n = robots_counts(bind_state(L));
    lua_pushinteger(L, n.robots);
    lua_pushinteger(L, n.debris);
    lua_pushinteger(L, n.moves);
    lua_pushinteger(L, n.row);
    lua_pushinteger(L, n.col);
    return 5;
}

static int l_player(lua_State *L)
{
    struct robots_counts n = robots_counts(bind_state(L));
    lua_pushinteger(L, n.row);
    lua_pushinteger(L, n.col);
    return 2;
}

static int l_robots(lua_State *L)
{
    const struct robots *r = bind_state(L);
    int32_t n = robots_counts(r).robots;
    lua_createtable(L, n, 0);
    for (int32_t i = 0; i < n; i++) {
        int32_t row, col;
        robots_place(r, i, &row, &col);
        push_place(L, row, col);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_teleports(lua_State *L)
{
    const struct robots *r = bind_state(L);
    lua_newtable(L);
    for (int32_t i = 0, n = 0; i < r->block.shape[3]; i++) {
        int32_t row, col;
        if (robots_teleport_place(r, i, &row, &col)) continue;
        push_place(L, row, col);
        lua_rawseti(L, -2, ++n);
    }
    return 1;
}

static int l_taken(lua_State *L)
{
    push_taken(L, bind_state(L));
    return 1;
}

static int l_cell(lua_State *L)
{
    const struct robots *r = bind_state(L);
    int32_t row = (int32_t)bind_integer(L, 2, 1, r->block.shape[0]);
    int32_t col = (int32_t)bind_integer(L, 3, 1, r->block.shape[1]);
    char c = (char)robots_cell(r, row, col);
    lua_pushlstring(L, &c, 1);
    return 1;
}

static int l_rows(lua_State *L)
{
    const struct robots *r = bind_state(L);
    lua_pushinteger(L, r->block.shape[0]);
    return 1;
}

static int l_columns(lua_State *L)
{
    const struct robots *r = bind_state(L);
    lua_pushinteger(L, r->block.shape[1]);
    return 1;
}

EXPORT int luaopen_tessera_robots(lua_State *L);

int luaopen_tessera_robots(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"cell", l_cell},         {"choose", l_choose},       {"columns", l_columns},
        {"counts", l_counts},     {"moves", l_moves},         {"plan", l_plan},
        {"play", l_play},         {"player", l_player},       {"robots", l_robots},
        {"rows", l_rows},         {"step", l_step},           {"taken", l_taken},
        {"teleport", l_teleport}, {"teleports", l_teleports}, {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &robots_game, methods);
    bind_game_functions(L, functions);
    lua_pushliteral(L, ROBOTS_CELLS);
    lua_setfield(L, -2, "cells");
    lua_pushliteral(L, ROBOTS_ONCE);
    lua_setfield(L, -2, "once");
    set_integer(L, "side_min", ROBOTS_SIDE_MIN);
    set_integer(L, "side_max", ROBOTS_SIDE_MAX);
    set_integer(L, "teleports_max", ROBOTS_TELEPORTS_MAX);
    set_integer(L, "play_moves", default_max_moves);
    return 1;
}
