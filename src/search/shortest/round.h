/*
 * A round of a breadth-first search in threads: positions of one depth, divided into
 * shares.
 *
 *     round     positions 400 .. 1399 of a depth
 *     share 0   400 .. 899    thread 1    expands it; fresh: A B (met before: C)
 *     share 1   900 .. 1149   thread 2    fresh: B D         B is share 0's, whoever came first
 *     ...       smaller and smaller, so that no thread waits long for the others
 *     then      A, B, D get the numbers 1400, 1401, 1402, and are added, by all threads
 *
 * Each thread expands shares with a reader of its own. A position that was not met in an
 * earlier round, and not before in this share, is fresh, and is claimed
 * (visited_batch.h). Where two shares meet it, the claim is that of the share that is first
 * in the order, whichever came first. So each thread sees what the others have claimed, and
 * looks a successor up once.
 *
 * What must be done alone is done between rounds: a fresh position with a new bit cannot
 * be packed (`raw`), so the whole round is packed anew, and claimed again. If a share has
 * a goal, or a goal is a Lua function, or memory is short, nothing is added: all claims
 * are taken back, and the search goes on as it would alone. The hash table is doubled
 * between two rounds, in threads, too.
 *
 * (A table of the round for what is fresh, which then is entered in the large one, was
 * tried first: each position was looked up three times, and two threads were 1.5 to 1.8
 * times as fast as one.)
 */
#ifndef TESSERA_SEARCH_SHORTEST_ROUND_H
#define TESSERA_SEARCH_SHORTEST_ROUND_H

#include "search/threads/parallel.h"
#include "shortest.h"
#include "search/store/visited_batch.h"

/* A fresh position. */
struct fresh {
    int32_t claim; /* the index, or CLAIM_NONE for one that was met, or that is raw */
    bool goal;
    bool raw; /* it could not be packed: it is the next one in `raw` */
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
    unsigned char *raw;
    int64_t expanded_room, fresh_room, raw_room, count, raw_count;
    int32_t news;    /* fresh ones whose claims are this share's */
    int32_t number;  /* of the first of these in all positions */
    char apart[128]; /* from the next one, which another thread writes */
};

/* What a thread works with. */
struct worker {
    struct visited reader;
    struct visited_claimer claimer;
    int32_t news; /* that it has claimed in its share */
    struct successors x;
    bool *goals;     /* of the successors in the reader's queue */
    uint64_t *wider; /* by word of an image: bits of raw positions */
    char apart[128];
};

struct round {
    struct visited *p;
    struct share *share;
    struct worker *worker;
    int count, threads; /* of the shares, of the workers */
    int next;           /* the share that is to be begun next, by any thread */
    struct visited_claims claims;
    struct visited_claims found; /* the claims before they were packed anew */
    bool claimed;                /* the hash table has claims */
    const struct goal *goal;     /* a goal that any thread may ask for, or NULL */
    bool asks;                   /* for a goal that only the calling thread may ask for */
    bool added;                  /* round_add has added what is fresh */
    struct team *team;
    uint64_t cuts[THREADS_MAX + 1];  /* of the hash table that is doubled */
    struct visited_packing *packing; /* when the positions were expanded */
};

/* The order of fresh position i of a share. */
static inline uint64_t order_of(const struct round *r, const struct share *s, int64_t i)
{
    return (uint64_t)(s - r->share) << 32 | (uint64_t)i;
}

/* The claim of fresh position i of a share, or NULL if it is not this share's. */
static inline struct visited_claim *own_claim(const struct round *r,
                                              const struct visited_claims *claims,
                                              const struct share *s, int64_t i)
{
    if (s->fresh[i].claim == CLAIM_NONE) return NULL;
    struct visited_claim *c = visited_claimed(claims, s->fresh[i].claim);
    return c->order == order_of(r, s, i) ? c : NULL;
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

/* Lets a worker read the positions and claims as they are now. False if there is no memory. */
bool round_share(struct round *, struct worker *);

/* Claims the position with index i in the queue of a worker, as the fresh one of its share that
 * has this index. As visited_claim. */
int32_t round_claim(struct round *, struct worker *, const struct share *, int32_t i,
                    int64_t index);

/* Counts what a worker has claimed in its share, at the end. */
void round_count(struct worker *, struct share *);

/* Takes all claims out of the hash table. */
void round_unclaim(struct round *);

/* Frees the claims of an earlier packing. */
void round_drop(struct round *);

/* Packs what is fresh anew, in threads, if something is raw: then nothing is. False if
 * there is no memory; then all is as it was, but nothing is claimed. */
bool round_pack(struct round *);

/* Adds all that is fresh, in threads: the same positions get the same numbers as by adding
 * one after the other. Does nothing if a share is not done or has a goal, if each position
 * is to be asked for one, or if there is no memory. In the end nothing is claimed. For
 * parallel_search_then. */
void round_add(void *round, struct team *);

/* Does a step in all threads, which begin the shares again. */
static inline void round_each(struct round *r, void (*step)(void *round, int number))
{
    r->next = 0;
    parallel_each(r->team, step);
}

#endif
