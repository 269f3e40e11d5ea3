/*
 * Expanding the shares of a round, and packing anew what was found there.
 */
#include "breadth.h"

#ifndef PARALLEL_ALONE

#include <assert.h>

#include "breadth_round.h"
#include "visited_batch.h"

/* A share, and the thread that works on it. */
struct task {
    const struct round *r;
    struct worker *w;
    struct share *s;
};

enum { BEHIND = 2 }; /* words that may be used behind a packed position */

/* ---- expanding ---- */

/* Makes room for a fresh position. A thread waits for memory; so it asks for what the
 * share will need if it goes on like this. */
static bool grow_fresh(const struct task *t)
{
    struct share *s = t->s;
    int64_t stride = (int64_t)t->r->stride, needed = (s->count + 1) * stride + BEHIND,
            likely = s->count * (s->last - s->first) / (s->done - s->first + 1) * stride;
    if (needed <= s->fresh_room) return true;
    void *grown = search_grow(t->w->x.limits, s->fresh, &s->fresh_room,
                              likely > needed ? likely : needed, sizeof *s->fresh);
    if (grown != NULL) s->fresh = grown;
    return grown != NULL;
}

/* Takes a fresh position, of which `packed` may be NULL. */
static bool add_fresh(const struct task *t, struct fresh fresh, const uint64_t *packed)
{
    struct share *s = t->s;
    if (!grow_fresh(t)) return false;
    struct fresh *f = fresh_of(t->r, s, s->count);
    *f = fresh;
    if (packed != NULL)
        memcpy(packed_of(f), packed, t->r->stride * sizeof *packed - sizeof *f);
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
    visited_mark(&t->w->reader, t->w->x.to, t->w->wider);
    struct fresh fresh = {.goal = goal, .raw = true, .new = true};
    return add_fresh(t, fresh, NULL) ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

/* Whether an equal position is among the latest fresh ones of the share; if not, the next
 * one is to be this. Most equal ones follow from neighbours. */
static bool is_again(const struct task *t, uint32_t hash, const uint64_t *packed)
{
    struct share *s = t->s;
    uint32_t *at = &t->w->latest[hash % LATEST], i = *at;
    if (i < s->count) {
        struct fresh *f = fresh_of(t->r, s, i);
        if (f->hash == hash && !f->raw &&
            visited_is_same_packed(t->r->p, packed_of(f), packed))
            return true;
    }
    *at = (uint32_t)s->count;
    return false;
}

/* Keeps what has not been met of the queue, and empties it. */
static enum search_end settle(const struct task *t)
{
    enum search_end end = SEARCH_GOES_ON;
    struct visited *r = &t->w->reader;
    visited_prefetch(r);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < r->queue_count; i++) {
        struct fresh fresh = {
            .hash = r->queued_hashes[i], .goal = t->w->goals[i], .new = true};
        if (visited_is_known(r, i)) continue;
        if (is_again(t, fresh.hash, visited_queued(r, i))) continue;
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
    const struct goal *goal = t->r->goal;
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

enum search_end round_expand(void *round, int number, const struct search_limits *limits,
                             struct search_progress *progress)
{
    struct round *r = round;
    struct task t = {r, &r->worker[number], NULL};
    enum search_end end = SEARCH_GOES_ON;
    t.w->x.limits = limits;
    t.w->x.progress = (struct search_progress){.ask = 1};
    while (end == SEARCH_GOES_ON && (t.s = round_begin_share(r)) != NULL) {
        end = expand_share(&t);
    }
    *progress = t.w->x.progress;
    return search_ended(end);
}

/* ---- packing anew ---- */

/* Packs the next raw position of a share. */
static void pack_raw(const struct task *t, struct fresh *f)
{
    struct visited *r = &t->w->reader;
    size_t size = t->w->x.root->size;
    memcpy(t->w->x.to, t->s->raw + (size_t)t->s->raw_count * size, size);
    t->s->raw_count++;
    bool packed = visited_queue(r, t->w->x.to);
    assert(packed);
    (void)packed;
    f->hash = r->queued_hashes[0];
    f->raw = false;
    f->new = !visited_is_known(r, 0);
    memcpy(packed_of(f), visited_queued(r, 0),
           t->r->stride * sizeof(uint64_t) - sizeof *f);
    r->queue_count = 0;
}

static void pack_share(const struct task *t)
{
    const struct round *r = t->r;
    struct share *s = t->s;
    visited_expand(&t->w->reader, s->first, t->w->x.from);
    s->raw_count = 0;
    for (int64_t i = 0; i < s->count; i++) {
        struct fresh *f = fresh_of(r, s, i),
                     *found = fresh_in(s->found, r->stride_found, i);
        *f = *found;
        if (f->raw)
            pack_raw(t, f);
        else
            visited_convert(r->p, r->packing, (unsigned char *)packed_of(found),
                            (unsigned char *)packed_of(f));
    }
}

static void pack_shares(void *with, int number)
{
    struct round *r = with;
    struct task t = {r, &r->worker[number], NULL};
    while ((t.s = round_begin_share(r)) != NULL) {
        if (t.s->count > 0) pack_share(&t);
    }
}

void round_unpack(struct round *r)
{
    for (int k = 0; k < r->count; k++) {
        struct share *s = &r->share[k];
        if (s->found != NULL) s->fresh = s->found;
        s->found = NULL;
    }
}

/* Frees what the rounds before have left; raw positions come in rounds close together. */
static void drop_wide(struct round *r)
{
    for (int k = 0; k < r->count; k++) {
        struct share *s = &r->share[k];
        search_free(r->p->limits, s->wide);
        s->wide = NULL;
        s->wide_room = 0;
    }
}

/* Makes room for what is fresh, packed by the packing of now. False if there is no memory. */
static bool make_room(struct round *r)
{
    if (!visited_relate(r->p, r->packing)) return false;
    for (int k = 0; k < r->threads; k++) {
        if (!visited_share(r->p, &r->worker[k].reader)) return false;
    }
    r->stride_found = r->stride;
    r->stride = fresh_stride(r->p);
    for (int k = 0; k < r->count; k++) {
        struct share *s = &r->share[k];
        if (s->count == 0) continue;
        int64_t words = s->count * (int64_t)r->stride + BEHIND;
        uint64_t *wide =
            search_grow(r->p->limits, s->wide, &s->wide_room, words, sizeof *wide);
        if (wide == NULL) return false;
        s->found = s->fresh;
        s->fresh = s->wide = wide;
    }
    return true;
}

bool round_pack(struct round *r)
{
    struct visited *p = r->p;
    bool any = false;
    for (int k = 0; k < r->count; k++) any |= r->share[k].raw_count > 0;
    if (!any) drop_wide(r);
    if (!any) return true;
    for (int k = 0; k < r->threads; k++) {
        for (size_t i = 0; i < p->words; i++) p->mask[i] |= r->worker[k].wider[i];
    }
    if (!visited_widen(p)) return false;
    if (!make_room(r)) {
        round_unpack(r);
        r->stride = r->stride_found;
        r->worker[0].reader.packing = r->packing;
        return false;
    }
    round_each(r, pack_shares);
    return true;
}

#endif
