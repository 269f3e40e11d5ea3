/*
 * Improves a line of SameGame by small changes:
 *
 *     line      a b c d e       the moves of the best line of a level
 *     trial     a x b d e r     x is inserted; c is not possible any more; r is random
 *                               kept if it has more points, or by chance
 *
 * A change inserts or leaves out a move, then plays the line's other moves where they are
 * still possible (each removes the region that its block is part of by then), then random
 * moves. Worse lines are accepted by simulated annealing (Kirkpatrick, Gelatt and Vecchi,
 * "Optimization by simulated annealing", 1983).
 */
#ifndef TESSERA_SAMEGAME_POLISH_H
#define TESSERA_SAMEGAME_POLISH_H

#include "samegame_blocks.h"

/* The caller sets `play` (a board to play on), `root` (its first position,
 * by blocks_keep), `tabu` (the value to be removed last), `rng` and the
 * memory of the lines. */
struct polish {
    struct blocks *play;
    const void *root;
    uint32_t tabu;
    uint64_t *rng;
    struct blocks_line now, trial, best;
    int64_t *before;     /* by kept position: the points before it */
    unsigned char *kept; /* each `every`-th position of `now`; `valid` of them hold */
    size_t each;         /* bytes of a kept position */
    int32_t every, valid;
    int64_t nodes; /* removals so far */
};

/* How many bytes the polish of a board takes; polish_lay_out points
 * its arrays into them. */
size_t polish_size(const struct samegame *);
void polish_lay_out(struct polish *, const struct samegame *, unsigned char *memory);

/* Starts with a line. */
void polish_start(struct polish *, const struct blocks_line *);

/* Tries a change. A line that is worse by d points is accepted with probability e^(-d /
 * heat). `best` is the best line since the start. */
void polish_step(struct polish *, double heat);

#endif
