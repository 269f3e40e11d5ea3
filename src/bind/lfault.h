/*
 * The errors of the compiler of rules as pictures, for the two bindings that use it.
 */
#ifndef TESSERA_LFAULT_H
#define TESSERA_LFAULT_H

#include "bind.h"
#include "rules/rules_compile.h"

/* Pushes an error as the table that tessera.base.rules_errors turns into a message. */
void lfault_push(lua_State *, const char *place, const char *text,
                 const struct rules_error *);

#endif
