/*
 * The reader's faults and tokens.
 */
#include "reader_scan.h"

bool reader_fail(struct reader *r, const char *message)
{
    if (r->fault != READER_FINE) return false;
    r->fault = READER_INPUT;
    struct text t = text_into(r->message, sizeof r->message);
    text_string(&t, message);
    return false;
}

bool reader_fail_here(struct reader *r, const char *message)
{
    scan_mark(r);
    return reader_fail(r, message);
}

void reader_show_word(struct text *t, const struct reader *r)
{
    enum { SHOWN = 20 };
    text_char(t, '\'');
    text_shown(t, r->word, r->length, SHOWN);
    text_char(t, '\'');
}

bool reader_unknown(struct reader *r, const char *name, const char *expected)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "unknown ");
    text_string(t, name);
    text_char(t, ' ');
    reader_show_word(t, r);
    text_string(t, " (expected one of ");
    text_string(t, expected);
    text_char(t, ')');
    return reader_fail(r, m.bytes);
}

bool reader_fail_at_end(struct reader *r, const char *article, const char *expected)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "the input ends where ");
    text_string(t, article);
    text_string(t, expected);
    text_string(t, " is expected");
    return reader_fail(r, m.bytes);
}

/* Copies the rest of a word that goes on beyond the window, up to `limit`. Its end. */
static char *collect_slowly(struct reader *r, char *to, const char *limit)
{
    while (to < limit) {
        int c = scan_peek(r);
        if (c == EOF || scan_blank(c)) break;
        *to++ = (char)c;
        r->at++;
    }
    return to;
}

bool reader_collect(struct reader *r, size_t n)
{
    r->words = 0;
    char *to = r->text + n, *limit = r->text + READER_WORD_MAX;
    const char *at = r->at, *end = r->end;
    if (end - at > limit - to) end = at + (limit - to);
    while (at < end && !scan_blank((unsigned char)*at)) *to++ = *at++;
    r->at = at;
    if (at == end) to = collect_slowly(r, to, limit);
    *to = '\0';
    r->word = r->text;
    r->length = (size_t)(to - r->text);
    return to < limit || scan_peek(r) == EOF || scan_blank(scan_peek(r));
}

static bool fail_too_long(struct reader *r, const char *name)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "the ");
    text_string(t, name);
    text_string(t, " is longer than ");
    text_number(t, READER_WORD_MAX);
    text_string(t, " characters");
    return reader_fail(r, m.bytes);
}

static bool take_word(struct reader *r, const char *name)
{
    if (scan_first(r) == EOF) return reader_fail_at_end(r, "the ", name);
    return reader_collect(r, 0) || fail_too_long(r, name);
}

static bool take_phrase(struct reader *r, int n, const char *name)
{
    size_t length = 0;
    for (int k = 0; k < n; k++) {
        if (scan_first(r) == EOF) {
            return reader_fail_at_end(r, k == 0 ? "the " : "the rest of the ", name);
        }
        r->phrase[k].place = r->token;
        r->phrase[k].start = length;
        if (!reader_collect(r, length)) return fail_too_long(r, name);
        r->phrase[k].length = r->length - length;
        length = r->length;
        if (k + 1 < n && length < READER_WORD_MAX) r->text[length++] = ' ';
    }
    r->token = r->phrase[0].place;
    r->words = n;
    return true;
}

void reader_pick(struct reader *r, int k)
{
    r->word = r->text + r->phrase[k].start;
    r->length = r->phrase[k].length;
    r->token = r->phrase[k].place;
}

/* Parses digits with an optional sign. Sets *fits to false where the value needs more
 * than 64 bits. */
static bool parse_integer(const char *s, size_t n, int64_t *value, bool *fits)
{
    bool negative = n > 0 && *s == '-';
    uint64_t limit = (uint64_t)INT64_MAX + negative, sum = 0;
    if (n > 0 && (*s == '-' || *s == '+')) s++, n--;
    if (n == 0) return false;
    for (; n > 0; s++, n--) {
        unsigned digit = (unsigned)(*s - '0');
        if (digit > 9) return false;
        if (sum > (limit - digit) / 10) *fits = false;
        sum = sum * 10 + digit;
    }
    if (*fits) *value = negative && sum > 0 ? -(int64_t)(sum - 1) - 1 : (int64_t)sum;
    return true;
}

static bool fail_no_integer(struct reader *r, const char *name)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "expected the ");
    text_string(t, name);
    text_string(t, ", a whole number, found ");
    reader_show_word(t, r);
    return reader_fail(r, m.bytes);
}

static bool fail_range(struct reader *r, const char *name, int64_t min, int64_t max)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "the ");
    text_string(t, name);
    text_string(t, " must ");
    if (min == INT64_MIN && max == INT64_MAX) {
        text_string(t, "fit into 64 bits");
    } else {
        text_string(t, max == INT64_MAX ? "be at least " : "be ");
        text_number(t, min);
        if (max > min && max < INT64_MAX) {
            text_string(t, "..");
            text_number(t, max);
        }
    }
    text_string(t, ", not ");
    if (r->length <= 20) {
        text_bytes(t, r->word, r->length);
    } else {
        text_string(t, "a number of so many digits");
    }
    return reader_fail(r, m.bytes);
}

