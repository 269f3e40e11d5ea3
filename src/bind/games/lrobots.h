/*
 * Shared by the binding of Robots: lrobots.c (the module) and lrobots_search.c, whose
 * method `plan` needs what searches need.
 */
#ifndef TESSERA_BIND_GAMES_LROBOTS_H
#define TESSERA_BIND_GAMES_LROBOTS_H

#include "bind/bind.h"

/* plan([ahead [, options]]), a method (lrobots_search.c) */
int lrobots_plan(lua_State *L);

#endif
