/*
 * Shared by samegame.c (maps, texts, the protocol) and samegame_rules.c (the rules).
 */
#ifndef TESSERA_SAMEGAME_RULES_H
#define TESSERA_SAMEGAME_RULES_H

#include "samegame.h"

enum { EMPTY = '.' };

/* All except moves and score is derived from the board. */
struct samegame_rest {
    int64_t moves, score;
    int64_t left;  /* blocks on the board */
    int64_t pairs; /* pairs of neighbours of the same value */
    int64_t width; /* columns that are not empty */
};

static inline struct samegame_rest *rest_of(const struct samegame *s)
{
    return (struct samegame_rest *)((uintptr_t)s + s->block.rest);
}

/* The cell in row 0 of a column: column_of(s, col)[row] is a cell. */
static inline const unsigned char *column_of(const struct samegame *s, int32_t col)
{
    return s->cell + (ptrdiff_t)col * s->stride;
}

/* The cell that an action selects. */
struct samegame_place samegame_selected(action);

/* Computes the derived fields of the rest from a settled board. */
void samegame_count(struct samegame *);

/* game->actions: for each region the action that selects its first cell, column by column
 * from the bottom. Visits every cell. */
int samegame_actions(const struct game *, const void *state, action *out, int max);

/* The cells of the region that an action selects, as samegame_region gives them. */
int32_t samegame_cells(const struct samegame *, action, struct samegame_place *out,
                       int32_t max);

/* Whether an action removes anything (rule 3). */
bool samegame_may(const struct samegame *, action);

#endif
