/*
 * Rounds of a breadth-first search in threads.
 */
#include "breadth.h"

#ifndef PARALLEL_ALONE

#include <assert.h>

#include "breadth_round.h"

/* Positions of a round for each thread, and into how many shares they are divided: not all
 * take as long. */
enum { LEAST = 64, MOST = 4096, SHARES = 8 };

struct worker {
    struct visited reader;
    struct successors x;
    bool *goals;     /* of the successors in the reader's queue */
    char apart[128]; /* from the next one, which another thread writes */
};

struct breadth {
    struct successors *x;
    struct visited *p;
    struct search_limits limits; /* of a round */
    const struct goal *goal;     /* for threads, or NULL */
    int32_t size;                /* of the next round, for each thread */
    bool alone;                  /* there is no memory for rounds */
    struct round round;
    struct worker worker[THREADS_MAX];
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

/* A share, and the thread that expands it. */
struct task {
    struct breadth *b;
    struct worker *w;
    struct share *s;
};

/* Takes a fresh position, of which `packed` may be NULL. */
static bool add_fresh(const struct task *t, struct fresh fresh, const uint64_t *packed)
{
    enum { BEHIND = 2 }; /* words that may be read behind a packed position */
    const struct search_limits *limits = t->w->x.limits;
    struct share *s = t->s;
    size_t stride = t->b->round.stride;
    int64_t words = (s->count + 1) * (int64_t)stride + BEHIND;
    void *grown =
        search_grow(limits, s->fresh, &s->fresh_room, s->count + 1, sizeof *s->fresh);
    if (grown == NULL) return false;
    s->fresh = grown;
    grown = search_grow(limits, s->packed, &s->packed_room, words, sizeof *s->packed);
    if (grown == NULL) return false;
    s->packed = grown;
    s->fresh[s->count] = fresh;
    if (packed != NULL) {
        memcpy(s->packed + (size_t)s->count * stride, packed, stride * sizeof *s->packed);
    }
    s->goal |= fresh.goal;
    s->count++;
    return true;
}

/* The same for the position in x.to, which cannot be packed. */
static enum search_end add_raw(const struct task *t, bool goal)
{
    struct share *s = t->s;
    size_t size = t->w->x.root->size;
    unsigned char *raw =
        search_grow(t->w->x.limits, s->raw, &s->raw_room, s->raw_count + 1, size);
    if (raw == NULL) return SEARCH_MEMORY;
    s->raw = raw;
    memcpy(raw + (size_t)s->raw_count * size, t->w->x.to, size);
    s->raw_count++;
    struct fresh fresh = {.goal = goal, .raw = true};
    return add_fresh(t, fresh, NULL) ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

/* Keeps what has not been met of the queue, and empties it. */
static enum search_end settle(const struct task *t)
{
    enum search_end end = SEARCH_GOES_ON;
    struct visited *r = &t->w->reader;
    visited_prefetch(r);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < r->queue_count; i++) {
        struct fresh fresh = {.hash = r->queued_hashes[i], .goal = t->w->goals[i]};
        if (visited_is_known(r, i)) continue;
        if (!add_fresh(t, fresh, visited_queued(r, i))) end = SEARCH_MEMORY;
    }
    r->queue_count = 0;
    return end;
}

/* Queues the successor in x.to. */
static enum search_end queue(const struct task *t)
{
    struct worker *w = t->w;
    struct visited *r = &w->reader;
    const struct goal *goal = t->b->goal;
    bool is = goal != NULL && goal->reached(goal->with, w->x.to) > 0;
    enum search_end end = visited_is_queue_full(r) ? settle(t) : SEARCH_GOES_ON;
    w->goals[r->queue_count] = is;
    if (end != SEARCH_GOES_ON || visited_queue(r, w->x.to)) return end;
    end = settle(t);
    return end == SEARCH_GOES_ON ? add_raw(t, is) : end;
}

static enum search_end expand(const struct task *t, int32_t number)
{
    struct successors *x = &t->w->x;
    visited_expand(&t->w->reader, number, x->from);
    enum search_end end = successors_list_open(x);
    for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
        bool possible;
        end = successors_try(x, x->list[i], &possible);
        if (end == SEARCH_GOES_ON && possible) end = queue(t);
    }
    return end == SEARCH_GOES_ON ? settle(t) : end;
}

static enum search_end expand_share(const struct task *t)
{
    struct share *s = t->s;
    struct successors *x = &t->w->x;
    enum search_end end = SEARCH_GOES_ON;
    int64_t generated = x->progress.generated;
    x->drew = false;
    while (s->done < s->last && (end = expand(t, s->done)) == SEARCH_GOES_ON) {
        s->expanded[s->done - s->first] =
            (struct expanded){s->count, x->progress.generated - generated};
        s->done++;
    }
    s->drew = x->drew;
    t->w->reader.queue_count = 0;
    return end;
}

static enum search_end expand_shares(void *with, int number,
                                     const struct search_limits *limits,
                                     struct search_progress *progress)
{
    struct breadth *b = with;
    struct task t = {b, &b->worker[number], NULL};
    enum search_end end = SEARCH_GOES_ON;
    t.w->x.limits = limits;
    t.w->x.progress = (struct search_progress){.ask = 1};
    while (end == SEARCH_GOES_ON && (t.s = round_begin_share(&b->round)) != NULL) {
        end = expand_share(&t);
    }
    *progress = t.w->x.progress;
    return search_ended(end);
}

/* ---- in the calling thread ---- */

