#include "../rng.h"
#include "best.h"

enum { list_slot, nodes_slot, line_slot, path_slot };

/* A list of actions from the root, the last of them `by`. */
struct node {
    action by;
    double sum; /* of the rewards, for the player who did it */
    int32_t visits;
    int32_t child, sibling; /* the first ones, or 0: the root is nobody's child */
};

struct mcts {
    struct expansion *x;
    struct best *best;
    struct node *nodes;
    int32_t count, room;
    int32_t *path;     /* the nodes of a game, the root first */
    int *movers;       /* who did what led to them */
    int64_t low, high; /* of the results so far */
    uint64_t random;
};

/* The square root, the same on every machine (Newton). */
static double root_of(double x)
{
    if (x <= 0) return 0;
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++) {
        double next = (r + x / r) / 2;
        if (next >= r) break;
        r = next;
    }
    return r;
}

/* The logarithm to the base 2, roughly: UCT asks no more of it. */
static double log_of(int32_t n)
{
    int whole = 31 - __builtin_clz((uint32_t)n);
    return whole + (double)n / (double)(INT64_C(1) << whole) - 1;
}

static int32_t find_child(const struct mcts *m, int32_t node, action by)
{
    int32_t child = m->nodes[node].child;
    while (child != 0 && m->nodes[child].by != by) child = m->nodes[child].sibling;
    return child;
}

static bool grow(struct mcts *m, int32_t room)
{
    struct node *nodes =
        search_resize(m->x->limits, nodes_slot, (uint64_t)room, sizeof *nodes);
    if (nodes == NULL) return false;
    m->nodes = nodes;
    m->room = room;
    return true;
}

/* 0 if there is no memory. */
static int32_t add_child(struct mcts *m, int32_t node, action by)
{
    if (m->count == m->room && (m->room > INT32_MAX / 4 || !grow(m, m->room * 2)))
        return 0;
    m->nodes[m->count] = (struct node){.by = by, .sibling = m->nodes[node].child};
    m->nodes[node].child = m->count;
    return m->count++;
}

/* How promising a child is to the player to move. */
static double promise(const struct mcts *m, int32_t node, int32_t child)
{
    const struct node *c = &m->nodes[child];
    double range = m->high > m->low ? (double)(m->high - m->low) : 1;
    double mean = c->sum / c->visits / range;
    return mean + root_of(0.5 * log_of(m->nodes[node].visits + 1) / c->visits);
}

/* Chooses among the actions: one never tried, by chance, or else the most promising.
 * `child` is 0 for the former. */
static action choose(struct mcts *m, int32_t node, int32_t *child)
{
    const struct expansion *x = m->x;
    int fresh = 0, best = 0;
    double most = 0;
    *child = 0;
    for (int i = 0; i < x->count; i++) {
        int32_t c = find_child(m, node, x->list[i]);
        if (c == 0) {
            if (rng_below(&m->random, (uint32_t)++fresh) == 0) best = i;
        } else if (fresh == 0) {
            double p = promise(m, node, c);
            if (*child != 0 && p <= most) continue;
            most = p;
            best = i;
            *child = c;
        }
    }
    if (fresh > 0) *child = 0;
    return x->list[best];
}

static enum search_end step(struct mcts *m, action a)
{
    struct expansion *x = m->x;
    enum search_end end = expand_to(x, a);
    if (end != SEARCH_DONE) return end;
    struct state *after = x->to;
    x->to = x->from;
    x->from = after;
    return SEARCH_DONE;
}

/* Plays from the root down the tree, one node beyond it; `depth` is the new node's. */
static enum search_end descend(struct mcts *m, int32_t *depth)
{
    struct expansion *x = m->x;
    int32_t node = 0, n = 0;
    m->path[0] = 0;
    m->movers[0] = 0;
    for (bool inside = true; inside && n < m->best->length; n++) {
        enum search_end end = expand_list(x);
        if (end != SEARCH_DONE) return end;
        if (x->count == 0) break;
        int32_t child;
        int mover = x->game->turn(x->game, x->from);
        action a = choose(m, node, &child);
        inside = child != 0;
        if (!inside && (child = add_child(m, node, a)) == 0) return SEARCH_MEMORY;
        end = step(m, a);
        if (end != SEARCH_DONE) return end;
        m->path[n + 1] = node = child;
        m->movers[n + 1] = mover;
    }
    *depth = n;
    return SEARCH_DONE;
}

