/*
 * The reader's window: into a FILE, or into bytes of somebody else.
 */
#include "reader_scan.h"

#include <errno.h>
#include <string.h>

static void flush_tied(struct reader *r)
{
    if (r->tied != NULL && fflush(r->tied) != 0 && r->fault == READER_FINE) {
        r->fault = READER_UNSENT;
        r->error = errno;
        text_into(r->message, sizeof r->message);
    }
}

/* With glibc the window at .. end is the unread part of the FILE's own buffer. Elsewhere,
 * or with READER_OPAQUE_FILE, it is the one byte that getc returned last. */
#if defined __GLIBC__ && !defined READER_OPAQUE_FILE

void reader_enter(struct reader *r)
{
    if (r->file == NULL) return;
    r->before += r->at - r->line_start;
    r->at = r->line_start = r->file->_IO_read_ptr;
    r->end = r->file->_IO_read_end;
}

void reader_leave(struct reader *r)
{
    if (r->file != NULL) r->file->_IO_read_ptr = (char *)(uintptr_t)r->at;
}

static bool get_more(struct reader *r)
{
    int c = getc_unlocked(r->file);
    if (c != EOF) ungetc(c, r->file);
    return c != EOF;
}

#else

void reader_enter(struct reader *r)
{
}

void reader_leave(struct reader *r)
{
    if (r->file == NULL || r->at == r->end) return;
    ungetc((unsigned char)r->byte, r->file);
    r->end = r->at;
}

static bool get_more(struct reader *r)
{
    int c = getc_unlocked(r->file);
    if (c == EOF) return false;
    r->before += r->at - r->line_start;
    r->byte = (char)c;
    r->at = r->line_start = &r->byte;
    r->end = r->at + 1;
    return true;
}

#endif

static const char mark[] = "\xEF\xBB\xBF"; /* the byte order mark of UTF-8 */
enum { MARK_BYTES = sizeof mark - 1 };

/* Skips a byte order mark. Every C library we know takes back as many bytes as it has. */
static void skip_mark(FILE *file)
{
    int n = 0, c = EOF;
    while (n < MARK_BYTES && (c = getc_unlocked(file)) == (unsigned char)mark[n]) n++;
    if (n == MARK_BYTES) return;
    if (c != EOF) ungetc(c, file);
    while (n > 0) ungetc((unsigned char)mark[--n], file);
}

/* Skips the LF behind a CR with which the window ended. */
static void skip_newline(FILE *file)
{
    int c = getc_unlocked(file);
    if (c != EOF && c != '\n') ungetc(c, file);
}

void reader_newline(struct reader *r, int c)
{
    if (c != '\r') return;
    r->returned = r->at == r->end;
    if (!r->returned && *r->at == '\n') r->at++;
    r->line++;
    r->line_start = r->at;
    r->before = 0;
}

int reader_refill(struct reader *r)
{
    if (r->file == NULL || r->fault != READER_FINE) return EOF;
    reader_leave(r);
    flush_tied(r);
    if (r->fault != READER_FINE) return EOF;
    if (r->line == 1 && r->before + (r->at - r->line_start) == 0) skip_mark(r->file);
    if (r->returned) skip_newline(r->file);
    r->returned = false;
    bool more = !feof(r->file) && get_more(r);
    if (!more && ferror(r->file)) {
        r->error = errno;
        r->fault = READER_UNREAD;
        text_into(r->message, sizeof r->message);
    }
    reader_enter(r);
    return more ? (unsigned char)*r->at : EOF;
}

void reader_open_file(struct reader *r, FILE *file, FILE *tied)
{
    reader_open_bytes(r, r->text, 0);
    r->file = file;
    r->tied = tied;
}

void reader_open_bytes(struct reader *r, const char *bytes, size_t n)
{
    const char *end = bytes + n;
    if (n >= MARK_BYTES && memcmp(bytes, mark, MARK_BYTES) == 0) bytes += MARK_BYTES;
    *r = (struct reader){.at = bytes, .end = end, .line_start = bytes, .line = 1};
    r->token = (struct reader_place){1, 1};
    r->word = r->text;
}
