/*
 * What all searches share: how far they have come, when they end, and the memory that
 * they take. A search allocates nothing itself: it asks its caller for memory, and the
 * caller frees all of it, whatever ended the search.
 */
#ifndef TESSERA_SEARCH_H
#define TESSERA_SEARCH_H

#include "game/game.h"

enum search_end {
    SEARCH_GOES_ON, /* between the parts of a search only: no search returns it */
    SEARCH_DONE,    /* the answer stands: found, or proven that there is none */
    SEARCH_NODES,   /* `nodes` positions were entered */
    SEARCH_MEMORY,  /* `resize` gave no more */
    SEARCH_STOPPED, /* `stop` said so */
    SEARCH_FAILED,  /* a rule or a callback written in Lua raised an error */
};

/* How the search as a whole ended, when nothing ended it before it had its answer. */
static inline enum search_end search_ended(enum search_end end)
{
    return end == SEARCH_GOES_ON ? SEARCH_DONE : end;
}

/* How far a search has come. */
struct search_progress {
    int64_t nodes; /* positions entered */
    int64_t depth; /* actions from the root, as deep as was looked */
    int64_t best;  /* the best score so far */
    int64_t ask;   /* the node count at which `stop` is asked again */
};

struct search_limits {
    int64_t nodes; /* positions to enter at most */
    /* True ends the search. Called after the first node; it sets `ask` to the node count
     * at which to call it again: positions of some games take a thousand times as long as
     * others. Nothing of a search depends on time but through this. NULL: nothing stops
     * it. */
    bool (*stop)(void *with, struct search_progress *);
    /* Asked after each action that was tried in vain; true ends the search. NULL: never. */
    bool (*tried)(void *with);
    /* As realloc, aligned for everything: `block` NULL makes a new one, `bytes` 0 frees
     * it. NULL if there is no more memory; the block then stays as it was. Searches call
     * it through the functions below. */
    void *(*resize)(void *with, void *block, size_t bytes);
    void *with;
};

/* The block, or with NULL a new one, resized to `count` things of `each` bytes. NULL if
 * there is no more memory, or if their size overflows; the block then stays as it was. */
static inline void *search_resize(const struct search_limits *limits, void *block,
                                  uint64_t count, size_t each)
{
    if (each > 0 && count > SIZE_MAX / each) return NULL;
    size_t bytes = (size_t)count * each;
    return limits->resize(limits->with, block, bytes > 0 ? bytes : 1);
}

/* An array with room for `needed` things of `each` bytes, where it has room for *room:
 * itself, or it is moved to at least twice its room. NULL if there is no more memory; the
 * array then stays as it was. */
static inline void *search_grow(const struct search_limits *limits, void *array,
                                int64_t *room, int64_t needed, size_t each)
{
    enum { LEAST = 64 };
    if (needed <= *room) return array;
    int64_t larger = 2 * *room < needed ? needed : 2 * *room;
    if (larger < LEAST) larger = LEAST;
    array = search_resize(limits, array, (uint64_t)larger, each);
    if (array != NULL) *room = larger;
    return array;
}

/* Gives a block back before the search ends; NULL is none. */
static inline void search_free(const struct search_limits *limits, void *block)
{
    if (block != NULL) limits->resize(limits->with, block, 0);
}

/* Asks `stop` however few nodes there were: for preparations that take long. */
static inline bool search_stops_now(const struct search_limits *limits,
                                    struct search_progress *progress)
{
    return limits->stop != NULL && limits->stop(limits->with, progress);
}

/* Asks `stop` if the nodes have come to `ask`. */
static inline bool search_stops(const struct search_limits *limits,
                                struct search_progress *progress)
{
    return progress->nodes >= progress->ask && search_stops_now(limits, progress);
}

/* What the limits say before another node. */
static inline enum search_end search_check(const struct search_limits *limits,
                                           struct search_progress *progress)
{
    if (progress->nodes >= limits->nodes) return SEARCH_NODES;
    return search_stops(limits, progress) ? SEARCH_STOPPED : SEARCH_GOES_ON;
}

#endif
