/*
 * Parts of a line are made cheaper one by one: a window goes along it, and from the position at its
 * begin the one at its end is sought at less cost.
 *
 *     o - o - o - o - o - o - o - o - o      a line, by its deeds
 *         |           |
 *         window          the next one begins in its middle
 *
 * How far a position is from the window's end is bounded by the single ways of the pieces.
 */
#ifndef TESSERA_SEARCH_SOLVE_WINDOWS_H
#define TESSERA_SEARCH_SOLVE_WINDOWS_H

#include "cheapest.h"

struct window {
    const struct clusters *k;
    const uint16_t *between;  /* the ways of the pieces */
    struct state *at, *until; /* the positions at its begin and its end */
    unsigned char *board;     /* of its end */
    int32_t avatar;           /* there */
    int32_t places;
    int16_t place[ASSIGNMENT_MOST]; /* the pieces there */
};

/* How far a position is from the window's end. */
void window_rate(const struct window *, const unsigned char *board, struct rated *);

/* Goes along the line of s->solve with windows of so many deeds, each of which may make so many
 * successors; it ends when `until` are made. */
enum search_end windows_go(struct solver *, int32_t deeds, int64_t each, int64_t until);

#endif
