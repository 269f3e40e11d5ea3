/*
 * Compiling conditions: "all box on target and keys > 0".
 */
#include "scan.h"

/* Whether what stands here begins a condition, and no cell goes on with it. */
static bool begins_condition(const struct scan *s)
{
    return s->token.type == TOKEN_OPEN_PART || s->token.type == TOKEN_OPEN ||
           scan_is(s, WORD_SOME) || scan_is(s, WORD_ALL) || scan_is(s, WORD_LINE) ||
           scan_is(s, WORD_STUCK) || compile_has_sum(s);
}

/* `or` behind a cell goes on with cells. False: a condition follows it. */
static bool check_or(struct scan *s)
{
    struct scan ahead = *s;
    for (; ahead.token.type == TOKEN_NAME || ahead.token.type == TOKEN_NUMBER;
         scan_next(&ahead)) {
        if (scan_is(&ahead, WORD_AND) || scan_is(&ahead, WORD_AT)) break;
        if (!scan_is(&ahead, WORD_OR)) continue;
        scan_next(&ahead);
        if (scan_name(&ahead) != NULL || !begins_condition(&ahead)) continue;
        s->token = ahead.token;
        return scan_fail(s,
                         "'or' behind a cell goes on with cells: put the conditions in "
                         "parentheses, (...) or (...)");
    }
    return true;
}

/* `refused`: the message of a word that only patterns know. */
static bool read_cell(struct scan *s, const struct pattern_cell **out,
                      const char *refused)
{
    struct pattern_cell *cell = pattern_take(s->source->memory, 1, sizeof *cell);
    if (cell == NULL) return false;
    struct left left = {.cell = cell};
    if (s->token.type == TOKEN_RUN || s->token.type == TOKEN_RANGE ||
        s->token.type == TOKEN_QUESTION || scan_is(s, WORD_EDGE)) {
        return scan_fail(s, refused);
    }
    if (!check_or(s) || !compile_left(s, NULL, &left)) return false;
    if (cell->length == 0) return scan_fail(s, "expected the kind of a cell, got '%s'");
    if (cell->outside) {
        return scan_fail_at(s, &left.token, refused, "edge");
    }
    *out = cell;
    return true;
}

bool compile_cell(struct scan *s, const struct pattern_cell **out)
{
    return read_cell(s, out, "'%s' cannot stand in a condition");
}

/* Its direction may be that of the action, but it names none of the action's slots. */
static bool read_pattern(struct scan *s, struct pattern_term *t)
{
    struct pattern_source source = *s->source;
    struct pattern *p = pattern_take(source.memory, 1, sizeof *p);
    const char *end = s->token.at;
    while (*end != '\0' && *end != ']') end++;
    size_t n = (size_t)(end - source.text) + (*end == ']');
    /* Up to the bracket, with blanks in front, so that columns stay right. */
    char *text = pattern_take(source.memory, n + 1, 1);
    if (p == NULL || text == NULL) return false;
    memset(text, ' ', n);
    memcpy(text + (s->token.at - source.text), s->token.at,
           n - (size_t)(s->token.at - source.text));
    source.text = text;
    source.looks = true;
    source.step = source.sweep = false;
    if (!pattern_compile_pattern(&source, p)) return false;
    t->pattern = p;
    s->next = s->source->text + n;
    scan_next(s);
    return true;
}

/* Whether a word that begins a term of another kind is at hand. */
static bool is_word(const struct scan *s)
{
    struct scan ahead = *s; /* "all [ a | b ]": in all directions */
    if (scan_take(&ahead, WORD_ALL)) return ahead.token.type != TOKEN_OPEN;
    return scan_word_is(s, WORD_BEGINS);
}

/* Whether the term at hand is a pattern: "[ a | b ]" or "right [ a | b ]". */
static bool is_pattern(const struct scan *s)
{
    struct scan ahead = *s;
    while (ahead.token.type == TOKEN_SLOT ||
           (ahead.token.type == TOKEN_NAME && !scan_is(&ahead, WORD_AND))) {
        scan_next(&ahead);
    }
    return ahead.token.type == TOKEN_OPEN;
}

