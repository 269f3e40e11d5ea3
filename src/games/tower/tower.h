/*
 * The Tower (University of Aizu Programming Contest 2011, problem L): push, pull and
 * climb blocks to reach the goal block.
 *
 * The board has a border, so that no rule asks where the tower ends: row 0 is the floor,
 * the columns 0 and row rows + 1 are spaces (the column after the last one is column 0 of
 * the next row). Row 1 is the bottom, column 1 the left. Cell (r, c) has the number
 * r * (columns + 1) + c.
 *
 *     . . . . . .     row 3 = rows + 1
 *     . # . G .       row 2
 *     . S # # .       row 1            columns = 3
 *     = = = = = =     row 0
 *
 * Blocks lie where they can be drawn; the player is no block and is kept beside the
 * board. Whether the game is over, and how, is a function of the key.
 */
#ifndef TESSERA_TOWER_H
#define TESSERA_TOWER_H

#include "game/game.h"
#include "base/grid.h"

/* The cells of a map, in the order in which messages list them. */
#define TOWER_CELLS "#IGCB.123S"
/* Those that occur exactly once. */
#define TOWER_ONCE "SG"

enum { TOWER_SIDE_MIN = 3, TOWER_SIDE_MAX = 2000 };

/* The farthest column that MOVETO may name, to both sides; what is no column of the
 * tower is refused. */
#define TOWER_COLUMN_FAR INT64_C(999999999999999)

struct tower {
    struct state block; /* shape: rows, columns */
    int32_t stride;     /* columns + 1 */
    uint32_t cells;     /* how many with the border */
    uint32_t loose;     /* offset of the second worklist */
    /* key */
    int32_t player;       /* his cell */
    int32_t goal;         /* the cell where the goal block stood at first */
    unsigned char cell[]; /* a block's letter, '.' or the floor's '=' */
    /* rest: struct tower_rest; scratch: two cellsets, doomed and loose */
};

enum tower_verb {
    TOWER_MOVETO, /* to a column */
    TOWER_CLIMB,  /* and the others to a side: -1 left, 1 right */
    TOWER_GETDOWN,
    TOWER_PUSH,
    TOWER_PULL,
};

/* Puts a map on a new tower of its size. Returns NULL, or what is wrong with the map (a
 * cell it does not know, not exactly one S and one G). */
const char *tower_start(struct tower *, const struct grid *map);

/* The action "verb where": for MOVETO a column up to TOWER_COLUMN_FAR, else a side. */
action tower_action(enum tower_verb, int64_t where);

/* Nothing would move by itself; false only before the first command. */
bool tower_at_rest(const struct tower *);

/* Commands carried out so far. */
int64_t tower_moves(const struct tower *);

extern const struct game tower_game;

#endif
