/*
 * Compiling the writes of a rule: what becomes of a cell that fits a cell of the left side
 * and on which a cell of the right side lies.
 */
#include "right_side.h"

enum { WRITES_MAX = 2 * ITEMS_MAX };

/* What is written into a cell, while it is put together. */
struct writing {
    const struct scan *s;
    const struct lefts *lefts;
    const struct rights *rights;
    struct pattern *pattern;
    const struct right *right; /* the cell at hand */
    struct pattern_write write[WRITES_MAX];
    int32_t count;
    bool set[LUA_GAME_LAYERS_MAX], steps[LUA_GAME_LAYERS_MAX]; /* steps: by `next` */
};

static bool add_write(struct writing *w, struct pattern_write write)
{
    if (w->count == WRITES_MAX) {
        return scan_fail_at(w->s, &w->right->token, "the cell has too many words", "");
    }
    w->write[w->count++] = write;
    return true;
}

/* The layer gets a value; no other word may say another one. */
static bool set_layer(struct writing *w, int32_t layer, const struct token *token)
{
    if (w->set[layer]) {
        return scan_fail_at(w->s, token, "two kinds of one layer cannot be in one cell",
                            "");
    }
    w->set[layer] = true;
    return true;
}

static const char *name_of(const struct item *item)
{
    if (item->name != NULL) return item->name->name;
    if (item->symbol == SYMBOL_MINE || item->symbol == SYMBOL_THEIRS)
        return item->theirs ? "theirs" : "mine";
    return item->own != NULL && !is_called(item) ? item->whole->name : "the piece";
}

/* What the item leaves in its layer when it goes away. */
static bool find_blank(const struct writing *w, const struct item *item, int32_t *blank)
{
    *blank = w->s->source->names->blank[item->layer];
    if (*blank < 0) {
        return scan_fail_at(w->s, &item->token,
                            "'%s' goes away, but its layer has neither 'nothing' nor "
                            "'empty' to leave there: say on the right what is there",
                            name_of(item));
    }
    return true;
}

static bool put_blank(struct writing *w, const struct item *item)
{
    int32_t blank;
    if (!find_blank(w, item, &blank)) return false;
    const unsigned char byte = (unsigned char)blank;
    const unsigned char *value = keep_bytes(w->s, &byte, 1);
    return value != NULL &&
           add_write(w, (struct pattern_write){.what = PATTERN_PUT,
                                               .layer = (uint8_t)item->layer,
                                               .value = value,
                                               .values = 1});
}

/* The cell of the left side that calls the piece so, or the only one that names the group; -1 after
 * an error. */
static int32_t bound_cell(const struct scan *s, const struct lefts *lefts,
                          const struct item *item)
{
    int32_t found = -1;
    if (is_called(item)) return (SYMBOL_CALLED - item->symbol) / ITEMS_MAX;
    for (int32_t i = 0; i < lefts->count; i++) {
        const struct left *l = &lefts->at[i];
        for (int32_t k = 0; k < l->items; k++) {
            if (l->item[k].symbol != item->symbol) continue;
            if (l->cell->least > 0) {
                scan_fail_at(s, &item->token,
                             "the right side cannot take '%s' from a run: there a run is "
                             "its number alone, such as '1+'",
                             name_of(item));
                return -1;
            }
            if (found >= 0 && found != i) {
                scan_fail_at(s, &item->token, "the left side names '%s' in several cells",
                             name_of(item));
                return -1;
            }
            found = i;
        }
    }
    if (found < 0) {
        scan_fail_at(s, &item->token, "the left side does not say which '%s' it is",
                     name_of(item));
    }
    return found;
}

/* The number of a layer of a cell among what the right side refers to; -1 if there are
 * too many. */
static int32_t note_found(struct pattern *p, int32_t cell, int32_t layer)
{
    int32_t i = 0;
    while (i < p->founds && (p->found[i].cell != cell || p->found[i].layer != layer)) i++;
    if (i == PATTERN_FOUND_MAX) return -1;
    p->found[i] = (struct pattern_found){cell, (uint8_t)layer};
    if (i == p->founds) p->founds++;
    return i;
}

