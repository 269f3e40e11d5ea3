/*
 * What the bindings share. This folder holds the only C that includes lua.h: a binding
 * function checks its arguments, calls the core once and pushes the results.
 */
#ifndef TESSERA_BIND_H
#define TESSERA_BIND_H

#include <lauxlib.h>
#include <lua.h>

#include "game/game.h"
#include "base/grid.h"
#include "base/reader.h"

/* In front of each luaopen function: the library shows no other name. */
#define EXPORT __attribute__((visibility("default")))

/* ---- objects (bind.c) ---- */

/* Pushes a new metatable with these metamethods and an __index table with these methods.
 * Each function has the metatable as its upvalue 1 and the pointer `data` as upvalue 2. */
void bind_class(lua_State *L, const char *name, const luaL_Reg *metamethods,
                const luaL_Reg *methods, const void *data);

/* Gives the value on top the metatable of this name with these metamethods, made when it
 * is first needed: whole, or after an error not at all. */
void bind_set_metatable(lua_State *L, const char *name, const luaL_Reg *metamethods);

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

/* Sets a field of the table on top of the stack. */
void bind_set_integer(lua_State *L, const char *name, lua_Integer);
void bind_set_string(lua_State *L, const char *name, const char *);

/* Pushes a text of this one character. */
void bind_push_character(lua_State *L, int c);

/* Pushes a place: { row, column }. */
void bind_push_place(lua_State *L, int32_t row, int32_t col);

/* Pushes a Lua module of the library. */
void bind_require(lua_State *L, const char *name);

/* Pushes "my.lua:12: ", the line of the innermost Lua function that is running, or "". */
void bind_push_where(lua_State *L);

/* ---- options of `new` (loptions.c) ---- */

/* The options at `index` > 0, where all stands that was passed behind them: nothing, or a table
 * with none but these names, and none of those that the map has drawn already, NULL if there is
 * no map. (Names end in NULL.) Call it before all that follow. False if there is nothing. */
bool bind_options(lua_State *L, int index, const char *const *names,
                  const char *const *drawn);

/* Pushes what usage.hint says of the value at `index` > 0, which should be one of the words, after
 * the last one NULL: " (did you mean 'rows'?)", or "". */
const char *bind_push_hint(lua_State *L, int index, const char *const *words);

/* Raises the error that an option is wrong, or the entry of this number in its list, from 1. */
int bind_option_fail(lua_State *L, int index, const char *name, int32_t entry,
                     const char *what);

/* An integer of min .. max; `otherwise` if it is not given. */
lua_Integer bind_option_integer(lua_State *L, int index, const char *name,
                                lua_Integer otherwise, lua_Integer min, lua_Integer max);

/* A text, which stays on the stack; NULL if it is not given. */
const char *bind_option_string(lua_State *L, int index, const char *name, size_t *n);

/* The number of a word among these, which end in NULL; 0 if it is not given. */
int bind_option_word(lua_State *L, int index, const char *name, const char *const *words);

/* Pushes a list of at most `max` entries, or nil. Returns how many it has. */
int32_t bind_option_list(lua_State *L, int index, const char *name, int32_t max);

/* ---- states (bind_state.c) ---- */

/* The game of the running function. */
static inline const struct game *bind_game_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(2));
}

/* Where the rules of a game written in Lua run: whoever calls actions, apply, why or check
 * of a game enters it right before and leaves it right after, in turn with those who enter
 * it from its rules. Between two calls nobody is inside. */
struct host {
    int values;  /* the user values of a state; the listener's is the first */
    bool scored; /* there is a rule `score` */
    struct inside {
        lua_State *L; /* the thread, or NULL */
        int class; /* where the game's class is on its stack: an index or an upvalue's */
        int depth; /* rules that run inside of each other */
        bool failed; /* a rule raised an error, which is on top of the stack */
        bool (*stop)(
            void *with); /* asked while actions are tried; true ends that. Or NULL */
        void *with;
    } in;
};

struct entered {
    struct host *host;    /* NULL: the rules are in C */
    struct inside before; /* who was inside */
};

/* Enters the host of a game. */
static inline struct entered bind_enter(lua_State *L, const struct game *game, int class)
{
    struct entered e = {.host = game->host};
    if (e.host == NULL) return e;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    e.before = e.host->in;
    e.host->in = (struct inside){.L = L, .class = class, .depth = e.before.depth};
    return e;
}

/* Leaves it; true if a rule has raised an error, which is on top of the stack. */
static inline bool bind_leave(const struct entered *e)
{
    if (e->host == NULL) return false;
    bool failed = e->host->in.failed;
    e->host->in = e->before;
    return failed;
}

/* Whether the game has scores: one written in Lua may have none. */
static inline bool bind_is_scored(const struct game *game)
{
    return game->host == NULL || game->host->scored;
}

/* Tells whose states have the metatable at `index`, for as long as there is one. */
void bind_note_game(lua_State *L, int index, const struct game *);

/* Pushes a userdata without a metatable for a state of `size` bytes, which the caller must fill. */
void *bind_new_block(lua_State *L, const struct game *, size_t size);

/* Pushes a new state, `size` bytes of zero, from a function of the module. */
void *bind_new_state(lua_State *L, size_t size);