/* "player at row 1 column -1", behind the cell */
static bool read_place(struct scan *s, struct pattern_term *t)
{
    int64_t row = 0, col = 0;
    const struct token at = s->token;
    if (!scan_take(s, WORD_AT)) return scan_fail(s, "expected 'at', got '%s'");
    bool has_row = scan_take(s, WORD_ROW);
    if (has_row && !compile_number(s, &row)) return false;
    bool has_col = scan_take(s, WORD_COLUMN);
    if (has_col && !compile_number(s, &col)) return false;
    if (!has_row && !has_col) return scan_fail(s, "expected row or column, got '%s'");
    if (scan_is(s, WORD_ROW)) return scan_fail(s, "the row stands before the column");
    if ((has_row && row == 0) || (has_col && col == 0)) {
        return scan_fail_at(s, &at,
                            "rows and columns count from 1, or from -1 at the end", "");
    }
    const int64_t most = LUA_GAME_SIDE_MAX + 1;
    t->what = PATTERN_AT;
    t->row = (int32_t)(row > most ? most : row < -most ? -most : row);
    t->col = (int32_t)(col > most ? most : col < -most ? -most : col);
    return true;
}

static bool read_cells(struct scan *s, struct pattern_term *t)
{
    if (s->token.type == TOKEN_OPEN) {
        return scan_fail(s, "a pattern stands alone, or after 'no'");
    }
    if (!compile_cell(s, &t->cell)) return false;
    if (scan_is(s, WORD_AT)) {
        return scan_fail(s,
                         "'%s' wants the cell alone: 'box at row 1'; on a kind is 'on'");
    }
    if (t->what == PATTERN_ALL && !scan_is(s, WORD_ON)) {
        return scan_fail(s, "expected 'on' after 'all', got '%s'");
    }
    return !scan_take(s, WORD_ON) || compile_cell(s, &t->on);
}

static bool looks_like_term(const struct scan *s)
{
    struct scan ahead = *s;
    for (; ahead.token.type != TOKEN_END; scan_next(&ahead)) {
        if (scan_is(&ahead, WORD_AT)) return true;
        if (scan_is(&ahead, WORD_AND)) return false;
    }
    return false;
}

static bool read_stuck(struct scan *s, struct pattern_term *t, const struct token *at)
{
    t->what = PATTERN_STUCK;
    return s->source->step || scan_fail_at(s, at, "'stuck' stands in ends only", "");
}

/* What stands behind `no`. */
static bool read_none(struct scan *s, struct pattern_term *t)
{
    if (scan_name(s) == NULL && scan_take(s, WORD_JOINED)) {
        t->what = PATTERN_NOT_JOINED;
        return compile_joined(s, t);
    }
    t->what = is_pattern(s) ? PATTERN_FITS_NOWHERE : PATTERN_NO;
    return t->what == PATTERN_NO ? read_cells(s, t) : read_pattern(s, t);
}

static bool read_term(struct scan *s, struct pattern_term *t)
{
    const struct token at = s->token;
    if (compile_has_sum(s)) {
        return compile_sums(s, t);
    } else if (!is_word(s) && is_pattern(s)) {
        t->what = PATTERN_FITS;
        return read_pattern(s, t);
    } else if (scan_take(s, WORD_STUCK)) {
        return read_stuck(s, t, &at);
    } else if (scan_take(s, WORD_NO)) {
        return read_none(s, t);
    } else if (scan_take(s, WORD_SOME)) {
        t->what = PATTERN_SOME;
        return read_cells(s, t);
    } else if (scan_take(s, WORD_ALL)) {
        t->what = PATTERN_ALL;
        return read_cells(s, t);
    } else if (scan_take(s, WORD_LINE)) {
        t->what = PATTERN_LINE;
        t->axes = s->source->names->hexagons ? GRID_HEX_AXES : GRID_AXES;
        if (!compile_number(s, &t->number)) return false;
        if (t->number < 1 || t->number > LUA_GAME_SIDE_MAX) {
            return scan_fail(s, "a line has 1 to 2000 cells");
        }
        return compile_cell(s, &t->cell);
    } else if (scan_take(s, WORD_JOINED)) {
        t->what = PATTERN_JOINED;
        return compile_joined(s, t);
    } else if (looks_like_term(s)) {
        return compile_cell(s, &t->cell) && read_place(s, t);
    }
    if (scan_name(s) != NULL) {
        return scan_fail(
            s, "'%s': say some, no, all, count, line or joined in front, or at behind");
    }
    return scan_unknown(s, PATTERN_EXPECT_TERM,
                        "expected some, no, all, count, line, joined, stuck, turn, a "
                        "field, a number, '(' or '[', got '%s'");
}