bool reader_value(struct reader *r, const char *name, int64_t min, int64_t max,
                  int64_t *value)
{
    bool fits = true;
    if (!parse_integer(r->word, r->length, value, &fits)) return fail_no_integer(r, name);
    return (fits && *value >= min && *value <= max) || fail_range(r, name, min, max);
}

/* The fast path: takes an integer of at most 17 digits, without a sign, that lies in the
 * window with the blank behind it. False: nothing was taken. */
static bool take_digits(struct reader *r, int64_t *value)
{
    enum { DIGITS_MAX = 18 };
    const char *at = r->at, *end = r->end;
    char *to = r->text;
    int64_t sum = 0;
    if (end - at > DIGITS_MAX) end = at + DIGITS_MAX;
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        sum = sum * 10 + (*at - '0');
        *to++ = *at;
    }
    if (at == r->at || at == end || !scan_blank((unsigned char)*at)) return false;
    *to = '\0';
    r->word = r->text;
    r->length = (size_t)(to - r->text);
    r->at = at;
    *value = sum;
    return true;
}

static bool take_integer(struct reader *r, const char *name, int64_t min, int64_t max,
                         int64_t *value)
{
    if (scan_first(r) == EOF) return reader_fail_at_end(r, "the ", name);
    if (take_digits(r, value)) {
        return (*value >= min && *value <= max) || fail_range(r, name, min, max);
    }
    if (!reader_collect(r, 0)) return fail_no_integer(r, name);
    return reader_value(r, name, min, max, value);
}

/* The same without a range: a number beyond 64 bits becomes INT64_MIN or INT64_MAX. */
static bool take_any_integer(struct reader *r, const char *name, int64_t *value)
{
    if (scan_first(r) == EOF) return reader_fail_at_end(r, "the ", name);
    bool fits = true;
    if (take_digits(r, value)) return true;
    if (!reader_collect(r, 0) || !parse_integer(r->word, r->length, value, &fits)) {
        return fail_no_integer(r, name);
    }
    if (!fits) *value = *r->word == '-' ? INT64_MIN : INT64_MAX;
    return true;
}

static bool take_line(struct reader *r, char *to, size_t room, size_t *length,
                      bool *ended)
{
    size_t n = 0;
    int c = 0;
    scan_mark(r);
    while (n < room && (c = scan_peek(r)) != EOF && !scan_ends_line(c)) {
        to[n++] = (char)c;
        r->at++;
    }
    *length = n;
    *ended = c == EOF || scan_ends_line(c);
    if (scan_ends_line(c)) {
        r->at++;
        scan_newline(r, c);
    }
    return r->fault == READER_FINE && (n > 0 || c != EOF);
}

static bool skip(struct reader *r, int64_t n, const char *name)
{
    bool inside = false; /* the last byte was part of a word */
    while (n > 0 && scan_peek(r) != EOF) {
        const char *at = r->at, *end = r->end;
        for (; at < end; at++) {
            if (!scan_blank((unsigned char)*at)) {
                inside = true;
                continue;
            }
            if (inside && --n == 0) break;
            inside = false;
            if (scan_may_end_line(*at)) {
                r->at = at + 1;
                scan_newline(r, *at);
                at = r->at - 1;
            }
        }
        r->at = at;
    }
    scan_mark(r);
    return n == inside || n == 0 || reader_fail_at_end(r, "the ", name);
}

bool reader_at_end(struct reader *r)
{
    reader_enter(r);
    bool end = scan_first(r) == EOF;
    reader_leave(r);
    return end;
}

bool reader_word(struct reader *r, const char *name)
{
    reader_enter(r);
    bool fine = take_word(r, name);
    reader_leave(r);
    return fine;
}

bool reader_phrase(struct reader *r, int n, const char *name)
{
    reader_enter(r);
    bool fine = take_phrase(r, n, name);
    reader_leave(r);
    return fine;
}

bool reader_integer(struct reader *r, const char *name, int64_t min, int64_t max,
                    int64_t *value)
{
    reader_enter(r);
    bool fine = take_integer(r, name, min, max, value);
    reader_leave(r);
    return fine;
}

bool reader_integers(struct reader *r, int n, const char *name, int64_t *values)
{
    bool fine = true;
    reader_enter(r);
    for (int i = 0; i < n && fine; i++) fine = take_any_integer(r, name, &values[i]);
    reader_leave(r);
    return fine;
}

bool reader_line(struct reader *r, char *to, size_t room, size_t *length, bool *ended)
{
    reader_enter(r);
    bool fine = take_line(r, to, room, length, ended);
    reader_leave(r);
    return fine;
}

bool reader_skip(struct reader *r, int64_t n, const char *name)
{
    reader_enter(r);
    bool fine = skip(r, n, name);
    reader_leave(r);
    return fine;
}