/* Pushes a new state of this shape as the game's `init` leaves it, from a function of the
 * module. */
void *bind_make_state(lua_State *L, const int32_t *shape);

/* Pushes the outcome of a new state, if it has one, which is on top of the stack. Returns how
 * many values `new` returns. */
int bind_started(lua_State *L, const void *state);

/* Whether the value at `index` > 0 is a state of any game. */
bool bind_is_state(lua_State *L, int index);

/* The state of any game at `index` > 0, and its game; or an error. */
struct state *bind_any_state(lua_State *L, int index, const struct game **);

/* Pushes a copy of the state of this game at `index`. */
struct state *bind_copy(lua_State *L, int index, const struct game *);

/* The state at index 1 of a natural method. */
#define bind_state(L) bind_object(L, 1)

/* The row at `index` and the column behind it, both on the state's board. */
void bind_place(lua_State *L, int index, const void *state, int32_t *row, int32_t *col);

/* Pushes the text of an action. */
void bind_push_action(lua_State *L, const void *state, action);

/* What is marked in the byte behind the block of a state, if there is one: states of games
 * in C have it only where they are watched. */
enum bind_marks {
    BIND_WATCHED = 1,   /* it has a listener: user value 1, */
    BIND_LISTENING = 2, /* which is running */
    BIND_APPLYING = 4,  /* the rule `apply` works on it */
    BIND_FROZEN = 8,    /* a rule looks at it that may not change it */
    BIND_ENDED = 16,    /* it was lent to a rule, which has ended */
};

/* The marks of the state at `index`, or NULL. */
static inline unsigned char *bind_marks(lua_State *L, int index, void *state)
{
    size_t size = ((struct state *)state)->size;
    return lua_rawlen(L, index) > size ? (unsigned char *)state + size : NULL;
}

/* Raises an error if these marks, NULL for none, are those of a state that a rule has kept. */
void bind_fail_ended(lua_State *L);

static inline void bind_check_ended(lua_State *L, const unsigned char *marks)
{
    if (marks != NULL && (*marks & BIND_ENDED)) bind_fail_ended(L);
}

/* The state at index 1 of a method that the states of all games have. */
static inline void *bind_self(lua_State *L)
{
    void *state = bind_object(L, 1);
    if (bind_game_of(L)->host != NULL) bind_check_ended(L, bind_marks(L, 1, state));
    return state;
}

/* Whether the state at index 1 has a listener. */
static inline bool bind_is_watched(lua_State *L, void *state)
{
    const unsigned char *marks = bind_marks(L, 1, state);
    return marks != NULL && (*marks & BIND_WATCHED);
}

/* Raises an error if these marks, NULL for none, forbid to change the state. */
void bind_check_frozen(lua_State *L, const unsigned char *marks);

/* ---- playing (lplay.c, lbatch.c) ---- */

/* Applies an action to the state at index 1, and pushes true and, if that ended the game,
 * the outcome; or nil, why not and, if time has passed all the same, true. What happens
 * is appended to the table at index `events`, if there is one (index 0: none). Returns how
 * many values were pushed. */
int bind_apply(lua_State *L, const struct game *, void *state, action, int events);

/* Raises an error if the marks of the state at index 1 forbid to play an action on it. */
void bind_check_playable(lua_State *L, void *state);

/* Methods of every state that play many actions (lbatch.c). */
extern const luaL_Reg bind_batches[];

/* ---- modules of games (lgame.c): the protocol, once for all ---- */

/* Pushes the module of a game: `methods`, `load` and the cells of its maps. The natural
 * methods of the game join those of the protocol. */
void bind_game(lua_State *L, const struct game *, const luaL_Reg *methods);

/* Adds functions to the module on top of the stack; they have the same upvalues as the
 * methods. */
void bind_game_functions(lua_State *L, const luaL_Reg *functions);

/* Whether the value at `index` > 0 is the module of any game. */
bool bind_is_game(lua_State *L, int index);

/* ---- grids (lgrid.c) ---- */

/* Pushes a new grid, whose cells the caller must fill. */
struct grid bind_new_grid(lua_State *L, int32_t rows, int32_t cols);

/* Pushes a grid that shows cells of the state at `index`, with the names of the legend at
 * `legend`. `marks` are the state's. */
void bind_push_view(lua_State *L, int index, struct grid view, int legend,
                    const unsigned char *marks);

/* The map at `index`: a grid, or its picture as a string, whose rows may be separated by
 * '/' as well. A picture is read with `alphabet` and `once` as reader_cells does. The
 * sides must lie in the dimensions' ranges. It may push temporaries: do not rely on the top
 * of the stack. */
struct grid bind_map(lua_State *L, int index, const struct dimension *sides,
                     const char *alphabet, const char *once);

/* ---- readers (lreader.c) ---- */

/* Raises the reader's fault: a table with `message` and, for malformed input, `line` and
 * `column`; tostring gives them as one text. */
int bind_raise(lua_State *L, const struct reader *);

/* Raises "cannot write the output: No space left on device" in the same form. */
int bind_raise_errno(lua_State *L, const char *what, int error);

#endif
