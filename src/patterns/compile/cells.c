/*
 * Compiling the cells of a left side: to alternatives, each a list of tests of layers.
 *
 *     [ stone no thing or edge ]   ->   { stone and not thing } or outside
 */
#include "scan.h"

enum { ALTERNATIVES_MAX = 32, EXTRAS_MAX = 8 };

/* An alternative that is being compiled: a set of values for each layer that it tests, and
 * tests whose values depend on player, slot or another cell. */
struct made {
    bool tested[LUA_GAME_LAYERS_MAX];
    struct kinds kinds[LUA_GAME_LAYERS_MAX];
    struct pattern_test extra[EXTRAS_MAX];
    int32_t extras;
};

struct making {
    struct made at[ALTERNATIVES_MAX];
    int32_t count;
};

static const struct made ANYTHING;

/* ---- alternatives ---- */

static struct kinds kinds_in(const struct pattern_name *name, int32_t layer)
{
    struct kinds kinds = {{0, 0, 0, 0}};
    for (int32_t i = 0; i < name->count; i++) {
        if (name->value[i].layer == layer) kinds_add(&kinds, name->value[i].value);
    }
    return kinds;
}

static struct pattern_mask mask_of(struct kinds kinds)
{
    struct pattern_mask mask = {.kinds = kinds, .only = -1, .set = -1};
    int32_t n = 0;
    for (int v = 0; v < 256 && n <= PATTERN_FEW; v++) {
        if (!kinds_has(&kinds, v)) continue;
        if (n < PATTERN_FEW) mask.member[n] = (uint8_t)v;
        n++;
    }
    if (n <= PATTERN_FEW) mask.few = (uint8_t)n;
    if (n == 1) mask.only = mask.member[0];
    return mask;
}

static void test_kinds(struct made *m, int32_t layer, struct kinds kinds)
{
    m->kinds[layer] = m->tested[layer] ? kinds_both(&m->kinds[layer], &kinds) : kinds;
    m->tested[layer] = true;
}

/* Adds values that lie in several layers: they multiply the alternatives from `first` on. */
static bool add_several(const struct scan *s, struct making *m, int32_t first,
                        const struct item *item, const struct kinds *kinds)
{
    struct made before[ALTERNATIVES_MAX];
    const int32_t count = m->count - first;
    memcpy(before, m->at + first, (size_t)count * sizeof *before);
    m->count = first;
    for (int32_t k = 0; k < s->source->names->layers; k++) {
        for (int32_t i = 0; i < count && !kinds_none(&kinds[k]); i++) {
            if (m->count == ALTERNATIVES_MAX) {
                return scan_fail_at(s, &item->token, "the cell has too many alternatives",
                                    "");
            }
            m->at[m->count] = before[i];
            test_kinds(&m->at[m->count++], k, kinds[k]);
        }
    }
    return true;
}

/* Adds a name's values to all alternatives from `first` on. */
static bool add_name(const struct scan *s, struct making *m, int32_t first,
                     const struct item *item, bool no)
{
    struct kinds kinds[LUA_GAME_LAYERS_MAX];
    int32_t filled = 0, layers = s->source->names->layers;
    for (int32_t k = 0; k < layers; k++) {
        kinds[k] = kinds_in(item->name, k);
        if (!kinds_none(&kinds[k])) filled++;
    }
    if (!no && filled != 1) return add_several(s, m, first, item, kinds);
    for (int32_t k = 0; k < layers; k++) {
        for (int32_t i = first; i < m->count && !kinds_none(&kinds[k]); i++) {
            test_kinds(&m->at[i], k, no ? kinds_all_but(&kinds[k]) : kinds[k]);
        }
    }
    return true;
}

/* The masks of what is mine or theirs, or of a slot, by player or value. */
static const struct pattern_mask *variant_masks(const struct scan *s,
                                                const struct item *item, bool no)
{
    int32_t n = item_variants(s, item);
    struct pattern_mask *masks =
        pattern_take(s->source->memory, (size_t)n, sizeof *masks);
    for (int32_t k = 0; masks != NULL && k < n; k++) {
        struct kinds kinds = {{0, 0, 0, 0}};
        for (int32_t other = 0; other < n; other++) {
            if (item->theirs ? other == k : other != k) continue;
            const struct pattern_name *values =
                item->own != NULL ? &item->own[other] : item_values(s, item, other);
            struct kinds more = kinds_in(values, item->layer);
            kinds_join(&kinds, &more);
        }
        masks[k] = mask_of(no ? kinds_all_but(&kinds) : kinds);
    }
    return masks;
}

