/*
 * Each move of the model is laid at each place of the board where its parts may ever fit. All of them
 * must be exchanges with the one gap.
 */
#include "exchange.h"

#include "possible.h"

enum { PLACES_MOST = 1024, WORK_MOST = 1 << 18 };

/* What becomes of a place; an exchange is two of them. */
struct turn {
    int32_t place;
    int before, after;
};

struct reading {
    const struct model *m;
    const unsigned char *board;
    struct exchange *e;
    struct possible possible;
    unsigned char *other; /* a board for asking */
    int32_t places;
    int gap;    /* -1: not known */
    int second; /* the gap may be this one as well, or -1 */
};

/* ---- kinds ---- */

static int first(const struct kinds *k)
{
    int w = 0;
    while (k->bits[w] == 0) w++;
    return 64 * w + __builtin_ctzll(k->bits[w]);
}

/* ---- a move at a place ---- */

static int32_t cell_of(const struct model *m, const struct model_part *p, int32_t at)
{
    return model_part_cell(m, p, at / m->cols, at % m->cols);
}

static const struct model_test *test_of(const struct model_part *p, int32_t layer)
{
    if (p->before.alternatives == 0) return NULL;
    const struct model_alternative *a = p->before.alternative;
    for (int32_t i = 0; i < a->tests; i++) {
        if (a->test[i].layer == layer) return &a->test[i];
    }
    return NULL;
}

/* What a layer of the cell may hold before the move. */
static struct kinds before_in(const struct reading *r, const struct model_part *p,
                              int32_t cell, int32_t layer)
{
    const struct kinds *may = &r->possible.values[layer * r->m->cells + cell];
    const struct model_test *t = test_of(p, layer);
    return t == NULL ? *may : kinds_both(may, &t->kinds);
}

/* Finds the two changes of a move; false if it is no exchange of two kinds. */
static bool changes_of(const struct reading *r, const struct model_move *move, int32_t at,
                       struct turn change[2])
{
    int changes = 0;
    for (int32_t i = 0; i < move->parts; i++) {
        const struct model_part *p = &move->part[i];
        const int32_t cell = cell_of(r->m, p, at);
        for (int32_t k = 0; cell >= 0 && k < p->writes; k++) {
            const struct model_write *w = &p->write[k];
            const struct kinds before = before_in(r, p, cell, w->layer);
            if (kinds_count(&before) != 1) return false;
            const int from = first(&before);
            if (w->becomes == NULL && kinds_count(&w->kinds) != 1) return false;
            const int to = w->becomes != NULL ? w->becomes[from] : first(&w->kinds);
            if (to == from) continue;
            if (changes == 2) return false;
            change[changes++] = (struct turn){w->layer * r->m->cells + cell, from, to};
        }
    }
    return changes == 2 && change[0].place != change[1].place &&
           change[0].place / r->m->cells == change[1].place / r->m->cells &&
           change[0].before == change[1].after && change[1].before == change[0].after;
}

/* Whether what the move asks for beside its two changes always holds. */
static bool asks_no_more(const struct reading *r, const struct model_move *move,
                         int32_t at, const struct turn change[2])
{
    for (int32_t i = 0; i < move->parts; i++) {
        const struct model_part *p = &move->part[i];
        const int32_t cell = cell_of(r->m, p, at);
        if (cell < 0 || p->before.alternatives == 0) continue;
        const struct model_alternative *a = p->before.alternative;
        for (int32_t k = 0; k < a->tests; k++) {
            const int32_t place = a->test[k].layer * r->m->cells + cell;
            const struct kinds left =
                kinds_both(&r->possible.values[place], &a->test[k].kinds);
            if (place == change[0].place || place == change[1].place) continue;
            if (kinds_count(&left) != kinds_count(&r->possible.values[place]))
                return false;
        }
    }
    return true;
}

/* ---- the gap ---- */

/* One of both kinds of each exchange is the gap. */
static bool settle_gap(struct reading *r, int a, int b)
{
    if (r->gap < 0) {
        r->gap = a;
        r->second = b;
        return true;
    }
    const bool first_fits = r->gap == a || r->gap == b;
    const bool second_fits = r->second >= 0 && (r->second == a || r->second == b);
    if (!first_fits) r->gap = r->second;
    if (!first_fits || !second_fits) r->second = -1;
    return first_fits || second_fits;
}

static int32_t number_on(const struct reading *r, int32_t layer, int value)
{
    int32_t n = 0;
    const unsigned char *board = r->board + (size_t)layer * (size_t)r->m->cells;
    for (int32_t i = 0; i < r->m->cells; i++) n += board[i] == value;
    return n;
}

/* ---- all moves ---- */

