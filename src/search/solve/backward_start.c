/*
 * Where the strand from the goals begins.
 */
#include "backward.h"
#include "rating_term.h"
#include "solver.h"

enum { CELLS_MOST = 2048 };

/* ---- ways ---- */

/* Sorts the ways by the cells that they lead to. */
static bool sort_ways(struct solver *s, const struct piece_ways *w)
{
    struct backward *b = s->backward;
    const uint64_t cells = (uint64_t)s->m->cells;
    b->first = search_zeroed(s->x->limits, cells + 2, sizeof *b->first);
    b->way = search_resize(s->x->limits, NULL, (uint64_t)w->ways + 1, sizeof *b->way);
    if (b->first == NULL || b->way == NULL) return false;
    for (int64_t i = 0; i < w->ways; i++) b->first[w->way[i].to + 2]++;
    for (uint64_t i = 2; i < cells + 2; i++) b->first[i] += b->first[i - 1];
    for (int64_t i = 0; i < w->ways; i++)
        b->way[b->first[w->way[i].to + 1]++] = w->way[i];
    return true;
}

/* Finds the ways of the pieces. *known: and where who acts is before and after each. */
static enum search_end find_ways(struct solver *s, const struct rating_term *term,
                                 bool *known)
{
    struct piece_ways w;
    *known = false;
    if (!piece_ways_begin(&w, &s->rating.possible, &term->term->cell, s->x->limits))
        return SEARCH_GOES_ON;
    enum search_end end = piece_ways_find(&w, &s->x->progress);
    *known = end == SEARCH_GOES_ON && w.by_avatar;
    if (*known && !sort_ways(s, &w)) end = SEARCH_MEMORY;
    search_free(s->x->limits, w.way);
    search_free(s->x->limits, w.avatar);
    return end;
}

static bool make_room(struct solver *s)
{
    struct backward *b = s->backward;
    struct successors *x = s->x;
    const struct search_limits *limits = x->limits;
    const uint64_t cells = (uint64_t)s->m->cells, size = (uint64_t)s->m->layers * cells;
    b->between = search_resize(limits, NULL, cells * cells, sizeof *b->between);
    b->number = search_zeroed(limits, cells, sizeof *b->number);
    b->aim = search_zeroed(limits, cells, 1);
    b->comes = search_zeroed(limits, cells, 1);
    b->here = search_zeroed(limits, size, 1);
    b->before = search_zeroed(limits, size, 1);
    b->after = search_zeroed(limits, size, 1);
    return b->between != NULL && b->number != NULL && b->aim != NULL &&
           b->comes != NULL && b->here != NULL && b->before != NULL && b->after != NULL &&
           visited_start(&b->strand.met, x->game, limits, x->root, VISITED_DEPTHS) &&
           novelty_start(&b->strand.novelty, limits);
}

/* Finds the position to aim at, and reads it to b->here. */
static enum search_end find_aim(struct solver *s)
{
    struct backward *b = s->backward;
    struct successors *x = s->x;
    const struct visited *met = &s->strand.met;
    enum search_end end = SEARCH_GOES_ON;
    int32_t aim = VISITED_ROOT, most = 0;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < met->count; i++) {
        visited_get(met, i, x->to);
        s->m->read(x->game, x->to, b->here);
        const int32_t avatar = steps_avatar(&s->steps, b->here);
        if (avatar < 0) continue;
        end = flood_from(&s->flood, &s->steps, b->here, avatar);
        const int32_t cells = s->flood.count;
        if (cells < most) continue;
        if (cells == most && visited_depth(met, i) >= visited_depth(met, aim)) continue;
        most = cells;
        aim = i;
    }
    visited_get(met, aim, x->to);
    s->m->read(x->game, x->to, b->here);
    return end;
}

/* Finds the cells to which pieces of the root, on b->after, may come. */
static void find_comes(struct solver *s)
{
    struct backward *b = s->backward;
    const size_t cells = (size_t)s->m->cells;
    const unsigned char *pieces = b->after + (size_t)b->k->layer * cells;
    for (size_t i = 0; i < cells; i++) {
        const uint16_t *from = b->between + i * cells;
        for (size_t k = 0; k < cells && !b->comes[i]; k++)
            b->comes[i] = pieces[k] == b->k->piece && from[k] != DISTANCE_FAR;
    }
}

/* Pairs pieces with the cells that are aimed at. False: there are not as many places. */
static bool pair(struct solver *s, const struct rating_term *term)
{
    struct backward *b = s->backward;
    const size_t cells = (size_t)s->m->cells;
    const unsigned char *pieces = b->here + (size_t)b->k->layer * cells;
    int32_t n = 0, places = 0;
    for (size_t i = 0; i < cells; i++) {
        places += (term->bits[i] & term->place) != 0;
        if (pieces[i] != b->k->piece) continue;
        if (n == ASSIGNMENT_MOST) return false;
        b->aim[i] = 1;
        b->pairs.place[n++] = (int32_t)i;
    }
    b->pairs.n = n;
    for (size_t i = 0; i < cells; i++) {
        for (size_t from = 0; from < cells; from++)
            b->between[i * cells + from] = term->distances.between[from * cells + i];
    }
    s->m->read(s->x->game, s->x->root, b->after);
    find_comes(s);
    return n > 0 && n == places;
}

/* ---- goals ---- */

/* Adds the goals: one for each region of who acts. */
static enum search_end add_goals(struct solver *s, const struct rating_term *term)
{
    struct backward *b = s->backward;
    struct steps *t = &s->steps;
    struct successors *x = s->x;
    const size_t cells = (size_t)s->m->cells, size = (size_t)s->m->layers * cells;
    enum search_end end =
        flood_from(&s->flood, t, b->k->board, steps_avatar(t, b->after));
    memcpy(b->here, b->k->board, size);
    for (size_t i = 0; i < cells; i++) {
        if (term->bits[i] & term->place)
            b->here[(size_t)b->k->layer * cells + i] = b->k->piece;
    }
    const struct rated rated = backward_rate(s);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < s->flood.count; i++) {
        const int32_t cell = s->flood.cell[i];
        memcpy(b->before, b->here, size);
        unsigned char *actor = &b->before[(size_t)t->layer * cells + (size_t)cell];
        if (*actor != s->m->blank[t->layer]) continue;
        *actor = t->value;
        end = flood_from(&s->other, t, b->before, cell);
        if (end != SEARCH_GOES_ON) break;
        memcpy(x->to, x->root, x->root->size);
        backward_make(s, b->before, cell, b->after);
        end = backward_add(s, VISITED_ROOT, &rated);
    }
    return end;
}

bool backward_start(struct backward *b, struct solver *s, enum search_end *end)
{
    const struct rating_term *term = clusters_term(&s->rating);
    bool known;
    *b = (struct backward){.k = &s->clusters};
    if (s->m->cells > CELLS_MOST) return false;
    s->backward = b;
    *end = find_ways(s, term, &known);
    if (*end == SEARCH_GOES_ON && known) {
        *end = make_room(s) ? find_aim(s) : SEARCH_MEMORY;
        if (*end == SEARCH_GOES_ON && pair(s, term)) {
            *end = add_goals(s, term);
            return *end == SEARCH_GOES_ON;
        }
    }
    s->backward = NULL;
    return false;
}
