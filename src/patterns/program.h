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

#include "base/grid_rules.h"
#include "game/lua_game.h"

enum {
    PATTERN_CELLS_MAX = 64, /* of one side of a rule */
    PATTERN_WORDS_MAX = 16, /* actions that are listed once and for all */
    PATTERN_WAYS_MAX = 8,   /* directions of a form that is listed by its pieces */
    PATTERN_SETS_MAX = 64,  /* sets of values that have numbers */
    PATTERN_LEFTS_MAX = 16, /* left sides that have numbers */
    /* Of so many sets it is kept which cells have a member so many rows and columns away. */
    PATTERN_NEAR_SETS = 4,
    PATTERN_NEAR = 2,
    PATTERN_WITHIN_MAX = 8, /* so far a cell looks around itself */
    PATTERN_OFFSETS_MAX = (2 * PATTERN_WITHIN_MAX + 1) * (2 * PATTERN_WITHIN_MAX + 1) - 1,
    PATTERN_ROUTES_MAX = 4,  /* ways that have numbers */
    PATTERN_TALLIES_MAX = 4, /* numbers of cells around that have numbers */
};

/* A set of values; `only` is its only member, or -1. */
struct pattern_mask {
    struct kinds kinds;
    int32_t only;
    int32_t set; /* its number among the sets of the program, or -1 */
};

/* A set of values of a layer, from which bits are made (play/bitboard.h): `kinds` has those that
 * are in it, or, if `others`, those that are not, whichever are fewer. */
struct pattern_set {
    struct kinds kinds;
    int32_t only; /* the only one of `kinds`, or -1 */
    uint8_t layer;
    bool others;
};

/* One layer of a cell must hold a value of a mask. */
struct pattern_test {
    enum pattern_by {
        PATTERN_BY_VALUE,  /* mask[0] */
        PATTERN_BY_PLAYER, /* mask[player - 1] */
        PATTERN_BY_SLOT,   /* mask[value of the slot - min] */
        PATTERN_BY_SAME, /* the value that this layer has in cell `slot` of the pattern */
        PATTERN_BY_AROUND, /* no layer of this cell: those around it */
        PATTERN_BY_ROUTE,  /* a way from it */
    } by;
    uint8_t layer, slot;
    bool differs; /* of PATTERN_BY_SAME: not this value */
    int32_t masks;
    const struct pattern_mask *mask;
    int64_t min;
    const struct pattern_around *around; /* of PATTERN_BY_AROUND; else NULL */
    const struct pattern_route *route;   /* of PATTERN_BY_ROUTE; else NULL */
};

struct pattern_alternative {
    const struct pattern_test *test; /* all of them */
    int32_t tests;
};

struct pattern_item;

/* A cell of the left side, or of a condition. */
struct pattern_cell {
    const struct pattern_alternative *alternative; /* one of them */
    int32_t alternatives;
    bool outside; /* fits outside of the board as well */
    bool by_bits; /* its sets have numbers, and it compares with no other cell */
    /* If there is one alternative, and it asks about this cell alone: its tests; else -1. */
    const struct pattern_test *test;
    int32_t tests;
    const struct pattern_test *only; /* the test, if it is alone; or NULL */
    const struct pattern_test
        *deciding; /* the test by which cells that may fit are sought; or NULL */
    int32_t least; /* of a run; 0: one cell */
    const char *text;
    int32_t length; /* of its text */
    /* The kinds that it names, for events. */
    const struct pattern_item *named;
    int32_t names;
};

/* Where a cell lies, seen from another one. */
struct pattern_offset {
    int16_t row, col;
};

/* So many of the cells around one fit: "near 2..3 orthogonal fire within 2". */
struct pattern_around {
    const struct pattern_cell *what; /* one cell, which asks about no other */
    int32_t least, most;
    int directions; /* as bits; of a step to one of the cells around */
    int32_t within; /* steps */
    const struct pattern_offset *offset; /* row by row */
    int32_t offsets;
    /* By player the number of the tally, equal for equal ones; or -1. */
    int16_t tally[LUA_GAME_PLAYERS_MAX];
    const char *text; /* "2..3 orthogonal" */
    int32_t length;
};

/* Where something leads: to cells that fit, or along sides of the board. */
struct pattern_goal {
    const struct pattern_cell *cell; /* NULL: to the sides */
    int32_t edges;                   /* directions as bits; 0: to cells */
};

/* From the cell a way leads there, over neighbouring cells: "way over floor to exit". */
struct pattern_route {
    const struct pattern_cell
        *over; /* one cell, which asks about no other; that of `to`, too */
    struct pattern_goal to;
    int32_t directions; /* to neighbours, as bits */
    bool no;            /* none leads there */
    /* By player the number of its bitboard, equal for equal ones; or -1. */
    int16_t number[LUA_GAME_PLAYERS_MAX];
};

/* A kind that one side of a rule names: which, and in what layer. */
struct pattern_item {
    int32_t symbol;
    uint8_t layer;
    bool group; /* a group: it only looks, unless the other side names it, too */
};

struct pattern_choice {
    int64_t
        upto; /* of a draw from 1 .. total; with `shares`: how many of these numbers */
    uint8_t layer, value;
    int16_t
        field; /* with `shares`: of a field, from 1, that says it in percent; 0: of none */
};

