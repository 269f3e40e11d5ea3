/*
 * Keeping what was found out of positions. When three quarters of the entries are taken, the table
 * is copied into one of twice the size, as long as both have room.
 */
#include "two_tier.h"

#include <assert.h>

#include "base/rng.h"

enum { BUCKET = 2 * sizeof(struct two_tier_entry), FIRST_BUCKETS = 1 << 9 };

uint64_t two_tier_hash(const struct state *s, uint64_t salt)
{
    const uint64_t hash = rng_mix(state_hash(s) + salt * UINT64_C(0x9e3779b97f4a7c15));
    return hash != 0 ? hash : 1; /* 0 is that of a free entry */
}

void two_tier_start(struct two_tier *t, const struct search_limits *limits, size_t most)
{
    *t = (struct two_tier){.limits = limits};
    const uint64_t fit = most / BUCKET;
    if (fit < FIRST_BUCKETS) {
        for (t->most = fit; (t->most & (t->most - 1)) != 0;) t->most &= t->most - 1;
    } else {
        /* While a table is copied both are there. */
        t->most = FIRST_BUCKETS;
        while (t->most <= fit / 3) t->most *= 2;
    }
    t->buckets = t->most < FIRST_BUCKETS ? t->most : FIRST_BUCKETS;
    if (t->buckets == 0) return;
    t->entry = search_zeroed(limits, t->buckets, BUCKET);
    if (t->entry == NULL) t->buckets = 0;
}

void two_tier_free(struct two_tier *t)
{
    search_free(t->limits, t->entry);
    t->entry = NULL;
    t->buckets = t->most = 0;
}

static uint64_t cost_of(const struct two_tier_entry *e)
{
    return e->data >> TWO_TIER_DATA_BITS;
}

static void put(struct two_tier *t, struct two_tier_entry new)
{
    struct two_tier_entry *e = t->entry + 2 * (new.check &(t->buckets - 1));
    if (e->check == new.check) {
        e->data = new.data;
        return;
    }
    t->used += e->data == 0 || e[1].data == 0;
    if (e->data == 0) {
        *e = new;
    } else if (cost_of(&new) < cost_of(e)) {
        e[1] = new;
    } else {
        e[1] = *e;
        *e = new;
    }
}

static void grow(struct two_tier *t)
{
    struct two_tier_entry *old = t->entry,
                          *entry = search_zeroed(t->limits, 2 * t->buckets, BUCKET);
    const uint64_t entries = 2 * t->buckets;
    if (entry == NULL) t->most = t->buckets;
    if (entry == NULL) return;
    t->entry = entry;
    t->buckets *= 2;
    t->used = 0;
    for (uint64_t i = 0; i < entries; i++)
        if (old[i].data != 0) put(t, old[i]);
    search_free(t->limits, old);
}

void two_tier_put(struct two_tier *t, uint64_t hash, uint64_t data)
{
    assert(data != 0);
    if (t->buckets == 0) return;
    if (2 * t->used > 3 * t->buckets && t->buckets < t->most) grow(t);
    put(t, (struct two_tier_entry){hash, data});
}
