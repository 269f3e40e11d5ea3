/*
 * A terminal's text. Invariant: `held` is empty, or it is a beginning of one UTF-8 character or
 * of one escape sequence that may still become a valid one.
 */
#include "base/plain.h"

#include <assert.h>
#include <string.h>

/* Ranges that are not shown, in order; lua/tessera/base/characters.lua says why. */
static const uint32_t hidden[][2] = {
    {0x00, 0x1F},     {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
    {0x61C, 0x61C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},
    {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool plain_is_shown(uint32_t c)
{
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        if (c >= hidden[i][0] && c <= hidden[i][1]) return false;
    }
    return true;
}

static char *put_byte(char *out, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";
    *out++ = '\\';
    *out++ = 'x';
    *out++ = digits[c >> 4];
    *out++ = digits[c & 15];
    return out;
}

/* Writes what is held: as it is, or its bytes so that one sees them. */
static char *release(struct plain *p, char *out, bool shown)
{
    for (size_t i = 0; i < p->count; i++) {
        unsigned char c = (unsigned char)p->held[i];
        if (shown || (c >= 0x20 && c < 0x7F)) {
            *out++ = p->held[i];
        } else {
            out = put_byte(out, c);
        }
    }
    p->count = 0;
    return out;
}

/* ---- characters ---- */

static size_t length_of(unsigned char lead)
{
    return lead >= 0xC2 && lead <= 0xDF   ? 2
           : lead >= 0xE0 && lead <= 0xEF ? 3
           : lead >= 0xF0 && lead <= 0xF4 ? 4
                                          : 0;
}

/* Whether the byte may be the next one of the character that is held: no overlong form, no
 * surrogate, nothing above U+10FFFF. */
static bool continues(const struct plain *p, unsigned char c)
{
    unsigned char lead = (unsigned char)p->held[0];
    unsigned char from = 0x80, to = 0xBF;
    if (p->count == 1) {
        if (lead == 0xE0) from = 0xA0;
        if (lead == 0xED) to = 0x9F;
        if (lead == 0xF0) from = 0x90;
        if (lead == 0xF4) to = 0x8F;
    }
    return c >= from && c <= to;
}

static uint32_t decoded(const struct plain *p)
{
    uint32_t c = (unsigned char)p->held[0] & (0x7Fu >> p->count);
    for (size_t i = 1; i < p->count; i++) c = c << 6 | ((unsigned char)p->held[i] & 0x3F);
    return c;
}

/* ---- escape sequences ---- */

/* The modes that a screen may switch, and how they usually are: wrapping, the cursor, the mouse,
 * the brackets around what is pasted, the other screen. */
static const struct {
    const char *digits;
    char usual;
} modes[] = {{"7", 'h'},    {"25", 'h'},   {"1000", 'l'},
             {"1006", 'l'}, {"2004", 'l'}, {"1049", 'l'}};
enum { MODES = sizeof modes / sizeof *modes };

/* Whether this is a mode of a screen, which is noted as it is switched. */
static bool switches(struct plain *p, const char *digits, size_t n, char final)
{
    for (size_t i = 0; i < MODES; i++) {
        if (strlen(modes[i].digits) != n || memcmp(modes[i].digits, digits, n) != 0)
            continue;
        unsigned bit = 1u << i;
        p->switched =
            (uint8_t)(final == modes[i].usual ? p->switched & ~bit : p->switched | bit);
        return true;
    }
    return false;
}

static bool are_numbers(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if ((s[i] < '0' || s[i] > '9') && s[i] != ';' && s[i] != ':') return false;
    }
    return true;
}

/* Whether the sequence that is held, ESC [ ... final, is passed. */
static bool is_passed(struct plain *p, char final)
{
    const char *words = p->held + 2;
    size_t n = (size_t)p->count - 3;
    if (final == 'm' && are_numbers(words, n)) {
        p->coloured = !(n == 0 || (n == 1 && words[0] == '0'));
        return true;
    }
    if (p->progress && final == 'K') return n == 0;
    if (!p->screen) return false;
    if (final == 'H' || final == 'G' || final == 'J' || final == 'K')
        return are_numbers(words, n);
    return (final == 'h' || final == 'l') && n > 1 && words[0] == '?' &&
           switches(p, words + 1, n - 1, final);
}

/* ---- the stream ---- */

/* Takes a byte while something is held. False if it does not belong to that, which has been
 * released. */
static bool go_on(struct plain *p, unsigned char c, char **out)
{
    bool escape = p->held[0] == '\x1B';
    bool fits = !escape         ? continues(p, c)
                : p->count == 1 ? c == '['
                                : c >= 0x20 && c < 0x7F && p->count < PLAIN_HELD - 1;
    if (!fits) {
        *out = release(p, *out, false);
        return false;
    }
    p->held[p->count++] = (char)c;
    if (!escape && p->count == length_of((unsigned char)p->held[0])) {
        *out = release(p, *out, plain_is_shown(decoded(p)));
    } else if (escape && p->count > 2 && c >= 0x40) {
        *out = release(p, *out, is_passed(p, (char)c));
    }
    return true;
}

size_t plain_pass(struct plain *p, const char *in, size_t n, char *out)
{
    char *start = out;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)in[i];
        if (p->count > 0 && go_on(p, c, &out)) continue;
        if ((c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t' ||
            (c == '\r' && p->progress)) {
            *out++ = (char)c;
        } else if (c == 0x1B || length_of(c) > 0) {
            p->held[p->count++] = (char)c;
        } else {
            out = put_byte(out, c);
        }
    }
    assert((size_t)(out - start) <= PLAIN_ROOM(n));
    return (size_t)(out - start);
}

static char *put_text(char *out, const char *text)
{
    while (*text != '\0') *out++ = *text++;
    return out;
}

size_t plain_end(struct plain *p, char *out)
{
    char *end = release(p, out, false);
    if (p->coloured) end = put_text(end, "\x1B[0m");
    for (size_t i = 0; i < MODES; i++) {
        if (!(p->switched >> i & 1)) continue;
        end = put_text(put_text(end, "\x1B[?"), modes[i].digits);
        *end++ = modes[i].usual;
    }
    p->coloured = false;
    p->switched = 0;
    assert((size_t)(end - out) <= PLAIN_ROOM(0));
    return (size_t)(end - out);
}
