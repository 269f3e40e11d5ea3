/*
 * One step of a search over any game: listing the actions of a position, and entering the
 * position that follows by one of them.
 *
 *     successors_list(x)               counts a node, checks the limits; x->list[0 .. x->count-1]
 *     successors_enter(x, x->list[k])  counts a successor, in x->to; x->from stays
 *
 * **A search never sees the game's dice:** it plays on copies with a seed of its own. If
 * the eight bytes of the seed differ after an action (successors_find_dice finds where
 * they lie), dice were thrown (`drew`); then a proof that something is not there holds
 * for these dice alone, and claims say so.
 *
 * A game that tries its actions lists candidates instead (successors_list_open), each of
 * which is tried once and played once. A game that foresees says what each action changes
 * (successors_foresee), so that a search can look a position up before it is played. (A
 * search with images plays each successor.)
 *
 * **Backward the rules are believed, and not `reverse`:** what `reverse` returns counts
 * only if the action leads from there to x->from by `apply`. So every line that is found
 * can be played; what `reverse` misses is missing.
 */
#ifndef TESSERA_SUCCESSORS_H
#define TESSERA_SUCCESSORS_H

#include "expert.h"
#include "symmetries.h"

/* The working memory of a search. Its blocks have the root's size. */
struct successors {
    const struct game *game;
    const struct search_limits *limits;
    const struct state *root;
    struct state *from, *to;         /* a position, its successor; may be swapped */
    struct search_progress progress; /* the functions below count here */
    action *list;                    /* the actions of `from`; at first NULL */
    struct foreseen *foreseen;       /* the same with what they change; at first NULL */
    struct prospect *prospects;      /* and with what is seen of them; at first NULL */
    int count, room, foreseen_room, prospects_room; /* of the list; of each array */
    size_t seed_at; /* of a state, in bytes; 0: the game has no dice */
    bool drew;      /* an action that was entered has thrown dice */
    /* Positions that are images of each other count as one. NULL: none do. A search with
     * images ends as stopped when dice are thrown: an image has other ones. */
    struct symmetries *images;
    void *known; /* to the game's expert, who then lists prospects; or NULL */
    int threads; /* of a breadth-first search; 0 is one, too */
};

/* Finds out which eight bytes of a state `reseed` sets: when they change, dice were
 * thrown. x->from and x->to hold the root; both are seeded with 0 afterwards. */
void successors_find_dice(struct successors *x);

/* The seed of a state's dice; 0 in a game without dice. */
static inline uint64_t successors_dice(const struct successors *x,
                                       const struct state *state)
{
    uint64_t seed = 0;
    if (x->seed_at > 0)
        memcpy(&seed, (const unsigned char *)state + x->seed_at, sizeof seed);
    return seed;
}

/* Expands x->from: checks the limits, counts a node, and lists the actions. Returns
 * SEARCH_GOES_ON unless this ends the search. */
enum search_end successors_list(struct successors *x);

/* The same for a position that was expanded before; counts nothing. */
enum search_end successors_list_again(struct successors *x);

/* Makes x->to the position after an action in x->from, and counts it. Returns
 * SEARCH_GOES_ON unless this ends the search. */
enum search_end successors_enter(struct successors *x, action a);

/* For a search that enters all successors: lists what may be tried in x->from, the
 * actions and perhaps more, so that each action is played once and not first judged and
 * then played again. Returns SEARCH_GOES_ON unless this ends the search. */
enum search_end successors_list_open(struct successors *x);

/* Lists what may be tried in x->from, whatever the board is like; counts nothing. */
enum search_end successors_candidates(struct successors *x);

/* Like successors_enter, for an entry of that list. *possible: it is an action. An
 * entry that is none is not counted. */
enum search_end successors_try(struct successors *x, action a, bool *possible);

/* For a game that foresees: expands x->from, and lists its actions in x->foreseen. */
enum search_end successors_foresee(struct successors *x);

/* For a game with `prospects`: expands x->from, and lists its actions in x->prospects. */
enum search_end successors_prospects(struct successors *x);

/* Makes x->to the position after one that is foreseen. */
enum search_end successors_make(struct successors *x, const struct foreseen *);

/* Whether the game is over after an action whose changes are foreseen. Then x->from has become
 * that position, and must be made anew; otherwise it stays as it was. */
bool successors_ends(struct successors *x, const struct foreseen *);

/* The same backward, in a game with `reverse`: lists what may have led to x->from, and
 * makes x->to the position before an action. *possible: the action leads from there to
 * x->from, by the rules and not by `reverse` alone; `again` is a buffer for that. */
enum search_end successors_list_back(struct successors *x);
enum search_end successors_try_back(struct successors *x, action a, struct state *again,
                                    bool *possible);

/* Enters the successors of x->from once more, in x->to, and calls `each` for each of them.
 * Counts nothing and asks no limit. Any other answer than SEARCH_GOES_ON ends this. */
enum search_end successors_repeat(struct successors *x, void *with,
                                  enum search_end (*each)(void *with, action));

/* Tests whether the game has chance: plays a few random games on two copies of the root
 * with different seeds, and compares the copies after each action. If a limit ends the
 * test, *found is true, as there may be chance. */
enum search_end search_chance(struct successors *x, bool *found);

#endif
