/*
 * How far a piece of a goal's term is from a cell where it counts: the least number of actions
 * that carry a piece from one cell to another on the bare board of a level.
 *
 *     distances_find(d, m, term)         by the moves of the model: proven
 *     distances_try(...)                 by playing single pieces on the bare board: not proven
 *     d->between[from * d->cells + to]   actions; DISTANCE_FAR: no way leads there
 *
 * **Proven distances are those of a relaxed game:** a piece alone, all conditions about other
 * moving pieces taken to hold. So they are lower bounds of the actions that move this piece, and
 * FAR means never. Distances that were found by playing are only good guesses.
 */
#ifndef TESSERA_SEARCH_SOLVE_DISTANCES_H
#define TESSERA_SEARCH_SOLVE_DISTANCES_H

#include "game/model.h"
#include "search/search.h"

enum { DISTANCE_FAR = UINT16_MAX };

struct distances {
    int32_t cells;
    uint16_t *between; /* NULL: nothing is known */
    bool proven;
    /* No piece of it appears from nothing, none disappears: so what cannot reach a cell where it
     * counts never will count. */
    bool kept;
};

#endif
