/*
 * A table of proven positions. An entry is 16 bytes and holds the whole position:
 *
 *     low 64 cells | 49 more cells, moves 7 bits, player 1 bit, winner 1 bit, size 6 bits
 *
 * Size is 1 + log2 of the nodes of the proof; size 0 is an empty entry. A bucket has four
 * entries; in a full bucket a new proof replaces the smallest one.
 */
#ifndef TESSERA_HORIZONTALLY_TABLE_H
#define TESSERA_HORIZONTALLY_TABLE_H

#include "search/search.h"

enum { TABLE_CELLS = 113 };

/* A position: its cells; in `high` also the free moves (see horizontally_key.h) plus 64
 * from bit 49 on, and the player to move from bit 56 on. */
struct table_key {
    uint64_t low, high;
};

struct table_entry {
    uint64_t low, high;
};

struct table {
    const struct search_limits *limits;
    struct table_entry *entries; /* NULL: there is no table */
    uint64_t buckets;            /* a power of 2 */
    uint64_t used;               /* entries that are not empty */
    bool full;                   /* there is no more memory */
};

/* With so many buckets at first, a power of 2. */
void table_open(struct table *, const struct search_limits *, uint64_t buckets);

/* Where a position lies is decided by the lowest bits of its hash. */
uint64_t table_hash(struct table_key);

/* False if the position is not in the table. *won: the player to move wins it. */
bool table_find(const struct table *, struct table_key, bool *won);

void table_put(struct table *, struct table_key, bool won, int64_t nodes);

#endif
