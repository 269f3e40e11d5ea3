/*
 * Reading the texts of rules: tokens, names and errors.
 */
#include "scan.h"

#include <assert.h>

void *pattern_take(struct pattern_memory *m, size_t count, size_t size)
{
    assert(size > 0 && count <= SIZE_MAX / 2 / size);
    size_t bytes = state_align(count * size);
    if (bytes > m->room - m->used) {
        m->full = true;
        return NULL;
    }
    void *at = m->at + m->used;
    m->used += bytes;
    memset(at, 0, bytes);
    return at;
}

const char *pattern_keep_text(struct pattern_memory *m, const char *text)
{
    const size_t n = text == NULL ? 0 : strlen(text) + 1;
    char *copy = text == NULL ? NULL : pattern_take(m, n, 1);
    if (copy != NULL) memcpy(copy, text, n);
    return copy;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           c == '-';
}

/* "<car>": no blanks between the brackets. Its length, or 0. */
static int32_t slot_length(const char *at)
{
    int32_t n = 1;
    while (at[n] != '\0' && at[n] != ' ' && at[n] != '>' && at[n] != '<') n++;
    return at[n] == '>' && n > 1 && at[1] != '=' ? n + 1 : 0;
}

static int32_t name_length(const char *at)
{
    int32_t n = 0;
    while (is_letter(at[n]) && !(at[n] == '-' && at[n + 1] == '>')) n++;
    return n;
}

/* The value of n digits; SCAN_NUMBER_MAX + 1 if it is more. */
static int64_t number_of(const char *at, int32_t n)
{
    int64_t number = 0;
    for (int32_t i = 0; i < n && number <= SCAN_NUMBER_MAX; i++) {
        number = 10 * number + at[i] - '0';
    }
    return number > SCAN_NUMBER_MAX ? SCAN_NUMBER_MAX + 1 : number;
}

static void read_sign(const char *at, struct token *t)
{
    static const struct {
        const char *text;
        size_t length;
        enum token_type type;
        int means;
    } signs[] = {
#define SIGN(text, type, means) {text, sizeof(text) - 1, type, means},
        PATTERN_SIGNS(SIGN)
#undef SIGN
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (*at != signs[i].text[0] || strncmp(at, signs[i].text, signs[i].length) != 0)
            continue;
        t->length = (int32_t)signs[i].length;
        t->type = signs[i].type;
        t->number = signs[i].means;
        return;
    }
    t->type = TOKEN_WRONG;
    t->length = 1;
    while (((unsigned char)at[t->length] & 0xC0) == 0x80) t->length++; /* of UTF-8 */
}

static enum pattern_word word_of(const char *at, int32_t length)
{
    static const struct {
        const char *text;
        size_t length;
    } words[] = {{"", 0},
#define WORD(name, text, where) {text, sizeof(text) - 1},
                 PATTERN_WORDS(WORD)
#undef WORD
    };
    size_t n = (size_t)length;
    for (size_t i = 1; i < sizeof words / sizeof *words; i++) {
        if (words[i].length == n && words[i].text[0] == *at &&
            memcmp(words[i].text, at, n) == 0)
            return (enum pattern_word)i;
    }
    return WORD_NONE;
}

/* Where each word may stand. */
static const unsigned char wheres[] = {0,
#define WORD(name, text, where) (where),
                                       PATTERN_WORDS(WORD)
#undef WORD
};

bool scan_word_is(const struct scan *s, int where)
{
    return (wheres[s->token.word] & where) != 0;
}

/* "90%" or "0.25%", which begins with so many digits. */
static bool read_percent(const char *at, int32_t digits, struct token *t)
{
    int32_t decimals = 0;
    if (at[digits] == '.')
        while (is_digit(at[digits + 1 + decimals])) decimals++;
    t->length = digits + (decimals > 0 ? 1 + decimals : 0);
    if (at[t->length++] != '%') return false;
    t->number = 100 * number_of(at, digits);
    if (decimals > 0) t->number += 10 * (at[digits + 1] - '0');
    if (decimals > 1) t->number += at[digits + 2] - '0';
    if (decimals > 2) t->number = -1;
    return true;
}

