/*
 * What lscripted.c (calling the rules of a game that is written in Lua) and
 * lscripted_state.c (definitions, and the states that rules see) share.
 */
#ifndef TESSERA_LSCRIPTED_H
#define TESSERA_LSCRIPTED_H

#include "game/lua_game.h"
#include "bind.h"

/* Integer keys of a game's class. */
enum lscripted_class {
    LSCRIPTED_APPLY = 1,
    LSCRIPTED_ACTIONS,
    LSCRIPTED_OUTCOME,
    LSCRIPTED_TURN,
    LSCRIPTED_SCORE,
    LSCRIPTED_CHECK,
    LSCRIPTED_LAST_RULE = LSCRIPTED_CHECK,
    LSCRIPTED_GAME,    /* the userdata of the struct below, kept alive */
    LSCRIPTED_WRONG,   /* what `check` said last */
    LSCRIPTED_ADD,     /* the function that the rule `actions` is given */
    LSCRIPTED_KINDS,   /* kinds of events, kept alive */
    LSCRIPTED_LEGENDS, /* of the layers */
    LSCRIPTED_LAST = LSCRIPTED_LEGENDS,
};

enum { LSCRIPTED_KINDS_MAX = 1000 };

struct lscripted {
    struct scripted scripted;
    struct host host;
    bool lists;            /* there is a rule `actions` */
    struct report *report; /* of the rule `apply` that is running, or NULL */
    struct offered {       /* what is listed, while the rule `actions` is running */
        action *out;
        int max, count;
    } * offered;
};

/* The methods that states of such games have beside the protocol's. */
extern const luaL_Reg lscripted_methods[];

/* Pushes the module of the game, and its class. */
void lscripted_bind(lua_State *L, struct lscripted *);

/* Pushes a copy of a state of the game; the class is at index `class`. */
void *lscripted_copy(lua_State *L, const struct lscripted *, const struct state *,
                     int class);

#endif
