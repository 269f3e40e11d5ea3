/*
 * One step of a search over any game: the positions that follow a position.
 */
#ifndef TESSERA_SUCCESSORS_H
#define TESSERA_SUCCESSORS_H

#include "search.h"

/* What a search works with; the blocks are of the root's size. */
struct successors {
    const struct game *game;
    const struct search_limits *limits;
    const struct state *root;
    struct state *from, *to;         /* two blocks to play on; a search may swap them */
    struct search_progress progress; /* its nodes are counted here */
    action *list;                    /* the actions of `from`: see successors_list */
    int count, room;                 /* of the list; at first NULL, 0 and 0 */
};

/* Lists the actions of x->from. SEARCH_GOES_ON if nothing ends the search. */
enum search_end successors_list(struct successors *x);

/* Makes x->to what follows x->from by an action of the list; a node. Likewise. */
enum search_end successors_enter(struct successors *x, action a);

/* For a search that enters all that follows x->from: lists what may be tried, which is the
 * actions and perhaps more. A game that finds its actions by trying is then asked once for
 * each, and not first to list and then to play it. SEARCH_GOES_ON if nothing ends the search. */
enum search_end successors_list_open(struct successors *x);

/* The same as successors_enter for an action of that list. *possible: it is an action; if it is
 * none, it is no node. */
enum search_end successors_try(struct successors *x, action a, bool *possible);

/* Whether there is chance in the game: plays some random games on two copies of the root
 * with different seeds, and looks whether they come apart. Their actions are the nodes.
 * If a limit ends this, *found is true: there may be chance. */
enum search_end search_chance(struct successors *x, bool *found);

#endif
