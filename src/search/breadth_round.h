/*
 * A round of a breadth-first search in threads: positions of one depth, divided into
 * shares. First each share is expanded. What is found there and was not met in an earlier
 * round is fresh: a position may be fresh in several shares, or twice in one.
 */
#ifndef TESSERA_BREADTH_ROUND_H
#define TESSERA_BREADTH_ROUND_H

#include "visited.h"

enum { ROUND_AHEAD = 16 }; /* fresh positions whose places are on their way */

struct fresh {
    uint32_t hash;
    bool goal;
    bool raw; /* it cannot be packed: it is the next one in `raw` */
    bool new; /* no equal one is before it in the round */
};

/* Up to here a position's successors go. */
struct expanded {
    int64_t fresh, generated;
};

/* Positions first .. last - 1, of which those before `done` are expanded. */
struct share {
    int32_t first, last, done;
    bool drew;                 /* dice */
    bool goal;                 /* one that is fresh is a goal */
    struct expanded *expanded; /* of position first + i */
    struct fresh *fresh;
    uint64_t *packed; /* of each fresh one `stride` words */
    unsigned char *raw;
    int64_t expanded_room, fresh_room, packed_room, raw_room, count, raw_count;
    uint32_t before; /* fresh ones in the shares before it */
    int32_t news;    /* fresh ones that are new */
    int32_t number;  /* of the first of these in all positions */
    char apart[128]; /* from the next one, which another thread writes */
};

struct round {
    struct visited *p;
    struct share *share;
    int count, threads; /* shares; threads */
    int next;           /* the share that is to be begun next, by any thread */
    size_t stride;
    uint32_t *places; /* hash table of the fresh ones: as `places` in struct visited */
    uint32_t places_mask;
    int64_t places_room;
};

/* Begins another share; NULL if all are begun. Any thread may call it. */
static inline struct share *round_begin_share(struct round *r)
{
    int k = __atomic_fetch_add(&r->next, 1, __ATOMIC_RELAXED);
    return k < r->count ? &r->share[k] : NULL;
}

#ifndef __EMSCRIPTEN__

/* Adds all that is fresh, in threads: the same positions get the same numbers as by adding
 * one after the other. All shares are done, and none is raw. False if there is no memory,
 * or if they are too many; then none was added. */
bool round_add(struct round *);

#endif
#endif
