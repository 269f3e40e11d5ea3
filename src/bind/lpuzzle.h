/*
 * PuzzleScript games. lpuzzle_program.c turns a compiled program, tables of Lua, into the
 * program in C; lpuzzle.c makes a game of it.
 */
#ifndef TESSERA_LPUZZLE_H
#define TESSERA_LPUZZLE_H

#include "bind.h"
#include "puzzlescript/puzzle.h"

/* Fills in *p from the table at index 1, as lua/tessera/puzzlescript/compile.lua makes
 * it. Memory is taken from userdata that are appended to the table at index `blocks`. */
void lpuzzle_program(lua_State *L, struct puzzle *p, int blocks);

#endif
