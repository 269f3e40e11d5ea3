/*
 * Inside the reader: scanning byte by byte, and building messages, for reader.c (tokens),
 * reader_cells.c (blocks of cells) and reader_window.c (where bytes come from).
 *
 * Every public function scans between reader_enter and reader_leave. With glibc
 * reader_enter takes the FILE's buffer as the window, and reader_leave gives back what
 * was not taken. Elsewhere, or compiled with READER_OPAQUE_FILE, nobody can see that
 * buffer: then the window is one byte, `byte`.
 */
#ifndef TESSERA_READER_SCAN_H
#define TESSERA_READER_SCAN_H

#include "reader.h"

/* Every public function scans between the two: reader_enter takes the FILE's buffer as
 * the window, reader_leave gives back the bytes that were not taken. */
void reader_enter(struct reader *);
void reader_leave(struct reader *);

/* Reads more from the file, for an empty window. Returns the next byte without taking it,
 * or EOF at the end of the input and after a fault. */
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

static inline bool scan_ends_line(int c)
{
    return c == '\n' || c == '\r';
}

/* Whether a blank is taken by scan_newline: it ends a line, or is a tab, VT or FF. */
static inline bool scan_may_end_line(int c)
{
    return c <= '\r';
}

/* The same for other blanks than LF. With a CR it takes the LF behind it. */
void reader_newline(struct reader *, int c);

/* Call after such a blank was taken. */
static inline void scan_newline(struct reader *r, int c)
{
    if (c != '\n') {
        reader_newline(r, c);
        return;
    }
    r->line++;
    r->line_start = r->at;
    r->before = 0;
}

/* Puts the token's place at the next byte. */
static inline void scan_mark(struct reader *r)
{
    r->token = (struct reader_place){r->line, r->before + (r->at - r->line_start) + 1};
}

/* Skips blanks. The byte after them, or EOF, without taking it: there a token begins. */
static inline int scan_first(struct reader *r)
{
    int c = scan_peek(r);
    while (scan_blank(c)) {
        r->at++;
        if (scan_may_end_line(c)) scan_newline(r, c);
        c = scan_peek(r);
    }
    scan_mark(r);
    return c;
}

/* A buffer in which a message is built before it goes to reader_fail. */
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

/* Appends the last token in quotes, at most its first 20 characters: 'word', 'long...'. */
void reader_show_word(struct text *, const struct reader *);

/* Sets a fault where the input ends: "the input ends where the height is expected".
 * `article` is "the ", `name` "height". Returns false. */
bool reader_fail_at_end(struct reader *, const char *article, const char *name);

/* Appends the next word to the first n bytes of `text`. False if it does not fit. */
bool reader_collect(struct reader *, size_t n);

#endif
