/*
 * Carrying out a pattern where it fits: the changes of its cells, and the events that
 * they make.
 */
#include <assert.h>

#include "base/rng.h"
#include "rules.h"

int64_t rules_draw(struct rules_run *run, int64_t n)
{
    assert(run->game != NULL);
    if (n <= 1) return 1;
    run->changed = true;
    int64_t die = lua_game_chance(run->game, run->state, n);
    return die > n ? n : die;
}

static void put(struct rules_run *run, unsigned char *cell, uint8_t layer, int value)
{
    unsigned char *at = cell + layer * run->board.layer;
    /* In a sweep at once only changes of what was there count. */
    if (run->seen[cell - run->board.first + layer * run->board.layer] == value) return;
    if (*at != value) run->changed = true;
    *at = (unsigned char)value;
}

static void choose(struct rules_run *run, unsigned char *cell,
                   const struct rules_write *w)
{
    int64_t drawn = rules_draw(run, w->total);
    const struct rules_choice *choice = w->choice;
    while (choice->upto < drawn) choice++;
    put(run, cell, choice->layer, choice->value);
    run->chosen |= 1u << choice->layer;
}

static void carry_out(struct rules_run *run, const unsigned char *found,
                      const struct rules_write *w, unsigned char *cell)
{
    ptrdiff_t layer = w->layer * run->board.layer;
    switch (w->what) {
    case RULES_PUT: put(run, cell, w->layer, w->value[0]); break;
    case RULES_CLEAR: {
        const unsigned char *looks = run->seen + (cell - run->board.first);
        if (kinds_has(&w->mask->kinds, looks[layer]))
            put(run, cell, w->layer, w->value[0]);
        break;
    }
    case RULES_PLAYER: put(run, cell, w->layer, w->value[run->player - 1]); break;
    case RULES_SLOT:
        put(run, cell, w->layer, w->value[run->slot[w->slot] - w->min]);
        break;
    case RULES_FOUND: put(run, cell, w->layer, w->value[found[w->slot]]); break;
    case RULES_CHOOSE: choose(run, cell, w); break;
    case RULES_UNCHOSEN:
        if ((run->chosen >> w->layer & 1) == 0) put(run, cell, w->layer, w->value[0]);
        break;
    }
}

static void change_cell(struct rules_run *run, const unsigned char *found,
                        const struct rules_writes *w, unsigned char *cell)
{
    run->chosen = 0;
    for (int32_t k = 0; k < w->count; k++) carry_out(run, found, &w->write[k], cell);
}

/* ---- the cells, one after the other ---- */

/* A cell of the board with the cells of both sides that lie there. */
struct laid {
    const unsigned char *seen; /* NULL outside of the board */
    int32_t left, right;
    struct place at;
};

/* The next cell of a pattern with runs. *left and *right are the cells of both sides,
 * *i and *k how many cells of the board of each were laid out. */
struct laying {
    const struct rules_run *run;
    const struct rules_match *m;
    int32_t left, right, i, k,
        run_left; /* run_left: the run of the left side that the right
                                            side's next run repeats */
    struct place at;
};

static int32_t right_length(const struct laying *x, int32_t right, int32_t *next_run)
{
    const struct rules_pattern *p = x->m->pattern;
    if (!p->rewrites || !p->right[right].run) return 1;
    int32_t i = *next_run;
    while (p->cell[i].least == 0) i++;
    *next_run = i + 1;
    return x->m->length[i];
}

static bool lay_next(struct laying *x, struct laid *out, int32_t *right_rest)
{
    const struct rules_pattern *p = x->m->pattern;
    if (x->left == p->cells) return false;
    if (x->k == 0) *right_rest = right_length(x, x->right, &x->run_left);
    const struct rules_board *b = &x->run->board;
    bool inside = (uint32_t)x->at.row < (uint32_t)b->rows &&
                  (uint32_t)x->at.col < (uint32_t)b->cols;
    *out = (struct laid){inside ? x->run->seen + x->at.row * b->row + x->at.col : NULL,
                         x->left, x->right, x->at};
    x->at = place_step(x->at, x->m->direction);
    if (++x->i == x->m->length[x->left]) {
        x->left++;
        x->i = 0;
    }
    if (++x->k == *right_rest) {
        x->right++;
        x->k = 0;
    }
    return true;
}

