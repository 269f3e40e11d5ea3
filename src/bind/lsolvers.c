/*
 * The searches of single games for Lua. Arguments and answers as in lsearch.c.
 */
#include "lsearch.h"

const luaL_Reg lsearch_solvers[] = {{NULL, NULL}};
