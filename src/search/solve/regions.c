/*
 * A flood goes forward from where the avatar is. Mostly each step can be taken back at once, so a cell
 * is marked when it is come to; the other ways back are marked afterwards, against the steps.
 */
#include "regions.h"

#include <assert.h>

/* Marks the ways back of so many cells that are not marked when they are come to. */
static void mark_back(struct flood *f, const struct steps *t, int32_t unmarked)
{
    for (int32_t before = unmarked + 1; unmarked > 0 && unmarked < before;) {
        before = unmarked;
        unmarked = 0;
        for (int32_t i = 0; i < f->count; i++) {
            const int32_t cell = f->cell[i];
            const struct step *step = &f->step[cell];
            if (flood_returns(f, cell)) continue;
            int32_t k = 0;
            while (k < t->actions && (step->to[k] < 0 || !flood_returns(f, step->to[k])))
                k++;
            if (k == t->actions) {
                unmarked++;
                continue;
            }
            f->back[cell] |= FLOOD_RETURNS;
            if (cell < f->first) f->first = cell;
        }
    }
}

void flood_choices(struct flood *f, const struct steps *t)
{
    f->choices = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const int32_t cell = f->cell[i];
        if (!flood_returns(f, cell)) continue;
        for (int32_t k = 0; k < t->actions; k++) {
            const int32_t to = f->step[cell].to[k];
            if (to == STEP_NONE || (to >= 0 && flood_returns(f, to))) continue;
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
    int32_t *const cells = f->cell, *const from = f->from, *const far = f->far;
    unsigned char *const back = f->back, *const by = f->by;
    const int32_t actions = t->actions;
    int32_t count = 1, unmarked = 0, first = avatar;
    for (int32_t i = 0; i < f->count; i++) back[cells[i]] = 0;
    cells[0] = avatar;
    back[avatar] = FLOOD_REACHES | FLOOD_RETURNS;
    from[avatar] = -1;
    far[avatar] = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t cell = cells[i], next = far[cell] + 1;
        struct step *const step = &f->step[cell];
        const struct step *known = steps_known(t, cell);
        f->count = count;
        const enum search_end end =
            known != NULL ? SEARCH_GOES_ON : steps_at(t, cell, &known);
        if (end != SEARCH_GOES_ON) return end;
        *step = *known;
        unsigned char marks = back[cell];
        for (int32_t k = 0; k < actions; k++) {
            const int32_t to = step->to[k];
            if (to < 0) continue;
            const unsigned char there = back[to];
            marks |= there;
            if (there) continue;
            cells[count++] = to;
            back[to] = FLOOD_REACHES;
            from[to] = cell;
            far[to] = next;
            by[to] = (unsigned char)k;
        }
        back[cell] = marks;
        if (!(marks & FLOOD_RETURNS))
            unmarked++;
        else if (cell < first)
            first = cell;
    }
    f->count = count;
    f->first = first;
    if (unmarked > 0) mark_back(f, t, unmarked);
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
