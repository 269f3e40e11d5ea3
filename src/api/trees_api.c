/*
 * Trees over batches: checks what the caller has given, and calls src/batch/trees.h.
 */
#include <stdlib.h>

#include "batch/trees.h"
#include "inside.h"

struct tessera_trees {
    struct tessera_batch *batch; /* NULL: it has been freed */
    struct tessera_trees *next;  /* over the same batch */
    struct trees trees;
};

static bool is_open(const struct tessera_trees *t, struct tessera_error *error)
{
    api_clear(error);
    if (t == NULL) return api_fail(error, "the trees are NULL") == 0;
    if (t->batch != NULL) return true;
    return api_fail(error, "the batch of the trees has been freed") == 0;
}

/* ---- making ---- */

static bool is_whole(int32_t n, int32_t min, const char *name,
                     struct tessera_error *error)
{
    return api_in(n, min, INT32_MAX, "tessera_trees_options", name, error);
}

/* 0 is the default. */
static bool is_number(float n, float min, float max, const char *name,
                      struct tessera_error *error)
{
    if (n == 0 || (n >= min && n <= max)) return true;
    return api_fail(error, "tessera_trees_options: %s is %g, not in %g..%g", name,
                    (double)n, (double)min, (double)max) == 0;
}

static bool check_options(const struct tessera_trees_options *o,
                          struct tessera_error *error)
{
    return is_whole(o->nodes, 2, "nodes", error) &&
           is_whole(o->edges, 0, "edges", error) &&
           is_whole(o->leaves, 0, "leaves", error) &&
           is_number(o->exploration, 1e-6F, 1e6F, "exploration", error) &&
           is_number(o->noise, 0, 1, "noise", error) &&
           is_number(o->alpha, 1e-3F, 1e6F, "alpha", error) &&
           is_number(o->discount, 1e-6F, 1, "discount", error);
}

struct tessera_trees *tessera_trees_new(struct tessera_batch *b,
                                        const struct tessera_trees_options *given,
                                        struct tessera_error *error)
{
    struct tessera_trees_options o;
    char wrong[sizeof error->text] = "";
    struct text why = text_into(wrong, sizeof wrong);
    const size_t least = offsetof(struct tessera_trees_options, nodes) + sizeof o.nodes;
    api_clear(error);
    if (b == NULL) return api_fail(error, "the batch is NULL"), NULL;
    if (!api_read(&o, sizeof o, given, least, "tessera_trees_options", error) ||
        !check_options(&o, error)) {
        return NULL;
    }
    struct tessera_trees *t = calloc(1, sizeof *t);
    if (t == NULL) return api_fail(error, "not enough memory"), NULL;
    const struct trees_options options = {
        .nodes = o.nodes,
        .edges = o.edges,
        .leaves = o.leaves,
        .exploration = o.exploration,
        .noise = o.noise,
        .alpha = o.alpha,
        .discount = o.discount,
        .seed = o.seed,
    };
    if (!trees_open(&t->trees, &b->batch, &options, &why)) {
        api_fail(error, "%s", wrong);
        free(t);
        return NULL;
    }
    t->batch = b;
    t->next = b->trees;
    b->trees = t;
    return t;
}

void tessera_trees_free(struct tessera_trees *t)
{
    if (t == NULL) return;
    struct tessera_trees **at = t->batch != NULL ? &t->batch->trees : NULL;
    while (at != NULL && *at != t) at = &(*at)->next;
    if (at != NULL) *at = t->next;
    trees_close(&t->trees);
    free(t);
}

void api_leave_trees(struct tessera_batch *b)
{
    for (struct tessera_trees *t = b->trees; t != NULL; t = t->next) t->batch = NULL;
    b->trees = NULL;
}

/* ---- searching ---- */

int32_t tessera_trees_start(struct tessera_trees *t, const uint8_t *which,
                            struct tessera_error *error)
{
    if (!is_open(t, error)) return -1;
    trees_start(&t->trees, which);
    return 0;
}

struct walking {
    struct trees *trees;
    struct trees_arrays arrays;
};

static int32_t walk(void *with, struct text *why)
{
    const struct walking *x = with;
    return trees_select(x->trees, &x->arrays, why);
}

int32_t tessera_trees_select(struct tessera_trees *t, const struct tessera_leaves *given,
                             struct tessera_error *error)
{
    struct tessera_leaves a;
    const size_t least =
        offsetof(struct tessera_leaves, observations) + sizeof a.observations;
    if (!is_open(t, error) ||
        !api_read(&a, sizeof a, given, least, "tessera_leaves", error)) {
        return -1;
    }
    struct walking x = {&t->trees, {a.observations, a.masks, a.player}};
    return api_play(t->batch, walk, &x, true, error);
}

int32_t tessera_trees_back(struct tessera_trees *t, const float *values,
                           const float *priors, struct tessera_error *error)
{
    char wrong[sizeof error->text] = "";
    struct text why = text_into(wrong, sizeof wrong);
    if (!is_open(t, error)) return -1;
    if (values == NULL) return api_fail(error, "values is NULL");
    if (priors == NULL) return api_fail(error, "priors is NULL");
    if (trees_back(&t->trees, values, priors, &why) == 0) return 0;
    return api_fail(error, "%s", wrong);
}

int32_t tessera_trees_look(const struct tessera_trees *t,
                           const struct tessera_roots *given, struct tessera_error *error)
{
    struct tessera_roots a;
    const size_t least = offsetof(struct tessera_roots, visits) + sizeof a.visits;
    if (!is_open(t, error) ||
        !api_read(&a, sizeof a, given, least, "tessera_roots", error)) {
        return -1;
    }
    const struct trees_results results = {a.visits, a.policies, a.means, a.values};
    trees_look(&t->trees, &results);
    return 0;
}

int32_t tessera_trees_advance(struct tessera_trees *t, const int32_t *actions,
                              struct tessera_error *error)
{
    char wrong[sizeof error->text] = "";
    struct text why = text_into(wrong, sizeof wrong);
    if (!is_open(t, error)) return -1;
    if (actions == NULL) return api_fail(error, "actions is NULL");
    if (trees_advance(&t->trees, actions, &why) == 0) return 0;
    return api_fail(error, "%s", wrong);
}
