/*
 * tessera.jewelry: Jewelry Tips for Lua.
 */
#include "games/jewelry/jewelry.h"

#include <string.h>

#include "bind.h"

enum { few = 64 }; /* tips that need no memory of Lua's */

/* ---- making a game ---- */

/* The value of an option, on the stack; false if it is not given. */
static bool get_option(lua_State *L, int index, const char *name, int type)
{
    int found = lua_getfield(L, index, name);
    if (found != LUA_TNIL && found != type) {
        lua_pushfstring(L, "option '%s' is a %s, not a %s", name, lua_typename(L, found),
                        lua_typename(L, type));
        luaL_argerror(L, index, lua_tostring(L, -1));
    }
    return found != LUA_TNIL;
}

/* The strings stay on the stack. */
static struct jewelry_options check_options(lua_State *L, int index)
{
    struct jewelry_options options = {JEWELRY_COLOURS, "", 0, 0};
    size_t n;
    if (lua_isnoneornil(L, index)) return options;
    luaL_checktype(L, index, LUA_TTABLE);
    static const char *const names[] = {"colours", "drops", "seed", NULL};
    bind_check_names(L, index, names);
    if (get_option(L, index, "colours", LUA_TSTRING)) {
        options.colours = lua_tolstring(L, -1, &n);
        luaL_argcheck(L, strlen(options.colours) == n, index, "a colour is no letter");
    }
    if (get_option(L, index, "drops", LUA_TSTRING)) {
        options.drops = lua_tolstring(L, -1, &n);
        options.drop_count = (int32_t)(n > INT32_MAX ? INT32_MAX : n);
    }
    if (get_option(L, index, "seed", LUA_TNUMBER)) {
        int whole;
        options.seed = (uint64_t)lua_tointegerx(L, -1, &whole);
        luaL_argcheck(L, whole, index, "option 'seed' is no integer");
    }
    const char *wrong = jewelry_wrong_options(&options);
    if (wrong != NULL) luaL_argerror(L, index, wrong);
    return options;
}

/* Pushes the game on the board at index 1 with the options at index 2. True if the board
 * holds a line; then it may not be used. */
static bool start(lua_State *L, struct jewelry_line *line)
{
    struct jewelry_options options = check_options(L, 2);
    struct grid board = bind_map(L, 1, jewelry_game.shape, options.colours, NULL);
    void *j = bind_make_state(L, (const int32_t[]){board.rows, board.cols,
                                                   (int32_t)strlen(options.colours),
                                                   options.drop_count});
    enum jewelry_start result = jewelry_start(j, &board, &options, line);
    luaL_argcheck(L, result != JEWELRY_STRANGER, 1, "a jewel is none of the colours");
    return result == JEWELRY_LINE;
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
    if (!start(L, &line)) return 1;
    push_line_words(L, &line);
    return luaL_argerror(L, 1, lua_tostring(L, -1));
}

/* find_line(board [, options]): nil, or words, row, column, direction, length */
static int l_find_line(lua_State *L)
{
    struct jewelry_line line;
    if (!start(L, &line)) {
        lua_pushnil(L);
        return 1;
    }
    push_line_words(L, &line);
    lua_pushinteger(L, line.row);
    lua_pushinteger(L, line.col);
    lua_pushstring(L, jewelry_dir_names[line.dir]);
    lua_pushinteger(L, line.length);
    return 5;
}

/* ---- tips ---- */

static void push_letter(lua_State *L, int letter)
{
    char c = (char)letter;
    lua_pushlstring(L, &c, 1);
}

static int l_tip(lua_State *L)
{
    struct jewelry_tip tip;
    if (!jewelry_tip(bind_state(L), &tip)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushstring(L, jewelry_kind_names[tip.kind]);
    push_letter(L, tip.colour);
    lua_pushstring(L, jewelry_dir_names[tip.dir]);
    lua_pushinteger(L, tip.row);
    lua_pushinteger(L, tip.col);
    return 5;
}

static void push_tip(lua_State *L, const struct jewelry_tip *tip)
{
    lua_createtable(L, 0, 5);
    lua_pushstring(L, jewelry_kind_names[tip->kind]);
    lua_setfield(L, -2, "kind");
    push_letter(L, tip->colour);
    lua_setfield(L, -2, "colour");
    lua_pushstring(L, jewelry_dir_names[tip->dir]);
    lua_setfield(L, -2, "dir");
    lua_pushinteger(L, tip->row);
    lua_setfield(L, -2, "row");
    lua_pushinteger(L, tip->col);
    lua_setfield(L, -2, "col");
}

static int l_tips(lua_State *L)
{
    const struct jewelry *j = bind_state(L);
    struct jewelry_tip first[few], *list = first;
    int count = jewelry_tips(j, first, few);
    if (count > few) {
        list = lua_newuserdatauv(L, (size_t)count * sizeof *list, 0);
        jewelry_tips(j, list, count);
    }
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_tip(L, &list[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* ---- the game ---- */

static int32_t check_row(lua_State *L, const struct jewelry *j, int index)
{
    return (int32_t)bind_integer(L, index, 0, j->block.shape[0] - 1);
}

static int32_t check_column(lua_State *L, const struct jewelry *j, int index)
{
    return (int32_t)bind_integer(L, index, 0, j->block.shape[1] - 1);
}

/* swap(row, column, direction [, events]) */
static int l_swap(lua_State *L)
{
    struct jewelry *j = bind_state(L);
    int32_t row = check_row(L, j, 2), col = check_column(L, j, 3);
    enum jewelry_dir dir;
    size_t n;
    const char *name = luaL_checklstring(L, 4, &n);
    if (!jewelry_parse_dir(name, n, &dir)) {
        return luaL_argerror(L, 4, "expected LT, UP, RT or DN");
    }
    return bind_apply(L, &jewelry_game, j, jewelry_swap(row, col, dir), 5);
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
    int32_t row = check_row(L, j, 2), col = check_column(L, j, 3);
    push_letter(L, jewelry_cell(j, row, col));
    return 1;
}

static int l_rows(lua_State *L)
{
    const struct jewelry *j = bind_state(L);
    lua_pushinteger(L, j->block.shape[0]);
    return 1;
}

static int l_columns(lua_State *L)
{
    const struct jewelry *j = bind_state(L);
    lua_pushinteger(L, j->block.shape[1]);
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
        {"cell", l_cell},   {"colours", l_colours}, {"columns", l_columns},
        {"moves", l_moves}, {"reseed", l_reseed},   {"rows", l_rows},
        {"swap", l_swap},   {"tip", l_tip},         {"tips", l_tips},
        {NULL, NULL},
    };
    static const luaL_Reg functions[] = {
        {"find_line", l_find_line}, {"new", l_new}, {NULL, NULL}};
    static const struct {
        const char *name;
        lua_Integer value;
    } limits[] = {
        {"side_min", JEWELRY_SIDE_MIN},
        {"side_max", JEWELRY_SIDE_MAX},
        {"drops_max", JEWELRY_DROPS_MAX},
        {"cascade_max", JEWELRY_CASCADE_MAX},
    };
    bind_game(L, &jewelry_game, methods);
    bind_game_functions(L, functions);
    lua_pushliteral(L, JEWELRY_COLOURS);
    lua_setfield(L, -2, "colours");
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        lua_pushinteger(L, limits[i].value);
        lua_setfield(L, -2, limits[i].name);
    }
    return 1;
}
