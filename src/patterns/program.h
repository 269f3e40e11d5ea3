/*
 * A compiled program of rules as pictures (docs/rules.md), which is all that compile/,
 * verify/, play/ and describe/ share. It refers to layers, values and fields by numbers; names are
 * kept to be shown alone. The rule
 *
 *     { "<direction>", "[ player | box | empty ] -> [ | player | box ]" }
 *
 * of a game with one layer, and what it is compiled to:
 *
 *     pattern     rows 1, cols 3, anchor 0, `given`: it lies in the action's direction
 *     cell[0]     layer 0 in { player }       writes[0]   put empty into layer 0
 *     cell[1]     layer 0 in { box }          writes[1]   put player
 *     cell[2]     layer 0 in { empty }        writes[2]   put box
 *     spot[RIGHT] (0, +1) in { box }, (0, +2) in { empty }: the cells beside the anchor
 *     changes     true: wherever it fits, some cell becomes another one
 *
 * A cell is a list of alternatives ("box or gem"), each a list of tests ("box no
 * target"); a test holds one layer of the cell against a set of values. Values that
 * depend on the player or on a slot of the action are tables by that. The whole program
 * is a tree in one block:
 *
 *     struct pattern_program
 *       form[i].rule[k]            the rules of one form of actions: the first that fits
 *         pattern                  cell[].alternative[].test[].mask[], writes[].write[]
 *         when.term[]              its condition
 *       step[k].rule[]             `after`
 *       end[k].when.term[]         `ends`
 *
 *     the owner's block    | pattern_program | rules, patterns, cells, tests, masks, texts | free |
 *
 * Everything else in these structs follows from that tree, and is there for speed alone: `only`,
 * `deciding` (compile/cells.c), `spot` (pattern.c), `set`, `left`
 * (number_sets.c), `certain`, `by_pieces` and more (judge_form.c, assemble.c).
 *
 * **A program is never changed once it is compiled, has no callbacks and allocates
 * nothing.** What it points to lies in its block, texts too. The block belongs to the
 * class of the game.
 */
#ifndef TESSERA_PATTERNS_PROGRAM_H
#define TESSERA_PATTERNS_PROGRAM_H

#include "patterns/pattern.h"

/* ---- rules ---- */

/* A number of a sum, and what becomes of it: it is added, or taken away; or it multiplies or divides
 * the product before it, which then stands for the remainder. */
struct pattern_figure {
    enum pattern_figure_of {
        PATTERN_THE_NUMBER,
        PATTERN_THE_FIELD,
        PATTERN_THE_COUNT, /* how many cells fit */
        PATTERN_THE_TURN,  /* the number of the player who acts */
        /* a field of the player whose piece the pattern has found as `theirs` */
        PATTERN_THEIR_FIELD,
    } what;
    enum pattern_operator {
        PATTERN_PLUS,
        PATTERN_MINUS,
        PATTERN_TIMES,
        PATTERN_MODULO, /* of a number above 0 */
    } by;
    int64_t number;
    int32_t field;
    const struct pattern_cell *cell;
};

/* keys * 2 + count box:  PLUS keys, TIMES 2, PLUS count box */
struct pattern_sum {
    const struct pattern_figure *figure;
    int32_t figures;
};

enum {
    PATTERN_FIGURES_MAX = 16,
    PATTERN_TERMS_MAX = 200, /* of a condition, those inside of others counted as well */
    PATTERN_NESTED_MAX = 8,  /* parentheses inside of each other */
};

struct pattern_condition;

struct pattern_term {
    enum {
        PATTERN_SOME,
        PATTERN_NO,
        PATTERN_ALL,
        PATTERN_COUNT,
        PATTERN_LINE,
        PATTERN_JOINED,
        PATTERN_NOT_JOINED,
        PATTERN_AT,
        PATTERN_FIELD,
        PATTERN_STUCK,
        PATTERN_FITS,
        PATTERN_FITS_NOWHERE,
        PATTERN_SUMS, /* sum[0] and sum[1] are compared */
        PATTERN_ANY,  /* one of the conditions holds */
    } what;
    enum pattern_compare {
        PATTERN_EQUAL,
        PATTERN_UNEQUAL,
        PATTERN_LESS,
        PATTERN_AT_MOST,
        PATTERN_GREATER,
        PATTERN_AT_LEAST,
    } compare;
    const struct pattern_cell *cell, *on; /* `on` may be NULL */
    const struct pattern_cell
        *other; /* how many fit is compared, instead of a number; or NULL */
    int64_t number;
    int32_t field;
    int32_t row, col; /* 0: any; negative: from the end */
    int32_t axes;     /* of a line: along so many of direction_lines */
    int32_t along;    /* of what is joined: the directions to neighbours, as bits */
    struct pattern_goal from, to;
    const struct pattern *pattern;
    struct pattern_sum sum[2];
    const struct pattern_condition *any;
    int32_t anys;
};

