/*
 * How many of the cells around one fit: of one cell by looking at them, of all cells of a board by
 * adding bitboards. A tally is a number for each cell, whose binary digits are bitboards:
 *
 *     o o .      near o:  2 3 2      ones  0 1 0    twos  1 1 1
 *     . o .               3 2 2            1 0 0          1 1 1
 *
 * A cell outside of the board counts as nothing.
 */
#include <assert.h>

#include "bits_of_cells.h"

/* ---- one cell ---- */

int32_t pattern_count_around(const struct pattern_run *run,
                             const struct pattern_around *a, const unsigned char *at)
{
    const struct pattern_board *b = &run->board;
    const ptrdiff_t cell = at - run->seen;
    const int32_t row = (int32_t)(cell / b->row), col = (int32_t)(cell % b->row);
    int32_t count = 0;
    for (int32_t i = 0; i < a->offsets; i++) {
        const struct pattern_offset *o = &a->offset[i];
        if (!pattern_on_board(b, row + o->row, col + o->col)) continue;
        count += pattern_cell_fits(run, a->what, at + o->row * b->row + o->col, NULL);
    }
    return count;
}

bool pattern_around_fits(const struct pattern_run *run, const struct pattern_around *a,
                         const unsigned char *at)
{
    const int32_t count = pattern_count_around(run, a, at);
    return count >= a->least && count <= a->most;
}

/* ---- all cells ---- */

/* Adds 1 to the numbers of these cells. */
static void add(uint64_t *tally, const uint64_t *cells, int32_t digits, int32_t W)
{
    for (int32_t w = 0; w < W; w++) {
        uint64_t carry = cells[w];
        for (int32_t k = 0; k < digits && carry != 0; k++) {
            const uint64_t both = tally[k * W + w] & carry;
            tally[k * W + w] ^= carry;
            carry = both;
        }
    }
}

static int32_t digits_of(const struct pattern_around *a)
{
    int32_t digits = 1;
    while (a->offsets >> digits != 0) digits++;
    assert(digits <= BITBOARD_DIGITS);
    return digits;
}

static void make_tally(struct pattern_run *run, const struct pattern_around *a,
                       uint64_t *tally, int32_t digits, int32_t W)
{
    const int32_t reach = pattern_reach_around(a);
    uint64_t room[BITBOARD_WORDS], column[BITBOARD_WORDS], one[BITBOARD_WORDS];
    const uint64_t *what = pattern_cell_bits(run, a->what, room);
    memset(tally, 0, (size_t)digits * (size_t)W * sizeof *tally);
    for (int32_t col = -reach; col <= reach; col++) {
        pattern_bits_inside(run, 0, col, one);
        pattern_shift(column, what, col, W);
        for (int32_t w = 0; w < W; w++) column[w] &= one[w];
        for (int32_t i = 0; i < a->offsets; i++) {
            if (a->offset[i].col != col) continue;
            pattern_shift(one, column, a->offset[i].row * run->board.cols, W);
            add(tally, one, digits, W);
        }
    }
}

/* Bits of the cells with at least this number; of 64 cells. */
static inline uint64_t at_least(const uint64_t *tally, int32_t number, int32_t digits,
                                int32_t W)
{
    uint64_t more = 0, alike = ~UINT64_C(0);
    for (int32_t k = digits - 1; k >= 0; k--) {
        const uint64_t digit = tally[k * W];
        if (number >> k & 1) {
            alike &= digit;
        } else {
            more |= alike & digit;
            alike &= ~digit;
        }
    }
    return more | alike;
}

void pattern_around_bits(struct pattern_run *run, const struct pattern_around *a,
                         uint64_t *out)
{
    struct pattern_bitboards *x = run->bits;
    const int32_t W = x->words, digits = digits_of(a), number = a->tally[run->player - 1];
    uint64_t room[BITBOARD_DIGITS * BITBOARD_WORDS], *tally = room;
    const uint32_t known = number < 0 ? 0 : UINT32_C(1) << (PATTERN_LEFTS_MAX + number);
    if (number >= 0) tally = &x->tally[number * BITBOARD_DIGITS * W];
    if ((x->lefts & known) == 0) make_tally(run, a, tally, digits, W);
    x->lefts |= known;
    for (int32_t w = 0; w < W; w++) {
        uint64_t fits = x->all[w];
        if (a->least > 0) fits &= at_least(&tally[w], a->least, digits, W);
        if (a->most < a->offsets) fits &= ~at_least(&tally[w], a->most + 1, digits, W);
        out[w] = fits;
    }
}
