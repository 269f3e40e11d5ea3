/*
 * What follows from a position: by each of its actions; or, where regions are told, by each that
 * does more than move the avatar in its region.
 *
 * Where the avatar's steps are not known to depend on what is near alone, a position that differs
 * in the avatar's place only is expanded at once: it is as far from the goal as the one before.
 */
#include "solver.h"

enum search_end solver_settle(struct solver *s, struct state *state)
{
    const struct game *g = s->x->game;
    if (!s->by_region || g->turn(g, state) == OVER) return SEARCH_GOES_ON;
    s->m->read(g, state, s->board);
    const int32_t avatar = regions_avatar(&s->regions, s->board);
    if (avatar < 0) return SEARCH_GOES_ON;
    enum search_end end = regions_flood(&s->regions, &s->other, state, s->board);
    if (end == SEARCH_GOES_ON) regions_put(&s->regions, state, avatar, s->other.first);
    return end;
}

static enum search_end expand_region(struct solver *s)
{
    struct successors *x = s->x;
    const struct regions *r = &s->regions;
    const struct flood *f = &s->flood;
    const int32_t avatar = regions_avatar(r, s->board);
    enum search_end end = search_expand(x->limits, &x->progress);
    if (end == SEARCH_GOES_ON)
        end = regions_flood(&s->regions, &s->flood, x->from, s->board);
    if (end == SEARCH_GOES_ON) regions_list_deeds(r, &s->flood);
    for (int32_t i = 0; end == SEARCH_GOES_ON && s->found == NOT_FOUND && i < f->deeds;
         i++) {
        const struct deed *d = &f->deed[i];
        bool possible;
        regions_put(r, x->from, avatar, d->cell);
        end = successors_try(x, r->action[d->index], &possible);
        regions_put(r, x->from, d->cell, avatar);
        if (end != SEARCH_GOES_ON || !possible) continue;
        end = solver_settle(s, x->to);
        if (end == SEARCH_GOES_ON) end = solver_meet(s);
    }
    return end;
}

static enum search_end expand_plain(struct solver *s)
{
    struct successors *x = s->x;
    enum search_end end = successors_list_open(x);
    for (int i = 0; end == SEARCH_GOES_ON && s->found == NOT_FOUND && i < x->count; i++) {
        bool possible;
        end = successors_try(x, x->list[i], &possible);
        if (end == SEARCH_GOES_ON && possible) end = solver_meet(s);
    }
    return end;
}

enum search_end solver_expand(struct solver *s, int32_t number)
{
    struct successors *x = s->x;
    s->fate[number] = FATE_DONE;
    s->expanded = number;
    const int32_t depth = visited_depth(&s->met, number);
    if (depth > x->progress.depth) x->progress.depth = depth;
    visited_expand(&s->met, number, x->from);
    if (s->m == NULL) return expand_plain(s);
    s->m->read(x->game, x->from, s->board);
    rating_set(&s->rating, s->board);
    if (s->by_region && regions_avatar(&s->regions, s->board) >= 0)
        return expand_region(s);
    return expand_plain(s);
}
