/*
 * The words that refusals of several games share; the others are in X.c or X_rules.c.
 *
 *     refusal_action(g, s, a, &t);                        "PUSH LEFT: "
 *     refusal_at(&t, "no block at @ to push", 2, 1);      "no block at row 2, column 1 to push"
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
