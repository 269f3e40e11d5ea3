/*
 * Blocks of cells: rows as words or as single cells, boards side by side.
 */
#include "reader_scan.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum { ONCE_MAX = 8 };

/* Fills the table of bytes: 0 is no cell, 1 a cell of the alphabet, 2 + k is once[k]. */
static void kinds_of(unsigned char kinds[READER_BYTES], const char *alphabet,
                     const char *once)
{
    memset(kinds, 0, READER_BYTES);
    for (; *alphabet != '\0'; alphabet++) kinds[(unsigned char)*alphabet] = 1;
    for (int k = 0; once[k] != '\0'; k++) {
        kinds[(unsigned char)once[k]] = (unsigned char)(2 + k);
    }
}

/* Takes the next character and appends it. A beginning of one is taken as its first byte. */
static void show_next(struct text *t, struct reader *r)
{
    enum { BYTES_MAX = 4 };
    char bytes[BYTES_MAX] = {(char)scan_next(r)};
    size_t n = 1;
    uint32_t code;
    bool whole = text_character(bytes, n, &code) > 0;
    while (!whole && n < BYTES_MAX && (scan_peek(r) & 0xC0) == 0x80) {
        bytes[n++] = (char)scan_next(r);
        whole = text_character(bytes, n, &code) > 0;
    }
    text_shown(t, bytes, whole ? n : 1, BYTES_MAX);
}

static bool fail_unknown_cell(struct reader *r, const char *alphabet)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "unknown cell '");
    show_next(t, r);
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
        text_string(t, cols == 1 ? " cell" : " cells");
    } else {
        text_number(t, found);
        text_string(t, found == 1 ? " cell, not " : " cells, not ");
        text_number(t, cols);
    }
    return reader_fail(r, m.bytes);
}

/* Notes the place of the next cell in *seen. A place there already is a fault. */
static bool see_once(struct reader *r, struct reader_place *seen)
{
    struct reader_place row = r->token;
    assert(seen != NULL);
    scan_mark(r);
    if (seen->line == 0) {
        *seen = r->token;
        r->token = row;
        return true;
    }
    struct reader_message m;
    struct text *t = reader_message_start(&m, "a second '");
    text_byte_shown(t, (unsigned char)*r->at);
    text_string(t, "' (the first is in line ");
    text_number(t, seen->line);
    text_string(t, ", column ");
    text_number(t, seen->column);
    text_char(t, ')');
    return reader_fail(r, m.bytes);
}

/* The alphabet of a block, and where the cells that occur only once were seen. */
struct block {
    const char *alphabet;
    const unsigned char *kinds;
    struct reader_place *seen; /* [ONCE_MAX]; line 0: not yet */
};

/* Takes cells `from` .. n-1 of a row from one word, which must end there. */
static bool take_cells(struct reader *r, unsigned char *to, int32_t from, int32_t n,
                       struct block *b)
{
    int32_t i = from;
    const unsigned char *at = (const unsigned char *)r->at;
    if (r->end - r->at >= n - from) {
        for (; i < n && b->kinds[*at] == 1; i++) to[i] = *at++;
        r->at = (const char *)at;
    }
    for (; i < n; i++) {
        int c = scan_peek(r);
        int kind = c == EOF ? 0 : b->kinds[c];
        if (kind != 1) {
            if (kind == 0) {
                scan_mark(r);
                return c == EOF || scan_blank(c) ? fail_row_length(r, i, n)
                                                 : fail_unknown_cell(r, b->alphabet);
            }
            if (!see_once(r, &b->seen[kind - 2])) return false;
        }
        to[i] = (unsigned char)c;
        r->at++;
    }
    int c = scan_peek(r);
    if (c == EOF || scan_blank(c)) return true;
    scan_mark(r);
    return b->kinds[c] != 0 ? fail_row_length(r, n + 1, n)
                            : fail_unknown_cell(r, b->alphabet);
}

/* Takes a cell that must be a word of one byte. */
static bool take_single(struct reader *r, unsigned char *to, struct block *b)
{
    int c = scan_peek(r);
    if (b->kinds[c] == 0) return fail_unknown_cell(r, b->alphabet);
    if (b->kinds[c] > 1 && !see_once(r, &b->seen[b->kinds[c] - 2])) return false;
    r->at++;
    *to = (unsigned char)c;
    int after = scan_peek(r);
    if (after == EOF || scan_blank(after)) return true;
    struct reader_message m;
    struct text *t = reader_message_start(&m, "expected a single cell, found '");
    text_byte_shown(t, c);
    show_next(t, r);
    text_string(t, "'...");
    return reader_fail(r, m.bytes);
}

/* The fast path of take_single: takes up to n cells that lie in the window, each with a
 * blank behind it, up to the first one that needs more checks. Returns how many. */
