/*
 * The options of a game's `new`, a table or nothing. tessera.base.errors makes the words
 * of its errors, so that they are the same for games in C and in Lua.
 */
#include <string.h>

#include "bind.h"

/* Pushes errors.shown of the value at `index` > 0: "'text'", "7", "a table". */
static const char *push_shown(lua_State *L, int index)
{
    bind_require(L, "tessera.base.errors");
    lua_getfield(L, -1, "shown");
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    return lua_tostring(L, -1);
}

const char *bind_push_hint(lua_State *L, int index, const char *const *words)
{
    bind_require(L, "tessera.base.errors");
    lua_getfield(L, -1, "hint");
    lua_pushvalue(L, index);
    lua_newtable(L);
    for (int i = 0; words[i] != NULL; i++) {
        lua_pushstring(L, words[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_call(L, 2, 1);
    return lua_tostring(L, -1);
}

/* The index of the string on top of the stack among the words, or -1. */
static int find_word(lua_State *L, const char *const *words)
{
    size_t n;
    if (lua_type(L, -1) != LUA_TSTRING) return -1;
    const char *word = lua_tolstring(L, -1, &n);
    for (int i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) == n && memcmp(words[i], word, n) == 0) return i;
    }
    return -1;
}

/* Raises an error: the key on top of the stack is none of the names. */
static int fail_unknown(lua_State *L, int index, const char *const *names)
{
    int key = lua_gettop(L);
    if (names[0] == NULL) {
        lua_pushfstring(L, "%s has no options", bind_game_of(L)->name);
    } else {
        const char *shown = push_shown(L, key), *hint = bind_push_hint(L, key, names);
        lua_pushfstring(L, "unknown option %s%s", shown, hint);
    }
    return luaL_argerror(L, index, lua_tostring(L, -1));
}

bool bind_options(lua_State *L, int index, const char *const *names,
                  const char *const *drawn)
{
    lua_settop(L, index);
    if (lua_isnil(L, index)) return false;
    luaL_checktype(L, index, LUA_TTABLE);
    for (lua_pushnil(L); lua_next(L, index) != 0;) {
        lua_pop(L, 1);
        if (find_word(L, names) < 0) fail_unknown(L, index, names);
        if (drawn == NULL || find_word(L, drawn) < 0) continue;
        bind_option_fail(L, index, lua_tostring(L, -1), 0, "the map says this already");
    }
    return true;
}

int bind_option_fail(lua_State *L, int index, const char *name, int32_t entry,
                     const char *what)
{
    if (entry > 0) {
        lua_pushfstring(L, "option '%s[%d]': %s", name, (int)entry, what);
    } else {
        lua_pushfstring(L, "option '%s': %s", name, what);
    }
    return luaL_argerror(L, index, lua_tostring(L, -1));
}

/* Pushes the option; false if it is not given. */
static bool get_option(lua_State *L, int index, const char *name)
{
    if (!lua_isnil(L, index)) return lua_getfield(L, index, name) != LUA_TNIL;
    lua_pushnil(L);
    return false;
}

/* Raises an error: the option on top of the stack is not `type`. */
static int fail_type(lua_State *L, int index, const char *name, const char *type)
{
    const char *shown = push_shown(L, lua_gettop(L));
    lua_pushfstring(L, "expected a value of type %s, got %s", type, shown);
    return bind_option_fail(L, index, name, 0, lua_tostring(L, -1));
}

lua_Integer bind_option_integer(lua_State *L, int index, const char *name,
                                lua_Integer otherwise, lua_Integer min, lua_Integer max)
{
    lua_Integer n = otherwise;
    if (get_option(L, index, name)) {
        int whole = 0;
        if (lua_type(L, -1) == LUA_TNUMBER) n = lua_tointegerx(L, -1, &whole);
        if (!whole) fail_type(L, index, name, "integer");
        if (n < min || n > max) {
            lua_pushfstring(L, "expected %I..%I, got %I", min, max, n);
            bind_option_fail(L, index, name, 0, lua_tostring(L, -1));
        }
    }
    lua_pop(L, 1);
    return n;
}

const char *bind_option_string(lua_State *L, int index, const char *name, size_t *n)
{
    if (!get_option(L, index, name)) return NULL;
    if (lua_type(L, -1) != LUA_TSTRING) fail_type(L, index, name, "string");
    return lua_tolstring(L, -1, n);
}

int bind_option_word(lua_State *L, int index, const char *name, const char *const *words)
{
    int word = 0;
    if (get_option(L, index, name)) {
        if (lua_type(L, -1) != LUA_TSTRING) fail_type(L, index, name, "string");
        word = find_word(L, words);
        if (word < 0) {
            int value = lua_gettop(L);
            const char *shown = push_shown(L, value),
                       *hint = bind_push_hint(L, value, words);
            lua_pushfstring(L, "unknown value %s%s", shown, hint);
            bind_option_fail(L, index, name, 0, lua_tostring(L, -1));
        }
    }
    lua_pop(L, 1);
    return word;
}

int32_t bind_option_list(lua_State *L, int index, const char *name, int32_t max)
{
    if (!get_option(L, index, name)) return 0;
    if (!lua_istable(L, -1)) fail_type(L, index, name, "table");
    lua_Unsigned n = lua_rawlen(L, -1);
    if (n > (lua_Unsigned)max) {
        lua_pushfstring(L, "more than %d entries", (int)max);
        bind_option_fail(L, index, name, 0, lua_tostring(L, -1));
    }
    return (int32_t)n;
}
