/*
 * Inside the description of a program: lines of text, and what they say of cells and rules.
 */
#ifndef TESSERA_PATTERNS_DESCRIBE_TELLING_H
#define TESSERA_PATTERNS_DESCRIBE_TELLING_H

#include "describe.h"

/* What is described, and where the text goes. */
struct telling {
    const struct lua_game *game;
    const struct pattern_form
        *form; /* of the rule; NULL: it belongs to a step or an end */
    const struct lua_game_form *slots;
    struct text *out;
    int depth; /* of the line, two blanks each */
};

/* Appends the format; `%s` is a text, `%d` an int32_t. */
void tell(struct telling *, const char *format, ...);

/* The same, at the beginning of a line. */
void tell_line(struct telling *, const char *format, ...);

/* The name of a kind; "things in a b c", or "things = a"; what a slot may be: "<up|down>". */
void tell_kind(struct telling *, int32_t layer, int value);
void tell_kinds(struct telling *, int32_t layer, const struct kinds *);
void tell_slot(struct telling *, const struct lua_game_slot *);
void tell_word(struct telling *, const struct lua_game_slot *, int64_t value);

/* Where something leads; how many neighbours are meant. */
void tell_goal(struct telling *, const struct pattern_goal *);
void tell_neighbours(struct telling *, int32_t directions);

/* What a cell must hold. */
void tell_cell(struct telling *, const struct pattern_cell *);

/* Lines about a pattern; about a condition, one for each of its terms. */
void tell_pattern(struct telling *, const struct pattern *);
void tell_condition(struct telling *, const char *what, const struct pattern_condition *);

/* What is written into a cell. */
void tell_write(struct telling *, const struct pattern *, const struct pattern_write *);

#endif
