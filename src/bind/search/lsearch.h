/*
 * Shared by the bindings of searches: lsearch.c, lsearch_best.c and lsolve.c, for any game, and
 * the methods of single games that are searches. The functions are in lsearch_run.c.
 *
 *     lsearch_limits(L, 3, "robots:plan", "");           robots:plan(2, { nodes = 100 })
 *     struct search_run *s = lsearch_begin(L);           clock, memory, callbacks
 *     end = robots_plan(root, 2, &s->limits, &plan, &s->successors.progress);
 *     lsearch_finish(s, end);                            pushes the info, or raises an error
 *     lsearch_push_action(s, plan.best);
 *     return lsearch_answer(L);                          the result, then the info
 *
 * Every search returns its result and an info: a table of how it `ended` ("done", or the
 * limit that was reached: "nodes", "seconds", "memory", "stopped"), `nodes`, `generated`,
 * `positions` where they are told apart, `depth`, `memory`, and further results. Options
 * are checked in one place, tessera.base.search_limits, also for methods of a game.
 *
 * **Callbacks run protected and get a copy of the position.** An error in one ends the
 * search and is raised again unchanged.
 *
 * **The memory of a search comes from the Lua state's allocator and is freed when the
 * function returns,** by a to-be-closed userdata; the garbage collector, which does not
 * see it, would let it pile up. Each block has a header in the list of the run:
 *
 *     run->blocks -> | header | a block of the search | -> | header | ... |
 *                    | header | an extent: | header | kept | header | kept | ... | empty |
 *
 * What is kept for long (`keep` of search_limits) lies in extents of a 16th of what the
 * search has already; an extent is freed with the last block in it. Blocks of 4 MB or
 * more may be mapped by large pages: the first touch of each small page is a call of the
 * system, and these took a tenth of a search's time.
 */
#ifndef TESSERA_BIND_SEARCH_LSEARCH_H
#define TESSERA_BIND_SEARCH_LSEARCH_H

#include <stdatomic.h>

#include "search/shortest/shortest.h"
#include "bind/bind.h"
#include "lsearch_disk.h"

/* Stack indices: of arguments that several functions take, and behind the arguments. */
enum { LSEARCH_OPTIONS = 2, LSEARCH_GOAL = 3, LSEARCH_VALUE = 3, LSEARCH_HEURISTIC = 4 };
enum { LSEARCH_TABLES = 10 };
enum { LSEARCH_PROGRESS = 14, LSEARCH_VIEW, LSEARCH_CLASS, LSEARCH_SESSION };

struct block;
struct model;

/* A running search: a userdata that is closed, and frees its memory, when the function
 * that began it returns or raises an error. */
struct search_run {
    lua_State *L;
    const struct game *game;
    struct successors successors;
    struct search_limits limits;
    struct visited visited;
    struct disk disk;     /* for positions, if it has a file */
    struct block *blocks; /* all memory of the search (lsearch_memory.c) */
    /* Its bytes now, at most so far, and at most allowed; without headers of blocks. */
    size_t used, peak, most;
    struct extent *extent; /* the newest one, or NULL */
    unsigned char *empty;  /* what is empty of it */
    size_t empty_left;
    void *kept_last; /* the block before that, or NULL */
    bool limited;    /* there is a limit of time: `until` */
    double until;    /* in CPU seconds, as all times here */
    double asked;    /* when `stop` was called last */
    int64_t every;   /* successors between two calls of `stop` */
    double told;     /* when the progress was reported last */
    int64_t told_at; /* report again at so many successors */
    size_t lists;    /* bytes of lists that Lua got */
    bool raised;     /* a callback raised an error, which is on top of the stack */
    struct entered entered;
    int others;    /* where the function of the other players lies, if there is one */
    bool shut;     /* the host calls no Lua */
    bool polled;   /* actions of the game ask whether it is late */
    bool threaded; /* they ask in several threads */
    struct poll before; /* what they asked before this search */
    atomic_bool calls;  /* a callback runs: its actions are not late */
    double tried_at;    /* when the clock was read last while actions were tried */
    int64_t tries;      /* tries left until it is read again */
    int64_t between;    /* tries between two readings */
};

