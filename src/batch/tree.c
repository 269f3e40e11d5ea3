#include "tree.h"

#include <assert.h>
#include <float.h>

#include "base/portable_math.h"
#include "base/rng.h"

/* ---- the way down ---- */

/* The root of a count, to about 1e-6: Newton's method from less than 1.5 times of it. */
static float root_of(int32_t count)
{
    const float n = (float)count;
    float r = (float)(1 << ((33 - __builtin_clz((uint32_t)count)) / 2));
    for (int i = 0; i < 4; i++) r = (r + n / r) / 2;
    return r;
}

/* What brings a value into -1 .. 1: `(value - middle) * scale`. */
struct scale {
    float middle, scale;
};

static struct scale scale_of(const struct tree *t, bool scaled)
{
    if (!scaled || t->high <= t->low) return (struct scale){0, scaled ? 0.0F : 1.0F};
    return (struct scale){(t->low + t->high) / 2, 2 / (t->high - t->low)};
}

/* How much an edge promises; `middle` 0 needs no look at how many visits have come back. */
static inline float promise_of(const struct tree_edge *e, struct scale s, float unknown,
                               float eager)
{
    const float visits = (float)e->visits;
    float value = unknown, sum = e->sum;
    if (e->visits > 0) {
        if (s.middle != 0) sum -= s.middle * (float)(e->visits - e->away);
        sum *= s.scale;
        if (e->away != 0) sum -= (float)e->away;
        value = sum / visits;
    }
    return value + eager * e->prior / (1 + visits);
}

int32_t tree_choose(const struct tree *t, int32_t node, int32_t player, float exploration,
                    bool scaled, const unsigned char *possible)
{
    const struct tree_node *n = &t->node[node];
    const struct tree_edge *edge = &t->edge[n->edge];
    struct scale s = scale_of(t, scaled);
    s.scale *= tree_side(t, player);
    const float unknown = (n->sum / (float)n->visits - s.middle) * s.scale;
    const float eager = exploration * root_of(n->sent + 1);
    int32_t best = TREE_NONE, edges = n->edges;
    float most = 0;
    for (int32_t i = 0; i < edges; i++) {
        if (possible != NULL && !possible[edge[i].action]) continue;
        const float promise = promise_of(&edge[i], s, unknown, eager);
        if (best != TREE_NONE && !(promise > most)) continue;
        best = i;
        most = promise;
    }
    return best == TREE_NONE ? TREE_NONE : n->edge + best;
}

void tree_send(struct tree *t, const struct tree_way *way)
{
    for (int32_t i = 0; i < way->depth; i++) {
        t->node[way->node[i]].sent++;
        t->edge[way->edge[i]].visits++;
        t->edge[way->edge[i]].away++;
    }
}

void tree_recall(struct tree *t, const struct tree_way *way)
{
    for (int32_t i = 0; i < way->depth; i++) {
        t->node[way->node[i]].sent--;
        t->edge[way->edge[i]].visits--;
        t->edge[way->edge[i]].away--;
    }
}

/* ---- the way up ---- */

void tree_back(struct tree *t, const struct tree_way *way, float *value, float discount)
{
    const int32_t shares = t->shares;
    float low = t->low, high = t->high;
    for (int32_t i = way->depth;; i--) {
        struct tree_node *n = &t->node[way->node[i]];
        n->visits++;
        n->sum += value[tree_share(t, n->player)];
        if (i == 0) break;
        const float *reward = &way->reward[(i - 1) * shares];
        for (int32_t p = 0; p < shares; p++) value[p] = reward[p] + discount * value[p];
        struct tree_edge *e = &t->edge[way->edge[i - 1]];
        e->away--;
        e->sum += value[tree_share(t, t->node[way->node[i - 1]].player)];
        const float mean = e->sum / (float)(e->visits - e->away);
        if (low > high) low = high = mean;
        if (mean < low) low = mean;
        if (mean > high) high = mean;
    }
    t->low = low;
    t->high = high;
}

/* ---- growing ---- */

int32_t tree_add(struct tree *t, int32_t player, const float *reward)
{
    assert(t->nodes < t->most);
    t->node[t->nodes] = (struct tree_node){.edge = t->edges, .player = player};
    for (int32_t p = 0; p < t->shares; p++)
        t->reward[t->nodes * t->shares + p] = reward[p];
    return t->nodes++;
}

