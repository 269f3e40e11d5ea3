/*
 * Inside of the C library: a game, with a Lua state of its own. tessera.h is what others see of it.
 *
 *     tessera_open      open.c     makes the state, asks lua/tessera/api/open.lua for the game
 *     the state         state.c    Lua's libraries, the modules of src/bind, the library's Lua;
 *                                  an allocator with a limit; budget.c: the limit of instructions;
 *                                  interrupt.c: the caller ends a call
 *
 * **No error of Lua leaves the library:** whatever may raise one runs in api_call.
 */
#ifndef TESSERA_API_INSIDE_H
#define TESSERA_API_INSIDE_H

#include <pthread.h>

#include "bind/bind.h"
#include "bind/system/lbudget.h"
#include "bind/system/lmemory.h"
#include "batch/batch.h"
#include "tessera.h"

/* Who is asked whether a call goes on. */
struct api_interrupt {
    int32_t (*stop)(void *with); /* NULL: nobody */
    void *with;
    pthread_t thread;    /* of the call */
    int64_t due;         /* when it is asked again; 0: the call has not been asked yet */
    atomic_bool stopped; /* the call has been ended */
};

struct tessera_game {
    struct lbudget budget; /* the first: Lua's extra space points to it */
    struct api_interrupt interrupt;
    lua_State *L;
    struct lmemory memory;
    const struct game *game;
    char *path; /* the name of its source */
    int32_t levels, rows, columns;
    struct batch_game batch; /* its first positions, actions and planes */
};

struct tessera_batch {
    struct tessera_game *game;
    struct batch batch;
    struct tessera_trees *trees; /* the first of those over it */
    _Atomic int64_t polls;       /* that are left to a call */
};

/* ---- the Lua state (state.c) ---- */

/* Makes the state; false if there is no memory. */
bool api_open_state(struct tessera_game *);

/* Begins a call that may be interrupted (interrupt.c); api_call and api_play do. */
void api_begin(struct tessera_game *);

/* What polls ask: whether the call of a struct tessera_game is to end. Its threads may ask at once. */
bool api_is_interrupted(void *game);

/* Whether it was. */
bool api_was_interrupted(const struct tessera_game *);

/* Calls f(with) protected, with a budget: `name` is what an error says of a call that uses it up,
 * NULL: without one. The results that f leaves, as many as it returns, are dropped. Returns 0; or -1
 * and the error, as text. */
int api_call(struct tessera_game *, const char *name, lua_CFunction f, void *with,
             struct tessera_error *);

/* Push the class of the game's states; the function start(level, seed), which returns a state; the
 * game's module, or nil for a game in C (open.c). */
void api_push_class(lua_State *);
void api_push_start(lua_State *);
void api_push_module(lua_State *);

/* Pushes a copy of a state, as Lua sees it (open.c). */
void api_push_state(lua_State *, const struct tessera_game *, const struct state *);

/* ---- batches (batch_api.c) ---- */

/* Calls f(with), which calls the game of the batch: enters its host, limits its turns. Returns what f
 * does; -1 and the error if that is negative, or a rule raised one. `f` says what is wrong in `why`.
 * `together`: it works in the threads of the batch. */
int32_t api_play(struct tessera_batch *, int32_t (*f)(void *with, struct text *why),
                 void *with, bool together, struct tessera_error *);

/* The batch is about to be freed: its trees do not use it any more (trees_api.c). */
void api_leave_trees(struct tessera_batch *);

/* ---- errors (error.c) ---- */

/* Fills in an error and returns -1. */
int api_fail(struct tessera_error *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Nothing is wrong (yet). `error` may be NULL. */
void api_clear(struct tessera_error *);

/* Fills in the error on top of the Lua stack, and pops it. Returns -1. */
int api_raised(struct tessera_game *, struct tessera_error *);

/* Whether a struct that begins with its size may be read: it has at least `least` bytes. Copies what
 * there is of it to `to`, which has `room`, and zeroes the rest; what a newer program knows beyond
 * that must be 0. */
bool api_read(void *to, size_t room, const void *from, size_t least, const char *name,
              struct tessera_error *);

/* Whether a number of a struct is in these bounds; if not, fills in the error. */
bool api_in(int64_t n, int64_t min, int64_t max, const char *of, const char *name,
            struct tessera_error *);

/* Copies a text into a caller's buffer, and returns its whole length. */
int32_t api_text(char *out, size_t room, const char *text, size_t length);

/* There is no such text: "" and -1. */
int32_t api_none(char *out, size_t room);

#endif
