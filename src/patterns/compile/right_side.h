/*
 * Inside the compiler: a right side as it was read (right_side.c), from which the writes
 * are computed (writes.c). With the left side `[ player | thing | empty ]`
 *
 *     [ | player | thing ]    at[0] becomes nothing, at[1] {player}, at[2] {thing}
 *
 * and the write of cell 2 is PATTERN_FOUND: the kind of the group that the board had in cell 1.
 */
#ifndef TESSERA_PATTERNS_COMPILE_RIGHT_SIDE_H
#define TESSERA_PATTERNS_COMPILE_RIGHT_SIDE_H

#include "scan.h"

/* What becomes of a kind that the left side has found: another heading, the next one of its
 * group, the one in its place of another group. */
enum turn { TURN_NONE, TURN_LEFT, TURN_RIGHT, TURN_BACK, TURN_NEXT, TURN_LIKE };

/* A word of a right cell. */
struct becomes {
    struct item item;
    bool no, random, next;
    enum turn turn;
    struct item like; /* of TURN_LIKE: the piece that was found */
};

struct right {
    struct token token;
    int32_t least; /* of a run; 0: one cell */
    int32_t most;  /* of a run; 0: as many as there are */
    struct becomes becomes[ITEMS_MAX];
    int32_t count;
    struct pattern_choice choice[ITEMS_MAX]; /* instead, if the cell says `or` */
    struct token choice_at[ITEMS_MAX];
    int32_t choices;
    int64_t total; /* of the draw */
    bool shares;   /* some are fields (struct pattern_write) */
};

struct rights {
    struct right at[PATTERN_CELLS_MAX];
    int32_t count, rows, cols;
};

/* Whether the cell at hand ends here. */
bool compile_ends_right(const struct scan *);

/* Whether it is a list of choices, gem 90% or box 10%; then reads it (choices.c). */
bool compile_has_choices(const struct scan *);
bool compile_choices(struct scan *, struct right *);

/* What is written into a cell where the left side has cell i and the right side cell k. In
 * the pattern it notes what the right side refers to. *changes becomes true if such a write
 * surely changes a cell that fits. */
bool compile_writes(const struct scan *, const struct lefts *, int32_t i,
                    const struct rights *, int32_t k, struct pattern *,
                    struct pattern_writes *, bool *changes);

/* ---- tables (tables.c) ---- */

/* What becomes of each value: by `next` of the group, or by a turn. NULL if there is no memory. */
const unsigned char *table_next(const struct scan *, const struct pattern_name *);
const unsigned char *table_turn(const struct scan *, const struct becomes *);

/* Whether the item can be turned: a facing group, a piece of one, or pieces that each player has one of.
 * *straight: they have two headings only. */
bool check_turn(const struct scan *, const struct item *, bool *straight);

/* A copy in the program's memory, or NULL. */
const unsigned char *keep_bytes(const struct scan *, const unsigned char *bytes,
                                int32_t n);

#endif
