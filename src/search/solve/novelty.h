/*
 * Whether a position has something that none before it had (Lipovetzky and Geffner, "Best-first
 * width search", 2017): a value of a byte, or a piece on a cell, among the positions that are as
 * near to the goal by the count of open cells.
 *
 *     novelty_of(&n, bytes, NULL, size, 3)     how many of its values are new among those with 3
 *                                              open cells
 */
#ifndef TESSERA_SEARCH_SOLVE_NOVELTY_H
#define TESSERA_SEARCH_SOLVE_NOVELTY_H

#include "search/search.h"

/* Eight bytes that were all counted. */
struct novelty_word {
    uint64_t bytes;
    int32_t part; /* 0: none; else one more than that */
    uint32_t at;
};

struct novelty {
    struct novelty_word *word; /* by a hash of them: they bring nothing new */
    uint64_t *seen;            /* bits, by a hash of a part, a place and its value */
};

/* False if there is no memory. */
bool novelty_start(struct novelty *, const struct search_limits *);

/* Counts what is new among `size` bytes, and remembers it. Unless it is NULL, `before` has bytes of
 * the same part that were counted: only what differs from them can be new. */
int32_t novelty_of(struct novelty *, const unsigned char *bytes,
                   const unsigned char *before, size_t size, int32_t part);

#endif
