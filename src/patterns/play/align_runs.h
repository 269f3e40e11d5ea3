/*
 * Laying the sides of a pattern with runs over each other, for rewrite.c and events.c.
 * Both sides cover the same cells of the board, but a run on the right may begin
 * elsewhere than on the left:
 *
 *     [ player | 2+ box | empty ] -> [ | player | 2+ box ]     on  @ $ $ $ .
 *
 *     left    player | box box box | empty           0 | 1 1 1 | 2
 *     right   -      | player | box box box          0 | 1 | 2 2 2
 *     laid    (0,0) x 1   (1,1) x 1   (1,2) x 2   (2,2) x 1
 *
 * Each `laid` is a stretch of cells that have one cell of the left side and one of the
 * right.
 */
#ifndef TESSERA_PATTERNS_PLAY_ALIGN_RUNS_H
#define TESSERA_PATTERNS_PLAY_ALIGN_RUNS_H

#include "play.h"

/* Cells in a row on which the same cells of both sides lie. */
struct laid {
    int32_t left, right;   /* cells of the pattern */
    int32_t first, length; /* the number of the first cell, and how many */
    int32_t begin;         /* the number of the left side's cell, or of its first one */
};

/* Lays the sides of a pattern with runs out over each other. */
struct laying {
    const struct pattern_match *m;
    struct laid at;
    int32_t left_rest, right_rest; /* of the cells at hand */
    int32_t run; /* the run of the left side that the right side's last run repeats */
};

static inline int32_t right_length(struct laying *x)
{
    const struct pattern *p = x->m->pattern;
    if (!p->right[x->at.right].run) return 1;
    do {
        x->run++;
    } while (p->cell[x->run].least == 0);
    return x->m->length[x->run];
}

static inline void lay_first(struct laying *x, const struct pattern_match *m)
{
    *x = (struct laying){.m = m, .run = -1, .left_rest = m->length[0]};
    x->right_rest = right_length(x);
}

/* The next cells; false if there are none. */
static inline bool lay_next(struct laying *x, struct laid *out)
{
    const struct pattern *p = x->m->pattern;
    if (x->at.left == p->cells) return false;
    int32_t n = x->left_rest < x->right_rest ? x->left_rest : x->right_rest;
    x->at.length = n;
    *out = x->at;
    x->at.first += n;
    x->left_rest -= n;
    x->right_rest -= n;
    if (x->left_rest == 0 && ++x->at.left < p->cells) {
        x->left_rest = x->m->length[x->at.left];
        x->at.begin = x->at.first;
    }
    if (x->right_rest == 0 && ++x->at.right < p->cells) x->right_rest = right_length(x);
    return true;
}

static inline struct place lay_place(const struct pattern_match *m, int32_t number)
{
    return place_steps(pattern_line_start(m), m->direction, number);
}

#endif
