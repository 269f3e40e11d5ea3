/*
 * The queue of positions that are to be looked for, or added.
 */
#include <assert.h>

#include "visited_batch.h"
#include "visited_table.h"

enum {
    QUEUE = 32,            /* positions of the queue */
    QUEUE_BYTES = 1 << 16, /* at most */
    CACHED = 4096,         /* so few positions are in the cache anyway */
};

bool visited_take_queue(struct visited *p, size_t room)
{
    size_t many = QUEUE_BYTES / (room * sizeof *p->queued);
    p->queue_stride = room;
    p->queue_room = many < 1 ? 1 : many < QUEUE ? (int32_t)many : QUEUE;
    size_t count = (size_t)p->queue_room;
    p->queued = search_resize(p->limits, NULL, count * room, sizeof *p->queued);
    p->queued_hashes = search_resize(p->limits, NULL, count, sizeof *p->queued_hashes);
    p->sought = search_resize(p->limits, NULL, count, sizeof *p->sought);
    return p->queued != NULL && p->queued_hashes != NULL && p->sought != NULL;
}

bool visited_requeue(struct visited *p, int32_t i, const struct state *s)
{
    return visited_pack(p, s, visited_queued(p, i), &p->queued_hashes[i]) == p->words;
}

bool visited_queue(struct visited *p, const struct state *s)
{
    assert(p->queue_count < p->queue_room);
    const int32_t i = p->queue_count;
    if (!visited_requeue(p, i, s)) return false;
    __builtin_prefetch(&p->places[p->queued_hashes[i] & p->layout.mask]);
    p->queue_count++;
    return true;
}

void visited_prefetch(const struct visited *p)
{
    if (p->count < CACHED) return;
    for (int32_t i = 0; i < p->queue_count; i++) {
        struct places_probe b = places_begin(p, p->queued_hashes[i]);
        uint32_t place;
        while ((place = __atomic_load_n(&p->places[b.at], __ATOMIC_RELAXED)) != 0 &&
               !places_fits(&b, place))
            places_go_on(&b);
        if (place == 0) continue;
        int32_t number = (int32_t)(place & b.l.mask) - 1;
        if (number < p->count)
            __builtin_prefetch(packed_in(&p->chunks[(uint32_t)number / CHUNK], number));
        else
            __builtin_prefetch(visited_claimed(p->claims, number - p->count));
    }
}

/* Sets the bits that positions need which are foreseen, so that the next packing serves all of
 * them. */
static void mark_foreseen(struct visited *p, const struct foreseen *f, int32_t n)
{
    for (; n > 0; n--, f++) {
        for (int32_t k = 0; k < f->changes; k++) {
            size_t i = (f->change[k].at - p->from) / sizeof *p->mask;
            p->mask[i] |= f->change[k].to ^ word_at(image_of(p, p->root), i);
        }
    }
}

static inline struct packed_base base_of(const struct visited *p)
{
    return (struct packed_base){p->near_packed, image_of(p, p->near), p->from,
                                p->key_words, &p->near_sum};
}

void visited_queue_foreseen(struct visited *p, const struct foreseen *f, int32_t n)
{
    const struct packed_base base = base_of(p);
    assert(p->queue_count == 0);
    if (n > p->queue_room) n = p->queue_room;
    p->queue_count = packing_foresee(p->packing->bits, &base, f, n, p->queued,
                                     p->queue_stride, p->queued_hashes);
    if (p->queue_count < n) mark_foreseen(p, f + p->queue_count, n - p->queue_count);
}

bool visited_complete_queued(struct visited *p, int32_t i, const struct foreseen *f,
                             int32_t n)
{
    const uint32_t rest = p->root->rest;
    int32_t k = 0;
    while (k < f->changes && f->change[k].at < rest) k++;
    if (k == f->changes) return true;
    const struct packed_base base = base_of(p);
    if (packing_complete(p->packing->bits, &base, f, visited_queued(p, i))) return true;
    mark_foreseen(p, f, n);
    return false;
}

