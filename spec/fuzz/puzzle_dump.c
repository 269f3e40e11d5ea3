/*
 * A module of Lua for spec/fuzz/puzzle_seeds.lua: numbers(make), the compiled program behind
 * the function `make` of a module of tessera.puzzle_core, as puzzle_words.h writes it.
 */
#include "bind/bind.h"
#include "puzzle_words.h"

static int l_numbers(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    if (lua_getupvalue(L, 1, 2) == NULL) return luaL_error(L, "expected `make`");
    struct puzzle p = *(const struct puzzle *)lua_touserdata(L, -1);
    struct text measured = text_into(NULL, 0);
    struct words w = {.out = &measured, .changed = -1, .fine = true};
    walk_puzzle(&w, &p);
    char *bytes = lua_newuserdatauv(L, measured.length + 1, 0);
    struct text t = text_into(bytes, measured.length + 1);
    w.out = &t;
    walk_puzzle(&w, &p);
    lua_pushlstring(L, bytes, t.length);
    return 1;
}

EXPORT int luaopen_puzzle_dump(lua_State *L);

int luaopen_puzzle_dump(lua_State *L)
{
    lua_pushcfunction(L, l_numbers);
    return 1;
}