/* A group, or a piece with a name: what the left side found by it. */
static bool write_found(struct writing *w, const struct becomes *b, bool here)
{
    const struct scan *s = w->s;
    const struct item *item = b->turn == TURN_LIKE ? &b->like : &b->item;
    if (b->item.layer < 0) {
        return scan_fail_at(s, &b->item.token, "the kinds of '%s' are in several layers",
                            name_of(&b->item));
    }
    if (here && b->turn == TURN_NONE) return true;
    int32_t cell = bound_cell(s, w->lefts, item);
    if (cell < 0) return false;
    int32_t found = note_found(w->pattern, cell, item->layer);
    if (found < 0) {
        return scan_fail_at(s, &b->item.token, "the right side refers to too many groups",
                            "");
    }
    const unsigned char *table = table_turn(s, b);
    return table != NULL &&
           add_write(w, (struct pattern_write){.what = PATTERN_FOUND,
                                               .layer = (uint8_t)b->item.layer,
                                               .slot = (uint8_t)found,
                                               .value = table,
                                               .values = 256});
}

/* A write that makes of what the layer has what the table, which is kept, says. */
static bool write_table(struct writing *w, int32_t layer, const unsigned char *table)
{
    return table != NULL && add_write(w, (struct pattern_write){.what = PATTERN_TURN,
                                                                .layer = (uint8_t)layer,
                                                                .value = table,
                                                                .values = 256});
}

/* next thing */
static bool write_next(struct writing *w, const struct left *l, const struct item *item)
{
    const struct pattern_name *name = item->name;
    if (item->layer < 0) {
        return scan_fail_at(w->s, &item->token, "the kinds of '%s' are in several layers",
                            name_of(item));
    }
    for (int32_t k = 0; k < l->items && !w->pattern->runs; k++) {
        if (l->item[k].layer == item->layer && !item_may_be(w->s, &l->item[k], name)) {
            return scan_fail_at(w->s, &item->token,
                                "'%s', which the left side says, is none of its kinds",
                                name_of(&l->item[k]));
        }
    }
    w->steps[item->layer] = true;
    return write_table(w, item->layer, table_next(w->s, name));
}

/* random thing */
static bool write_random(struct writing *w, const struct becomes *b)
{
    int32_t n = b->item.name->count;
    struct pattern_choice *choices =
        pattern_take(w->s->source->memory, (size_t)n, sizeof *choices);
    for (int32_t i = 0; choices != NULL && i < n; i++) {
        choices[i] = (struct pattern_choice){i + 1, b->item.name->value[i].layer,
                                             b->item.name->value[i].value, 0};
    }
    return choices != NULL && add_write(w, (struct pattern_write){.what = PATTERN_CHOOSE,
                                                                  .choice = choices,
                                                                  .choices = n,
                                                                  .total = n});
}

/* What is mine or theirs, a slot, or a kind */
static bool write_kind(struct writing *w, const struct item *item)
{
    const struct scan *s = w->s;
    struct pattern_write write = {
        .what = PATTERN_PUT, .layer = (uint8_t)item->layer, .values = 1};
    if (item->name != NULL) {
        write.value = keep_bytes(s, &item->name->value[0].value, 1);
        return write.value != NULL && add_write(w, write);
    }
    int32_t n = item_variants(s, item);
    unsigned char *values = pattern_take(s->source->memory, (size_t)n, 1);
    for (int32_t k = 0; values != NULL && k < n; k++)
        values[k] = item_values(s, item, k)->value[0].value;
    write.value = values;
    write.values = n;
    write.what = is_slot(item) ? PATTERN_SLOT : PATTERN_PLAYER;
    write.min = 1;
    if (write.what == PATTERN_SLOT) {
        write.slot = (uint8_t)(SYMBOL_SLOT - item->symbol);
        write.min = s->source->form->slot[write.slot].min;
    }
    return values != NULL && add_write(w, write);
}

