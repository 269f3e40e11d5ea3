/*
 * Compiling conditions: "all box on target and keys > 0".
 */
#include "scan.h"

enum { TERMS_MAX = 16 };

static bool read_cell(struct scan *s, const struct pattern_cell **out)
{
    struct pattern_cell *cell = pattern_take(s->source->memory, 1, sizeof *cell);
    if (cell == NULL) return false;
    struct left left = {.cell = cell};
    if (s->token.type == TOKEN_RUN || s->token.type == TOKEN_QUESTION ||
        scan_is(s, WORD_EDGE)) {
        return scan_fail(s, "'%s' cannot stand in a condition");
    }
    if (!compile_left(s, NULL, &left)) return false;
    if (cell->length == 0) return scan_fail(s, "expected the kind of a cell, got '%s'");
    if (cell->outside) {
        return scan_fail_at(s, &left.token, "'edge' cannot stand in a condition", "");
    }
    *out = cell;
    return true;
}

static bool read_number(struct scan *s, int64_t *number)
{
    if (s->token.type != TOKEN_NUMBER) return scan_fail(s, "expected a number, got '%s'");
    if (s->token.number > SCAN_NUMBER_MAX || s->token.number < -SCAN_NUMBER_MAX) {
        return scan_fail(s, "'%s': numbers are -10^15 to 10^15");
    }
    *number = s->token.number;
    scan_next(s);
    return true;
}

/* The cells that are counted, behind the word `count`. */
static bool read_counted(struct scan *s, const struct pattern_cell **cell)
{
    if (s->token.type == TOKEN_OPEN) {
        return scan_fail(s, "patterns cannot be counted, only cells");
    }
    return read_cell(s, cell);
}

