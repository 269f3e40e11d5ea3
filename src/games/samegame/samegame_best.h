/*
 * The two searches of SameGame: for many points, and for a line that clears the board.
 *
 *     samegame_best(s, 1, limits, &line, &progress)     line.moves, line.score
 *     samegame_clear(s, limits, &line, &progress)       line.left 0: cleared
 *
 * Points are found by nested rollout policy adaptation on a board that keeps its regions
 * up to date (samegame_blocks.h); the best line of a level is polished by small changes
 * before the weights move (samegame_polish.h). A grid is cleared by beams that widen
 * until one drops no position, which then is a proof.
 *
 * A search does not change its state. The line that it returns is in memory from
 * `limits->resize`, and valid until the caller frees that.
 */
#ifndef TESSERA_SAMEGAME_BEST_H
#define TESSERA_SAMEGAME_BEST_H

#include "samegame.h"
#include "search/search.h"

struct samegame_line {
    const action *moves; /* from the state that was searched */
    int32_t count;
    int32_t left;  /* blocks left after the last move */
    int64_t score; /* the game's score after the last move */
};

/* Finds a line with many points, to the end of the game; a node is a removal. The search
 * goes on until a limit ends it. If there are fewer nodes than half the blocks, or more
 * than 4096 blocks, it plays a single game instead, as far as the nodes go
 * (samegame_sweep.h). The same state, seed and nodes give the same line. SEARCH_DONE:
 * there was nothing to remove, or that single game is over. */
enum search_end samegame_best(const struct samegame *, uint64_t seed,
                              const struct search_limits *, struct samegame_line *,
                              struct search_progress *);

/* The best line of `count` such searches, each in a thread, with a part of the nodes and of
 * the memory (parallel.h), and with the seeds `seed`, `seed` + 1 ...; of equal ones the
 * first. */
enum search_end samegame_best_parallel(const struct samegame *, uint64_t seed, int count,
                                       const struct search_limits *,
                                       struct samegame_line *, struct search_progress *);

/* Finds a line that clears the board: SEARCH_DONE with line->left == 0. SEARCH_DONE with
 * line->left > 0 proves that there is none. After any other end the answer is unknown,
 * and the line is empty. */
enum search_end samegame_clear(const struct samegame *, const struct search_limits *,
                               struct samegame_line *, struct search_progress *);

#endif
