/*
 * tessera.grid: a rectangle of cells. Row 1 is the top row.
 */
#include "lgrid.h"

static const char class_key = 0; /* its address names the metatable in the registry */
const char lgrid_seal = 0;

static void push_class(lua_State *L);

static struct lgrid *push_grid(lua_State *L, size_t cells)
{
    struct lgrid *g = lua_newuserdatauv(L, offsetof(struct lgrid, cell) + cells, 3);
    g->seal = &lgrid_seal;
    g->view = (struct grid){g->cell, 0, 0, 0};
    g->marks = NULL;
    g->legend = NULL;
    push_class(L);
    lua_setmetatable(L, -2);
    return g;
}

struct grid bind_new_grid(lua_State *L, int32_t rows, int32_t cols)
{
    struct lgrid *g = push_grid(L, (size_t)rows * (size_t)cols);
    g->view = (struct grid){g->cell, cols, rows, cols};
    return g->view;
}

void bind_push_view(lua_State *L, int index, struct grid view, int legend,
                    const unsigned char *marks)
{
    struct lgrid *g = push_grid(L, 0);
    g->view = view;
    g->marks = marks;
    lua_pushvalue(L, index);
    lua_setiuservalue(L, -2, LGRID_OWNER);
    lgrid_use_legend(L, legend);
}

struct lgrid *lgrid_to(lua_State *L, int index)
{
    struct lgrid *g = lgrid_sealed(L, index);
    if (g != NULL) bind_check_ended(L, g->marks);
    return g;
}

struct grid lgrid_push_like(lua_State *L, int32_t rows, int32_t cols)
{
    lua_getiuservalue(L, 1, LGRID_LEGEND);
    struct grid g = bind_new_grid(L, rows, cols);
    if (!lua_isnil(L, -2)) lgrid_use_legend(L, lua_gettop(L) - 1);
    lua_remove(L, -2);
    return g;
}

static bool separates(char c)
{
    return c == '/' || c == ' ' || (c >= '\t' && c <= '\r');
}

/* Counts the rows of a picture and the columns of its first row. */
static void measure(const char *s, size_t n, lua_Integer *rows, lua_Integer *cols)
{
    *rows = *cols = 0;
    for (size_t i = 0; i < n; i++) {
        if (separates(s[i])) continue;
        if (i == 0 || separates(s[i - 1])) ++*rows;
        if (*rows == 1) ++*cols;
    }
}

static void check_side(lua_State *L, int index, lua_Integer n,
                       const struct dimension *side)
{
    if (n >= side->min && n <= side->max) return;
    lua_pushfstring(L, "the number of %s is %I, expected %d..%d", side->name, n,
                    (int)side->min, (int)side->max);
    luaL_argerror(L, index, lua_tostring(L, -1));
}

/* Pushes a grid with the picture's cells. */
static struct grid read_picture(lua_State *L, int index, const struct dimension *sides,
                                const char *alphabet, const char *once)
{
    size_t n;
    const char *s = luaL_checklstring(L, index, &n);
    lua_Integer rows, cols;
    measure(s, n, &rows, &cols);
    check_side(L, index, rows, &sides[0]);
    check_side(L, index, cols, &sides[1]);
    char *lines = lua_newuserdatauv(L, n, 0);
    for (size_t i = 0; i < n; i++) lines[i] = s[i] == '/' ? '\n' : s[i];
    struct grid g = bind_new_grid(L, (int32_t)rows, (int32_t)cols);
    struct reader reader;
    reader_open_bytes(&reader, lines, n);
    if (!reader_cells(&reader, &g, alphabet, once, READER_ROWS)) {
        lua_pushfstring(L, "line %d, column %d: %s", (int)reader.token.line,
                        (int)reader.token.column, reader.message);
        luaL_argerror(L, index, lua_tostring(L, -1));
    }
    return g;
}

struct grid bind_map(lua_State *L, int index, const struct dimension *sides,
                     const char *alphabet, const char *once)
{
    struct lgrid *g = lgrid_to(L, index);
    if (g == NULL && lua_istable(L, index)) {
        luaL_argerror(L, index, "a map is a text or a grid; options come behind it");
    }
    if (g == NULL) return read_picture(L, index, sides, alphabet, once);
    check_side(L, index, g->view.rows, &sides[0]);
    check_side(L, index, g->view.cols, &sides[1]);
    return g->view;
}

