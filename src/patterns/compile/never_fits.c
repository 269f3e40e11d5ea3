/*
 * Left sides that fit on no board, so that their rules would never be carried out:
 *
 *     [ mine wall | ]         no player has this piece
 *     [ box | edge | box ]    no cell of the board lies behind its edge
 *     [ 1+ box | box ]        the run takes each such cell
 *
 * What contradicts itself whoever acts is refused where it is read (cells.c).
 */
#include "scan.h"

/* The values that a test allows, for entry k of those that depend on player or slot. */
static const struct kinds *kinds_for(const struct pattern_test *t, int32_t k)
{
    return t->by == PATTERN_BY_VALUE ? &t->mask[0].kinds : &t->mask[k].kinds;
}

static bool meet(struct kinds *all, const struct kinds *others)
{
    *all = kinds_both(all, others);
    return !kinds_none(all);
}

/* Whether a test is one by value, or depends on the same thing as another one. */
static bool goes_with(const struct pattern_test *t, const struct pattern_test *other)
{
    if (t->by == PATTERN_BY_VALUE) return true;
    return t->by == other->by && (t->by == PATTERN_BY_PLAYER || t->slot == other->slot);
}

/* Whether the tests that depend on what t depends on can hold for its entry k. */
static bool may_hold(const struct pattern_alternative *a, const struct pattern_test *t,
                     int32_t k)
{
    for (int32_t i = 0; i < a->tests; i++) {
        if (!goes_with(&a->test[i], t)) continue;
        struct kinds all = *kinds_for(&a->test[i], k);
        for (int32_t n = 0; n < a->tests; n++) {
            const struct pattern_test *other = &a->test[n];
            if (other->layer != a->test[i].layer || !goes_with(other, t)) continue;
            if (!meet(&all, kinds_for(other, k))) return false;
        }
    }
    return true;
}

static bool is_possible(const struct pattern_alternative *a)
{
    for (int32_t i = 0; i < a->tests; i++) {
        const struct pattern_test *t = &a->test[i];
        if (t->by != PATTERN_BY_PLAYER && t->by != PATTERN_BY_SLOT) continue;
        int32_t k = 0;
        while (k < t->masks && !may_hold(a, t, k)) k++;
        if (k == t->masks) return false;
    }
    return true;
}

/* Whether each cell that fits is one that the run before it takes. */
static bool is_taken(const struct pattern_cell *run, const struct pattern_cell *cell)
{
    const struct pattern_test *t = run->only;
    if (run->least == 0 || t == NULL || t->by != PATTERN_BY_VALUE || cell->outside)
        return false;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        bool inside = false;
        for (int32_t k = 0; k < a->tests && !inside; k++) {
            const struct pattern_test *other = &a->test[k];
            struct kinds rest = kinds_all_but(&t->mask[0].kinds);
            inside = other->by == PATTERN_BY_VALUE && other->layer == t->layer &&
                     !meet(&rest, &other->mask[0].kinds);
        }
        if (!inside) return false;
    }
    return cell->alternatives > 0;
}

bool check_fits(const struct scan *s, const struct pattern *p, const struct lefts *lefts)
{
    bool on = false, off = false;
    for (int32_t i = 0; i < p->cells; i++) {
        const struct pattern_cell *cell = &p->cell[i];
        const struct token *at = &lefts->at[i].token;
        if (i % p->cols == 0) on = off = false;
        for (int32_t k = 0; k < cell->alternatives; k++) {
            if (is_possible(&cell->alternative[k])) continue;
            return scan_fail_at(s, at,
                                cell->alternative[k].tests > 1
                                    ? "no cell can be all of this at once"
                                    : "nobody has such a piece",
                                "");
        }
        if (off && !cell->outside)
            return scan_fail_at(s, at, "no cell of the board lies behind its edge", "");
        on = on || !cell->outside;
        off = off || (on && cell->outside && cell->alternatives == 0);
        if (i > 0 && is_taken(cell - 1, cell)) {
            return scan_fail_at(
                s, at,
                "no such cell lies behind the run, which takes as many as there are", "");
        }
    }
    return true;
}
