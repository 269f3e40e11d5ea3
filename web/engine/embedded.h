/*
 * What embed.lua has listed.
 */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <lauxlib.h>

/* The modules in C, by their names. */
extern const luaL_Reg embedded_modules[];

#endif
