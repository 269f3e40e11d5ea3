/*
 * The budget of CPU time that a call into a user's function has: a rule, a goal, a
 * property. **A call costs a few instructions to watch:** it enters a frame into a list.
 *
 *     call of `apply`       | frame: "the rule apply", thread L |  <- lbudget.call, the outermost
 *       coroutine in it     | frame: thread of the coroutine    |  <- lbudget.top
 *     timer, 8 in a budget  is it still the same call? count; 8 times the same: `over`
 *
 * A timer of CPU time (SIGVTALRM) looks whether the call that it saw is still the same;
 * while nothing is called it stops itself. When the budget is used up, its handler sets a
 * hook in the thread that runs, as lua.c does for Ctrl-C; the hook raises an error at
 * each instruction until the call has ended, so no pcall keeps it. The frames say which
 * thread runs, so no coroutine escapes. Where no hook is reached (a function of C, a
 * message handler) the handler ends the process after three budgets, and names the line that
 * has called; what is kept for the parent is handed over first (lprocess_last.c).
 *
 * It calls sigaction and setitimer when it starts, setitimer and rt_sigreturn later,
 * which the wall allows (lwall_calls.c). WebAssembly has no signals: a page ends its worker.
 *
 * The frames belong to a process with one Lua state (`on`). In the C library, which other programs
 * have inside (TESSERA_EMBEDDED), budgets are counted and belong to a state.
 */
#ifndef TESSERA_BIND_SYSTEM_LBUDGET_H
#define TESSERA_BIND_SYSTEM_LBUDGET_H

#include <signal.h>
#include <stdatomic.h>

#include "bind/bind.h"

/* A call that has begun and not ended. */
struct lbudget_frame {
    struct lbudget_frame *outer;
    lua_State *L;    /* the thread that runs in it; NULL: it is not counted */
    lua_State *from; /* the thread that has begun it */
    const char
        *name; /* "the rule apply"; NULL: it is no call of its own, but a coroutine */
    /* Says what the call is for, " to 'go'"; or NULL. A signal's handler calls it. */
    void (*tell)(const struct lbudget_frame *, struct text *);
};

#ifdef __EMSCRIPTEN__ /* It has no signals: a page ends a worker that does not answer. */
static inline bool lbudget_is_over(lua_State *L)
{
    (void)L;
    return false;
}
static inline void lbudget_switch(struct lbudget_frame *f, lua_State *L, lua_State *from)
{
    (void)f, (void)L, (void)from;
}
static inline void lbudget_enter(struct lbudget_frame *f, lua_State *L, const char *name)
{
    (void)f, (void)L, (void)name;
}
static inline bool lbudget_leave(struct lbudget_frame *f)
{
    (void)f;
    return false;
}
#elif defined TESSERA_EMBEDDED
/* In another program there are no signals, and several Lua states: each has a budget of its own,
 * which counts instructions (api/budget.c). Lua's extra space of each
 * thread points to it. */
struct lbudget {
    int64_t left, most; /* instructions of the call, of a call */
    bool over;          /* the call has used them up, or was refused something */
    bool timed;         /* `until` is set */
    double until;       /* the CPU time of the thread, in seconds */
    struct poll poll;   /* whether the program ends the call; NULL: it does not */
    struct lbudget_frame *top, *call;
    char refused[1024]; /* "" or what the call was refused */
    char where[512];    /* where it was */
};

static inline struct lbudget *lbudget_of(lua_State *L)
{
    return *(struct lbudget **)lua_getextraspace(L);
}

/* Sets the budget of a new Lua state. */
void lbudget_open(lua_State *L, struct lbudget *);

/* Ends the call: nothing of it is carried out any more. Raises an error. */
int lbudget_refuse(lua_State *L, const char *message);

/* Ends the outermost call, whose budget is used up. */
void lbudget_end(struct lbudget_frame *);

static inline bool lbudget_is_over(lua_State *L)
{
    return lbudget_of(L)->over;
}

static inline bool lbudget_interrupted(lua_State *L)
{
    const struct poll *poll = &lbudget_of(L)->poll;
    return poll->stop != NULL && poll->stop(poll->with);
}

static inline const struct lbudget_frame *lbudget_top(lua_State *L)
{
    return lbudget_of(L)->top;
}

