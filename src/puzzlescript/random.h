/*
 * The random numbers of PuzzleScript: RC4 keyed with a text, seven bytes for each number.
 *
 * `serial` changes with each number. The rest is the generator itself if `basis` equals
 * it; otherwise serial is a new seed, and the generator is keyed with it when the next
 * number is drawn. So eight bytes seed a copy.
 */
#ifndef TESSERA_PUZZLESCRIPT_RANDOM_H
#define TESSERA_PUZZLESCRIPT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct puzzle_random {
    uint64_t serial, basis;
    unsigned char at[256];
    unsigned char i, j, padding[6];
};

/* Keys the generator with n bytes; none of its output is dropped. */
void puzzle_random_key(struct puzzle_random *, const unsigned char *key, size_t n);

/* A number in 0 .. n-1, n > 0: floor(u * n), where u is a number of 56 bits that is
 * rounded after each of its bytes, divided by 2^56. */
int64_t puzzle_random_below(struct puzzle_random *, int64_t n);

#endif
