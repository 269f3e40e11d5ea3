/*
 * The errors of rules as pictures, for the two bindings that use them (games in
 * lua_game/, grids in grid/): mistakes of the user, which the compiler reports, and those
 * of the verifier and of a run, which are faults of the engine.
 *
 *     { place = "rule 2", text, column = 12, word = "gme", expected = "cell", message }
 *         -> rules_errors.lua: "there is no kind 'gme' (did you mean 'gem'?)", and a caret
 */
#ifndef TESSERA_BIND_LPATTERN_ERROR_H
#define TESSERA_BIND_LPATTERN_ERROR_H

#include "bind.h"
#include "patterns/compile/compile.h"

/* Pushes an error as the table that tessera.base.rules_errors turns into a message. */
void lpattern_error_push(lua_State *, const char *place, const char *text,
                         const struct pattern_error *);

/* Raises the error of a program that the verifier refuses. */
void lpattern_error_refused(lua_State *, const struct pattern_verdict *);

/* Raises the error of a rule that has broken its run (play.h). */
void lpattern_error_broken(lua_State *, const char *rule);

/* Raises the error of `again` in the step at this place, such as "pegs.lua:12: game 'pegs': step 1",
 * which does not end in so many rounds. */
void lpattern_error_endless(lua_State *, const char *step, int32_t rounds);

#endif