static inline void lbudget_switch(struct lbudget_frame *f, lua_State *L, lua_State *from)
{
    enum { COST = 200 }; /* a thread begins its count anew */
    struct lbudget *b = lbudget_of(L);
    *f = (struct lbudget_frame){b->top, L, from, NULL, NULL};
    b->left -= COST;
    b->top = f;
}

static inline void lbudget_enter(struct lbudget_frame *f, lua_State *L, const char *name)
{
    struct lbudget *b = lbudget_of(L);
    *f = (struct lbudget_frame){b->top, L, L, name, NULL};
    b->top = f;
    if (b->call != NULL) return;
    b->call = f;
    b->left = b->most;
    b->over = b->timed = false;
    b->refused[0] = '\0';
}

static inline bool lbudget_leave(struct lbudget_frame *f)
{
    struct lbudget *b = lbudget_of(f->L);
    b->top = f->outer;
    if (b->call != f) return false;
    b->call = NULL;
    if (!b->over) return false;
    lbudget_end(f);
    return true;
}
#else
extern struct lbudget {
    bool on;
    volatile sig_atomic_t ticking; /* the timer runs */
    volatile sig_atomic_t over;    /* the call has used up its budget */
    struct lbudget_frame *volatile top;
    struct lbudget_frame *volatile call; /* the outermost one that has a name, or NULL */
    volatile unsigned calls;             /* how many have begun */
} lbudget;

/* Starts the timer, if there is a budget. */
void lbudget_tick(void);

/* Ends the outermost call, whose budget is used up. */
void lbudget_end(struct lbudget_frame *);

/* A coroutine runs from now on. */
static inline void lbudget_switch(struct lbudget_frame *f, lua_State *L, lua_State *from)
{
    *f = (struct lbudget_frame){lbudget.top, L, from, NULL, NULL};
    atomic_signal_fence(memory_order_release);
    if (lbudget.on) lbudget.top = f;
}

/* A call begins. */
static inline void lbudget_enter(struct lbudget_frame *f, lua_State *L, const char *name)
{
    f->L = NULL;
    f->outer = lbudget.top;
    if (!lbudget.on) return;
    *f = (struct lbudget_frame){lbudget.top, L, L, name, NULL};
    atomic_signal_fence(memory_order_release);
    lbudget.top = f;
    if (lbudget.call != NULL) return;
    lbudget.calls++;
    lbudget.call = f;
    if (!lbudget.ticking) lbudget_tick();
}

/* A call ends, or a coroutine rests. True if it was the outermost call and its budget is used
 * up: an error is to be told as that of the budget. */
static inline bool lbudget_leave(struct lbudget_frame *f)
{
    bool last = lbudget.call == f;
    if (last) lbudget.call = NULL;
    lbudget.top = f->outer;
    if (f->L == NULL || !lbudget.on) return false;
    if (!last || !lbudget.over) return false;
    lbudget_end(f);
    return true;
}

/* Whether the call that runs has used up its budget: a function of C may end early. */
static inline bool lbudget_is_over(lua_State *L)
{
    (void)L;
    return lbudget.over;
}

/* The innermost frame. */
static inline const struct lbudget_frame *lbudget_top(lua_State *L)
{
    (void)L;
    return lbudget.top;
}
#endif

#ifndef TESSERA_EMBEDDED
/* Whether another program, which has the library inside, ends the call; here a signal ends the process. */
static inline bool lbudget_interrupted(lua_State *L)
{
    (void)L;
    return false;
}
#endif

/* What is told of a call that has used up its budget. */
struct lbudget_late {
    const char *name;
    int function;            /* its index, or 0 */
    const struct game *game; /* NULL: nothing is told of the state */
    const void *state;
    action a;
    bool acting; /* it has played the action */
};

/* Pushes the error of such a call; under a lack of memory that error. */
void lbudget_push(lua_State *L, const struct lbudget_late *);

/* The error of such a call, of which `where` says the line and `spent` how much it has used, ends
 * on top of the stack (lbudget_late.c). */
void lbudget_tell(lua_State *L, const struct lbudget_late *, const char *where,
                  const char *spent);

/* budget.call(name, f, ...): calls f(...) with a budget. Errors: those of f; and that the budget
 * is used up. */
int lbudget_call(lua_State *L);

#endif
