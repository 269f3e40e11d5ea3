/*
 * One environment of a batch: its position as text, as a number, as a picture; its solution.
 */
#include <stdlib.h>

#include "inside.h"

static bool has(const struct tessera_batch *b, int32_t i)
{
    return b != NULL && i >= 0 && i < b->batch.options.count;
}

static int fail_environment(const struct tessera_batch *b, int32_t i,
                            struct tessera_error *error)
{
    if (b == NULL) return api_fail(error, "the batch is NULL");
    return api_fail(error, "there is no environment %d", (int)i);
}

/* ---- texts: a byte of a state may stand for a character (game->wide) ---- */

/* Appends to `out` what a text of the game has, in UTF-8. */
static void widen(const struct game *g, const char *bytes, size_t n, struct text *out)
{
    for (size_t k = 0; k < n; k++) text_wide(out, g->wide, (unsigned char)bytes[k]);
}

/* What writes a text; twice, the first time to measure it. */
static int32_t write_text(struct tessera_batch *b, int32_t i, char *out, size_t room,
                          void (*f)(struct tessera_batch *, int32_t, struct text *))
{
    struct text t = text_into(NULL, 0);
    if (!has(b, i)) return api_none(out, room);
    f(b, i, &t);
    char *bytes = malloc(t.length + 1);
    if (bytes == NULL) return api_none(out, room);
    t = text_into(bytes, t.length + 1);
    f(b, i, &t);
    struct text wide = text_into(out, out != NULL ? room : 0);
    widen(b->game->game, bytes, t.length, &wide);
    free(bytes);
    return wide.length <= INT32_MAX ? (int32_t)wide.length : INT32_MAX;
}

static void save(struct tessera_batch *b, int32_t i, struct text *out)
{
    batch_save(&b->batch, i, out);
}

int32_t tessera_save(struct tessera_batch *b, int32_t i, char *out, size_t room)
{
    return write_text(b, i, out, room, save);
}

static void picture(struct tessera_batch *b, int32_t i, struct text *out)
{
    const struct game *g = b->game->game;
    g->picture(g, batch_state(&b->batch, i), out);
}

int32_t tessera_text(struct tessera_batch *b, int32_t i, char *out, size_t room)
{
    return write_text(b, i, out, room, picture);
}

uint64_t tessera_hash(struct tessera_batch *b, int32_t i)
{
    if (!has(b, i)) return 0;
    const struct game *g = b->game->game;
    const struct state *s = batch_state(&b->batch, i);
    return g->hash != NULL ? g->hash(g, s) : state_hash(s);
}

int32_t tessera_level(struct tessera_batch *b, int32_t i, int32_t *rows, int32_t *columns)
{
    if (!has(b, i)) return -1;
    const struct state *s = batch_state(&b->batch, i);
    if (rows != NULL) *rows = rows_of(s);
    if (columns != NULL) *columns = cols_of(s);
    return b->batch.environment[i].level;
}

/* ---- who would be idle ---- */

struct idling {
    struct tessera_batch *b;
    int32_t i;
    const int32_t *actions;
    struct text text;
};

static int32_t look_for_idle(void *with, struct text *wrong)
{
    struct idling *x = with;
    return batch_idle(&x->b->batch, x->i, x->actions, &x->text, wrong);
}

int32_t tessera_idle(struct tessera_batch *b, int32_t i, const int32_t *actions,
                     char *out, size_t room, struct tessera_error *error)
{
    enum { EACH = WHY_MAX + ACTION_TEXT_MAX };
    api_clear(error);
    if (!has(b, i)) return fail_environment(b, i, error);
    if (!b->game->game->together) return api_fail(error, "the players take turns");
    if (actions == NULL) return api_fail(error, "actions is NULL");
    const size_t size = (size_t)b->game->game->players * EACH;
    char *bytes = malloc(size);
    if (bytes == NULL) return api_fail(error, "not enough memory");
    struct idling x = {b, i, actions, text_into(bytes, size)};
    int32_t result = api_play(b, look_for_idle, &x, false, error);
    if (result == 0) {
        struct text wide = text_into(out, out != NULL ? room : 0);
        const size_t n = x.text.length < size ? x.text.length : size - 1;
        widen(b->game->game, bytes, n, &wide);
        result = wide.length <= INT32_MAX ? (int32_t)wide.length : INT32_MAX;
    }
    free(bytes);
    return result;
}

/* ---- loading ---- */

struct loading {
    struct tessera_batch *b;
    int32_t i;
    char *bytes;
    size_t length;
};

