/*
 * The planes of a board from the cells of a state, for observe.c: cells that are bytes are compared 16
 * at once, cells that are bits are turned 8 x 8 at once.
 */
#ifndef TESSERA_BATCH_PLANES_OF_H
#define TESSERA_BATCH_PLANES_OF_H

#include "observe.h"

/* How many bytes behind a plane in the caller's own room may be written; so many cells are compared at
 * once. */
enum { PLANES_OF_SPARE = 16 };

/* The cells of a layer row by row, padded with 0: in the state, or copied into `room`. */
const unsigned char *planes_of_bytes(const struct observe *, const struct board_plane *,
                                     const void *state, unsigned char *room);

/* Which of n cells have a kind: planes for so many kinds, one behind the other; the value of each stands
 * PLANES_OF_SPARE times. */
void planes_of_kinds(const unsigned char *cells, const unsigned char *values,
                     int32_t kinds, unsigned char *out, size_t n);

/* Planes for so many kinds of BOARD_COLUMNS, one behind the other; and one of BOARD_ROWS or BOARD_PLACE.
 * Up to 8 bytes behind each may be written, but none from `end` on. */
void planes_of_columns(const struct observe *, const struct board_plane *, int32_t kinds,
                       const void *state, unsigned char *out, const unsigned char *end);
void planes_of_bits(const struct observe *, const struct board_plane *, const void *state,
                    unsigned char *out, const unsigned char *end);

/* n bytes that are 0 or not as bits. */
void planes_of_packed(const unsigned char *cells, size_t n, unsigned char *out);

#endif