/* ---- and, or, parentheses ---- */

/* What a condition is read into: `left` terms may follow, and it is so deep in others. */
struct reading {
    struct scan s;
    int32_t left, depth;
};

/* A list of terms or conditions while it is read, and what it becomes. */
enum { PARTS_MAX = 16 };

static bool read_any(struct reading *r, struct pattern_condition *out);

/* Keeps n terms as a condition. */
static bool keep_terms(struct reading *r, const struct pattern_term *terms, int32_t n,
                       struct pattern_condition *out)
{
    struct pattern_term *kept =
        pattern_take(r->s.source->memory, (size_t)n, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, terms, (size_t)n * sizeof *kept);
    *out = (struct pattern_condition){kept, n, r->s.source->text};
    return true;
}

/* A condition in parentheses. It is one term, or several that all must hold. */
static bool read_part(struct reading *r, struct pattern_condition *out)
{
    scan_next(&r->s);
    if (++r->depth > PATTERN_NESTED_MAX) {
        return scan_fail(&r->s, "at most 8 parentheses stand inside of each other");
    }
    if (!read_any(r, out)) return false;
    if (r->s.token.type != TOKEN_CLOSE_PART) {
        return scan_fail(&r->s, "expected 'and', 'or' or ')', got '%s'");
    }
    r->depth--;
    scan_next(&r->s);
    return true;
}

/* Terms that are joined by `and`. */
static bool read_all(struct reading *r, struct pattern_condition *out)
{
    struct pattern_term terms[PARTS_MAX];
    int32_t n = 0;
    do {
        struct pattern_condition part = {.terms = 1};
        struct pattern_term term;
        memset(&term, 0, sizeof term);
        const bool is_part = r->s.token.type == TOKEN_OPEN_PART;
        if (is_part ? !read_part(r, &part) : !read_term(&r->s, &term)) return false;
        r->left -= is_part ? 0 : 1;
        if (n + part.terms > PARTS_MAX || r->left < 0)
            return scan_fail(&r->s, "there are too many terms");
        memcpy(&terms[n], is_part ? part.term : &term,
               (size_t)part.terms * sizeof *terms);
        n += part.terms;
    } while (scan_take(&r->s, WORD_AND));
    return keep_terms(r, terms, n, out);
}

/* Conditions that are joined by `or`; if there are several, they are one term. */
static bool read_any(struct reading *r, struct pattern_condition *out)
{
    struct pattern_condition any[PARTS_MAX];
    int32_t n = 0;
    do {
        if (n == PARTS_MAX) return scan_fail(&r->s, "there are too many terms");
        if (!read_all(r, &any[n++])) return false;
    } while (scan_take(&r->s, WORD_OR));
    *out = any[0];
    if (n == 1) return true;
    struct pattern_condition *kept =
        pattern_take(r->s.source->memory, (size_t)n, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, any, (size_t)n * sizeof *kept);
    struct pattern_term term;
    memset(&term, 0, sizeof term);
    term.what = PATTERN_ANY;
    term.any = kept;
    term.anys = n;
    return keep_terms(r, &term, 1, out);
}

bool pattern_compile_condition(const struct pattern_source *source,
                               struct pattern_condition *c)
{
    struct reading r = {.left = PATTERN_TERMS_MAX};
    scan_begin(&r.s, source);
    if (!read_any(&r, c)) return false;
    if (r.s.token.type == TOKEN_ARROW) {
        return scan_fail(&r.s, "a condition changes nothing: there can be no '->'");
    }
    if (r.s.token.type == TOKEN_CLOSE_PART)
        return scan_fail(&r.s, "no '(' stands before '%s'");
    if (r.s.token.type == TOKEN_OPEN_PART)
        return scan_fail(&r.s, "expected 'and' or 'or', got '%s'");
    return r.s.token.type == TOKEN_END || scan_fail(&r.s, "expected 'and', got '%s'");
}

bool pattern_compile_cell(const struct pattern_source *source, struct pattern_cell *out)
{
    struct scan s;
    const struct pattern_cell *cell;
    scan_begin(&s, source);
    if (!read_cell(&s, &cell, "'%s' cannot stand here")) return false;
    if (s.token.type != TOKEN_END) return scan_fail(&s, "expected the end, got '%s'");
    *out = *cell;
    return true;
}
