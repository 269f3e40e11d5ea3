/*
 * A Lua whose allocations fail on demand, for spec/game/alloc_spec.lua:
 *
 *     alloc FILE
 *
 * runs a Lua file that has one more global function:
 *
 *     failing(n, f, ...)
 *
 * calls f in a coroutine and lets its n-th allocation fail, once (0: none fails). It
 * returns whether that allocation was reached, whether f returned, and what f returned
 * or raised. Every block that grows moves, and freed memory is overwritten, so that the
 * use of a dangling pointer is noticed. The exit status is 1 after an error, and if any
 * memory is left when Lua is closed.
 */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct heap {
    size_t bytes; /* that are in use */
    long left;    /* allocations until one fails; 0: none does */
    bool failed;
    /* After a failure Lua collects garbage and tries the same allocation once more. */
    struct asked {
        void *block;
        size_t before, size;
    } again;
};

/* In front of each block. */
union header {
    size_t size;
    max_align_t aligned;
};

static bool fails(struct heap *heap, void *block, size_t before, size_t size)
{
    struct asked again = heap->again;
    heap->again.size = 0;
    if (again.size == size && again.block == block && again.before == before) return true;
    if (heap->left == 0 || --heap->left > 0) return false;
    heap->again = (struct asked){block, before, size};
    heap->failed = true;
    return true;
}

static void release(struct heap *heap, union header *old)
{
    if (old == NULL) return;
    heap->bytes -= old->size;
    memset(old + 1, 0xDB, old->size);
    free(old);
}

static void *allocate(void *with, void *block, size_t before, size_t size)
{
    struct heap *heap = with;
    union header *old = block == NULL ? NULL : (union header *)block - 1;
    if (old != NULL && old->size != before) {
        fprintf(stderr, "a block of %zu bytes is said to have %zu\n", old->size, before);
        abort();
    }
    if (size == 0) {
        release(heap, old);
        return NULL;
    }
    size_t had = old == NULL ? 0 : before;
    if (size > had && fails(heap, block, before, size)) return NULL;
    union header *new = malloc(sizeof *new + size);
    if (new == NULL) return NULL;
    new->size = size;
    heap->bytes += size;
    if (old != NULL) memcpy(new + 1, block, had < size ? had : size);
    release(heap, old);
    return new + 1;
}

static int l_failing(lua_State *L)
{
    void *with;
    int results, arguments = lua_gettop(L) - 2;
    lua_getallocf(L, &with);
    struct heap *heap = with;
    lua_Integer n = luaL_checkinteger(L, 1);
    lua_State *other = lua_newthread(L);
    lua_replace(L, 1);
    lua_checkstack(other, arguments + 1);
    lua_xmove(L, other, arguments + 1);
    heap->failed = false;
    heap->left = (long)n;
    int status = lua_pcall(other, arguments, LUA_MULTRET, 0);
    heap->left = 0;
    heap->again.size = 0;
    lua_pushboolean(L, heap->failed);
    lua_pushboolean(L, status == LUA_OK);
    results = lua_gettop(other);
    luaL_checkstack(L, results, NULL);
    lua_xmove(other, L, results);
    return 2 + results;
}

static int trace(lua_State *L)
{
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

int main(int argc, char **argv)
{
    struct heap heap = {0};
    lua_State *L = argc == 2 ? lua_newstate(allocate, &heap) : NULL;
    if (L == NULL) return 2;
    luaL_openlibs(L);
    lua_register(L, "failing", l_failing);
    lua_pushcfunction(L, trace);
    int status = luaL_loadfile(L, argv[1]);
    if (status == LUA_OK) status = lua_pcall(L, 0, 0, -2);
    if (status != LUA_OK) fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_close(L);
    if (heap.bytes > 0) fprintf(stderr, "%zu bytes are left\n", heap.bytes);
    return status != LUA_OK || heap.bytes > 0;
}
