/*
 * What rules of many games ask of a grid and do to it: kinds of cells, regions, runs,
 * falling, pushing, turning, pieces of several cells. Rules written in Lua call it
 * through src/bind/grid/.
 *
 *     board    a a b     grid_region from (0, 0), kind a    marks  1 1 0     returns 3
 *              b a b                                               0 1 0
 *              . b a     grid_fall "down", all but '.'      the first column: . a b
 */
#ifndef TESSERA_GRID_RULES_H
#define TESSERA_GRID_RULES_H

#include "directions.h"
#include "grid.h"

/* ---- kinds of cells ---- */

/* A set of cell values 0 .. 255. */
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

static inline bool kinds_none(const struct kinds *k)
{
    return (k->bits[0] | k->bits[1] | k->bits[2] | k->bits[3]) == 0;
}

static inline int32_t kinds_count(const struct kinds *k)
{
    int32_t n = 0;
    for (int i = 0; i < 4; i++) n += __builtin_popcountll(k->bits[i]);
    return n;
}

static inline struct kinds kinds_both(const struct kinds *a, const struct kinds *b)
{
    return (struct kinds){{a->bits[0] & b->bits[0], a->bits[1] & b->bits[1],
                           a->bits[2] & b->bits[2], a->bits[3] & b->bits[3]}};
}

static inline struct kinds kinds_without(const struct kinds *a, const struct kinds *b)
{
    const struct kinds others = kinds_all_but(b);
    return kinds_both(a, &others);
}

/* Whether all of a are in b; whether some are. */
static inline bool kinds_within(const struct kinds *a, const struct kinds *b)
{
    const struct kinds rest = kinds_without(a, b);
    return kinds_none(&rest);
}

static inline bool kinds_meet(const struct kinds *a, const struct kinds *b)
{
    const struct kinds both = kinds_both(a, b);
    return !kinds_none(&both);
}

static inline bool kinds_same(const struct kinds *a, const struct kinds *b)
{
    return kinds_within(a, b) && kinds_within(b, a);
}

static inline void kinds_join(struct kinds *a, const struct kinds *b)
{
    for (int i = 0; i < 4; i++) a->bits[i] |= b->bits[i];
}

/* ---- places ---- */

static inline bool grid_inside(const struct grid *g, struct place p)
{
    return p.row >= 0 && p.row < g->rows && p.col >= 0 && p.col < g->cols;
}

static inline unsigned char *grid_at(const struct grid *g, struct place p)
{
    return grid_row(g, p.row) + p.col;
}

/* ---- questions (grid_query.c) ---- */

/* How many cells are of these kinds. */
int32_t grid_count(const struct grid *, const struct kinds *);

/* The first cell of these kinds in reading order from *at on; false if there is none. */
bool grid_find(const struct grid *, const struct kinds *, struct place *at);

/* The length of the run of equal cells that begins at `at` and goes in this direction. */
int32_t grid_run(const struct grid *, struct place at, enum direction);

/* The length of the longest run of equal cells through `at`, along one of the first
 * axes of these directions. */
int32_t grid_line_at(const struct grid *, struct place at, int along);

/* The connected region of cells of these kinds around `at`, which must be one of them.
 * Cells that share a side are connected, and those that lie in one of the other directions
 * of a set. Lists its cells in `list` (room for all cells of the grid) and sets their bytes
 * in `marks` to 1 (rows * cols bytes, row by row). A cell marked before is passed over.
 * Returns how many cells it listed. */
int32_t grid_region(const struct grid *, const struct kinds *, int directions,
                    struct place at, unsigned char *marks, struct place *list);

/* ---- ways (grid_distances.c) and sight (grid_visible.c) ---- */

/* These count steps and lengths in rows * cols numbers, row by row; -1: not reached. */

/* The numbers of steps from the nearest of the sources, the first so many places of `list`
 * (room for all cells of the grid), to every cell that can be reached in these directions over
 * cells of these kinds. The caller has set all distances to -1, those of the sources to 0.
 * `until`, if it is on the grid, may be of any kind; the search ends there. Returns whether it
 * came there. */
bool grid_distances(const struct grid *, const struct kinds *through, int directions,
                    int32_t *distance, struct place *list, int32_t sources,
                    struct place until);

/* The direction, the first of these, to the neighbour of the least distance, among those of
 * these kinds that are nearer than the cell itself; GRID_DIRECTIONS: there is none. From a
 * cell that was not reached every other one is nearer. */
enum direction grid_nearer(const struct grid *, const struct kinds *, int directions,
                           const int32_t *distance, struct place at);

