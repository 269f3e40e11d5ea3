/*
 * The queues in turns, and what is told of their answer.
 */
#include "cheapest.h"
#include "optimal.h"
#include "solver.h"

static const char *const methods[BY_GOALS + 1] = {
    [BY_REST] = "greedy",      [BY_NOVELTY] = "novelty",   [BY_SIMPLE] = "nearest",
    [BY_AUTHOR] = "heuristic", [QUEUES] = "breadth-first", [BY_GOALS] = "backward",
};

/* ---- meeting positions ---- */

/* Lets a new position wait in the queues. */
static enum search_end wait(struct solver *s, int32_t number, const struct state *to,
                            const struct rated *rated)
{
    const struct goal *goal = s->solve->goal;
    struct waiter w = {.number = number, .state = to, .rated = rated};
    w.author = -1;
    w.rates = s->rating.goals > 0;
    if (rated->open == s->open) w.before = state_key(s->x->from);
    if (goal->at_least != NULL) {
        w.author = goal->at_least(goal->with, to);
        if (w.author < 0) return SEARCH_FAILED;
    }
    return strand_wait(&s->strand, s->x->limits, &w) ? SEARCH_GOES_ON : SEARCH_MEMORY;
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
    if (!strand_add(&s->strand, s->x->limits, number, fate)) return SEARCH_MEMORY;
    return fate == FATE_OPEN ? wait(s, number, to, &rated) : SEARCH_GOES_ON;
}

