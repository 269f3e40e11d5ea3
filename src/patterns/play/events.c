/*
 * The events of a pattern that is carried out: which pieces have moved, gone, come or changed.
 */
#include <assert.h>

#include "align_runs.h"

/* A piece that the rule takes away, or that it puts down. */
struct piece_seen {
    struct pattern_item item;
    struct place at;
    int32_t cell;          /* the same number for what is in one place of the board */
    int32_t to;            /* the number of the piece that it becomes elsewhere, or -1 */
    uint8_t left;          /* the cell of the pattern */
    uint8_t value, before; /* of its layer: what it is, what was there */
    bool told;
};

/* By cell. */
struct pieces_seen {
    struct piece_seen *at; /* NULL: they are only counted */
    int32_t count;
};

/* The pieces that the left side names alone, those that the right side names alone, and what
 * each layer that is written had before. */
struct seen {
    struct pieces_seen gone, come, written;
    int32_t cells;
};

static bool names(const struct pattern_item *named, int32_t n, int32_t symbol)
{
    for (int32_t k = 0; k < n; k++) {
        if (named[k].symbol == symbol) return true;
    }
    return false;
}

/* Notes a piece of the cell at hand. */
static void note(const struct seen *x, struct pieces_seen *list, struct pattern_item item,
                 struct place at, int32_t left, int value)
{
    if (list->at != NULL) {
        const uint8_t v = (uint8_t)value;
        list->at[list->count] =
            (struct piece_seen){item, at, x->cells, -1, (uint8_t)left, v, v, false};
    }
    list->count++;
}

/* The first piece of a cell, or of one behind it. */
static int32_t first_in(const struct pieces_seen *list, int32_t cell)
{
    int32_t low = 0, high = list->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (list->at[middle].cell < cell) low = middle + 1;
        if (list->at[middle].cell >= cell) high = middle;
    }
    return low;
}

static bool is_in(const struct pieces_seen *list, int32_t number, int32_t cell)
{
    return number < list->count && list->at[number].cell == cell;
}

/* The layers that a write may change, as bits. */
static unsigned layers_of(const struct pattern_write *w)
{
    unsigned layers = 0;
    if (w->what != PATTERN_CHOOSE) return 1u << w->layer;
    for (int32_t i = 0; i < w->choices; i++) layers |= 1u << w->choice[i].layer;
    return layers;
}

/* Notes what is seen of a cell. */
static void note_cell(const struct pattern_run *run, const struct pattern *p,
                      int32_t left, int32_t right, struct place at, struct seen *x)
{
    const struct pattern_cell *l = &p->cell[left];
    const struct pattern_right *r = &p->right[right];
    if (!pattern_on_board(&run->board, at.row, at.col)) return;
    x->cells++;
    const unsigned char *seen = run->seen + at.row * run->board.row + at.col;
    const unsigned char *cell = run->board.first + (seen - run->seen);
    for (int32_t k = 0; k < l->names; k++) {
        if (names(r->named, r->names, l->named[k].symbol)) continue;
        note(x, &x->gone, l->named[k], at, left,
             seen[l->named[k].layer * run->board.layer]);
    }
    for (int32_t k = 0; k < r->names; k++) {
        if (names(l->named, l->names, r->named[k].symbol)) continue;
        note(x, &x->come, r->named[k], at, left,
             cell[r->named[k].layer * run->board.layer]);
    }
    const struct pattern_writes *w = &p->writes[p->runs ? left * p->cells + right : left];
    unsigned layers = 0;
    for (int32_t k = 0; k < w->count; k++) layers |= layers_of(&w->write[k]);
    for (; layers != 0; layers &= layers - 1) {
        const uint8_t layer = (uint8_t)__builtin_ctz(layers);
        note(x, &x->written, (struct pattern_item){.layer = layer}, at, left,
             cell[layer * run->board.layer]);
    }
}

static void lay_out(const struct pattern_run *run, const struct pattern_match *m,
                    struct seen *seen)
{
    const struct pattern *p = m->pattern;
    seen->gone.count = seen->come.count = seen->written.count = seen->cells = 0;
    if (!p->runs) {
        for (int32_t i = 0; i < p->cells; i++) {
            if (m->cell[i] == NULL) continue;
            ptrdiff_t offset = m->cell[i] - run->seen;
            struct place at = {(int32_t)(offset / run->board.row),
                               (int32_t)(offset % run->board.row)};
            note_cell(run, p, i, i, at, seen);
        }
        return;
    }
    struct laying laying;
    struct laid x;
    lay_first(&laying, m);
    while (lay_next(&laying, &x)) {
        for (int32_t k = 0; k < x.length; k++) {
            note_cell(run, p, x.left, x.right, lay_place(m, x.first + k), seen);
        }
    }
}

