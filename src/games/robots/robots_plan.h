/*
 * A planner for Robots: it looks a few moves ahead and lets the strategy play the rest.
 *
 *     ahead 0    the strategy plays to the end                 lost, 3 robots destroyed
 *     ahead 1    each walk, or its choice, then the strategy   "W" wins: that is the plan
 */
#ifndef TESSERA_ROBOTS_PLAN_H
#define TESSERA_ROBOTS_PLAN_H

#include "robots.h"
#include "search/search.h"

enum { ROBOTS_AHEAD_MAX = 6 };

struct robots_plan {
    action best; /* ROBOTS_NO_ACTION after the game */
    bool wins;   /* proven: the plan leads to victory */
};

/* Improves the strategy by rollouts of itself (Tesauro and Galperin, "On-line policy
 * improvement using Monte-Carlo search", 1996). Tries all lines of at most `ahead` moves,
 * 0 .. ROBOTS_AHEAD_MAX, each of them a walk or the strategy's choice (robots_choose),
 * and lets the strategy play on from there. The plan is the first move of a line that
 * wins; if there is none, of a line that destroys most robots, and of these of one that
 * loses latest. Deepens from 0 to `ahead`; if a limit ends that, the plan is that of the
 * last complete depth. Nodes are moves. */
enum search_end robots_plan(const struct robots *, int32_t ahead,
                            const struct search_limits *, struct robots_plan *,
                            struct search_progress *);

#endif
