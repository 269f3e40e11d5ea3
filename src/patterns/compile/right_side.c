/*
 * Compiling the right side of a rule: reading its cells, and which of them lie on which
 * cells of the left side. What is written there says writes.c.
 */
#include "right_side.h"

/* ---- reading ---- */

bool compile_ends_right(const struct scan *s)
{
    enum token_type t = s->token.type;
    return t == TOKEN_BAR || t == TOKEN_SLASH || t == TOKEN_CLOSE || t == TOKEN_END;
}

static bool read_turn(struct scan *s, struct becomes *b)
{
    static const enum pattern_word ways[] = {WORD_NONE, WORD_LEFT, WORD_RIGHT, WORD_BACK};
    if (!scan_take(s, WORD_TURNED)) return true;
    bool straight;
    if (!check_turn(s, &b->item, &straight)) {
        return scan_fail_at(s, &b->item.token, "only a group with headings can be turned",
                            "");
    }
    for (int i = TURN_LEFT; i <= TURN_BACK; i++) {
        if (straight && i != TURN_BACK && scan_is(s, ways[i]))
            return scan_fail(s, "of two headings none is to the %s: say turned back");
        if (!scan_take(s, ways[i])) continue;
        b->turn = (enum turn)i;
        return true;
    }
    return scan_fail(s, "expected left, right or back after 'turned', got '%s'");
}

/* Whether the item is a group whose order an author has written down. */
static bool has_next(const struct item *item)
{
    return item->name != NULL && item->name->is == PATTERN_GROUP && !item->name->facing;
}

/* The names of groups whose kinds stand for each other, one by one. */
static bool are_alike(const struct pattern_name *a, const struct pattern_name *b)
{
    return a->count == b->count && a->facing == b->facing && a->heading == b->heading;
}

/* "like h", behind a group */
static bool read_like(struct scan *s, struct becomes *b)
{
    const struct item *item = &b->item;
    if (!scan_take(s, WORD_LIKE)) return true;
    if (item->name == NULL || item->name->is != PATTERN_GROUP || is_called(item) ||
        b->no || b->random || b->next || b->turn != TURN_NONE) {
        return scan_fail_at(s, &item->token, "before 'like' stands a group alone", "");
    }
    if (s->token.type != TOKEN_NAME)
        return scan_fail(s, "expected the name of a piece after 'like', got '%s'");
    const struct item *found = find_called(s, s->lefts->at, s->lefts->count);
    if (found == NULL)
        return scan_fail(s, "the left side calls no piece '%s': say 'as' there");
    if (found->whole == NULL || !are_alike(found->whole, item->name)) {
        return scan_fail(s, "'%s' is of no group with as many kinds in the same order");
    }
    b->turn = TURN_LIKE;
    return compile_item(s, &b->like);
}

static bool read_word(struct scan *s, struct right *r)
{
    struct becomes b = {.turn = TURN_NONE};
    b.no = scan_take(s, WORD_NO);
    b.random = !b.no && scan_take(s, WORD_RANDOM);
    b.next = !b.no && !b.random && scan_take(s, WORD_NEXT);
    if (scan_is(s, WORD_EDGE) || scan_is(s, WORD_SAME) || scan_is(s, WORD_NEAR) ||
        scan_is(s, WORD_WAY) || s->token.type == TOKEN_QUESTION) {
        return scan_fail(s, "'%s' cannot stand on the right side");
    }
    if (scan_is(s, WORD_LIKE)) return scan_fail(s, "'%s' wants a group in front");
    if (!compile_item(s, &b.item) || !read_turn(s, &b) || !read_like(s, &b)) return false;
    if (b.random && (!b.item.group || is_called(&b.item))) {
        return scan_fail_at(s, &b.item.token, "'random' wants a group", "");
    }
    if (b.next && !has_next(&b.item)) {
        return scan_fail_at(s, &b.item.token, "'next' wants a group that is a list", "");
    }
    if (b.next && is_called(&b.item)) {
        b.next = false;
        b.turn = TURN_NEXT;
    }
    if (r->count == ITEMS_MAX) return scan_fail(s, "the cell has too many words");
    r->becomes[r->count++] = b;
    return true;
}

