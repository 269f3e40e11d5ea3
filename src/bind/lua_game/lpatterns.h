/*
 * Inside lpatterns.c and lpatterns_rule.c: the table `program` of a definition while it
 * is compiled.
 *
 *     { names, forms, rules, steps, ends }     checked by lua/tessera/game/rules.lua
 *         -> struct pattern_program, in a userdata that the game's class keeps
 *
 * If the memory is full, all starts again in a larger block.
 */
#ifndef TESSERA_BIND_LUA_GAME_LPATTERNS_H
#define TESSERA_BIND_LUA_GAME_LPATTERNS_H

#include "lua_rules.h"
#include "patterns/compile/compile.h"

struct lua_rules_building {
    lua_State *L;
    struct lua_game *game;
    struct pattern_program *rules;
    struct pattern_names names;
    struct pattern_slot_names *slots;
    bool nobody; /* no player acts in the step or the end at hand */
    struct pattern
        *met; /* of the rule of an action whose condition is at hand; or NULL */
    struct pattern_memory memory;
    struct pattern_error error;
};

/* Functions that build, and lua_rules_keep_text, return false if the memory is full: then all
 * starts again with more. Errors of the rules are raised. */

bool lua_rules_keep_text(struct lua_rules_building *, const char *text,
                         const char **kept);

/* Fields of the table on top: a text, or NULL (the table keeps it alive); a number, or 0. */
const char *lua_rules_text(lua_State *, const char *name);
lua_Integer lua_rules_integer(lua_State *, const char *name);
bool lua_rules_flag(lua_State *, const char *name);

/* Pushes the list in a field of the table on top, empty if there is none. Returns its
 * length. */
int32_t lua_rules_push_list(lua_State *, const char *name);

/* Raises an error about the rule at `place` as a whole. */
int lua_rules_fail(lua_State *, const char *place, const char *message);

/* What a rule is one of: of an action, the number of its form; or one of these. */
enum { LUA_RULES_OF_STEP = -2, LUA_RULES_OF_SWEEP = -3 };

/* The rule in the table on top. */
bool lua_rules_build_rule(struct lua_rules_building *, int32_t of, struct pattern_rule *);

/* The condition `when` of a rule of this form or of a step (NULL: it has none), of an end, and a
 * cell, whose texts are kept. */
bool lua_rules_build_when(struct lua_rules_building *, int32_t form, const char *place,
                          const char *text, const struct pattern_slot *means,
                          struct pattern_condition *);
bool lua_rules_build_end(struct lua_rules_building *, const char *place, const char *text,
                         struct pattern_condition *);
bool lua_rules_build_cell(struct lua_rules_building *, const char *place,
                          const char *text, struct pattern_cell *);

#endif
