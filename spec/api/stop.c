/*
 * Ends long calls as another program does, for spec/api/stop.lua: stop CALL FILE
 *
 *     open step select solve report      the call, which would go on for ever
 *
 * Tells the error, how often it asked before it was ended, and then whether the environments are as they
 * were and go on: with the first action, which must not take long.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tessera.h"

enum { COUNT = 4, AFTER = 3 }; /* the question that is answered by an end */

static pthread_t caller;
static bool ends;
static int asked;

static int32_t stop(void *with)
{
    if (with != &asked) puts("asked with something else");
    if (!pthread_equal(caller, pthread_self())) puts("asked in another thread");
    asked++;
    return ends && asked >= AFTER;
}

static void *room(size_t count, size_t each)
{
    void *block = calloc(count > 0 ? count : 1, each);
    if (block == NULL) exit(2);
    return block;
}

static struct tessera_batch *batch;
static struct tessera_trees *trees;
static struct tessera_arrays arrays;
static int32_t chosen[COUNT];

static int32_t call(const char *name, struct tessera_error *e)
{
    struct tessera_leaves leaves;
    struct tessera_report r;
    int32_t list[8];
    memset(&leaves, 0, sizeof leaves);
    memset(&r, 0, sizeof r);
    leaves.size = sizeof leaves;
    r.size = sizeof r;
    if (strcmp(name, "step") == 0) return tessera_step(batch, &arrays, e);
    if (strcmp(name, "select") == 0) return tessera_trees_select(trees, &leaves, e);
    if (strcmp(name, "report") == 0) return tessera_report(batch, 0, 0, &r, e);
    return tessera_solve(batch, 0, 0, 1, list, 8, e);
}

static void tell(int32_t result, const struct tessera_error *e)
{
    printf("%s\n", result < 0 ? e->text : "done");
}

static void interrupt(const char *name, int32_t actions)
{
    struct tessera_error e;
    uint64_t before[COUNT];
    bool same = true;
    for (int i = 0; i < COUNT; i++) before[i] = tessera_hash(batch, i);
    /* The last action is the one that takes long. */
    for (int i = 0; i < COUNT; i++) chosen[i] = actions - 1;
    ends = true;
    asked = 0;
    tell(call(name, &e), &e);
    printf("asked %s\n", asked == AFTER ? "as often as it must" : "otherwise");
    ends = false;
    for (int i = 0; i < COUNT; i++) same = same && tessera_hash(batch, i) == before[i];
    puts(same ? "as it was" : "moved");
    for (int i = 0; i < COUNT; i++) chosen[i] = 0;
    tell(tessera_step(batch, &arrays, &e), &e);
}

int main(int argc, char **argv)
{
    struct tessera_source source;
    struct tessera_options o;
    struct tessera_trees_options t;
    struct tessera_error e;
    memset(&source, 0, sizeof source);
    memset(&o, 0, sizeof o);
    memset(&t, 0, sizeof t);
    if (argc < 3) return 2;
    caller = pthread_self();
    ends = strcmp(argv[1], "open") == 0;
    source.size = sizeof source;
    source.name = argv[2];
    source.instructions = INT64_C(1) << 50;
    source.stop = stop;
    source.with = &asked;
    struct tessera_game *game = tessera_open(&source, &e);
    if (game == NULL) {
        printf("%s\n", e.text);
        return 0;
    }
    o.size = sizeof o;
    o.count = COUNT;
    o.masks = TESSERA_NO_MASK;
    t.size = sizeof t;
    t.nodes = 100;
    batch = tessera_batch_new(game, &o, &e);
    if (batch == NULL) return puts(e.text), 1;
    arrays.size = sizeof arrays;
    arrays.actions = chosen;
    arrays.masks = (uint8_t *)room((size_t)tessera_actions(game), COUNT);
    if (tessera_reset(batch, NULL, &arrays, &e) != 0) puts(e.text);
    trees = tessera_trees_new(batch, &t, &e);
    if (trees == NULL) puts(e.text);
    interrupt(argv[1], tessera_actions(game));
    tessera_trees_free(trees);
    tessera_batch_free(batch);
    tessera_close(game);
    free(arrays.masks);
    return 0;
}
