/*
 * Making trees, beginning them, and going on with a part of one.
 */
#include "base/rng.h"
#include "trees.h"
#include "worker.h"

/* ---- making ---- */

static const char *fault_of(const struct batch *b, const struct trees_options *o)
{
    const int64_t count = b->options.count, actions = b->game->space.count;
    const int64_t edges = o->edges > 0 ? o->edges : o->nodes * actions;
    if (b->seats > 1) return "trees: the players act together, and trees are for turns";
    if (o->nodes < 2) return "nodes: a tree has 2 at least";
    if (o->edges < 0) return "edges: there are no fewer than 0";
    if (o->leaves < 1) return "leaves: there is 1 at least";
    if (count * o->nodes > INT32_MAX / BATCH_SHARES_MAX || count * edges > INT32_MAX ||
        count * o->leaves > INT32_MAX / TREES_DEPTH_MAX / BATCH_SHARES_MAX) {
        return "so many environments have no room for so many nodes, edges and leaves";
    }
    if (!(o->exploration > 0)) return "exploration: it is greater than 0";
    if (!(o->noise >= 0 && o->noise <= 1)) return "noise: it is a share, 0 to 1";
    if (!(o->alpha > 0)) return "alpha: it is greater than 0";
    if (!(o->discount > 0 && o->discount <= 1))
        return "discount: it is greater than 0, and 1 at most";
    return NULL;
}

static struct trees_options with_defaults(struct trees_options o)
{
    if (o.leaves == 0) o.leaves = 1;
    if (o.exploration == 0) o.exploration = 1.25F;
    if (o.alpha == 0) o.alpha = 0.3F;
    if (o.discount == 0) o.discount = 1;
    return o;
}

static bool open_all(struct trees *t)
{
    const struct batch *b = t->batch;
    const struct batch_memory *m = &t->memory;
    const size_t n = (size_t)b->options.count, leaves = n * (size_t)t->options.leaves;
    const size_t depth = (size_t)t->depth, nodes = (size_t)t->options.nodes;
    const size_t shares = (size_t)t->shares, edges = (size_t)t->options.edges;
    t->tree = batch_take(m, n, sizeof *t->tree);
    t->nodes = batch_take(m, n * nodes, sizeof *t->nodes);
    t->edges = batch_take(m, n * edges, sizeof *t->edges);
    t->reward = batch_take(m, n * nodes * shares, sizeof *t->reward);
    t->states = batch_take(m, n * (size_t)t->kept, b->game->kept);
    t->random = batch_take(m, n, sizeof *t->random);
    t->walk = batch_take(m, leaves, sizeof *t->walk);
    t->possible = batch_take(m, leaves, (size_t)t->actions);
    t->steps = batch_take(m, leaves, (2 * depth + 1) * sizeof *t->steps);
    t->rewards = batch_take(m, leaves * depth * shares, sizeof *t->rewards);
    t->level = batch_take(m, n, sizeof *t->level);
    t->map = batch_take(m, nodes, sizeof *t->map);
    if (t->tree == NULL || t->nodes == NULL || t->edges == NULL || t->reward == NULL ||
        t->states == NULL || t->random == NULL || t->walk == NULL ||
        t->possible == NULL || t->steps == NULL || t->rewards == NULL ||
        t->level == NULL || t->map == NULL) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        t->tree[i] = (struct tree){.node = t->nodes + i * nodes,
                                   .edge = t->edges + i * edges,
                                   .reward = t->reward + i * nodes * shares,
                                   .shares = t->shares,
                                   .most = t->options.nodes,
                                   .room = t->options.edges};
    }
    return true;
}

bool trees_open(struct trees *t, struct batch *b, const struct trees_options *given,
                struct text *why)
{
    const struct game *g = b->game->game;
    struct trees_options o = with_defaults(*given);
    const char *wrong = fault_of(b, &o);
    *t = (struct trees){.batch = b, .memory = b->game->memory};
    if (wrong != NULL) {
        text_string(why, wrong);
        return false;
    }
    t->actions = b->game->space.count;
    if (o.edges == 0) o.edges = o.nodes * t->actions;
    t->options = o;
    t->shares = g->players > 2 ? g->players : 1;
    t->chance = g->chance && g->reseed != NULL;
    t->scaled = !g->unscored &&
                !(g->score_min >= -1 && g->score_max <= 1 && g->score_min < g->score_max);
    t->kept = t->chance ? 1 : o.nodes;
    t->depth = o.nodes < TREES_DEPTH_MAX ? o.nodes : TREES_DEPTH_MAX;
    if (open_all(t)) {
        trees_start(t, NULL);
        return true;
    }
    trees_close(t);
    text_string(why, "not enough memory");
    return false;
}

