/*
 * Rounds of a breadth-first search in threads.
 */
#include "rounds.h"

#ifndef PARALLEL_ALONE

#include <assert.h>

#include "round.h"

/* Positions of a round for each thread, and shares. */
enum { LEAST = 64, MOST = 4096, SHARES = 8 };

struct rounds {
    struct successors *x;
    struct visited *p;
    struct search_limits limits; /* of a round */
    int32_t size;                /* of the next round, for each thread */
    int64_t likely;              /* new ones of 1,024 positions */
    bool alone;                  /* there is no memory for rounds */
    struct round round;
};

/* ---- limits ---- */

/* Asks the limits of the whole search, with what the round has counted so far. */
static bool stop(void *with, struct search_progress *round)
{
    struct rounds *b = with;
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
    const struct search_limits *limits = ((struct rounds *)with)->x->limits;
    return limits->resize(limits->with, block, bytes);
}

/* ---- beginning a round ---- */

static bool prepare_share(struct rounds *b, struct share *s, int32_t first, int32_t last)
{
    void *expanded = search_grow(b->x->limits, s->expanded, &s->expanded_room,
                                 last - first + 1, sizeof *s->expanded);
    if (expanded == NULL) return false;
    s->expanded = expanded;
    s->first = s->done = first;
    s->last = last;
    s->count = s->raw_count = 0;
    s->drew = s->goal = false;
    s->news = 0;
    return true;
}

static bool prepare_worker(struct rounds *b, struct worker *w)
{
    const struct search_limits *limits = b->x->limits;
    if (!round_share(&b->round, w)) return false;
    if (w->goals != NULL) {
        memset(w->wider, 0, b->p->words * sizeof *w->wider);
        return true;
    }
    size_t size = b->x->root->size;
    w->x = *b->x;
    w->x.list = NULL;
    w->x.foreseen = NULL;
    w->x.room = w->x.foreseen_room = 0;
    w->x.from = search_resize(limits, NULL, size, 1);
    w->x.to = search_resize(limits, NULL, size, 1);
    w->wider = search_resize(limits, NULL, b->p->words, sizeof *w->wider);
    if (w->x.from == NULL || w->x.to == NULL || w->wider == NULL) return false;
    memcpy(w->x.from, b->x->root, size);
    memcpy(w->x.to, b->x->root, size);
    memset(w->wider, 0, b->p->words * sizeof *w->wider);
    w->goals = search_resize(limits, NULL, (size_t)b->p->queue_room, sizeof *w->goals);
    return w->goals != NULL;
}

/* Makes room for the claims that n positions will likely need. False if there is no memory. */
static bool prepare_claims(struct rounds *b, int64_t n)
{
    struct round *r = &b->round;
    int64_t nodes = b->x->progress.nodes + 1;
    if (b->likely == 0) b->likely = b->p->count * INT64_C(1024) / nodes;
    int64_t likely = b->likely * n / 1024;
    return visited_prepare_claims(b->p, &r->claims, likely, r->threads);
}

/* Divides n positions; the last shares are the smallest, so that the threads end at about the
 * same time. False if there is no memory. */
static bool divide(struct rounds *b, int32_t first, int64_t n)
{
    struct round *r = &b->round;
    r->packing = b->p->packing;
    r->next = 0;
    if (!prepare_claims(b, n)) return false;
    for (int k = 0; k < r->count; k++) {
        int64_t rest = r->count - k, all = (int64_t)r->count * r->count;
        int32_t from = first + (int32_t)(n - n * rest * rest / all),
                to = first + (int32_t)(n - n * (rest - 1) * (rest - 1) / all);
        if (!prepare_share(b, &r->share[k], from, to)) return false;
    }
    for (int k = 0; k < r->threads; k++) {
        if (!prepare_worker(b, &r->worker[k])) return false;
    }
    return true;
}

/* ---- adding ---- */

/* Whether a position that was added is the goal, less than 0 on an error. */
static int is_goal(struct rounds *b, const struct goal *goal, const struct fresh *f,
                   int32_t number)
{
    if (goal == NULL) return 0;
    return goal->anywhere ? f->goal
                          : goal->reached(goal->with, visited_look(b->p, number));
}

/* Adds fresh position i of a share. As visited_add. */
static int32_t add_one(struct rounds *b, struct share *s, int64_t i, int32_t parent)
{
    const struct fresh *f = &s->fresh[i];
    struct visited_claims *claims = &b->round.claims;
    size_t size = b->x->root->size;
    if (f->raw) {
        memcpy(b->x->to, s->raw + (size_t)s->raw_count * size, size);
        s->raw_count++;
        return visited_add(b->p, b->x->to, parent);
    }
    if (f->claim == CLAIM_NONE) return VISITED_NONE;
    struct visited_claim *c = visited_claimed(claims, f->claim);
    return visited_put(b->p, &b->round.worker[0].reader, c->hash,
                       visited_claimed_words(c), parent);
}

