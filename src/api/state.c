/*
 * The Lua state of a game: an allocator with a limit, Lua's libraries, the modules of src/bind, and the
 * library's Lua, which lies in this file's program (embedded_texts).
 */
#include <lualib.h>

#include "embedded.h"
#include "inside.h"

/* How the library's files are called in Lua: no user's file has this path. */
#define HOME "<tessera>/"

/* An allocation counts as one instruction for so many bytes. */
enum { BYTES_AN_INSTRUCTION = 32 };

static void *allocate(void *with, void *memory, size_t had, size_t size)
{
    struct tessera_game *g = with;
    const size_t before = g->memory.used;
    void *block = lmemory_allocate(&g->memory, memory, had, size);
    if (g->memory.used > before && g->budget.left > -(INT64_C(1) << 40)) {
        g->budget.left -= (int64_t)((g->memory.used - before) / BYTES_AN_INSTRUCTION);
    }
    return block;
}

static const struct embedded_text *find_text(const char *path)
{
    for (const struct embedded_text *t = embedded_texts; t->path != NULL; t++) {
        if (strcmp(t->path, path) == 0) return t;
    }
    return NULL;
}

/* Pushes the function of a text of the library; false if there is none. */
static bool load_text(lua_State *L, const char *path)
{
    const struct embedded_text *t = find_text(path);
    if (t == NULL) return false;
    lua_pushfstring(L, "@" HOME "%s", path);
    if (luaL_loadbufferx(L, t->text, t->length, lua_tostring(L, -1), "t") != LUA_OK)
        lua_error(L);
    lua_remove(L, -2);
    return true;
}

/* A searcher of `require`. */
static int l_search(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    const char *path = luaL_gsub(L, name, ".", "/");
    path = lua_pushfstring(L, "lua/%s.lua", path);
    if (load_text(L, path)) {
        lua_pushvalue(L, -2);
        return 2;
    }
    return embedded_lacks(L, name, "C library");
}

/* dofile of a script of the library; others it cannot run. */
static int l_dofile(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    size_t home = strlen(HOME);
    bool ours = strncmp(path, HOME, home) == 0 && load_text(L, path + home);
    if (!ours && luaL_loadfilex(L, path, "t") != LUA_OK) return lua_error(L);
    lua_call(L, 0, LUA_MULTRET);
    return lua_gettop(L) - 1;
}

static int l_exit(lua_State *L)
{
    return luaL_error(L, "os.exit: the process is not the game's");
}

static void set_path(lua_State *L)
{
    lua_getglobal(L, "package");
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "path");
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "cpath");
    lua_pop(L, 1);
}

/* The same numbers in each process: games draw theirs from the state, but may do otherwise. */
static void seed_math(lua_State *L)
{
    lua_getglobal(L, "math");
    lua_getfield(L, -1, "randomseed");
    lua_pushinteger(L, 0);
    lua_call(L, 1, 0);
    lua_pop(L, 1);
}

static int open_libraries(lua_State *L)
{
    lua_pushboolean(L, 1); /* no paths of the environment */
    lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
    embedded_open(L, l_search);
    lua_register(L, "dofile", l_dofile);
    lua_getglobal(L, "os");
    lua_pushcfunction(L, l_exit);
    lua_setfield(L, -2, "exit");
    lua_pop(L, 1);
    set_path(L);
    seed_math(L);
    return 0;
}

bool api_open_state(struct tessera_game *g)
{
    g->L = lua_newstate(allocate, g);
    if (g->L == NULL) return false;
    lbudget_open(g->L, &g->budget);
    g->budget.poll = (struct poll){api_is_interrupted, g};
    lua_pushcfunction(g->L, open_libraries);
    return lua_pcall(g->L, 0, 0, 0) == LUA_OK;
}

int api_call(struct tessera_game *g, const char *name, lua_CFunction f, void *with,
             struct tessera_error *error)
{
    lua_State *L = g->L;
    struct lbudget_frame frame;
    const struct lbudget_late late = {.name = name};
    int top = lua_gettop(L);
    bool is_late = false;
    api_begin(g);
    if (g->game != NULL && g->game->host != NULL) g->game->host->blamed = NULL;
    lua_pushcfunction(L, f);
    lua_pushlightuserdata(L, with);
    if (name != NULL) lbudget_enter(&frame, L, name);
    int status = lua_pcall(L, 1, 0, 0);
    if (name != NULL) is_late = lbudget_leave(&frame);
    if (status == LUA_OK && !is_late && !api_was_interrupted(g)) return 0;
    if (is_late) lbudget_push(L, &late);
    if (status != LUA_OK || is_late) api_raised(g, error);
    lua_settop(L, top);
    return api_was_interrupted(g) ? api_fail(error, "interrupted") : -1;
}
