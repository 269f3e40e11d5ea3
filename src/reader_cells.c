/*
 * Blocks of cells: rows as words or as single cells, boards side by side.
 */
#include "reader_scan.h"

#include <assert.h>
#include <string.h>

/* An alphabet as a bit for each byte. */
struct charset {
    uint64_t bits[4];
};

static struct charset charset_of(const char *alphabet)
{
    struct charset set = {{0, 0, 0, 0}};
    for (; *alphabet != '\0'; alphabet++) {
        unsigned char c = (unsigned char)*alphabet;
        set.bits[c / 64] |= UINT64_C(1) << c % 64;
    }
    return set;
}

static bool charset_has(const struct charset *set, int c)
{
    return set->bits[c / 64] >> c % 64 & 1;
}

static bool fail_unknown_cell(struct reader *r, int c, const char *alphabet)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "unknown cell '");
    text_byte_shown(t, c);
    text_string(t, "' (expected one of");
    for (; *alphabet != '\0'; alphabet++) {
        text_char(t, ' ');
        text_char(t, *alphabet);
    }
    text_char(t, ')');
    return reader_fail(r, m.bytes);
}

static bool fail_row_length(struct reader *r, int32_t found, int32_t cols)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "the row has ");
    if (found > cols) {
        text_string(t, "more than ");
        text_number(t, cols);
        text_string(t, " cells");
    } else {
        text_number(t, found);
        text_string(t, found == 1 ? " cell, not " : " cells, not ");
        text_number(t, cols);
    }
    return reader_fail(r, m.bytes);
}

/* One word of exactly n cells, whose first byte is c, into `to`. */
static bool take_cells(struct reader *r, int c, unsigned char *to, int32_t n,
                       const struct charset *set, const char *alphabet)
{
    for (int32_t i = 0; i < n; i++) {
        if (c == EOF || !charset_has(set, c)) {
            scan_mark(r);
            if (c == EOF || scan_blank(c)) {
                scan_back(r, c);
                return r->fault == READER_FINE && fail_row_length(r, i, n);
            }
            return fail_unknown_cell(r, c, alphabet);
        }
        to[i] = (unsigned char)c;
        c = scan_next(r);
    }
    if (c != EOF && !scan_blank(c)) {
        scan_mark(r);
        return charset_has(set, c) ? fail_row_length(r, n + 1, n)
                                   : fail_unknown_cell(r, c, alphabet);
    }
    scan_back(r, c);
    return true;
}

static bool take_spaced_cell(struct reader *r, int c, unsigned char *to,
                             const struct charset *set, const char *alphabet)
{
    if (!charset_has(set, c)) return fail_unknown_cell(r, c, alphabet);
    *to = (unsigned char)c;
    int after = scan_next(r);
    scan_back(r, after);
    if (after == EOF || scan_blank(after)) return true;
    reader_collect(r, scan_next(r));
    memmove(r->word + 1, r->word, r->length < READER_WORD_MAX ? r->length : r->length - 1);
    r->word[0] = (char)c;
    r->length++;
    struct reader_message m;
    struct text *t = reader_message_start(&m, "expected a single cell, found ");
    reader_show_word(t, r);
    return reader_fail(r, m.bytes);
}

/* Where a cell that may occur only once was seen first; line 0: not yet. */
struct sighting {
    int64_t line, column;
};

static bool fail_second(struct reader *r, int c, const struct sighting *before)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "a second '");
    text_byte_shown(t, c);
    text_string(t, "' (the first is in line ");
    text_number(t, before->line);
    text_string(t, ", column ");
    text_number(t, before->column);
    text_char(t, ')');
    return reader_fail(r, m.bytes);
}

/* Looks for the cells of `once` in the n cells of a word that begins at the token. */
static bool look_once(struct reader *r, const unsigned char *cells, int32_t n,
                      const char *once, struct sighting *seen)
{
    for (int k = 0; once[k] != '\0'; k++) {
        const unsigned char *at = memchr(cells, once[k], (size_t)n);
        while (at != NULL) {
            int64_t column = r->token_column + (at - cells);
            if (seen[k].line != 0) {
                r->token_column = column;
                return fail_second(r, once[k], &seen[k]);
            }
            seen[k] = (struct sighting){r->token_line, column};
            size_t left = (size_t)(cells + n - at - 1);
            at = left > 0 ? memchr(at + 1, once[k], left) : NULL;
        }
    }
    return true;
}

