/*
 * Adding the positions that a round has found, in threads.
 *
 * Which of several equal ones is the first is found by a hash table of the round, which
 * has the least index of each position. A thread enters what is fresh in its share. It
 * takes a free place, or that of an equal position with a greater index, by
 * compare-and-swap; where it comes too late, it looks again. So in the end the table is the
 * same, whichever thread came first.
 *
 * Then the numbers of the new ones are known: they begin in each share behind those of the
 * shares before.
 */
#include "breadth.h"

#ifndef PARALLEL_ALONE

#include <assert.h>

#include "breadth_round.h"
#include "visited_batch.h"

enum { AHEAD = 16 }; /* positions whose places are on their way */

/* ---- which are new ---- */

/* The share that has an index. */
static struct share *share_of(struct round *r, uint32_t index)
{
    int low = 0, high = r->count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (r->share[middle].before <= index) low = middle;
        if (r->share[middle].before > index) high = middle;
    }
    return &r->share[low];
}

/* The fresh position at a taken place of the table, and its share. */
static struct fresh *fresh_at(struct round *r, uint32_t place, struct share **s)
{
    uint32_t index = (place & r->places_mask) - 1;
    *s = share_of(r, index);
    return fresh_of(r, *s, index - (*s)->before);
}

/* Whether the position at a taken place is another one than that. */
static bool is_other(struct round *r, uint32_t place, struct fresh *f)
{
    struct share *s;
    if (((place ^ f->hash) & ~r->places_mask) != 0) return true;
    return !visited_is_same_packed(r->p, packed_of(fresh_at(r, place, &s)), packed_of(f));
}

/* Enters fresh position i of a share. Returns whether it is new so far. */
static bool enter(struct round *r, struct share *s, int64_t i)
{
    struct fresh *f = fresh_of(r, s, i);
    uint32_t mask = r->places_mask, at = f->hash & mask,
             place = (f->hash & ~mask) | (s->before + (uint32_t)i + 1),
             had = __atomic_load_n(&r->places[at], __ATOMIC_ACQUIRE);
    do {
        while (had != 0 && is_other(r, had, f)) {
            at = (at + 1) & mask;
            had = __atomic_load_n(&r->places[at], __ATOMIC_ACQUIRE);
        }
        if (had != 0 && had < place) {
            f->new = false;
            return false;
        }
    } while (!__atomic_compare_exchange_n(&r->places[at], &had, place, false,
                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    if (had == 0) return true;
    fresh_at(r, had, &s)->new = false;
    __atomic_fetch_sub(&s->news, 1, __ATOMIC_RELAXED);
    return true;
}

/* Lets the memory be on its way that entering a position will need soon. */
static void prefetch(struct round *r, const struct share *s, int64_t i)
{
    if (i + 2 * AHEAD < s->count) {
        uint32_t later = fresh_of(r, s, i + 2 * AHEAD)->hash;
        __builtin_prefetch(&r->places[later & r->places_mask], 1);
    }
    if (i + AHEAD >= s->count) return;
    uint32_t hash = fresh_of(r, s, i + AHEAD)->hash,
             place = __atomic_load_n(&r->places[hash & r->places_mask], __ATOMIC_RELAXED);
    struct share *other;
    if (place == 0 || ((place ^ hash) & ~r->places_mask) != 0) return;
    __builtin_prefetch(fresh_at(r, place, &other));
}

static void enter_shares(void *with, int number)
{
    struct round *r = with;
    (void)number;
    for (struct share *s; (s = round_begin_share(r)) != NULL;) {
        int32_t news = 0;
        for (int64_t i = 0; i < s->count; i++) {
            prefetch(r, s, i);
            if (fresh_of(r, s, i)->new &&enter(r, s, i)) news++;
        }
        __atomic_fetch_add(&s->news, news, __ATOMIC_RELAXED);
    }
}

/* ---- adding ---- */

static void clear_places(void *with, int number)
{
    struct round *r = with;
    visited_clear_places(r->p, number, r->threads);
}

static void fill_places(void *with, int number)
{
    struct round *r = with;
    int64_t count = r->p->count;
    visited_enter(r->p, (int32_t)(count * number / r->threads),
                  (int32_t)(count * (number + 1) / r->threads));
}

static void place_share(struct round *r, const struct share *s)
{
    int32_t number = s->number;
    int64_t i = 0;
    for (int32_t parent = s->first; parent < s->last; parent++) {
        for (; i < s->expanded[parent - s->first].fresh; i++) {
            struct fresh *f = fresh_of(r, s, i);
            if (f->new) visited_place(r->p, number++, f->hash, packed_of(f), parent);
        }
    }
    visited_enter(r->p, s->number, number);
}

static void place_shares(void *with, int number)
{
    struct round *r = with;
    (void)number;
    for (struct share *s; (s = round_begin_share(r)) != NULL;) place_share(r, s);
}

/* Makes an empty table with room for all that is fresh. */
static bool begin_table(struct round *r)
{
    int64_t count = 0, size = 64;
    for (int k = 0; k < r->count; k++) {
        struct share *s = &r->share[k];
        if (s->count > INT32_MAX / 4 - count) return false;
        s->before = (uint32_t)count;
        s->news = 0;
        count += s->count;
    }
    while (size < 2 * count) size *= 2;
    uint32_t *places =
        search_grow(r->p->limits, r->places, &r->places_room, size, sizeof *places);
    if (places == NULL) return false;
    memset(places, 0, (size_t)size * sizeof *places);
    r->places = places;
    r->places_mask = (uint32_t)(size - 1);
    return true;
}

/* Adds all that is fresh; none is raw. False if there is no memory, or if they are too
 * many; then none was added. */
static bool add_all(struct round *r)
{
    struct visited *p = r->p;
    int64_t news = 0;
    bool grown;
    if (!begin_table(r)) return false;
    round_each(r, enter_shares);
    for (int k = 0; k < r->count; k++) {
        r->share[k].number = p->count + (int32_t)news;
        news += r->share[k].news;
    }
    if (news == 0) return true;
    if (!visited_reserve(p, (int32_t)news, r->share[0].first, &grown)) return false;
    if (grown) {
        round_each(r, clear_places);
        round_each(r, fill_places);
    }
    round_each(r, place_shares);
    visited_placed(p, (int32_t)news);
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
}

#endif