void scan_next(struct scan *s)
{
    while (*s->next == ' ' || *s->next == '\t' || *s->next == '\n') s->next++;
    const char *at = s->next;
    struct token t = {.type = TOKEN_NAME, .at = at};
    int32_t digits = 0;
    while (is_digit(at[digits])) digits++;
    if (*at == '\0') {
        t.type = TOKEN_END;
    } else if (digits > 0 && at[digits] == '+') {
        t.type = TOKEN_RUN;
        t.number = number_of(at, digits);
        t.length = digits + 1;
    } else if (digits > 0 && read_percent(at, digits, &t)) {
        t.type = TOKEN_PERCENT;
    } else if (digits > 0 && at[digits] == '.' && at[digits + 1] == '.' &&
               is_digit(at[digits + 2])) {
        int32_t more = 0;
        while (is_digit(at[digits + 2 + more])) more++;
        t.type = TOKEN_RANGE;
        t.number = number_of(at, digits);
        t.upto = number_of(at + digits + 2, more);
        t.length = digits + 2 + more;
    } else if (*at == '<' && slot_length(at) > 0) {
        t.type = TOKEN_SLOT;
        t.length = slot_length(at);
    } else if ((t.length = name_length(at)) > 0) {
        int32_t sign = *at == '-';
        while (is_digit(at[sign + t.number])) t.number++;
        if (t.number > 0 && sign + t.number == t.length) {
            t.number = number_of(at + sign, (int32_t)t.number) * (sign ? -1 : 1);
            t.type = TOKEN_NUMBER;
        }
        t.word = word_of(at, t.length);
        if (t.length == 1 && *at == '-') {
            t.type = TOKEN_OPERATOR;
            t.number = PATTERN_MINUS;
        }
    } else {
        read_sign(at, &t);
    }
    s->token = t;
    s->next = at + t.length;
    if (scan_word_is(s, WORD_YIELDS) && scan_name(s) != NULL) s->token.word = WORD_NONE;
}

void scan_begin(struct scan *s, const struct pattern_source *source)
{
    s->source = source;
    s->next = source->text;
    s->lefts = NULL;
    scan_next(s);
}

bool scan_reads(const struct scan *s, const char *text)
{
    return strlen(text) == (size_t)s->token.length &&
           memcmp(s->token.at, text, strlen(text)) == 0;
}

bool scan_take(struct scan *s, enum pattern_word word)
{
    if (!scan_is(s, word)) return false;
    scan_next(s);
    return true;
}

void scan_note_at(const struct scan *s, const struct token *t, const char *format,
                  const char *word)
{
    struct pattern_error *e = s->source->error;
    if (e->failed) return;
    e->failed = true;
    e->column = (int32_t)(t->at - s->source->text) + 1;
    e->expected = PATTERN_EXPECT_NOTHING;
    struct text out = text_into(e->message, sizeof e->message);
    for (; *format != '\0'; format++) {
        if (word == NULL && strncmp(format, "'%s'", 4) == 0) {
            text_string(&out, "the end of the text");
            format += 3;
        } else if (word != NULL && format[0] == '%' && format[1] == 's') {
            text_string(&out, word);
            format++;
        } else {
            text_char(&out, *format);
        }
    }
}

void scan_note(const struct scan *s, const char *format)
{
    struct pattern_error *e = s->source->error;
    if (e->failed) return;
    size_t n = (size_t)s->token.length;
    struct text out = text_into(e->word, sizeof e->word);
    text_bytes(&out, s->token.at, n < 30 ? n : 30);
    scan_note_at(s, &s->token, format, s->token.type == TOKEN_END ? NULL : e->word);
}

const struct pattern_name *scan_name(const struct scan *s)
{
    const struct pattern_names *names = s->source->names;
    if (s->token.type != TOKEN_NAME && s->token.type != TOKEN_NUMBER) return NULL;
    size_t n = (size_t)s->token.length;
    for (int32_t i = 0; i < names->count; i++) {
        const char *name = names->name[i].name;
        if (strlen(name) == n && memcmp(name, s->token.at, n) == 0)
            return &names->name[i];
    }
    return NULL;
}
