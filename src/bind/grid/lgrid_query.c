/*
 * tessera.grid, continued: methods that find cells and change none.
 */
#include "lgrid.h"

/* The argument "sides", which is the default, or "all": with the diagonals. */
static bool wants_all(lua_State *L, int index)
{
    static const char *const which[] = {"sides", "all", NULL};
    return !lua_isnoneornil(L, index) && luaL_checkoption(L, index, NULL, which) > 0;
}

int lgrid_which(lua_State *L, int index)
{
    static const char *const which[] = {"sides", "all", "hex", NULL};
    static const int directions[] = {DIRECTIONS_ORTHOGONAL, DIRECTIONS_ALL,
                                     DIRECTIONS_HEX};
    const bool hexagons = lgrid_has_hexagons(L);
    if (lua_isnoneornil(L, index))
        return hexagons ? DIRECTIONS_HEX : DIRECTIONS_ORTHOGONAL;
    if (hexagons) return luaL_checkoption(L, index, NULL, which), DIRECTIONS_HEX;
    return directions[luaL_checkoption(L, index, NULL, which)];
}

static int l_inside(lua_State *L)
{
    struct place p;
    lua_pushboolean(L, lgrid_inside(L, lgrid_self(L), 2, &p));
    return 1;
}

static int l_is(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    const struct lkinds *known = lgrid_known(L, lua_touserdata(L, 1), 4);
    struct place p;
    if (known != NULL) {
        bool inside = lgrid_inside(L, g, 2, &p);
        lua_pushboolean(L, inside && kinds_has(&known->kinds, *grid_at(g, p)));
        return 1;
    }
    struct kinds kinds = lgrid_kinds(L, 4);
    lua_pushboolean(L, lgrid_inside(L, g, 2, &p) && kinds_has(&kinds, *grid_at(g, p)));
    return 1;
}

static int l_count(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    lua_pushinteger(L, grid_count(g, &kinds));
    return 1;
}

/* find(kinds [, row, column]): the first cell of these kinds, or the next
 * one behind this cell */
static int l_find(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    struct place p = {0, 0};
    if (!lua_isnoneornil(L, 3)) {
        p = lgrid_place(L, g, 3);
        p.col++;
    }
    if (grid_find(g, &kinds, &p)) return lgrid_push_place(L, p);
    lua_pushnil(L);
    return 1;
}

/* The position of a loop: upvalue 2 of its iterator. Upvalue 1 is the grid, 3 the table
 * of its names if it has a legend. */
struct cursor {
    const struct lgrid *grid;
    struct kinds kinds;
    struct place at;
    int left; /* directions, as bits, for neighbours */
};

/* Pushes an iterator over the grid at index 1. */
static struct cursor *push_iterator(lua_State *L, lua_CFunction next)
{
    lua_pushvalue(L, 1);
    struct cursor *c = lua_newuserdatauv(L, sizeof *c, 0);
    memset(c, 0, sizeof *c);
    c->grid = lua_touserdata(L, 1);
    lua_getiuservalue(L, 1, LGRID_NAMES);
    lua_pushcclosure(L, next, 3);
    return c;
}

static void push_name(lua_State *L, const struct cursor *c, struct place p)
{
    int value = *grid_at(&c->grid->view, p);
    if (c->grid->legend != NULL) {
        lua_rawgeti(L, lua_upvalueindex(3), value);
    } else {
        lgrid_push_name(L, lua_upvalueindex(1), value);
    }
}

static struct cursor *cursor_here(lua_State *L)
{
    struct cursor *c = lua_touserdata(L, lua_upvalueindex(2));
    bind_check_ended(L, c->grid->marks);
    return c;
}

static int each_next(lua_State *L)
{
    struct cursor *c = cursor_here(L);
    const struct grid *g = &c->grid->view;
    if (!grid_find(g, &c->kinds, &c->at)) return 0;
    lgrid_push_place(L, c->at);
    push_name(L, c, c->at);
    c->at.col++;
    return 3;
}

