/*
 * Filling planes from cells, and removing cells. A plane's word is worked on as a whole,
 * column beside column.
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

void planes_remove(const struct planes *p, int32_t w, uint64_t gone)
{
    uint64_t bottom = planes_bottom(p->shift), above[PLANES_ROWS_MAX];
    int32_t count = 0, room = 1 << p->shift;
    /* From the top, so that the cells still to be removed have not fallen: the cells that
     * fall, from the one removed up to the top of its column. */
    for (uint64_t rows = planes_rows(p->shift, gone); rows != 0; count++) {
        int32_t row = 63 - __builtin_clzll(rows);
        uint64_t here = gone & bottom << row;
        above[count] = (here >> row << (room - 1) << 1) - here;
        rows ^= UINT64_C(1) << row;
    }
    uint64_t *at = p->word + w;
    for (int32_t k = 0; k < p->count; k++, at += p->words) {
        uint64_t word = *at & ~gone;
        for (int32_t i = 0; i < count; i++) {
            uint64_t falling = word & above[i];
            word = (word ^ falling) | falling >> 1;
        }
        *at = word;
    }
}
