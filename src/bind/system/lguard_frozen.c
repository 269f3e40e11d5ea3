/*
 * tessera.guard, continued: frozen tables. Such a table is empty: its metatable shows a content, and
 * raises an error for what is set. The functions that pass over metatables know of it.
 */
#include "lguard.h"

/* The address is the key of a frozen table's content in its metatable. */
static const char content_key;

/* If the table at index 1 is frozen, its content takes its place. */
static bool thaw(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_getmetatable(L, 1)) return false;
    bool frozen = lua_rawgetp(L, -1, &content_key) == LUA_TTABLE;
    if (frozen) lua_replace(L, 1);
    lua_pop(L, frozen ? 1 : 2);
    return frozen;
}

static int l_rawset(lua_State *L)
{
    luaL_checkany(L, 2);
    luaL_checkany(L, 3);
    lua_settop(L, 3);
    lua_pushvalue(L, 1);
    if (thaw(L)) { /* __newindex of the table says why not */
        lua_replace(L, 1);
        lua_settable(L, 1);
        return luaL_error(L, "the table is frozen");
    }
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 1;
}

static int l_rawget(lua_State *L)
{
    luaL_checkany(L, 2);
    lua_settop(L, 2);
    thaw(L);
    lua_rawget(L, 1);
    return 1;
}

static int l_rawlen(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TTABLE) {
        thaw(L);
    } else {
        luaL_argexpected(L, lua_type(L, 1) == LUA_TSTRING, 1, "table or string");
    }
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

static int l_next(lua_State *L)
{
    thaw(L);
    lua_settop(L, 2);
    if (lua_next(L, 1)) return 2;
    lua_pushnil(L);
    return 1;
}

/* __pairs of a frozen table: `next` of the guard, the table, nil */
static int frozen_pairs(lua_State *L)
{
    lua_settop(L, 1);
    lua_pushcfunction(L, l_next);
    lua_insert(L, 1);
    lua_pushnil(L);
    return 3;
}

/* guard.freeze(t, meta, content): `t` shows a content and keeps its metatable `meta`, which says in
 * __newindex why it cannot be changed */
static int l_freeze(lua_State *L)
{
    for (int i = 1; i <= 3; i++) luaL_checktype(L, i, LUA_TTABLE);
    lua_settop(L, 3);
    lua_pushcfunction(L, frozen_pairs);
    lua_setfield(L, 2, "__pairs");
    lua_rawsetp(L, 2, &content_key);
    lua_setmetatable(L, 1);
    return 0;
}

const luaL_Reg lguard_frozen[] = {
    {"freeze", l_freeze}, {"next", l_next},     {"rawget", l_rawget},
    {"rawlen", l_rawlen}, {"rawset", l_rawset}, {NULL, NULL},
};
