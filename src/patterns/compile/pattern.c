/*
 * Compiling patterns: the words in front, then the left side, then the right side
 * (right_side.c).
 */
#include "scan.h"

/* ---- directions ---- */

static void note_headings(const struct pattern_name *name, unsigned char heading[256])
{
    for (int32_t i = 0; i < name->count; i++)
        heading[name->value[i].value] =
            (unsigned char)((int32_t)name->heading + i % GRID_SIDES);
}

/* "ahead of mine", "ahead of my tail": facing groups of each player. */
static bool read_relative_mine(struct scan *s, struct pattern *p)
{
    const struct pattern_names *names = s->source->names;
    const struct token at = s->token;
    struct item item;
    unsigned char *heading = pattern_take(s->source->memory, 256, 1);
    if (heading == NULL || !compile_item(s, &item)) return false;
    memset(heading, GRID_DIRECTIONS, 256);
    for (int32_t k = 0; k < names->players; k++) {
        const struct pattern_name *name = heading_pieces(names, &item.own[k]);
        if (name == NULL)
            return scan_fail_at(s, &at,
                                item.symbol == SYMBOL_MINE
                                    ? "the pieces of the players have no headings"
                                    : "'%s' is no group with headings",
                                item.whole == NULL ? "" : item.whole->name);
        note_headings(name, heading);
    }
    p->heading = heading;
    p->heading_layer = (uint8_t)item.layer;
    return true;
}

/* "ahead of fly" */
static bool read_relative(struct scan *s, struct pattern *p, enum pattern_relative way)
{
    const struct pattern_name *name = scan_name(s);
    p->relative = way;
    if (scan_is(s, WORD_MINE) || scan_is(s, WORD_MY)) return read_relative_mine(s, p);
    if (s->token.type != TOKEN_NAME) {
        return scan_fail(s, "expected the name of a group with headings, got '%s'");
    }
    if (name == NULL)
        return scan_unknown(s, PATTERN_EXPECT_CELL, "there is no group '%s'");
    if (!name->facing) return scan_fail(s, "'%s' is no group with headings");
    unsigned char *heading = pattern_take(s->source->memory, 256, 1);
    if (heading == NULL) return false;
    memset(heading, GRID_DIRECTIONS, 256);
    note_headings(name, heading);
    p->heading = heading;
    p->heading_layer = name->value[0].layer;
    scan_next(s);
    return true;
}

static bool read_directions(struct scan *s, struct pattern *p)
{
    static const struct {
        enum pattern_word word;
        bool of;
        enum pattern_relative way;
    } ways[] = {{WORD_AHEAD, true, PATTERN_AHEAD},
                {WORD_BEHIND, false, PATTERN_BEHIND},
                {WORD_LEFT, true, PATTERN_LEFT},
                {WORD_RIGHT, true, PATTERN_RIGHT}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct scan ahead = *s;
        if (!scan_take(&ahead, ways[i].word)) continue;
        if (ways[i].of && !scan_take(&ahead, WORD_OF)) {
            if (ways[i].way != PATTERN_AHEAD) break;
            *s = ahead;
            return scan_fail(s, "expected 'of' after 'ahead', got '%s'");
        }
        *s = ahead;
        return read_relative(s, p, ways[i].way);
    }
    if (s->token.type == TOKEN_SLOT) {
        if (!scan_reads(s, "<direction>")) {
            return scan_fail(s,
                             "'%s': the direction that the action names is <direction>");
        }
        p->given = true;
        scan_next(s);
        return true;
    }
    do {
        if (compile_direction(s, p)) continue;
        if (s->token.type != TOKEN_NAME) {
            return scan_fail(s, "expected a direction or '[', got '%s'");
        }
        return refuse_direction(s);
    } while (scan_take(s, WORD_OR));
    return true;
}

/* ---- the words in front ---- */

static bool is_pick(const struct scan *s)
{
    return scan_is(s, WORD_FIRST) || scan_is(s, WORD_EACH) || scan_is(s, WORD_RANDOM);
}

