/*
 * Skeleton: coins lie on a board, heads or tails up.
 *
 *     .HT      rule 1: 'H' lies heads up, 'T' tails up, '.' is an empty cell
 *     HHT      rule 2: a coin that lies heads up may be taken; its neighbours are turned over
 *              rule 3: the game ends without a coin ("Cleared"), or without a head ("Stuck")
 *
 * A state is one block:
 *
 *     struct state | cell[rows * columns], padded | struct skeleton_rest
 *     header       | key                          | rest                   no scratch
 */
#ifndef TESSERA_SKELETON_H
#define TESSERA_SKELETON_H

#include "base/grid.h"
#include "game/game.h"

#define SKELETON_CELLS "HT."

enum { SKELETON_SIDE_MIN = 1, SKELETON_SIDE_MAX = 100 };

struct skeleton {
    struct state block;
    unsigned char cell[]; /* the rows, the top row first */
};

/* Puts a map of the same size on a new board. */
void skeleton_start(struct skeleton *, const struct grid *map);

/* The action of taking a coin; row and column count from 1 and may be any integers. */
action skeleton_take(int64_t row, int64_t col);

int64_t skeleton_moves(const struct skeleton *);

extern const struct game skeleton_game;

#endif
