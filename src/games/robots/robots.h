/*
 * Robots (East Central North America 2001): keep away from the robots until they have
 * destroyed each other.
 *
 * The board has a border, so that no rule must check where it ends: rows 0 and rows + 1
 * and column 0 are walls (the column after the last one is column 0 of the next row). Row
 * 1 is the top, column 1 the left. The number of cell (r, c) is r * (columns + 1) + c.
 *
 *     # # # # # #     row 0
 *     # . + . . .     row 1
 *     # . . @ * .     row 2 = rows      columns = 5
 *     # # # # # # #   row 3
 *
 * The board holds robots and debris; the player's cell is kept beside it. If that cell is
 * not empty on the board, the player has been caught. **Whether the game is over, and
 * how, is a function of the key.**
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
    int32_t cells;      /* how many, with the border */
    uint32_t cell;      /* offset of the board: a byte for each cell */
    uint32_t robot;     /* offset of the list of robots: struct spot */
    uint32_t jump;      /* offset of the teleports taken: struct robots_jump */
    uint32_t around;    /* offset of the second part of the scratch */
    /* key */
    int32_t player;     /* the player's cell */
    int32_t teleport[]; /* the list of teleports: a cell, or ~cell once it is used */
    /* key: the board; rest: struct robots_rest, the robots left in the order of their
     * cells, then zeros; the teleports taken, then zeros; scratch: see robots_rules.h */
};

/* A teleport that was taken. */
struct robots_jump {
    int64_t move;  /* the number of the move, from 1 */
    int32_t entry; /* its index in the list, from 0 */
    int32_t unused;
};

struct robots_counts {
    int64_t moves;                  /* carried out so far */
    int32_t robots, debris;         /* robots left, cells with debris */
    int32_t row, col;               /* the player's place, from 1 */
    int32_t taken;                  /* how many teleports were taken */
    const struct robots_jump *jump; /* the teleports taken, in order */
};

/* ---- making a position ---- */

/* A new state is an empty board without a player, with room for the robots and teleports
 * of its shape. To make it a position, put the player and the robots on it, set the
 * teleports, then call robots_derive. */

/* Puts '@', '+' or '*' on a cell of the board; false if the cell is not empty. */
bool robots_put(struct robots *, int what, int32_t row, int32_t col);

/* Puts a map on an empty board of the same size. Returns NULL, or an error message (an
 * unknown cell, not exactly one player). */
const char *robots_put_map(struct robots *, const struct grid *map);

/* Sets entry i, from 0, of the list of teleports to a cell of the board. */
void robots_set_teleport(struct robots *, int32_t i, int32_t row, int32_t col);

/* Lists the robots and counts the debris on the board. False if there are
 * more robots than room. */
bool robots_derive(struct robots *);

/* ---- playing ---- */

/* The nine walks in the order of the strategy's preference: NW N NE W STAY E SW S SE. */
enum { ROBOTS_STAY = 4, ROBOTS_WALKS = 9, ROBOTS_NO_ACTION = -1 };

/* The action of teleporting to a cell, on the board or not; row and column are
 * in 0 .. ROBOTS_FAR. */
enum { ROBOTS_FAR = 999999 };
action robots_teleport(int32_t row, int32_t col);

/* Lets the player act, then the robots (rules 1 to 6). The player may also make moves
 * that lose, and may teleport to any empty cell that has an unused entry, even when walks
 * are possible. Takes time in proportion to the robots. */
enum applied robots_apply(const struct game *, void *state, action, struct report *);

/* The action that the strategy takes (rules 1 to 4), or ROBOTS_NO_ACTION
 * after the game. The state is the same afterwards. Takes time in proportion
 * to the robots and teleports. */
action robots_choose(struct robots *);

/* Plays at most max moves by the strategy. Returns how many. */
int64_t robots_play(struct robots *, int64_t max);

/* ---- looking ---- */

/* "Won", "Lost", or NULL while the game runs. */
const char *robots_outcome(const struct game *, const void *state);

struct robots_counts robots_counts(const struct robots *);

/* Writes where walk k, from 0, leads to. False if the rules do not allow it. */
bool robots_walk(const struct robots *, int k, int32_t *row, int32_t *col);

/* The place of robot i, from 0, of the robots left: by rows from the top,
 * then from the left. */
void robots_place(const struct robots *, int32_t i, int32_t *row, int32_t *col);

/* The place of entry i, from 0, of the list of teleports. Returns whether it is used. */
bool robots_teleport_place(const struct robots *, int32_t i, int32_t *row, int32_t *col);

/* The content of a cell of the board, one of ROBOTS_CELLS; on the player's cell the
 * player, also when caught. */
int robots_cell(const struct robots *, int32_t row, int32_t col);

extern const struct game robots_game;

#endif
