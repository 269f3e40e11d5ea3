/*
 * tessera.jewelry: Jewelry Tips for Lua.
 */
#include "games/jewelry/jewelry.h"

#include <string.h>

#include "bind/bind.h"

enum { FEW = 64 }; /* tips up to which no userdata is needed */

/* ---- making a game ---- */

/* Reads the options at index 2. Their strings stay on the stack. */
static struct jewelry_options check_options(lua_State *L)
{
    static const char *const names[] = {"colours", "drops", "seed", NULL};
    struct jewelry_options options = {JEWELRY_COLOURS, "", 0, 0};
    const char *given, *wrong;
    size_t n;
    if (!bind_options(L, 2, names, NULL)) return options;
    if ((given = bind_option_string(L, 2, "colours", &n)) != NULL) {
        options.colours = given;
        wrong = jewelry_wrong_colours(given, n);
        if (wrong != NULL) bind_option_fail(L, 2, "colours", 0, wrong);
    }
    if ((given = bind_option_string(L, 2, "drops", &n)) != NULL) {
        options.drops = given;
        wrong = jewelry_wrong_drops(options.colours, given, n);
        if (wrong != NULL) bind_option_fail(L, 2, "drops", 0, wrong);
        options.drop_count = (int32_t)n;
    }
    options.seed =
        (uint64_t)bind_option_integer(L, 2, "seed", 0, LUA_MININTEGER, LUA_MAXINTEGER);
    return options;
}

/* Pushes a new game on the board at index 1 with the options at index 2. NULL if the
 * board holds a line; then the game must not be used. */
static void *start(lua_State *L, struct jewelry_line *line)
{
    struct jewelry_options options = check_options(L);
    struct grid board = bind_map(L, 1, jewelry_game.shape, options.colours, NULL);
    const int32_t shape[] = {board.rows, board.cols, (int32_t)strlen(options.colours),
                             options.drop_count};
    void *j = bind_make_state(L, shape);
    enum jewelry_start result = jewelry_start(j, &board, &options, line);
    luaL_argcheck(L, result != JEWELRY_STRANGER, 1, "a jewel is none of the colours");
    return result == JEWELRY_LINE ? NULL : j;
}

static void push_line_words(lua_State *L, const struct jewelry_line *line)
{
    char buffer[WHY_MAX];
    struct text words = text_into(buffer, sizeof buffer);
    jewelry_explain_line(line, &words);
    lua_pushstring(L, buffer);
}

/* new(board [, options]) */
static int l_new(lua_State *L)
{
    struct jewelry_line line;
    const void *j = start(L, &line);
    if (j != NULL) return bind_started(L, j);
    push_line_words(L, &line);
    return luaL_argerror(L, 1, lua_tostring(L, -1));
}

/* Pushes a table of a jewel, its place, and a direction. */
static void push_found(lua_State *L, int colour, int32_t row, int32_t col,
                       enum jewelry_dir dir)
{
    lua_createtable(L, 0, 5);
    bind_push_character(L, colour);
    lua_setfield(L, -2, "colour");
    bind_set_integer(L, "row", row + 1);
    bind_set_integer(L, "column", col + 1);
    bind_set_string(L, "direction", jewelry_dir_names[dir]);
}

/* find_line(board [, options]): nil, or a sentence and a table of the line */
static int l_find_line(lua_State *L)
{
    struct jewelry_line line;
    if (start(L, &line) != NULL) {
        lua_pushnil(L);
        return 1;
    }
    push_line_words(L, &line);
    push_found(L, line.colour, line.row, line.col, line.dir);
    bind_set_integer(L, "length", line.length);
    return 2;
}

/* ---- tips ---- */

static int l_tip(lua_State *L)
{
    struct jewelry_tip tip;
    if (!jewelry_tip(bind_state(L), &tip)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushstring(L, jewelry_kind_names[tip.kind]);
    bind_push_character(L, tip.colour);
    lua_pushstring(L, jewelry_dir_names[tip.dir]);
    lua_pushinteger(L, tip.row + 1);
    lua_pushinteger(L, tip.col + 1);
    return 5;
}

static int l_tips(lua_State *L)
{
    const struct jewelry *j = bind_state(L);
    struct jewelry_tip first[FEW], *list = first;
    int count = jewelry_tips(j, first, FEW);
    if (count > FEW) {
        list = lua_newuserdatauv(L, (size_t)count * sizeof *list, 0);
        jewelry_tips(j, list, count);
    }
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_found(L, list[i].colour, list[i].row, list[i].col, list[i].dir);
        bind_set_string(L, "kind", jewelry_kind_names[list[i].kind]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* ---- the game ---- */

/* swap(row, column, direction [, events]) */
static int l_swap(lua_State *L)
{
    struct jewelry *j = bind_state(L);
    int32_t row, col;
    enum jewelry_dir dir;
    size_t n;
    bind_place(L, 2, j, &row, &col);
    const char *name = luaL_checklstring(L, 4, &n);
    if (!jewelry_parse_dir(name, n, &dir)) {
        return luaL_argerror(L, 4, "expected LT, UP, RT or DN");
    }
    return bind_apply(L, &jewelry_game, j, jewelry_swap(row - 1, col - 1, dir), 5);
}

static int l_reseed(lua_State *L)
{
    struct jewelry *j = bind_state(L);
    jewelry_game.reseed(&jewelry_game, j, (uint64_t)luaL_checkinteger(L, 2));
    return 0;
}

static int l_moves(lua_State *L)
{
    lua_pushinteger(L, jewelry_moves(bind_state(L)));
    return 1;
}

static int l_cell(lua_State *L)
{
    const struct jewelry *j = bind_state(L);
    int32_t row, col;
    bind_place(L, 2, j, &row, &col);
    bind_push_character(L, jewelry_cell(j, row - 1, col - 1));
    return 1;
}

static int l_colours(lua_State *L)
{
    lua_pushstring(L, jewelry_colours(bind_state(L)));
    return 1;
}

EXPORT int luaopen_tessera_jewelry(lua_State *L);

int luaopen_tessera_jewelry(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"cell", l_cell},     {"colours", l_colours}, {"moves", l_moves},
        {"reseed", l_reseed}, {"swap", l_swap},       {"tip", l_tip},
        {"tips", l_tips},     {NULL, NULL},
    };
    static const luaL_Reg functions[] = {
        {"find_line", l_find_line}, {"new", l_new}, {NULL, NULL}};
    bind_game(L, &jewelry_game, methods);
    bind_game_functions(L, functions);
    bind_set_string(L, "colours", JEWELRY_COLOURS);
    bind_set_integer(L, "side_min", JEWELRY_SIDE_MIN);
    bind_set_integer(L, "side_max", JEWELRY_SIDE_MAX);
    bind_set_integer(L, "drops_max", JEWELRY_DROPS_MAX);
    bind_set_integer(L, "cascade_max", JEWELRY_CASCADE_MAX);
    return 1;
}