static enum search_end play_on(struct mcts *m, int32_t depth)
{
    struct expansion *x = m->x;
    for (; depth < m->best->length; depth++) {
        enum search_end end = expand_list(x);
        if (end != SEARCH_DONE) return end;
        if (x->count == 0) break;
        end = step(m, x->list[rng_below(&m->random, (uint32_t)x->count)]);
        if (end != SEARCH_DONE) return end;
    }
    return SEARCH_DONE;
}

/* What the end of a game is worth to player 1. */
static bool result_of(struct mcts *m, int64_t *result)
{
    const struct game *game = m->x->game;
    if (m->best->value != NULL) return m->best->value(m->best->with, m->x->from, result);
    *result = game->score(game, m->x->from, 1);
    if (game->players == 2) *result -= game->score(game, m->x->from, 2);
    return true;
}

static enum search_end iterate(struct mcts *m)
{
    struct expansion *x = m->x;
    int32_t depth = 0;
    int64_t result;
    memcpy(x->from, x->root, x->root->size);
    if (x->game->reseed != NULL) x->game->reseed(x->game, x->from, rng_next(&m->random));
    enum search_end end = descend(m, &depth);
    if (end == SEARCH_DONE) end = play_on(m, depth);
    if (end != SEARCH_DONE) return end;
    if (!result_of(m, &result)) return SEARCH_FAILED;
    if (result < m->low) m->low = result;
    if (result > m->high) m->high = result;
    for (int32_t i = 0; i <= depth; i++) {
        struct node *node = &m->nodes[m->path[i]];
        node->visits++;
        node->sum += m->movers[i] == 2 ? -(double)result : (double)result;
    }
    if (depth > x->progress.depth) x->progress.depth = depth;
    return SEARCH_DONE;
}

static int32_t most_visited(const struct mcts *m, int32_t node)
{
    int32_t best = 0;
    for (int32_t c = m->nodes[node].child; c != 0; c = m->nodes[c].sibling) {
        if (best == 0 || m->nodes[c].visits > m->nodes[best].visits) best = c;
    }
    return best;
}

/* Down the most visited children. */
static void write_line(struct mcts *m)
{
    enum { often = 10 };
    int32_t n = 0;
    for (int32_t c = most_visited(m, 0); c != 0; c = most_visited(m, c)) {
        if (m->nodes[c].visits < (n == 0 ? 1 : often)) break;
        m->best->line[n++] = m->nodes[c].by;
    }
    m->best->count = n;
    const struct node *root = &m->nodes[0];
    if (root->visits > 0) m->best->score = (int64_t)(root->sum / root->visits);
}

static bool take_memory(struct mcts *m)
{
    const struct search_limits *limits = m->x->limits;
    size_t n = (size_t)m->best->length + 1;
    m->best->line = search_resize(limits, line_slot, n, sizeof *m->best->line);
    m->path = search_resize(limits, path_slot, n, sizeof *m->path + sizeof *m->movers);
    if (m->best->line == NULL || m->path == NULL || !grow(m, 1024)) return false;
    m->movers = m->path + n;
    m->nodes[m->count++] = (struct node){0};
    return true;
}

enum search_end best_mcts(struct expansion *x, struct best *best)
{
    struct mcts m = {.x = x, .best = best, .random = best->seed};
    m.low = INT64_MAX;
    m.high = INT64_MIN;
    x->slot = list_slot;
    if (!take_memory(&m)) return SEARCH_MEMORY;
    enum search_end end = SEARCH_DONE;
    while (end == SEARCH_DONE) {
        int64_t before = x->progress.nodes;
        end = iterate(&m);
        x->progress.best = m.high;
        if (x->progress.nodes == before) break;
    }
    write_line(&m);
    return end;
}
