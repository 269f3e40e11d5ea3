/*
 * Adding many positions at once. They have numbers already, and none was met before. So
 * threads only meet where two of them want the same place of the hash table.
 */
#include "visited_batch.h"

#include <assert.h>

#include "visited_chunks.h"
#include "visited_links.h"

enum { AHEAD = 16 }; /* hashes whose places are on their way */

bool visited_is_same_packed(const struct visited *p, const uint64_t *a, const uint64_t *b)
{
    return packing_same_key(p->packing->bits, a, (const unsigned char *)b);
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

/* Frees what add_chunks has made. */
static void drop_chunks(struct visited *p)
{
    int64_t used = chunks_of(p->count);
    if (p->chunks_made > used) search_keep(p->limits, p->chunks[used].packed, 0);
    p->chunks_made = used;
}

/* Makes the table large enough. False if there is no memory. */
static bool grow_places(struct visited *p, int32_t count, bool *grown)
{
    uint64_t size = (uint64_t)p->places_mask + 1;
    *grown = false;
    for (; !visited_has_places(size - 1, count - 1); size *= 2) *grown = true;
    if (!*grown) return true;
    uint32_t *places = search_resize(p->limits, p->places, size, sizeof *places);
    if (places == NULL) return false;
    p->places = places;
    p->places_mask = (uint32_t)(size - 1);
    return true;
}

bool visited_reserve(struct visited *p, int32_t more, int32_t parent, bool *grown)
{
    assert((p->links == VISITED_LAYERS || p->links == VISITED_PARENTS) && more > 0);
    assert(p->chunks_made == chunks_of(p->count));
    if (more > COUNT_MAX - p->count || !visited_grow_links(p, more)) return false;
    if (p->count % CHUNK > 0) {
        struct visited_chunk *last = &p->chunks[p->count / CHUNK];
        if (last->room < CHUNK && !visited_resize_chunk(p, last, CHUNK)) return false;
    }
    if (!add_chunks(p, p->count + more)) return false;
    if (!grow_places(p, p->count + more, grown)) {
        drop_chunks(p);
        return false;
    }
    visited_begin_layer(p, parent);
    return true;
}

/* ---- in threads ---- */

void visited_clear_places(struct visited *p, int part, int parts)
{
    size_t each = ((size_t)p->places_mask + 1) / (size_t)parts,
           first = each * (size_t)part,
           last = part + 1 == parts ? (size_t)p->places_mask + 1 : first + each;
    memset(p->places + first, 0, (last - first) * sizeof *p->places);
}

void visited_place(struct visited *p, int32_t number, uint32_t hash,
                   const uint64_t *packed, int32_t parent)
{
    const struct visited_chunk *c = &p->chunks[number / CHUNK];
    assert(number >= p->count && c->packing == p->packing);
    memcpy(packed_in(c, number), packed, p->packing->bits->bytes);
    if (p->links == VISITED_PARENTS)
        *visited_number(&p->parents, number) = (uint32_t)parent;
    *visited_number(&p->hashes, number) = hash;
}

/* Puts a position into the table. */
static void enter(struct visited *p, int32_t number)
{
    uint32_t hash = *visited_number(&p->hashes, number), at = hash & p->places_mask,
             free = 0, place = (hash & ~p->places_mask) | (uint32_t)(number + 1);
    while (!__atomic_compare_exchange_n(&p->places[at], &free, place, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        at = (at + 1) & p->places_mask;
        free = 0;
    }
}

void visited_enter(struct visited *p, int32_t first, int32_t last)
{
    for (int32_t i = first; i < last; i++) {
        if (i + AHEAD < last) {
            const uint32_t hash = *visited_number(&p->hashes, i + AHEAD);
            __builtin_prefetch(&p->places[hash & p->places_mask], 1);
        }
        enter(p, i);
    }
}
