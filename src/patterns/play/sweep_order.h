/*
 * The orders in which a sweep visits the cells of a board:
 *
 *     top      bottom   left     right    anchor, in the middle
 *     1 2 3    7 8 9    1 4 7    7 4 1    2 3 4
 *     4 5 6    4 5 6    2 5 8    8 5 2    5 1 6
 *     7 8 9    1 2 3    3 6 9    9 6 3    7 8 9
 *
 * A ring of hexagons has the cells to which as many steps lead (base/directions.h):
 *
 *     . 2 3
 *      4 1 5
 *       6 7 .
 *
 * Cells have numbers: along the rows, or, from the left and the right, down the columns. An order is
 * a list of ranges of numbers: all of them; line by line, the last one first; or the parts of rings.
 */
#ifndef TESSERA_PATTERNS_PLAY_SWEEP_ORDER_H
#define TESSERA_PATTERNS_PLAY_SWEEP_ORDER_H

#include "base/grid_rules.h"
#include "patterns/program.h"

struct sweep_order {
    int32_t lines, length; /* of the board; how many cells a line has */
    int32_t first, end;    /* of the lines that are visited */
    bool across;           /* lines are columns */
    bool backward, around, hexagons;
    struct place anchor;
    int32_t ring, rings, row; /* of the next part of a ring */
    bool second;              /* it is the right one of two cells */
};

static inline struct sweep_order sweep_order(enum pattern_from from, int32_t rows,
                                             int32_t cols, struct place anchor,
                                             bool hexagons)
{
    struct sweep_order o = {.lines = rows, .length = cols, .anchor = anchor};
    o.across = from == PATTERN_FROM_LEFT || from == PATTERN_FROM_RIGHT;
    o.backward = from == PATTERN_FROM_BOTTOM || from == PATTERN_FROM_RIGHT;
    o.around = from == PATTERN_FROM_ANCHOR && anchor.row >= 0;
    if (o.across) o.lines = cols, o.length = rows;
    o.end = o.lines;
    if (!o.around) return o;
    const int32_t up = anchor.row, down = rows - 1 - up, left = anchor.col,
                  right = cols - 1 - left,
                  far[] = {up, down, left, right, up + left, down + right};
    o.hexagons = hexagons;
    for (int i = 0; i < (hexagons ? 6 : 4); i++)
        if (far[i] >= o.rings) o.rings = far[i] + 1;
    o.row = anchor.row;
    return o;
}

/* The cell number `at` of line number `line`. */
static inline struct place sweep_place(const struct sweep_order *o, int32_t line,
                                       int32_t at)
{
    return o->across ? (struct place){at, line} : (struct place){line, at};
}

/* The next part of a ring in its row; false: it has none there, and goes on in the next row. */
static inline bool sweep_part_of_ring(struct sweep_order *o, int32_t *begin, int32_t *end)
{
    const int32_t off = o->row - o->anchor.row;
    int32_t left = o->anchor.col - o->ring, right = o->anchor.col + o->ring;
    if (o->hexagons && off < 0) left -= off;
    if (o->hexagons && off > 0) right -= off;
    const bool whole = off == o->ring || off == -o->ring;
    int32_t from = whole && left < 0 ? 0 : left,
            to = whole && right >= o->length ? o->length - 1 : right;
    if (!whole) {
        if (o->second || left < 0) from = right;
        to = from;
        o->second = !o->second && left >= 0;
    }
    *begin = o->row * o->length + from;
    *end = o->row * o->length + to + 1;
    if (!o->second) o->row++;
    return from >= 0 && to < o->length;
}

static inline bool sweep_next_in_rings(struct sweep_order *o, int32_t *begin,
                                       int32_t *end)
{
    while (o->ring < o->rings) {
        while (o->row < o->lines && o->row <= o->anchor.row + o->ring)
            if (sweep_part_of_ring(o, begin, end)) return true;
        o->ring++;
        o->row = o->anchor.row < o->ring ? 0 : o->anchor.row - o->ring;
        o->second = false;
    }
    return false;
}

/* The next range of cells to visit, *begin up to *end; false: there is none. */
static inline bool sweep_next(struct sweep_order *o, int32_t *begin, int32_t *end)
{
    if (o->around) return sweep_next_in_rings(o, begin, end);
    if (o->first >= o->end) return false;
    if (o->backward) {
        *begin = --o->end * o->length;
        *end = *begin + o->length;
        return true;
    }
    *begin = o->first * o->length;
    *end = o->end * o->length;
    o->first = o->end;
    return true;
}

#endif
