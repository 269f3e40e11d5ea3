/*
 * tessera.rng: seeded random numbers, the same on every machine.
 */
#include "base/rng.h"

#include "bind.h"

static int l_next(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)rng_next(bind_object(L, 1)));
    return 1;
}

static int l_below(lua_State *L)
{
    uint64_t *rng = bind_object(L, 1);
    lua_Integer n = bind_integer(L, 2, 1, UINT32_MAX);
    lua_pushinteger(L, rng_below(rng, (uint32_t)n));
    return 1;
}

static int l_new(lua_State *L)
{
    lua_Integer seed = luaL_checkinteger(L, 1);
    uint64_t *rng = lua_newuserdatauv(L, sizeof *rng, 0);
    *rng = (uint64_t)seed;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, -2);
    return 1;
}

EXPORT int luaopen_tessera_rng(lua_State *L);

int luaopen_tessera_rng(lua_State *L)
{
    static const luaL_Reg metamethods[] = {{NULL, NULL}};
    static const luaL_Reg methods[] = {
        {"below", l_below}, {"next", l_next}, {NULL, NULL}};
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    lua_newtable(L);
    bind_class(L, "tessera.rng", metamethods, methods, NULL);
    luaL_setfuncs(L, functions, 1);
    return 1;
}
