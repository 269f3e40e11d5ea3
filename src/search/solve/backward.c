/*
 * A position here is one of a region, as in the other strands: with who acts on its first cell. How
 * far it is from the one that is aimed at is an assignment of pieces to the cells of its pieces. The
 * root may have other ways than through that one, so none is passed over for this distance.
 */
#include "backward.h"

#include "solver.h"

static unsigned char *layer_of(const struct solver *s, unsigned char *board,
                               int32_t layer)
{
    return board + (size_t)layer * (size_t)s->m->cells;
}

static size_t size_of(const struct solver *s)
{
    return (size_t)s->m->layers * (size_t)s->m->cells;
}

/* ---- positions ---- */

void backward_meet(struct backward *b, const struct state *state, int32_t forward)
{
    const int32_t number = visited_find(&b->strand.met, state);
    if (number < 0 || b->joined) return;
    b->joined = true;
    b->forward = forward;
    b->backward = number;
}

enum search_end backward_add(struct solver *s, int32_t parent, const struct rated *rated)
{
    struct backward *b = s->backward;
    struct strand *strand = &b->strand;
    struct successors *x = s->x;
    const int32_t before = strand->met.count,
                  number = visited_add(&strand->met, x->to, parent);
    if (number == VISITED_FULL) return SEARCH_MEMORY;
    if (number != before) return SEARCH_GOES_ON;
    const int32_t forward = visited_find(&s->strand.met, x->to);
    if (forward >= 0) backward_meet(b, x->to, forward);
    struct waiter w = {.number = number, .state = x->to, .rated = rated};
    w.author = -1;
    w.rates = true;
    if (b->same && rated->open == b->open) w.before = state_key(x->from);
    return strand_add(strand, x->limits, number, FATE_OPEN) &&
                   strand_wait(strand, x->limits, &w)
               ? SEARCH_GOES_ON
               : SEARCH_MEMORY;
}

void backward_make(struct solver *s, unsigned char *board, int32_t avatar,
                   const unsigned char *had)
{
    steps_put(&s->steps, board, avatar, s->other.first);
    steps_write(&s->steps, s->x->to, memcpy(s->had, had, size_of(s)), board);
}

/* ---- the position that is expanded ---- */

/* The simple measure counts those that are elsewhere, before how far they are. */
static struct rated rated_as(int32_t open, int32_t sum)
{
    const struct rated rated = {.rest = sum,
                                .simple = ((int64_t)open << 16) + sum,
                                .open = open,
                                .term = -1,
                                .cell = -1};
    return rated;
}

struct rated backward_rate(struct solver *s)
{
    struct backward *b = s->backward;
    struct assignment *a = &b->pairs;
    const int32_t cells = s->m->cells;
    const unsigned char *pieces = layer_of(s, b->here, b->k->layer);
    int16_t n = 0;
    b->open = 0;
    for (int32_t i = 0; i < cells; i++) {
        if (pieces[i] != b->k->piece) continue;
        b->number[i] = n;
        a->piece[n++] = b->between + (size_t)i * (size_t)cells;
        b->open += !b->aim[i];
    }
    assignment_make(a);
    return rated_as(b->open, a->sum);
}

/* Whether the rules lead from b->before to b->after by an action, with who acts on this cell. */
static enum search_end leads(struct solver *s, int32_t avatar, bool *it)
{
    struct backward *b = s->backward;
    struct steps *t = &s->steps;
    const struct step *step;
    steps_follow(t, b->before, avatar);
    const enum search_end end = steps_at(t, avatar, &step);
    *it = false;
    for (int32_t k = 0; end == SEARCH_GOES_ON && !*it && k < t->actions; k++) {
        if (step->to[k] > STEP_DEED) continue;
        memcpy(s->board, b->before, size_of(s));
        *it = steps_do(t, STEP_DEED - step->to[k], s->board) &&
              memcmp(s->board, b->after, size_of(s)) == 0;
    }
    return end;
}

