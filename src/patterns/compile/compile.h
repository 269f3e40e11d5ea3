/*
 * The compiler of rules as pictures: from texts and names to a program.
 *
 *     "[ player | box | empty ] -> [ | player | box ]"
 *         scan.c                 [  player  |  box  |  empty  ]  ->  [ ...       tokens
 *         pattern.c, direction_words.c   the words in front, the rows, the anchor
 *         items.c, cells.c       what a cell names; its tests                   left sides
 *         right_side.c, writes.c, tables.c   which cell becomes which; what is written there
 *         condition.c            "count box = 3 and keys > 0"                   conditions
 *         check_rule.c           checks that concern more than one text
 *         assemble.c, judge_form.c, no_end.c, number_sets.c   what follows from all of them  for speed
 *     struct pattern_program     -> verify/ -> the game may run it
 *
 * What became of a rule is printed by `run.lua explain rules GAME` (describe/describe.h):
 *
 *     down [ rock | empty ] -> [ | rock ]
 *
 *       pattern: 1 row of 2 cells, anchor 1
 *         cell 1: board = rock; found by board
 *         cell 2: board = empty
 *       direction: down
 *         spot down: cell 2 at 1 0
 *       write 1: board := empty
 *       write 2: board := rock
 *       it lies on the board, changes a cell
 *
 * Errors stop it: the first one is kept with its column, and with what was expected
 * there, so that lua/tessera/base/rules_errors.lua can guess what was meant:
 *
 *     "[ player | bxo ] -> [ | player ]"    column 12, word "bxo", PATTERN_EXPECT_CELL
 *
 * The program lies in memory that the caller gives. If that is full, the caller starts
 * again with a larger block: so nothing here needs realloc, and pointers stay.
 *
 * **pattern_complete and pattern_complete_step are the only ways to a program that may run,**
 * and both end in the verifier.
 */
#ifndef TESSERA_PATTERNS_COMPILE_COMPILE_H
#define TESSERA_PATTERNS_COMPILE_COMPILE_H

#include "patterns/facts.h"

struct pattern_value {
    uint8_t layer, value;
};

/* What a name stands for: values, of which a facing group has those for up, down, left,
 * right in this order, or for two of them that are opposite, from `heading` on. */
struct pattern_name {
    const char *name;
    enum pattern_sort { PATTERN_KIND, PATTERN_GROUP, PATTERN_LAYER } is;
    bool facing;
    enum direction heading; /* of its first value */
    int32_t count;
    const struct pattern_value *value;
    bool each; /* each player has such kinds */
    /* Of such a group by player his kinds; else NULL. */
    const struct pattern_name *of;
};

struct pattern_names {
    const struct pattern_name *name;
    int32_t count;
    int32_t layers;
    int16_t blank[LUA_GAME_LAYERS_MAX]; /* or -1 */
    int32_t players;
    struct pattern_name piece[LUA_GAME_PLAYERS_MAX]; /* count 0: none */
    const struct lua_game *game; /* its words and fields; NULL for a grid */
    bool hexagons;
};

/* The texts of a form's slots: "<car>"; NULL for a word. */
struct pattern_slot_names {
    const char *name[LUA_GAME_SLOTS_MAX];
};

struct pattern_memory {
    char *at;
    size_t room, used;
    bool full;
};

/* Zeroed memory; NULL if there is no more. */
void *pattern_take(struct pattern_memory *, size_t count, size_t size);

/* A copy of the text there: **all that a program points to lies in its memory,** texts, too. NULL
 * if there is no more, or no text. */
const char *pattern_keep_text(struct pattern_memory *, const char *);

enum pattern_expected {
    PATTERN_EXPECT_NOTHING,
    PATTERN_EXPECT_CELL,      /* the name of a kind, group or layer, or a word */
    PATTERN_EXPECT_DIRECTION, /* a word in front of a pattern */
    PATTERN_EXPECT_TERM,      /* what begins a condition */
    PATTERN_EXPECT_FIELD,     /* one that is a number, and no counter */
    PATTERN_EXPECT_GOAL,      /* the name of a cell, or a side of the board */
    PATTERN_EXPECT_EACH,      /* a group of which each player has kinds */
    PATTERN_EXPECT_THEIRS,    /* a field that each player has, and no counter */
};

struct pattern_error {
    bool failed;
    int32_t column; /* from 1 */
    enum pattern_expected expected;
    char word[40]; /* the word there, if something else was expected */
    char message[160];
};

/* A text that is compiled, and where. */
struct pattern_source {
    const char *text;
    const struct pattern_names *names;
    /* The action's form, for its direction; NULL if there is none. */
    const struct lua_game_form *form;
    const struct pattern_slot_names *slots; /* NULL: none can be named */
    const struct pattern_slot *means; /* the words of the slots that the rule is for */
    bool step;                        /* it must say each, first or random */
    bool sweep;                       /* it must not */
    bool looks;                       /* it has no right side */
    bool nobody;                      /* no player acts: there is no mine */
    /* Of a condition: the pattern of the action's rule, which finds `theirs`; or NULL. */
    struct pattern *met;
    struct pattern_memory *memory;
    struct pattern_error *error;
};

