/*
 * What a game whose rules are written elsewhere (in Lua) has in common with the games in C:
 * its state. A definition names layers of cells, fields and the forms of actions; from it
 * follow the block, saving, loading, the texts of actions and the picture. The rules
 * themselves are called through `struct game` as ever.
 *
 *     header | turn, fields, layers | counters, rng, dice, scores, outcome | -
 *
 * Layers lie one after the other, row by row from the top, a byte for each cell.
 */
#ifndef TESSERA_SCRIPTED_H
#define TESSERA_SCRIPTED_H

#include "game.h"
#include "base/grid.h"

enum {
    SCRIPTED_SIDE_MAX = 2000,
    SCRIPTED_LAYERS_MAX = 8,
    SCRIPTED_LEGEND_MAX = 96,
    SCRIPTED_FIELDS_MAX = 64,
    SCRIPTED_ARRAY_MAX = 4096,
    SCRIPTED_PLAYERS_MAX = 16,
    SCRIPTED_NAME_MAX = 24, /* with the NUL byte, as are the next ones */
    SCRIPTED_OUTCOME_MAX = 64,
    SCRIPTED_FORMS_MAX = 32,
    SCRIPTED_SLOTS_MAX = 8,
    SCRIPTED_WORDS_MAX = 256,
    SCRIPTED_DICE_MAX = 10000,
    SCRIPTED_OUTCOMES_MAX = 64,
};

/* The numbers of a shape. */
enum { SCRIPTED_ROWS, SCRIPTED_COLUMNS, SCRIPTED_DICE };

struct scripted_layer {
    char name[SCRIPTED_NAME_MAX];
    char alphabet[SCRIPTED_LEGEND_MAX + 1]; /* the bytes of its cells; "nothing" first */
};

/* A character of a map, and what it puts into each layer. */
struct scripted_cell {
    unsigned char shown, on[SCRIPTED_LAYERS_MAX];
};

/* A named integer, or an array of `count` > 0 of them. */
struct scripted_field {
    char name[SCRIPTED_NAME_MAX];
    int64_t value, min, max;
    int32_t count;
    int32_t at;   /* the number of its first integer among the fields, or the counters */
    bool counter; /* it does not decide the future: it lies in the rest */
};

/* One word of an action's text. */
struct scripted_slot {
    enum scripted_kind {
        SCRIPTED_WORD,   /* one of the words number min .. max */
        SCRIPTED_NUMBER, /* min .. max */
        SCRIPTED_ROW,    /* 1 .. SCRIPTED_SIDE_MAX here, the board's in a state */
        SCRIPTED_COLUMN,
    } kind;
    int64_t min, max;
};

struct scripted_form {
    int32_t slots;
    struct scripted_slot slot[SCRIPTED_SLOTS_MAX];
};

struct scripted {
    struct game game;
    struct dimension shape[4];
    char name[SCRIPTED_NAME_MAX];
    int32_t layers, cells, fields, forms, words;
    int32_t numbers, counters; /* how many integers the fields and the counters are */
    struct scripted_layer layer[SCRIPTED_LAYERS_MAX];
    struct scripted_cell cell[SCRIPTED_LEGEND_MAX];
    struct scripted_field field[SCRIPTED_FIELDS_MAX];
    struct scripted_form form[SCRIPTED_FORMS_MAX];
    char word[SCRIPTED_WORDS_MAX][SCRIPTED_NAME_MAX];
    /* What game.outcomes and game.goal point to. */
    char outcome[SCRIPTED_OUTCOMES_MAX][SCRIPTED_OUTCOME_MAX], goal[SCRIPTED_OUTCOME_MAX];
    const char *outcomes[SCRIPTED_OUTCOMES_MAX + 1];
    int64_t score_min, score_max; /* of each player; what is not said is very wide */
    /* After loading: judges the state and brings up to date what the rules derive
     * (turn, scores, outcome). What is wrong, or NULL. */
    const char *(*settle)(const struct scripted *, void *state);
};

/* Fills in what follows from the definition: shape, and all of `game` but the rules
 * (actions, apply, why). What is wrong with it, or NULL. */
const char *scripted_define(struct scripted *);

/* How many bytes a state takes. */
size_t scripted_size(const struct scripted *, int32_t rows, int32_t cols, int32_t dice);

/* Whether the game may end so: what its definition names, or any outcome if it names none. */
bool scripted_has_outcome(const struct scripted *, const char *outcome);

/* Makes so many bytes, all zero, a state with every field at its first value and nothing
 * in the cells. */
void scripted_init(const struct scripted *, void *state, int32_t rows, int32_t cols,
                   int32_t dice);

struct grid scripted_layer(const struct scripted *, void *state, int layer);

/* Puts what a character of a map stands for into all layers; false if it is none. Rows and
 * columns count from 0. */
bool scripted_put(const struct scripted *, void *state, int32_t row, int32_t col,
                  int shown);

/* The integers of a field, `count` of them or one. */
int64_t *scripted_field(const struct scripted *, void *state,
                        const struct scripted_field *);

/* What a state has beside fields and layers. */
struct scripted_rest {
    uint64_t rng;
    int64_t next_die; /* dice[0 .. next_die-1] are used up */
    int64_t score[SCRIPTED_PLAYERS_MAX];
    char outcome[SCRIPTED_OUTCOME_MAX]; /* padded with zeros; "" while the game runs */
    int32_t dice[];
};

struct scripted_rest *scripted_rest(const struct scripted *, const void *state);

/* The player to move, also after the end. */
int64_t *scripted_turn(const struct scripted *, void *state);

/* The next number of chance: the next given die, or a random one of 1 .. n. */
int64_t scripted_chance(const struct scripted *, void *state, int64_t n);

/* Actions: the values of the slots of an action, rows and columns and numbers as such,
 * words by their number. The form, or NULL if it is no action. */
const struct scripted_form *scripted_slots(const struct scripted *, action,
                                           int64_t value[SCRIPTED_SLOTS_MAX]);
action scripted_action(const struct scripted *, const struct scripted_form *,
                       const int64_t *value);

/* What `parse` and `text` of struct game are; for scripted.c. */
bool scripted_parse(const struct game *, const void *state, const char *text, size_t n,
                    action *);
void scripted_text(const struct game *, const void *state, action, struct text *);
/* What is wrong with the forms, or NULL. */
const char *scripted_define_actions(const struct scripted *);

/* What is wrong with the action in this state (a row that the board does not have): it is
 * written after its text. False if nothing is. */
bool scripted_off_board(const struct scripted *, const void *state, action,
                        struct text *why);

#endif
