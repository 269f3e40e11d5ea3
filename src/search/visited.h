/*
 * The positions that a search has met: each once, told apart by the bytes of its key, and
 * how it was reached. They are numbered from 0 in the order of their coming.
 */
#ifndef TESSERA_POSITIONS_H
#define TESSERA_POSITIONS_H

#include "search.h"

/* How a position was reached. */
struct reached {
    action by;
    int32_t parent; /* the position before, or -1 */
    int32_t depth;  /* actions from the root */
    uint32_t hash;  /* set by positions_add */
};

struct positions {
    const struct game *game;
    const struct search_limits *limits;
    const struct state *root;
    int slot;
    size_t bytes;        /* kept of each: key and rest */
    unsigned char *kept; /* positions side by side */
    struct reached *how;
    uint32_t *slots; /* numbers + 1 by hash, open addressing; 0 where free */
    int32_t count, room;
    uint32_t mask; /* slots - 1 */
};

/* How many slots of limits->resize they use. */
enum { POSITIONS_SLOTS = 3 };

/* Begins with no position. `root` must outlive it. `slot` is the first one of its slots.
 * False if there is no memory. */
bool positions_start(struct positions *, const struct game *,
                     const struct search_limits *, const struct state *root, int slot);

/* Forgets all positions, for others with the same root. */
void positions_clear(struct positions *);

enum { POSITIONS_FULL = -1 };

/* The number of this position, which is `count` if it is new; then it is added as reached
 * so. POSITIONS_FULL if there is no memory. */
int32_t positions_add(struct positions *, const struct state *, struct reached how);

/* Makes `state`, a block of the root's size, position `number`. */
void positions_get(const struct positions *, int32_t number, struct state *state);

/* Writes the actions from the root to a position, as many as its depth. */
void positions_line(const struct positions *, int32_t number, action *line);

#endif