/* no thing: in each of its layers that no other word sets */
static bool write_no(struct writing *w, const struct item *item)
{
    if (item->name == NULL || is_called(item) ||
        (item->name->is == PATTERN_KIND && item->name->count != 1)) {
        return scan_fail_at(w->s, &item->token, "'no' wants a kind or a group here", "");
    }
    for (int32_t layer = 0; layer < w->s->source->names->layers; layer++) {
        struct item here = *item;
        unsigned char table[256];
        int32_t blank = -1;
        for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
        here.layer = layer;
        for (int32_t i = 0; i < item->name->count; i++) {
            if (item->name->value[i].layer != layer) continue;
            if (w->steps[layer]) {
                return scan_fail_at(w->s, &item->token,
                                    "'no' and 'next' cannot mean one layer", "");
            }
            if (w->set[layer]) break;
            if (blank < 0 && !find_blank(w, &here, &blank)) return false;
            table[item->name->value[i].value] = (unsigned char)blank;
        }
        if (blank < 0) continue;
        if (!write_table(w, layer, keep_bytes(w->s, table, 256))) return false;
    }
    return true;
}

/* Whether the left cell's item is what the symbol means. */
static bool means(const struct item *item, int32_t symbol)
{
    return item->symbol == symbol || item->called == symbol;
}

static bool has_item(const struct left *l, int32_t symbol)
{
    for (int32_t k = 0; k < l->items; k++) {
        if (means(&l->item[k], symbol)) return true;
    }
    return false;
}

/* Whether the right cell names the left one's item, which stays, or comes. */
static bool stays(const struct right *r, const struct item *item)
{
    for (int32_t k = 0; k < r->count; k++) {
        const struct becomes *b = &r->becomes[k];
        const bool other = b->no || b->random || b->next || b->turn == TURN_LIKE;
        if (!other && means(item, b->item.symbol)) return true;
    }
    return false;
}

/* Which layers the words of the right cell set. */
static bool note_layers(struct writing *w, const struct right *r)
{
    for (int32_t k = 0; k < r->count; k++) {
        const struct becomes *b = &r->becomes[k];
        if (b->no || b->item.layer < 0) continue;
        if (!set_layer(w, b->item.layer, &b->item.token)) return false;
    }
    return true;
}

/* Whether the right side names it in some cell. */
static bool is_named(const struct rights *rights, const struct item *item)
{
    for (int32_t i = 0; i < rights->count; i++) {
        if (stays(&rights->at[i], item)) return true;
    }
    return false;
}

/* Whether the item of the left cell is gone afterwards. */
static bool goes_away(const struct writing *w, const struct item *item,
                      const struct right *r)
{
    if (stays(r, item)) return false;
    return !item->group || (item->layer >= 0 && is_named(w->rights, item));
}

/* Whether a word of the cell may put a kind, by chance, into a layer that it does not put one
 * into for certain. */
static bool may_choose(const struct right *r, int32_t layer)
{
    for (int32_t i = 0; i < r->choices; i++) {
        if (r->choice[i].layer == layer) return true;
    }
    for (int32_t k = 0; k < r->count; k++) {
        const struct pattern_name *name =
            r->becomes[k].random ? r->becomes[k].item.name : NULL;
        for (int32_t i = 0; name != NULL && i < name->count; i++) {
            if (name->value[i].layer == layer) return true;
        }
    }
    return false;
}

/* Whether each choice of the cell is a kind of this layer. */
static bool chooses_always(const struct right *r, int32_t layer)
{
    int32_t i = 0;
    while (i < r->choices && r->choice[i].layer == layer) i++;
    return r->choices > 0 && i == r->choices;
}

static bool write_choices(struct writing *w, const struct right *r)
{
    struct pattern_choice *kept =
        pattern_take(w->s->source->memory, (size_t)r->choices, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, r->choice, (size_t)r->choices * sizeof *kept);
    return add_write(w, (struct pattern_write){.what = PATTERN_CHOOSE,
                                               .choice = kept,
                                               .choices = r->choices,
                                               .total = r->total,
                                               .shares = r->shares});
}

