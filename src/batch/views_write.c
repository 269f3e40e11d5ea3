/*
 * What players see: copies of the layers, and windows from them (views.h).
 */
#include "base/byte_lanes.h"
#include "planes_of.h"
#include "views.h"

enum { ONE = PLANES_OF_SPARE };

/* Copy number k; behind the last one is room for two windows. */
static unsigned char *copy_at(const struct views *v, const struct views_now *now,
                              int32_t k)
{
    return now->room + VIEWS_SPARE + v->copy * (size_t)k;
}

/* ---- where the pieces are ---- */

/* Notes whose pieces are in n cells of a row. */
static void note_pieces(const struct game_window *w, struct views_now *now,
                        const unsigned char *row, int32_t i, int32_t j, int32_t n)
{
    for (; n > 0; n--, j++) {
        const int32_t owner = w->owner[row[j]];
        if (owner == 0 || now->piece[owner - 1].on) continue;
        now->piece[owner - 1] = (struct views_place){{i, j}, w->heading[row[j]], true};
    }
}

void views_begin(const struct views *v, struct views_now *now, const void *state,
                 unsigned char *room)
{
    const struct game_window *w = v->window;
    *now = (struct views_now){.room = room};
    if (w == NULL) {
        for (int32_t p = 0; p < v->players; p++) now->piece[p].on = true;
        return;
    }
    const struct views_layer *l = &v->layer[w->layer];
    const unsigned char *row = (const unsigned char *)state + l->at;
    /* Most cells have nobody's piece, and the same kind as those before them. */
    uint64_t nobody = lanes_of(0);
    for (int32_t i = 0; i < v->own_rows; i++, row += l->down) {
        int32_t j = 0;
        for (; j + 8 <= v->own_cols; j += 8) {
            const uint64_t eight = lanes_at(row + j);
            if (eight == nobody) continue;
            note_pieces(w, now, row, i, j, 8);
            if (w->owner[row[j]] == 0) nobody = lanes_of(row[j]);
        }
        note_pieces(w, now, row, i, j, v->own_cols - j);
    }
}

/* ---- copies and windows ---- */

/* Codes of the kinds, and whose they are. */
static void copy_codes(const struct views *v, const struct views_layer *l,
                       const unsigned char *from, unsigned char *code,
                       unsigned char *owner)
{
    for (int32_t j = 0; j < v->own_cols; j++) {
        code[j] = l->code[from[j]];
        owner[j] = l->owner[from[j]];
    }
}

void views_copy(const struct views *v, struct views_now *now, const void *state)
{
    const ptrdiff_t first = v->above * v->step + v->before;
    now->state = state;
    memset(now->room, 0, v->copy * (size_t)v->copies + VIEWS_SPARE);
    for (int32_t i = 0, k = 0; i < v->layers; i++) {
        const struct views_layer *l = &v->layer[i];
        const unsigned char *from = (const unsigned char *)state + l->at;
        unsigned char *copy = copy_at(v, now, k) + first;
        for (int32_t row = 0; row < v->own_rows; row++) {
            if (l->each)
                copy_codes(v, l, from, copy, copy + v->copy);
            else
                memcpy(copy, from, (size_t)v->own_cols);
            from += l->down;
            copy += v->step;
        }
        k += 1 + l->each;
    }
}

/* How a window lies on a copy: its first cell, from a cell to the next one in its row, and to the next
 * row. */
struct lying {
    ptrdiff_t first, right, down;
};

static struct lying lies(const struct views *v, const struct views_place *p)
{
    const struct game_window *w = v->window;
    const ptrdiff_t here = (v->above + p->at.row) * v->step + v->before + p->at.col;
    struct lying x = {here, 1, v->step};
    if (w == NULL) return x;
    switch (p->heading) {
    case GRID_UP: break;
    case GRID_RIGHT: x.right = v->step, x.down = -1; break;
    case GRID_LEFT: x.right = -v->step, x.down = 1; break;
    default: x.right = -1, x.down = -v->step; break;
    }
    x.first -= w->ahead * x.down + w->left * x.right;
    return x;
}

/* Row by row, cell by cell. */
static void take_cells(const struct views *v, const unsigned char *copy, struct lying x,
                       unsigned char *out)
{
    const unsigned char *row = copy + x.first;
    for (int32_t i = 0; i < v->rows; i++, row += x.down) {
        const unsigned char *cell = row;
        for (int32_t j = 0; j < v->cols; j++, cell += x.right) *out++ = *cell;
    }
}

#if defined(__clang__) || __GNUC__ >= 12

typedef unsigned char sixteen __attribute__((vector_size(16)));

/* The bytes of two in turn, from the first halves and from the last. */
static inline sixteen low(sixteen a, sixteen b)
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22,
                                   7, 23);
}

static inline sixteen high(sixteen a, sixteen b)
{
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14,
                                   30, 15, 31);
}

static inline void pair(const sixteen *from, sixteen *to, int i)
{
    to[2 * i] = low(from[i], from[i + 8]);
    to[2 * i + 1] = high(from[i], from[i + 8]);
}

/* Four of these make columns of rows, 16 x 16; written out, as no compiler unrolls loops with -O2. */
static inline void quarter(const sixteen *from, sixteen *to)
{
    pair(from, to, 0);
    pair(from, to, 1);
    pair(from, to, 2);
    pair(from, to, 3);
    pair(from, to, 4);
    pair(from, to, 5);
    pair(from, to, 6);
    pair(from, to, 7);
}

