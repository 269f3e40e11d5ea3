/*
 * How far a position seems to be from the goal, by the model's terms.
 *
 *     rating_set(&r, board)          the position that is expanded
 *     rating_of(&r, board, &rated)   one that follows: by the cells in which they differ
 *
 *     all box on target    each box is given a target of its own; the sum of their ways
 *     some player on exit  the way of the nearest one
 *     no lit               how many there are
 *
 * Of several ways to reach the goal the nearest one counts.
 */
#ifndef TESSERA_SEARCH_SOLVE_RATING_H
#define TESSERA_SEARCH_SOLVE_RATING_H

#include "assignment.h"
#include "search/successors.h"

enum { RATING_TERMS = 24, RATING_CHANGES = 32, RATING_ACTORS = 8 };

/* What may become of a position: a goal, for all that is known; none, it seems; none, that is
 * proven. */
enum hope { HOPE, HOPE_FAINT, HOPE_NONE };

struct rated {
    int64_t rest;   /* the sum of the ways; 0: all terms hold, or nothing is known */
    int64_t simple; /* the same by rows and columns to the nearest place alone */
    /* So many actions that move pieces at least, whatever else they do; 0: it is not known. */
    int64_t bound;
    int32_t open; /* how many cells the terms still ask for */
    int32_t walk; /* rows and columns from who acts to the nearest piece asked for */
    enum hope hope;
    int32_t term, cell; /* without hope: the term; of a piece without a way, or -1 */
};

struct rating_term;

struct rating {
    const struct model *m;
    const struct search_limits *limits;
    int32_t goals, terms, cells;
    int32_t first[RATING_TERMS + 1]; /* by goal: its first term */
    struct rating_term *term;
    struct possible possible;
    unsigned char *board;                 /* that was set last */
    int32_t *others;                      /* a list of cells, as many as there are */
    int32_t actor[RATING_ACTORS], actors; /* the cells of those who act, if it walks */
    int32_t set_actor[RATING_ACTORS],
        set_actors; /* the same of the board that was set last */
    bool begun;     /* some board was set */
    bool exact;     /* the terms decide */
    bool avatar;    /* some term asks for the avatar */
    bool walks;     /* it counts how far who acts is from the pieces */
};

/* Reads the terms, and finds the ways of their pieces. With `m` NULL all positions rate alike.
 * (rating_start.c) */
enum search_end rating_start(struct rating *, const struct model *, struct successors *,
                             const unsigned char *board);

/* Finds those who act on a board. (rating_walk.c) */
void rating_find_actors(struct rating *, const unsigned char *board);

/* The same on a board that differs in these cells from the one that was set last. (rating_walk.c) */
void rating_change_actors(struct rating *, const unsigned char *board,
                          const int32_t *changed, int32_t n);

/* How far they are from the pieces that a term asks for, whose bits are those of that board; 0: it
 * asks for none, or it is not counted. (rating_walk.c) */
int32_t rating_walk(const struct rating *, const struct rating_term *, int32_t open);

void rating_set(struct rating *, const unsigned char *board);
void rating_of(struct rating *, const unsigned char *board, struct rated *);

#endif
