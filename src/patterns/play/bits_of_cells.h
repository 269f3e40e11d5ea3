/*
 * What bitboard.c, bitboard_lines.c and bitboard_word.c share: the parts of bitboards, each made once.
 */
#ifndef TESSERA_PATTERNS_PLAY_BITS_OF_CELLS_H
#define TESSERA_PATTERNS_PLAY_BITS_OF_CELLS_H

#include "play.h"

/* out: bit i is bit i + by of `in`, or 0. */
__attribute__((always_inline)) static inline void
bits_shift(uint64_t *out, const uint64_t *in, int32_t by, int32_t W)
{
    const int32_t words = by >> 6, bits = by & 63;
    for (int32_t w = 0; w < W; w++) {
        const int32_t k = w + words;
        uint64_t low = (uint32_t)k < (uint32_t)W ? in[k] >> bits : 0,
                 high = bits > 0 && (uint32_t)(k + 1) < (uint32_t)W
                            ? in[k + 1] << (64 - bits)
                            : 0;
        out[w] = low | high;
    }
}

/* The same, out of line. */
void pattern_shift(uint64_t *out, const uint64_t *in, int32_t by, int32_t words);

static inline bool bits_none(const uint64_t *x, int32_t W)
{
    uint64_t any = 0;
    for (int32_t w = 0; w < W; w++) any |= x[w];
    return any == 0;
}

/* The cells of which so many around them fit. */
void pattern_around_bits(struct pattern_run *, const struct pattern_around *,
                         uint64_t *out);

/* The cells from which the way leads there; they may lie in `room`. */
const uint64_t *pattern_route_bits(struct pattern_run *, const struct pattern_route *,
                                   uint64_t *room);

/* The cells from which the one so many rows and columns further is on the board. */
void pattern_bits_inside(const struct pattern_run *, int32_t rows, int32_t cols,
                         uint64_t *out);

/* The cells from which the next one in this direction is on the board. */
void pattern_make_way(const struct pattern_run *, enum direction);

static inline const uint64_t *pattern_way(const struct pattern_run *run, enum direction d)
{
    if ((run->bits->ways >> d & 1) == 0) pattern_make_way(run, d);
    return &run->bits->way[(int32_t)d * run->bits->words];
}

/* The cells that hold a value of the set with this number. */
void pattern_make_set(struct pattern_run *, int32_t number);

static inline const uint64_t *pattern_set_bits(struct pattern_run *run, int32_t number)
{
    if ((run->bits->sets >> number & 1) == 0) pattern_make_set(run, number);
    return &run->bits->set[number * run->bits->words];
}

/* pattern_bits_towards, pattern_bits, pattern_bits_in_line and pattern_bits_completing on a board
 * of one word. */
void pattern_word_towards(struct pattern_run *, const struct pattern *,
                          const enum direction *, int32_t n, uint64_t *out);
uint64_t pattern_word(struct pattern_run *, const struct pattern *);
/* Also by direction, of a pattern that has its own. */
uint64_t pattern_word_any(struct pattern_run *, const struct pattern *, uint64_t *toward);
bool pattern_word_in_line(const struct pattern_run *, uint64_t bits, int32_t n, int axes);
uint64_t pattern_word_completing(const struct pattern_run *, uint64_t bits, int32_t n,
                                 int axes);

#endif