/* Takes a way back, from b->here, where who acts is on this cell. */
static enum search_end take_back(struct solver *s, const struct piece_way *w,
                                 int32_t avatar, int32_t number)
{
    struct backward *b = s->backward;
    const struct clusters *k = b->k;
    struct steps *t = &s->steps;
    struct successors *x = s->x;
    const size_t size = size_of(s);
    unsigned char *pieces = layer_of(s, b->before, k->layer),
                  *actors = layer_of(s, b->before, t->layer);
    memcpy(b->before, b->here, size);
    actors[avatar] = s->m->blank[t->layer];
    pieces[w->to] = s->m->blank[k->layer];
    if (pieces[w->from] != s->m->blank[k->layer] || !b->comes[w->from])
        return SEARCH_GOES_ON;
    pieces[w->from] = k->piece;
    if (actors[w->before] != s->m->blank[t->layer]) return SEARCH_GOES_ON;
    actors[w->before] = t->value;
    memcpy(b->after, b->here, size);
    steps_put(t, b->after, avatar, w->after);
    bool it = false;
    enum search_end end = search_generate(x->limits, &x->progress);
    if (end == SEARCH_GOES_ON) end = leads(s, w->before, &it);
    if (end != SEARCH_GOES_ON || !it) return end;
    end = flood_from(&s->other, t, b->before, w->before);
    if (end != SEARCH_GOES_ON) return end;
    memcpy(x->to, x->from, x->from->size);
    backward_make(s, b->before, w->before, b->here);
    if (visited_find(&b->strand.met, x->to) >= 0) return end;
    struct assignment a = b->pairs;
    a.piece[b->number[w->to]] = b->between + (size_t)w->from * (size_t)s->m->cells;
    assignment_move(&a, b->number[w->to]);
    const struct rated rated = rated_as(b->open + b->aim[w->to] - b->aim[w->from], a.sum);
    return backward_add(s, number, &rated);
}

enum search_end backward_expand(struct solver *s, int32_t number)
{
    struct backward *b = s->backward;
    struct successors *x = s->x;
    const int32_t cells = s->m->cells;
    b->strand.fate[number] = FATE_DONE;
    visited_expand(&b->strand.met, number, x->from);
    s->m->read(x->game, x->from, b->here);
    const int32_t avatar = steps_avatar(&s->steps, b->here);
    const unsigned char *pieces = layer_of(s, b->here, b->k->layer);
    enum search_end end = search_expand(x->limits, &x->progress);
    steps_forget(&s->steps);
    if (end == SEARCH_GOES_ON) end = flood_from(&s->flood, &s->steps, b->here, avatar);
    backward_rate(s);
    b->same = true;
    for (int32_t i = 0; end == SEARCH_GOES_ON && !b->joined && i < cells; i++) {
        if (pieces[i] != b->k->piece) continue;
        for (int32_t n = b->first[i]; end == SEARCH_GOES_ON && n < b->first[i + 1]; n++) {
            if (flood_returns(&s->flood, b->way[n].after))
                end = take_back(s, &b->way[n], avatar, number);
        }
    }
    return end;
}

/* ---- the joint ---- */

enum search_end backward_join(struct solver *s)
{
    struct backward *b = s->backward;
    struct successors *x = s->x;
    struct visited *met = &b->strand.met;
    int32_t last = b->forward, next = visited_parent(met, b->backward);
    if (!b->joined || s->found != NOT_FOUND) return SEARCH_GOES_ON;
    b->joined = false;
    while (next != VISITED_ROOT && visited_parent(met, next) != VISITED_ROOT) {
        visited_get(met, next, x->to);
        const int32_t before = s->strand.met.count;
        last = visited_add(&s->strand.met, x->to, last);
        if (last == VISITED_FULL) return SEARCH_MEMORY;
        if (last == before && !strand_add(&s->strand, x->limits, last, FATE_DONE))
            return SEARCH_MEMORY;
        next = visited_parent(met, next);
    }
    s->waited = false;
    s->method = BY_GOALS;
    return solver_expand(s, last);
}
