/*
 * A search breadth first beside the solver, whose positions cost least: small levels it solves
 * before the solver has looked at their rules, and where the rules say little it is the faster
 * one. The two take turns by the successors that each has made, so nothing depends on time.
 *
 *     breadth_start(&b, x, solve)    the root, and the first few positions
 *     breadth_expand(&b)             one more: of the least depth
 *     b.found                        a goal; no line to one is shorter
 *     b.all                          there is none in all that can be reached
 */
#ifndef TESSERA_SEARCH_SOLVE_BREADTH_H
#define TESSERA_SEARCH_SOLVE_BREADTH_H

#include "search/store/visited.h"
#include "solve.h"

enum {
    BREADTH_FIRST = 10000,    /* so many successors it makes alone, */
    BREADTH_SLOW = 2000,      /* or where each takes long, */
    BREADTH_REGIONS = 100000, /* and at most, where regions are told, */
    BREADTH_MUCH = 400000,    /* most of the time, where the goal is known, */
    BREADTH_GOALS = 1 << 20,  /* and at most, then, */
    BREADTH_BLIND = 1 << 26,  /* and where nothing is known of it */
};

struct breadth {
    struct successors *x;
    struct solve *solve;
    struct visited met;
    int32_t next; /* to be expanded */
    int32_t found;
    int64_t spent; /* successors */
    bool open;     /* it goes on */
    bool all;
};

/* Any end but SEARCH_GOES_ON is that of the whole search. Without memory it is closed. */
enum search_end breadth_start(struct breadth *, struct successors *, struct solve *);
enum search_end breadth_expand(struct breadth *);

/* Frees its positions. */
void breadth_close(struct breadth *);

/* Answers with the line to the position that was found, as a shortest one: SEARCH_DONE. */
enum search_end breadth_tell(struct successors *, struct solve *, struct visited *met,
                             int32_t found);

#endif
