/*
 * Lines and swaps on words of bits: each operation concerns all cells of a word.
 *
 * A swap makes a line if one of its jewels has two equal ones ahead of its new cell, or
 * two on one side of it, or one on each side. (As the board holds no line, no other jewel
 * can complete one.) So all follows from which cells are equal to which others near them.
 * Two equal cells are noted at the left one, or the lower one of a column:
 *
 *      up3
 *      up2  nne
 *       .    ne   ene
 *      own   .   right2 right3
 *       .    se   ese
 *       .   sse
 */
#include "jewelry_rules.h"

#include <limits.h>

/* ---- lines ---- */

/* Which jewels of word w equal the one to the right, or the one above. */
PLANES_INLINE void equal_neighbours(struct planes p, int32_t w, uint64_t *right,
                                    uint64_t *up)
{
    uint64_t top = planes_bottom(p.shift) << ((1 << p.shift) - 1);
    uint64_t jewels = 0, other_right = 0, other_up = 0;
    const uint64_t *word = p.word + w;
    for (int32_t k = 0; k < p.count; k++, word += p.words) {
        uint64_t own = *word, after = w + 1 < p.words ? word[1] : 0;
        jewels |= own;
        other_right |= own ^ planes_to_left(p.shift, own, after);
        other_up |= own ^ own >> 1;
    }
    *right = jewels & ~other_right;
    *up = jewels & ~other_up & ~top;
}

PLANES_INLINE bool find_lines(struct planes p, int32_t from, int32_t to, uint64_t *lines)
{
    uint64_t any = 0, pairs = 0, middle = 0;
    for (int32_t w = from; w <= to; w++) {
        uint64_t right, up, before = middle;
        equal_neighbours(p, w, &right, &up);
        up &= up >> 1;
        middle = right & planes_to_right(p.shift, right, pairs);
        pairs = right;
        lines[w] = up | up << 1 | up << 2 | middle |
                   planes_to_right(p.shift, middle, before) |
                   planes_to_left(p.shift, middle, 0);
        if (w > from) lines[w - 1] |= planes_to_left(p.shift, 0, middle);
        any |= lines[w] | middle;
    }
    return any != 0;
}

bool jewelry_lines(const struct planes *p, int32_t left, int32_t right, uint64_t *lines)
{
    if (planes_small(p)) return find_lines(planes_as_small(p), 0, 0, lines);
    return find_lines(*p, planes_word(p->shift, left), planes_word(p->shift, right),
                      lines);
}

/* ---- swaps ---- */

/* Two equal cells, noted at one of them as drawn above. */
struct equal {
    uint64_t up2, up3, nne, ne, se, sse, ene, right2, ese, right3;
};

/* Word w of a plane with each column moved some columns to the left. */
PLANES_INLINE uint64_t from_right(struct planes p, const uint64_t *word, int32_t w,
                                  int32_t cols)
{
    int32_t bits = cols << p.shift, skip = w + (bits >> 6), rest = bits & 63;
    uint64_t near = skip < p.words ? word[skip] >> rest : 0;
    return skip + 1 < p.words ? near | word[skip + 1] << 1 << (63 - rest) : near;
}

PLANES_INLINE struct equal equal_cells(struct planes p, int32_t w)
{
    struct equal e = {0};
    uint64_t jewels = 0;
    const uint64_t *word = p.word;
    for (int32_t k = 0; k < p.count; k++, word += p.words) {
        uint64_t own = word[w], next = from_right(p, word, w, 1);
        uint64_t third = from_right(p, word, w, 2), fourth = from_right(p, word, w, 3);
        jewels |= own;
        e.up2 |= own ^ own >> 2;
        e.up3 |= own ^ own >> 3;
        e.nne |= own ^ next >> 2;
        e.ne |= own ^ next >> 1;
        e.se |= own ^ next << 1;
        e.sse |= own ^ next << 2;
        e.ene |= own ^ third >> 1;
        e.right2 |= own ^ third;
        e.ese |= own ^ third << 1;
        e.right3 |= own ^ fourth;
    }
    /* A column's end is no neighbour of the next one's. */
    uint64_t low = planes_bottom(p.shift), high = low << ((1 << p.shift) - 1);
    uint64_t low2 = low | low << 1, high2 = high | high >> 1, high3 = high2 | high >> 2;
    return (struct equal){
        .up2 = jewels & ~(e.up2 | high2),
        .up3 = jewels & ~(e.up3 | high3),
        .nne = jewels & ~(e.nne | high2),
        .ne = jewels & ~(e.ne | high),
        .se = jewels & ~(e.se | low),
        .sse = jewels & ~(e.sse | low2),
        .ene = jewels & ~(e.ene | high),
        .right2 = jewels & ~e.right2,
        .ese = jewels & ~(e.ese | low),
        .right3 = jewels & ~e.right3,
    };
}

