/*
 * Shared by jewelry.c (boards, texts, the protocol), jewelry_tips.c (lines and tips) and
 * jewelry_rules.c (swaps and cascades).
 */
#ifndef TESSERA_JEWELRY_RULES_H
#define TESSERA_JEWELRY_RULES_H

#include "jewelry.h"

/* The content of a border cell, and of a cell whose jewel was removed. */
enum { NOTHING = 0 };

struct jewelry_rest {
    uint64_t random;      /* the state of the random numbers */
    int64_t score, moves; /* 0 .. STATE_COUNT_MAX */
    int32_t endless;      /* 1: over, with a line left on the board */
    int32_t dropped;      /* how many of `drops` have fallen in */
    /* No jewel above this row has a swap that makes a line; the number of rows if no
     * jewel has one. Follows from the key. */
    int32_t first;
    char colours[JEWELRY_COLOURS_MAX + 1]; /* ended by zeros */
    char drops[];
};

static inline struct jewelry_rest *rest_of(const struct jewelry *j)
{
    return (struct jewelry_rest *)((uintptr_t)j + j->block.rest);
}

static inline int32_t colours_of(const struct jewelry *j)
{
    return j->block.shape[2];
}

static inline int32_t drops_of(const struct jewelry *j)
{
    return j->block.shape[3];
}

/* The number of a cell of the board. */
static inline int32_t cell_at(const struct jewelry *j, int32_t row, int32_t col)
{
    return (row + JEWELRY_BORDER) * j->stride + col;
}

static inline bool on_board(const struct jewelry *j, int32_t row, int32_t col)
{
    return row >= 0 && row < rows_of(j) && col >= 0 && col < cols_of(j);
}

/* How many jewels of this colour follow the cell `at`, each `step` cells on. */
static inline int run(const unsigned char *at, int32_t step, int jewel)
{
    int n = 0;
    while (at[step * (n + 1)] == jewel) n++;
    return n;
}

/* A swap, by its left or upper cell, which may be off the board. */
struct jewelry_pair {
    int32_t row, col;
    bool down; /* the other cell is below; else to the right */
};

/* Decodes an action; false if there is none of this number. */
bool jewelry_pair_of(action, struct jewelry_pair *);
action jewelry_action(struct jewelry_pair);

enum jewelry_refusal {
    JEWELRY_ALLOWED,
    JEWELRY_NO_SWAP,    /* not an action */
    JEWELRY_OVER,       /* the game is over */
    JEWELRY_NOWHERE,    /* neither cell is on the board */
    JEWELRY_END,        /* only one of the cells is on the board */
    JEWELRY_SAME,       /* both jewels have the same colour */
    JEWELRY_MAKES_NONE, /* no line would arise */
};

/* Whether swapping this cell's jewel with the one below, or else to the right, makes a
 * line. False if one of them is a border cell. */
bool jewelry_makes_line(const struct jewelry *, const unsigned char *cell, bool down);

/* Whether no swap makes a line, or an endless cascade ended the game. */
static inline bool jewelry_is_over(const struct jewelry *j)
{
    return rest_of(j)->endless || rest_of(j)->first == rows_of(j);
}

/* Computes `first` from the board. */
void jewelry_derive(struct jewelry *);

/* Whether the rules carry a swap out, or why not. */
enum jewelry_refusal jewelry_may(const struct jewelry *, action);

/* game->actions: the swaps that make a line, by the row and column of their left or upper
 * cell, RT before DN. */
int jewelry_actions(const struct game *, const void *state, action *out, int max);

/* game->apply: swaps, then removes lines and lets jewels fall until no line is left. */
enum applied jewelry_apply(const struct game *, void *state, action, struct report *);

#endif
