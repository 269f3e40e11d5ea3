/*
 * Rules as pictures (docs/rules.md), compiled: what each cell of the left side must
 * hold, as sets of values, and what is written. Names are gone; a program refers to
 * layers, values and fields by numbers.
 *
 * **A program is never changed once it is compiled, has no callbacks and allocates
 * nothing.** It lies in the memory that its owner gave to the compiler (rules_compile.h).
 *
 * rules_match.c finds where a pattern fits, rules_rewrite.c carries it out, rules_step.c
 * carries out a whole rule or sweep, rules_ask.c answers conditions. Of a game, rules_choose.c
 * finds the rule that an action means, rules_play.c carries the action out, rules_list.c lists
 * what is possible, rules_why.c says why something is not.
 */
#ifndef TESSERA_RULES_H
#define TESSERA_RULES_H

#include "base/grid_rules.h"
#include "game/lua_game.h"

enum {
    RULES_CELLS_MAX = 64, /* of one side of a rule */
    RULES_WORDS_MAX = 16, /* actions that are listed once and for all */
};

/* A set of values; `only` is its only member, or -1. */
struct rules_mask {
    struct kinds kinds;
    int32_t only;
};

/* One layer of a cell must hold a value of a mask. */
struct rules_test {
    enum rules_by {
        RULES_BY_VALUE,  /* mask[0] */
        RULES_BY_PLAYER, /* mask[player - 1] */
        RULES_BY_SLOT,   /* mask[value of the slot - min] */
        RULES_BY_SAME,   /* the value that this layer has in cell `slot` of the pattern */
    } by;
    uint8_t layer, slot;
    bool differs; /* of RULES_BY_SAME: not this value */
    int32_t masks;
    const struct rules_mask *mask;
    int64_t min;
};

struct rules_alternative {
    const struct rules_test *test; /* all of them */
    int32_t tests;
};

struct rules_item;

/* A cell of the left side, or of a condition. */
struct rules_cell {
    const struct rules_alternative *alternative; /* one of them */
    int32_t alternatives;
    bool outside; /* fits outside of the board as well */
    const struct rules_test
        *only;     /* NULL: there are more tests, or one of another cell */
    int32_t least; /* of a run; 0: one cell */
    const char *text;
    int32_t length; /* of its text */
    /* The kinds that it names, for events. */
    const struct rules_item *named;
    int32_t names;
};

/* A kind that one side of a rule names: which, and in what layer. */
struct rules_item {
    int32_t symbol;
    uint8_t layer;
    bool group; /* a group: it only looks, unless the other side names it, too */
};

struct rules_choice {
    int64_t upto; /* of a draw from 1 .. total */
    uint8_t layer, value;
};

/* A change of one layer of a cell. */
struct rules_write {
    enum {
        RULES_PUT,    /* value[0] */
        RULES_CLEAR,  /* value[0] in place of the values of mask */
        RULES_PLAYER, /* value[player - 1] */
        RULES_SLOT,   /* value[value of the slot - min] */
        RULES_FOUND,  /* value[v], where v is what the pattern's found[slot] had before */
        RULES_CHOOSE, /* one of the choices */
        RULES_UNCHOSEN, /* value[0], unless a choice in this cell went to this layer */
    } what;
    uint8_t layer, slot;
    int32_t values; /* how many, without RULES_FOUND and RULES_CHOOSE */
    const unsigned char *value;
    const struct rules_mask *mask;
    const struct rules_choice *choice;
    int32_t choices;
    int64_t min, total;
};

struct rules_writes {
    const struct rules_write *write;
    int32_t count;
};

/* What the left side found that the right side refers to: a layer of a cell. */
struct rules_found {
    int32_t cell;
    uint8_t layer;
};

enum { RULES_FOUND_MAX = 16 };

/* A cell of the right side, or a run. */
struct rules_right {
    bool run;
    const struct rules_item *named;
    int32_t names;
};

/* Where a rule is carried out: where the action says, or what the word in front says. */
enum rules_pick { RULES_BY_ACTION, RULES_FIRST, RULES_EACH, RULES_RANDOM };
enum rules_relative { RULES_FIXED, RULES_AHEAD, RULES_BEHIND, RULES_LEFT, RULES_RIGHT };

/* Where a cell of a pattern lies, seen from the anchor, for one direction. */
struct rules_spot {
    int16_t row, col;
    const struct rules_cell *cell;
};

