/*
 * Who wins an empty board of Horizontally, and what the proof costs: prints the winner,
 * nodes, seconds of CPU time and nodes a second. The starter is V (Left, who places
 * vertically) or H. horizontally FIELDS ROWS COLUMNS STARTER [MB]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/search/horizontally.h"

struct memory {
    size_t left;
    void *block[HORIZONTALLY_SLOTS];
    size_t size[HORIZONTALLY_SLOTS];
};

static void *resize(void *with, int slot, size_t bytes)
{
    struct memory *m = with;
    if (bytes > m->size[slot] && bytes - m->size[slot] > m->left) return NULL;
    void *block = realloc(m->block[slot], bytes);
    if (block == NULL) return NULL;
    m->left = m->left + m->size[slot] - bytes;
    m->size[slot] = bytes;
    m->block[slot] = block;
    return block;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void report(const struct horizontally *h, size_t megabytes)
{
    struct memory memory = {.left = megabytes << 20};
    struct search_limits limits = {INT64_MAX, NULL, resize, &memory};
    struct horizontally_proof proof;
    double start = now();
    enum search_end end = horizontally_solve(h, &limits, &proof);
    double seconds = now() - start;
    char winner = proof.winner == HORIZONTALLY_LEFT    ? 'V'
                  : proof.winner == HORIZONTALLY_RIGHT ? 'H'
                                                       : '?';
    printf("%c %lld nodes %.3f s %.0f nodes/s%s\n", winner, (long long)proof.nodes,
           seconds, (double)proof.nodes / seconds, end == SEARCH_DONE ? "" : " (limit)");
    for (int i = 0; i < HORIZONTALLY_SLOTS; i++) free(memory.block[i]);
}

int main(int argc, char **argv)
{
    int number[3] = {0}, most = HORIZONTALLY_SIDE_MAX;
    for (int i = 0; i < 3 && i + 1 < argc; i++) number[i] = atoi(argv[i + 1]);
    bool right = true;
    for (int i = 0; i < 3; i++) right = right && number[i] > 0 && number[i] <= most;
    if (argc < 5 || argc > 6 || !right || strchr("VH", argv[4][0]) == NULL) {
        fprintf(stderr, "usage: horizontally FIELDS ROWS COLUMNS V|H [MB]\n");
        return 2;
    }
    struct horizontally *h = calloc(1, horizontally_size(number[1], number[2]));
    if (h == NULL) return 1;
    horizontally_clear(h, number[1], number[2], number[0],
                       argv[4][0] == 'V' ? HORIZONTALLY_LEFT : HORIZONTALLY_RIGHT);
    report(h, argc > 5 ? (size_t)atoi(argv[5]) : 1024);
    free(h);
    return 0;
}