/* How far the cells that are seen from `at` over cells not of these kinds are from it: the
 * lengths of straight lines, rounded down, of at most `radius`. The caller has set all to -1.
 * Of two cells that do not block, each sees the other or neither does. A cell that blocks is
 * seen, too. */
void grid_visible(const struct grid *, const struct kinds *blocking, struct place at,
                  int32_t radius, int32_t *distance, void *scratch);

/* The bytes of its scratch. */
size_t grid_visible_scratch(const struct grid *);

/* ---- moving (grid_move.c) ---- */

/* Lets every cell of the movable kinds fall in one of the first four directions over
 * cells of value `empty`; the others stay and block. Returns how many moved. */
int32_t grid_fall(const struct grid *, enum direction, const struct kinds *movable,
                  int empty);

/* Drops a cell of this value into a column from above, onto the first cell that is not
 * `empty`. Returns the row where it comes to rest, or -1 if the column is full. */
int32_t grid_drop(const struct grid *, int32_t col, int value, int empty);

/* Two cells of value v join to one of value next[v]; 0: they do not join. Making a cell
 * of value w by a join is worth worth[w]. */
struct joins {
    unsigned char next[256];
    int64_t worth[256];
};

/* The rule of 2048: moves all cells that are not `empty` as far as they go in one of the
 * first four directions. Two equal cells that meet join, each cell at most once. Returns
 * how many moved or joined; adds the worth of the joins to *worth. */
int32_t grid_squash(const struct grid *, enum direction, const struct joins *, int empty,
                    int64_t *worth);

/* Whether anything would move or join. */
bool grid_can_squash(const struct grid *, enum direction, const struct joins *,
                     int empty);

/* Pushes the line of movable cells that begins at `at` one step, into the empty cell
 * behind it. Returns how many moved, or 0 if the line ends at the border or at a cell
 * that cannot move. */
int32_t grid_push(const struct grid *, struct place at, enum direction,
                  const struct kinds *movable, int empty);

/* Moves a cell over empty cells until something stops it. Returns where it stops. */
struct place grid_slide(const struct grid *, struct place at, enum direction, int empty);

/* Copies `from`, turned clockwise by `turns` quarters (0 .. 3), into `to`, which has the
 * shape of the result. */
void grid_rotate(const struct grid *to, const struct grid *from, int turns);

/* ---- pieces of several cells (grid_piece.c) ---- */

/* Some cells of one value, in reading order. */
struct piece {
    int32_t count;
    int value;
    struct place cell[];
};

/* Whether all cells of the piece are on the grid and have its value. */
bool piece_is_there(const struct grid *, const struct piece *);

/* Whether each cell of the piece, moved by so many rows and columns, is on the grid, and there
 * is an empty cell or one of the piece's own. */
bool piece_fits(const struct grid *, const struct piece *, struct place by, int empty);

/* The piece around `at`: the cells of its value that hang together with it, `list` and `marks`
 * as in grid_region, without cells marked before. *steps: the directions, among the first four
 * and as bits, in which all of it has room for a step over empty cells. *lengthwise: those in
 * which it lies; left and right if it lies in one row, up and down if in one column. */
int32_t piece_around(const struct grid *, struct place at, int empty,
                     unsigned char *marks, struct place *list, unsigned *steps,
                     unsigned *lengthwise);

/* Moves a piece to where it fits. */
void piece_move(const struct grid *, struct piece *, struct place by, int empty);

/* The piece after a quarter turn to the right about its middle, moved onto the grid where it
 * would stand out of it. `turned` has room for as many cells. */
void piece_turn(const struct grid *, const struct piece *, struct piece *turned);

/* Puts the piece into the cells of another one of the same size, if each of them is on the
 * grid, and empty or the piece's own. Returns whether it did. */
bool piece_become(const struct grid *, struct piece *, const struct piece *other,
                  int empty);

/* Sorts the cells of a piece that are nearly in reading order. */
void piece_sort(struct piece *);

/* How many steps these cells can go in a direction over empty cells. */
int32_t cells_room(const struct grid *, const struct place *cell, int32_t count,
                   enum direction, int empty);

/* Moves a piece in a direction as far as it fits. Returns how many steps. */
int32_t piece_slide(const struct grid *, struct piece *, enum direction, int empty);

/* Removes every row whose cells are all of these kinds; the rows above move down. Returns
 * how many rows were removed. */
int32_t grid_clear_rows(const struct grid *, const struct kinds *, int empty);

#endif