struct rules_pattern {
    const char *text;
    const struct rules_cell *cell; /* rows * cols of them, row by row */
    int32_t rows, cols, cells, anchor;
    bool runs;     /* some cells are runs; then there is one row */
    bool rewrites; /* it has a right side */
    bool given;    /* its direction is that of the action */
    enum rules_pick pick;
    int32_t directions;
    enum direction direction[GRID_DIRECTIONS];
    enum rules_relative relative;
    uint8_t heading_layer;
    const unsigned char *heading; /* by value: a direction, or GRID_DIRECTIONS */
    /* For each direction in which it may lie the cells beside the anchor that say something;
     * NULL: it is not prepared so. */
    const struct rules_spot *spot[GRID_DIRECTIONS];
    int32_t spots;
    const struct rules_right *right;
    struct rules_found found[RULES_FOUND_MAX];
    int32_t founds;
    /* What cell i becomes if the right side has cell k there: writes[i * cells + k];
     * without runs writes[i], since k is i. */
    const struct rules_writes *writes;
    bool changes; /* carrying it out always changes a cell */
};

/* ---- rules ---- */

struct rules_term {
    enum {
        RULES_SOME,
        RULES_NO,
        RULES_ALL,
        RULES_COUNT,
        RULES_LINE,
        RULES_AT,
        RULES_FIELD,
        RULES_STUCK,
        RULES_FITS,
        RULES_FITS_NOWHERE,
    } what;
    enum rules_compare {
        RULES_EQUAL,
        RULES_UNEQUAL,
        RULES_LESS,
        RULES_AT_MOST,
        RULES_GREATER,
        RULES_AT_LEAST,
    } compare;
    const struct rules_cell *cell, *on; /* `on` may be NULL */
    int64_t number;
    int32_t field;
    int32_t row, col; /* 0: any; negative: from the end */
    const struct rules_pattern *pattern;
};

struct rules_condition {
    const struct rules_term *term; /* all of them */
    int32_t terms;
    const char *text;
};

struct rules_add {
    int32_t field;
    int64_t number;
};

/* Which values of a slot a rule is for. */
struct rules_slot {
    int64_t min, max;
    struct kinds words; /* of a word: its index */
};

struct rules_squash {
    struct joins joins;
    uint8_t layer, blank;
    int32_t field; /* or -1 */
};

struct rules_rule {
    int32_t number;                      /* among the rules, from 1 */
    const struct rules_slot *slot;       /* NULL: all actions of its form */
    const struct rules_pattern *pattern; /* NULL: it always fits */
    const struct rules_squash *squash;
    struct rules_condition when;
    const struct rules_add *add;
    int32_t adds;
    int32_t over; /* an outcome, from 1, or 0 */
    bool keep_turn, calls;
    bool certain; /* an action that it carries out always changes the state */
    int32_t
        grows; /* a field that it adds to and no step does; then it changes the state while
                      the field is below its max; or -1 */
    const char *text, *why, *event; /* may be NULL */
};

/* The rules of one form of actions. */
struct rules_form {
    const struct rules_rule *rule;
    int32_t rules;                      /* 0: `apply` in Lua carries it out */
    int64_t weight[LUA_GAME_SLOTS_MAX]; /* what 1 more in a slot adds to the action */
    int32_t row, column, direction;     /* slots, or -1 */
    bool several;                       /* rows or columns: rules do not begin there */
    /* The slot whose kind all rules begin with, and the test for it; or -1. */
    int32_t piece;
    const struct rules_test *piece_test;
    /* The form is "<piece> <direction>" in any order, and its rules change the state for
     * certain; then piece_of[value] is the index of the piece, or -1. */
    bool by_pieces;
    bool by_runs; /* they begin with a run of two or more such pieces, not diagonally */
    int16_t piece_of[256];
};

/* A step after an action: a sweep, or one rule. */
struct rules_step {
    const struct rules_rule *rule;
    int32_t rules;
    bool at_once;
    /* Of a sweep of at most 64 rules: by the value in `layer`, bit k: the anchor of rule k
     * fits. NULL: the anchors do not depend on one layer. */
    const uint64_t *may;
    uint8_t layer;
};

struct rules_end {
    struct rules_condition when;
    int32_t outcome[LUA_GAME_PLAYERS_MAX]; /* by the player who acted */
    bool by_player;
    int64_t score;
};

