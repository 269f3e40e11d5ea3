/*
 * tessera.robots, continued: the planner.
 */
#include "games/robots/robots_plan.h"
#include "lrobots.h"
#include "bind/search/lsearch.h"

enum { DEFAULT_AHEAD = 2 };

int lrobots_plan(lua_State *L)
{
    struct robots *r = bind_state(L);
    int32_t ahead = DEFAULT_AHEAD;
    if (!lua_isnoneornil(L, 2)) ahead = (int32_t)bind_integer(L, 2, 0, ROBOTS_AHEAD_MAX);
    lsearch_limits(L, 3, "robots:plan", "");
    struct search_run *s = lsearch_begin(L);
    struct robots_plan plan;
    const void *root = s->successors.root;
    enum search_end end =
        robots_plan(root, ahead, &s->limits, &plan, &s->successors.progress);
    lsearch_finish(s, end);
    lua_pushboolean(L, plan.wins);
    lua_setfield(L, -2, "wins");
    if (plan.best == ROBOTS_NO_ACTION) plan.best = robots_choose(r);
    if (plan.best == ROBOTS_NO_ACTION) {
        lua_pushnil(L);
    } else {
        lsearch_push_action(s, plan.best);
    }
    return lsearch_answer(L);
}