static struct event event_of(const char *kind, const struct piece_seen *from,
                             const struct piece_seen *to)
{
    struct event e = {.kind = kind};
    if (to != NULL) {
        e.what = to->value;
        e.to_row = to->at.row + 1;
        e.to_col = to->at.col + 1;
    }
    if (from != NULL) {
        if (to != NULL && to->value != from->value) e.becomes = to->value;
        e.what = from->value;
        e.from_row = from->at.row + 1;
        e.from_col = from->at.col + 1;
    }
    return e;
}

static bool is_blank(const struct pattern_run *run, const struct piece_seen *x)
{
    return run->rules != NULL && run->rules->blank[x->item.layer] == x->value;
}

/* The piece with which `gone` comes again, or NULL. */
static struct piece_seen *again(const struct piece_seen *gone, struct pieces_seen *come)
{
    for (int32_t k = 0; k < come->count; k++) {
        struct piece_seen *c = &come->at[k];
        if (!c->told && c->item.symbol == gone->item.symbol) return c;
    }
    return NULL;
}

/* The piece that takes its place, or NULL. */
static struct piece_seen *instead(const struct piece_seen *gone, struct pieces_seen *come)
{
    for (int32_t k = first_in(come, gone->cell); is_in(come, k, gone->cell); k++) {
        struct piece_seen *c = &come->at[k];
        if (!c->told && c->item.layer == gone->item.layer) return c;
    }
    return NULL;
}

/* Whether another piece comes into the place of one that moves. */
static bool is_pushed(const struct piece_seen *x, const struct pieces_seen *come,
                      const struct pattern_run *run)
{
    for (int32_t k = first_in(come, x->cell); is_in(come, k, x->cell); k++) {
        const struct piece_seen *c = &come->at[k];
        if (c->item.symbol != x->item.symbol && !is_blank(run, c)) return true;
    }
    return false;
}

/* Whether the piece is one that moves, by another name that the left side has for it. */
static bool is_named_again(const struct pieces_seen *gone, int32_t number)
{
    const struct piece_seen *g = &gone->at[number];
    for (int32_t k = first_in(gone, g->cell); is_in(gone, k, g->cell); k++) {
        const struct piece_seen *other = &gone->at[k];
        bool same = k != number && other->item.layer == g->item.layer;
        if (same && (other->to >= 0 || k < number)) return true;
    }
    return false;
}

static uint8_t value_at(const struct pattern_run *run, const struct piece_seen *x)
{
    const struct pattern_board *b = &run->board;
    return b->first[x->at.row * b->row + x->at.col + x->item.layer * b->layer];
}

/* Reports pieces that the left side names. */
static void report_gone(struct pattern_run *run, struct seen *seen, const char *event,
                        int32_t anchor)
{
    struct pieces_seen *gone = &seen->gone, *come = &seen->come;
    for (int32_t k = 0; k < gone->count; k++) {
        struct piece_seen *g = &gone->at[k];
        struct piece_seen *to = is_blank(run, g) ? NULL : again(g, come);
        if (to == NULL) continue;
        to->told = true;
        g->to = (int32_t)(to - come->at);
    }
    for (int32_t k = 0; k < gone->count; k++) {
        struct piece_seen *g = &gone->at[k];
        struct piece_seen *other = g->to < 0 ? NULL : &come->at[g->to];
        if (is_blank(run, g) || (g->item.group && other == NULL)) continue;
        if (other == NULL && is_named_again(gone, k)) continue;
        const char *kind = is_pushed(g, come, run) ? "pushed" : "moved";
        g->told = true;
        if (other == NULL) {
            other = instead(g, come);
            if (other != NULL && is_blank(run, other)) other = NULL;
            if (other != NULL) other->told = true;
            if (other != NULL && other->value == g->value) continue; /* by chance */
            kind = other == NULL ? "removed" : "became";
        }
        bool named = event != NULL && g->left == anchor;
        emit(run->report, event_of(named ? event : kind, g, other));
    }
}

static bool is_told(const struct pieces_seen *list, const struct piece_seen *x)
{
    for (int32_t k = first_in(list, x->cell); is_in(list, k, x->cell); k++) {
        if (list->at[k].told && list->at[k].item.layer == x->item.layer) return true;
    }
    return false;
}

