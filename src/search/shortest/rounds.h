/*
 * Breadth-first search in threads. A round takes some thousand positions of one depth
 * (round.h): each thread expands a part of them and leaves out what has been met before;
 * then the threads add the others, with the numbers that a search alone would give them.
 * **So positions, numbers, counts and answers are those of a search alone, whatever the
 * number of threads.**
 */
#ifndef TESSERA_SEARCH_SHORTEST_ROUNDS_H
#define TESSERA_SEARCH_SHORTEST_ROUNDS_H

#include "search/threads/parallel.h"
#include "shortest.h"

struct rounds;

#ifdef PARALLEL_ALONE
static inline bool rounds_give_back(struct rounds *b)
{
    return false;
}
static inline struct rounds *rounds_new(struct successors *x, struct visited *p)
{
    return NULL;
}
static inline enum search_end rounds_expand(struct rounds *b, int32_t *next, int32_t last,
                                            const struct goal *goal, int32_t *found)
{
    return SEARCH_GOES_ON;
}
#else

/* For x->threads threads, at most THREADS_MAX; NULL if there is no memory, or for one
 * thread, a game whose rules are in Lua (game_is_parallel), or images. */
struct rounds *rounds_new(struct successors *, struct visited *);

/* Expands positions of one depth, from *next on and before `last`, and moves *next behind
 * them. If it stays where it is, the caller must expand that position alone. The first
 * position that reaches the goal (which may be NULL) becomes *found; then no other one is
 * expanded. SEARCH_GOES_ON, or what ends the search. */
enum search_end rounds_expand(struct rounds *, int32_t *next, int32_t last,
                              const struct goal *, int32_t *found);

/* For a caller whose own memory is short: gives back the memory of the rounds, which end
 * with that. False if it has been given back before. */
bool rounds_give_back(struct rounds *);

#endif
#endif
