/*
 * Rounds of a breadth-first search in threads.
 */
#include "breadth.h"

#ifndef PARALLEL_ALONE

#include <assert.h>

/* Positions of a round, for each thread. */
enum { LEAST = 64, MOST = 2048 };

enum { AHEAD = 16 }; /* fresh positions whose places are on their way */

/* A position that had not been met when the round began. */
struct fresh {
    uint32_t hash;
    bool goal;
    bool raw; /* it cannot be packed: it is the next one in `raw` */
};

/* Up to here a position's successors go. */
struct expanded {
    int64_t fresh, generated;
};

/* What one thread does: positions first .. last - 1. */
struct share {
    struct visited reader;
    struct successors x;
    bool *goals; /* of the successors in the reader's queue */
    int32_t first, last, done;
    struct expanded *expanded; /* of position first + i */
    struct fresh *fresh;
    uint64_t *packed; /* of each fresh one `stride` words */
    unsigned char *raw;
    int64_t expanded_room, fresh_room, packed_room, raw_room, count, raw_count;
    char apart[128]; /* from the next one, which another thread writes */
};

struct breadth {
    struct successors *x;
    struct visited *p;
    struct search_limits limits; /* of a round */
    const struct goal *goal;     /* for threads, or NULL */
    size_t stride;
    int count;
    int32_t size; /* of the next round, for each thread */
    bool alone;   /* there is no memory for rounds */
    struct share share[THREADS_MAX];
};

/* ---- limits ---- */

/* Asks the limits of the whole search, with what the round has counted so far. */
static bool stop(void *with, struct search_progress *round)
{
    struct breadth *b = with;
    const struct search_limits *limits = b->x->limits;
    struct search_progress all = b->x->progress;
    all.nodes += round->nodes;
    all.generated += round->generated;
    if (limits->stop == NULL) return false;
    bool stops = limits->stop(limits->with, &all);
    b->x->progress.ask = all.ask;
    return stops;
}

static void *resize(void *with, void *block, size_t bytes)
{
    const struct search_limits *limits = ((struct breadth *)with)->x->limits;
    return limits->resize(limits->with, block, bytes);
}

/* ---- in the threads ---- */

/* Takes a fresh position, of which `packed` may be NULL. */
static bool add_fresh(struct breadth *b, struct share *s, struct fresh fresh,
                      const uint64_t *packed)
{
    enum { BEHIND = 2 }; /* words that may be read behind a packed position */
    const struct search_limits *limits = s->x.limits;
    int64_t words = (s->count + 1) * (int64_t)b->stride + BEHIND;
    void *grown =
        search_grow(limits, s->fresh, &s->fresh_room, s->count + 1, sizeof *s->fresh);
    if (grown == NULL) return false;
    s->fresh = grown;
    grown = search_grow(limits, s->packed, &s->packed_room, words, sizeof *s->packed);
    if (grown == NULL) return false;
    s->packed = grown;
    s->fresh[s->count] = fresh;
    if (packed != NULL) {
        memcpy(s->packed + (size_t)s->count * b->stride, packed,
               b->stride * sizeof *s->packed);
    }
    s->count++;
    return true;
}

/* The same for the position in x.to, which cannot be packed. */
static enum search_end add_raw(struct breadth *b, struct share *s, bool goal)
{
    size_t size = b->x->root->size;
    unsigned char *raw =
        search_grow(s->x.limits, s->raw, &s->raw_room, s->raw_count + 1, size);
    if (raw == NULL) return SEARCH_MEMORY;
    s->raw = raw;
    memcpy(raw + (size_t)s->raw_count * size, s->x.to, size);
    s->raw_count++;
    struct fresh fresh = {.goal = goal, .raw = true};
    return add_fresh(b, s, fresh, NULL) ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

/* Keeps what has not been met of the queue, and empties it. */
static enum search_end settle(struct breadth *b, struct share *s)
{
    enum search_end end = SEARCH_GOES_ON;
    struct visited *r = &s->reader;
    visited_prefetch(r);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < r->queue_count; i++) {
        struct fresh fresh = {.hash = r->queued_hashes[i], .goal = s->goals[i]};
        if (visited_is_known(r, i)) continue;
        if (!add_fresh(b, s, fresh, visited_queued(r, i))) end = SEARCH_MEMORY;
    }
    r->queue_count = 0;
    return end;
}

