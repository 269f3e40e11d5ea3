/*
 * Tables of a sweep over a large board, by which a cell is mostly passed over with one look: by the kind
 * in a cell, which rules may have their anchor there; and by the kind beside it, which of these may still
 * fit.
 *
 *     1  down [ rock | empty ] -> [ | rock ]        may:  rock 1 2, gem 3
 *     2  right [ rock | empty ] -> [ | rock ]       near, one below:  empty 1 2 3, anything else 2
 *     3  down [ gem | empty ] -> [ | gem ]
 */
#ifndef TESSERA_PATTERNS_PLAY_SWEEP_TABLES_H
#define TESSERA_PATTERNS_PLAY_SWEEP_TABLES_H

#include "play.h"

struct sweep_tables {
    const unsigned char *cells; /* of the layer, as seen */
    ptrdiff_t step;             /* from row to row */
    uint64_t may[256];          /* by value: bit k: the anchor of rule k may fit */
    bool nears; /* there is a cell that some rules ask about, so far away: */
    int32_t row, col;
    uint64_t near[256],
        outside; /* by its value, or off the board: bit k: rule k may fit */
};

/* Makes the tables. False: there are none, since the rules are more than 64, or do not all begin with
 * kinds of one layer. */
bool pattern_make_tables(const struct pattern_run *, const struct pattern_step *,
                         struct sweep_tables *);

/* The rules that may fit with their anchor at a place. */
static inline uint64_t pattern_table_rules(const struct pattern_run *run,
                                           const struct sweep_tables *t, struct place at)
{
    const unsigned char *cell = t->cells + at.row * t->step + at.col;
    const uint64_t rules = t->may[*cell];
    if (!t->nears || rules == 0) return rules;
    if (!pattern_on_board(&run->board, at.row + t->row, at.col + t->col))
        return rules & t->outside;
    return rules & t->near[cell[t->row * t->step + t->col]];
}

#endif
