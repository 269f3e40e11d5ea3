/*
 * What is known of the terms before any position is rated: which side moves, and how far its pieces
 * are from everywhere.
 */
#include "rating_term.h"

static bool asks_for_moving(const struct model *m, const struct model_cell *c)
{
    for (int32_t i = 0; i < c->alternatives; i++) {
        for (int32_t k = 0; k < c->alternative[i].tests; k++) {
            const struct model_test *t = &c->alternative[i].test[k];
            uint64_t in = 0, out = 0;
            struct kinds moving = m->moving[t->layer];
            if (m->blank[t->layer] != 0) kinds_add(&moving, m->blank[t->layer]);
            for (int w = 0; w < 4; w++) {
                in |= moving.bits[w] & t->kinds.bits[w];
                out |= moving.bits[w] & ~t->kinds.bits[w];
            }
            if (in != 0 && out != 0) return true;
        }
    }
    return false;
}

static bool asks_for_avatar(const struct model *m, const struct model_cell *c)
{
    for (int32_t i = 0; i < c->alternatives; i++) {
        for (int32_t k = 0; k < c->alternative[i].tests; k++) {
            const struct model_test *t = &c->alternative[i].test[k];
            const bool blank = kinds_has(&t->kinds, m->blank[t->layer]);
            for (int v = 0; v < 256; v++) {
                if (kinds_has(&m->avatar[t->layer], v) &&
                    kinds_has(&t->kinds, v) != blank)
                    return true;
            }
        }
    }
    return false;
}

static bool start_near(struct rating *r, struct rating_term *t,
                       const unsigned char *board)
{
    const size_t n = (size_t)r->cells;
    t->near = search_zeroed(r->limits, n, sizeof *t->near);
    t->number = search_zeroed(r->limits, n, sizeof *t->number);
    if (t->near == NULL || t->number == NULL) return false;
    for (int32_t i = 0; i < r->cells; i++) {
        int32_t least = DISTANCE_FAR;
        for (int32_t k = 0; k < r->cells; k++) {
            if (!(rating_bits(r, t, board, k) & t->place)) continue;
            const int32_t d = rows_and_columns(r->m, i, k);
            if (d < least) least = d;
        }
        t->near[i] = (uint16_t)(least == DISTANCE_FAR ? r->m->rows + r->m->cols : least);
    }
    return true;
}

/* The ways of the pieces, from the moves of the model; if it has none, by playing. */
static enum search_end find_distances(struct rating *r, struct rating_term *t,
                                      struct successors *x)
{
    const struct model_cell *pieces = t->piece == COUNTS ? &t->term->cell : &t->term->on;
    const enum search_end end =
        distances_find(&t->distances, &r->possible, pieces, r->limits, &x->progress);
    if (end != SEARCH_GOES_ON || t->distances.between != NULL) return end;
    return distances_try(&t->distances, x->game, x->root, &r->possible, pieces, r->limits,
                         &x->progress);
}

/* Distances by rows and columns, where none are known. */
static bool guess_distances(struct rating *r, struct rating_term *t)
{
    enum { CELLS_MOST = 1024 };
    if (r->cells > CELLS_MOST) return true;
    const uint64_t n = (uint64_t)r->cells;
    t->distances = (struct distances){
        .cells = r->cells, .between = search_zeroed(r->limits, n * n, sizeof(uint16_t))};
    if (t->distances.between == NULL) return false;
    for (int32_t i = 0; i < r->cells; i++) {
        for (int32_t k = 0; k < r->cells; k++) {
            t->distances.between[(size_t)i * n + (size_t)k] =
                (uint16_t)rows_and_columns(r->m, i, k);
        }
    }
    return true;
}

/* Pieces and places that both move: nothing but rows and columns is known. */
static bool start_loose(struct rating *r, struct rating_term *t)
{
    t->number = search_zeroed(r->limits, (uint64_t)r->cells, sizeof *t->number);
    if (t->number == NULL || !guess_distances(r, t)) return false;
    if (t->distances.between != NULL) t->how = BY_PAIRS;
    return true;
}

/* How many cells a term asks for at least. */
static int64_t least_of(const struct model_term *t)
{
    if (t->what == MODEL_SOME) return 1;
    if (t->what != MODEL_COUNT) return 0;
    switch (t->compare) {
    case MODEL_EQUAL:
    case MODEL_AT_LEAST: return t->number;
    case MODEL_GREATER: return t->number + 1;
    default: return 0;
    }
}