static bool fail_missing(struct reader *r, int c, const struct grid *g,
                         const struct sighting *start)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "no '");
    text_byte_shown(t, c);
    text_string(t, "' in the ");
    text_number(t, g->rows);
    text_string(t, g->rows == 1 ? " row from here" : " rows from here");
    r->token_line = start->line;
    r->token_column = start->column;
    return reader_fail(r, m.bytes);
}

static bool fail_short_block(struct reader *r, int32_t row, int32_t rows)
{
    char expected[40];
    struct text t = text_into(expected, sizeof expected);
    text_string(&t, "row ");
    text_number(&t, row + 1);
    text_string(&t, " of ");
    text_number(&t, rows);
    return reader_fail_at_end(r, "", expected);
}

enum { once_max = 8 };

bool reader_cells(struct reader *r, const struct grid *g, const char *alphabet,
                  const char *once, enum reader_layout layout)
{
    if (once == NULL) once = "";
    assert(strlen(once) <= once_max);
    struct charset set = charset_of(alphabet);
    struct sighting seen[once_max] = {{0, 0}}, start = {0, 0};
    int32_t words = layout == READER_ROWS ? 1 : g->cols;
    int32_t cells = layout == READER_ROWS ? g->cols : 1;
    for (int32_t i = 0; i < g->rows; i++) {
        unsigned char *to = grid_row(g, i);
        for (int32_t j = 0; j < words; j++, to += cells) {
            int c = scan_first(r);
            if (c == EOF) {
                scan_back(r, c);
                return fail_short_block(r, i, g->rows);
            }
            struct sighting here = {r->token_line, r->token_column};
            if (start.line == 0) start = here;
            if (!(layout == READER_ROWS ? take_cells(r, c, to, cells, &set, alphabet)
                                        : take_spaced_cell(r, c, to, &set, alphabet)) ||
                !look_once(r, to, cells, once, seen)) {
                return false;
            }
        }
    }
    for (int k = 0; once[k] != '\0'; k++) {
        if (seen[k].line == 0) return fail_missing(r, once[k], g, &start);
    }
    return true;
}

/* The next byte that is not a blank, or the LF or EOF that ends the line. */
static int next_in_line(struct reader *r)
{
    int c = scan_next(r);
    while (c != '\n' && scan_blank(c)) c = scan_next(r);
    scan_mark(r);
    return c;
}

bool reader_band_row(struct reader *r, int32_t cols, const char *alphabet,
                     unsigned char *to, int32_t *boards)
{
    struct charset set = charset_of(alphabet);
    int32_t singles = 0; /* cells so far of a row that is given as single letters */
    *boards = 0;
    int c = scan_first(r);
    if (c == EOF) {
        scan_back(r, c);
        return reader_fail_at_end(r, "a ", "row");
    }
    while (c != EOF && c != '\n') {
        if (*boards == READER_BOARDS_MAX) {
            return reader_fail(r, "too many boards side by side");
        }
        int after = scan_next(r);
        scan_back(r, after);
        unsigned char *row = to + (ptrdiff_t)*boards * cols;
        bool single = cols > 1 && (after == EOF || scan_blank(after));
        if (single && charset_has(&set, c)) {
            row[singles++] = (unsigned char)c;
            if (singles == cols) singles = 0, ++*boards;
        } else if (singles > 0) {
            return charset_has(&set, c) ? fail_row_length(r, singles, cols)
                                        : fail_unknown_cell(r, c, alphabet);
        } else {
            if (!take_cells(r, c, row, cols, &set, alphabet)) return false;
            ++*boards;
        }
        c = next_in_line(r);
    }
    if (singles > 0) {
        scan_back(r, c);
        return fail_row_length(r, singles, cols);
    }
    if (c == '\n') {
        scan_newline(r);
    } else {
        scan_back(r, c);
    }
    return true;
}
