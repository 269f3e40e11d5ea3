#include "history.h"

static uint32_t place_of(action a)
{
    return (uint32_t)((uint64_t)a * UINT64_C(0x9E3779B97F4A7C15) >> 54);
}

void history_note(struct history *h, int player, action a, int32_t depth, bool cut)
{
    enum { MOST = 1 << 30 };
    uint32_t *counts = cut ? h->cut[player] : h->failed[player];
    uint32_t *count = &counts[place_of(a)];
    *count += (uint32_t)depth * (uint32_t)depth;
    if (*count < MOST) return;
    for (int i = 0; i < HISTORY_PLACES; i++) {
        h->cut[player][i] /= 2;
        h->failed[player][i] /= 2;
    }
}

uint32_t history_of(const struct history *h, int player, action a)
{
    const uint32_t place = place_of(a);
    const uint64_t cut = h->cut[player][place], failed = h->failed[player][place];
    return (uint32_t)((cut + 1) * INT32_MAX / (cut + failed + 2));
}
