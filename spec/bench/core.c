/*
 * Measures a step (apply and outcome) in the core alone. Plays games from a saved
 * state, again and again on copies, and prints nanoseconds of CPU time for an action,
 * the least of several measurements. For each game the file ACTIONS holds the number of
 * actions and their codes.
 *
 *     core GAME STATE ACTIONS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game/save.h"

/* The Makefile lists the games as EACH(tower) EACH(robots) and so on. */
#define EACH(name) extern const struct game name##_game;
EACH_GAME
#undef EACH

enum { NUMBERS_MAX = 1000000, TEXT_MAX = 1 << 20, MEASUREMENTS = 7 };

static char text[TEXT_MAX];
static action numbers[NUMBERS_MAX];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static struct state *load(const struct game *game, const char *path)
{
    struct reader reader;
    int32_t shape[SHAPE_MAX] = {0};
    FILE *f = fopen(path, "r");
    if (f == NULL) return NULL;
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    reader_open_bytes(&reader, text, n);
    if (!load_shape(game, &reader, shape)) return NULL;
    struct state *s = calloc(1, game->size(game, shape));
    return s != NULL && load_fields(game, &reader, shape, s) ? s : NULL;
}

/* Plays each game; returns the number of actions. */
static long play(const struct game *game, const struct state *root, struct state *copy,
                 int count)
{
    long played = 0;
    for (int start = 0, end; start < count; start = end) {
        end = start + 1 + (int)numbers[start];
        memcpy(copy, root, root->size);
        for (int i = start + 1; i < end && game->outcome(game, copy) == NULL; i++) {
            game->apply(game, copy, numbers[i], NULL);
        }
        played += end - start - 1;
    }
    return played;
}

static double measure(const struct game *game, const struct state *root,
                      struct state *copy, int count)
{
    double start = now(), total;
    long played = 0;
    do {
        played += play(game, root, copy, count);
        total = now() - start;
    } while (total < 5e7);
    return total / (double)played;
}

int main(int argc, char **argv)
{
#define EACH(name) &name##_game,
    static const struct game *const games[] = {EACH_GAME NULL};
    const struct game *game = NULL;
    for (int i = 0; argc == 4 && games[i] != NULL; i++) {
        if (strcmp(games[i]->name, argv[1]) == 0) game = games[i];
    }
    FILE *f = game == NULL ? NULL : fopen(argv[3], "r");
    struct state *root = f == NULL ? NULL : load(game, argv[2]);
    if (root == NULL) {
        fprintf(stderr, "usage: core GAME STATE ACTIONS\n");
        return 2;
    }
    int count = 0;
    long long a;
    while (count < NUMBERS_MAX && fscanf(f, "%lld", &a) == 1) numbers[count++] = a;
    fclose(f);
    struct state *copy = malloc(root->size);
    double least = 1e18;
    for (int i = 0; copy != NULL && count > 0 && i < MEASUREMENTS; i++) {
        double t = measure(game, root, copy, count);
        least = t < least ? t : least;
    }
    printf("%.2f\n", least);
    return 0;
}
