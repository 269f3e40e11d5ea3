/*
 * Hierarchical bitsets. Each function takes one step per level, upwards or downwards.
 */
#include "cellset.h"

#include <assert.h>

static uint32_t words_of(uint32_t n)
{
    return n / 64 + (n % 64 != 0);
}

size_t cellset_words(uint32_t n)
{
    assert(n > 0);
    size_t total = 0;
    for (;;) {
        n = words_of(n);
        total += n;
        if (n == 1) return total;
    }
}

void cellset_add(uint64_t *words, uint32_t n, uint32_t i)
{
    assert(i < n);
    for (;;) {
        uint64_t before = words[i / 64];
        words[i / 64] = before | UINT64_C(1) << i % 64;
        if (before != 0 || n <= 64) return;
        n = words_of(n);
        words += n;
        i /= 64;
    }
}

void cellset_remove(uint64_t *words, uint32_t n, uint32_t i)
{
    assert(i < n);
    for (;;) {
        words[i / 64] &= ~(UINT64_C(1) << i % 64);
        if (words[i / 64] != 0 || n <= 64) return;
        n = words_of(n);
        words += n;
        i /= 64;
    }
}

uint32_t cellset_next(const uint64_t *words, uint32_t n, uint32_t i)
{
    if (i >= n) return CELLSET_NONE;
    uint64_t here = words[i / 64] >> i % 64;
    if (here != 0) return i + (uint32_t)__builtin_ctzll(here);
    if (n <= 64) return CELLSET_NONE;
    uint32_t above = words_of(n);
    uint32_t word = cellset_next(words + above, above, i / 64 + 1);
    if (word == CELLSET_NONE) return CELLSET_NONE;
    return word * 64 + (uint32_t)__builtin_ctzll(words[word]);
}
