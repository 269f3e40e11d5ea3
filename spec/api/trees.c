/*
 * Searches with trees as another program does, for spec/api/trees.lua: trees [OPTION=VALUE ...] FILE
 *
 *     count threads observation level seed nodes edges leaves walks turns levels=FILE misuse=1 known=1
 *
 * Each of `turns` turns selects and judges `walks` times, tells what the roots say, plays the action
 * that was tried most often, and advances. A leaf is judged by its bytes; with known=1 by nothing.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tessera.h"

static struct tessera_source source;
static struct tessera_options o;
static struct tessera_trees_options t;
static int walks = 30, turns = 3, misuse, known;

static const struct {
    const char *name;
    int32_t *to;
} numbers[] = {
    {"count", &o.count}, {"threads", &o.threads}, {"observation", &o.observation},
    {"level", &o.level}, {"nodes", &t.nodes},     {"edges", &t.edges},
    {"walks", &walks},   {"leaves", &t.leaves},   {"turns", &turns},
    {"known", &known},   {"misuse", &misuse},
};

static void read_option(const char *text)
{
    const char *value = strchr(text, '=') + 1;
    const size_t n = (size_t)(value - text) - 1;
    if (strncmp(text, "seed=", 5) == 0) o.seed = t.seed = strtoull(value, NULL, 10);
    if (strncmp(text, "noise=", 6) == 0) t.noise = strtof(value, NULL);
    if (strncmp(text, "levels=", 7) == 0) source.levels = value;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const bool is =
            strlen(numbers[i].name) == n && strncmp(text, numbers[i].name, n) == 0;
        if (is) *numbers[i].to = atoi(value);
    }
}

/* ---- the arrays, each as long as it must be ---- */

static size_t count, leaves, actions, seen, shares;
static struct tessera_arrays a;
static struct tessera_leaves leaf;
static struct tessera_roots root;
static int32_t *chosen, *outcome;
static float *values, *priors;

static void *room(size_t n, size_t each)
{
    void *block = calloc(n * each > 0 ? n * each : 1, 1);
    if (block == NULL) exit(2);
    return block;
}

static void make_arrays(const struct tessera_game *g)
{
    const int32_t players = tessera_players(g);
    count = (size_t)o.count;
    leaves = count * (size_t)(t.leaves > 0 ? t.leaves : 1);
    actions = (size_t)tessera_actions(g);
    seen = tessera_observation_size(g, (enum tessera_observation)o.observation);
    shares = players > 2 ? (size_t)players : 1;
    a.size = sizeof a;
    a.actions = chosen = (int32_t *)room(count, sizeof *chosen);
    a.outcome = outcome = (int32_t *)room(count, sizeof *outcome);
    leaf.size = sizeof leaf;
    leaf.observations = (uint8_t *)room(leaves, seen);
    leaf.masks = (uint8_t *)room(leaves, actions);
    leaf.player = (int32_t *)room(leaves, sizeof *leaf.player);
    root.size = sizeof root;
    root.visits = (int32_t *)room(count * actions, sizeof *root.visits);
    root.policies = (float *)room(count * actions, sizeof *root.policies);
    root.means = (float *)room(count * actions, sizeof *root.means);
    root.values = (float *)room(count, sizeof *root.values);
    values = (float *)room(leaves * shares, sizeof *values);
    priors = (float *)room(leaves * actions, sizeof *priors);
}

static void free_arrays(void)
{
    void *all[] = {chosen,        outcome,     leaf.observations,
                   leaf.masks,    leaf.player, root.visits,
                   root.policies, root.means,  root.values,
                   values,        priors};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* ---- searching ---- */

static void check(int32_t result, const struct tessera_error *e)
{
    if (result >= 0) return;
    printf("%s:%d:%d:%s:%s\n", e->file, (int)e->line, (int)e->column, e->rule, e->text);
    exit(0);
}

/* Numbers by what is seen and what is possible, the same as in trees.lua. */
static void judge(size_t k)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < seen; i++)
        sum = (sum * 31 + leaf.observations[k * seen + i]) % 65521;
    for (size_t i = 0; i < actions; i++)
        sum = (sum * 31 + leaf.masks[k * actions + i]) % 65521;
    sum = known ? 100 : sum;
    for (size_t p = 0; p < shares; p++)
        values[k * shares + p] = ((float)((sum + p * 50) % 201) - 100) / 128;
    for (size_t i = 0; i < actions; i++)
        priors[k * actions + i] = known ? 1 : (float)(1 + (sum + i * 7) % 16) / 16;
}

