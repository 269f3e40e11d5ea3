/*
 * Plays 4,096 games at once with random actions, as a program does that learns to play:
 * many GAME [LEVELS]. Tells how many games ended, and how well they did.
 *
 *     cc many.c $(pkg-config --cflags --libs tessera) -o many
 */
#include <stdio.h>
#include <stdlib.h>

#include <tessera.h>

enum { COUNT = 4096, STEPS = 100 };

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

/* A random action among those that are possible. */
static int32_t choose(const uint8_t *mask, int32_t actions)
{
    int32_t left = 0;
    for (int32_t a = 0; a < actions; a++) left += mask[a];
    if (left == 0) return 0; /* the game is over: the action is ignored */
    left = rand() % left;
    for (int32_t a = 0;; a++) {
        if (mask[a] && left-- == 0) return a;
    }
}

int main(int argc, char **argv)
{
    struct tessera_error error;
    struct tessera_source source = {sizeof source};
    struct tessera_options options = {sizeof options};
    struct tessera_arrays arrays = {sizeof arrays};
    long ended = 0;
    double sum = 0;

    if (argc < 2) return fprintf(stderr, "many GAME [LEVELS]\n"), 2;
    source.name = argv[1];
    source.levels = argc > 2 ? argv[2] : NULL;
    struct tessera_game *game = tessera_open(&source, &error);
    if (game == NULL) fail(&error);

    options.count = COUNT;
    options.observation = TESSERA_PLANES;
    options.masks = TESSERA_EXACT;
    options.autoreset = TESSERA_SAME_STEP;
    options.level = -1; /* any */
    struct tessera_batch *batch = tessera_batch_new(game, &options, &error);
    if (batch == NULL) fail(&error);

    int32_t n = tessera_actions(game);
    int32_t *actions = (int32_t *)room(COUNT, sizeof *actions);
    uint8_t *masks = (uint8_t *)room(COUNT, (size_t)n);
    float *rewards = (float *)room(COUNT, sizeof *rewards);
    uint8_t *seen =
        (uint8_t *)room(COUNT, tessera_observation_size(game, TESSERA_PLANES));
    arrays.actions = actions;
    arrays.masks = masks;
    arrays.rewards = rewards;
    arrays.observations = seen; /* what a network would be given */
    if (tessera_reset(batch, NULL, &arrays, &error) < 0) fail(&error);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < COUNT; i++)
            actions[i] = choose(masks + (size_t)i * (size_t)n, n);
        int32_t over = tessera_step(batch, &arrays, &error);
        if (over < 0) fail(&error);
        ended += over;
        for (int i = 0; i < COUNT; i++) sum += (double)rewards[i];
    }
    printf("%s: %d steps, %ld games ended, %.3f points a step\n", tessera_name(game),
           COUNT * STEPS, ended, sum / (COUNT * STEPS));

    free(actions);
    free(masks);
    free(rewards);
    free(seen);
    tessera_batch_free(batch);
    tessera_close(game);
    return 0;
}