static int32_t take_singles(struct reader *r, unsigned char *to, int32_t n,
                            const struct block *b)
{
    const char *at = r->at, *end = r->end;
    int32_t i = 0;
    while (i < n && end - at > 1) {
        int c = (unsigned char)*at;
        if (b->kinds[c] == 1 && scan_blank((unsigned char)at[1])) {
            to[i++] = (unsigned char)c;
        } else if (!scan_blank(c)) {
            break;
        }
        at++;
        if (scan_may_end_line(c)) {
            r->at = at;
            scan_newline(r, c);
            at = r->at;
        }
    }
    r->at = at;
    /* The token is the last cell: one byte before `at`. */
    if (i == n) {
        r->token = (struct reader_place){r->line, r->before + (r->at - r->line_start)};
    }
    return i;
}

static bool fail_missing(struct reader *r, int c, const struct grid *g,
                         const struct reader_place *start)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "no '");
    text_byte_shown(t, c);
    text_string(t, "' in the ");
    text_number(t, g->rows);
    text_string(t, g->rows == 1 ? " row from here" : " rows from here");
    r->token = *start;
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

static bool take_block(struct reader *r, const struct grid *g, const char *alphabet,
                       const char *once, enum reader_layout layout)
{
    unsigned char kinds[READER_BYTES];
    struct reader_place seen[ONCE_MAX] = {{0, 0}};
    struct block b = {alphabet, kinds, seen};
    int32_t words = layout == READER_ROWS ? 1 : g->cols;
    kinds_of(kinds, alphabet, once);
    scan_first(r);
    struct reader_place start = r->token;
    for (int32_t i = 0; i < g->rows; i++) {
        unsigned char *row = grid_row(g, i);
        int32_t j = 0;
        if (layout == READER_SPACED) j = take_singles(r, row, words, &b);
        for (; j < words; j++) {
            if (scan_first(r) == EOF) return fail_short_block(r, i, g->rows);
            if (!(layout == READER_ROWS ? take_cells(r, row, 0, g->cols, &b)
                                        : take_single(r, row + j, &b))) {
                return false;
            }
        }
    }
    for (int k = 0; once[k] != '\0'; k++) {
        if (b.seen[k].line == 0) return fail_missing(r, once[k], g, &start);
    }
    return true;
}

/* Skips blanks. The next byte, or the LF, CR or EOF that ends the line, without taking it. */
static int next_in_line(struct reader *r)
{
    int c = scan_peek(r);
    while (!scan_ends_line(c) && scan_blank(c)) {
        r->at++;
        c = scan_peek(r);
    }
    scan_mark(r);
    return c;
}

static bool fail_boards(struct reader *r)
{
    struct reader_message m;
    struct text *t = reader_message_start(&m, "more than ");
    text_number(t, READER_BOARDS_MAX);
    text_string(t, " boards side by side");
    return reader_fail(r, m.bytes);
}

static bool take_band_row(struct reader *r, const struct reader_band *band,
                          unsigned char *to, struct reader_place *places, int32_t *boards)
{
    struct block b = {band->alphabet, band->kinds, NULL};
    int32_t cols = band->cols;
    int32_t singles = 0; /* cells so far of a row that is given as single cells */
    *boards = 0;
    int c = scan_first(r);
    if (c == EOF) return reader_fail_at_end(r, "a ", "row");
    for (; c != EOF && !scan_ends_line(c); c = next_in_line(r)) {
        if (*boards == READER_BOARDS_MAX) {
            return fail_boards(r);
        }
        if (b.kinds[c] == 0) return fail_unknown_cell(r, b.alphabet);
        unsigned char *row = to + (ptrdiff_t)*boards * cols;
        if (singles == 0) places[*boards] = r->token;
        row[singles] = (unsigned char)c;
        r->at++;
        int after = scan_peek(r);
        if (cols > 1 && (after == EOF || scan_blank(after))) {
            if (++singles == cols) singles = 0, ++*boards;
        } else if (singles > 0) {
            return fail_row_length(r, singles, cols);
        } else {
            if (!take_cells(r, row, 1, cols, &b)) return false;
            ++*boards;
        }
    }
    if (singles > 0) return fail_row_length(r, singles, cols);
    if (c != EOF) {
        r->at++;
        scan_newline(r, c);
    }
    return true;
}

bool reader_cells(struct reader *r, const struct grid *g, const char *alphabet,
                  const char *once, enum reader_layout layout)
{
    if (once == NULL) once = "";
    assert(strlen(once) <= ONCE_MAX);
    reader_enter(r);
    bool fine = take_block(r, g, alphabet, once, layout);
    reader_leave(r);
    return fine;
}

void reader_band_open(struct reader_band *band, int32_t cols, const char *alphabet)
{
    band->alphabet = alphabet;
    band->cols = cols;
    kinds_of(band->kinds, alphabet, "");
}

bool reader_band_next(struct reader *r, const struct reader_band *band, unsigned char *to,
                      struct reader_place *places, int32_t *boards)
{
    reader_enter(r);
    bool fine = take_band_row(r, band, to, places, boards);
    reader_leave(r);
    return fine;
}
