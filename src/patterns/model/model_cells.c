/*
 * Cells of patterns as cells of a model: alternatives of tests by value, which say for each layer at
 * most once what it must be.
 */
#include "building.h"

/* The values that a test allows, for the view. */
static struct kinds kinds_of_test(const struct building *b, const struct view *v,
                                  const struct pattern_test *t)
{
    struct kinds all = {{0, 0, 0, 0}};
    const int64_t slot = t->by == PATTERN_BY_SLOT ? v->slot[t->slot] - t->min : 0;
    switch (t->by) {
    case PATTERN_BY_VALUE: return t->mask[0].kinds;
    case PATTERN_BY_PLAYER:
        if (v->player <= t->masks) return t->mask[v->player - 1].kinds;
        break;
    case PATTERN_BY_SLOT:
        if (!v->loose && slot >= 0 && slot < t->masks) return t->mask[slot].kinds;
        break;
    default: return b->alphabet[t->layer];
    }
    for (int32_t i = 0; i < t->masks; i++) kinds_join(&all, &t->mask[i].kinds);
    return all;
}

/* Adds a test, or joins it with the one of its layer. False: no value is left. */
static bool add_test(const struct building *b, struct model_test *tests, int32_t *count,
                     int32_t layer, const struct kinds *kinds)
{
    int32_t i = 0;
    while (i < *count && tests[i].layer != layer) i++;
    if (i == *count) tests[(*count)++] = (struct model_test){layer, b->alphabet[layer]};
    tests[i].kinds = kinds_both(&tests[i].kinds, kinds);
    return !kinds_none(&tests[i].kinds);
}

/* Leaves out tests that every value passes. */
static int32_t shorten(const struct building *b, struct model_test *tests, int32_t count)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!kinds_within(&b->alphabet[tests[i].layer], &tests[i].kinds))
            tests[kept++] = tests[i];
    }
    return kept;
}

/* A cell that no value fits. */
static struct model_cell never(struct building *b)
{
    struct model_test *test = building_take(b, 1, sizeof *test);
    struct model_alternative *a = building_take(b, 1, sizeof *a);
    if (a == NULL || test == NULL) return (struct model_cell){NULL, 0};
    *a = (struct model_alternative){test, 1};
    return (struct model_cell){a, 1};
}

bool model_cell_never(const struct model_cell *c)
{
    return c->alternatives == 1 && c->alternative->tests == 1 &&
           kinds_none(&c->alternative->test->kinds);
}

/* What one alternative asks for. False: nothing fits it. */
static bool alternative_of(struct building *b, const struct view *v,
                           const struct pattern_alternative *a,
                           struct model_alternative *out, bool *exact)
{
    struct model_test *tests = building_take(b, LUA_GAME_LAYERS_MAX, sizeof *tests);
    int32_t count = 0;
    if (tests == NULL) return false;
    for (int32_t k = 0; k < a->tests; k++) {
        const struct pattern_test *t = &a->test[k];
        if (t->by > PATTERN_BY_SLOT) {
            if (exact != NULL) *exact = false;
            if (t->by != PATTERN_BY_SAME || t->differs) continue;
        }
        struct kinds kinds = kinds_of_test(b, v, t);
        if (t->by == PATTERN_BY_SAME) {
            const struct model_cell like =
                model_cell_of(b, v, &v->p->cell[t->slot], NULL);
            kinds = model_cell_kinds(b, &like, t->layer);
        }
        if (!add_test(b, tests, &count, t->layer, &kinds)) return false;
    }
    *out = (struct model_alternative){tests, shorten(b, tests, count)};
    return true;
}

struct model_cell model_cell_of(struct building *b, const struct view *v,
                                const struct pattern_cell *cell, bool *exact)
{
    struct model_alternative *a =
        building_take(b, (size_t)cell->alternatives + 1, sizeof *a);
    int32_t count = 0;
    if (a == NULL) return (struct model_cell){NULL, 0};
    for (int32_t i = 0; i < cell->alternatives; i++) {
        if (!alternative_of(b, v, &cell->alternative[i], &a[count], exact)) continue;
        if (a[count++].tests == 0) return (struct model_cell){NULL, 0};
    }
    return count == 0 ? never(b) : (struct model_cell){a, count};
}

/* The cell with one more test in each alternative, or, without kinds, without tests of the layer. */
static struct model_cell changed(struct building *b, struct model_cell c, int32_t layer,
                                 const struct kinds *kinds)
{
    const struct model_alternative any = {NULL, 0}, *from = c.alternative;
    const int32_t n = c.alternatives > 0 ? c.alternatives : 1;
    struct model_alternative *a = building_take(b, (size_t)n, sizeof *a);
    int32_t count = 0;
    if (c.alternatives == 0) from = &any;
    if (a == NULL) return (struct model_cell){NULL, 0};
    for (int32_t i = 0; i < n; i++) {
        struct model_test *tests = building_take(b, LUA_GAME_LAYERS_MAX, sizeof *tests);
        int32_t tested = 0;
        bool fits = true;
        if (tests == NULL) return (struct model_cell){NULL, 0};
        for (int32_t k = 0; k < from[i].tests; k++) {
            if (kinds != NULL || from[i].test[k].layer != layer)
                tests[tested++] = from[i].test[k];
        }
        if (kinds != NULL) fits = add_test(b, tests, &tested, layer, kinds);
        tested = shorten(b, tests, tested);
        if (fits && tested == 0) return (struct model_cell){NULL, 0};
        if (fits) a[count++] = (struct model_alternative){tests, tested};
    }
    return count == 0 ? never(b) : (struct model_cell){a, count};
}

struct model_cell model_cell_only(struct building *b, struct model_cell c, int32_t layer,
                                  const struct kinds *kinds)
{
    return model_cell_never(&c) ? c : changed(b, c, layer, kinds);
}

struct model_cell model_cell_loose(struct building *b, struct model_cell c, int32_t layer)
{
    return model_cell_never(&c) ? c : changed(b, c, layer, NULL);
}

struct model_cell model_cell_other(struct building *b, struct model_cell c)
{
    if (c.alternatives == 0) return never(b);
    if (c.alternatives != 1) return (struct model_cell){NULL, 0};
    const int32_t n = c.alternative->tests;
    struct model_alternative *a = building_take(b, (size_t)n, sizeof *a);
    struct model_test *tests = building_take(b, (size_t)n, sizeof *tests);
    int32_t count = 0;
    if (a == NULL || tests == NULL) return (struct model_cell){NULL, 0};
    for (int32_t i = 0; i < n; i++) {
        const struct model_test *t = &c.alternative->test[i];
        tests[i] = (struct model_test){t->layer,
                                       kinds_without(&b->alphabet[t->layer], &t->kinds)};
        if (!kinds_none(&tests[i].kinds))
            a[count++] = (struct model_alternative){&tests[i], 1};
    }
    return count == 0 ? never(b) : (struct model_cell){a, count};
}

struct kinds model_cell_kinds(const struct building *b, const struct model_cell *c,
                              int32_t layer)
{
    return model_cell_layer(c, layer, b->alphabet[layer]);
}