/* The pick at hand stands in the wrong place, or has none. */
static bool refuse_pick(const struct scan *s)
{
    return scan_fail(s, s->source->looks
                            ? "a condition asks about the whole board: leave '%s' out"
                        : s->source->sweep ? "a sweep visits each cell: leave '%s' out"
                                           : "'%s' stands in front of the direction");
}

static bool read_pick(struct scan *s, struct pattern *p)
{
    static const enum pattern_word picks[] = {WORD_FIRST, WORD_EACH, WORD_RANDOM};
    int found = -1;
    if (is_pick(s) && (s->source->looks || s->source->sweep)) return refuse_pick(s);
    for (int i = 0; i < 3 && found < 0; i++) {
        if (scan_take(s, picks[i])) found = i;
    }
    if (found >= 0) p->pick = (enum pattern_pick)(PATTERN_FIRST + found);
    if (found < 0 && s->source->step) {
        return scan_unknown(s, PATTERN_EXPECT_DIRECTION,
                            "begin with each, first or random: where is it to be "
                            "carried out?");
    }
    return !is_pick(s) || scan_fail(s, "'%s': one such word is enough");
}

/* ---- the left side ---- */

static bool read_lefts(struct scan *s, struct lefts *lefts, struct pattern_cell *cells,
                       struct pattern *p)
{
    int32_t cols = 0;
    p->rows = 1;
    lefts->count = 0;
    if (is_pick(s)) return refuse_pick(s);
    if (s->token.type != TOKEN_OPEN) {
        return scan_fail(s, p->directions > 0 ? "expected 'or' or '[', got '%s'"
                                              : "expected '[', got '%s'");
    }
    do {
        if (s->token.type == TOKEN_SLASH) {
            if (p->rows++ == 1) p->cols = cols;
            if (cols != p->cols) return scan_fail(s, "the rows have different lengths");
            cols = 0;
        }
        if (lefts->count == PATTERN_CELLS_MAX) {
            return scan_fail(s, "a side has at most 64 cells");
        }
        scan_next(s);
        struct left *left = &lefts->at[lefts->count];
        left->cell = &cells[lefts->count];
        left->items = 0;
        if (!compile_left(s, lefts, left)) return false;
        if (left->cell->least > 0) p->runs = true;
        if (left->cell->most > 0) p->limited = true;
        lefts->count++;
        cols++;
    } while (s->token.type == TOKEN_BAR || s->token.type == TOKEN_SLASH);
    if (p->rows > 1 && cols != p->cols) {
        return scan_fail(s, "the rows have different lengths");
    }
    p->cols = cols;
    p->cells = lefts->count;
    if (scan_is(s, WORD_AND))
        return scan_fail(s, "in a cell a blank means '%s': leave it out");
    if (s->token.type != TOKEN_CLOSE)
        return scan_fail(s, "expected '|' or ']', got '%s'");
    scan_next(s);
    return true;
}

static bool keep_cells(struct scan *s, const struct lefts *lefts,
                       const struct pattern_cell *cells, struct pattern *p)
{
    struct pattern_cell *kept =
        pattern_take(s->source->memory, (size_t)p->cells, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, cells, (size_t)p->cells * sizeof *kept);
    for (int32_t i = 0; i < p->cells; i++) {
        const struct left *l = &lefts->at[i];
        struct pattern_item *named =
            pattern_take(s->source->memory, 2 * (size_t)l->items + 1, sizeof *named);
        if (named == NULL) return false;
        kept[i].named = named;
        for (int32_t k = 0; k < l->items; k++) {
            if (l->item[k].layer < 0) continue;
            const uint8_t layer = (uint8_t)l->item[k].layer;
            named[kept[i].names++] =
                (struct pattern_item){l->item[k].symbol, layer, l->item[k].group};
            if (l->item[k].called == SYMBOL_OTHER) continue;
            named[kept[i].names++] =
                (struct pattern_item){l->item[k].called, layer, true};
        }
    }
    p->cell = kept;
    p->around = pattern_reach(p);
    p->inside = true;
    for (int32_t i = 0; i < p->cells; i++) p->inside = p->inside && !kept[i].outside;
    return true;
}

