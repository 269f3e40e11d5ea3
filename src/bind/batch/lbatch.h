/*
 * tessera.batch_core: batches (src/batch/) as Lua objects, which lua/tessera/batch.lua makes. Lua counts
 * environments, levels, players and actions from 1.
 *
 *     core.new(levels, options)      lbatch.c: levels = { { state, ... }, ... }
 *     batch:step(actions)            lbatch.c: enters the game's host, steps, leaves it
 *     batch:rewards()                lbatch_arrays.c: what the last call has written
 *     core.trees(batch, options)     ltrees.c: trees over a batch, which lua/tessera/trees.lua makes
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

static inline void lbatch_check(lua_State *L, const struct lbatch *x)
{
    if (!x->open || x->busy) bind_fail(L, "batch: it is at work, or closed");
}

/* The batch at `index`. */
static inline struct lbatch *lbatch_at(lua_State *L, int index)
{
    struct lbatch *x = bind_object(L, index);
    lbatch_check(L, x);
    return x;
}

static inline struct lbatch *lbatch_here(lua_State *L)
{
    return lbatch_at(L, 1);
}

/* Enters the game of the batch at `index`; leaves it, and raises what went wrong, else returns `done`. */
struct entered lbatch_enter(lua_State *L, int index, struct lbatch *);
int32_t lbatch_leave(lua_State *L, struct lbatch *, const struct entered *, int32_t done,
                     const char *why);

/* Options in the table at index 2. */
int32_t lbatch_option(lua_State *L, const char *name, lua_Integer min, lua_Integer max);
float lbatch_number(lua_State *L, const char *name);

/* Reads the list of actions at `index` into the batch's own. A number that is none stays one; a text or
 * another value that is none is an error, or -1 where the environment's episode is over. */
void lbatch_read_actions(lua_State *L, int index, struct lbatch *);

/* The number of an environment at `index`, from 0. */
int32_t lbatch_environment(lua_State *L, int index, const struct lbatch *);

/* Takes the memory of the arrays. False: there is none. */
bool lbatch_open_arrays(struct lbatch *);

/* Push lists. */
int lbatch_push_floats(lua_State *L, const float *at, int32_t n);
int lbatch_push_numbers(lua_State *L, const int32_t *at, int32_t n, int32_t more);

/* The methods that read the arrays, and those about actions and planes (lbatch_arrays.c). */
extern const luaL_Reg lbatch_array_methods[];

/* Makes the class of trees: sets the function `trees` in the module that lies below the class of
 * batches, which is at the top of the stack (ltrees.c). */
void ltrees_open(lua_State *L);

#endif