/* Queues the successor in x.to. */
static enum search_end queue(struct breadth *b, struct share *s)
{
    struct visited *r = &s->reader;
    const struct goal *goal = b->goal;
    bool is = goal != NULL && goal->reached(goal->with, s->x.to) > 0;
    enum search_end end = visited_is_queue_full(r) ? settle(b, s) : SEARCH_GOES_ON;
    s->goals[r->queue_count] = is;
    if (end != SEARCH_GOES_ON || visited_queue(r, s->x.to)) return end;
    end = settle(b, s);
    return end == SEARCH_GOES_ON ? add_raw(b, s, is) : end;
}

static enum search_end expand(struct breadth *b, struct share *s, int32_t number)
{
    struct successors *x = &s->x;
    visited_expand(&s->reader, number, x->from);
    enum search_end end = successors_list_open(x);
    for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
        bool possible;
        end = successors_try(x, x->list[i], &possible);
        if (end == SEARCH_GOES_ON && possible) end = queue(b, s);
    }
    return end == SEARCH_GOES_ON ? settle(b, s) : end;
}

static enum search_end expand_share(void *with, int number,
                                    const struct search_limits *limits,
                                    struct search_progress *progress)
{
    struct breadth *b = with;
    struct share *s = &b->share[number];
    enum search_end end = SEARCH_GOES_ON;
    s->x.limits = limits;
    s->x.progress = (struct search_progress){.ask = 1};
    for (; s->done < s->last; s->done++) {
        end = expand(b, s, s->done);
        if (end != SEARCH_GOES_ON) break;
        s->expanded[s->done - s->first] =
            (struct expanded){s->count, s->x.progress.generated};
    }
    s->reader.queue_count = 0;
    *progress = s->x.progress;
    return search_ended(end);
}

/* ---- in the calling thread ---- */

static bool prepare(struct breadth *b, struct share *s, int32_t first, int32_t last)
{
    const struct search_limits *limits = b->x->limits;
    void *expanded = search_grow(limits, s->expanded, &s->expanded_room, last - first,
                                 sizeof *s->expanded);
    if (expanded == NULL || !visited_share(b->p, &s->reader)) return false;
    s->expanded = expanded;
    s->first = s->done = first;
    s->last = last;
    s->count = s->raw_count = 0;
    if (s->goals != NULL) return true;
    size_t size = b->x->root->size;
    s->x = *b->x;
    s->x.list = NULL;
    s->x.room = 0;
    s->x.from = search_resize(limits, NULL, size, 1);
    s->x.to = search_resize(limits, NULL, size, 1);
    if (s->x.from == NULL || s->x.to == NULL) return false;
    memcpy(s->x.to, b->x->root, size);
    s->goals = search_resize(limits, NULL, (size_t)b->p->queue_room, sizeof *s->goals);
    return s->goals != NULL;
}

/* Whether a position that was added is the goal, less than 0 on an error. */
static int is_goal(struct breadth *b, const struct goal *goal, const struct fresh *f,
                   int32_t number)
{
    if (goal == NULL) return 0;
    return goal->anywhere ? f->goal
                          : goal->reached(goal->with, visited_look(b->p, number));
}

/* Adds fresh position i of a share. As visited_add. */
static int32_t add_one(struct breadth *b, struct share *s, int64_t i, int32_t parent)
{
    const struct fresh *f = &s->fresh[i];
    size_t size = b->x->root->size;
    if (f->raw) {
        memcpy(b->x->to, s->raw + (size_t)s->raw_count * size, size);
        s->raw_count++;
        return visited_add(b->p, b->x->to, parent);
    }
    if (i + AHEAD < s->count) visited_prefetch_hash(b->p, s->fresh[i + AHEAD].hash);
    return visited_put(b->p, &s->reader, f->hash, s->packed + (size_t)i * b->stride,
                       parent);
}