/* Goes on from *b to a place that may be that of the position, or to a free one. */
static inline uint32_t next_fit(const uint32_t *places, struct places_probe *b)
{
    uint32_t place;
    while ((place = places[b->at]) != 0 && !places_fits(b, place)) places_go_on(b);
    return place;
}

/* Goes on from *b to the place of a packed position, or to a free one. Its number, or
 * VISITED_NONE. */
static int32_t find_from(struct visited *p, struct places_probe *b,
                         const uint64_t *packed)
{
    for (uint32_t place; (place = next_fit(p->places, b)) != 0; places_go_on(b)) {
        const int32_t number = (int32_t)(place & b->l.mask) - 1;
        if (visited_is_number(p, packed, number)) return number;
    }
    return VISITED_NONE;
}

/* Finds the first place that may be a queued position's, and asks for the memory of what is
 * there. */
static inline void approach(const struct visited *p,
                            const struct visited_packing *packing, uint32_t hash,
                            struct visited_sought *s)
{
    struct places_probe b = places_begin(p, hash);
    const uint32_t place = next_fit(p->places, &b);
    *s = (struct visited_sought){VISITED_NONE, b.at, b.entry, NULL};
    if (place == 0) return;
    s->number = (int32_t)(place & b.l.mask) - 1;
    const struct visited_chunk *c = &p->chunks[(uint32_t)s->number / CHUNK];
    const unsigned char *there = packed_in(c, s->number);
    __builtin_prefetch(there);
    if (c->packing->key == packing->key) s->there = there;
}

/* Goes on looking for a position from its place on. */
static void look_further(struct visited *p, int32_t i)
{
    struct visited_sought *s = &p->sought[i];
    struct places_probe b = {p->layout, s->at, s->entry};
    s->number = find_from(p, &b, visited_queued(p, i));
    s->at = b.at;
    s->entry = b.entry;
}

bool visited_find_queued(struct visited *p)
{
    const struct visited_packing *packing = p->packing;
    const struct packing *bits = packing->bits;
    struct visited_sought *s = p->sought;
    const int32_t n = p->queue_count;
    const uint64_t *queued = p->queued;
    const size_t stride = p->queue_stride;
    p->sought_mask = p->layout.mask;
    for (int32_t i = 0; i < n; i++) approach(p, packing, p->queued_hashes[i], &s[i]);
    for (int32_t i = 0; i < n; i++, queued += stride) {
        if (s[i].number == VISITED_NONE) continue;
        if (s[i].there != NULL && packing_same_key(bits, queued, s[i].there)) continue;
        look_further(p, i);
    }
    return !p->full;
}

/* Adds a packed position, unless it is found from *b on. */
static int32_t add_from(struct visited *p, struct places_probe *b, const uint64_t *packed,
                        int32_t parent)
{
    if (p->places[b->at] != 0) {
        const int32_t number = find_from(p, b, packed);
        if (p->full) return VISITED_FULL;
        if (number != VISITED_NONE) return number;
    }
    return visited_add_at(p, packed, b->at, b->entry, parent);
}

int32_t visited_add_queued(struct visited *p, int32_t i, int32_t parent)
{
    const struct visited_sought *s = &p->sought[i];
    const uint64_t *packed = visited_queued(p, i);
    if (!places_grow(p, 1)) return VISITED_FULL;
    const bool moved = p->layout.mask != p->sought_mask;
    if (!moved && p->places[s->at] == 0)
        return visited_add_at(p, packed, s->at, s->entry, parent);
    struct places_probe b = {p->layout, s->at, s->entry};
    if (moved) b = places_begin(p, p->queued_hashes[i]);
    return add_from(p, &b, packed, parent);
}

int32_t visited_put(struct visited *p, const struct visited *reader, uint32_t hash,
                    const uint64_t *packed, int32_t parent)
{
    struct visited_packing *old = reader->packing;
    if (p->packing != old) {
        if (!visited_relate(p, old)) return VISITED_FULL;
        visited_convert(p, old, (const unsigned char *)packed,
                        (unsigned char *)reader->packed);
        packed = reader->packed;
    }
    if (!places_grow(p, 1)) return VISITED_FULL;
    struct places_probe b = places_begin(p, hash);
    return add_from(p, &b, packed, parent);
}
