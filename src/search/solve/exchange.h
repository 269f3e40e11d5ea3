/*
 * A game in which each action exchanges one piece with a gap, of which the board has one: sliding
 * tiles. Read from a model, whatever its board looks like.
 *
 *     exchange_read(&e, m, ..., board, &read)      whether the game is one
 *
 *     2 7 .      start  2 7 0 / ...      pieces by number, 0 is the gap; cells by number
 *     1 3 8      way[5] from 2, 4, 8     a gap in cell 5 takes the piece of one of these cells
 *     ...        goal[0][2] = cell 1     where piece 2 has to be
 *
 * **What is read is exact:** a line of exchanges that reaches a goal here is one of the game, and
 * each line of the game is one here. So the length of a shortest one is proven. Only the game's
 * other ends are not looked at, so a line is replayed by the rules.
 */
#ifndef TESSERA_SEARCH_SOLVE_EXCHANGE_H
#define TESSERA_SEARCH_SOLVE_EXCHANGE_H

#include "game/model.h"
#include "search/search.h"

enum { EXCHANGE_MOST = 32, EXCHANGE_WAYS = 8, EXCHANGE_GOALS = 4 };

/* From a neighbouring cell into the gap: these pieces may come, as bits. */
struct exchange_way {
    int32_t from;
    uint32_t pieces;
};

struct exchange {
    int32_t cells;                      /* those that ever change */
    int32_t at[EXCHANGE_MOST];          /* by cell: its place in what the model reads */
    int32_t kinds;                      /* of pieces, with the gap */
    unsigned char value[EXCHANGE_MOST]; /* by kind */
    int32_t pieces[EXCHANGE_MOST];      /* by kind: how many there are */
    unsigned char start[EXCHANGE_MOST]; /* by cell: the kind that is there */
    int32_t ways[EXCHANGE_MOST];        /* by cell */
    struct exchange_way way[EXCHANGE_MOST][EXCHANGE_WAYS];
    int32_t goals; /* none: the goal cannot be reached */
    uint32_t goal[EXCHANGE_GOALS]
                 [EXCHANGE_MOST]; /* by kind: all of them are in these cells */
};

/* A cell or a kind, as one bit of a set of them. */
static inline uint32_t exchange_bit(int32_t i)
{
    return UINT32_C(1) << i;
}

/* *read: the game is one. Any end but SEARCH_GOES_ON: a limit. */
enum search_end exchange_read(struct exchange *, const struct model *,
                              const struct search_limits *, struct search_progress *,
                              const unsigned char *board, bool *read);

/* How many orders of the pieces there are, of which those in reach are a part; `most` + 1: more. */
int64_t exchange_orders(const struct exchange *, int64_t most);

/* Whether the pieces by cell are a goal. */
bool exchange_is_goal(const struct exchange *, const unsigned char *pieces);

/* Whether each exchange moves the gap between cells of two colours, so that only one half of all
 * orders can be reached, and no goal is in that half. */
bool exchange_is_odd(const struct exchange *);

#endif
