/*
 * A round of a breadth-first search in threads: positions of one depth, divided into
 * shares. First each share is expanded. A position found there that was not met in an
 * earlier round is fresh; it may be fresh in several shares, or twice in one. Then what is
 * fresh is added.
 */
#ifndef TESSERA_BREADTH_ROUND_H
#define TESSERA_BREADTH_ROUND_H

#include "parallel.h"
#include "shortest.h"

/* A fresh position. Behind it its packed words. */
struct fresh {
    uint32_t hash;
    bool goal;
    bool raw; /* it was not packed: it is the next one in `raw` */
    bool new; /* it was not met, and no equal one is before it in the round */
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
    uint64_t *fresh;           /* `stride` words each */
    unsigned char *raw;
    int64_t expanded_room, fresh_room, raw_room, count, raw_count;
    uint32_t before; /* fresh ones in the shares before it */
    int32_t news;    /* fresh ones that are new */
    int32_t number;  /* of the first of these in all positions */
    uint64_t *found; /* `fresh`, while that is `wide`; or NULL */
    uint64_t *wide;  /* the same positions, packed anew */
    int64_t wide_room;
    char apart[128]; /* from the next one, which another thread writes */
};

enum { LATEST = 2048 };

/* What a thread works with. */
struct worker {
    struct visited reader;
    struct successors x;
    bool *goals;     /* of the successors in the reader's queue */
    uint64_t *wider; /* by word of an image: bits of raw positions */
    /* By bits of a hash: the index in the share of a fresh one that may have it. */
    uint32_t latest[LATEST];
    char apart[128];
};

struct round {
    struct visited *p;
    struct share *share;
    struct worker *worker;
    int count, threads;      /* of the shares, of the workers */
    int next;                /* the share that is to be begun next, by any thread */
    size_t stride;           /* words of a fresh position */
    size_t stride_found;     /* of those in `found` */
    const struct goal *goal; /* one that any thread may ask for, or NULL */
    bool asks;               /* for another one, which the calling thread asks for */
    bool added;              /* what is fresh, by round_add */
    struct team *team;
    uint32_t *places; /* a hash table of fresh positions, as in struct visited */
    uint32_t places_mask;
    int64_t places_room;
    struct visited_packing *packing; /* when the positions were expanded */
};

/* The words of a fresh position that is packed now. */
static inline size_t fresh_stride(const struct visited *p)
{
    return sizeof(struct fresh) / sizeof(uint64_t) + visited_packed_words(p);
}

static inline struct fresh *fresh_in(uint64_t *fresh, size_t stride, int64_t i)
{
    return (struct fresh *)(void *)(fresh + (size_t)i * stride);
}

/* Fresh position i of a share. */
static inline struct fresh *fresh_of(const struct round *r, const struct share *s,
                                     int64_t i)
{
    return fresh_in(s->fresh, r->stride, i);
}

static inline uint64_t *packed_of(struct fresh *f)
{
    return (uint64_t *)(void *)(f + 1);
}

/* Begins another share; NULL if all are begun. Any thread may call it. */
static inline struct share *round_begin_share(struct round *r)
{
    int k = __atomic_fetch_add(&r->next, 1, __ATOMIC_RELAXED);
    return k < r->count ? &r->share[k] : NULL;
}

/* Expands the shares. A part of parallel_search, with the round. */
enum search_end round_expand(void *round, int number, const struct search_limits *,
                             struct search_progress *);

/* Packs what is fresh anew, in threads, if something is raw: then nothing is. False if
 * there is no memory; then all is as it was. */
bool round_pack(struct round *);

/* Takes that back, when the round is over. */
void round_unpack(struct round *);

/* Adds all that is fresh, in threads: the same positions get the same numbers as by adding
 * one after the other. Does nothing if a share is not done or has a goal, if each position
 * is to be asked for one, or if there is no memory. For parallel_search_then. */
void round_add(void *round, struct team *);

/* Does a step in all threads, which begin the shares again. */
static inline void round_each(struct round *r, void (*step)(void *round, int number))
{
    r->next = 0;
    parallel_each(r->team, step);
}

#endif
