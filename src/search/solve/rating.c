/*
 * Each term has two bits for every cell: it counts, and it fits what the term asks for. One side
 * may move, the pieces; the other one stays, the places. A position that follows another one
 * differs in few cells, so the bits, and the pieces that moved, follow from these alone.
 */
#include "rating_term.h"

unsigned char rating_bits(const struct rating *r, const struct rating_term *t,
                          const unsigned char *board, int32_t cell)
{
    const struct model_term *term = t->term;
    bool counts = model_cell_fits(&term->cell, r->m, board, cell);
    bool fits = model_cell_fits(&term->on, r->m, board, cell);
    const bool place = rating_is_place(term, cell);
    if (t->piece == COUNTS && (term->what == MODEL_SOME || term->what == MODEL_COUNT))
        fits = fits && place;
    else
        counts = counts && place;
    return (unsigned char)((counts ? COUNTS : 0) | (fits ? FITS : 0));
}

static int32_t way(const struct rating *r, const struct rating_term *t, int32_t from,
                   int32_t to)
{
    if (t->distances.between == NULL) return rows_and_columns(r->m, from, to);
    return t->distances.between[(size_t)from * (size_t)r->cells + (size_t)to];
}

/* ---- single terms ---- */

static int64_t open_of(const struct rating_term *t)
{
    const int64_t both = t->both, number = t->term->number;
    switch (t->term->what) {
    case MODEL_ALL: return t->counts - both;
    case MODEL_NO: return both;
    case MODEL_SOME: return both == 0;
    case MODEL_COUNT: break;
    default: return 0;
    }
    switch (t->term->compare) {
    case MODEL_EQUAL: return both > number ? both - number : number - both;
    case MODEL_UNEQUAL: return both == number;
    case MODEL_LESS: return both < number ? 0 : both - number + 1;
    case MODEL_AT_MOST: return both <= number ? 0 : both - number;
    case MODEL_GREATER: return both > number ? 0 : number + 1 - both;
    default: return both >= number ? 0 : number - both;
    }
}

/* The way of the nearest piece to a place; where `each`, the sum of all of them. */
static int64_t nearest(const struct rating *r, const struct rating_term *t, bool each,
                       int32_t *lost)
{
    int64_t sum = 0, best = DISTANCE_FAR;
    const unsigned char from = each && t->piece == FITS ? t->place : t->piece;
    int32_t others = 0;
    for (int32_t k = 0; k < r->cells; k++)
        if (t->bits[k] & (from ^ BOTH)) r->others[others++] = k;
    for (int32_t i = 0; i < r->cells; i++) {
        if (!(t->bits[i] & from)) continue;
        int64_t least = DISTANCE_FAR;
        for (int32_t n = 0; n < others && least > 0; n++) {
            const int32_t k = r->others[n],
                          d = from == t->piece ? way(r, t, i, k) : way(r, t, k, i);
            if (d < least) least = d;
        }
        if (least == DISTANCE_FAR && lost != NULL) *lost = i;
        if (least < best) best = least;
        sum += least;
    }
    return each ? sum : best;
}

/* No way: it is proven only if the distances are, and pieces neither come nor go. */
static void give_up(const struct rating *r, const struct rating_term *t, int32_t cell,
                    struct rated *out)
{
    const struct distances *d = &t->distances;
    const bool proven = r->exact && d->between != NULL && d->proven && d->kept;
    out->hope = proven ? HOPE_NONE : HOPE_FAINT;
    out->term = (int32_t)(t - r->term);
    out->cell = cell;
}

/* Whether a piece has a way to none of the places. */
static bool has_no_place(const struct assignment *a, int32_t piece)
{
    const uint16_t *ways = a->piece[piece];
    for (int32_t j = 0; ways != NULL && j < a->n; j++) {
        if (a->place[j] >= 0 && ways[a->place[j]] != DISTANCE_FAR) return false;
    }
    return true;
}

static void rate_pairs(const struct rating *r, const struct rating_term *t,
                       const struct assignment *a, struct rated *out)
{
    out->rest = a->sum;
    if (a->sum < ASSIGNMENT_NEVER) return;
    give_up(r, t, -1, out);
    for (int32_t i = 0; i < r->cells && out->cell < 0; i++) {
        const int32_t k = t->bits[i] & t->piece ? t->number[i] : -1;
        if (k >= 0 && t->piece == COUNTS && has_no_place(a, k)) out->cell = i;
    }
}

/* A lower bound of the actions, if the ways of the pieces are: one action moves several pieces
 * perhaps, but none farther than a step. */
static void set_bound(const struct rating *r, const struct rating_term *t,
                      struct rated *out)
{
    const struct distances *d = &t->distances;
    if (!r->exact || !d->bounds || !d->kept || out->rest >= DISTANCE_FAR) return;
    const int64_t together =
        t->term->what == MODEL_ALL && d->together > 1 ? d->together : 1;
    out->bound = (out->rest + together - 1) / together;
}