static int l_each(lua_State *L)
{
    lgrid_self(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    push_iterator(L, each_next)->kinds = kinds;
    return 1;
}

static int neighbours_next(lua_State *L)
{
    struct cursor *c = cursor_here(L);
    const struct grid *g = &c->grid->view;
    while (c->left != 0) {
        const enum direction d = (enum direction)__builtin_ctz((unsigned)c->left);
        struct place p = place_step(c->at, d);
        c->left &= c->left - 1;
        if (!grid_inside(g, p) || !kinds_has(&c->kinds, *grid_at(g, p))) continue;
        lgrid_push_place(L, p);
        push_name(L, c, p);
        const bool hexagons = c->grid->legend != NULL && c->grid->legend->hexagons;
        lua_pushstring(L, direction_name_on(d, hexagons));
        return 4;
    }
    return 0;
}

/* neighbours(row, column [, kinds [, which]]) */
static int l_neighbours(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place at = lgrid_place(L, g, 2);
    struct kinds none = {{0, 0, 0, 0}}, kinds = kinds_all_but(&none);
    if (!lua_isnoneornil(L, 4)) kinds = lgrid_kinds(L, 4);
    const int directions = lgrid_which(L, 5);
    struct cursor *c = push_iterator(L, neighbours_next);
    c->kinds = kinds;
    c->at = at;
    c->left = directions;
    return 1;
}

static int l_step(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place p = place_step(lgrid_place(L, g, 2), lgrid_direction(L, 4));
    if (grid_inside(g, p)) return lgrid_push_place(L, p);
    lua_pushnil(L);
    return 1;
}

static int l_run(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place at = lgrid_place(L, g, 2);
    lua_pushinteger(L, grid_run(g, at, lgrid_direction(L, 4)));
    return 1;
}

/* line_at(row, column [, "all"]): the length of the longest line of equal
 * cells through the cell */
static int l_line_at(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place at = lgrid_place(L, g, 2);
    bool all = wants_all(L, 4);
    const int along = lgrid_has_hexagons(L) ? DIRECTIONS_HEX
                      : all                 ? DIRECTIONS_ALL
                                            : DIRECTIONS_ORTHOGONAL;
    lua_pushinteger(L, grid_line_at(g, at, along));
    return 1;
}

/* nth(kinds, n): the n-th cell of these kinds in reading order */
static int l_nth(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    lua_Integer n = luaL_checkinteger(L, 3);
    luaL_argcheck(L, n >= 1, 3, "cells are counted from 1");
    for (struct place p = {0, 0}; grid_find(g, &kinds, &p); p.col++) {
        if (--n == 0) return lgrid_push_place(L, p);
    }
    lua_pushnil(L);
    return 1;
}

/* ---- regions ---- */

static void push_pair(lua_State *L, int32_t row, int32_t col)
{
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, row + 1);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, col + 1);
    lua_rawseti(L, -2, 2);
}

/* Pushes a list of the marked cells in reading order, and changes their marks to 2. */
static void push_marked(lua_State *L, const struct grid *g, unsigned char *marks,
                        const struct place *list, int32_t count)
{
    struct place first = list[0], last = list[0];
    for (int32_t i = 1; i < count; i++) {
        if (list[i].row < first.row) first.row = list[i].row;
        if (list[i].col < first.col) first.col = list[i].col;
        if (list[i].row > last.row) last.row = list[i].row;
        if (list[i].col > last.col) last.col = list[i].col;
    }
    lua_createtable(L, count, 0);
    lua_Integer n = 0;
    for (int32_t i = first.row; i <= last.row; i++) {
        for (int32_t j = first.col; j <= last.col; j++) {
            unsigned char *mark = &marks[(ptrdiff_t)i * g->cols + j];
            if (*mark != 1) continue;
            *mark = 2;
            push_pair(L, i, j);
            lua_rawseti(L, -2, ++n);
        }
    }
}

struct lgrid_worklist lgrid_push_worklist(lua_State *L, const struct grid *g)
{
    size_t cells = (size_t)g->rows * (size_t)g->cols;
    struct lgrid_worklist w = {lua_newuserdatauv(L, cells, 0),
                               lua_newuserdatauv(L, cells * sizeof(struct place), 0)};
    memset(w.marks, 0, cells);
    return w;
}

/* region(row, column [, kinds [, which]]) */
static int l_region(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place at = lgrid_place(L, g, 2);
    struct kinds kinds = kinds_of(*grid_at(g, at));
    if (!lua_isnoneornil(L, 4)) kinds = lgrid_kinds(L, 4);
    const int directions = lgrid_which(L, 5);
    if (!kinds_has(&kinds, *grid_at(g, at))) {
        lua_newtable(L);
        return 1;
    }
    struct lgrid_worklist w = lgrid_push_worklist(L, g);
    int32_t count = grid_region(g, &kinds, directions, at, w.marks, w.list);
    push_marked(L, g, w.marks, w.list, count);
    return 1;
}

