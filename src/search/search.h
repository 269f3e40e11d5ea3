/*
 * What all searches share: progress, limits and memory.
 *
 *     struct search_limits limits = { .nodes = 100000, .stop = ..., .resize = ..., .with = run };
 *     enum search_end end = search_shortest(&x, &visited, &goal, &found);
 *     SEARCH_DONE: found, or proven that there is nothing; SEARCH_NODES: the limit
 *
 * A search plays on copies of the root, through the protocol alone. Its unit is the node:
 * a position that is expanded, whose actions are listed. **A search allocates nothing
 * itself:** it asks its caller for memory, and the caller frees all of it, whatever ended
 * the search, be it an error of Lua that unwinds through it. It has no clock: it calls
 * `stop` every few thousand successors, or as often as `stop` asks for, so that a limit
 * ends it between two positions.
 *
 * **With a limit in nodes alone the answer is the same on every machine:** random numbers
 * are seeded, and floating-point numbers only added, multiplied and divided
 * (base/portable_math.h).
 *
 * Every multiplication that sizes memory goes through search_resize, every growing array
 * through search_grow. Long preparations ask for the limits, too (search_stops_now).
 */
#ifndef TESSERA_SEARCH_H
#define TESSERA_SEARCH_H

#include "game/game.h"

enum search_end {
    SEARCH_GOES_ON, /* only between the parts of a search; no search returns it */
    SEARCH_DONE,    /* an answer was found, or it is proven that there is none */
    SEARCH_NODES,   /* the limit of nodes is reached */
    SEARCH_MEMORY,  /* `resize` returned NULL */
    SEARCH_STOPPED, /* `stop` or `tried` returned true, or playing actions was stopped */
    SEARCH_FAILED,  /* a rule or a callback written in Lua raised an error */
};

/* The end that a whole search returns: if no limit ended it, it is done. */
static inline enum search_end search_ended(enum search_end end)
{
    return end == SEARCH_GOES_ON ? SEARCH_DONE : end;
}

/* What follows for a search from an action: it goes on, also if the action was refused. */
static inline enum search_end search_applied(enum applied done)
{
    return done == FAILED    ? SEARCH_FAILED
           : done == STOPPED ? SEARCH_STOPPED
                             : SEARCH_GOES_ON;
}

struct search_progress {
    int64_t nodes;     /* positions expanded: their actions were listed */
    int64_t generated; /* successors entered, whether or not they were met before */
    int64_t positions; /* distinct positions met; 0 in a search that does not tell */
    int64_t depth;     /* the depth reached, in actions from the root */
    int64_t best;      /* the best score so far; of a solver the least left to the goal */
    int64_t ask;       /* the count of `generated` at which `stop` is called again */
};

struct search_limits {
    int64_t nodes; /* the limit: how many positions to expand at most */
    /* True ends the search. Called at the first successor, then whenever `generated`
     * reaches `ask`, which it sets anew, because a successor of one game may take a
     * thousand times as long as one of another. Nothing else in a search depends
     * on time. May be NULL. */
    bool (*stop)(void *with, struct search_progress *);
    /* Called after each action that was tried in vain; true ends the search. May be
     * NULL. */
    bool (*tried)(void *with);
    /* Like realloc, aligned for any type: `block` NULL makes a new block, `bytes` 0 frees
     * it. NULL if there is no more memory; then the block stays as it was. Searches call
     * it through the functions below. */
    void *(*resize)(void *with, void *block, size_t bytes);
    /* The same for memory that is kept for long; a block from `keep` is resized by `keep`
     * alone. NULL: such memory comes from `resize`. Called through search_keep. */
    void *(*keep)(void *with, void *block, size_t bytes);
    void *with;
    size_t memory; /* the bytes that `resize` gives at most, if known; 0: it is not */
};

/* Resizes a block, or makes a new one for NULL, to `count` elements of `each`
 * bytes. NULL if there is no more memory, or if the size overflows; then the block
 * stays as it was. */
static inline void *search_resize(const struct search_limits *limits, void *block,
                                  uint64_t count, size_t each)
{
    if (each > 0 && count > SIZE_MAX / each) return NULL;
    size_t bytes = (size_t)count * each;
    return limits->resize(limits->with, block, bytes > 0 ? bytes : 1);
}

/* A new block, all zero. */
static inline void *search_zeroed(const struct search_limits *limits, uint64_t count,
                                  size_t each)
{
    void *block = search_resize(limits, NULL, count, each);
    if (block != NULL) memset(block, 0, (size_t)count * each);
    return block;
}

/* Like search_resize by `keep`. 0 bytes free the block. */
static inline void *search_keep(const struct search_limits *limits, void *block,
                                size_t bytes)
{
    if (limits->keep != NULL) return limits->keep(limits->with, block, bytes);
    if (block == NULL && bytes == 0) return NULL;
    return limits->resize(limits->with, block, bytes);
}

/* Grows an array from *room to at least `needed` elements of `each` bytes: by its room, or by
 * a quarter of that where it is large; it may move. NULL if there is no more memory; then the
 * array stays as it was. */
static inline void *search_grow(const struct search_limits *limits, void *array,
                                int64_t *room, int64_t needed, size_t each)
{
    enum { LEAST = 64, LARGE = 1 << 16 };
    if (needed <= *room) return array;
    int64_t larger = *room + (*room < LARGE ? *room : *room / 4);
    if (larger < needed) larger = needed;
    if (larger < LEAST) larger = LEAST;
    array = search_resize(limits, array, (uint64_t)larger, each);
    if (array != NULL) *room = larger;
    return array;
}

/* Frees a block (or NULL) before the search ends. */
static inline void search_free(const struct search_limits *limits, void *block)
{
    if (block != NULL) limits->resize(limits->with, block, 0);
}

/* Calls `stop` regardless of `ask`, for long work that makes no successors. */
static inline bool search_stops_now(const struct search_limits *limits,
                                    struct search_progress *progress)
{
    return limits->stop != NULL && limits->stop(limits->with, progress);
}

/* Calls `stop` if the successors have reached `ask`. */
static inline bool search_stops(const struct search_limits *limits,
                                struct search_progress *progress)
{
    return progress->generated >= progress->ask && search_stops_now(limits, progress);
}

/* Checks the limits and counts a node, before it is expanded. */
static inline enum search_end search_expand(const struct search_limits *limits,
                                            struct search_progress *progress)
{
    if (progress->nodes >= limits->nodes) return SEARCH_NODES;
    progress->nodes++;
    return SEARCH_GOES_ON;
}

/* Counts a successor, and asks whether to stop. */
static inline enum search_end search_generate(const struct search_limits *limits,
                                              struct search_progress *progress)
{
    progress->generated++;
    return search_stops(limits, progress) ? SEARCH_STOPPED : SEARCH_GOES_ON;
}

#endif
