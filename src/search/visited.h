/*
 * The positions that a search has met: each once, told apart by the bytes of its key,
 * with how it was reached. They are numbered from 0, in the order in which they were
 * added.
 */
#ifndef TESSERA_VISITED_H
#define TESSERA_VISITED_H

#include "search.h"

/* How a position was reached. */
struct reached {
    action by;
    int32_t parent; /* the position before, or -1 */
    int32_t depth;  /* actions from the root */
    uint32_t hash;  /* set by visited_add */
};

struct visited {
    const struct game *game;
    const struct search_limits *limits;
    const struct state *root;
    size_t bytes;        /* kept of each: key and rest */
    unsigned char *kept; /* by number: these bytes */
    struct reached *how; /* by number */
    uint32_t *places;    /* by hash: number + 1, or 0 where free; open addressing */
    int32_t count, room;
    uint32_t mask; /* places - 1 */
};

/* Begins with no position. `root` must outlive it. False if there is no memory. */
bool visited_start(struct visited *, const struct game *, const struct search_limits *,
                   const struct state *root);

/* Forgets all positions, for others with the same root. */
void visited_clear(struct visited *);

enum { VISITED_FULL = -1 };

/* The number of this position. A new one is added with `how`; its number is the count
 * from before. VISITED_FULL if there is no memory. */
int32_t visited_add(struct visited *, const struct state *, struct reached how);

/* Makes `state`, a block of the root's size, position `number`. */
void visited_get(const struct visited *, int32_t number, struct state *state);

/* Writes the actions from the root to a position, as many as its depth. */
void visited_line(const struct visited *, int32_t number, action *line);

#endif
