/*
 * Orders of the pieces: how many there are, whether one is a goal, and in which half of all of them
 * the goals are (Johnson and Story, 1879).
 */
#include "exchange.h"

int64_t exchange_orders(const struct exchange *e, int64_t most)
{
    int64_t orders = 1, placed = 0;
    for (int32_t k = 0; k < e->kinds; k++) {
        for (int32_t i = 1; i <= e->pieces[k]; i++) {
            orders = orders * ++placed / i;
            if (orders > most) return most + 1;
        }
    }
    return orders;
}

bool exchange_is_goal(const struct exchange *e, const unsigned char *pieces)
{
    for (int32_t g = 0; g < e->goals; g++) {
        int32_t i = 0;
        while (i < e->cells && (e->goal[g][pieces[i]] >> i & 1)) i++;
        if (i == e->cells) return true;
    }
    return false;
}

/* ---- one half of all orders ---- */

/* The colours of the cells: 0 and 1, so that each way joins two of them. False: there are none. */
static bool colour(const struct exchange *e, int colours[])
{
    for (int32_t i = 0; i < e->cells; i++) colours[i] = -1;
    for (int32_t begin = 0; begin < e->cells; begin++) {
        if (colours[begin] < 0) colours[begin] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (int32_t i = 0; i < e->cells; i++) {
                for (int32_t k = 0; k < e->ways[i]; k++) {
                    const int32_t from = e->way[i][k].from;
                    if (colours[i] < 0 && colours[from] < 0) continue;
                    if (colours[i] >= 0 && colours[i] == colours[from]) return false;
                    changed = changed || colours[i] < 0 || colours[from] < 0;
                    if (colours[i] < 0) colours[i] = !colours[from];
                    if (colours[from] < 0) colours[from] = !colours[i];
                }
            }
        }
    }
    return true;
}

/* Whether it takes an odd number of exchanges to bring each piece to its cell. */
static int oddness(const struct exchange *e, const uint32_t *goal)
{
    int odd = 0;
    uint32_t seen = 0;
    for (int32_t i = 0; i < e->cells; i++) {
        int32_t length = 0;
        for (int32_t at = i; !(seen >> at & 1); at = __builtin_ctz(goal[e->start[at]])) {
            seen |= exchange_bit(at);
            length++;
        }
        if (length > 0) odd ^= (length - 1) & 1;
    }
    return odd;
}

bool exchange_is_odd(const struct exchange *e)
{
    int colours[EXCHANGE_MOST] = {0};
    if (!colour(e, colours)) return false;
    int32_t gap = 0;
    while (e->start[gap] != 0) gap++;
    for (int32_t g = 0; g < e->goals; g++) {
        const uint32_t *goal = e->goal[g];
        for (int32_t k = 0; k < e->kinds; k++) {
            if (e->pieces[k] != 1 || __builtin_popcount(goal[k]) != 1) return false;
        }
        const int moved = colours[gap] != colours[__builtin_ctz(goal[0])];
        if (oddness(e, goal) == moved) return false;
    }
    return e->goals > 0;
}
