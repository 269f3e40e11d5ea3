/*
 * The tree of Monte-Carlo tree search, which its parts share: the tree with its proofs
 * (mcts_tree.c), the games (mcts.c), and the answer (mcts_answer.c).
 */
#ifndef TESSERA_SEARCH_BEST_MCTS_H
#define TESSERA_SEARCH_BEST_MCTS_H

#include "best.h"

/* A node stands for the actions of its parent, then `by`. */
struct mcts_node {
    action by;
    double sum; /* of the rewards for the player who played `by`; if proven: the result */
    int32_t visits;
    int32_t mover;          /* the player who played `by` */
    int32_t child, sibling; /* its first child, the next child of its parent; 0: none */
    union {
        int32_t drawn; /* the best child that is proven to be NEITHER's, or 0 */
        int32_t seats; /* of a step of players who act together (joint.h); 0: none yet */
    };
    int32_t open;  /* > 0: actions not proven yet; 0: not counted yet;
                             * < 0: -open is proven: the player who wins, or NEITHER */
    bool unfolded; /* all of its children are there, in the order of the actions */
};

enum { NEITHER = 3 };

/* An action that won at once; `any` is false if there was none. */
struct mcts_reply {
    action by;
    bool any;
};

struct mcts {
    struct successors *x;
    struct best *best;
    struct mcts_node *nodes;
    int32_t count;
    int64_t room;
    int32_t *path;              /* the nodes of this iteration, the root first */
    struct mcts_reply *replies; /* by depth: the reply that won last */
    bool proves;                /* whether it proves wins and losses */
    bool sees;         /* the game's prospects say whether an action wins at once */
    int64_t low, high; /* the least and the greatest result so far */
    bool
        wavers; /* bounds are drawn: what exploring adds to a mean is 0 to 2 times as much */
    uint64_t random;
};

/* What is proven: the player who wins, or NEITHER; 0 if nothing is. */
static inline int mcts_proof_of(const struct mcts *m, int32_t node)
{
    return m->nodes[node].open < 0 ? -m->nodes[node].open : 0;
}

/* The child of a node by this action, or 0. */
int32_t mcts_find_child(const struct mcts *, int32_t node, action by);

/* Makes room for another node. */
bool mcts_grow(struct mcts *);

/* Returns the new node, or 0 if there is no memory. */
int32_t mcts_add_child(struct mcts *, int32_t node, action by, int mover);

/* Chooses among the listed actions. *child: its node, or 0 if it was never tried. */
action mcts_choose(struct mcts *, int32_t node, int32_t *child);

/* The same among the children of a node that is unfolded. */
action mcts_choose_unfolded(struct mcts *, int32_t node, int32_t *child);

/* Adds all children of a node, whose actions are listed, if these are few. False if there is no
 * memory. */
bool mcts_unfold(struct mcts *, int32_t node, int mover);

/* The most visited child among those with this winner. */
int32_t mcts_most_visited(const struct mcts *, int32_t node, int winner);

/* What a visited child is worth to the player who chooses it. */
double mcts_reward_of(const struct mcts *, int32_t child);

/* Carries a proof at the end of the path up to the nodes before it, as
 * far as it holds. */
void mcts_prove_path(struct mcts *, int32_t depth);

/* Writes the line of the answer, its score, and whether it is proven. */
void mcts_write_line(struct mcts *);

/* Fills what `tells` of struct best asks for. */
enum search_end mcts_tell_votes(struct mcts *);

#endif
