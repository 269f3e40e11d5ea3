/*
 * What an action changes, found without playing it: the values that the rule's writes give,
 * what it adds to fields, and the turn. No two of these share a word but for cells, and for what
 * a rule adds to one field.
 */
#include <assert.h>

#include "choose_rule.h"

enum { WORD = sizeof(uint64_t) };

/* The changes lie from out->change on, up to `end`. */
struct foreseeing {
    struct pattern_run *run;
    const struct pattern_match *m;
    struct foreseen *out;
    struct change *end;
    unsigned char found[PATTERN_FOUND_MAX];
};

/* The change of the word at this offset, among those from `first` on, or a new one; NULL if there
 * are too many. */
static inline struct change *change_of(struct foreseeing *x, struct change *first,
                                       uint32_t at)
{
    struct change *c = first;
    while (c < x->end && c->at != at) c++;
    if (c < x->end) return c;
    if (c == x->out->change + CHANGES_MAX) return NULL;
    x->end++;
    c->at = at;
    memcpy(&c->to, (const unsigned char *)x->run->state + at, WORD);
    return c;
}

static inline bool note_byte(struct foreseeing *x, const unsigned char *byte, int value)
{
    const size_t at = (size_t)(byte - (const unsigned char *)x->run->state);
    /* Of `every` another direction may have changed it. */
    if (*byte == value && (x->end == x->out->change || !x->m->pattern->every))
        return true;
    struct change *c = change_of(x, x->out->change, (uint32_t)(at / WORD * WORD));
    if (c == NULL) return false;
    ((unsigned char *)&c->to)[at % WORD] = (unsigned char)value;
    return true;
}

static inline bool note_cell(struct foreseeing *x, const struct pattern_writes *writes,
                             const unsigned char *cell)
{
    if (writes->count > 0 && !pattern_is_cell(&x->run->board, cell)) {
        pattern_break(x->run, x->m->pattern->text);
        return false;
    }
    for (int32_t i = 0; i < writes->count; i++) {
        const struct pattern_write *w = &writes->write[i];
        const unsigned char *byte = cell + w->layer * x->run->board.layer;
        const int value = w->what == PATTERN_PUT
                              ? w->value[0]
                              : pattern_written(x->run, x->found, w, *byte);
        if (!note_byte(x, byte, value)) return false;
    }
    return true;
}

static inline ptrdiff_t step_of(const struct pattern_run *run, enum direction d)
{
    return direction_rows[d] * run->board.row + direction_cols[d];
}

static inline void note_found(struct foreseeing *x)
{
    const struct pattern *p = x->m->pattern;
    for (int32_t i = 0; i < p->founds; i++) {
        const unsigned char *cell = x->m->cell[p->found[i].cell];
        x->found[i] = cell[p->found[i].layer * x->run->board.layer];
    }
}

/* Cells in a row from the anchor on, or from before it. */
static inline bool note_plain(struct foreseeing *x)
{
    const struct pattern *p = x->m->pattern;
    const struct pattern_writes *w = p->writes, *end = w + p->cells;
    const ptrdiff_t step = step_of(x->run, x->m->direction);
    const unsigned char *at = pattern_seen_at(x->run, x->m->at) - p->anchor * step;
    for (; w < end; w++, at += step)
        if (w->count > 0 && !note_cell(x, w, at)) return false;
    return true;
}

/* Each cell of a run becomes the one that lies over it. */
static bool note_aligned(struct foreseeing *x)
{
    const struct pattern *p = x->m->pattern;
    const struct pattern_writes *w = p->writes;
    const ptrdiff_t step = step_of(x->run, x->m->direction);
    note_found(x);
    for (int32_t i = 0; i < p->cells; i++, w += p->cells + 1) {
        const unsigned char *at = x->m->cell[i];
        if (w->count == 0 || at == NULL) continue;
        for (int32_t k = 0; k < x->m->length[i]; k++, at += step)
            if (!note_cell(x, w, at)) return false;
    }
    return true;
}

static bool note_located(struct foreseeing *x)
{
    const struct pattern *p = x->m->pattern;
    const int32_t step = p->slides ? p->cells + 1 : 1;
    note_found(x);
    const struct pattern_writes *w = p->writes;
    for (int32_t i = 0; i < p->cells; i++, w += step) {
        const unsigned char *cell = x->m->cell[i];
        if (cell != NULL && !note_cell(x, w, cell)) return false;
    }
    return true;
}

static inline bool note_cells(struct foreseeing *x, struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    x->m = m;
    if (p->plain) return note_plain(x);
    if (p->runs && !p->slides) return note_aligned(x);
    if (!p->runs) pattern_locate(x->run, m);
    return note_located(x);
}

static __attribute__((noinline)) bool note_every(struct foreseeing *x,
                                                 const struct pattern_match *m)
{
    struct pattern_finding room[GRID_DIRECTIONS];
    struct pattern_match *all[GRID_DIRECTIONS];
    const int32_t n = pattern_fits_ways(x->run, m->pattern, m->at, room, all);
    for (int32_t i = 0; i < n; i++)
        if (!note_cells(x, all[i])) return false;
    return true;
}

