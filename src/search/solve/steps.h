/*
 * What the actions of an avatar do, remembered by the cells near it: as model->reach says, they
 * depend on these alone. So each is played once, and then done on a board of bytes:
 *
 *     steps_follow(&t, board, avatar)     the cells of this board are near now
 *     steps_at(&t, cell, &step)           with the avatar on this cell ...
 *     step->to[2]                         ... the third action leads to this cell, or does nothing,
 *                                         or something more: a deed
 *     steps_do(&t, deed, board)           does it
 *
 *     near     a hash for each cell: a sum over the cells within reach, which follows a board
 *              by the cells that change
 */
#ifndef TESSERA_SEARCH_SOLVE_STEPS_H
#define TESSERA_SEARCH_SOLVE_STEPS_H

#include "game/model.h"
#include "search/successors.h"

enum { STEP_ACTIONS = 8, STEP_NONE = -1, STEP_DEED = -2, DEED_CHANGES = 6 };
enum { STEPS_MOST = 1 << 18 }; /* are remembered */

struct step {
    uint64_t near; /* 0: free */
    /* A cell; STEP_NONE; or STEP_DEED minus the number of a deed. */
    int32_t to[STEP_ACTIONS];
};

/* What an action changes but for the place of the avatar, or with it. */
struct deed {
    int32_t changes; /* -1: they are too many */
    struct {
        int32_t at; /* layer and cell, as on a board */
        unsigned char to;
    } change[DEED_CHANGES];
};

struct steps {
    struct successors *x;
    const struct model *m;
    int32_t layer; /* of the avatar */
    unsigned char value;
    int32_t actions;
    action action[STEP_ACTIONS];
    struct step *step; /* a hash table */
    uint64_t count, room;
    struct deed *deed;
    int64_t deeds, deeds_room;
    struct step *last; /* by cell: what was looked up there last */
    uint64_t *near;
    unsigned char *basis;          /* the board for which that is, without the avatar */
    unsigned char *there, *became; /* the board of `at`; of a position that follows */
    struct state *at, *to;
};

/* Whether they can be remembered in this game; *end: what ended that. */
bool steps_start(struct steps *, struct successors *, const struct model *,
                 const unsigned char *board, enum search_end *end);

/* Where the avatar is, or -1. */
int32_t steps_avatar(const struct steps *, const unsigned char *board);

/* Forgets them all, if they are many: positions need the memory, too. The deeds of floods before
 * this are no more. */
void steps_forget(struct steps *);

void steps_follow(struct steps *, const unsigned char *board, int32_t avatar);
/* What the actions do with the avatar on this cell, if that was looked up for what is near now; else
 * NULL. */
static inline const struct step *steps_known(const struct steps *t, int32_t cell)
{
    return t->last[cell].near == (t->near[cell] | 1) ? &t->last[cell] : NULL;
}

enum search_end steps_at(struct steps *, int32_t cell, const struct step **);

/* Puts the avatar of a board on another cell. */
void steps_put(const struct steps *, unsigned char *board, int32_t from, int32_t to);

/* Does a deed where the avatar stands. False: it is too large for that. */
bool steps_do(const struct steps *, int32_t deed, unsigned char *board);

/* Makes a state, whose board is `had`, the one with this board. */
void steps_write(const struct steps *, struct state *, unsigned char *had,
                 const unsigned char *board);

#endif
