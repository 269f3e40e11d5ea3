/*
 * What several solvers of one position share: the table of proven positions, in shards
 * with a lock each, and the positions that each of them is searching.
 *
 *     solver 0   root, A, A3, ...        way[0]: hashes from the root on
 *     solver 1   root, A, A7, ...        A is searched by both, A3 by one alone
 *     proven A   both go back to the root, and on from there
 *
 * All solvers search from the root. A solver leaves a move that another one is trying for
 * last, unless no move was tried there before: the first one mostly decides, so solvers
 * search it together and part further below (young brothers wait: Feldmann, Monien,
 * Mysliwietz and Vornberger, 1989; a move that is being searched is deferred: Weill, "The
 * ABDADA distributed minimax search algorithm", 1996). Where a position on its way was
 * proven by another one, a solver goes on from there. **So the winner is always the same,
 * the counts are not.**
 */
#ifndef TESSERA_HORIZONTALLY_SHARED_H
#define TESSERA_HORIZONTALLY_SHARED_H

#include <stdatomic.h>

#include "horizontally_table.h"
#include "search/threads/parallel.h"

/* Positions of a way that others see, from the root on; shards of the table; bytes
 * between them, so that two CPUs seldom want the same line of their caches. */
enum { SHARED_WAY = 12, SHARED_SHARDS = 64, SHARED_APART = 64 };

struct shard {
    struct table table; /* in memory of the solvers */
    bool opened;
    atomic_flag lock;
    char apart[SHARED_APART];
};

struct shared {
    struct shard shards[SHARED_SHARDS];
    int solvers;
    atomic_bool solved;                            /* the root is proven */
    _Atomic uint64_t way[THREADS_MAX][SHARED_WAY]; /* hashes of positions; 0: none */
};

/* NULL if there is no memory. */
struct shared *shared_new(const struct search_limits *, int solvers);

/* As table_find and table_put; the limits are those of the calling solver. */
bool shared_find(struct shared *, struct table_key, bool *won);
void shared_put(struct shared *, const struct search_limits *, struct table_key, bool won,
                int64_t nodes);

/* Tells the others that this solver searches the position `depth` moves after the root; or
 * that it no longer does. */
void shared_enter(struct shared *, int solver, int depth, struct table_key);
void shared_leave(struct shared *, int solver, int depth);

/* Whether another solver searches this position. */
bool shared_busy(const struct shared *, int solver, int depth, struct table_key);

#endif
