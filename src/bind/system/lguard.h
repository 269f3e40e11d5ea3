/*
 * What the sandbox cannot do in Lua (lguard.c): refusals that no pcall catches, the
 * user's line across coroutines, tables that are frozen.
 *
 *     io.open "x"       guard.refuse "io": a line on stderr, exit status 4
 *     lguard_where      "my.lua:12: ", also if my.lua:12 has resumed the coroutine that runs
 */
#ifndef TESSERA_BIND_SYSTEM_LGUARD_H
#define TESSERA_BIND_SYSTEM_LGUARD_H

#include "bind/bind.h"

/* Appends "my.lua:12: ", the line of the user's innermost function that runs, also if that is
 * outside of the running coroutine; nothing if there is none. */
void lguard_where(lua_State *L, struct text *);

/* The functions for frozen tables (lguard_frozen.c). */
extern const luaL_Reg lguard_frozen[];

#endif
