/*
 * Shared by all bindings. The folders of src/bind hold the only C that includes lua.h. A
 * binding function checks its arguments, calls the core once and pushes the results; it
 * has no rule and no search of its own:
 *
 *     static int l_push(lua_State *L)                             tower:push("left")
 *     {
 *         struct tower *t = bind_state(L);                        check
 *         action a = tower_action(TOWER_PUSH, check_direction(L, 2));
 *         return bind_apply(L, &tower_game, t, a, 3);             call, and push
 *     }
 *
 *     a state's userdata    | the block: header, key, rest, scratch | marks | the loan |
 *     user values           1 its listener; of a game in Lua also grids and arrays
 *     its metatable         upvalue 1 of each method; upvalue 2 is the struct game
 *
 * In state/, each of lstate.c, lplay.c, lapply_all.c and lmodule.c calls only those
 * before it, and games written in Lua (lua_game/) call these four.
 *
 * **The time of a run is decided by the number of calls from Lua to C:** about 25 machine
 * instructions for each instruction of Lua's VM, 215 for the emptiest C function, 120 for
 * checking the object, 10 for each byte of a new short string. Therefore the reader
 * returns a whole command as one phrase, which a script's table maps to a method and its
 * argument; a method returns the outcome together with its answer; a method compares the
 * metatable's pointer with an upvalue instead of looking it up by name; and argparse is
 * loaded only for options that are not whole numbers.
 */
#ifndef TESSERA_BIND_H
#define TESSERA_BIND_H

#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "game/game.h"
#include "base/grid.h"
#include "base/reader.h"

/* Exports a luaopen function; the library exports nothing else. The C library (src/api) opens its
 * modules itself. */
#ifdef TESSERA_EMBEDDED
#define EXPORT
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* ---- objects (bind.c) ---- */

/* Pushes a new metatable with these metamethods and an __index table with these
 * methods. Each function has the metatable as its upvalue 1 and the pointer
 * `data` as upvalue 2. */
void bind_class(lua_State *L, const char *name, const luaL_Reg *metamethods,
                const luaL_Reg *methods, const void *data);

/* Sets the metatable of the value on top: the one of this name, created with these
 * metamethods on first use. An error never leaves it incomplete. */
void bind_set_metatable(lua_State *L, const char *name, const luaL_Reg *metamethods);

/* Raises an error: the value at `index` is no object of the class. */
void *bind_wrong_object(lua_State *L, int index);

/* The object at `index`, whose metatable must be upvalue 1 of the running
 * function. Every method begins with this, so it compares pointers, at a quarter
 * of the cost of luaL_checkudata. */
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

/* An integer argument in min .. max; raises an error that names the range. */
lua_Integer bind_integer(lua_State *L, int index, lua_Integer min, lua_Integer max);

/* Sets a field of the table on top of the stack. */
void bind_set_integer(lua_State *L, const char *name, lua_Integer);
void bind_set_string(lua_State *L, const char *name, const char *);

/* Pushes a string of one character. */
void bind_push_character(lua_State *L, int c);

/* The byte that stands for a character, by game->wide; -1: the text is none. */
int bind_cell(const uint32_t *wide, const char *text, size_t n);

/* Reads the list `wide` of the table at `index`, such as { 0x2603 }, into WIDE_MAX + 1 codes
 * for game->wide. False if there is none, or it is empty. */
bool bind_wide(lua_State *L, int index, uint32_t *codes);

/* Pushes a place: { row, column }. */
void bind_push_place(lua_State *L, int32_t row, int32_t col);

/* Pushes a Lua module of the library, loaded on first use. */
void bind_require(lua_State *L, const char *name);

/* Raises an error at the user's line, never at a line of the library in Lua. */
void bind_fail(lua_State *L, const char *message);

/* Pushes "my.lua:12: ", the current line of the innermost running Lua function, or "". */
void bind_push_where(lua_State *L);

/* ---- options of `new` (loptions.c) ---- */

/* Checks the options: the last argument, at `index` > 0, nothing or a table with these
 * names only. `drawn` are options that a map makes superfluous: beside a map they are
 * errors. NULL: there is no map. Both lists end in NULL. False if there are no options.
 * Call it before the functions below. */
bool bind_options(lua_State *L, int index, const char *const *names,
                  const char *const *drawn);

/* Pushes a hint for the value at `index` > 0, which should be one of the words (the list
 * ends in NULL): " (did you mean 'rows'?)", or "". */
const char *bind_push_hint(lua_State *L, int index, const char *const *words);

/* Raises an error about an option: `what` is wrong with it, or with entry `entry`, from
 * 1, of its list. 0: the option as a whole. */
int bind_option_fail(lua_State *L, int index, const char *name, int32_t entry,
                     const char *what);

