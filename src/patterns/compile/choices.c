/*
 * Compiling the choices of a right cell:
 *
 *     gem or box            upto 1, 2, total 2
 *     gem 90% or box 10%    upto 9, 10, total 10: the shares in lowest terms
 *     gem 0.25% or box      upto 1, 400, total 400: the last one has what is left
 *     gem keys% or box      shares by field, total 100: worked out when it is drawn
 */
#include <assert.h>

#include "right_side.h"

enum { ALL = 10000 }; /* of hundredths of a percent */

static bool is_percent_of_field(const struct scan *s)
{
    return s->token.type == TOKEN_OPERATOR && s->token.number == PATTERN_MODULO;
}

bool compile_has_choices(const struct scan *s)
{
    struct scan ahead = *s;
    for (; !compile_ends_right(&ahead); scan_next(&ahead)) {
        if (scan_is(&ahead, WORD_OR) || ahead.token.type == TOKEN_PERCENT ||
            is_percent_of_field(&ahead))
            return true;
    }
    return false;
}

/* Of numbers above 0. */
static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b > 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* ---- what the choices are worth ---- */

/* Turns shares into the upper ends of draws: 90% and 10% into 9 and 10. */
static void finish_fixed(struct right *r)
{
    int64_t divisor = r->choice[0].upto, upto = 0;
    assert(divisor > 0);
    for (int32_t i = 1; i < r->choices; i++)
        divisor = common_divisor(r->choice[i].upto, divisor);
    for (int32_t i = 0; i < r->choices; i++) {
        upto += r->choice[i].upto / divisor;
        r->choice[i].upto = upto;
    }
    r->total = upto;
}

/* Leaves the shares to be worked out: in percent, or in hundredths if one has decimals. */
static void finish_shares(struct right *r)
{
    bool whole = true;
    for (int32_t i = 0; i < r->choices; i++)
        whole = whole && r->choice[i].upto % 100 == 0;
    for (int32_t i = 0; whole && i < r->choices; i++) r->choice[i].upto /= 100;
    r->total = whole ? 100 : ALL;
    r->shares = true;
}

/* `said`: how many have a percentage; `fields`: of how many a field says it. */
static bool finish(const struct scan *s, struct right *r, int32_t said, int32_t fields)
{
    const bool rest = said == r->choices - 1 && r->choice[said].upto < 0;
    int64_t sum = 0;
    if (said > 0 && said < r->choices && !rest) {
        return scan_fail_at(
            s, &r->token,
            "some of the choices have no percentage: only the last one may "
            "do without",
            "");
    }
    if (fields > 0 && !rest) {
        return scan_fail_at(
            s, &r->token,
            "where a field is a percentage, the last choice has none and gets "
            "what is left",
            "");
    }
    for (int32_t i = 0; i < r->choices; i++) {
        if (said == 0) r->choice[i].upto = 1;
        if (r->choice[i].upto > 0) sum += r->choice[i].upto;
    }
    if (rest && (sum >= ALL || sum + fields > ALL)) {
        return scan_fail_at(s, &r->token,
                            "the percentages leave nothing for the last choice", "");
    }
    if (said > 0 && !rest && sum != ALL) {
        return scan_fail_at(s, &r->token, "the percentages are not 100 in all", "");
    }
    if (rest) r->choice[said].upto = fields > 0 ? 0 : ALL - sum;
    if (fields > 0) {
        finish_shares(r);
    } else {
        finish_fixed(r);
    }
    return true;
}

/* ---- reading ---- */

/* "growth%": the field at hand */
static bool read_field(struct scan *s, struct pattern_choice *out)
{
    const int32_t field = compile_field_called(s);
    if (field < 0) {
        return scan_unknown(s, PATTERN_EXPECT_FIELD, "there is no field '%s'");
    }
    if (!check_field(s, field, "'%s' is an array: a percentage is a single number"))
        return false;
    out->field = (int16_t)(field + 1);
    out->upto = 0;
    scan_next(s);
    scan_next(s);
    return true;
}

/* Reads what stands behind the kind of a choice. */
static bool read_share(struct scan *s, struct pattern_choice *out, int32_t *said,
                       int32_t *fields)
{
    struct scan ahead = *s;
    scan_next(&ahead);
    if (s->token.type == TOKEN_NAME && is_percent_of_field(&ahead)) {
        ++*said;
        ++*fields;
        return read_field(s, out);
    }
    if (s->token.type != TOKEN_PERCENT) return true;
    out->upto = s->token.number;
    if (out->upto < 0) return scan_fail(s, "'%s': a percentage has at most two decimals");
    if (out->upto < 1 || out->upto > ALL) {
        return scan_fail(s, "'%s': expected 0.01% to 100%");
    }
    ++*said;
    scan_next(s);
    return true;
}

static bool read_choice(struct scan *s, struct right *r, int32_t *said, int32_t *fields)
{
    struct item item;
    if (r->choices == ITEMS_MAX) return scan_fail(s, "the cell has too many choices");
    if (scan_is(s, WORD_NO) || scan_is(s, WORD_RANDOM) || scan_is(s, WORD_NEXT) ||
        scan_is(s, WORD_LIKE)) {
        return scan_fail(s, "'%s' cannot stand in a cell with 'or' or percentages");
    }
    if (s->token.type == TOKEN_PERCENT) {
        return scan_fail(s, "'%s': a percentage stands behind its kind");
    }
    if (!compile_item(s, &item)) return false;
    if (item.name == NULL || item.group) {
        return scan_fail_at(s, &item.token, "a choice is the name of one kind", "");
    }
    struct pattern_choice *choice = &r->choice[r->choices];
    r->choice_at[r->choices++] = item.token;
    *choice = (struct pattern_choice){-1, item.name->value[0].layer,
                                      item.name->value[0].value, 0};
    return read_share(s, choice, said, fields);
}

bool compile_choices(struct scan *s, struct right *r)
{
    int32_t said = 0, fields = 0;
    do {
        if (!read_choice(s, r, &said, &fields)) return false;
    } while (scan_take(s, WORD_OR));
    if (s->token.type == TOKEN_NUMBER) {
        return scan_fail(s, "expected 'or' or a percentage such as 50%, got '%s'");
    }
    if (!compile_ends_right(s)) return scan_fail(s, "expected 'or', got '%s'");
    return finish(s, r, said, fields);
}
