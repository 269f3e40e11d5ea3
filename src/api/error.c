/*
 * Errors of the C library, and what its functions share that read the caller's arguments.
 */
#include <stdarg.h>
#include <stdio.h>

#include "inside.h"

void api_clear(struct tessera_error *error)
{
    if (error != NULL) memset(error, 0, sizeof *error);
}

int api_fail(struct tessera_error *error, const char *format, ...)
{
    va_list list;
    if (error == NULL) return -1;
    memset(error, 0, sizeof *error);
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    return -1;
}

static void copy(char *to, size_t room, const char *text)
{
    struct text t = text_into(to, room);
    text_string(&t, text);
}

static int32_t whole(lua_State *L, int index)
{
    lua_Integer n = lua_tointeger(L, index);
    return n > 0 && n <= INT32_MAX ? (int32_t)n : 0;
}

/* fault(error, the value that was raised): fills in a struct tessera_error */
static int l_fault(lua_State *L)
{
    struct tessera_error *error = lua_touserdata(L, 1);
    const struct tessera_game *g = lua_touserdata(L, 2);
    bind_require(L, "tessera.api.open");
    lua_getfield(L, -1, "fault");
    lua_pushvalue(L, 3);
    lua_pushstring(L, g->path);
    lua_call(L, 2, 5);
    copy(error->text, sizeof error->text, luaL_checkstring(L, -5));
    copy(error->file, sizeof error->file, luaL_optstring(L, -4, ""));
    error->line = whole(L, -3);
    error->column = whole(L, -2);
    copy(error->rule, sizeof error->rule, luaL_optstring(L, -1, ""));
    return 0;
}

/* "the rule apply" as the name of a rule, "apply". */
static void copy_rule(struct tessera_error *error, const struct tessera_game *g)
{
    static const char prefix[] = "the rule ";
    const struct host *host = g->game != NULL ? g->game->host : NULL;
    const char *rule = host != NULL ? host->blamed : NULL;
    if (rule == NULL) return;
    bool named = strncmp(rule, prefix, sizeof prefix - 1) == 0;
    copy(error->rule, sizeof error->rule, rule + (named ? sizeof prefix - 1 : 0));
}

int api_raised(struct tessera_game *g, struct tessera_error *error)
{
    lua_State *L = g->L;
    struct tessera_error unseen;
    int value = lua_gettop(L);
    if (error == NULL) error = &unseen;
    memset(error, 0, sizeof *error);
    /* The call may have ended for a lack of memory: what it has left is freed. */
    lua_gc(L, LUA_GCCOLLECT);
    lua_pushcfunction(L, l_fault);
    lua_pushlightuserdata(L, error);
    lua_pushlightuserdata(L, g);
    lua_pushvalue(L, value);
    if (lua_pcall(L, 3, 0, 0) != LUA_OK) {
        const char *text = lua_type(L, value) == LUA_TSTRING ? lua_tostring(L, value)
                                                             : "not enough memory";
        copy(error->text, sizeof error->text, text);
    }
    lua_settop(L, value - 1);
    copy_rule(error, g);
    return -1;
}

bool api_read(void *to, size_t room, const void *from, size_t least, const char *name,
              struct tessera_error *error)
{
    size_t size = 0;
    memset(to, 0, room);
    if (from == NULL) return api_fail(error, "%s is NULL", name) == 0;
    memcpy(&size, from, sizeof size);
    if (size < least || size > 4096 || size % sizeof(void *) != 0) {
        return api_fail(error, "%s: its size is %zu, not sizeof(struct %s)", name, size,
                        name) == 0;
    }
    for (size_t i = room; i < size; i++) {
        if (((const unsigned char *)from)[i] == 0) continue;
        return api_fail(error,
                        "%s: it has a field that this version of the library does not "
                        "know",
                        name) == 0;
    }
    memcpy(to, from, size < room ? size : room);
    return true;
}

bool api_in(int64_t n, int64_t min, int64_t max, const char *of, const char *name,
            struct tessera_error *error)
{
    if (n >= min && n <= max) return true;
    return api_fail(error, "%s: %s is %lld, not in %lld..%lld", of, name, (long long)n,
                    (long long)min, (long long)max) == 0;
}

int32_t api_text(char *out, size_t room, const char *text, size_t length)
{
    if (length > INT32_MAX) length = INT32_MAX;
    if (out != NULL && room > 0) {
        size_t part = length < room - 1 ? length : room - 1;
        memcpy(out, text, part);
        out[part] = '\0';
    }
    return (int32_t)length;
}

int32_t api_none(char *out, size_t room)
{
    if (out != NULL && room > 0) out[0] = '\0';
    return -1;
}