/* An integer option in min .. max; `otherwise` if it is not given. */
lua_Integer bind_option_integer(lua_State *L, int index, const char *name,
                                lua_Integer otherwise, lua_Integer min, lua_Integer max);

/* A string option, which stays on the stack; NULL if it is not given. */
const char *bind_option_string(lua_State *L, int index, const char *name, size_t *n);

/* An option that is one of the words (the list ends in NULL): its index, from 0; 0 if it
 * is not given. */
int bind_option_word(lua_State *L, int index, const char *name, const char *const *words);

/* Pushes a list option of at most `max` entries, or nil. Returns how many it has. */
int32_t bind_option_list(lua_State *L, int index, const char *name, int32_t max);

/* ---- states (lstate.c) ---- */

/* The game of the running function. */
static inline const struct game *bind_game_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(2));
}

/* Where the rules of a game written in Lua run. **A caller of a game's rules (actions,
 * apply, why, score, check) enters the host right before and leaves it right after.** A
 * rule may enter again; it leaves first. Between two calls `in` is empty. */
struct host {
    int values;         /* how many user values a state has; the first is its listener */
    const char *blamed; /* the rule that has raised an error last, "the rule apply" */
    struct inside {
        lua_State *L;     /* the thread, or NULL */
        int class;        /* the game's class: an index on the stack or of an upvalue */
        int depth;        /* how many rules run inside of each other */
        bool failed;      /* a rule raised an error, which is on top of the stack */
        struct poll poll; /* ends the trying of actions, and turns in C of its rules */
        bool stopped;     /* the poll has ended it: not an error */
    } in;
};

struct entered {
    struct host *host;    /* NULL: the rules are in C */
    struct inside before; /* what `in` was before */
};

/* Enters the host of a game; does nothing for a game in C. `class`
 * as in struct inside. */
static inline struct entered bind_enter(lua_State *L, const struct game *game, int class)
{
    struct entered e = {.host = game->host};
    if (e.host == NULL) return e;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    e.before = e.host->in;
    e.host->in = (struct inside){.L = L, .class = class, .depth = e.before.depth};
    return e;
}

/* Leaves the host. True if a rule raised an error, which is on top of the stack. */
static inline bool bind_leave(const struct entered *e)
{
    if (e->host == NULL) return false;
    bool failed = e->host->in.failed;
    e->host->in = e->before;
    return failed;
}

/* Raises an error if the poll of a game (game_ask) has ended an action. */
static inline void bind_check_stopped(lua_State *L, bool stopped)
{
    if (stopped) luaL_error(L, "the action was stopped");
}

/* Registers the metatable at `index` as that of the game's states, while it exists. */
void bind_note_game(lua_State *L, int index, const struct game *);

/* Pushes a userdata without a metatable for a state of `size` bytes. The
 * caller must fill it. */
void *bind_new_block(lua_State *L, const struct game *, size_t size);

/* Pushes a new state, `size` zero bytes. Only for functions of the game's module. */
void *bind_new_state(lua_State *L, size_t size);

/* Pushes a new state of this shape, set up by the game's `init`. Only for functions
 * of the game's module. */
void *bind_make_state(lua_State *L, const int32_t *shape);

/* With a new state on top of the stack: pushes its outcome, if it has one. Returns how
 * many values `new` returns. */
int bind_started(lua_State *L, const void *state);

/* Whether the value at `index` > 0 is a state of any game. */
bool bind_is_state(lua_State *L, int index);

/* The state of any game at `index` > 0, and its game; raises an error if it is none. */
struct state *bind_any_state(lua_State *L, int index, const struct game **);

/* Pushes a copy of the state of this game at `index`. */
struct state *bind_copy(lua_State *L, int index, const struct game *);

/* The state at index 1 of a natural method. */
#define bind_state(L) bind_object(L, 1)

/* The row at `index` and the column at index + 1, which must be on the board; from 1. */
void bind_place(lua_State *L, int index, const void *state, int32_t *row, int32_t *col);

/* Pushes the text of an action. */
void bind_push_action(lua_State *L, const void *state, action);

/* The marks of a state, in the byte behind its block. A state of a game in C has this
 * byte only if it is watched; all natural methods go through bind_apply, which calls the
 * listener, so for other states watching costs one comparison. */
enum bind_marks {
    BIND_WATCHED = 1,   /* it has a listener, in user value 1 */
    BIND_LISTENING = 2, /* the listener is running */
    BIND_APPLYING = 4,  /* the rule `apply` is working on it */
    BIND_FROZEN = 8,    /* a rule that may only read it is running */
    BIND_ENDED = 16,    /* the rule that it was lent to has ended */
    BIND_VIEWING = 32,  /* the rule `view` is working on it */
    BIND_LENT = 64,     /* a rule is working on it; its thread stands behind the marks */
    BIND_CHECKING = 128 /* the rule that may only read it is `check` */
};

