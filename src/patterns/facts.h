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

/* Where cell i of a pattern without runs lies from its anchor, in this direction. */
static inline struct place pattern_cell_place(const struct pattern *p, int32_t i,
                                              enum direction d)
{
    const int32_t across = i % p->cols - p->anchor % p->cols,
                  along = i / p->cols - p->anchor / p->cols;
    return place_steps(place_steps((struct place){0, 0}, d, across), pattern_below(d),
                       along);
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
    const int32_t all = pattern_pairs(p);
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

/* From how many numbers one is drawn at most where the pattern is carried out; 0: none is. */
static inline int64_t pattern_draws(const struct pattern *p)
{
    const int32_t all = p->rewrites ? pattern_pairs(p) : 0;
    int64_t most = p->pick == PATTERN_RANDOM ? INT32_MAX : 0;
    for (int32_t i = 0; i < all; i++) {
        for (int32_t k = 0; k < p->writes[i].count; k++) {
            const struct pattern_write *w = &p->writes[i].write[k];
            if (w->what == PATTERN_CHOOSE && w->total > most) most = w->total;
        }
    }
    return most;
}

/* Whether a cell asks about other cells than itself. */
static inline bool pattern_asks_others(const struct pattern_cell *cell)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        for (int32_t k = 0; k < cell->alternative[i].tests; k++) {
            if (cell->alternative[i].test[k].by >= PATTERN_BY_SAME) return true;
        }
    }
    return false;
}

/* The cells that so many steps in these directions lead to, row by row, but for the one where they
 * begin. Returns how many there are. */
static inline int32_t pattern_offsets(int directions, int32_t within,
                                      struct pattern_offset out[PATTERN_OFFSETS_MAX])
{
    enum { SIDE = 2 * PATTERN_WITHIN_MAX + 1 };
    bool met[SIDE][SIDE] = {{false}};
    struct place queue[SIDE * SIDE] = {{PATTERN_WITHIN_MAX, PATTERN_WITHIN_MAX}};
    int32_t first = 0, end = 1, count = 0;
    met[PATTERN_WITHIN_MAX][PATTERN_WITHIN_MAX] = true;
    for (int32_t steps = 0; steps < within; steps++) {
        for (const int32_t last = end; first < last; first++) {
            for (int d = 0; d < GRID_DIRECTIONS; d++) {
                const struct place to = place_step(queue[first], (enum direction)d);
                if (!direction_is_in((enum direction)d, directions)) continue;
                if ((uint32_t)to.row >= SIDE || (uint32_t)to.col >= SIDE) continue;
                if (met[to.row][to.col]) continue;
                met[to.row][to.col] = true;
                queue[end++] = to;
            }
        }
    }
    met[PATTERN_WITHIN_MAX][PATTERN_WITHIN_MAX] = false;
    for (int row = 0; row < SIDE; row++) {
        for (int col = 0; col < SIDE; col++) {
            if (met[row][col])
                out[count++] =
                    (struct pattern_offset){(int16_t)(row - PATTERN_WITHIN_MAX),
                                            (int16_t)(col - PATTERN_WITHIN_MAX)};
        }
    }
    return count;
}

/* How many rows or columns away the furthest of the cells around is. */
static inline int32_t pattern_reach_around(const struct pattern_around *a)
{
    int32_t reach = 0;
    for (int32_t i = 0; i < a->offsets; i++) {
        const int32_t row = a->offset[i].row, col = a->offset[i].col;
        const int32_t down = row < 0 ? -row : row, across = col < 0 ? -col : col;
        reach = down > reach ? down : reach;
        reach = across > reach ? across : reach;
    }
    return reach;
}

/* How far the cells of a pattern look around themselves. */
static inline int32_t pattern_reach(const struct pattern *p)
{
    int32_t reach = 0;
    for (int32_t i = 0; i < p->cells; i++) {
        const struct pattern_cell *cell = &p->cell[i];
        for (int32_t a = 0; a < cell->alternatives; a++) {
            for (int32_t k = 0; k < cell->alternative[a].tests; k++) {
                const struct pattern_test *t = &cell->alternative[a].test[k];
                const int32_t far = t->by == PATTERN_BY_AROUND
                                        ? pattern_reach_around(t->around)
                                    : t->by == PATTERN_BY_ROUTE ? LUA_GAME_SIDE_MAX
                                                                : 0;
                reach = far > reach ? far : reach;
            }
        }
    }
    return reach;
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