/* Whether a piece of the player comes to the board, which the left side has not found: of those that
 * have headings one that looks up, or the way of the first of its kinds. */
static bool appears(const struct writing *w, const struct becomes *b)
{
    bool straight, found = false;
    for (int32_t i = 0; i < w->lefts->count; i++)
        found = found || has_item(&w->lefts->at[i], b->item.symbol);
    return b->item.own != NULL && !b->item.theirs && b->turn == TURN_NONE && !found &&
           check_turn(w->s, &b->item, &straight);
}

/* Makes the writes where the left side has the cell l and the right side r. */
static bool make_writes(struct writing *w, const struct left *l, const struct right *r)
{
    if (!note_layers(w, r)) return false;
    /* First, since they read what is there. */
    for (int32_t k = 0; k < r->count; k++) {
        const struct becomes *b = &r->becomes[k];
        if (b->next && !write_next(w, l, &b->item)) return false;
    }
    for (int32_t k = 0; k < r->count; k++) {
        const struct becomes *b = &r->becomes[k];
        if (b->next) continue;
        bool here = has_item(l, b->item.symbol);
        if (b->no) {
            if (!write_no(w, &b->item)) return false;
        } else if (b->random) {
            if (!write_random(w, b)) return false;
        } else if (b->item.several && !appears(w, b)) {
            if (!write_found(w, b, here)) return false;
        } else if (!here) {
            if (!write_kind(w, &b->item)) return false;
        }
    }
    if (r->choices > 0 && !write_choices(w, r)) return false;
    for (int32_t k = 0; k < l->items; k++) {
        const struct item *item = &l->item[k];
        if (!goes_away(w, item, r) || w->set[item->layer]) continue;
        if (chooses_always(r, item->layer)) continue;
        if (!put_blank(w, item)) return false;
        if (may_choose(r, item->layer)) w->write[w->count - 1].what = PATTERN_UNCHOSEN;
    }
    return true;
}

static bool keep_writes(const struct writing *w, struct pattern_writes *out)
{
    struct pattern_write *kept = pattern_take(
        w->s->source->memory, (size_t)(w->count > 0 ? w->count : 1), sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, w->write, (size_t)w->count * sizeof *kept);
    *out = (struct pattern_writes){kept, w->count};
    return true;
}

/* ---- whether a rule changes something ---- */

/* Whether the write makes another value of each that the test lets pass. */
static bool excludes(const struct pattern_test *t, const struct pattern_write *w)
{
    for (int32_t i = 0; i < t->masks; i++) {
        for (int32_t k = 0; k < w->values; k++) {
            const bool stays = w->what != PATTERN_TURN || w->value[k] == k;
            if (stays && kinds_has(&t->mask[i].kinds, w->value[k])) return false;
        }
    }
    return true;
}

/* Whether this write surely changes a cell that fits. */
static bool surely_changes(const struct pattern_cell *cell, const struct pattern_write *w)
{
    bool always = w->what == PATTERN_PUT || w->what == PATTERN_PLAYER ||
                  w->what == PATTERN_SLOT || w->what == PATTERN_TURN;
    if (cell->outside || !always) return false;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        bool other = false;
        for (int32_t k = 0; k < a->tests && !other; k++) {
            const struct pattern_test *t = &a->test[k];
            other = t->layer == w->layer && t->by < PATTERN_BY_SAME && excludes(t, w);
        }
        if (!other) return false;
    }
    return true;
}

bool compile_writes(const struct scan *s, const struct lefts *lefts, int32_t i,
                    const struct rights *rights, int32_t k, struct pattern *p,
                    struct pattern_writes *out, bool *changes)
{
    const struct left *l = &lefts->at[i];
    struct writing w = {.s = s, .lefts = lefts, .rights = rights, .pattern = p};
    w.right = &rights->at[k];
    if (!make_writes(&w, l, w.right) || !keep_writes(&w, out)) return false;
    for (int32_t x = 0; x < w.count; x++) {
        if (surely_changes(l->cell, &w.write[x])) *changes = true;
    }
    return true;
}
