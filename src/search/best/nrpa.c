/*
 * Nested rollout policy adaptation.
 *
 * A policy has a weight for each action; a rollout draws actions in proportion to their
 * weights. Each level runs the level below it many times, and after each run makes the
 * actions of its best line so far likelier. The paper adds to the logarithms of weights;
 * we multiply the weights. Actions with the same hash share a weight. That may mislead a
 * rollout, but a line and its score are always right.
 */
#include "base/rng.h"
#include "best.h"

enum { POLICY_BITS = 14, POLICY_SIZE = 1 << POLICY_BITS };

struct line {
    int64_t score;
    int32_t count;
    action *by;
};

struct nrpa {
    struct successors *x;
    struct best *best;
    float *policy[NRPA_LEVEL_MAX + 1];    /* by level; [0] is a buffer of adapt */
    struct line line[NRPA_LEVEL_MAX + 1]; /* by level: its best; [0]: the last rollout */
    uint64_t random;
    int32_t rounds; /* how often each level runs the level below */
};

/* The index of an action's weight. */
static uint32_t weight_of(action a)
{
    return (uint32_t)(rng_mix((uint64_t)a + UINT64_C(0x9e3779b97f4a7c15)) >>
                      (64 - POLICY_BITS));
}

/* e to the power x, for -1 <= x <= 1, the same on every machine: each assignment rounds, also
 * where a processor computes with more digits. */
static float power_of_e(float x)
{
    float sum = 1;
    for (int i = 5; i >= 1; i--) {
        float part = x / (float)i;
        part *= sum;
        sum = 1 + part;
    }
    return sum;
}

static void multiply(float *weight, float by)
{
    const float least = 1e-20F, most = 1e20F;
    float w = *weight * by;
    *weight = w < least ? least : w > most ? most : w;
}

static float sum_of(const float *policy, const action *list, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++) sum += policy[weight_of(list[i])];
    return sum;
}

/* Draws an action from the list in proportion to the weights. */
static action draw(struct nrpa *n, const float *policy)
{
    const struct successors *x = n->x;
    float sum = sum_of(policy, x->list, x->count);
    float left = sum * ((float)(rng_next(&n->random) >> 40) / (float)(1 << 24));
    int i = 0;
    for (; i < x->count - 1; i++) {
        left -= policy[weight_of(x->list[i])];
        if (left < 0) break;
    }
    return x->list[i];
}

/* Plays a random game by the policy, in x->from. */
static enum search_end rollout(struct nrpa *n, const float *policy, struct line *line)
{
    struct successors *x = n->x;
    memcpy(x->from, x->root, x->root->size);
    if (x->game->reseed != NULL) x->game->reseed(x->game, x->from, rng_next(&n->random));
    line->count = 0;
    while (line->count < n->best->length) {
        enum search_end end = successors_list(x);
        if (end != SEARCH_GOES_ON) return end;
        if (x->count == 0) break;
        action a = draw(n, policy);
        end = successors_enter(x, a);
        if (end != SEARCH_GOES_ON) return end;
        struct state *after = x->to;
        x->to = x->from;
        x->from = after;
        line->by[line->count++] = a;
    }
    return best_value(n->best, x->game, x->from, &line->score) ? SEARCH_GOES_ON
                                                               : SEARCH_FAILED;
}

/* Makes the line likelier in the policy. In each position of the line, every action with
 * probability p loses by the factor e^p, and the action played gains by the factor e.
 * Replays the line to list the actions; with chance the replay may reach other positions,
 * which only makes the weights worse. */
static enum search_end adapt(struct nrpa *n, float *policy, const struct line *line)
{
    struct successors *x = n->x;
    const float *old = n->policy[0];
    memcpy(n->policy[0], policy, POLICY_SIZE * sizeof *policy);
    memcpy(x->from, x->root, x->root->size);
    for (int32_t i = 0; i < line->count; i++) {
        enum search_end end = successors_list_again(x);
        if (end != SEARCH_GOES_ON) return end;
        float sum = sum_of(old, x->list, x->count);
        for (int k = 0; k < x->count; k++) {
            uint32_t w = weight_of(x->list[k]);
            multiply(&policy[w], power_of_e(-old[w] / sum));
        }
        multiply(&policy[weight_of(line->by[i])], power_of_e(1));
        end = search_applied(x->game->apply(x->game, x->from, line->by[i], NULL));
        if (end != SEARCH_GOES_ON) return end;
    }
    return SEARCH_GOES_ON;
}

static void keep(struct line *best, const struct line *line)
{
    best->score = line->score;
    best->count = line->count;
    memcpy(best->by, line->by, (size_t)line->count * sizeof *line->by);
}

/* Runs a level with its policy; line[level] becomes its best line. */
static enum search_end nested(struct nrpa *n, int level)
{
    struct line *best = &n->line[level], *line = &n->line[level - 1];
    best->score = INT64_MIN;
    best->count = 0;
    for (int32_t i = 0; i < n->rounds; i++) {
        enum search_end end;
        if (level == 1) {
            end = rollout(n, n->policy[1], line);
        } else {
            memcpy(n->policy[level - 1], n->policy[level], POLICY_SIZE * sizeof(float));
            end = nested(n, level - 1);
        }
        if (line->score >= best->score && (end == SEARCH_GOES_ON || level > 1)) {
            keep(best, line);
        }
        if (end == SEARCH_GOES_ON) end = adapt(n, n->policy[level], best);
        if (end != SEARCH_GOES_ON) return end;
    }
    return SEARCH_GOES_ON;
}

static bool take_memory(struct nrpa *n)
{
    const struct search_limits *limits = n->x->limits;
    size_t length = (size_t)n->best->length, levels = NRPA_LEVEL_MAX + 1;
    float *weights = search_resize(limits, NULL, levels * POLICY_SIZE, sizeof *weights);
    action *actions = search_resize(limits, NULL, (levels + 1) * length, sizeof *actions);
    if (weights == NULL || actions == NULL) return false;
    for (size_t i = 0; i < levels; i++) {
        n->policy[i] = weights + i * POLICY_SIZE;
        n->line[i].by = actions + i * length;
    }
    n->best->line = actions + levels * length;
    return true;
}

enum search_end best_nrpa(struct successors *x, struct best *best)
{
    enum { ROUNDS = 100, SHALLOW_ROUNDS = 10000 };
    struct nrpa n = {.x = x, .best = best, .random = best->seed};
    struct line all = {.score = INT64_MIN};
    enum search_end end = SEARCH_GOES_ON;
    n.rounds = best->level == 1 ? SHALLOW_ROUNDS : ROUNDS;
    if (!take_memory(&n)) return SEARCH_MEMORY;
    all.by = best->line;
    memcpy(x->from, x->root, x->root->size);
    end = successors_list(x);
    /* Without actions no rollout enters a node, so no limit would end the search. */
    if (x->count == 0) return search_ended(end);
    while (end == SEARCH_GOES_ON) {
        float *policy = n.policy[best->level];
        for (int i = 0; i < POLICY_SIZE; i++) policy[i] = 1;
        end = nested(&n, best->level);
        const struct line *found = &n.line[best->level];
        if (found->score > all.score) keep(&all, found);
        if (all.count > 0) x->progress.best = all.score;
        if (all.count == 0) break;
    }
    best->count = all.count;
    if (all.score != INT64_MIN) best->score = all.score;
    return search_ended(end);
}
