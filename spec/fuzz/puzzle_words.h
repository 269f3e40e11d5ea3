/*
 * A compiled PuzzleScript program as numbers, one on a line: every field of struct puzzle
 * and what it points to. The same walk writes them (puzzle_dump.c) and reads them
 * (puzzle.c), with one number changed if that is asked for.
 */
#include <stdlib.h>

#include "base/reader.h"
#include "puzzlescript/puzzle.h"

enum { WORDS_LIST_MAX = 4096, WORDS_BLOCKS_MAX = 1 << 16 };

struct words {
    struct text *out;  /* to write, or NULL */
    struct reader *in; /* to read */
    int64_t count;     /* of numbers so far */
    int64_t changed;   /* the one that is read as another, or -1 */
    int64_t to;        /* what that is: chosen by `other` */
    bool fine;         /* nothing is wrong with what was read */
    void **blocks;     /* what was allocated: room for WORDS_BLOCKS_MAX */
    int32_t used;
};

/* ---- numbers ---- */

/* Another number in place of n. */
static int64_t other(int64_t n, int64_t to)
{
    switch (to & 7) {
    case 0: return n + 1;
    case 1: return n - 1;
    case 2: return 0;
    case 3: return -1;
    case 4: return n + (to >> 3) % 64;
    case 5: return (to >> 3) % 256;
    case 6: return n ^ INT64_C(1) << (to >> 3 & 31);
    default: return to;
    }
}

static int64_t walk_number(struct words *w, int64_t n)
{
    if (w->out != NULL) {
        text_number(w->out, n);
        text_char(w->out, '\n');
        return n;
    }
    if (!w->fine ||
        !reader_integer(w->in, "number", -STATE_COUNT_MAX, STATE_COUNT_MAX, &n)) {
        w->fine = false;
        return 0;
    }
    return w->count++ == w->changed ? other(n, w->to) : n;
}

static void walk_int(struct words *w, int32_t *n)
{
    *n = (int32_t)walk_number(w, *n);
}

static void walk_unsigned(struct words *w, uint32_t *n)
{
    *n = (uint32_t)walk_number(w, *n);
}

static void walk_bool(struct words *w, bool *is)
{
    *is = walk_number(w, *is) != 0;
}

static void walk_bits(struct words *w, uint64_t *bits)
{
    uint64_t high = (uint64_t)walk_number(w, (int64_t)(*bits >> 32)),
             low = (uint64_t)walk_number(w, (int64_t)(*bits & UINT32_MAX));
    *bits = high << 32 | (low & UINT32_MAX);
}

static void walk_text(struct words *w, char text[8])
{
    uint64_t bits;
    memcpy(&bits, text, sizeof bits);
    walk_bits(w, &bits);
    memcpy(text, &bits, sizeof bits);
}

/* ---- arrays ---- */

/* An array of n elements: the one that is there, or a new one for what is read. */
static void *walk_sized(struct words *w, const void *at, int32_t n, size_t each)
{
    if (w->out != NULL) return (void *)(uintptr_t)at;
    if (n < 0 || n > WORDS_LIST_MAX || w->used == WORDS_BLOCKS_MAX) w->fine = false;
    if (!w->fine || n == 0) return NULL;
    return w->blocks[w->used++] = calloc((size_t)n, each);
}

static void *walk_array(struct words *w, const void *at, int32_t *n, size_t each)
{
    walk_int(w, n);
    void *array = walk_sized(w, at, *n, each);
    if (array == NULL) *n = 0;
    return array;
}

static void walk_list(struct words *w, struct puzzle_list *list)
{
    int32_t *at = walk_array(w, list->at, &list->n, sizeof *at);
    list->at = at;
    for (int32_t i = 0; i < list->n; i++) walk_int(w, &at[i]);
}

static void walk_those(struct words *w, struct puzzle_those *those)
{
    walk_bool(w, &those->all);
    walk_list(w, &those->objects);
}

static void walk_needs(struct words *w, const struct puzzle_need **at, int32_t *n)
{
    struct puzzle_need *need = walk_array(w, *at, n, sizeof *need);
    *at = need;
    for (int32_t i = 0; i < *n; i++) {
        walk_int(w, &need[i].word);
        walk_bits(w, &need[i].planes);
    }
}

/* ---- rules ---- */

static void walk_cell(struct words *w, struct puzzle_cell *cell)
{
    bool writes = cell->write != NULL;
    walk_list(w, &cell->has);
    walk_list(w, &cell->none);
    walk_list(w, &cell->any);
    walk_bool(w, &writes);
    struct puzzle_write *write =
        walk_sized(w, cell->write, writes ? 1 : 0, sizeof *write);
    cell->write = write;
    if (write == NULL) return;
    walk_list(w, &write->on);
    walk_list(w, &write->off);
    walk_list(w, &write->random);
    walk_list(w, &write->directions);
    walk_list(w, &write->reset);
}

static void walk_row(struct words *w, struct puzzle_row *row)
{
    int32_t cells = row->cells;
    const struct puzzle_cell *from = w->out != NULL ? row->segment->cell : NULL;
    struct puzzle_cell *cell = walk_array(w, from, &cells, sizeof *cell);
    for (int32_t k = 0; k < cells; k++) walk_cell(w, &cell[k]);
    walk_int(w, &row->cells);
    struct puzzle_segment *s = walk_array(w, row->segment, &row->segments, sizeof *s);
    row->segment = s;
    for (int32_t k = 0; k < row->segments; k++) {
        int32_t at = w->out != NULL ? (int32_t)(s[k].cell - cell) : 0;
        walk_int(w, &at);
        walk_int(w, &s[k].cells);
        walk_int(w, &s[k].first);
        if (w->out != NULL) continue;
        if (at < 0 || at > cells || s[k].cells > cells - at) w->fine = false;
        s[k].cell = w->fine && cell != NULL ? cell + at : NULL;
    }
}