void trees_close(struct trees *t)
{
    const struct batch_memory *m = &t->memory;
    batch_give(m, t->tree);
    batch_give(m, t->nodes);
    batch_give(m, t->edges);
    batch_give(m, t->reward);
    batch_give(m, t->states);
    batch_give(m, t->random);
    batch_give(m, t->walk);
    batch_give(m, t->possible);
    batch_give(m, t->steps);
    batch_give(m, t->rewards);
    batch_give(m, t->level);
    batch_give(m, t->map);
    *t = (struct trees){.memory = *m};
}

/* ---- beginning ---- */

/* No leaf of a tree waits any more. */
static void forget_walks(struct trees *t, int32_t i)
{
    for (int32_t k = 0; k < t->options.leaves; k++) {
        struct trees_walk *walk = &t->walk[i * t->options.leaves + k];
        t->waiting -= walk->waits;
        walk->waits = false;
    }
}

static void begin(struct trees *t, int32_t i)
{
    const float nothing[BATCH_SHARES_MAX] = {0};
    const struct game *g = t->batch->game->game;
    struct tree *tree = &t->tree[i];
    const struct state *s = batch_kept(t->batch, i);
    tree->nodes = tree->edges = tree->held = 0;
    tree->low = 1;
    tree->high = 0;
    t->level[i] = t->batch->environment[i].level;
    memcpy(trees_state(t, i, 0), s, s->scratch);
    tree_add(tree, g->turn(g, s) - 1, nothing);
    forget_walks(t, i);
}

void trees_start(struct trees *t, const uint8_t *which)
{
    for (int32_t i = 0; i < t->batch->options.count; i++) {
        if (which != NULL && which[i] == 0) continue;
        t->random[i] = rng_mix(t->options.seed + (uint64_t)i);
        begin(t, i);
    }
}

/* ---- going on ---- */

struct moving {
    struct trees *t;
    int32_t i;
};

static void move_state(void *with, int32_t from, int32_t to)
{
    const struct moving *x = with;
    if (x->t->chance || from == to) return;
    const struct state *s = trees_state(x->t, x->i, from);
    memmove(trees_state(x->t, x->i, to), s, x->t->batch->game->kept);
}

/* Whether an environment has been stepped and goes on: its action counts. */
static bool has_moved(const struct trees *t, int32_t i)
{
    const struct batch_environment *e = &t->batch->environment[i];
    return e->length > 0 && !e->terminated;
}

/* Whether all actions that count are in the list. */
static bool check_actions(const struct trees *t, const int32_t *actions, struct text *why)
{
    const uint32_t count = (uint32_t)t->batch->game->space.count;
    for (int32_t i = 0; i < t->batch->options.count; i++) {
        const bool counts = has_moved(t, i) && !t->batch->environment[i].truncated;
        if (!counts || (uint32_t)actions[i] < count) continue;
        batch_no_action(t->batch, i, actions[i], why);
        return false;
    }
    return true;
}

/* The node behind an action of the root where the environment is now; or TREE_NONE. */
static int32_t find_child(const struct trees *t, int32_t i, int32_t by)
{
    const struct tree *tree = &t->tree[i];
    const struct state *now = batch_kept(t->batch, i);
    int32_t child = TREE_NONE;
    if (!has_moved(t, i)) return TREE_NONE;
    for (int32_t k = 0; k < tree->node[0].edges; k++) {
        const struct tree_edge *edge = &tree->edge[tree->node[0].edge + k];
        if (edge->action == by) child = edge->child;
    }
    if (child == TREE_NONE || t->chance) return child;
    return state_equal(now, trees_state(t, i, child)) ? child : TREE_NONE;
}

int32_t trees_advance(struct trees *t, const int32_t *actions, struct text *why)
{
    const struct game *g = t->batch->game->game;
    if (t->waiting > 0) {
        text_string(why, "the leaves of the last select are not judged yet");
        return BATCH_WRONG;
    }
    if (!check_actions(t, actions, why)) return BATCH_WRONG;
    for (int32_t i = 0; i < t->batch->options.count; i++) {
        const int32_t child = find_child(t, i, actions[i]);
        struct moving with = {t, i};
        if (child == TREE_NONE) {
            begin(t, i);
            continue;
        }
        tree_keep(&t->tree[i], child, t->map, move_state, &with);
        struct tree_node *root = &t->tree[i].node[0];
        const struct state *s = batch_kept(t->batch, i);
        t->level[i] = t->batch->environment[i].level;
        memcpy(trees_state(t, i, 0), s, s->scratch);
        root->player = g->turn(g, s) - 1;
        if (root->judged) trees_add_noise(t, i);
    }
    return 0;
}
