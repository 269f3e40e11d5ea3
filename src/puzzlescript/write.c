/*
 * What a rule does to the cells that it has matched.
 */
#include "run.h"

#include <assert.h>

/* ---- one cell ---- */

static inline bool turn_on(struct puzzle_run *x, int32_t plane, int32_t cell)
{
    uint64_t *word = &puzzle_plane(x, plane)[cell >> 6];
    uint64_t bit = UINT64_C(1) << (cell & 63);
    if (*word & bit) return false;
    *word |= bit;
    puzzle_note_changed(x, plane);
    puzzle_note_present(x, plane);
    puzzle_note_word(x, plane, cell >> 6);
    puzzle_hear_change(x, x->created, plane);
    return true;
}

static inline bool turn_off(struct puzzle_run *x, int32_t plane, int32_t cell)
{
    if (!puzzle_is_present(x, plane)) return false;
    uint64_t *word = &puzzle_plane(x, plane)[cell >> 6];
    uint64_t bit = UINT64_C(1) << (cell & 63);
    if (!(*word & bit)) return false;
    *word &= ~bit;
    puzzle_note_changed(x, plane);
    puzzle_hear_change(x, x->destroyed, plane);
    return true;
}

/* Which planes have this cell, as a set like x->present. */
static void read_cell(const struct puzzle_run *x, int32_t cell, uint64_t *planes)
{
    memset(planes, 0, (size_t)x->sets * sizeof *planes);
    for (int32_t k = 0; k < puzzle_cells(x->p); k++) {
        if (puzzle_bit(x, k, cell)) planes[k >> 6] |= UINT64_C(1) << (k & 63);
    }
}

/* Draws an object, and makes room for it on its layer. What else the rule puts there comes
 * back: then there are two objects on one layer. */
static int32_t random_object(struct puzzle_run *x, const struct puzzle_write *w,
                             int32_t cell)
{
    int64_t chosen = puzzle_random_below(x->random, w->random.n);
    int32_t object = w->random.at[chosen], layer = x->p->layer_of[object];
    const struct puzzle_list *others = &x->p->layer[layer];
    x->told->draws++;
    for (int32_t i = 0; i < others->n; i++) turn_off(x, others->at[i], cell);
    for (int32_t kind = 0; kind < PUZZLE_MOVES; kind++) {
        turn_off(x, puzzle_movement(x->p, layer, kind), cell);
    }
    return object;
}

/* One of the four directions for each layer that moves at random. */
static void random_directions(struct puzzle_run *x, const struct puzzle_write *w,
                              int32_t cell)
{
    for (int32_t i = 0; i < w->directions.n; i++) {
        int32_t kind = (int32_t)puzzle_random_below(x->random, 4);
        turn_on(x, puzzle_movement(x->p, w->directions.at[i], kind), cell);
        x->told->draws++;
    }
}

/* Marks a cell for a rigid group, unless it is marked by this group, or on all layers by
 * some group. */
static bool mark(struct puzzle_run *x, const struct puzzle_write *w, int32_t group,
                 int32_t cell)
{
    size_t cells = (size_t)x->cols * (size_t)x->stride;
    bool own = true, any = true;
    for (int32_t i = 0; i < w->reset.n; i++) {
        unsigned char is = x->mark[(size_t)w->reset.at[i] * cells + (size_t)cell];
        own = own && (is & group) == group;
        any = any && is != 0;
    }
    if (own || any) return false;
    for (int32_t i = 0; i < w->reset.n; i++) {
        x->mark[(size_t)w->reset.at[i] * cells + (size_t)cell] |= (unsigned char)group;
    }
    return true;
}

static bool write_planes(struct puzzle_run *x, const struct puzzle_write *w, int32_t cell)
{
    bool changed = false;
    for (int32_t i = 0; i < w->off.n; i++) changed |= turn_off(x, w->off.at[i], cell);
    for (int32_t i = 0; i < w->on.n; i++) changed |= turn_on(x, w->on.at[i], cell);
    return changed;
}

