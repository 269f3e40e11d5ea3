/*
 * Thermographs of positions, computed from those of the positions after each move
 * (Berlekamp, Conway and Guy, "Winning Ways", 1982). With t as the cost of a move:
 *
 *     L(t) = max R'(t) - t over the player's moves
 *     R(t) = min L'(t) + t over the opponent's moves
 *
 *     struct walls w = walls_begin();
 *     walls_player_moves(&w, &after);       for each move of the player
 *     walls_opponent_moves(&w, &after);     for each move of the opponent
 *     walls_end(&w);                        w.right: the player's result if the opponent starts
 *
 * Above the point where they meet, both walls are a vertical mast at the mean. Their
 * values at t = 0 are the stops. A stop reached with the player to move counts as just
 * below its number (odd, see STRIPS_MOVE). Stops are also kept for the position plus each
 * sum of switches. If the left stop is below the right one, the position is a number: the
 * simplest in between. All rounding is to the player's disadvantage.
 */
#ifndef TESSERA_HORIZONTALLY_WALLS_H
#define TESSERA_HORIZONTALLY_WALLS_H

#include "horizontally_strip_values.h"

enum { WALLS_POINTS = 8, WALLS_NOTHING = 1 << 14 };

typedef int16_t wall __attribute__((vector_size(2 * WALLS_POINTS)));
typedef int16_t stops __attribute__((vector_size(2 * STRIPS_SWITCHES)));

/* The walls at t = 0, 1/4 .. 7/4, and the stops by the set of switches added. */
struct walls {
    wall left, right;
    stops left_stop, right_stop;
};

/* Where no move was seen yet. */
static inline struct walls walls_begin(void)
{
    return (struct walls){
        .left = (wall){0} - (int16_t)WALLS_NOTHING,
        .right = (wall){0} + (int16_t)WALLS_NOTHING,
        .left_stop = (stops){0} - (int16_t)WALLS_NOTHING,
        .right_stop = (stops){0} + (int16_t)WALLS_NOTHING,
    };
}

/* Takes a move of the player to `after` into account: the best moves
 * make the left walls. */
static inline void walls_player_moves(struct walls *w, const struct walls *after)
{
    wall above = w->left > after->right;
    stops over = w->left_stop > after->right_stop;
    w->left = (w->left & above) | (after->right & ~above);
    w->left_stop = (w->left_stop & over) | (after->right_stop & ~over);
}

/* Takes a move of the opponent to `after` into account, for the right walls. */
static inline void walls_opponent_moves(struct walls *w, const struct walls *after)
{
    wall above = w->right > after->left;
    stops over = w->right_stop > after->left_stop;
    w->right = (after->left & above) | (w->right & ~above);
    w->right_stop = (after->left_stop & over) | (w->right_stop & ~over);
}

/* Computes the walls from those that all moves gave. */
void walls_end(struct walls *);

/* The parts of a worth (horizontally_strip_values.h) that the walls have. */
static inline strips_worth walls_worth(const struct walls *w)
{
    stops stop = w->right_stop;
    return (strips_worth){stop[0],     stop[1],     stop[2],     stop[3],
                          w->right[2], w->right[4], w->right[5], w->right[7]};
}

#endif
