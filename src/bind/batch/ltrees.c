/*
 * Trees over batches (batch/trees.h) as Lua objects, which lua/tessera/trees.lua makes. The arrays
 * that the core fills lie in the object.
 */
#include "batch/trees.h"

#include "lbatch.h"

enum { TEXT_ROOM = 1000 };

/* Its first user value is the batch. */
struct ltrees {
    struct trees trees;
    struct lbatch *batch;
    struct trees_arrays arrays;
    struct trees_results results;
    float *values, *priors;
    unsigned char *block;
    bool open;
};

static struct ltrees *here(lua_State *L)
{
    struct ltrees *x = bind_object(L, 1);
    if (!x->open) bind_fail(L, "trees: they are closed");
    lbatch_check(L, x->batch);
    return x;
}

static int32_t leaves_of(const struct ltrees *x)
{
    return x->batch->batch.options.count * x->trees.options.leaves;
}

static int32_t edges_of(const struct ltrees *x)
{
    return x->batch->batch.options.count * x->trees.actions;
}

/* ---- new ---- */

static bool open_arrays(struct ltrees *x)
{
    const struct trees *t = &x->trees;
    const size_t n = (size_t)t->batch->options.count, leaves = (size_t)leaves_of(x);
    const size_t actions = (size_t)t->actions, edges = n * actions;
    struct {
        void *where;
        size_t bytes;
    } part[] = {
        {&x->values, leaves * (size_t)t->shares * sizeof(float)},
        {&x->priors, leaves * actions * sizeof(float)},
        {&x->arrays.player, leaves * sizeof(int32_t)},
        {&x->results.visits, edges * sizeof(int32_t)},
        {&x->results.policy, edges * sizeof(float)},
        {&x->results.means, edges * sizeof(float)},
        {&x->results.values, n * sizeof(float)},
        {&x->arrays.masks, leaves * actions},
        {&x->arrays.observations, leaves * t->batch->observed},
    };
    size_t all = 0;
    const size_t parts = sizeof part / sizeof *part;
    for (size_t i = 0; i < parts; i++) all += part[i].bytes;
    x->block = batch_take(&t->memory, all, 1);
    if (x->block == NULL) return false;
    unsigned char *at = x->block;
    for (size_t i = 0; i < parts; i++) {
        memcpy(part[i].where, &at, sizeof at);
        at += part[i].bytes;
    }
    return true;
}

static int l_close(lua_State *L)
{
    struct ltrees *x = lua_touserdata(L, 1);
    if (!x->open) return 0;
    x->open = false;
    x->trees.memory.with = L;
    batch_give(&x->trees.memory, x->block);
    trees_close(&x->trees);
    return 0;
}

/* new(batch, options): the options are complete */
static int l_new(lua_State *L)
{
    struct lbatch *batch = lbatch_here(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    struct trees_options o = {
        .nodes = lbatch_option(L, "nodes", 0, INT32_MAX),
        .edges = lbatch_option(L, "edges", 0, INT32_MAX),
        .leaves = lbatch_option(L, "leaves", 0, INT32_MAX),
        .exploration = lbatch_number(L, "exploration"),
        .noise = lbatch_number(L, "noise"),
        .alpha = lbatch_number(L, "alpha"),
        .discount = lbatch_number(L, "discount"),
    };
    lua_getfield(L, 2, "seed");
    o.seed = (uint64_t)luaL_checkinteger(L, -1);
    lua_settop(L, 2);
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    text_string(&why, "trees: ");
    struct ltrees *x = lua_newuserdatauv(L, sizeof *x, 1);
    memset(x, 0, sizeof *x);
    x->batch = batch;
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_setmetatable(L, 3);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 3, 1);
    batch->game.memory.with = L;
    x->open = trees_open(&x->trees, &batch->batch, &o, &why);
    if (x->open && open_arrays(x)) return 1;
    if (x->open) text_string(&why, "not enough memory");
    return bind_fail(L, buffer), 0;
}

/* ---- searching ---- */

/* select(): how many leaves are to be judged */
static int l_select(lua_State *L)
{
    struct ltrees *x = here(L);
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    text_string(&why, "trees: ");
    lua_getiuservalue(L, 1, 1);
    struct entered in = lbatch_enter(L, lua_gettop(L), x->batch);
    const int32_t found = trees_select(&x->trees, &x->arrays, &why);
    lua_pushinteger(L, lbatch_leave(L, x->batch, &in, found, buffer));
    return 1;
}

