/*
 * A planner for Robots that looks ahead.
 */
#ifndef TESSERA_SEARCH_ROBOTS_H
#define TESSERA_SEARCH_ROBOTS_H

#include "../robots.h"

enum { ROBOTS_AHEAD_MAX = 6 };

struct robots_plan {
    action best;   /* ROBOTS_NO_ACTION after the game */
    bool wins;     /* the plan leads to victory: nothing is left to chance in the game */
    int64_t nodes; /* moves that were made to find it */
};

/* The move that leads to a victory if a line of at most `ahead` moves of the player's own
 * choice, and the strategy (robots_choose) after it, does; else the one that destroys most
 * robots so, and loses latest. Such a rollout improves the strategy that it plays (Tesauro
 * and Galperin, "On-line policy improvement using Monte-Carlo search", 1996). `blocks` are
 * ahead + 2 copies of the position to play on, side by side; ahead: 0 .. ROBOTS_AHEAD_MAX. */
struct robots_plan robots_plan(const struct robots *, int32_t ahead, void *blocks);

#endif
