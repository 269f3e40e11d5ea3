/*
 * Searches for the best score, for any game of the protocol. They play on copies that are
 * reseeded from the search's own seed, so they cannot see the game's dice.
 *
 *     struct best b = { .seed = 1, .length = LINE_MAX_ACTIONS, .least = -1, .most = 1 };
 *     best_alpha_beta(&x, &b)         b.line, b.count: the play; b.score; b.exact: proven
 *
 * **A win is worth more than any score,** so a search of a game for two stops when it
 * sees one. **A proven line ends with the game:** both players have best moves to the
 * end.
 */
#ifndef TESSERA_SEARCH_BEST_BEST_H
#define TESSERA_SEARCH_BEST_BEST_H

#include "search/successors.h"

enum { LINE_MAX_ACTIONS = 10000 };

/* How the other players are taken to choose where all act together (best_joint). */
enum best_others {
    BEST_DECIDING, /* each for himself, by what it has brought him so far */
    BEST_RANDOM,
    BEST_GREEDY, /* what brings each most in the step itself */
    BEST_ASKED,  /* as `ask` says */
};

struct best {
    /* In. */
    uint64_t seed;
    int32_t width;  /* beam: positions of a layer; expectimax: samples per action */
    int32_t level;  /* nested rollouts: how deep they are nested, 1 .. NRPA_LEVEL_MAX */
    int32_t depth;  /* expectimax: actions to look ahead, 1 .. EXPECTIMAX_DEPTH_MAX */
    int32_t length; /* the longest line, in actions, 1 .. LINE_MAX_ACTIONS */
    /* For two players: the range of the results at the end of the game, player 1's score
     * minus player 2's; 0 and 0: not known. A result at an end of the range is a win. */
    int64_t least, most;
    bool deterministic; /* the game has no chance, so mcts may prove who wins */
    /* The value of a position for player 1. NULL: its score. False on an error. */
    bool (*value)(void *with, const struct state *, int64_t *value);
    /* If not NULL, alpha-beta only finds out whether the player to move at the
     * root can force a position for which this returns 1, whatever the opponent
     * does. As in struct goal. */
    int (*reached)(void *with, const struct state *);
    void *with;
    /* For players who act together: how the others choose. Each of the two functions may be NULL, and
     * returns false on an error: what a position is worth to a player, from 1, in place of rewards,
     * score or goal; and what a player chooses in a state that he may see, where he is to choose. */
    enum best_others others;
    bool (*worth)(void *with, const struct state *, int player, int64_t *value);
    bool (*ask)(void *with, const struct state *, int player, action *);
    /* Out. */
    action *line; /* `count` actions, in memory of the search */
    int32_t count;
    /* In: the value of the root. Out: the value at the end of the line, or the expected
     * value (mcts, expectimax). */
    int64_t score;
    /* Proven; then the line is best play, by both, to the end of the game, or to the goal.
     * For alpha-beta the score is proven, for mcts who wins, or the score if neither
     * does. Of a win by the range the score is the one at the end of the line. */
    bool exact;
    int32_t games; /* out, of mcts: how many there were */
    /* In, for mcts: set the next ones. Out: by action of the root, in the order of
     * `actions`, how often it was played, or -1 if it is proven to lose; and the sum of the
     * results. `votes` is NULL without memory. Of best_joint they are always set, in the order of
     * x->list, which has the actions then. */
    bool tells;
    int32_t *votes;
    double sum;
};

/* What a position is worth to player 1: what `value` says, or the score, of two players minus
 * player 2's. False on an error. */
static inline bool best_value(const struct best *best, const struct game *game,
                              const struct state *state, int64_t *value)
{
    if (best->value != NULL) return best->value(best->with, state, value);
    *value = game->score(game, state, 1);
    if (game->players == 2) *value -= game->score(game, state, 2);
    return true;
}

