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

/* e^x for x in -16 .. 16, and e^-x for x in 0 .. 1: the same digits on every machine. */
double policy_exp(double x);

static inline double policy_shrink(double x)
{
    double y = x / -4;
    double e = 1 + y * (1 + y * (1.0 / 2 + y * (1.0 / 6 + y * (1.0 / 24 + y / 120))));
    e *= e;
    return e * e;
}

static inline struct policy_bucket *policy_find(const struct policy *p, uint64_t code)
{
    uint32_t mask = (1U << POLICY_BITS) - 1, i = (uint32_t)code & mask;
    while (p->bucket[i].slot != NO_SLOT && p->bucket[i].code != code) i = (i + 1) & mask;
    return &p->bucket[i];
}

static inline double policy_bias(const struct policy *p, const struct blocks *b,
                                 uint32_t leader)
{
    int32_t size = b->size[leader];
    return p->bias[b->tint[leader] == p->tabu][size < BIAS_MAX ? size : BIAS_MAX - 1];
}

static inline double policy_weight(const struct policy *p, const double *weight,
                                   const struct blocks *b, uint32_t leader)
{
    int32_t slot = policy_find(p, b->code[b->place[leader]])->slot;
    return slot == NO_SLOT ? policy_bias(p, b, leader) : weight[slot];
}

#endif
