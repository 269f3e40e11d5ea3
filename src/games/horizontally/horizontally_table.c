/*
 * The table of proven positions. It doubles whenever half of it is full, while there is
 * memory. In a full bucket the smallest proof gives way to a new one.
 */
#include "horizontally_table.h"

#include <string.h>

enum { WAYS = 4 };

static const uint64_t won_bit = UINT64_C(1) << 57;
static const uint64_t key_bits = (UINT64_C(1) << 57) - 1;

static uint64_t hash(uint64_t low, uint64_t high)
{
    uint64_t h = low * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
    h = (h ^ high) * UINT64_C(0xd6e8feb86659fd93);
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

uint64_t table_hash(struct table_key k)
{
    return hash(k.low, k.high);
}

static struct table_entry *bucket_of(const struct table *t, uint64_t low, uint64_t high)
{
    return t->entries + (hash(low, high) & (t->buckets - 1)) * WAYS;
}

static int size_of(const struct table_entry *e)
{
    return (int)(e->high >> 58);
}

static bool resize(struct table *t, uint64_t buckets)
{
    void *block =
        search_resize(t->limits, t->entries, buckets * WAYS, sizeof *t->entries);
    if (block == NULL) return false;
    t->entries = block;
    return true;
}

/* Doubles the buckets, and divides the entries of each bucket between it
 * and a new one. */
static void grow(struct table *t)
{
    uint64_t old = t->buckets;
    if (t->full || !resize(t, 2 * old)) {
        t->full = true;
        return;
    }
    t->buckets = 2 * old;
    memset(t->entries + old * WAYS, 0, (size_t)old * WAYS * sizeof *t->entries);
    for (uint64_t i = 0; i < old * WAYS; i++) {
        struct table_entry *e = &t->entries[i];
        if (size_of(e) == 0) continue;
        if (bucket_of(t, e->low, e->high & key_bits) == e - i % WAYS) continue;
        e[old * WAYS] = *e;
        *e = (struct table_entry){0, 0};
    }
}

void table_open(struct table *t, const struct search_limits *limits, uint64_t buckets)
{
    *t = (struct table){.limits = limits};
    if (!resize(t, buckets)) return;
    t->buckets = buckets;
    memset(t->entries, 0, (size_t)buckets * WAYS * sizeof *t->entries);
}

bool table_find(const struct table *t, struct table_key k, bool *won)
{
    if (t->entries == NULL) return false;
    const struct table_entry *bucket = bucket_of(t, k.low, k.high);
    for (int i = 0; i < WAYS; i++) {
        const struct table_entry *e = &bucket[i];
        if (e->low != k.low || (e->high & key_bits) != k.high || size_of(e) == 0)
            continue;
        *won = (e->high & won_bit) != 0;
        return true;
    }
    return false;
}

void table_put(struct table *t, struct table_key k, bool won, int64_t nodes)
{
    if (t->entries == NULL) return;
    if (t->used >= t->buckets * WAYS / 2 && !t->full) grow(t);
    struct table_entry *bucket = bucket_of(t, k.low, k.high), *least = bucket;
    int size = 64 - __builtin_clzll((uint64_t)nodes);
    for (int i = 0; i < WAYS; i++) {
        if (size_of(&bucket[i]) < size_of(least)) least = &bucket[i];
    }
    if (size_of(least) == 0) t->used++;
    least->low = k.low;
    least->high = k.high | (won ? won_bit : 0) | (uint64_t)size << 58;
}
