/*
 * How libFuzzer changes inputs of rules.c, beside its own ways: words of the table that the
 * compiler of rules uses, and of descriptions, are put in front of a word of the input, or
 * take its place; a word of the input is written at another place, too.
 */
#include <stdint.h>
#include <string.h>

#include "patterns/words.h"
#include "rules_keys.h"

enum { OWN = 2, LONGEST = 64 };

static const char *const words[] = {
#define WORD(name, text, ...) text,
    PATTERN_WORDS(WORD) PATTERN_KEYS(WORD)
#undef WORD
#define SIGN(text, ...) text,
        PATTERN_SIGNS(SIGN) PATTERN_SHAPES(SIGN)
#undef SIGN
            "nothing",
    "empty",
    "<row>",
    "<column>",
    "1+",
    "10%",
    "90%",
    "\n",
};

/* As libFuzzer gives them. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

/* The next number of 0 .. n - 1. */
static size_t below(uint32_t *random, size_t n)
{
    *random = *random * 1664525u + 1013904223u;
    return (size_t)(*random >> 8) % n;
}

static int is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\n';
}

/* The beginning of a word in the input, and its length; 0 at the end. */
static size_t any_word(const uint8_t *data, size_t size, uint32_t *random, size_t *length)
{
    size_t at = below(random, size + 1);
    while (at < size && !is_blank(data[at])) at++;
    while (at < size && is_blank(data[at])) at++;
    *length = 0;
    while (at + *length < size && !is_blank(data[at + *length])) ++*length;
    return at;
}

/* A word of the tables, or one of the input, with a blank on both sides. */
static size_t choose(const uint8_t *data, size_t size, uint32_t *random, char *out)
{
    const char *word = words[below(random, sizeof words / sizeof *words)];
    size_t n = strlen(word), from = 0;
    if (below(random, 4) == 0) {
        from = any_word(data, size, random, &n);
        if (n > LONGEST - 2) n = LONGEST - 2;
        word = (const char *)data + from;
    }
    out[0] = ' ';
    memcpy(out + 1, word, n);
    out[n + 1] = ' ';
    return n + 2;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    uint32_t random = seed;
    char word[LONGEST];
    if (below(&random, OWN) == 0) return LLVMFuzzerMutate(data, size, room);
    for (size_t many = 1 + below(&random, 3); many > 0; many--) {
        size_t gone, n = choose(data, size, &random, word);
        size_t at = any_word(data, size, &random, &gone);
        if (below(&random, 2) == 0) gone = 0;
        if (size - gone + n > room) continue;
        memmove(data + at + n, data + at + gone, size - at - gone);
        memcpy(data + at, word, n);
        size = size - gone + n;
    }
    return size;
}
