/*
 * The bits are shared by what falls on the same one: then something new may pass for old.
 */
#include "novelty.h"

enum { BITS = 22 };

bool novelty_start(struct novelty *n, const struct search_limits *limits)
{
    const size_t bytes = (size_t)1 << (BITS - 3);
    n->seen = search_zeroed(limits, bytes, 1);
    return n->seen != NULL;
}

int32_t novelty_of(struct novelty *n, const unsigned char *bytes, size_t size,
                   int32_t part)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    int32_t new = 0;
    for (size_t i = 0; i < size; i++) {
        const uint64_t atom = ((uint64_t)i << 8 | bytes[i]) + ((uint64_t)part << 40);
        const uint64_t bit = (atom * factor) >> (64 - BITS);
        const uint64_t one = UINT64_C(1) << (bit & 63);
        new += (n->seen[bit >> 6] & one) == 0;
        n->seen[bit >> 6] |= one;
    }
    return new;
}