/* ---- events ---- */

enum { EVENT_PIECES = 64 };

/* A piece that the rule takes away, or that it puts down. */
struct piece_seen {
    struct rules_item item;
    struct place at;
    int32_t left; /* the cell of the pattern */
    int value;
    bool used;
};

struct pieces_seen {
    struct piece_seen at[EVENT_PIECES];
    int32_t count;
};

static bool names(const struct rules_item *named, int32_t n, int32_t symbol)
{
    for (int32_t k = 0; k < n; k++) {
        if (named[k].symbol == symbol) return true;
    }
    return false;
}

static void note(struct pieces_seen *list, struct rules_item item, const struct laid *x,
                 int value)
{
    if (list->count == EVENT_PIECES) return;
    list->at[list->count++] = (struct piece_seen){item, x->at, x->left, value, false};
}

/* Notes the pieces of a cell that one side names alone. */
static void note_cell(const struct rules_run *run, const struct rules_pattern *p,
                      const struct laid *x, struct pieces_seen *gone,
                      struct pieces_seen *come)
{
    const struct rules_cell *l = &p->cell[x->left];
    const struct rules_right *r = &p->right[x->right];
    if (x->seen == NULL) return;
    for (int32_t k = 0; k < l->names; k++) {
        if (names(r->named, r->names, l->named[k].symbol)) continue;
        note(gone, l->named[k], x, x->seen[l->named[k].layer * run->board.layer]);
    }
    for (int32_t k = 0; k < r->names; k++) {
        if (names(l->named, l->names, r->named[k].symbol)) continue;
        note(come, r->named[k], x, 0);
    }
}

static void lay_out(const struct rules_run *run, const struct rules_match *m,
                    struct pieces_seen *gone, struct pieces_seen *come)
{
    const struct rules_pattern *p = m->pattern;
    struct laid x;
    int32_t rest = 0;
    gone->count = come->count = 0;
    struct laying laying = {.run = run, .m = m, .at = rules_line_start(m)};
    while (p->runs && lay_next(&laying, &x, &rest)) note_cell(run, p, &x, gone, come);
    for (int32_t i = 0; !p->runs && i < p->cells; i++) {
        ptrdiff_t offset = m->cell[i] == NULL ? 0 : m->cell[i] - run->seen;
        x = (struct laid){
            m->cell[i],
            i,
            i,
            {(int32_t)(offset / run->board.row), (int32_t)(offset % run->board.row)}};
        note_cell(run, p, &x, gone, come);
    }
}

static struct event event_of(const char *kind, const struct piece_seen *from,
                             const struct piece_seen *to)
{
    struct event e = {.kind = kind, .what = from != NULL ? from->value : to->value};
    if (from != NULL) {
        e.from_row = from->at.row + 1;
        e.from_col = from->at.col + 1;
    }
    if (to != NULL) {
        e.to_row = to->at.row + 1;
        e.to_col = to->at.col + 1;
        if (to->value != e.what) e.becomes = to->value;
    }
    return e;
}

static bool same_place(struct place a, struct place b)
{
    return a.row == b.row && a.col == b.col;
}

static bool is_blank(const struct rules_run *run, const struct piece_seen *x)
{
    return run->rules != NULL && run->rules->blank[x->item.layer] == x->value;
}

/* The piece with which `gone` comes again; or the one that takes its place; or NULL. */
static struct piece_seen *partner(const struct piece_seen *gone, struct pieces_seen *come,
                                  bool moved)
{
    for (int32_t k = 0; k < come->count; k++) {
        struct piece_seen *c = &come->at[k];
        if (c->used) continue;
        if (moved ? c->item.symbol == gone->item.symbol
                  : c->item.layer == gone->item.layer && same_place(c->at, gone->at)) {
            return c;
        }
    }
    return NULL;
}