/* The anchor is the first cell that says something and lies on the board for sure; or else the
 * first one that may lie there. */
static bool choose_anchor(struct scan *s, struct pattern *p, const struct lefts *lefts)
{
    for (int32_t i = 0; i < p->cells; i++) {
        p->anchor = i;
        if (p->cell[i].length > 0 && !p->cell[i].outside) return true;
    }
    for (int32_t i = 0; i < p->cells; i++) {
        p->anchor = i;
        if (p->cell[i].alternatives > 0) return true;
    }
    return scan_fail_at(s, &lefts->at[0].token, "no cell of the pattern is on the board",
                        "");
}

/* ---- what goes with what ---- */

/* `way`: the action's slot that names its direction, or -1. */
static bool may_be_diagonal(const struct scan *s, const struct pattern *p, int32_t way)
{
    const struct pattern_source *source = s->source;
    for (int32_t i = 0; i < p->directions; i++) {
        if (p->direction[i] >= GRID_SIDES) return true;
    }
    if (!p->given || source->form == NULL || way < 0) return false;
    return pattern_slants(source->names->game, &source->form->slot[way],
                          &source->means[way]);
}

/* Whether the anchor's cell may hold a kind with a heading. */
static bool may_head(const struct pattern *p)
{
    const struct pattern_cell *cell = &p->cell[p->anchor];
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        bool may = true;
        for (int32_t k = 0; k < a->tests; k++) {
            const struct pattern_test *t = &a->test[k];
            if (t->by != PATTERN_BY_VALUE || t->layer != p->heading_layer) continue;
            int v = 0;
            while (v < 256 && (p->heading[v] == GRID_DIRECTIONS ||
                               !kinds_has(&t->mask[0].kinds, v))) {
                v++;
            }
            may = v < 256;
        }
        if (may) return true;
    }
    return false;
}

static bool settle_directions(struct scan *s, struct pattern *p,
                              const struct lefts *lefts, const struct token *front)
{
    struct pattern_form form = {.direction = -1};
    bool single = p->cells == 1 && !p->runs;
    bool said = p->directions > 0 || p->relative != PATTERN_FIXED || p->given;
    if (s->source->form != NULL) {
        pattern_form_slots(s->source->names, s->source->form, &form);
    }
    if (p->given && form.direction < 0) {
        return scan_fail_at(
            s, front,
            s->source->form == NULL
                ? "this belongs to no action that names a direction: say which"
            : pattern_has_directions(s->source->names, s->source->form)
                ? "the action names several directions: say which"
                : "there is no action that names a direction",
            "");
    }
    if (single && p->relative == PATTERN_FIXED) {
        p->given = false;
        p->directions = 0;
        pattern_add_direction(p, GRID_RIGHT);
    } else if (!said && form.direction >= 0) {
        p->given = true;
    } else if (!said && p->rows > 1) {
        pattern_add_direction(p, GRID_RIGHT);
    } else if (!said) {
        compile_no_direction(s, p);
    }
    if (p->relative != PATTERN_FIXED && !may_head(p)) {
        return scan_fail_at(s, &lefts->at[p->anchor].token,
                            "the first cell must name the piece whose heading is meant",
                            "");
    }
    if (p->rows > 1 && p->runs) {
        return scan_fail_at(s, front, "a pattern with a run has one row", "");
    }
    if (p->rows > 1 && s->source->names->hexagons) {
        return scan_fail_at(s, front, "a pattern on hexagons has one row", "");
    }
    if (p->rows > 1 && may_be_diagonal(s, p, form.direction)) {
        return scan_fail_at(s, front, "a pattern with several rows cannot lie diagonally",
                            "");
    }
    return true;
}

static bool check_every(const struct scan *s, const struct pattern *p,
                        const struct token *every)
{
    if (!p->every) return true;
    if (s->source->looks) {
        return scan_fail_at(
            s, every, "'every' is for rules that change something: leave it out", "");
    }
    if (p->pick == PATTERN_RANDOM) {
        return scan_fail_at(s, every, "'random' draws one direction: leave 'every' out",
                            "");
    }
    return (!p->given && p->directions > 1) ||
           scan_fail_at(s, every, "'every' wants several directions", "");
}

