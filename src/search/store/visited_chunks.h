/*
 * How the positions that a search has met lie in memory, for the files visited*.c.
 *
 *     chunk k     | position 128 k | 128 k + 1 | ... | BEHIND |    one packing
 *
 * A new packing begins with a new chunk. Chunks for which visited_reserve has made room are
 * parts of one block (`within`: not the first of them). What is read as words may go BEHIND
 * bytes beyond a position.
 */
#ifndef TESSERA_SEARCH_STORE_VISITED_CHUNKS_H
#define TESSERA_SEARCH_STORE_VISITED_CHUNKS_H

#include "visited_parents.h"

enum {
    CHUNK = 128, /* positions of a chunk */
    BEHIND = 16, /* bytes that may be read behind a position */
    COUNT_MAX = 1 << 30,
};

struct visited_packing {
    struct packing *bits;
    /* A packing of packings: its images are positions in a later packing, number
     * `later_made`, and what it packs them to are positions in this one. NULL: not yet. */
    struct packing *later;
    int32_t later_made;
    int32_t key; /* packings with the same number pack keys alike */
};

struct visited_chunk {
    struct visited_packing *packing;
    unsigned char *packed; /* the positions one behind the other, in whole bytes */
    int32_t room;
    bool within; /* the block of another chunk; it has room for all positions */
};

static inline unsigned char *packed_in(const struct visited_chunk *c, int32_t number)
{
    return c->packed + (size_t)((uint32_t)number % CHUNK) * c->packing->bits->bytes;
}

/* Gives a chunk room for so many positions. False if there is no memory. */
bool visited_resize_chunk(const struct visited *, struct visited_chunk *, int32_t room);

/* ---- parts of visited.c ---- */

static inline const unsigned char *image_of(const struct visited *p,
                                            const struct state *s)
{
    return (const unsigned char *)s + p->from;
}

uint32_t visited_hash(const struct visited *, const struct state *);

/* Packs a position into `packed`, and makes its hash. Returns how many words of its image the
 * packing has the bits of, before one that it has not. */
size_t visited_pack(const struct visited *, const struct state *, uint64_t *packed,
                    uint32_t *hash);

/* Whether a position of a chunk with another packing has the key of a packed one, or, if there
 * is no memory to find out, p->full. */
bool visited_is_same(struct visited *, const uint64_t *packed,
                     const struct visited_chunk *, int32_t number);

/* Whether position `number` has the key of a packed one. As visited_is_same. */
static inline bool visited_is_number(struct visited *p, const uint64_t *packed,
                                     int32_t number)
{
    const struct visited_chunk *c = &p->chunks[(uint32_t)number / CHUNK];
    return c->packing->key == p->packing->key
               ? packing_same_key(p->packing->bits, packed, packed_in(c, number))
               : visited_is_same(p, packed, c, number);
}

/* Makes room for another position, and notes how many more there will be room for. */
bool visited_make_ready(struct visited *);

/* Adds a packed position at its place, a free one. `entry`: of the place, without number. */
static inline int32_t visited_add_at(struct visited *p, const uint64_t *packed,
                                     uint32_t at, uint32_t entry, int32_t parent)
{
    if (p->count >= p->ready && !visited_make_ready(p)) return VISITED_FULL;
    memcpy(packed_in(&p->chunks[(uint32_t)p->count / CHUNK], p->count), packed,
           p->packing->bits->bytes);
    visited_link_new(p, parent);
    p->places[at] = entry | (uint32_t)(p->count + 1);
    return p->count++;
}

/* Makes the queue, with so many words for a position (visited_queue.c). */
bool visited_take_queue(struct visited *, size_t room);

#endif
