/*
 * What follows from a pattern, for the compiler, the verifier, which works it out again, and the
 * player:
 *
 *     down [ empty | stone or edge ] -> [ mine | ]     plain: the cell that may lie off the board
 *                                                      is not written; sure: it has one way
 */
#ifndef TESSERA_PATTERNS_FACTS_H
#define TESSERA_PATTERNS_FACTS_H

#include "patterns/program.h"

/* How many spots a cell beside the anchor has. */
static inline int32_t pattern_spots_of(const struct pattern_cell *cell)
{
    if (cell->tests == 0 && cell->outside) return 0;
    for (int32_t k = 0; k < cell->tests; k++) {
        if (cell->test[k].by != PATTERN_BY_VALUE) return 1;
    }
    return cell->tests > 0 ? cell->tests : 1;
}

/* Where the rows of a pattern go that lies in this direction. */
static inline enum direction pattern_below(enum direction d)
{
    return d == GRID_UP || d == GRID_DOWN ? GRID_RIGHT : GRID_DOWN;
}

/* Whether its direction does not depend on where it fits. */
static inline bool pattern_has_one_way(const struct pattern *p)
{
    return p->given || (p->relative == PATTERN_FIXED && p->directions == 1);
}

/* Whether bits that were made of the pattern itself say all of a match. */
static inline bool pattern_is_sure(const struct pattern *p)
{
    return !p->runs && pattern_has_one_way(p);
}

/* Whether what carrying the pattern out writes follows from where it fits. */
static inline bool pattern_follows(const struct pattern *p)
{
    if (p == NULL || !p->rewrites || (p->runs && !p->slides && !p->aligned)) return false;
    if (p->pick != PATTERN_BY_ACTION && p->pick != PATTERN_FIRST) return false;
    const int32_t all = p->runs ? p->cells * p->cells : p->cells;
    for (int32_t i = 0; i < all; i++) {
        for (int32_t k = 0; k < p->writes[i].count; k++) {
            const struct pattern_write *w = &p->writes[i].write[k];
            if (w->what == PATTERN_CHOOSE) return false;
            /* One direction of `every` may have changed what another one turns. */
            if (w->what == PATTERN_TURN && p->every) return false;
        }
    }
    return true;
}

/* The direction that lies so of a heading. */
static inline enum direction pattern_turned(enum direction heading,
                                            enum pattern_relative way)
{
    switch (way) {
    case PATTERN_BEHIND: return direction_opposite(heading);
    case PATTERN_LEFT: return direction_left[heading];
    case PATTERN_RIGHT: return direction_right(heading);
    default: return heading;
    }
}

#endif
