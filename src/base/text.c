/*
 * Appends bytes and numbers to a text, and parses numbers.
 */
#include "text.h"

#include "plain.h"

void text_bytes(struct text *t, const void *bytes, size_t n)
{
    if (t->length + 1 < t->room) {
        size_t fits = t->room - t->length - 1;
        size_t copied = n < fits ? n : fits;
        memcpy(t->at + t->length, bytes, copied);
        t->at[t->length + copied] = '\0';
    }
    t->length += n;
}

void text_number(struct text *t, int64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (n < 0) digits[--at] = '-';
    text_bytes(t, digits + at, sizeof digits - at);
}

bool text_parse_number(const char **s, const char *end, int64_t *number)
{
    enum { DIGITS_MAX = 15 };
    bool negative = *s < end && **s == '-';
    const char *first = *s + negative, *at = first;
    int64_t sum = 0;
    while (at < end && *at >= '0' && *at <= '9' && at - first < DIGITS_MAX) {
        sum = sum * 10 + (*at++ - '0');
    }
    *s = at;
    *number = negative ? -sum : sum;
    if (at == first || (at < end && *at >= '0' && *at <= '9')) return false;
    return *first != '0' || (at - first == 1 && !negative);
}

bool text_parse_pair(const char **s, const char *end, char between, int64_t *one,
                     int64_t *two)
{
    if (!text_parse_number(s, end, one) || *s == end || *(*s)++ != between) return false;
    return text_parse_number(s, end, two);
}

size_t text_character(const char *bytes, size_t n, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)bytes;
    if (n == 0 || at[0] < 0x80) {
        *code = n == 0 ? 0 : at[0];
        return n > 0;
    }
    size_t length = at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    if (length == 0 || length > n || at[0] > 0xF4) return 0;
    uint32_t c = at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        c = c << 6 | (at[i] & 0x3F);
    }
    if (c < least[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return 0;
    *code = c;
    return length;
}

void text_code(struct text *t, uint32_t code)
{
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    char bytes[4];
    int n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(first[n] | code);
    if (t->length + (size_t)n < t->room) {
        text_bytes(t, bytes, (size_t)n);
    } else {
        t->length += (size_t)n;
    }
}

void text_byte_shown(struct text *t, int c)
{
    static const char hex[] = "0123456789ABCDEF";
    if (c >= ' ' && c <= '~') {
        text_char(t, c);
    } else {
        text_string(t, "\\x");
        text_char(t, hex[c >> 4 & 15]);
        text_char(t, hex[c & 15]);
    }
}

void text_shown(struct text *t, const char *bytes, size_t n, size_t most)
{
    for (; n > 0 && most > 0; most--) {
        uint32_t code;
        size_t length = text_character(bytes, n, &code);
        if (length > 1 && plain_is_shown(code)) {
            text_bytes(t, bytes, length);
        } else {
            length = 1;
            text_byte_shown(t, (unsigned char)*bytes);
        }
        bytes += length;
        n -= length;
    }
    if (n > 0) text_string(t, "...");
}
