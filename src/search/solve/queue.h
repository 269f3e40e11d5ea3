/*
 * A queue of positions by a number, the least first; of equal numbers the one that was put in
 * first. It has room for so many: when it is full, the half that lies deepest in its heap is
 * forgotten, which has few of the best. So a search needs another way to come back to those.
 *
 *     queue_put(&q, limits, 17, 250)     position 250 by 17
 *     queue_take(&q)                     250, or QUEUE_EMPTY
 */
#ifndef TESSERA_SEARCH_SOLVE_QUEUE_H
#define TESSERA_SEARCH_SOLVE_QUEUE_H

#include "search/search.h"

enum { QUEUE_EMPTY = -1, QUEUE_MOST = 1 << 22 };

struct queued {
    int64_t by;
    uint32_t turn; /* counts what was put in */
    int32_t number;
};

struct queue {
    struct queued *heap;
    int64_t count, room;
    uint32_t turn;
};

/* False if there is no memory. */
bool queue_put(struct queue *, const struct search_limits *, int64_t by, int32_t number);

int32_t queue_take(struct queue *);

#endif
