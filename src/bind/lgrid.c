/*
 * tessera.grid: a rectangle of cells, one character each. Row 1 is the top row.
 */
#include "bind.h"

enum { side_max = 4096 };

struct lgrid {
    int32_t rows, cols;
    unsigned char cell[];
};

static const char class_key = 0; /* its address names the metatable in the registry */

static void push_class(lua_State *L);

static struct grid view(struct lgrid *g)
{
    return (struct grid){g->cell, g->cols, g->rows, g->cols};
}

struct grid bind_new_grid(lua_State *L, int32_t rows, int32_t cols)
{
    size_t cells = (size_t)rows * (size_t)cols;
    struct lgrid *g = lua_newuserdatauv(L, offsetof(struct lgrid, cell) + cells, 0);
    g->rows = rows;
    g->cols = cols;
    push_class(L);
    lua_setmetatable(L, -2);
    return view(g);
}

/* The grid at `index`, or NULL. */
static struct lgrid *to_grid(lua_State *L, int index)
{
    if (!lua_getmetatable(L, index)) return NULL;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key);
    int same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same ? lua_touserdata(L, index) : NULL;
}

static bool separates(char c)
{
    return c == '/' || c == ' ' || (c >= '\t' && c <= '\r');
}

/* The rows of a picture, and the length of the first one. */
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
    struct lgrid *g = to_grid(L, index);
    if (g == NULL) return read_picture(L, index, sides, alphabet, once);
    check_side(L, index, g->rows, &sides[0]);
    check_side(L, index, g->cols, &sides[1]);
    return view(g);
}

/* grid.new(picture) or grid.new(rows, columns [, fill]) */
static int l_new(lua_State *L)
{
    static const struct dimension sides[] = {{"rows", 1, side_max},
                                             {"columns", 1, side_max}};
    if (lua_type(L, 1) == LUA_TSTRING) {
        char printable[96] = "";
        for (int c = '!', i = 0; c <= '~'; c++) {
            if (c != '/') printable[i++] = (char)c;
        }
        read_picture(L, 1, sides, printable, NULL);
        return 1;
    }
    int32_t rows = (int32_t)bind_integer(L, 1, 1, side_max);
    int32_t cols = (int32_t)bind_integer(L, 2, 1, side_max);
    size_t n;
    const char *fill = luaL_optlstring(L, 3, ".", &n);
    luaL_argcheck(L, n == 1, 3, "expected one character");
    struct grid g = bind_new_grid(L, rows, cols);
    grid_fill(&g, (unsigned char)fill[0]);
    return 1;
}

static unsigned char *cell(lua_State *L)
{
    struct lgrid *g = bind_object(L, 1);
    lua_Integer row = bind_integer(L, 2, 1, g->rows),
                col = bind_integer(L, 3, 1, g->cols);
    return &g->cell[(row - 1) * g->cols + col - 1];
}

static int l_get(lua_State *L)
{
    lua_pushlstring(L, (const char *)cell(L), 1);
    return 1;
}

static int l_set(lua_State *L)
{
    unsigned char *at = cell(L);
    size_t n;
    const char *value = luaL_checklstring(L, 4, &n);
    luaL_argcheck(L, n == 1, 4, "expected one character");
    *at = (unsigned char)value[0];
    lua_settop(L, 1);
    return 1;
}

static int l_rows(lua_State *L)
{
    lua_pushinteger(L, ((struct lgrid *)bind_object(L, 1))->rows);
    return 1;
}

static int l_columns(lua_State *L)
{
    lua_pushinteger(L, ((struct lgrid *)bind_object(L, 1))->cols);
    return 1;
}

static int l_tostring(lua_State *L)
{
    struct grid g = view(bind_object(L, 1));
    size_t size = (size_t)g.rows * (size_t)(g.cols + 1) + 1;
    luaL_Buffer b;
    struct text t = text_into(luaL_buffinitsize(L, &b, size), size);
    grid_picture(&g, &t);
    luaL_pushresultsize(&b, t.length);
    return 1;
}

static int l_eq(lua_State *L)
{
    const struct lgrid *a = to_grid(L, 1), *b = to_grid(L, 2);
    lua_pushboolean(L,
                    a != NULL && b != NULL && a->rows == b->rows && a->cols == b->cols &&
                        memcmp(a->cell, b->cell, (size_t)a->rows * (size_t)a->cols) == 0);
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
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &class_key);
}

EXPORT int luaopen_tessera_grid(lua_State *L);

int luaopen_tessera_grid(lua_State *L)
{
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}
