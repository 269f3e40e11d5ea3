/*
 * tessera.robots: Robots for Lua.
 */
#include "games/robots/robots.h"

#include <string.h>

#include "lrobots.h"

enum { DEFAULT_SIDE = 31, DEFAULT_PLACE = 15 };

static const lua_Integer default_max_moves = 1000000;

/* ---- making a game ---- */

/* The options of new() are at this stack index. */
enum { OPTIONS = 2 };

/* The arguments of new(). */
struct setup {
    struct grid map; /* `first` is NULL if there is none */
    int32_t rows, cols, robots, teleports;
};

/* Raises the error of an option that should be {row, column}, or of entry `entry`, from
 * 1, of a list of these; 0: it is no list. */
static int fail_place(lua_State *L, const struct setup *s, const char *name,
                      int32_t entry, lua_Integer row, lua_Integer col, bool integers)
{
    const char *what = "expected {row, column}, two integers";
    if (integers) {
        what = lua_pushfstring(L, "row %I, column %I is off the board of %d x %d", row,
                               col, (int)s->rows, (int)s->cols);
    }
    return bind_option_fail(L, OPTIONS, name, entry, what);
}

/* Reads the {row, column} on top of the stack, of this Lua type. Leaves it there, with
 * its two parts above it. */
static inline void check_place(lua_State *L, const struct setup *s, int type,
                               const char *name, int32_t entry, int32_t *row,
                               int32_t *col)
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
        fail_place(L, s, name, entry, r, c, fine);
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

static int32_t check_side(lua_State *L, const char *name)
{
    return (int32_t)bind_option_integer(L, OPTIONS, name, DEFAULT_SIDE, ROBOTS_SIDE_MIN,
                                        ROBOTS_SIDE_MAX);
}

/* Reads map and options; pushes the lists of robots and teleports. */
static struct setup check_setup(lua_State *L)
{
    static const char *const names[] = {"columns", "player",    "robots",
                                        "rows",    "teleports", NULL};
    static const char *const drawn[] = {"columns", "player", "robots", "rows", NULL};
    struct setup s = {.map.first = NULL};
    bool has_map = !lua_isnoneornil(L, 1);
    bind_options(L, OPTIONS, names, has_map ? drawn : NULL);
    if (has_map) {
        s.map = bind_map(L, 1, robots_game.shape, ROBOTS_CELLS, ROBOTS_ONCE);
        s.rows = s.map.rows;
        s.cols = s.map.cols;
        s.robots = count_robots(&s.map);
        lua_pushnil(L);
    } else {
        s.rows = check_side(L, "rows");
        s.cols = check_side(L, "columns");
        s.robots = bind_option_list(L, OPTIONS, "robots", s.rows * s.cols);
    }
    s.teleports = bind_option_list(L, OPTIONS, "teleports", ROBOTS_TELEPORTS_MAX);
    return s;
}

/* Puts the player and the robots of the options on the board; `list` is the stack index
 * of the list of robots. */
static void put_all(lua_State *L, struct robots *r, const struct setup *s, int list)
{
    int32_t row, col;
    int top = lua_gettop(L), type = LUA_TNIL;
    if (!lua_isnil(L, OPTIONS)) type = lua_getfield(L, OPTIONS, "player");
    if (type == LUA_TNIL && s->rows >= DEFAULT_PLACE && s->cols >= DEFAULT_PLACE) {
        row = col = DEFAULT_PLACE;
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
            bind_option_fail(L, OPTIONS, "robots", i, lua_tostring(L, -1));
        }
    }
}

/* new([map [, {teleports=, rows=, columns=, player=, robots=}]]): with
 * a map only teleports */
static int l_new(lua_State *L)
{
    struct setup s = check_setup(L);
    int list = lua_gettop(L) - 1;
    struct robots *r =
        bind_make_state(L, (const int32_t[]){s.rows, s.cols, s.robots, s.teleports});
    if (s.map.first != NULL) {
        /* Metamethods of the options may have changed it. */
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
    int32_t row, col;
    bind_place(L, 2, r, &row, &col);
    return bind_apply(L, &robots_game, r, robots_teleport(row, col), 4);
}

static int l_choose(lua_State *L)
{
    struct robots *r = bind_state(L);
    action a = robots_choose(r);
    if (a == ROBOTS_NO_ACTION) return 0;
    bind_push_action(L, r, a);
    return 1;
}

/* Pushes a list of the teleports taken, each {row, column, move}. */
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

/* Plays move by move, so that the listener is called for each. */
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

/* ---- looking ---- */

static int l_walks(lua_State *L)
{
    const struct robots *r = bind_state(L);
    lua_createtable(L, ROBOTS_WALKS, 0);
    for (int k = 0, n = 0; k < ROBOTS_WALKS; k++) {
        int32_t row, col;
        if (!robots_walk(r, k, &row, &col)) continue;
        lua_createtable(L, 0, 3);
        bind_push_action(L, r, k);
        lua_setfield(L, -2, "direction");
        bind_set_integer(L, "row", row);
        bind_set_integer(L, "column", col);
        lua_rawseti(L, -2, ++n);
    }
    return 1;
}

static int l_moves(lua_State *L)
{
    lua_pushinteger(L, robots_counts(bind_state(L)).moves);
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
        bind_push_place(L, row, col);
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
        bind_push_place(L, row, col);
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
    int32_t row, col;
    bind_place(L, 2, r, &row, &col);
    bind_push_character(L, robots_cell(r, row, col));
    return 1;
}

EXPORT int luaopen_tessera_robots(lua_State *L);

int luaopen_tessera_robots(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"cell", l_cell},         {"choose", l_choose},
        {"counts", l_counts},     {"moves", l_moves},
        {"plan", lrobots_plan},   {"play", l_play},
        {"player", l_player},     {"robots", l_robots},
        {"step", l_step},         {"taken", l_taken},
        {"teleport", l_teleport}, {"teleports", l_teleports},
        {"walks", l_walks},       {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    bind_game(L, &robots_game, methods);
    bind_game_functions(L, functions);
    bind_set_string(L, "cells", ROBOTS_CELLS);
    bind_set_string(L, "once", ROBOTS_ONCE);
    bind_set_integer(L, "side_min", ROBOTS_SIDE_MIN);
    bind_set_integer(L, "side_max", ROBOTS_SIDE_MAX);
    bind_set_integer(L, "teleports_max", ROBOTS_TELEPORTS_MAX);
    bind_set_integer(L, "play_moves", default_max_moves);
    return 1;
}
