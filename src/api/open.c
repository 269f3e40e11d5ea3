/*
 * Opening a game: what lua/tessera/api/open.lua makes of a name, a file or a text; and what there is
 * to know of it.
 */
#include <stdlib.h>

#include "inside.h"

enum {
    MEMORY = 256 << 20,
    LEAST_MEMORY = 4 << 20,
    LENGTH_MOST = 64 << 20,
    STARTS = 256,
    STARTS_MOST = 1 << 20
};
static const int64_t instructions = 1000000000, most_instructions = INT64_C(1) << 50;

/* Their addresses are keys of the registry. */
static const char class_key, start_key, opened_key;

void api_push_class(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key);
}

void api_push_start(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &start_key);
}

void api_push_module(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &opened_key);
    lua_getfield(L, -1, "module");
    lua_remove(L, -2);
}

const char *tessera_version(void)
{
    return TESSERA_VERSION;
}

/* ---- opening ---- */

struct opening {
    struct tessera_game *game;
    struct tessera_source source;
};

/* Calls open.open with the source. Its result is on top. */
static void call_open(lua_State *L, const struct tessera_source *source)
{
    bind_require(L, "tessera.api.open");
    lua_getfield(L, -1, "open");
    lua_newtable(L);
    bind_set_string(L, "name", source->name);
    if (source->text != NULL) {
        lua_pushlstring(L, source->text, source->length);
        lua_setfield(L, -2, "text");
    }
    if (source->levels != NULL) bind_set_string(L, "levels", source->levels);
    lua_pushboolean(L, source->trusted != 0);
    lua_setfield(L, -2, "trusted");
    lua_call(L, 1, 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &opened_key);
    lua_getfield(L, -1, "start");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &start_key);
}

/* ---- first positions ---- */

static void *resize(void *with, void *block, size_t bytes)
{
    (void)with;
    if (bytes > 0) return realloc(block, bytes);
    free(block);
    return NULL;
}

void api_push_state(lua_State *L, const struct tessera_game *g, const struct state *state)
{
    void *copy = bind_new_block(L, g->game, state->size);
    memcpy(copy, state, state->size);
    api_push_class(L);
    lua_setmetatable(L, -2);
}

/* Pushes a first position of a level, from 0. */
static const struct state *begin_level(lua_State *L, struct tessera_game *g,
                                       int32_t level, int32_t seed)
{
    const struct game *game;
    api_push_start(L);
    lua_pushinteger(L, level + 1);
    lua_pushinteger(L, seed);
    lua_call(L, 2, 1);
    const struct state *state = bind_any_state(L, lua_gettop(L), &game);
    if (g->game == NULL) {
        g->game = game;
        lua_getmetatable(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &class_key);
    } else if (game != g->game) {
        luaL_error(L, "level %d is one of another game", (int)level + 1);
    }
    if (rows_of(state) > g->rows) g->rows = rows_of(state);
    if (cols_of(state) > g->columns) g->columns = cols_of(state);
    return state;
}

/* Makes the first positions of all levels: one of each, or several, which differ by their seed. */
static void begin_levels(lua_State *L, struct tessera_game *g, int32_t starts)
{
    char wrong[sizeof((struct tessera_error *)NULL)->text];
    struct text why = text_into(wrong, sizeof wrong);
    const size_t count = (size_t)g->levels;
    const int32_t each = starts > g->levels ? starts / g->levels : 1;
    const struct state **first =
        lua_newuserdatauv(L, count * (size_t)each * sizeof(void *), 0);
    struct batch_level *level = lua_newuserdatauv(L, count * sizeof *level, 0);
    lua_newtable(L); /* keeps them */
    for (int32_t i = 0, k = 0; i < g->levels; i++) {
        level[i] = (struct batch_level){(const struct state *const *)&first[k], each};
        for (int32_t seed = 0; seed < each; seed++) {
            first[k++] = begin_level(L, g, i, seed);
            lua_rawseti(L, -2, k);
        }
    }
    const struct batch_memory memory = {resize, NULL};
    if (!batch_game_open(&g->batch, g->game, level, g->levels, &memory, &why))
        luaL_error(L, "%s", wrong);
}

