/*
 * What the two files of ratings share: a term, and its bits for every cell. It counts, and it fits
 * what the term asks for. One side may move, the pieces; the other one stays, the places.
 */
#ifndef TESSERA_SEARCH_SOLVE_RATING_TERM_H
#define TESSERA_SEARCH_SOLVE_RATING_TERM_H

#include "rating.h"

enum { COUNTS = 1, FITS = 2, BOTH = 3 };

enum how { BY_COUNT, BY_WAY, BY_PAIRS };

struct rating_term {
    const struct model_term *term;
    enum how how;
    unsigned char piece, place; /* the bit of each side, or 0 */
    bool loose;                 /* the places may move, too */
    bool never;                 /* it cannot hold, whatever is done */
    struct distances distances;
    unsigned char *bits;
    uint16_t *near;  /* by cell: rows and columns to the nearest place */
    int16_t *number; /* by cell: of the piece there */
    int64_t simple;  /* the sum of `near` of the pieces */
    int32_t counts, both;
    struct rated rated;
    struct assignment pairs;
};

/* Whether the cell is one of the term's places. */
static inline bool rating_is_place(const struct model_term *t, int32_t cell)
{
    return t->places == NULL || (t->places[cell / 64] >> (cell % 64) & 1);
}

/* The bits of a cell. Where pieces have to come to a place, the term's `places` belong to that. */
unsigned char rating_bits(const struct rating *, const struct rating_term *,
                          const unsigned char *board, int32_t cell);

static inline int32_t rows_and_columns(const struct model *m, int32_t a, int32_t b)
{
    const int32_t rows = a / m->cols - b / m->cols, cols = a % m->cols - b % m->cols;
    return (rows < 0 ? -rows : rows) + (cols < 0 ? -cols : cols);
}

#endif
