/*
 * The policy's hash table: open addressing by the code of a region. Slots are removed in
 * the opposite order of being added, so a removal never breaks the probe sequence of
 * another code.
 */
#include "samegame_policy.h"

double policy_exp(double x)
{
    double y = x / 64;
    double e = 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4 * (1 + y / 5))));
    for (int i = 0; i < 6; i++) e *= e;
    return e;
}

size_t policy_size(void)
{
    return (sizeof(struct policy_bucket) << POLICY_BITS) + sizeof(int32_t) * POLICY_SLOTS;
}

/* The most frequent value. */
static uint8_t favourite(const struct blocks *b)
{
    int32_t count[UINT8_MAX + 1] = {0};
    uint8_t most = 0;
    for (int32_t i = 0; i < b->count; i++) {
        if (++count[b->tint[i]] > count[most]) most = b->tint[i];
    }
    return most;
}

void policy_start(struct policy *p, void *memory, const struct blocks *root)
{
    p->bucket = memory;
    p->where = (int32_t *)(p->bucket + ((size_t)1 << POLICY_BITS));
    p->slots = 0;
    p->tabu = favourite(root);
    for (int32_t i = 0; i < 1 << POLICY_BITS; i++) p->bucket[i].slot = NO_SLOT;
}

/* Biases by size and tabu value: Cazenave, "Generalized nested
 * rollout policy adaptation", 2020. */
void policy_spare(struct policy *p, double tabu)
{
    for (int size = 0; size < BIAS_MAX; size++) {
        double bias = 0.3 * (size < 10 ? size - 2 : 8);
        p->bias[0][size] = policy_exp(bias);
        p->bias[1][size] = policy_exp(bias - tabu);
    }
}

/* The bucket of this code, or the free bucket where it belongs. */
static struct policy_bucket *find(const struct policy *p, uint64_t code)
{
    uint32_t mask = (1U << POLICY_BITS) - 1, i = (uint32_t)code & mask;
    while (p->bucket[i].slot != NO_SLOT && p->bucket[i].code != code) i = (i + 1) & mask;
    return &p->bucket[i];
}

static double bias_of(const struct policy *p, const struct blocks *b, uint32_t leader)
{
    int32_t size = b->size[leader];
    return p->bias[b->tint[leader] == p->tabu][size < BIAS_MAX ? size : BIAS_MAX - 1];
}

double policy_weight(const struct policy *p, const double *weight, const struct blocks *b,
                     uint32_t leader)
{
    int32_t slot = find(p, b->code[b->place[leader]])->slot;
    return slot == NO_SLOT ? bias_of(p, b, leader) : weight[slot];
}

int32_t policy_slot(struct policy *p, double *weight, const struct blocks *b,
                    uint32_t leader)
{
    uint64_t code = b->code[b->place[leader]];
    struct policy_bucket *bucket = find(p, code);
    if (bucket->slot != NO_SLOT) return bucket->slot;
    if (p->slots == POLICY_SLOTS) return NO_SLOT;
    bucket->code = code;
    bucket->slot = p->slots;
    p->where[p->slots] = (int32_t)(bucket - p->bucket);
    weight[p->slots] = bias_of(p, b, leader);
    return p->slots++;
}

void policy_forget(struct policy *p, int32_t mark)
{
    while (p->slots > mark) p->bucket[p->where[--p->slots]].slot = NO_SLOT;
}