/* Numbers the pieces by their cells. False: there are too many. */
static bool number_pieces(const struct rating *r, struct rating_term *t)
{
    int16_t pieces = 0;
    for (int32_t i = 0; i < r->cells; i++) {
        if (!(t->bits[i] & t->piece)) continue;
        if (pieces == ASSIGNMENT_MOST) return false;
        t->number[i] = pieces++;
    }
    return true;
}

/* Sets the pairs by the bits. False: they cannot be made. */
static bool make_pairs(struct rating *r, struct rating_term *t)
{
    struct assignment *a = &t->pairs;
    int32_t pieces = 0, places = 0;
    if (!number_pieces(r, t)) return false;
    for (int32_t i = 0; i < r->cells; i++) {
        if (t->bits[i] & t->piece)
            a->piece[pieces++] = t->distances.between + (size_t)i * (size_t)r->cells;
        if (t->bits[i] & t->place) {
            if (places == ASSIGNMENT_MOST) return false;
            a->place[places++] = i;
        }
    }
    a->n = pieces > places ? pieces : places;
    const bool each = t->piece == COUNTS ? pieces <= places : places <= pieces;
    for (int32_t i = pieces; i < a->n; i++) a->piece[i] = NULL;
    for (int32_t i = places; i < a->n; i++) a->place[i] = -1;
    a->sum = ASSIGNMENT_NEVER;
    if (each) assignment_make(a);
    return true;
}

static void rate_ways(const struct rating *r, const struct rating_term *t,
                      struct rated *out)
{
    const enum model_what what = t->term->what;
    int32_t lost = -1;
    out->rest = nearest(r, t, what == MODEL_ALL, &lost);
    if (t->loose) return;
    if (what == MODEL_ALL && lost >= 0)
        give_up(r, t, t->piece == COUNTS ? lost : -1, out);
    if (what == MODEL_SOME && out->rest >= DISTANCE_FAR) give_up(r, t, -1, out);
}

/* Rates by the term's bits and counts. */
static void rate_term(struct rating *r, struct rating_term *t, struct rated *out)
{
    *out = (struct rated){.open = (int32_t)open_of(t), .term = -1, .cell = -1};
    out->rest = out->open;
    out->simple = t->near != NULL && t->term->what == MODEL_ALL ? t->simple : out->open;
    const bool pairs = t->how == BY_PAIRS && make_pairs(r, t);
    if (pairs && (!t->loose || t->pairs.sum < ASSIGNMENT_NEVER)) {
        rate_pairs(r, t, &t->pairs, out);
    } else if (t->how != BY_COUNT && out->open > 0) {
        rate_ways(r, t, out);
    }
    if (t->how != BY_COUNT) set_bound(r, t, out);
    if (t->never) {
        out->hope = HOPE_NONE;
        out->term = (int32_t)(t - r->term);
    }
}

/* ---- positions ---- */

/* Looks at a cell of a term, and counts it. Returns the bits that it had. */
static unsigned char set_cell(const struct rating *r, struct rating_term *t,
                              const unsigned char *board, int32_t i)
{
    const unsigned char was = t->bits[i], is = rating_bits(r, t, board, i);
    t->bits[i] = is;
    t->counts += (is & COUNTS) - (was & COUNTS);
    t->both += (is == BOTH) - (was == BOTH);
    if (t->near != NULL && (is & t->piece) != (was & t->piece))
        t->simple += is & t->piece ? t->near[i] : -(int64_t)t->near[i];
    return was;
}

/* Looks at all cells that differ from those of the board before. */
static void set_cells(struct rating *r, const unsigned char *board)
{
    const size_t all = (size_t)r->m->layers * (size_t)r->cells;
    for (size_t i = 0; i < all; i++) {
        if (i + 8 <= all && memcmp(r->board + i, board + i, 8) == 0) {
            i += 7;
            continue;
        }
        if (r->board[i] == board[i]) continue;
        for (int32_t k = 0; k < r->terms; k++)
            set_cell(r, &r->term[k], board, (int32_t)(i % (size_t)r->cells));
    }
    memcpy(r->board, board, all);
}

static void set_all(struct rating *r, const unsigned char *board)
{
    for (int32_t i = 0; i < r->cells; i++) {
        for (int32_t k = 0; k < r->terms; k++) set_cell(r, &r->term[k], board, i);
    }
    memcpy(r->board, board, (size_t)r->m->layers * (size_t)r->cells);
    r->begun = true;
}

void rating_set(struct rating *r, const unsigned char *board)
{
    if (r->m == NULL) return;
    if (r->begun)
        set_cells(r, board);
    else
        set_all(r, board);
    rating_find_actors(r, board);
    memcpy(r->set_actor, r->actor, sizeof r->actor);
    r->set_actors = r->actors;
    for (int32_t k = 0; k < r->terms; k++) {
        struct rating_term *t = &r->term[k];
        rate_term(r, t, &t->rated);
        t->rated.walk = rating_walk(r, t, t->rated.open);
    }
}

