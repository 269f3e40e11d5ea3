/*
 * Where the rows of a rule match. All cells of a board are looked at together, word by
 * word: a bit of a mask says that a segment matches from that cell on.
 */
#include "run.h"

/* ---- masks ---- */

/* In which cells of word w the pattern of a cell matches. */
static uint64_t cell_word(const struct puzzle_run *x, const struct puzzle_cell *cell,
                          int32_t w)
{
    uint64_t found = ~UINT64_C(0);
    for (int32_t i = 0; i < cell->has.n; i++) {
        found &= puzzle_plane(x, cell->has.at[i])[w];
        if (found == 0) return 0;
    }
    for (int32_t i = 0; i < cell->none.n; i++) {
        found &= ~puzzle_plane(x, cell->none.at[i])[w];
    }
    for (int32_t i = 0; i < cell->any.n; i += 1 + cell->any.at[i]) {
        uint64_t one = 0;
        for (int32_t k = 1; k <= cell->any.at[i]; k++) {
            one |= puzzle_plane(x, cell->any.at[i + k])[w];
        }
        found &= one;
    }
    return found;
}

/* The same for the cells that lie `by` cells after those of word w. */
static uint64_t cell_word_after(const struct puzzle_run *x,
                                const struct puzzle_cell *cell, int32_t w, int32_t by)
{
    int32_t from = w + (by >> 6), shift = by & 63;
    uint64_t found = from >= 0 && from < x->words ? cell_word(x, cell, from) >> shift : 0;
    if (shift == 0 || from + 1 < 0 || from + 1 >= x->words) return found;
    return found | cell_word(x, cell, from + 1) << (64 - shift);
}

/* Notes in which cells of the board the pattern of a cell matches. False: in none. */
static bool find_cell(const struct puzzle_run *x, const struct puzzle_cell *cell,
                      uint64_t *restrict out)
{
    const uint64_t *first = cell->has.n > 0 ? puzzle_plane(x, cell->has.at[0]) : NULL;
    uint64_t some = 0;
    if (first == NULL) {
        for (int32_t w = 0; w < x->words; w++) some |= out[w] = cell_word(x, cell, w);
        return some != 0;
    }
    if (cell->has.n + cell->none.n + cell->any.n == 1) {
        memcpy(out, first, (size_t)x->words * sizeof *out);
        return true;
    }
    for (int32_t w = 0; w < x->words; w++) {
        some |= out[w] = first[w] == 0 ? 0 : cell_word(x, cell, w);
    }
    return some != 0;
}

/* Word w of a mask whose cells are moved `by` cells back. */
static uint64_t word_after(const struct puzzle_run *x, const uint64_t *mask, int32_t w,
                           int32_t by)
{
    int32_t from = w + (by >> 6), shift = by & 63;
    uint64_t found = from >= 0 && from < x->words ? mask[from] >> shift : 0;
    if (shift == 0 || from + 1 < 0 || from + 1 >= x->words) return found;
    return found | mask[from + 1] << (64 - shift);
}

/* ---- large boards ---- */

/* The words of set i in which all planes of a cell may have bits. */
static uint64_t filled_word(const struct puzzle_run *x, const struct puzzle_cell *cell,
                            int32_t i)
{
    uint64_t words = ~UINT64_C(0);
    for (int32_t k = 0; k < cell->has.n; k++) {
        words &= x->filled[(size_t)cell->has.at[k] * (size_t)x->filled_words + (size_t)i];
    }
    return words;
}

/* Whether a cell that is looked for first is in few words of the board. */
static bool is_sparse(const struct puzzle_run *x, const struct puzzle_cell *first)
{
    int32_t count = 0;
    if (x->filled == NULL || first->has.n == 0) return false;
    for (int32_t i = 0; i < x->filled_words; i++) {
        count += __builtin_popcountll(filled_word(x, first, i));
    }
    return 4 * count <= x->words;
}

/* Adds those of `starts`, bits of word w, from which the segment matches. */
static bool add_starts(const struct puzzle_run *x, const struct puzzle_segment *s,
                       int32_t step, int32_t w, uint64_t starts, bool some,
                       uint64_t *mask)
{
    if (w < 0 || w >= x->words) return false;
    for (int32_t k = 0; k < s->cells && starts != 0; k++) {
        if (k != s->first) starts &= cell_word_after(x, &s->cell[k], w, k * step);
    }
    if (starts == 0) return false;
    if (!some) memset(mask, 0, (size_t)x->words * sizeof *mask);
    mask[w] |= starts;
    return true;
}

