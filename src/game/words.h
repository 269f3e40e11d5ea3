/*
 * What the refusals of several games say alike.
 */
#ifndef TESSERA_WORDS_H
#define TESSERA_WORDS_H

#include "game.h"

/* "PUSH LEFT: ", which every refusal begins with. */
void words_action(const struct game *, const void *state, action, struct text *);

/* The refusal of any action in a game that is over: "PUSH LEFT: the game is over (Cleared)". */
void words_over(const struct game *, const void *state, action, struct text *);

/* Writes the words. An '@' in them stands for "row R, column C", a '|' for "column C"; there
 * is at most one of them. */
void words_at(struct text *, const char *words, int32_t row, int32_t col);

#endif
