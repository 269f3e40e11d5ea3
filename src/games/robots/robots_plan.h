/*
 * A planner for Robots that looks ahead.
 */
#ifndef TESSERA_SEARCH_ROBOTS_H
#define TESSERA_SEARCH_ROBOTS_H

#include "robots.h"
#include "search/search.h"

enum { ROBOTS_AHEAD_MAX = 6 };

struct robots_plan {
    action best; /* ROBOTS_NO_ACTION after the game */
    bool wins;   /* the plan leads to victory: nothing is left to chance in the game */
};

/* The move that leads to a victory if a line of at most `ahead` moves of the player's own
 * choice (all walks, and what the strategy would do), and the strategy (robots_choose) after
 * it, does; else the one that destroys most
 * robots so, and loses latest. Such a rollout improves the strategy that it plays (Tesauro
 * and Galperin, "On-line policy improvement using Monte-Carlo search", 1996). ahead: 0 ..
 * ROBOTS_AHEAD_MAX. Looks 0, 1, 2 ... moves ahead; if a limit ends it, the plan is that of
 * the last time. Nodes are moves. */
enum search_end robots_plan(const struct robots *, int32_t ahead,
                            const struct search_limits *, struct robots_plan *,
                            struct search_progress *);

#endif