/* The marks of the state at `index`, or NULL. */
static inline unsigned char *bind_marks(lua_State *L, int index, void *state)
{
    size_t size = ((struct state *)state)->size;
    return lua_rawlen(L, index) > size ? (unsigned char *)state + size : NULL;
}

/* Raises an error: a rule has kept this state. */
void bind_fail_ended(lua_State *L);

/* Behind the marks of a lent state: the thread of the rule that it is lent to, and whether a
 * finalizer has called this rule. */
struct bind_loan {
    const lua_State *thread;
    bool finalizing;
};

/* Whether a finalizer is running: then nothing can be asked of the collector (Lua 5.4.4). Asked in
 * each method, this took 5 % of the instructions of a game that asks the board cell by cell. */
static inline bool bind_is_finalizing(lua_State *L)
{
    return lua_gc(L, LUA_GCISRUNNING) < 0;
}

/* Marks a state as lent to the rule that is called next. */
static inline void bind_lend(lua_State *L, unsigned char *marks)
{
    const struct bind_loan loan = {L, bind_is_finalizing(L)};
    *marks = BIND_LENT;
    memcpy(marks + 1, &loan, sizeof loan);
}

/* Raises an error if the marks (NULL: none) have BIND_ENDED, or if the state is lent to a rule and
 * another thread is running: a coroutine. */
void bind_fail_thread(lua_State *L);
static inline void bind_check_ended(lua_State *L, const unsigned char *marks)
{
    struct bind_loan loan;
    if (marks == NULL || !(*marks & (BIND_ENDED | BIND_LENT))) return;
    if (*marks & BIND_ENDED) bind_fail_ended(L);
    memcpy(&loan, marks + 1, sizeof loan);
    if (loan.thread != L) bind_fail_thread(L);
}

/* The same; it also raises an error if a finalizer uses the state and has not called the
 * rule. */
void bind_check_lent(lua_State *L, const unsigned char *marks);

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

/* Raises an error if the marks (NULL: none) forbid changing the state. */
void bind_check_frozen(lua_State *L, const unsigned char *marks);

/* ---- playing (lplay.c, lapply_all.c) ---- */

/* Applies an action to the state at index 1. Pushes true and, if that ended the game, the
 * outcome; or nil, the reason and, if time has passed (IDLED), true. The argument at
 * index `events` may be a table, to which it appends the events, or false: then it pushes
 * nil as the reason. Index 0: no such argument. Returns how many values it pushed. */
int bind_apply(lua_State *L, const struct game *, void *state, action, int events);

/* The player at `index`: 1 if there is none; raises an error if the game has no such
 * player. */
static inline int bind_player(lua_State *L, const struct game *game, int index)
{
    if (lua_isnoneornil(L, index)) return 1;
    return (int)bind_integer(L, index, 1, game->players);
}

/* Raises an error if the marks of the state at index 1 forbid playing an action on it. */
void bind_check_playable(lua_State *L, void *state);

/* Methods of every state that play many actions (lapply_all.c). */
extern const luaL_Reg bind_batches[];

/* ---- modules of games (lmodule.c): the methods of the protocol ---- */

/* The action at `index`, a text or a number; raises an error for a text that is none. */
action bind_check_action(lua_State *L, const struct game *, const void *state, int index);

/* Pushes the module of a game: `methods`, its natural methods together with those of the
 * protocol, and `load`. */
void bind_game(lua_State *L, const struct game *, const luaL_Reg *methods);

/* Adds functions to the module on top of the stack, with the same upvalues as methods. */
void bind_game_functions(lua_State *L, const luaL_Reg *functions);

/* Whether the value at `index` > 0 is the module of any game. */
bool bind_is_game(lua_State *L, int index);

/* ---- grids (lgrid.c) ---- */

/* Pushes a new grid, whose cells the caller must fill. */
struct grid bind_new_grid(lua_State *L, int32_t rows, int32_t cols);

/* Pushes a grid that is a view of cells of the state at `index`, with the legend at index
 * `legend` and the state's marks. */
void bind_push_view(lua_State *L, int index, struct grid view, int legend,
                    const unsigned char *marks);

/* The map at `index`: a grid, or a picture as a string, whose rows may also be separated
 * by '/'. A picture is read with `alphabet` and `once` like reader_cells. The sides must
 * be in the ranges of the two dimensions. May push temporaries; the caller must not rely
 * on the stack top. */
struct grid bind_map(lua_State *L, int index, const struct dimension *sides,
                     const char *alphabet, const char *once);

/* ---- readers (lreader.c) ---- */

/* Raises the reader's fault: a table with `message` and, for malformed input, `line` and
 * `column`. Its tostring is one text of all. */
int bind_raise(lua_State *L, const struct reader *);

/* Raises a table of the same form: "cannot write the output: No space left on device".
 * `what` is "write the output". */
int bind_raise_errno(lua_State *L, const char *what, int error);

#endif
