/*
 * The key of a table: the exchanges and goals of the game, and the pieces of the pattern. Of where the
 * pieces are at the start a table knows nothing, so all puzzles of a board share it.
 */
#include "additive.h"

enum {
    EXCHANGES = EXCHANGE_MOST * (1 + EXCHANGE_WAYS * 5),
    GOALS = EXCHANGE_GOALS * EXCHANGE_MOST * 4,
};
_Static_assert(4 + PATTERN_PIECES + EXCHANGES + GOALS <= ADDITIVE_KEY_MAX,
               "the longest key has room");

static unsigned char *add(unsigned char *at, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) *at++ = (unsigned char)(number >> 8 * i);
    return at;
}

size_t additive_key(const struct exchange *e, const struct additive_pattern *p,
                    unsigned char key[ADDITIVE_KEY_MAX])
{
    unsigned char *at = key;
    at = add(at, (uint32_t)e->cells, 1);
    at = add(at, (uint32_t)e->kinds, 1);
    at = add(at, (uint32_t)e->goals, 1);
    at = add(at, (uint32_t)p->kinds, 1);
    for (int32_t i = 0; i < p->kinds; i++) at = add(at, (uint32_t)p->kind[i], 1);
    for (int32_t i = 0; i < e->cells; i++) {
        at = add(at, (uint32_t)e->ways[i], 1);
        for (int32_t k = 0; k < e->ways[i]; k++) {
            at = add(at, (uint32_t)e->way[i][k].from, 1);
            at = add(at, e->way[i][k].pieces, 4);
        }
    }
    for (int32_t g = 0; g < e->goals; g++) {
        for (int32_t k = 0; k < e->kinds; k++) at = add(at, e->goal[g][k], 4);
    }
    return (size_t)(at - key);
}
