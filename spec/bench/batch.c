/*
 * Steps a batch by the C library, for spec/bench/batch.lua: batch GAME LEVELS COUNT THREADS SHOWN STEPS
 *
 * LEVELS is a file, or "-"; SHOWN: "nothing", "planes", "masks" or "both". All environments play
 * STEPS random actions, possible or not; with "trees" a tree of each walks STEPS times instead, to
 * leaves of which planes and masks are written; so callgrind tells what a step takes, by two lengths. With 0
 * the clock does: the most steps a second in some slices.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tessera.h"

enum { ROUNDS = 509, LENGTH_MAX = 120, SLICES = 7, NODES = 1000 };

static struct tessera_game *game;
static struct tessera_batch *batch;
static struct tessera_arrays arrays = {.size = sizeof arrays};
static int32_t *drawn;       /* the actions of ROUNDS steps, which come again and again */
static int32_t count, seats; /* environments; who act in a step of one */
static long round_now;

static void check(int fine, const struct tessera_error *error)
{
    if (fine) return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

static void *room(size_t n, size_t each)
{
    void *block = calloc(n, each);
    if (block != NULL) return block;
    exit(1);
}

static void make_arrays(const char *shown)
{
    const size_t n = (size_t)count, each = n * (size_t)seats, all = each * ROUNDS;
    uint32_t dice = 2463534242u;
    drawn = (int32_t *)room(all, sizeof *drawn);
    for (size_t i = 0; i < all; i++) {
        dice ^= dice << 13;
        dice ^= dice >> 17;
        dice ^= dice << 5;
        drawn[i] = (int32_t)(dice % (uint32_t)tessera_actions(game));
    }
    arrays.rewards = (float *)room(each, sizeof *arrays.rewards);
    arrays.terminated = (uint8_t *)room(n, 1);
    arrays.truncated = (uint8_t *)room(n, 1);
    if (strcmp(shown, "planes") == 0 || strcmp(shown, "both") == 0)
        arrays.observations =
            (uint8_t *)room(n, tessera_observation_size(game, TESSERA_PLANES));
    if (strcmp(shown, "masks") == 0 || strcmp(shown, "both") == 0)
        arrays.masks = (uint8_t *)room(each, (size_t)tessera_actions(game));
}

static void play(long rounds)
{
    struct tessera_error error;
    for (long i = 0; i < rounds; i++, round_now = (round_now + 1) % ROUNDS) {
        arrays.actions = drawn + round_now * count * seats;
        check(tessera_step(batch, &arrays, &error) >= 0, &error);
    }
}

/* Judges all leaves of the trees alike, `rounds` times. */
static void walk(long rounds)
{
    struct tessera_error error;
    const size_t n = (size_t)count, priors = n * (size_t)tessera_actions(game);
    struct tessera_trees_options o = {.size = sizeof o, .nodes = NODES};
    struct tessera_leaves leaves = {.size = sizeof leaves};
    float *value = (float *)room(n, sizeof *value);
    float *prior = (float *)room(priors, sizeof *prior);
    leaves.observations =
        (uint8_t *)room(n, tessera_observation_size(game, TESSERA_PLANES));
    leaves.masks = (uint8_t *)room(priors, 1);
    for (size_t i = 0; i < priors; i++) prior[i] = 1;
    struct tessera_trees *trees = tessera_trees_new(batch, &o, &error);
    check(trees != NULL, &error);
    for (long i = 0; i < rounds; i++) {
        check(tessera_trees_select(trees, &leaves, &error) >= 0, &error);
        check(tessera_trees_back(trees, value, prior, &error) == 0, &error);
    }
    tessera_trees_free(trees);
    free(value);
    free(prior);
    free(leaves.observations);
    free(leaves.masks);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double speed(void)
{
    const long rounds = 40000 / count + 1;
    double most = 0;
    for (int i = 0; i < SLICES; i++) {
        const double start = now();
        play(rounds);
        const double speed = (double)rounds * count / (now() - start);
        if (speed > most) most = speed;
    }
    return most;
}

int main(int argc, char **argv)
{
    struct tessera_error error;
    struct tessera_source source = {.size = sizeof source};
    struct tessera_options options = {.size = sizeof options};
    if (argc != 7) return 2;
    source.name = argv[1];
    if (strcmp(argv[2], "-") != 0) source.levels = argv[2];
    game = tessera_open(&source, &error);
    check(game != NULL, &error);
    options.count = count = atoi(argv[3]);
    const int together = (tessera_traits(game) & TESSERA_TOGETHER) != 0;
    seats = together ? tessera_players(game) : 1;
    if (together) options.observer = -1;
    options.threads = atoi(argv[4]);
    options.observation = TESSERA_PLANES;
    options.masks = TESSERA_EXACT;
    options.autoreset = TESSERA_SAME_STEP;
    options.max_steps = LENGTH_MAX;
    batch = tessera_batch_new(game, &options, &error);
    check(batch != NULL, &error);
    make_arrays(argv[5]);
    check(tessera_reset(batch, NULL, &arrays, &error) == 0, &error);
    const long rounds = atol(argv[6]);
    if (strcmp(argv[5], "trees") == 0)
        walk(rounds);
    else
        play(rounds);
    printf("bytes %zu\n", tessera_observation_size(game, TESSERA_PLANES));
    if (rounds == 0) printf("speed %.0f\n", speed());
    free(drawn);
    free(arrays.observations);
    free(arrays.masks);
    free(arrays.rewards);
    free(arrays.terminated);
    free(arrays.truncated);
    tessera_batch_free(batch);
    tessera_close(game);
    return 0;
}