/* The same as find_segment, from the words that its first cell may be in. */
static bool find_sparse(struct puzzle_run *x, const struct puzzle_segment *s,
                        int32_t step, uint64_t *mask)
{
    const struct puzzle_cell *first = &s->cell[s->first];
    const int32_t by = s->first * step, back = by >> 6, shift = by & 63;
    bool some = false;
    for (int32_t i = 0; i < x->filled_words; i++) {
        for (uint64_t words = filled_word(x, first, i); words != 0; words &= words - 1) {
            int32_t w = i * 64 + puzzle_lowest(words);
            uint64_t found = cell_word(x, first, w);
            x->work -= 2 + first->has.n;
            if (found == 0) continue;
            x->work -= 4 * s->cells;
            some |= add_starts(x, s, step, w - back, found >> shift, some, mask);
            if (shift == 0) continue;
            uint64_t before = found << (64 - shift);
            some |= add_starts(x, s, step, w - back - 1, before, some, mask);
        }
    }
    return some;
}

static bool find_segment(struct puzzle_run *x, const struct puzzle_segment *s,
                         int32_t step, uint64_t *mask)
{
    if (x->filled != NULL) {
        x->work -= (int64_t)x->filled_words * s->cell[s->first].has.n;
        if (is_sparse(x, &s->cell[s->first])) return find_sparse(x, s, step, mask);
    }
    const struct puzzle_cell *first = &s->cell[s->first];
    int64_t each = 2 + (first->has.n == 0 ? first->any.n + first->none.n : 0), more = 0;
    uint64_t some = 0;
    x->work -= x->words * each;
    if (!find_cell(x, first, x->occupied)) return false;
    for (int32_t w = 0; w < x->words; w++) {
        uint64_t found = word_after(x, x->occupied, w, s->first * step);
        mask[w] = found;
        if (found == 0) continue;
        if (more == 0) more = puzzle_segment_work(s);
        x->work -= more;
        for (int32_t k = 0; k < s->cells && found != 0; k++) {
            if (k != s->first) found &= cell_word_after(x, &s->cell[k], w, k * step);
        }
        mask[w] = found;
        some |= found;
    }
    return some != 0;
}

/* ---- places ---- */

static bool mask_has(const uint64_t *mask, int32_t cell)
{
    return mask[cell >> 6] >> (cell & 63) & 1;
}

enum { GAP_WORK = 2 };

/* From this place on, itself included, the first one whose later segments match, with
 * the same start. */
static bool fit_gaps(struct puzzle_run *x, const struct puzzle_rule *r,
                     const struct puzzle_row *row, const uint64_t *masks,
                     struct puzzle_place *at)
{
    int32_t step = puzzle_step(x, r->direction);
    const struct place start = {at->start % x->stride, at->start / x->stride};
    int32_t spare = cells_ahead(x->rows, x->cols, start, direction_rows[r->direction],
                                direction_cols[r->direction]) -
                    row->cells;
    for (; at->gap[0] <= spare && puzzle_goes_on(x); at->gap[0]++, at->gap[1] = 0) {
        x->work -= GAP_WORK;
        int32_t second = at->start + (row->segment[0].cells + at->gap[0]) * step;
        if (!mask_has(masks + x->words, second)) continue;
        if (row->segments == 2) return true;
        for (; at->gap[0] + at->gap[1] <= spare; at->gap[1]++) {
            x->work -= GAP_WORK;
            int32_t third = second + (row->segment[1].cells + at->gap[1]) * step;
            if (mask_has(masks + 2 * (size_t)x->words, third)) return true;
        }
    }
    return false;
}

/* Whether a row with gaps has a place at all. */
static bool has_place(struct puzzle_run *x, const struct puzzle_rule *r,
                      const struct puzzle_row *row, const uint64_t *masks)
{
    for (int32_t w = 0; w < x->words; w++) {
        for (uint64_t bits = masks[w]; bits != 0; bits &= bits - 1) {
            struct puzzle_place at = {.start = w * 64 + puzzle_lowest(bits)};
            if (fit_gaps(x, r, row, masks, &at)) return true;
        }
    }
    return false;
}

bool puzzle_find(struct puzzle_run *x, const struct puzzle_rule *r)
{
    x->work -= r->needs + 1;
    if (!puzzle_are_present(x, r->need, r->needs)) return false;
    bool down = r->direction == PUZZLE_UP || r->direction == PUZZLE_DOWN;
    int32_t along = down ? x->rows : x->cols; /* a longer row fits nowhere */
    int32_t step = puzzle_step(x, r->direction);
    uint64_t *mask = x->segment;
    for (int32_t i = 0; i < r->rows; i++) {
        const struct puzzle_row *row = &r->row[i];
        const uint64_t *masks = mask;
        if (row->cells > along || !puzzle_goes_on(x)) return false;
        for (int32_t k = 0; k < row->segments; k++, mask += x->words) {
            if (!find_segment(x, &row->segment[k], step, mask)) return false;
        }
        if (row->segments > 1 && !has_place(x, r, row, masks)) return false;
    }
    return true;
}

