/*
 * The cells that a sweep visits: those where bits say that one of its rules may fit, and, once a rule is
 * carried out, those near it that are still to come.
 *
 *     down [ rock | empty ] -> [ | rock ]     . o .      visited: (0, 1); then, as far as they come
 *                                             . . .      later, (0, 1) and the cells above and below
 */
#ifndef TESSERA_PATTERNS_PLAY_VISITS_H
#define TESSERA_PATTERNS_PLAY_VISITS_H

#include <assert.h>

#include "play.h"
#include "sweep_order.h"

/* The cells of a band of lines that are to be visited. Bits count from its first line. */
struct visits {
    struct sweep_order order;
    int32_t first, lines; /* of the band; the bits also have lines beside it */
    int32_t begin;        /* the first line of the bits */
    /* So many lines, and cells along them, from an anchor what is carried out there matters; -1:
     * not yet known. */
    int32_t far, far_along;
    /* `sure`: the rule `from` is known to fit; else it is the first that may. */
    uint64_t may[BITBOARD_WORDS], sure[BITBOARD_WORDS];
    uint8_t from[BITBOARD_CELLS];
};

/* Notes all cells that are to be visited in the band; false: there are none. `window` looks at the
 * lines of the bits. */
bool pattern_find_visits(struct pattern_run *run, struct pattern_run *window,
                         const struct pattern_step *, struct visits *);

/* The next cell of the bits to visit, from this one on; or `end`. */
static inline int32_t next_visit(const struct visits *v, int32_t cell, int32_t end)
{
    while (cell < end) {
        assert(cell < BITBOARD_CELLS);
        const uint64_t rest = v->may[cell / 64] >> cell % 64;
        if (rest != 0) {
            cell += __builtin_ctzll(rest);
            return cell < end ? cell : end;
        }
        cell = (cell / 64 + 1) * 64;
    }
    return end;
}

/* Rules may fit now at any cell whose pattern reaches what one changed that is carried out here. */
void pattern_touch(const struct pattern_step *, struct visits *, int32_t line,
                   int32_t at);

#endif
