/*
 * Seeded random numbers, the same on every machine: SplitMix64 (Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators", 2014).
 *
 *     uint64_t rng = 7;          the whole state: a field of a game's block like any other
 *     rng_below(&rng, 6) + 1     a die; a clone of the block throws the same dice
 */
#ifndef TESSERA_RNG_H
#define TESSERA_RNG_H

#include <stdint.h>

/* The next 64 random bits. *rng starts as the seed, any number. */
uint64_t rng_next(uint64_t *rng);

/* A uniform number in 0 .. n-1, n > 0 (Lemire, "Fast random integer generation
 * in an interval", 2019). */
uint32_t rng_below(uint64_t *rng, uint32_t n);

/* The last step of rng_next, a bijection of 64-bit numbers; also mixes hashes. */
static inline uint64_t rng_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
