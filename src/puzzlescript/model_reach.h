/*
 * How far the actions of a PuzzleScript game's player reach (game/model.h: reach), from its rules.
 *
 *     [ > Player | Crate ] -> [ > Player | > Crate ]     2: the crate is beside him, and goes one on
 *     [ > Crate | Crate ] -> [ > Crate | > Crate ]       a row of any length: 0
 *     late [ Crate Mark ] -> [ Lamp Mark ]               anywhere on the board: 0
 */
#ifndef TESSERA_PUZZLESCRIPT_MODEL_REACH_H
#define TESSERA_PUZZLESCRIPT_MODEL_REACH_H

#include "puzzle.h"

/* `room` has two numbers for each object. 0: it is not known. */
int32_t puzzle_reach(const struct puzzle *, const void *state, int32_t *room);

#endif
