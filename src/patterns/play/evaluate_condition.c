/*
 * Answering conditions.
 */
#include <assert.h>

#include "choose_rule.h"

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

static bool find_on_bits(struct pattern_run *run, const struct pattern_term *t, bool on)
{
    uint64_t room[BITBOARD_WORDS], room_on[BITBOARD_WORDS], any = 0;
    const uint64_t *bits = pattern_cell_bits(run, t->cell, room);
    const uint64_t *there = t->on == NULL ? NULL : pattern_cell_bits(run, t->on, room_on);
    for (int32_t w = 0; w < run->bits->words; w++)
        any |= there == NULL ? bits[w] : bits[w] & (on ? there[w] : ~there[w]);
    return any != 0;
}

/* Whether a cell that fits `cell` fits `on` as well, or does not. On a large board mostly one of the
 * first cells answers. */
static bool find_on(struct pattern_run *run, const struct pattern_term *t, bool on)
{
    struct place at = {0, 0};
    const bool by_bits = t->cell->by_bits && (t->on == NULL || t->on->by_bits),
               small = run->board.layer <= 64;
    int32_t tries = 4;
    if (small && by_bits && pattern_has_bits(run)) return find_on_bits(run, t, on);
    for (; find_cell(run, t->cell, &at); pattern_step_on(&run->board, &at)) {
        if (t->on == NULL ||
            pattern_cell_fits(run, t->on, pattern_seen_at(run, at), NULL) == on) {
            return true;
        }
        if (--tries == 0 && by_bits && pattern_has_bits(run))
            return find_on_bits(run, t, on);
    }
    return false;
}

int32_t pattern_count(struct pattern_run *run, const struct pattern_cell *cell)
{
    struct place at = {0, 0};
    int32_t n = 0;
    if (cell->by_bits && pattern_has_bits(run)) {
        uint64_t room[BITBOARD_WORDS];
        const uint64_t *bits = pattern_cell_bits(run, cell, room);
        for (int32_t w = 0; w < run->bits->words; w++) n += bits_count(bits[w]);
        return n;
    }
    for (; find_cell(run, cell, &at); pattern_step_on(&run->board, &at)) n++;
    return n;
}

/* ---- numbers ---- */

static bool compare(const struct pattern_term *t, int64_t a, int64_t b)
{
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

static bool compares(struct pattern_run *run, const struct pattern_term *t, int64_t a)
{
    return compare(t, a, t->other == NULL ? t->number : pattern_count(run, t->other));
}

static int64_t their_field(const struct pattern_run *run, int32_t field)
{
    const int owner = run->met == NULL ? 0 : pattern_struck(run, run->met);
    return owner == 0 ? 0
                      : lua_game_field(run->state, &run->game->field[field])[owner - 1];
}

static int64_t figure(struct pattern_run *run, const struct pattern_figure *f)
{
    switch (f->what) {
    case PATTERN_THE_NUMBER: break;
    case PATTERN_THE_FIELD: return *pattern_field(run, f->field);
    case PATTERN_THE_COUNT: return pattern_count(run, f->cell);
    case PATTERN_THE_TURN: return run->player;
    case PATTERN_THEIR_FIELD: return their_field(run, f->field);
    }
    return f->number;
}

/* What is larger or smaller than a number can be is the largest or the smallest one. */
static int64_t add(int64_t a, int64_t b)
{
    int64_t sum;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return a < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t subtract(int64_t a, int64_t b)
{
    int64_t rest;
    if (!__builtin_sub_overflow(a, b, &rest)) return rest;
    return a < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t multiply(int64_t a, int64_t b)
{
    int64_t product;
    if (!__builtin_mul_overflow(a, b, &product)) return product;
    return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}

/* The remainder has the sign of b, which is above 0. */
static int64_t modulo(int64_t a, int64_t b)
{
    assert(b > 0);
    const int64_t rest = a % b;
    return rest < 0 ? rest + b : rest;
}

static int64_t sum(struct pattern_run *run, const struct pattern_sum *s)
{
    int64_t total = 0, product = 0;
    bool minus = false;
    for (int32_t i = 0; i < s->figures; i++) {
        const struct pattern_figure *f = &s->figure[i];
        const int64_t number = figure(run, f);
        if (f->by == PATTERN_TIMES) {
            product = multiply(product, number);
        } else if (f->by == PATTERN_MODULO) {
            product = modulo(product, number);
        } else {
            total = minus ? subtract(total, product) : add(total, product);
            product = number;
            minus = f->by == PATTERN_MINUS;
        }
    }
    return minus ? subtract(total, product) : add(total, product);
}

/* ---- lines ---- */

/* On a board without bitboards. */
static bool has_long_line(const struct pattern_run *run, const struct pattern_term *t)
{
    const struct pattern_cell *cell = t->cell;
    const struct pattern_board *b = &run->board;
    for (struct place at = {0, 0}; find_cell(run, cell, &at); pattern_step_on(b, &at)) {
        for (int i = 0; i < t->axes; i++) {
            int64_t run_length = 0;
            for (struct place x = at; x.row < b->rows && x.col >= 0 && x.col < b->cols;
                 x = place_step(x, direction_lines[i])) {
                if (!pattern_cell_fits(run, cell, pattern_seen_at(run, x), NULL)) break;
                if (++run_length == t->number) return true;
            }
        }
    }
    return false;
}

static bool has_line(struct pattern_run *run, const struct pattern_term *t)
{
    const struct pattern_board *b = &run->board;
    if (t->number > b->rows && t->number > b->cols) return false;
    if (!t->cell->by_bits || !pattern_has_bits(run)) return has_long_line(run, t);
    uint64_t room[BITBOARD_WORDS];
    const uint64_t *bits = pattern_cell_bits(run, t->cell, room);
    return pattern_bits_in_line(run, bits, (int32_t)t->number, t->axes);
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
    if (p->by_bits && pattern_has_bits(run)) {
        uint64_t bits[BITBOARD_WORDS], any = 0;
        const uint64_t *fits = pattern_bits(run, p, bits);
        for (int32_t w = 0; w < run->bits->words; w++) any |= fits[w];
        return any != 0;
    }
    return pattern_find(run, p, &at, &room) != NULL;
}

/* ---- conditions ---- */

static bool one_holds(struct pattern_run *run, const struct pattern_term *t)
{
    for (int32_t i = 0; i < t->anys; i++)
        if (pattern_terms_hold(run, &t->any[i])) return true;
    return false;
}

static bool holds(struct pattern_run *run, const struct pattern_term *t)
{
    switch (t->what) {
    case PATTERN_SOME: return find_on(run, t, true);
    case PATTERN_NO: return !find_on(run, t, true);
    case PATTERN_ALL: return !find_on(run, t, false);
    case PATTERN_COUNT: return compares(run, t, pattern_count(run, t->cell));
    case PATTERN_LINE: return has_line(run, t);
    case PATTERN_JOINED: return pattern_is_joined(run, t);
    case PATTERN_NOT_JOINED: return !pattern_is_joined(run, t);
    case PATTERN_AT: return is_at(run, t);
    case PATTERN_FIELD: return compares(run, t, *pattern_field(run, t->field));
    case PATTERN_STUCK: return pattern_stuck(run);
    case PATTERN_FITS: return fits_somewhere(run, t->pattern);
    case PATTERN_SUMS: return compare(t, sum(run, &t->sum[0]), sum(run, &t->sum[1]));
    case PATTERN_ANY: return one_holds(run, t);
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
