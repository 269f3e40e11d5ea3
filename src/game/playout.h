/*
 * Playouts: random games, for any game of the protocol. Of the actions that are possible
 * each has the same chance. A game with `candidates` lists these and tries them in a
 * random order, so that one step costs one `apply` and not one for each action.
 *
 *     playout_start(g, &p, root);               copies the root, with dice of its own
 *     while (playout_run(g, &p) == PLAYOUT_ROOM) grow p.actions to p.wanted;
 */
#ifndef TESSERA_PLAYOUT_H
#define TESSERA_PLAYOUT_H

#include "game.h"

enum playout_end {
    PLAYOUT_OVER,    /* the game is over, or offers no action */
    PLAYOUT_STOPPED, /* after `max` actions */
    PLAYOUT_ROOM,    /* the list of actions did not fit: give more room and call again */
    PLAYOUT_FAILED, /* a rule written in Lua raised an error, or the poll ended an action */
};

/* The memory is the caller's. */
struct playout {
    void *state;       /* changed by each action */
    uint64_t rng;      /* draws among the actions, each with the same chance */
    action *actions;   /* a buffer for the list of actions */
    int room, wanted;  /* its size; the size needed, set with PLAYOUT_ROOM */
    int64_t max, done; /* actions to play at most, and played so far */
};

/* Plays on to one of the ends above. */
enum playout_end playout_run(const struct game *, struct playout *);

/* Copies `root` into the state and gives the copy a random seed of its own. */
void playout_start(const struct game *, struct playout *, const struct state *root);

#endif
