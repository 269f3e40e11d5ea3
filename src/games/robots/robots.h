/*
 * Robots (East Central North America 2001): keep away from the robots until they have
 * destroyed each other.
 *
 * The board has a border, so that no rule asks where it ends: the rows 0 and rows + 1 and
 * the column 0 are walls (the column after the last one is column 0 of the next row). Row
 * 1 is on top, column 1 on the left. Cell (r, c) has the number r * (columns + 1) + c.
 *
 *     # # # # # #     row 0
 *     # . + . . .     row 1
 *     # . . @ * .     row 2 = rows      columns = 5
 *     # # # # # # #   row 3
 *
 * The player stands beside the board: what is on his cell has caught him. So whether the
 * game is over, and how, is a function of the key. A dead robot leaves no trace but
 * debris.
 */
#ifndef TESSERA_ROBOTS_H
#define TESSERA_ROBOTS_H

#include "game/game.h"
#include "base/grid.h"

/* The cells of a map, in the order in which messages list them: the player, a robot,
 * debris, nothing. The player occurs exactly once. */
#define ROBOTS_CELLS "@+*."
#define ROBOTS_ONCE "@"

enum {
    ROBOTS_SIDE_MIN = 1,
    ROBOTS_SIDE_MAX = 1000,
    ROBOTS_TELEPORTS_MAX = 10000,
};

struct robots {
    struct state block; /* shape: rows, columns, robots at the start, teleports */
    int32_t stride;     /* columns + 1 */
    int32_t cells;      /* how many with the border */
    uint32_t cell;      /* offset of the board: a byte for each cell */
    uint32_t robot;     /* offset of the list of robots: struct spot */
    uint32_t jump;      /* offset of the teleports taken: struct robots_jump */
    uint32_t around;    /* offset of the second part of the scratch */
    /* key */
    int32_t player;     /* his cell */
    int32_t teleport[]; /* the list in its order: a cell, or ~cell once it is used */
    /* key: the board; rest: struct robots_rest, the robots that are left in the order of
     * their cells, then zeros; the teleports taken, then zeros; scratch: see
     * robots_rules.h */
};

/* A teleport that was taken. */
struct robots_jump {
    int64_t move;  /* the number of the move, from 1 */
    int32_t entry; /* of the list, from 0 */
    int32_t unused;
};

struct robots_counts {
    int64_t moves;                  /* made so far */
    int32_t robots, debris;         /* that are left; cells with debris */
    int32_t row, col;               /* the player's, from 1 */
    int32_t taken;                  /* teleports */
    const struct robots_jump *jump; /* these, in the order of the moves */
};

/* ---- making a position ---- */

/* A new state is an empty board without a player, with room for as many robots and teleports
 * as its shape says. He and the robots are put on it, the teleports are set, and robots_derive
 * makes it a position. */

/* Puts '@', '+' or '*' on a cell of the board; false if the cell is not empty. */
bool robots_put(struct robots *, int what, int32_t row, int32_t col);

/* Puts a whole map on an empty board of its size. Returns NULL, or what is wrong with it
 * (a cell it does not know, not exactly one player). */
const char *robots_put_map(struct robots *, const struct grid *map);

/* Entry i, from 0, of the teleport list is this cell of the board. */
void robots_set_teleport(struct robots *, int32_t i, int32_t row, int32_t col);

/* Lists and counts what is on the board. False if there are more robots than there is room. */
bool robots_derive(struct robots *);

/* ---- playing ---- */

/* The nine walks in the order of the strategy's preference: NW N NE W STAY E SW S SE. */
enum { ROBOTS_STAY = 4, ROBOTS_WALKS = 9, ROBOTS_NO_ACTION = -1 };

/* The action of teleporting to any cell, on the board or not: rows and columns of 0 ..
 * ROBOTS_FAR. */
enum { ROBOTS_FAR = 999999 };
action robots_teleport(int32_t row, int32_t col);

/* Lets the player act, then the robots (rules 1 to 6). The player may also make moves that
 * lose, and teleport to any empty cell of which there is an unused entry, also where he
 * could walk. Costs what there are robots. */
enum applied robots_apply(const struct game *, void *state, action, struct report *);

/* The action that the strategy takes (rules 1 to 4), or ROBOTS_NO_ACTION after the game.
 * Costs what there are robots and teleports; the state is the same afterwards. */
action robots_choose(struct robots *);

/* Plays the strategy, at most max moves of it. Returns how many. */
int64_t robots_play(struct robots *, int64_t max);

/* ---- looking ---- */

/* NULL while the game runs; "Won", "Lost". */
const char *robots_outcome(const struct game *, const void *state);

struct robots_counts robots_counts(const struct robots *);

/* Where walk k, of 0 .. ROBOTS_WALKS - 1, leads to; false if the rules do not allow it. */
bool robots_walk(const struct robots *, int k, int32_t *row, int32_t *col);

/* Robot i, from 0, of those that are left: rows from the top, in a row from the left. */
void robots_place(const struct robots *, int32_t i, int32_t *row, int32_t *col);

/* Entry i, from 0, of the teleport list. Returns whether it is used. */
bool robots_teleport_place(const struct robots *, int32_t i, int32_t *row, int32_t *col);

/* What is on a cell of the board: one of ROBOTS_CELLS; the player, also over what has
 * caught him. */
int robots_cell(const struct robots *, int32_t row, int32_t col);

extern const struct game robots_game;

#endif
