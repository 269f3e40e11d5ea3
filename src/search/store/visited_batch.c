/*
 * Adding many positions at once.
 *
 * An entry of the hash table that is no position's is a claim's. A thread writes its claim,
 * and then enters it at a free place by compare-and-swap; where it comes too late, it looks at
 * what is there now. What is entered stays where it is. So threads find each other's claims
 * without waiting, and which of equal positions counts is only a matter of their order.
 */
#include "visited_batch.h"

#include <assert.h>

#include "visited_parents.h"
#include "visited_table.h"

/* ---- claims ---- */

enum { AT_ONCE = 64 }; /* claims that a thread takes */

bool visited_prepare_claims(struct visited *p, struct visited_claims *c, int64_t count,
                            int threads)
{
    const int64_t all = count + count / 2 + (int64_t)threads * AT_ONCE;
    if (all > COUNT_MAX - p->count) return false;
    c->stride = sizeof(struct visited_claim) / sizeof *c->words + visited_packed_words(p);
    c->next = 0;
    const int64_t needed = all * (int64_t)c->stride + BEHIND;
    if (needed > c->room) {
        search_free(p->limits, c->words); /* rather than copied */
        c->room = 0;
        c->words =
            search_resize(p->limits, NULL, (uint64_t)needed * 5 / 4, sizeof *c->words);
        if (c->words == NULL) return false;
        c->room = needed * 5 / 4;
    }
    if (!places_grow(p, count)) return false;
    /* Their numbers are to be less than the mask, and some places to stay free. */
    const int64_t places = (int64_t)p->layout.mask / 8 * 7 - p->count;
    c->most = (int32_t)(places < all ? places : all);
    return true;
}

/* The next free index, which is taken when the claimer has moved on. */
static int32_t free_index(struct visited_claims *all, struct visited_claimer *own)
{
    if (own->next == own->last) {
        own->next = __atomic_fetch_add(&all->next, AT_ONCE, __ATOMIC_RELAXED);
        own->last = own->next + AT_ONCE;
    }
    return own->next < all->most ? own->next : CLAIM_FULL;
}

/* A position that is to be claimed. */
struct claiming {
    struct visited *reader;
    const uint64_t *packed;
    uint64_t order;
    uint32_t hash;
    int32_t written; /* index of its claim, or CLAIM_NONE so far */
};

