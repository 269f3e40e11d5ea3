/*
 * Making bitboards: the board, sets of values, and where left sides fit on boards of more than 64
 * cells. Those of one word are in bitboard_word.c; lines are in bitboard_lines.c.
 */
#include "bits_of_cells.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* ---- the board ---- */

bool pattern_make_bits(struct pattern_run *run)
{
    struct pattern_bitboards *x = run->bits;
    const struct pattern_board *b = &run->board;
    const int64_t cells = (int64_t)b->rows * b->cols;
    x->words = -1;
    x->sets = 0;
    x->lefts = x->ways = 0;
    x->places.form = NULL;
    memset(x->nears, 0, sizeof x->nears);
    if (cells > BITBOARD_CELLS || b->row != b->cols) return false;
    const int32_t n = (int32_t)cells, W = (n + 63) / 64;
    x->words = W;
    for (int32_t w = 0; w < W; w++) x->all[w] = ~UINT64_C(0);
    if (n % 64 != 0) x->all[W - 1] = (UINT64_C(1) << n % 64) - 1;
    if (W == 1) {
        uint64_t first = 1;
        for (int32_t k = b->cols; k < n; k *= 2) first |= first << k;
        x->first[0] = first & x->all[0];
        return true;
    }
    for (int32_t w = 0; w < W; w++) x->first[w] = 0;
    for (int32_t i = 0; i < n; i += b->cols) x->first[i >> 6] |= UINT64_C(1) << (i & 63);
    return true;
}

void pattern_shift(uint64_t *out, const uint64_t *in, int32_t by, int32_t W)
{
    bits_shift(out, in, by, W);
}

void pattern_bits_inside(const struct pattern_run *run, int32_t rows, int32_t cols,
                         uint64_t *out)
{
    const struct pattern_bitboards *x = run->bits;
    const struct pattern_board *b = &run->board;
    const int32_t W = x->words, across = cols < 0 ? -cols : cols;
    uint64_t column[BITBOARD_WORDS];
    if (rows >= b->rows || -rows >= b->rows || across >= b->cols) {
        for (int32_t w = 0; w < W; w++) out[w] = 0;
        return;
    }
    pattern_shift(out, x->all, rows * b->cols, W);
    for (int32_t k = 0; k < across; k++) {
        pattern_shift(column, x->first, -(cols < 0 ? k : b->cols - 1 - k), W);
        for (int32_t w = 0; w < W; w++) out[w] &= ~column[w];
    }
}

void pattern_make_way(const struct pattern_run *run, enum direction d)
{
    struct pattern_bitboards *x = run->bits;
    const int32_t rows = direction_rows[d], cols = direction_cols[d];
    x->ways |= UINT32_C(1) << d;
    x->by[d] = rows * run->board.cols + cols;
    x->most[d] = rows != 0 ? run->board.rows : run->board.cols;
    pattern_bits_inside(run, rows, cols, &x->way[(int32_t)d * x->words]);
}

/* ---- sets of values ---- */

/* Bit i: cell i of 64 has this value. All 64 are read (LUA_GAME_SPARE). */
#if defined(__SSE2__)
INLINE uint64_t alike_of_16(const unsigned char *cells, __m128i wanted)
{
    const __m128i here = _mm_loadu_si128((const __m128i *)(const void *)cells);
    return (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(here, wanted));
}

INLINE uint64_t alike(const unsigned char *cells, int value)
{
    const __m128i wanted = _mm_set1_epi8((char)value);
    return alike_of_16(cells, wanted) | alike_of_16(cells + 16, wanted) << 16 |
           alike_of_16(cells + 32, wanted) << 32 | alike_of_16(cells + 48, wanted) << 48;
}
#else
INLINE uint64_t alike(const unsigned char *cells, int value)
{
    const uint64_t wanted = lanes_of(value);
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++)
        bits |= lanes_alike_bits(lanes_at(cells + 8 * k), wanted) << 8 * k;
    return bits;
}
#endif