static void walk_rule(struct words *w, struct puzzle_rule *r)
{
    struct puzzle_row *row = walk_array(w, r->row, &r->rows, sizeof *row);
    r->row = row;
    for (int32_t i = 0; i < r->rows; i++) walk_row(w, &row[i]);
    walk_needs(w, &r->need, &r->needs);
    walk_needs(w, &r->concern, &r->concerns);
    walk_int(w, &r->line);
    walk_int(w, &r->cells);
    walk_int(w, &r->direction);
    walk_int(w, &r->rigid);
    walk_unsigned(w, &r->commands);
    walk_int(w, &r->message);
    walk_list(w, &r->sounds);
    walk_bool(w, &r->writes);
    walk_bool(w, &r->plain);
}

static void walk_group(struct words *w, struct puzzle_group *g)
{
    struct puzzle_rule *rule = walk_array(w, g->rule, &g->rules, sizeof *rule);
    g->rule = rule;
    struct puzzle_need *first = walk_sized(w, g->first, g->rules, sizeof *first);
    g->first = first;
    for (int32_t i = 0; i < g->rules; i++) {
        walk_rule(w, &rule[i]);
        walk_int(w, &first[i].word);
        walk_bits(w, &first[i].planes);
    }
    walk_needs(w, &g->need, &g->needs);
    walk_int(w, &g->rigid);
    walk_int(w, &g->loop);
    walk_bool(w, &g->random);
}

static void walk_groups(struct words *w, struct puzzle_groups *groups)
{
    struct puzzle_group *g = walk_array(w, groups->at, &groups->n, sizeof *g);
    groups->at = g;
    for (int32_t i = 0; i < groups->n; i++) walk_group(w, &g[i]);
}

/* ---- the program ---- */

static void walk_layers(struct words *w, struct puzzle *p)
{
    struct puzzle_list of = {p->layer_of, p->objects};
    walk_list(w, &of);
    p->layer_of = of.at;
    walk_int(w, &p->objects);
    struct puzzle_list *layer = walk_array(w, p->layer, &p->layers, sizeof *layer);
    p->layer = layer;
    for (int32_t i = 0; i < p->layers; i++) walk_list(w, &layer[i]);
    walk_int(w, &p->background);
    if (w->out == NULL && p->objects > of.n) w->fine = false;
    struct puzzle_shown *shown = walk_sized(w, p->shown, of.n, sizeof *shown);
    p->shown = shown;
    for (int32_t i = 0; i < of.n && shown != NULL; i++) walk_text(w, shown[i].text);
}

static void walk_wins(struct words *w, struct puzzle *p)
{
    struct puzzle_win *win = walk_array(w, p->win, &p->wins, sizeof *win);
    p->win = win;
    for (int32_t i = 0; i < p->wins; i++) {
        win[i].quantifier =
            (enum puzzle_quantifier)(walk_number(w, win[i].quantifier) & 3);
        walk_bool(w, &win[i].has_on);
        walk_those(w, &win[i].what);
        walk_those(w, &win[i].on);
    }
}

static void walk_sounds(struct words *w, struct puzzle *p)
{
    struct puzzle_sound *sound = walk_array(w, p->sound, &p->sounds, sizeof *sound);
    p->sound = sound;
    for (int32_t i = 0; i < p->sounds; i++) {
        bool has = sound[i].words != NULL;
        sound[i].kind = (enum puzzle_sound_kind)(walk_number(w, sound[i].kind) & 7);
        walk_list(w, &sound[i].objects);
        walk_unsigned(w, &sound[i].moves);
        walk_int(w, &sound[i].seed);
        walk_bool(w, &has);
        if (w->out == NULL) sound[i].words = has ? "heard something" : NULL;
    }
    for (int i = 0; i < PUZZLE_EVENTS; i++) walk_int(w, &p->event[i]);
}

static void walk_texts(struct words *w, struct puzzle *p)
{
    struct puzzle_glyph *glyph = walk_array(w, p->glyph, &p->glyphs, sizeof *glyph);
    p->glyph = glyph;
    for (int32_t i = 0; i < p->glyphs; i++) {
        walk_list(w, &glyph[i].objects);
        walk_text(w, glyph[i].shown);
    }
    const char **message = walk_array(w, p->message, &p->messages, sizeof *message);
    p->message = message;
    for (int32_t i = 0; i < p->messages; i++) {
        bool has = message[i] != NULL;
        walk_bool(w, &has);
        if (w->out == NULL) message[i] = has ? "a message" : NULL;
    }
}

static void walk_puzzle(struct words *w, struct puzzle *p)
{
    walk_layers(w, p);
    walk_texts(w, p);
    walk_those(w, &p->players);
    walk_wins(w, p);
    walk_sounds(w, p);
    walk_groups(w, &p->normal);
    walk_groups(w, &p->late);
    walk_int(w, &p->rigid_groups);
    walk_int(w, &p->segments);
    walk_int(w, &p->rows);
    walk_unsigned(w, &p->commands);
    walk_bool(w, &p->chance);
    walk_bool(w, &p->starts);
    walk_bool(w, &p->strict);
    walk_bool(w, &p->no_action);
    walk_bool(w, &p->no_restart);
    walk_bool(w, &p->ticks);
}
