/*
 * The line that costs least, by A* (Hart, Nilsson and Raphael, 1968) over the positions of a solver,
 * with the bounds of its rating. What an action costs is 1, or what it adds to a counter.
 *
 *     by actions     @ $ .     each position by itself
 *     by pushes      @ $ .     steps cost nothing, so the region of the avatar is one position
 */
#ifndef TESSERA_SEARCH_SOLVE_CHEAPEST_H
#define TESSERA_SEARCH_SOLVE_CHEAPEST_H

#include "solver.h"

enum { WEIGHT_ONE = 4 };

struct waiting {
    int32_t number, cost;
};

struct bucket {
    struct waiting *at;
    int64_t count, room;
};

struct cheapest {
    bool bounded;   /* the rating's bounds are bounds of the cost */
    bool regions;   /* what an avatar does in its region costs nothing */
    bool strolls;   /* some action that only moves the avatar costs nothing */
    int32_t weight; /* of the rest in the order of expanding, in quarters */
    bool all;       /* of what is cheaper than a line all has been seen */
    int64_t limit;  /* lines that cost as much are not looked for; 0: there is none */
    int32_t *cost,
        *rest; /* by position; rest: CHEAPEST_GOAL, CHEAPEST_DEAD, or a bound */
    int64_t cost_room, rest_room;
    struct bucket *bucket; /* by cost and rest */
    int64_t buckets, buckets_room;
    int64_t least; /* no position waits in a bucket before it */
};

/* Answers s->solve, whose answer is set to nothing; s is all zero but for what it is asked. */
enum search_end cheapest_solve(struct solver *s);

/* Searches from the root for a line to the goal that costs less than this, until so many successors
 * are made. *cheaper: s->solve has one, the cheapest that was met. s->cheapest->all: there is no
 * cheaper one. */
enum search_end cheapest_cheaper(struct solver *s, int64_t cost, int64_t until,
                                 bool *cheaper);

/* solver_meet for a search by cost. */
enum search_end cheapest_meet(struct solver *s, const struct rated *);

#endif
