/*
 * The hash of a position, computed from the bytes of its key. The key is read as 64-bit
 * words in four independent lanes, so that the CPU can work on four words at a time. The
 * Tower has a hash of its own, kept up to date by its rules.
 */
#include "game.h"

#include "base/rng.h"

/* Mixes a word into a lane. For each word this is a bijection of the lane, so lanes that
 * differ stay different. A product carries differences to higher bits alone: so the high
 * half is folded into the low one before, and the halves are exchanged after it. */
static uint64_t stir(uint64_t lane, uint64_t word)
{
    lane ^= word;
    lane = (lane ^ lane >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return lane << 32 | lane >> 32;
}

static uint64_t word_at(const unsigned char *bytes, size_t i)
{
    uint64_t word;
    memcpy(&word, bytes + i * sizeof word, sizeof word);
    return word;
}

uint64_t state_hash(const struct state *s)
{
    enum { LANES = 4 };
    const unsigned char *key = state_key(s);
    size_t n = state_key_size(s);
    uint64_t a = n, b = 1, c = 2, d = 3, words[LANES] = {0};
    for (; n >= sizeof words; key += sizeof words, n -= sizeof words) {
        a = stir(a, word_at(key, 0));
        b = stir(b, word_at(key, 1));
        c = stir(c, word_at(key, 2));
        d = stir(d, word_at(key, 3));
    }
    memcpy(words, key, n);
    uint64_t hash = rng_mix(stir(a, words[0]));
    hash = rng_mix(hash ^ stir(b, words[1]));
    hash = rng_mix(hash ^ stir(c, words[2]));
    return rng_mix(hash ^ stir(d, words[3]));
}