/* The cells in which two boards differ, at most RATING_CHANGES; more: -1. */
static int32_t changes_of(const struct rating *r, const unsigned char *board,
                          int32_t *changed)
{
    int32_t n = 0;
    const size_t cells = (size_t)r->cells;
    for (int32_t l = 0; l < r->m->layers; l++) {
        const unsigned char *a = r->board + (size_t)l * cells,
                            *b = board + (size_t)l * cells;
        for (size_t i = 0; i < cells;) {
            if (i + 8 <= cells && memcmp(a + i, b + i, 8) == 0) {
                i += 8;
                continue;
            }
            const size_t end = i + 8 < cells ? i + 8 : cells;
            for (; i < end; i++) {
                if (a[i] == b[i]) continue;
                int32_t k = 0;
                while (k < n && changed[k] != (int32_t)i) k++;
                if (k < n) continue;
                if (n == RATING_CHANGES) return -1;
                changed[n++] = (int32_t)i;
            }
        }
    }
    return n;
}

/* One piece has moved: its way to a place changes. */
static bool rate_moved(const struct rating *r, const struct rating_term *t, int32_t from,
                       int32_t to, struct rated *out)
{
    if (t->how != BY_PAIRS || t->pairs.sum >= ASSIGNMENT_NEVER) return false;
    if (from == to) {
        out->rest = t->pairs.sum;
        return true;
    }
    struct assignment a = t->pairs;
    a.piece[t->number[from]] = t->distances.between + (size_t)to * (size_t)r->cells;
    assignment_move(&a, t->number[from]);
    out->rest = a.sum;
    if (a.sum < ASSIGNMENT_NEVER) return true;
    give_up(r, t, -1, out);
    if (has_no_place(&a, t->number[from])) out->cell = to;
    return true;
}

static void rate_changed(struct rating *r, struct rating_term *t,
                         const unsigned char *board, const int32_t *changed, int32_t n,
                         struct rated *out)
{
    unsigned char had[RATING_CHANGES];
    int32_t from = -1, to = -1, lost = 0, gained = 0;
    const int32_t counts = t->counts, both = t->both;
    const int64_t simple = t->simple;
    bool stay = true; /* the places */
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = changed[k];
        const unsigned char was = had[k] = set_cell(r, t, board, i), is = t->bits[i];
        stay = stay && (is & t->place) == (was & t->place);
        if ((is & t->piece) == (was & t->piece)) continue;
        if (is & t->piece) to = i;
        if (was & t->piece) from = i;
        gained += (is & t->piece) != 0;
        lost += (was & t->piece) != 0;
    }
    *out = (struct rated){.open = (int32_t)open_of(t), .term = -1, .cell = -1};
    out->simple = t->near != NULL && t->term->what == MODEL_ALL ? t->simple : out->open;
    const bool moved = (stay || !t->loose) && lost == gained && lost <= 1 &&
                       rate_moved(r, t, from, to, out);
    if (moved) set_bound(r, t, out);
    const struct assignment kept = t->pairs;
    if (!moved) rate_term(r, t, out);
    out->walk = rating_walk(r, t, out->open);
    for (int32_t k = 0; k < n; k++) t->bits[changed[k]] = had[k];
    if (!moved && t->how == BY_PAIRS) {
        t->pairs = kept;
        number_pieces(r, t);
    }
    t->counts = counts;
    t->both = both;
    t->simple = simple;
}

/* The terms of a goal together. */
static void add_terms(const struct rated *term, int32_t n, struct rated *out)
{
    int32_t walk = -1;
    *out = (struct rated){.term = -1, .cell = -1};
    for (int32_t k = 0; k < n; k++) {
        out->rest += term[k].rest;
        if (term[k].bound > out->bound) out->bound = term[k].bound;
        out->simple += term[k].simple;
        out->open += term[k].open;
        if (term[k].open > 0 && (walk < 0 || term[k].walk < walk)) walk = term[k].walk;
        if (term[k].hope <= out->hope) continue;
        out->hope = term[k].hope;
        out->term = term[k].term;
        out->cell = term[k].cell;
    }
    if (walk > 0) out->walk = walk;
}

static bool is_better(const struct rated *a, const struct rated *b)
{
    return a->hope != b->hope ? a->hope < b->hope : a->rest < b->rest;
}

void rating_of(struct rating *r, const unsigned char *board, struct rated *out)
{
    *out = (struct rated){.term = -1, .cell = -1};
    if (r->m == NULL) return;
    struct rated term[RATING_TERMS], rated;
    int32_t changed[RATING_CHANGES];
    const int32_t n = changes_of(r, board, changed);
    if (n < 0) rating_set(r, board);
    if (n > 0) rating_change_actors(r, board, changed, n);
    for (int32_t k = 0; k < r->terms; k++) {
        term[k] = r->term[k].rated;
        if (n > 0) rate_changed(r, &r->term[k], board, changed, n, &term[k]);
    }
    for (int32_t g = 0; g < r->goals; g++) {
        add_terms(term + r->first[g], r->first[g + 1] - r->first[g], &rated);
        const int64_t least =
            g == 0 || rated.bound < out->bound ? rated.bound : out->bound;
        if (g == 0 || is_better(&rated, out)) *out = rated;
        out->bound = least;
    }
}