/* Whether fewer cells than a term asks for can ever be as it asks. */
static bool holds_never(const struct rating *r, const struct model_term *t)
{
    const int64_t least = least_of(t);
    int64_t may = 0;
    if (!r->m->whole) return false;
    for (int32_t i = 0; i < r->cells && may < least; i++) {
        may += rating_is_place(t, i) && possible_cell(&r->possible, &t->cell, i) &&
               possible_cell(&r->possible, &t->on, i);
    }
    return may < least;
}

static enum search_end start_term(struct rating *r, struct rating_term *t,
                                  const unsigned char *board, struct successors *x)
{
    const struct model_term *term = t->term;
    const bool cell = asks_for_moving(r->m, &term->cell),
               on = asks_for_moving(r->m, &term->on);
    t->loose = cell && on && term->what == MODEL_ALL;
    if (cell != on || t->loose) {
        t->piece = cell ? COUNTS : FITS;
        t->place = t->piece ^ BOTH;
    }
    r->avatar = r->avatar || term->what == MODEL_OTHER ||
                asks_for_avatar(r->m, &term->cell) || asks_for_avatar(r->m, &term->on);
    t->bits = search_zeroed(r->limits, (uint64_t)r->cells, 1);
    if (t->bits == NULL) return SEARCH_MEMORY;
    if (t->piece == 0 || (term->what != MODEL_ALL && term->what != MODEL_SOME))
        return SEARCH_GOES_ON;
    if (t->loose) return start_loose(r, t) ? SEARCH_GOES_ON : SEARCH_MEMORY;
    if (!start_near(r, t, board)) return SEARCH_MEMORY;
    const enum search_end end = find_distances(r, t, x);
    if (end != SEARCH_GOES_ON) return end;
    if (t->distances.between == NULL && !guess_distances(r, t)) return SEARCH_MEMORY;
    t->how = BY_WAY;
    if (term->what == MODEL_ALL && t->distances.between != NULL) t->how = BY_PAIRS;
    return SEARCH_GOES_ON;
}

/* Where the root seems to be without hope, and that is not proven, the ways are wrong that say so.
 * False: there is no memory. */
static bool loosen(struct rating *r, const unsigned char *board)
{
    bool any = false;
    for (int32_t k = 0; k < r->terms; k++) {
        struct rating_term *t = &r->term[k];
        if (t->rated.hope != HOPE_FAINT || t->loose || t->number == NULL) continue;
        search_free(r->limits, t->distances.between);
        t->distances.between = NULL;
        if (!guess_distances(r, t)) return false;
        t->how = t->how == BY_PAIRS && t->distances.between == NULL ? BY_COUNT : t->how;
        t->loose = any = true;
    }
    if (any) rating_set(r, board);
    return true;
}

enum search_end rating_start(struct rating *r, const struct model *m,
                             struct successors *x, const unsigned char *board)
{
    *r = (struct rating){.m = m, .limits = x->limits};
    if (m == NULL) return SEARCH_GOES_ON;
    r->cells = m->cells;
    r->exact = m->exact;
    r->board = search_zeroed(r->limits, (uint64_t)m->layers, (size_t)m->cells);
    r->term = search_zeroed(r->limits, RATING_TERMS, sizeof *r->term);
    r->others = search_zeroed(r->limits, (uint64_t)m->cells, sizeof *r->others);
    if (r->board == NULL || r->term == NULL || r->others == NULL) return SEARCH_MEMORY;
    enum search_end end = possible_find(&r->possible, m, board, x->limits, &x->progress);
    for (int32_t g = 0; end == SEARCH_GOES_ON && g < m->goals; g++) {
        if (r->terms + m->goal[g].terms > RATING_TERMS) {
            r->exact = false;
            for (int32_t k = 0; k < r->terms; k++) r->term[k].never = false;
            break;
        }
        for (int32_t k = 0; end == SEARCH_GOES_ON && k < m->goal[g].terms; k++) {
            struct rating_term *t = &r->term[r->terms++];
            t->term = &m->goal[g].term[k];
            t->never = holds_never(r, t->term);
            end = start_term(r, t, board, x);
        }
        r->first[++r->goals] = r->terms;
    }
    if (end == SEARCH_GOES_ON) rating_set(r, board);
    return end == SEARCH_GOES_ON && !loosen(r, board) ? SEARCH_MEMORY : end;
}