/* The change of an integer, as change_of. */
static inline struct change *integer_of(struct foreseeing *x, struct change *first,
                                        const int64_t *integer)
{
    return change_of(x, first,
                     (uint32_t)((const unsigned char *)integer -
                                (const unsigned char *)x->run->state));
}

static inline bool note_adds(struct foreseeing *x, const struct pattern_rule *rule)
{
    struct change *first = x->end;
    for (int32_t i = 0; i < rule->adds; i++) {
        const struct pattern_add *add = &rule->add[i];
        const struct lua_game_field *f = &x->run->game->field[add->field];
        struct change *c = integer_of(x, first, lua_game_field(x->run->state, f));
        if (c == NULL) return false;
        int64_t value;
        memcpy(&value, &c->to, WORD); /* a rule may add to it twice */
        value = pattern_sum(f, value, add->number);
        memcpy(&c->to, &value, WORD);
    }
    return true;
}

static inline bool note_turn(struct foreseeing *x)
{
    const int players = x->run->game->game.players;
    if (players == 1) return true;
    const int64_t *turn = lua_game_turn(x->run->state), next = *turn % players + 1;
    struct change *c = integer_of(x, x->end, turn);
    if (c != NULL) memcpy(&c->to, &next, WORD);
    return c != NULL;
}

/* Notes what a layer's byte of a cell becomes. */
static bool note_value(struct foreseeing *x, const struct pattern_move *m,
                       struct place at, int value)
{
    const unsigned char *byte =
        pattern_seen_at(x->run, at) + m->layer * x->run->board.layer;
    const size_t offset = (size_t)(byte - (const unsigned char *)x->run->state);
    if (*byte == value) return true;
    struct change *c = change_of(x, x->out->change, (uint32_t)(offset / WORD * WORD));
    if (c != NULL) ((unsigned char *)&c->to)[offset % WORD] = (unsigned char)value;
    return c != NULL;
}

/* A piece takes what it passes, where it is no more when it has come. */
static bool note_passed(struct foreseeing *x, const struct pattern_move *m,
                        const struct pattern_piece *piece, struct place by)
{
    for (int32_t i = 0; i < piece->count; i++) {
        const struct place at = place_plus(piece->cell[i], by),
                           from = place_minus(at, piece->by);
        const int there = pattern_seen_at(x->run, at)[m->layer * x->run->board.layer];
        if (there == m->blank || pattern_piece_has(piece, from)) continue;
        if (!note_value(x, m, at, m->blank)) return false;
    }
    return true;
}

/* A piece leaves cells and enters others. */
static __attribute__((noinline)) bool note_piece(struct foreseeing *x,
                                                 const struct pattern_move *m,
                                                 const struct pattern_piece *piece,
                                                 const char *text)
{
    const enum direction d = x->run->direction;
    for (int32_t i = 0; i < piece->count; i++) {
        const struct place at = piece->cell[i], to = place_plus(at, piece->by);
        if (pattern_on_board(&x->run->board, at.row, at.col) &&
            pattern_on_board(&x->run->board, to.row, to.col))
            continue;
        pattern_break(x->run, text);
        return false;
    }
    for (int32_t n = 1; n <= piece->steps; n++) {
        if (piece->slants && !note_passed(x, m, piece, pattern_piece_corner(piece, d, n)))
            return false;
        if (n < piece->steps && !note_passed(x, m, piece, pattern_piece_after(d, n)))
            return false;
    }
    for (int32_t i = 0; i < piece->count; i++) {
        const struct place at = piece->cell[i], to = place_plus(at, piece->by),
                           before = place_minus(at, piece->by);
        const int value = pattern_seen_at(x->run, at)[m->layer * x->run->board.layer];
        if (!note_value(x, m, to, value)) return false;
        if (!pattern_piece_has(piece, before) && !note_value(x, m, at, m->blank))
            return false;
    }
    return true;
}

void pattern_note_changes(struct pattern_run *run, const struct pattern_chosen *chosen,
                          struct foreseen *out)
{
    struct foreseeing x;
    const struct pattern_rule *rule = chosen->rule;
    struct pattern_match *m = chosen->match;
    x.run = run;
    x.m = m;
    x.out = out;
    x.end = out->change;
    assert(run->seen == run->board.first);
    out->changes = UNFORESEEN;
    if (!rule->foreseen) return;
    if (rule->move != NULL) {
        if (note_piece(&x, rule->move, &chosen->piece, rule->text) &&
            note_adds(&x, rule) && note_turn(&x))
            out->changes = (int32_t)(x.end - out->change);
        return;
    }
    if (m == NULL || m->of != run) {
        pattern_break(run, rule->text);
        return;
    }
    if ((m->pattern->every ? note_every(&x, m) : note_cells(&x, m)) &&
        note_adds(&x, rule) && note_turn(&x))
        out->changes = (int32_t)(x.end - out->change);
}