/* With chance an action that is not possible now may be so in another walk: its prior is not checked. */
static float prior_of(float prior)
{
    return prior > 0 && prior <= FLT_MAX ? prior : 0;
}

void tree_unfold(struct tree *t, int32_t node, const unsigned char *possible,
                 const float *priors, int32_t actions, bool all)
{
    struct tree_node *n = &t->node[node];
    struct tree_edge *first = &t->edge[t->edges], *e = first;
    double sum = 0;
    int32_t can = 0;
    for (int32_t a = 0; a < actions; a++) {
        if (!possible[a] && !all) continue;
        assert(e - first < t->room - t->edges);
        const float prior = prior_of(priors[a]);
        *e++ = (struct tree_edge){.action = a, .child = TREE_NONE, .prior = prior};
        if (!possible[a]) continue;
        sum += (double)prior;
        can++;
    }
    n->edge = t->edges;
    n->edges = (int32_t)(e - first);
    n->judged = true;
    n->waits = false;
    t->edges += n->edges;
    while (e-- > first) e->prior = (float)(sum > 0 ? (double)e->prior / sum : 1.0 / can);
}

/* ---- noise ---- */

/* A number in (0, 1). */
static double uniform(uint64_t *rng)
{
    return ((double)(rng_next(rng) >> 12) + 0.5) / (double)(INT64_C(1) << 52);
}

/* A number of the normal distribution (Marsaglia's polar method). */
static double normal(uint64_t *rng)
{
    for (;;) {
        const double x = 2 * uniform(rng) - 1, y = 2 * uniform(rng) - 1,
                     r = x * x + y * y;
        if (r < 1 && r > 0) return x * portable_root(-2 * portable_log(r) / r);
    }
}

/* A number of the gamma distribution (Marsaglia and Tsang, "A simple method for generating gamma
 * variables", 2000). */
static double gamma_of(double alpha, uint64_t *rng)
{
    if (alpha < 1) {
        const double u = uniform(rng);
        return gamma_of(alpha + 1, rng) * portable_exp(portable_log(u) / alpha);
    }
    const double d = alpha - 1.0 / 3, c = 1 / portable_root(9 * d);
    for (;;) {
        const double x = normal(rng), v = 1 + c * x, cube = v * v * v;
        if (v > 0 &&
            portable_log(uniform(rng)) < x * x / 2 + d * (1 - cube + portable_log(cube)))
            return d * cube;
    }
}

void tree_add_noise(struct tree *t, float share, float alpha, uint64_t *rng)
{
    struct tree_node *root = &t->node[0];
    struct tree_edge *edge = &t->edge[root->edge];
    double sum = 0;
    for (uint64_t again = *rng, pass = 0; pass < 2; pass++) {
        *rng = again; /* the same numbers twice: there is no room to keep them */
        for (int32_t i = 0; i < root->edges; i++) {
            const double draw = gamma_of((double)alpha, rng);
            if (pass == 0)
                sum += draw;
            else if (sum > 0)
                edge[i].prior = (1 - share) * edge[i].prior + share * (float)(draw / sum);
        }
    }
}

/* ---- another root ---- */

void tree_keep(struct tree *t, int32_t root, int32_t *map,
               void (*moved)(void *with, int32_t from, int32_t to), void *with)
{
    int32_t nodes = 0, edges = 0;
    for (int32_t i = 0; i < t->nodes; i++) map[i] = TREE_NONE;
    map[root] = 0;
    for (int32_t i = root; i < t->nodes; i++) {
        if (map[i] == TREE_NONE) continue;
        struct tree_node n = t->node[i];
        map[i] = nodes;
        for (int32_t k = 0; k < n.edges; k++) {
            const struct tree_edge e = t->edge[n.edge + k];
            if (e.child != TREE_NONE)
                map[e.child] = 0; /* it is kept; its place is not known yet */
            t->edge[edges + k] = e;
        }
        n.edge = edges;
        edges += n.edges;
        t->node[nodes] = n;
        for (int32_t p = 0; p < t->shares; p++)
            t->reward[nodes * t->shares + p] = t->reward[i * t->shares + p];
        moved(with, i, nodes);
        nodes++;
    }
    for (int32_t i = 0; i < edges; i++)
        if (t->edge[i].child != TREE_NONE) t->edge[i].child = map[t->edge[i].child];
    t->nodes = nodes;
    t->edges = edges;
}
