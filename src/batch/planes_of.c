/*
 * Planes from bytes and bits: see planes_of.h.
 */
#include "planes_of.h"

#include "base/byte_lanes.h"
#include "base/planes.h"

/* ---- bytes ---- */

const unsigned char *planes_of_bytes(const struct observe *o, const struct board_plane *p,
                                     const void *state, unsigned char *room)
{
    const unsigned char *first = (const unsigned char *)state + p->at;
    if (o->whole && p->right == 1 && p->down == o->cols) return first;
    if (!o->whole) memset(room, 0, o->cells);
    for (int32_t row = 0; row < o->own_rows; row++) {
        const unsigned char *from = first + (ptrdiff_t)row * p->down;
        unsigned char *to = room + (size_t)row * (size_t)o->cols;
        if (p->right == 1) {
            memcpy(to, from, (size_t)o->own_cols);
            continue;
        }
        for (int32_t col = 0; col < o->own_cols; col++, from += p->right) to[col] = *from;
    }
    return room;
}

typedef unsigned char sixteen __attribute__((vector_size(16)));

enum { ONE = sizeof(sixteen) };

#define INLINE static inline __attribute__((always_inline))

/* Where 16 cells have a value, which stands 16 times. */
INLINE void compare(const sixteen *cells, const sixteen *value, unsigned char *out)
{
    const sixteen is = (sixteen)(*cells == *value) & 1;
    memcpy(out, &is, sizeof is);
}

INLINE void load(sixteen *x, const unsigned char *bytes)
{
    memcpy(x, bytes, sizeof *x);
}

/* Up to three kinds at once, so that the cells are loaded once; their planes are n bytes apart. */
INLINE void compare_block(const unsigned char *cells, const sixteen *value, int32_t kinds,
                          unsigned char *out, size_t n)
{
    sixteen x;
    load(&x, cells);
    compare(&x, &value[0], out);
    if (kinds > 1) compare(&x, &value[1], out + n);
    if (kinds > 2) compare(&x, &value[2], out + 2 * n);
}

/* `kinds` is a constant. The last block overlaps the one before it. */
INLINE void compare_kinds(const unsigned char *cells, const unsigned char *values,
                          int32_t kinds, unsigned char *out, size_t n)
{
    sixteen value[3];
    load(&value[0], values);
    if (kinds > 1) load(&value[1], values + ONE);
    if (kinds > 2) load(&value[2], values + 2 * ONE);
    for (size_t i = 0; i + ONE < n; i += ONE)
        compare_block(cells + i, value, kinds, out + i, n);
    compare_block(cells + n - ONE, value, kinds, out + n - ONE, n);
}

static void compare_two(const unsigned char *cells, const unsigned char *values,
                        unsigned char *out, size_t n)
{
    compare_kinds(cells, values, 2, out, n);
}

static void compare_three(const unsigned char *cells, const unsigned char *values,
                          unsigned char *out, size_t n)
{
    compare_kinds(cells, values, 3, out, n);
}

/* As many cells as are compared at once. */
static void compare_few(const unsigned char *cells, const unsigned char *values,
                        int32_t kinds, unsigned char *out)
{
    sixteen x, a, b;
    load(&x, cells);
    for (; kinds > 1; kinds -= 2, values += 2 * ONE, out += 2 * ONE) {
        load(&a, values);
        load(&b, values + ONE);
        compare(&x, &a, out);
        compare(&x, &b, out + ONE);
    }
    if (kinds == 0) return;
    load(&a, values);
    compare(&x, &a, out);
}

static void compare_each(const unsigned char *cells, const unsigned char *values,
                         int32_t kinds, unsigned char *out, size_t n)
{
    for (; kinds > 0; kinds--, values += ONE, out += n)
        for (size_t i = 0; i < n; i++) out[i] = cells[i] == *values;
}

void planes_of_kinds(const unsigned char *cells, const unsigned char *values,
                     int32_t kinds, unsigned char *out, size_t n)
{
    if (n <= ONE) {
        if (n == ONE)
            compare_few(cells, values, kinds, out);
        else
            compare_each(cells, values, kinds, out, n);
        return;
    }
    for (; kinds > 3; kinds -= 2, values += 2 * ONE, out += 2 * n)
        compare_two(cells, values, out, n);
    if (kinds == 3)
        compare_three(cells, values, out, n);
    else if (kinds == 2)
        compare_two(cells, values, out, n);
    else if (kinds == 1)
        compare_kinds(cells, values, 1, out, n);
}

/* ---- bits ---- */