/* What is taken away may be drawn again: so the cell is compared as a whole. */
static bool write_random(struct puzzle_run *x, const struct puzzle_write *w, int32_t cell)
{
    uint64_t *before = x->held, *after = x->held + x->sets;
    struct puzzle_heard *heard = x->heard;
    x->heard = NULL;
    read_cell(x, cell, before);
    int32_t object = w->random.n > 0 ? random_object(x, w, cell) : -1;
    write_planes(x, w, cell);
    if (object >= 0) turn_on(x, object, cell);
    random_directions(x, w, cell);
    read_cell(x, cell, after);
    x->heard = heard;
    for (int32_t i = 0; i < x->sets && heard != NULL; i++) {
        x->created[i] |= after[i] & ~before[i];
        x->destroyed[i] |= before[i] & ~after[i];
    }
    return memcmp(before, after, (size_t)x->sets * sizeof *before) != 0;
}

static bool write_cell(struct puzzle_run *x, const struct puzzle_rule *r,
                       const struct puzzle_write *w, int32_t cell)
{
    bool random = w->random.n > 0 || w->directions.n > 0;
    bool changed = random ? write_random(x, w, cell) : write_planes(x, w, cell);
    if (r->rigid > 0 && w->reset.n > 0) changed |= mark(x, w, r->rigid, cell);
    return changed;
}

bool puzzle_write(struct puzzle_run *x, const struct puzzle_rule *r,
                  const struct puzzle_row *row, const struct puzzle_place *place)
{
    int32_t step = puzzle_step(x, r->direction), at = place->start;
    bool changed = false;
    for (int32_t i = 0; i < row->segments; i++) {
        const struct puzzle_segment *s = &row->segment[i];
        for (int32_t k = 0; k < s->cells; k++, at += step) {
            const struct puzzle_write *w = s->cell[k].write;
            if (w != NULL) changed |= write_cell(x, r, w, at);
        }
        if (i + 1 < row->segments) at += place->gap[i] * step;
    }
    return changed;
}

static bool has_planes(const struct puzzle_run *x, const struct puzzle_write *w,
                       int32_t cell)
{
    for (int32_t i = 0; i < w->off.n; i++) {
        if (puzzle_bit(x, w->off.at[i], cell)) return false;
    }
    for (int32_t i = 0; i < w->on.n; i++) {
        if (!puzzle_bit(x, w->on.at[i], cell)) return false;
    }
    return true;
}

bool puzzle_is_written(const struct puzzle_run *x, const struct puzzle_rule *r,
                       const struct puzzle_row *row, const struct puzzle_place *place)
{
    int32_t step = puzzle_step(x, r->direction), at = place->start;
    for (int32_t i = 0; i < row->segments; i++) {
        const struct puzzle_segment *s = &row->segment[i];
        for (int32_t k = 0; k < s->cells; k++, at += step) {
            const struct puzzle_write *w = s->cell[k].write;
            if (w != NULL && !has_planes(x, w, at)) return false;
        }
        if (i + 1 < row->segments) at += place->gap[i] * step;
    }
    return true;
}

/* ---- many places ---- */

/* Word w of a mask whose cells are moved `by` cells on. */
static uint64_t moved_word(const struct puzzle_run *x, const uint64_t *mask, int32_t w,
                           int32_t by)
{
    int32_t from = w - (by >> 6), shift = by & 63;
    uint64_t word = from >= 0 && from < x->words ? mask[from] << shift : 0;
    if (shift == 0 || from < 1 || from > x->words) return word;
    return word | mask[from - 1] >> (64 - shift);
}

