/*
 * Games whose rules are Lua functions. lrules_call.c calls a rule; lrules_state.c makes
 * the state that a rule gets; lrules_members.c is what a rule sees of it; lrules_make.c
 * makes new states, checks them and makes views; lrules.c implements the protocol with these;
 * lrules_define.c turns a definition into a game.
 */
#ifndef TESSERA_LRULES_H
#define TESSERA_LRULES_H

#include "game/lua_game.h"
#include "bind.h"
#include "lbudget.h"
#include "lnames.h"

enum { LRULES_DEEP = 16 }; /* how many rules may run inside of each other */

/* Integer keys of a game's class. */
enum lrules_class {
    LRULES_APPLY = 1,
    LRULES_ACTIONS,
    LRULES_OUTCOME,
    LRULES_TURN,
    LRULES_SCORE,
    LRULES_CHECK,
    LRULES_VIEW,
    LRULES_REVERSE,
    LRULES_LAST_RULE = LRULES_REVERSE,
    LRULES_GAME,    /* the userdata of struct lrules, kept alive */
    LRULES_WRONG,   /* the last error that `check` returned */
    LRULES_ADD,     /* the function that the rule `actions` gets */
    LRULES_KINDS,   /* kinds of events, kept alive */
    LRULES_LEGENDS, /* the legends of the layers */
    LRULES_WORDS,   /* the words of actions: word k at k + 1 */
    LRULES_PROGRAM, /* the memory of the rules as pictures */
    LRULES_CALLS,   /* by the number of such a rule the function that it calls */
    LRULES_STATES,  /* the states that rules work on, one for each depth */
    LRULES_LAST = LRULES_STATES + LRULES_DEEP - 1,
};

enum { LRULES_KINDS_MAX = 1000, LRULES_MEMBERS = 256 };

_Static_assert(LUA_GAME_LAYERS_MAX + LUA_GAME_FIELDS_MAX <= LRULES_MEMBERS / 2, "");

struct lrules {
    struct lua_game definition;
    struct host host;
    unsigned has;  /* bit k: the class has rule k */
    void *working; /* the state that the innermost rule works on; NULL between rules */
    struct report *report;   /* while the rule `apply` is running: its report, or NULL */
    struct offered *offered; /* while the rule `actions` is running: its list */
    /* The words of the actions: the strings in LRULES_WORDS. */
    const char *word[LUA_GAME_WORDS_MAX];
    /* The names of layers, fields and methods: see lrules_members.c. */
    struct lname member[LRULES_MEMBERS];
};

static inline struct lrules *lrules_of(const struct game *game)
{
    return (struct lrules *)(uintptr_t)game; /* the game of its definition */
}

/* The marks of a state: the byte behind its block. */
static inline unsigned char *lrules_marks(void *state)
{
    return (unsigned char *)state + ((const struct state *)state)->size;
}

/* ---- calling rules (lrules_call.c) ---- */

/* The arguments of a function that lrules_protect runs: their stack indices. */
enum { LRULES_CALL = 1, LRULES_CLASS };

struct lrules_call {
    struct lrules *lr;
    void *state;
    action a;
    struct report *report;
    struct offered offered;
    enum applied done;
    bool silent;   /* only finds out whether `apply` would be done; keeps no changes */
    void *working; /* the state that the rule works on, or NULL */
    enum lrules_class rule; /* the one that was called last */
    struct lbudget_frame frame;
    const char *broken; /* the text of a rule that broke its run */
};

static inline struct lrules_call *lrules_call_here(lua_State *L)
{
    return lua_touserdata(L, LRULES_CALL);
}

/* "the rule apply" and so on, by enum lrules_class. */
extern const char *const lrules_names[];

/* Notes which rule is called next. */
static inline void lrules_calls(struct lrules_call *call, enum lrules_class rule)
{
    call->rule = rule;
    call->frame.name = lrules_names[rule];
}

/* game->reverse by the rule `reverse` (lrules.c). */
enum applied lrules_reverse(const struct game *, void *state, action);

/* What has ended a call that was protected: FAILED, or STOPPED by the host's poll. */
enum applied lrules_broken(const struct lrules_call *);

/* Runs f(call, class) in the host's thread, protected; the host must be entered. False if
 * it raised an error, which is on top of the stack then. */
bool lrules_protect(struct lrules_call *, lua_CFunction f);

/* Whether the game has this rule. */
static inline bool lrules_has(const struct lrules *lr, enum lrules_class rule)
{
    return lr->has >> rule & 1;
}

/* For functions run by lrules_protect: calls a rule with the working state at index
 * `copy` and, if > 0, a player. Leaves the rule on the stack and its result on top.
 * Returns the rule's index. */
int lrules_ask(lua_State *L, enum lrules_class rule, int copy, int player);

/* Raises an error about the result (on top of the stack) of the rule at `index`. */
int lrules_wrong_result(lua_State *L, int index, const char *name, const char *expected);

/* Calls a rule like lrules_ask. Its result must be an integer in min .. max. */
lua_Integer lrules_ask_integer(lua_State *L, enum lrules_class rule, int copy, int player,
                               lua_Integer min, lua_Integer max, const char *name);

/* ---- the state of a rule (lrules_state.c) ---- */

/* For functions run by lrules_protect: pushes the working state, a copy of the call's
 * state. It is marked as ended when the function returns. */
void *lrules_push_working(lua_State *L, struct lrules_call *);

/* Updates turn and outcome of the working state at index `copy`, which is frozen while
 * their rules run. */
void lrules_settle(lua_State *L, const struct lrules *, int copy, void *state);

/* The same for the outcome of a game that ends by state:over: it is a field of the
 * state. */
void lrules_settle_over(const struct lua_game *, void *state);

/* ---- members and classes (lrules_members.c, lrules.c) ---- */

/* The methods of the states, beside those of the protocol. */
extern const luaL_Reg lrules_methods[];

/* The class's __index and __newindex. Upvalues: the class, the game, `methods` of the
 * module, `members` and `unknown` of the definition. */
int lrules_index(lua_State *L);
int lrules_newindex(lua_State *L);

/* Pushes the game's module, then its class. */
void lrules_bind(lua_State *L, struct lrules *);

/* Fills lr->member from the tables of members and methods at these indices. */
void lrules_note_members(lua_State *L, struct lrules *, int members, int methods);

/* ---- new and loaded states (lrules_make.c) ---- */

/* The functions make and settle of the game's module. */
extern const luaL_Reg lrules_functions[];

/* state:view(player): a copy as the player may see it, made by the rule `view`. */
int lrules_view(lua_State *L);

/* `settle` of struct lua_game. */
const char *lrules_settle_loaded(const struct lua_game *, void *state);

/* ---- rules as pictures (lrules_program.c) ---- */

/* Compiles the table at `program` to the rules of the game, and pushes the memory in which they
 * lie. */
struct rules *lrules_push_program(lua_State *L, struct lua_game *, int program);

#endif
