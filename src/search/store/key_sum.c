/*
 * Factors and sums of keys.
 */
#include "key_sum.h"

#include "base/rng.h"

void key_sum_factors(struct key_sum *k)
{
    for (size_t i = 0; i < k->words; i++) k->term[i].factor = rng_mix(i + 1);
}

void key_sum_set(struct key_sum *k, const unsigned char *image)
{
    k->sum = 0;
    for (size_t i = 0; i < k->words; i++) {
        k->term[i].product = key_product(word_at(image, i), k->term[i].factor);
        k->sum += k->term[i].product;
    }
}

uint64_t key_sum_of(const struct key_sum *k, const unsigned char *image)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < k->words; i++)
        sum += key_product(word_at(image, i), k->term[i].factor);
    return sum;
}
