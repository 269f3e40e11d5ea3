/*
 * The queues in turns, and what is told of their answer.
 */
#include "cheapest.h"
#include "optimal.h"
#include "solver.h"

static const char *const methods[BY_FILLING + 1] = {
    [BY_REST] = "greedy",      [BY_NOVELTY] = "novelty",   [BY_SIMPLE] = "nearest",
    [BY_AUTHOR] = "heuristic", [QUEUES] = "breadth-first", [BY_FILLING] = "filling",
};

/* ---- meeting positions ---- */

/* Keeps the fate of a new position. */
static bool add_fate(struct solver *s, int32_t number, enum fate fate)
{
    unsigned char *fates =
        search_grow(s->x->limits, s->fate, &s->fates, (int64_t)number + 1, 1);
    if (fates == NULL) return false;
    s->fate = fates;
    s->fate[number] = (unsigned char)fate;
    s->faint += fate == FATE_FAINT;
    return true;
}

static bool put(struct solver *s, enum queues q, int64_t by, int32_t number)
{
    const int32_t depth = visited_depth(&s->met, number);
    const int64_t most = INT64_C(1) << 32;
    if (by > most) by = most;
    return queue_put(&s->queue[q], s->x->limits, by << 24 | (depth & 0xffffff), number);
}

/* Lets a new position wait in the queues. */
static enum search_end wait(struct solver *s, int32_t number, const struct state *to,
                            const struct rated *rated)
{
    const struct goal *goal = s->solve->goal;
    if (goal->at_least != NULL) {
        const int64_t rest = goal->at_least(goal->with, to);
        if (rest < 0) return SEARCH_FAILED;
        if (!put(s, BY_AUTHOR, rest, number)) return SEARCH_MEMORY;
    }
    const int32_t depth = visited_depth(&s->met, number);
    if (s->filling != NULL &&
        !filling_put(s->filling, s->board, number, rated->rest, depth))
        return SEARCH_MEMORY;
    const unsigned char *before = rated->open == s->open ? state_key(s->x->from) : NULL;
    const int32_t new =
        novelty_of(&s->novelty, state_key(to), before, state_key_size(to), rated->open);
    const int64_t known = rated->rest < 1 << 20 ? rated->rest : 1 << 20;
    if (!put(s, BY_NOVELTY, (new > 0 ? 0 : 1 << 21) + known, number))
        return SEARCH_MEMORY;
    if (s->rating.goals == 0) return SEARCH_GOES_ON;
    return put(s, BY_REST, rated->rest, number) &&
                   put(s, BY_SIMPLE, rated->simple, number)
               ? SEARCH_GOES_ON
               : SEARCH_MEMORY;
}

enum search_end solver_judge(struct solver *s, int32_t number, const struct state *to,
                             const struct rated *known)
{
    const struct game *g = s->x->game;
    const struct goal *goal = s->solve->goal;
    const int is = known != NULL ? 0 : goal->reached(goal->with, to);
    if (is < 0) return SEARCH_FAILED;
    if (is > 0) s->found = number;
    struct rated rated = {.term = -1, .cell = -1};
    if (known != NULL) {
        rated = *known;
    } else if (is == 0 && s->m != NULL) {
        s->m->read(g, to, s->board);
        rating_of(&s->rating, s->board, &rated);
        if (rated.hope == HOPE_NONE && solver_keeps(s)) rated.hope = HOPE_FAINT;
    }
    int64_t *best = &s->x->progress.best;
    if (number == 0 || rated.rest < *best) *best = rated.rest;
    const bool over = is > 0 || g->turn(g, to) == OVER;
    const enum fate fate = over || rated.hope == HOPE_NONE ? FATE_DONE
                           : rated.hope == HOPE_FAINT      ? FATE_FAINT
                                                           : FATE_OPEN;
    if (number == 0 && rated.hope == HOPE_NONE) solver_tell_why(s, &rated, s->board);
    if (!add_fate(s, number, fate)) return SEARCH_MEMORY;
    return fate == FATE_OPEN ? wait(s, number, to, &rated) : SEARCH_GOES_ON;
}

