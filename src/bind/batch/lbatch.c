/*
 * tessera.batch_core: making batches, resetting and stepping them, one environment.
 */
#include "lbatch.h"

#include <limits.h>

enum { TEXT_ROOM = 1000 };

/* Blocks lie behind a number: Lua's allocator wants to know how large they were. */
static void *resize(void *with, void *memory, size_t bytes)
{
    union head {
        _Alignas(max_align_t) size_t bytes;
    } *old = memory == NULL ? NULL : (union head *)memory - 1, *block;
    void *owner;
    lua_Alloc allocate = lua_getallocf(with, &owner);
    const size_t had = old == NULL ? 0 : sizeof *old + old->bytes;
    if (bytes == 0) {
        if (old != NULL) allocate(owner, old, had, 0);
        return NULL;
    }
    if (bytes > SIZE_MAX / 2) return NULL;
    block = allocate(owner, old, had, sizeof *block + bytes);
    if (block == NULL) return NULL;
    block->bytes = bytes;
    return block + 1;
}

/* ---- entering the game ---- */

struct entered lbatch_enter(lua_State *L, int index, struct lbatch *x)
{
    lua_getiuservalue(L, index, 1);
    lua_getmetatable(L, -1);
    const struct entered here = bind_enter(L, x->game.game, lua_gettop(L));
    x->busy = true; /* what may fail for want of memory has not */
    return here;
}

int32_t lbatch_leave(lua_State *L, struct lbatch *x, const struct entered *here,
                     int32_t done, const char *why)
{
    x->busy = false;
    if (bind_leave(here)) return lua_error(L);
    bind_check_stopped(L, done == BATCH_STOPPED || done == BATCH_FAILED);
    if (done == BATCH_WRONG) bind_fail(L, why);
    return done;
}

/* ---- new ---- */

int32_t lbatch_option(lua_State *L, const char *name, lua_Integer min, lua_Integer max)
{
    lua_getfield(L, 2, name);
    const lua_Integer n = luaL_checkinteger(L, -1);
    if (n < min || n > max) luaL_error(L, "%s is out of range", name);
    lua_pop(L, 1);
    return (int32_t)n;
}

float lbatch_number(lua_State *L, const char *name)
{
    lua_getfield(L, 2, name);
    const float n = (float)luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return n;
}

static struct batch_options read_options(lua_State *L)
{
    struct batch_options o = {
        .count = lbatch_option(L, "count", 1, INT32_MAX / 64),
        .threads = lbatch_option(L, "threads", 1, BATCH_THREADS_MAX),
        .observation = (enum observe_as)lbatch_option(L, "observation", OBSERVE_NOTHING,
                                                      OBSERVE_BITS),
        .observer = lbatch_option(L, "observer", BATCH_ALL_SEEN, INT16_MAX),
        .masks = (enum batch_masks)lbatch_option(L, "masks", BATCH_NO_MASK, BATCH_EXACT),
        .autoreset = (enum batch_autoreset)lbatch_option(L, "autoreset", BATCH_NEXT_STEP,
                                                         BATCH_NEVER),
        .illegal =
            (enum batch_illegal)lbatch_option(L, "illegal", BATCH_REFUSE, BATCH_FAIL),
        .max_steps = lbatch_option(L, "max_steps", 0, INT32_MAX),
        .level = lbatch_option(L, "level", -1, INT32_MAX),
        .first = 1,
        .illegal_reward = lbatch_number(L, "illegal_reward"),
        .win_reward = lbatch_number(L, "win_reward"),
        .step_reward = lbatch_number(L, "step_reward"),
    };
    lua_getfield(L, 2, "all_players");
    o.all_players = lua_toboolean(L, -1);
    lua_getfield(L, 2, "seed");
    o.seed = (uint64_t)luaL_checkinteger(L, -1);
    lua_pop(L, 2);
    return o;
}

