/*
 * What embed.lua has listed.
 */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <lauxlib.h>

/* The modules in C, by their names. */
extern const luaL_Reg embedded_modules[];

/* The files of the library, by their paths: "lua/tessera/game.lua". Sorted; the last one has no
 * path. In the C library alone. */
struct embedded_text {
    const char *path, *text;
    size_t length;
};
extern const struct embedded_text embedded_texts[];

#endif
