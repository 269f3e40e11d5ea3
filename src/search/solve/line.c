/*
 * The line to a goal, from the positions before it. Each of its actions is played on the state of
 * the caller, so whatever was wrong about regions is found out here.
 */
#include "solver.h"

struct line {
    struct solver *s;
    action *at;
    int64_t count, room;
    struct state *here; /* after these actions */
};

/* Plays an action, however late it is: what was found is told. */
static enum applied apply(const struct game *g, struct state *state, action a)
{
    const struct poll poll = game_ask(g, (struct poll){NULL, NULL});
    const enum applied done = g->apply(g, state, a, NULL);
    game_ask(g, poll);
    return done;
}

static bool append(struct line *l, action a)
{
    action *at = search_grow(l->s->x->limits, l->at, &l->room, l->count + 1, sizeof *at);
    if (at == NULL) return false;
    l->at = at;
    l->at[l->count++] = a;
    return true;
}

/* Plays an action in l->here. *possible: it is one. */
static enum search_end play(struct line *l, action a, bool *possible)
{
    const struct game *g = l->s->x->game;
    if (!append(l, a)) return SEARCH_MEMORY;
    const enum applied done = apply(g, l->here, a);
    *possible = done != REFUSED;
    return search_applied(done);
}

/* Plays steps to a cell of the flooded region. */
static enum search_end walk(struct line *l, int32_t cell, bool *possible)
{
    const struct flood *f = &l->s->flood;
    const int64_t first = l->count;
    enum search_end end = SEARCH_GOES_ON;
    *possible = true;
    int64_t steps = 0;
    for (int32_t c = cell; f->from[c] >= 0; c = f->from[c]) steps++;
    for (int64_t i = 0; i < steps; i++) {
        if (!append(l, 0)) return SEARCH_MEMORY;
    }
    for (int64_t i = steps; i-- > 0; cell = f->from[cell])
        l->at[first + i] = l->s->steps.action[f->by[cell]];
    l->count = first;
    for (int64_t i = 0; end == SEARCH_GOES_ON && *possible && i < steps; i++)
        end = play(l, l->at[l->count], possible);
    return end;
}

/* Whether a state is the position `number`, or lies in its region; it is then changed. */
static enum search_end is_position(struct solver *s, struct state *state, int32_t number,
                                   bool *is)
{
    enum search_end end = solver_settle(s, state);
    *is = end == SEARCH_GOES_ON && visited_is(&s->strand.met, number, state);
    return end;
}

struct wanted {
    struct solver *s;
    int32_t number;
    action by;
    bool found;
    int64_t price; /* of the cheapest action so far */
};

static enum search_end is_wanted(void *with, action by)
{
    struct wanted *w = with;
    const struct solve *asked = w->s->solve;
    if (!visited_is(&w->s->strand.met, w->number, w->s->x->to)) return SEARCH_GOES_ON;
    const int64_t price =
        asked->counter == NULL ? 0 : solver_grown(asked, w->s->x->from, w->s->x->to);
    if (w->found && w->price <= price) return SEARCH_GOES_ON;
    w->by = by;
    w->found = true;
    w->price = price;
    return price <= 0 ? SEARCH_DONE : SEARCH_GOES_ON;
}

/* Goes on to the position `next` by an action, the cheapest one. */
static enum search_end go_by_action(struct line *l, int32_t next, bool *possible)
{
    struct wanted w = {.s = l->s, .number = next};
    memcpy(l->s->x->from, l->here, l->here->size);
    const enum search_end end = successors_repeat(l->s->x, &w, is_wanted);
    *possible = w.found && (end == SEARCH_DONE || end == SEARCH_GOES_ON);
    return *possible ? play(l, w.by, possible) : end;
}

