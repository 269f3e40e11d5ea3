/*
 * What nested searches of SameGame know of moves: a slot for each set of blocks that was
 * a possible move on the best line of a level, and for each level of nesting a weight in
 * that slot. A level adds its slots above those of the levels around it and takes them
 * back when it ends, the last one first; the table of codes needs no other removal.
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
    uint8_t tabu;             /* the value that is better left to the end */
    double bias[2][BIAS_MAX]; /* weights of moves without a slot: tabu or not, by size */
};

/* How many bytes a policy takes; and an empty policy in memory of this size. */
size_t policy_size(void);
void policy_start(struct policy *, void *memory, const struct blocks *root);

/* Sets the biases: moves of the tabu value weigh e^-tabu of what others do. */
void policy_spare(struct policy *, double tabu);

/* The slot of a leader's region; if it has none, a new one whose weight is the bias, or
 * NO_SLOT if there is no room. */
int32_t policy_slot(struct policy *, double *weight, const struct blocks *,
                    uint32_t leader);

/* Takes back all slots from `mark` on. */
void policy_forget(struct policy *, int32_t mark);

/* The weight of a leader's region: that of its slot, or if it has none the bias. */
double policy_weight(const struct policy *, const double *weight, const struct blocks *,
                     uint32_t leader);

/* e^x for x in -16 .. 16, the same digits on every machine. */
double policy_exp(double x);

#endif