/* regions([kinds [, which]]): a list of all regions of cells of one kind */
static int l_regions(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct kinds none = {{0, 0, 0, 0}}, kinds = kinds_all_but(&none);
    if (!lua_isnoneornil(L, 2)) kinds = lgrid_kinds(L, 2);
    const int directions = lgrid_which(L, 3);
    struct lgrid_worklist w = lgrid_push_worklist(L, g);
    lua_newtable(L);
    lua_Integer n = 0;
    for (struct place p = {0, 0}; grid_find(g, &kinds, &p); p.col++) {
        if (w.marks[(ptrdiff_t)p.row * g->cols + p.col] != 0) continue;
        struct kinds same = kinds_of(*grid_at(g, p));
        int32_t count = grid_region(g, &same, directions, p, w.marks, w.list);
        push_marked(L, g, w.marks, w.list, count);
        lua_rawseti(L, -2, ++n);
    }
    return 1;
}

/* ---- lines ---- */

static void push_line(lua_State *L, const struct grid *g, struct place at,
                      enum direction d, int32_t length)
{
    lua_createtable(L, 0, 5);
    lua_pushinteger(L, at.row + 1);
    lua_setfield(L, -2, "row");
    lua_pushinteger(L, at.col + 1);
    lua_setfield(L, -2, "column");
    lgrid_push_direction(L, d);
    lua_setfield(L, -2, "direction");
    lua_pushinteger(L, length);
    lua_setfield(L, -2, "length");
    lgrid_push_name(L, 1, *grid_at(g, at));
    lua_setfield(L, -2, "name");
}

/* lines(kinds, length [, "all"]): a list of the lines of equal cells of at least this
 * length, each as long as possible: right and down, with "all" also diagonal */
static int l_lines(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    lua_Integer least = bind_integer(L, 3, 1, LGRID_SIDE_MAX), n = 0;
    const bool all = wants_all(L, 4);
    const int along = lgrid_has_hexagons(L) ? DIRECTIONS_HEX
                      : all                 ? DIRECTIONS_ALL
                                            : DIRECTIONS_ORTHOGONAL;
    lua_newtable(L);
    for (struct place p = {0, 0}; grid_find(g, &kinds, &p); p.col++) {
        for (int i = 0; i < GRID_AXES; i++) {
            enum direction d = direction_axes[i];
            if (!direction_is_in(d, along)) continue;
            struct place last = place_steps(p, d, (int32_t)least - 1);
            if (!grid_inside(g, last) || *grid_at(g, last) != *grid_at(g, p)) continue;
            struct place before = place_steps(p, d, -1);
            if (grid_inside(g, before) && *grid_at(g, before) == *grid_at(g, p)) continue;
            int32_t length = grid_run(g, p, d);
            if (length < least) continue;
            push_line(L, g, p, d, length);
            lua_rawseti(L, -2, ++n);
        }
    }
    return 1;
}

/* ---- whole grids ---- */

/* row(i) and column(j): the names of the cells. */
static int push_names(lua_State *L, const unsigned char *first, ptrdiff_t step, int32_t n)
{
    lua_createtable(L, n, 0);
    for (int32_t i = 0; i < n; i++) {
        lgrid_push_name(L, 1, first[i * step]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_row(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    int32_t i = (int32_t)bind_integer(L, 2, 1, g->rows) - 1;
    return push_names(L, grid_row(g, i), 1, g->cols);
}

static int l_column(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    ptrdiff_t j = (ptrdiff_t)bind_integer(L, 2, 1, g->cols) - 1;
    return push_names(L, g->first + j, g->step, g->rows);
}

/* draw([margin [, gap]]) */
static int l_draw(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    const char *margin = luaL_optstring(L, 2, ""), *gap = luaL_optstring(L, 3, "");
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int32_t i = 0; i < g->rows; i++) {
        luaL_addstring(&b, margin);
        for (int32_t j = 0; j < g->cols; j++) {
            if (j > 0) luaL_addstring(&b, gap);
            luaL_addchar(&b, (char)grid_row(g, i)[j]);
        }
        luaL_addchar(&b, '\n');
    }
    luaL_pushresult(&b);
    return 1;
}

const luaL_Reg lgrid_queries[] = {
    {"column", l_column},   {"count", l_count},
    {"draw", l_draw},       {"each", l_each},
    {"find", l_find},       {"inside", l_inside},
    {"is", l_is},           {"line_at", l_line_at},
    {"lines", l_lines},     {"neighbours", l_neighbours},
    {"nth", l_nth},         {"region", l_region},
    {"regions", l_regions}, {"row", l_row},
    {"run", l_run},         {"step", l_step},
    {NULL, NULL},
};