/* What a word needs of the one on its left: which cells are equal, and, of some, the same
 * with the columns moved one to the right. */
struct before {
    struct equal e;
    uint64_t right3, ene, ese;
};

/* Finds the swaps of a word; those downward are noted at their upper cells. */
PLANES_INLINE void combine(const struct equal *e, struct before *b, int32_t shift,
                           uint64_t *right, uint64_t *down)
{
    uint64_t right2 = planes_to_right(shift, e->right2, b->e.right2);
    uint64_t right3 = planes_to_right(shift, e->right3, b->e.right3);
    uint64_t ne = planes_to_right(shift, e->ne, b->e.ne);
    uint64_t se = planes_to_right(shift, e->se, b->e.se);
    uint64_t ene = planes_to_right(shift, e->ene, b->e.ene);
    uint64_t ese = planes_to_right(shift, e->ese, b->e.ese);
    uint64_t far = planes_to_right(shift, right3, b->right3);
    uint64_t far_ene = planes_to_right(shift, ene, b->ene);
    uint64_t far_ese = planes_to_right(shift, ese, b->ese);
    *b = (struct before){*e, right3, ene, ese};
    uint64_t above = e->se >> 1, below = e->ne << 1;
    /* The left jewel completes a line, or the right one; the upper one, or the lower. */
    *right = (e->right2 & e->right3) | (e->ne & (e->se | e->nne)) | (e->se & e->sse) |
             (right2 & far) | (above & (below | e->sse >> 2)) | (below & e->nne << 2);
    *down = (e->up2 << 2 & e->up3 << 3) | (e->se & (ne << 1 | e->ese)) |
            (ne << 1 & far_ene << 1) | (e->up2 << 1 & e->up3 << 1) |
            (below & (se | e->ene << 1)) | (se & far_ese);
}

/* Finds the swaps of words from .. to. */
PLANES_INLINE void find_swaps(struct planes p, int32_t from, int32_t to)
{
    struct before before = {{0}, 0, 0, 0};
    for (int32_t w = from > 2 ? from - 2 : 0; w <= to; w++) {
        struct equal e = equal_cells(p, w);
        uint64_t right, down;
        combine(&e, &before, p.shift, &right, &down);
        if (w < from) continue;
        swaps_right(&p)[w] = right;
        swaps_down(&p)[w] = down;
    }
}

void jewelry_find_swaps(struct jewelry *j, int32_t left, int32_t right)
{
    enum { REACH = 3 }; /* columns */
    struct planes p = jewelry_planes(j);
    left = left > REACH ? left - REACH : 0;
    right = right + REACH < cols_of(j) ? right + REACH : cols_of(j) - 1;
    if (planes_small(&p)) {
        find_swaps(planes_as_small(&p), 0, 0);
    } else {
        find_swaps(p, planes_word(p.shift, left), planes_word(p.shift, right));
    }
    uint64_t any = 0;
    for (int32_t w = 0; w < p.words; w++) any |= swaps_right(&p)[w] | swaps_down(&p)[w];
    rest_of(j)->playable = any != 0;
}

/* ---- from cells ---- */

bool jewelry_read(struct jewelry *j)
{
    unsigned char number[UCHAR_MAX + 1] = {0};
    const char *colours = rest_of(j)->colours;
    for (int i = 0; colours[i] != '\0'; i++) {
        number[(unsigned char)colours[i]] = (unsigned char)(i + 1);
    }
    struct planes p = jewelry_planes(j);
    int32_t rows = rows_of(j), cols = cols_of(j);
    planes_fill(&p, &j->cell[cell_at(j, 0, 0)], 1, j->stride, rows, cols, number);
    bool all = true;
    for (int32_t w = 0; w < p.words; w++) {
        uint64_t jewels = 0;
        for (int32_t k = 0; k < p.count; k++) jewels |= p.word[k * p.words + w];
        all &= jewels == planes_board(p.shift, w, rows, cols);
    }
    return all;
}
