/*
 * Monte-Carlo tree search for players who act together (best.h). Each position that is met has a seat
 * for each player who decides, and each seat the actions that he has tried there. The tree goes on from
 * step to step by what all of them have chosen, the first player's choice first:
 *
 *     step -- heads -- tails -- step -- ...      what was chosen
 *       |
 *       +-- seat 1: heads, tails                 visits, and what they have brought to player 1
 *       +-- seat 2: heads, tails                 the same for player 2
 *
 * All are nodes of the tree of mcts.h. The parts: games and the answer (joint.c), and how those choose
 * who do not decide (joint_others.c).
 */
#ifndef TESSERA_SEARCH_BEST_JOINT_H
#define TESSERA_SEARCH_BEST_JOINT_H

#include "mcts.h"

struct joint {
    struct mcts m;
    int players, seats, chooser; /* all; who decide; whose action is the answer, from 1 */
    struct state *root;          /* before anybody has chosen in this step */
    /* For BEST_GREEDY: the same of the step that is played, with other dice. */
    struct state *before;
    action *drawn;       /* by player, for BEST_GREEDY */
    int64_t *gained;     /* by player: the rewards of this game */
    int64_t *low, *high; /* by player: the least and the greatest result so far */
    int32_t *taken;      /* by step of the path and seat: the node of what was chosen */
};

/* Draws among all that the player to move may choose in x->from. */
enum search_end joint_draw(struct joint *, action *);

/* Notes the step that begins in x->from, for those who do not decide. */
void joint_begin_step(struct joint *);

/* What a player who does not decide chooses in x->from. x->to is used. */
enum search_end joint_others(struct joint *, int player, action *);

/* What a position is worth to a player in a game without rewards. */
int64_t joint_worth(const struct game *, const struct state *, int player);

#endif