/* The first positions of level k, from 1; the pointers lie in a userdata, which is pushed. */
static struct batch_level read_level(lua_State *L, lua_Integer k, const struct game *game)
{
    lua_rawgeti(L, 1, k);
    luaL_checktype(L, -1, LUA_TTABLE);
    const lua_Unsigned n = lua_rawlen(L, -1);
    luaL_argcheck(L, n > 0 && n < INT32_MAX, 1, "a level without positions");
    const struct state **list = lua_newuserdatauv(L, (size_t)n * sizeof(void *), 0);
    for (lua_Unsigned i = 0; i < n; i++) {
        const struct game *of;
        lua_rawgeti(L, -2, (lua_Integer)i + 1);
        list[i] = bind_any_state(L, lua_gettop(L), &of);
        luaL_argcheck(L, of == game, 1, "states of different games");
        lua_pop(L, 1);
    }
    return (struct batch_level){list, (int32_t)n};
}

static int l_close(lua_State *L)
{
    struct lbatch *x = lua_touserdata(L, 1);
    if (!x->open) return 0;
    x->open = false;
    x->game.memory.with = L;
    batch_give(&x->game.memory, x->block);
    if (x->batch.game != NULL) batch_close(&x->batch);
    if (x->game.level != NULL) batch_game_close(&x->game);
    return 0;
}

/* new(levels, options): a batch, whose episodes have not begun; the options are complete */
static int l_new(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    const struct batch_options o = read_options(L);
    const lua_Unsigned levels = lua_rawlen(L, 1);
    luaL_argcheck(L, levels > 0 && levels < INT16_MAX, 1, "no levels, or too many");
    struct lbatch *x = lua_newuserdatauv(L, sizeof *x, 1);
    memset(x, 0, sizeof *x);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, 3);
    const struct game *game;
    lua_rawgeti(L, 1, 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_rawgeti(L, -1, 1);
    bind_any_state(L, lua_gettop(L), &game);
    lua_setiuservalue(L, 3, 1);
    struct batch_level *level = lua_newuserdatauv(L, (size_t)levels * sizeof *level, 0);
    luaL_checkstack(L, 3 * (int)levels + 10, NULL);
    for (lua_Unsigned k = 0; k < levels; k++)
        level[k] = read_level(L, (lua_Integer)k + 1, game);
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    const struct batch_memory memory = {resize, L};
    struct entered here = bind_enter(L, game, LUA_REGISTRYINDEX);
    x->open = batch_game_open(&x->game, game, level, (int32_t)levels, &memory, &why);
    bool fine = x->open && batch_open(&x->batch, &x->game, &o, &why);
    bind_leave(&here);
    if (fine && !lbatch_open_arrays(x)) {
        text_string(&why, "not enough memory");
        fine = false;
    }
    if (!fine) bind_fail(L, buffer);
    lua_settop(L, 3);
    return 1;
}

/* ---- reset, step, look ---- */

int32_t lbatch_environment(lua_State *L, int index, const struct lbatch *x)
{
    return (int32_t)bind_integer(L, index, 1, x->batch.options.count) - 1;
}

/* A list of integers in a field of the table at index 2, of one for each environment; NULL if
 * there is none. It lies in a userdata, which is pushed. */
static lua_Integer *list_of(lua_State *L, const char *name, const struct lbatch *x,
                            lua_Integer min, lua_Integer max)
{
    const int32_t count = x->batch.options.count;
    if (lua_getfield(L, 2, name) == LUA_TNIL) return NULL;
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Integer *list = lua_newuserdatauv(L, (size_t)count * sizeof *list, 0);
    for (int32_t i = 0; i < count; i++) {
        int whole;
        lua_rawgeti(L, -2, i + 1);
        list[i] = lua_tointegerx(L, -1, &whole);
        if (!whole || list[i] < min || list[i] > max) {
            lua_pushfstring(L, "batch: %s: entry %d is no integer of %I..%I", name, i + 1,
                            min, max);
            bind_fail(L, lua_tostring(L, -1));
        }
        lua_pop(L, 1);
    }
    return list;
}

