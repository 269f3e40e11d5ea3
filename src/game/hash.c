/*
 * The hash of a position, computed from the bytes of its key. The key is read as 64-bit
 * words in four independent lanes, so that the CPU can work on four words at a time. The
 * Tower has a hash of its own, kept up to date by its rules.
 */
#include "game.h"

#include "base/rng.h"

/* Mixes a word into a lane. For each word this is a bijection of the lane, so lanes that
 * differ stay different. */
static uint64_t stir(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return lane << 31 | lane >> 33;
}

uint64_t state_hash(const struct state *s)
{
    enum { LANES = 4 };
    const unsigned char *key = state_key(s);
    size_t n = state_key_size(s);
    uint64_t lane[LANES] = {n, 1, 2, 3}, words[LANES] = {0}, hash = 0;
    for (; n >= sizeof words; key += sizeof words, n -= sizeof words) {
        memcpy(words, key, sizeof words);
        for (int i = 0; i < LANES; i++) lane[i] = stir(lane[i], words[i]);
    }
    memset(words, 0, sizeof words);
    memcpy(words, key, n);
    for (int i = 0; i < LANES; i++) hash = rng_mix(hash ^ stir(lane[i], words[i]));
    return hash;
}
