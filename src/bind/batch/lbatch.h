/*
 * tessera.batch_core: batches (src/batch/) as Lua objects, which lua/tessera/batch.lua makes. Lua counts
 * environments, levels, players and actions from 1.
 *
 *     core.new(levels, options)      lbatch.c: levels = { { state, ... }, ... }
 *     batch:step(actions)            lbatch.c: enters the game's host, steps, leaves it
 *     batch:rewards()                lbatch_arrays.c: what the last call has written
 */
#ifndef TESSERA_BIND_BATCH_LBATCH_H
#define TESSERA_BIND_BATCH_LBATCH_H

#include "batch/batch.h"
#include "bind/bind.h"

/* Its first user value is a state of the game, which keeps the game alive. */
struct lbatch {
    struct batch_game game;
    struct batch batch;
    struct batch_arrays arrays;
    int32_t *actions;
    unsigned char *block; /* all arrays */
    bool open;            /* not after its finalizer */
    bool busy;            /* a call is running: a rule in Lua must not use the batch */
};

/* The batch at `index`. */
static inline struct lbatch *lbatch_at(lua_State *L, int index)
{
    struct lbatch *x = bind_object(L, index);
    if (!x->open || x->busy) bind_fail(L, "batch: it is at work, or closed");
    return x;
}

static inline struct lbatch *lbatch_here(lua_State *L)
{
    return lbatch_at(L, 1);
}

/* The number of an environment at `index`, from 0. */
int32_t lbatch_environment(lua_State *L, int index, const struct lbatch *);

/* Takes the memory of the arrays. False: there is none. */
bool lbatch_open_arrays(struct lbatch *);

/* The methods that read the arrays, and those about actions and planes (lbatch_arrays.c). */
extern const luaL_Reg lbatch_array_methods[];

#endif