struct pattern_condition {
    const struct pattern_term *term; /* all of them */
    int32_t terms;
    const char *text;
};

struct pattern_add {
    int32_t field;
    int64_t number;
    /* Of a field that each player has: whose. */
    enum pattern_whose {
        PATTERN_OF_MINE,
        PATTERN_OF_THEIRS, /* of the player whose piece the pattern has found as `theirs` */
        PATTERN_OF_ALL,
    } whose;
};

/* Which values of a slot a rule is for. */
struct pattern_slot {
    int64_t min, max;
    struct kinds words; /* of a word: its index */
};

struct pattern_squash {
    struct joins joins;
    uint8_t layer, blank;
    int32_t field; /* or -1 */
};

enum { PATTERN_PIECE_MAX = 64 }; /* cells of a piece that moves */

/* Moves a piece of several cells as a whole, in the action's direction. */
struct pattern_move {
    const struct pattern_cell *piece; /* a cell of it */
    const struct pattern_cell *into;  /* a cell that it may enter */
    uint8_t layer, blank;
    bool
        whole; /* it is all cells that fit `piece`, else those joined to the action's cell */
    bool joins; /* they are joined as these kinds say, else if they are of one kind */
    struct kinds right, down; /* the kinds that go on in the cell to the right, below */
    int32_t steps;            /* the slot that says how far, or -1: one step */
};

struct pattern_rule {
    int32_t number;                  /* among the rules, from 1 */
    const struct pattern_slot *slot; /* NULL: all actions of its form */
    const struct pattern *pattern;   /* NULL: it always fits */
    const struct pattern_squash *squash;
    const struct pattern_move *move;
    struct pattern_condition when;
    const struct pattern_add *add;
    int32_t adds;
    int32_t over; /* an outcome, from 1, or 0 */
    bool keep_turn, calls;
    bool certain; /* an action that it carries out always changes the state */
    bool
        no_end; /* after an action that it carries out no end holds, if none did before */
    bool foreseen; /* what it changes can be said before it is played (foresee.c) */
    bool
        settled; /* its condition asks for fields alone, which its sweep does not change */
    /* A field that it adds to and no step does, or -1: while it is below its max, an action
     * that the rule carries out changes the state. */
    int32_t grows;
    const char *text, *why, *event; /* may be NULL */
};

/* The rules of one form of actions. */
struct pattern_form {
    const struct pattern_rule *rule;
    int32_t rules;                      /* 0: `apply` in Lua carries it out */
    int64_t weight[LUA_GAME_SLOTS_MAX]; /* what 1 more in a slot adds to the action */
    int32_t row, column, direction;     /* slots, or -1 */
    bool several;                       /* rows or columns: rules do not begin there */
    /* "<row> <column>", "<column>", with words in front and a direction behind them or not: bits
     * answer where its rules fit. */
    bool by_bits;
    /* "<row> <column> <direction>", with words in front and a number behind it or not: one rule,
     * which moves the piece there. */
    bool by_moves;
    /* The slot whose kind all rules begin with, and the test for it; or -1. */
    int32_t piece;
    const struct pattern_test *piece_test;
    /* The form is "<piece> <direction>" in any order, and its rules change the state for
     * certain; then piece_of[value] is the index of the piece, or -1. */
    bool by_pieces;
    /* One rule, which begins with a run of two or more such pieces; one layer of the cell
     * after it decides where it may fit. */
    bool by_runs;
    /* Carrying it out puts the piece into that cell, and this value into the run's first one;
     * nothing else changes. */
    bool shifts;
    unsigned char shift_blank;
    int16_t piece_of[256];
};

/* From where a sweep visits the cells: rows from the top or the bottom, columns from the left or
 * the right, or rings around the anchor of the action's rule. */
enum pattern_from {
    PATTERN_FROM_TOP,
    PATTERN_FROM_BOTTOM,
    PATTERN_FROM_LEFT,
    PATTERN_FROM_RIGHT,
    PATTERN_FROM_ANCHOR,
};

/* A step after an action: a sweep, one rule, a round of steps, or a function. Steps lie in one list:
 *
 *     after = { A, { again = { B, C } }, D }      step: A  again of 2  B  C  D
 */
