/*
 * Claiming the positions that a round finds, and adding them, in threads.
 *
 * An order is a share and an index there, so of equal positions the one counts that a search
 * alone would find first. Its share has the claim in the end, wherever that was made. So the
 * numbers of the new ones are known: they begin in each share behind those of the shares
 * before.
 */
#include "rounds.h"

#ifndef PARALLEL_ALONE

#include "round.h"
#include "search/store/visited_table.h"

enum { AHEAD = 16 }; /* claims whose places are on their way */

/* ---- claiming ---- */

bool round_share(struct round *r, struct worker *w)
{
    if (!visited_share(r->p, &w->reader)) return false;
    w->reader.claims = &r->claims;
    w->claimer = (struct visited_claimer){0};
    w->news = 0;
    return true;
}

int32_t round_claim(struct round *r, struct worker *w, const struct share *s, int32_t i,
                    int64_t index)
{
    uint64_t had;
    int32_t claim =
        visited_claim(&w->reader, &w->claimer, i, order_of(r, s, index), &had);
    if (claim < 0) return claim;
    w->news++;
    if (had != UINT64_MAX)
        __atomic_fetch_sub(&r->share[had >> 32].news, 1, __ATOMIC_RELAXED);
    return claim;
}

void round_count(struct worker *w, struct share *s)
{
    __atomic_fetch_add(&s->news, w->news, __ATOMIC_RELAXED);
    w->news = 0;
}

void round_unclaim(struct round *r)
{
    for (int k = 0; r->claimed && k < r->count; k++) {
        const struct share *s = &r->share[k];
        for (int64_t i = 0; i < s->count; i++) {
            const struct visited_claim *c = own_claim(r, &r->claims, s, i);
            if (c != NULL) visited_unclaim(r->p, c);
        }
    }
    r->claimed = false;
}

void round_drop(struct round *r)
{
    search_free(r->p->limits, r->found.words);
    r->found = (struct visited_claims){0};
}

/* ---- adding ---- */

/* Lets the place of a claim be on its way. */
static void prefetch(const struct round *r, const struct share *s, int64_t i)
{
    if (i >= s->count || s->fresh[i].claim == CLAIM_NONE) return;
    const struct visited_claim *c = visited_claimed(&r->claims, s->fresh[i].claim);
    __builtin_prefetch(&r->p->places[c->at], 1);
}

static void place_share(struct round *r, const struct share *s)
{
    int32_t number = s->number;
    int64_t i = 0;
    for (int32_t parent = s->first; parent < s->last; parent++) {
        for (; i < s->expanded[parent - s->first].fresh; i++) {
            prefetch(r, s, i + AHEAD);
            const struct visited_claim *c = own_claim(r, &r->claims, s, i);
            if (c == NULL) continue;
            visited_place(r->p, number++, c, parent);
        }
    }
}

static void place_shares(void *with, int number)
{
    struct round *r = with;
    (void)number;
    for (struct share *s; (s = round_begin_share(r)) != NULL;) place_share(r, s);
}

static void divide_places(void *with, int number)
{
    struct round *r = with;
    struct visited *reader = &r->worker[number].reader;
    reader->places = r->p->places;
    reader->layout = r->p->layout;
    places_divide(reader, r->cuts, number);
}

/* Makes room in the hash table for as many positions as the next round may have. If there is no
 * memory, that round will tell. */
static void grow_places(struct round *r, int64_t count)
{
    struct visited *p = r->p;
    for (bool ready = true; ready && p->count + count > p->layout.most;) {
        for (int k = 0; ready && k < r->threads; k++)
            ready = round_share(r, &r->worker[k]);
        ready = ready && places_extend(p, r->threads, r->cuts);
        if (ready) round_each(r, divide_places);
    }
}

/* Adds all that is fresh; none is raw. False if there is no memory, or if they are too
 * many; then none was added. */
static bool add_all(struct round *r)
{
    struct visited *p = r->p;
    int64_t news = 0;
    for (int k = 0; k < r->count; k++) {
        r->share[k].number = p->count + (int32_t)news;
        news += r->share[k].news;
    }
    if (news == 0) return true;
    if (!visited_reserve(p, (int32_t)news, r->share[0].first)) return false;
    round_each(r, place_shares);
    visited_placed(p, (int32_t)news);
    r->claimed = false;
    grow_places(r, 2 * news);
    return true;
}

void round_add(void *round, struct team *team)
{
    struct round *r = round;
    bool whole = !r->asks;
    for (int k = 0; k < r->count; k++) {
        whole &= r->share[k].done == r->share[k].last && !r->share[k].goal;
    }
    r->team = team;
    r->added = whole && round_pack(r) && add_all(r);
    round_unclaim(r);
}

#endif
