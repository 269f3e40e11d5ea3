/*
 * Runs a fuzz target, fuzz.c, rules.c or puzzle.c, over files without libFuzzer, and searches from the state at the
 * beginning of each file. It prints the results of the searches, which are the same on
 * every machine.
 */
#include <inttypes.h>

#include "search/best/best.h"
#include "search/shortest/shortest.h"
#include TARGET_C

enum { BLOCKS = 1 << 14, NODES = 3000, DEPTH = 3 };

/* Every block of a search's memory is noted in `with`, an array of BLOCKS pointers. */
static void *resize(void *with, void *block, size_t bytes)
{
    void **blocks = with;
    int i = 0;
    while (i < BLOCKS && blocks[i] != block) i++;
    LAW(i < BLOCKS);
    if (bytes == 0) free(block);
    void *larger = bytes == 0 ? NULL : realloc(block, bytes);
    if (larger != NULL || bytes == 0) blocks[i] = larger;
    return larger;
}

static void tell(const char *name, enum search_end end, const struct successors *x)
{
    printf("  %s: %d, %" PRId64 " nodes:", name, (int)end, x->progress.nodes);
}

static void walk(struct successors *x)
{
    struct visited visited;
    int64_t counts[DEPTH + 1] = {0};
    int32_t complete = DEPTH;
    tell("walk", search_walk(x, &visited, &complete, counts), x);
    for (int i = 0; i <= complete; i++) printf(" %" PRId64, counts[i]);
    printf("\n");
}

static const struct method {
    const char *name;
    enum search_end (*search)(struct successors *, struct best *);
    int most_players, least_players;
} methods[] = {
    {"beam", best_beam, 1, 1},
    {"nrpa", best_nrpa, 1, 1},
    {"expectimax", best_expectimax, 1, 1},
    {"mcts", best_mcts, 2, 1},
    {"alpha-beta", best_alpha_beta, 2, 2},
};

static void best(struct successors *x, const struct method *method)
{
    struct best best = {.seed = 1, .width = 4, .level = 2, .length = 40, .depth = 2};
    LAW(best_value(&best, game, x->root, &best.score));
    tell(method->name, method->search(x, &best), x);
    for (int i = 0; i < best.count; i++) printf(" %" PRId64, best.line[i]);
    printf(", score %" PRId64 "\n", best.score);
}

/* Searches with a method, or walks if it is NULL. */
static void search(const struct state *s, const struct method *method)
{
    void *blocks[BLOCKS] = {NULL};
    struct search_limits limits = {.nodes = NODES, .resize = resize, .with = blocks};
    struct state *copies[3];
    for (int i = 0; i < 3; i++) {
        copies[i] = copy_of(s);
        if (game->reseed != NULL) game->reseed(game, copies[i], 0);
    }
    struct successors x = {.game = game,
                           .limits = &limits,
                           .root = copies[0],
                           .from = copies[1],
                           .to = copies[2]};
    method == NULL ? walk(&x) : best(&x, method);
    for (int i = 0; i < 3; i++) free(copies[i]);
    for (int i = 0; i < BLOCKS; i++) free(blocks[i]);
}

static void search_all(const struct state *s)
{
    search(s, NULL);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const struct method *m = &methods[i];
        bool suits =
            game->players >= m->least_players && game->players <= m->most_players;
        if (suits) search(s, m);
    }
}

static void replay(const char *path)
{
    static unsigned char data[1 << 20];
    struct reader in;
    FILE *file = fopen(path, "rb");
    LAW(file != NULL);
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    reader_open_bytes(&in, (const char *)data, size);
    struct state *s = load(&in);
    printf("%s%s\n", path, s == NULL ? ": no state" : "");
    if (s != NULL) search_all(s);
    free(s);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) replay(argv[i]);
    return 0;
}
