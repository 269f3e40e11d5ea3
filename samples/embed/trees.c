/*
 * Plays a game against itself, as a program does whose network judges positions: trees GAME [LEVELS].
 * Each action is the one that a search tries most often. Tells the actions, and how it ended.
 *
 *     cc trees.c $(pkg-config --cflags --libs tessera) -o trees
 */
#include <stdio.h>
#include <stdlib.h>

#include <tessera.h>

enum { NODES = 400, LEAVES = 8, WALKS = 50, STEPS = 200 };

static void fail(const struct tessera_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

static void *room(size_t count, size_t each)
{
    void *block = calloc(count, each);
    if (block == NULL) exit(1);
    return block;
}

/* Here a network would be asked what it thinks of all leaves at once. This judge knows nothing, so the
 * search sees what it can play to the end alone. Values have room for games of more than two players. */
static void judge(const struct tessera_leaves *leaves, float *values, size_t value_count,
                  float *priors, size_t prior_count)
{
    (void)leaves->observations;
    for (size_t i = 0; i < value_count; i++) values[i] = 0;
    for (size_t i = 0; i < prior_count; i++) priors[i] = 1;
}

int main(int argc, char **argv)
{
    struct tessera_error error;
    struct tessera_source source = {sizeof source};
    struct tessera_options options = {sizeof options};
    struct tessera_arrays arrays = {sizeof arrays};
    struct tessera_trees_options search = {sizeof search};
    struct tessera_leaves leaves = {sizeof leaves};
    struct tessera_roots roots = {sizeof roots};
    int32_t action, outcome = -1;
    char text[100];

    if (argc < 2) return fprintf(stderr, "trees GAME [LEVELS]\n"), 2;
    source.name = argv[1];
    source.levels = argc > 2 ? argv[2] : NULL;
    struct tessera_game *game = tessera_open(&source, &error);
    if (game == NULL) fail(&error);

    options.count = 1;
    options.observation = TESSERA_PLANES;
    options.autoreset = TESSERA_NEVER;
    struct tessera_batch *batch = tessera_batch_new(game, &options, &error);
    if (batch == NULL) fail(&error);
    arrays.actions = &action;
    arrays.outcome = &outcome;
    if (tessera_reset(batch, NULL, &arrays, &error) < 0) fail(&error);

    search.nodes = NODES;
    search.leaves = LEAVES;
    struct tessera_trees *trees = tessera_trees_new(batch, &search, &error);
    if (trees == NULL) fail(&error);

    size_t n = (size_t)tessera_actions(game), players = (size_t)tessera_players(game);
    size_t value_count = LEAVES * (players > 2 ? players : 1), prior_count = LEAVES * n;
    float *values = (float *)room(value_count, sizeof *values);
    float *priors = (float *)room(prior_count, sizeof *priors);
    int32_t *visits = (int32_t *)room(n, sizeof *visits);
    uint8_t *seen =
        (uint8_t *)room(LEAVES, tessera_observation_size(game, TESSERA_PLANES));
    leaves.observations = seen;
    roots.visits = visits;
    for (int step = 0; step < STEPS && outcome < 0; step++) {
        for (int i = 0; i < WALKS; i++) {
            if (tessera_trees_select(trees, &leaves, &error) < 0) fail(&error);
            judge(&leaves, values, value_count, priors, prior_count);
            if (tessera_trees_back(trees, values, priors, &error) < 0) fail(&error);
        }
        if (tessera_trees_look(trees, &roots, &error) < 0) fail(&error);
        action = 0;
        for (int32_t a = 1; a < (int32_t)n; a++) {
            if (visits[a] > visits[action]) action = a;
        }
        tessera_action_text(game, action, text, sizeof text);
        printf("%s\n", text);
        if (tessera_step(batch, &arrays, &error) < 0) fail(&error);
        if (tessera_trees_advance(trees, &action, &error) < 0) fail(&error);
    }
    if (tessera_outcome_text(game, outcome, text, sizeof text) > 0) printf("%s\n", text);

    free(values);
    free(priors);
    free(visits);
    free(seen);
    tessera_trees_free(trees);
    tessera_batch_free(batch);
    tessera_close(game);
    return 0;
}
