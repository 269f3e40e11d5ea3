/*
 * The cheapest way to give each of n pieces a place of its own (the Hungarian method: Kuhn, 1955,
 * and Munkres, 1957, with a shortest augmenting path for each piece).
 *
 *     assignment_make(&a)               of a.n pieces and places; a.sum
 *     assignment_move(&b, piece)        the same after one piece has moved, in n * n steps
 *
 * A piece without distances, or a place below zero, stands for one that is left over: it costs
 * nothing.
 */
#ifndef TESSERA_SEARCH_SOLVE_ASSIGNMENT_H
#define TESSERA_SEARCH_SOLVE_ASSIGNMENT_H

#include "distances.h"

enum { ASSIGNMENT_MOST = 64, ASSIGNMENT_NEVER = 1 << 20 };

struct assignment {
    int32_t n;
    int32_t sum;                            /* ASSIGNMENT_NEVER or more: there is none */
    const uint16_t *piece[ASSIGNMENT_MOST]; /* by place: how far it is; or NULL */
    int32_t place[ASSIGNMENT_MOST];         /* as the index of that, or below 0 */
    int16_t of[ASSIGNMENT_MOST];            /* by place: the piece */
    int32_t row[ASSIGNMENT_MOST], column[ASSIGNMENT_MOST]; /* the dual prices */
};

void assignment_make(struct assignment *);
void assignment_move(struct assignment *, int32_t piece);

#endif
