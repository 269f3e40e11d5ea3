/*
 * What lrules.c (calling the rules of a game that is written in Lua) and
 * lrules_state.c (definitions, and the states that rules see) share.
 */
#ifndef TESSERA_LRULES_H
#define TESSERA_LRULES_H

#include "game/lua_game.h"
#include "bind.h"

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
    LRULES_LAST = LRULES_LEGENDS,
};

enum { LRULES_KINDS_MAX = 1000 };

struct lrules {
    struct lua_game definition;
    struct host host;
    bool lists;            /* there is a rule `actions` */
    struct report *report; /* of the rule `apply` that is running, or NULL */
    struct offered {       /* what is listed, while the rule `actions` is running */
        action *out;
        int max, count;
    } * offered;
};

/* The methods that states of such games have beside the protocol's. */
extern const luaL_Reg lrules_methods[];

/* Pushes the module of the game, and its class. */
void lrules_bind(lua_State *L, struct lrules *);

/* Pushes a copy of a state of the game; the class is at index `class`. */
void *lrules_copy(lua_State *L, const struct lrules *, const struct state *, int class);

#endif
