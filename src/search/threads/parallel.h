/*
 * A search in several threads, as parts.
 *
 *     thread 1     part 0: a search with limits of its own ---- resize, stop --+
 *     thread 2     part 1: ...                             ---- resize, stop --+
 *     the caller   parallel_search: waits, answers them, asks the limits every 5 ms
 *
 * **Only the thread that calls parallel_search calls the callbacks of its limits,** so a
 * Lua state behind them is never entered by another one, and all memory comes from one
 * allocator. A part's `resize` leaves the call to that thread and waits for it; its
 * `stop` publishes how far the part has come, and learns whether the search as a whole is
 * to end. Games in Lua, and callbacks inside of a search, are refused before it begins.
 *
 * Nodes and memory are divided evenly. So parts that know nothing of each other do the
 * same in every run, and also one after the other where there are no threads
 * (WebAssembly, PARALLEL_ALONE, or none can be started). The parts of Horizontally share
 * a table, those of a breadth-first search the positions (shortest/rounds.h).
 */
#ifndef TESSERA_SEARCH_THREADS_PARALLEL_H
#define TESSERA_SEARCH_THREADS_PARALLEL_H

#include "search/search.h"

#ifdef __EMSCRIPTEN__
#define PARALLEL_ALONE
#endif

enum { THREADS_MAX = 64 };

/* Does the part with this number, from 0. What it allocates by its limits is freed by the
 * caller of the whole search. Sets *progress at its end. Its first successor waits for an
 * answer of the limits, unless the part begins to count with `ask` above 0. */
typedef enum search_end parallel_part(void *with, int number,
                                      const struct search_limits *limits,
                                      struct search_progress *progress);

/* Does `count` parts, 1 .. THREADS_MAX, each in a thread, and returns when all have ended.
 * *progress: their counts together, the greatest depth and best score. Returns
 * SEARCH_STOPPED if the limits said so; SEARCH_MEMORY, or else SEARCH_NODES, if one part
 * or more ended so; otherwise SEARCH_DONE. */
enum search_end parallel_search(const struct search_limits *, struct search_progress *,
                                int count, parallel_part *, void *with);

/* Frees a block (or NULL) that a part got by its limits, which are gone. The limits are
 * those of the whole search. */
void parallel_free(const struct search_limits *, void *block);

/* The same as parallel_search, and calls `then`, if not NULL, in the calling thread when all
 * parts have ended; the threads are still there. (`then` not with PARALLEL_ALONE.) */
struct team;
typedef void parallel_then(void *with, struct team *);
enum search_end parallel_search_then(const struct search_limits *,
                                     struct search_progress *, int count, parallel_part *,
                                     parallel_then *, void *with);

/* For `then`: calls `each` for the number of each part, in all threads, of which the calling
 * one takes the place of the first; returns when all have ended. */
void parallel_each(struct team *, void (*each)(void *with, int number));

#endif
