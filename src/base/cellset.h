/*
 * An ordered set of cell numbers 0 .. n-1, as a hierarchical bitset: level 0 has a bit
 * for each number, level k + 1 a bit for each word of level k. The top level is one word.
 *
 *     words | level 0: ceil(n / 64) | level 1: ceil(n / 4096) | ... | 1 |
 *
 * The set { 3, 70, 71 } with n = 192, three words and one above them:
 *
 *     level 1    1 1 0                        word 2 is empty, so nobody looks at it
 *     level 0    ...1....  ......11  ........
 *                3         70 71
 *
 * The Tower keeps its worklists in such sets: adding, removing and finding the next
 * member take one step per level (4 levels for 16 million cells), so walking a list in
 * board order takes time in proportion to its members. **A bit of level k + 1 is set
 * exactly if its word of level k is not zero.** All words zero is the empty set.
 */
#ifndef TESSERA_CELLSET_H
#define TESSERA_CELLSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CELLSET_NONE UINT32_MAX

/* How many words a set of the numbers 0 .. n-1 needs; n > 0. */
size_t cellset_words(uint32_t n);

void cellset_add(uint64_t *words, uint32_t n, uint32_t i);
void cellset_remove(uint64_t *words, uint32_t n, uint32_t i);

/* The least member that is not less than i, or CELLSET_NONE. */
uint32_t cellset_next(const uint64_t *words, uint32_t n, uint32_t i);

#endif
