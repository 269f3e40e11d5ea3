/*
 * Shared by the binding of Robots: lrobots.c and lrobots_search.c.
 */
#ifndef TESSERA_LROBOTS_H
#define TESSERA_LROBOTS_H

#include "bind.h"

/* plan([ahead [, options]]), a method (lrobots_search.c) */
int lrobots_plan(lua_State *L);

#endif
