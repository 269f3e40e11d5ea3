/*
 * tessera.puzzle_core, continued: memory for a program that is read, and fields of the tables of
 * which it consists.
 */
#include "lpuzzle.h"

#include <string.h>

enum { BLOCK = 1 << 16 };

/* ---- memory ---- */

void *lpuzzle_take(struct lpuzzle_building *b, size_t n, size_t size)
{
    size_t bytes = state_align(n * size);
    if (n > PUZZLE_ENTRIES_MAX) luaL_error(b->L, "the program is too large");
    if (bytes > b->left) {
        b->left = bytes > BLOCK ? bytes : BLOCK;
        b->at = lua_newuserdatauv(b->L, b->left, 0);
        memset(b->at, 0, b->left);
        lua_rawseti(b->L, b->blocks, (lua_Integer)lua_rawlen(b->L, b->blocks) + 1);
    }
    void *taken = b->at;
    b->at += bytes;
    b->left -= bytes;
    return taken;
}

void lpuzzle_add(struct lpuzzle_building *b, int32_t number)
{
    if (b->n == b->room) {
        int32_t room = 2 * b->room + 256,
                *more = lpuzzle_take(b, (size_t)room, sizeof *more);
        if (b->n > 0) memcpy(more, b->held, (size_t)b->n * sizeof *more);
        b->held = more;
        b->room = room;
    }
    b->held[b->n++] = number;
}

struct puzzle_list lpuzzle_finish(struct lpuzzle_building *b)
{
    if (b->n == 0) return (struct puzzle_list){NULL, 0};
    int32_t *at = lpuzzle_take(b, (size_t)b->n, sizeof *at);
    memcpy(at, b->held, (size_t)b->n * sizeof *at);
    struct puzzle_list list = {at, b->n};
    b->n = 0;
    return list;
}

/* ---- fields of the table on top of the stack ---- */

int32_t lpuzzle_integer(struct lpuzzle_building *b, const char *name, int32_t min,
                        int32_t max)
{
    lua_getfield(b->L, -1, name);
    lua_Integer n = lua_isnil(b->L, -1) ? min : luaL_checkinteger(b->L, -1);
    if (n < min || n > max) luaL_error(b->L, "%s is out of range", name);
    lua_pop(b->L, 1);
    return (int32_t)n;
}

bool lpuzzle_flag(struct lpuzzle_building *b, const char *name)
{
    lua_getfield(b->L, -1, name);
    bool is = lua_toboolean(b->L, -1);
    lua_pop(b->L, 1);
    return is;
}

int32_t lpuzzle_push_list(struct lpuzzle_building *b, const char *name)
{
    luaL_checkstack(b->L, 8, NULL);
    if (lua_getfield(b->L, -1, name) == LUA_TNIL) {
        lua_pop(b->L, 1);
        lua_newtable(b->L);
    }
    luaL_checktype(b->L, -1, LUA_TTABLE);
    lua_Unsigned n = lua_rawlen(b->L, -1);
    if (n > PUZZLE_ENTRIES_MAX) luaL_error(b->L, "there are too many %s", name);
    return (int32_t)n;
}

int32_t lpuzzle_entry(struct lpuzzle_building *b, int32_t k, int32_t below)
{
    lua_rawgeti(b->L, -1, k + 1);
    lua_Integer n = luaL_checkinteger(b->L, -1);
    if (n < 0 || n >= below) luaL_error(b->L, "number %d is out of range", (int)n);
    lua_pop(b->L, 1);
    return (int32_t)n;
}

void lpuzzle_push_entry(struct lpuzzle_building *b, int32_t k)
{
    lua_rawgeti(b->L, -1, k + 1);
    luaL_checktype(b->L, -1, LUA_TTABLE);
}

/* Adds the numbers of a list. */
static void add_list(struct lpuzzle_building *b, const char *name, int32_t below)
{
    int32_t n = lpuzzle_push_list(b, name);
    for (int32_t k = 0; k < n; k++) lpuzzle_add(b, lpuzzle_entry(b, k, below));
    lua_pop(b->L, 1);
}

struct puzzle_list lpuzzle_list(struct lpuzzle_building *b, const char *name,
                                int32_t below)
{
    add_list(b, name, below);
    return lpuzzle_finish(b);
}