/* Whether a cell compares with another one of the pattern. */
static bool compares(const struct pattern_cell *cell)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        for (int32_t k = 0; k < cell->alternative[i].tests; k++) {
            if (cell->alternative[i].test[k].by == PATTERN_BY_SAME) return true;
        }
    }
    return false;
}

/* Adds the spots of a cell that lies so in this direction. */
static void add_spots(struct pattern *p, struct pattern_spot *spots, int32_t i,
                      enum direction d)
{
    const struct pattern_cell *cell = &p->cell[i];
    const struct place at = pattern_cell_place(p, i, d);
    const int32_t n = i == p->anchor ? 0 : pattern_spots_of(cell);
    const bool by_value =
        cell->tests > 0 && cell->test[0].by == PATTERN_BY_VALUE && n == cell->tests;
    for (int32_t k = 0; k < n; k++) {
        spots[p->spots++] =
            (struct pattern_spot){.row = (int16_t)at.row,
                                  .col = (int16_t)at.col,
                                  .layer = by_value ? cell->test[k].layer : 0,
                                  .kinds = by_value ? &cell->test[k].mask->kinds : NULL,
                                  .cell = cell};
    }
}

/* Prepares a pattern for being asked whether it fits without saying where its cells lie. */
static bool prepare_spots(struct pattern_memory *memory, struct pattern *p)
{
    int32_t most = 0;
    for (int32_t i = 0; i < p->cells; i++) {
        if (compares(&p->cell[i])) return true;
        most += pattern_spots_of(&p->cell[i]);
    }
    bool fixed = !p->given && p->relative == PATTERN_FIXED;
    for (int32_t n = 0; n < (fixed ? p->directions : GRID_DIRECTIONS); n++) {
        enum direction d = fixed ? p->direction[n] : (enum direction)n;
        struct pattern_spot *spots =
            pattern_take(memory, (size_t)(most > 0 ? most : 1), sizeof *spots);
        if (spots == NULL) return false;
        p->spots = 0;
        for (int32_t i = 0; i < p->cells; i++) add_spots(p, spots, i, d);
        p->spot[d] = spots;
        if (fixed && p->directions == 1 && p->spots > 0) p->first = spots;
    }
    return true;
}

bool pattern_compile_pattern(const struct pattern_source *source, struct pattern *p)
{
    struct lefts lefts;
    struct pattern_cell cells[PATTERN_CELLS_MAX];
    struct scan s;
    memset(cells, 0, sizeof cells);
    memset(p, 0, sizeof *p);
    scan_begin(&s, source);
    p->text = source->text;
    if (!read_pick(&s, p)) return false;
    const struct token every = s.token;
    p->every = scan_take(&s, WORD_EVERY);
    if (p->every && is_pick(&s)) return refuse_pick(&s);
    const struct token front = s.token;
    if (s.token.type != TOKEN_OPEN && !read_directions(&s, p)) return false;
    if (!read_lefts(&s, &lefts, cells, p) || !keep_cells(&s, &lefts, cells, p) ||
        !choose_anchor(&s, p, &lefts))
        return false;
    if (!source->looks && !check_fits(&s, p, &lefts)) return false;
    if (!settle_directions(&s, p, &lefts, &front) || !check_every(&s, p, &every))
        return false;
    if (!source->looks && s.token.type != TOKEN_ARROW) {
        return scan_fail(&s, "expected '->', got '%s'");
    }
    if (s.token.type == TOKEN_ARROW && !compile_right(&s, &lefts, p)) return false;
    if (p->every)
        p->changes = false; /* one direction may take back what another one did */
    p->plain = pattern_is_plain(p);
    p->pushes = pattern_is_pusher(p);
    if (s.token.type != TOKEN_END) return scan_fail(&s, "expected the end, got '%s'");
    return p->runs || prepare_spots(source->memory, p);
}