static bool add_extra(const struct scan *s, struct making *m, int32_t first,
                      struct pattern_test test)
{
    for (int32_t i = first; i < m->count; i++) {
        if (m->at[i].extras == EXTRAS_MAX)
            return scan_fail(s, "the cell has too many words");
        m->at[i].extra[m->at[i].extras++] = test;
    }
    return true;
}

static bool add_variants(const struct scan *s, struct making *m, int32_t first,
                         const struct item *item, bool no)
{
    const struct pattern_mask *masks = variant_masks(s, item, no);
    struct pattern_test test = {.by = PATTERN_BY_PLAYER,
                                .mask = masks,
                                .masks = item_variants(s, item),
                                .min = 1};
    if (masks == NULL) return false;
    test.layer = (uint8_t)item->layer;
    if (is_slot(item)) {
        test.by = PATTERN_BY_SLOT;
        test.slot = (uint8_t)(SYMBOL_SLOT - item->symbol);
        test.min = s->source->form->slot[test.slot].min;
    }
    return add_extra(s, m, first, test);
}

/* same: the kind of the first group in the cells before */
static bool add_same(struct scan *s, struct making *m, int32_t first,
                     const struct lefts *before, bool no)
{
    for (int32_t i = 0; before != NULL && i < before->count; i++) {
        const struct left *l = &before->at[i];
        for (int32_t k = 0; k < l->items; k++) {
            if (!l->item[k].group || l->cell->least > 0) continue;
            if (l->item[k].layer < 0) {
                return scan_fail(s, "'%s': the kinds of the group are in several layers");
            }
            struct pattern_test test = {.by = PATTERN_BY_SAME,
                                        .slot = (uint8_t)i,
                                        .layer = (uint8_t)l->item[k].layer,
                                        .differs = no};
            scan_next(s);
            return add_extra(s, m, first, test);
        }
    }
    return scan_fail(s, "'%s' wants a group in a cell before it");
}

/* A word of a conjunction. */
static bool add_word(struct scan *s, struct making *m, int32_t first,
                     const struct lefts *before, struct left *left)
{
    struct item item;
    struct pattern_test other;
    bool no = scan_take(s, WORD_NO);
    if (scan_is(s, WORD_NEAR)) {
        if (no) return scan_fail(s, "instead of 'no %s' say the other numbers");
        return compile_around(s, &other) && add_extra(s, m, first, other);
    }
    if (scan_is(s, WORD_WAY))
        return compile_route(s, left, no, &other) && add_extra(s, m, first, other);
    if (scan_is(s, WORD_SAME)) return add_same(s, m, first, before, no);
    if (before != NULL && find_called(s, before->at, before->count + 1) != NULL)
        return scan_fail(s, "'%s' is a piece: say 'same' for its kind");
    if (scan_is(s, WORD_EDGE)) {
        return scan_fail(s,
                         no ? "'no %s' says nothing: only 'edge' and '?' fit outside of "
                              "the board"
                            : "'%s' stands alone, or after 'or'");
    }
    if (!compile_item(s, &item)) return false;
    if (!no && left->items < ITEMS_MAX) left->item[left->items++] = item;
    if (scan_is(s, WORD_AS)) {
        if (no) return scan_fail(s, "'no' finds no piece that '%s' could name");
        if (left->item[left->items - 1].token.at != item.token.at)
            return scan_fail(s, "the cell has too many words");
        if (!compile_name(s, before, left)) return false;
    }
    return item.name != NULL ? add_name(s, m, first, &item, no)
                             : add_variants(s, m, first, &item, no);
}

static bool ends_cell(const struct scan *s)
{
    switch (s->token.type) {
    case TOKEN_END:
    case TOKEN_BAR:
    case TOKEN_SLASH:
    case TOKEN_CLOSE:
    case TOKEN_ARROW:
    case TOKEN_OPERATOR:
    case TOKEN_CLOSE_PART:
    case TOKEN_COMPARE: return true;
    default:
        return scan_is(s, WORD_ON) || scan_is(s, WORD_AT) || scan_is(s, WORD_AND) ||
               scan_is(s, WORD_FROM) || scan_is(s, WORD_TO);
    }
}

