/*
 * A streaming tokenizer over a FILE or over bytes in memory.
 *
 * It takes what it needs through the FILE's own buffer and gives back the byte that ends
 * a token, so others may read the same FILE in turns with it. Before a read that may
 * block it flushes the `tied` stream: whoever sits at the other end of the pipe has
 * every answer before he is asked for more. It keeps one token and no more.
 *
 * Lines and columns count from 1, columns in bytes; a tab is one column. Blanks are
 * space, tab, CR, LF, VT and FF. Functions that return bool return false after a fault:
 * then `fault` is set and, for READER_INPUT, `message` says what is wrong with the token
 * at the place `token`. Faults stay. Names ("height") appear in messages as "the height".
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
    const char *at, *end;           /* what can be taken without asking the file */
    const char *line_start;         /* column = at - line_start + 1; see `before` */
    int64_t line, before;           /* bytes of this line that came before line_start */
    struct reader_place token;      /* of the last token, or of the fault */
    char text[READER_WORD_MAX + 1]; /* the last word or phrase, NUL-terminated */
    const char *word;               /* the last token, `length` bytes of text */
    size_t length;
    struct {
        struct reader_place place;
        size_t start, length;
    } phrase[READER_PHRASE_MAX]; /* the words of the last phrase in text */
    int words;                   /* how many these are */
    enum reader_fault fault;
    int error;
    char byte; /* where a FILE's buffer cannot be seen: the one byte that was taken */
    char message[256];
};

void reader_open_file(struct reader *, FILE *file, FILE *tied);
void reader_open_bytes(struct reader *, const char *bytes, size_t n);

/* True if only blanks are left; passes over them. Check `fault` when it matters. */
bool reader_at_end(struct reader *);

/* The next word, up to READER_WORD_MAX bytes, in `word` and `length`. */
bool reader_word(struct reader *, const char *name);

/* The next n <= READER_PHRASE_MAX words, joined by single blanks, as one token. */
bool reader_phrase(struct reader *, int n, const char *name);

/* Makes word k, 0 .. words-1, of the phrase that was read last the token. */
void reader_pick(struct reader *, int k);

/* The last token as a decimal integer of min .. max. */
bool reader_value(struct reader *, const char *name, int64_t min, int64_t max,
                  int64_t *value);

/* The next word as a decimal integer of min .. max. */
bool reader_integer(struct reader *, const char *name, int64_t min, int64_t max,
                    int64_t *value);

/* The next n <= READER_INTEGERS_MAX words as decimal integers, into `values`; each one has
 * the same name. One beyond 64 bits becomes the nearest one. */
bool reader_integers(struct reader *, int n, const char *name, int64_t *values);

/* The rest of the line, at most `room` > 0 bytes of it, into `to`. *ended: the line ends
 * with them; its LF is passed over. False at the end of the input, and after a fault. */
bool reader_line(struct reader *, char *to, size_t room, size_t *length, bool *ended);

/* Passes over n words of any length, whatever they are. */
bool reader_skip(struct reader *, int64_t n, const char *name);

enum reader_layout {
    READER_ROWS,   /* a word for each row */
    READER_SPACED, /* a word for each cell, lines wherever they like */
};

/* Reads grid->rows x grid->cols cells out of `alphabet` into the grid, top row first.
 * Each cell of `once` must occur exactly once (NULL or "": no such cells). */
bool reader_cells(struct reader *, const struct grid *, const char *alphabet,
                  const char *once, enum reader_layout);

/* What reader_band_next reads; the alphabet must live as long. */
struct reader_band {
    const char *alphabet;
    int32_t cols;
    unsigned char kinds[READER_BYTES];
};

void reader_band_open(struct reader_band *, int32_t cols, const char *alphabet);

/* Reads the next line that is not blank as rows of `cols` cells side by side, each one a
 * word or `cols` words of one cell: *boards of them, at most READER_BOARDS_MAX, into
 * `to`, which has room for cols * READER_BOARDS_MAX cells. `places`, with room for
 * READER_BOARDS_MAX, is where the row of each board begins. */
bool reader_band_next(struct reader *, const struct reader_band *, unsigned char *to,
                      struct reader_place *places, int32_t *boards);

/* Sets a fault at the last token. Returns false. */
bool reader_fail(struct reader *, const char *message);

/* The same for a word that is none of those expected, a list with blanks between:
 * "unknown direction 'UP' (expected one of LEFT RIGHT)". */
bool reader_unknown(struct reader *, const char *name, const char *expected);

/* Sets a fault at the next byte's place. Returns false. */
bool reader_fail_here(struct reader *, const char *message);

#endif