struct rules {
    struct rules_form form[LUA_GAME_FORMS_MAX];
    const struct rules_step *step;
    const struct rules_end *end;
    int32_t steps, ends;
    int32_t score_field;                 /* or -1 */
    const struct rules_cell *score_cell; /* or NULL */
    bool scored;                         /* ends have scores */
    bool only; /* every form has rules, and none calls a function */
    /* All actions, if they are few and consist of words alone, the same in all states. */
    action word[RULES_WORDS_MAX];
    int32_t words;                                   /* 0: they do not */
    enum direction direction_of[LUA_GAME_WORDS_MAX]; /* of a word */
    unsigned char blank[LUA_GAME_LAYERS_MAX];
    /* By layer and value: the name of the kind. */
    const char *kind[LUA_GAME_LAYERS_MAX][256];
};

/* ---- carrying out ---- */

struct rules_board {
    unsigned char *first; /* the cell in row 0, column 0 of layer 0 */
    ptrdiff_t row, layer; /* from a cell to the one below, to the next layer */
    int32_t rows, cols, layers;
};

/* Steps to the next place in reading order. */
static inline void rules_step_on(const struct rules_board *b, struct place *at)
{
    if (++at->col < b->cols) return;
    at->row++;
    at->col = 0;
}

/* The first cell of a layer with a value, as it was found last; cells NULL: none. */
struct rules_last {
    const unsigned char *cells;
    int32_t value;
    bool alone; /* it is known that there is no other */
    struct place at;
};

/* Where and for whom rules are carried out. */
struct rules_run {
    struct rules_board board;
    /* Where patterns look: board.first, or a copy of the cells with the same steps. */
    const unsigned char *seen;
    int player;               /* who acts, from 1 */
    const int64_t *slot;      /* the values of the action's slots */
    enum direction direction; /* of the action */
    /* The state, for fields and chance; game is NULL for a grid without one. */
    const struct lua_game *game;
    const struct rules *rules;
    void *state;
    struct report *report;
    struct rules_last last;
    bool explains;   /* the cell that does not fit is asked for */
    bool changed;    /* something has been written that was different before */
    bool over;       /* a rule has ended the game */
    unsigned chosen; /* bit k: a choice in the cell at hand went to layer k */
};

/* Where a pattern fits. */
struct rules_match {
    const struct rules_pattern *pattern;
    struct place at; /* of its anchor */
    enum direction direction;
    /* The cells of its left side, or the first one of a run, where the patterns look;
     * NULL outside of the board. */
    const unsigned char *cell[RULES_CELLS_MAX];
    int32_t length[RULES_CELLS_MAX]; /* with runs: how many cells each is on the board */
    /* If it does not fit: the cell that did not, and how far it came. */
    int32_t wrong;
    struct place wrong_at;
};

/* Where the rows of a pattern go that lies in this direction. */
static inline enum direction rules_below(enum direction d)
{
    return d == GRID_UP || d == GRID_DOWN ? GRID_RIGHT : GRID_DOWN;
}

/* Where the first cell of a pattern with one row lies. */
static inline struct place rules_line_start(const struct rules_match *m)
{
    return (struct place){m->at.row - m->pattern->anchor * direction_rows[m->direction],
                          m->at.col - m->pattern->anchor * direction_cols[m->direction]};
}

/* The values that a test allows, one that does not ask about another cell. */
static inline const struct rules_mask *rules_mask_of(const struct rules_run *run,
                                                     const struct rules_test *t)
{
    if (t->by == RULES_BY_VALUE) return t->mask;
    return t->by == RULES_BY_PLAYER ? &t->mask[run->player - 1]
                                    : &t->mask[run->slot[t->slot] - t->min];
}

/* Whether a cell with more than one test fits. */
bool rules_alternative_fits(const struct rules_run *, const struct rules_cell *,
                            const unsigned char *at, const struct rules_match *);

/* Whether the cell fits at this place, as `seen` shows it. */
static inline bool rules_cell_fits(const struct rules_run *run,
                                   const struct rules_cell *cell, const unsigned char *at,
                                   const struct rules_match *m)
{
    const struct rules_test *t = cell->only;
    if (t == NULL) return rules_alternative_fits(run, cell, at, m);
    return kinds_has(&rules_mask_of(run, t)->kinds, at[t->layer * run->board.layer]);
}

/* Whether the pattern fits with its anchor at this place, in this direction. */
bool rules_fits(const struct rules_run *, const struct rules_pattern *, struct place,
                enum direction, struct rules_match *);

