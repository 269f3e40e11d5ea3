/*
 * Steps games whose rules break, for spec/batch/broken_spec.lua: an internal fault, which no game that was
 * verified has. A state is a number; action 0 adds one, 1 scribbles and fails, 2 scribbles and is stopped.
 *
 *     broken         the state is played where it is kept
 *     broken apart   it has scratch, so it is played apart; what breaks leaves some there
 *
 * Tells for each of three environments its number, and whether the scratch was clean.
 */
#include <stdio.h>
#include <stdlib.h>

#include "batch/batch.h"

struct number {
    struct state header;
    int64_t value, scratch;
};

static bool apart, clean = true;

static size_t size_of(const struct game *g, const int32_t *shape)
{
    (void)g, (void)shape;
    return sizeof(struct number);
}

static const char *outcome(const struct game *g, const void *state)
{
    (void)g, (void)state;
    return NULL;
}

static int turn(const struct game *g, const void *state)
{
    (void)g, (void)state;
    return 1;
}

static int every(const struct game *g, const int32_t *shape, action *out, int max)
{
    (void)g, (void)shape;
    for (int i = 0; i < 3 && i < max; i++) out[i] = i;
    return 3;
}

static enum applied apply(const struct game *g, void *state, action a,
                          struct report *report)
{
    struct number *n = state;
    (void)g, (void)report;
    if (apart) clean = clean && n->scratch == 0;
    if (a == 0) {
        n->value++;
        return APPLIED;
    }
    n->value = -99;
    if (apart) n->scratch = -99;
    return a == 1 ? FAILED : STOPPED;
}

static void *resize(void *with, void *block, size_t bytes)
{
    (void)with;
    if (bytes > 0) return realloc(block, bytes);
    free(block);
    return NULL;
}

int main(int argc, char **argv)
{
    static const struct dimension shape[] = {
        {"rows", 1, 1}, {"columns", 1, 1}, {NULL, 0, 0}};
    static struct number first = {.header = {.shape = {1, 1}}};
    int32_t actions[3] = {0, 0, 0};
    int host; /* that there is one says that rules may break */
    char wrong[200] = "";
    (void)argv;
    apart = argc > 1;
    first.header.key = offsetof(struct number, value);
    first.header.size =
        (uint32_t)(apart ? sizeof first : offsetof(struct number, scratch));
    first.header.rest = first.header.scratch = offsetof(struct number, scratch);
    const struct game game = {.name = "number",
                              .players = 1,
                              .shape = shape,
                              .size = size_of,
                              .outcome = outcome,
                              .turn = turn,
                              .every = every,
                              .apply = apply,
                              .unscored = true,
                              .host = (struct host *)(void *)&host};
    const struct state *start = &first.header;
    const struct batch_level level = {&start, 1};
    const struct batch_memory memory = {resize, NULL};
    const struct batch_options options = {.count = 3, .level = -1};
    const struct batch_arrays arrays = {.actions = actions};
    struct text why = text_into(wrong, sizeof wrong);
    struct batch_game g;
    struct batch b;
    if (!batch_game_open(&g, &game, &level, 1, &memory, &why) ||
        !batch_open(&b, &g, &options, &why)) {
        return puts(wrong), 1;
    }
    batch_reset(&b, NULL, &arrays, &why);
    for (int32_t round = 0; round < 4; round++) {
        actions[1] = round % 3;
        printf("%d:", (int)batch_step(&b, &arrays, &why));
        for (int32_t i = 0; i < 3; i++)
            printf(" %d", (int)((struct number *)(void *)batch_state(&b, i))->value);
        puts(clean ? "" : ", not clean");
    }
    batch_close(&b);
    batch_game_close(&g);
    return 0;
}
