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

void history_pick(const struct history *h, int player, action *list, int count)
{
    const uint32_t *cutoffs = h->cutoffs[player];
    int best = 0;
    uint32_t most = cutoffs[place_of(list[0])];
    for (int i = 1; i < count; i++) {
        uint32_t n = cutoffs[place_of(list[i])];
        if (n <= most) continue;
        most = n;
        best = i;
    }
    action a = list[best];
    memmove(list + 1, list, (size_t)best * sizeof *list);
    list[0] = a;
}
