/*
 * A position in the solver of Horizontally. Here players are numbered from 0: 0 is Left,
 * who moves along the columns, 1 is Right, who moves along the rows.
 *
 *     . # .      line[1] (rows)     101 111      bit 0 is the first cell
 *     . . .      line[0] (columns)  11 10 11     fields 2: lines_room(111, 2) = 011
 */
#ifndef TESSERA_HORIZONTALLY_LINES_H
#define TESSERA_HORIZONTALLY_LINES_H

#include "horizontally_rules.h"

struct lines {
    int fields;
    int count[2];
    uint32_t line[2][LINES_MAX + 1]; /* the free cells, along the lines of each player */
};

/* The lines of all free cells. */
static inline void lines_set(struct lines *l, const struct horizontally *h)
{
    l->fields = fields_of(h);
    l->count[0] = cols_of(h);
    l->count[1] = rows_of(h);
    memcpy(l->line[0], rest_of(h)->column, (size_t)l->count[0] * sizeof l->line[0][0]);
    memcpy(l->line[1], h->row, (size_t)l->count[1] * sizeof l->line[1][0]);
}

/* The cells of a line where `fields` free cells in a row begin. */
static inline uint32_t lines_room(uint32_t line, int fields)
{
    uint32_t starts = line;
    for (int i = 1; i < fields; i++) starts &= line >> i;
    return starts;
}

/* The lowest run of a line that is not empty. */
static inline uint32_t lines_run(uint32_t line)
{
    return line & ~(line + (line & -line));
}

/* Counts the bits set; faster than the compiler's builtin where the
 * CPU has no popcount. */
static inline int lines_bits(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(x * UINT64_C(0x0101010101010101) >> 56);
}

#endif
