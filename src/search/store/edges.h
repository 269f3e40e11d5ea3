/*
 * The edges between positions that are numbered breadth first, for searches that need the
 * whole graph (statistics.c). They are written once, position by position, and then read.
 *
 *     position 0 leads to 1 2 3     3 new ones              a byte each
 *     position 1 leads to 0 4       one met 4 before, one new
 *     position 2 leads to 3         met 2 before
 *
 * An edge takes a byte if it leads to a new position, and else mostly two or three: the
 * number of positions that were met since the one to which it leads, seven bits to a byte
 * (LEB128). A list ends with a zero.
 */
#ifndef TESSERA_SEARCH_STORE_EDGES_H
#define TESSERA_SEARCH_STORE_EDGES_H

#include "search/search.h"

enum { EDGES_BLOCK = 64 }; /* positions that are read together */

/* Where the lists of a block begin. */
struct edges_mark {
    int64_t at;  /* the byte */
    int32_t met; /* how many positions were met before */
};

struct edges {
    const struct search_limits *limits;
    int64_t count; /* of all edges */
    unsigned char **piece;
    int64_t pieces, pieces_room, bytes;
    struct edges_mark *mark; /* by block */
    int64_t marks_room;
    int32_t positions, met;
    int64_t block_from, most; /* the edges of a block, at most */
    /* The block that was read last; -1: none. */
    int32_t loaded;
    int32_t *to;
    uint32_t first[EDGES_BLOCK +
                   1]; /* by position of the block: the index of its first edge */
};

/* Starts without edges. Position 0 is met. */
void edges_start(struct edges *, const struct search_limits *);

/* Begins the list of the next position. False if there is no memory. */
bool edges_begin(struct edges *);

/* Adds an edge to this list: to a position that was met, or to the next one. False if there
 * is no memory. */
bool edges_add(struct edges *, int32_t to);

/* Ends writing. False if there is no memory. */
bool edges_finish(struct edges *);

/* Reads a block (edges_of). */
void edges_load(struct edges *, int32_t block);

/* Where the edges of a position lead, in the order in which they were added. */
struct edges_list {
    const int32_t *to;
    int32_t count;
};

/* The list of a position, until that of one of another block is asked for. */
static inline struct edges_list edges_of(struct edges *e, int32_t number)
{
    const int32_t block = number / EDGES_BLOCK, i = number % EDGES_BLOCK;
    if (block != e->loaded) edges_load(e, block);
    return (struct edges_list){e->to + e->first[i],
                               (int32_t)(e->first[i + 1] - e->first[i])};
}

#endif