/* Reports that a layer of a cell is another one than before. */
static void report_change(struct pattern_run *run, struct piece_seen *x,
                          const char *event, int32_t anchor)
{
    struct piece_seen before = *x;
    before.value = x->before;
    const bool came = is_blank(run, &before), went = is_blank(run, x);
    if (x->value == x->before) return;
    x->told = true;
    const char *kind = came ? "appeared" : went ? "removed" : "became";
    if (event != NULL && x->left == anchor) kind = event;
    emit(run->report, event_of(kind, came ? NULL : &before, went ? NULL : x));
}

/* Reports pieces that only the right side names, and then changes of those that no side names:
 * by `no thing`, or by a turn. */
static void report_rest(struct pattern_run *run, struct seen *seen, const char *event,
                        int32_t anchor)
{
    for (int32_t k = 0; k < seen->come.count; k++) {
        struct piece_seen *c = &seen->come.at[k];
        if (c->told || is_blank(run, c)) continue;
        if (run->rules != NULL && is_told(&seen->gone, c))
            c->before = run->rules->blank[c->item.layer];
        report_change(run, c, event, anchor);
    }
    for (int32_t k = 0; k < seen->written.count; k++) {
        struct piece_seen *w = &seen->written.at[k];
        bool told = is_told(&seen->gone, w) || is_told(&seen->come, w);
        w->value = value_at(run, w);
        if (!told) report_change(run, w, event, anchor);
    }
}

/* Reports what has changed, after the changes. */
static void report(struct pattern_run *run, const struct pattern_match *m,
                   const char *event, struct seen *seen)
{
    const int32_t anchor = m->pattern->anchor;
    for (int32_t k = 0; k < seen->come.count; k++)
        seen->come.at[k].value = value_at(run, &seen->come.at[k]);
    report_gone(run, seen, event, anchor);
    report_rest(run, seen, event, anchor);
}

/* The pieces lie behind the events, in the caller's buffer. If there is no room for them, the
 * events count as if each piece had one, so the caller repeats the action with more. */
void pattern_rewrite_told(struct pattern_run *run, struct pattern_match *m,
                          const char *event)
{
    static_assert(sizeof(struct piece_seen) <= sizeof(struct event), "a piece fits");
    struct events *events = run->report->events;
    struct seen seen = {0};
    lay_out(run, m, &seen);
    const int32_t gone = seen.gone.count, come = seen.come.count;
    const size_t pieces = (size_t)gone + (size_t)come + (size_t)seen.written.count;
    const size_t room = events->room;
    if (events->count > room || (room - events->count) / 2 < pieces) {
        events->count += 2 * pieces;
        pattern_write(run, m);
        return;
    }
    seen.gone.at = (void *)(events->at + (room - pieces));
    seen.come.at = seen.gone.at + gone;
    seen.written.at = seen.come.at + come;
    lay_out(run, m, &seen);
    pattern_write(run, m);
    events->room -= pieces;
    report(run, m, event, &seen);
    events->room = room;
}

static struct event moved(int what, struct place from, struct place to)
{
    return (struct event){.kind = "moved",
                          .what = (uint8_t)what,
                          .from_row = from.row + 1,
                          .from_col = from.col + 1,
                          .to_row = to.row + 1,
                          .to_col = to.col + 1};
}

/* The pieces of the line that ends in this cell of the edge, the first one first. */
static void tell_line(struct report *report, const struct grid *g, enum direction d,
                      const struct pattern_squash *q, struct place edge)
{
    struct place to = edge; /* where the next piece stops */
    int last = q->blank;    /* the piece before that, if it may still be joined */
    for (struct place at = edge; grid_inside(g, at); at = place_steps(at, d, -1)) {
        const int value = *grid_at(g, at);
        if (value == q->blank) continue;
        const bool joins = value == last && q->joins.next[value] != 0;
        const struct place end = joins ? place_step(to, d) : to;
        if (end.row != at.row || end.col != at.col) emit(report, moved(value, at, end));
        if (joins) {
            struct event e = moved(value, end, end);
            e.kind = "became";
            e.becomes = q->joins.next[value];
            emit(report, e);
        } else {
            to = place_steps(to, d, -1);
        }
        last = joins ? q->blank : value;
    }
}

void pattern_squash_told(const struct pattern_run *run, const struct grid *g,
                         const struct pattern_squash *q)
{
    for (int32_t row = 0; row < g->rows; row++) {
        for (int32_t col = 0; col < g->cols; col++) {
            const struct place edge = {row, col};
            if (!grid_inside(g, place_step(edge, run->direction)))
                tell_line(run->report, g, run->direction, q, edge);
        }
    }
}
