/*
 * The next cell of a board at which a pattern may begin, for match.c: one whose value is in a set. Of
 * few values memchr looks for each.
 */
#ifndef TESSERA_PATTERNS_NEXT_CELL_H
#define TESSERA_PATTERNS_NEXT_CELL_H

#include "play.h"

/* Steps *at to the next place, from *at on, whose cell may fit. */
static __attribute__((noinline)) bool next_of_many(const struct pattern_board *b,
                                                   const struct pattern_deciding *by,
                                                   struct place *at)
{
    for (; at->row < b->rows; at->row++, at->col = 0) {
        const unsigned char *row = by->cells + at->row * b->row;
        for (; at->col < b->cols; at->col++) {
            if (kinds_has(&by->mask->kinds, row[at->col])) return true;
        }
    }
    return false;
}

/* The first of n cells that has one of the values; NULL: none has. */
static const unsigned char *find_few(const unsigned char *cell, size_t n,
                                     const struct pattern_mask *mask)
{
    const unsigned char *found = NULL;
    for (int k = 0; k < mask->few; k++) {
        const unsigned char *at = memchr(cell, mask->member[k], n);
        if (at == NULL) continue;
        found = at;
        n = (size_t)(at - cell);
    }
    return found;
}

/* Where there are many such cells, one is near. */
static const unsigned char *find_one(const unsigned char *cell, size_t n,
                                     const struct pattern_mask *mask)
{
    const size_t near = n < 8 ? n : 8;
    for (size_t i = 0; i < near; i++)
        if (kinds_has(&mask->kinds, cell[i])) return cell + i;
    return find_few(cell + near, n - near, mask);
}

static inline bool next(const struct pattern_board *b, const struct pattern_deciding *by,
                        struct place *at)
{
    if (at->row >= b->rows) return false;
    if (by->mask == NULL) return true;
    if (by->mask->few == 0 || b->row != b->cols) return next_of_many(b, by, at);
    int32_t all = b->rows * b->cols, from = at->row * b->cols + at->col;
    const unsigned char *first = by->cells + from, *found;
    const size_t n = (size_t)(all - from);
    if (by->mask->few == 1)
        found = memchr(first, by->mask->only, n);
    else
        found = find_one(first, n, by->mask);
    if (found == NULL) return false;
    uint32_t number = (uint32_t)(found - by->cells);
    at->row = (int32_t)(number / (uint32_t)b->cols);
    at->col = (int32_t)(number % (uint32_t)b->cols);
    return true;
}

#endif