/* Adds the successors of a position, fresh ones from .. to - 1 of the share. */
static enum search_end add(struct rounds *b, struct share *s, int32_t parent,
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
static enum search_end add_alone(struct rounds *b, int32_t *next, const struct goal *goal,
                                 int32_t *found)
{
    for (int k = 0; k < b->round.count; k++) {
        struct share *s = &b->round.share[k];
        s->raw_count = 0;
        if (s->drew) b->x->drew = true;
        struct expanded before = {0, 0};
        for (; *next < s->done; ++*next) {
            if (*found != NOT_FOUND) return SEARCH_GOES_ON;
            struct expanded now = s->expanded[*next - s->first];
            enum search_end end = add(b, s, *next, before.fresh, now.fresh, goal, found);
            if (end != SEARCH_GOES_ON) return end;
            b->x->progress.nodes++;
            b->x->progress.generated += now.generated - before.generated;
            before = now;
        }
        if (s->done < s->last) return SEARCH_GOES_ON;
    }
    return SEARCH_GOES_ON;
}

/* Counts what was added in threads. */
static void count_all(struct rounds *b, int32_t *next)
{
    struct search_progress *progress = &b->x->progress;
    for (int k = 0; k < b->round.count; k++) {
        const struct share *s = &b->round.share[k];
        int32_t count = s->last - s->first;
        if (s->drew) b->x->drew = true;
        if (count > 0) progress->generated += s->expanded[count - 1].generated;
        progress->nodes += count;
        *next += count;
    }
    progress->positions = b->p->count;
}

/* ---- the whole ---- */

struct rounds *rounds_new(struct successors *x, struct visited *p)
{
    if (x->threads < 2 || x->images != NULL || !game_is_parallel(x->game)) return NULL;
    assert(x->threads <= THREADS_MAX);
    int shares = x->threads * SHARES;
    struct rounds *b = search_resize(x->limits, NULL, 1, sizeof *b);
    struct share *share = search_resize(x->limits, NULL, (size_t)shares, sizeof *share);
    struct worker *worker =
        search_resize(x->limits, NULL, (size_t)x->threads, sizeof *worker);
    if (b == NULL || share == NULL || worker == NULL) return NULL;
    memset(b, 0, sizeof *b);
    memset(share, 0, (size_t)shares * sizeof *share);
    memset(worker, 0, (size_t)x->threads * sizeof *worker);
    b->x = x;
    b->p = p;
    b->size = LEAST;
    b->limits = (struct search_limits){
        .nodes = INT64_MAX, .stop = stop, .resize = resize, .with = b};
    b->round = (struct round){
        .p = p, .share = share, .worker = worker, .count = shares, .threads = x->threads};
    return b;
}

/* Rounds get longer, but for those whose packing was not that of the end. */
static void resize_rounds(struct rounds *b)
{
    int64_t count = 0, done = 1;
    for (int k = 0; k < b->round.count; k++) {
        const struct share *s = &b->round.share[k];
        count += s->news;
        done += s->done - s->first;
    }
    b->likely = count * 1024 / done;
    bool same = b->round.packing == b->p->packing;
    b->size = same ? 2 * b->size : b->size / 2;
    if (b->size < LEAST) b->size = LEAST;
    if (b->size > MOST) b->size = MOST;
}

/* There is no memory for rounds: gives back what they have, so that the search can go on in
 * one thread. */
static void end_rounds(struct rounds *b)
{
    const struct search_limits *limits = b->x->limits;
    b->alone = true;
    b->p->full = false; /* what there was no memory for is tried again */
    for (int k = 0; k < b->round.count; k++) {
        struct share *s = &b->round.share[k];
        search_free(limits, s->expanded);
        parallel_free(limits, s->fresh);
        parallel_free(limits, s->raw);
    }
    for (int k = 0; k < b->round.threads; k++) {
        struct worker *w = &b->round.worker[k];
        visited_free_reader(b->p, &w->reader);
        search_free(limits, w->x.from);
        search_free(limits, w->x.to);
        parallel_free(limits, w->x.list);
        parallel_free(limits, w->x.foreseen);
        search_free(limits, w->wider);
        search_free(limits, w->goals);
    }
    search_free(limits, b->round.claims.words);
    round_drop(&b->round);
    search_free(limits, b->round.share);
    search_free(limits, b->round.worker);
}

bool rounds_give_back(struct rounds *b)
{
    if (b->alone) return false;
    end_rounds(b);
    return true;
}

enum search_end rounds_expand(struct rounds *b, int32_t *next, int32_t last,
                              const struct goal *goal, int32_t *found)
{
    int threads = b->round.threads;
    int64_t left = b->x->limits->nodes - b->x->progress.nodes, n = last - *next;
    if (n > left) n = left;
    if (n > (int64_t)threads * b->size) n = (int64_t)threads * b->size;
    if (b->alone || n < (int64_t)threads * LEAST) return SEARCH_GOES_ON;
    struct search_progress round = {0};
    enum search_end end = SEARCH_MEMORY;
    b->round.goal = goal != NULL && goal->anywhere ? goal : NULL;
    b->round.asks = goal != NULL && !goal->anywhere;
    if (divide(b, *next, n)) {
        enum search_end added = SEARCH_GOES_ON;
        visited_pin(b->p, true);
        b->round.claimed = true;
        end = parallel_search_then(&b->limits, &round, threads, round_expand, round_add,
                                   &b->round);
        if (b->round.added)
            count_all(b, next);
        else
            added = add_alone(b, next, goal, found);
        resize_rounds(b);
        visited_pin(b->p, false);
        if (*found != NOT_FOUND || added == SEARCH_FAILED) return added;
        if (added == SEARCH_MEMORY) end = added;
    }
    if (end == SEARCH_MEMORY) end_rounds(b);
    return end == SEARCH_STOPPED ? end : SEARCH_GOES_ON;
}

#endif
