/*
 * RC4 (Rivest, 1987).
 */
#include "random.h"

#include <assert.h>

static void exchange(struct puzzle_random *r, unsigned i, unsigned j)
{
    unsigned char held = r->at[i];
    r->at[i] = r->at[j];
    r->at[j] = held;
}

void puzzle_random_key(struct puzzle_random *r, const unsigned char *key, size_t n)
{
    static const unsigned char nothing[1] = {0};
    if (n == 0) {
        key = nothing;
        n = 1;
    }
    for (unsigned k = 0; k < 256; k++) r->at[k] = (unsigned char)k;
    unsigned j = 0;
    for (unsigned k = 0; k < 256; k++) {
        j = (j + r->at[k] + key[k % n]) & 255;
        exchange(r, k, j);
    }
    r->i = r->j = 0;
}

static unsigned next_byte(struct puzzle_random *r)
{
    r->i = (unsigned char)(r->i + 1);
    r->j = (unsigned char)(r->j + r->at[r->i]);
    exchange(r, r->i, r->j);
    return r->at[(r->at[r->i] + r->at[r->j]) & 255];
}

int64_t puzzle_random_below(struct puzzle_random *r, int64_t n)
{
    assert(n > 0);
    double u = 0;
    for (int k = 0; k < 7; k++) u = u * 256 + next_byte(r);
    int64_t chosen = (int64_t)(u / 72057594037927936.0 * (double)n);
    return chosen < n ? chosen : n - 1;
}