enum search_end solver_meet(struct solver *s, const struct rated *rated)
{
    if (s->cheapest != NULL) return cheapest_meet(s, rated);
    const int32_t before = s->met.count,
                  number = visited_add(&s->met, s->x->to, s->expanded);
    if (number == VISITED_FULL) return SEARCH_MEMORY;
    s->x->progress.positions = s->met.count;
    return number == before ? solver_judge(s, number, s->x->to, rated) : SEARCH_GOES_ON;
}

/* ---- the next one ---- */

/* In the order of meeting; those that seem without hope when there are no others. */
static int32_t take_first(struct solver *s)
{
    for (; s->next < s->met.count; s->next++) {
        if (s->fate[s->next] == FATE_OPEN) return s->next;
    }
    return QUEUE_EMPTY;
}

static int32_t take_faint(struct solver *s)
{
    if (s->faint == 0) return QUEUE_EMPTY;
    for (int32_t i = 0; i < s->met.count; i++) {
        if (s->fate[i] != FATE_FAINT) continue;
        s->fate[i] = FATE_OPEN;
        s->faint--;
        if (i < s->next) s->next = i;
        s->waited = false;
        return i;
    }
    return QUEUE_EMPTY;
}

/* The next position of a queue that has not been expanded. */
static int32_t take_from(struct solver *s, int q)
{
    if (q == QUEUES) return take_first(s);
    int32_t number;
    do {
        number = q == BY_FILLING ? filling_take(s->filling) : queue_take(&s->queue[q]);
    } while (number != QUEUE_EMPTY && s->fate[number] == FATE_DONE);
    return number;
}

/* The queues in turns: each has its share of them. */
static int32_t take_next(struct solver *s)
{
    static const unsigned char turns[] = {
        BY_REST, BY_NOVELTY, BY_AUTHOR, BY_REST, BY_NOVELTY, BY_SIMPLE, BY_AUTHOR,
        BY_REST, BY_NOVELTY, QUEUES,    BY_REST, BY_NOVELTY, BY_SIMPLE, BY_AUTHOR,
    };
    s->method = BY_FILLING;
    s->waited = true;
    if (s->filling != NULL && s->turn++ % 4 == 0) {
        const int32_t number = take_from(s, BY_FILLING);
        if (number != QUEUE_EMPTY) return number;
    }
    for (size_t k = 0; k < sizeof turns; k++) {
        const int q = turns[(size_t)s->round++ % sizeof turns];
        const int32_t number = take_from(s, q);
        s->method = q;
        if (number != QUEUE_EMPTY) return number;
    }
    s->method = QUEUES;
    return take_faint(s);
}

/* ---- beginning, ending ---- */

/* Asks the game for its model, if the goal is its own. */
static enum search_end ask_model(struct solver *s)
{
    const struct successors *x = s->x;
    const struct search_limits *limits = x->limits;
    s->model = (struct model){.resize = limits->resize, .with = limits->with};
    if (x->game->model == NULL || !s->solve->own) return SEARCH_GOES_ON;
    if (s->solve->without & SOLVE_NO_MODEL) return SEARCH_GOES_ON;
    if (x->game->model(x->game, x->root, &s->model)) s->m = &s->model;
    return s->model.lacked ? SEARCH_MEMORY : SEARCH_GOES_ON;
}

/* Regions are told where a step of the avatar cannot reach the goal. */
static enum search_end begin_regions(struct solver *s)
{
    enum search_end end = SEARCH_GOES_ON;
    if (s->plain || !s->rating.exact || s->rating.avatar) return end;
    s->by_region = steps_start(&s->steps, s->x, s->m, s->board, &end);
    if (!s->by_region) return end;
    if (!(s->solve->without & (SOLVE_NO_CLUSTERS | SOLVE_NO_LOST)))
        s->clustered =
            clusters_start(&s->clusters, &s->steps, &s->rating, s->board, &end);
    const size_t size = (size_t)s->m->layers * (size_t)s->m->cells;
    s->here = search_resize(s->x->limits, NULL, size, 1);
    s->had = search_resize(s->x->limits, NULL, size, 1);
    return s->here != NULL && s->had != NULL && flood_start(&s->flood, &s->steps) &&
                   flood_start(&s->other, &s->steps)
               ? end
               : SEARCH_MEMORY;
}

