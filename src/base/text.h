/*
 * Text in the caller's buffer, in the manner of snprintf: `length` counts all bytes
 * appended, also those beyond `room`; those that fit are in `at`, always followed by a
 * NUL byte if room > 0. So a text can be measured with room 0.
 *
 *     char at[5];
 *     struct text t = text_into(at, sizeof at);
 *     text_string(&t, "row ");
 *     text_number(&t, 12);          at: "row ", t.length: 6, so two bytes were lost
 */
#ifndef TESSERA_TEXT_H
#define TESSERA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
    char *at;
    size_t room, length;
};

static inline struct text text_into(char *at, size_t room)
{
    if (room > 0) at[0] = '\0';
    return (struct text){.at = at, .room = room, .length = 0};
}

void text_bytes(struct text *, const void *bytes, size_t n);
void text_number(struct text *, int64_t);

/* Parses the number that *s begins with, as text_number writes it (no '+', no leading
 * zeros), of at most 15 digits. Moves *s behind it. False if there is none. */
bool text_parse_number(const char **s, const char *end, int64_t *number);

/* Parses two such numbers with the character `between` between them. */
bool text_parse_pair(const char **s, const char *end, char between, int64_t *one,
                     int64_t *two);

static inline void text_string(struct text *t, const char *s)
{
    text_bytes(t, s, strlen(s));
}

static inline void text_char(struct text *t, int c)
{
    if (t->length + 1 < t->room) {
        t->at[t->length] = (char)c;
        t->at[t->length + 1] = '\0';
    }
    t->length++;
}

/* How many bytes the character of UTF-8 has that these bytes begin with, and its code; 0 if
 * they begin with none. */
size_t text_character(const char *bytes, size_t n, uint32_t *code);

/* Appends a character in UTF-8: all of it, or nothing where there is no room. */
void text_code(struct text *, uint32_t code);

/* Appends a byte of the input as error messages show it: x, or \x07. */
void text_byte_shown(struct text *, int c);

/* Appends bytes of the input as error messages show them: characters that may be shown, and
 * others as bytes; after `most` of both "..." instead of the rest. */
void text_shown(struct text *, const char *bytes, size_t n, size_t most);

#endif