struct pattern_step {
    const struct pattern_rule *rule;
    int32_t rules; /* 0: it is no sweep and no rule */
    bool at_once;
    bool first; /* at once: what an earlier match has changed no later one changes */
    bool each;  /* it is carried out for each player in turn */
    enum pattern_from from;
    struct pattern_condition when; /* of a rule alone the rule has it */
    int32_t
        again; /* so many steps behind it are carried out until the board stays as it is */
    int32_t call;      /* the number of a function in Lua, from 1; 0: none */
    const char *place; /* of `again`, in an error; else NULL */
};

/* Whether a step is carried out cell by cell. */
static inline bool pattern_is_sweep(const struct pattern_step *step)
{
    return step->rules > 0 &&
           (step->rules != 1 || step->rule->pattern->pick == PATTERN_BY_ACTION);
}

/* The same, or a rule with `each`. */
static inline bool pattern_visits_cells(const struct pattern_step *step)
{
    return pattern_is_sweep(step) ||
           (step->rules == 1 && step->rule->pattern->pick == PATTERN_EACH);
}

struct pattern_end {
    struct pattern_condition when;
    /* By the player who acted: the outcome, and the ending that has its scores as well. */
    int32_t outcome[LUA_GAME_PLAYERS_MAX], ending[LUA_GAME_PLAYERS_MAX];
    bool by_player;
    int64_t score;
};

/* The score of a player after this end, when `actor` acted last. */
static inline int64_t pattern_end_score(const struct pattern_end *end, int actor,
                                        int player)
{
    return end->by_player && actor != player ? -end->score : end->score;
}

struct pattern_program {
    struct pattern_form form[LUA_GAME_FORMS_MAX];
    const struct pattern_step *step;
    const struct pattern_end *end;
    int32_t steps, ends;
    int32_t score_field;                   /* or -1 */
    const struct pattern_cell *score_cell; /* or NULL */
    bool scored;                           /* ends have scores */
    bool only; /* every form has rules, and neither a rule nor a step calls a function */
    /* Every form is `by_bits`, with rules that are `certain`, or has one action: so on a board with
     * bitboards all actions are listed as fast as they could be guessed. */
    bool exact;
    bool foresees; /* rules are `foreseen`, so many that searches use it */
    struct pattern_set set[PATTERN_SETS_MAX];
    int32_t sets;
    /* All actions, if they are few and consist of words alone, the same in all states. */
    action word[PATTERN_WORDS_MAX];
    int32_t words;                                   /* 0: they do not */
    enum direction direction_of[LUA_GAME_WORDS_MAX]; /* of a word */
    unsigned char blank[LUA_GAME_LAYERS_MAX];
    /* By value of the layer of pieces: whose it is, or 0. */
    unsigned char owner[256];
    uint8_t piece_layer;
    /* By layer and value: the name of the kind. */
    const char *kind[LUA_GAME_LAYERS_MAX][256];
};

/* ---- games ---- */

/* Sets the part of `struct game` that rules carry out. */
void pattern_define(struct lua_game *);

/* What has ended a run before its time. */
struct pattern_fault {
    enum pattern_fault_of {
        PATTERN_FINE,
        PATTERN_OFF_BOARD, /* a rule would have written where it must not (play.h) */
        PATTERN_ENDLESS,   /* `again` does not end */
        PATTERN_STOPPED,   /* the game's poll */
    } of;
    const char *text; /* of the rule; the place of the step */
    int32_t rounds;   /* of PATTERN_ENDLESS */
};

/* What follows an action, as far as it is done. */
struct pattern_follow {
    int32_t step;        /* the next one */
    struct place anchor; /* of the action's rule; row -1: it has none */
    struct pattern_fault fault;
};

/* For a game with Lua functions. pattern_act carries out the first rule of the action that fits,
 * without checking whether the action is possible; NULL: there is none. Then pattern_follow does
 * the steps up to one that is a function, whose number it returns; 0: all steps are done. At last
 * pattern_finish does what follows: turn and ends. */
const struct pattern_rule *pattern_act(const struct lua_game *, void *state, action,
                                       struct report *, struct pattern_follow *);
int32_t pattern_follow(const struct lua_game *, void *state, struct report *,
                       struct pattern_follow *);
void pattern_finish(const struct lua_game *, void *state, bool keep_turn);

/* Ends a state whose ends hold. Returns whether it is over. */
bool pattern_settle(const struct lua_game *, void *state);

/* game->model (model/model.c). */
bool pattern_model(const struct game *, const void *state, struct model *);

/* The rule that would carry the action out; NULL: none, or a function does. *at: the place of
 * its pattern's anchor; it stays as it was if the rule has no pattern. */
const struct pattern_rule *pattern_of_action(const struct lua_game *, const void *state,
                                             action, struct place *at);

/* Why no rule carries the action out, as the reason of a refusal (why.c). */
void pattern_why(const struct lua_game *, const void *state, action, struct text *);

#endif
