/*
 * What reader.c (tokens) and reader_cells.c (blocks of cells) share: the scanner, byte by
 * byte, and the making of messages.
 */
#ifndef TESSERA_READER_SCAN_H
#define TESSERA_READER_SCAN_H

#include "reader.h"

/* Around the scanning of every public function: enter sees what others have left in the
 * FILE's buffer, leave gives back what was not used. */
void reader_enter(struct reader *);
void reader_leave(struct reader *);

/* Asks the file for more when `at` is at the `end`. EOF at the end of the input, also
 * after a fault. */
int reader_refill(struct reader *);

/* Takes the next byte, or EOF. */
static inline int scan_next(struct reader *r)
{
    if (r->at < r->end || reader_refill(r) != EOF) return (unsigned char)*r->at++;
    return EOF;
}

/* The next byte, or EOF, without taking it. */
static inline int scan_peek(struct reader *r)
{
    if (r->at < r->end || reader_refill(r) != EOF) return (unsigned char)*r->at;
    return EOF;
}

static inline bool scan_blank(int c)
{
    return c == ' ' || (unsigned)(c - '\t') <= '\r' - '\t';
}

/* After a LF was taken. */
static inline void scan_newline(struct reader *r)
{
    r->line++;
    r->line_start = r->at;
    r->before = 0;
}

/* The place of the next byte. */
static inline void scan_mark(struct reader *r)
{
    r->token = (struct reader_place){r->line, r->before + (r->at - r->line_start) + 1};
}

/* The first byte after the blanks, without taking it. */
static inline int scan_first(struct reader *r)
{
    int c = scan_peek(r);
    while (scan_blank(c)) {
        r->at++;
        if (c == '\n') scan_newline(r);
        c = scan_peek(r);
    }
    scan_mark(r);
    return c;
}

/* A message is put together in a buffer of its own and then handed to reader_fail. */
struct reader_message {
    char bytes[sizeof((struct reader *)0)->message];
    struct text text;
};

static inline struct text *reader_message_start(struct reader_message *m,
                                                const char *beginning)
{
    m->text = text_into(m->bytes, sizeof m->bytes);
    text_string(&m->text, beginning);
    return &m->text;
}

/* 'word', at most its first 20 bytes. */
void reader_show_word(struct text *, const struct reader *);

/* A fault where the input ends, or cannot be read further, although "the height" (article
 * and name) is still expected. */
bool reader_fail_at_end(struct reader *, const char *article, const char *name);

/* The word that comes next into `word` from its byte n on; false if it does not fit. */
bool reader_collect(struct reader *, size_t n);

#endif
