/*
 * Compiling the right side of a rule: what is written into each cell that the left side
 * found.
 */
#include "rules_scan.h"

enum { WRITES_MAX = 2 * ITEMS_MAX };

enum turn { TURN_NONE, TURN_LEFT, TURN_RIGHT, TURN_BACK };

/* A word of a right cell. */
struct becomes {
    struct item item;
    bool no, random;
    enum turn turn;
};

struct right {
    struct token token;
    int32_t least; /* of a run; 0: one cell */
    struct becomes becomes[ITEMS_MAX];
    int32_t count;
    struct rules_choice choice[ITEMS_MAX]; /* instead, if the cell says `or` */
    struct token choice_at[ITEMS_MAX];
    int32_t choices;
};

struct rights {
    struct right at[RULES_CELLS_MAX];
    int32_t count, rows, cols;
};

/* ---- reading ---- */

static bool ends_cell(const struct scan *s)
{
    enum token_type t = s->token.type;
    return t == TOKEN_BAR || t == TOKEN_SLASH || t == TOKEN_CLOSE || t == TOKEN_END;
}

static bool read_turn(struct scan *s, struct becomes *b)
{
    static const char *const ways[] = {"", "left", "right", "back"};
    if (!scan_take(s, "turned")) return true;
    if (b->item.name == NULL || !b->item.name->facing) {
        return scan_fail_at(s, &b->item.token, "only a group with headings can be turned",
                            "");
    }
    for (int i = TURN_LEFT; i <= TURN_BACK; i++) {
        if (!scan_take(s, ways[i])) continue;
        b->turn = (enum turn)i;
        return true;
    }
    return scan_fail(s, "expected left, right or back after 'turned', got '%s'");
}

static bool read_word(struct scan *s, struct right *r)
{
    struct becomes b = {.turn = TURN_NONE};
    b.no = scan_take(s, "no");
    b.random = !b.no && scan_take(s, "random");
    if (scan_is(s, "edge") || scan_is(s, "same") || s->token.type == TOKEN_QUESTION) {
        return scan_fail(s, "'%s' cannot stand on the right side");
    }
    if (!compile_item(s, &b.item) || !read_turn(s, &b)) return false;
    if (b.random && !b.item.group) {
        return scan_fail_at(s, &b.item.token, "'random' wants a group", "");
    }
    if (r->count == ITEMS_MAX) return scan_fail(s, "the cell has too many words");
    r->becomes[r->count++] = b;
    return true;
}