/* A window that lies on its side: its columns are rows of the copy. */
static void take_aside(const struct views *v, const unsigned char *copy, struct lying x,
                       unsigned char *out)
{
    sixteen a[ONE], b[ONE];
    const unsigned char *column = copy + x.first - (x.down < 0 ? v->rows - 1 : 0);
    for (int32_t j = 0; j < v->cols; j++, column += x.right) memcpy(&a[j], column, ONE);
    for (int32_t j = v->cols; j < ONE; j++) a[j] = (sixteen){0};
    quarter(a, b);
    quarter(b, a);
    quarter(a, b);
    quarter(b, a);
    for (int32_t i = 0; i < v->rows; i++, out += v->cols)
        memcpy(out, &a[x.down < 0 ? v->rows - 1 - i : i], ONE);
}

/* Sixteen cells, the last one first. */
static inline void put_reversed(const unsigned char *cells, unsigned char *out)
{
    const uint64_t first = __builtin_bswap64(lanes_at(cells)),
                   last = __builtin_bswap64(lanes_at(cells + 8));
    lanes_put(out, last);
    lanes_put(out + 8, first);
}

static void take_upside_down(const struct views *v, const unsigned char *copy,
                             struct lying x, unsigned char *out)
{
    const unsigned char *row = copy + x.first - (ONE - 1);
    for (int32_t i = 0; i < v->rows; i++, row += x.down, out += v->cols)
        put_reversed(row, out);
}

/* The cells of a window; a little behind the last one is written. */
static void take_window(const struct views *v, const unsigned char *copy, struct lying x,
                        unsigned char *out)
{
    if (v->cols > ONE || v->rows > ONE) {
        take_cells(v, copy, x, out);
    } else if (x.right == 1) {
        const unsigned char *row = copy + x.first;
        for (int32_t i = 0; i < v->rows; i++, row += x.down, out += v->cols)
            memcpy(out, row, ONE);
    } else if (x.right == -1) {
        take_upside_down(v, copy, x, out);
    } else {
        take_aside(v, copy, x, out);
    }
}

/* Codes of what is the observer's own: less by `mine`. */
static void make_mine(unsigned char *cells, const unsigned char *owner, size_t n,
                      int32_t player, unsigned char mine)
{
    const sixteen me = (sixteen){0} + (unsigned char)(player + 1),
                  by = (sixteen){0} + mine;
    for (size_t i = 0; i < n; i += ONE) {
        sixteen x, whose;
        memcpy(&x, cells + i, ONE);
        memcpy(&whose, owner + i, ONE);
        x -= (sixteen)(whose == me) & by;
        memcpy(cells + i, &x, ONE);
    }
}

#else /* a compiler that does not know these vectors */

static void take_window(const struct views *v, const unsigned char *copy, struct lying x,
                        unsigned char *out)
{
    take_cells(v, copy, x, out);
}

static void make_mine(unsigned char *cells, const unsigned char *owner, size_t n,
                      int32_t player, unsigned char mine)
{
    for (size_t i = 0; i < n; i++)
        cells[i] = (unsigned char)(cells[i] - (owner[i] == player + 1 ? mine : 0));
}

#endif

static void fill(const struct views *v, int64_t number, unsigned char *out)
{
    const int value = number < 0 ? 0 : number > UINT8_MAX ? UINT8_MAX : (int)number;
    if (v->window != NULL || (v->rows == v->own_rows && v->cols == v->own_cols)) {
        memset(out, value, v->cells);
        return;
    }
    memset(out, 0, v->cells);
    for (int32_t i = 0; i < v->own_rows; i++)
        memset(out + (size_t)i * (size_t)v->cols, value, (size_t)v->own_cols);
}

/* The planes of the layers, and `outside`. Returns where they end. */
static unsigned char *write_layers(const struct views *v, const struct views_now *now,
                                   int32_t player, unsigned char *out)
{
    static const unsigned char none[PLANES_OF_SPARE];
    const struct views_place *p = &now->piece[player];
    const struct lying x = lies(v, p);
    const size_t n = v->cells;
    unsigned char *cells = copy_at(v, now, v->copies), *owner = cells + n + VIEWS_SPARE;
    unsigned char *outside = out;
    for (int32_t i = 0; i < v->layers; i++) outside += n * (size_t)v->layer[i].planes;
    for (int32_t i = 0, k = 0; i < v->layers; i++) {
        const struct views_layer *l = &v->layer[i];
        take_window(v, copy_at(v, now, k), x, cells);
        if (l->each) {
            take_window(v, copy_at(v, now, k + 1), x, owner);
            make_mine(cells, owner, n, player, l->mine);
        }
        planes_of_kinds(cells, l->value[p->heading], l->planes, out, n);
        if (i == 0 && v->window != NULL) planes_of_kinds(cells, none, 1, outside, n);
        out += n * (size_t)l->planes;
        k += 1 + l->each;
    }
    return out + (v->window != NULL ? n : 0);
}

void views_write(const struct views *v, struct views_now *now, int32_t player,
                 unsigned char *out)
{
    if (now->piece[player].on) {
        out = write_layers(v, now, player, out);
    } else {
        const size_t planes = (size_t)(v->planes - v->fields - 1) * v->cells;
        memset(out, 0, planes);
        memset(out + planes, 1, v->cells);
        out += planes + v->cells;
    }
    for (int32_t i = 0; i < v->fields; i++, out += v->cells) {
        int64_t number;
        const size_t at = v->field[i].at + (v->field[i].each ? (size_t)player * 8 : 0);
        memcpy(&number, (const char *)now->state + at, sizeof number);
        fill(v, number, out);
    }
}