/* Reads n numbers at an index, a list, or floats one behind the other in a string. */
static void read_floats(lua_State *L, int index, const char *name, float *to, int32_t n)
{
    size_t bytes = 0;
    const bool packed = lua_type(L, index) == LUA_TSTRING;
    const char *text = packed ? lua_tolstring(L, index, &bytes) : NULL;
    if (!packed) luaL_checktype(L, index, LUA_TTABLE);
    const size_t given = packed ? bytes / sizeof *to : (size_t)lua_rawlen(L, index);
    if (given != (size_t)n || bytes % sizeof *to != 0) {
        lua_pushfstring(L, "trees: %s: expected %d numbers, got %I", name, (int)n,
                        (lua_Integer)given);
        bind_fail(L, lua_tostring(L, -1));
    }
    if (packed) memcpy(to, text, bytes);
    for (int32_t i = 0; !packed && i < n; i++) {
        int is;
        lua_rawgeti(L, index, i + 1);
        to[i] = (float)lua_tonumberx(L, -1, &is);
        lua_pop(L, 1);
        if (is) continue;
        lua_pushfstring(L, "trees: %s: entry %d is no number", name, (int)i + 1);
        bind_fail(L, lua_tostring(L, -1));
    }
}

/* start(which): `which` is a list of 0 and 1 for each environment; all by default */
static int l_start(lua_State *L)
{
    lua_settop(L, 2);
    struct ltrees *x = here(L);
    const int32_t count = x->batch->batch.options.count;
    if (lua_isnil(L, 2)) {
        trees_start(&x->trees, NULL);
        return 0;
    }
    read_floats(L, 2, "which", x->values, count);
    uint8_t *which = lua_newuserdatauv(L, (size_t)count, 0);
    for (int32_t i = 0; i < count; i++) which[i] = x->values[i] != 0;
    trees_start(&x->trees, which);
    return 0;
}

/* back(values, priors) */
static int l_back(lua_State *L)
{
    struct ltrees *x = here(L);
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    text_string(&why, "trees: ");
    read_floats(L, 2, "values", x->values, leaves_of(x) * x->trees.shares);
    read_floats(L, 3, "priors", x->priors, leaves_of(x) * x->trees.actions);
    if (trees_back(&x->trees, x->values, x->priors, &why) < 0) bind_fail(L, buffer);
    return 0;
}

/* advance(actions) */
static int l_advance(lua_State *L)
{
    struct ltrees *x = here(L);
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    text_string(&why, "trees: ");
    lbatch_read_actions(L, 2, x->batch);
    if (trees_advance(&x->trees, x->batch->actions, &why) < 0) bind_fail(L, buffer);
    return 0;
}

/* ---- arrays ---- */

static int l_observations(lua_State *L)
{
    const struct ltrees *x = here(L);
    const size_t bytes = (size_t)leaves_of(x) * x->batch->batch.observed;
    lua_pushlstring(L, (const char *)x->arrays.observations, bytes);
    return 1;
}

static int l_masks(lua_State *L)
{
    const struct ltrees *x = here(L);
    const size_t bytes = (size_t)leaves_of(x) * (size_t)x->trees.actions;
    lua_pushlstring(L, (const char *)x->arrays.masks, bytes);
    return 1;
}

static int l_players(lua_State *L)
{
    const struct ltrees *x = here(L);
    return lbatch_push_numbers(L, x->arrays.player, leaves_of(x), 1);
}

static int l_visits(lua_State *L)
{
    struct ltrees *x = here(L);
    trees_look(&x->trees, &x->results);
    return lbatch_push_numbers(L, x->results.visits, edges_of(x), 0);
}

static int l_policies(lua_State *L)
{
    struct ltrees *x = here(L);
    trees_look(&x->trees, &x->results);
    return lbatch_push_floats(L, x->results.policy, edges_of(x));
}

static int l_means(lua_State *L)
{
    struct ltrees *x = here(L);
    trees_look(&x->trees, &x->results);
    return lbatch_push_floats(L, x->results.means, edges_of(x));
}

static int l_values(lua_State *L)
{
    struct ltrees *x = here(L);
    trees_look(&x->trees, &x->results);
    return lbatch_push_floats(L, x->results.values, x->batch->batch.options.count);
}

void ltrees_open(lua_State *L)
{
    static const luaL_Reg meta[] = {{"__gc", l_close}, {NULL, NULL}};
    static const luaL_Reg methods[] = {{"advance", l_advance},
                                       {"back", l_back},
                                       {"masks", l_masks},
                                       {"means", l_means},
                                       {"observations", l_observations},
                                       {"players", l_players},
                                       {"policies", l_policies},
                                       {"select", l_select},
                                       {"start", l_start},
                                       {"values", l_values},
                                       {"visits", l_visits},
                                       {NULL, NULL}};
    lua_pushvalue(L, -1);
    bind_class(L, "tessera.Trees", meta, methods, NULL);
    lua_pushcclosure(L, l_new, 2);
    lua_setfield(L, -3, "trees");
}