/* Whether the cell at hand is a list of choices: gem 90% or box 10% */
static bool has_choices(const struct scan *s)
{
    struct scan ahead = *s;
    for (; !ends_cell(&ahead); scan_next(&ahead)) {
        if (scan_is(&ahead, "or") || ahead.token.type == TOKEN_PERCENT) return true;
    }
    return false;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* Turns percentages into the upper ends of draws: 90% and 10% into 9 and 10. */
static bool finish_choices(const struct scan *s, struct right *r, int32_t percents)
{
    int64_t divisor = 0, sum = 0;
    if (percents > 0 && percents < r->choices) {
        return scan_fail_at(s, &r->token, "some of the choices have no percentage", "");
    }
    for (int32_t i = 0; i < r->choices; i++) {
        if (percents == 0) r->choice[i].upto = 1;
        divisor = common_divisor(divisor, r->choice[i].upto);
        sum += r->choice[i].upto;
    }
    if (percents > 0 && sum != 100) {
        return scan_fail_at(s, &r->token, "the percentages are not 100 in all", "");
    }
    int64_t upto = 0;
    for (int32_t i = 0; i < r->choices; i++) {
        upto += r->choice[i].upto / divisor;
        r->choice[i].upto = upto;
    }
    return true;
}

static bool read_choices(struct scan *s, struct right *r)
{
    int32_t percents = 0;
    do {
        struct item item;
        if (r->choices == ITEMS_MAX) return scan_fail(s, "the cell has too many choices");
        if (scan_is(s, "no") || scan_is(s, "random")) {
            return scan_fail(s, "'%s' cannot stand in a cell with 'or' or percentages");
        }
        if (s->token.type == TOKEN_PERCENT) {
            return scan_fail(s, "'%s': a percentage stands behind its kind");
        }
        if (!compile_item(s, &item)) return false;
        if (item.name == NULL || item.group) {
            return scan_fail_at(s, &item.token, "a choice is the name of one kind", "");
        }
        struct rules_choice *choice = &r->choice[r->choices];
        r->choice_at[r->choices++] = item.token;
        *choice = (struct rules_choice){1, item.name->value[0].layer,
                                        item.name->value[0].value};
        if (s->token.type != TOKEN_PERCENT) continue;
        percents++;
        choice->upto = s->token.number;
        if (choice->upto < 1 || choice->upto > 100) {
            return scan_fail(s, "'%s': expected 1% to 100%");
        }
        scan_next(s);
    } while (scan_take(s, "or"));
    if (s->token.type == TOKEN_NUMBER) {
        return scan_fail(s, "expected 'or' or a percentage such as 50%, got '%s'");
    }
    if (!ends_cell(s)) return scan_fail(s, "expected 'or', got '%s'");
    return finish_choices(s, r, percents);
}

static bool read_cell(struct scan *s, struct right *r)
{
    memset(r, 0, sizeof *r);
    r->token = s->token;
    if (s->token.type == TOKEN_RUN) {
        if (s->token.number < 1 || s->token.number > LUA_GAME_SIDE_MAX) {
            return scan_fail(s, "'%s': a run begins with 1+ to 2000+");
        }
        r->least = (int32_t)s->token.number;
        scan_next(s);
    }
    if (has_choices(s)) return read_choices(s, r);
    while (!ends_cell(s)) {
        if (!read_word(s, r)) return false;
    }
    return true;
}

static bool read_rights(struct scan *s, struct rights *rights)
{
    rights->count = rights->cols = 0;
    rights->rows = 1;
    if (s->token.type != TOKEN_OPEN)
        return scan_fail(s, "expected '[' after '->', got '%s'");
    int32_t cols = 0;
    do {
        if (s->token.type == TOKEN_SLASH) {
            if (rights->rows++ == 1) rights->cols = cols;
            if (cols != rights->cols)
                return scan_fail(s, "the rows have different lengths");
            cols = 0;
        }
        if (rights->count == RULES_CELLS_MAX)
            return scan_fail(s, "a side has at most 64 cells");
        scan_next(s);
        if (!read_cell(s, &rights->at[rights->count++])) return false;
        cols++;
    } while (s->token.type == TOKEN_BAR || s->token.type == TOKEN_SLASH);
    if (rights->rows > 1 && cols != rights->cols) {
        return scan_fail(s, "the rows have different lengths");
    }
    rights->cols = cols;
    if (s->token.type != TOKEN_CLOSE)
        return scan_fail(s, "expected '|' or ']', got '%s'");
    scan_next(s);
    return true;
}

/* ---- writes ---- */

/* What is written into a cell, while it is put together. */
struct writing {
    const struct scan *s;
    const struct lefts *lefts;
    const struct rights *rights;
    struct rules_pattern *pattern;
    const struct rules_cell *cell; /* the left one */
    struct rules_write write[WRITES_MAX];
    int32_t count;
    struct token set_by[LUA_GAME_LAYERS_MAX];
    bool set[LUA_GAME_LAYERS_MAX];
};

static bool add_write(struct writing *w, struct rules_write write)
{
    if (w->count == WRITES_MAX) return false;
    w->write[w->count++] = write;
    return true;
}

static const unsigned char *keep_bytes(const struct scan *s, const unsigned char *bytes,
                                       int32_t n)
{
    unsigned char *kept = rules_take(s->source->memory, (size_t)n, 1);
    if (kept != NULL) memcpy(kept, bytes, (size_t)n);
    return kept;
}

/* The layer gets a value; no other word may say another one. */
static bool set_layer(struct writing *w, int32_t layer, const struct token *token)
{
    if (w->set[layer]) {
        return scan_fail_at(w->s, token, "two kinds of one layer cannot be in one cell",
                            "");
    }
    w->set[layer] = true;
    w->set_by[layer] = *token;
    return true;
}

static const char *name_of(const struct item *item)
{
    if (item->name != NULL) return item->name->name;
    return item->symbol == SYMBOL_MINE     ? "mine"
           : item->symbol == SYMBOL_THEIRS ? "theirs"
                                           : "the piece";
}

static bool put_blank(struct writing *w, const struct item *item)
{
    const struct rules_names *names = w->s->source->names;
    int16_t blank = names->blank[item->layer];
    if (blank < 0) {
        return scan_fail_at(w->s, &item->token,
                            "'%s' goes away, but its layer has neither 'nothing' nor "
                            "'empty' to leave there: say on the right what is there",
                            name_of(item));
    }
    const unsigned char byte = (unsigned char)blank;
    const unsigned char *value = keep_bytes(w->s, &byte, 1);
    return value != NULL &&
           add_write(w, (struct rules_write){.what = RULES_PUT,
                                             .layer = (uint8_t)item->layer,
                                             .value = value,
                                             .values = 1});
}

/* The only cell of the left side that names the group; -1 after an error. */
static int32_t bound_cell(const struct scan *s, const struct lefts *lefts,
                          const struct item *item)
{
    int32_t found = -1;
    for (int32_t i = 0; i < lefts->count; i++) {
        const struct left *l = &lefts->at[i];
        for (int32_t k = 0; k < l->items; k++) {
            if (l->item[k].symbol != item->symbol) continue;
            if (l->cell->least > 0) {
                scan_fail_at(s, &item->token,
                             "the right side cannot take '%s' from a run", name_of(item));
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

static const unsigned char *turn_table(const struct scan *s,
                                       const struct rules_name *name, enum turn turn)
{
    /* up, down, left, right: where each comes by a turn */
    static const int left[] = {2, 3, 1, 0}, right[] = {3, 2, 0, 1}, back[] = {1, 0, 3, 2};
    const int *to = turn == TURN_LEFT ? left : turn == TURN_RIGHT ? right : back;
    unsigned char table[256];
    for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
    for (int i = 0; turn != TURN_NONE && i < 4; i++) {
        table[name->value[i].value] = name->value[to[i]].value;
    }
    return keep_bytes(s, table, 256);
}

/* The number of a layer of a cell among what the right side refers to; -1 if there are
 * too many. */
static int32_t note_found(struct rules_pattern *p, int32_t cell, int32_t layer)
{
    int32_t i = 0;
    while (i < p->founds && (p->found[i].cell != cell || p->found[i].layer != layer)) i++;
    if (i == RULES_FOUND_MAX) return -1;
    p->found[i] = (struct rules_found){cell, (uint8_t)layer};
    if (i == p->founds) p->founds++;
    return i;
}

/* A group: what the left side found by it. */
static bool write_found(struct writing *w, const struct becomes *b, bool here)
{
    const struct scan *s = w->s;
    if (b->item.layer < 0) {
        return scan_fail_at(s, &b->item.token, "the kinds of '%s' are in several layers",
                            name_of(&b->item));
    }
    if (here && b->turn == TURN_NONE) return true;
    int32_t cell = bound_cell(s, w->lefts, &b->item);
    if (cell < 0) return false;
    int32_t found = note_found(w->pattern, cell, b->item.layer);
    if (found < 0) {
        return scan_fail_at(s, &b->item.token, "the right side refers to too many groups",
                            "");
    }
    const unsigned char *table = turn_table(s, b->item.name, b->turn);
    return table != NULL &&
           add_write(w, (struct rules_write){.what = RULES_FOUND,
                                             .layer = (uint8_t)b->item.layer,
                                             .slot = (uint8_t)found,
                                             .value = table});
}

/* random thing */
static bool write_random(struct writing *w, const struct becomes *b)
{
    int32_t n = b->item.name->count;
    struct rules_choice *choices =
        rules_take(w->s->source->memory, (size_t)n, sizeof *choices);
    for (int32_t i = 0; choices != NULL && i < n; i++) {
        choices[i] = (struct rules_choice){i + 1, b->item.name->value[i].layer,
                                           b->item.name->value[i].value};
    }
    return choices != NULL && add_write(w, (struct rules_write){.what = RULES_CHOOSE,
                                                                .choice = choices,
                                                                .choices = n,
                                                                .total = n});
}

/* mine, theirs, a slot, or a kind */
static bool write_kind(struct writing *w, const struct item *item)
{
    const struct scan *s = w->s;
    struct rules_write write = {
        .what = RULES_PUT, .layer = (uint8_t)item->layer, .values = 1};
    if (item->name != NULL) {
        write.value = keep_bytes(s, &item->name->value[0].value, 1);
        return write.value != NULL && add_write(w, write);
    }
    int32_t n = item_variants(s, item);
    unsigned char *values = rules_take(s->source->memory, (size_t)n, 1);
    struct item mine = *item;
    if (item->symbol == SYMBOL_THEIRS) mine.symbol = SYMBOL_MINE;
    for (int32_t k = 0; values != NULL && k < n; k++) {
        int32_t of = item->symbol == SYMBOL_THEIRS ? n - 1 - k : k;
        values[k] = item_values(s, &mine, of)->value[0].value;
    }
    write.value = values;
    write.values = n;
    write.what = item->symbol <= SYMBOL_SLOT ? RULES_SLOT : RULES_PLAYER;
    write.min = 1;
    if (write.what == RULES_SLOT) {
        write.slot = (uint8_t)(SYMBOL_SLOT - item->symbol);
        write.min = s->source->form->slot[write.slot].min;
    }
    return values != NULL && add_write(w, write);
}

/* no thing: in each of its layers that no other word sets */
static bool write_no(struct writing *w, const struct item *item)
{
    if (item->name == NULL || (item->name->is == RULES_KIND && item->name->count != 1)) {
        return scan_fail_at(w->s, &item->token, "'no' wants a kind or a group here", "");
    }
    for (int32_t layer = 0; layer < w->s->source->names->layers; layer++) {
        struct rules_mask *mask = rules_take(w->s->source->memory, 1, sizeof *mask);
        bool found = false;
        if (mask == NULL) return false;
        for (int32_t i = 0; i < item->name->count; i++) {
            if (item->name->value[i].layer != layer) continue;
            kinds_add(&mask->kinds, item->name->value[i].value);
            found = true;
        }
        if (!found || w->set[layer]) continue;
        struct item here = *item;
        here.layer = layer;
        if (!put_blank(w, &here)) return false;
        w->write[w->count - 1].what = RULES_CLEAR;
        w->write[w->count - 1].mask = mask;
    }
    return true;
}

static const struct item *find_item(const struct left *l, int32_t symbol)
{
    for (int32_t k = 0; k < l->items; k++) {
        if (l->item[k].symbol == symbol) return &l->item[k];
    }
    return NULL;
}

static bool stays(const struct right *r, int32_t symbol)
{
    for (int32_t k = 0; k < r->count; k++) {
        const struct becomes *b = &r->becomes[k];
        if (!b->no && !b->random && b->item.symbol == symbol) return true;
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
static bool is_named(const struct rights *rights, int32_t symbol)
{
    for (int32_t i = 0; i < rights->count; i++) {
        if (stays(&rights->at[i], symbol)) return true;
    }
    return false;
}

/* Whether the item of the left cell is gone afterwards. */
static bool goes_away(const struct writing *w, const struct item *item,
                      const struct right *r)
{
    if (stays(r, item->symbol)) return false;
    return !item->group || (item->layer >= 0 && is_named(w->rights, item->symbol));
}

/* Whether a word of the cell may put a kind, by chance, into a layer that it does not put one
 * into for certain. */
static bool may_choose(const struct right *r, int32_t layer)
{
    for (int32_t i = 0; i < r->choices; i++) {
        if (r->choice[i].layer == layer) return true;
    }
    for (int32_t k = 0; k < r->count; k++) {
        const struct rules_name *name =
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
    struct rules_choice *kept =
        rules_take(w->s->source->memory, (size_t)r->choices, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, r->choice, (size_t)r->choices * sizeof *kept);
    return add_write(w, (struct rules_write){.what = RULES_CHOOSE,
                                             .choice = kept,
                                             .choices = r->choices,
                                             .total = kept[r->choices - 1].upto});
}

/* What is written where the left side has the cell l and the right side r. */
static bool compile_writes(struct writing *w, const struct left *l, const struct right *r)
{
    w->count = 0;
    w->cell = l->cell;
    memset(w->set, 0, sizeof w->set);
    if (!note_layers(w, r)) return false;
    for (int32_t k = 0; k < r->count; k++) {
        const struct becomes *b = &r->becomes[k];
        bool here = find_item(l, b->item.symbol) != NULL;
        if (b->no) {
            if (!write_no(w, &b->item)) return false;
        } else if (b->random) {
            if (!write_random(w, b)) return false;
        } else if (b->item.several) {
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
        if (may_choose(r, item->layer)) w->write[w->count - 1].what = RULES_UNCHOSEN;
    }
    return true;
}

static bool keep_writes(struct writing *w, struct rules_writes *out)
{
    struct rules_write *kept = rules_take(
        w->s->source->memory, (size_t)(w->count > 0 ? w->count : 1), sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, w->write, (size_t)w->count * sizeof *kept);
    *out = (struct rules_writes){kept, w->count};
    return true;
}

/* ---- whether a rule changes something ---- */

/* Whether no mask of the test has one of the values. */
static bool excludes(const struct rules_test *t, const struct rules_write *w)
{
    for (int32_t i = 0; i < t->masks; i++) {
        for (int32_t k = 0; k < w->values; k++) {
            if (kinds_has(&t->mask[i].kinds, w->value[k])) return false;
        }
    }
    return true;
}

/* Whether this write surely changes a cell that fits. */
static bool surely_changes(const struct rules_cell *cell, const struct rules_write *w)
{
    bool always =
        w->what == RULES_PUT || w->what == RULES_PLAYER || w->what == RULES_SLOT;
    if (cell->outside || !always) return false;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct rules_alternative *a = &cell->alternative[i];
        bool other = false;
        for (int32_t k = 0; k < a->tests && !other; k++) {
            const struct rules_test *t = &a->test[k];
            other = t->layer == w->layer && t->by != RULES_BY_SAME && excludes(t, w);
        }
        if (!other) return false;
    }
    return true;
}

/* ---- the whole side ---- */

static bool check_shape(const struct scan *s, const struct rules_pattern *p,
                        const struct lefts *lefts, const struct rights *rights,
                        const struct token *arrow)
{
    int32_t runs = 0, other = 0, run[RULES_CELLS_MAX];
    if (rights->rows != p->rows || rights->cols != p->cols) {
        bool rows = rights->rows != p->rows;
        int32_t left = rows ? p->rows : p->cols;
        char sizes[80];
        struct text t = text_into(sizes, sizeof sizes);
        text_string(&t, "the left side has ");
        text_number(&t, left);
        text_string(&t, rows ? " row" : " cell");
        text_string(&t, left > 1 ? "s" : "");
        text_string(&t, p->rows > 1 && !rows ? " in a row" : "");
        text_string(&t, ", the right side ");
        text_number(&t, rows ? rights->rows : rights->cols);
        return scan_fail_at(s, arrow, "%s", sizes);
    }
    for (int32_t i = 0; i < lefts->count; i++) {
        if (lefts->at[i].cell->least > 0) run[runs++] = lefts->at[i].cell->least;
    }
    for (int32_t i = 0; i < rights->count; i++) {
        if (rights->at[i].least == 0) continue;
        if (other == runs || run[other] != rights->at[i].least) {
            return scan_fail_at(s, &rights->at[i].token,
                                "the right side must have the runs of the left side", "");
        }
        other++;
    }
    if (other == runs) return true;
    return scan_fail_at(s, arrow, "the right side must have the runs of the left side",
                        "");
}

/* ---- runs ---- */

enum { RUNS_MAX = 4, LENGTHS = 3 };

/* Notes which cells of both sides lie on each other for these lengths of the runs. */
static void meet(const struct lefts *lefts, const struct rights *rights,
                 const int32_t *length, bool *meets)
{
    int32_t n = lefts->count, i = 0, k = 0, left = 0, right = 0, left_run = 0,
            right_run = 0;
    while (i < n && k < n) {
        meets[i * n + k] = true;
        int32_t left_length = lefts->at[i].cell->least > 0 ? length[left_run] : 1;
        int32_t right_length = rights->at[k].least > 0 ? length[right_run] : 1;
        if (++left == left_length) {
            left_run += lefts->at[i++].cell->least > 0;
            left = 0;
        }
        if (++right == right_length) {
            right_run += rights->at[k++].least > 0;
            right = 0;
        }
    }
}

/* Notes which cells of both sides can lie on each other: tries each run at its shortest, a
 * cell longer, and longer than all other cells together. */
static bool find_meetings(const struct scan *s, const struct lefts *lefts,
                          const struct rights *rights, bool *meets)
{
    static const int32_t more[LENGTHS] = {0, 1, RULES_CELLS_MAX};
    int32_t least[RUNS_MAX], runs = 0, tries = 1;
    for (int32_t i = 0; i < lefts->count; i++) {
        if (lefts->at[i].cell->least == 0) continue;
        if (runs == RUNS_MAX) {
            return scan_fail_at(s, &lefts->at[i].token, "a rule has at most 4 runs", "");
        }
        least[runs++] = lefts->at[i].cell->least;
        tries *= LENGTHS;
    }
    for (int32_t number = 0; number < tries; number++) {
        int32_t length[RUNS_MAX] = {0}, rest = number;
        for (int32_t i = 0; i < runs; i++, rest /= LENGTHS) {
            length[i] = least[i] + more[rest % LENGTHS];
        }
        meet(lefts, rights, length, meets);
    }
    return true;
}

static bool keep_right(const struct scan *s, const struct right *from,
                       struct rules_right *to)
{
    struct rules_item *named = rules_take(
        s->source->memory, (size_t)(from->count > 0 ? from->count : 1), sizeof *named);
    if (named == NULL) return false;
    to->run = from->least > 0;
    to->named = named;
    for (int32_t k = 0; k < from->count; k++) {
        const struct becomes *b = &from->becomes[k];
        if (b->no || b->random || b->item.layer < 0) continue;
        named[to->names++] =
            (struct rules_item){b->item.symbol, (uint8_t)b->item.layer, b->item.group};
    }
    return true;
}

bool compile_right(struct scan *s, const struct lefts *lefts, struct rules_pattern *p)
{
    struct rights rights;
    struct token arrow = s->token;
    scan_next(s);
    if (!read_rights(s, &rights)) return false;
    if (!check_shape(s, p, lefts, &rights, &arrow)) return false;
    int32_t n = p->cells, pairs = p->runs ? n * n : n;
    struct rules_right *right = rules_take(s->source->memory, (size_t)n, sizeof *right);
    struct rules_writes *writes =
        rules_take(s->source->memory, (size_t)pairs, sizeof *writes);
    if (right == NULL || writes == NULL) return false;
    bool *meets = rules_take(s->source->memory, (size_t)n * (size_t)n, sizeof *meets);
    if (meets == NULL || (p->runs && !find_meetings(s, lefts, &rights, meets)))
        return false;
    struct writing w = {.s = s, .lefts = lefts, .rights = &rights, .pattern = p};
    for (int32_t k = 0; k < pairs; k++) {
        int32_t i = p->runs ? k / n : k, j = p->runs ? k % n : k;
        if (p->runs && !meets[k]) continue;
        if (!compile_writes(&w, &lefts->at[i], &rights.at[j])) return false;
        if (!keep_writes(&w, &writes[k])) return false;
        /* with runs, the first and the last cells of both sides lie on each other */
        bool meet = !p->runs || (i == j && (i == 0 || i == n - 1));
        for (int32_t x = 0; meet && x < w.count; x++) {
            if (surely_changes(w.cell, &w.write[x])) p->changes = true;
        }
    }
    for (int32_t i = 0; i < n; i++) {
        if (!keep_right(s, &rights.at[i], &right[i])) return false;
    }
    p->right = right;
    p->writes = writes;
    p->rewrites = true;
    return true;
}
