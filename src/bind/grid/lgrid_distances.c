/*
 * tessera.grid, continued: ways and sight. What these find is an object of its own, numbers for
 * the cells of a grid, which no later change of the grid touches.
 */
#include "lgrid.h"

static const char class_key = 0; /* its address names the metatable in the registry */
static const char seal = 0;      /* as lgrid_seal */

struct ldistances {
    const char *seal;  /* &seal */
    struct grid shape; /* without cells */
    int directions;    /* of its steps */
    int32_t distance[];
};

static void push_class(lua_State *L);

/* Pushes distances for the cells of a grid, all -1. */
static struct ldistances *push_distances(lua_State *L, const struct grid *g,
                                         int directions)
{
    const size_t size = (size_t)g->rows * (size_t)g->cols * sizeof(int32_t);
    struct ldistances *d =
        lua_newuserdatauv(L, offsetof(struct ldistances, distance) + size, 0);
    d->seal = &seal;
    d->shape = (struct grid){NULL, g->cols, g->rows, g->cols};
    d->directions = directions;
    memset(d->distance, -1, size);
    push_class(L);
    lua_setmetatable(L, -2);
    return d;
}

static const struct ldistances *to_distances(lua_State *L, int index)
{
    const struct ldistances *d = lua_touserdata(L, index);
    const bool is = d != NULL && lua_rawlen(L, index) >= sizeof *d && d->seal == &seal;
    luaL_argexpected(L, is, index, "tessera.distances");
    return d;
}

const int32_t *lgrid_distances(lua_State *L, const struct grid *g, int index,
                               int *directions)
{
    const struct ldistances *d = to_distances(L, index);
    if (d->shape.rows != g->rows || d->shape.cols != g->cols) {
        lua_pushfstring(L, "expected distances of %d x %d cells, got %d x %d",
                        (int)g->rows, (int)g->cols, (int)d->shape.rows,
                        (int)d->shape.cols);
        luaL_argerror(L, index, lua_tostring(L, -1));
    }
    *directions = d->directions;
    return d->distance;
}

enum { FEW = 256 }; /* places for which a list needs no userdata */

/* Room for all places of a grid: in `few`, or else in a userdata, which is pushed. */
static struct place *places(lua_State *L, const struct grid *g, struct place few[FEW])
{
    const size_t cells = (size_t)g->rows * (size_t)g->cols;
    return cells <= FEW ? few : lua_newuserdatauv(L, cells * sizeof *few, 0);
}

/* A place, or all cells of some kinds. */
struct source {
    bool one;
    struct place at;
    struct kinds kinds;
};

/* Reads row and column, or kinds, from *index on, which becomes that of the next argument. */
static struct source read_source(lua_State *L, const struct grid *g, int *index)
{
    const int first = *index;
    struct source s = {lua_type(L, first) == LUA_TNUMBER, {0, 0}, {{0, 0, 0, 0}}};
    if (s.one) {
        s.at = lgrid_place(L, g, first);
    } else {
        s.kinds = lgrid_kinds(L, first);
    }
    *index = first + (s.one ? 2 : 1);
    return s;
}

/* Lists the sources, and sets their distances to 0. */
static int32_t list_sources(const struct grid *g, const struct source *s,
                            int32_t *distance, struct place *list)
{
    int32_t count = 0;
    if (s->one) {
        list[count++] = s->at;
    } else {
        for (struct place p = {0, 0}; grid_find(g, &s->kinds, &p); p.col++)
            list[count++] = p;
    }
    for (int32_t i = 0; i < count; i++) {
        distance[(ptrdiff_t)list[i].row * g->cols + list[i].col] = 0;
    }
    return count;
}

/* distances(row, column, through [, which]) or distances(kinds, through [, which]) */
static int l_distances(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    int next = 2;
    const struct source from = read_source(L, g, &next);
    const struct kinds through = lgrid_kinds(L, next);
    const int directions = lgrid_which(L, next + 1);
    struct place few[FEW], *list = places(L, g, few);
    struct ldistances *d = push_distances(L, g, directions);
    const int32_t sources = list_sources(g, &from, d->distance, list);
    grid_distances(g, &through, directions, d->distance, list, sources,
                   (struct place){-1, -1});
    return 1;
}

/* path(row, column, row, column, through [, which]) or path(row, column, kinds, through
 * [, which]): the directions of the steps, and where they end; nil if there is no way */
static int l_path(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place at = lgrid_place(L, g, 2);
    int next = 4;
    const struct source to = read_source(L, g, &next);
    const struct kinds through = lgrid_kinds(L, next), none = {{0, 0, 0, 0}},
                       any = kinds_all_but(&none);
    const int directions = lgrid_which(L, next + 1);
    /* The steps are counted from the end, so that the first one is known where it is taken. */
    struct place few[FEW], *list = places(L, g, few);
    int32_t *distance = push_distances(L, g, directions)->distance,
            *here = &distance[(ptrdiff_t)at.row * g->cols + at.col];
    const int32_t sources = list_sources(g, &to, distance, list);
    if (*here < 0 &&
        !grid_distances(g, &through, directions, distance, list, sources, at)) {
        lua_pushnil(L);
        return 1;
    }
    const int32_t steps = *here;
    lua_createtable(L, steps, 0);
    for (int32_t i = 1; i <= steps; i++) {
        const enum direction d = grid_nearer(g, &any, directions, distance, at);
        at = place_step(at, d);
        lgrid_push_direction(L, d);
        lua_rawseti(L, -2, i);
    }
    return 1 + lgrid_push_place(L, at);
}

