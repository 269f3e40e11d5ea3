/*
 * What players see: copies of the layers, and windows from them (views.h).
 */
#include "planes_of.h"
#include "views.h"

typedef unsigned char sixteen __attribute__((vector_size(16)));

enum { ONE = sizeof(sixteen) };

/* ---- turning ---- */

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

/* Four of these turn 16 x 16; written out, as no compiler unrolls loops with -O2. */
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

/* Rows become columns: to[j][i] = from[i][j], 16 x 16 at once. Up to 15 bytes behind each row are read
 * and written. */
static void transpose(const unsigned char *from, ptrdiff_t down, int32_t rows,
                      int32_t cols, unsigned char *to, ptrdiff_t step)
{
    for (int32_t i = 0; i < rows; i += ONE) {
        for (int32_t j = 0; j < cols; j += ONE) {
            sixteen x[ONE], y[ONE];
            const int32_t tall = rows - i < ONE ? rows - i : ONE;
            const unsigned char *row = from + i * down + j;
            for (int32_t k = 0; k < tall; k++, row += down) memcpy(&x[k], row, ONE);
            for (int32_t k = tall; k < ONE; k++) x[k] = (sixteen){0};
            quarter(x, y);
            quarter(y, x);
            quarter(x, y);
            quarter(y, x);
            const int32_t wide = cols - j < ONE ? cols - j : ONE;
            unsigned char *column = to + j * step + i;
            for (int32_t k = 0; k < wide; k++, column += step) memcpy(column, &x[k], ONE);
        }
    }
}

static ptrdiff_t around(int32_t n)
{
    return (n + ONE - 1) & ~(ptrdiff_t)(ONE - 1);
}

static ptrdiff_t step_of(const struct views *v, int heading)
{
    const bool aside = heading == GRID_LEFT || heading == GRID_RIGHT;
    return around(aside ? v->own_rows : v->own_cols) + v->before + v->behind;
}

static unsigned char *copy_at(const struct views *v, const struct views_now *now,
                              int heading, int32_t k)
{
    return now->room + v->copy * (size_t)(heading * v->copies + k);
}

/* Copies a layer turned so that this heading is up. `spare` has room for a turned board. */
static void turn_layer(const struct views *v, const unsigned char *from, ptrdiff_t down,
                       int heading, unsigned char *copy, unsigned char *spare)
{
    const int32_t rows = v->own_rows, cols = v->own_cols;
    const ptrdiff_t step = step_of(v, heading), half = around(rows);
    memset(copy, 0, v->copy);
    unsigned char *to = copy + v->above * step + v->before;
    switch (heading) {
    case GRID_UP:
        for (int32_t i = 0; i < rows; i++)
            memcpy(to + i * step, from + i * down, (size_t)cols);
        return;
    case GRID_RIGHT:
        transpose(from, down, rows, cols, to + (cols - 1) * step, -step);
        return;
    case GRID_LEFT:
        transpose(from + (rows - 1) * down, -down, rows, cols, to, step);
        return;
    default: /* two turns to the right */
        transpose(from, down, rows, cols, spare + (cols - 1) * half, -half);
        transpose(spare, half, cols, rows, to + (rows - 1) * step, -step);
    }
}

/* ---- copies ---- */

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
    for (int32_t i = 0; i < v->own_rows; i++, row += l->down) {
        for (int32_t j = 0; j < v->own_cols; j++) {
            const int32_t owner = w->owner[row[j]];
            if (owner == 0 || now->piece[owner - 1].on) continue;
            now->piece[owner - 1] =
                (struct views_place){{i, j}, w->heading[row[j]], true};
        }
    }
}

/* What lies behind the copies: codes, whose they are, and a spare board; then two windows. */
static unsigned char *spare_of(const struct views *v, const struct views_now *now)
{
    const int32_t headings = v->window != NULL ? VIEWS_HEADINGS : 1;
    return now->room + v->copy * (size_t)(headings * v->copies);
}

static void translate(const struct views *v, const struct views_layer *l,
                      const unsigned char *from, unsigned char *code,
                      unsigned char *owner)
{
    const ptrdiff_t step = around(v->own_cols);
    for (int32_t i = 0; i < v->own_rows; i++) {
        for (int32_t j = 0; j < v->own_cols; j++) {
            code[j] = l->code[from[j]];
            owner[j] = l->owner[from[j]];
        }
        from += l->down;
        code += step;
        owner += step;
    }
}

