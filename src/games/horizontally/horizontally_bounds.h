/*
 * What a player is certain of on the whole board: sums of what he is certain of in strips
 * of it (horizontally_strip_values.h). A player's strips lie along the other one's lines.
 */
#ifndef TESSERA_HORIZONTALLY_BOUNDS_H
#define TESSERA_HORIZONTALLY_BOUNDS_H

#include "horizontally_lines.h"
#include "horizontally_strip_values.h"
#include "search/search.h"

struct bounds {
    struct strips strips; /* of FIELDS lines */
    struct strips wide;   /* of FIELDS + 1, for FIELDS 2 */
    bool whole;           /* the lines fit into the table of strips */
};

/* By line: what a player is certain of, with the best division into strips, in the lines
 * below it, in those from it on, in all but this line, and in all but the FIELDS lines
 * from it on. */
struct sums {
    strips_worth below[LINES_MAX + 1], from[LINES_MAX + 1];
    strips_worth without[LINES_MAX], without_strip[LINES_MAX];
};

/* Makes the tables, as large as there is memory; false if the limits end that. */
bool bounds_open(struct bounds *, const struct lines *, const struct search_limits *,
                 struct search_progress *);

void bounds_sum(const struct bounds *, const struct lines *, int player, struct sums *);

/* What the player is certain of after a move: bounds_changed after the other player's,
 * which changes this line of the other player's, bounds_changed_strip after his own,
 * which changes FIELDS of these lines from this one on. The sums are those before the
 * move. */
strips_worth bounds_changed(const struct bounds *, const struct lines *, int player,
                            const struct sums *, int line);
strips_worth bounds_changed_strip(const struct bounds *, const struct lines *, int player,
                                  const struct sums *, int line);

/* Whether strips that follow runs, not whole lines, decide who wins; *won: the player to
 * move does. They are much work, and not looked at for a player whom `sum`, what each
 * player is certain of by whole lines at t = 1, leaves far from winning. */
bool bounds_decide(const struct bounds *, const struct lines *, int player,
                   const int16_t sum[2], bool *won);

#endif
