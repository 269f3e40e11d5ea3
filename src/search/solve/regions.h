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
 *
 * **A step is played once:** what it does depends on the cells near the avatar alone (model->reach),
 * and is remembered by them.
 */
#ifndef TESSERA_SEARCH_SOLVE_REGIONS_H
#define TESSERA_SEARCH_SOLVE_REGIONS_H

#include "game/model.h"
#include "search/successors.h"

enum { REGION_ACTIONS = 8 };

/* Something else than a step that may be done in a region. */
struct deed {
    int32_t cell;  /* where the avatar is before it */
    int32_t to;    /* a step to a cell from which no way leads back; or -1 */
    int32_t index; /* of the action */
};

/* Where the avatar gets to. */
struct flood {
    int32_t *cell; /* in the order of their distances */
    int32_t count;
    int32_t *from;       /* by cell: the one before it */
    unsigned char *by;   /* by cell: the index of the action that leads there */
    unsigned char *back; /* by cell: it was reached; and a way leads back */
    int16_t *step;       /* by cell and action: the cell where that leads, or below 0 */
    struct deed *deed;
    int32_t deeds;
    int32_t first; /* the least cell with a way back */
};

struct step;

struct regions {
    struct successors *x;
    const struct model *m;
    int32_t layer; /* of the avatar */
    unsigned char value;
    int32_t actions;
    action action[REGION_ACTIONS];
    struct step *step; /* a hash table */
    uint64_t steps, room;
    struct step *last;     /* by cell: the step that was looked up there last */
    uint64_t *near;        /* by cell: a hash of the cells near it, without the avatar */
    unsigned char *basis;  /* the board for which that is */
    unsigned char *read;   /* a buffer for a board */
    struct state *at, *to; /* buffers */
};

/* Whether regions can be told in this game; *end: what ended that. */
bool regions_start(struct regions *, struct successors *, const struct model *,
                   const unsigned char *board, enum search_end *end);

/* Makes the arrays of a flood. False if there is no memory. */
bool regions_flood_start(const struct regions *, struct flood *);

/* Where the avatar is, or -1. */
int32_t regions_avatar(const struct regions *, const unsigned char *board);

/* Puts the avatar on another cell. */
void regions_put(const struct regions *, struct state *, int32_t from, int32_t to);

/* Floods the region of the avatar in a state, whose board is given. */
enum search_end regions_flood(struct regions *, struct flood *, const struct state *,
                              const unsigned char *board);

/* Lists what else may be done in a flooded region, the nearest first. */
void regions_list_deeds(const struct regions *, struct flood *);

#endif
