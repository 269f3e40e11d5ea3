/*
 * The region of an avatar: the cells that it comes to and back while nothing else changes.
 * Positions that differ only in where in it the avatar is are one position, with the avatar on
 * its first cell.
 *
 *     #######      #######
 *     #@  $ #      #  @$ #     the same position: steps lead from each to the other
 *     #######      #######
 *
 * It holds for steps of any kind, as no step is turned around: a cell from which no way leads
 * back is of another region.
 */
#ifndef TESSERA_SEARCH_SOLVE_REGIONS_H
#define TESSERA_SEARCH_SOLVE_REGIONS_H

#include "steps.h"

/* Something that may be done in a region. */
struct choice {
    int32_t cell;  /* where the avatar is before it */
    int32_t index; /* of the action */
    int32_t to;    /* a step to a cell from which no way leads back; or -1 */
    int32_t deed;  /* or this */
};

enum { FLOOD_REACHES = 1, FLOOD_RETURNS = 2 };

/* Where the avatar gets to. */
struct flood {
    int32_t *cell; /* in the order of their distances */
    int32_t count;
    int32_t *from;       /* by cell: the one before it */
    int32_t *far;        /* by cell: so many steps from the first one */
    unsigned char *by;   /* by cell: the index of the action that leads there */
    unsigned char *back; /* by cell: FLOOD_REACHES; and where a way leads back */
    struct step *step;   /* by cell: what the actions do there */
    int32_t first;       /* the least cell with a way back */
    struct choice *choice;
    int32_t choices;
};

/* Makes the arrays of a flood. False if there is no memory. */
bool flood_start(struct flood *, const struct steps *);

/* Floods the region of the avatar. */
enum search_end flood_from(struct flood *, struct steps *, const unsigned char *board,
                           int32_t avatar);

/* Whether the avatar comes to a cell and back. */
static inline bool flood_returns(const struct flood *f, int32_t cell)
{
    return (f->back[cell] & FLOOD_RETURNS) != 0;
}

/* Lists what else may be done in it, the nearest first. */
void flood_choices(struct flood *, const struct steps *);

#endif
