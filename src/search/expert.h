/*
 * What a game for two may know of its own positions beyond the rules: who wins some of them, which
 * actions need not be tried, and which positions are alike. A search that becomes long has the
 * game make what it needs for that, its tables, and then asks.
 *
 *     void *known;
 *     game->expert->study(root, &limits, &progress, &known)
 *     game->expert->winner(known, state)               1, 2, or 0: it must be searched
 *     game->expert->prospects(known, state, out, 64)   the actions, with what is seen of them
 *
 * **All that it says is proven.** Winning means the greatest score of a player, losing the least,
 * and nothing lies between. Positions never repeat in such a game.
 */
#ifndef TESSERA_SEARCH_EXPERT_H
#define TESSERA_SEARCH_EXPERT_H

#include "search/search.h"

struct expert {
    /* Makes what is known of the positions that can follow from this one, in memory of the
     * search; it lasts as long as that. *known is NULL if there is nothing to know, or no memory.
     * Returns SEARCH_GOES_ON unless a limit ends the search. */
    enum search_end (*study)(const void *root, const struct search_limits *,
                             struct search_progress *, void **known);
    /* Who wins a position: the player; 0 if that is not seen, or the game is over. */
    int (*winner)(void *known, const void *state);
    /* As game->prospects, with `wins` and `vain`. */
    int (*prospects)(void *known, const void *state, struct prospect *out, int max);
    /* A hash that positions have in common which the same player wins, as far as that is seen,
     * reflections for example. */
    uint64_t (*hash)(void *known, const void *state);
};

#endif
