/*
 * The directions of a grid, each once. Patterns, grids, PuzzleScript games and the bindings take
 * names, steps, turns and groups from here; docs/rules.md has the words for users.
 *
 *     up-left     up     up-right
 *        left     .      right          place_step((struct place){2, 2}, GRID_UP_RIGHT)
 *     down-left  down  down-right                          is the place {1, 3}
 *
 * A row of the table is all that a direction is; a step may be of any length. So a leap of a knight
 * would be eight more rows, and a line of DIRECTION_GROUPS for its word.
 *
 * **The first four, those of the sides, stay the first four:** pieces head in them, things fall and
 * are pushed in them.
 */
#ifndef TESSERA_DIRECTIONS_H
#define TESSERA_DIRECTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* X(with, name, word, rows, columns of a step, after a quarter turn to the left); `with` is handed
 * on to X. */
#define DIRECTIONS_OF_SIDES(X, with)   \
    X(with, UP, "up", -1, 0, LEFT)     \
    X(with, DOWN, "down", 1, 0, RIGHT) \
    X(with, LEFT, "left", 0, -1, DOWN) \
    X(with, RIGHT, "right", 0, 1, UP)

#define DIRECTIONS(X, with)                            \
    DIRECTIONS_OF_SIDES(X, with)                       \
    X(with, UP_LEFT, "up-left", -1, -1, DOWN_LEFT)     \
    X(with, UP_RIGHT, "up-right", -1, 1, UP_LEFT)      \
    X(with, DOWN_LEFT, "down-left", 1, -1, DOWN_RIGHT) \
    X(with, DOWN_RIGHT, "down-right", 1, 1, UP_RIGHT)

/* Words for several directions. X(with, name, word, the directions as bits) */
#define DIRECTION_GROUPS(X, with)                                                  \
    X(with, HORIZONTAL, "horizontal", 1 << GRID_LEFT | 1 << GRID_RIGHT)            \
    X(with, VERTICAL, "vertical", 1 << GRID_UP | 1 << GRID_DOWN)                   \
    X(with, ORTHOGONAL, "orthogonal", DIRECTIONS_HORIZONTAL | DIRECTIONS_VERTICAL) \
    X(with, DIAGONAL, "diagonal",                                                  \
      1 << GRID_UP_LEFT | 1 << GRID_UP_RIGHT | 1 << GRID_DOWN_LEFT |               \
          1 << GRID_DOWN_RIGHT)                                                    \
    X(with, ALL, "all", DIRECTIONS_ORTHOGONAL | DIRECTIONS_DIAGONAL)

/* The neighbours of a hexagon. A board of hexagons is stored as a rectangle, each row of which
 * begins half a cell to the right of the one above it:
 *
 *     a b c        up-left of e is b, the cell above it; up-right c;
 *      d e f       left d; right f;
 *       g h i      down-left g; down-right h, the cell below it
 *
 * X(with, name of the direction in the rectangle, word), in the order of `all`. */
#define DIRECTIONS_OF_HEXAGONS(X, with) \
    X(with, LEFT, "left")               \
    X(with, RIGHT, "right")             \
    X(with, UP, "up-left")              \
    X(with, UP_RIGHT, "up-right")       \
    X(with, DOWN_LEFT, "down-left")     \
    X(with, DOWN, "down-right")

enum direction {
#define DIRECTION(with, name, ...) GRID_##name,
    DIRECTIONS(DIRECTION, )
#undef DIRECTION
        GRID_DIRECTIONS,
    /* So many cells share a side with one; a side or a corner. */
    GRID_SIDES = GRID_RIGHT + 1,
    GRID_NEIGHBOURS = GRID_DOWN_RIGHT + 1,
    GRID_HEX_SIDES = 6,
};

