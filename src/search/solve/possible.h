/*
 * What cells can have in any position that play leads to: what they have, and whatever moves write
 * whose parts can fit, each cell by itself.
 *
 *     # @ $ . #      moves of Sokoban: the cell of the player can get nothing, that of the box the
 *                    player and nothing, the target the box, and nothing more: the wall is behind it
 *
 * So a value that a cell cannot have here it never has; of those that it can have some it may never
 * get. **It is right for models that are `whole`.**
 */
#ifndef TESSERA_SEARCH_SOLVE_POSSIBLE_H
#define TESSERA_SEARCH_SOLVE_POSSIBLE_H

#include "game/model.h"
#include "search/search.h"

struct possible {
    const struct model *m;
    struct kinds *values; /* by layer and cell, as on a board */
};

/* Finds it out from the board of a position; the caller frees `values`. */
enum search_end possible_find(struct possible *, const struct model *,
                              const unsigned char *board, const struct search_limits *,
                              struct search_progress *);

/* The cell of a part of a move that lies with its first cell at this row and column; -1: it is off
 * the board. */
static inline int32_t model_part_cell(const struct model *m,
                                      const struct model_part *part, int32_t row,
                                      int32_t col)
{
    row += part->row;
    col += part->col;
    if (row < 0 || col < 0 || row >= m->rows || col >= m->cols) return -1;
    return row * m->cols + col;
}

/* Whether the cell may ever fit. */
bool possible_cell(const struct possible *, const struct model_cell *, int32_t cell);

/* Whether the move may ever be carried out there; a cell `at` has one of `kinds` in a layer, if it
 * is not -1. */
bool possible_move(const struct possible *, const struct model_move *, int32_t row,
                   int32_t col, int32_t at, int32_t layer, const struct kinds *);

#endif
