/*
 * Cells whose values are new wait in a ring; each move that has a part there is asked again.
 */
#include "possible.h"

#include <string.h>

/* ---- whether a move fits ---- */

static bool may_fit(const struct possible *p, const struct model_cell *c, int32_t cell,
                    bool here, int32_t layer, const struct kinds *kinds)
{
    for (int32_t i = 0; i < c->alternatives; i++) {
        const struct model_alternative *a = &c->alternative[i];
        int32_t k = 0;
        for (; k < a->tests; k++) {
            const struct model_test *t = &a->test[k];
            const struct kinds *may =
                &p->values[(ptrdiff_t)t->layer * p->m->cells + cell];
            if (here && t->layer == layer) may = kinds;
            if (!kinds_meet(&t->kinds, may)) break;
        }
        if (k == a->tests) return true;
    }
    return c->alternatives == 0;
}

bool possible_cell(const struct possible *p, const struct model_cell *c, int32_t cell)
{
    return may_fit(p, c, cell, false, 0, NULL);
}

bool possible_move(const struct possible *p, const struct model_move *move, int32_t row,
                   int32_t col, int32_t at, int32_t layer, const struct kinds *kinds)
{
    for (int32_t i = 0; i < move->parts; i++) {
        const struct model_part *part = &move->part[i];
        const int32_t cell = model_part_cell(p->m, part, row, col);
        if (cell < 0 ? !part->outside
                     : !may_fit(p, &part->before, cell, cell == at, layer, kinds))
            return false;
    }
    return true;
}

/* ---- what it writes ---- */

/* What the layer may have where the part fits. */
static struct kinds kinds_before(const struct possible *p, const struct model_part *part,
                                 int32_t layer, int32_t cell)
{
    return model_cell_layer(&part->before, layer,
                            p->values[(ptrdiff_t)layer * p->m->cells + cell]);
}

static struct kinds kinds_after(const struct possible *p, const struct model_move *move,
                                const struct model_part *part,
                                const struct model_write *w, int32_t row, int32_t col,
                                int32_t cell)
{
    struct kinds after = {{0, 0, 0, 0}};
    if (w->becomes != NULL) {
        const struct kinds before = kinds_before(p, part, w->layer, cell);
        for (int value = 0; value < 256; value++)
            if (kinds_has(&before, value)) kinds_add(&after, w->becomes[value]);
        return after;
    }
    if (w->from == 0) return w->kinds;
    part = &move->part[w->from - 1];
    cell = model_part_cell(p->m, part, row, col);
    if (cell < 0) return w->kinds;
    const struct kinds before = kinds_before(p, part, w->layer, cell);
    return kinds_both(&w->kinds, &before);
}

/* ---- cells in a ring ---- */

struct spreading {
    struct possible *p;
    int32_t *ring;
    unsigned char *waits;
    int32_t first, count;
};

static void add(struct spreading *s, int32_t cell)
{
    const int32_t cells = s->p->m->cells;
    if (s->waits[cell]) return;
    s->waits[cell] = 1;
    s->ring[(s->first + s->count++) % cells] = cell;
}

static void carry_out(struct spreading *s, const struct model_move *move, int32_t row,
                      int32_t col)
{
    struct possible *p = s->p;
    for (int32_t i = 0; i < move->parts; i++) {
        const struct model_part *part = &move->part[i];
        const int32_t cell = model_part_cell(p->m, part, row, col);
        for (int32_t n = 0; cell >= 0 && n < part->writes; n++) {
            const struct model_write *w = &part->write[n];
            const struct kinds after = kinds_after(p, move, part, w, row, col, cell);
            struct kinds *may = &p->values[(ptrdiff_t)w->layer * p->m->cells + cell];
            if (kinds_within(&after, may)) continue;
            kinds_join(may, &after);
            add(s, cell);
        }
    }
}

/* Asks all moves again that have a part at the cell. */
static void spread(struct spreading *s, int32_t cell)
{
    const struct model *m = s->p->m;
    for (int32_t i = 0; i < m->moves; i++) {
        for (int32_t k = 0; k < m->move[i].parts; k++) {
            const int32_t row = cell / m->cols - m->move[i].part[k].row,
                          col = cell % m->cols - m->move[i].part[k].col;
            if (possible_move(s->p, &m->move[i], row, col, -1, 0, NULL))
                carry_out(s, &m->move[i], row, col);
        }
    }
}

static enum search_end run(struct spreading *s, const struct search_limits *limits,
                           struct search_progress *progress)
{
    enum { BETWEEN = 256 };
    for (int32_t done = 0; s->count > 0; done++) {
        const int32_t cell = s->ring[s->first];
        if (done % BETWEEN == BETWEEN - 1 && search_stops_now(limits, progress))
            return SEARCH_STOPPED;
        s->first = (s->first + 1) % s->p->m->cells;
        s->count--;
        s->waits[cell] = 0;
        spread(s, cell);
    }
    return SEARCH_GOES_ON;
}

enum search_end possible_find(struct possible *p, const struct model *m,
                              const unsigned char *board,
                              const struct search_limits *limits,
                              struct search_progress *progress)
{
    const size_t all = (size_t)m->layers * (size_t)m->cells;
    struct spreading s = {.p = p};
    *p = (struct possible){m, search_resize(limits, NULL, all, sizeof *p->values)};
    s.ring = search_resize(limits, NULL, (uint64_t)m->cells, sizeof *s.ring);
    s.waits = search_zeroed(limits, (uint64_t)m->cells, 1);
    enum search_end end = SEARCH_MEMORY;
    if (p->values != NULL && s.ring != NULL && s.waits != NULL) {
        for (size_t i = 0; i < all; i++) p->values[i] = kinds_of(board[i]);
        for (int32_t i = 0; i < m->cells; i++) add(&s, i);
        end = run(&s, limits, progress);
    }
    search_free(limits, s.ring);
    search_free(limits, s.waits);
    return end;
}
