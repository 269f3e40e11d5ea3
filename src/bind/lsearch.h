/*
 * What the searches' bindings share: lsearch.c and lbest.c, for any game, and lsolvers.c, for
 * some.
 */
#ifndef TESSERA_LSEARCH_H
#define TESSERA_LSEARCH_H

#include "search/shortest.h"
#include "bind.h"

/* The places of arguments that several functions take, and those on the stack behind the
 * arguments. */
enum { LSEARCH_GOAL = 6, LSEARCH_VALUE = 6 };
enum { LSEARCH_VIEW = 16, LSEARCH_CLASS, LSEARCH_SESSION };

struct block;

/* A search that is running: a userdata that frees its memory when the function that began
 * it returns, in whatever way. */
struct session {
    lua_State *L;
    const struct game *game;
    struct successors successors;
    struct search_limits limits;
    struct visited visited;
    struct block *blocks; /* all memory of the search (lsearch.c), */
    size_t used, most;    /* and its bytes, without the headers of the blocks */
    bool limited;         /* by `until`, in CPU time */
    double until;         /* seconds */
    double asked;         /* when `stop` was asked last */
    int64_t every;        /* so many nodes between two times */
    double told;          /* when the progress was told last, */
    int64_t told_at;      /* and after so many nodes */
    size_t lists;         /* bytes of lists for Lua */
    bool raised;          /* the error is on top of the stack */
    struct entered entered;
    double tried_at; /* when the time was looked at last while actions were tried, */
    int64_t tries;   /* after so many tries from then on it is looked at again */
    int64_t between;
};

/* Begins a search of the state at index 1 with the limits at 2 .. 5 (see lsearch.c). The
 * function's other arguments are at 6 .. 15. The search runs on reseeded
 * copies, so it cannot see the game's dice. */
struct session *lsearch_begin(lua_State *L);

/* Pushes how the search ended and how far it came, or raises what was raised. */
int lsearch_finish(struct session *, enum search_end);

/* Pushes a list of codes. */
void lsearch_push_line(lua_State *L, const action *line, int32_t count);

/* The argument must be a function or nil; the one at LSEARCH_GOAL a goal. */
void lsearch_check_function(lua_State *L, int index);
void lsearch_check_goal(lua_State *L);

/* Ask what is at LSEARCH_GOAL or LSEARCH_VALUE; `with` is the session. As in struct goal and
 * struct best. */
int lsearch_reached(void *with, const struct state *);
bool lsearch_value(void *with, const struct state *, int64_t *value);

/* Functions of tessera.search_core for the best line (lbest.c). */
extern const luaL_Reg lsearch_best[];

/* Functions of tessera.search_core for single games (lsolvers.c). */
extern const luaL_Reg lsearch_solvers[];

#endif
