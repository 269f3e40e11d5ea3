/*
 * Shared by jewelry.c (boards, texts, the protocol), jewelry_bits.c (lines and swaps on
 * words of bits), jewelry_tips.c (tips) and jewelry_rules.c (swaps and cascades).
 *
 *     header, stride ... | cell[] | random, score ... drops | planes, swaps right, swaps down |
 *                        +-- key -+-- rest --------------------------------------------------+
 *
 * The board lies in the state a second time, as bits, and so do the swaps that make a
 * line: all of it follows from which cells equal others near them, and one operation
 * answers that for all cells of a word, which on 8 x 8 is the whole board. A move looks
 * for swaps again only near the columns that it has changed, so listing the actions, and
 * whether the game is over, cost next to nothing.
 *
 * A cascade that still leaves a line after JEWELRY_CASCADE_MAX steps ends the game, so
 * that no seed plays for ever.
 */
#ifndef TESSERA_JEWELRY_RULES_H
#define TESSERA_JEWELRY_RULES_H

#include "base/planes.h"
#include "jewelry.h"

struct jewelry_rest {
    uint64_t random;      /* the state of the random numbers */
    int64_t score, moves; /* 0 .. STATE_COUNT_MAX */
    int32_t endless;      /* 1: over, with a line left on the board */
    int32_t dropped;      /* how many of `drops` have fallen in */
    int32_t playable;     /* 1: a swap makes a line. Follows from the key */
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

/* The board as bits follows from the key: planes of the jewels' numbers, which are the
 * places of their colours, from 1; a plane of the cells whose jewel makes a line when
 * swapped with the one to the right; and one for the jewel below. */
static inline struct planes jewelry_planes(const struct jewelry *j)
{
    uint64_t *first = (uint64_t *)((uintptr_t)j + j->bits);
    return (struct planes){first, j->planes, j->words, j->shift};
}

static inline uint64_t *swaps_right(const struct planes *p)
{
    return p->word + p->count * p->words;
}

static inline uint64_t *swaps_down(const struct planes *p)
{
    return p->word + (p->count + 1) * p->words;
}

/* The number of a cell of the board. */
static inline int32_t cell_at(const struct jewelry *j, int32_t row, int32_t col)
{
    return (row + JEWELRY_BORDER) * j->stride + col;
}

/* The word and bit of a cell in a plane. */
struct place {
    int32_t word, bit;
};

static inline struct place place_of(const struct jewelry *j, int32_t row, int32_t col)
{
    return (struct place){planes_word(j->shift, col),
                          planes_bit(j->shift, col) + rows_of(j) - 1 - row};
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

/* Rows or columns in an action, from -1; the step from a swap to the one of the same kind
 * in the next column. */
enum { JEWELRY_SPAN = JEWELRY_FAR + 1, JEWELRY_NEXT = 2 };

static inline action jewelry_action(struct jewelry_pair p)
{
    return (((action)p.row + 1) * JEWELRY_SPAN + (p.col + 1)) * JEWELRY_NEXT + p.down;
}

enum jewelry_refusal {
    JEWELRY_ALLOWED,
    JEWELRY_NO_SWAP,    /* not an action */
    JEWELRY_OVER,       /* the game is over */
    JEWELRY_NOWHERE,    /* neither cell is on the board */
    JEWELRY_END,        /* only one of the cells is on the board */
    JEWELRY_SAME,       /* both jewels have the same colour */
    JEWELRY_MAKES_NONE, /* no line would arise */
};

/* Whether no swap makes a line, or an endless cascade ended the game. */
static inline bool jewelry_is_over(const struct jewelry *j)
{
    return rest_of(j)->endless || !rest_of(j)->playable;
}

/* Computes the planes of the jewels from the cells. False if a jewel has none of the
 * colours. */
bool jewelry_read(struct jewelry *);

/* Finds the cells in lines among columns left .. right, as a plane. Lines that have only
 * cells outside of them and within two columns of them may be missing. False if there is
 * none. */
bool jewelry_lines(const struct planes *, int32_t left, int32_t right, uint64_t *lines);

/* Finds the swaps again after columns left .. right have changed, and `playable`. */
void jewelry_find_swaps(struct jewelry *, int32_t left, int32_t right);

/* Whether the rules carry a swap out, or why not. */
enum jewelry_refusal jewelry_may(const struct jewelry *, action);

/* game->actions: the swaps that make a line, by the row and column of their left or upper
 * cell, RT before DN. */
int jewelry_actions(const struct game *, const void *state, action *out, int max);

/* game->apply: swaps, then removes lines and lets jewels fall until no line is left. */
enum applied jewelry_apply(const struct game *, void *state, action, struct report *);

#endif