enum search_end solver_begin(struct solver *s)
{
    struct successors *x = s->x;
    if (!visited_start(&s->met, x->game, x->limits, x->root, VISITED_DEPTHS) ||
        (s->cheapest == NULL && !novelty_start(&s->novelty, x->limits)))
        return SEARCH_MEMORY;
    if (s->m != NULL) {
        const size_t layers = (size_t)s->m->layers, cells = (size_t)s->m->cells;
        s->board = search_resize(x->limits, NULL, layers * cells, 1);
        if (s->board == NULL) return SEARCH_MEMORY;
        s->m->read(x->game, x->root, s->board);
    }
    enum search_end end = rating_start(&s->rating, s->m, x, s->board);
    if (end == SEARCH_GOES_ON) end = begin_regions(s);
    memcpy(x->to, x->root, x->root->size);
    s->expanded = VISITED_ROOT;
    if (end == SEARCH_GOES_ON) end = solver_settle(s, x->to);
    return end == SEARCH_GOES_ON ? solver_meet(s, NULL) : end;
}

/* Finds the order of filling, if the level is not a small one; all that waits then waits by it, too. */
static enum search_end begin_filling(struct solver *s)
{
    enum { SMALL = 500 };
    struct successors *x = s->x;
    enum search_end end = SEARCH_GOES_ON;
    if (s->fills || !s->clustered || s->met.count < SMALL) return end;
    s->fills = true;
    struct filling *p = search_resize(x->limits, NULL, 1, sizeof *p);
    if (p == NULL) return SEARCH_MEMORY;
    s->m->read(x->game, x->root, s->board);
    if (!filling_start(p, &s->clusters, &s->rating, s->board, &end)) return end;
    s->filling = p;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < s->met.count; i++) {
        if (s->fate[i] != FATE_OPEN) continue;
        s->m->read(x->game, visited_look(&s->met, i), s->board);
        if (!filling_put(p, s->board, i, 0, visited_depth(&s->met, i)))
            end = SEARCH_MEMORY;
    }
    return end;
}

/* How many successors breadth first are due by now. */
static int64_t due(const struct solver *s)
{
    const int64_t most = s->by_region          ? BREADTH_REGIONS
                         : s->rating.goals > 0 ? BREADTH_GOALS
                                               : BREADTH_BLIND;
    int64_t share = s->by_region          ? s->work
                    : s->rating.goals > 0 ? 3 * s->work
                                          : 7 * s->work;
    if (s->rating.goals > 0 && share > BREADTH_MUCH)
        share = BREADTH_MUCH + (share - BREADTH_MUCH) / 9;
    return share < most ? BREADTH_FIRST + share : most;
}

/* Lets breadth first have its share, after so many successors of the solver. */
static enum search_end beside(struct solver *s, int64_t made)
{
    enum { REGION = 32, PLAYED = 4 }; /* what one costs */
    struct breadth *b = s->breadth;
    enum search_end end = SEARCH_GOES_ON;
    if (b == NULL || !b->open) return end;
    s->work += made * (s->by_region ? REGION : PLAYED + s->rating.terms);
    while (end == SEARCH_GOES_ON && b->open && b->spent < due(s)) end = breadth_expand(b);
    return end;
}

/* Searches for a goal. SEARCH_DONE: it is found breadth first, or known that there is none. */
static enum search_end search(struct solver *s)
{
    const int64_t *made = &s->x->progress.generated;
    int64_t before = *made;
    enum search_end end = solver_begin(s);
    while (end == SEARCH_GOES_ON && s->found == NOT_FOUND) {
        const int32_t number = take_next(s);
        if (number == QUEUE_EMPTY) break;
        end = solver_expand(s, number);
        if (end == SEARCH_GOES_ON) end = begin_filling(s);
        if (end == SEARCH_GOES_ON && s->found == NOT_FOUND)
            end = beside(s, *made - before);
        if (s->breadth != NULL && s->breadth->all) return SEARCH_GOES_ON;
        before = *made;
    }
    return s->found != NOT_FOUND && end != SEARCH_FAILED ? SEARCH_GOES_ON : end;
}