static bool ends_alternative(const struct scan *s)
{
    return ends_cell(s) || scan_is(s, WORD_OR);
}

/* ---- the compiled cell ---- */

static bool is_impossible(const struct made *m, int32_t layers)
{
    for (int32_t k = 0; k < layers; k++) {
        if (m->tested[k] && kinds_none(&m->kinds[k])) return true;
    }
    return false;
}

static bool finish_alternative(const struct scan *s, const struct made *m,
                               struct pattern_alternative *alternative)
{
    struct pattern_test test[LUA_GAME_LAYERS_MAX + EXTRAS_MAX];
    int32_t n = 0;
    for (int32_t k = 0; k < s->source->names->layers; k++) {
        if (!m->tested[k]) continue;
        struct pattern_mask *mask = pattern_take(s->source->memory, 1, sizeof *mask);
        if (mask == NULL) return false;
        *mask = mask_of(m->kinds[k]);
        test[n++] = (struct pattern_test){
            .by = PATTERN_BY_VALUE, .layer = (uint8_t)k, .masks = 1, .mask = mask};
    }
    for (int32_t k = 0; k < m->extras; k++) test[n++] = m->extra[k];
    struct pattern_test *kept =
        pattern_take(s->source->memory, (size_t)(n > 0 ? n : 1), sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, test, (size_t)n * sizeof *kept);
    *alternative = (struct pattern_alternative){kept, n};
    return true;
}

/* Alternatives that test the same layer only, by values, are one. */
static void join_alternatives(struct making *m, int32_t layers)
{
    int32_t layer = -1;
    for (int32_t i = 0; i < m->count; i++) {
        if (m->at[i].extras > 0) return;
        for (int32_t k = 0; k < layers; k++) {
            if (!m->at[i].tested[k]) continue;
            if (layer >= 0 && layer != k) return;
            layer = k;
        }
        if (layer < 0 || !m->at[i].tested[layer]) return;
    }
    for (int32_t i = 1; i < m->count; i++) {
        for (int k = 0; k < 4; k++) {
            m->at[0].kinds[layer].bits[k] |= m->at[i].kinds[layer].bits[k];
        }
    }
    if (m->count > 0) m->count = 1;
}

/* Notes what makes the usual tests fast. */
static void note_tests(struct pattern_cell *cell)
{
    cell->tests = -1;
    cell->only = cell->deciding = NULL;
    if (cell->alternatives != 1) return;
    const struct pattern_alternative *a = &cell->alternative[0];
    bool plain = true;
    for (int32_t k = 0; k < a->tests; k++) {
        const struct pattern_test *t = &a->test[k], *best = cell->deciding;
        plain = plain && t->by < PATTERN_BY_SAME;
        if (t->by >= PATTERN_BY_SAME || (best != NULL && best->mask[0].only >= 0))
            continue;
        cell->deciding = t;
    }
    if (cell->outside) cell->deciding = NULL;
    if (!plain) return;
    cell->test = a->test;
    cell->tests = a->tests;
    if (a->tests == 1) cell->only = a->test;
}

static bool finish_cell(const struct scan *s, struct making *m, struct pattern_cell *cell)
{
    join_alternatives(m, s->source->names->layers);
    struct pattern_alternative *alternatives = pattern_take(
        s->source->memory, (size_t)(m->count > 0 ? m->count : 1), sizeof *alternatives);
    if (alternatives == NULL) return false;
    for (int32_t i = 0; i < m->count; i++) {
        if (!finish_alternative(s, &m->at[i], &alternatives[i])) return false;
    }
    cell->alternative = alternatives;
    cell->alternatives = m->count;
    note_tests(cell);
    return true;
}

bool compile_run(struct scan *s, int32_t *least, int32_t *most)
{
    const struct token t = s->token;
    if (t.type != TOKEN_RUN && t.type != TOKEN_RANGE) return true;
    if (t.number < 1 || t.number > LUA_GAME_SIDE_MAX)
        return scan_fail(s, t.type == TOKEN_RUN ? "'%s': a run begins with 1+ to 2000+"
                                                : "'%s': a run has 1 cell or more");
    if (t.type == TOKEN_RANGE && (t.upto < t.number || t.upto > LUA_GAME_SIDE_MAX))
        return scan_fail(s, "'%s': the greater number stands second, up to 2000");
    *least = (int32_t)t.number;
    *most = t.type == TOKEN_RANGE ? (int32_t)t.upto : 0;
    scan_next(s);
    return true;
}

