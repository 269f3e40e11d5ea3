/*
 * Lines on bitboards of more than one word: whether so many cells in a row are members of a set, and
 * which cells are missing for that. Those of one word are in bitboard_word.c.
 *
 *     . x x . .    3 in a row    missing: (0, 0) and (0, 3)
 */
#include <assert.h>

#include "bits_of_cells.h"

bool pattern_bits_in_line(const struct pattern_run *run, const uint64_t *bits, int32_t n,
                          int axes)
{
    const int32_t W = run->bits->words;
    uint64_t line[BITBOARD_WORDS], next[BITBOARD_WORDS];
    if (W == 1) return pattern_word_in_line(run, *bits, n, axes);
    for (int i = 0; i < axes; i++) {
        const enum direction d = direction_lines[i];
        const uint64_t *on = pattern_way(run, d);
        const int32_t by = run->bits->by[d];
        for (int32_t w = 0; w < W; w++) line[w] = bits[w];
        for (int32_t k = 1; k < n && !bits_none(line, W); k++) {
            pattern_shift(next, line, by, W);
            for (int32_t w = 0; w < W; w++) line[w] &= next[w] & on[w];
        }
        if (!bits_none(line, W)) return true;
    }
    return false;
}

/* Those of `from`, which are on the board, that are members; *next: one step further. */
static void step_on(const uint64_t *bits, const uint64_t *from, const uint64_t *on,
                    int32_t by, int32_t W, uint64_t *next)
{
    uint64_t members[BITBOARD_WORDS];
    for (int32_t w = 0; w < W; w++) members[w] = bits[w] & from[w];
    bits_shift(next, members, by, W);
    for (int32_t w = 0; w < W; w++) next[w] &= on[w];
}

void pattern_bits_completing(const struct pattern_run *run, const uint64_t *bits,
                             int32_t n, int axes, uint64_t *out)
{
    const int32_t W = run->bits->words;
    const size_t size = (size_t)W * sizeof *out;
    uint64_t ahead[PATTERN_COMPLETED_MAX][BITBOARD_WORDS], behind[BITBOARD_WORDS];
    assert(n > 0 && n <= PATTERN_COMPLETED_MAX);
    if (W == 1) {
        *out = pattern_word_completing(run, *bits, n, axes);
        return;
    }
    memset(out, 0, size);
    for (int i = 0; i < axes; i++) {
        const enum direction d = direction_lines[i], back = direction_opposite(d);
        const uint64_t *on = pattern_way(run, d), *back_on = pattern_way(run, back);
        /* ahead[k]: the next k cells are members; behind: the last ones */
        memcpy(ahead[0], run->bits->all, size);
        memcpy(behind, run->bits->all, size);
        for (int32_t k = 1; k < n; k++)
            step_on(bits, ahead[k - 1], on, run->bits->by[d], W, ahead[k]);
        for (int32_t k = 0; k < n && !bits_none(behind, W); k++) {
            for (int32_t w = 0; w < W; w++) out[w] |= behind[w] & ahead[n - 1 - k][w];
            step_on(bits, behind, back_on, run->bits->by[back], W, behind);
        }
    }
    for (int32_t w = 0; w < W; w++) out[w] &= ~bits[w];
}
