/*
 * Inside lrules_program.c and lrules_rule.c: the table `program` of a definition while it is
 * compiled.
 */
#ifndef TESSERA_LRULES_PROGRAM_H
#define TESSERA_LRULES_PROGRAM_H

#include "lrules.h"
#include "rules/rules_compile.h"

struct lrules_building {
    lua_State *L;
    struct lua_game *game;
    struct rules *rules;
    struct rules_names names;
    struct rules_slot_names *slots;
    struct rules_memory memory;
    struct rules_error error;
};

/* Functions that build, and lrules_keep_text, return false if the memory is full: then all
 * starts again with more. Errors of the rules are raised. */

bool lrules_keep_text(struct lrules_building *, const char *text, const char **kept);

/* Fields of the table on top: a text, or NULL (the table keeps it alive); a number, or 0. */
const char *lrules_text(lua_State *, const char *name);
lua_Integer lrules_integer(lua_State *, const char *name);
bool lrules_flag(lua_State *, const char *name);

/* Pushes the list in a field of the table on top, empty if there is none. Returns its
 * length. */
int32_t lrules_push_list(lua_State *, const char *name);

/* Raises an error about the rule at `place` as a whole. */
int lrules_fail(lua_State *, const char *place, const char *message);

/* What a rule is one of: of an action, the number of its form; or one of these. */
enum { LRULES_OF_STEP = -2, LRULES_OF_SWEEP = -3 };

/* The rule in the table on top. */
bool lrules_build_rule(struct lrules_building *, int32_t of, struct rules_rule *);

/* The condition of an end, and a cell, whose texts are kept. */
bool lrules_build_end(struct lrules_building *, const char *place, const char *text,
                      struct rules_condition *);
bool lrules_build_cell(struct lrules_building *, const char *place, const char *text,
                       struct rules_cell *);

#endif