/* These return false after an error, or if the memory is full. */
bool pattern_compile_pattern(const struct pattern_source *, struct pattern *);
bool pattern_compile_condition(const struct pattern_source *, struct pattern_condition *);
/* A single cell, as conditions have them. */
bool pattern_compile_cell(const struct pattern_source *, struct pattern_cell *);

/* Whether a program may run. */
struct pattern_verdict {
    const char *wrong; /* NULL: nothing */
    bool internal;     /* it is a fault of the compiler, which the verifier reports */
    const char *text;  /* of the rule in which it is, or NULL */
};

/* Whether no end can hold after an action that the rule carries out (no_end.c). */
bool pattern_makes_no_end(const struct lua_game *, const struct pattern_program *,
                          const struct pattern_rule *);

/* Notes how the actions of a form are listed whose rules are judged (judge_form.c). Returns whether
 * they are known without being tried. */
bool pattern_judge_form(const struct lua_game *, const struct pattern_program *,
                        const struct lua_game_form *, struct pattern_form *);

/* Numbers the sets and left sides of a game's rules (number_sets.c). Returns whether they ask what
 * hangs together. */
bool pattern_number_sets(const struct lua_game *, struct pattern_program *);

/* ---- a program (check_rule.c, assemble.c) ---- */

/* Which of the form's slots say where a pattern lies: row, column and direction, or -1.
 * False if it has several rows or columns. */
bool pattern_form_slots(const struct pattern_names *, const struct lua_game_form *,
                        struct pattern_form *);

/* Whether several of the form's slots name directions: then none is the direction. */
bool pattern_has_directions(const struct pattern_names *, const struct lua_game_form *);

/* Whether a slot that names directions names, of the words that a rule is for, one that is none
 * of the sides. */
bool pattern_slants(const struct lua_game *, const struct lua_game_slot *,
                    const struct pattern_slot *means);

/* NULL, or why a game cannot have rules for all of its moves: too many actions to try. */
const char *pattern_check_moves(const struct lua_game *);

/* NULL, or what is wrong with a rule of form number i of the game; with an end of its
 * rules. */
const char *pattern_check_rule(const struct pattern_names *, int32_t i,
                               const struct pattern_rule *);
const char *pattern_check_end(const struct lua_game *, const struct pattern_program *,
                              const struct pattern_end *);

/* NULL, or that the rule, of an action (`acts`) or of a step, does nothing wherever it fits. It may still keep
 * rules behind it from being tried. */
const char *pattern_check_idle(const struct lua_game *, const struct pattern_program *,
                               const struct pattern_rule *, bool acts);

/* Each kind of the group joins to the next one; a join to kind i is worth worth[i]. NULL, or
 * what is wrong with the group. */
const char *pattern_make_squash(const struct pattern_names *,
                                const struct pattern_name *group, const int64_t *worth,
                                struct pattern_squash *);

/* A rule that moves a piece (move.c): which one, from a text; into which cells, if no text says it; and
 * that the kinds of this name go on to the right or below: NULL, or why they cannot, where %s is the
 * name. */
bool pattern_compile_move(const struct pattern_source *, struct pattern_move *);
const char *pattern_default_into(const struct pattern_source *, uint8_t layer);
const char *pattern_join(const struct pattern_name *, const struct pattern_move *,
                         struct kinds *);

/* Notes which cell of the pattern's left side names `theirs`, the first one; false: none does. */
bool pattern_note_struck(struct pattern *);

/* NULL, or why the actions of this form cannot move a piece. */
const char *pattern_check_move(const struct lua_game_form *, const struct pattern_form *,
                               const struct pattern_move *);

/* Fills in what follows from the forms' rules, and the steps and ends: what is known about
 * them for all boards, whether states of the game need copies, and the game's endings. Then the
 * program, in this memory, is verified; if it passes, it becomes the game's, else it must not run. */
bool pattern_complete(struct lua_game *, const struct pattern_names *,
                      const struct pattern_memory *, struct pattern_program *,
                      struct pattern_verdict *);

/* The same for rules on a grid without a game. */
bool pattern_complete_step(const struct pattern_memory *, const struct pattern_step *,
                           struct pattern_verdict *);

/* The verifier: whether the program of a game, or what a grid carries out, may run. Called by the
 * two functions above; a test may change a program and ask again. */
bool pattern_verify(const struct pattern_memory *, const struct lua_game *,
                    const struct pattern_program *, struct pattern_verdict *);
bool pattern_verify_step(const struct pattern_memory *, const struct pattern_step *,
                         struct pattern_verdict *);

#endif
