/*
 * A table of proven positions. An entry is 16 bytes, the position itself in it:
 *
 *     low 64 cells | 49 more cells, moves 7 bits, player 1 bit, winner 1 bit, size 6 bits
 *
 * Size is 1 + log2 of the nodes that the proof took; an entry of size 0 is empty. Four
 * entries are a bucket, in which the smallest proof gives way.
 */
#ifndef TESSERA_HORIZONTALLY_TABLE_H
#define TESSERA_HORIZONTALLY_TABLE_H

#include "search/search.h"

enum { TABLE_CELLS = 113 };

/* A position: its cells and, in `high`, from bit 49 on the moves that lie beside them (64
 * is none), from bit 56 on the player to move. */
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

void table_open(struct table *, const struct search_limits *);

/* True if the position is there; *won is whether the player to move wins it. */
bool table_find(const struct table *, struct table_key, bool *won);

void table_put(struct table *, struct table_key, bool won, int64_t nodes);

#endif
