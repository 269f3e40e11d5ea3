/*
 * Tables that are kept from one search to the next (search/solve/additive.h), by a function in Lua
 * (tessera.base.tables):
 *
 *     tables(key, bytes)           the table, as a string of so many bytes; or nil
 *     tables(key, bytes, table)    keeps it, and returns it
 *
 * It holds what it returns for as long as it lives itself, so a search may look at the bytes.
 */
#include "base/rng.h"
#include "lsearch.h"

struct asked {
    const unsigned char *key;
    size_t length, bytes;
    const uint8_t *table; /* NULL: it is looked for */
};

/* Calls the function with what is asked. */
static int call_tables(lua_State *L)
{
    const struct asked *a = lua_touserdata(L, 2);
    lua_settop(L, 1);
    lua_pushlstring(L, (const char *)a->key, a->length);
    lua_pushinteger(L, (lua_Integer)a->bytes);
    if (a->table != NULL) lua_pushlstring(L, (const char *)a->table, a->bytes);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/* An error ends the search, but for a lack of memory: then a table is not kept. */
static const uint8_t *ask(struct search_run *s, struct asked *a)
{
    lua_State *L = s->L;
    size_t bytes = 0;
    if (s->raised) return NULL;
    lua_pushcfunction(L, call_tables);
    lua_pushvalue(L, LSEARCH_TABLES);
    lua_pushlightuserdata(L, a);
    atomic_store(&s->calls, true);
    const int status = lua_pcall(L, 2, 1, 0);
    atomic_store(&s->calls, false);
    s->raised = status != LUA_OK && status != LUA_ERRMEM;
    if (s->raised) return NULL;
    const char *table = status == LUA_OK && lua_type(L, -1) == LUA_TSTRING
                            ? lua_tolstring(L, -1, &bytes)
                            : NULL;
    lua_pop(L, 1);
    return bytes == a->bytes ? (const uint8_t *)table : NULL;
}

const uint8_t *lsearch_find_table(void *with, const unsigned char *key, size_t length,
                                  size_t bytes)
{
    struct asked a = {key, length, bytes, NULL};
    return ask(with, &a);
}

const uint8_t *lsearch_keep_table(void *with, const unsigned char *key, size_t length,
                                  const uint8_t *table, size_t bytes)
{
    struct asked a = {key, length, bytes, table};
    return ask(with, &a);
}

/* checksum(text, [first]): 64 bits, the same on every machine. Each word of 8 bytes is mixed in by a
 * bijection, so texts that differ in one word alone never have the same one. */
static int l_checksum(lua_State *L)
{
    enum { WORD = 8 };
    size_t length;
    const unsigned char *text = (const unsigned char *)luaL_checklstring(L, 1, &length);
    uint64_t sum = rng_mix((uint64_t)luaL_optinteger(L, 2, 0) + length);
    for (size_t i = 0; i < length; i += WORD) {
        const size_t left = length - i, count = left < WORD ? left : WORD;
        uint64_t word = 0;
        for (size_t k = 0; k < count; k++) word |= (uint64_t)text[i + k] << 8 * k;
        sum = rng_mix(sum ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    }
    lua_pushinteger(L, (lua_Integer)sum);
    return 1;
}

const luaL_Reg lsearch_tables[] = {{"checksum", l_checksum}, {NULL, NULL}};
