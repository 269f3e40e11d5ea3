#include "robots.h"

enum { rollout_max = 1000 }; /* moves; games are finite, and shorter */

struct planner {
    unsigned char *blocks;
    size_t size;
    int64_t nodes;
};

/* What a line comes to: victories before defeats, the soonest first; then the fewest robots,
 * then the latest end. */
struct worth {
    bool won;
    int32_t robots;
    int64_t moves;
};

static bool better(struct worth a, struct worth b)
{
    if (a.won != b.won) return a.won;
    if (a.won) return a.moves < b.moves;
    return a.robots != b.robots ? a.robots < b.robots : a.moves > b.moves;
}

static struct robots *block(const struct planner *p, int32_t number)
{
    return (struct robots *)(void *)(p->blocks + (size_t)number * p->size);
}

static struct worth worth_of(const struct robots *r)
{
    const char *outcome = robots_outcome(r);
    struct robots_counts counts = robots_counts(r);
    bool won = outcome != NULL && strcmp(outcome, "Won") == 0;
    return (struct worth){won, counts.robots, counts.moves};
}

/* What the strategy makes of the position in block `number`; plays in the next one. */
static struct worth roll_out(struct planner *p, int32_t number)
{
    struct robots *copy = block(p, number + 1);
    memcpy(copy, block(p, number), p->size);
    p->nodes += robots_play(copy, rollout_max);
    return worth_of(copy);
}

static bool is_over(const struct robots *r)
{
    return robots_outcome(r) != NULL;
}

/* The best that can be made of the position in block `number`, and the move for it. Stops at
 * a victory. */
static struct worth look(struct planner *p, int32_t number, int32_t ahead, action *best)
{
    struct robots *here = block(p, number), *next = block(p, number + 1);
    struct worth most = {false, INT32_MAX, -1};
    *best = robots_choose(here);
    if (is_over(here)) return worth_of(here);
    if (ahead == 0) return roll_out(p, number);
    for (action a = -1; a < ROBOTS_WALKS && !most.won; a++) {
        action by = a < 0 ? *best : a, ignored;
        memcpy(next, here, p->size);
        if (robots_apply(next, by, NULL) != APPLIED) continue;
        p->nodes++;
        struct worth w = look(p, number + 1, ahead - 1, &ignored);
        if (!better(w, most)) continue;
        most = w;
        *best = by;
    }
    return most;
}

struct robots_plan robots_plan(const struct robots *r, int32_t ahead, void *blocks)
{
    struct planner p = {.blocks = blocks, .size = r->block.size};
    struct robots_plan plan = {.best = ROBOTS_NO_ACTION};
    memcpy(block(&p, 0), r, p.size);
    for (int32_t depth = 0; depth <= ahead && !plan.wins; depth++) {
        plan.wins = look(&p, 0, depth, &plan.best).won;
    }
    plan.nodes = p.nodes;
    return plan;
}
