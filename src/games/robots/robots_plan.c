/*
 * Looks ahead depth first, with one state for each depth. From each leaf the strategy
 * plays on to the end of the game, in one more state. The game has no chance, so a line
 * that won here wins.
 */
#include "robots_plan.h"

/* The most moves of a rollout; real games are shorter. */
enum { ROLLOUT_MAX = 1000 };

struct planner {
    const struct search_limits *limits;
    struct search_progress *progress;
    enum search_end end;
    unsigned char *blocks; /* states: the root, after 1 move, after 2 ... */
    size_t size;           /* of each state */
};

/* How a line ends. A victory is better than a defeat. Of two victories the sooner one is
 * better; of two defeats the one that leaves fewer robots, then the later one. */
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
    const char *outcome = robots_outcome(&robots_game, r);
    struct robots_counts counts = robots_counts(r);
    bool won = outcome != NULL && strcmp(outcome, "Won") == 0;
    return (struct worth){won, counts.robots, counts.moves};
}

/* Counts a position that is expanded; false if the search ends. */
static bool expand(struct planner *p)
{
    if (p->end == SEARCH_GOES_ON) p->end = search_expand(p->limits, p->progress);
    return p->end == SEARCH_GOES_ON;
}

/* Lets the strategy play the position in state `number` to the end, in the next state. */
static struct worth roll_out(struct planner *p, int32_t number)
{
    struct robots *copy = block(p, number + 1);
    memcpy(copy, block(p, number), p->size);
    int64_t left = p->limits->nodes - p->progress->nodes;
    int64_t moves = robots_play(copy, left < ROLLOUT_MAX ? left : ROLLOUT_MAX);
    p->progress->nodes += moves;
    p->progress->generated += moves;
    if (search_stops(p->limits, p->progress)) p->end = SEARCH_STOPPED;
    if (left < ROLLOUT_MAX && robots_outcome(&robots_game, copy) == NULL)
        p->end = SEARCH_NODES;
    return worth_of(copy);
}

static bool is_over(const struct robots *r)
{
    return robots_outcome(&robots_game, r) != NULL;
}

/* Finds the best end that can be reached from state `number`, and the move that leads to
 * it. Stops at the first victory. */
static struct worth look(struct planner *p, int32_t number, int32_t ahead, action *best)
{
    struct robots *here = block(p, number), *next = block(p, number + 1);
    struct worth most = {false, INT32_MAX, -1};
    *best = robots_choose(here);
    if (is_over(here)) return worth_of(here);
    if (ahead == 0) return roll_out(p, number);
    if (!expand(p)) return most;
    for (action a = -1; a < ROBOTS_WALKS && !most.won; a++) {
        if (p->end != SEARCH_GOES_ON) break;
        action by = a < 0 ? *best : a, ignored;
        memcpy(next, here, p->size);
        if (robots_apply(&robots_game, next, by, NULL) != APPLIED) continue;
        p->end = search_generate(p->limits, p->progress);
        if (p->end != SEARCH_GOES_ON) break;
        struct worth w = look(p, number + 1, ahead - 1, &ignored);
        if (!better(w, most)) continue;
        most = w;
        *best = by;
    }
    return most;
}

enum search_end robots_plan(const struct robots *r, int32_t ahead,
                            const struct search_limits *limits, struct robots_plan *plan,
                            struct search_progress *progress)
{
    size_t size = r->block.size, blocks = (size_t)ahead + 2;
    struct planner p = {limits, progress, SEARCH_GOES_ON, NULL, size};
    *progress = (struct search_progress){0};
    *plan = (struct robots_plan){.best = ROBOTS_NO_ACTION};
    p.blocks = search_resize(limits, NULL, blocks, size);
    if (p.blocks == NULL) return SEARCH_MEMORY;
    memcpy(block(&p, 0), r, size);
    plan->best = robots_choose(block(&p, 0));
    for (int32_t depth = 0; depth <= ahead && !plan->wins; depth++) {
        action best;
        if (search_stops(limits, progress)) p.end = SEARCH_STOPPED;
        if (p.end != SEARCH_GOES_ON) break;
        bool won = look(&p, 0, depth, &best).won;
        if (p.end != SEARCH_GOES_ON && !won) break;
        *plan = (struct robots_plan){best, won};
        progress->depth = depth;
    }
    return plan->wins ? SEARCH_DONE : search_ended(p.end);
}
