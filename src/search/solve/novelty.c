/*
 * The bits are shared by what falls on the same one: then something new may pass for old.
 */
#include "novelty.h"

#include <string.h>

enum { BITS = 22, WORD_BITS = 12 };

static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);

bool novelty_start(struct novelty *n, const struct search_limits *limits)
{
    const size_t bytes = (size_t)1 << (BITS - 3);
    n->seen = search_zeroed(limits, bytes, 1);
    n->word = search_zeroed(limits, (uint64_t)1 << WORD_BITS, sizeof *n->word);
    return n->seen != NULL && n->word != NULL;
}

/* Whether a value of a byte is new; it is remembered. */
static bool is_new(struct novelty *n, size_t at, unsigned char value, int32_t part)
{
    const uint64_t atom = ((uint64_t)at << 8 | value) + ((uint64_t)part << 40);
    const uint64_t bit = (atom * factor) >> (64 - BITS);
    const uint64_t one = UINT64_C(1) << (bit & 63);
    const bool seen = (n->seen[bit >> 6] & one) != 0;
    n->seen[bit >> 6] |= one;
    return !seen;
}

/* Whether eight bytes are known, all of them. If not, they will be, unless they are only looked for. */
static bool is_known(struct novelty *n, const unsigned char *bytes, size_t at,
                     int32_t part, bool looks)
{
    struct novelty_word new = {.part = part + 1, .at = (uint32_t)at};
    memcpy(&new.bytes, bytes + at, sizeof new.bytes);
    const uint64_t hash = (new.bytes ^ ((uint64_t)at << 32 | (uint32_t)part)) * factor;
    struct novelty_word *known = &n->word[hash >> (64 - WORD_BITS)];
    if (known->bytes == new.bytes && known->part == new.part && known->at == new.at)
        return true;
    if (!looks) *known = new;
    return false;
}

int32_t novelty_of(struct novelty *n, const unsigned char *bytes,
                   const unsigned char *before, size_t size, int32_t part)
{
    int32_t new = 0;
    for (size_t i = 0; i < size;) {
        const size_t end = i + 8 < size ? i + 8 : size;
        if (before != NULL && memcmp(bytes + i, before + i, end - i) == 0)
            i = end;
        else if (end - i == 8 && is_known(n, bytes, i, part, before != NULL))
            i = end;
        for (; i < end; i++) {
            if (before == NULL || bytes[i] != before[i])
                new += is_new(n, i, bytes[i], part);
        }
    }
    return new;
}
