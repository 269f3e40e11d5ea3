/*
 * Saving and loading of any game's state as text, by its `fields` function:
 *
 *     tessera tower 1          the format and its version
 *     rows 3                   the shape
 *     columns 8
 *     moves 12                 the fields, by name, in the game's order
 *     map                      cells as rows, the top row first
 *     ........
 *
 * `fields` names each field once, for saving and for loading. Loading checks its input:
 * each number has a range, each cell an alphabet, and then the game's `check` judges the
 * whole.
 */
#ifndef TESSERA_SAVE_H
#define TESSERA_SAVE_H

#include "game.h"
#include "base/grid.h"
#include "base/reader.h"

struct archive {
    struct text *out;  /* where to save to, or NULL */
    struct reader *in; /* where to load from, or NULL */
};

/* A named integer. Loading checks that it is in min .. max; on and after a fault of the
 * reader, *value becomes min. */
void archive_integer(struct archive *, const char *name, int64_t *value, int64_t min,
                     int64_t max);

/* The same for the narrower types that blocks hold. */
void archive_int32(struct archive *, const char *name, int32_t *value, int32_t min,
                   int32_t max);

/* Any 64 bits, such as the state of the random numbers; saved as a signed integer. */
void archive_bits(struct archive *, const char *name, uint64_t *value);

/* The place of a cell, saved as a row and a column, both from 1. *cell = row * stride +
 * column. */
void archive_place(struct archive *, const char *row_name, const char *col_name,
                   const void *state, int32_t stride, int32_t *cell);

/* A named block of cells; the alphabet lists the characters that may occur. */
void archive_cells(struct archive *, const char *name, const struct grid *,
                   const char *alphabet);

/* Writes the whole state. */
void save_state(const struct game *, const void *state, struct text *);

/* Loading, first step: reads the shape, so that the caller can make room for the state.
 * False on a fault of the reader. */
bool load_shape(const struct game *, struct reader *, int32_t *shape);

/* Loading, second step: fills `state`, game->size(shape) zero bytes. False on a fault of
 * the reader; then the state must not be used. */
bool load_fields(const struct game *, struct reader *, const int32_t *shape, void *state);

#endif
