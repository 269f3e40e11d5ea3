/*
 * How far a piece of a goal's term is from a cell where it counts: the least number of actions
 * that carry a piece from one cell to another on the bare board of a level.
 *
 *     possible_find(&possible, m, board, ...)
 *     distances_find(&d, &possible, &term->cell, ...)
 *     d.between[from * d.cells + to]   actions; DISTANCE_FAR: no way leads there
 *
 * Sokoban, from each cell to the target in the third row; a box in the first row can never leave it:
 *
 *     #######        #######
 *     #     #        #.....#
 *     #@    #        #.323.#
 *     #  .  #        #.212.#      from right of the target it is pushed left, by somebody who
 *     #     #        #.101.#      stands right of it
 *     ...
 *
 * **They are those of a relaxed game:** a piece alone, all conditions about other moving pieces taken
 * to hold where these may ever be (possible.h). Who acts must come to the side from which he pushes it,
 * around the piece, if the rules tell who acts. So FAR means never, and where `bounds`, the numbers are
 * at most those of the actions that move this piece.
 */
#ifndef TESSERA_SEARCH_SOLVE_DISTANCES_H
#define TESSERA_SEARCH_SOLVE_DISTANCES_H

#include "possible.h"

enum {
    DISTANCE_FAR = UINT16_MAX,
    DISTANCE_CELLS_MAX = 4096, /* of a larger board nothing is known */
};

struct distances {
    int32_t cells;
    uint16_t *between; /* NULL: nothing is known */
    bool proven;       /* FAR is true: the model is whole */
    bool bounds;       /* the numbers are lower bounds as well */
    /* No piece of it appears from nothing, none disappears, and each counts wherever it lies: so what
     * cannot reach a cell where it counts never will count. */
    bool kept;
    /* An action moves at most so many of these pieces; their steps move more. */
    int32_t together;
};

/* Finds them for the pieces that a cell of a term names: kinds of one layer that move. The caller
 * frees `between`. Any end but SEARCH_GOES_ON: a limit; then nothing is known. */
enum search_end distances_find(struct distances *, const struct possible *,
                               const struct model_cell *, const struct search_limits *,
                               struct search_progress *);

/* The same by playing actions from boards on which there is one piece and who acts, where he can come:
 * only a guess (distances_try.c). */
enum search_end distances_try(struct distances *, const struct game *,
                              const struct state *root, const struct possible *,
                              const struct model_cell *, const struct search_limits *,
                              struct search_progress *);

/* The parts that both have in common: the distances by all ways of a piece. */
struct piece_ways;
enum search_end distances_of_ways(struct distances *, struct piece_ways *,
                                  struct search_progress *);

#endif
