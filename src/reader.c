/*
 * The tokens of the reader.
 */
#include "reader_scan.h"

#include <errno.h>
#include <string.h>

void reader_flush_tied(struct reader *r)
{
    if (r->tied != NULL && fflush(r->tied) != 0 && r->fault == READER_FINE) {
        r->fault = READER_UNSENT;
        r->error = errno;
        text_into(r->message, sizeof r->message);
    }
}

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
    r->token_line = r->line;
    r->token_column = r->offset - r->line_start + 1;
    return reader_fail(r, message);
}

void reader_show_word(struct text *t, const struct reader *r)
{
    enum { shown = 20 };
    text_char(t, '\'');
    for (size_t i = 0; i < r->length && i < shown; i++) {
        text_byte_shown(t, (unsigned char)r->word[i]);
    }
    text_string(t, r->length > shown ? "...'" : "'");
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
    if (r->fault == READER_FINE && r->file != NULL && ferror(r->file)) {
        r->error = errno != 0 ? errno : EIO;
        r->fault = READER_UNREAD;
        text_into(r->message, sizeof r->message);
        return false;
    }
    struct reader_message m;
    struct text *t = reader_message_start(&m, "the input ends where ");
    text_string(t, article);
    text_string(t, expected);
    text_string(t, " is expected");
    return reader_fail(r, m.bytes);
}

void reader_open_file(struct reader *r, FILE *file, FILE *tied)
{
    *r = (struct reader){.file = file, .tied = tied, .line = 1};
    r->token_line = r->token_column = 1;
}

void reader_open_bytes(struct reader *r, const char *bytes, size_t n)
{
    *r = (struct reader){.at = bytes, .end = bytes + n, .line = 1};
    r->token_line = r->token_column = 1;
}

bool reader_at_end(struct reader *r)
{
    int c = scan_first(r);
    scan_back(r, c);
    if (c == EOF && r->file != NULL && ferror(r->file)) reader_fail_at_end(r, "", "more");
    return c == EOF;
}

bool reader_collect(struct reader *r, int c)
{
    size_t n = 0;
    do {
        r->word[n++] = (char)c;
        c = scan_next(r);
    } while (c != EOF && !scan_blank(c) && n < READER_WORD_MAX);
    scan_back(r, c);
    r->word[n] = '\0';
    r->length = n;
    return c == EOF || scan_blank(c);
}

bool reader_word(struct reader *r, const char *name)
{
    int c = scan_first(r);
    if (c == EOF) {
        scan_back(r, c);
        return reader_fail_at_end(r, "the ", name);
    }
    if (reader_collect(r, c)) return true;
    struct reader_message m;
    struct text *t = reader_message_start(&m, "the ");
    text_string(t, name);
    text_string(t, " is longer than ");
    text_number(t, READER_WORD_MAX);
    text_string(t, " characters");
    return reader_fail(r, m.bytes);
}

/* Digits with an optional sign; beyond 64 bits the value stays at its limit. */
static bool parse_integer(const char *s, int64_t *value)
{
    bool negative = *s == '-';
    uint64_t limit = (uint64_t)INT64_MAX + negative, n = 0;
    if (*s == '-' || *s == '+') s++;
    if (*s == '\0') return false;
    for (; *s != '\0'; s++) {
        unsigned digit = (unsigned)(*s - '0');
        if (digit > 9) return false;
        n = n > (limit - digit) / 10 ? limit : n * 10 + digit;
    }
    *value = negative ? -(int64_t)(n - 1) - 1 : (int64_t)n;
    if (n == 0) *value = 0;
    return true;
}

bool reader_integer(struct reader *r, const char *name, int64_t min, int64_t max,
                    int64_t *value)
{
    struct reader_message m;
    int c = scan_first(r);
    if (c == EOF) {
        scan_back(r, c);
        return reader_fail_at_end(r, "the ", name);
    }
    if (!reader_collect(r, c) || !parse_integer(r->word, value)) {
        struct text *t = reader_message_start(&m, "expected the ");
        text_string(t, name);
        text_string(t, ", a whole number, found ");
        reader_show_word(t, r);
        return reader_fail(r, m.bytes);
    }
    if (*value >= min && *value <= max) return true;
    struct text *t = reader_message_start(&m, "the ");
    text_string(t, name);
    text_string(t, " must be ");
    text_number(t, min);
    if (max > min) {
        text_string(t, "..");
        text_number(t, max);
    }
    text_string(t, ", not ");
    text_string(t, r->length <= 20 ? r->word : "a number of so many digits");
    return reader_fail(r, m.bytes);
}

bool reader_line(struct reader *r, char *to, size_t room, size_t *length, bool *ended)
{
    size_t n = 0;
    int c = 0;
    *ended = false;
    while (n < room) {
        c = scan_next(r);
        if (n == 0) scan_mark(r);
        if (c == EOF || c == '\n') {
            *ended = true;
            break;
        }
        to[n++] = (char)c;
    }
    if (c == '\n') scan_newline(r);
    if (c == EOF) {
        scan_back(r, c);
        if (r->file != NULL && ferror(r->file)) reader_fail_at_end(r, "the ", "line");
    }
    *length = n;
    return r->fault == READER_FINE && (n > 0 || c != EOF);
}

bool reader_skip(struct reader *r, int64_t n, const char *name)
{
    for (; n > 0; n--) {
        int c = scan_first(r);
        if (c == EOF) {
            scan_back(r, c);
            return reader_fail_at_end(r, "the ", name);
        }
        while (c != EOF && !scan_blank(c)) c = scan_next(r);
        scan_back(r, c);
    }
    return true;
}

