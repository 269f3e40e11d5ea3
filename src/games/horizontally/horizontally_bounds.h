/*
 * Lower bounds of the whole board's value for a player: sums of the bounds of strips
 * (horizontally_strip_values.h). A player's strips consist of lines of the opponent.
 *
 *     lines      0 1 | 2 | 3 4 | 5     strips of FIELDS lines, and single lines
 *     bound      w(01) + w(2) + w(34) + w(5), the best sum over all divisions
 *
 * If the bound says that the player wins, no search is needed: most positions are decided
 * so before they are entered.
 */
#ifndef TESSERA_HORIZONTALLY_BOUNDS_H
#define TESSERA_HORIZONTALLY_BOUNDS_H

#include "horizontally_lines.h"
#include "horizontally_strip_values.h"
#include "search/search.h"

struct bounds {
    struct strips strips; /* of FIELDS lines */
    struct strips wide;   /* of FIELDS + 1 lines, only for FIELDS 2 */
    const int16_t *one;   /* by strip: the part of its worth at t = 1; only if `pairs` */
    bool whole;           /* whole lines fit into the table of strips */
    bool pairs;           /* whole lines, and FIELDS 2: the fast functions serve */
};

/* By line i, the best sums over all divisions into strips: of the lines below i, of the
 * lines from i on, of all lines except i, and of all lines except i .. i + FIELDS - 1. */
struct sums {
    strips_worth below[LINES_MAX + 1], from[LINES_MAX + 1];
    strips_worth without[LINES_MAX], without_strip[LINES_MAX];
};

/* Makes the tables, as large as the memory allows. False if the limits end the search. */
bool bounds_open(struct bounds *, const struct lines *, int threads,
                 const struct search_limits *, struct search_progress *);

/* Computes the sums of a player; `base` is the player's bound of all cells that are not in
 * the lines. */
void bounds_sum(const struct bounds *, const struct lines *, int player,
                strips_worth base, struct sums *);

/* The player's bound after a move, from the sums before it: bounds_changed after a move
 * of the opponent, which changes one line of the opponent; bounds_changed_strip after a
 * move of the player, which changes FIELDS lines of the opponent from `line` on. The
 * lines are those after the move. */
strips_worth bounds_changed(const struct bounds *, const struct lines *, int player,
                            const struct sums *, int line);
strips_worth bounds_changed_strip(const struct bounds *, const struct lines *, int player,
                                  const struct sums *, int line);

/* The same if `pairs`, but the lines are those before the move. The opponent's line is
 * `after` then; the player's block takes `bit` from the opponent's lines `line` and
 * `line` + 1. */
static inline strips_worth bounds_pair(const struct bounds *b, uint32_t one, uint32_t two)
{
    return b->strips.worth[one | two << b->strips.length];
}

static inline strips_worth bounds_after_line(const struct bounds *b,
                                             const struct lines *l, int player,
                                             const struct sums *sums, int line,
                                             uint32_t after)
{
    const uint32_t *lines = l->line[!player];
    strips_worth best = strips_sum(sums->without[line], b->strips.worth[after]);
    if (line > 0) {
        strips_worth pair = bounds_pair(b, lines[line - 1], after);
        best = strips_better(best, strips_sum(sums->without_strip[line - 1], pair));
    }
    if (line + 1 < l->count[!player]) {
        strips_worth pair = bounds_pair(b, after, lines[line + 1]);
        best = strips_better(best, strips_sum(sums->without_strip[line], pair));
    }
    return best;
}

static inline strips_worth bounds_after_block(const struct bounds *b,
                                              const struct lines *l, int player,
                                              const struct sums *sums, int line,
                                              uint32_t bit)
{
    const uint32_t *lines = l->line[!player];
    uint32_t one = lines[line] ^ bit, two = lines[line + 1] ^ bit;
    strips_worth before = strips_sum(sums->below[line], b->strips.worth[one]),
                 from = strips_sum(sums->from[line + 2], b->strips.worth[two]);
    if (line > 0) {
        strips_worth pair = bounds_pair(b, lines[line - 1], one);
        before = strips_better(before, strips_sum(sums->below[line - 1], pair));
    }
    if (line + 2 < l->count[!player]) {
        strips_worth pair = bounds_pair(b, two, lines[line + 2]);
        from = strips_better(from, strips_sum(sums->from[line + 3], pair));
    }
    strips_worth strip = strips_sum(sums->without_strip[line], bounds_pair(b, one, two));
    return strips_better(strip, strips_sum(before, from));
}

/* Only the part at t = 1 of the player's bounds after each of the player's moves that take
 * cells of the opponent's lines `line` and `line` + 1, by the player's line. */
void bounds_score(const struct bounds *, const struct lines *, int player,
                  const struct sums *, int line, int16_t out[LINES_MAX]);

/* Tries to decide who wins by strips that follow runs instead of whole lines; true if it
 * can, and then *won is whether `player`, the player to move, wins. `base` is each
 * player's bound of all cells that are not in the lines. This takes long, so it is
 * skipped for a player who is far from winning by `sum`: each player's bound by whole
 * lines, at t = 1. */
bool bounds_decide(const struct bounds *, const struct lines *,
                   const strips_worth base[2], int player, const int16_t sum[2],
                   bool *won);

#endif
