/*
 * What samegame_best finds: for each board its score, recounted by the rules, and the CPU
 * seconds. A board is lines of digits, the top row first. samegame SEED NODES BOARDFILE...
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../src/search/samegame.h"

enum { board_max = 1 << 16 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct samegame *load(const char *path)
{
    static unsigned char cells[board_max];
    unsigned char byte;
    int32_t rows = 0, cols = 0;
    size_t n = 0;
    FILE *f = fopen(path, "r");
    if (f == NULL) return NULL;
    while (n < board_max && fread(&byte, 1, 1, f) == 1) {
        if (byte > ' ') cells[n++] = byte;
        if (byte == '\n' && cols == 0) cols = (int32_t)n;
    }
    fclose(f);
    if (cols == 0) return NULL;
    rows = (int32_t)n / cols;
    struct grid map = {cells, cols, rows, cols};
    struct samegame *s = calloc(1, samegame_size(rows, cols));
    return s != NULL && samegame_start(s, &map) == NULL ? s : NULL;
}

static void *resize(void *with, int slot, size_t bytes)
{
    void **slots = with;
    void *block = realloc(slots[slot], bytes);
    if (block != NULL) slots[slot] = block;
    return block;
}

/* The points by the rules; -1 if they refuse a move or differ. */
static int64_t recount(struct samegame *s, const struct samegame_line *line)
{
    for (int32_t i = 0; i < line->count; i++) {
        if (samegame_apply(s, line->moves[i], NULL) != APPLIED) return -1;
    }
    return samegame_score(s) == line->score && samegame_left(s) == line->left
               ? line->score
               : -1;
}

int main(int argc, char **argv)
{
    void *slots[SAMEGAME_SLOTS] = {NULL};
    struct search_limits limits = {.resize = resize, .with = slots};
    int64_t total = 0;
    double start = now();
    if (argc < 4) {
        fprintf(stderr, "usage: samegame SEED NODES BOARDFILE...\n");
        return 2;
    }
    limits.nodes = atoll(argv[2]);
    for (int i = 3; i < argc; i++) {
        struct samegame_line line;
        struct search_progress progress;
        struct samegame *s = load(argv[i]);
        if (s == NULL) {
            fprintf(stderr, "%s: no board\n", argv[i]);
            return 1;
        }
        double before = now();
        samegame_best(s, strtoull(argv[1], NULL, 10), &limits, &line, &progress);
        double seconds = now() - before;
        int64_t score = recount(s, &line);
        total += score;
        printf("%s: %lld points, %d blocks left, %lld nodes, %.2f s\n", argv[i],
               (long long)score, line.left, (long long)progress.nodes, seconds);
        free(s);
    }
    for (int i = 0; i < SAMEGAME_SLOTS; i++) free(slots[i]);
    printf("total: %lld points, %.1f s\n", (long long)total, now() - start);
    return 0;
}
