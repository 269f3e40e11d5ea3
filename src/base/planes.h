/*
 * A board of small numbers as bits, so that an operation on a word concerns many cells at
 * once. The board has 64 rows at most. A plane has one bit of each cell's number: bit k
 * in plane k. Its words hold the columns from the left, several in a word; a column has
 * room for 8, 16, 32 or 64 cells, and begins with the bottom cell in its lowest bit.
 *
 *     bits of a word   0 1 2 3 4 5 6 7 | 8 9 ...      5 rows, room for 8:
 *     column           0               | 1            8 columns in a word
 *     cell, from below 0 1 2 3 4 - - - | 0 1 ...
 *
 * Two columns of the numbers 1 and 2, from below: 1 1 2 and 2 1:
 *
 *     plane 0          1 1 0 0 0 0 0 0 | 0 1 0 ...    the lowest bits of 1 1 2 and 2 1
 *     plane 1          0 0 1 0 0 0 0 0 | 1 0 0 ...
 *
 * Which cells equal the one above them is then one line for all cells of a word: ~((p0 ^
 * p0 >> 1) | (p1 ^ p1 >> 1)). **The number 0 is an empty cell;** all bits that are no
 * cell of the board are 0.
 */
#ifndef TESSERA_PLANES_H
#define TESSERA_PLANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLANES_ROWS_MAX = 64 };

#define PLANES_INLINE static inline __attribute__((always_inline))

/* A view of planes, whose words lie in memory of another owner. */
struct planes {
    uint64_t *word; /* word w of plane k is word[k * words + w] */
    int32_t count;  /* how many planes: 7 at most */
    int32_t words;  /* words in a plane */
    int32_t shift;  /* a column has room for 1 << shift cells: 3 .. 6 */
};

/* The least room for a column of so many cells, and the words that a plane needs. */
static inline int32_t planes_shift(int32_t rows)
{
    return 3 + (rows > 8) + (rows > 16) + (rows > 32);
}

static inline int32_t planes_words(int32_t rows, int32_t cols)
{
    return (int32_t)((((int64_t)cols << planes_shift(rows)) + 63) >> 6);
}

/* Counts the bits set; faster than the compiler's builtin where the CPU has no
 * instruction for it. */
static inline int32_t planes_count(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* The word of a column, and its lowest bit there. */
static inline int32_t planes_word(int32_t shift, int32_t col)
{
    return (int32_t)((uint32_t)col >> (6 - shift));
}

static inline int32_t planes_bit(int32_t shift, int32_t col)
{
    return (int32_t)(((uint32_t)col << shift) & 63);
}

/* The column of a bit of word w. */
static inline int32_t planes_column(int32_t shift, int32_t w, int32_t bit)
{
    return (int32_t)(((uint32_t)w << (6 - shift)) + ((uint32_t)bit >> shift));
}

/* Up to 8 x 8 cells lie in one word. Code that matters is compiled for such boards, with
 * constants in place of `words` and `shift`, and for larger ones. */
PLANES_INLINE bool planes_small(const struct planes *p)
{
    return p->words == 1 && p->shift == 3;
}

PLANES_INLINE struct planes planes_as_small(const struct planes *p)
{
    return (struct planes){p->word, p->count, 1, 3};
}

/* The bottom cells of a word's columns. */
static inline uint64_t planes_bottom(int32_t shift)
{
    static const uint64_t bottom[] = {UINT64_C(0x0101010101010101),
                                      UINT64_C(0x0001000100010001),
                                      UINT64_C(0x0000000100000001), 1};
    return bottom[shift - 3];
}

/* All cells of a word's first column. */
static inline uint64_t planes_first(int32_t shift)
{
    return ~UINT64_C(0) >> (64 - (1 << shift));
}

/* Sets an empty cell to a number. */
static inline void planes_set(const struct planes *p, int32_t col, int32_t row,
                              uint32_t number)
{
    uint64_t *word = p->word + planes_word(p->shift, col), cell = number;
    int32_t bit = planes_bit(p->shift, col) + row;
    for (int32_t k = 0; k < p->count; k++, word += p->words, cell >>= 1) {
        *word |= (cell & 1) << bit;
    }
}

/* The rows that have a bit in any of a word's columns, as bits of its first column. */
static inline uint64_t planes_rows(int32_t shift, uint64_t word)
{
    for (int32_t n = 32; n >= 1 << shift; n /= 2) word |= word >> n;
    return word & planes_first(shift);
}

/* All cells of word w that are on a board of this size. */
static inline uint64_t planes_board(int32_t shift, int32_t w, int32_t rows, int32_t cols)
{
    int32_t left = cols - planes_column(shift, w, 0), per = 64 >> shift;
    uint64_t all = planes_bottom(shift) * (~UINT64_C(0) >> (64 - rows));
    return left >= per ? all : all & ~UINT64_C(0) >> (64 - (left << shift));
}

/* Brings the bits of each column to its right neighbour; `before` is the word on the
 * left. And to its left neighbour; `after` is the word on the right. */
static inline uint64_t planes_to_right(int32_t shift, uint64_t word, uint64_t before)
{
    int32_t room = 1 << shift;
    return word << (room - 1) << 1 | before >> (64 - room);
}

static inline uint64_t planes_to_left(int32_t shift, uint64_t word, uint64_t after)
{
    int32_t room = 1 << shift;
    return word >> (room - 1) >> 1 | after << (64 - room);
}

/* Sets all cells of an empty board: that in column c and row r, row 0 being the top, to
 * the number number[cell[c * right + r * down]]. */
void planes_fill(const struct planes *, const unsigned char *cell, ptrdiff_t right,
                 ptrdiff_t down, int32_t rows, int32_t cols, const unsigned char *number);

/* Cells of a word are removed, and those above them fall, in steps, from the top row
 * down, so that the cells still to be removed have not fallen. `rows` begins as the rows
 * of the cells removed (planes_rows); planes_next takes a row away from it and returns
 * the cells that fall by one, and others that are empty. planes_fall does it in a plane,
 * from which the cells removed have been taken. */
PLANES_INLINE uint64_t planes_next(int32_t shift, uint64_t gone, uint64_t *rows)
{
    int32_t row = 63 - __builtin_clzll(*rows);
    uint64_t here = gone & planes_bottom(shift) << row;
    *rows ^= UINT64_C(1) << row;
    /* From the cell removed up to the top of its column. */
    return (here >> row << ((1 << shift) - 1) << 1) - here;
}

PLANES_INLINE uint64_t planes_fall(uint64_t word, uint64_t above)
{
    uint64_t falling = word & above;
    return (word ^ falling) | falling >> 1;
}

#endif
