/*
 * Writing and reading the edges between positions, as numbers of seven bits to a byte.
 */
#include "edges.h"

#include <assert.h>

enum {
    PIECE = 1 << 14, /* bytes; the pieces never move */
    LIST_ENDS = 0,
    NEW = 1, /* to the next position; then 2: to the one that was met last, 3 ... */
    MORE = 0x80,
};

void edges_start(struct edges *e, const struct search_limits *limits)
{
    *e = (struct edges){.limits = limits, .met = 1, .loaded = -1};
}

/* ---- writing ---- */

static bool put_byte(struct edges *e, unsigned byte)
{
    const int64_t piece = e->bytes / PIECE;
    if (piece == e->pieces) {
        unsigned char **pieces = search_grow(e->limits, e->piece, &e->pieces_room,
                                             e->pieces + 1, sizeof *pieces);
        if (pieces == NULL) return false;
        e->piece = pieces;
        e->piece[piece] = search_resize(e->limits, NULL, PIECE, 1);
        if (e->piece[piece] == NULL) return false;
        e->pieces++;
    }
    e->piece[piece][e->bytes++ % PIECE] = (unsigned char)byte;
    return true;
}

static bool put_number(struct edges *e, uint32_t n)
{
    for (; n >= MORE; n >>= 7) {
        if (!put_byte(e, (n & (MORE - 1)) | MORE)) return false;
    }
    return put_byte(e, n);
}

/* Ends the last list, and notes the size of a block that is full. */
static bool end_list(struct edges *e)
{
    if (e->count - e->block_from > e->most) e->most = e->count - e->block_from;
    return e->positions == 0 || put_byte(e, LIST_ENDS);
}

bool edges_begin(struct edges *e)
{
    if (!end_list(e)) return false;
    const int32_t number = e->positions++;
    if (number % EDGES_BLOCK > 0) return true;
    struct edges_mark *mark = search_grow(e->limits, e->mark, &e->marks_room,
                                          number / EDGES_BLOCK + 1, sizeof *mark);
    if (mark == NULL) return false;
    e->mark = mark;
    e->mark[number / EDGES_BLOCK] = (struct edges_mark){e->bytes, e->met};
    e->block_from = e->count;
    return true;
}

bool edges_add(struct edges *e, int32_t to)
{
    assert(to >= 0 && to <= e->met && e->positions > 0);
    if (!put_number(e, (uint32_t)(e->met - to) + NEW)) return false;
    e->met += to == e->met;
    e->count++;
    return true;
}

bool edges_finish(struct edges *e)
{
    if (!end_list(e)) return false;
    e->to = search_resize(e->limits, NULL, (uint64_t)e->most, sizeof *e->to);
    return e->to != NULL;
}

/* ---- reading ---- */

static uint32_t get_number(const struct edges *e, int64_t *at)
{
    uint32_t n = 0;
    for (int shift = 0;; shift += 7) {
        const unsigned byte = e->piece[*at / PIECE][*at % PIECE];
        ++*at;
        n |= (uint32_t)(byte & (MORE - 1)) << shift;
        if (byte < MORE) return n;
    }
}

void edges_load(struct edges *e, int32_t block)
{
    const int32_t from = block * EDGES_BLOCK, rest = e->positions - from;
    int64_t at = e->mark[block].at;
    int32_t met = e->mark[block].met;
    uint32_t count = 0;
    e->loaded = block;
    for (int32_t i = 0; i < EDGES_BLOCK && i < rest; i++) {
        e->first[i] = count;
        for (uint32_t n; (n = get_number(e, &at)) != LIST_ENDS; count++) {
            const int32_t to = met - (int32_t)(n - NEW);
            e->to[count] = to;
            met += to == met;
        }
        e->first[i + 1] = count;
    }
    assert(count <= e->most);
}
