/*
 * What the rules of a game say of a board, for a solver (search/solve/): which cells a goal
 * asks for, which pieces move, and how. It is read from the compiled rules, so no author
 * writes anything for it.
 *
 *     struct model m = {.resize = ..., .with = ...};
 *     g->model(g, state, &m)                   false: nothing can be said
 *     m.read(g, state, board)                  the cells of any state of this shape
 *
 * Sokoban's, on a board of 7 columns:
 *
 *     board    | 49 cells of layer 0, row by row | 49 cells of layer 1 |
 *     goal[0]  term[0]: MODEL_ALL cells with a box are cells with a target
 *     moving   layer 1: player, box            avatar   layer 1: player
 *     moves    [ player | box | open no things ] -> [ | player | box ], once by direction:
 *              part (0, 0)  before  layer 1 in { player }       writes  layer 1: nothing
 *              part (0, 1)  before  layer 1 in { box }          writes  layer 1: player
 *              part (0, 2)  before  layer 0 in { floor, target } and layer 1 in { nothing }
 *                           writes  layer 1: box
 *
 * **A model never promises more than the rules do.** What it cannot say it leaves out of
 * `before` (so a move seems possible more often than it is), says as MODEL_OTHER, or takes
 * back `whole`. Therefore: what no move can bring about, no action can. It holds for the state
 * that it was made for and for all that play leads to from there.
 *
 * Cells are numbered row by row from 0; layers and values are those of `read`. The memory
 * of a model comes from its caller's `resize` and is the caller's to free.
 */
#ifndef TESSERA_MODEL_H
#define TESSERA_MODEL_H

#include "base/grid_rules.h"
#include "game/game.h"

enum { MODEL_LAYERS_MAX = 32, MODEL_NAME_MAX = 64 };

/* One layer of a cell must hold one of these values. */
struct model_test {
    int32_t layer;
    struct kinds kinds;
};

struct model_alternative {
    const struct model_test *test; /* all of them hold */
    int32_t tests;
};

/* A cell fits if one of the alternatives does. */
struct model_cell {
    const struct model_alternative *alternative;
    int32_t alternatives;
};

/* A part of a goal. A cell counts if it fits `cell`, and is one of `places`. */
struct model_term {
    enum model_what {
        MODEL_ALL,   /* all cells that count fit `on` */
        MODEL_NO,    /* no cell that counts fits `on` */
        MODEL_SOME,  /* some cell that counts fits `on` */
        MODEL_COUNT, /* how many cells count and fit `on` is compared with `number` */
        MODEL_OTHER, /* something that cannot be said here */
    } what;
    enum model_compare {
        MODEL_EQUAL,
        MODEL_UNEQUAL,
        MODEL_LESS,
        MODEL_AT_MOST,
        MODEL_GREATER,
        MODEL_AT_LEAST,
    } compare;
    struct model_cell cell, on; /* `on` without alternatives: every cell fits */
    const uint64_t *places;     /* cells as bits; NULL: all */
    int64_t number;
    const char *text; /* as the rules say it; may be NULL */
};

/* A way to reach the goal: all terms hold. */
struct model_goal {
    const struct model_term *term;
    int32_t terms;
};

/* What becomes of one layer of a cell: one of `kinds`. With `becomes`: the value v there
 * becomes becomes[v], which is one of them. With `from`: what the same layer of the part
 * number from - 1 had before the move, which is how a piece of a group goes to another cell. */
struct model_write {
    int32_t layer;
    struct kinds kinds;
    const unsigned char *becomes; /* 256 values, or NULL */
    int32_t from;                 /* 0: not said */
};

/* A cell of a move: so many rows and columns from where the move lies. */
struct model_part {
    int32_t row, col;
    bool outside; /* it fits off the board, too, where its writes are dropped */
    struct model_cell before; /* without alternatives: every cell fits */
    const struct model_write *write;
    int32_t writes;
};

/* A rule in one direction. It may be carried out wherever all of its parts fit, and perhaps
 * less often. */
