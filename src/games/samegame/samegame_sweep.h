/*
 * Plays one game of SameGame, for boards that are too large to search: sweeps over the
 * board remove all regions that they meet, but regions of the most frequent value only
 * when no others are left: these join to one large region meanwhile, and points grow with
 * the square.
 */
#ifndef TESSERA_SAMEGAME_SWEEP_H
#define TESSERA_SAMEGAME_SWEEP_H

#include "samegame_best.h"
#include "samegame_meter.h"

/* Plays on `s` until the game is over or the meter ends it. Writes the moves to `moves`,
 * which needs room for half as many as there are blocks. Returns how many. */
int32_t samegame_sweep(struct samegame *s, struct meter *, action *moves);

#endif
