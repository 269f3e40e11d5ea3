/*
 * tessera.grid, continued: methods that change cells, or make new grids.
 */
#include "lgrid.h"

static int self(lua_State *L)
{
    lua_settop(L, 1);
    return 1;
}

/* fill(kind [, distances]): only the cells that have a distance */
static int l_fill(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    const int kind = lgrid_kind(L, 2);
    if (lua_isnoneornil(L, 3)) {
        grid_fill(g, kind);
        return self(L);
    }
    int directions;
    const int32_t *distance = lgrid_distances(L, g, 3, &directions);
    for (int32_t i = 0; i < g->rows; i++) {
        unsigned char *row = grid_row(g, i);
        for (int32_t j = 0; j < g->cols; j++, distance++) {
            if (*distance >= 0) row[j] = (unsigned char)kind;
        }
    }
    return self(L);
}

static int l_replace(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    int kind = lgrid_kind(L, 3);
    lua_Integer count = 0;
    for (struct place p = {0, 0}; grid_find(g, &kinds, &p); p.col++, count++) {
        *grid_at(g, p) = (unsigned char)kind;
    }
    lua_pushinteger(L, count);
    return 1;
}

/* fall(direction [, movable [, empty]]) */
static int l_fall(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    enum direction d = lgrid_side_direction(L, 2);
    int empty = lgrid_empty(L, 4);
    struct kinds movable = lgrid_movable(L, 3, empty);
    lua_pushinteger(L, grid_fall(g, d, &movable, empty));
    return 1;
}

/* drop(column, kind [, empty]): the row where it comes to rest, or nil */
static int l_drop(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    lgrid_refuse_hexagons(L);
    int32_t col = (int32_t)bind_integer(L, 2, 1, g->cols) - 1;
    int kind = lgrid_kind(L, 3), empty = lgrid_empty(L, 4);
    int32_t row = grid_drop(g, col, kind, empty);
    if (row < 0) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, row + 1);
    }
    return 1;
}

/* The worth of kind number i, in the list at index 4. */
static int64_t worth_of(lua_State *L, lua_Integer i)
{
    int whole;
    lua_rawgeti(L, 4, i);
    int64_t worth = lua_tointegerx(L, -1, &whole);
    luaL_argcheck(L, whole && worth >= INT32_MIN && worth <= INT32_MAX, 4,
                  "expected for each kind an integer of 32 bits");
    lua_pop(L, 1);
    return worth;
}

/* Reads the joins: at index 3 kinds, where two equal cells of a kind join to the next kind;
 * at index 4 a list of their worths, or nothing. Sets the worths of these kinds alone. */
static void read_joins(lua_State *L, struct joins *joins)
{
    bool list = lua_type(L, 3) != LUA_TSTRING, worth = !lua_isnoneornil(L, 4);
    if (list) luaL_checktype(L, 3, LUA_TTABLE);
    if (worth) luaL_checktype(L, 4, LUA_TTABLE);
    size_t n;
    const unsigned char *order = NULL;
    if (list) {
        n = lua_rawlen(L, 3);
        luaL_argcheck(L, n <= 256, 3, "there are more than 256 kinds");
    } else {
        order = lgrid_order(L, 3, &n);
    }
    int before = 0, top = lua_gettop(L);
    memset(joins->next, 0, sizeof joins->next);
    for (size_t i = 0; i < n; i++) {
        int kind;
        if (list) {
            lua_rawgeti(L, 3, (lua_Integer)i + 1);
            kind = lgrid_kind_in(L, top + 1, 3);
            lua_settop(L, top);
        } else {
            kind = order[i];
        }
        if (i > 0) joins->next[before] = (unsigned char)kind;
        joins->worth[kind] = worth ? worth_of(L, (lua_Integer)i + 1) : 0;
        before = kind;
    }
}

/* squash(direction, kinds [, worth [, empty]]): how many moved or joined, the
 * worth of the joins */
static int l_squash(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    enum direction d = lgrid_side_direction(L, 2);
    struct joins joins;
    int64_t worth = 0;
    read_joins(L, &joins);
    lua_pushinteger(L, grid_squash(g, d, &joins, lgrid_empty(L, 5), &worth));
    lua_pushinteger(L, worth);
    return 2;
}

