/*
 * What follows from a position: by each of its actions; or, where regions are told, by each that
 * does more than move the avatar in its region. Then it is done on a board, and only what is worth
 * it becomes a state.
 */
#include "windows.h"

enum search_end solver_settle(struct solver *s, struct state *state)
{
    const struct game *g = s->x->game;
    if (!s->by_region || s->walks || g->turn(g, state) == OVER) return SEARCH_GOES_ON;
    s->m->read(g, state, s->board);
    const int32_t avatar = steps_avatar(&s->steps, s->board);
    if (avatar < 0) return SEARCH_GOES_ON;
    enum search_end end = flood_from(&s->other, &s->steps, s->board, avatar);
    s->m->put(g, state, s->steps.layer, avatar, s->m->blank[s->steps.layer]);
    s->m->put(g, state, s->steps.layer, s->other.first, s->steps.value);
    return end;
}

/* Plays a choice by the rules, where it wins or is too large for a board. */
static enum search_end play_choice(struct solver *s, const struct choice *c,
                                   int32_t avatar)
{
    struct successors *x = s->x;
    const struct steps *t = &s->steps;
    bool possible;
    s->m->put(x->game, x->from, t->layer, avatar, s->m->blank[t->layer]);
    s->m->put(x->game, x->from, t->layer, c->cell, t->value);
    enum search_end end = successors_try(x, t->action[c->index], &possible);
    s->m->put(x->game, x->from, t->layer, c->cell, s->m->blank[t->layer]);
    s->m->put(x->game, x->from, t->layer, avatar, t->value);
    if (end != SEARCH_GOES_ON || !possible) return end;
    end = solver_settle(s, x->to);
    return end == SEARCH_GOES_ON ? solver_meet(s, NULL) : end;
}

/* Where a deed has brought a piece, or -1. */
static int32_t moved_by(const struct solver *s, const struct choice *c)
{
    const int32_t first = s->clusters.layer * s->m->cells;
    if (!s->clustered || c->to >= 0) return -1;
    const struct deed *d = &s->steps.deed[c->deed];
    for (int32_t i = 0; i < d->changes; i++) {
        const int32_t cell = d->change[i].at - first;
        if (cell >= 0 && cell < s->m->cells && d->change[i].to == s->clusters.piece)
            return cell;
    }
    return -1;
}

void solver_rate(struct solver *s, const unsigned char *board, struct rated *rated)
{
    if (s->window != NULL)
        window_rate(s->window, board, rated);
    else
        rating_of(&s->rating, board, rated);
}

/* Rates a new position, whose board and state are made, and meets it, unless it is lost. */
static enum search_end rate_choice(struct solver *s, const struct choice *c,
                                   int32_t avatar, int32_t moved)
{
    struct rated rated;
    bool lost = false;
    enum search_end end = SEARCH_GOES_ON;
    solver_rate(s, s->board, &rated);
    if (rated.open == 0) return play_choice(s, c, avatar);
    if (rated.hope == HOPE_NONE && solver_keeps(s)) rated.hope = HOPE_FAINT;
    if (rated.hope == HOPE_NONE) return end;
    if (moved >= 0)
        end = clusters_lost(&s->clusters, s->board, moved,
                            steps_avatar(&s->steps, s->board), &lost);
    return end != SEARCH_GOES_ON || lost ? end : solver_meet(s, &rated);
}

