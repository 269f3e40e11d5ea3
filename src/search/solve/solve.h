/*
 * Solving: a line of actions to a goal, found by what the rules say of it (game/model.h), and
 * what is proven about it. For any game of the protocol; one without a model is searched by
 * novelty and breadth first.
 *
 *     struct solve s = {.goal = &goal, .own = true};
 *     end = search_solve(&x, &s);
 *     s.line[0 .. s.count - 1]     the actions; NOT_FOUND: none was found
 *     s.proven, s.lower            SOLVE_OPTIMAL: no line is shorter than s.count = s.lower
 *     s.method                     "greedy": what found it
 *
 * **Every line is replayed by the rules before it is told, and whatever is not proven is only
 * tried last:** a solver that is wrong about a game is slow, not wrong.
 */
#ifndef TESSERA_SEARCH_SOLVE_H
#define TESSERA_SEARCH_SOLVE_H

#include "game/model.h"
#include "search/shortest/shortest.h"

struct kept_tables;

enum solve_proven { SOLVE_NOTHING, SOLVE_OPTIMAL, SOLVE_UNSOLVABLE };

enum solve_without {
    SOLVE_NO_MODEL = 1,    /* only novelty, and the order of meeting */
    SOLVE_NO_REGIONS = 2,  /* each place of the avatar is a position of its own */
    SOLVE_NO_LOST = 4,     /* what is proven to be lost is expanded all the same */
    SOLVE_NO_CLUSTERS = 8, /* pieces that hold each other fast are not looked for */
    SOLVE_NO_SHORTER = 16, /* the line is told as it was found */
};

struct solve {
    /* Asked. `goal` as for search_shortest; its at_least, the author's heuristic, may be NULL. */
    const struct goal *goal;
    bool own; /* the goal is the game's own, so the model's terms speak of it */
    /* Go on until the line is proven to be the shortest, or a limit ends it. */
    bool optimal;
    /* What a line costs: the number of actions (NULL), or what this counter of the state has
     * grown by, which no action lets shrink: pushes. */
    int64_t (*counter)(void *with, const struct state *);
    void *counter_with;
    bool
        breadth; /* positions are searched breadth first beside, if each action costs 1 */
    int without; /* of these bits: for specs, which compare the answers */
    /* Its number in the model's `steady`, from 1; 0: it is not known. */
    int32_t counter_number;
    const struct kept_tables *tables; /* of other searches (additive.h), or NULL */

    /* Answered. */
    const action *line;
    int32_t count; /* actions, or NOT_FOUND */
    int64_t cost;  /* of the line */
    int64_t lower; /* no line costs less; 0 if nothing is known */
    enum solve_proven proven;
    const char *method;
    char why[WHY_MAX]; /* why it cannot be solved, if that is known in words; else "" */
    bool shrinks;      /* an action let the counter shrink, so nothing is answered */
};

/* Any end but SEARCH_DONE means that a limit ended it; a line may have been found before. */
enum search_end search_solve(struct successors *, struct solve *);

#endif
