/*
 * The ways of single pieces, from the moves of a model: a way for each place of the board at which a
 * move carries a piece of these kinds from one cell to another one.
 *
 *     [ player | box | empty ] -> [ | player | box ]   at row 3, column 2, to the right:
 *         from (3, 3) to (3, 4), who acts at (3, 2) before and at (3, 3) after it, 1 action
 *
 * A move that takes pieces from some cells and puts some into others may have carried each of the
 * first to each of the second.
 */
#ifndef TESSERA_SEARCH_SOLVE_PIECE_WAYS_H
#define TESSERA_SEARCH_SOLVE_PIECE_WAYS_H

#include "possible.h"

struct piece_way {
    int32_t from, to;
    int32_t before, after; /* where who acts is; -1: it is not known */
    int32_t actions;       /* 1, or 0: a step that follows one */
};

/* A way of who acts alone. It is blocked while the piece is in one of these cells; -1: none. */
struct avatar_way {
    int32_t from, to, block[4];
};

struct piece_ways {
    const struct possible *possible;
    const struct search_limits *limits;
    int32_t layer;
    struct kinds kinds;
    struct piece_way *way;
    struct avatar_way *avatar;
    int64_t ways, room, avatars, avatar_room;
    bool kept;      /* of these kinds as many pieces are put as are taken away */
    bool by_avatar; /* all ways know where who acts is */
    int32_t together;
};

/* Sets the kinds: those of the one layer that the cell names, which move. False: there are none. */
bool piece_ways_begin(struct piece_ways *, const struct possible *,
                      const struct model_cell *, const struct search_limits *);

/* Finds the ways; the caller frees `way` and `avatar`. */
enum search_end piece_ways_find(struct piece_ways *, struct search_progress *);

#endif