/* Enters its claim at a free place. CLAIM_NONE if *place is no longer free. */
static int32_t enter_claim(struct claiming *c, struct visited_claimer *own,
                           const struct places_probe *b, uint32_t *place)
{
    const struct visited *r = c->reader;
    const int32_t index = free_index(r->claims, own);
    if (index == CLAIM_FULL) return CLAIM_FULL;
    struct visited_claim *claim = visited_claimed(r->claims, index);
    if (c->written == CLAIM_NONE) {
        *claim = (struct visited_claim){.order = c->order, .hash = c->hash};
        memcpy(claim + 1, c->packed,
               r->claims->stride * sizeof *c->packed - sizeof *claim);
    }
    c->written = index;
    claim->at = b->at;
    if (!__atomic_compare_exchange_n(&r->places[b->at], place,
                                     b->entry | (uint32_t)(r->count + index + 1), false,
                                     __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
        return CLAIM_NONE;
    own->next++;
    return index;
}

/* Gives a claim an order, if that is less than its own. Returns whether it is. */
static bool come_first(struct visited_claim *claim, uint64_t order, uint64_t *had)
{
    *had = __atomic_load_n(&claim->order, __ATOMIC_RELAXED);
    while (order < *had) {
        if (__atomic_compare_exchange_n(&claim->order, had, order, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
    }
    return false;
}

/* Whether a taken place is that of the position, or of its claim. */
static bool is_there(const struct claiming *c, uint32_t place)
{
    struct visited *r = c->reader;
    const int32_t number = (int32_t)(place & r->layout.mask) - 1;
    if (number < r->count) return visited_is_number(r, c->packed, number);
    const struct visited_claim *claim = visited_claimed(r->claims, number - r->count);
    return claim->hash == c->hash &&
           packing_same_key(r->packing->bits, c->packed,
                            (const unsigned char *)visited_claimed_words(claim));
}

int32_t visited_claim(struct visited *r, struct visited_claimer *own, int32_t i,
                      uint64_t order, uint64_t *had)
{
    struct claiming c = {r, visited_queued(r, i), order, r->queued_hashes[i], CLAIM_NONE};
    struct places_probe b = places_begin(r, c.hash);
    uint32_t place = __atomic_load_n(&r->places[b.at], __ATOMIC_ACQUIRE);
    for (;;) {
        if (place == 0) {
            *had = UINT64_MAX;
            const int32_t index = enter_claim(&c, own, &b, &place);
            if (index != CLAIM_NONE) return index;
        }
        if (places_fits(&b, place) && is_there(&c, place)) break;
        places_go_on(&b);
        place = __atomic_load_n(&r->places[b.at], __ATOMIC_ACQUIRE);
    }
    const int32_t index = (int32_t)(place & b.l.mask) - 1 - r->count;
    if (index < 0) return CLAIM_NONE;
    return come_first(visited_claimed(r->claims, index), order, had) ? index : CLAIM_NONE;
}

bool visited_is_met(struct visited *r, int32_t i)
{
    struct places_probe b = places_begin(r, r->queued_hashes[i]);
    uint32_t place;
    while ((place = __atomic_load_n(&r->places[b.at], __ATOMIC_RELAXED)) != 0) {
        const int32_t number = (int32_t)(place & b.l.mask) - 1;
        if (number < r->count && places_fits(&b, place) &&
            visited_is_number(r, visited_queued(r, i), number))
            return true;
        places_go_on(&b);
    }
    return false;
}

/* ---- before the threads ---- */

/* The chunks that so many positions take. */
static int64_t chunks_of(int64_t count)
{
    return (count + CHUNK - 1) / CHUNK;
}

/* Makes a block for chunks behind those that are used, until `count` positions have room.
 * Threads are to be the first ones to touch it, but for what is left over at its end. */
static bool add_chunks(struct visited *p, int32_t count)
{
    size_t each = CHUNK * (size_t)p->packing->bits->bytes;
    int64_t used = chunks_of(p->count), needed = chunks_of(count), more = needed - used;
    if (more == 0) return true;
    struct visited_chunk *chunks =
        search_grow(p->limits, p->chunks, &p->chunks_room, needed, sizeof *chunks);
    if (chunks == NULL) return false;
    p->chunks = chunks;
    if ((uint64_t)more > (SIZE_MAX - BEHIND) / each) return false;
    size_t bytes = (size_t)more * each + BEHIND,
           kept = (size_t)(count - used * CHUNK) * p->packing->bits->bytes;
    unsigned char *block = search_keep(p->limits, NULL, bytes);
    if (block == NULL) return false;
    memset(block + kept, 0, bytes - kept);
    for (int64_t i = 0; i < more; i++, block += each) {
        p->chunks[used + i] = (struct visited_chunk){p->packing, block, CHUNK, i > 0};
    }
    p->chunks_made = needed;
    return true;
}

bool visited_reserve(struct visited *p, int32_t more, int32_t parent)
{
    assert((p->links == VISITED_LAYERS || p->links == VISITED_PARENTS) && more > 0);
    assert(p->chunks_made == chunks_of(p->count));
    if (more > COUNT_MAX - p->count || !visited_grow_links(p, more)) return false;
    if (p->count % CHUNK > 0) {
        struct visited_chunk *last = &p->chunks[p->count / CHUNK];
        if (last->room < CHUNK && !visited_resize_chunk(p, last, CHUNK)) return false;
    }
    if (!add_chunks(p, p->count + more)) return false;
    visited_begin_layer(p, parent);
    return true;
}

/* ---- in threads ---- */

void visited_place(struct visited *p, int32_t number, const struct visited_claim *claim,
                   int32_t parent)
{
    const struct visited_chunk *c = &p->chunks[number / CHUNK];
    assert(number >= p->count && c->packing == p->packing);
    memcpy(packed_in(c, number), visited_claimed_words(claim), p->packing->bits->bytes);
    if (p->links == VISITED_PARENTS) visited_link_child(p, number, parent);
    uint32_t *place = &p->places[claim->at];
    *place = (*place & ~p->layout.mask) | (uint32_t)(number + 1);
}
