/*
 * Plays games without the engine (by_hand.h), again and again, so that callgrind can
 * count what one step executes.
 *
 *     by_hand playout GAME GAMES CAP     prints how many steps were played
 *     by_hand walk GAME DEPTH            prints how many positions and successors were met
 *     by_hand list GAME TIMES            lists the actions of the first position
 *     by_hand ticks life TICKS           reads 32 rows; prints how many are alive
 */
#include "by_hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_state = 88172645463325252;

/* ---- walks ---- */

static uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    return x ^ x >> 32;
}

static void *checked(void *p)
{
    if (p == NULL) exit(1);
    return p;
}

static void insert(uint64_t *keys, uint64_t mask, uint64_t key)
{
    uint64_t i = mix(key) & mask;
    while (keys[i] != 0) i = (i + 1) & mask;
    keys[i] = key;
}

static void grow(struct walk *w)
{
    uint64_t mask = w->mask == 0 ? (1 << 12) - 1 : 2 * w->mask + 1;
    uint64_t *keys = checked(calloc(mask + 1, sizeof *keys));
    for (uint64_t i = 0; w->keys != NULL && i <= w->mask; i++) {
        if (w->keys[i] != 0) insert(keys, mask, w->keys[i]);
    }
    free(w->keys);
    w->keys = keys;
    w->mask = mask;
}

void walk_meet(struct walk *w, uint64_t key, struct position p)
{
    w->met.successors++;
    if (w->keys == NULL || w->count * 10 >= w->mask * 6) grow(w);
    uint64_t i = mix(key) & w->mask;
    for (; w->keys[i] != 0; i = (i + 1) & w->mask) {
        if (w->keys[i] == key) return;
    }
    w->keys[i] = key;
    if (w->count == w->size) {
        w->size = w->size == 0 ? 1 << 12 : 2 * w->size;
        w->queue = checked(realloc(w->queue, w->size * sizeof *w->queue));
    }
    w->queue[w->count++] = p;
}

struct met walk_from(struct position start, uint64_t key, int depth,
                     void (*expand)(struct walk *w, struct position p))
{
    struct walk w = {.met = {0, 0}};
    walk_meet(&w, key, start);
    w.met.successors = 0;
    uint64_t next = 0;
    for (int d = 0; d < depth; d++) {
        for (uint64_t end = w.count; next < end; next++) expand(&w, w.queue[next]);
    }
    w.met.positions = w.count;
    free(w.keys);
    free(w.queue);
    return w.met;
}

/* ---- the command ---- */

static int run_life(int ticks)
{
    uint32_t board[32] = {0};
    char row[40];
    for (int r = 0; r < 32; r++) {
        if (fgets(row, sizeof row, stdin) == NULL) return 1;
        for (int c = 0; c < 32; c++) board[r] |= (uint32_t)(row[c] == 'o') << c;
    }
    life_run(board, ticks);
    int alive = 0;
    for (int r = 0; r < 32; r++) alive += count_bits(board[r]);
    printf("alive %d\n", alive);
    return 0;
}

static int run_game(const struct by_hand *game, const char *what, int n, int cap)
{
    static int list[256];
    if (strcmp(what, "playout") == 0) {
        printf("steps %llu\n", (unsigned long long)game->play(n, cap));
    } else if (strcmp(what, "walk") == 0 && game->walk != NULL) {
        struct met met = game->walk(n);
        printf("positions %llu successors %llu\n", (unsigned long long)met.positions,
               (unsigned long long)met.successors);
    } else if (strcmp(what, "list") == 0) {
        int count = 0;
        for (int i = 0; i < n; i++) count = game->list(list);
        printf("actions %d\n", count);
    } else {
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct by_hand *const games[] = {&othello,   &clobber, &peg,  &connect4,
                                                  &tictactoe, &sokoban, &snake};
    if (argc < 4) return 1;
    int n = atoi(argv[3]), cap = argc > 4 ? atoi(argv[4]) : 1000;
    if (strcmp(argv[1], "ticks") == 0) return run_life(n);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        if (strcmp(games[i]->name, argv[2]) == 0)
            return run_game(games[i], argv[1], n, cap);
    }
    return 1;
}