/* Calls `each` for all moves that may fit; false if one of them is no exchange. */
static bool each_exchange(struct reading *r,
                          bool (*each)(struct reading *, const struct model_move *,
                                       int32_t, const struct turn *))
{
    for (int32_t i = 0; i < r->m->moves; i++) {
        const struct model_move *move = &r->m->move[i];
        for (int32_t at = 0; at < r->m->cells; at++) {
            struct turn change[2];
            if (!possible_move(&r->possible, move, at / r->m->cols, at % r->m->cols, -1,
                               0, NULL))
                continue;
            if (!changes_of(r, move, at, change)) return false;
            if (!each(r, move, at, change)) return false;
        }
    }
    return true;
}

static bool find_gap(struct reading *r, const struct model_move *move, int32_t at,
                     const struct turn *c)
{
    (void)move, (void)at;
    return settle_gap(r, c[0].before, c[1].before);
}

/* The number of a place among the cells that change; -1: there are too many. */
static int32_t number_of(struct exchange *e, int32_t place)
{
    int32_t i = 0;
    while (i < e->cells && e->at[i] != place) i++;
    if (i == EXCHANGE_MOST) return -1;
    if (i == e->cells) e->at[e->cells++] = place;
    return i;
}

static int32_t kind_of(struct exchange *e, int value)
{
    int32_t i = 0;
    while (i < e->kinds && e->value[i] != value) i++;
    if (i == EXCHANGE_MOST) return -1;
    if (i == e->kinds) e->value[e->kinds++] = (unsigned char)value;
    return i;
}

static bool add_way(struct reading *r, const struct model_move *move, int32_t at,
                    const struct turn *c)
{
    struct exchange *e = r->e;
    if (!asks_no_more(r, move, at, c)) return false;
    const int to = c[0].before != r->gap;
    const int32_t gap = number_of(e, c[to].place), from = number_of(e, c[!to].place),
                  kind = kind_of(e, c[!to].before);
    if (gap < 0 || from < 0 || kind < 0) return false;
    int32_t k = 0;
    while (k < e->ways[gap] && e->way[gap][k].from != from) k++;
    if (k == EXCHANGE_WAYS) return false;
    if (k == e->ways[gap]) e->way[gap][e->ways[gap]++].from = from;
    e->way[gap][k].pieces |= UINT32_C(1) << kind;
    return true;
}

/* ---- the goal ---- */

/* Whether a cell of the board, with this piece in exchange's cell, counts for the term and fits. */
static void ask(const struct reading *r, const struct model_term *t, int32_t cell,
                bool *counts, bool *fits)
{
    const bool place = t->places == NULL || (t->places[cell / 64] >> (cell % 64) & 1);
    *counts = place && model_cell_fits(&t->cell, r->m, r->other, cell);
    *fits = model_cell_fits(&t->on, r->m, r->other, cell);
}

enum holds { NEVER, ALWAYS, DEPENDS, UNKNOWN };

static bool breaks(const struct model_term *t, bool counts, bool fits)
{
    return counts && fits == (t->what == MODEL_NO);
}

/* The cells that never change decide some terms. */
static enum holds holds_elsewhere(const struct reading *r, const struct model_term *t)
{
    const struct exchange *e = r->e;
    for (int32_t cell = 0; cell < r->m->cells; cell++) {
        int32_t i = 0;
        while (i < e->cells && e->at[i] % r->m->cells != cell) i++;
        if (i < e->cells) continue;
        bool counts, fits;
        ask(r, t, cell, &counts, &fits);
        if (t->what == MODEL_SOME && counts && fits) return ALWAYS;
        if (t->what != MODEL_SOME && breaks(t, counts, fits)) return NEVER;
    }
    return DEPENDS;
}

/* Narrows down the cells of each kind by a term. */
static enum holds add_term(const struct reading *r, const struct model_term *t,
                           uint32_t *goal)
{
    const struct exchange *e = r->e;
    if (t->what != MODEL_SOME && t->what != MODEL_ALL && t->what != MODEL_NO)
        return UNKNOWN;
    const enum holds elsewhere = holds_elsewhere(r, t);
    if (elsewhere != DEPENDS) return elsewhere;
    uint32_t good[EXCHANGE_MOST] = {0};
    int32_t asked = -1;
    for (int32_t i = 0; i < e->cells; i++) {
        const unsigned char had = r->other[e->at[i]];
        for (int32_t k = 0; k < e->kinds; k++) {
            bool counts, fits;
            r->other[e->at[i]] = e->value[k];
            ask(r, t, e->at[i] % r->m->cells, &counts, &fits);
            const bool some = t->what == MODEL_SOME;
            if (some ? counts && fits : !breaks(t, counts, fits))
                good[k] |= exchange_bit(i);
            if (some && counts && fits && asked != k) {
                if (asked >= 0 || e->pieces[k] != 1) return UNKNOWN;
                asked = k;
            }
        }
        r->other[e->at[i]] = had;
    }
    if (t->what == MODEL_SOME && asked < 0) return NEVER;
    for (int32_t k = 0; k < e->kinds; k++) {
        if (t->what != MODEL_SOME || k == asked) goal[k] &= good[k];
    }
    return DEPENDS;
}