/* nearer(row, column, distances [, kinds]): the neighbour, and the direction to it; nil */
static int l_nearer(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    const struct place at = lgrid_place(L, g, 2);
    int directions;
    const int32_t *distance = lgrid_distances(L, g, 4, &directions);
    struct kinds none = {{0, 0, 0, 0}}, kinds = kinds_all_but(&none);
    if (!lua_isnoneornil(L, 5)) kinds = lgrid_kinds(L, 5);
    const enum direction d = grid_nearer(g, &kinds, directions, distance, at);
    if (d == GRID_DIRECTIONS) {
        lua_pushnil(L);
        return 1;
    }
    lgrid_push_place(L, place_step(at, d));
    lgrid_push_direction(L, d);
    return 3;
}

/* visible(row, column, radius, blocking) */
static int l_visible(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    const struct place at = lgrid_place(L, g, 2);
    int32_t radius = INT32_MAX;
    if (!lua_isnoneornil(L, 4)) radius = (int32_t)bind_integer(L, 4, 0, INT32_MAX);
    const struct kinds blocking = lgrid_kinds(L, 5);
    enum { SMALL = 32 };
    int64_t small[SMALL * 4 + 4]; /* the scratch of a grid of so many rows and columns */
    const size_t size = grid_visible_scratch(g);
    void *scratch = size <= sizeof small ? small : lua_newuserdatauv(L, size, 0);
    struct ldistances *d = push_distances(L, g, DIRECTIONS_ALL);
    grid_visible(g, &blocking, at, radius, d->distance, scratch);
    return 1;
}

/* ---- distances ---- */

static int l_get(lua_State *L)
{
    const struct ldistances *d = to_distances(L, 1);
    struct place p;
    int32_t far = -1;
    if (lgrid_inside(L, &d->shape, 2, &p)) {
        far = d->distance[(ptrdiff_t)p.row * d->shape.cols + p.col];
    }
    if (far < 0) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, far);
    }
    return 1;
}

/* The upvalues of a loop: the distances, the number of the next cell, the least and the largest
 * distance. */
static int each_next(lua_State *L)
{
    const struct ldistances *d = lua_touserdata(L, lua_upvalueindex(1));
    const lua_Integer least = lua_tointeger(L, lua_upvalueindex(3)),
                      most = lua_tointeger(L, lua_upvalueindex(4)),
                      cells = (lua_Integer)d->shape.rows * d->shape.cols;
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(2));
    while (i < cells && (d->distance[i] < least || d->distance[i] > most)) i++;
    lua_pushinteger(L, i + 1);
    lua_replace(L, lua_upvalueindex(2));
    if (i >= cells) return 0;
    lgrid_push_place(
        L, (struct place){(int32_t)(i / d->shape.cols), (int32_t)(i % d->shape.cols)});
    lua_pushinteger(L, d->distance[i]);
    return 3;
}

/* each([least [, most]]) */
static int l_each(lua_State *L)
{
    to_distances(L, 1);
    const lua_Integer least = luaL_optinteger(L, 2, 0),
                      most = luaL_optinteger(L, 3, INT32_MAX);
    lua_settop(L, 1);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, least > 0 ? least : 0);
    lua_pushinteger(L, most);
    lua_pushcclosure(L, each_next, 4);
    return 1;
}

static int l_tostring(lua_State *L)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    const struct ldistances *d = to_distances(L, 1);
    const size_t size = (size_t)d->shape.rows * (size_t)(d->shape.cols + 1) + 1;
    const int32_t *far = d->distance;
    luaL_Buffer b;
    struct text t = text_into(luaL_buffinitsize(L, &b, size), size);
    for (int32_t i = 0; i < d->shape.rows; i++) {
        for (int32_t j = 0; j < d->shape.cols; j++, far++) {
            const bool digit = *far < (int32_t)sizeof digits - 1;
            text_char(&t, *far < 0 ? '.' : digit ? digits[*far] : '+');
        }
        text_char(&t, '\n');
    }
    luaL_pushresultsize(&b, t.length);
    return 1;
}

static void push_class(lua_State *L)
{
    static const luaL_Reg metamethods[] = {{"__tostring", l_tostring}, {NULL, NULL}};
    static const luaL_Reg methods[] = {{"each", l_each}, {"get", l_get}, {NULL, NULL}};
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key) == LUA_TTABLE) return;
    lua_pop(L, 1);
    bind_class(L, "tessera.distances", metamethods, methods, NULL);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &class_key);
}

const luaL_Reg lgrid_ways[] = {{"distances", l_distances},
                               {"nearer", l_nearer},
                               {"path", l_path},
                               {"visible", l_visible},
                               {NULL, NULL}};
