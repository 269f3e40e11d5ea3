/*
 * What the rules of many games ask of a grid: finding kinds of cells, regions and runs,
 * falling, pushing, turning. Rules written in Lua call these through src/bind/lgrid_*.c.
 */
#ifndef TESSERA_GRID_RULES_H
#define TESSERA_GRID_RULES_H

#include "grid.h"

/* ---- kinds of cells ---- */

/* A set of values of cells. */
struct kinds {
    uint64_t bits[4];
};

static inline bool kinds_has(const struct kinds *k, int value)
{
    return k->bits[value >> 6 & 3] >> (value & 63) & 1;
}

static inline void kinds_add(struct kinds *k, int value)
{
    k->bits[value >> 6 & 3] |= UINT64_C(1) << (value & 63);
}

static inline struct kinds kinds_all_but(const struct kinds *k)
{
    return (struct kinds){{~k->bits[0], ~k->bits[1], ~k->bits[2], ~k->bits[3]}};
}

static inline struct kinds kinds_of(int value)
{
    struct kinds k = {{0, 0, 0, 0}};
    kinds_add(&k, value);
    return k;
}

/* ---- directions and places ---- */

/* The first four share a side with the cell, the others a corner. */
enum direction {
    GRID_UP,
    GRID_DOWN,
    GRID_LEFT,
    GRID_RIGHT,
    GRID_UP_LEFT,
    GRID_UP_RIGHT,
    GRID_DOWN_LEFT,
    GRID_DOWN_RIGHT,
    GRID_DIRECTIONS
};

extern const char
    *const direction_names[GRID_DIRECTIONS + 1]; /* "up-left"; NULL at the end */
extern const int direction_rows[GRID_DIRECTIONS], direction_cols[GRID_DIRECTIONS];

/* A cell; row and column count from 0. */
struct place {
    int32_t row, col;
};

static inline bool grid_inside(const struct grid *g, struct place p)
{
    return p.row >= 0 && p.row < g->rows && p.col >= 0 && p.col < g->cols;
}

static inline unsigned char *grid_at(const struct grid *g, struct place p)
{
    return grid_row(g, p.row) + p.col;
}

static inline struct place place_step(struct place p, enum direction d)
{
    return (struct place){p.row + direction_rows[d], p.col + direction_cols[d]};
}

/* ---- questions (grid_query.c) ---- */

/* How many cells are of these kinds. */
int32_t grid_count(const struct grid *, const struct kinds *);

/* The first cell of these kinds in reading order from *at on; false if there is none. */
bool grid_find(const struct grid *, const struct kinds *, struct place *at);

/* How many cells from `at` on in this direction have the value of the first one. */
int32_t grid_run(const struct grid *, struct place at, enum direction);

/* The longest run of equal cells through `at`, in the two directions of each of the first `axes` of
 * these: across, up and down, and the two diagonals. Its length. */
int32_t grid_line_at(const struct grid *, struct place at, int axes);

/* The first cell from `at` on, itself not counted, that is not of these kinds; false at
 * the border, and then *at is outside of the grid. *steps: how far that is. */
bool grid_ray(const struct grid *, const struct kinds *through, enum direction,
              struct place *at, int32_t *steps);

/* The cells of these kinds that hang together, side by side, with *at, which is one of
 * them: marks each with 1 in `marks` (rows * cols bytes, those of no marked cell 0) and
 * lists them in `list` (room for all cells). Returns how many. */
int32_t grid_region(const struct grid *, const struct kinds *, struct place at,
                    unsigned char *marks, struct place *list);

/* ---- moving (grid_move.c) ---- */

/* Lets every cell of the movable kinds fall in one of the first four directions over cells
 * of value `empty`; the others stay and block. Returns how many moved. */
int32_t grid_fall(const struct grid *, enum direction, const struct kinds *movable,
                  int empty);

/* Lets a cell of this value fall into a column from above, onto the first cell that is not
 * `empty`. The row where it comes to rest, or -1 if the column is full. */
int32_t grid_drop(const struct grid *, int32_t col, int value, int empty);

/* What equal cells become when they join: `next[value]`, 0 for those that do not join, and what
 * that is worth. */
struct joins {
    unsigned char next[256];
    int64_t worth[256];
};

/* Moves all cells that are not `empty` in one of the first four directions as far as they go; two
 * equal ones that meet join, no cell twice. Returns how many moved or joined; *worth grows by what
 * was made. (The rule of 2048.) */
int32_t grid_squash(const struct grid *, enum direction, const struct joins *, int empty,
                    int64_t *worth);

/* Moves the row of movable cells that begins at `at` one step into an empty cell. Returns
 * how many were moved, or 0 if there is no empty cell behind them. */
int32_t grid_push(const struct grid *, struct place at, enum direction,
                  const struct kinds *movable, int empty);

/* Moves the cell as far as there are empty cells. Returns where it comes to rest. */
struct place grid_slide(const struct grid *, struct place at, enum direction, int empty);

/* Turned clockwise by a quarter `turns` times (0..3) into a grid of the fitting size. */
void grid_rotate(const struct grid *to, const struct grid *from, int turns);

/* Moves the cells of a line of n, `step` bytes apart, by `by` cells towards its end; those that
 * leave it come in again at its beginning. */
void grid_shift(unsigned char *first, ptrdiff_t step, int32_t n, int32_t by);

#endif
