/*
 * PuzzleScript games. lpuzzle_program.c and lpuzzle_rules.c turn a compiled program,
 * tables of Lua, into the program in C; lpuzzle.c makes a game of it; lpuzzle_in_lua_game.c
 * plays its rules on the layers of a game written in Lua.
 *
 *     compile.lua: { objects = 4, layers = 2, layer_of = { ... },
 *                    normal = { { rules = { { rows = ... } } } } }
 *         -> lpuzzle_program -> struct puzzle -> puzzle_define: verified, or an error
 */
#ifndef TESSERA_BIND_PUZZLESCRIPT_LPUZZLE_H
#define TESSERA_BIND_PUZZLESCRIPT_LPUZZLE_H

#include "bind/bind.h"
#include "puzzlescript/puzzle.h"

/* Integer keys of a game's class. */
enum lpuzzle_class {
    LPUZZLE_PROGRAM = 1,
    LPUZZLE_BLOCKS,
    LPUZZLE_NAMES,
    LPUZZLE_COMMANDS,
    LPUZZLE_SOUNDS,
    LPUZZLE_BOARD, /* for lpuzzle_turn, or nil */
};

/* For functions of a game's module. Pushes the text of a message, or nil. */
static inline void lpuzzle_push_message(lua_State *L, int32_t message)
{
    lua_rawgeti(L, lua_upvalueindex(1), LPUZZLE_COMMANDS);
    lua_rawgeti(L, -1, message);
    lua_remove(L, -2);
}

/* turn(state, action, kinds, blanks): plays a turn on the layers of a state of a game
 * written in Lua. `kinds` has two bytes for each object but the last ones, which are in
 * every cell: the number of its layer, from 0, and the byte of its kind there; `blanks`
 * has a byte for each layer, 0 for a layer without a blank. Returns whether cells have
 * changed, the message that came or nil, whether the rules said `win`, and whether they
 * drew dice (lpuzzle_in_lua_game.c). */
int lpuzzle_turn(lua_State *L);

/* Fills in *p from the table at index 1, as lua/tessera/puzzlescript/compile.lua makes
 * it. Memory is taken from userdata that are appended to the table at index `blocks`. */
void lpuzzle_program(lua_State *L, struct puzzle *p, int blocks);

/* ---- shared by the files that read the program (lpuzzle_building.c) ---- */

/* The program that is read, and the memory for it. */
struct lpuzzle_building {
    lua_State *L;
    struct puzzle *p;
    int blocks;
    int cells, rows; /* indices of tables: by the table of each where it was built */
    char *at;        /* free memory: `left` bytes */
    size_t left;
    int32_t *held; /* room for a list that is put together: `room` numbers */
    int32_t room, n;
    unsigned char *marks;  /* one for each plane, for lpuzzle_rules.c */
    uint64_t *sets;        /* two sets of planes, for the same file */
    const uint32_t *kinds; /* of the commands, by their numbers */
    int32_t lines;         /* of the file before those that the user has written */
};

/* Zeroed memory for n objects, in a userdata of the list of blocks. */
void *lpuzzle_take(struct lpuzzle_building *, size_t n, size_t size);

/* Adds a number to the list that is put together; ends that list. */
void lpuzzle_add(struct lpuzzle_building *, int32_t number);
struct puzzle_list lpuzzle_finish(struct lpuzzle_building *);

/* Fields of the table on top of the stack: an integer (min if it is not there), a truth
 * value, a list of numbers from 0 to below - 1. */
int32_t lpuzzle_integer(struct lpuzzle_building *, const char *name, int32_t min,
                        int32_t max);
bool lpuzzle_flag(struct lpuzzle_building *, const char *name);
struct puzzle_list lpuzzle_list(struct lpuzzle_building *, const char *name,
                                int32_t below);

/* Pushes a list, or an empty one. Returns its length. */
int32_t lpuzzle_push_list(struct lpuzzle_building *, const char *name);

/* Entry k, from 0, of the list on top of the stack: a number; a table, which is pushed. */
int32_t lpuzzle_entry(struct lpuzzle_building *, int32_t k, int32_t below);
void lpuzzle_push_entry(struct lpuzzle_building *, int32_t k);

/* Reads a list of groups of rules (lpuzzle_rules.c). */
void lpuzzle_groups(struct lpuzzle_building *, const char *name, struct puzzle_groups *);

#endif