/* The bytes for the characters of a text, in a new block; NULL if there is no memory. */
static char *narrow(const struct game *g, const char *text, size_t *length)
{
    size_t n = strlen(text), k = 0, count = 0;
    char *bytes = malloc(n + 1);
    if (bytes == NULL) return NULL;
    while (k < n) {
        uint32_t code;
        size_t long_as = text_character(text + k, n - k, &code);
        int cell =
            g->wide != NULL && long_as > 1 ? bind_cell(g->wide, text + k, long_as) : -1;
        bytes[count++] = cell >= 0 ? (char)cell : text[k];
        k += cell >= 0 ? long_as : 1;
    }
    *length = count;
    return bytes;
}

static int32_t load(void *with, struct text *why)
{
    struct loading *x = with;
    struct reader in;
    if (batch_load(&x->b->batch, x->i, x->bytes, x->length, &in)) return 0;
    text_string(why, "line ");
    text_number(why, in.token.line);
    text_string(why, ", column ");
    text_number(why, in.token.column);
    text_string(why, ": ");
    text_string(why, in.message);
    return BATCH_WRONG;
}

int32_t tessera_load(struct tessera_batch *b, int32_t i, const char *text,
                     struct tessera_error *error)
{
    struct loading x = {.b = b, .i = i};
    if (!has(b, i)) return fail_environment(b, i, error);
    if (text == NULL) return api_fail(error, "the text is NULL");
    x.bytes = narrow(b->game->game, text, &x.length);
    if (x.bytes == NULL) return api_fail(error, "not enough memory");
    int32_t result = api_play(b, load, &x, false, error);
    free(x.bytes);
    return result;
}

int32_t tessera_copy(struct tessera_batch *to, int32_t i,
                     const struct tessera_batch *from, int32_t j,
                     struct tessera_error *error)
{
    char wrong[sizeof error->text] = "";
    struct text why = text_into(wrong, sizeof wrong);
    api_clear(error);
    if (!has(to, i)) return fail_environment(to, i, error);
    if (!has(from, j)) return fail_environment(from, j, error);
    if (to->game != from->game) return api_fail(error, "the batches are of two games");
    if (batch_copy(&to->batch, i, &from->batch, j, &why)) return 0;
    return api_fail(error, "%s", wrong);
}

/* ---- what Lua does ---- */

struct asked {
    struct tessera_batch *b;
    int32_t i;
    int32_t side; /* of a picture */
    uint8_t *out;
    size_t room;
    double seconds; /* of a solution */
    bool optimal;
    int32_t *actions, most;
    const int32_t *played; /* of a recording */
    struct tessera_report report;
    int32_t result;
};

/* Pushes a function of tessera.api.NAME, and the state. */
static void push_call(lua_State *L, const struct asked *x, const char *module,
                      const char *name)
{
    bind_require(L, module);
    lua_getfield(L, -1, name);
    api_push_state(L, x->b->game, batch_state(&x->b->batch, x->i));
}

static int l_picture(lua_State *L)
{
    struct asked *x = lua_touserdata(L, 1);
    size_t n;
    push_call(L, x, "tessera.api.picture", "rgb");
    lua_pushinteger(L, x->side);
    lua_call(L, 2, 1);
    const char *bytes = luaL_checklstring(L, -1, &n);
    if (n > INT32_MAX) return luaL_error(L, "the picture is too large");
    if (x->out != NULL && n <= x->room) memcpy(x->out, bytes, n);
    x->result = (int32_t)n;
    return 0;
}

int32_t tessera_picture(struct tessera_batch *b, int32_t i, int32_t side, uint8_t *out,
                        size_t room, struct tessera_error *error)
{
    struct asked x = {.b = b, .i = i, .side = side, .out = out, .room = room};
    api_clear(error);
    if (!has(b, i)) return fail_environment(b, i, error);
    if (side < 1 || side > 64)
        return api_fail(error, "a cell has 1..64 pixels, not %d", (int)side);
    return api_call(b->game, "drawing a picture", l_picture, &x, error) == 0 ? x.result
                                                                             : -1;
}

static int l_solve(lua_State *L)
{
    struct asked *x = lua_touserdata(L, 1);
    push_call(L, x, "tessera.api.solve", "solve");
    lua_pushnumber(L, x->seconds);
    lua_pushboolean(L, x->optimal);
    lua_call(L, 3, 1);
    const lua_Integer count = luaL_len(L, -1);
    for (int32_t k = 0; k < x->most && k < count; k++) {
        lua_rawgeti(L, -1, k + 1);
        x->actions[k] = tessera_action_index(x->b->game, luaL_checkstring(L, -1));
        lua_pop(L, 1);
    }
    x->result = count < INT32_MAX ? (int32_t)count : INT32_MAX;
    return 0;
}

