/*
 * What comes of judging the leaves of the trees of a batch, and what the trees say of their roots.
 */
#include <float.h>

#include "trees.h"
#include "worker.h"

struct judging {
    struct trees *t;
    const float *values, *priors;
};

/* With chance other dice may make any action possible. */
static void judge(const struct judging *job, int32_t i, int32_t leaf)
{
    struct trees *t = job->t;
    struct tree *tree = &t->tree[i];
    struct trees_walk *walk = &t->walk[leaf];
    const struct tree_way way = trees_way(t, leaf);
    const int32_t node = way.node[way.depth];
    float value[BATCH_SHARES_MAX];
    for (int32_t p = 0; p < t->shares; p++) {
        const float given = job->values[(size_t)leaf * (size_t)t->shares + (size_t)p];
        value[p] = given * tree_side(tree, walk->player);
    }
    tree->held -= walk->edges;
    tree_unfold(tree, node, trees_possible(t, leaf),
                job->priors + (size_t)leaf * (size_t)t->actions, t->actions, t->chance);
    if (node == 0) trees_add_noise(t, i);
    tree_back(tree, &way, value, t->options.discount);
    walk->waits = false;
}

static int32_t judge_tree(struct batch_worker *w, int32_t i, void *with)
{
    const struct judging *job = with;
    const int32_t from = i * job->t->options.leaves;
    (void)w;
    for (int32_t leaf = from; leaf < from + job->t->options.leaves; leaf++)
        if (job->t->walk[leaf].waits) judge(job, i, leaf);
    return 0;
}

/* Beyond it sums of values lose what distinguishes them. */
static const float value_most = 1e6F;

static bool check_values(const struct trees *t, int32_t leaf, const float *values,
                         struct text *why)
{
    for (int32_t p = 0; p < t->shares; p++) {
        const int32_t k = leaf * t->shares + p;
        if (values[k] >= -value_most && values[k] <= value_most) continue;
        text_string(why, "value ");
        text_number(why, t->batch->options.first + k);
        const bool finite = values[k] >= -FLT_MAX && values[k] <= FLT_MAX;
        text_string(why,
                    finite ? " is not in -1000000..1000000" : " is no finite number");
        return false;
    }
    return true;
}

static bool check_priors(const struct trees *t, int32_t leaf, const float *priors,
                         struct text *why)
{
    const uint8_t *possible = trees_possible(t, leaf);
    priors += (size_t)leaf * (size_t)t->actions;
    for (int32_t a = 0; a < t->actions; a++) {
        if ((priors[a] >= 0 && priors[a] <= FLT_MAX) || !possible[a]) continue;
        text_string(why, "the prior of action ");
        text_number(why, t->batch->options.first + a);
        text_string(why, " of leaf ");
        text_number(why, t->batch->options.first + leaf);
        text_string(why, priors[a] < 0 ? " is negative: priors are probabilities"
                                       : " is no finite number");
        return false;
    }
    return true;
}

int32_t trees_back(struct trees *t, const float *values, const float *priors,
                   struct text *why)
{
    const int32_t leaves = t->batch->options.count * t->options.leaves;
    for (int32_t leaf = 0; leaf < leaves; leaf++) {
        if (!t->walk[leaf].waits) continue;
        if (!check_values(t, leaf, values, why) || !check_priors(t, leaf, priors, why))
            return BATCH_WRONG;
    }
    struct judging job = {t, values, priors};
    const struct batch_job all = {
        .work = BATCH_DO_WALK, .walk = judge_tree, .with = &job};
    batch_work_on(t->batch, &all);
    t->waiting = 0;
    return 0;
}

/* ---- results ---- */

static void look_at_edges(const struct trees *t, int32_t i, const struct trees_results *r)
{
    const struct tree *tree = &t->tree[i];
    const struct tree_node *root = &tree->node[0];
    const float side = tree_side(tree, root->player);
    for (int32_t k = 0; k < root->edges; k++) {
        const struct tree_edge *e = &tree->edge[root->edge + k];
        const size_t at = (size_t)i * (size_t)t->actions + (size_t)e->action;
        const int32_t visits = e->visits - e->away, all = root->sent > 0 ? root->sent : 1;
        if (r->visits != NULL) r->visits[at] = visits;
        if (r->policy != NULL) r->policy[at] = (float)visits / (float)all;
        if (r->means != NULL && visits > 0) r->means[at] = e->sum / (float)visits * side;
    }
}

void trees_look(const struct trees *t, const struct trees_results *r)
{
    const size_t actions = (size_t)t->actions;
    for (int32_t i = 0; i < t->batch->options.count; i++) {
        const struct tree_node *root = &t->tree[i].node[0];
        const float side = tree_side(&t->tree[i], root->player);
        const size_t at = (size_t)i * actions;
        for (size_t a = 0; a < actions; a++) {
            if (r->visits != NULL) r->visits[at + a] = 0;
            if (r->policy != NULL) r->policy[at + a] = 0;
            if (r->means != NULL) r->means[at + a] = 0;
        }
        look_at_edges(t, i, r);
        if (r->values != NULL)
            r->values[i] = root->visits > 0 ? root->sum / (float)root->visits * side : 0;
    }
}
