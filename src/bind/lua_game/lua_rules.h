/*
 * Games whose rules are Lua functions, and the place where rules as pictures meet them.
 *
 *     state:apply "put 1 2"                     a method of the module (lmodule.c)
 *       bind_enter(L, game, class)              the host knows: the thread, the class
 *       game->apply -> lua_rules.c              a working copy of the state, marked as lent
 *         lua_pcall: apply(copy, "put", 1, 2)   the user's function
 *         turn, outcome; then copy -> state     or, after an error or a refusal: nothing
 *       bind_leave                              an error on the stack is raised again
 *
 * lua_rules_call.c calls a rule; lua_rules_state.c makes the state that a rule gets;
 * lua_rules_members.c is what a rule sees of it; lua_rules_make.c makes new states,
 * checks them and makes views; lua_rules.c implements the protocol with these,
 * lua_rules_actions.c its lists of actions; lua_rules_define.c turns a definition into a game.
 *
 * - **A rule works on a copy of the state and runs under lua_pcall.** So no error of Lua
 *   unwinds through the C in between, which sees FAILED or ACTIONS_FAILED, and a refused
 *   action has changed nothing.
 * - **The class keeps one such copy for each depth of rules inside of rules,** with its
 *   grids and arrays, and uses it again for states with the same header. When the rule
 *   has ended, the copy is marked: using a state, grid or array that a rule has kept is
 *   an error. While another rule of that depth runs, what was kept shows the state of
 *   that rule; but a coroutine cannot use it then (the copy is lent to the thread of the
 *   rule), and a finalizer cannot change it. (A copy of its own for each call would be
 *   stricter; short rules took 30 % more instructions with it.)
 * - **A binding function enters such a game right before calling it and leaves it right
 *   after;** a search enters when it begins and leaves when it ends. Entering fills in
 *   struct host; between two calls it is empty. Rules and finalizers may enter again, and
 *   leave in reverse order.
 * - **The metatable of a game is found through the function or the state at hand,** never
 *   by its address. It lives as long as one of its states, even one that a finalizer
 *   revives.
 * - While `check`, `turn`, `outcome` or `score` runs, its state is frozen. While `apply`
 *   runs, no other action can be played on its state. If `score` raises an error, the
 *   score is 0, and whatever C calls next fails.
 * - A game without a rule `actions` tries all that its forms allow (`candidates`). A game
 *   that lists its outcomes and has no rule `outcome` ends by state:over, which sets a
 *   field of the key.
 * - **A game in which every action has rules as pictures, without functions, is a game in
 *   C:** its struct game has the functions of src/patterns/play, and searches, playouts
 *   and clones never enter Lua. If some actions are carried out by `apply`, or a rule
 *   calls a function, lua_rules.c plays the action on a working copy and asks
 *   src/patterns/play for its part.
 */
#ifndef TESSERA_BIND_LUA_GAME_LUA_RULES_H
#define TESSERA_BIND_LUA_GAME_LUA_RULES_H

#include "game/lua_game.h"
#include "bind/bind.h"
#include "bind/system/lbudget.h"
#include "bind/lnames.h"

enum { LUA_RULES_DEEP = 16 }; /* how many rules may run inside of each other */

/* Integer keys of a game's class. */
enum lua_rules_class {
    LUA_RULES_APPLY = 1,
    LUA_RULES_ACTIONS,
    LUA_RULES_OUTCOME,
    LUA_RULES_TURN,
    LUA_RULES_SCORE,
    LUA_RULES_CHECK,
    LUA_RULES_VIEW,
    LUA_RULES_REVERSE,
    LUA_RULES_LAST_RULE = LUA_RULES_REVERSE,
    LUA_RULES_GAME,    /* the userdata of struct lua_rules, kept alive */
    LUA_RULES_WRONG,   /* the last error that `check` returned */
    LUA_RULES_ADD,     /* the function that the rule `actions` gets */
    LUA_RULES_KINDS,   /* kinds of events, kept alive */
    LUA_RULES_LEGENDS, /* the legends of the layers */
    LUA_RULES_ORDER,   /* the kinds in their order */
    LUA_RULES_WORDS,   /* the words of actions: word k at k + 1 */
    LUA_RULES_PROGRAM, /* the memory of the rules as pictures */
    LUA_RULES_CALLS,   /* by the number of such a rule the function that it calls */
    LUA_RULES_STATES,  /* the states that rules work on, one for each depth */
    LUA_RULES_LAST = LUA_RULES_STATES + LUA_RULES_DEEP - 1,
};

