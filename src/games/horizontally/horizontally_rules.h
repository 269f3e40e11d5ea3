/*
 * What horizontally.c (the map, the texts, the protocol) and horizontally_rules.c (the
 * rules) share.
 */
#ifndef TESSERA_HORIZONTALLY_RULES_H
#define TESSERA_HORIZONTALLY_RULES_H

#include "horizontally.h"

enum { LEFT = HORIZONTALLY_LEFT, RIGHT = HORIZONTALLY_RIGHT };
enum { LINES_MAX = HORIZONTALLY_SIDE_MAX };

/* All of it follows from the key. */
struct horizontally_rest {
    int32_t blocks[2]; /* how many Left could place at once, how many Right */
    uint32_t column[]; /* the free cells */
};

static inline struct horizontally_rest *rest_of(const struct horizontally *h)
{
    return (struct horizontally_rest *)((uintptr_t)h + h->block.rest);
}

static inline int32_t fields_of(const struct horizontally *h)
{
    return h->block.shape[2];
}

static inline int other(int player)
{
    return LEFT + RIGHT - player;
}

/* A move, taken apart. */
struct move {
    int player;
    int32_t row, col;
};

/* The player is 0 if the number is no move on any board. */
struct move horizontally_decode(action);

/* Whether the rules allow the action. */
bool horizontally_may(const struct horizontally *, action);

/* A square of bits: bit j of word i is the cell in row i and column j. */
enum { SQUARE = 32 };

/* The moves of the player to move, by the row, then by the column of their first fields: see
 * game->actions. */
int horizontally_actions(const struct game *, const void *state, action *out, int max);

/* Costs what it changes: FIELDS lines and one. Refused if the other one is to move, if
 * the block would leave the board or lie on a taken cell. */
enum applied horizontally_apply(const struct game *, void *state, action,
                                struct report *);

/* Makes the columns and the counts of what the rows say. */
void horizontally_derive(struct horizontally *);

#endif