/* open(struct opening) */
static int l_open(lua_State *L)
{
    struct opening *o = lua_touserdata(L, 1);
    call_open(L, &o->source);
    lua_getfield(L, -1, "levels");
    o->game->levels = (int32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, -1, "varies");
    bool varies = lua_toboolean(L, -1);
    begin_levels(L, o->game, varies ? o->source.starts : 1);
    return 0;
}

static bool check_source(const struct tessera_source *s, struct tessera_error *error)
{
    if (s->name == NULL) return api_fail(error, "tessera_source: name is NULL") == 0;
    if (s->text == NULL && s->length != 0)
        return api_fail(error, "tessera_source: text is NULL, length is %zu",
                        s->length) == 0;
    if (s->length > LENGTH_MOST)
        return api_fail(error,
                        "tessera_source: length is %zu, but a text has %d bytes "
                        "at most",
                        s->length, (int)LENGTH_MOST) == 0;
    if (s->memory != 0 && s->memory < LEAST_MEMORY)
        return api_fail(error, "tessera_source: memory is %zu, but Lua needs %d bytes",
                        s->memory, (int)LEAST_MEMORY) == 0;
    if (s->starts < 0 || s->starts > STARTS_MOST)
        return api_fail(error, "tessera_source: starts must be 0..%d", STARTS_MOST) == 0;
    if (s->instructions < 0 || s->instructions > most_instructions)
        return api_fail(error, "tessera_source: instructions must be 0 or 1..2^50") == 0;
    return true;
}

static struct tessera_game *new_game(const struct tessera_source *s)
{
    struct tessera_game *g = calloc(1, sizeof *g);
    if (g == NULL) return NULL;
    g->memory.most = s->memory > 0 ? s->memory : MEMORY;
    g->budget.most = s->instructions > 0 ? s->instructions : instructions;
    g->interrupt.stop = s->stop;
    g->interrupt.with = s->with;
    g->path = strdup(s->name);
    if (g->path != NULL && api_open_state(g)) return g;
    tessera_close(g);
    return NULL;
}

struct tessera_game *tessera_open(const struct tessera_source *source,
                                  struct tessera_error *error)
{
    struct opening o = {NULL, {0}};
    const size_t least = offsetof(struct tessera_source, name) + sizeof source->name;
    api_clear(error);
    if (!api_read(&o.source, sizeof o.source, source, least, "tessera_source", error) ||
        !check_source(&o.source, error)) {
        return NULL;
    }
    if (o.source.starts == 0) o.source.starts = STARTS;
    o.game = new_game(&o.source);
    if (o.game == NULL) {
        api_fail(error, "not enough memory");
        return NULL;
    }
    if (api_call(o.game, "opening the game", l_open, &o, error) == 0) return o.game;
    tessera_close(o.game);
    return NULL;
}

void tessera_close(struct tessera_game *g)
{
    if (g == NULL) return;
    if (g->batch.level != NULL) batch_game_close(&g->batch);
    if (g->L != NULL) lua_close(g->L);
    free(g->path);
    free(g);
}

/* ---- what it is ---- */

const char *tessera_name(const struct tessera_game *g)
{
    return g != NULL ? g->game->name : "";
}

int32_t tessera_players(const struct tessera_game *g)
{
    return g != NULL ? g->game->players : 0;
}

int32_t tessera_levels(const struct tessera_game *g)
{
    return g != NULL ? g->levels : 0;
}

int32_t tessera_rows(const struct tessera_game *g)
{
    return g != NULL ? g->rows : 0;
}

int32_t tessera_columns(const struct tessera_game *g)
{
    return g != NULL ? g->columns : 0;
}

uint32_t tessera_traits(const struct tessera_game *g)
{
    if (g == NULL) return 0;
    const struct game *game = g->game;
    return (!game->unscored ? TESSERA_SCORED : 0U) |
           (game->chance ? TESSERA_CHANCE : 0U) |
           (game->see != NULL ? TESSERA_HIDDEN : 0U) |
           (batch_is_native(game) ? TESSERA_NATIVE : 0U) |
           (game->together ? TESSERA_TOGETHER : 0U);
}
