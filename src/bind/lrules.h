/*
 * Games whose rules are Lua functions: lrules_define.c makes a definition a game, lrules.c
 * carries its protocol out by calling its rules (lrules_call.c), lrules_state.c is what a rule
 * sees of a state.
 */
#ifndef TESSERA_LRULES_H
#define TESSERA_LRULES_H

#include "game/lua_game.h"
#include "bind.h"
#include "lnames.h"

enum { LRULES_DEEP = 16 }; /* rules that may run inside of each other */

/* Integer keys of a game's class. */
enum lrules_class {
    LRULES_APPLY = 1,
    LRULES_ACTIONS,
    LRULES_OUTCOME,
    LRULES_TURN,
    LRULES_SCORE,
    LRULES_CHECK,
    LRULES_LAST_RULE = LRULES_CHECK,
    LRULES_GAME,    /* the userdata of the struct below, kept alive */
    LRULES_WRONG,   /* what `check` said last */
    LRULES_ADD,     /* the function that the rule `actions` is given */
    LRULES_KINDS,   /* kinds of events, kept alive */
    LRULES_LEGENDS, /* of the layers */
    LRULES_WORDS,   /* of the actions: word k at k + 1 */
    LRULES_STATES,  /* the states that rules work on, for each depth one */
    LRULES_LAST = LRULES_STATES + LRULES_DEEP,
};

enum { LRULES_KINDS_MAX = 1000, LRULES_MEMBERS = 256 };

_Static_assert(LUA_GAME_LAYERS_MAX + LUA_GAME_FIELDS_MAX <= LRULES_MEMBERS / 2, "");

struct lrules {
    struct lua_game definition;
    struct host host;
    unsigned has;            /* bit k: there is the rule k of the class */
    struct report *report;   /* of the rule `apply` that is running, or NULL */
    struct offered *offered; /* what is listed, while the rule `actions` is running */
    /* The words of the actions, as the class keeps them. */
    const char *word[LUA_GAME_WORDS_MAX];
    /* What the names of layers, fields and methods mean: see lrules_state.c. */
    struct lname member[LRULES_MEMBERS];
};

/* The marks of a state of such a game: the byte behind its block. */
static inline unsigned char *lrules_marks(void *state)
{
    return (unsigned char *)state + ((const struct state *)state)->size;
}

/* ---- calling rules (lrules_call.c) ---- */

/* The arguments of a function that runs a rule. */
enum { LRULES_CALL = 1, LRULES_CLASS };

struct lrules_call {
    struct lrules *lr;
    void *state;
    action a;
    struct report *report;
    struct offered offered;
    enum applied done;
    bool silent;   /* apply only has to tell whether it would be carried out */
    void *working; /* the state that the rule is given, or NULL */
};

static inline struct lrules_call *lrules_call_here(lua_State *L)
{
    return lua_touserdata(L, LRULES_CALL);
}

/* Runs f(call, class) in the thread of the host, who must have been entered; false if it raised
 * an error, which is on top of the stack then. */
bool lrules_protect(struct lrules_call *, lua_CFunction f);

/* Whether there is such a rule. */
static inline bool lrules_has(const struct lrules *lr, enum lrules_class rule)
{
    return lr->has >> rule & 1;
}

/* For functions so run: pushes a state for the rule to work on, a copy of the call's. When the
 * function has ended, it may not be used any more. */
void *lrules_push_working(lua_State *L, struct lrules_call *);

/* For functions so run: calls a rule with the copy at `copy` and, if it is more than 0, a player; leaves what it
 * returned on top and itself below. Returns the index of the rule. */
int lrules_ask(lua_State *L, enum lrules_class rule, int copy, int player);

/* Raises an error about what the rule on the stack at `index` has returned (on top). */
int lrules_wrong_result(lua_State *L, int index, const char *name, const char *expected);

/* The integer of min .. max that a rule, called so, answers; or an error. */
lua_Integer lrules_ask_integer(lua_State *L, enum lrules_class rule, int copy, int player,
                               lua_Integer min, lua_Integer max, const char *name);

/* Brings turn and outcome of the copy at `index` up to date. Their rules may not change it. */
void lrules_settle(lua_State *L, const struct lrules *, int copy, void *state);

/* The same for the outcome of a game that ends by state:over: it is a field of the state. */
void lrules_settle_over(const struct lua_game *, void *state);

/* ---- states and classes ---- */

/* The methods that states of such games have beside the protocol's. */
extern const luaL_Reg lrules_methods[];

/* The class's __index and __newindex. Upvalues: the class, the game, `methods` of the module,
 * `members` and `unknown` of the definition. */
int lrules_index(lua_State *L);
int lrules_newindex(lua_State *L);

/* Pushes the module of the game, and its class. */
void lrules_bind(lua_State *L, struct lrules *);

/* Notes what the names of members and methods mean. */
void lrules_note_members(lua_State *L, struct lrules *, int members, int methods);

#endif