/* A change of one layer of a cell. */
struct pattern_write {
    enum {
        PATTERN_PUT,    /* value[0] */
        PATTERN_TURN,   /* value[v], where v is what the layer has */
        PATTERN_PLAYER, /* value[player - 1] */
        PATTERN_SLOT,   /* value[value of the slot - min] */
        PATTERN_FOUND, /* value[v], where v is what the pattern's found[slot] had before */
        PATTERN_CHOOSE,   /* one of the choices */
        PATTERN_UNCHOSEN, /* value[0], unless a choice in this cell went to this layer */
    } what;
    uint8_t layer, slot;
    int32_t
        values; /* how many; 256 of PATTERN_TURN and PATTERN_FOUND, none of PATTERN_CHOOSE */
    const unsigned char *value;
    const struct pattern_choice *choice;
    int32_t choices;
    int64_t min, total;
    bool
        shares; /* of PATTERN_CHOOSE: some are fields; the last choice has what is left */
};

struct pattern_writes {
    const struct pattern_write *write;
    int32_t count;
};

/* What the right side refers to: the value that a layer of a left cell had. */
struct pattern_found {
    int32_t cell;
    uint8_t layer;
};

enum { PATTERN_FOUND_MAX = 16 };

/* A cell of the right side, or a run. */
struct pattern_right {
    bool run;
    const struct pattern_item *named;
    int32_t names;
};

/* Where a rule is carried out: where the action says, or what the word in front says. */
enum pattern_pick { PATTERN_BY_ACTION, PATTERN_FIRST, PATTERN_EACH, PATTERN_RANDOM };
enum pattern_relative {
    PATTERN_FIXED,
    PATTERN_AHEAD,
    PATTERN_BEHIND,
    PATTERN_LEFT,
    PATTERN_RIGHT
};

/* Where a cell of a pattern lies, seen from the anchor, for one direction, and one of its tests; a
 * cell with other tests than by value has one spot. */
struct pattern_spot {
    int16_t row, col;
    uint8_t layer;
    const struct kinds *kinds; /* what the layer must be; NULL: more is asked */
    const struct pattern_cell *cell;
};

struct pattern {
    const char *text;
    const struct pattern_cell *cell; /* rows * cols of them, row by row */
    int32_t rows, cols, cells, anchor;
    bool runs;     /* some cells are runs; then there is one row */
    bool rewrites; /* it has a right side */
    bool given;    /* its direction is that of the action */
    bool every;    /* it is carried out in all directions that fit, not in the first */
    bool inside;   /* where it fits all of its cells are on the board */
    bool
        plain; /* so are those that it writes, in one row, without runs, and the right side takes
                      nothing from the left one */
    enum pattern_pick pick;
    int32_t directions;
    enum direction direction[GRID_DIRECTIONS];
    enum pattern_relative relative;
    uint8_t heading_layer;
    const unsigned char *heading; /* by value: a direction, or GRID_DIRECTIONS */
    /* Bits answer where it fits: all its sets have numbers, and it compares no cells.
     * By direction the set of the heading, and by player the number of the left side, equal
     * for equal ones; -1: it has none, since it depends on the action. */
    bool by_bits, asks_slot;
    /* Its cells are few sets of the first numbers, near the anchor, on the board, in several rows:
     * so what bits say of one cell serves other patterns. */
    bool near;
    int16_t heading_set[GRID_SIDES], left[LUA_GAME_PLAYERS_MAX];
    /* For each direction in which it may lie the cells beside the anchor that say something;
     * NULL: it is not prepared so, since it has runs or compares cells. */
    const struct pattern_spot *spot[GRID_DIRECTIONS];
    int32_t spots;
    int32_t around;                   /* so far its cells look around themselves */
    const struct pattern_spot *first; /* if there is only one direction; or NULL */
    const struct pattern_right *right;
    struct pattern_found found[PATTERN_FOUND_MAX];
    int32_t founds;
    /* What cell i becomes if the right side has cell k there: writes[i * cells + k];
     * without runs writes[i], since k is i. */
    const struct pattern_writes *writes;
    bool changes; /* carrying it out always changes a cell */
    /* [ 2+ A | B ] -> [ C | 2+ A ], where A is one kind and B one test: then only the
     * cells at the ends are written. */
    bool slides;
    bool aligned; /* the runs of both sides are the same cells */
};

/* What `plain` says. */
static inline bool pattern_is_plain(const struct pattern *p)
{
    bool plain = p->rewrites && p->rows == 1 && !p->runs && p->founds == 0;
    for (int32_t i = 0; plain && i < p->cells; i++)
        plain = p->writes[i].count == 0 || !p->cell[i].outside;
    return plain;
}

/* ---- rules ---- */

/* A number of a sum, and what becomes of it: it is added, or taken away; or it multiplies or divides
 * the product before it, which then stands for the remainder. */
struct pattern_figure {
    enum pattern_figure_of {
        PATTERN_THE_NUMBER,
        PATTERN_THE_FIELD,
        PATTERN_THE_COUNT, /* how many cells fit */
        PATTERN_THE_TURN,  /* the number of the player who acts */
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
    int32_t axes;  /* of a line: along so many of direction_lines */
    int32_t along; /* of what is joined: the directions to neighbours, as bits */
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
    bool certain;  /* an action that it carries out always changes the state */
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

/* The rule that would carry the action out; NULL: none, or a function does. *at: the place of
 * its pattern's anchor; it stays as it was if the rule has no pattern. */
const struct pattern_rule *pattern_of_action(const struct lua_game *, const void *state,
                                             action, struct place *at);

/* Why no rule carries the action out, as the reason of a refusal (why.c). */
void pattern_why(const struct lua_game *, const void *state, action, struct text *);

#endif