/* One search; *again: its line cannot be played. */
static enum search_end find_line(struct solver *s, bool *again)
{
    bool played = true;
    enum search_end end = search(s);
    if (s->found != NOT_FOUND && end == SEARCH_GOES_ON) end = solver_write(s, &played);
    *again = end == SEARCH_GOES_ON && !played;
    return end;
}

/* Searches; a second time without regions if a line by them cannot be played. */
static enum search_end find(struct solver *s)
{
    const struct solver asked = *s;
    bool again;
    enum search_end end = find_line(s, &again);
    if (!again) return end;
    *s = asked;
    s->plain = true;
    end = find_line(s, &again);
    return again ? SEARCH_STOPPED : end;
}

/* How many successors it is worth to shorten a line: about the time in which it was found. Regions
 * make few successors, each of which takes long. */
static int64_t worth_of(const struct solver *s)
{
    enum { LITTLE = 1000, BY_REGION = 128, MUCH = 200000 };
    const int64_t aside = s->breadth != NULL ? s->breadth->spent : 0,
                  found = s->x->progress.generated - aside, more = BY_REGION * found;
    if (!s->by_region) return LITTLE + found;
    return LITTLE + 2 * found + (more < MUCH ? more : MUCH);
}

/* What is found at once, breadth first. SEARCH_DONE: a goal is. */
static enum search_end begin_breadth(struct solver *s, struct breadth *b)
{
    const struct solve *solve = s->solve;
    if (!solve->breadth || solve->optimal || solve->counter != NULL ||
        solve->goal->at_least != NULL)
        return SEARCH_GOES_ON;
    s->breadth = b;
    return breadth_start(b, s->x, s->solve);
}

/* There is no goal in all that can be reached: why, if the rules tell. */
static enum search_end find_why(struct solver *s)
{
    s->plain = true;
    s->solve->proven = SOLVE_UNSOLVABLE;
    s->solve->method = methods[QUEUES];
    return solver_begin(s) == SEARCH_FAILED ? SEARCH_FAILED : SEARCH_DONE;
}

/* Looks for any line. */
static enum search_end solve_any(struct solver *s)
{
    struct solve *solve = s->solve;
    if (s->breadth != NULL && s->breadth->all) return find_why(s);
    enum search_end end = find(s);
    if (end == SEARCH_DONE) return end;
    if (s->breadth != NULL) breadth_close(s->breadth);
    if (end == SEARCH_GOES_ON && solve->count != NOT_FOUND &&
        !(solve->without & SOLVE_NO_SHORTER))
        end = solver_shorten(s, worth_of(s));
    solve->method = methods[s->method];
    if (solve->count != NOT_FOUND && end != SEARCH_FAILED) {
        const enum search_end added = solver_add_up(s);
        if (added != SEARCH_GOES_ON) end = added;
        if (solve->counter == NULL && solve->cost == solve->lower)
            solve->proven = SOLVE_OPTIMAL;
    } else if (end == SEARCH_GOES_ON) {
        solve->proven = SOLVE_UNSOLVABLE;
    }
    return end;
}

enum search_end search_solve(struct successors *x, struct solve *solve)
{
    struct solver s = {
        .x = x, .solve = solve, .found = NOT_FOUND, .method = QUEUES, .open = -1};
    struct breadth breadth;
    s.plain = (solve->without & SOLVE_NO_REGIONS) != 0;
    solve->count = NOT_FOUND;
    solve->line = NULL;
    solve->cost = solve->lower = 0;
    solve->proven = SOLVE_NOTHING;
    solve->why[0] = '\0';
    bool answered = false;
    enum search_end end = begin_breadth(&s, &breadth);
    if (end != SEARCH_GOES_ON) return end;
    end = ask_model(&s);
    if (end == SEARCH_GOES_ON && s.m != NULL)
        end = optimal_exchanges(x, solve, s.m, &answered);
    if (end != SEARCH_GOES_ON || answered) return search_ended(end);
    return search_ended(solve->optimal ? optimal_solve(&s) : solve_any(&s));
}
