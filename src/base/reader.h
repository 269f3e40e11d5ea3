/*
 * A streaming tokenizer over a FILE or over bytes in memory.
 *
 *     reader_open_file(&r, stdin, stdout);                input: "3 4\n..#G\n..."
 *     reader_integer(&r, "height", 3, 2000, &rows);       rows = 3
 *     reader_integer(&r, "width", 3, 2000, &cols);        cols = 4
 *     reader_cells(&r, &grid, ".#SG", "S", READER_ROWS);  the next 3 words are rows
 *
 *     the FILE's own buffer    3 _ 4 \n . . # G \n . . .
 *                                    ^ r->at             ^ r->end
 *
 * It scans the FILE's own buffer and leaves the byte that ends a token unread, so Lua's
 * `io` may read the same FILE in between. Before a read that may block it flushes the
 * `tied` stream, so that a program at the other end of a pipe gets every answer before it
 * must send more. Only the last token is kept, so memory does not grow with the input.
 *
 * Lines and columns count from 1, columns in bytes; a tab is one column. Blanks are
 * space, tab, CR, LF, VT and FF. LF, CR, and CR LF end a line. A byte order mark in front
 * of the input is skipped. A function that returns bool returns false on a fault.
 * Then `fault` is set, and for READER_INPUT `message` says what is wrong with the token
 * at the place `token`. **A fault stays:** nothing is read from the file after it, and no
 * later fault replaces it. A `name` is a noun for messages: "height" for "the height".
 */
#ifndef TESSERA_READER_H
#define TESSERA_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "grid.h"

enum reader_fault {
    READER_FINE,
    READER_INPUT,  /* the input is malformed */
    READER_UNREAD, /* the file cannot be read: errno in `error` */
    READER_UNSENT, /* the tied stream cannot be written: errno in `error` */
};

enum {
    READER_WORD_MAX = 255,
    READER_PHRASE_MAX = 4,
    READER_INTEGERS_MAX = 8,
    READER_BOARDS_MAX = 256,
    READER_BYTES = 256,
};

struct reader_place {
    int64_t line, column;
};

struct reader {
    FILE *file;                     /* NULL: from memory */
    FILE *tied;                     /* may be NULL */
    const char *at, *end;           /* the window: bytes that need no read of the file */
    const char *line_start;         /* column = at - line_start + 1; see `before` */
    int64_t line, before;           /* bytes of this line that came before line_start */
    bool returned;                  /* the window ended with a CR; an LF may follow */
    struct reader_place token;      /* of the last token, or of the fault */
    char text[READER_WORD_MAX + 1]; /* the last word or phrase, NUL-terminated */
    const char *word;               /* the last token, `length` bytes inside of text */
    size_t length;
    struct {
        struct reader_place place;
        size_t start, length;
    } phrase[READER_PHRASE_MAX]; /* its words, each from text[start] */
    int words;                   /* how many words it has */
    enum reader_fault fault;
    int error;
    char byte; /* the window where the buffer of a FILE cannot be seen */
    char message[256];
};

void reader_open_file(struct reader *, FILE *file, FILE *tied);
void reader_open_bytes(struct reader *, const char *bytes, size_t n);

/* Skips blanks. True if the input ends there or cannot be read further (see `fault`). */
bool reader_at_end(struct reader *);

/* Reads the next word, of at most READER_WORD_MAX bytes, into `word` and `length`. */
bool reader_word(struct reader *, const char *name);

/* Reads the next n <= READER_PHRASE_MAX words, joined by single spaces, as one token. */
bool reader_phrase(struct reader *, int n, const char *name);

/* Makes word k, from 0, of the last phrase the token. */
void reader_pick(struct reader *, int k);

/* Parses the last token as a decimal integer in min .. max. */
bool reader_value(struct reader *, const char *name, int64_t min, int64_t max,
                  int64_t *value);

/* Reads the next word as a decimal integer in min .. max. */
bool reader_integer(struct reader *, const char *name, int64_t min, int64_t max,
                    int64_t *value);

/* Reads the next n <= READER_INTEGERS_MAX words as decimal integers, all of the same
 * name. A number beyond 64 bits becomes INT64_MIN or INT64_MAX. */
bool reader_integers(struct reader *, int n, const char *name, int64_t *values);

/* Reads the rest of the line, at most `room` > 0 bytes of it, into `to`. *ended: that was
 * all of it, and what ends it is taken. False at the end of the input, and after a fault. */
bool reader_line(struct reader *, char *to, size_t room, size_t *length, bool *ended);

/* Skips n words of any length. */
bool reader_skip(struct reader *, int64_t n, const char *name);

enum reader_layout {
    READER_ROWS,   /* a word for each row */
    READER_SPACED, /* a word for each cell; line breaks do not matter */
};

/* Reads grid->rows x grid->cols characters of `alphabet` into the grid, top row first.
 * Each character of `once` (at most 8, or NULL) must occur exactly once. */
bool reader_cells(struct reader *, const struct grid *, const char *alphabet,
                  const char *once, enum reader_layout);

/* A band: boards of `cols` columns side by side. The alphabet must outlive it. */
struct reader_band {
    const char *alphabet;
    int32_t cols;
    unsigned char kinds[READER_BYTES];
};

void reader_band_open(struct reader_band *, int32_t cols, const char *alphabet);

/* Reads the next line that is not blank: one row of each of *boards boards, at most
 * READER_BOARDS_MAX. A row is one word of `cols` cells or `cols` words of one cell. The
 * cells go into `to`, with room for cols * READER_BOARDS_MAX; the place where the row of
 * each board begins goes into `places`, with room for READER_BOARDS_MAX. */
bool reader_band_next(struct reader *, const struct reader_band *, unsigned char *to,
                      struct reader_place *places, int32_t *boards);

/* Sets a fault at the last token. Returns false. */
bool reader_fail(struct reader *, const char *message);

/* Sets a fault for an unknown word: "unknown direction 'UP' (expected one of LEFT
 * RIGHT)". `expected` is the list "LEFT RIGHT". Returns false. */
bool reader_unknown(struct reader *, const char *name, const char *expected);

/* Sets a fault at the next byte. Returns false. */
bool reader_fail_here(struct reader *, const char *message);

#endif
