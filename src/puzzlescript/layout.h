/*
 * Where the parts of a state's block lie. What depends on the game alone is worked out
 * once, by puzzle_lay_out: p->layout has for each part how many bytes and how many planes
 * of the board come before it. So a function that looks for one part multiplies once.
 *
 *     header | board  restart  random  won | message  cells | planes  present  ...  lists
 *            key                          rest              scratch
 */
#ifndef TESSERA_PUZZLESCRIPT_LAYOUT_H
#define TESSERA_PUZZLESCRIPT_LAYOUT_H

#include "puzzle.h"

static inline size_t puzzle_bytes(size_t words)
{
    return words * sizeof(uint64_t);
}

/* The words of a plane. */
static inline size_t puzzle_words(int32_t rows, int32_t cols)
{
    return ((size_t)cols * ((size_t)rows + 1) + 63) / 64;
}

/* Where a part begins, in a state whose planes have so many words. */
static inline size_t puzzle_offset(struct puzzle_offset o, size_t words)
{
    return o.bytes + o.planes * puzzle_bytes(words);
}

/* Fills in p->layout. */
void puzzle_lay_out(struct puzzle *);

/* The words of a set of the words of a plane; 0 on a board on which such sets are not kept. */
static inline size_t puzzle_filled_words(const struct puzzle *p, size_t words)
{
    enum { MANY = 32 };
    return p->dense || words < MANY ? 0 : (words + 63) / 64;
}

/* Where the list of rows begins, which is the last part, and where the block ends. */
size_t puzzle_row_at(const struct puzzle *, size_t words);
size_t puzzle_end(const struct puzzle *, int32_t rows, int32_t cols);

#endif