static bool read_comparison(struct scan *s, struct pattern_term *t)
{
    if (s->token.type != TOKEN_COMPARE) {
        return scan_fail(s, "expected = ~= < <= > or >=, got '%s'");
    }
    t->compare = (enum pattern_compare)s->token.number;
    const struct token sign = s->token;
    scan_next(s);
    if (t->compare == PATTERN_EQUAL && s->token.type == TOKEN_COMPARE &&
        s->token.number == PATTERN_EQUAL && s->token.at == sign.at + 1) {
        return scan_fail_at(s, &sign, "there is no '==': use =", "");
    }
    if (scan_take(s, WORD_COUNT)) return read_counted(s, &t->other);
    if (s->token.type != TOKEN_NUMBER) {
        return scan_fail(s, "expected a number or 'count', got '%s'");
    }
    return read_number(s, &t->number);
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
    static const unsigned char where[] = {0,
#define WORD(name, text, where) where,
                                          PATTERN_WORDS(WORD)
#undef WORD
    };
    struct scan ahead = *s; /* "all [ a | b ]": in all directions */
    if (scan_take(&ahead, WORD_ALL)) return ahead.token.type != TOKEN_OPEN;
    return (where[s->token.word] & WORD_BEGINS) != 0;
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

/* A field or counter in front of a comparison: its index; -1 if it is none. So a field may
 * have the name of a word such as `count`. */
static int32_t field_at(const struct scan *s)
{
    const struct lua_game *game = s->source->names->game;
    struct scan ahead = *s;
    scan_next(&ahead);
    bool first = ahead.token.type == TOKEN_COMPARE;
    for (int32_t i = 0; game != NULL && i < game->fields; i++) {
        if (!scan_reads(s, game->field[i].name)) continue;
        if (first || (!is_word(s) && scan_name(s) == NULL)) return i;
    }
    return -1;
}

/* "player at row 1 column -1", behind the cell */
static bool read_place(struct scan *s, struct pattern_term *t)
{
    int64_t row = 0, col = 0;
    const struct token at = s->token;
    if (!scan_take(s, WORD_AT)) return scan_fail(s, "expected 'at', got '%s'");
    bool has_row = scan_take(s, WORD_ROW);
    if (has_row && !read_number(s, &row)) return false;
    bool has_col = scan_take(s, WORD_COLUMN);
    if (has_col && !read_number(s, &col)) return false;
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
    if (!read_cell(s, &t->cell)) return false;
    if (scan_is(s, WORD_AT)) {
        return scan_fail(s, "'%s' wants the cell alone: 'box at row 1'");
    }
    if (t->what == PATTERN_ALL && !scan_is(s, WORD_ON)) {
        return scan_fail(s, "expected 'on' after 'all', got '%s'");
    }
    return !scan_take(s, WORD_ON) || read_cell(s, &t->on);
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

static bool read_field(struct scan *s, struct pattern_term *t, int32_t field)
{
    const struct lua_game_field *f = &s->source->names->game->field[field];
    if (f->count > 0) {
        return scan_fail(s, "'%s' is an array: a condition compares a single number");
    }
    if (f->counter) {
        return scan_fail(s, "'%s' is a counter, and counters decide nothing: "
                            "declare it in fields = { ... }");
    }
    t->what = PATTERN_FIELD;
    t->field = field;
    scan_next(s);
    return read_comparison(s, t);
}

static bool read_term(struct scan *s, struct pattern_term *t)
{
    const struct token at = s->token;
    int32_t field = field_at(s);
    if (field >= 0) {
        return read_field(s, t, field);
    } else if (!is_word(s) && is_pattern(s)) {
        t->what = PATTERN_FITS;
        return read_pattern(s, t);
    } else if (scan_take(s, WORD_STUCK)) {
        return read_stuck(s, t, &at);
    } else if (scan_take(s, WORD_NO)) {
        t->what = is_pattern(s) ? PATTERN_FITS_NOWHERE : PATTERN_NO;
        return t->what == PATTERN_NO ? read_cells(s, t) : read_pattern(s, t);
    } else if (scan_take(s, WORD_SOME)) {
        t->what = PATTERN_SOME;
        return read_cells(s, t);
    } else if (scan_take(s, WORD_ALL)) {
        t->what = PATTERN_ALL;
        return read_cells(s, t);
    } else if (scan_take(s, WORD_COUNT)) {
        t->what = PATTERN_COUNT;
        return read_counted(s, &t->cell) && read_comparison(s, t);
    } else if (scan_take(s, WORD_LINE)) {
        t->what = PATTERN_LINE;
        t->along = s->source->names->hexagons ? DIRECTIONS_HEX : DIRECTIONS_ALL;
        if (!read_number(s, &t->number)) return false;
        if (t->number < 1 || t->number > LUA_GAME_SIDE_MAX) {
            return scan_fail(s, "a line has 1 to 2000 cells");
        }
        return read_cell(s, &t->cell);
    } else if (looks_like_term(s)) {
        return read_cell(s, &t->cell) && read_place(s, t);
    }
    if (scan_name(s) != NULL) {
        return scan_fail(s,
                         "'%s': say some, no, all, count or line in front, or at behind");
    }
    return scan_unknown(
        s, PATTERN_EXPECT_TERM,
        "expected some, no, all, count, line, stuck, a field or '[', got '%s'");
}

bool pattern_compile_condition(const struct pattern_source *source,
                               struct pattern_condition *c)
{
    struct pattern_term terms[TERMS_MAX];
    int32_t n = 0;
    struct scan s;
    scan_begin(&s, source);
    memset(terms, 0, sizeof terms);
    do {
        if (n == TERMS_MAX) return scan_fail(&s, "there are too many terms");
        if (!read_term(&s, &terms[n++])) return false;
    } while (scan_take(&s, WORD_AND));
    if (s.token.type == TOKEN_ARROW) {
        return scan_fail(&s, "a condition changes nothing: there can be no '->'");
    }
    if (scan_is(&s, WORD_OR)) {
        return scan_fail(&s, "terms are joined by 'and': for '%s' write a second rule");
    }
    if (s.token.type != TOKEN_END) return scan_fail(&s, "expected 'and', got '%s'");
    struct pattern_term *kept = pattern_take(source->memory, (size_t)n, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, terms, (size_t)n * sizeof *kept);
    *c = (struct pattern_condition){kept, n, source->text};
    return true;
}

bool pattern_compile_cell(const struct pattern_source *source, struct pattern_cell *out)
{
    struct scan s;
    const struct pattern_cell *cell;
    scan_begin(&s, source);
    if (!read_cell(&s, &cell)) return false;
    if (s.token.type != TOKEN_END) return scan_fail(&s, "expected the end, got '%s'");
    *out = *cell;
    return true;
}
