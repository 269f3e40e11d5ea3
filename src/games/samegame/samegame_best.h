/*
 * Searches of SameGame: many points, or an empty board.
 *
 * A search plays from a state and never changes it. What it finds stays in memory that
 * its caller gave through `limits->resize`, until the caller frees it.
 */
#ifndef TESSERA_SAMEGAME_BEST_H
#define TESSERA_SAMEGAME_BEST_H

#include "samegame.h"
#include "search/search.h"

struct samegame_line {
    const action *moves; /* from the state that was searched */
    int32_t count;
    int32_t left;  /* blocks after the last one */
    int64_t score; /* the game's score after the last one */
};

/* The line with the most points that was found within limits->nodes removals. It goes to
 * the end of the game, and a limit ends the search. If there are fewer nodes than half
 * the blocks, or more than 4096 blocks, a single game is played as far as the nodes go
 * (samegame_sweep.h). The same state, seed and nodes give the same line. SEARCH_DONE:
 * there was nothing to remove, or that single game is over. */
enum search_end samegame_best(const struct samegame *, uint64_t seed,
                              const struct search_limits *, struct samegame_line *,
                              struct search_progress *);

/* A line that clears the board, if the search ends with SEARCH_DONE and line->left == 0.
 * With line->left > 0 and SEARCH_DONE it is proven that there is none. After every other
 * end that is not known, and the line is empty. */
enum search_end samegame_clear(const struct samegame *, const struct search_limits *,
                               struct samegame_line *, struct search_progress *);

#endif
