/*
 * Finding a piece that goes where the action says, for match.c: the only one of its kind, mostly.
 *
 *     [ player | box | empty ]    "right"    the player is sought by memchr, the others lie beside it
 */
#ifndef TESSERA_PATTERNS_PUSHER_H
#define TESSERA_PATTERNS_PUSHER_H

#include "play.h"

/* Whether a pattern can be held so against the board, in the direction of the action. */
static inline bool pusher_is(const struct pattern_run *run, const struct pattern *p)
{
    return p->pushes && run->explains == NULL && run->board.row == run->board.cols &&
           p->spot[run->direction] != NULL;
}

/* Whether it fits with its anchor, which does, at this place. All of its cells lie on the board if those at
 * its ends do. */
static inline bool pusher_fits(const struct pattern_run *run, const struct pattern *p,
                               struct place at, const unsigned char *cell)
{
    const struct pattern_board *b = &run->board;
    const enum direction d = run->direction;
    const int32_t down = direction_rows[d], across = direction_cols[d];
    const int32_t ahead = p->cells - 1 - p->anchor, behind = p->anchor;
    if (!pattern_on_board(b, at.row + ahead * down, at.col + ahead * across))
        return false;
    if (behind > 0 &&
        !pattern_on_board(b, at.row - behind * down, at.col - behind * across))
        return false;
    const struct pattern_spot *spot = p->spot[d], *end = spot + p->spots;
    for (; spot < end; spot++) {
        const unsigned char *there = cell + spot->row * b->row + spot->col;
        if (spot->kinds != NULL ? !kinds_has(spot->kinds, there[spot->layer * b->layer])
                                : !pattern_cell_fits(run, spot->cell, there, NULL))
            return false;
    }
    return true;
}

/* The first place where it fits; false: nowhere. The first piece is noted, and whether it is alone. */
static inline bool pusher_find(struct pattern_run *run, const struct pattern *p,
                               struct place *at)
{
    const struct pattern_test *t = p->cell[p->anchor].only;
    const ptrdiff_t layer = t->layer * run->board.layer;
    const unsigned char *cells = run->seen + layer, *end = cells + run->board.layer,
                        *cell;
    const uint32_t cols = (uint32_t)run->board.cols;
    struct pattern_last *last = &run->last;
    if (cells == last->cells && last->mask->only == t->mask->only) {
        *at = last->at;
        cell = cells + at->row * run->board.row + at->col;
    } else {
        cell = memchr(cells, t->mask->only, (size_t)run->board.layer);
        if (cell == NULL) return false;
        const uint32_t number = (uint32_t)(cell - cells);
        *at = (struct place){(int32_t)(number / cols), (int32_t)(number % cols)};
        *last = (struct pattern_last){cells, t->mask, false, *at};
    }
    if (pusher_fits(run, p, *at, cell - layer)) return true;
    if (last->alone) return false;
    last->alone = true;
    while ((cell = memchr(cell + 1, t->mask->only, (size_t)(end - cell - 1))) != NULL) {
        const uint32_t number = (uint32_t)(cell - cells);
        *at = (struct place){(int32_t)(number / cols), (int32_t)(number % cols)};
        last->alone = false;
        if (pusher_fits(run, p, *at, cell - layer)) return true;
    }
    return false;
}

#endif