/* The same in the first direction of the pattern that fits. */
bool rules_fits_at(const struct rules_run *, const struct rules_pattern *, struct place,
                   struct rules_match *);

/* The first place in reading order where the pattern fits; it becomes *at. */
bool rules_find(struct rules_run *, const struct rules_pattern *, struct place *at,
                struct rules_match *);

/* What one layer of a cell must be for it to fit. */
struct rules_deciding {
    const struct rules_mask *mask; /* NULL: it does not depend on one layer */
    const unsigned char *cells;    /* of the layer */
};

struct rules_deciding rules_decides(const struct rules_run *, const struct rules_cell *);

/* Steps *at to the next place in reading order whose cell may fit, from *at on. */
bool rules_next(const struct rules_run *, const struct rules_cell *, struct place *at);

/* Carries the pattern out where it fits, with its events; `event` is the name of the
 * event of the piece in the anchor's cell, or NULL. */
void rules_rewrite(struct rules_run *, const struct rules_match *, const char *event);

/* A number in 1 .. n from the state's stream. */
int64_t rules_draw(struct rules_run *, int64_t n);

bool rules_terms_hold(struct rules_run *, const struct rules_condition *);

static inline bool rules_holds(struct rules_run *run, const struct rules_condition *c)
{
    return c->terms == 0 || rules_terms_hold(run, c);
}

int32_t rules_count(const struct rules_run *, const struct rules_cell *);

/* What a rule does beside its cells: it adds to fields, and may end the game. */
void rules_conclude(struct rules_run *, const struct rules_rule *);

/* Carries out a rule, or a step after an action. `room` has place for a copy of all cells;
 * it is zeroed again. Returns false if the rule fits nowhere. */
bool rules_carry_out(struct rules_run *, const struct rules_rule *, unsigned char *room);
void rules_step(struct rules_run *, const struct rules_step *, unsigned char *room);

/* Carries out the rules of a step cell by cell. The cells must lie in one piece, layer
 * after layer, row after row. Returns at how many cells a rule was carried out. */
int32_t rules_sweep(struct rules_run *, const struct rules_step *, unsigned char *room);

/* ---- games (rules_play.c) ---- */

/* Sets the part of `struct game` that rules carry out. */
void rules_define(struct lua_game *);

/* For a game whose `apply` is a Lua function for some actions. rules_act carries out the
 * first rule of the action that fits, without checking whether the action is possible;
 * NULL: there is none. rules_finish does what follows: steps, turn and ends. */
const struct rules_rule *rules_act(const struct lua_game *, void *state, action,
                                   struct report *);
void rules_finish(const struct lua_game *, void *state, bool keep_turn, struct report *);

/* Ends a new state whose ends hold already. */
void rules_settle(const struct lua_game *, void *state);

/* The rule that would carry the action out; NULL: none, or a function does. */
const struct rules_rule *rules_of_action(const struct lua_game *, const void *state,
                                         action);

/* Why no rule carries the action out, as the reason of a refusal (rules_why.c). */
void rules_why(const struct lua_game *, const void *state, action, struct text *);

/* ---- for the files of this folder ---- */

/* Sets up a run for the player to move. *slot: room for the values of the action, which
 * may be -1. Returns the action's form, or NULL. */
const struct rules_form *rules_start(struct rules_run *, const struct lua_game *,
                                     const void *state, action,
                                     int64_t slot[LUA_GAME_SLOTS_MAX]);

/* Whether a rule is meant for the action's words. */
bool rules_means(const struct rules_run *, const struct lua_game_form *,
                 const struct rules_rule *);

/* The places where the action lets a rule begin: *at is set to the first one, or stepped to
 * the next; false: there is none. */
bool rules_first_place(const struct rules_run *, const struct rules_form *,
                       const struct rules_rule *, struct place *at);
bool rules_next_place(const struct rules_run *, const struct rules_form *,
                      const struct rules_rule *, struct place *at);

/* The first rule of the action that fits; NULL: none. */
const struct rules_rule *rules_choose(struct rules_run *, const struct rules_form *,
                                      struct rules_match *);

/* Whether the action would be carried out. */
bool rules_is_possible(struct rules_run *, const struct rules_form *);

/* `actions` and `candidates` of struct game (rules_list.c). */
int rules_actions(const struct game *, const void *state, action *, int max);
int rules_candidates(const struct game *, const void *state, action *, int max);

/* Whether the player to move can do nothing. */
bool rules_stuck(const struct lua_game *, const void *state);

#endif
