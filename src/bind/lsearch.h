/*
 * What the searches' bindings share: lsearch.c and lbest.c, for any game, and the methods
 * of single games that are searches. lsession.c has what is declared here.
 *
 * Every search answers what it found, and an info: a table of how it `ended` ("done", or
 * the limit that was reached: "nodes", "seconds", "memory", "stopped"), `nodes`, `depth`,
 * `memory`, and what else it found.
 */
#ifndef TESSERA_LSEARCH_H
#define TESSERA_LSEARCH_H

#include "search/shortest.h"
#include "bind.h"

/* The places of arguments that several functions take, and those on the stack behind the
 * arguments. */
enum { LSEARCH_OPTIONS = 6, LSEARCH_GOAL = 6, LSEARCH_VALUE = 6, LSEARCH_HEURISTIC = 7 };
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
    struct block *blocks; /* all memory of the search (lsession.c), */
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

/* For a method that is a search: checks its last argument, at `index`, a table of options
 * or nothing. `what` is what errors call the method, `names` the options that it has beside
 * the limits, with blanks between. Puts the limits in place of the arguments, at 2 .. 5,
 * and at LSEARCH_OPTIONS a table of the checked options, with their defaults. */
void lsearch_limits(lua_State *L, int index, const char *what, const char *names);

/* Begins a search of the state at index 1 with the limits at 2 .. 5 (see lsearch.c). The
 * function's other arguments are at 6 .. 15. The search runs on reseeded
 * copies, so it cannot see the game's dice. */
struct session *lsearch_begin(lua_State *L);

/* Pushes the info, or raises what was raised. */
void lsearch_finish(struct session *, enum search_end);

/* Sets a field of the table on top of the stack. */
void lsearch_set(lua_State *L, const char *name, int64_t value);

/* Pushes an action as its text; a list of actions. */
void lsearch_push_action(const struct session *, action);
void lsearch_push_line(const struct session *, const action *line, int32_t count);

/* Puts what was found, on top of the stack, in front of the info: the two results. */
static inline int lsearch_answer(lua_State *L)
{
    lua_insert(L, -2);
    return 2;
}

/* The argument must be a function or nil; the one at LSEARCH_GOAL a goal. */
void lsearch_check_function(lua_State *L, int index);
void lsearch_check_goal(lua_State *L);

/* Ask what is at LSEARCH_GOAL, LSEARCH_HEURISTIC or LSEARCH_VALUE; `with` is the session.
 * As in struct goal and struct best. */
int lsearch_reached(void *with, const struct state *);
int64_t lsearch_at_least(void *with, const struct state *);
bool lsearch_value(void *with, const struct state *, int64_t *value);

/* Functions of tessera.search_core for the best line (lbest.c). */
extern const luaL_Reg lsearch_best[];

#endif
