/*
 * Random games over any game by its protocol.
 */
#ifndef TESSERA_PLAYOUT_H
#define TESSERA_PLAYOUT_H

#include "game.h"

enum playout_end {
    PLAYOUT_OVER,    /* the game is over, or offers no action */
    PLAYOUT_STOPPED, /* after `max` actions */
    PLAYOUT_ROOM,    /* there are more actions than room for them: give more and go on */
    PLAYOUT_FAILED,  /* a rule written in Lua raised an error */
};

/* What a playout needs, all of it its caller's. */
struct playout {
    void *state;       /* is played on */
    uint64_t rng;      /* chooses among the actions, each with the same chance */
    action *actions;   /* room for the list of them */
    int room, wanted;  /* with PLAYOUT_ROOM: `wanted` is how many there are */
    int64_t max, done; /* actions in this game */
};

/* Plays on until one of the ends is reached. */
enum playout_end playout_run(const struct game *, struct playout *);

/* Makes the state a copy of `root` whose chance comes from the playout's numbers. */
void playout_start(const struct game *, struct playout *, const struct state *root);

#endif
