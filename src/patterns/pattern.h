/*
 * A compiled pattern, as a part of a program (program.h): the cells of a left side, and what a right
 * side writes.
 */
#ifndef TESSERA_PATTERNS_PATTERN_H
#define TESSERA_PATTERNS_PATTERN_H

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
    PATTERN_ROUTES_MAX = 8,  /* ways that have numbers */
    PATTERN_TALLIES_MAX = 4, /* numbers of cells around that have numbers */
    PATTERN_FEW = 4,         /* values that are sought one by one */
};

/* One word says which of them are known (`lefts` of struct pattern_bitboards). */
_Static_assert(PATTERN_LEFTS_MAX + PATTERN_TALLIES_MAX + PATTERN_ROUTES_MAX <= 32,
               "too many numbers");

/* A set of values; `only` is its only member, or -1. */
struct pattern_mask {
    struct kinds kinds;
    int32_t only;
    int32_t set; /* its number among the sets of the program, or -1 */
    uint8_t few; /* how many members it has; 0: none, or more than PATTERN_FEW */
    uint8_t member[PATTERN_FEW]; /* they */
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
    int32_t most;  /* of a run; 0: as many as there are */
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
    bool runs;    /* some cells are runs; then there is one row */
    bool limited; /* a run has a greatest length */
    /* It is to be known whose piece its cell number `struck` finds. */
    bool strikes;
    uint8_t struck_layer;
    int32_t struck;
    bool rewrites; /* it has a right side */
    bool given;    /* its direction is that of the action */
    bool every;    /* it is carried out in all directions that fit, not in the first */
    bool inside;   /* where it fits all of its cells are on the board */
    bool
        plain; /* so are those that it writes, in one row, without runs, and the right side takes
                      nothing from the left one */
    bool
        pushes; /* one kind goes where the action says, in one row on the board: its anchor */
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

/* How many `writes` it has. */
static inline int32_t pattern_pairs(const struct pattern *p)
{
    return p->runs ? p->cells * p->cells : p->cells;
}

/* What `pushes` says. */
static inline bool pattern_is_pusher(const struct pattern *p)
{
    const struct pattern_test *t = p->cell[p->anchor].only;
    return p->given && p->inside && p->rows == 1 && !p->runs && t != NULL &&
           t->by == PATTERN_BY_VALUE && t->mask->only >= 0;
}

/* What `plain` says. */
static inline bool pattern_is_plain(const struct pattern *p)
{
    bool plain = p->rewrites && p->rows == 1 && !p->runs && p->founds == 0;
    for (int32_t i = 0; plain && i < p->cells; i++)
        plain = p->writes[i].count == 0 || !p->cell[i].outside;
    return plain;
}

#endif
