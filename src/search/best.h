/*
 * Searches for the best score, for any game by its protocol. They play on copies whose
 * chance comes from the search's own seed, never from the game's.
 */
#ifndef TESSERA_BEST_H
#define TESSERA_BEST_H

#include "successors.h"

enum { LINE_MAX_ACTIONS = 10000 };

struct best {
    /* In. */
    uint64_t seed;
    int32_t
        width; /* beam: positions kept of each depth; expectimax: throws of the dice */
    int32_t level;  /* nested rollouts: how deep they are nested, 1 .. NRPA_LEVEL_MAX */
    int32_t depth;  /* expectimax: actions to look ahead, 1 .. EXPECTIMAX_DEPTH_MAX */
    int32_t length; /* actions of a line at most, 1 .. LINE_MAX_ACTIONS */
    /* Of two players: the range of the results at the end of the game, player 1's score
     * less player 2's; 0 and 0: not known. A result at an end of the range is a win. */
    int64_t least, most;
    bool sure; /* there is no chance in the game, so mcts may prove who wins */
    /* What a position promises to player 1; NULL: the score. False after an error. */
    bool (*value)(void *with, const struct state *, int64_t *value);
    /* Not NULL: alpha-beta looks whether the player to move at the root can force a
     * position for which this is true, whatever the others do, and for nothing else. As
     * in struct goal. */
    int (*reached)(void *with, const struct state *);
    void *with;
    /* Out. */
    action *line; /* `count` actions, the search's memory */
    int32_t count;
    /* In: the value of the root. Out: the value at the end of the line, or the mean that
     * is expected (mcts, expectimax). */
    int64_t score;
    bool exact; /* proven: alpha-beta the score, mcts who wins */
};

enum { NRPA_LEVEL_MAX = 5, EXPECTIMAX_DEPTH_MAX = 8 };

/* Beam search: of the positions at each depth the best `width` are followed. */
enum search_end best_beam(struct successors *, struct best *);

/* Nested rollout policy adaptation (Rosin, 2011), again and again with other numbers
 * until a limit ends it. */
enum search_end best_nrpa(struct successors *, struct best *);

/* Monte-Carlo tree search, UCT (Kocsis and Szepesvari, 2006), in its open-loop form: a
 * node is a list of actions, so chance may lead on from it to any position. For one
 * player or two; of two without chance, wins and losses are proven (MCTS-Solver: Winands,
 * Bjornsson and Saito, 2008), and a proof of the root ends the search. The range tells
 * who has won; if it is not known, the sign of the result does. The line stops where
 * nodes have too few visits to be trusted. */
enum search_end best_mcts(struct successors *, struct best *);

/* Alpha-beta with a transposition table and iterative deepening, for two players whose
 * scores are opposed: player 1's less player 2's counts. A win by the range ends it, and
 * is better than anything that `value` promises. Each action of a proven line keeps the
 * score; which of equally good ones it takes may be any. */
enum search_end best_alpha_beta(struct successors *, struct best *);

/* Expectimax by samples (Kearns, Mansour and Ng, "A sparse sampling algorithm", 2002),
 * for one player: the action whose mean value over `width` throws of the dice is best,
 * when all that follows to `depth` is chosen so. All actions get the same throws. The
 * line is that action, after the deepest look that the limits allow. */
enum search_end best_expectimax(struct successors *, struct best *);

#endif
