/*
 * One solver, which searches a position for a winning move; alone, or with others
 * (horizontally_shared.h). Players are numbered as in horizontally_lines.h.
 *
 *     solver_search(s, 1)      Right is to move: true, and s->best is a winning move
 */
#ifndef TESSERA_HORIZONTALLY_SEARCH_H
#define TESSERA_HORIZONTALLY_SEARCH_H

#include "horizontally_moves.h"
#include "horizontally_shared.h"

struct solver {
    const struct search_limits *limits;
    struct moves moves;
    struct table table;
    struct candidate *stack;
    enum search_end end;
    struct search_progress progress;
    struct candidate best; /* the last winning move found; in the end the root's */
    bool proved; /* the last position left was proven, not looked up in the table */
    /* with other solvers */
    struct shared *shared; /* instead of the table; NULL: there are no others */
    int number;            /* of this solver */
    int depth;             /* moves from the root to the position that is searched */
    int entered;           /* positions since the last look at the others' proofs */
    int back;              /* if >= 0: go back to this depth, where the position ... */
    bool back_won;         /* ... is proven by another solver */
    struct table_key way[SHARED_WAY]; /* by depth: the positions that are searched */
};

/* Whether the player, who is to move, wins the position in the lines of s->moves; then
 * s->best is a winning move. Unknown unless s->end is SEARCH_GOES_ON. The bounds and the
 * memory are there. */
bool solver_search(struct solver *, int player);

#endif
