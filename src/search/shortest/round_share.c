/*
 * Expanding the shares of a round, and packing anew what was found there.
 */
#include "rounds.h"

#ifndef PARALLEL_ALONE

#include <assert.h>

#include "round.h"

/* A share, and the thread that works on it. */
struct task {
    struct round *r;
    struct worker *w;
    struct share *s;
};

/* ---- expanding ---- */

/* Makes room for a fresh position. A thread waits for memory; so it asks for what the
 * share will need if it goes on like this. */
static bool grow_fresh(const struct task *t)
{
    struct share *s = t->s;
    int64_t needed = s->count + 1,
            likely = s->count * (s->last - s->first) / (s->done - s->first + 1);
    if (needed <= s->fresh_room) return true;
    void *grown = search_grow(t->w->x.limits, s->fresh, &s->fresh_room,
                              likely > needed ? likely : needed, sizeof *s->fresh);
    if (grown != NULL) s->fresh = grown;
    return grown != NULL;
}

/* Keeps the position in x.to, which cannot be packed. */
static enum search_end add_raw(const struct task *t, bool goal)
{
    struct share *s = t->s;
    size_t size = t->w->x.root->size;
    unsigned char *raw =
        search_grow(t->w->x.limits, s->raw, &s->raw_room, s->raw_count + 1, size);
    if (raw == NULL) return SEARCH_MEMORY;
    s->raw = raw;
    if (!grow_fresh(t)) return SEARCH_MEMORY;
    memcpy(raw + (size_t)s->raw_count * size, t->w->x.to, size);
    s->raw_count++;
    visited_mark(&t->w->reader, t->w->x.to, t->w->wider);
    s->goal |= goal;
    s->fresh[s->count++] = (struct fresh){CLAIM_NONE, goal, true};
    return SEARCH_GOES_ON;
}

/* Claims the position with index i in the queue, if it has not been met. */
static enum search_end claim(const struct task *t, int32_t i, bool goal)
{
    struct share *s = t->s;
    if (!grow_fresh(t)) return SEARCH_MEMORY;
    const int32_t claimed = round_claim(t->r, t->w, s, i, s->count);
    if (claimed == CLAIM_FULL) return SEARCH_NODES;
    if (claimed < 0) return SEARCH_GOES_ON;
    s->goal |= goal;
    s->fresh[s->count++] = (struct fresh){claimed, goal, false};
    return SEARCH_GOES_ON;
}

/* Claims what has not been met of the queue, and empties it. */
static enum search_end settle(const struct task *t)
{
    enum search_end end = SEARCH_GOES_ON;
    struct visited *r = &t->w->reader;
    visited_prefetch(r);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < r->queue_count; i++)
        end = claim(t, i, t->w->goals[i]);
    r->queue_count = 0;
    return end;
}

static bool is_goal(const struct task *t)
{
    const struct goal *goal = t->r->goal;
    return goal != NULL && goal->reached(goal->with, t->w->x.to) > 0;
}

/* Queues the successor in x.to. */
static enum search_end queue(const struct task *t)
{
    struct worker *w = t->w;
    struct visited *r = &w->reader;
    bool is = is_goal(t);
    enum search_end end = visited_is_queue_full(r) ? settle(t) : SEARCH_GOES_ON;
    w->goals[r->queue_count] = is;
    if (end != SEARCH_GOES_ON || visited_queue(r, w->x.to)) return end;
    end = settle(t);
    return end == SEARCH_GOES_ON ? add_raw(t, is) : end;
}

/* Claims the successor with index i in the queue, the first of n that are foreseen, if it has not
 * been met. */
static enum search_end claim_foreseen(const struct task *t, int32_t i,
                                      const struct foreseen *f, int32_t n)
{
    struct successors *x = &t->w->x;
    struct visited *r = &t->w->reader;
    enum search_end end = search_generate(x->limits, &x->progress);
    if (end != SEARCH_GOES_ON || visited_is_met(r, i)) return end;
    const bool over = successors_ends(x, f);
    if (over) visited_restore(r, x->from);
    if (!over && visited_complete_queued(r, i, f, n)) return claim(t, i, false);
    end = successors_make(x, f);
    if (end != SEARCH_GOES_ON) return end;
    const bool goal = is_goal(t);
    return visited_requeue(r, i, x->to) ? claim(t, i, goal) : add_raw(t, goal);
}

