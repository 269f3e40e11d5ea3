/*
 * Included before Lua's own sources in the C library: loops of its libraries that call no function
 * of Lua count as instructions, since no hook ends them. lib.mk puts `count_lua` into those of
 * lstrlib.c; those of ltablib.c read a table each time.
 */
#ifndef TESSERA_API_COUNTED_LUA_H
#define TESSERA_API_COUNTED_LUA_H

#include <lua.h>
#include <stdint.h>

/* budget.c */
void count_lua_end(lua_State *L, int64_t instructions);

/* The first member of a struct lbudget: what is left. */
static inline void count_lua(lua_State *L, size_t instructions)
{
    int64_t *left = *(int64_t **)lua_getextraspace(L);
    if ((uint64_t)*left > instructions) {
        *left -= (int64_t)instructions;
    } else {
        count_lua_end(L, (int64_t)(instructions < INT32_MAX ? instructions : INT32_MAX));
    }
}

#ifdef COUNT_TABLES
#define lua_geti(L, index, i) (count_lua(L, 1), lua_geti(L, index, i))
#endif

#endif