static void fill_set(const struct pattern_run *run, const struct pattern_set *set,
                     uint64_t *out, int32_t W)
{
    const unsigned char *cells = run->seen + set->layer * run->board.layer;
    for (int32_t w = 0; w < W; w++) {
        uint64_t bits = 0;
        if (set->only >= 0) bits = alike(cells + 64 * w, set->only);
        for (int i = 0; set->only < 0 && i < 4; i++) {
            for (uint64_t rest = set->kinds.bits[i]; rest != 0; rest &= rest - 1)
                bits |= alike(cells + 64 * w, 64 * i + __builtin_ctzll(rest));
        }
        out[w] = (set->others ? ~bits : bits) & run->bits->all[w];
    }
}

void pattern_make_set(struct pattern_run *run, int32_t number)
{
    struct pattern_bitboards *x = run->bits;
    const struct pattern_set *set = &run->rules->set[number];
    x->sets |= UINT64_C(1) << number;
    if (x->words == 1 && set->only >= 0) { /* what is asked most */
        const uint64_t bits = alike(run->seen + set->layer * run->board.layer, set->only);
        x->set[number] = (set->others ? ~bits : bits) & x->all[0];
    } else {
        fill_set(run, set, &x->set[number * x->words], x->words);
    }
}

static inline const uint64_t *test_bits(struct pattern_run *run,
                                        const struct pattern_test *t, uint64_t *room)
{
    if (t->by == PATTERN_BY_ROUTE) return pattern_route_bits(run, t->route, room);
    if (t->by != PATTERN_BY_AROUND)
        return pattern_set_bits(run, pattern_mask_of(run, t)->set);
    pattern_around_bits(run, t->around, room);
    return room;
}

const uint64_t *pattern_cell_bits(struct pattern_run *run,
                                  const struct pattern_cell *cell, uint64_t *room)
{
    const int32_t W = run->bits->words;
    if (cell->only != NULL)
        return pattern_set_bits(run, pattern_mask_of(run, cell->only)->set);
    for (int32_t w = 0; w < W; w++) room[w] = 0;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        uint64_t all[BITBOARD_WORDS], around[BITBOARD_WORDS];
        for (int32_t w = 0; w < W; w++) all[w] = run->bits->all[w];
        for (int32_t k = 0; k < a->tests; k++) {
            const uint64_t *one = test_bits(run, &a->test[k], around);
            for (int32_t w = 0; w < W; w++) all[w] &= one[w];
        }
        for (int32_t w = 0; w < W; w++) room[w] |= all[w];
    }
    return room;
}

/* ---- left sides ---- */

/* What a pattern asks of its cells. */
struct asked {
    const struct pattern *pattern;
    struct asked_cell {
        const uint64_t *bits;
        int32_t least;
        bool any, outside; /* nothing; it fits outside of the board as well */
        bool beyond;       /* so do all cells after it */
    } cell[PATTERN_CELLS_MAX];
    uint64_t room[PATTERN_CELLS_MAX * BITBOARD_WORDS];
};

static void ask_cells(struct pattern_run *run, const struct pattern *p, struct asked *x)
{
    bool beyond = true;
    x->pattern = p;
    for (int32_t i = p->cells - 1; i >= 0; i--) {
        const struct pattern_cell *cell = &p->cell[i];
        const bool any = cell->tests == 0;
        uint64_t *room = &x->room[i * run->bits->words];
        x->cell[i] =
            (struct asked_cell){any ? run->bits->all : pattern_cell_bits(run, cell, room),
                                cell->least, any && cell->outside, cell->outside, beyond};
        beyond = beyond && cell->outside;
    }
}

/* Keeps those cells of `fits` from which the one so far away fits. */
static void ask_away(const struct pattern_run *run, const struct asked_cell *cell,
                     int32_t rows, int32_t cols, uint64_t *fits)
{
    const int32_t W = run->bits->words;
    uint64_t on[BITBOARD_WORDS], there[BITBOARD_WORDS];
    if (cell->any) return;
    pattern_bits_inside(run, rows, cols, on);
    pattern_shift(there, cell->bits, rows * run->board.cols + cols, W);
    for (int32_t w = 0; w < W; w++)
        fits[w] &= (there[w] & on[w]) | (cell->outside ? ~on[w] : 0);
}