/* Reads "3+" or "1..3" before what a run consists of. */
static bool read_run(struct scan *s, struct pattern_cell *cell)
{
    if (!compile_run(s, &cell->least, &cell->most)) return false;
    if (cell->least == 0) return true;
    return !ends_cell(s) || scan_fail(s, "the run does not say what it consists of");
}

/* Reads what stands between two "or": "edge", or words that hold at once. */
static bool read_alternative(struct scan *s, struct making *m, const struct lefts *before,
                             struct left *left)
{
    const struct token begin = s->token;
    int32_t first = m->count;
    left->begin = begin.at;
    if (scan_take(s, WORD_EDGE)) {
        left->cell->outside = true;
        return true;
    }
    if (first == ALTERNATIVES_MAX) {
        return scan_fail(s, "the cell has too many alternatives");
    }
    m->at[m->count++] = ANYTHING;
    if (ends_alternative(s)) return scan_fail(s, "expected a word, got '%s'");
    while (!ends_alternative(s)) {
        if (!add_word(s, m, first, before, left)) return false;
    }
    for (int32_t i = first; i < m->count; i++) {
        if (!is_impossible(&m->at[i], s->source->names->layers)) continue;
        return scan_fail_at(s, &begin, "no cell can be all of this at once", "");
    }
    return true;
}

/* A cell that says `or` gives no piece a name. */
static bool check_unnamed(const struct scan *s, const struct left *left)
{
    for (int32_t k = 0; k < left->items; k++) {
        if (left->item[k].called == SYMBOL_OTHER) continue;
        return scan_fail_at(s, &left->item[k].name_at,
                            "a cell with 'or' cannot give a piece a name", "");
    }
    return true;
}

/* Reads "?", nothing at all, or alternatives. Notes in `end` where the last word ends. */
static bool read_alternatives(struct scan *s, struct making *m,
                              const struct lefts *before, struct left *left,
                              const char **end)
{
    bool any = s->token.type == TOKEN_QUESTION;
    if (any) {
        left->cell->outside = true;
        *end = s->token.at + s->token.length;
        scan_next(s);
        if (!ends_cell(s)) return scan_fail(s, "'?' stands alone, got '%s'");
    }
    if (ends_cell(s)) {
        m->at[m->count++] = ANYTHING;
        return true;
    }
    for (int32_t written = 1;; written++) {
        if (!read_alternative(s, m, before, left)) return false;
        *end = s->token.at;
        if ((written > 1 || !ends_cell(s)) && !check_unnamed(s, left)) return false;
        if (written > 1) left->items = 0;
        if (ends_cell(s)) return true;
        if (!scan_take(s, WORD_OR)) return scan_fail(s, "expected 'or', got '%s'");
        if (ends_alternative(s))
            return scan_fail(s, "expected a word after 'or', got '%s'");
    }
}

bool compile_left(struct scan *s, const struct lefts *before, struct left *left)
{
    struct making m;
    m.count = 0;
    left->token = s->token;
    struct pattern_cell *cell = left->cell;
    const char *end = s->token.at;
    if (!read_run(s, cell)) return false;
    if (!read_alternatives(s, &m, before, left, &end)) return false;
    if (cell->least > 0 && cell->outside) {
        return scan_fail_at(s, &left->token, "a run consists of cells of the board", "");
    }
    while (end > left->token.at && end[-1] == ' ') end--;
    cell->text = left->token.at;
    cell->length = (int32_t)(end - left->token.at);
    return finish_cell(s, &m, cell);
}

bool compile_one(struct scan *s, const struct item *item, struct pattern_cell *cell)
{
    struct making m;
    m.count = 1;
    m.at[0] = ANYTHING;
    cell->text = item->token.at;
    cell->length = item->token.length;
    const bool added = item->name != NULL ? add_name(s, &m, 0, item, false)
                                          : add_variants(s, &m, 0, item, false);
    return added && finish_cell(s, &m, cell);
}
