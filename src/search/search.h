/*
 * What all searches share: how far they have come, when they end, and the memory that they
 * take. A search allocates nothing itself: it asks its caller, who also frees it, whatever
 * ends the search.
 */
#ifndef TESSERA_SEARCH_H
#define TESSERA_SEARCH_H

#include "../game.h"

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
    /* True ends the search. Asked after the first node and then whenever it has said
     * in `ask`: positions of some games take a thousand times as long as others. Nothing of
     * a search depends on time but through this. NULL: nothing stops it. */
    bool (*stop)(void *with, struct search_progress *);
    /* As realloc, for the block number `slot`; NULL if there is no more. */
    void *(*resize)(void *with, int slot, size_t bytes);
    void *with;
};

/* Whether it is time to stop. */
static inline bool search_stops(const struct search_limits *limits,
                                struct search_progress *progress)
{
    if (progress->nodes < progress->ask || limits->stop == NULL) return false;
    return limits->stop(limits->with, progress);
}

#endif
