/*
 * Walking the trees of a batch to their leaves.
 */
#include "trees.h"

#include "base/rng.h"
#include "worker.h"

/* What walks of a thread share. */
struct walking {
    struct trees *t;
    const struct trees_arrays *to;
};

/* A walk that is under way. */
struct walker {
    struct batch_worker *w;
    struct trees *t;
    struct tree *tree;
    struct tree_way way;
    struct state
        *state; /* the position; without chance it is there where the walk has played */
    int32_t i, leaf, node, player; /* to move */
};

enum { WALK_ENDS = 0, WALK_LEAF = 1, WALK_MEETS = 2 }; /* a leaf that waits */

/* ---- playing ---- */

/* What a position counts for each share by the scores. */
static void count_scores(const struct trees *t, const struct state *s, double *out)
{
    const struct game *g = t->batch->game->game;
    for (int32_t p = 0; p < t->shares; p++) {
        out[p] = (double)g->score(g, s, p + 1);
        if (g->players == 2) out[p] = (out[p] - (double)g->score(g, s, 2)) / 2;
    }
}

/* Plays the action of an edge. 0, or BATCH_... */
static int32_t play(const struct trees *t, struct state *s, int32_t index, float *reward)
{
    const struct batch *b = t->batch;
    const struct game *g = b->game->game;
    double before[BATCH_SHARES_MAX], after[BATCH_SHARES_MAX];
    const int32_t actor = g->players > 2 ? g->turn(g, s) - 1 : 0;
    const bool running = !g->unscored && !g->scored_at_end;
    if (running) count_scores(t, s, before);
    const enum applied done = g->apply(g, s, b->game->space.code[index], NULL);
    if (done == FAILED) return BATCH_FAILED;
    if (done == STOPPED) return BATCH_STOPPED;
    const char *outcome = g->outcome(g, s);
    const bool counts = running || (!g->unscored && outcome != NULL);
    if (counts) count_scores(t, s, after);
    for (int32_t p = 0; p < t->shares; p++)
        reward[p] = (float)((counts ? after[p] : 0) - (running ? before[p] : 0));
    if (g->players == 2) return 0;
    reward[actor] += b->options.step_reward;
    if (g->unscored) reward[0] += batch_outcome_reward(b, outcome);
    return 0;
}

/* ---- a walk ---- */

static struct walker begin_walk(struct batch_worker *w, struct trees *t, int32_t i,
                                int32_t leaf)
{
    t->walk[leaf] = (struct trees_walk){.player = TREE_NONE};
    struct walker x = {.w = w, .t = t, .tree = &t->tree[i], .i = i, .leaf = leaf};
    x.way = trees_way(t, leaf);
    x.way.node[0] = 0;
    x.player = x.tree->node[0].player;
    if (t->chance) {
        const struct game *g = w->batch->game->game;
        x.state = batch_enter(w, trees_state(t, i, 0), t->level[i]);
        g->reseed(g, x.state, rng_next(&t->random[i]));
    }
    return x;
}

/* Plays the action of an edge, with chance on the way, else from the position of the node. */
static int32_t play_edge(struct walker *x, struct tree_edge *e, float *reward)
{
    const struct trees *t = x->t;
    const struct game *g = t->batch->game->game;
    struct state *own = NULL; /* without chance: of the node to be added */
    if (!t->chance) {
        const struct state *from = trees_state(t, x->i, x->node);
        own = trees_state(t, x->i, x->tree->nodes);
        x->state = own;
        if (t->batch->game->bare)
            memcpy(own, from, from->scratch);
        else
            x->state = batch_enter(x->w, from, t->level[x->i]);
    }
    const int32_t failed = play(t, x->state, e->action, reward);
    if (failed < 0) return failed;
    x->player = g->turn(g, x->state) - 1;
    if (e->child == TREE_NONE) e->child = tree_add(x->tree, x->player, reward);
    if (own != NULL) batch_put(own, x->state);
    return 0;
}

/* Goes down an edge. False: *end says how the walk ends. */
static bool go(struct walker *x, int32_t edge, int32_t *end)
{
    const size_t shares = (size_t)x->t->shares;
    struct tree_edge *e = &x->tree->edge[edge];
    float *reward = x->way.reward + (size_t)x->way.depth * shares;
    if (x->t->chance || e->child == TREE_NONE) {
        const bool full = e->child == TREE_NONE && x->tree->nodes == x->tree->most;
        *end = full ? WALK_ENDS : play_edge(x, e, reward);
        if (full || *end < 0) return false;
    } else {
        const float *from = x->tree->reward + (size_t)e->child * shares;
        for (size_t p = 0; p < shares; p++) reward[p] = from[p];
        x->player = x->tree->node[e->child].player;
    }
    x->way.edge[x->way.depth] = edge;
    x->node = e->child;
    x->way.depth++;
    x->way.node[x->way.depth] = x->node;
    return true;
}

/* Nothing more comes. */
static int32_t come_back(const struct walker *x)
{
    float value[BATCH_SHARES_MAX] = {0};
    tree_send(x->tree, &x->way);
    tree_back(x->tree, &x->way, value, x->t->options.discount);
    return WALK_ENDS;
}

