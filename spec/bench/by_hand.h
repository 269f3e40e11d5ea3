/*
 * Games without the engine, in C that knows each of them by heart: boards as bits in one
 * word. They show what a step costs at least (BENCH_ARGS=pictures compares).
 */
#ifndef BY_HAND_H
#define BY_HAND_H

#include <stdbool.h>
#include <stdint.h>

/* Plays `games` random games of at most `cap` steps; returns the number of steps. */
typedef uint64_t (*play_games)(int games, int cap);

/* Lists the actions of the first position; returns how many. */
typedef int (*list_actions)(int *list);

/* What a walk breadth first has met. */
struct met {
    uint64_t positions, successors;
};

struct by_hand {
    const char *name;
    play_games play;
    list_actions list;
    struct met (*walk)(int depth); /* or NULL */
};

extern const struct by_hand othello, clobber, peg, connect4, tictactoe, sokoban, snake;

/* `ticks` ticks of Life on the rows of `board`, of 32 cells each; outside all is dead. */
void life_run(uint32_t board[32], int ticks);

/* ---- random numbers, bits ---- */

extern uint64_t random_state;

static inline int random_below(int n)
{
    uint64_t x = random_state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    random_state = x;
    return (int)(((x * 0x2545F4914F6CDD1D) >> 32) * (uint64_t)n >> 32);
}

static inline int count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(x * 0x0101010101010101 >> 56);
}

/* The k-th bit of x that is set, from 0. */
static inline uint64_t bit_of(uint64_t x, int k)
{
    while (k-- > 0) x &= x - 1;
    return x & (~x + 1);
}

static inline uint64_t random_bit(uint64_t x)
{
    return bit_of(x, random_below(count_bits(x)));
}

/* x moved by d bits: up, or down if d is negative. */
static inline uint64_t moved(uint64_t x, int d)
{
    return d > 0 ? x << d : x >> -d;
}

/* ---- the positions of a walk ---- */

/* Those that were met, as a set of keys beside a queue of what they stand for. */
struct walk {
    uint64_t *keys, mask, count;
    struct position {
        uint64_t own, other;
    } * queue;
    uint64_t size;
    struct met met;
};

/* Takes a successor, known by `key`, which is not 0, into the queue if it is new. */
void walk_meet(struct walk *w, uint64_t key, struct position p);

/* Walks to `depth` from `start`; `expand` meets the successors of a position. */
struct met walk_from(struct position start, uint64_t key, int depth,
                     void (*expand)(struct walk *w, struct position p));

#endif
