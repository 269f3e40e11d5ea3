/*
 * A position of Horizontally as the solver sees it. Players and their lines are numbered
 * from 0: Left, who moves along columns, and Right, who moves along rows.
 */
#ifndef TESSERA_HORIZONTALLY_LINES_H
#define TESSERA_HORIZONTALLY_LINES_H

#include "horizontally_rules.h"

struct lines {
    int fields;
    int count[2];
    uint32_t line[2][LINES_MAX + 1]; /* the free cells, once along the lines of each */
};

/* The cells at which `fields` set cells in a row begin. */
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

/* How many bits are set; without an instruction for it, faster than the compiler's. */
static inline int lines_bits(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(x * UINT64_C(0x0101010101010101) >> 56);
}

#endif