/* Makes a successor that cannot be packed as it is foreseen. */
static enum search_end make_foreseen(const struct task *t, const struct foreseen *f)
{
    struct successors *x = &t->w->x;
    enum search_end end = search_generate(x->limits, &x->progress);
    if (end == SEARCH_GOES_ON) end = successors_make(x, f);
    if (end == SEARCH_GOES_ON) end = queue(t);
    return end == SEARCH_GOES_ON ? settle(t) : end;
}

static enum search_end expand_foreseen(const struct task *t)
{
    struct successors *x = &t->w->x;
    struct visited *r = &t->w->reader;
    enum search_end end = successors_foresee(x);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < x->count;) {
        const struct foreseen *f = &x->foreseen[i];
        visited_queue_foreseen(r, f, x->count - i);
        const int32_t n = r->queue_count;
        visited_prefetch(r);
        for (int32_t k = 0; end == SEARCH_GOES_ON && k < n; k++)
            end = claim_foreseen(t, k, &f[k], n - k);
        r->queue_count = 0;
        i += n;
        if (n > 0) continue;
        end = make_foreseen(t, f);
        i++;
    }
    return end;
}

static enum search_end expand(const struct task *t, int32_t number)
{
    struct successors *x = &t->w->x;
    visited_expand(&t->w->reader, number, x->from);
    if (t->w->reader.foresees) return expand_foreseen(t);
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
    round_count(t->w, s);
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

/* Queues the next raw position of a share. */
static void queue_raw(const struct task *t)
{
    const struct worker *w = t->w;
    size_t size = w->x.root->size;
    memcpy(w->x.to, t->s->raw + (size_t)t->s->raw_count * size, size);
    t->s->raw_count++;
    bool packed = visited_queue(&t->w->reader, w->x.to);
    assert(packed);
    (void)packed;
}

/* Queues a position that was packed before. */
static void queue_found(const struct task *t, const struct visited_claim *found)
{
    struct visited *r = &t->w->reader;
    visited_convert(t->r->p, t->r->packing,
                    (const unsigned char *)visited_claimed_words(found),
                    (unsigned char *)visited_queued(r, 0));
    r->queued_hashes[0] = found->hash;
    r->queue_count = 1;
}

static void pack_share(const struct task *t)
{
    struct share *s = t->s;
    visited_expand(&t->w->reader, s->first, t->w->x.from);
    s->raw_count = 0;
    for (int64_t i = 0; i < s->count; i++) {
        struct fresh *f = &s->fresh[i];
        const struct visited_claim *found = own_claim(t->r, &t->r->found, s, i);
        if (f->raw)
            queue_raw(t);
        else if (found != NULL)
            queue_found(t, found);
        f->claim =
            found == NULL && !f->raw ? CLAIM_NONE : round_claim(t->r, t->w, s, 0, i);
        assert(f->claim != CLAIM_FULL);
        f->raw = false;
        t->w->reader.queue_count = 0;
    }
    round_count(t->w, s);
}

static void pack_shares(void *with, int number)
{
    struct round *r = with;
    struct task t = {r, &r->worker[number], NULL};
    while ((t.s = round_begin_share(r)) != NULL) {
        if (t.s->count > 0) pack_share(&t);
    }
}

static void swap_claims(struct round *r)
{
    struct visited_claims had = r->found;
    r->found = r->claims;
    r->claims = had;
}

/* Makes room for what is fresh, packed by the packing of now. False if there is no memory. */
static bool make_room(struct round *r)
{
    int64_t count = 0;
    for (int k = 0; k < r->count; k++) {
        count += r->share[k].count;
        r->share[k].news = 0;
    }
    if (!visited_relate(r->p, r->packing)) return false;
    swap_claims(r);
    bool ready = visited_prepare_claims(r->p, &r->claims, count, r->threads);
    for (int k = 0; ready && k < r->threads; k++) ready = round_share(r, &r->worker[k]);
    if (!ready) swap_claims(r);
    r->worker[0].reader.packing = ready ? r->p->packing : r->packing;
    return ready;
}

bool round_pack(struct round *r)
{
    struct visited *p = r->p;
    bool any = false;
    for (int k = 0; k < r->count; k++) any |= r->share[k].raw_count > 0;
    if (!any) round_drop(r);
    if (!any) return true;
    round_unclaim(r);
    for (int k = 0; k < r->threads; k++) {
        for (size_t i = 0; i < p->words; i++) p->mask[i] |= r->worker[k].wider[i];
    }
    if (!visited_widen(p)) return false;
    if (!make_room(r)) return false;
    round_each(r, pack_shares);
    r->claimed = true;
    return true;
}

#endif