/* For a method that is a search: checks its options, a table or nothing, the last
 * argument, at `index`. `what` is the method's name in errors, `names` the options that
 * it has beside the limits, separated by blanks. Replaces the arguments by a table of the
 * checked options, with their defaults. */
void lsearch_limits(lua_State *L, int index, const char *what, const char *names);

/* Begins a search of the state at index 1 with the limits in the table at
 * LSEARCH_OPTIONS. The function's other arguments are at 3 .. 13. The search runs on reseeded
 * copies, so it cannot see the game's dice. */
struct search_run *lsearch_begin(lua_State *L);

/* Gives a run its memory, of at most so many bytes, and a file of at most `disk` bytes if
 * that is not 0; frees all of it. (lsearch_memory.c) */
void lsearch_open_memory(struct search_run *, lua_Integer memory, lua_Integer disk);
void lsearch_free_memory(struct search_run *);

/* Declares that a search which was just begun runs in so many threads: each may take the
 * seconds of its limit, so all of them together as many times as much. An error if
 * there are several and the rules are in Lua. */
void lsearch_threads(struct search_run *, int threads);

/* Merges positions that are images of each other, by a list of tables at `index`, or nil:
 * see symmetries_of in tessera.base.symmetry. Pushes the images. Only for games written in
 * Lua. (lsymmetries.c) */
void lsearch_images(struct search_run *, int index);

/* Ends a search: pushes the info, or raises the error that a rule
 * or a callback raised. */
void lsearch_finish(struct search_run *, enum search_end);

/* Sets an integer field of the table on top of the stack. */
void lsearch_set(lua_State *L, const char *name, int64_t value);

/* Pushes the text of an action; a list of such texts. */
void lsearch_push_action(const struct search_run *, action);
void lsearch_push_line(const struct search_run *, const action *line, int32_t count);

/* Moves the result, on top of the stack, in front of the info; both
 * are returned to Lua. */
static inline int lsearch_answer(lua_State *L)
{
    lua_insert(L, -2);
    return 2;
}

/* Checks that an argument is a function or nil; that the one at
 * LSEARCH_GOAL is a goal. */
void lsearch_check_function(lua_State *L, int index);
void lsearch_check_goal(lua_State *L);

/* The callbacks of struct goal and struct best: they call the functions at LSEARCH_GOAL,
 * LSEARCH_HEURISTIC and LSEARCH_VALUE. `with` is the run. */
int lsearch_reached(void *with, const struct state *);
int64_t lsearch_at_least(void *with, const struct state *);
bool lsearch_value(void *with, const struct state *, int64_t *value);

/* Those of players who act together: the value for one of them, and what another one chooses by the
 * function at run->others. */
bool lsearch_worth(void *with, const struct state *, int player, int64_t *value);
bool lsearch_choice(void *with, const struct state *, int player, action *);

/* The heuristic that was asked for at LSEARCH_HEURISTIC: a function, "own" for that of the game,
 * or nil, which is NULL. */
int64_t (*lsearch_heuristic(const struct search_run *))(void *, const struct state *);

/* Functions of tessera.search_core for the best line, and for solving. */
extern const luaL_Reg lsearch_best[], lsearch_solve[];

/* Tables that the function at LSEARCH_TABLES keeps, as struct kept_tables wants them; `with` is the
 * run. (ltables.c) */
const uint8_t *lsearch_find_table(void *with, const unsigned char *key, size_t length,
                                  size_t bytes);
const uint8_t *lsearch_keep_table(void *with, const unsigned char *key, size_t length,
                                  const uint8_t *table, size_t bytes);
extern const luaL_Reg lsearch_tables[];

/* For specs alone, which hold them against plain twins: what the rules of a game say of a board
 * (lmodel.c), and what the solver makes of exchanges (lexchange.c). */
extern const luaL_Reg lsearch_model[], lsearch_exchange[];

/* Asks the game for its model of the root. False: nothing can be said. Raises an error without
 * memory, as does lsearch_lacks_memory. (lmodel.c) */
bool lsearch_ask_model(const struct search_run *, struct model *);
void lsearch_lacks_memory(lua_State *);

#endif
