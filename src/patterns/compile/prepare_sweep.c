/*
 * Two tables for each sweep, so that a cell is mostly passed over by one look: by the value
 * of a cell, which of the sweep's rules may have their anchor there; and by the value beside
 * it, which of these may still fit.
 */
#include "compile.h"

/* What a rule asks of a place beside its anchor, whichever direction it takes. False if in
 * one of them it asks nothing there. */
static bool asks(const struct pattern *p, const struct pattern_spot *place,
                 struct kinds *kinds, bool *outside)
{
    if (p->runs || p->given || p->relative != PATTERN_FIXED) return false;
    *kinds = (struct kinds){{0, 0, 0, 0}};
    *outside = false;
    for (int32_t i = 0; i < p->directions; i++) {
        const struct pattern_spot *spot = p->spot[p->direction[i]];
        if (spot == NULL) return false;
        const struct pattern_spot *end = spot + p->spots;
        while (spot < end && (spot->row != place->row || spot->col != place->col ||
                              spot->layer != place->layer || spot->kinds == NULL)) {
            spot++;
        }
        if (spot == end) return false;
        for (int k = 0; k < 4; k++) kinds->bits[k] |= spot->kinds->bits[k];
        *outside = *outside || spot->cell->outside;
    }
    return true;
}

/* Notes what the rules of a sweep ask of the neighbour of the anchor that most of them ask
 * about. False if there is no room. */
static bool compile_near(struct pattern_memory *memory, struct pattern_step *step)
{
    struct kinds kinds;
    bool outside;
    struct pattern_spot best = {.layer = step->layer};
    int32_t most = 0;
    for (int d = 0; d < GRID_NEIGHBOURS; d++) {
        const struct pattern_spot place = {.row = (int16_t)direction_rows[d],
                                           .col = (int16_t)direction_cols[d],
                                           .layer = step->layer};
        int32_t count = 0;
        for (int32_t k = 0; k < step->rules; k++) {
            count += asks(step->rule[k].pattern, &place, &kinds, &outside);
        }
        if (count <= most) continue;
        most = count;
        best = place;
    }
    if (most == 0) return true;
    uint64_t *near = pattern_take(memory, 256, sizeof *near);
    if (near == NULL) return false;
    for (int32_t k = 0; k < step->rules; k++) {
        bool any = !asks(step->rule[k].pattern, &best, &kinds, &outside);
        for (int v = 0; v < 256; v++) {
            near[v] |= (uint64_t)(any || kinds_has(&kinds, v)) << k;
        }
        step->outside |= (uint64_t)(any || outside) << k;
    }
    step->near = near;
    step->near_row = best.row;
    step->near_col = best.col;
    return true;
}

bool pattern_compile_sweep(struct pattern_memory *memory, struct pattern_step *step)
{
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern_cell *cell =
            &step->rule[k].pattern->cell[step->rule[k].pattern->anchor];
        bool by_value = cell->only != NULL && cell->only->by == PATTERN_BY_VALUE;
        if (!by_value || cell->outside || step->rules > 64) return true;
        uint8_t layer = cell->only->layer;
        if (k > 0 && layer != step->layer) return true;
        step->layer = layer;
    }
    uint64_t *may = pattern_take(memory, 256, sizeof *may);
    if (may == NULL) return false;
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern *p = step->rule[k].pattern;
        const struct pattern_mask *mask = p->cell[p->anchor].only->mask;
        for (int v = 0; v < 256; v++) {
            if (kinds_has(&mask->kinds, v)) may[v] |= UINT64_C(1) << k;
        }
    }
    step->may = may;
    return compile_near(memory, step);
}
