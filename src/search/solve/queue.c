/*
 * A binary heap. Its entries are in the order of `before`, which never calls two equal.
 */
#include "queue.h"

static bool before(const struct queued *a, const struct queued *b)
{
    return a->by != b->by ? a->by < b->by : a->turn < b->turn;
}

bool queue_put(struct queue *q, const struct search_limits *limits, int64_t by,
               int32_t number)
{
    if (q->count == QUEUE_MOST) q->count /= 2;
    struct queued *heap =
        search_grow(limits, q->heap, &q->room, q->count + 1, sizeof *heap);
    if (heap == NULL) return false;
    q->heap = heap;
    const struct queued new = {by, q->turn++, number};
    int64_t at = q->count++;
    for (; at > 0 && before(&new, &heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
    }
    heap[at] = new;
    return true;
}

int32_t queue_take(struct queue *q)
{
    if (q->count == 0) return QUEUE_EMPTY;
    const struct queued top = q->heap[0], last = q->heap[--q->count];
    int64_t at = 0, child;
    while ((child = 2 * at + 1) < q->count) {
        const struct queued *c = &q->heap[child];
        if (child + 1 < q->count && before(c + 1, c)) child++;
        if (!before(&q->heap[child], &last)) break;
        q->heap[at] = q->heap[child];
        at = child;
    }
    if (q->count > 0) q->heap[at] = last;
    return top.number;
}