void views_copy(const struct views *v, struct views_now *now, const void *state)
{
    const ptrdiff_t step = around(v->own_cols);
    const size_t board = (size_t)step * (size_t)(v->own_rows + 16);
    unsigned char *code = spare_of(v, now), *owner = code + board, *spare = owner + board;
    bool *turned = now->turned;
    memset(turned, 0, sizeof now->turned);
    for (int32_t p = 0; p < v->players; p++) {
        if (now->piece[p].on) turned[now->piece[p].heading] = true;
    }
    now->state = state;
    for (int32_t i = 0, k = 0; i < v->layers; i++) {
        const struct views_layer *l = &v->layer[i];
        const unsigned char *from = (const unsigned char *)state + l->at;
        if (l->each) translate(v, l, from, code, owner);
        for (int h = 0; h < VIEWS_HEADINGS; h++) {
            if (!turned[h]) continue;
            turn_layer(v, l->each ? code : from, l->each ? step : l->down, h,
                       copy_at(v, now, h, k), spare);
            if (l->each) turn_layer(v, owner, step, h, copy_at(v, now, h, k + 1), spare);
        }
        k += 1 + l->each;
    }
}

/* ---- windows ---- */

/* Copies the rows of a window; a little behind the last one is written. */
static void take_window(const struct views *v, const unsigned char *from, ptrdiff_t step,
                        unsigned char *out)
{
    if (v->cols <= ONE) {
        for (int32_t i = 0; i < v->rows; i++, from += step, out += v->cols)
            memcpy(out, from, ONE);
        return;
    }
    for (int32_t i = 0; i < v->rows; i++, from += step, out += v->cols) {
        for (int32_t j = 0; j < v->cols; j += ONE) memcpy(out + j, from + j, ONE);
    }
}

/* Codes of what is the observer's own. */
static void make_mine(unsigned char *cells, const unsigned char *owner, size_t n,
                      int32_t player, unsigned char less)
{
    const sixteen me = (sixteen){0} + (unsigned char)(player + 1),
                  by = (sixteen){0} + less;
    for (size_t i = 0; i < n; i += ONE) {
        sixteen x, whose;
        memcpy(&x, cells + i, ONE);
        memcpy(&whose, owner + i, ONE);
        x -= (sixteen)(whose == me) & by;
        memcpy(cells + i, &x, ONE);
    }
}

static void fill(const struct views *v, int64_t number, unsigned char *out)
{
    const int value = number < 0 ? 0 : number > UINT8_MAX ? UINT8_MAX : (int)number;
    if (v->window != NULL || (v->below == 0 && v->behind == 0)) {
        memset(out, value, v->cells);
        return;
    }
    memset(out, 0, v->cells);
    for (int32_t i = 0; i < v->own_rows; i++)
        memset(out + (size_t)i * (size_t)v->cols, value, (size_t)v->own_cols);
}

/* Where the window of a piece begins in a copy. */
static ptrdiff_t begin_of(const struct views *v, const struct views_place *p)
{
    const int32_t row = p->at.row, col = p->at.col;
    const ptrdiff_t step = step_of(v, p->heading);
    switch (p->heading) {
    case GRID_UP: return row * step + col;
    case GRID_RIGHT: return (v->own_cols - 1 - col) * step + row;
    case GRID_LEFT: return col * step + (v->own_rows - 1 - row);
    default: return (v->own_rows - 1 - row) * step + (v->own_cols - 1 - col);
    }
}

/* The planes of the layers, and `outside`. Returns where they end. */
static unsigned char *write_layers(const struct views *v, const struct views_now *now,
                                   int32_t player, unsigned char *out)
{
    static const unsigned char none[PLANES_OF_SPARE];
    const struct views_place *p = &now->piece[player];
    const int h = p->heading;
    const ptrdiff_t begin = begin_of(v, p), step = step_of(v, h);
    const size_t board = (size_t)around(v->own_cols) * (size_t)(v->own_rows + 16);
    const size_t turned = (size_t)around(v->own_rows) * (size_t)(v->own_cols + 16);
    const size_t n = v->cells;
    unsigned char *cells = spare_of(v, now) + 2 * board + turned,
                  *owner = cells + n + around(v->cols);
    unsigned char *outside = out;
    for (int32_t i = 0; i < v->layers; i++) outside += n * (size_t)v->layer[i].planes;
    for (int32_t i = 0, k = 0; i < v->layers; i++) {
        const struct views_layer *l = &v->layer[i];
        take_window(v, copy_at(v, now, h, k) + begin, step, cells);
        if (l->each) {
            take_window(v, copy_at(v, now, h, k + 1) + begin, step, owner);
            make_mine(cells, owner, n, player, l->mine);
        }
        planes_of_kinds(cells, l->value[h], l->planes, out, n);
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