/* reset(start): begins episodes; start = { which, seeds, levels }, each a list for all
 * environments */
static int l_reset(lua_State *L)
{
    struct lbatch *x = lbatch_here(L);
    const int32_t count = x->batch.options.count;
    struct batch_start start = {NULL, NULL, NULL};
    lua_settop(L, 2);
    const bool given = !lua_isnil(L, 2);
    if (given) {
        const lua_Integer *seeds = list_of(L, "seeds", x, LUA_MININTEGER, LUA_MAXINTEGER);
        const lua_Integer *levels = list_of(L, "levels", x, 0, x->game.levels);
        const lua_Integer *which = list_of(L, "which", x, 0, 1);
        uint64_t *seed = lua_newuserdatauv(L, (size_t)count * sizeof *seed, 0);
        int32_t *level = lua_newuserdatauv(L, (size_t)count * sizeof *level, 0);
        uint8_t *mark = lua_newuserdatauv(L, (size_t)count, 0);
        for (int32_t i = 0; i < count; i++) {
            seed[i] = seeds == NULL ? 0 : (uint64_t)seeds[i];
            level[i] = levels == NULL ? -1 : (int32_t)levels[i] - 1;
            mark[i] = which == NULL || which[i] != 0;
        }
        start = (struct batch_start){mark, seeds == NULL ? NULL : seed,
                                     levels == NULL ? NULL : level};
    }
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    struct entered here = lbatch_enter(L, 1, x);
    const int32_t done = batch_reset(&x->batch, given ? &start : NULL, &x->arrays, &why);
    lbatch_leave(L, x, &here, done, buffer);
    return 0;
}

/* Raises "environment 2: 'jump' is no action of sokoban", of the value on top of the stack. */
static void not_an_action(lua_State *L, const struct lbatch *x, int32_t at)
{
    enum { SHOWN = 60 };
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    batch_say_seat(&x->batch, at, &why);
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    if (text == NULL) {
        text_string(&why, "expected the text or the number of an action, got ");
        text_string(&why, luaL_typename(L, -1));
        bind_fail(L, buffer);
    }
    text_char(&why, '\'');
    text_shown(&why, text, n, SHOWN);
    text_string(&why, "' is no action of ");
    text_string(&why, x->game.game->name);
    bind_fail(L, buffer);
}

/* The index of the action on top of the stack, a number from 1 or a text, of who acts at `at`. */
static int32_t action_at(lua_State *L, const struct lbatch *x, int32_t at)
{
    int32_t which = -1;
    size_t n;
    int whole;
    const lua_Integer number = lua_tointegerx(L, -1, &whole);
    if (lua_type(L, -1) == LUA_TNUMBER && whole && number > INT32_MIN &&
        number <= INT32_MAX)
        return (int32_t)number - 1;
    const char *text = lua_tolstring(L, -1, &n);
    if (text != NULL) which = batch_action_of(&x->game, text, n);
    const struct batch_environment *e = &x->batch.environment[at / x->batch.seats];
    if (which < 0 && !e->terminated && !e->truncated) not_an_action(L, x, at);
    return which;
}

