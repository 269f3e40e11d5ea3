/*
 * The positions that a search has met. Each is kept once, with the action that reached
 * it; positions are equal if the bytes of their keys are. They are numbered from 0 in the
 * order in which they were added.
 */
#ifndef TESSERA_VISITED_H
#define TESSERA_VISITED_H

#include "search.h"

/* How a position was reached. */
struct reached {
    action by;
    int32_t parent; /* the number of the position before, or -1 */
    int32_t depth;  /* actions from the root */
    uint32_t hash;  /* set by visited_add */
};

struct visited {
    const struct game *game;
    const struct search_limits *limits;
    const struct state *root;
    size_t bytes;        /* the size of key and rest */
    unsigned char *kept; /* key and rest of each position, by number */
    struct reached *how; /* by number */
    uint32_t *places;    /* hash table, open addressing: number + 1, or 0 if free */
    int32_t count, room;
    uint32_t mask; /* the size of the hash table - 1 */
};

/* Starts without positions. `root` must outlive it. False if there is no memory. */
bool visited_start(struct visited *, const struct game *, const struct search_limits *,
                   const struct state *root);

/* Forgets all positions; the root stays. */
void visited_clear(struct visited *);

enum { VISITED_FULL = -1 };

/* Returns the number of a position. If it is new, adds it with `how`; its number is then
 * the count from before. VISITED_FULL if there is no memory. */
int32_t visited_add(struct visited *, const struct state *, struct reached how);

/* Writes position `number` into `state`, a block of the root's size. */
void visited_get(const struct visited *, int32_t number, struct state *state);

/* Writes the actions that lead from the root to a position, as many as its depth. */
void visited_line(const struct visited *, int32_t number, action *line);

#endif
