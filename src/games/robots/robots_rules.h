/*
 * What robots.c (the texts, the protocol), robots_board.c (the board), robots_rules.c (the
 * moves) and robots_strategy.c (the player's choice) share.
 */
#ifndef TESSERA_ROBOTS_RULES_H
#define TESSERA_ROBOTS_RULES_H

#include "robots.h"

enum { EMPTY = '.', ROBOT = '+', DEBRIS = '*', PLAYER = '@', WALL = '#' };

/* A row and a column: of the board, or a difference of two. */
struct spot {
    int32_t row, col;
};

struct robots_rest {
    int64_t moves;
    int32_t robots, debris; /* counted from the board */
    int32_t taken;          /* teleports */
    int32_t unused;
};

/* A robot as the strategy sees it. */
struct around {
    int32_t row, col; /* below the player, on his right */
    union {
        int32_t cell;     /* a near one's: where it is */
        int32_t distance; /* a far one's, after its step if he stayed */
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

/* Scratch, all zero between two actions: for each cell how many robots come to it. */
static inline unsigned char *arrivals_of(const struct robots *r)
{
    return (unsigned char *)((uintptr_t)r + r->block.scratch);
}

/* Scratch, all zero between two actions: as many as there were robots at the start. */
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

/* The steps of a walk. */
static inline struct spot walk_step(int k)
{
    static const struct spot steps[ROBOTS_WALKS] = {
        {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}, {1, 1},
    };
    return steps[k];
}

/* The parts of an action. */
static inline bool is_walk(action a)
{
    return a >= 0 && a < ROBOTS_WALKS;
}

bool robots_is_teleport(action);
void robots_target(action, int32_t *row, int32_t *col);

/* How a state is laid out: see struct game. */
size_t robots_size(const struct game *, const int32_t *shape);
void robots_init(const struct game *, void *state, const int32_t *shape);

/* Why an action is not carried out; a '@' in the words stands for "row R, column C". */
struct robots_refusal {
    const char *words;
    int32_t row, col;
};

/* Whether the rules allow the action, in a game that is not over; if not, why. */
bool robots_may(const struct robots *, action, struct robots_refusal *);

/* Lets the player make a move that he may make, and then the robots. */
void robots_carry_out(struct robots *, action, struct report *);

#endif
