/*
 * The random numbers of PuzzleScript: RC4 keyed with a text, seven bytes for each number.
 * The original's recorded traces must be reproduced, so the generator is the language's
 * and not base/rng.h.
 */
#ifndef TESSERA_PUZZLESCRIPT_RANDOM_H
#define TESSERA_PUZZLESCRIPT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct puzzle_random {
    unsigned char at[256];
    unsigned char i, j, padding[6];
};

/* Keys the generator with n bytes; none of its output is dropped. */
void puzzle_random_key(struct puzzle_random *, const unsigned char *key, size_t n);

/* A number in 0 .. n-1, n > 0: floor(u * n), where u is a number of 56 bits that is
 * rounded after each of its bytes, divided by 2^56. */
int64_t puzzle_random_below(struct puzzle_random *, int64_t n);

#endif
