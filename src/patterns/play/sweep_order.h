/*
 * The orders in which a sweep visits the cells of a board:
 *
 *     top      bottom   left     right    anchor, in the middle
 *     1 2 3    7 8 9    1 4 7    7 4 1    2 3 4
 *     4 5 6    4 5 6    2 5 8    8 5 2    5 1 6
 *     7 8 9    1 2 3    3 6 9    9 6 3    7 8 9
 */
#ifndef TESSERA_PATTERNS_PLAY_SWEEP_ORDER_H
#define TESSERA_PATTERNS_PLAY_SWEEP_ORDER_H

#include "base/grid_rules.h"
#include "patterns/program.h"

struct sweep_order {
    enum pattern_from from;
    int32_t rows, cols;
    struct place at, anchor;
    int32_t ring; /* how far the cells are from the anchor */
    bool begun;
};

/* Whether the cells are visited in reading order; so they are without an anchor. */
static inline bool sweep_goes_down(enum pattern_from from, struct place anchor)
{
    return from == PATTERN_FROM_TOP || (from == PATTERN_FROM_ANCHOR && anchor.row < 0);
}

static inline void sweep_begin(struct sweep_order *o, enum pattern_from from,
                               int32_t rows, int32_t cols, struct place anchor)
{
    const bool down = sweep_goes_down(from, anchor);
    *o = (struct sweep_order){.from = down ? PATTERN_FROM_TOP : from,
                              .rows = rows,
                              .cols = cols,
                              .anchor = anchor};
    if (o->from == PATTERN_FROM_BOTTOM) o->at.row = rows - 1;
    if (o->from == PATTERN_FROM_RIGHT) o->at.col = cols - 1;
    if (o->from == PATTERN_FROM_ANCHOR) o->at = anchor;
}

/* The next cell along the row, or else the first one of the row that lies `down` rows below. */
static inline bool sweep_along(struct sweep_order *o, int32_t down)
{
    if (++o->at.col < o->cols) return true;
    o->at.col = 0;
    o->at.row += down;
    return o->at.row >= 0 && o->at.row < o->rows;
}

/* The same of columns. */
static inline bool sweep_across(struct sweep_order *o, int32_t right)
{
    if (++o->at.row < o->rows) return true;
    o->at.row = 0;
    o->at.col += right;
    return o->at.col >= 0 && o->at.col < o->cols;
}

/* The next cell of the ring from this one on, in reading order; false: there is none. */
static inline bool sweep_in_ring(struct sweep_order *o)
{
    const int32_t ring = o->ring, left = o->anchor.col - ring,
                  right = o->anchor.col + ring;
    for (; o->at.row < o->rows && o->at.row <= o->anchor.row + ring; o->at.row++) {
        const int32_t down = o->at.row - o->anchor.row;
        if (o->at.col < left) o->at.col = left;
        if (o->at.col < 0) o->at.col = 0;
        if (down != ring && down != -ring && o->at.col > left && o->at.col < right)
            o->at.col = right;
        if (o->at.col < o->cols && o->at.col <= right) return true;
        o->at.col = 0;
    }
    return false;
}

static inline bool sweep_around(struct sweep_order *o)
{
    const int32_t most = o->rows > o->cols ? o->rows : o->cols;
    o->at.col++;
    while (!sweep_in_ring(o)) {
        if (++o->ring >= most) return false;
        o->at.row = o->anchor.row < o->ring ? 0 : o->anchor.row - o->ring;
        o->at.col = 0;
    }
    return true;
}

/* Puts the next cell into *at; false: there is none. */
static inline bool sweep_next(struct sweep_order *o, struct place *at)
{
    bool more = o->rows > 0 && o->cols > 0;
    if (o->begun) {
        switch (o->from) {
        case PATTERN_FROM_TOP: more = sweep_along(o, 1); break;
        case PATTERN_FROM_BOTTOM: more = sweep_along(o, -1); break;
        case PATTERN_FROM_LEFT: more = sweep_across(o, 1); break;
        case PATTERN_FROM_RIGHT: more = sweep_across(o, -1); break;
        case PATTERN_FROM_ANCHOR: more = sweep_around(o); break;
        }
    }
    o->begun = true;
    *at = o->at;
    return more;
}

#endif
