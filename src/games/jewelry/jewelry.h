/*
 * Jewelry Tips (ECOO 2012, round 3, problem 2): swap two neighbouring jewels so that
 * three or more of one colour stand in a line. Tips tell which swap to try.
 *
 * Rows and columns count from the top and the left: from 0 here and in the command's
 * input and output, as in the problem, and from 1 in Lua. The board has an empty border,
 * so that no rule must check where it ends: three rows above, three below, and two
 * columns that end each row and at the same time precede the next one. Cell (r, c) has
 * the number (r + 3) * stride + c, stride = columns + 2.
 *
 *     . . . . . .     three such rows
 *     Y B O R . .     row 0
 *     R R B W . .     row 1           columns = 4
 *     . . . . . .     three such rows
 *
 * **Between two moves every cell of the board holds a jewel and the board holds no
 * line,** unless the game ended in an endless cascade.
 */
#ifndef TESSERA_JEWELRY_H
#define TESSERA_JEWELRY_H

#include "game/game.h"
#include "base/grid.h"

#define JEWELRY_COLOURS "ROYGBPW"

enum {
    JEWELRY_SIDE_MIN = 3,
    JEWELRY_SIDE_MAX = 64, /* a column is a word of bits */
    JEWELRY_BORDER = 3,    /* rows above and below */
    JEWELRY_COLOURS_MIN = 3,
    JEWELRY_COLOURS_MAX = 26,
    JEWELRY_DROPS_MAX = 4096,
    /* A cascade that leaves a line after this many steps ends the game. */
    JEWELRY_CASCADE_MAX = 100,
};

/* The points for each jewel removed, times the number of the cascade's step, from 1. */
enum { JEWELRY_POINTS = 10 };

struct jewelry {
    struct state block; /* shape: rows, columns, colours, drops */
    int32_t stride;     /* columns + 2 */
    uint32_t cells;     /* how many, with the border */
    uint32_t bits; /* where the board lies as bits: bytes from the start of the block */
    int32_t planes, words, shift; /* the numbers in its struct planes */
    /* key */
    unsigned char cell[]; /* a jewel's letter, or 0 in the border */
    /* rest: struct jewelry_rest, the board as bits (jewelry_bits.c); no scratch */
};

/* Of tips of one kind and cell, that in the first of these directions is preferred. */
enum jewelry_dir { JEWELRY_LT, JEWELRY_UP, JEWELRY_RT, JEWELRY_DN };

/* Tips of the first of these kinds are preferred. */
enum jewelry_kind { JEWELRY_NORM, JEWELRY_GOOD, JEWELRY_EXCL };

/* As tips write them: "LT", "Norm". */
extern const char *const jewelry_dir_names[4];
extern const char *const jewelry_kind_names[3];

/* A swap: the jewel, its cell before the swap, and the direction it goes. */
struct jewelry_tip {
    enum jewelry_kind kind;
    enum jewelry_dir dir;
    int32_t row, col;
    int colour; /* its letter */
};

struct jewelry_options {
    const char *colours; /* JEWELRY_COLOURS_MIN..MAX different letters */
    const char *drops;   /* jewels that fall in before random ones do */
    int32_t drop_count;  /* 0 .. JEWELRY_DROPS_MAX */
    uint64_t seed;
};

/* Checks the n colours; the n drops, given the colours. NULL, or an error message. */
const char *jewelry_wrong_colours(const char *colours, size_t n);
const char *jewelry_wrong_drops(const char *colours, const char *drops, size_t n);

/* A line of three or more equal jewels; (row, col) is its left or upper end. */
struct jewelry_line {
    int32_t row, col;
    enum jewelry_dir dir; /* RT or DN */
    int32_t length;
    int colour;
};

enum jewelry_start {
    JEWELRY_FINE,
    JEWELRY_STRANGER, /* a jewel has none of the colours */
    JEWELRY_LINE,     /* the board holds a line already */
};

/* Puts a board on a new state of the same size, which has room for the colours and drops
 * of the options. The options must be valid. After any result but JEWELRY_FINE the state
 * must not be used; with JEWELRY_LINE the line is filled in. */
enum jewelry_start jewelry_start(struct jewelry *, const struct grid *board,
                                 const struct jewelry_options *, struct jewelry_line *);

/* Finds the first line on the board, by row, then column, across before down. False if
 * there is none. */
bool jewelry_find_line(const struct jewelry *, struct jewelry_line *);

/* "the board holds a line already: 3 R in row 3, columns 1..3" */
void jewelry_explain_line(const struct jewelry_line *, struct text *);

/* Finds the tip that is preferred to all others; false if there is none. */
bool jewelry_tip(const struct jewelry *, struct jewelry_tip *);

/* Lists all tips in the order of preference, at most max of them in `out`. Returns how
 * many there are, also beyond max. */
int jewelry_tips(const struct jewelry *, struct jewelry_tip *out, int max);

/* The swap of a jewel with its neighbour; both jewels give the same action. Rows and
 * columns may be any of 0 .. JEWELRY_FAR - 1. */
enum { JEWELRY_FAR = 10000 };
action jewelry_swap(int32_t row, int32_t col, enum jewelry_dir);

/* Finds the direction of this name; false if there is none. */
bool jewelry_parse_dir(const char *name, size_t n, enum jewelry_dir *);

/* The jewel in a cell of the board. */
int jewelry_cell(const struct jewelry *, int32_t row, int32_t col);

/* The colours of the jewels that may fall in. */
const char *jewelry_colours(const struct jewelry *);

/* Moves carried out so far. */
int64_t jewelry_moves(const struct jewelry *);

extern const struct game jewelry_game;

#endif
