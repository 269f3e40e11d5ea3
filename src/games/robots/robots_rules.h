/*
 * Shared by robots.c (texts, the protocol), robots_board.c (the state), robots_rules.c
 * (the moves) and robots_strategy.c (the player's choice).
 *
 *     header ... | player, teleports, board | moves ..., jumps, robots | arrivals, around |
 *                +-- key -------------------+-- rest ------------------+-- scratch -------+
 *
 * **The list of robots is sorted by cell,** so that equal positions have equal lists.
 * Robots are counted by cell in `arrivals`, and only near the player: evaluating the nine
 * walks costs time by robots, not by cells.
 */
#ifndef TESSERA_ROBOTS_RULES_H
#define TESSERA_ROBOTS_RULES_H

#include "robots.h"

enum { EMPTY = '.', ROBOT = '+', DEBRIS = '*', PLAYER = '@', WALL = '#' };

/* A place on the board, or the difference of two. */
struct spot {
    int32_t row, col;
};

struct robots_rest {
    int64_t moves;
    int32_t robots, debris; /* how many are on the board */
    int32_t taken;          /* teleports taken */
    int32_t unused;
};

/* A robot as the strategy sees it. */
struct around {
    int32_t row, col; /* rows below the player, columns to the right of the player */
    union {
        int32_t cell;     /* of a near robot: its cell */
        int32_t distance; /* of a far robot: after its step, if the player stays */
    };
    int32_t to; /* the cell it goes to */
};

static inline unsigned char *cells_of(const struct robots *r)
{
    return (unsigned char *)((uintptr_t)r + r->cell);
}

static inline struct robots_rest *rest_of(const struct robots *r)
{
    return (struct robots_rest *)((uintptr_t)r + r->block.rest);
}

static inline struct spot *robots_of(const struct robots *r)
{
    return (struct spot *)((uintptr_t)r + r->robot);
}

static inline struct robots_jump *jumps_of(const struct robots *r)
{
    return (struct robots_jump *)((uintptr_t)r + r->jump);
}

/* Scratch, all zero between two actions: how many robots come to each cell. */
static inline unsigned char *arrivals_of(const struct robots *r)
{
    return (unsigned char *)((uintptr_t)r + r->block.scratch);
}

/* Scratch, all zero between two actions: one for each robot of the start. */
static inline struct around *around_of(const struct robots *r)
{
    return (struct around *)((uintptr_t)r + r->around);
}

static inline int32_t started_of(const struct robots *r)
{
    return r->block.shape[2];
}

static inline int32_t teleports_of(const struct robots *r)
{
    return r->block.shape[3];
}

/* The board without its border. */
static inline struct grid board_of(const struct robots *r)
{
    return (struct grid){cells_of(r) + r->stride + 1, r->stride, rows_of(r), cols_of(r)};
}

static inline int32_t cell_at(const struct robots *r, struct spot s)
{
    return s.row * r->stride + s.col;
}

static inline struct spot spot_of(const struct robots *r, int32_t cell)
{
    return (struct spot){cell / r->stride, cell % r->stride};
}

static inline bool on_board(const struct robots *r, int32_t row, int32_t col)
{
    return row >= 1 && row <= rows_of(r) && col >= 1 && col <= cols_of(r);
}

static inline int32_t sign(int32_t n)
{
    return (n > 0) - (n < 0);
}

/* Rule 6. */
static inline bool is_lost(const struct robots *r)
{
    return cells_of(r)[r->player] != EMPTY;
}

static inline bool is_over(const struct robots *r)
{
    return is_lost(r) || rest_of(r)->robots == 0;
}

/* The step of walk k. */
static inline struct spot walk_step(int k)
{
    static const struct spot steps[ROBOTS_WALKS] = {
        {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}, {1, 1},
    };
    return steps[k];
}

/* The kinds of actions. */
static inline bool is_walk(action a)
{
    return a >= 0 && a < ROBOTS_WALKS;
}

bool robots_is_teleport(action);
void robots_target(action, int32_t *row, int32_t *col);

/* game->size and game->init. */
size_t robots_size(const struct game *, const int32_t *shape);
void robots_init(const struct game *, void *state, const int32_t *shape);

/* Why an action is refused. robots.c has the words. */
enum robots_reason {
    ROBOTS_OFF_BOARD,
    ROBOTS_ROBOT_THERE,
    ROBOTS_DEBRIS_THERE,
    ROBOTS_DEBRIS_AT_EDGE,
    ROBOTS_DEBRIS_BEHIND,
    ROBOTS_NO_TELEPORT,
    ROBOTS_THERE_ALREADY,
    ROBOTS_NO_SUCH_ACTION,
};

/* A reason, and the place that it is about, if there is one. */
struct robots_refusal {
    enum robots_reason reason;
    int32_t row, col;
};

/* Whether the rules allow the action, in a game that is not over; if
 * not, fills in why. */
bool robots_may(const struct robots *, action, struct robots_refusal *);

/* Carries out a move that the rules allow, then moves the robots. */
void robots_carry_out(struct robots *, action, struct report *);

#endif
