/*
 * In which order places are filled, so that no piece bars the way of a later one; and positions by
 * how far that has come (after Shoham and Schaeffer, "The FESS algorithm", 2020).
 *
 *     #####
 *     #321 <- from here      1 last, as it bars the way to 2 and 3
 *     #####
 *
 * The order is found from its end: of the places that are all filled, one that a piece can come to
 * past all others is filled last; then it is empty, and so on. A position belongs to a class: how
 * many of the places are filled in this order, and into how many parts the pieces divide the board.
 * Classes take turns, and in each the nearest position is expanded: so a search comes out of a
 * corner where it only seems to be near to the goal.
 */
#ifndef TESSERA_SEARCH_SOLVE_FILLING_H
#define TESSERA_SEARCH_SOLVE_FILLING_H

#include "clusters.h"

enum { FILLING_PARTS = 8, FILLING_CLASSES = (ASSIGNMENT_MOST + 1) * FILLING_PARTS };

struct filling {
    struct clusters *k;
    int32_t places;
    int16_t order[ASSIGNMENT_MOST]; /* cells, in the order of filling */
    const uint16_t *between;        /* the ways of the pieces */
    struct flood all;               /* where the avatar comes without pieces */
    unsigned char *part;            /* for counting parts: by cell; cells */
    int32_t *list;
    struct queue queue[FILLING_CLASSES]; /* by class */
    int32_t turn;                        /* the class that was asked last */
};

/* Whether there is such an order; *end: what ended that. `board`: the root's. */
bool filling_start(struct filling *, struct clusters *, const struct rating *,
                   const unsigned char *board, enum search_end *end);

/* Lets a position wait in its class. False if there is no memory. */
bool filling_put(struct filling *, const unsigned char *board, int32_t number,
                 int64_t rest, int32_t depth);

/* The next one of the next class, or QUEUE_EMPTY. */
int32_t filling_take(struct filling *);

#endif
