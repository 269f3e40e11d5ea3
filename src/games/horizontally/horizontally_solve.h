/*
 * Perfect play of Horizontally: who wins a position, proven, and by which move.
 *
 *     horizontally_solve(h, 1, limits, &proof)     SEARCH_DONE: proof.winner, proof.move
 *
 * A depth-first search for a winning move, with a table of proven positions. Bounds from
 * strips (horizontally_strip_values.h) decide most children before they are entered: the
 * board is divided into strips along one player's lines, a table has the value of every
 * strip as a combinatorial game, and the sum of these values bounds the result. `nodes`
 * counts the positions whose moves are listed, `generated` also those that are in the
 * table already.
 */
#ifndef TESSERA_HORIZONTALLY_SOLVE_H
#define TESSERA_HORIZONTALLY_SOLVE_H

#include "horizontally.h"
#include "search/search.h"

struct horizontally_proof {
    enum horizontally_player winner; /* 0 if a limit ended the search */
    action move;                     /* a winning move; 0 if the player to move loses */
    struct search_progress progress;
};

/* Proves who wins, in so many threads, 1 .. THREADS_MAX (horizontally_shared.h); in one
 * thread where there is no table. The winner depends on the position alone; the move and
 * the nodes also depend on the memory: the table of positions grows while there is memory,
 * then keeps its size. With threads they differ from run to run. */
enum search_end horizontally_solve(const struct horizontally *, int threads,
                                   const struct search_limits *,
                                   struct horizontally_proof *);

/* The key of the position in the search's table (horizontally_key.h). False if the board
 * is too large for the table. */
bool horizontally_position(const struct horizontally *, uint64_t key[2]);

#endif
