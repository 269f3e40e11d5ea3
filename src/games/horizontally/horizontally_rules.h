/*
 * Shared by horizontally.c (maps, texts, the protocol) and horizontally_rules.c (the
 * rules).
 *
 *     header | player, row[] | blocks[2], column[] |        a word of bits for each line
 *            +-- key --------+-- rest: follows ----+ from the key
 *
 * **A move updates the rating from the runs that it cuts;** a candidate is rated in the
 * same way, without changing the board.
 */
#ifndef TESSERA_HORIZONTALLY_RULES_H
#define TESSERA_HORIZONTALLY_RULES_H

#include "horizontally.h"

enum { LEFT = HORIZONTALLY_LEFT, RIGHT = HORIZONTALLY_RIGHT };
enum { LINES_MAX = HORIZONTALLY_SIDE_MAX };

/* All of it follows from the key. */
struct horizontally_rest {
    int32_t blocks[2]; /* how many blocks Left could place at once, and Right */
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

/* A decoded move; (row, col) is the block's first field, from 0. */
struct move {
    int player;
    int32_t row, col;
};

/* Decodes an action. The player is 0 if it is no move on any board. */
struct move horizontally_decode(action);

/* Whether the rules allow the action. */
bool horizontally_may(const struct horizontally *, action);

/* A square of bits: bit j of word i is the cell in row i and column j. */
enum { SQUARE = 32 };

/* game->actions: the moves of the player to move, by the row, then the column
 * of their first fields. */
int horizontally_actions(const struct game *, const void *state, action *out, int max);

/* game->apply. Takes time in proportion to the FIELDS + 1 lines that change.
 * Refused if the opponent is to move, or if the block would leave the board or lie
 * on a taken cell. */
enum applied horizontally_apply(const struct game *, void *state, action,
                                struct report *);

/* Computes the columns and the counts of blocks from the rows. */
void horizontally_derive(struct horizontally *);

#endif
