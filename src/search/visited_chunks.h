/*
 * How the positions that a search has met lie in memory, for visited.c and
 * visited_batch.c.
 */
#ifndef TESSERA_VISITED_CHUNKS_H
#define TESSERA_VISITED_CHUNKS_H

#include "visited.h"

enum {
    CHUNK = 128, /* positions of a chunk */
    BEHIND = 16, /* bytes that may be read behind a position */
    COUNT_MAX = 1 << 30,
};

struct visited_packing {
    struct packing *bits;
    /* The images of `later` are positions in a packing that was made later, number
     * `later_made`; packed they are positions in this one. NULL: not made yet. */
    struct packing *later;
    int32_t later_made;
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

/* Whether a table of this size - 1 has room for another position. */
static inline bool visited_has_places(uint64_t mask, int64_t count)
{
    return count < (int64_t)mask * 3 / 4;
}

#endif
