/*
 * The Tower (University of Aizu Programming Contest 2011, problem L): push, pull and
 * climb blocks to reach the goal block.
 *
 * The board has a border, so that no rule must check where the tower ends: row 0 is the
 * floor, column 0 and row rows + 1 are spaces (the column after the last one is column 0
 * of the next row). Row 1 is the bottom, column 1 the left. The number of cell (r, c) is
 * r * (columns + 1) + c.
 *
 *     . . . . . .     row 3 = rows + 1
 *     . # . G .       row 2
 *     . S # # .       row 1            columns = 3
 *     = = = = = =     row 0
 *
 * The board holds the blocks only; the player's cell is kept beside it. **Whether the
 * game is over, and how, is a function of the key.**
 */
#ifndef TESSERA_TOWER_H
#define TESSERA_TOWER_H

#include "game/game.h"
#include "base/grid.h"

/* The cells of a map, in the order in which messages list them. */
#define TOWER_CELLS "#IGCB.123S"
/* The cells that occur exactly once. */
#define TOWER_ONCE "SG"

enum { TOWER_SIDE_MIN = 3, TOWER_SIDE_MAX = 2000 };

/* MOVETO takes columns from -TOWER_COLUMN_FAR to TOWER_COLUMN_FAR, and refuses those that
 * the tower does not have. */
#define TOWER_COLUMN_FAR INT64_C(999999999999999)

struct tower {
    struct state block; /* shape: rows, columns */
    int32_t stride;     /* columns + 1 */
    uint32_t cells;     /* how many, with the border */
    uint32_t loose;     /* offset of the second worklist */
    /* key */
    int32_t player;       /* the player's cell */
    int32_t goal;         /* the cell where the goal block stood at first */
    unsigned char cell[]; /* a block's letter, '.' or the floor's '=' */
    /* rest: struct tower_rest; scratch: two cellsets, doomed and loose */
};

enum tower_verb {
    TOWER_MOVETO, /* to a column */
    TOWER_CLIMB,  /* from here on to a side: -1 left, 1 right */
    TOWER_GETDOWN,
    TOWER_PUSH,
    TOWER_PULL,
};

/* Puts a map on a new tower of the same size. Returns NULL, or an error message (an
 * unknown cell, not exactly one S and one G). */
const char *tower_start(struct tower *, const struct grid *map);

/* The action of a verb: `where` is a column for MOVETO, else a side. */
action tower_action(enum tower_verb, int64_t where);

/* Whether nothing would move by itself; false only before the first command. */
bool tower_at_rest(const struct tower *);

/* Commands carried out so far. */
int64_t tower_moves(const struct tower *);

extern const struct game tower_game;

#endif
