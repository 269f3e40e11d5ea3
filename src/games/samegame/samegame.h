/*
 * SameGame (UVa 339): remove regions of two or more equal blocks until the board is
 * empty.
 *
 * The cells lie column by column, each from the bottom, so that falling blocks and
 * closing columns are moves of adjacent bytes. The board has a border of empty cells, so
 * that no rule must check where it ends: row 0 and columns 0 and columns + 1 (the cell
 * above the top row is row 0 of the next column). Row 1 is the bottom, column 1 the left.
 * The number of cell (r, c) is c * (rows + 1) + r.
 *
 *     number   0 1 2 3 | 4 5 6 7 | 8 9 10 11 | 12 13 14 15
 *     cell     . . . . | . 3 1 1 | . 2  2  . |  .  .  .  .        rows = 3, columns = 2
 *     column   0       | 1       | 2         |  3
 *
 * **The board is settled:** in a column no block lies above an empty cell, and no column
 * with blocks is right of an empty one. So equal boards are equal bytes.
 */
#ifndef TESSERA_SAMEGAME_H
#define TESSERA_SAMEGAME_H

#include "game/game.h"
#include "base/grid.h"

/* The cells of a map: the values of blocks, and the empty cell. */
#define SAMEGAME_CELLS "0123456789."

enum { SAMEGAME_SIDE_MIN = 1, SAMEGAME_SIDE_MAX = 2000 };

/* The points for clearing the board. Removing a region of n blocks gives (n - 2)^2. */
enum { SAMEGAME_CLEARED = 1000 };

struct samegame {
    struct state block;   /* shape: rows, columns */
    int32_t stride;       /* rows + 1 */
    uint32_t cells;       /* how many, with the border */
    int32_t words, shift; /* the numbers in the planes of the values; words 0: none */
    /* key */
    unsigned char cell[]; /* a block's value + 1; 0: empty */
    /* rest: struct samegame_rest; scratch: a byte for each cell */
};

/* A cell as users name it: the row from the bottom, the column from the
 * left, both from 1. */
struct samegame_place {
    int32_t row, col;
};

/* Puts a map on a new board of the same size. Returns NULL, or an error message (an
 * unknown cell, not settled). */
const char *samegame_start(struct samegame *, const struct grid *map);

/* The action of selecting a cell. Takes any numbers, and clamps them to 32 bits. */
action samegame_action(int64_t row, int64_t col);

/* Removes the region of a cell; the blocks above it fall, then empty columns close (rules
 * 3, 4). Takes time in proportion to the region and the columns it touches; if a column
 * closes, also to the columns right of it, which one memmove moves. */
enum applied samegame_apply(const struct game *, void *state, action, struct report *);

/* Lists the cells of the region of the selected cell, column by column, each from the
 * bottom, at most max of them in `out`. Returns how many there are, also beyond max; 0 if
 * there is nothing to remove, and then writes the reason to `why`, which may be NULL. */
int32_t samegame_region(const struct samegame *, action, struct samegame_place *out,
                        int32_t max, struct text *why);

/* Whether no block is left. */
bool samegame_won(const struct samegame *);

/* Whether blocks are left, but no region. */
bool samegame_stuck(const struct samegame *);

/* Removals so far. */
int64_t samegame_moves(const struct samegame *);

/* How many blocks are on the board. */
int32_t samegame_left(const struct samegame *);

/* Pairs of neighbours of the same value; 0 exactly if there is no region. */
int64_t samegame_pairs(const struct samegame *);

/* The content of a cell of the board: '0'..'9' or '.'. */
int samegame_cell(const struct samegame *, int32_t row, int32_t col);

/* Draws the rows from the top: each is `margin`, its cells with `gap` between them, and a
 * newline. An empty cell is drawn as the character `empty`. */
void samegame_draw(const struct samegame *, const char *margin, const char *gap,
                   int empty, struct text *);

extern const struct game samegame_game;

#endif