/* Meets what follows by a choice. */
static enum search_end take_choice(struct solver *s, const struct choice *c,
                                   int32_t avatar)
{
    struct successors *x = s->x;
    struct steps *t = &s->steps;
    const size_t size = (size_t)s->m->layers * (size_t)s->m->cells;
    const int32_t moved = moved_by(s, c);
    s->deed = c->to < 0;
    s->steps_before = s->flood.far[c->cell];
    memcpy(s->board, s->here, size);
    steps_put(t, s->board, avatar, c->to >= 0 ? c->to : c->cell);
    if (c->to < 0 && !steps_do(t, c->deed, s->board)) return play_choice(s, c, avatar);
    const int32_t there = steps_avatar(t, s->board);
    if (there < 0) return play_choice(s, c, avatar);
    enum search_end end = search_generate(x->limits, &x->progress);
    if (moved >= 0 && s->clusters.home_of[moved] == DISTANCE_FAR) return end;
    if (end == SEARCH_GOES_ON && !s->walks) {
        end = flood_from(&s->other, t, s->board, there);
        steps_put(t, s->board, there, s->other.first);
    }
    if (end != SEARCH_GOES_ON) return end;
    memcpy(x->to, x->from, x->from->size);
    steps_write(t, x->to, memcpy(s->had, s->here, size), s->board);
    if (s->cheapest == NULL && visited_find(&s->strand.met, x->to) >= 0) return end;
    return rate_choice(s, c, avatar, moved);
}

static enum search_end expand_region(struct solver *s, int32_t avatar)
{
    struct successors *x = s->x;
    const struct flood *f = &s->flood;
    memcpy(s->here, s->board, (size_t)s->m->layers * (size_t)s->m->cells);
    enum search_end end = search_expand(x->limits, &x->progress);
    steps_forget(&s->steps);
    if (end == SEARCH_GOES_ON) end = flood_from(&s->flood, &s->steps, s->board, avatar);
    if (end == SEARCH_GOES_ON) flood_choices(&s->flood, &s->steps);
    const bool all = s->cheapest != NULL;
    for (int32_t i = 0;
         end == SEARCH_GOES_ON && (all || s->found == NOT_FOUND) && i < f->choices; i++) {
        end = take_choice(s, &f->choice[i], avatar);
    }
    return end;
}

/* Looks at a position that follows by an action, if it is new. */
static enum search_end take_next(void *with, int32_t next, bool new)
{
    struct solver *s = with;
    if (!new) return SEARCH_GOES_ON;
    const struct state *state = visited_look(&s->strand.met, next);
    const enum search_end end = solver_judge(s, next, state, NULL);
    return end == SEARCH_GOES_ON && s->found != NOT_FOUND ? SEARCH_DONE : end;
}

/* Plays each action, since what it costs is read in the position that follows. */
static enum search_end expand_by_cost(struct solver *s)
{
    struct successors *x = s->x;
    enum search_end end = successors_list_open(x);
    for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
        bool possible;
        end = successors_try(x, x->list[i], &possible);
        if (end == SEARCH_GOES_ON && possible) end = solver_meet(s, NULL);
    }
    return end;
}

static enum search_end expand_plain(struct solver *s, int32_t number)
{
    if (s->cheapest != NULL) return expand_by_cost(s);
    const enum search_end end = search_follow(s->x, &s->strand.met, number, take_next, s);
    return end == SEARCH_DONE ? SEARCH_GOES_ON : end;
}

enum search_end solver_expand(struct solver *s, int32_t number)
{
    struct successors *x = s->x;
    if (s->cheapest == NULL) s->strand.fate[number] = FATE_DONE;
    s->open = s->m == NULL && s->waited ? 0 : -1;
    s->expanded = number;
    const int32_t depth = visited_depth(&s->strand.met, number);
    if (depth > x->progress.depth) x->progress.depth = depth;
    visited_expand(&s->strand.met, number, x->from);
    if (s->m == NULL) return expand_plain(s, number);
    s->m->read(x->game, x->from, s->board);
    if (s->window == NULL) rating_set(&s->rating, s->board);
    if (s->waited) {
        struct rated own;
        rating_of(&s->rating, s->board, &own);
        s->open = own.open;
    }
    const int32_t avatar = s->by_region ? steps_avatar(&s->steps, s->board) : -1;
    return avatar >= 0 ? expand_region(s, avatar) : expand_plain(s, number);
}