void lbatch_read_actions(lua_State *L, int index, struct lbatch *x)
{
    luaL_checktype(L, index, LUA_TTABLE);
    const int32_t seats = x->batch.seats;
    for (int32_t i = 0; i < x->batch.options.count; i++) {
        lua_rawgeti(L, index, i + 1);
        if (seats > 1 && !lua_istable(L, -1))
            bind_fail(L,
                      "batch: the players act together: expected a list of actions for "
                      "each environment");
        for (int32_t p = 0; p < seats; p++) {
            if (seats > 1) lua_rawgeti(L, -1, p + 1);
            x->actions[i * seats + p] = action_at(L, x, i * seats + p);
            if (seats > 1) lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
}

/* step(actions): how many episodes have ended */
static int l_step(lua_State *L)
{
    struct lbatch *x = lbatch_here(L);
    lbatch_read_actions(L, 2, x);
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    struct entered here = lbatch_enter(L, 1, x);
    const int32_t done = batch_step(&x->batch, &x->arrays, &why);
    lua_pushinteger(L, lbatch_leave(L, x, &here, done, buffer));
    return 1;
}

/* look(): writes the arrays anew */
static int l_look(lua_State *L)
{
    struct lbatch *x = lbatch_here(L);
    struct entered here = lbatch_enter(L, 1, x);
    lbatch_leave(L, x, &here, batch_look(&x->batch, &x->arrays), "");
    return 0;
}

/* ---- one environment ---- */

/* state(i): a copy of its state, of the game's own class */
static int l_state(lua_State *L)
{
    struct lbatch *x = lbatch_here(L);
    const int32_t i = lbatch_environment(L, 2, x);
    const struct state *s = batch_state(&x->batch, i);
    const size_t size = s->size;
    void *copy = bind_new_block(L, x->game.game, size);
    memcpy(copy, batch_state(&x->batch, i),
           size); /* a finalizer may have called in between */
    lua_getiuservalue(L, 1, 1);
    lua_getmetatable(L, -1);
    lua_setmetatable(L, -3);
    lua_pop(L, 1);
    return 1;
}

/* save(i): a text with which load goes on */
static int l_save(lua_State *L)
{
    struct lbatch *x = lbatch_here(L);
    const int32_t i = lbatch_environment(L, 2, x);
    struct text measured = text_into(NULL, 0);
    batch_save(&x->batch, i, &measured);
    luaL_Buffer b;
    char *at = luaL_buffinitsize(L, &b, measured.length + 1);
    struct text t = text_into(at, measured.length + 1);
    batch_save(&x->batch, i, &t);
    luaL_pushresultsize(&b, t.length < measured.length ? t.length : measured.length);
    return 1;
}

/* load(i, text) */
static int l_load(lua_State *L)
{
    struct lbatch *x = lbatch_here(L);
    const int32_t i = lbatch_environment(L, 2, x);
    size_t n;
    const char *text = luaL_checklstring(L, 3, &n);
    struct reader reader;
    struct entered here = lbatch_enter(L, 1, x);
    const bool fine = batch_load(&x->batch, i, text, n, &reader);
    x->busy = false;
    if (bind_leave(&here)) return lua_error(L);
    return fine ? 0 : bind_raise(L, &reader);
}

/* copy(i, from, j) */
static int l_copy(lua_State *L)
{
    struct lbatch *x = lbatch_here(L);
    const int32_t i = lbatch_environment(L, 2, x);
    const struct lbatch *from = lbatch_at(L, 3);
    const int32_t j = lbatch_environment(L, 4, from);
    char buffer[TEXT_ROOM];
    struct text why = text_into(buffer, sizeof buffer);
    if (!batch_copy(&x->batch, i, &from->batch, j, &why)) bind_fail(L, buffer);
    return 0;
}

EXPORT int luaopen_tessera_batch_core(lua_State *L);

int luaopen_tessera_batch_core(lua_State *L)
{
    static const luaL_Reg meta[] = {{"__gc", l_close}, {NULL, NULL}};
    static const luaL_Reg methods[] = {
        {"copy", l_copy}, {"load", l_load},   {"look", l_look}, {"reset", l_reset},
        {"save", l_save}, {"state", l_state}, {"step", l_step}, {NULL, NULL}};
    lua_createtable(L, 0, 2);
    bind_class(L, "tessera.Batch", meta, methods, NULL);
    lua_getfield(L, -1, "__index");
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    luaL_setfuncs(L, lbatch_array_methods, 2);
    lua_pop(L, 1);
    ltrees_open(L);
    lua_pushcclosure(L, l_new, 1);
    lua_setfield(L, -2, "new");
    return 1;
}
