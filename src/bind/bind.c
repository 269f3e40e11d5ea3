/*
 * Shared by all bindings: classes of objects, arguments, the user's current line.
 */
#include "bind.h"

#include <string.h>

void bind_class(lua_State *L, const char *name, const luaL_Reg *metamethods,
                const luaL_Reg *methods, const void *data)
{
    lua_newtable(L);
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)data);
    luaL_setfuncs(L, metamethods, 2);
    lua_newtable(L);
    lua_pushvalue(L, -2);
    lua_pushlightuserdata(L, (void *)(uintptr_t)data);
    luaL_setfuncs(L, methods, 2);
    lua_setfield(L, -2, "__index");
}

void bind_set_metatable(lua_State *L, const char *name, const luaL_Reg *metamethods)
{
    if (luaL_getmetatable(L, name) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushstring(L, name);
        lua_setfield(L, -2, "__name");
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        luaL_setfuncs(L, metamethods, 0);
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_REGISTRYINDEX, name);
    }
    lua_setmetatable(L, -2);
}

void *bind_wrong_object(lua_State *L, int index)
{
    lua_getfield(L, lua_upvalueindex(1), "__name");
    const char *name = lua_tostring(L, -1);
    lua_pop(L, 1); /* it must not stand in for a missing argument */
    luaL_typeerror(L, index, name);
    return NULL;
}

void bind_push_where(lua_State *L)
{
    lua_Debug at;
    for (int level = 0; lua_getstack(L, level, &at) != 0; level++) {
        lua_getinfo(L, "Sl", &at);
        if (at.currentline <= 0) continue;
        lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
        return;
    }
    lua_pushliteral(L, "");
}

lua_Integer bind_integer(lua_State *L, int index, lua_Integer min, lua_Integer max)
{
    lua_Integer n = luaL_checkinteger(L, index);
    if (n < min || n > max) {
        if (min == max) {
            lua_pushfstring(L, "expected %I, got %I", min, n);
        } else {
            lua_pushfstring(L, "expected %I..%I, got %I", min, max, n);
        }
        luaL_argerror(L, index, lua_tostring(L, -1));
    }
    return n;
}

void bind_set_integer(lua_State *L, const char *name, lua_Integer n)
{
    lua_pushinteger(L, n);
    lua_setfield(L, -2, name);
}

void bind_set_string(lua_State *L, const char *name, const char *s)
{
    lua_pushstring(L, s);
    lua_setfield(L, -2, name);
}

void bind_push_character(lua_State *L, int c)
{
    char byte = (char)c;
    lua_pushlstring(L, &byte, 1);
}

int bind_cell(const uint32_t *wide, const char *text, size_t n)
{
    uint32_t code;
    if (wide == NULL) return n == 1 ? (unsigned char)text[0] : -1;
    if (n == 0 || text_character(text, n, &code) != n) return -1;
    if (code < WIDE_FIRST) return (int)code;
    int i = 0;
    while (i < WIDE_MAX && wide[i] != code) i++;
    return i < WIDE_MAX ? WIDE_FIRST + i : -1;
}

bool bind_wide(lua_State *L, int index, uint32_t *codes)
{
    const uint32_t replacement = 0xFFFD; /* for bytes that are no cells */
    if (lua_getfield(L, index, "wide") != LUA_TTABLE || lua_rawlen(L, -1) == 0) {
        lua_pop(L, 1);
        return false;
    }
    lua_Unsigned n = lua_rawlen(L, -1);
    luaL_argcheck(L, n <= WIDE_MAX, index, "there are more than 127 wide characters");
    for (int i = 0; i <= WIDE_MAX; i++) codes[i] = replacement;
    for (lua_Unsigned i = 0; i < n; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        codes[i] = (uint32_t)bind_integer(L, lua_gettop(L), WIDE_FIRST, 0x10FFFF);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

void bind_push_place(lua_State *L, int32_t row, int32_t col)
{
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, row);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, col);
    lua_rawseti(L, -2, 2);
}

static int require(lua_State *L)
{
    lua_pushglobaltable(L);
    lua_getfield(L, -1, "require");
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    return 1;
}

void bind_require(lua_State *L, const char *name)
{
    luaL_requiref(L, name, require, 0);
}

void bind_fail(lua_State *L, const char *message)
{
    bind_require(L, "tessera.base.errors");
    lua_getfield(L, -1, "fail");
    lua_pushliteral(L, "%s");
    lua_pushstring(L, message);
    lua_call(L, 2, 0);
}
