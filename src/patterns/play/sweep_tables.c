/*
 * Making the tables of a sweep.
 */
#include "sweep_tables.h"

enum { RULES_MAX = 64, PLACES = 9 }; /* places: a cell and its neighbours, row by row */

static void enter(uint64_t *table, const struct kinds *kinds, int32_t k)
{
    for (int w = 0; w < 4; w++) {
        for (uint64_t rest = kinds->bits[w]; rest != 0; rest &= rest - 1)
            table[64 * w + __builtin_ctzll(rest)] |= UINT64_C(1) << k;
    }
}

/* Enters the kinds of the anchors. Returns their layer, or -1: it is not one. */
static int32_t enter_anchors(const struct pattern_run *run,
                             const struct pattern_step *step, struct sweep_tables *t)
{
    int32_t layer = -1;
    memset(t->may, 0, sizeof t->may);
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern *p = step->rule[k].pattern;
        const struct pattern_test *test = p->cell[p->anchor].deciding;
        if (test == NULL || (k > 0 && test->layer != layer)) return -1;
        layer = test->layer;
        enter(t->may, &pattern_mask_of(run, test)->kinds, k);
    }
    return layer;
}

static int32_t place_of(const struct pattern_spot *spot)
{
    const bool beside =
        spot->row >= -1 && spot->row <= 1 && spot->col >= -1 && spot->col <= 1;
    return beside ? 3 * (spot->row + 1) + spot->col + 1 : PLACES;
}

/* The places beside the anchor that a rule asks about, whichever direction it takes, as bits. */
static uint32_t asked_places(const struct pattern *p, int32_t layer)
{
    uint32_t places = (1 << PLACES) - 1;
    if (p->runs || p->given || p->relative != PATTERN_FIXED) return 0;
    for (int32_t i = 0; i < p->directions; i++) {
        const struct pattern_spot *spot = p->spot[p->direction[i]];
        uint32_t asked = 0;
        if (spot == NULL) return 0;
        for (const struct pattern_spot *end = spot + p->spots; spot < end; spot++) {
            if (spot->kinds != NULL && spot->layer == layer)
                asked |= UINT32_C(1) << place_of(spot);
        }
        places &= asked;
    }
    return places;
}

/* Enters what a rule asks about a place. */
static void enter_asked(struct sweep_tables *t, const struct pattern *p, int32_t layer,
                        int32_t place, int32_t k)
{
    for (int32_t i = 0; i < p->directions; i++) {
        const struct pattern_spot *spot = p->spot[p->direction[i]];
        while (spot->kinds == NULL || spot->layer != layer || place_of(spot) != place)
            spot++;
        enter(t->near, spot->kinds, k);
        if (spot->cell->outside) t->outside |= UINT64_C(1) << k;
    }
}

bool pattern_make_tables(const struct pattern_run *run, const struct pattern_step *step,
                         struct sweep_tables *t)
{
    uint32_t asked[RULES_MAX];
    int32_t count[PLACES] = {0}, best = 0;
    if (step->rules > RULES_MAX) return false;
    const int32_t layer = enter_anchors(run, step, t);
    if (layer < 0) return false;
    t->cells = run->seen + layer * run->board.layer;
    t->step = run->board.row;
    for (int32_t k = 0; k < step->rules; k++) {
        asked[k] = asked_places(step->rule[k].pattern, layer);
        for (uint32_t rest = asked[k]; rest != 0; rest &= rest - 1)
            count[__builtin_ctz(rest)]++;
    }
    for (int32_t i = 1; i < PLACES; i++)
        if (count[i] > count[best]) best = i;
    t->nears = count[best] > 1; /* of one rule the rule itself asks as soon */
    if (!t->nears) return true;
    t->row = best / 3 - 1;
    t->col = best % 3 - 1;
    t->outside = 0;
    for (int32_t k = 0; k < step->rules; k++)
        if ((asked[k] >> best & 1) == 0) t->outside |= UINT64_C(1) << k;
    for (int v = 0; v < 256; v++) t->near[v] = t->outside;
    for (int32_t k = 0; k < step->rules; k++)
        if ((asked[k] >> best & 1) != 0)
            enter_asked(t, step->rule[k].pattern, layer, best, k);
    return true;
}
