/*
 * Searches of SameGame: many points, or an empty board.
 *
 * A search plays from a state and never changes it. What it finds stays in memory that its
 * caller gave through `limits->resize`, until the caller frees it.
 */
#ifndef TESSERA_SEARCH_SAMEGAME_H
#define TESSERA_SEARCH_SAMEGAME_H

#include "samegame.h"
#include "search/search.h"

struct samegame_line {
    const action *moves; /* from the state that was searched */
    int32_t count;
    int32_t left;  /* blocks after the last one */
    int64_t score; /* the game's score after the last one */
};

/* A line with as many points as were found within limits->nodes removals. It goes to
 * the end of the game, and the search ends by a limit, unless the nodes are fewer than half
 * the blocks, or the blocks more than 4096: then one game is played as far as the nodes go. The same state, seed and nodes give the same line. SEARCH_DONE: there was
 * nothing to remove, or that one game is over. */
enum search_end samegame_best(const struct samegame *, uint64_t seed,
                              const struct search_limits *, struct samegame_line *,
                              struct search_progress *);

/* A line that clears the board: SEARCH_DONE with line->left == 0; with line->left > 0
 * there is none. Every other end leaves it open, and the line empty. */
enum search_end samegame_clear(const struct samegame *, const struct search_limits *,
                               struct samegame_line *, struct search_progress *);

#endif
