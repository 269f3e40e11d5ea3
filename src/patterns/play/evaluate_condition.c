/*
 * Answering conditions.
 */
#include "play.h"

/* The first place from *at on whose cell fits. */
static bool find_cell(const struct pattern_run *run, const struct pattern_cell *cell,
                      struct place *at)
{
    for (; pattern_next(run, cell, at); pattern_step_on(&run->board, at)) {
        if (cell->only != NULL ||
            pattern_cell_fits(run, cell, pattern_seen_at(run, *at), NULL))
            return true;
    }
    return false;
}

/* Whether a cell that fits `cell` fits `on` as well, or does not. */
static bool find_on(const struct pattern_run *run, const struct pattern_term *t, bool on)
{
    struct place at = {0, 0};
    for (; find_cell(run, t->cell, &at); pattern_step_on(&run->board, &at)) {
        if (t->on == NULL ||
            pattern_cell_fits(run, t->on, pattern_seen_at(run, at), NULL) == on) {
            return true;
        }
    }
    return false;
}

int32_t pattern_count(const struct pattern_run *run, const struct pattern_cell *cell)
{
    struct place at = {0, 0};
    int32_t n = 0;
    for (; find_cell(run, cell, &at); pattern_step_on(&run->board, &at)) n++;
    return n;
}

static bool compares(const struct pattern_run *run, const struct pattern_term *t,
                     int64_t a)
{
    const int64_t b = t->other == NULL ? t->number : pattern_count(run, t->other);
    switch (t->compare) {
    case PATTERN_EQUAL: return a == b;
    case PATTERN_UNEQUAL: return a != b;
    case PATTERN_LESS: return a < b;
    case PATTERN_AT_MOST: return a <= b;
    case PATTERN_GREATER: return a > b;
    case PATTERN_AT_LEAST: break;
    }
    return a >= b;
}

/* ---- lines ---- */

enum { WORD = 64 };

/* Fills bits[i] for each row: bit j is set if cell j is `value`. Up to seven cells behind a
 * row are read; behind the last one lies the rest of the state, or room. */
static void fill_equal(const struct pattern_board *b, const unsigned char *layer,
                       int value, uint64_t *bits)
{
    const uint64_t all = ~UINT64_C(0) >> (WORD - b->cols), eight = lanes_of(value);
    for (int32_t i = 0; i < b->rows; i++, layer += b->row) {
        uint64_t row = lanes_alike_bits(lanes_at(layer), eight);
        for (int32_t j = 8; j < b->cols; j += 8)
            row |= lanes_alike_bits(lanes_at(layer + j), eight) << j;
        bits[i] = row & all;
    }
}

/* The same for the cells that fit. */
static void fill_bits(const struct pattern_run *run, const struct pattern_cell *cell,
                      uint64_t *bits)
{
    const struct pattern_test *t = cell->only;
    const struct pattern_mask *mask = t == NULL ? NULL : pattern_mask_of(run, t);
    if (mask != NULL && mask->only >= 0) {
        fill_equal(&run->board, run->seen + t->layer * run->board.layer, mask->only,
                   bits);
        return;
    }
    for (int32_t i = 0; i < run->board.rows; i++) {
        bits[i] = 0;
        for (int32_t j = 0; j < run->board.cols; j++) {
            const unsigned char *at = pattern_seen_at(run, (struct place){i, j});
            if (pattern_cell_fits(run, cell, at, NULL)) bits[i] |= UINT64_C(1) << j;
        }
    }
}

/* The same for a board whose rows fit into one word, each followed by a bit that is 0:
 * then all lines are found at once. */
static bool has_line_in_word(const struct pattern_board *b, const uint64_t *bits,
                             int32_t n)
{
    int32_t stride = b->cols + 1;
    uint64_t all = 0, across, down, right, left;
    for (int32_t i = 0; i < b->rows; i++) all |= bits[i] << i * stride;
    across = down = right = left = all;
    for (int32_t k = 1; k < n; k++) { /* a line of k cells begins here, and goes on */
        across &= across >> 1;
        down &= down >> stride;
        right &= right >> (stride + 1);
        left &= left >> (stride - 1);
    }
    return (across | down | right | left) != 0;
}

/* Whether n cells in a row fit, on a board of at most 64 x 64 cells. */
static bool has_short_line(const struct pattern_run *run, const struct pattern_cell *cell,
                           int32_t n)
{
    const struct pattern_board *b = &run->board;
    uint64_t bits[WORD];
    fill_bits(run, cell, bits);
    if (b->rows * (b->cols + 1) <= WORD && b->cols + 2 < WORD)
        return has_line_in_word(b, bits, n);
    for (int32_t i = 0; i < b->rows; i++) {
        uint64_t across = bits[i], down = bits[i], right = bits[i], left = bits[i];
        if (across == 0) continue;
        for (int32_t k = 1; k < n && across != 0; k++) across &= bits[i] >> k;
        if (across != 0) return true;
        if (i + n > b->rows) continue;
        for (int32_t k = 1; k < n && (down | right | left) != 0; k++) {
            down &= bits[i + k];
            right &= bits[i + k] >> k;
            left &= bits[i + k] << k;
        }
        if ((down | right | left) != 0) return true;
    }
    return false;
}