/* Whether another piece comes into the place of one that moves. */
static bool is_pushed(const struct piece_seen *x, const struct pieces_seen *come,
                      const struct rules_run *run)
{
    for (int32_t k = 0; k < come->count; k++) {
        const struct piece_seen *c = &come->at[k];
        if (c->item.symbol != x->item.symbol && same_place(c->at, x->at) &&
            !is_blank(run, c)) {
            return true;
        }
    }
    return false;
}

/* Reports what has changed, after the changes. */
static void report(struct rules_run *run, const struct rules_match *m, const char *event,
                   struct pieces_seen *gone, struct pieces_seen *come)
{
    const struct rules_board *b = &run->board;
    int32_t anchor = m->pattern->anchor;
    for (int32_t k = 0; k < come->count; k++) {
        struct piece_seen *c = &come->at[k];
        c->value = b->first[c->at.row * b->row + c->at.col + c->item.layer * b->layer];
    }
    struct piece_seen *to[EVENT_PIECES];
    for (int32_t k = 0; k < gone->count; k++) {
        to[k] = is_blank(run, &gone->at[k]) ? NULL : partner(&gone->at[k], come, true);
        if (to[k] != NULL) to[k]->used = true;
    }
    for (int32_t k = 0; k < gone->count; k++) {
        struct piece_seen *g = &gone->at[k], *other = to[k];
        if (is_blank(run, g) || (g->item.group && other == NULL)) continue;
        const char *kind = is_pushed(g, come, run) ? "pushed" : "moved";
        if (other == NULL) {
            other = partner(g, come, false);
            if (other != NULL && is_blank(run, other)) other = NULL;
            if (other != NULL) other->used = true;
            kind = other == NULL ? "removed" : "became";
        }
        bool named = event != NULL && g->left == anchor;
        emit(run->report, event_of(named ? event : kind, g, other));
    }
    for (int32_t k = 0; k < come->count; k++) {
        struct piece_seen *c = &come->at[k];
        if (c->used || is_blank(run, c)) continue;
        bool named = event != NULL && c->left == anchor;
        emit(run->report, event_of(named ? event : "appeared", NULL, c));
    }
}

/* ---- all of it ---- */

static void write_runs(struct rules_run *run, const struct rules_match *m,
                       const unsigned char *found)
{
    const struct rules_pattern *p = m->pattern;
    struct laying laying = {.run = run, .m = m, .at = rules_line_start(m)};
    struct laid x;
    int32_t rest = 0;
    while (lay_next(&laying, &x, &rest)) {
        if (x.seen == NULL) continue;
        const struct rules_writes *w = &p->writes[x.left * p->cells + x.right];
        unsigned char *cell = run->board.first + (x.seen - run->seen);
        change_cell(run, found, w, cell);
    }
}

static void write_cells(struct rules_run *run, const struct rules_match *m,
                        const unsigned char *found)
{
    const struct rules_pattern *p = m->pattern;
    for (int32_t i = 0; i < p->cells; i++) {
        if (m->cell[i] == NULL) continue;
        unsigned char *cell = run->board.first + (m->cell[i] - run->seen);
        const struct rules_writes *w = &p->writes[i];
        change_cell(run, found, w, cell);
    }
}

void rules_rewrite(struct rules_run *run, const struct rules_match *m, const char *event)
{
    const struct rules_pattern *p = m->pattern;
    struct pieces_seen gone, come;
    unsigned char found[RULES_FOUND_MAX];
    bool reports = wants_events(run->report);
    if (!p->rewrites) return;
    for (int32_t i = 0; i < p->founds; i++) {
        found[i] = m->cell[p->found[i].cell][p->found[i].layer * run->board.layer];
    }
    if (reports) lay_out(run, m, &gone, &come);
    if (p->runs) {
        write_runs(run, m, found);
    } else {
        write_cells(run, m, found);
    }
    if (reports) report(run, m, event, &gone, &come);
}