/* The edge to walk on, or TREE_NONE; or BATCH_... below that. */
static int32_t choose(struct walker *x)
{
    const struct trees *t = x->t;
    uint8_t *possible = NULL;
    if (t->chance) {
        possible = trees_possible(t, x->leaf);
        const int32_t found = batch_mask(x->w, x->state, true, possible);
        if (found < 0) return found - 1;
    }
    return tree_choose(x->tree, x->node, x->player, t->options.exploration, t->scaled,
                       possible);
}

/* Goes down from the root to a node that is not judged, or to an end. WALK_..., or BATCH_... */
static int32_t descend(struct walker *x)
{
    for (int32_t end;;) {
        struct tree_node *n = &x->tree->node[x->node];
        if (x->player == TREE_NONE || x->way.depth == x->t->depth) return come_back(x);
        if (n->player == TREE_NONE) n->player = x->player; /* other dice ended the game */
        if (!n->judged) return n->waits ? WALK_MEETS : WALK_LEAF;
        const int32_t edge = choose(x);
        if (edge < TREE_NONE) return edge + 1;
        if (edge == TREE_NONE) return come_back(x);
        if (!go(x, edge, &end)) return end;
    }
}

/* ---- leaves ---- */

/* What is seen at the leaf, and what is possible. WALK_..., or BATCH_... */
static int32_t show(const struct walker *x, const struct trees_arrays *to)
{
    const struct trees *t = x->t;
    const struct batch *b = t->batch;
    const int32_t level = t->level[x->i];
    const size_t count = (size_t)t->actions, leaf = (size_t)x->leaf;
    struct trees_walk *walk = &t->walk[leaf];
    uint8_t *possible = trees_possible(t, x->leaf);
    const struct state *s = x->state;
    if (s == NULL) s = batch_take_out(x->w, trees_state(t, x->i, x->node), level);
    const int32_t found = batch_mask(x->w, s, true, possible);
    if (found < 0) return found;
    walk->edges = t->chance ? t->actions : found;
    if (walk->edges > x->tree->room - x->tree->edges - x->tree->held) return WALK_ENDS;
    if (to->masks != NULL) memcpy(to->masks + leaf * count, possible, count);
    if (to->player != NULL) to->player[leaf] = x->player;
    if (to->observations == NULL) return WALK_LEAF;
    const bool fine =
        batch_observe(x->w, level, s, to->observations + leaf * b->observed);
    return fine ? WALK_LEAF : BATCH_FAILED;
}

/* Walks once; WALK_..., or BATCH_... */
static int32_t walk_once(struct batch_worker *w, const struct walking *job, int32_t i,
                         int32_t leaf)
{
    struct walker x = begin_walk(w, job->t, i, leaf);
    const int32_t found = descend(&x);
    const int32_t shown = found == WALK_LEAF ? show(&x, job->to) : found;
    if (shown != WALK_LEAF) return shown;
    struct trees_walk *walk = &job->t->walk[leaf];
    walk->depth = x.way.depth;
    walk->player = x.player;
    walk->waits = true;
    x.tree->node[x.node].waits = true;
    x.tree->held += walk->edges;
    tree_send(x.tree, &x.way);
    return WALK_LEAF;
}

/* The walks of one tree. Without chance those after one that has met a leaf which waits would meet it
 * again. */
static int32_t walk_tree(struct batch_worker *w, int32_t i, void *with)
{
    const struct walking *job = with;
    struct trees *t = job->t;
    const int32_t from = i * t->options.leaves, to = from + t->options.leaves;
    int32_t leaves = 0, leaf = from;
    for (int32_t k = from; k < to && job->to->player != NULL; k++)
        job->to->player[k] = TREE_NONE;
    while (leaf < to) {
        const int32_t found = walk_once(w, job, i, leaf);
        if (found < 0) return found;
        if (found == WALK_MEETS && !t->chance) break;
        leaves += found == WALK_LEAF;
        leaf++;
    }
    return leaves;
}

/* Calls all walks back. */
static void recall_all(struct trees *t)
{
    for (int32_t leaf = 0; leaf < t->batch->options.count * t->options.leaves; leaf++) {
        struct tree *tree = &t->tree[leaf / t->options.leaves];
        const struct tree_way way = trees_way(t, leaf);
        tree->held = 0;
        if (!t->walk[leaf].waits) continue;
        tree->node[way.node[way.depth]].waits = false;
        tree_recall(tree, &way);
        t->walk[leaf].waits = false;
    }
}

int32_t trees_select(struct trees *t, const struct trees_arrays *to, struct text *why)
{
    if (t->waiting > 0) {
        text_string(why, "the leaves of the last select are not judged yet");
        return BATCH_WRONG;
    }
    struct walking job = {t, to};
    const struct batch_job all = {.work = BATCH_DO_WALK, .walk = walk_tree, .with = &job};
    const int32_t leaves = batch_work_on(t->batch, &all);
    if (leaves < 0) recall_all(t);
    t->waiting = leaves < 0 ? 0 : leaves;
    return leaves;
}
