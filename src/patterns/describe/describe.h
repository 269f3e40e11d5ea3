/*
 * A compiled program as text, for whoever works on the compiler: what became of each rule. It is
 * what `run.lua explain rules GAME` prints.
 *
 *     [ player | box | open no things ] -> [ | player | box ]     is, in Sokoban,
 *
 *       pattern: 1 row of 3 cells, anchor 1
 *         cell 1: things = player; found by things
 *         cell 2: things = box
 *         cell 3: ground ~= wall, things = nothing
 *       direction: that of slot 1
 *         spot right: cell 2 at 0 1, cell 3 at 0 2; 8 directions
 *       write 1: things := nothing
 *       write 2: things := player
 *       write 3: things := box
 *       it lies on the board, changes a cell
 *
 * It goes by parts, so that no text is larger than what one rule needs. Nothing here is read by a
 * program: a stage that is new in program.h gets a line here.
 */
#ifndef TESSERA_PATTERNS_DESCRIBE_DESCRIBE_H
#define TESSERA_PATTERNS_DESCRIBE_DESCRIBE_H

#include "patterns/program.h"

/* A part: what all rules share, a form, a step or an end; or one rule of a form or a step. */
struct pattern_part {
    enum pattern_part_of {
        PATTERN_PART_GAME,
        PATTERN_PART_FORM,
        PATTERN_PART_STEP,
        PATTERN_PART_END,
        PATTERN_PARTS,
    } of;
    int32_t number; /* of the form, step or end, from 0 */
    int32_t rule;   /* from 0; -1: all that the rules share */
};

/* The part of the whole game, which is the first one. */
static inline struct pattern_part pattern_first_part(void)
{
    return (struct pattern_part){PATTERN_PART_GAME, 0, -1};
}

/* Steps to the next part; false after the last one. */
bool pattern_next_part(const struct lua_game *, struct pattern_part *);

/* The rule of a part; NULL: it has none. */
const struct pattern_rule *pattern_of_part(const struct lua_game *,
                                           const struct pattern_part *);

/* Lines of text, each ended by a newline. */
void pattern_describe(const struct lua_game *, const struct pattern_part *,
                      struct text *);

#endif
