/*
 * Lower bounds of the whole board's value for a player: sums of the bounds of strips
 * (horizontally_strip_values.h). A player's strips consist of lines of the opponent.
 */
#ifndef TESSERA_HORIZONTALLY_BOUNDS_H
#define TESSERA_HORIZONTALLY_BOUNDS_H

#include "horizontally_lines.h"
#include "horizontally_strip_values.h"
#include "search/search.h"

struct bounds {
    struct strips strips; /* of FIELDS lines */
    struct strips wide;   /* of FIELDS + 1 lines, only for FIELDS 2 */
    bool whole;           /* whole lines fit into the table of strips */
};

/* By line i, the best sums over all divisions into strips: of the lines below i, of the
 * lines from i on, of all lines except i, and of all lines except i .. i + FIELDS - 1. */
struct sums {
    strips_worth below[LINES_MAX + 1], from[LINES_MAX + 1];
    strips_worth without[LINES_MAX], without_strip[LINES_MAX];
};

/* Makes the tables, as large as the memory allows. False if the limits end the search. */
bool bounds_open(struct bounds *, const struct lines *, const struct search_limits *,
                 struct search_progress *);

/* Computes the sums of a player. */
void bounds_sum(const struct bounds *, const struct lines *, int player, struct sums *);

/* The player's bound after a move, from the sums before it: bounds_changed after a move
 * of the opponent, which changes one line of the opponent; bounds_changed_strip after a
 * move of the player, which changes FIELDS lines of the opponent from `line` on. The
 * lines are those after the move. */
strips_worth bounds_changed(const struct bounds *, const struct lines *, int player,
                            const struct sums *, int line);
strips_worth bounds_changed_strip(const struct bounds *, const struct lines *, int player,
                                  const struct sums *, int line);

/* Tries to decide who wins by strips that follow runs instead of whole lines; true if it
 * can, and then *won is whether `player`, the player to move, wins. This takes long, so
 * it is skipped for a player who is far from winning by `sum`: each player's bound by
 * whole lines, at t = 1. */
bool bounds_decide(const struct bounds *, const struct lines *, int player,
                   const int16_t sum[2], bool *won);

#endif