static bool prepare_share(struct breadth *b, struct share *s, int32_t first, int32_t last)
{
    void *expanded = search_grow(b->x->limits, s->expanded, &s->expanded_room,
                                 last - first, sizeof *s->expanded);
    if (expanded == NULL) return false;
    s->expanded = expanded;
    s->first = s->done = first;
    s->last = last;
    s->count = s->raw_count = 0;
    s->drew = s->goal = false;
    return true;
}

static bool prepare_worker(struct breadth *b, struct worker *w)
{
    const struct search_limits *limits = b->x->limits;
    if (!visited_share(b->p, &w->reader)) return false;
    if (w->goals != NULL) return true;
    size_t size = b->x->root->size;
    w->x = *b->x;
    w->x.list = NULL;
    w->x.room = 0;
    w->x.from = search_resize(limits, NULL, size, 1);
    w->x.to = search_resize(limits, NULL, size, 1);
    if (w->x.from == NULL || w->x.to == NULL) return false;
    memcpy(w->x.to, b->x->root, size);
    w->goals = search_resize(limits, NULL, (size_t)b->p->queue_room, sizeof *w->goals);
    return w->goals != NULL;
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
    return visited_put(b->p, &b->worker[0].reader, f->hash,
                       s->packed + (size_t)i * b->round.stride, parent);
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

/* Adds what the shares have found one by one, up to the first position that is not done. */
static enum search_end add_alone(struct breadth *b, int32_t *next,
                                 const struct goal *goal, int32_t *found)
{
    for (int k = 0; k < b->round.count; k++) {
        struct share *s = &b->round.share[k];
        s->raw_count = 0;
        if (s->drew) b->x->drew = true;
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

/* The same in threads, if all is done and nothing ends or widens the search. */
static bool add_in_threads(struct breadth *b, int32_t *next, const struct goal *goal)
{
    struct search_progress *progress = &b->x->progress;
    int64_t generated = 0;
    if (goal != NULL && !goal->anywhere) return false;
    for (int k = 0; k < b->round.count; k++) {
        const struct share *s = &b->round.share[k];
        if (s->done < s->last || s->raw_count > 0 || s->goal) return false;
    }
    if (!round_add(&b->round)) return false;
    for (int k = 0; k < b->round.count; k++) {
        const struct share *s = &b->round.share[k];
        if (s->drew) b->x->drew = true;
        if (s->last > s->first)
            generated += s->expanded[s->last - s->first - 1].generated;
    }
    const struct share *last = &b->round.share[b->round.count - 1];
    progress->nodes += last->last - *next;
    progress->generated += generated;
    progress->positions = b->p->count;
    *next = last->last;
    return true;
}

struct breadth *breadth_new(struct successors *x, struct visited *p)
{
    if (x->threads < 2 || x->images != NULL || x->game->host != NULL) return NULL;
    assert(x->threads <= THREADS_MAX);
    int shares = x->threads * SHARES;
    struct breadth *b = search_resize(x->limits, NULL, 1, sizeof *b);
    struct share *share = search_resize(x->limits, NULL, (size_t)shares, sizeof *share);
    if (b == NULL || share == NULL) return NULL;
    memset(b, 0, sizeof *b);
    memset(share, 0, (size_t)shares * sizeof *share);
    b->x = x;
    b->p = p;
    b->size = LEAST;
    b->limits = (struct search_limits){
        .nodes = INT64_MAX, .stop = stop, .resize = resize, .with = b};
    b->round =
        (struct round){.p = p, .share = share, .count = shares, .threads = x->threads};
    return b;
}

/* Divides n positions. False if there is no memory. */
static bool divide(struct breadth *b, int32_t first, int64_t n)
{
    struct round *r = &b->round;
    r->stride = visited_packed_words(b->p);
    r->next = 0;
    for (int k = 0; k < r->count; k++) {
        int32_t from = first + (int32_t)(n * k / r->count),
                to = first + (int32_t)(n * (k + 1) / r->count);
        if (!prepare_share(b, &r->share[k], from, to)) return false;
    }
    for (int k = 0; k < r->threads; k++) {
        if (!prepare_worker(b, &b->worker[k])) return false;
    }
    return true;
}

/* Rounds get longer, but for those whose packing was not that of the end. */
static void resize_rounds(struct breadth *b)
{
    bool same = b->worker[0].reader.packing == b->p->packing;
    b->size = same ? 2 * b->size : b->size / 2;
    if (b->size < LEAST) b->size = LEAST;
    if (b->size > MOST) b->size = MOST;
}

enum search_end breadth_expand(struct breadth *b, int32_t *next, int32_t last,
                               const struct goal *goal, int32_t *found)
{
    int threads = b->round.threads;
    int64_t left = b->x->limits->nodes - b->x->progress.nodes, n = last - *next;
    if (n > left) n = left;
    if (n > (int64_t)threads * b->size) n = (int64_t)threads * b->size;
    if (b->alone || n < (int64_t)threads * LEAST) return SEARCH_GOES_ON;
    struct search_progress round = {0};
    enum search_end end = SEARCH_MEMORY;
    b->goal = goal != NULL && goal->anywhere ? goal : NULL;
    if (divide(b, *next, n)) {
        enum search_end added = SEARCH_GOES_ON;
        visited_pin(b->p, true);
        end = parallel_search(&b->limits, &round, threads, expand_shares, b);
        if (!add_in_threads(b, next, goal)) added = add_alone(b, next, goal, found);
        resize_rounds(b);
        visited_pin(b->p, false);
        if (added != SEARCH_GOES_ON || *found != NOT_FOUND) return added;
    }
    if (end == SEARCH_MEMORY) b->alone = true; /* alone it may go on */
    return end == SEARCH_STOPPED ? end : SEARCH_GOES_ON;
}

#endif