static bool is_time(double seconds, struct tessera_error *error)
{
    if (seconds >= 0 && seconds <= 1e9) return true;
    return api_fail(error, "seconds must be 0..10^9") == 0;
}

int32_t tessera_solve(struct tessera_batch *b, int32_t i, double seconds, int32_t optimal,
                      int32_t *actions, int32_t most, struct tessera_error *error)
{
    struct asked x = {.b = b, .i = i, .seconds = seconds, .optimal = optimal != 0};
    api_clear(error);
    if (!has(b, i)) return fail_environment(b, i, error);
    if (!is_time(seconds, error)) return -1;
    if (most < 0) return api_fail(error, "most is negative");
    x.actions = actions;
    x.most = actions != NULL ? most : 0;
    return api_call(b->game, NULL, l_solve, &x, error) == 0 ? x.result : -1;
}

/* Plays on a copy of the state. */
static int l_record(lua_State *L)
{
    struct asked *x = lua_touserdata(L, 1);
    size_t n;
    push_call(L, x, "tessera.session", "record");
    lua_createtable(L, x->most, 0);
    for (int32_t k = 0; k < x->most; k++) {
        const int32_t length = tessera_action_text(x->b->game, x->played[k], NULL, 0);
        if (length < 0) return luaL_error(L, "there is no action %d", (int)x->played[k]);
        luaL_Buffer text;
        char *room = luaL_buffinitsize(L, &text, (size_t)length + 1);
        tessera_action_text(x->b->game, x->played[k], room, (size_t)length + 1);
        luaL_pushresultsize(&text, (size_t)length);
        lua_rawseti(L, -2, k + 1);
    }
    lua_call(L, 2, 1);
    const char *bytes = luaL_checklstring(L, -1, &n);
    if (n > INT32_MAX) return luaL_error(L, "the recording is too long");
    x->result = api_text((char *)x->out, x->room, bytes, n);
    return 0;
}

int32_t tessera_record(struct tessera_batch *b, int32_t i, const int32_t *actions,
                       int32_t count, char *out, size_t room, struct tessera_error *error)
{
    struct asked x = {.b = b, .i = i, .out = (uint8_t *)out, .room = room};
    api_clear(error);
    if (!has(b, i)) return fail_environment(b, i, error);
    if (count < 0) return api_fail(error, "count is negative");
    if (actions == NULL && count > 0) return api_fail(error, "actions is NULL");
    x.played = actions;
    x.most = count;
    return api_call(b->game, NULL, l_record, &x, error) == 0 ? x.result : -1;
}

/* The number `name` of the table on top; -1: there is none. */
static double field_of(lua_State *L, const char *name)
{
    const double n = lua_getfield(L, -1, name) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
    lua_pop(L, 1);
    return n;
}

static int l_report(lua_State *L)
{
    struct asked *x = lua_touserdata(L, 1);
    struct tessera_report *r = &x->report;
    push_call(L, x, "tessera.api.solve", "report");
    lua_pushnumber(L, x->seconds);
    lua_call(L, 2, 1);
    lua_getfield(L, -1, "solvable");
    r->solvable = lua_isnil(L, -1) ? -1 : lua_toboolean(L, -1);
    lua_pop(L, 1);
    r->length = field_of(L, "length");
    r->solutions = field_of(L, "solutions");
    r->positions = field_of(L, "positions");
    r->branching = field_of(L, "branching");
    r->dead_ends = field_of(L, "dead_ends");
    r->losing = field_of(L, "losing");
    r->bottlenecks = field_of(L, "bottlenecks");
    return 0;
}

int32_t tessera_report(struct tessera_batch *b, int32_t i, double seconds,
                       struct tessera_report *out, struct tessera_error *error)
{
    struct asked x = {.b = b, .i = i, .seconds = seconds};
    api_clear(error);
    if (!has(b, i)) return fail_environment(b, i, error);
    if (!is_time(seconds, error)) return -1;
    if (!api_read(&x.report, sizeof x.report, out, sizeof x.report, "tessera_report",
                  error))
        return -1;
    const size_t size = x.report.size;
    if (api_call(b->game, NULL, l_report, &x, error) != 0) return -1;
    *out = x.report;
    out->size = size;
    return 0;
}