/* `fits` has the last cells of runs. Adds the others, as many as leave `least` in the run. */
static void extend_runs(const struct asked_cell *cell, const uint64_t *on, int32_t by,
                        int32_t most, uint64_t *fits, int32_t W)
{
    uint64_t go[BITBOARD_WORDS],
        next[BITBOARD_WORDS]; /* go: to the next cell of the run */
    for (int32_t w = 0; w < W; w++) go[w] = cell->bits[w] & on[w];
    for (int32_t k = 1; k < cell->least; k++) {
        pattern_shift(next, fits, by, W);
        for (int32_t w = 0; w < W; w++) fits[w] = go[w] & next[w];
    }
    for (int32_t n = 1; n < most && !bits_none(go, W); n *= 2, by *= 2) {
        pattern_shift(next, fits, by, W);
        for (int32_t w = 0; w < W; w++) fits[w] |= go[w] & next[w];
        pattern_shift(next, go, by, W);
        for (int32_t w = 0; w < W; w++) go[w] &= next[w];
    }
}

/* A pattern that has one row, from its last cell to its anchor: `fits` has the cells of the
 * board at which the rest of the pattern may begin. */
static void ask_row(const struct pattern_run *run, const struct asked *x,
                    enum direction d, uint64_t *fits)
{
    const struct pattern *p = x->pattern;
    const int32_t W = run->bits->words, down = direction_rows[d],
                  across = direction_cols[d];
    const uint64_t *on = pattern_way(run, d);
    const int32_t by = run->bits->by[d], most = run->bits->most[d];
    const struct asked_cell *cell = &x->cell[p->cells - 1], *anchor = &x->cell[p->anchor];
    uint64_t next[BITBOARD_WORDS];
    for (int32_t w = 0; w < W; w++)
        fits[w] = cell->least == 0 ? cell->bits[w] : run->bits->all[w];
    if (cell->least == 0) cell--;
    for (; cell >= anchor; cell--) {
        if (cell->least > 0)
            for (int32_t w = 0; w < W; w++) fits[w] &= ~cell->bits[w];
        pattern_shift(next, fits, by, W);
        for (int32_t w = 0; w < W; w++) fits[w] = next[w] & on[w] & cell->bits[w];
        if (cell->beyond)
            for (int32_t w = 0; w < W; w++) fits[w] |= ~on[w] & cell->bits[w];
        if (cell->least > 0) extend_runs(cell, on, by, most, fits, W);
    }
    if (anchor->least > 0 && p->anchor == 0) { /* it begins where the run does */
        on = pattern_way(run, direction_opposite(d));
        pattern_shift(next, anchor->bits, -by, W);
        for (int32_t w = 0; w < W; w++) fits[w] &= ~(next[w] & on[w]);
    }
    for (int32_t i = 0; i < p->anchor; i++)
        ask_away(run, &x->cell[i], (i - p->anchor) * down, (i - p->anchor) * across,
                 fits);
}

static void ask_rows(const struct pattern_run *run, const struct asked *x,
                     enum direction d, uint64_t *fits)
{
    const struct pattern *p = x->pattern;
    const int32_t W = run->bits->words;
    for (int32_t w = 0; w < W; w++) fits[w] = x->cell[p->anchor].bits[w];
    for (int32_t i = 0; i < p->cells && !bits_none(fits, W); i++) {
        const struct place at = pattern_cell_place(p, i, d);
        if (i != p->anchor) ask_away(run, &x->cell[i], at.row, at.col, fits);
    }
}

static void ask(const struct pattern_run *run, const struct asked *x, enum direction d,
                uint64_t *fits)
{
    if (x->pattern->rows > 1)
        ask_rows(run, x, d, fits);
    else
        ask_row(run, x, d, fits);
}

