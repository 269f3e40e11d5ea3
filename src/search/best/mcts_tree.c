/*
 * The tree of Monte-Carlo tree search: its nodes, the choice among the actions of one, and what is
 * proven of them.
 */
#include "mcts.h"

#include "base/portable_math.h"
#include "base/rng.h"

int32_t mcts_find_child(const struct mcts *m, int32_t node, action by)
{
    int32_t child = m->nodes[node].child;
    while (child != 0 && m->nodes[child].by != by) child = m->nodes[child].sibling;
    return child;
}

bool mcts_grow(struct mcts *m)
{
    if (m->count > INT32_MAX / 2) return false;
    struct mcts_node *nodes = search_grow(m->x->limits, m->nodes, &m->room,
                                          (int64_t)m->count + 1, sizeof *nodes);
    if (nodes == NULL) return false;
    m->nodes = nodes;
    return true;
}

int32_t mcts_add_child(struct mcts *m, int32_t node, action by, int mover)
{
    if (!mcts_grow(m)) return 0;
    m->nodes[m->count] =
        (struct mcts_node){.by = by, .mover = mover, .sibling = m->nodes[node].child};
    m->nodes[node].child = m->count;
    return m->count++;
}

/* The upper confidence bound of a child, for the player to move. `tries`: the logarithm of
 * the visits of its parent. */
static double ucb(const struct mcts_node *c, double tries, double range)
{
    return c->sum / c->visits / range + portable_root(tries / c->visits);
}

/* A choice among actions: a random one of those never tried; if there is none, the one of
 * greatest ucb that is not proven. */
struct choosing {
    double tries, range, most;
    int fresh;
    int32_t best, child; /* its number; its node, or 0 if it was never tried */
};

static struct choosing begin_choosing(const struct mcts *m, int32_t node)
{
    return (struct choosing){
        .tries = 0.5 * real_log2(m->nodes[node].visits + 1),
        .range = m->high > m->low ? (double)(m->high - m->low) : 1,
    };
}

/* Players who decide at the same time, each by his own statistics, would all try the same actions at the
 * same time, and learn what these bring only if all choose so. */
static double draw(struct mcts *m)
{
    enum { PARTS = 128 };
    return (double)rng_below(&m->random, 2 * PARTS + 1) / PARTS;
}

/* Looks at action number i, which has this child, or none (0). */
static void consider(struct mcts *m, struct choosing *x, int32_t i, int32_t child)
{
    const struct mcts_node *c = &m->nodes[child];
    const bool fresh = child == 0 || (c->visits == 0 && c->open == 0);
    if (fresh) {
        if (rng_below(&m->random, (uint32_t)++x->fresh) == 0) x->best = i;
        if (x->best == i) x->child = child;
    } else if (x->fresh == 0 && c->open >= 0) {
        const double much = m->wavers ? draw(m) : 1;
        const double bound = ucb(c, much * much * x->tries, x->range);
        if (x->child != 0 && bound <= x->most) return;
        x->most = bound;
        x->best = i;
        x->child = child;
    }
}

action mcts_choose(struct mcts *m, int32_t node, int32_t *child)
{
    const struct successors *x = m->x;
    struct choosing c = begin_choosing(m, node);
    for (int i = 0; i < x->count; i++)
        consider(m, &c, i, mcts_find_child(m, node, x->list[i]));
    *child = c.child;
    return x->list[c.best];
}

action mcts_choose_unfolded(struct mcts *m, int32_t node, int32_t *child)
{
    struct choosing c = begin_choosing(m, node);
    int32_t i = 0;
    for (int32_t k = m->nodes[node].child; k != 0; k = m->nodes[k].sibling)
        consider(m, &c, i++, k);
    *child = c.child;
    return m->nodes[c.child].by;
}

bool mcts_unfold(struct mcts *m, int32_t node, int mover)
{
    enum { FEW = 32 };
    const struct successors *x = m->x;
    if (!m->proves || x->count > FEW || m->nodes[node].child != 0) return true;
    for (int i = x->count; i-- > 0;)
        if (mcts_add_child(m, node, x->list[i], mover) == 0) return false;
    m->nodes[node].unfolded = true;
    return true;
}

/* ---- proofs ---- */

int32_t mcts_most_visited(const struct mcts *m, int32_t node, int winner)
{
    int32_t best = 0;
    for (int32_t c = m->nodes[node].child; c != 0; c = m->nodes[c].sibling) {
        if (mcts_proof_of(m, c) != winner) continue;
        if (best == 0 || m->nodes[c].visits > m->nodes[best].visits) best = c;
    }
    return best;
}

double mcts_reward_of(const struct mcts *m, int32_t child)
{
    const struct mcts_node *c = &m->nodes[child];
    if (c->open >= 0) return c->sum / c->visits;
    return c->mover == 2 ? -c->sum : c->sum;
}

void mcts_prove_path(struct mcts *m, int32_t depth)
{
    for (; depth > 0; depth--) {
        int32_t child = m->path[depth];
        int who = mcts_proof_of(m, child);
        struct mcts_node *node = &m->nodes[m->path[depth - 1]];
        if (who == 0 || node->open < 0) return;
        bool best =
            node->drawn == 0 || mcts_reward_of(m, child) > mcts_reward_of(m, node->drawn);
        if (who == NEITHER && best) node->drawn = child;
        bool wins = who == m->nodes[child].mover;
        if (!wins && --node->open > 0) return;
        if (!wins) child = node->drawn;
        if (child == 0) child = mcts_most_visited(m, m->path[depth - 1], who);
        node->open = m->nodes[child].open;
        node->sum = m->nodes[child].sum;
    }
}
