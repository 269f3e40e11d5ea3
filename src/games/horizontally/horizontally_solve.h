/*
 * Perfect play of Horizontally: who wins a position, proven, and by which move.
 *
 * A depth-first search for a winning move with a table of proven positions. A child is
 * looked at before it is entered: bounds from strips (horizontally_strip_values.h) decide
 * most of them. `nodes` counts the positions entered, those found in the table included.
 */
#ifndef TESSERA_HORIZONTALLY_SOLVE_H
#define TESSERA_HORIZONTALLY_SOLVE_H

#include "horizontally.h"
#include "search/search.h"

struct horizontally_proof {
    enum horizontally_player winner; /* 0 if the search ended before it knew */
    action move;                     /* wins for the player to move; 0 if he has lost */
    int64_t nodes;
};

/* The answer depends on the position only; the move and the nodes on the memory too: the
 * table of positions grows for as long as there is more, then the search goes on with
 * what it has. */
enum search_end horizontally_solve(const struct horizontally *,
                                   const struct search_limits *,
                                   struct horizontally_proof *);

/* What the search tells the position apart by (horizontally_key.h), as its table has it;
 * false if the board is too large for the table. */
bool horizontally_position(const struct horizontally *, uint64_t key[2]);

#endif
