/*
 * Improves a line of SameGame by small changes: one more move somewhere, or one left out,
 * then the line's other moves as far as they are still possible (each one removes
 * whatever its block is part of by then), then random ones. Worse lines are accepted by
 * simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated
 * annealing", 1983).
 */
#ifndef TESSERA_SAMEGAME_POLISH_H
#define TESSERA_SAMEGAME_POLISH_H

#include "samegame_blocks.h"

/* The caller fills `play` (a board to play on), `root` (its first position, kept), `tabu`
 * (the value that is better left to the end), `rng` and the lines' memory. */
struct polish {
    struct blocks *play;
    const void *root;
    uint32_t tabu;
    uint64_t *rng;
    struct blocks_line now, trial, best;
    int64_t *before;     /* by kept position: the points */
    unsigned char *kept; /* each `every`-th position of `now`: `valid` of them */
    size_t each;
    int32_t every, valid;
    int64_t nodes; /* removals so far */
};

/* How many bytes the polish of a board takes; gives it memory of this size. */
size_t polish_size(const struct samegame *);
void polish_lay_out(struct polish *, const struct samegame *, unsigned char *memory);

/* Starts from a line. */
void polish_start(struct polish *, const struct blocks_line *);

/* Tries a change; a line that is worse by `heat` points is accepted with probability 1/e.
 * `best` is the best line since the start. */
void polish_step(struct polish *, double heat);

#endif
