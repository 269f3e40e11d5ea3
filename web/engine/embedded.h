/*
 * What embed.lua has put into the program.
 */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <stddef.h>

#include <lauxlib.h>

struct embedded_file {
    const char *path;   /* "lua/tessera/game.lua" */
    const char *module; /* "tessera.game", or NULL if it is no Lua */
    const char *text;
    size_t size;
};

/* The last one has no path. */
extern const struct embedded_file embedded_files[];

/* The modules in C, by their names. */
extern const luaL_Reg embedded_modules[];

#endif
