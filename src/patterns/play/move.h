/*
 * Pieces of several cells (move.c).
 */
#ifndef TESSERA_PATTERNS_MOVE_H
#define TESSERA_PATTERNS_MOVE_H

#include "play.h"

/* A piece of several cells that moves, where patterns look, and how far. Without cells: none. */
struct pattern_piece {
    struct place at; /* the action's cell, or the first one */
    struct place by;
    /* The way that it goes: its steps, and of a diagonal one whether it goes up or down first. */
    int32_t steps;
    bool slants; /* a step goes around a corner: on squares, where it is diagonal */
    uint64_t upright[(LUA_GAME_SIDE_MAX + 63) / 64];
    int32_t count;
    struct place cell[PATTERN_PIECE_MAX];
};

/* What keeps a piece from moving, as the cell of a misfit. */
enum { PATTERN_NO_PIECE, PATTERN_LARGE_PIECE, PATTERN_NO_ROOM };

/* Finds the piece that the action means, if it can move. */
bool pattern_find_piece(const struct pattern_run *, const struct pattern_form *,
                        const struct pattern_move *, struct pattern_piece *);

/* Its parts: finds the piece of which the cell out->at is one, whether it can move or not; whether
 * there is room for a piece on each step up to this one, from those on that it has gone. */
bool pattern_piece_at(const struct pattern_run *, const struct pattern_move *,
                      struct pattern_piece *out);
bool pattern_piece_goes_on(const struct pattern_run *, const struct pattern_move *,
                           struct pattern_piece *, int64_t steps);

/* Whether it has a cell there. */
bool pattern_piece_has(const struct pattern_piece *, struct place);

/* Where a piece that goes in this direction is on its way, from where it was: after step n, from 1;
 * at the corner of a diagonal one, and else where the step begins. */
static inline struct place pattern_piece_after(enum direction d, int32_t n)
{
    return (struct place){n * direction_rows[d], n * direction_cols[d]};
}

static inline struct place pattern_piece_corner(const struct pattern_piece *piece,
                                                enum direction d, int32_t n)
{
    struct place at = pattern_piece_after(d, n - 1);
    if (!piece->slants) return at;
    if ((piece->upright[(n - 1) / 64] >> (n - 1) % 64 & 1) != 0)
        at.row += direction_rows[d];
    else
        at.col += direction_cols[d];
    return at;
}

/* Moves it where there is room for it, with its events. */
void pattern_move_piece(struct pattern_run *, const struct pattern_rule *,
                        const struct pattern_piece *);

#endif
