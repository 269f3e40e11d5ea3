/*
 * What the two parts of alpha-beta share: the search of one position (alpha_beta.c), and the line
 * of best play that follows from the table (alpha_beta_line.c).
 *
 * What is known of a position lies in 64 bits of the table (search/store/two_tier.h):
 *
 *     cost 6 | value 26 | bound 2 | depth 9 | height 9 | move 12
 *
 * A value beyond these bits is kept as a bound, if it is one, and a move beyond as none.
 */
#ifndef TESSERA_SEARCH_BEST_ALPHA_BETA_H
#define TESSERA_SEARCH_BEST_ALPHA_BETA_H

#include "duel.h"
#include "history.h"
#include "search/store/two_tier.h"

enum bound { UNKNOWN, AT_LEAST, AT_MOST, EXACT };

enum { FOREVER = 511 }; /* the depth of a proven value: no deeper search can change it */

struct known {
    int64_t value;
    int32_t move;   /* the number of the best action, or CHOICE_NONE */
    int32_t depth;  /* that was searched, or FOREVER */
    int32_t height; /* of a proven value: how many actions the proof looks ahead */
    enum bound bound;
};

struct alpha_beta {
    struct duel duel;
    struct two_tier table;
    struct history *history;
    int32_t deepest;
    bool strict; /* no proof may be longer than the depth */
};

struct window {
    int64_t alpha, beta;
};

/* A position on the path that is being searched. */
struct look {
    struct listed list;
    int32_t depth; /* actions to look ahead */
    uint64_t hash;
    int64_t nodes; /* how many had been expanded before it */
    int64_t value; /* the best value of the children so far */
    int32_t move;  /* the number of the action that has it, or CHOICE_NONE */
    bool proven;   /* no deeper search can change the value */
    int32_t height;
};

/* Searches the position at `ply`, `depth` actions deep. Its actions are listed from index `first`
 * on. The search ends if duel.end says so. */
struct look alpha_beta_look(struct alpha_beta *, int32_t ply, int32_t depth, size_t first,
                            struct window);

/* What the table has of a state; the bound is UNKNOWN if that is nothing. */
struct known alpha_beta_known(const struct alpha_beta *, uint64_t hash);

/* Writes the line that begins with the root's action. */
void alpha_beta_write_line(struct alpha_beta *, const struct look *root);

/* Writes a line of one action, by number, that is not proven. */
void alpha_beta_guess(struct alpha_beta *, int32_t move);

/* Adds to a proven line what the table has forgotten. False if a limit prevents it. */
bool alpha_beta_complete_line(struct alpha_beta *, int64_t value);

#endif