/* The 8 bytes 0 or 1 that are the bits of a byte. */
static inline uint64_t spread(unsigned bits)
{
    const uint64_t chosen =
        (bits * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    return ((chosen + UINT64_C(0x7F7F7F7F7F7F7F7F)) >> 7) & UINT64_C(0x0101010101010101);
}

/* Turns 8 x 8 bits: bit j of byte i becomes bit i of byte j. */
static inline uint64_t turned(uint64_t x)
{
    uint64_t t = (x ^ (x >> 7)) & UINT64_C(0x00AA00AA00AA00AA);
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & UINT64_C(0x0000CCCC0000CCCC);
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & UINT64_C(0x00000000F0F0F0F0);
    return x ^ t ^ (t << 28);
}

/* Writes up to 8 cells of a row; what is behind them is written later. */
static inline void put(unsigned char *at, const unsigned char *end, unsigned bits)
{
    uint64_t eight = spread(bits);
    if (end - at >= 8) {
        lanes_put(at, eight);
        return;
    }
    for (; at < end && eight != 0; at++, eight >>= 8) *at = (unsigned char)eight;
}

/* 8 bits from a number on, of words that are no more than `words`. */
static inline unsigned bits_at(const uint64_t *plane, size_t words, size_t at)
{
    const size_t word = at >> 6, shift = at & 63;
    uint64_t bits = plane[word] >> shift;
    if (shift > 56 && word + 1 < words) bits |= plane[word + 1] << (64 - shift);
    return (unsigned)(bits & 0xFF);
}

/* 8 rows of 8 columns, from the bits of a board column by column. */
static void put_block(const struct observe *o, const uint64_t *plane, int32_t row,
                      int32_t col, unsigned char *out, const unsigned char *end)
{
    const int32_t stride = o->own_rows + 1;
    const int32_t rows = o->own_rows - row < 8 ? o->own_rows - row : 8;
    const int32_t cols = o->own_cols - col < 8 ? o->own_cols - col : 8;
    const unsigned mask = (1u << rows) - 1;
    const size_t words = ((size_t)o->places + 63) / 64;
    uint64_t block = 0;
    for (int32_t j = 0; j < cols; j++) {
        const size_t at = (size_t)(col + j) * (size_t)stride + (size_t)row;
        block |= (uint64_t)(bits_at(plane, words, at) & mask) << (8 * j);
    }
    if (block == 0) return;
    block = turned(block);
    for (int32_t i = 0; i < rows; i++) {
        put(out + (ptrdiff_t)(row + i) * o->cols + col, end, block >> (8 * i) & 0xFF);
    }
}

static int32_t count_bits(const uint64_t *plane, size_t words)
{
    int32_t n = 0;
    for (size_t w = 0; w < words; w++) n += planes_count(plane[w]);
    return n;
}

static inline void put_bits(const int32_t *place, uint64_t bits, unsigned char *out)
{
    for (; bits != 0; bits &= bits - 1) out[place[__builtin_ctzll(bits)]] = 1;
}

/* Bits one by one, but many by blocks: from the right, so that what one writes behind a row is written
 * again by the block on the left. */
static void put_words(const struct observe *o, const uint64_t *plane, size_t words,
                      unsigned char *out, const unsigned char *end)
{
    if (count_bits(plane, words) < o->places / 2) {
        for (size_t w = 0; w < words; w++) put_bits(o->place + w * 64, plane[w], out);
        return;
    }
    for (int32_t row = 0; row < o->own_rows; row += 8) {
        for (int32_t col = (o->own_cols - 1) / 8 * 8; col >= 0; col -= 8) {
            put_block(o, plane, row, col, out, end);
        }
    }
}

/* Whether a plane has all cells of the board, as a background has; the first word does. */
static inline bool is_full(const struct observe *o, const uint64_t *plane, size_t words)
{
    size_t w = 1;
    while (w < words && plane[w] == o->all[w]) w++;
    return w == words;
}

void planes_of_columns(const struct observe *o, const struct board_plane *p,
                       int32_t kinds, const void *state, unsigned char *out,
                       const unsigned char *end)
{
    const size_t n = o->cells;
    const size_t words = ((size_t)o->places + 63) / 64;
    const int32_t *place = o->place;
    const uint64_t all = o->all[0];
    memset(out, 0, n * (size_t)kinds);
    for (; kinds > 0; kinds--, p++, out += n) {
        const uint64_t *plane = (const void *)((const unsigned char *)state + p->at);
        if (*plane == all && is_full(o, plane, words))
            memcpy(out, o->one, n);
        else if (words == 1)
            put_bits(place, *plane, out);
        else
            put_words(o, plane, words, out, end);
    }
}

static void put_rows(const struct observe *o, const unsigned char *rows,
                     unsigned char *out, const unsigned char *end)
{
    memset(out, 0, o->cells);
    for (int32_t i = 0; i < o->own_rows; i++) {
        uint32_t bits;
        memcpy(&bits, rows + (size_t)i * sizeof bits, sizeof bits);
        for (int32_t col = (o->own_cols - 1) / 8 * 8; col >= 0; col -= 8) {
            put(out + (ptrdiff_t)i * o->cols + col, end, bits >> col & 0xFF);
        }
    }
}

static void put_place(const struct observe *o, const struct board_plane *p,
                      const unsigned char *number, unsigned char *out)
{
    int32_t cell, row = 0;
    memcpy(&cell, number, sizeof cell);
    memset(out, 0, o->cells);
    cell -= p->first;
    for (; row < o->own_rows; row++, cell -= p->down) {
        if (cell < 0 || cell >= o->own_cols) continue;
        out[(size_t)row * (size_t)o->cols + (size_t)cell] = 1;
    }
}

void planes_of_bits(const struct observe *o, const struct board_plane *p,
                    const void *state, unsigned char *out, const unsigned char *end)
{
    const unsigned char *at = (const unsigned char *)state + p->at;
    if (p->as == BOARD_ROWS) {
        put_rows(o, at, out, end);
    } else {
        put_place(o, p, at, out);
    }
}

void planes_of_packed(const unsigned char *cells, size_t n, unsigned char *out)
{
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        *out++ =
            (unsigned char)((lanes_at(cells + i) * UINT64_C(0x0102040810204080)) >> 56);
    }
    if (i == n) return;
    *out = 0;
    for (size_t k = 0; i + k < n; k++) *out |= (unsigned char)((cells[i + k] != 0) << k);
}