/* Sets the legend of the grid on top to the one at `index`, if any. It
 * must have every cell. */
static void check_legend(lua_State *L, int index, const struct grid *g)
{
    if (lua_isnoneornil(L, index)) return;
    luaL_argcheck(L, lgrid_is_legend(L, index), index, "expected a legend");
    lua_getiuservalue(L, index, 1);
    for (int32_t i = 0; i < g->rows * g->cols; i++) {
        if (lua_rawgeti(L, -1, g->first[i]) == LUA_TNIL) {
            lua_pushfstring(L, "the legend has no '%c'", (int)g->first[i]);
            luaL_argerror(L, 1, lua_tostring(L, -1));
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lgrid_use_legend(L, index);
}

/* grid.new(picture [, legend]) or grid.new(rows, columns [, fill [, legend]]) */
static int l_new(lua_State *L)
{
    static const struct dimension sides[] = {{"rows", 1, LGRID_SIDE_MAX},
                                             {"columns", 1, LGRID_SIDE_MAX}};
    lua_settop(L, 4);
    if (lua_type(L, 1) == LUA_TSTRING) {
        char printable[96] = "";
        for (int c = '!', i = 0; c <= '~'; c++) {
            if (c != '/') printable[i++] = (char)c;
        }
        struct grid g = read_picture(L, 1, sides, printable, NULL);
        check_legend(L, 2, &g);
        return 1;
    }
    int32_t rows = (int32_t)bind_integer(L, 1, 1, LGRID_SIDE_MAX);
    int32_t cols = (int32_t)bind_integer(L, 2, 1, LGRID_SIDE_MAX);
    size_t n;
    const char *fill = luaL_optlstring(L, 3, ".", &n);
    luaL_argcheck(L, n == 1, 3, "expected one character");
    struct grid g = bind_new_grid(L, rows, cols);
    grid_fill(&g, (unsigned char)fill[0]);
    check_legend(L, 4, &g);
    return 1;
}

struct place lgrid_place(lua_State *L, const struct grid *g, int index)
{
    int whole, too;
    lua_Integer row = lua_tointegerx(L, index, &whole);
    lua_Integer col = lua_tointegerx(L, index + 1, &too);
    if (whole && too && row >= 1 && row <= g->rows && col >= 1 && col <= g->cols) {
        return (struct place){(int32_t)row - 1, (int32_t)col - 1};
    }
    row = bind_integer(L, index, 1, g->rows);
    return (struct place){(int32_t)row - 1,
                          (int32_t)bind_integer(L, index + 1, 1, g->cols) - 1};
}

bool lgrid_inside(lua_State *L, const struct grid *g, int index, struct place *p)
{
    int whole, too;
    lua_Integer row = lua_tointegerx(L, index, &whole);
    lua_Integer col = lua_tointegerx(L, index + 1, &too);
    if (!whole) luaL_checkinteger(L, index);
    if (!too) luaL_checkinteger(L, index + 1);
    if (row < 1 || row > g->rows || col < 1 || col > g->cols) return false;
    *p = (struct place){(int32_t)row - 1, (int32_t)col - 1};
    return true;
}

bool lgrid_has_hexagons(lua_State *L)
{
    const struct lgrid *g = lgrid_sealed(L, 1);
    if (g == NULL) {
        lua_getiuservalue(L, 1, 1); /* of a piece */
        g = lgrid_sealed(L, -1);
        lua_pop(L, 1);
    }
    return g != NULL && g->legend != NULL && g->legend->hexagons;
}

void lgrid_refuse_hexagons(lua_State *L)
{
    if (lgrid_has_hexagons(L)) luaL_error(L, "this method is not for grids of hexagons");
}

enum direction lgrid_direction(lua_State *L, int index)
{
    const char *name = luaL_checkstring(L, index);
    const bool hexagons = lgrid_has_hexagons(L);
    const enum direction d = direction_called_on(name, hexagons);
    if (d == GRID_DIRECTIONS && hexagons)
        luaL_argerror(L, index,
                      lua_pushfstring(L, "hexagons have no direction '%s'", name));
    if (d == GRID_DIRECTIONS) luaL_checkoption(L, index, NULL, direction_names);
    return d;
}

void lgrid_push_direction(lua_State *L, enum direction d)
{
    lua_pushstring(L, direction_name_on(d, lgrid_has_hexagons(L)));
}

enum direction lgrid_side_direction(lua_State *L, int index)
{
    lgrid_refuse_hexagons(L);
    const enum direction d = lgrid_direction(L, index);
    luaL_argcheck(L, d < GRID_SIDES, index, "expected up, down, left or right");
    return d;
}

int lgrid_push_place(lua_State *L, struct place p)
{
    lua_pushinteger(L, p.row + 1);
    lua_pushinteger(L, p.col + 1);
    return 2;
}

static int l_get(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place p;
    if (!lgrid_inside(L, g, 2, &p)) {
        lua_pushnil(L);
    } else {
        lgrid_push_name(L, 1, *grid_at(g, p));
    }
    return 1;
}

static int l_set(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    struct place p = lgrid_place(L, g, 2);
    const struct lkinds *known = lgrid_known(L, lua_touserdata(L, 1), 4);
    bool one = known != NULL && known->only >= 0;
    *grid_at(g, p) = (unsigned char)(one ? known->only : lgrid_kind(L, 4));
    lua_settop(L, 1);
    return 1;
}

static int l_rows(lua_State *L)
{
    lua_pushinteger(L, lgrid_self(L)->rows);
    return 1;
}

static int l_columns(lua_State *L)
{
    lua_pushinteger(L, lgrid_self(L)->cols);
    return 1;
}

static int l_tostring(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    const struct llegend *legend = ((const struct lgrid *)lua_touserdata(L, 1))->legend;
    size_t size = (size_t)g->rows * (size_t)(g->cols + 1) + 1;
    luaL_Buffer b;
    if (legend != NULL && legend->wide != NULL) {
        enum { BYTES_MAX = 4 }; /* of a character */
        size *= BYTES_MAX;
        struct text t = text_into(luaL_buffinitsize(L, &b, size), size);
        for (int32_t i = 0; i < g->rows; i++) {
            for (int32_t j = 0; j < g->cols; j++)
                text_wide(&t, legend->wide, grid_row(g, i)[j]);
            text_char(&t, '\n');
        }
        luaL_pushresultsize(&b, t.length);
        return 1;
    }
    struct text t = text_into(luaL_buffinitsize(L, &b, size), size);
    grid_picture(g, &t);
    luaL_pushresultsize(&b, t.length);
    return 1;
}

static int l_eq(lua_State *L)
{
    const struct lgrid *a = lgrid_to(L, 1), *b = lgrid_to(L, 2);
    bool same = a != NULL && b != NULL && a->view.rows == b->view.rows &&
                a->view.cols == b->view.cols;
    for (int32_t i = 0; same && i < a->view.rows; i++) {
        same = memcmp(grid_row(&a->view, i), grid_row(&b->view, i),
                      (size_t)a->view.cols) == 0;
    }
    lua_pushboolean(L, same);
    return 1;
}

static void push_class(lua_State *L)
{
    static const luaL_Reg metamethods[] = {
        {"__eq", l_eq}, {"__tostring", l_tostring}, {NULL, NULL}};
    static const luaL_Reg methods[] = {{"columns", l_columns},
                                       {"get", l_get},
                                       {"rows", l_rows},
                                       {"set", l_set},
                                       {NULL, NULL}};
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key) == LUA_TTABLE) return;
    lua_pop(L, 1);
    bind_class(L, "tessera.grid", metamethods, methods, NULL);
    const luaL_Reg *more[] = {lgrid_queries, lgrid_moves, lgrid_pieces,
                              lgrid_rules,   lgrid_ways,  NULL};
    lua_getfield(L, -1, "__index");
    for (int i = 0; more[i] != NULL; i++) {
        lua_pushvalue(L, -2);
        luaL_setfuncs(L, more[i], 1);
    }
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &class_key);
}

EXPORT int luaopen_tessera_grid(lua_State *L);

int luaopen_tessera_grid(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"legend", lgrid_legend}, {"new", l_new}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}
