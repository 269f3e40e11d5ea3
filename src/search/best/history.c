#include "history.h"

static uint32_t place_of(action a)
{
    return (uint32_t)((uint64_t)a * UINT64_C(0x9E3779B97F4A7C15) >> 54);
}

void history_credit(struct history *h, int player, action a, int32_t depth)
{
    enum { MOST = 1 << 30 };
    uint32_t *count = &h->cutoffs[player][place_of(a)];
    *count += (uint32_t)depth * (uint32_t)depth;
    if (*count < MOST) return;
    for (int i = 0; i < HISTORY_PLACES; i++) h->cutoffs[player][i] /= 2;
}

uint32_t history_of(const struct history *h, int player, action a)
{
    return h->cutoffs[player][place_of(a)];
}
