/*
 * The relative history heuristic (Winands, van der Werf, van den Herik and Uiterwijk, "The relative
 * history heuristic", 2006; after Schaeffer, 1989): an action that has cut off others in one
 * position is tried early in all positions, one that was tried in vain is not.
 *
 *     history_note(&h, 0, a, 3, true);          a cut off: 9 for it
 *     history_note(&h, 0, a, 2, false);         it did not: 4 against it
 *     history_of(&h, 0, a)                      10 / 15 of the most
 *
 * Each counts with the square of the depth that was searched. Counters are shared by the actions
 * whose codes fall on the same place, so the memory is bounded whatever the codes are.
 */
#ifndef TESSERA_SEARCH_BEST_HISTORY_H
#define TESSERA_SEARCH_BEST_HISTORY_H

#include "game/game.h"

enum { HISTORY_PLACES = 1024 };

/* For each of two players. */
struct history {
    uint32_t cut[2][HISTORY_PLACES], failed[2][HISTORY_PLACES];
};

/* Counts an action of player 0 or 1, which was searched `depth` actions deep, 1 .. 1000, and
 * whether it cut off the others. */
void history_note(struct history *, int player, action, int32_t depth, bool cut);

/* How often an action of player 0 or 1 cuts off others, as a part of 2^31. */
uint32_t history_of(const struct history *, int player, action);

#endif
