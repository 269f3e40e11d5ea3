/*
 * What the files of the solver share: the positions, the queues that choose the next one, and
 * what is expanded.
 *
 *     solver_expand            expand.c: lists what follows from a position ...
 *       -> solver_meet         ... in x->to: is it a goal? met before? how far from the goal?
 *         -> queues            ... by that it waits in each of them
 *
 * **A strand (strand.h) expands a position once, whichever of its queues brings it up;** the one
 * that goes by the order in which they were met forgets none. So a search that ends without a goal
 * has seen them all, unless something that was not proven was cut.
 */
#ifndef TESSERA_SEARCH_SOLVE_SOLVER_H
#define TESSERA_SEARCH_SOLVE_SOLVER_H

#include "backward.h"
#include "breadth.h"
#include "regions.h"
#include "solve.h"
#include "strand.h"

struct solver {
    struct successors *x;
    struct solve *solve;
    struct model model;
    const struct model *m; /* NULL: there is none */
    struct rating rating;
    struct strand strand; /* from the root */
    struct steps steps;
    struct flood flood,
        other; /* of the position that is expanded, and of one that follows */
    struct clusters clusters;
    struct backward *backward; /* a strand from the goals; or NULL */
    bool backed;               /* it was tried to begin that */
    bool clustered;            /* clusters can be told to be lost */
    bool by_region;            /* positions are told apart by regions */
    /* Boards, as the model reads them: of a position; of the one in x->from; a buffer. */
    unsigned char *board, *here, *had;
    int32_t expanded; /* the position in x->from */
    bool waited;      /* it has waited in the queues, so its novelty was asked */
    int32_t open;     /* then: how many cells it asks for; else -1 */
    int32_t found;    /* a goal, or NOT_FOUND */
    int32_t method;   /* the queue that brought up the position before it */

    struct breadth *breadth;   /* what goes on beside; or NULL */
    int64_t work;              /* what the solver has done, by successors of `breadth` */
    struct search_limits few;  /* of a first search, breadth first */
    struct cheapest *cheapest; /* positions are met by cost (cheapest.h); or NULL */
    bool deed; /* then: what is met next follows by a deed, not by a step of the avatar */
    int32_t steps_before;  /* and so many steps come before that, if these cost */
    bool walks;            /* they do: positions are no regions, but lie between deeds */
    bool plain;            /* no regions are told */
    struct window *window; /* a position on a line is sought (windows.h); or NULL */
};

/* Whether positions that are proven to be lost are kept. */
static inline bool solver_keeps(const struct solver *s)
{
    return (s->solve->without & SOLVE_NO_LOST) != 0;
}

/* Meets the position in x->to, which follows from s->expanded; its rating, or NULL. */
enum search_end solver_meet(struct solver *, const struct rated *);

/* Looks at the model, if there is one, and meets the root. */
enum search_end solver_begin(struct solver *);

/* Looks at a new position: whether it is a goal, and else when it is to be expanded. */
enum search_end solver_judge(struct solver *, int32_t number, const struct state *,
                             const struct rated *);

/* Lists what follows from the position in x->from, and meets all of it. (expand.c) */
enum search_end solver_expand(struct solver *, int32_t number);

/* Makes a state one of its region, if it runs on: with the avatar on the first cell. */
enum search_end solver_settle(struct solver *, struct state *);

/* Writes why a position is lost. (why.c) */
void solver_tell_why(const struct solver *, const struct rated *,
                     const unsigned char *board);

/* Shortens the line, by trying at most so many successors. A limit of the search ends it; then the
 * line is still one. (shorten.c) */
enum search_end solver_shorten(struct solver *, int64_t successors);

/* Looks for cheaper lines, where walks cost actions as deeds do: by windows for about so many
 * successors, and as long from the root. A limit of the search ends it, too. (cheaper.c) */
enum search_end solver_cheapen(struct solver *, int64_t successors);

/* Rates the position on a board, which follows from s->expanded. */
void solver_rate(struct solver *, const unsigned char *board, struct rated *);

/* Writes the line to s->found, and plays it. *played: it leads to the goal. (line.c) */
enum search_end solver_write(struct solver *, bool *played);

/* What the counter has grown by, from one state to another; -1: it has shrunk. (line.c) */
int64_t solver_grown(const struct solve *, const struct state *from,
                     const struct state *to);

/* Sets what the line costs, by playing it. (line.c) */
enum search_end solver_add_up(const struct solver *);

#endif
