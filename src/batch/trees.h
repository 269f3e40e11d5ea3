/*
 * Search for players who judge positions themselves, over a batch: each environment has a tree.
 *
 *     trees_open(&t, &batch, &(struct trees_options){.nodes = 400}, &why)
 *     trees_start(&t, NULL)                            the roots are the environments' positions
 *     for (...) {
 *         n = trees_select(&t, &arrays, &why);          the leaves: what is seen, what is possible
 *         judge(arrays.observations, values, priors);   the caller
 *         trees_back(&t, values, priors, &why);
 *     }
 *     trees_look(&t, &results);                        how often each action was tried
 *
 * Rewards are those of the game, what the score has grown by: a leaf of a game of one or two is judged
 * for whoever is to move there, where a win of one is the loss of the other, and half the difference of
 * the scores counts; with more players it is judged for each of them.
 *
 * **Without chance a node keeps its position; with chance a tree keeps none but the root's:** each walk
 * plays its actions again with other dice, so a node stands for actions and not for a position (open
 * loop). A tree does what it does alone, whatever the number of threads.
 *
 * **All memory is taken by trees_open.** A tree without room for another node, or for its edges, is
 * full: walks that would need it end without a leaf, and what the tree has found stands.
 */
#ifndef TESSERA_BATCH_TREES_H
#define TESSERA_BATCH_TREES_H

#include "batch.h"
#include "tree.h"

/* A longer way ends as if the game were over. */
enum { TREES_DEPTH_MAX = 1000 };

struct trees_options {
    int32_t nodes;     /* of a tree at most */
    int32_t edges;     /* of a tree at most; 0: enough for all nodes */
    int32_t leaves;    /* of a tree in one trees_select; 0: 1 */
    float exploration; /* c of PUCT; 0: 1.25 */
    float noise;       /* its share of the priors of a root; 0: none */
    float alpha;       /* of Dirichlet's distribution; 0: 0.3 */
    float discount;    /* of a value by a step; 0: 1 */
    uint64_t seed;     /* tree i draws from `seed` + i */
};

/* Each may be NULL. A leaf has the number tree * leaves + k. */
struct trees_arrays {
    uint8_t *observations; /* [leaves of all][...], as the batch shows boards */
    uint8_t *masks;        /* [leaves of all][actions] */
    int32_t *player;       /* to move, from 0; -1: there is nothing to judge */
};

/* What the trees say of their roots, for who is to move there; each may be NULL. */
struct trees_results {
    int32_t *visits; /* [N][actions]: how often each was tried */
    float *policy;   /* [N][actions]: its share of them; all 0 if none was */
    float *means;    /* [N][actions]: the mean value behind it; 0 if it was not tried */
    float *values;   /* [N]: the mean value of the root */
};

/* A walk to a leaf. */
struct trees_walk {
    int32_t depth, player, edges; /* who is to move at the leaf; the edges it will take */
    bool waits;                   /* the leaf is to be judged */
};

struct trees {
    struct batch *batch;
    struct batch_memory memory;
    struct trees_options options;
    struct tree *tree;
    struct tree_node *nodes; /* of all trees, and so on */
    struct tree_edge *edges;
    float *reward;
    unsigned char *states;
    uint64_t *random;
    struct trees_walk *walk;
    unsigned char *possible; /* of each leaf, by action */
    int32_t *steps;          /* of each leaf: nodes and edges of its way */
    float *rewards;          /* of each leaf: along its way */
    int32_t *level;          /* of each tree: that of its root */
    int32_t *map;
    int32_t actions, shares;
    int32_t depth, kept; /* the longest way; states of a tree */
    int32_t waiting;     /* leaves that are to be judged */
    bool chance, scaled;
};

/* False: *why says what is wrong. The batch must outlive all calls but trees_close. */
bool trees_open(struct trees *, struct batch *, const struct trees_options *,
                struct text *why);
void trees_close(struct trees *);

/* Begins the trees anew where `which` is not 0; NULL: all. */
void trees_start(struct trees *, const uint8_t *which);

/* Walks each tree to its leaves. Returns how many are to be judged, or BATCH_... */
int32_t trees_select(struct trees *, const struct trees_arrays *, struct text *why);

/* Takes the values [leaves of all], of more than two players [leaves of all][players], and the priors
 * [leaves of all][actions]. 0, or BATCH_WRONG. (trees_back.c) */
int32_t trees_back(struct trees *, const float *values, const float *priors,
                   struct text *why);

/* trees_back.c */
void trees_look(const struct trees *, const struct trees_results *);

/* The environments have been stepped with these actions: what lies below them is kept; a tree that has
 * nothing there, or whose environment is at another position, begins anew. 0; or BATCH_WRONG, and nothing
 * has changed.
 * (trees_start.c) */
int32_t trees_advance(struct trees *, const int32_t *actions, struct text *why);

/* ---- what the files of trees share ---- */

/* Where the position of a node lies: with chance that of the root. */
static inline struct state *trees_state(const struct trees *t, int32_t i, int32_t node)
{
    const size_t at = (size_t)i * (size_t)t->kept + (size_t)(t->chance ? 0 : node);
    return (struct state *)(void *)(t->states + at * t->batch->game->kept);
}

/* The way to a leaf. */
static inline struct tree_way trees_way(const struct trees *t, int32_t leaf)
{
    const size_t depth = (size_t)t->depth;
    int32_t *node = t->steps + (size_t)leaf * (2 * depth + 1);
    return (struct tree_way){t->walk[leaf].depth, node, node + depth + 1,
                             t->rewards + (size_t)leaf * depth * (size_t)t->shares};
}

static inline uint8_t *trees_possible(const struct trees *t, int32_t leaf)
{
    return t->possible + (size_t)leaf * (size_t)t->actions;
}

/* Mixes noise into the priors of a root, if that is asked for. */
static inline void trees_add_noise(struct trees *t, int32_t i)
{
    if (t->options.noise > 0)
        tree_add_noise(&t->tree[i], t->options.noise, t->options.alpha, &t->random[i]);
}

#endif