/* Sets of directions, as bits. */
enum {
#define GROUP(with, name, word, bits) DIRECTIONS_##name = (bits),
    DIRECTION_GROUPS(GROUP, )
#undef GROUP
#define SIDE(with, name, word) | 1 << GRID_##name
        DIRECTIONS_HEX = 0 DIRECTIONS_OF_HEXAGONS(SIDE, ),
#undef SIDE
};

extern const char *const direction_names[GRID_DIRECTIONS + 1]; /* NULL at the end */
extern const int direction_rows[GRID_DIRECTIONS], direction_cols[GRID_DIRECTIONS];
/* After a quarter turn to the left. */
extern const enum direction direction_left[GRID_DIRECTIONS];

/* The directions of hexagons in the order of `all`; by direction their words, NULL for a direction
 * that hexagons have not. */
extern const enum direction direction_hex[GRID_HEX_SIDES];
extern const char *const direction_hex_names[GRID_DIRECTIONS];

/* Lines lie along these: the first two, or all four. */
enum { GRID_AXES = 4 };
extern const enum direction direction_axes[GRID_AXES];
/* The same in another order: on hexagons lines lie along the first three. */
enum { GRID_HEX_AXES = 3 };
extern const enum direction direction_lines[GRID_AXES];

static inline bool direction_is_in(enum direction d, int set)
{
    return set >> d & 1;
}

static inline enum direction direction_opposite(enum direction d)
{
    return direction_left[direction_left[d]];
}

static inline enum direction direction_right(enum direction d)
{
    return direction_left[direction_opposite(d)];
}

/* The direction of this name; GRID_DIRECTIONS: there is none. */
static inline enum direction direction_called(const char *name)
{
    int d = 0;
    while (d < GRID_DIRECTIONS &&
           (direction_names[d][0] != name[0] || strcmp(direction_names[d], name) != 0))
        d++;
    return (enum direction)d;
}

/* The direction of this name on a board of squares or of hexagons; GRID_DIRECTIONS: there is none. */
static inline enum direction direction_called_on(const char *name, bool hexagons)
{
    if (!hexagons) return direction_called(name);
    for (int i = 0; i < GRID_HEX_SIDES; i++) {
        if (strcmp(direction_hex_names[direction_hex[i]], name) == 0)
            return direction_hex[i];
    }
    return GRID_DIRECTIONS;
}

/* The word for a direction that such a board has. */
static inline const char *direction_name_on(enum direction d, bool hexagons)
{
    return hexagons ? direction_hex_names[d] : direction_names[d];
}

/* A cell; row and column count from 0. */
struct place {
    int32_t row, col;
};

static inline struct place place_step(struct place p, enum direction d)
{
    return (struct place){p.row + direction_rows[d], p.col + direction_cols[d]};
}

/* The place after so many steps; before, if it is negative. */
static inline struct place place_steps(struct place p, enum direction d, int32_t steps)
{
    return (struct place){p.row + steps * direction_rows[d],
                          p.col + steps * direction_cols[d]};
}

/* A place moved so far down and to the right, and back. */
static inline struct place place_plus(struct place p, struct place by)
{
    return (struct place){p.row + by.row, p.col + by.col};
}

static inline struct place place_minus(struct place p, struct place by)
{
    return (struct place){p.row - by.row, p.col - by.col};
}

/* How many of n cells in a row come after number `at`, in steps of this length. */
static inline int32_t cells_after(int32_t at, int32_t n, int step)
{
    const int32_t all = step > 0 ? n - 1 - at : at;
    if (step == 1 || step == -1) return all;
    return all / (step > 0 ? step : -step);
}

/* How many cells lie on a board of this size from one on, itself included, in a direction whose
 * steps are so many rows and columns. */
static inline int32_t cells_ahead(int32_t rows, int32_t cols, struct place at, int down,
                                  int across)
{
    const int32_t below = down != 0 ? cells_after(at.row, rows, down) : INT32_MAX - 1;
    if (across == 0) return below + 1;
    const int32_t beside = cells_after(at.col, cols, across);
    return (beside < below ? beside : below) + 1;
}

#endif
