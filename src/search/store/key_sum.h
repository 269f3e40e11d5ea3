/*
 * A sum over the words of a key, of which key_sum_hash makes a hash: each word is multiplied by a factor
 * drawn at random, and both halves of the product are added. So it follows from that of another key by
 * the words in which they differ.
 */
#ifndef TESSERA_SEARCH_STORE_KEY_SUM_H
#define TESSERA_SEARCH_STORE_KEY_SUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct key_sum {
    struct key_term {
        uint64_t factor, product;
    } * term;     /* by word of an image: of those beyond the key 0 */
    size_t words; /* of the key; 0: no sum is wanted */
    uint64_t sum;
};

/* Makes the factors; then the sum of an image, with its products or alone. */
void key_sum_factors(struct key_sum *);
void key_sum_set(struct key_sum *, const unsigned char *image);
uint64_t key_sum_of(const struct key_sum *, const unsigned char *image);

static inline uint64_t word_at(const unsigned char *image, size_t i)
{
    uint64_t word;
    memcpy(&word, image + i * sizeof word, sizeof word);
    return word;
}

/* Both halves of the product, added. */
static inline uint64_t key_product(uint64_t word, uint64_t factor)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    const wide whole = (wide)word * factor;
    return (uint64_t)whole + (uint64_t)(whole >> 64);
#else
    const uint64_t low = (uint32_t)word, high = word >> 32, by_low = (uint32_t)factor,
                   by_high = factor >> 32, middle = low * by_high,
                   carry = (low * by_low >> 32) + (uint32_t)middle,
                   more = high * by_low + carry;
    return word * factor + high * by_high + (middle >> 32) + (more >> 32);
#endif
}

/* For a table of this search alone. */
static inline uint32_t key_sum_hash(uint64_t sum)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 by the golden ratio */
    return (uint32_t)((sum ^ sum >> 32) * odd >> 32);
}

#endif