static bool read_cell(struct scan *s, struct right *r)
{
    memset(r, 0, sizeof *r);
    r->token = s->token;
    if (!compile_run(s, &r->least, &r->most)) return false;
    if (compile_has_choices(s)) return compile_choices(s, r);
    while (!compile_ends_right(s)) {
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
        if (rights->count == PATTERN_CELLS_MAX)
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

/* ---- the whole side ---- */

static bool names_it(const struct left *left, const struct right *right)
{
    for (int32_t i = 0; i < left->items; i++) {
        const int32_t symbol = right->becomes[0].item.symbol;
        if (left->item[i].symbol == symbol || left->item[i].called == symbol) return true;
    }
    return false;
}

/* Whether a run of the right side, in the place of left run `own`, names what another run
 * of the left side consists of: it would have the length of its own. */
static bool is_swapped(const struct left *const *run, int32_t runs, int32_t own,
                       const struct right *right)
{
    if (right->count != 1 || right->becomes[0].no || names_it(run[own], right))
        return false;
    for (int32_t i = 0; i < runs; i++) {
        if (names_it(run[i], right)) return true;
    }
    return false;
}

static bool check_shape(const struct scan *s, const struct pattern *p,
                        const struct lefts *lefts, const struct rights *rights,
                        const struct token *arrow)
{
    int32_t runs = 0, other = 0;
    const struct left *run[PATTERN_CELLS_MAX];
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
        if (lefts->at[i].cell->least > 0) run[runs++] = &lefts->at[i];
    }
    for (int32_t i = 0; i < rights->count; i++) {
        if (rights->at[i].least == 0) continue;
        if (other == runs || run[other]->cell->least != rights->at[i].least ||
            run[other]->cell->most != rights->at[i].most) {
            return scan_fail_at(s, &rights->at[i].token,
                                "the right side must have the runs of the left side", "");
        }
        if (is_swapped(run, runs, other, &rights->at[i])) {
            return scan_fail_at(s, &rights->at[i].token,
                                "runs keep their order, and each its length", "");
        }
        other++;
    }
    if (other == runs) return true;
    return scan_fail_at(s, arrow, "the right side must have the runs of the left side",
                        "");
}

/* Whether the right side says what becomes of the piece. */
static bool uses(const struct rights *rights, const struct item *item)
{
    for (int32_t i = 0; i < rights->count; i++) {
        for (int32_t k = 0; k < rights->at[i].count; k++) {
            const struct becomes *b = &rights->at[i].becomes[k];
            if (b->item.symbol == item->called) return true;
            if (b->turn == TURN_LIKE && b->like.symbol == item->called) return true;
        }
    }
    return false;
}

static bool check_names(const struct scan *s, const struct lefts *lefts,
                        const struct rights *rights)
{
    for (int32_t i = 0; i < lefts->count; i++) {
        for (int32_t k = 0; k < lefts->at[i].items; k++) {
            const struct item *item = &lefts->at[i].item[k];
            if (item->called == SYMBOL_OTHER || uses(rights, item)) continue;
            return scan_fail_at(s, &item->name_at,
                                "the right side says nothing of this piece", "");
        }
    }
    return true;
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
    static const int32_t more[LENGTHS] = {0, 1, PATTERN_CELLS_MAX};
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
                       struct pattern_right *to)
{
    struct pattern_item *named =
        pattern_take(s->source->memory, (size_t)from->count + 1, sizeof *named);
    if (named == NULL) return false;
    to->run = from->least > 0;
    to->named = named;
    for (int32_t k = 0; k < from->count; k++) {
        const struct becomes *b = &from->becomes[k];
        if (b->no || b->item.layer < 0) continue;
        const bool other = b->random || b->next || b->turn == TURN_LIKE;
        int32_t symbol = other ? SYMBOL_OTHER : b->item.symbol;
        named[to->names++] =
            (struct pattern_item){symbol, (uint8_t)b->item.layer, b->item.group};
    }
    int32_t same = 0;
    while (same < from->choices && from->choice[same].layer == from->choice[0].layer)
        same++;
    if (from->choices > 0 && same == from->choices) {
        named[to->names++] =
            (struct pattern_item){SYMBOL_OTHER, from->choice[0].layer, false};
    }
    return true;
}

/* Whether the test asks for one kind, whoever acts, and whatever the slots are. */
static bool is_one_kind(const struct pattern_test *t)
{
    for (int32_t i = 0; t->by < PATTERN_BY_SAME && i < t->masks; i++)
        if (t->mask[i].only < 0) return false;
    return t->by < PATTERN_BY_SAME;
}

/* Whether a run of one kind changes places with a cell, and is else as it was. */
static bool is_slide(const struct pattern *p)
{
    if (!p->runs || p->limited || p->cells != 2 || p->right[0].run || !p->right[1].run)
        return false;
    const struct pattern_cell *first = &p->cell[0], *last = &p->cell[1];
    return p->anchor == 0 && first->least > 0 && first->deciding != NULL &&
           first->only == first->deciding && is_one_kind(first->only) &&
           last->least == 0 && last->only != NULL && !last->outside &&
           p->writes[1].count == 0;
}

bool compile_right(struct scan *s, const struct lefts *lefts, struct pattern *p)
{
    struct rights rights;
    struct token arrow = s->token;
    s->lefts = lefts;
    scan_next(s);
    if (!read_rights(s, &rights) || !check_names(s, lefts, &rights)) return false;
    if (!check_shape(s, p, lefts, &rights, &arrow)) return false;
    int32_t n = p->cells, pairs = p->runs ? n * n : n;
    struct pattern_right *right =
        pattern_take(s->source->memory, (size_t)n, sizeof *right);
    struct pattern_writes *writes =
        pattern_take(s->source->memory, (size_t)pairs, sizeof *writes);
    if (right == NULL || writes == NULL) return false;
    bool *meets = pattern_take(s->source->memory, (size_t)n * (size_t)n, sizeof *meets);
    if (meets == NULL || (p->runs && !find_meetings(s, lefts, &rights, meets)))
        return false;
    for (int32_t k = 0; k < pairs; k++) {
        int32_t i = p->runs ? k / n : k, j = p->runs ? k % n : k;
        if (p->runs && !meets[k]) continue;
        bool changes = false;
        if (!compile_writes(s, lefts, i, &rights, j, p, &writes[k], &changes))
            return false;
        /* with runs, the first and the last cells of both sides lie on each other */
        bool meet = !p->runs || (i == j && (i == 0 || i == n - 1));
        if (meet && changes) p->changes = true;
    }
    for (int32_t i = 0; i < n; i++) {
        if (!keep_right(s, &rights.at[i], &right[i])) return false;
    }
    p->right = right;
    p->writes = writes;
    p->rewrites = true;
    p->slides = is_slide(p);
    p->aligned = true;
    for (int32_t i = 0; i < n; i++)
        p->aligned = p->aligned && right[i].run == (p->cell[i].least > 0);
    return true;
}