struct model_move {
    const struct model_part *part;
    int32_t parts;
    /* It follows an action, as often as the rules like; else it is the action, of which there is
     * one in each. */
    bool step;
    /* Others are carried out with it, all as the board was before them: so what it moves may
     * afterwards be in several places. */
    bool copies;
    int32_t rule; /* its number among the rules, from 1; 0: it has none */
    int32_t
        by; /* moves by different actions have different numbers; 0: it is not known by which */
    /* Which of the model's `steady` numbers become 1 greater, as bits; the others stay. */
    uint64_t grows;
};

struct model {
    /* Like realloc, aligned for any type; `bytes` 0 frees. NULL: there is no more memory. */
    void *(*resize)(void *with, void *block, size_t bytes);
    void *with;
    bool lacked; /* it has returned NULL, so nothing was said */

    int32_t layers, rows, cols, cells;
    /* By layer: the value of an empty place, or 0; the other values that rules put or take away. */
    unsigned char blank[MODEL_LAYERS_MAX];
    struct kinds moving[MODEL_LAYERS_MAX];
    /* By layer: who acts. Where exactly one cell of the board has such values, it is the
     * avatar's place. */
    struct kinds avatar[MODEL_LAYERS_MAX];
    bool has_avatar;
    /* All that an action does depends on cells at most so many rows and columns from the avatar,
     * which alone are changed, and on nothing else in the state; but counters may grow, and the
     * game ends where one of `goal` holds, which are exact then. 0: on more, or it is not known. */
    int32_t reach;

    const struct model_goal *goal; /* one of them; none: nothing is known of the goal */
    int32_t goals;
    /* The game's goal is reached exactly where one of `goal` holds, unless the game ended before in
     * another way; else they are only what is known of it. */
    bool exact;

    const struct model_move *move;
    int32_t moves;
    /* Every change of a cell that an action can bring about is made by one of `move`. */
    bool whole;
    /* An action carries out one of the moves that are no steps at most, at one place. */
    bool single;
    /* The rules of actions ask for nothing but what their moves say, and whichever fits changes
     * something. Of those that fit, an action carries out the one whose `rule` is least. */
    bool full;
    /* Numbers of a state, such as a counter of pushes, as bits: the fields and counters of a game in
     * Lua in their order. An action adds 1 to them, or nothing, as its move says. */
    uint64_t steady;

    /* Writes `layers * cells` bytes: what the cells of a state have. */
    void (*read)(const struct game *, const void *state, unsigned char *board);
    /* Puts a value into a cell of a state, which then is one that no play may have reached; only
     * for trying actions there. False: not possible. */
    bool (*put)(const struct game *, void *state, int32_t layer, int32_t cell, int value);
    /* Writes the name of a value for people: "box". */
    void (*name)(const struct game *, int32_t layer, int value, struct text *);
};

/* What the layer of a cell that fits may be; `all`, if it does not ask for that. */
static inline struct kinds model_cell_layer(const struct model_cell *c, int32_t layer,
                                            struct kinds all)
{
    struct kinds kinds = {{0, 0, 0, 0}};
    for (int32_t i = 0; i < c->alternatives; i++) {
        const struct model_alternative *a = &c->alternative[i];
        int32_t k = 0;
        while (k < a->tests && a->test[k].layer != layer) k++;
        if (k == a->tests) return all;
        kinds_join(&kinds, &a->test[k].kinds);
    }
    return c->alternatives == 0 ? all : kinds_both(&kinds, &all);
}

static inline bool model_cell_fits(const struct model_cell *c, const struct model *m,
                                   const unsigned char *board, int32_t cell)
{
    for (int32_t i = 0; i < c->alternatives; i++) {
        const struct model_alternative *a = &c->alternative[i];
        int32_t k = 0;
        while (k < a->tests &&
               kinds_has(&a->test[k].kinds, board[a->test[k].layer * m->cells + cell])) {
            k++;
        }
        if (k == a->tests) return true;
    }
    return c->alternatives == 0;
}

#endif