static void select_and_judge(struct tessera_trees *trees)
{
    struct tessera_error e;
    int32_t there = 0;
    const int32_t found = tessera_trees_select(trees, &leaf, &e);
    check(found, &e);
    for (size_t k = 0; k < leaves; k++) {
        there += leaf.player[k] >= 0;
        if (leaf.player[k] >= 0) judge(k);
    }
    if (there != found) puts("another number of leaves");
    check(tessera_trees_back(trees, values, priors, &e), &e);
}

/* A line: visits, share, mean of each action, and the value; and the action that is chosen. */
static void choose(const struct tessera_trees *trees)
{
    struct tessera_error e;
    check(tessera_trees_look(trees, &root, &e), &e);
    for (size_t i = 0; i < count; i++) {
        size_t best = i * actions;
        for (size_t k = i * actions; k < (i + 1) * actions; k++) {
            printf("%d/%.3f/%.3f ", (int)root.visits[k], (double)root.policies[k],
                   (double)root.means[k]);
            if (root.visits[k] > root.visits[best]) best = k;
        }
        printf("%.3f\n", (double)root.values[i]);
        chosen[i] = (int32_t)(best - i * actions);
    }
}

static void search(struct tessera_batch *b)
{
    struct tessera_error e;
    struct tessera_trees *trees = tessera_trees_new(b, &t, &e);
    check(trees != NULL ? 0 : -1, &e);
    for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i < walks; i++) select_and_judge(trees);
        choose(trees);
        check(tessera_step(b, &a, &e), &e);
        check(tessera_trees_advance(trees, chosen, &e), &e);
    }
    check(tessera_trees_start(trees, NULL, &e), &e);
    tessera_trees_free(trees);
}

/* ---- misuse ---- */

static void told(const char *what, int32_t result, const struct tessera_error *e)
{
    printf("%s: %d%s%s\n", what, (int)result, result < 0 ? " " : "",
           result < 0 ? e->text : "");
}

static void try_options(struct tessera_batch *b, const char *what,
                        struct tessera_trees_options options)
{
    struct tessera_error e;
    struct tessera_trees *trees = tessera_trees_new(b, &options, &e);
    printf("%s: %s\n", what, trees != NULL ? "made" : e.text);
    tessera_trees_free(trees);
}

static void try_numbers(struct tessera_batch *b)
{
    struct tessera_trees_options x = t;
    x.size = 8;
    try_options(b, "a small size", x);
    x = t;
    x.nodes = 1;
    try_options(b, "one node", x);
    x.nodes = INT32_MAX;
    try_options(b, "nodes beyond all memory", x);
    x = t;
    x.edges = -1;
    try_options(b, "negative edges", x);
    x = t;
    x.leaves = -1;
    try_options(b, "negative leaves", x);
    x.leaves = INT32_MAX;
    try_options(b, "leaves beyond all memory", x);
    x = t;
    x.exploration = -1;
    try_options(b, "negative exploration", x);
    x.exploration = INFINITY;
    try_options(b, "infinite exploration", x);
    x = t;
    x.noise = 1.5F;
    try_options(b, "more than all noise", x);
    x = t;
    x.alpha = 1e-9F;
    try_options(b, "no alpha to speak of", x);
    x = t;
    x.discount = NAN;
    try_options(b, "a discount that is no number", x);
}

