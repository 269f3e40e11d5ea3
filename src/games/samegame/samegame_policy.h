/*
 * The policy of the nested search of SameGame: the weights of moves. A move is known by
 * its set of blocks (blocks->code), so it is the same move wherever the blocks have
 * fallen.
 *
 *     level 2    slots 0 .. 9       the moves that were possible on its best line
 *     level 1    slots 10 .. 14     added above; forgotten when it ends
 *     a rollout  draws moves by weight[slot], others by their bias
 *
 * Each move that was possible on the best line of a level has a slot, and each level has
 * a weight for each slot. A level adds its slots above those of the levels that called
 * it, and removes them when it ends, the last one first.
 */
#ifndef TESSERA_SAMEGAME_POLICY_H
#define TESSERA_SAMEGAME_POLICY_H

#include "samegame_blocks.h"

enum { POLICY_BITS = 16, POLICY_SLOTS = 1 << (POLICY_BITS - 1), NO_SLOT = -1 };
enum { BIAS_MAX = 16 };

struct policy_bucket {
    uint64_t code;
    int32_t slot;
};

struct policy {
    struct policy_bucket *bucket;
    int32_t *where; /* by slot: its bucket */
    int32_t slots;
    uint8_t tabu;             /* the value to be removed last: the most frequent one */
    double bias[2][BIAS_MAX]; /* weights of moves without a slot: tabu or not, by size */
};

/* How many bytes a policy takes; policy_start sets up an empty one in them. */
size_t policy_size(void);
void policy_start(struct policy *, void *memory, const struct blocks *root);

/* Sets the biases: moves of the tabu value get e^-tabu times the weight of others. */
void policy_spare(struct policy *, double tabu);

/* The slot of a leader's region. If it has none, adds one with the bias as its weight;
 * NO_SLOT if there is no room. */
int32_t policy_slot(struct policy *, double *weight, const struct blocks *,
                    uint32_t leader);

/* Removes all slots from `mark` on. */
void policy_forget(struct policy *, int32_t mark);

/* The weight of a leader's region: the weight of its slot, or the bias if it has none. */
double policy_weight(const struct policy *, const double *weight, const struct blocks *,
                     uint32_t leader);

/* e^x for x in -16 .. 16, to the same bits on every machine. */
double policy_exp(double x);

#endif
