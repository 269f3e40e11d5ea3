/*
 * Adding many positions at once, in threads. First they are claimed: a thread that has
 * met a new one enters it in the hash table, where the others find it, and says which one
 * in an order of the caller it is; of equal ones the first in this order counts. When all
 * threads have ended, those that count get numbers, and are added.
 *
 *     1000 positions, numbered 0 .. 999
 *     thread 1   claims A with order 5   entry of the table: 1000 + index 0
 *     thread 2   meets A with order 2    the claim stays, its order becomes 2
 *                claims B with order 9   1000 + index 64
 *     the end    A is number 1000, B 1001: as one thread would have added them
 */
#ifndef TESSERA_SEARCH_STORE_VISITED_BATCH_H
#define TESSERA_SEARCH_STORE_VISITED_BATCH_H

#include "visited.h"

/* A position that is claimed. Behind it its packed words. */
struct visited_claim {
    uint64_t order; /* the least of those that have claimed it */
    uint32_t hash;
    uint32_t at; /* its place in the hash table */
};

/* Those of all threads, by index. An entry of the hash table has the number that would come
 * behind those of all positions by this index. */
struct visited_claims {
    uint64_t *words; /* `stride` words each */
    size_t stride;
    int64_t room; /* of `words` */
    int32_t most; /* so many there may be */
    int32_t next; /* from here on they are free; threads take some at once */
};

static inline struct visited_claim *visited_claimed(const struct visited_claims *c,
                                                    int32_t index)
{
    return (struct visited_claim *)(void *)(c->words + (size_t)index * c->stride);
}

static inline const uint64_t *visited_claimed_words(const struct visited_claim *c)
{
    return (const uint64_t *)(const void *)(c + 1);
}

/* Makes room for so many claims, half as many more, and some for each thread, of positions that
 * are packed as now; there are none yet. False if there is no memory. */
bool visited_prepare_claims(struct visited *, struct visited_claims *, int64_t count,
                            int threads);

enum { CLAIM_NONE = -1, CLAIM_FULL = -2 };

/* The indexes that a thread has taken, and not used. */
struct visited_claimer {
    int32_t next, last;
};

/* Claims the position with index `i` in the queue of a reader that has claims. Any thread may
 * call it, with its own reader and its own claimer. Returns the index of the claim, if the
 * position is new, or if its order is less than that of all equal ones before; *had: that order,
 * or UINT64_MAX. Otherwise CLAIM_NONE, or CLAIM_FULL if there is no room. */
int32_t visited_claim(struct visited *reader, struct visited_claimer *, int32_t i,
                      uint64_t order, uint64_t *had);

/* Whether the position with index `i` in the queue of a reader is one of those that were added; it
 * may be claimed. Any thread may call it, with its own reader. */
bool visited_is_met(struct visited *reader, int32_t i);

/* Takes a claim out of the hash table. Between the first and the last that is taken out
 * nothing can be looked for. */
static inline void visited_unclaim(struct visited *p, const struct visited_claim *c)
{
    __atomic_store_n(&p->places[c->at], 0, __ATOMIC_RELAXED);
}

/* Makes room for so many claimed positions of one depth, the first of which follows from
 * `parent`; they are packed by the packing of now. False if there is no memory, or if they are
 * too many; then nothing has changed. (VISITED_LAYERS, VISITED_PARENTS) */
bool visited_reserve(struct visited *, int32_t count, int32_t parent);

/* Writes a claimed position for which there is room, and its number in the hash table instead
 * of the claim. `number`: from the count of now on. Threads may do that at the same time. */
void visited_place(struct visited *, int32_t number, const struct visited_claim *,
                   int32_t parent);

/* Counts the positions that visited_reserve made room for, when all are written. */
static inline void visited_placed(struct visited *p, int32_t count)
{
    p->count += count;
    p->ready = 0;
}

#endif