enum search_end solver_meet(struct solver *s, const struct rated *rated)
{
    if (s->cheapest != NULL) return cheapest_meet(s, rated);
    struct visited *met = &s->strand.met;
    const int32_t before = met->count, number = visited_add(met, s->x->to, s->expanded);
    if (number == VISITED_FULL) return SEARCH_MEMORY;
    s->x->progress.positions =
        met->count + (s->backward != NULL ? s->backward->strand.met.count : 0);
    if (number != before) return SEARCH_GOES_ON;
    if (s->backward != NULL) backward_meet(s->backward, s->x->to, number);
    return solver_judge(s, number, s->x->to, rated);
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

/* Whether the goal holds already, as a game of PuzzleScript sees only after an action. */
static bool begins_at_goal(struct solver *s)
{
    struct rated rated = {.term = -1, .cell = -1};
    rating_of(&s->rating, s->board, &rated);
    return rated.open == 0;
}

/* Regions are told where a step of the avatar cannot reach the goal. */
static enum search_end begin_regions(struct solver *s)
{
    enum search_end end = SEARCH_GOES_ON;
    if (s->plain || !s->rating.exact || s->rating.avatar || begins_at_goal(s)) return end;
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

/* Begins the strand from the root. */
static enum search_end begin_strand(struct solver *s)
{
    struct successors *x = s->x;
    if (!visited_start(&s->strand.met, x->game, x->limits, x->root, VISITED_DEPTHS) ||
        (s->cheapest == NULL && !novelty_start(&s->strand.novelty, x->limits)))
        return SEARCH_MEMORY;
    memcpy(x->to, x->root, x->root->size);
    s->expanded = VISITED_ROOT;
    s->open = -1;
    const enum search_end end = solver_settle(s, x->to);
    return end == SEARCH_GOES_ON ? solver_meet(s, NULL) : end;
}

enum search_end solver_begin(struct solver *s)
{
    struct successors *x = s->x;
    if (s->m != NULL) {
        const size_t layers = (size_t)s->m->layers, cells = (size_t)s->m->cells;
        s->board = search_resize(x->limits, NULL, layers * cells, 1);
        if (s->board == NULL) return SEARCH_MEMORY;
        s->m->read(x->game, x->root, s->board);
    }
    enum search_end end = rating_start(&s->rating, s->m, x, s->board);
    if (end == SEARCH_GOES_ON) end = begin_regions(s);
    s->rating.walks = !s->by_region;
    return end == SEARCH_GOES_ON ? begin_strand(s) : end;
}

/* Begins the strand from the goals, if there is one and the level is not a small one. */
static enum search_end begin_backward(struct solver *s)
{
    enum { SMALL = 500 };
    enum search_end end = SEARCH_GOES_ON;
    if (s->backed || !s->clustered || s->strand.met.count < SMALL) return end;
    s->backed = true;
    struct backward *b = search_resize(s->x->limits, NULL, 1, sizeof *b);
    if (b == NULL) return SEARCH_MEMORY;
    backward_start(b, s, &end);
    return end;
}

/* Expands a position of the strand from the goals, if that is next: at first it makes as many
 * successors as the other one, then twice as many. *is: it was. */
static enum search_end expand_backward(struct solver *s, bool *is)
{
    enum { EVEN = 50000 };
    struct backward *b = s->backward;
    const int64_t spent = s->strand.spent, late = spent > EVEN ? spent - EVEN : 0;
    *is = b != NULL && b->strand.spent < spent + late;
    if (!*is) return SEARCH_GOES_ON;
    bool waited;
    const int32_t number = strand_take(&b->strand, &s->method, &waited);
    *is = number != QUEUE_EMPTY;
    if (*is) return backward_expand(s, number);
    b->strand.spent = INT64_MAX / 2; /* it has no more */
    return SEARCH_GOES_ON;
}

/* Expands the next position. False: there is none. */
static bool expand_next(struct solver *s, enum search_end *end)
{
    const int64_t made = s->x->progress.generated;
    bool is;
    *end = expand_backward(s, &is);
    struct strand *strand = is ? &s->backward->strand : &s->strand;
    if (*end == SEARCH_GOES_ON && !is) {
        const int32_t number = strand_take(&s->strand, &s->method, &s->waited);
        if (number == QUEUE_EMPTY) return false;
        *end = solver_expand(s, number);
    }
    strand->spent += s->x->progress.generated - made;
    if (*end == SEARCH_GOES_ON && s->backward != NULL) *end = backward_join(s);
    return true;
}

/* Whether the goal is read, but the rules are not. Then a turn takes so long that to rate a
 * position costs little beside it. */
static bool is_slow(const struct solver *s)
{
    return s->m != NULL && s->m->goals > 0 && s->m->moves == 0;
}

/* How many successors breadth first makes alone. */
static int64_t breadth_first(const struct solver *s)
{
    return is_slow(s) && !s->by_region ? BREADTH_SLOW : BREADTH_FIRST;
}

/* How many successors breadth first are due by now. */
static int64_t due(const struct solver *s)
{
    enum { EVEN = 50000 };
    const bool known = s->rating.goals > 0;
    const int64_t most = s->by_region ? BREADTH_REGIONS
                         : known      ? BREADTH_GOALS
                                      : BREADTH_BLIND;
    int64_t share = s->work;
    const bool slow = !s->by_region && is_slow(s);
    if (slow)
        share += 3 * (share > EVEN ? share - EVEN : 0);
    else if (!s->by_region)
        share *= known ? 3 : 7;
    if (known && !slow && share > BREADTH_MUCH)
        share = BREADTH_MUCH + (share - BREADTH_MUCH) / 9;
    return share < most ? breadth_first(s) + share : most;
}

/* Lets breadth first have its share, after so many successors of the solver. */
static enum search_end beside(struct solver *s, int64_t made)
{
    enum { REGION = 32, PLAYED = 4 }; /* what one costs */
    struct breadth *b = s->breadth;
    enum search_end end = SEARCH_GOES_ON;
    if (b == NULL || !b->open) return end;
    s->work += made * (s->by_region ? REGION : is_slow(s) ? 1 : PLAYED + s->rating.terms);
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
        if (!expand_next(s, &end)) break;
        if (end == SEARCH_GOES_ON && s->found == NOT_FOUND) end = begin_backward(s);
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

/* Looks for a shorter line than the one that was found. */
static enum search_end shorten(struct solver *s)
{
    enum { BY_DEEDS = 40000 };
    enum search_end end = SEARCH_GOES_ON;
    if (s->by_region && s->m->whole) end = solver_cheapen(s, BY_DEEDS);
    if (end != SEARCH_GOES_ON || s->clustered || s->solve->proven == SOLVE_OPTIMAL)
        return end;
    return solver_shorten(s, worth_of(s));
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

/* Adds up what the line costs. A line that is made shorter is so by its actions, and their least
 * number says nothing of what a counter grows by. */
static enum search_end add_up(struct solver *s)
{
    struct solve *solve = s->solve;
    const struct model *m = s->m;
    const int32_t number = solve->counter_number;
    if (solve->counter != NULL) solve->lower = 0;
    const enum search_end end = solver_add_up(s);
    const bool grows = solve->counter == NULL ||
                       (m != NULL && number > 0 && (m->steady >> (number - 1) & 1));
    solve->proven = grows && solve->cost == solve->lower ? SOLVE_OPTIMAL : SOLVE_NOTHING;
    return end;
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
        end = shorten(s);
    solve->method = methods[s->method];
    if (solve->count != NOT_FOUND && end != SEARCH_FAILED) {
        const enum search_end added = add_up(s);
        if (added != SEARCH_GOES_ON) end = added;
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
    while (end == SEARCH_GOES_ON && s.breadth != NULL && s.breadth->open &&
           s.breadth->spent < breadth_first(&s))
        end = breadth_expand(s.breadth);
    if (end == SEARCH_GOES_ON && s.m != NULL)
        end = optimal_exchanges(x, solve, s.m, &answered);
    if (end != SEARCH_GOES_ON || answered) return search_ended(end);
    return search_ended(solve->optimal ? optimal_solve(&s) : solve_any(&s));
}