static bool has_long_line(const struct pattern_run *run, const struct pattern_cell *cell,
                          int64_t n)
{
    const struct pattern_board *b = &run->board;
    for (struct place at = {0, 0}; find_cell(run, cell, &at); pattern_step_on(b, &at)) {
        for (int i = 0; i < GRID_AXES; i++) {
            int64_t run_length = 0;
            for (struct place x = at; x.row < b->rows && x.col >= 0 && x.col < b->cols;
                 x = place_step(x, direction_axes[i])) {
                if (!pattern_cell_fits(run, cell, pattern_seen_at(run, x), NULL)) break;
                if (++run_length == n) return true;
            }
        }
    }
    return false;
}

static bool has_line(const struct pattern_run *run, const struct pattern_term *t)
{
    const struct pattern_board *b = &run->board;
    if (t->number > b->rows && t->number > b->cols) return false;
    if (b->rows <= WORD && b->cols <= WORD && t->number < WORD) {
        return has_short_line(run, t->cell, (int32_t)t->number);
    }
    return has_long_line(run, t->cell, t->number);
}

/* ---- places ---- */

/* The range of indexes, from 0, that a number of a condition means. */
static void range(int32_t number, int32_t side, int32_t *from, int32_t *to)
{
    *from = 0;
    *to = side - 1;
    if (number != 0) *from = *to = number > 0 ? number - 1 : side + number;
}

/* Whether one of n cells in a row fits. */
static inline bool one_of(const struct pattern_run *run, const struct pattern_cell *cell,
                          const unsigned char *at, ptrdiff_t step, int32_t n)
{
    if (cell->only == NULL) {
        while (n > 0 && !pattern_alternative_fits(run, cell, at, NULL)) at += step, n--;
        return n > 0;
    }
    const struct pattern_mask *mask = pattern_mask_of(run, cell->only);
    at += cell->only->layer * run->board.layer;
    if (mask->only >= 0) {
        while (n > 0 && *at != mask->only) at += step, n--;
    } else {
        while (n > 0 && !kinds_has(&mask->kinds, *at)) at += step, n--;
    }
    return n > 0;
}

static inline bool is_at(const struct pattern_run *run, const struct pattern_term *t)
{
    int32_t row, last_row, col, last_col;
    range(t->row, run->board.rows, &row, &last_row);
    range(t->col, run->board.cols, &col, &last_col);
    if (row < 0 || col < 0 || last_row >= run->board.rows ||
        last_col >= run->board.cols) {
        return false;
    }
    /* line by line: down a column that is named, else along the rows */
    const unsigned char *at = pattern_seen_at(run, (struct place){row, col});
    const bool down = col == last_col;
    const ptrdiff_t step = down ? run->board.row : 1;
    const int32_t n = (down ? last_row - row : last_col - col) + 1;
    for (int32_t lines = down ? 1 : last_row - row + 1; lines > 0; lines--) {
        if (one_of(run, t->cell, at, step, n)) return true;
        at += run->board.row;
    }
    return false;
}

static bool fits_somewhere(struct pattern_run *run, const struct pattern *p)
{
    struct pattern_finding room;
    struct place at = {0, 0};
    return pattern_find(run, p, &at, &room) != NULL;
}

/* ---- conditions ---- */

static bool holds(struct pattern_run *run, const struct pattern_term *t)
{
    switch (t->what) {
    case PATTERN_SOME: return find_on(run, t, true);
    case PATTERN_NO: return !find_on(run, t, true);
    case PATTERN_ALL: return !find_on(run, t, false);
    case PATTERN_COUNT: return compares(run, t, pattern_count(run, t->cell));
    case PATTERN_LINE: return has_line(run, t);
    case PATTERN_AT: return is_at(run, t);
    case PATTERN_FIELD:
        return compares(run, t, *lua_game_field(run->state, &run->game->field[t->field]));
    case PATTERN_STUCK: return pattern_stuck(run->game, run->state);
    case PATTERN_FITS: return fits_somewhere(run, t->pattern);
    case PATTERN_FITS_NOWHERE: break;
    }
    return !fits_somewhere(run, t->pattern);
}

bool pattern_terms_hold(struct pattern_run *run, const struct pattern_condition *c)
{
    for (int32_t i = 0; i < c->terms; i++) {
        if (!holds(run, &c->term[i])) return false;
    }
    return true;
}
