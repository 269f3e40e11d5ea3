/*
 * The words that the refusals of several games share; the others are in X.c or X_rules.c.
 */
#ifndef TESSERA_REFUSAL_H
#define TESSERA_REFUSAL_H

#include "game.h"

/* "PUSH LEFT: ", the beginning of every refusal. */
void refusal_action(const struct game *, const void *state, action, struct text *);

/* The refusal of any action in a game that is over: "PUSH LEFT: the
 * game is over (Cleared)". */
void refusal_over(const struct game *, const void *state, action, struct text *);

/* Writes the words, with "row R, column C" for an '@' or "column C" for a '|'. They have
 * at most one of these characters. */
void refusal_at(struct text *, const char *words, int32_t row, int32_t col);

#endif