static void try_calls(struct tessera_batch *b)
{
    struct tessera_error e;
    struct tessera_leaves no_leaves;
    struct tessera_roots no_roots;
    memset(&no_leaves, 0, sizeof no_leaves);
    memset(&no_roots, 0, sizeof no_roots);
    struct tessera_trees *trees = tessera_trees_new(b, &t, &e);
    told("no options", tessera_trees_new(b, NULL, &e) == NULL ? -1 : 0, &e);
    told("no batch", tessera_trees_new(NULL, &t, &e) == NULL ? -1 : 0, &e);
    told("no trees", tessera_trees_select(NULL, &leaf, &e), &e);
    told("no leaves", tessera_trees_select(trees, NULL, &e), &e);
    told("leaves without a size", tessera_trees_select(trees, &no_leaves, &e), &e);
    told("nothing to be judged", tessera_trees_back(trees, values, priors, &e), &e);
    no_leaves.size = sizeof no_leaves;
    told("leaves without arrays", tessera_trees_select(trees, &no_leaves, &e), &e);
    told("a second select", tessera_trees_select(trees, &leaf, &e), &e);
    told("an early advance", tessera_trees_advance(trees, chosen, &e), &e);
    told("no values", tessera_trees_back(trees, NULL, priors, &e), &e);
    told("no priors", tessera_trees_back(trees, values, NULL, &e), &e);
    values[0] = NAN;
    told("no number", tessera_trees_back(trees, values, priors, &e), &e);
    values[0] = 0;
    priors[0] = NAN;
    priors[1] = -INFINITY;
    told("priors that are none", tessera_trees_back(trees, values, priors, &e), &e);
    priors[0] = 0;
    priors[1] = 0;
    told("priors without a sum", tessera_trees_back(trees, values, priors, &e), &e);
    told("no actions", tessera_trees_advance(trees, NULL, &e), &e);
    chosen[0] = INT32_MAX;
    told("an action of no step", tessera_trees_advance(trees, chosen, &e), &e);
    chosen[0] = 0;
    check(tessera_step(b, &a, &e), &e);
    chosen[0] = -1;
    told("a negative action", tessera_trees_advance(trees, chosen, &e), &e);
    chosen[0] = INT32_MAX;
    told("an action that is none", tessera_trees_advance(trees, chosen, &e), &e);
    told("no roots", tessera_trees_look(trees, NULL, &e), &e);
    told("roots without a size", tessera_trees_look(trees, &no_roots, &e), &e);
    no_roots.size = sizeof no_roots;
    told("roots without arrays", tessera_trees_look(trees, &no_roots, &e), &e);
    told("a select", tessera_trees_select(trees, &leaf, &e), &e);
    told("a start", tessera_trees_start(trees, NULL, &e), &e);
    told("a select after it", tessera_trees_select(trees, &leaf, &e), &e);
    printf("without an error: %d\n", (int)tessera_trees_select(trees, NULL, NULL));
    tessera_trees_free(trees);
    tessera_trees_free(NULL);
}

/* Frees the second of three trees, then the batch, then the others. */
static void try_freed(struct tessera_batch *b)
{
    struct tessera_error e;
    struct tessera_trees *trees[3];
    for (int i = 0; i < 3; i++) trees[i] = tessera_trees_new(b, &t, &e);
    tessera_trees_free(trees[1]);
    tessera_batch_free(b);
    told("start without a batch", tessera_trees_start(trees[0], NULL, &e), &e);
    told("select without a batch", tessera_trees_select(trees[2], &leaf, &e), &e);
    told("back without a batch", tessera_trees_back(trees[0], values, priors, &e), &e);
    told("look without a batch", tessera_trees_look(trees[2], &root, &e), &e);
    told("advance without a batch", tessera_trees_advance(trees[0], chosen, &e), &e);
    tessera_trees_free(trees[0]);
    tessera_trees_free(trees[2]);
}

int main(int argc, char **argv)
{
    struct tessera_error e;
    source.size = sizeof source;
    o.size = sizeof o;
    t.size = sizeof t;
    o.count = 1;
    o.observation = TESSERA_PLANES;
    o.autoreset = TESSERA_NEVER;
    t.nodes = 100;
    for (int i = 1; i < argc - 1; i++) read_option(argv[i]);
    source.name = argv[argc - 1];
    struct tessera_game *g = tessera_open(&source, &e);
    check(g != NULL ? 0 : -1, &e);
    struct tessera_batch *b = tessera_batch_new(g, &o, &e);
    check(b != NULL ? 0 : -1, &e);
    make_arrays(g);
    check(tessera_reset(b, NULL, &a, &e), &e);
    if (misuse) {
        try_numbers(b);
        try_calls(b);
        try_freed(b);
    } else {
        search(b);
        tessera_batch_free(b);
    }
    tessera_close(g);
    free_arrays();
    return 0;
}