/* Whether writing some cells of word w would change nothing. */
static bool is_word_written(const struct puzzle_run *x, const struct puzzle_write *write,
                            int32_t w, uint64_t cells)
{
    for (int32_t i = 0; i < write->off.n; i++) {
        if (puzzle_plane(x, write->off.at[i])[w] & cells) return false;
    }
    for (int32_t i = 0; i < write->on.n; i++) {
        if (~puzzle_plane(x, write->on.at[i])[w] & cells) return false;
    }
    return true;
}

/* Whether writing a cell of a pattern, `by` behind each place, would change nothing. */
static bool is_cell_written(struct puzzle_run *x, const struct puzzle_write *write,
                            const uint64_t *mask, int32_t by)
{
    for (int32_t w = 0; w < x->words; w++) {
        const uint64_t cells = moved_word(x, mask, w, by);
        x->work--;
        if (cells == 0) continue;
        x->work -= write->on.n + write->off.n;
        if (!is_word_written(x, write, w, cells)) return false;
    }
    return true;
}

bool puzzle_writes_nothing(struct puzzle_run *x, const struct puzzle_rule *r)
{
    const int32_t step = puzzle_step(x, r->direction);
    const uint64_t *mask = x->segment;
    for (int32_t i = 0; i < r->rows; i++, mask += x->words) {
        const struct puzzle_segment *s = r->row[i].segment;
        if (r->row[i].segments > 1) return false;
        for (int32_t k = 0; k < s->cells; k++) {
            const struct puzzle_write *write = s->cell[k].write;
            if (write == NULL) continue;
            const bool random = write->random.n > 0 || write->directions.n > 0;
            if (random || (r->rigid > 0 && write->reset.n > 0)) return false;
            if (!is_cell_written(x, write, mask, k * step)) return false;
        }
    }
    return true;
}

bool puzzle_are_apart(struct puzzle_run *x, const struct puzzle_rule *r,
                      const uint64_t *mask)
{
    int32_t step = puzzle_step(x, r->direction);
    for (int32_t k = 1; k < r->row->cells; k++) {
        x->work -= x->words;
        for (int32_t w = 0; w < x->words; w++) {
            if (mask[w] & moved_word(x, mask, w, k * step)) return false;
        }
    }
    return true;
}

static bool write_word(struct puzzle_run *x, const struct puzzle_write *write, int32_t w,
                       uint64_t cells)
{
    uint64_t changed = 0;
    for (int32_t i = 0; i < write->off.n; i++) {
        uint64_t *word = &puzzle_plane(x, write->off.at[i])[w];
        if ((*word & cells) == 0) continue;
        puzzle_note_changed(x, write->off.at[i]);
        puzzle_hear_change(x, x->destroyed, write->off.at[i]);
        changed |= *word & cells;
        *word &= ~cells;
    }
    for (int32_t i = 0; i < write->on.n; i++) {
        uint64_t *word = &puzzle_plane(x, write->on.at[i])[w];
        if ((~*word & cells) == 0) continue;
        puzzle_note_changed(x, write->on.at[i]);
        puzzle_hear_change(x, x->created, write->on.at[i]);
        changed |= ~*word & cells;
        *word |= cells;
        puzzle_note_present(x, write->on.at[i]);
        puzzle_note_word(x, write->on.at[i], w);
    }
    return changed != 0;
}

bool puzzle_write_all(struct puzzle_run *x, const struct puzzle_rule *r,
                      const uint64_t *mask)
{
    const struct puzzle_segment *s = r->row->segment;
    int32_t step = puzzle_step(x, r->direction);
    bool changed = false;
    assert(r->plain && step > 0);
    for (int32_t k = 0; k < s->cells; k++) {
        const struct puzzle_write *write = s->cell[k].write;
        if (write == NULL) continue;
        x->work -= x->words;
        for (int32_t w = 0; w < x->words; w++) {
            uint64_t cells = moved_word(x, mask, w, k * step);
            if (cells == 0) continue;
            x->work -= write->on.n + write->off.n;
            changed |= write_word(x, write, w, cells);
        }
    }
    return changed;
}
