/*
 * Pieces of several cells that move as a whole: "A right" moves all cells of A, "slide 2 3 up"
 * those that are joined to the cell in row 2, column 3.
 *
 *     A A .        . A A      the cell that it enters fits `into`; one that it leaves becomes
 *     A . .   ->   . A .      the blank of the layer
 */
#include "move.h"

#include <assert.h>

static inline const unsigned char *cell_at(const struct pattern_run *run,
                                           const struct pattern_move *m, struct place at)
{
    return pattern_seen_at(run, at) + m->layer * run->board.layer;
}

bool pattern_piece_has(const struct pattern_piece *piece, struct place at)
{
    for (int32_t i = 0; i < piece->count; i++) {
        if (piece->cell[i].row == at.row && piece->cell[i].col == at.col) return true;
    }
    return false;
}

/* Notes why the piece cannot move. */
static bool misfits(const struct pattern_run *run, int32_t why, struct place at)
{
    if (run->explains != NULL) *run->explains = (struct pattern_misfit){why, at, -1};
    return false;
}

/* ---- which cells ---- */

static bool take(struct pattern_piece *piece, struct place at)
{
    if (piece->count == PATTERN_PIECE_MAX) return false;
    piece->cell[piece->count++] = at;
    return true;
}

/* All cells that fit; the first one is where the piece is. */
static bool take_all(const struct pattern_run *run, const struct pattern_move *m,
                     struct pattern_piece *piece)
{
    struct place at = {0, 0};
    for (; pattern_next(run, m->piece, &at); pattern_step_on(&run->board, &at)) {
        if (!pattern_cell_fits(run, m->piece, pattern_seen_at(run, at), NULL)) continue;
        if (!take(piece, at)) return misfits(run, PATTERN_LARGE_PIECE, at);
    }
    if (piece->count == 0) return misfits(run, PATTERN_NO_PIECE, (struct place){-1, -1});
    piece->at = piece->cell[0];
    return true;
}

/* Whether the cell goes on in the next one this way. */
static bool is_joined(const struct pattern_run *run, const struct pattern_move *m,
                      struct place at, struct place next, enum direction d)
{
    const int here = *cell_at(run, m, at), there = *cell_at(run, m, next);
    if (!m->joins) return here == there;
    switch (d) {
    case GRID_UP: return kinds_has(&m->down, there);
    case GRID_DOWN: return kinds_has(&m->down, here);
    case GRID_LEFT: return kinds_has(&m->right, there);
    default: return kinds_has(&m->right, here);
    }
}

bool pattern_piece_at(const struct pattern_run *run, const struct pattern_move *m,
                      struct pattern_piece *piece)
{
    piece->count = 0;
    if (!pattern_cell_fits(run, m->piece, pattern_seen_at(run, piece->at), NULL))
        return misfits(run, PATTERN_NO_PIECE, piece->at);
    take(piece, piece->at);
    const int beside = run->game->hexagons ? DIRECTIONS_HEX : DIRECTIONS_ORTHOGONAL;
    for (int32_t i = 0; i < piece->count; i++) {
        for (int d = 0; d < GRID_NEIGHBOURS; d++) {
            const struct place at = piece->cell[i],
                               next = place_step(at, (enum direction)d);
            if (!direction_is_in((enum direction)d, beside) ||
                !pattern_on_board(&run->board, next.row, next.col) ||
                !is_joined(run, m, at, next, (enum direction)d) ||
                pattern_piece_has(piece, next) ||
                !pattern_cell_fits(run, m->piece, pattern_seen_at(run, next), NULL))
                continue;
            if (!take(piece, next)) return misfits(run, PATTERN_LARGE_PIECE, next);
        }
    }
    return true;
}

/* ---- where to ---- */

static bool has_room(const struct pattern_run *run, const struct pattern_move *m,
                     const struct pattern_piece *piece, struct place by)
{
    for (int32_t i = 0; i < piece->count; i++) {
        const struct place to = place_plus(piece->cell[i], by);
        if (!pattern_on_board(&run->board, to.row, to.col))
            return misfits(run, PATTERN_NO_ROOM, to);
        if (!pattern_cell_fits(run, m->into, pattern_seen_at(run, to), NULL) &&
            !pattern_piece_has(piece, to))
            return misfits(run, PATTERN_NO_ROOM, to);
    }
    return true;
}

/* Whether the piece comes around one of the two corners of a diagonal step, and notes which. */
static bool turns_corner(const struct pattern_run *run, const struct pattern_move *m,
                         struct pattern_piece *piece, int32_t step)
{
    uint64_t *word = &piece->upright[(step - 1) / 64];
    const uint64_t bit = UINT64_C(1) << (step - 1) % 64;
    *word |= bit;
    if (has_room(run, m, piece, pattern_piece_corner(piece, run->direction, step)))
        return true;
    *word &= ~bit;
    return has_room(run, m, piece, pattern_piece_corner(piece, run->direction, step));
}

