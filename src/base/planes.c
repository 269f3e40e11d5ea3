/*
 * Filling planes from cells.
 */
#include "planes.h"

PLANES_INLINE void fill(struct planes p, const unsigned char *cell, ptrdiff_t right,
                        ptrdiff_t down, int32_t rows, int32_t cols,
                        const unsigned char *number)
{
    int32_t room = 1 << p.shift, per = 64 >> p.shift;
    uint64_t bottom = planes_bottom(p.shift);
    for (int32_t w = 0; w < p.words; w++, cols -= per, cell += per * right) {
        const unsigned char *first = cell;
        ptrdiff_t width = ((cols < per ? cols : per) - 1) * right;
        for (int32_t row = rows - 1; row >= 0; row--, first += down) {
            /* The number of each cell in the lowest bits of its column's room. */
            const unsigned char *at = first + width;
            uint64_t numbers = number[*at], *word = p.word + w;
            for (; at != first; numbers = numbers << room | number[*at]) at -= right;
            for (int32_t k = 0; k < p.count; k++, word += p.words, numbers >>= 1) {
                *word |= (numbers & bottom) << row;
            }
        }
    }
}

void planes_fill(const struct planes *p, const unsigned char *cell, ptrdiff_t right,
                 ptrdiff_t down, int32_t rows, int32_t cols, const unsigned char *number)
{
    if (planes_small(p)) {
        fill(planes_as_small(p), cell, right, down, rows, cols, number);
    } else {
        fill(*p, cell, right, down, rows, cols, number);
    }
}