/* A cell that one piece needs is no other one's. False if nothing is left for a piece. */
static bool settle_goal(const struct exchange *e, uint32_t *goal)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t k = 0; k < e->kinds; k++) {
            if (__builtin_popcount(goal[k]) < e->pieces[k]) return false;
            if (__builtin_popcount(goal[k]) > e->pieces[k]) continue;
            for (int32_t other = 0; other < e->kinds; other++) {
                if (other == k || (goal[other] & goal[k]) == 0) continue;
                goal[other] &= ~goal[k];
                changed = true;
            }
        }
    }
    return true;
}

/* False if a goal says what cannot be said here. */
static bool read_goals(const struct reading *r)
{
    struct exchange *e = r->e;
    for (int32_t i = 0; i < r->m->goals; i++) {
        const struct model_goal *g = &r->m->goal[i];
        uint32_t goal[EXCHANGE_MOST];
        for (int32_t k = 0; k < e->kinds; k++)
            goal[k] = e->cells == 32 ? UINT32_MAX : exchange_bit(e->cells) - 1;
        enum holds holds = DEPENDS;
        for (int32_t k = 0; k < g->terms && holds != NEVER; k++) {
            holds = add_term(r, &g->term[k], goal);
            if (holds == UNKNOWN) return false;
        }
        if (holds == NEVER || !settle_goal(e, goal)) continue;
        if (e->goals == EXCHANGE_GOALS) return false;
        memcpy(e->goal[e->goals++], goal, sizeof goal);
    }
    return true;
}

/* ---- all of it ---- */

/* What stands in the cells that change, which all are of one layer, with one gap. */
static bool read_start(struct reading *r)
{
    struct exchange *e = r->e;
    if (e->cells == 0) return false;
    const int32_t layer = e->at[0] / r->m->cells;
    for (int32_t i = 0; i < e->cells; i++) {
        const int32_t kind = kind_of(e, r->board[e->at[i]]);
        if (kind < 0 || e->at[i] / r->m->cells != layer) return false;
        e->start[i] = (unsigned char)kind;
        e->pieces[kind]++;
    }
    for (int32_t k = 0; k < e->kinds; k++) {
        if (e->pieces[k] == 0) return false;
    }
    return e->pieces[0] == 1;
}

static bool read_all(struct reading *r)
{
    if (!each_exchange(r, find_gap) || r->gap < 0) return false;
    if (r->second >= 0) {
        int32_t gaps = 0;
        for (int32_t l = 0; l < r->m->layers; l++) gaps += number_on(r, l, r->gap);
        if (gaps != 1) r->gap = r->second;
    }
    kind_of(r->e, r->gap);
    if (!each_exchange(r, add_way) || !read_start(r)) return false;
    memcpy(r->other, r->board, (size_t)r->places);
    return read_goals(r);
}

/* Whether the model says enough, and no more than can be looked at. */
static bool is_plain(const struct model *m)
{
    if (!m->whole || !m->single || !m->exact || m->goals == 0) return false;
    const int64_t places = (int64_t)m->layers * m->cells;
    if (places > PLACES_MOST || (int64_t)m->moves * m->cells > WORK_MOST) return false;
    for (int32_t i = 0; i < m->moves; i++) {
        if (m->move[i].step || m->move[i].copies) return false;
        for (int32_t k = 0; k < m->move[i].parts; k++) {
            if (m->move[i].part[k].before.alternatives > 1) return false;
        }
    }
    return true;
}

enum search_end exchange_read(struct exchange *e, const struct model *m,
                              const struct search_limits *limits,
                              struct search_progress *progress,
                              const unsigned char *board, bool *read)
{
    memset(e, 0, sizeof *e);
    *read = false;
    if (!is_plain(m)) return SEARCH_GOES_ON;
    struct reading r = {.m = m,
                        .board = board,
                        .e = e,
                        .places = m->layers * m->cells,
                        .gap = -1,
                        .second = -1};
    enum search_end end = possible_find(&r.possible, m, board, limits, progress);
    r.other = search_resize(limits, NULL, (uint64_t)r.places, 1);
    if (end == SEARCH_GOES_ON && r.other == NULL) end = SEARCH_MEMORY;
    if (end == SEARCH_GOES_ON) *read = read_all(&r);
    search_free(limits, r.possible.values);
    search_free(limits, r.other);
    return end;
}
