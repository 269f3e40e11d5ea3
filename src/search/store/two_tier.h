/*
 * A table of what a search of a game for two has found out of positions: two entries to a bucket
 * (Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition tables", 1994),
 * one that cost most to find out, and one that is new.
 *
 *     bucket    | check, data | check, data |     16 bytes each
 *                 dearest       newest
 *
 * A position is told from others by a hash of 64 bits, and not by its key: of a hundred million
 * positions looked up in ten million entries one is mixed up with odds of 1 to 10,000. The table
 * grows up to its size, and then forgets; so a search must do without any of its entries.
 *
 * The data are the search's own, but for the six highest bits, which say what it cost to find them
 * out (two_tier_cost).
 */
#ifndef TESSERA_SEARCH_STORE_TWO_TIER_H
#define TESSERA_SEARCH_STORE_TWO_TIER_H

#include "search/search.h"

enum { TWO_TIER_DATA_BITS = 58 };

struct two_tier_entry {
    uint64_t check, data; /* data 0: it is free */
};

struct two_tier {
    const struct search_limits *limits;
    struct two_tier_entry *entry; /* two for each bucket */
    uint64_t buckets, most;       /* powers of two, or 0 */
    uint64_t used;                /* entries */
};

/* Starts an empty table of at most so many bytes while it grows; with too few it keeps nothing. */
void two_tier_start(struct two_tier *, const struct search_limits *, size_t most);

/* Frees the table before the search ends. */
void two_tier_free(struct two_tier *);

/* A hash of a position's key for this table. `salt` tells apart what several searches know of
 * one position. */
uint64_t two_tier_hash(const struct state *, uint64_t salt);

/* The data of a position; 0 if there are none. */
static inline uint64_t two_tier_find(const struct two_tier *t, uint64_t hash)
{
    if (t->buckets == 0) return 0;
    const struct two_tier_entry *e = t->entry + 2 * (hash & (t->buckets - 1));
    if (e->check == hash) return e->data;
    return e[1].check == hash ? e[1].data : 0;
}

/* Keeps the data, which are not 0, of a position; they take the place of older ones of it. */
void two_tier_put(struct two_tier *, uint64_t hash, uint64_t data);

/* The bits of data that say that finding them out took so many nodes. */
static inline uint64_t two_tier_cost(int64_t nodes)
{
    const uint64_t n = nodes < 1 ? 1 : (uint64_t)nodes;
    const int bits = 63 - __builtin_clzll(n);
    const uint64_t half = bits > 0 ? n >> (bits - 1) & 1 : 0;
    const uint64_t cost = 2 * (uint64_t)bits + half;
    return (cost < 63 ? cost : 63) << TWO_TIER_DATA_BITS;
}

#endif
