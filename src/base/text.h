/*
 * Text written into a buffer of the caller's, in the manner of snprintf: `length`
 * counts what there is to say, also beyond `room`; what fits is in `at` and always
 * ends in a NUL byte (when room > 0). So a text can be measured with room 0.
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

/* Reads a number back: the one that *s begins with, as text_number writes it (no '+',
 * no zeros in front), of at most 15 digits. Moves *s behind it. False if there is none. */
bool text_parse_number(const char **s, const char *end, int64_t *number);

/* Two such numbers with `between` between them. */
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

/* A byte of somebody's input as an error message shows it: x, or \x07. */
void text_byte_shown(struct text *, int c);

#endif
