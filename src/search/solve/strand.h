/*
 * A strand of the solver: the positions that it has met, and the queues that choose the next one. One
 * goes forward from the root, another one may go backward from the goals (backward.h).
 *
 *     greedy, novelty, nearest, heuristic, breadth-first, in turns
 *
 * **Strands share no positions,** so what one of them finds alone it finds beside another one, too.
 * They take turns by the successors that each has made. Each of them forgets no position: the one
 * that has none left has seen them all.
 */
#ifndef TESSERA_SEARCH_SOLVE_STRAND_H
#define TESSERA_SEARCH_SOLVE_STRAND_H

#include "novelty.h"
#include "queue.h"
#include "rating.h"
#include "search/store/visited.h"

enum queues { BY_REST, BY_NOVELTY, BY_SIMPLE, BY_AUTHOR, QUEUES, BY_GOALS };

/* What has become of a position. */
enum fate { FATE_OPEN, FATE_FAINT, FATE_DONE };

struct strand {
    struct visited met;
    struct novelty novelty;
    struct queue queue[QUEUES];
    unsigned char *fate; /* by position */
    int64_t fates;
    int32_t next, faint; /* in the order of meeting: the next one; how many are faint */
    int64_t round;
    int64_t spent; /* successors */
};

/* A new position, and what it waits by. */
struct waiter {
    int32_t number;
    const struct state *state;
    const struct rated *rated;
    const unsigned char *before; /* as for novelty_of */
    int64_t author;              /* the heuristic of the author, or -1 */
    bool rates;                  /* the rating says something */
};

/* Keeps the fate of a new position. False if there is no memory. */
bool strand_add(struct strand *, const struct search_limits *, int32_t number, enum fate);

/* Lets a new position wait in the queues. False if there is no memory. */
bool strand_wait(struct strand *, const struct search_limits *, const struct waiter *);

/* The next position, or QUEUE_EMPTY; *queue: which brought it up; *waited: it has waited in the
 * queues. */
int32_t strand_take(struct strand *, int32_t *queue, bool *waited);

#endif
