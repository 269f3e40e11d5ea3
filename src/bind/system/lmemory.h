/*
 * The memory of a Lua state that has a limit: what Lua and the searches of its scripts have. Where a
 * state is not the process's: in the C library (api/state.c), in WebAssembly (web/engine/engine.c).
 */
#ifndef TESSERA_BIND_SYSTEM_LMEMORY_H
#define TESSERA_BIND_SYSTEM_LMEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct lmemory {
    size_t used, most; /* bytes */
    bool refused;      /* more was wanted than there is */
};

/* As a lua_Alloc, for the memory m. */
static inline void *lmemory_allocate(struct lmemory *m, void *memory, size_t had,
                                     size_t size)
{
    if (memory == NULL) had = 0; /* Lua says there which kind of object it wants */
    if (size == 0) {
        free(memory);
        m->used -= had;
        return NULL;
    }
    void *block = NULL;
    if (size <= had || (m->used <= m->most && size - had <= m->most - m->used))
        block = realloc(memory, size);
    if (block != NULL) m->used = m->used - had + size;
    m->refused |= block == NULL;
    return block;
}

#endif