/* Lists the cells of a mask column by column. Returns how many there are. */
static int32_t list_down(const struct puzzle_run *x, const uint64_t *mask, int32_t *out)
{
    int32_t n = 0;
    for (int32_t w = 0; w < x->words; w++) {
        for (uint64_t bits = mask[w]; bits != 0; bits &= bits - 1) {
            out[n++] = w * 64 + puzzle_lowest(bits);
        }
    }
    return n;
}

/* The same row by row: sorts the list by rows. */
static int32_t list_right(const struct puzzle_run *x, const uint64_t *mask, int32_t *out)
{
    int32_t n = list_down(x, mask, x->sorted), *at = x->row_at;
    if (n == 1) {
        out[0] = x->sorted[0];
        return 1;
    }
    memset(at, 0, ((size_t)x->rows + 1) * sizeof *at);
    for (int32_t i = 0; i < n; i++) at[x->sorted[i] % x->stride + 1]++;
    for (int32_t row = 1; row <= x->rows; row++) at[row] += at[row - 1];
    for (int32_t i = 0; i < n; i++) out[at[x->sorted[i] % x->stride]++] = x->sorted[i];
    return n;
}

enum { LIST_WORK = 4 };

void puzzle_list(struct puzzle_run *x, const struct puzzle_rule *r,
                 struct puzzle_places *out)
{
    bool down = r->direction == PUZZLE_UP || r->direction == PUZZLE_DOWN;
    const uint64_t *masks = x->segment;
    int32_t *starts = x->starts;
    for (int32_t i = 0; i < r->rows; i++, out++) {
        out->row = &r->row[i];
        out->masks = masks;
        out->start = starts;
        out->n = (down ? list_down : list_right)(x, masks, starts);
        x->work -= x->words + x->rows + LIST_WORK * out->n;
        starts += out->n;
        masks += (size_t)out->row->segments * (size_t)x->words;
    }
    if (starts - x->starts > x->listed) x->listed = (int32_t)(starts - x->starts);
}

/* From this start on the first place. */
static bool next_start(struct puzzle_run *x, const struct puzzle_rule *r,
                       const struct puzzle_places *in, struct puzzle_place *at)
{
    for (; at->number < in->n; at->number++) {
        x->work--;
        at->start = in->start[at->number];
        at->gap[0] = at->gap[1] = 0;
        if (in->row->segments == 1 || fit_gaps(x, r, in->row, in->masks, at)) return true;
    }
    return false;
}

bool puzzle_first(struct puzzle_run *x, const struct puzzle_rule *r,
                  const struct puzzle_places *in, struct puzzle_place *at)
{
    at->number = 0;
    return next_start(x, r, in, at);
}

bool puzzle_next(struct puzzle_run *x, const struct puzzle_rule *r,
                 const struct puzzle_places *in, struct puzzle_place *at)
{
    if (in->row->segments > 1) {
        at->gap[in->row->segments - 2]++;
        if (fit_gaps(x, r, in->row, in->masks, at)) return true;
    }
    at->number++;
    return next_start(x, r, in, at);
}

/* ---- the board as it is now ---- */

static bool cell_matches(const struct puzzle_run *x, const struct puzzle_cell *cell,
                         int32_t at)
{
    for (int32_t i = 0; i < cell->has.n; i++) {
        if (!puzzle_bit(x, cell->has.at[i], at)) return false;
    }
    for (int32_t i = 0; i < cell->none.n; i++) {
        if (puzzle_bit(x, cell->none.at[i], at)) return false;
    }
    for (int32_t i = 0; i < cell->any.n; i += 1 + cell->any.at[i]) {
        bool one = false;
        for (int32_t k = 1; k <= cell->any.at[i] && !one; k++) {
            one = puzzle_bit(x, cell->any.at[i + k], at);
        }
        if (!one) return false;
    }
    return true;
}

bool puzzle_matches(const struct puzzle_run *x, const struct puzzle_rule *r,
                    const struct puzzle_row *row, const struct puzzle_place *place)
{
    int32_t step = puzzle_step(x, r->direction), at = place->start;
    for (int32_t i = 0; i < row->segments; i++) {
        const struct puzzle_segment *s = &row->segment[i];
        for (int32_t k = 0; k < s->cells; k++, at += step) {
            if (!cell_matches(x, &s->cell[k], at)) return false;
        }
        if (i + 1 < row->segments) at += place->gap[i] * step;
    }
    return true;
}
