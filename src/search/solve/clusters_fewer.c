/*
 * Whether fewer pieces never hinder. Let some be taken away, and a move be carried out that needs:
 *
 *     no piece, or one that is left    it is carried out as before, as no rule before it fits that
 *                                      did not: two rules of an action exclude each other
 *     one that was taken away          who acts comes to the same cell by a move without pieces
 *
 *     [ player | box | open no things ]      box: excludes the step, which asks for no things there;
 *     [ player | open no things ]            without it the player steps there instead
 *
 * Where he cannot step there, because it is water that only boxes cross and he behind them, fewer boxes
 * do hinder.
 */
#include "clusters.h"

enum { MOVES_MOST = 256 }; /* each is held against each */

/* ---- pieces that moves need ---- */

static struct kinds layer_of(const struct model_cell *c, int32_t layer)
{
    const struct kinds none = {{0, 0, 0, 0}};
    return model_cell_layer(c, layer, kinds_all_but(&none));
}

/* Whether a part of a move needs a piece. *hinders: an empty cell might not do. */
static bool needs_piece(const struct clusters *k, const struct model_part *part,
                        bool *hinders)
{
    const struct model_cell *c = &part->before;
    for (int32_t i = 0; i < c->alternatives; i++) {
        for (int32_t n = 0; n < c->alternative[i].tests; n++) {
            const struct model_test *t = &c->alternative[i].test[n];
            if (t->layer != k->layer || !kinds_has(&t->kinds, k->piece) ||
                kinds_has(&t->kinds, k->t->m->blank[k->layer]))
                continue;
            bool taken = false;
            for (int32_t w = 0; w < part->writes; w++)
                taken = taken || part->write[w].layer == k->layer;
            *hinders = *hinders || c->alternatives > 1 || !taken;
            return true;
        }
    }
    return false;
}

/* How many pieces a move needs. */
static int32_t needed_by(const struct clusters *k, const struct model_move *a,
                         bool *hinders)
{
    int32_t needed = 0;
    for (int32_t n = 0; n < a->parts; n++) needed += needs_piece(k, &a->part[n], hinders);
    return needed;
}

/* ---- who acts ---- */

/* A move as it lies around who acts, and where he is after it. */
struct deed_of {
    const struct model_move *move;
    const struct model_part *actor, *then; /* NULL: not known */
};

static struct deed_of deed_of(const struct clusters *k, const struct model_move *a)
{
    struct deed_of x = {a, NULL, NULL};
    const int32_t layer = k->t->layer;
    for (int32_t n = 0; n < a->parts; n++) {
        const struct model_part *part = &a->part[n];
        const struct kinds before = layer_of(&part->before, layer);
        const bool acts = kinds_within(&before, &k->t->m->avatar[layer]);
        bool stays = acts;
        if (acts && x.actor == NULL) x.actor = part;
        for (int32_t w = 0; w < part->writes; w++) {
            if (part->write[w].layer != layer) continue;
            stays = part->write[w].becomes == NULL &&
                    kinds_within(&part->write[w].kinds, &k->t->m->avatar[layer]);
        }
        if (stays) x.then = part;
    }
    return x;
}

/* The part of a move with somebody who acts that lies so far from there, or NULL. */
static const struct model_part *part_at(const struct deed_of *x, int32_t row, int32_t col)
{
    for (int32_t n = 0; n < x->move->parts; n++) {
        const struct model_part *part = &x->move->part[n];
        if (part->row - x->actor->row == row && part->col - x->actor->col == col)
            return part;
    }
    return NULL;
}

/* ---- rules that exclude each other ---- */

static bool excludes(const struct clusters *k, const struct deed_of *a,
                     const struct deed_of *b)
{
    if (a->actor == NULL || b->actor == NULL) return false;
    for (int32_t n = 0; n < a->move->parts; n++) {
        const struct model_part *p = &a->move->part[n],
                                *q = part_at(b, p->row - a->actor->row,
                                             p->col - a->actor->col);
        for (int32_t l = 0; q != NULL && l < k->t->m->layers; l++) {
            const struct kinds one = layer_of(&p->before, l),
                               other = layer_of(&q->before, l);
            if (!kinds_meet(&one, &other)) return true;
        }
    }
    return false;
}

/* Whether no move that comes before this one, or is as soon, may fit where it does. */
static bool comes_first(const struct clusters *k, const struct deed_of *a)
{
    const struct model *m = k->t->m;
    for (int32_t i = 0; i < m->moves; i++) {
        const struct deed_of b = deed_of(k, &m->move[i]);
        const bool other =
            b.move->by != a->move->by && b.move->by != 0 && a->move->by != 0;
        if (b.move == a->move || other || b.move->rule > a->move->rule) continue;
        if (!excludes(k, a, &b)) return false;
    }
    return true;
}

