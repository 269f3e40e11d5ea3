/*
 * What the bindings share. This folder holds the only C that includes lua.h: a binding
 * function checks its arguments, calls the core once and pushes the results.
 */
#ifndef TESSERA_BIND_H
#define TESSERA_BIND_H

#include <lauxlib.h>
#include <lua.h>

#include "../game.h"
#include "../grid.h"
#include "../reader.h"

/* In front of each luaopen function: the library shows no other name. */
#define EXPORT __attribute__((visibility("default")))

/* ---- objects (bind.c) ---- */

/* Pushes a new metatable with these metamethods and an __index table with these methods.
 * Each function has the metatable as its upvalue 1 and the pointer `data` as upvalue 2. */
void bind_class(lua_State *L, const char *name, const luaL_Reg *metamethods,
                const luaL_Reg *methods, const void *data);

/* Raises the error that the value at `index` is no object of the class. */
void *bind_wrong_object(lua_State *L, int index);

/* The object at `index`, whose metatable must be upvalue 1 of the running function.
 * (Every method begins with this: it compares pointers, a quarter of the cost of
 * looking the metatable up by its name.) */
static inline void *bind_object(lua_State *L, int index)
{
    if (!lua_getmetatable(L, index)) return bind_wrong_object(L, index);
    const void *metatable = lua_topointer(L, -1);
    lua_pop(L, 1);
    if (metatable != lua_topointer(L, lua_upvalueindex(1))) {
        return bind_wrong_object(L, index);
    }
    return lua_touserdata(L, index);
}

/* An integer argument of min .. max, or an error that names the range. */
lua_Integer bind_integer(lua_State *L, int index, lua_Integer min, lua_Integer max);

/* Every key of the table at `index` > 0 must be one of these names, after the last one
 * NULL; or an error says which is not. */
void bind_check_names(lua_State *L, int index, const char *const *names);

/* Calls a function of the Lua module tessera.search with all that is on the stack, the state
 * first, and leaves what it answers: how many values. For methods that are searches. */
int bind_search(lua_State *L, const char *name);

/* ---- games (lgame.c): the protocol, once for all ---- */

/* Pushes the module of a game: `methods`, `load` and the cells of its maps. The natural
 * methods of the game join those of the protocol. */
void bind_game(lua_State *L, const struct game *, const luaL_Reg *methods);

/* The game of the running function. One whose rules are Lua functions calls them in this
 * thread. */
static inline const struct game *bind_game_of(lua_State *L)
{
    const struct game *game = lua_touserdata(L, lua_upvalueindex(2));
    if (game->host != NULL) *(lua_State **)game->host = L;
    return game;
}

/* After calling the game: raises what one of its rules has raised, if it has. */
void bind_check_failure(lua_State *L, const struct game *);

/* How many user values a state of the game has. */
int bind_user_values(const struct game *);

/* Adds functions to the module on top of the stack; they have the same upvalues as the
 * methods. */
void bind_game_functions(lua_State *L, const luaL_Reg *functions);

/* Pushes a new state, `size` bytes of zero, from a function of the module. */
void *bind_new_state(lua_State *L, size_t size);

/* Whether the value at `index` > 0 is a state of any game. */
bool bind_is_state(lua_State *L, int index);

/* The state of any game at `index` > 0, and its game; or an error. */
struct state *bind_any_state(lua_State *L, int index, const struct game **);

/* Pushes a copy of the state of this game at `index`. */
struct state *bind_copy(lua_State *L, int index, const struct game *);

/* The state at index 1 of a natural method. */
#define bind_state(L) bind_object(L, 1)

/* Applies an action to the state at index 1, and pushes true and, if that ended the game,
 * the outcome; or nil, why not and, if time has passed all the same, true. What happens
 * is appended to the table at index `events`, if there is one (index 0: none). Returns how
 * many values were pushed. */
int bind_apply(lua_State *L, const struct game *, void *state, action, int events);

/* Whether the state at index 1 has a listener. */
bool bind_is_watched(lua_State *L, const void *state);

/* Methods of every state that play many actions (lbatch.c). */
extern const luaL_Reg bind_batches[];

/* ---- grids (lgrid.c) ---- */

/* Pushes a new grid, whose cells the caller must fill. */
struct grid bind_new_grid(lua_State *L, int32_t rows, int32_t cols);

/* Pushes a grid that shows cells of the object at `index`, with the names of the legend at
 * `legend`. */
struct grid *bind_push_view(lua_State *L, int index, struct grid view, int legend);

/* The map at `index`: a grid, or its picture as a string, whose rows may be separated by
 * '/' as well. A picture is read with `alphabet` and `once` as reader_cells does. The
 * sides must lie in the dimensions' ranges. What is made for it stays on the stack. */
struct grid bind_map(lua_State *L, int index, const struct dimension *sides,
                     const char *alphabet, const char *once);

/* ---- readers (lreader.c) ---- */

/* Raises the reader's fault: a table with `message` and, for malformed input, `line` and
 * `column`; tostring gives them as one text. */
int bind_raise(lua_State *L, const struct reader *);

/* Raises "cannot write the output: No space left on device" in the same form. */
int bind_raise_errno(lua_State *L, const char *what, int error);

#endif
