/*
 * What reader.c (tokens) and reader_cells.c (blocks of cells) share: the scanner, byte by
 * byte, and the making of messages.
 */
#ifndef TESSERA_READER_SCAN_H
#define TESSERA_READER_SCAN_H

#include "reader.h"

/* Flushes the tied stream; a failure becomes the reader's fault. */
void reader_flush_tied(struct reader *);

/* Whether the next getc may have to wait for input; "yes" is always safe to say. */
static inline bool scan_may_block(FILE *file)
{
#ifdef __GLIBC__
    return file->_IO_read_ptr >= file->_IO_read_end;
#else
    (void)file;
    return true;
#endif
}

static inline int scan_next(struct reader *r)
{
    int c = EOF;
    if (r->file == NULL) {
        if (r->at < r->end) c = (unsigned char)*r->at++;
    } else {
        if (scan_may_block(r->file)) reader_flush_tied(r);
        if (r->fault == READER_FINE) c = getc_unlocked(r->file);
    }
    r->offset++;
    return c;
}

static inline void scan_back(struct reader *r, int c)
{
    r->offset--;
    if (c == EOF) return;
    if (r->file == NULL) {
        r->at--;
    } else {
        ungetc(c, r->file);
    }
}

static inline bool scan_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline void scan_newline(struct reader *r)
{
    r->line++;
    r->line_start = r->offset;
}

/* The place of the byte that was taken last. */
static inline void scan_mark(struct reader *r)
{
    r->token_line = r->line;
    r->token_column = r->offset - r->line_start;
}

/* The first byte after the blanks. */
static inline int scan_first(struct reader *r)
{
    int c = scan_next(r);
    while (scan_blank(c)) {
        if (c == '\n') scan_newline(r);
        c = scan_next(r);
    }
    scan_mark(r);
    return c;
}

/* A message is put together in a buffer of its own and then handed to reader_fail. */
struct reader_message {
    char bytes[sizeof((struct reader *)0)->message];
    struct text text;
};

static inline struct text *reader_message_start(struct reader_message *m, const char *beginning)
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

/* The rest of a word whose first byte is c; false if it is longer than `word` holds. */
bool reader_collect(struct reader *, int c);

#endif
