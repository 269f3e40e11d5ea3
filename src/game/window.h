/*
 * What a player sees of a board around his piece: a rectangle that is turned so that the piece looks up.
 *
 *     . . . . #      # . .    the cells ahead of > are those to the right of it on the board,
 *     . a > . .      . . a    the furthest ones in the top row
 *     . . . a .      . > .
 *
 * Pieces without a heading look up.
 */
#ifndef TESSERA_WINDOW_H
#define TESSERA_WINDOW_H

#include "base/directions.h"
#include "base/grid.h"

enum { WINDOW_SIDE_MAX = 100 };

struct game_window {
    int32_t ahead, behind, left, right;
    int32_t layer; /* where the pieces are */
    bool facing;
    /* By what a cell of that layer has: whose piece it is, from 1, or 0; and where it looks, one of the
     * first four directions. */
    unsigned char owner[256], heading[256];
};

static inline int32_t window_rows(const struct game_window *w)
{
    return w->ahead + 1 + w->behind;
}

static inline int32_t window_cols(const struct game_window *w)
{
    return w->left + 1 + w->right;
}

/* Where a player sees: rows and columns of the board, from 0, which may lie beyond it. */
struct window_view {
    bool some; /* he has a piece */
    int32_t top, bottom, first, last;
};

/* Around a piece that looks there. */
static inline struct window_view window_around(const struct game_window *w,
                                               struct place piece, int heading)
{
    const int32_t up = heading == GRID_UP     ? w->ahead
                       : heading == GRID_DOWN ? w->behind
                       : heading == GRID_LEFT ? w->right
                                              : w->left,
                  down = heading == GRID_UP     ? w->behind
                         : heading == GRID_DOWN ? w->ahead
                         : heading == GRID_LEFT ? w->left
                                                : w->right,
                  left = heading == GRID_UP     ? w->left
                         : heading == GRID_DOWN ? w->right
                         : heading == GRID_LEFT ? w->ahead
                                                : w->behind,
                  right = heading == GRID_UP     ? w->right
                          : heading == GRID_DOWN ? w->left
                          : heading == GRID_LEFT ? w->behind
                                                 : w->ahead;
    return (struct window_view){true, piece.row - up, piece.row + down, piece.col - left,
                                piece.col + right};
}

#endif