enum { LUA_RULES_KINDS_MAX = 1000, LUA_RULES_MEMBERS = 256 };

/* Sounds, and what stands in front of their kinds: "heard pushed". */
enum { LUA_RULES_SOUNDS_MAX = 32, LUA_RULES_HEARD = sizeof "heard " - 1 };

_Static_assert(LUA_GAME_LAYERS_MAX + LUA_GAME_FIELDS_MAX <= LUA_RULES_MEMBERS / 2, "");

struct lua_rules {
    struct lua_game definition;
    struct host host;
    unsigned has;  /* bit k: the class has rule k */
    void *working; /* the state that the innermost rule works on; NULL between rules */
    struct report *report;   /* while the rule `apply` is running: its report, or NULL */
    struct offered *offered; /* while the rule `actions` is running: its list */
    /* The words of the actions: the strings in LUA_RULES_WORDS. */
    const char *word[LUA_GAME_WORDS_MAX];
    /* The names of layers, fields and methods: see lua_rules_members.c. */
    struct lname member[LUA_RULES_MEMBERS];
    /* What is heard, and apply without that: see lua_rules_sounds.c. */
    int sounds;
    char sound[LUA_RULES_SOUNDS_MAX][LUA_RULES_HEARD + LUA_GAME_NAME_MAX];
    enum applied (*unheard)(const struct game *, void *, action, struct report *);
};

static inline struct lua_rules *lua_rules_of(const struct game *game)
{
    return (struct lua_rules *)(uintptr_t)game; /* the game of its definition */
}

/* The marks of a state: the byte behind its block. */
static inline unsigned char *lua_rules_marks(void *state)
{
    return (unsigned char *)state + ((const struct state *)state)->size;
}

/* ---- calling rules (lua_rules_call.c) ---- */

/* The arguments of a function that lua_rules_protect runs: their stack indices. */
enum { LUA_RULES_CALL = 1, LUA_RULES_CLASS };

struct lua_rules_call {
    struct lua_rules *lr;
    void *state;
    action a;
    struct report *report;
    struct offered offered;
    enum applied done;
    bool silent;   /* only finds out whether `apply` would be done; keeps no changes */
    void *working; /* the state that the rule works on, or NULL */
    enum lua_rules_class rule; /* the one that was called last */
    struct lbudget_frame frame;
    const struct pattern_fault *fault; /* that is to be raised */
};

static inline struct lua_rules_call *lua_rules_call_here(lua_State *L)
{
    return lua_touserdata(L, LUA_RULES_CALL);
}

/* "the rule apply" and so on, by enum lua_rules_class. */
extern const char *const lua_rules_names[];

/* Notes which rule is called next. */
static inline void lua_rules_calls(struct lua_rules_call *call, enum lua_rules_class rule)
{
    call->rule = rule;
    call->frame.name = lua_rules_names[rule];
}

/* game->reverse by the rule `reverse` (lua_rules.c). */
enum applied lua_rules_reverse(const struct game *, void *state, action);

/* Carries out the action of a call (lua_rules.c). */
enum applied lua_rules_apply(struct lua_rules_call *);

/* game->actions: the list of the rule `actions`, else all actions that apply would carry out; and
 * add(word, ...), for the rule: adds the action with these words (lua_rules_actions.c). */
