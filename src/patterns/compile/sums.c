/*
 * Compiling comparisons of sums in conditions: "keys * 2 + count box >= 7".
 *
 * Most comparisons are of a field or a count with a number or a count: these are terms of their own.
 */
#include "scan.h"

/* ---- what a sum begins with ---- */

static bool goes_on(const struct scan *s)
{
    return s->token.type == TOKEN_OPERATOR ||
           (s->token.type == TOKEN_NUMBER && *s->token.at == '-');
}

static bool is_compared(const struct scan *s)
{
    struct scan ahead = *s;
    scan_next(&ahead);
    return ahead.token.type == TOKEN_COMPARE || goes_on(&ahead);
}

int32_t compile_field_called(const struct scan *s)
{
    const struct lua_game *game = s->source->names->game;
    for (int32_t i = 0; game != NULL && i < game->fields; i++) {
        if (scan_reads(s, game->field[i].name)) return i;
    }
    return -1;
}

bool check_field(const struct scan *s, int32_t field, const char *array)
{
    const struct lua_game_field *f = &s->source->names->game->field[field];
    if (f->each && s->source->nobody)
        return scan_fail(s, "'%s' is a field of each player, and nobody acts here");
    if (f->count > 0 && !f->each) return scan_fail(s, array);
    return !f->counter || scan_fail(s, "'%s' is a counter, and counters decide nothing: "
                                       "declare it in fields = { ... }");
}

int32_t compile_field_at(const struct scan *s)
{
    const int32_t field = compile_field_called(s);
    const bool alone = !scan_word_is(s, WORD_BEGINS) && scan_name(s) == NULL;
    return field >= 0 && (alone || is_compared(s)) ? field : -1;
}

/* Whether "their gold" is at hand, or what can only be meant so. */
static bool is_their_field(const struct scan *s)
{
    struct scan ahead = *s;
    return scan_take(&ahead, WORD_THEIR) &&
           (scan_name(&ahead) == NULL || compile_field_called(&ahead) >= 0);
}

bool compile_has_sum(const struct scan *s)
{
    if (is_their_field(s)) return true;
    if (compile_field_at(s) >= 0 || scan_is(s, WORD_COUNT)) return true;
    if (scan_is(s, WORD_TURN) || s->token.type == TOKEN_NUMBER) return is_compared(s);
    return false;
}

/* ---- sums ---- */

#define NO_PARENTHESES "sums have no parentheses: * and % count before + and -"

bool compile_number(struct scan *s, int64_t *number)
{
    if (s->token.type != TOKEN_NUMBER) return scan_fail(s, "expected a number, got '%s'");
    if (s->token.number > SCAN_NUMBER_MAX || s->token.number < -SCAN_NUMBER_MAX) {
        return scan_fail(s, "'%s': numbers are -10^15 to 10^15");
    }
    *number = s->token.number;
    scan_next(s);
    return true;
}

static bool read_field(struct scan *s, struct pattern_figure *out, int32_t field)
{
    if (!check_field(s, field, "'%s' is an array: a condition compares a single number"))
        return false;
    out->what = PATTERN_THE_FIELD;
    out->field = field;
    scan_next(s);
    return true;
}

/* The cells that are counted, behind the word `count`. */
static bool read_counted(struct scan *s, struct pattern_figure *out)
{
    out->what = PATTERN_THE_COUNT;
    if (s->token.type == TOKEN_OPEN) {
        return scan_fail(s, "patterns cannot be counted, only cells");
    }
    return compile_cell(s, &out->cell);
}

/* A number at hand, also one that the scanner has taken together with a sign behind it: "2+" */
static bool read_literal(struct scan *s, struct pattern_figure *out)
{
    struct token t = s->token;
    if (t.type == TOKEN_RUN || t.type == TOKEN_PERCENT) {
        s->next = t.at + t.length - 1;
        s->token.type = TOKEN_NUMBER;
        s->token.length--;
        if (t.type == TOKEN_PERCENT) s->token.number = t.number / 100;
    }
    return compile_number(s, &out->number);
}

/* The field behind the word `their` */
static bool read_their_field(struct scan *s, struct pattern_figure *out)
{
    struct pattern *met = s->source->met;
    scan_next(s);
    const int32_t field = compile_field_called(s);
    if (field < 0)
        return scan_unknown(s, PATTERN_EXPECT_THEIRS,
                            "expected a field of each player after 'their', got '%s'");
    if (!s->source->names->game->field[field].each)
        return scan_unknown(s, PATTERN_EXPECT_THEIRS, "'%s' is no field of each player");
    if (met == NULL || !pattern_note_struck(met))
        return scan_fail(s, "'their %s' is for the rule of an action whose pattern names "
                            "'theirs'");
    if (met->pick == PATTERN_EACH || met->pick == PATTERN_RANDOM)
        return scan_fail(s,
                         "'their %s' is that of the first place: leave each and random "
                         "out");
    if (!read_field(s, out, field)) return false;
    out->what = PATTERN_THEIR_FIELD;
    return true;
}

