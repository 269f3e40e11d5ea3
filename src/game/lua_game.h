/*
 * What a game whose rules are written elsewhere (in Lua) has in common with the games in C:
 * its state. A definition names layers of cells, fields and the forms of actions; from it
 * follow the block, saving, loading, the texts of actions and the picture. The rules
 * themselves are called through `struct game` as ever.
 *
 *     header | turn, fields, layers | counters, rng, dice, outcome | -
 *
 * Layers lie one after the other, row by row from the top, a byte for each cell.
 */
#ifndef TESSERA_LUA_GAME_H
#define TESSERA_LUA_GAME_H

#include "game.h"
#include "base/grid.h"

enum {
    LUA_GAME_SIDE_MAX = 2000,
    LUA_GAME_LAYERS_MAX = 8,
    LUA_GAME_LEGEND_MAX = 96,
    LUA_GAME_FIELDS_MAX = 64,
    LUA_GAME_ARRAY_MAX = 4096,
    LUA_GAME_PLAYERS_MAX = 16,
    LUA_GAME_NAME_MAX = 24, /* with the NUL byte, as are the next ones */
    LUA_GAME_OUTCOME_MAX = 64,
    LUA_GAME_FORMS_MAX = 32,
    LUA_GAME_SLOTS_MAX = 8,
    LUA_GAME_WORDS_MAX = 256,
    LUA_GAME_DICE_MAX = 10000,
    LUA_GAME_OUTCOMES_MAX = 64,
};

/* The numbers of a shape. */
enum { LUA_GAME_ROWS, LUA_GAME_COLUMNS, LUA_GAME_DICE };

struct lua_game_layer {
    char name[LUA_GAME_NAME_MAX];
    char alphabet[LUA_GAME_LEGEND_MAX + 1]; /* the bytes of its cells; "nothing" first */
};

/* A character of a map, and what it puts into each layer. */
struct lua_game_cell {
    unsigned char shown, on[LUA_GAME_LAYERS_MAX];
};

/* A named integer, or an array of `count` > 0 of them. */
struct lua_game_field {
    char name[LUA_GAME_NAME_MAX];
    int64_t value, min, max;
    int32_t count;
    int32_t at;   /* the number of its first integer among the fields, or the counters */
    bool counter; /* it does not decide the future: it lies in the rest */
};

/* One word of an action's text. */
struct lua_game_slot {
    enum lua_game_kind {
        LUA_GAME_WORD,   /* one of the words number min .. max */
        LUA_GAME_NUMBER, /* min .. max */
        LUA_GAME_ROW,    /* 1 .. LUA_GAME_SIDE_MAX here, the board's in a state */
        LUA_GAME_COLUMN,
    } kind;
    int64_t min, max;
};

struct lua_game_form {
    int32_t slots;
    struct lua_game_slot slot[LUA_GAME_SLOTS_MAX];
};

struct lua_game {
    struct game game;
    struct dimension shape[4];
    char name[LUA_GAME_NAME_MAX];
    int32_t layers, cells, fields, forms, words;
    int32_t numbers, counters; /* how many integers the fields and the counters are */
    /* The number of the field that says how the game has ended, 0 while it runs, k for outcome k
     * from 1 on; for a game that has no rule for that. Or -1. */
    int32_t over;
    struct lua_game_layer layer[LUA_GAME_LAYERS_MAX];
    struct lua_game_cell cell[LUA_GAME_LEGEND_MAX];
    struct lua_game_field field[LUA_GAME_FIELDS_MAX];
    struct lua_game_form form[LUA_GAME_FORMS_MAX];
    char word[LUA_GAME_WORDS_MAX][LUA_GAME_NAME_MAX];
    /* What game.outcomes and game.goal point to. */
    char outcome[LUA_GAME_OUTCOMES_MAX][LUA_GAME_OUTCOME_MAX], goal[LUA_GAME_OUTCOME_MAX];
    const char *outcomes[LUA_GAME_OUTCOMES_MAX + 1];
    int64_t score_min, score_max; /* of each player; what is not said is very wide */
    /* After loading: judges the state and brings up to date what the rules derive
     * (turn, outcome). What is wrong, or NULL. */
    const char *(*settle)(const struct lua_game *, void *state);
};

/* Fills in what follows from the definition: shape, and all of `game` but the rules
 * (actions, apply, why, score). What is wrong with it, or NULL. */
const char *lua_game_define(struct lua_game *);

/* Whether the game may end so: what its definition names, or any outcome if it names none. */
bool lua_game_has_outcome(const struct lua_game *, const char *outcome);

struct grid lua_game_layer(const struct lua_game *, void *state, int layer);

/* Puts what a character of a map stands for into all layers; false if it is none. Rows and
 * columns count from 0. */
bool lua_game_put(const struct lua_game *, void *state, int32_t row, int32_t col,
                  int shown);

/* Ends the game with outcome k from 1 on, or with 0 lets it run; only where there is the field
 * `over`. */
void lua_game_end(const struct lua_game *, void *state, int64_t k);

/* The integers of a field, `count` of them or one. */
int64_t *lua_game_field(void *state, const struct lua_game_field *);

/* What a state has beside fields and layers. */
struct lua_game_rest {
    uint64_t rng;
    int64_t next_die;                   /* dice[0 .. next_die-1] are used up */
    char outcome[LUA_GAME_OUTCOME_MAX]; /* padded with zeros; "" while the game runs */
    int32_t dice[];
};

struct lua_game_rest *lua_game_rest(const struct lua_game *, const void *state);

/* The player to move, also after the end. */
int64_t *lua_game_turn(void *state);

/* The next number of chance: the next given die, or a random one of 1 .. n. */
int64_t lua_game_chance(const struct lua_game *, void *state, int64_t n);

/* Actions: the values of the slots of an action, rows and columns and numbers as such,
 * words by their number. The form, or NULL if it is no action. */
const struct lua_game_form *lua_game_slots(const struct lua_game *, action,
                                           int64_t value[LUA_GAME_SLOTS_MAX]);
action lua_game_action(const struct lua_game *, const struct lua_game_form *,
                       const int64_t *value);

/* What `parse` and `text` of struct game are; for lua_game.c. */
bool lua_game_parse(const struct game *, const void *state, const char *text, size_t n,
                    action *);
void lua_game_text(const struct game *, const void *state, action, struct text *);
/* What is wrong with the forms, or NULL. */
const char *lua_game_define_actions(const struct lua_game *);

/* What is wrong with the action in this state (a row that the board does not have): it is
 * written after its text. False if nothing is. */
bool lua_game_off_board(const struct lua_game *, const void *state, action,
                        struct text *why);

#endif