enum { NRPA_LEVEL_MAX = 5, EXPECTIMAX_DEPTH_MAX = 8 };

/* Beam search: at each depth, goes on from the best `width` positions. */
enum search_end best_beam(struct successors *, struct best *);

/* Nested rollout policy adaptation (Rosin, 2011), restarted with new random numbers until
 * a limit ends it. */
enum search_end best_nrpa(struct successors *, struct best *);

/* Monte-Carlo tree search, UCT (Kocsis and Szepesvari, 2006), in its open-loop form: a
 * node stands for a list of actions, so with chance it may stand for different positions.
 * For one player or two. With two players and no chance it proves wins and losses
 * (MCTS-Solver: Winands, Bjornsson and Saito, 2008), and, where all actions are proven and
 * neither player wins, the score; a proof of the root ends the search. The range decides
 * who has won; if it is not known, the sign of the result does, and then a win may not
 * be the greatest possible. The line stops where nodes have too few visits to be
 * trusted. */
enum search_end best_mcts(struct successors *, struct best *);

/* The same for players who act together, "decoupled": in each position every player chooses by what his
 * own actions have brought him in the games so far, whatever the others have chosen (Lanctot, Lisy and
 * Winands, 2014; Tak, Lanctot and Winands, 2014). What was chosen in the current step is taken back
 * first, so nobody sees it. With `others` but BEST_DECIDING the player to move alone decides: his
 * answer is the best reply to players who choose so.
 *
 * A node is a step; a game goes on for `length` of them at most. It brings each player his rewards, or
 * what his score is at its end; in a game with neither, 1 if its goal is reached, else 0. The line is the
 * action of the player to move that was tried most often, and the score what he had on the mean. */
enum search_end best_joint(struct successors *, struct best *);

/* Alpha-beta with a transposition table (search/store/two_tier.h), the history heuristic
 * (history.h) and iterative deepening, for two players. The result is player 1's score minus
 * player 2's. A proven value ends the search. A win by the range is proven at once, and is worth
 * more than any `value`. The actions of a proven line are best ones, not the only ones. Where
 * looking one action further costs little, an iteration looks several further.
 *
 * If the value is not proven, the line is that of the deepest complete iteration. The table
 * forgets; then a proven line is completed by searching its positions again. If a limit ends
 * that, the line is shorter, and `exact` is false, unless a goal is to be forced. A line that is
 * not proven may be shorter.
 *
 * Where positions repeat, a value that could be proven may stay open: a position may have
 * been cut off by one that is only estimated. */
enum search_end best_alpha_beta(struct successors *, struct best *);

/* Proof-number search for two players without chance: who wins, by the range of results, or whether
 * the goal is forced. A win is proven by a line to the end of the game, not the shortest one; a
 * line that a limit cuts is shorter. If neither player wins, alpha-beta finds the score with what
 * is left of the limits. */
enum search_end best_proof_number(struct successors *, struct best *);

/* Expectimax by sampling (Kearns, Mansour and Ng, "A sparse sampling algorithm", 2002),
 * for one player. The value of an action is its mean over `width` samples of the dice,
 * the same samples for all actions; after it, the best action is chosen in the same
 * way, down to `depth`. The line is the best action alone, from the deepest iteration
 * that the limits allow. */
enum search_end best_expectimax(struct successors *, struct best *);

/* Runs nrpa, mcts or joint in `count` threads, 1 .. THREADS_MAX, for a game in C and without
 * callbacks: each with its share of the nodes and the memory (parallel.h), number i from 0 on
 * with the seed `seed` + i. The answer of nrpa is that of the best score, the lowest
 * number's of equal ones. That of the others is by the first of them that proves who wins;
 * otherwise the action that was played most often in all of them ("root
 * parallelization": Chaslot, Winands and van den Herik, 2008). */
enum search_end best_parallel(struct successors *, struct best *, int count,
                              enum search_end (*)(struct successors *, struct best *));

#endif