/* Goes on to the position `next` by a deed of the region; where walks cost, by the nearest one. */
static enum search_end go_by_region(struct line *l, int32_t next, bool *possible)
{
    struct solver *s = l->s;
    struct successors *x = s->x;
    const struct game *g = x->game;
    s->m->read(g, l->here, s->board);
    const int32_t avatar = steps_avatar(&s->steps, s->board);
    if (avatar < 0) return go_by_action(l, next, possible);
    enum search_end end = flood_from(&s->flood, &s->steps, s->board, avatar);
    if (end == SEARCH_GOES_ON) flood_choices(&s->flood, &s->steps);
    const struct choice *best = NULL;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < s->flood.choices; i++) {
        const struct choice c = s->flood.choice[i];
        const action a = s->steps.action[c.index];
        bool is = false;
        if (best != NULL && s->flood.far[c.cell] >= s->flood.far[best->cell]) continue;
        memcpy(x->to, l->here, l->here->size);
        s->m->put(g, x->to, s->steps.layer, avatar, s->m->blank[s->steps.layer]);
        s->m->put(g, x->to, s->steps.layer, c.cell, s->steps.value);
        const enum applied done = apply(g, x->to, a);
        end = search_applied(done);
        if (end != SEARCH_GOES_ON || done == REFUSED) continue;
        end = is_position(s, x->to, next, &is);
        if (is) best = &s->flood.choice[i];
        if (is && !s->walks) break;
    }
    *possible = best != NULL;
    if (end == SEARCH_GOES_ON && *possible) end = walk(l, best->cell, possible);
    if (end == SEARCH_GOES_ON && *possible)
        end = play(l, s->steps.action[best->index], possible);
    return end;
}

static enum search_end go(struct line *l, int32_t next, bool *possible)
{
    return l->s->by_region ? go_by_region(l, next, possible)
                           : go_by_action(l, next, possible);
}

/* The positions before the one that was found, from the root's successor on. */
static int32_t *path_of(struct solver *s, int32_t *count)
{
    const struct visited *met = &s->strand.met;
    int32_t number = s->found;
    *count = 0;
    while ((number = visited_parent(met, number)) != VISITED_ROOT) ++*count;
    int32_t *path = search_resize(s->x->limits, NULL, (uint64_t)*count + 1, sizeof *path);
    number = s->found;
    for (int32_t i = *count; path != NULL && i-- > 0;
         number = visited_parent(&s->strand.met, number))
        path[i] = number;
    return path;
}

enum search_end solver_write(struct solver *s, bool *played)
{
    struct successors *x = s->x;
    struct line l = {.s = s};
    int32_t count, *path = path_of(s, &count);
    l.here = search_resize(x->limits, NULL, 1, x->root->size);
    if (path == NULL || l.here == NULL || !append(&l, 0)) return SEARCH_MEMORY;
    l.count = 0;
    memcpy(l.here, x->root, x->root->size);
    enum search_end end = SEARCH_GOES_ON;
    *played = true;
    for (int32_t i = 0; end == SEARCH_GOES_ON && *played && i < count; i++)
        end = go(&l, path[i], played);
    search_free(x->limits, path);
    if (end != SEARCH_GOES_ON) return end;
    const int is = *played ? s->solve->goal->reached(s->solve->goal->with, l.here) : 0;
    if (is < 0) return SEARCH_FAILED;
    *played = is > 0;
    search_free(x->limits, l.here);
    if (!*played) return SEARCH_GOES_ON;
    s->solve->line = l.at;
    s->solve->count = (int32_t)l.count;
    return SEARCH_GOES_ON;
}

int64_t solver_grown(const struct solve *asked, const struct state *from,
                     const struct state *to)
{
    const int64_t before = asked->counter(asked->counter_with, from),
                  after = asked->counter(asked->counter_with, to);
    if (after < before) return -1;
    const uint64_t more = (uint64_t)after - (uint64_t)before;
    return more < INT64_MAX ? (int64_t)more : INT64_MAX;
}

enum search_end solver_add_up(const struct solver *s)
{
    struct successors *x = s->x;
    struct solve *asked = s->solve;
    asked->cost = asked->count;
    if (asked->counter == NULL) return SEARCH_GOES_ON;
    memcpy(x->to, x->root, x->root->size);
    enum search_end end = SEARCH_GOES_ON;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < asked->count; i++) {
        memcpy(x->from, x->to, x->to->size);
        end = search_applied(apply(x->game, x->to, asked->line[i]));
        asked->shrinks = asked->shrinks || solver_grown(asked, x->from, x->to) < 0;
    }
    asked->cost = solver_grown(asked, x->root, x->to);
    return asked->shrinks ? SEARCH_STOPPED : end;
}
