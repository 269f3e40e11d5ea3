/*
 * SplitMix64, and Lemire's number below n, which mostly needs no division.
 */
#include "rng.h"

#include <assert.h>

uint64_t rng_next(uint64_t *rng)
{
    *rng += UINT64_C(0x9e3779b97f4a7c15);
    return rng_mix(*rng);
}

uint32_t rng_below(uint64_t *rng, uint32_t n)
{
    assert(n > 0);
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t biased = (0 - n) % n;
        while ((uint32_t)product < biased) product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}
