/*
 * A planner for Robots: it looks some moves ahead, and then trusts the strategy.
 */
#ifndef TESSERA_ROBOTS_PLAN_H
#define TESSERA_ROBOTS_PLAN_H

#include "robots.h"
#include "search/search.h"

enum { ROBOTS_AHEAD_MAX = 6 };

struct robots_plan {
    action best; /* ROBOTS_NO_ACTION after the game */
    bool wins;   /* the plan leads to victory, for certain: the game has no chance */
};

/* Tries all lines of at most `ahead` moves, 0 .. ROBOTS_AHEAD_MAX, and lets the strategy
 * (robots_choose) play each of them on to its end. In a line, the player may walk
 * anywhere, or do what the strategy would do. The plan is the first move of a line that
 * wins, or else of the one that destroys most robots, and of these the one that loses
 * latest. So the strategy is improved by rollouts of itself (Tesauro and Galperin,
 * "On-line policy improvement using Monte-Carlo search", 1996). Looks 0, 1, 2 ... moves
 * ahead; if a limit ends that, the plan is from the last look that was complete. Nodes
 * are moves. */
enum search_end robots_plan(const struct robots *, int32_t ahead,
                            const struct search_limits *, struct robots_plan *,
                            struct search_progress *);

#endif
