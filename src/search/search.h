/*
 * What all searches share: how far they have come, when they end, and the memory that they
 * take. A search allocates nothing itself: it asks its caller, who also frees it, whatever
 * ends the search.
 */
#ifndef TESSERA_SEARCH_H
#define TESSERA_SEARCH_H

#include "game/game.h"

enum search_end {
    SEARCH_DONE,    /* the answer stands: found, or proven that there is none */
    SEARCH_NODES,   /* `nodes` positions were entered */
    SEARCH_MEMORY,  /* `resize` gave no more */
    SEARCH_STOPPED, /* `stop` said so */
    SEARCH_FAILED,  /* a rule or a callback written in Lua raised an error */
};

/* How far a search has come. */
struct search_progress {
    int64_t nodes; /* positions entered */
    int64_t depth; /* actions from the root, as deep as all has been looked at */
    int64_t best;  /* the best score so far */
    int64_t ask;   /* after so many nodes `stop` is asked again */
};

struct search_limits {
    int64_t nodes; /* positions to enter at most */
    /* True ends the search. Called after the first node; it sets `ask` to the node count
     * at which to call it again: positions of some games take a thousand times as long as
     * others. Nothing of a search depends on time but through this. NULL: nothing stops it. */
    bool (*stop)(void *with, struct search_progress *);
    /* As realloc, for the block number `slot`; NULL if there is no more. Searches call it
     * through search_resize. */
    void *(*resize)(void *with, int slot, size_t bytes);
    void *with;
};

/* The block number `slot`, resized to `count` things of `each` bytes; NULL if there is no
 * more memory, or if so much has no size. */
static inline void *search_resize(const struct search_limits *limits, int slot,
                                  uint64_t count, size_t each)
{
    if (each > 0 && count > SIZE_MAX / each) return NULL;
    size_t bytes = (size_t)count * each;
    return limits->resize(limits->with, slot, bytes > 0 ? bytes : 1);
}

/* Whether to stop, asked between two nodes: for what takes long before the first one. */
static inline bool search_stops_now(const struct search_limits *limits,
                                    struct search_progress *progress)
{
    return limits->stop != NULL && limits->stop(limits->with, progress);
}

/* Whether it is time to stop. */
static inline bool search_stops(const struct search_limits *limits,
                                struct search_progress *progress)
{
    return progress->nodes >= progress->ask && search_stops_now(limits, progress);
}

#endif