/* The cells that have one of this set so many rows and columns away. */
static const uint64_t *near(struct pattern_run *run, int32_t set, int32_t rows,
                            int32_t cols)
{
    struct pattern_bitboards *x = run->bits;
    const int32_t at = (rows + PATTERN_NEAR) * (2 * PATTERN_NEAR + 1) + cols +
                       PATTERN_NEAR,
                  W = x->words;
    uint64_t *out = &x->near[(set * BITBOARD_NEAR + at) * W], on[BITBOARD_WORDS];
    if (x->nears[set] >> at & 1) return out;
    x->nears[set] |= UINT32_C(1) << at;
    pattern_bits_inside(run, rows, cols, on);
    pattern_shift(out, pattern_set_bits(run, set), rows * run->board.cols + cols, W);
    for (int32_t w = 0; w < W; w++) out[w] &= on[w];
    return out;
}

/* A pattern of several rows whose cells are near. */
static void ask_near(struct pattern_run *run, const struct pattern *p, enum direction d,
                     uint64_t *fits)
{
    const struct pattern_spot *spot = p->spot[d];
    const uint64_t *at[PATTERN_CELLS_MAX];
    const int32_t W = run->bits->words, n = p->spots;
    for (int32_t i = 0; i < n; i++, spot++)
        at[i] =
            near(run, pattern_mask_of(run, spot->cell->only)->set, spot->row, spot->col);
    const uint64_t *anchor =
        pattern_set_bits(run, pattern_mask_of(run, p->cell[p->anchor].only)->set);
    for (int32_t w = 0; w < W; w++) {
        uint64_t here = anchor[w];
        for (int32_t i = 0; i < n && here != 0; i++) here &= at[i][w];
        fits[w] = here;
    }
}

void pattern_bits_towards(struct pattern_run *run, const struct pattern *p,
                          const enum direction *d, int32_t n, uint64_t *out)
{
    const int32_t W = run->bits->words;
    struct asked x;
    for (int32_t i = 0; p->near && i < n; i++) ask_near(run, p, d[i], &out[i * W]);
    if (p->near) return;
    if (W == 1) {
        pattern_word_towards(run, p, d, n, out);
        return;
    }
    ask_cells(run, p, &x);
    for (int32_t i = 0; i < n; i++) ask(run, &x, d[i], &out[i * W]);
}

/* In any of the directions of the pattern. */
static void ask_any(struct pattern_run *run, const struct pattern *p, uint64_t *out)
{
    struct asked x;
    const int32_t W = run->bits->words;
    uint64_t one[BITBOARD_WORDS];
    ask_cells(run, p, &x);
    for (int32_t w = 0; w < W; w++) out[w] = 0;
    for (int32_t i = 0; p->relative == PATTERN_FIXED && i < p->directions; i++) {
        ask(run, &x, p->direction[i], one);
        for (int32_t w = 0; w < W; w++) out[w] |= one[w];
    }
    for (int i = 0; p->relative != PATTERN_FIXED && i < GRID_SIDES; i++) {
        const uint64_t *heading = pattern_set_bits(run, p->heading_set[i]);
        if (bits_none(heading, W)) continue;
        ask(run, &x, pattern_turned((enum direction)i, p->relative), one);
        for (int32_t w = 0; w < W; w++) out[w] |= one[w] & heading[w];
    }
}

void pattern_bits_made(struct pattern_run *run, const struct pattern *p, uint64_t *out)
{
    if (p->given)
        pattern_bits_towards(run, p, &run->direction, 1, out);
    else if (p->near && pattern_has_one_way(p))
        ask_near(run, p, p->direction[0], out);
    else if (run->bits->words == 1)
        *out = pattern_word(run, p);
    else
        ask_any(run, p, out);
}

const uint64_t *pattern_bits(struct pattern_run *run, const struct pattern *p,
                             uint64_t *room)
{
    struct pattern_bitboards *x = run->bits;
    if (p->cells == 1 && !p->runs && p->relative == PATTERN_FIXED)
        return pattern_cell_bits(run, p->cell, room);
    const int left = p->left[run->player - 1];
    uint64_t *out = left < 0 ? room : &x->left[left * x->words];
    if (left >= 0) {
        if (x->lefts >> left & 1) return out;
        x->lefts |= UINT32_C(1) << left;
    }
    if (x->words == 1 && left >= 0 && p->relative == PATTERN_FIXED)
        *out = pattern_word_any(run, p, &x->toward[left * GRID_DIRECTIONS]);
    else
        pattern_bits_made(run, p, out);
    return out;
}
