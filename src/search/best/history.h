/*
 * The history heuristic (Schaeffer, "The history heuristic and alpha-beta search
 * enhancements in practice", 1989): an action that has cut off others in one position is
 * tried early in all positions.
 *
 *     history_credit(&h, 0, a, 3);              cutoffs[0][place of a] += 9
 *     history_of(&h, 0, a)                      9
 *
 * Cutoffs count with the square of the depth that was searched. Counters are shared by
 * the actions whose codes fall on the same place, so the memory is bounded whatever the
 * codes are.
 */
#ifndef TESSERA_SEARCH_BEST_HISTORY_H
#define TESSERA_SEARCH_BEST_HISTORY_H

#include "game/game.h"

enum { HISTORY_PLACES = 1024 };

struct history {
    uint32_t cutoffs[2][HISTORY_PLACES]; /* for each of two players */
};

/* Counts a cutoff by an action of player 0 or 1, which was searched `depth` actions
 * deep, 1 .. 1000. */
void history_credit(struct history *, int player, action, int32_t depth);

/* The count of an action of player 0 or 1, less than 2^31. */
uint32_t history_of(const struct history *, int player, action);

#endif