/* ---- steps in place of moves that need a piece ---- */

/* The values that a layer of a cell may have where `a` fits but for its piece, which is gone. */
static struct kinds values_left(const struct clusters *k, const struct possible *possible,
                                const struct deed_of *a, const struct model_part *part,
                                int32_t layer, int32_t cell)
{
    const struct model *m = k->t->m;
    const struct kinds piece = kinds_of(k->piece);
    struct kinds values = possible->values[(ptrdiff_t)layer * m->cells + cell];
    bool taken = false;
    if (layer == k->t->layer && part != a->actor)
        values = kinds_without(&values, &m->avatar[layer]);
    if (part != NULL) {
        const struct kinds asked = layer_of(&part->before, layer);
        bool hinders = false;
        values = kinds_both(&values, &asked);
        taken = layer == k->layer && needs_piece(k, part, &hinders);
    }
    if (layer == k->layer && kinds_has(&values, k->piece))
        kinds_add(&values, m->blank[layer]);
    return taken ? kinds_without(&values, &piece) : values;
}

/* Whether b fits wherever a does, without its piece, with who acts on this cell. */
static bool fits_as_well(const struct clusters *k, const struct possible *possible,
                         const struct deed_of *a, const struct deed_of *b, int32_t row,
                         int32_t col)
{
    for (int32_t n = 0; n < b->move->parts; n++) {
        const struct model_part *q = &b->move->part[n];
        const int32_t down = q->row - b->actor->row, right = q->col - b->actor->col;
        const struct model_part at = {.row = down, .col = right};
        const int32_t cell = model_part_cell(k->t->m, &at, row, col);
        if (cell < 0 && !q->outside) return false;
        if (cell < 0 || q->before.alternatives == 0) continue;
        if (q->before.alternatives > 1) return false;
        const struct model_alternative *asks = q->before.alternative;
        for (int32_t i = 0; i < asks->tests; i++) {
            const struct kinds left = values_left(k, possible, a, part_at(a, down, right),
                                                  asks->test[i].layer, cell);
            if (!kinds_within(&left, &asks->test[i].kinds)) return false;
        }
    }
    return true;
}

/* Whether b leads who acts to where a does, by the same action, without pieces. */
static bool leads_alike(const struct clusters *k, const struct deed_of *a,
                        const struct deed_of *b)
{
    bool hinders = false;
    if (b->actor == NULL || b->then == NULL) return false;
    return b->move->by == a->move->by && needed_by(k, b->move, &hinders) == 0 &&
           b->then->row - b->actor->row == a->then->row - a->actor->row &&
           b->then->col - b->actor->col == a->then->col - a->actor->col;
}

/* Whether who acts comes to the same cell without the piece, wherever the move may lie. */
static bool steps_instead(const struct clusters *k, const struct possible *possible,
                          const struct deed_of *a)
{
    const struct model *m = k->t->m;
    if (a->actor == NULL || a->then == NULL) return false;
    if (a->then == a->actor) return true;
    if (a->move->by == 0) return false;
    for (int32_t cell = 0; cell < m->cells; cell++) {
        const int32_t row = cell / m->cols, col = cell % m->cols;
        bool steps = !possible_move(possible, a->move, row - a->actor->row,
                                    col - a->actor->col, -1, 0, NULL);
        for (int32_t i = 0; !steps && i < m->moves; i++) {
            const struct deed_of b = deed_of(k, &m->move[i]);
            steps = leads_alike(k, a, &b) && fits_as_well(k, possible, a, &b, row, col);
        }
        if (!steps) return false;
    }
    return true;
}

bool clusters_fewer_do(const struct clusters *k, const struct possible *possible)
{
    const struct model *m = k->t->m;
    if (!m->whole || !m->single || !m->full || m->moves > MOVES_MOST) return false;
    for (int32_t i = 0; i < m->moves; i++) {
        const struct deed_of a = deed_of(k, &m->move[i]);
        if (a.move->step || a.move->copies || a.actor == NULL || a.then == NULL)
            return false;
    }
    for (int32_t i = 0; i < m->moves; i++) {
        const struct deed_of a = deed_of(k, &m->move[i]);
        bool hinders = false;
        const int32_t needed = needed_by(k, a.move, &hinders);
        if (needed > 1 || hinders || !comes_first(k, &a)) return false;
        if (needed == 1 && !steps_instead(k, possible, &a)) return false;
    }
    return true;
}
