/*
 * Searches through all positions that can be reached, for any game by its protocol.
 */
#ifndef TESSERA_SHORTEST_H
#define TESSERA_SHORTEST_H

#include "successors.h"
#include "visited.h"

/* Begins with the root alone. SEARCH_GOES_ON, or there is no memory. */
enum search_end search_begin(struct successors *, struct visited *);

/* Adds what follows position `number`, which x->from must be. `each`, if not NULL, hears
 * of all that follows, x->to, and whether it is new; what it answers but SEARCH_GOES_ON
 * ends the search. */
enum search_end search_follow(struct successors *x, struct visited *, int32_t number,
                              enum search_end (*each)(void *with, int32_t next, bool new,
                                                      struct reached),
                              void *with);

/* Counts the positions that are first reached after 0 .. *depth actions, breadth first:
 * counts[0 .. *depth]. If a limit ends that, *depth becomes the last one whose count is
 * complete. */
enum search_end search_walk(struct successors *, struct visited *, int32_t *depth,
                            int64_t *counts);

/* What is searched for. */
struct goal {
    /* 1 if the position is one, 0 if not, less than 0 after an error. */
    int (*reached)(void *with, const struct state *);
    /* How many actions to the goal are left at least; less than 0 after an error. NULL:
     * breadth first. */
    int64_t (*at_least)(void *with, const struct state *);
    void *with;
};

enum { NOT_FOUND = -1 };

/* The shortest line to a goal, by A* (Hart, Nilsson and Raphael, 1968) or, without
 * at_least, breadth first. Afterwards `found` is the number of its position or, if there
 * is none, NOT_FOUND; that is proven after SEARCH_DONE. */
enum search_end search_shortest(struct successors *, struct visited *,
                                const struct goal *, int32_t *found);

/* Statistics over all reachable positions. What follows a goal is not looked at. */
struct statistics {
    int64_t positions; /* different ones */
    int64_t actions;   /* in them that lead to another position */
    int64_t inner;     /* positions with such actions */
    int64_t goals;
    int64_t dead_ends; /* positions from which no goal can be reached */
    int32_t length;    /* of the shortest solution, or NOT_FOUND */
    int64_t solutions; /* of that length, at most STATE_COUNT_MAX */
};

/* Looks at every position. What it says holds after SEARCH_DONE only. (statistics.c) */
enum search_end search_statistics(struct successors *, struct visited *,
                                  const struct goal *, struct statistics *);

enum { SEARCH_LENGTH_MAX = 100000 };

/* All shortest lines to goals, at most max of them, one after the other, in the order of
 * their actions. `line` has room for SEARCH_LENGTH_MAX actions. Of `out` only the length
 * and the solutions, how many lines there are, hold. What `take` answers but
 * SEARCH_GOES_ON ends the search. (statistics.c) */
enum search_end search_all_shortest(
    struct successors *, struct visited *, const struct goal *, struct statistics *out,
    action *line, int64_t max,
    enum search_end (*take)(void *with, const action *line, int32_t count));

#endif
