/*
 * Which way to a shortest line: the one that the model of the game allows, or breadth first.
 */
#include "optimal.h"

#include "breadth.h"
#include "cheapest.h"

/* So many positions are expanded breadth first, which is the fastest for each of them. */
enum { FEW = 50000 };

/* ---- breadth first ---- */

/* The first positions by depth. */
static enum search_end by_depth(struct solver *whole)
{
    struct successors *x = whole->x;
    struct solve *s = whole->solve;
    const struct search_limits *limits = x->limits;
    const int64_t most = x->progress.nodes + FEW;
    whole->few = *limits;
    if (most < limits->nodes) whole->few.nodes = most;
    x->limits = &whole->few;
    struct visited met;
    int32_t found;
    const struct goal goal = {s->goal->reached, NULL, s->goal->with, s->goal->anywhere};
    enum search_end end = search_shortest(x, &met, &goal, &found);
    if (found != NOT_FOUND) end = breadth_tell(x, s, &met, found);
    if (found == NOT_FOUND && end == SEARCH_DONE && !x->drew)
        s->proven = SOLVE_UNSOLVABLE;
    if (found == NOT_FOUND && s->lower < x->progress.depth + 1)
        s->lower = x->progress.depth + 1;
    s->method = "breadth-first";
    if (end == SEARCH_NODES) visited_drop(&met);
    x->limits = limits;
    const bool goes_on = end == SEARCH_NODES && x->progress.nodes < limits->nodes;
    return goes_on ? SEARCH_GOES_ON : end;
}

enum search_end optimal_solve(struct solver *s)
{
    if (s->solve->counter != NULL) return cheapest_solve(s);
    const enum search_end end = by_depth(s);
    return end == SEARCH_GOES_ON ? cheapest_solve(s) : end;
}
