/*
 * What the searches of a game for two share: the positions on the path from the root, their
 * actions with the most promising first, and what a position is worth.
 *
 *     states     | root | after 1 action | after 2 | ...
 *     choices    | of the root | of the position after it | ...        each list behind the last
 *
 * Values are for player 1 or, where a goal is to be forced, for the player to move at the root.
 *
 * If the game has `prospects`, an action that makes a line is played first, to see whether it
 * wins at once. If the opponent is about to make one, and only those who parry that do not lose,
 * no other action is listed.
 *
 * If it has an expert, who has studied, he says which action wins, and those that are vain are not
 * listed.
 */
#ifndef TESSERA_SEARCH_BEST_DUEL_H
#define TESSERA_SEARCH_BEST_DUEL_H

#include "best.h"

enum { DUEL_DEPTH_MAX = 400 };

/* The value of a win, more than any score. So a win cuts off all other actions, whatever
 * the window is. It is always proven, as only the end of a game has this value. */
#define WON (4 * STATE_COUNT_MAX)

struct choice {
    action by;
    int64_t rank;   /* the greater, the sooner it is tried */
    int32_t number; /* in the order of `actions`, from 0 */
};

enum { CHOICE_NONE = -1 };

struct duel {
    struct successors *x;
    struct best *best;
    unsigned char *states;
    struct choice *choices;
    int64_t room;
    int32_t plies; /* how many states there are */
    int me;        /* the player to move at the root */
    bool parries;  /* who does not parry has lost */
    enum search_end end;
};

/* A position whose actions are listed. */
struct listed {
    int32_t ply;
    size_t first;  /* of its choices */
    int32_t count; /* of its choices */
    bool maximizes;
    bool forced;  /* they parry; all others lose */
    bool lost;    /* an expert knows that all actions lose; then none is listed */
    int32_t wins; /* the number of an action that wins at once, or CHOICE_NONE */
};

/* Takes the memory for so many positions on a path, and as long a line. False if there is none. */
bool duel_start(struct duel *, struct successors *, struct best *, int32_t plies);

/* Frees that memory before the search ends, but for the line. */
void duel_free(struct duel *);

/* How many bytes a table may take, beside what the duel has taken. */
size_t duel_table(const struct duel *);

static inline struct state *duel_state(const struct duel *d, int32_t ply)
{
    return (struct state *)(void *)(d->states + (size_t)ply * d->x->root->size);
}

/* Whether the position is the goal, if one is to be forced. False on an error, too: then d->end
 * says so. */
bool duel_is_goal(struct duel *, int32_t ply);

/* Lists the actions of the position at this ply from l->first on, and looks for one that wins at
 * once. Those that end the game come first, then those that promise most. False: d->end ends the
 * search. */
bool duel_list(struct duel *, struct listed *l);

/* Whether the game has an expert (search/expert.h) who says what is asked for: who wins. */
bool duel_has_expert(const struct duel *);

/* Has the expert, if there is one, study the positions to come. Then the hashes are other ones.
 * False: d->end ends the search. */
bool duel_study(struct duel *);

/* Whether there is one who has studied. */
static inline bool duel_knows(const struct duel *d)
{
    return d->x->known != NULL;
}

/* The hash of a position for a table. */
uint64_t duel_hash(const struct duel *, const struct state *);

/* The value of the position at this ply, WON or -WON, if the expert knows it; or 0. */
int64_t duel_known(const struct duel *, int32_t ply);

/* Makes the position after an action of the one at this ply. False: d->end ends the search. */
bool duel_enter(struct duel *, int32_t ply, action);

/* The value of the position at this ply, as it stands; `over`: the game is over. A win by the
 * range is WON or -WON. */
int64_t duel_value(struct duel *, int32_t ply, bool over);

/* A value as a score: a win becomes an end of the range. */
static inline int64_t duel_score(const struct duel *d, int64_t value)
{
    return value == WON ? d->best->most : value == -WON ? d->best->least : value;
}

/* The action of this number in a state. False if it has none, or d->end ends the search. */
bool duel_action(struct duel *, const struct state *, int32_t number, action *);

#endif
