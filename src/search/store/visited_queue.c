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
    return p->queued != NULL && p->queued_hashes != NULL;
}

bool visited_queue(struct visited *p, const struct state *s)
{
    assert(p->queue_count < p->queue_room);
    int32_t i = p->queue_count;
    uint32_t hash = visited_hash(p, s);
    __builtin_prefetch(&p->places[hash & p->places_mask]);
    if (visited_pack(p, s, p->queued + (size_t)i * p->queue_stride) < p->words)
        return false;
    p->queued_hashes[i] = hash;
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
        int32_t number = (int32_t)(place & p->places_mask) - 1;
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

void visited_queue_foreseen(struct visited *p, const struct foreseen *f, int32_t n)
{
    const struct packed_base base = {p->near_packed, image_of(p, p->near), p->from,
                                     p->factors,     p->key_words,         p->near_sum};
    assert(p->queue_count == 0);
    if (n > p->queue_room) n = p->queue_room;
    p->queue_count = packing_foresee(p->packing->bits, &base, f, n, p->queued,
                                     p->queue_stride, p->queued_hashes);
    mark_foreseen(p, f + p->queue_count, n - p->queue_count);
    for (int32_t i = 0; p->count >= CACHED && i < p->queue_count; i++)
        __builtin_prefetch(&p->places[p->queued_hashes[i] & p->places_mask]);
}

int32_t visited_find_queued(struct visited *p, int32_t i)
{
    struct places_probe b = places_begin(p, p->queued_hashes[i]);
    places_find(p, &b, visited_queued(p, i));
    if (p->full) return VISITED_FULL;
    const uint32_t place = p->places[b.at];
    p->free_place = b.at;
    p->free_entry = b.entry;
    return place == 0 ? VISITED_NONE : (int32_t)(place & p->places_mask) - 1;
}

int32_t visited_add_queued(struct visited *p, int32_t i, int32_t parent)
{
    const uint32_t mask = p->places_mask;
    if (!places_grow(p, 1)) return VISITED_FULL;
    if (p->places_mask != mask) {
        struct places_probe b = places_begin(p, p->queued_hashes[i]);
        places_find(p, &b, NULL);
        p->free_place = b.at;
        p->free_entry = b.entry;
    }
    return visited_add_at(p, visited_queued(p, i), p->free_place, p->free_entry, parent);
}

static int32_t put(struct visited *p, uint32_t hash, const uint64_t *packed,
                   int32_t parent)
{
    if (!places_grow(p, 1)) return VISITED_FULL;
    struct places_probe b = places_begin(p, hash);
    places_find(p, &b, packed);
    if (p->full) return VISITED_FULL;
    const uint32_t place = p->places[b.at];
    if (place != 0) return (int32_t)(place & p->places_mask) - 1;
    return visited_add_at(p, packed, b.at, b.entry, parent);
}

int32_t visited_settle(struct visited *p, int32_t i, int32_t parent)
{
    return put(p, p->queued_hashes[i], visited_queued(p, i), parent);
}

int32_t visited_put(struct visited *p, const struct visited *reader, uint32_t hash,
                    const uint64_t *packed, int32_t parent)
{
    struct visited_packing *old = reader->packing;
    if (p->packing == old) return put(p, hash, packed, parent);
    if (!visited_relate(p, old)) return VISITED_FULL;
    visited_convert(p, old, (const unsigned char *)packed,
                    (unsigned char *)reader->packed);
    return put(p, hash, reader->packed, parent);
}