/* A diagonal is two steps, one after the other. */
bool pattern_piece_goes_on(const struct pattern_run *run, const struct pattern_move *m,
                           struct pattern_piece *piece, int64_t steps)
{
    const enum direction d = run->direction;
    piece->slants =
        !run->game->hexagons && direction_rows[d] != 0 && direction_cols[d] != 0;
    for (int32_t n = piece->steps + 1; n <= steps; n++) {
        const struct place by = pattern_piece_after(d, n);
        if (n > LUA_GAME_SIDE_MAX)
            return misfits(run, PATTERN_NO_ROOM, place_plus(piece->at, by));
        if (piece->slants && !turns_corner(run, m, piece, n)) return false;
        if (!has_room(run, m, piece, by)) return false;
        piece->by = by;
        piece->steps = n;
    }
    return true;
}

static bool goes(const struct pattern_run *run, const struct pattern_move *m,
                 struct pattern_piece *piece)
{
    piece->steps = 0;
    return pattern_piece_goes_on(run, m, piece, m->steps < 0 ? 1 : run->slot[m->steps]);
}

bool pattern_find_piece(const struct pattern_run *run, const struct pattern_form *form,
                        const struct pattern_move *m, struct pattern_piece *out)
{
    out->count = 0;
    if (m->whole) return take_all(run, m, out) && goes(run, m, out);
    out->at = (struct place){(int32_t)run->slot[form->row] - 1,
                             (int32_t)run->slot[form->column] - 1};
    return pattern_on_board(&run->board, out->at.row, out->at.col) &&
           pattern_piece_at(run, m, out) && goes(run, m, out);
}

/* ---- moving ---- */

static struct event event_at(const char *kind, int what, struct place from)
{
    return (struct event){.kind = kind,
                          .what = (uint8_t)what,
                          .from_row = from.row + 1,
                          .from_col = from.col + 1};
}

/* The piece is there, after it has been taken away: what lay there is gone. */
static void clear(const struct pattern_run *run, const struct pattern_move *m,
                  const struct pattern_piece *piece, struct place by)
{
    const struct pattern_board *b = &run->board;
    unsigned char *first = b->first + m->layer * b->layer;
    for (int32_t i = 0; i < piece->count; i++) {
        const struct place to = place_plus(piece->cell[i], by);
        assert(pattern_on_board(b, to.row, to.col)); /* between two cells of the board */
        unsigned char *cell = &first[to.row * b->row + to.col];
        if (*cell == m->blank) continue;
        if (wants_events(run->report)) emit(run->report, event_at("removed", *cell, to));
        *cell = m->blank;
    }
}

static void report_moved(const struct pattern_run *run, const struct pattern_move *m,
                         const struct pattern_piece *piece, const char *event)
{
    struct event e =
        event_at(event != NULL ? event : "moved", *cell_at(run, m, piece->at), piece->at);
    e.to_row = piece->at.row + piece->by.row + 1;
    e.to_col = piece->at.col + piece->by.col + 1;
    emit(run->report, e);
}

void pattern_move_piece(struct pattern_run *run, const struct pattern_rule *rule,
                        const struct pattern_piece *piece)
{
    const struct pattern_move *m = rule->move;
    const struct pattern_board *b = &run->board;
    const enum direction d = run->direction;
    unsigned char value[PATTERN_PIECE_MAX] = {0};
    unsigned char *first = b->first + m->layer * b->layer;
    for (int32_t i = 0; i < piece->count; i++) {
        const struct place from = piece->cell[i], to = place_plus(from, piece->by);
        if (!pattern_on_board(b, from.row, from.col) ||
            !pattern_on_board(b, to.row, to.col)) {
            pattern_break(run, rule->text);
            return;
        }
        value[i] = first[from.row * b->row + from.col];
    }
    if (wants_events(run->report)) report_moved(run, m, piece, rule->event);
    pattern_forget(run);
    for (int32_t i = 0; i < piece->count; i++)
        first[piece->cell[i].row * b->row + piece->cell[i].col] = m->blank;
    for (int32_t n = 1; n <= piece->steps; n++) {
        clear(run, m, piece, pattern_piece_corner(piece, d, n));
        clear(run, m, piece, pattern_piece_after(d, n));
    }
    for (int32_t i = 0; i < piece->count; i++) {
        const struct place to = place_plus(piece->cell[i], piece->by);
        first[to.row * b->row + to.col] = value[i];
    }
}
