/*
 * A flood goes forward from where the avatar is; then the ways back are marked, against the steps.
 * Mostly each step can be taken back at once, and all cells are marked in one turn.
 */
#include "regions.h"

#include <assert.h>

enum { IS_REACHED = 1, LEADS_BACK = 2 };

static void mark_back(struct flood *f, const struct steps *t)
{
    int32_t unmarked = f->count;
    f->back[f->cell[0]] |= LEADS_BACK;
    f->first = f->cell[0];
    for (int32_t before = unmarked + 1; unmarked > 0 && unmarked < before;) {
        before = unmarked;
        unmarked = 0;
        for (int32_t i = 0; i < f->count; i++) {
            const int32_t cell = f->cell[i];
            const struct step *step = &f->step[cell];
            if (f->back[cell] & LEADS_BACK) continue;
            int32_t k = 0;
            while (k < t->actions &&
                   (step->to[k] < 0 || !(f->back[step->to[k]] & LEADS_BACK)))
                k++;
            if (k == t->actions) {
                unmarked++;
                continue;
            }
            f->back[cell] |= LEADS_BACK;
            if (cell < f->first) f->first = cell;
        }
    }
}

void flood_choices(struct flood *f, const struct steps *t)
{
    f->choices = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const int32_t cell = f->cell[i];
        if (!(f->back[cell] & LEADS_BACK)) continue;
        for (int32_t k = 0; k < t->actions; k++) {
            const int32_t to = f->step[cell].to[k];
            if (to == STEP_NONE || (to >= 0 && f->back[to] & LEADS_BACK)) continue;
            f->choice[f->choices++] = to >= 0
                                          ? (struct choice){cell, k, to, -1}
                                          : (struct choice){cell, k, -1, STEP_DEED - to};
        }
    }
}

enum search_end flood_from(struct flood *f, struct steps *t, const unsigned char *board,
                           int32_t avatar)
{
    assert(avatar >= 0);
    steps_follow(t, board, avatar);
    for (int32_t i = 0; i < f->count; i++) f->back[f->cell[i]] = 0;
    f->count = 1;
    f->cell[0] = avatar;
    f->back[avatar] = IS_REACHED;
    f->from[avatar] = -1;
    f->far[avatar] = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const int32_t cell = f->cell[i];
        const struct step *step;
        enum search_end end = steps_at(t, cell, &step);
        if (end != SEARCH_GOES_ON) return end;
        f->step[cell] = *step;
        for (int32_t k = 0; k < t->actions; k++) {
            const int32_t to = step->to[k];
            if (to < 0 || f->back[to]) continue;
            f->cell[f->count++] = to;
            f->back[to] = IS_REACHED;
            f->from[to] = cell;
            f->far[to] = f->far[cell] + 1;
            f->by[to] = (unsigned char)k;
        }
    }
    mark_back(f, t);
    return SEARCH_GOES_ON;
}

bool flood_start(struct flood *f, const struct steps *t)
{
    const uint64_t n = (uint64_t)t->m->cells;
    *f = (struct flood){
        .cell = search_zeroed(t->x->limits, n, sizeof *f->cell),
        .from = search_zeroed(t->x->limits, n, sizeof *f->from),
        .far = search_zeroed(t->x->limits, n, sizeof *f->far),
        .by = search_zeroed(t->x->limits, n, 1),
        .back = search_zeroed(t->x->limits, n, 1),
        .step = search_zeroed(t->x->limits, n, sizeof *f->step),
        .choice = search_zeroed(t->x->limits, n * STEP_ACTIONS, sizeof *f->choice)};
    return f->cell != NULL && f->from != NULL && f->far != NULL && f->by != NULL &&
           f->back != NULL && f->step != NULL && f->choice != NULL;
}