/* Adds the successors of a position, fresh ones from .. to - 1 of the share. */
static enum search_end add(struct breadth *b, struct share *s, int32_t parent,
                           int64_t from, int64_t to, const struct goal *goal,
                           int32_t *found)
{
    for (int64_t i = from; i < to; i++) {
        int32_t before = b->p->count, number = add_one(b, s, i, parent);
        if (number == VISITED_FULL) return SEARCH_MEMORY;
        b->x->progress.positions = b->p->count;
        if (number != before || *found != NOT_FOUND) continue;
        int is = is_goal(b, goal, &s->fresh[i], number);
        if (is < 0) return SEARCH_FAILED;
        if (is > 0) *found = number;
    }
    return SEARCH_GOES_ON;
}

/* Adds what the shares have found, up to the first position that is not done. */
static enum search_end gather(struct breadth *b, int32_t *next, const struct goal *goal,
                              int32_t *found)
{
    for (int k = 0; k < b->count; k++) {
        struct share *s = &b->share[k];
        s->raw_count = 0;
        if (s->x.drew) b->x->drew = true;
        struct expanded before = {0, 0};
        for (; *next < s->done; ++*next) {
            if (*found != NOT_FOUND) return SEARCH_GOES_ON;
            struct expanded now = s->expanded[*next - s->first];
            b->x->progress.nodes++;
            b->x->progress.generated += now.generated - before.generated;
            enum search_end end = add(b, s, *next, before.fresh, now.fresh, goal, found);
            if (end != SEARCH_GOES_ON) return end;
            before = now;
        }
        if (s->done < s->last) return SEARCH_GOES_ON;
    }
    return SEARCH_GOES_ON;
}

struct breadth *breadth_new(struct successors *x, struct visited *p)
{
    if (x->threads < 2 || x->images != NULL || x->game->host != NULL) return NULL;
    struct breadth *b = search_resize(x->limits, NULL, 1, sizeof *b);
    if (b == NULL) return NULL;
    memset(b, 0, sizeof *b);
    assert(x->threads <= THREADS_MAX);
    b->x = x;
    b->p = p;
    b->count = x->threads;
    b->size = LEAST;
    b->limits = (struct search_limits){
        .nodes = INT64_MAX, .stop = stop, .resize = resize, .with = b};
    return b;
}

/* Divides n positions. False if there is no memory. */
static bool divide(struct breadth *b, int32_t first, int64_t n)
{
    b->stride = visited_packed_words(b->p);
    for (int k = 0; k < b->count; k++) {
        int32_t from = first + (int32_t)(n * k / b->count),
                to = first + (int32_t)(n * (k + 1) / b->count);
        if (!prepare(b, &b->share[k], from, to)) return false;
    }
    return true;
}

/* Rounds get longer, but for those whose packing was not that of the end. */
static void resize_rounds(struct breadth *b)
{
    bool same = b->share[0].reader.packing == b->p->packing;
    b->size = same ? 2 * b->size : b->size / 2;
    if (b->size < LEAST) b->size = LEAST;
    if (b->size > MOST) b->size = MOST;
}

enum search_end breadth_expand(struct breadth *b, int32_t *next, int32_t last,
                               const struct goal *goal, int32_t *found)
{
    int64_t left = b->x->limits->nodes - b->x->progress.nodes, n = last - *next;
    if (n > left) n = left;
    if (n > (int64_t)b->count * b->size) n = (int64_t)b->count * b->size;
    if (b->alone || n < (int64_t)b->count * LEAST) return SEARCH_GOES_ON;
    struct search_progress round = {0};
    enum search_end end = SEARCH_MEMORY;
    b->goal = goal != NULL && goal->anywhere ? goal : NULL;
    if (divide(b, *next, n)) {
        visited_pin(b->p, true);
        end = parallel_search(&b->limits, &round, b->count, expand_share, b);
        enum search_end gathered = gather(b, next, goal, found);
        resize_rounds(b);
        visited_pin(b->p, false);
        if (gathered != SEARCH_GOES_ON || *found != NOT_FOUND) return gathered;
    }
    if (end == SEARCH_MEMORY) b->alone = true; /* alone it may go on */
    return end == SEARCH_STOPPED ? end : SEARCH_GOES_ON;
}

#endif
