/*
 * Whether clusters can be told to be lost: one term wants all pieces at home, nothing moves but pieces
 * of one value and the avatar, and fewer of them never hinder (clusters_fewer.c).
 */
#include "clusters.h"
#include "rating_term.h"

const struct rating_term *clusters_term(const struct rating *r)
{
    const struct rating_term *found = NULL;
    if (!r->exact || r->goals != 1) return NULL;
    for (int32_t i = 0; i < r->terms; i++) {
        const struct rating_term *t = &r->term[i];
        const struct distances *d = &t->distances;
        if (t->how != BY_PAIRS || t->piece != COUNTS || !d->proven || !d->kept) continue;
        if (found != NULL) return NULL;
        found = t;
    }
    return found;
}

/* Finds the layer and the value of the pieces: all that moves on it but the avatar. */
static bool find_pieces(struct clusters *k, const struct rating_term *term,
                        const unsigned char *board)
{
    const struct model *m = k->t->m;
    int32_t found = 0;
    for (int32_t l = 0; l < m->layers; l++) {
        for (int v = 0; v < 256; v++) {
            if (!kinds_has(&m->moving[l], v) || kinds_has(&m->avatar[l], v)) continue;
            if (v == m->blank[l]) continue;
            found++;
            k->layer = l;
            k->piece = (unsigned char)v;
        }
    }
    if (found != 1 || m->blank[k->layer] == 0) return false;
    for (int32_t i = 0; i < m->cells; i++) {
        const bool piece =
            board[(size_t)k->layer * (size_t)m->cells + (size_t)i] == k->piece;
        if (piece != ((term->bits[i] & COUNTS) != 0)) return false;
    }
    return true;
}

static bool make_room(struct clusters *k, const struct rating_term *term,
                      const unsigned char *board)
{
    const struct model *m = k->t->m;
    const uint64_t cells = (uint64_t)m->cells, n = (uint64_t)m->layers * cells;
    k->home_of = search_resize(k->limits, NULL, cells, sizeof *k->home_of);
    k->board = search_resize(k->limits, NULL, n, 1);
    k->node = search_resize(k->limits, NULL, CLUSTER_NODES, sizeof *k->node);
    k->key = search_resize(k->limits, NULL, CLUSTER_NODES, sizeof *k->key);
    if (k->home_of == NULL || k->board == NULL || k->node == NULL || k->key == NULL ||
        !flood_start(&k->flood, k->t) || !flood_start(&k->other, k->t))
        return false;
    memcpy(k->board, board, (size_t)n);
    for (uint64_t i = 0; i < cells; i++) {
        unsigned char *piece = &k->board[(uint64_t)k->layer * cells + i],
                      *avatar = &k->board[(uint64_t)k->t->layer * cells + i];
        if (*piece == k->piece) *piece = m->blank[k->layer];
        if (*avatar == k->t->value) *avatar = m->blank[k->t->layer];
        k->home_of[i] = DISTANCE_FAR;
        for (uint64_t to = 0; to < cells; to++) {
            const uint16_t d = term->distances.between[i * cells + to];
            if (term->bits[to] & term->place && d < k->home_of[i]) k->home_of[i] = d;
        }
    }
    return true;
}

bool clusters_start(struct clusters *k, struct steps *t, const struct rating *r,
                    const unsigned char *board, enum search_end *end)
{
    const struct rating_term *term = clusters_term(r);
    *k = (struct clusters){.t = t, .limits = t->x->limits};
    if (term == NULL || t->m->cells > INT16_MAX || !find_pieces(k, term, board) ||
        !clusters_fewer_do(k, &r->possible))
        return false;
    if (make_room(k, term, board)) return true;
    *end = SEARCH_MEMORY;
    return false;
}