/* push(row, column, direction [, movable [, empty]]) */
static int l_push(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    struct place at = lgrid_place(L, g, 2);
    enum direction d = lgrid_direction(L, 4);
    int empty = lgrid_empty(L, 6);
    struct kinds movable = lgrid_movable(L, 5, empty);
    int32_t count = *grid_at(g, at) == empty ? 0 : grid_push(g, at, d, &movable, empty);
    if (count > 0) {
        lua_pushinteger(L, count);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* slide(row, column, direction [, empty]) */
static int l_slide(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    struct place at = lgrid_place(L, g, 2);
    enum direction d = lgrid_direction(L, 4);
    return lgrid_push_place(L, grid_slide(g, at, d, lgrid_empty(L, 5)));
}

/* ---- rows and columns ---- */

struct line {
    unsigned char *first;
    ptrdiff_t step;
    int32_t n;
};

static struct line row_at(lua_State *L, const struct grid *g, int index)
{
    int32_t i = (int32_t)bind_integer(L, index, 1, g->rows) - 1;
    return (struct line){grid_row(g, i), 1, g->cols};
}

static struct line column_at(lua_State *L, const struct grid *g, int index)
{
    ptrdiff_t j = (ptrdiff_t)bind_integer(L, index, 1, g->cols) - 1;
    return (struct line){g->first + j, g->step, g->rows};
}

/* Checks every name before it changes a cell. */
static int set_line(lua_State *L, struct line line)
{
    luaL_checktype(L, 3, LUA_TTABLE);
    if (lua_rawlen(L, 3) != (lua_Unsigned)line.n) {
        lua_pushfstring(L, "expected %d cells, got %I", (int)line.n,
                        (LUAI_UACINT)lua_rawlen(L, 3));
        return luaL_argerror(L, 3, lua_tostring(L, -1));
    }
    for (int set = 0; set < 2; set++) {
        for (int32_t i = 0; i < line.n; i++) {
            lua_rawgeti(L, 3, i + 1);
            lua_replace(L, 2);
            int kind = lgrid_kind_in(L, 2, 3);
            if (set) line.first[i * line.step] = (unsigned char)kind;
        }
    }
    return self(L);
}

static int l_set_row(lua_State *L)
{
    lua_settop(L, 3);
    return set_line(L, row_at(L, lgrid_own(L), 2));
}

static int l_set_column(lua_State *L)
{
    lua_settop(L, 3);
    return set_line(L, column_at(L, lgrid_own(L), 2));
}

/* ---- new grids ---- */

static int l_copy(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct grid copy = lgrid_push_like(L, g->rows, g->cols);
    grid_copy(&copy, g);
    return 1;
}

/* rotated(turns): turned clockwise by quarters */
static int l_rotated(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    int turns = (int)(((luaL_checkinteger(L, 2) % 4) + 4) % 4);
    bool upright = turns % 2 == 0;
    if (!upright) lgrid_refuse_hexagons(L);
    struct grid to =
        lgrid_push_like(L, upright ? g->rows : g->cols, upright ? g->cols : g->rows);
    grid_rotate(&to, g, turns);
    return 1;
}

/* Both grids must have the same legend. */
static void check_legend(lua_State *L, int other)
{
    lua_getiuservalue(L, 1, LGRID_LEGEND);
    lua_getiuservalue(L, other, LGRID_LEGEND);
    luaL_argcheck(L, lua_rawequal(L, -1, -2), other, "the grid has another legend");
    lua_pop(L, 2);
}

/* paste(grid, row, column): copies the grid's cells, its top left one to (row, column) */
static int l_paste(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    const struct lgrid *from = lgrid_to(L, 2);
    luaL_argexpected(L, from != NULL, 2, "tessera.grid");
    check_legend(L, 2);
    struct place at = {0, 0};
    if (!lua_isnoneornil(L, 3)) at = lgrid_place(L, g, 3);
    luaL_argcheck(
        L, from->view.rows <= g->rows - at.row && from->view.cols <= g->cols - at.col, 2,
        "the grid does not fit there");
    luaL_argcheck(L, from->view.first != g->first, 2,
                  "a grid cannot be pasted into itself");
    for (int32_t i = 0; i < from->view.rows; i++) {
        memcpy(grid_row(g, at.row + i) + at.col, grid_row(&from->view, i),
               (size_t)from->view.cols);
    }
    return self(L);
}

const luaL_Reg lgrid_moves[] = {
    {"copy", l_copy},       {"drop", l_drop},       {"fall", l_fall},
    {"fill", l_fill},       {"paste", l_paste},     {"push", l_push},
    {"replace", l_replace}, {"rotated", l_rotated}, {"set_column", l_set_column},
    {"set_row", l_set_row}, {"slide", l_slide},     {"squash", l_squash},
    {NULL, NULL},
};