int lua_rules_actions(const struct game *, const void *state, action *out, int max);
int lua_rules_add(lua_State *L);

/* What has ended a call that was protected: FAILED, or STOPPED by the host's poll. */
enum applied lua_rules_broken(const struct lua_rules_call *);

/* Runs f(call, class) in the host's thread, protected; the host must be entered. False if
 * it raised an error, which is on top of the stack then. */
bool lua_rules_protect(struct lua_rules_call *, lua_CFunction f);

/* Whether the game has this rule. */
static inline bool lua_rules_has(const struct lua_rules *lr, enum lua_rules_class rule)
{
    return lr->has >> rule & 1;
}

/* For functions run by lua_rules_protect: calls a rule with the working state at index
 * `copy` and, if > 0, a player. Leaves the rule on the stack and its result on top.
 * Returns the rule's index. */
int lua_rules_ask(lua_State *L, enum lua_rules_class rule, int copy, int player);

/* Raises an error about the result (on top of the stack) of the rule at `index`. */
int lua_rules_wrong_result(lua_State *L, int index, const char *name,
                           const char *expected);

/* Calls a rule like lua_rules_ask. Its result must be an integer in min .. max. */
lua_Integer lua_rules_ask_integer(lua_State *L, enum lua_rules_class rule, int copy,
                                  int player, lua_Integer min, lua_Integer max,
                                  const char *name);

/* ---- the state of a rule (lua_rules_state.c) ---- */

/* For functions run by lua_rules_protect: pushes the working state, a copy of the call's
 * state. It is marked as ended when the function returns. */
void *lua_rules_push_working(lua_State *L, struct lua_rules_call *);

/* Updates turn and outcome of the working state at index `copy`, which is frozen while
 * their rules run. */
void lua_rules_settle(lua_State *L, const struct lua_rules *, int copy, void *state);

/* The same for the outcome of a game that ends by state:over: it is a field of the
 * state. */
void lua_rules_settle_over(const struct lua_game *, void *state);

/* ---- members and classes (lua_rules_members.c, lua_rules.c) ---- */

/* The methods of the states, beside those of the protocol. */
extern const luaL_Reg lua_rules_methods[];

/* The class's __index and __newindex. Upvalues: the class, the game, `methods` of the
 * module, `members` and `unknown` of the definition. */
int lua_rules_index(lua_State *L);
int lua_rules_newindex(lua_State *L);

/* Pushes the game's module, then its class. */
void lua_rules_bind(lua_State *L, struct lua_rules *);

/* Fills lr->member from the tables of members and methods at these indices. */
void lua_rules_note_members(lua_State *L, struct lua_rules *, int members, int methods);

/* ---- new and loaded states (lua_rules_make.c) ---- */

/* The functions make and settle of the game's module. */
extern const luaL_Reg lua_rules_functions[];

/* state:view(player): a copy as the player may see it, by the rule `view`. */
int lua_rules_view(lua_State *L);

/* Reads the window in the definition at index 1, if it has one; the kinds are read
 * (lua_rules_window.c). */
void lua_rules_define_window(lua_State *L, struct lua_game *);

/* game->see, by the same rule. */
bool lua_rules_see(const struct game *, void *state, int player);

/* describe(): a list of the parts of the rules as pictures, as text (lua_rules_describe.c) */
int lua_rules_describe(lua_State *L);

/* `settle` of struct lua_game. */
const char *lua_rules_settle_loaded(const struct lua_game *, void *state);

/* ---- rules as pictures (lpatterns.c) ---- */

/* Compiles the table at `program` to the rules of the game, and pushes the memory in which they
 * lie. */
struct pattern_program *lua_rules_push_program(lua_State *L, struct lua_game *,
                                               int program);

/* ---- sounds (lua_rules_sounds.c) ---- */

/* Reads the list `sounds` of the definition at index 1, of kinds of events. Called last. */
void lua_rules_define_sounds(lua_State *L, struct lua_rules *lr);

#endif
