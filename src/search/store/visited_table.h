/*
 * The hash table of the positions that a search has met, for the files visited*.c: linear
 * probing, 2^n places. The home of a position is the place that the n lowest bits of its
 * hash name. A place has 32 bits, 0 if it is free:
 *
 *     more bits of the hash | how far it is from home, 4 bits | number + 1, n bits
 *
 *     n = 8, hash ...10110 01000010:  home 0x42; entered one place on, at 0x43, as number 17
 *     place 0x43                      ...10110 | 0001 | 00010010
 *
 * So all of the hash but its 4 highest bits follows from a place and what is there, and a
 * larger table is filled without the positions: each entry goes to its place or one nearer
 * to its home, or to such a one of the upper half. Only for those that are 15 places from
 * home, or more, the hash is computed again. (To keep of a key only what its place does not tell:
 * Cleary, "Compact hash tables using bidirectional linear probing", 1984.) From 2^29
 * places on fewer bits are left for the distance.
 */
#ifndef TESSERA_SEARCH_STORE_VISITED_TABLE_H
#define TESSERA_SEARCH_STORE_VISITED_TABLE_H

#include "visited_chunks.h"

static inline struct places_layout places_layout(uint32_t mask)
{
    enum { AWAY = 4, SMALL = 1 << 14 };
    const uint32_t rest = (uint32_t)__builtin_clz(mask),
                   bits = rest < AWAY ? rest : (uint32_t)AWAY;
    return (struct places_layout){mask, mask + 1,
                                  ((UINT32_C(1) << bits) - 1) << (32 - rest), bits,
                                  (int32_t)(mask / 4 * (mask < SMALL ? 2 : 3))};
}

/* A look at one place after the other, from the home of a hash on. */
struct places_probe {
    struct places_layout l;
    uint32_t at;    /* the place */
    uint32_t entry; /* what it has if its position has the hash, but for the number */
};

static inline struct places_probe places_begin(const struct visited *p, uint32_t hash)
{
    const struct places_layout l = p->layout;
    return (struct places_probe){l, hash & l.mask, (hash & ~l.mask) << l.away_bits};
}

static inline void places_go_on(struct places_probe *b)
{
    b->at = (b->at + 1) & b->l.mask;
    if ((b->entry & b->l.far) != b->l.far) b->entry += b->l.one;
}

/* Whether what is at the place may be a position with the hash. */
static inline bool places_fits(const struct places_probe *b, uint32_t place)
{
    return ((place ^ b->entry) & ~b->l.mask) == 0;
}

/* Goes on to the place of a packed position, or to a free one. NULL: one that is not there. */
static inline void places_find(struct visited *p, struct places_probe *b,
                               const uint64_t *packed)
{
    for (uint32_t place; (place = p->places[b->at]) != 0; places_go_on(b)) {
        if (packed == NULL || !places_fits(b, place)) continue;
        if (visited_is_number(p, packed, (int32_t)(place & b->l.mask) - 1)) break;
    }
}

/* Makes the table larger if it has no room for so many more positions. False if there is no
 * memory. */
bool places_make(struct visited *, int64_t more);

static inline bool places_grow(struct visited *p, int64_t more)
{
    return p->count + more <= p->layout.most || places_make(p, more);
}

/* Doubling a table in threads. First it gets the room, and is cut into parts. False if there is
 * no memory. Then each part is divided; any thread may do that, with a reader that has the
 * table of now. `cuts`: for parts + 1. */
bool places_extend(struct visited *, int parts, uint64_t *cuts);
void places_divide(struct visited *, const uint64_t *cuts, int part);

#endif