static bool read_figure(struct scan *s, struct pattern_figure *out)
{
    const struct token at = s->token;
    int32_t field = compile_field_at(s);
    if (field < 0 && !scan_word_is(s, WORD_BEGINS)) field = compile_field_called(s);
    const bool whole =
        at.type == TOKEN_PERCENT && memchr(at.at, '.', (size_t)at.length) == NULL;
    const bool number = at.type == TOKEN_NUMBER || at.type == TOKEN_RUN || whole;
    if (out->by == PATTERN_MODULO) {
        if (!number || at.number <= 0)
            return scan_fail(s, "expected a number above 0 after %, got '%s'");
        return read_literal(s, out);
    }
    if (field >= 0) return read_field(s, out, field);
    if (scan_is(s, WORD_THEIR)) return read_their_field(s, out);
    if (number) return read_literal(s, out);
    if (scan_take(s, WORD_COUNT)) return read_counted(s, out);
    if (scan_take(s, WORD_TURN)) {
        out->what = PATTERN_THE_TURN;
        return true;
    }
    if (s->token.type == TOKEN_OPEN_PART) return scan_fail(s, NO_PARENTHESES);
    return scan_unknown(s, PATTERN_EXPECT_TERM,
                        "expected a number, a field, 'count' or 'turn', got '%s'");
}

/* The operator at hand. Of a number with a sign, "keys -1", the sign is one. */
static bool take_operator(struct scan *s, enum pattern_operator *by)
{
    if (!goes_on(s)) return false;
    if (s->token.type == TOKEN_NUMBER) {
        *by = PATTERN_MINUS;
        s->next = s->token.at + 1;
    } else {
        *by = (enum pattern_operator)s->token.number;
    }
    scan_next(s);
    return true;
}

static bool read_sum(struct scan *s, struct pattern_sum *sum)
{
    struct pattern_figure figures[PATTERN_FIGURES_MAX];
    enum pattern_operator by = PATTERN_PLUS;
    int32_t n = 0;
    do {
        if (n == PATTERN_FIGURES_MAX) return scan_fail(s, "a sum has at most 16 numbers");
        figures[n] = (struct pattern_figure){.by = by};
        if (!read_figure(s, &figures[n++])) return false;
    } while (take_operator(s, &by));
    struct pattern_figure *kept =
        pattern_take(s->source->memory, (size_t)n, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, figures, (size_t)n * sizeof *kept);
    *sum = (struct pattern_sum){kept, n};
    return true;
}

/* ---- comparisons ---- */

/* `figures`: of the sum before it. */
static bool read_sign(struct scan *s, struct pattern_term *t, int32_t figures)
{
    if (s->token.type == TOKEN_WRONG && strncmp(s->token.at, "!=", 2) == 0)
        return scan_fail(s, "there is no '!=': use ~=");
    if (s->token.type == TOKEN_CLOSE_PART && figures > 1)
        return scan_fail(s, NO_PARENTHESES);
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
    return true;
}

/* A field or a count that is compared with a number or a count is a term that is answered sooner. */
static void shorten(struct pattern_term *t)
{
    const struct pattern_figure *a = t->sum[0].figure, *b = t->sum[1].figure;
    if (t->sum[0].figures != 1 || t->sum[1].figures != 1) return;
    const bool left = a->what == PATTERN_THE_FIELD || a->what == PATTERN_THE_COUNT,
               right = b->what == PATTERN_THE_NUMBER || b->what == PATTERN_THE_COUNT;
    if (!left || !right) return;
    t->what = a->what == PATTERN_THE_FIELD ? PATTERN_FIELD : PATTERN_COUNT;
    t->field = a->field;
    t->cell = a->cell;
    t->other = b->cell;
    t->number = b->number;
    memset(t->sum, 0, sizeof t->sum);
}

/* Whether a sum is this alone. */
static bool is_alone(const struct pattern_sum *sum, enum pattern_figure_of what)
{
    return sum->figures == 1 && sum->figure->what == what;
}

/* Whether some player is compared so with a number, as sum number `side` of the two. */
static bool some_player(const struct pattern_term *t, int side, int64_t number,
                        int32_t players)
{
    const bool less = t->compare == PATTERN_LESS || t->compare == PATTERN_AT_MOST;
    const bool equal = t->compare == PATTERN_AT_MOST || t->compare == PATTERN_AT_LEAST;
    if (t->compare <= PATTERN_UNEQUAL) return number >= 1 && number <= players;
    /* the first player is the least of them, the last one the greatest */
    return (side == 0) == less ? number > 1 || (equal && number == 1)
                               : number < players || (equal && number == players);
}

/* "turn = 3" of two players never holds, nor does "turn < 1". `at`: where the sums begin. */
static bool check_turn(const struct scan *s, const struct pattern_term *t,
                       const struct token *at)
{
    const int32_t players = s->source->names->players;
    char number[24];
    struct text text = text_into(number, sizeof number);
    text_number(&text, players);
    for (int i = 0; i < 2; i++) {
        if (!is_alone(&t->sum[i], PATTERN_THE_TURN) ||
            !is_alone(&t->sum[1 - i], PATTERN_THE_NUMBER))
            continue;
        if (!some_player(t, i, t->sum[1 - i].figure->number, players))
            return scan_fail_at(s, &at[1 - i],
                                players == 1 ? "there is player 1 alone"
                                             : "the players are 1 to %s",
                                number);
    }
    return true;
}

bool compile_sums(struct scan *s, struct pattern_term *t)
{
    struct token at[2] = {s->token};
    t->what = PATTERN_SUMS;
    if (!read_sum(s, &t->sum[0]) || !read_sign(s, t, t->sum[0].figures)) return false;
    at[1] = s->token;
    if (!read_sum(s, &t->sum[1]) || !check_turn(s, t, at)) return false;
    shorten(t);
    return true;
}
