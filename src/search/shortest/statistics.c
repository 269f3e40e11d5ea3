/*
 * The statistics of a report (positions, dead ends, bottlenecks), and all shortest lines.
 * Both need the whole graph: the positions, numbered breadth first, and the edges between
 * them, in the order of the positions that they start from. So one pass over the edges
 * counts the shortest paths. Dead ends are the positions that a search backward from the
 * goals misses.
 */
#include <assert.h>

#include "search/store/edges.h"
#include "shortest.h"

struct graph {
    struct successors *x;
    struct visited *p;
    const struct goal *goal;
    struct statistics *out;
    struct edges edges;
    int32_t *goals; /* the numbers of their positions, ascending */
    int64_t goals_room;
    int32_t from;  /* the position that is being expanded */
    bool shortest; /* expand no position as deep as the nearest goal, or deeper */
};

static enum search_end note(void *with, int32_t next, bool new)
{
    struct graph *s = with;
    (void)new;
    if (next == s->from) return SEARCH_GOES_ON;
    if (s->out->actions == UINT32_MAX) return SEARCH_MEMORY;
    s->out->actions++;
    return edges_add(&s->edges, next) ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

static enum search_end note_goal(struct graph *s, int32_t number)
{
    int32_t *goals = search_grow(s->x->limits, s->goals, &s->goals_room,
                                 s->out->goals + 1, sizeof *goals);
    if (goals == NULL) return SEARCH_MEMORY;
    s->goals = goals;
    if (s->out->length == NOT_FOUND) s->out->length = visited_depth(s->p, number);
    s->goals[s->out->goals++] = number;
    return SEARCH_GOES_ON;
}

/* Expands a position, unless it is a goal or too deep. */
static enum search_end look_at(struct graph *s, int32_t number)
{
    struct successors *x = s->x;
    int64_t actions = s->out->actions;
    int32_t depth = (int32_t)x->progress.depth;
    if (!edges_begin(&s->edges)) return SEARCH_MEMORY;
    visited_expand(s->p, number, x->from);
    int is = s->goal->reached(s->goal->with, x->from);
    if (is < 0) return SEARCH_FAILED;
    if (is > 0) return note_goal(s, number);
    if (s->shortest && s->out->length != NOT_FOUND && depth >= s->out->length) {
        return SEARCH_GOES_ON;
    }
    s->from = number;
    enum search_end end = search_follow(x, s->p, number, note, s);
    s->out->inner += s->out->actions > actions;
    return end;
}

static enum search_end look_at_all(struct graph *s)
{
    enum search_end end = SEARCH_GOES_ON;
    int32_t i = 0;
    for (; end == SEARCH_GOES_ON && i < s->p->count; i++) {
        int64_t *depth = &s->x->progress.depth;
        *depth += i == visited_layer(s->p, (int32_t)*depth + 1);
        end = look_at(s, i);
    }
    if (end != SEARCH_GOES_ON) return end;
    return edges_finish(&s->edges) ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

/* Whether an edge leads to a position of the next depth. */
static bool is_step(const struct graph *s, int32_t depth, int32_t to)
{
    return to >= visited_layer(s->p, depth + 1) && to < visited_layer(s->p, depth + 2);
}

/* Counts the shortest paths to the nearest goals. */
static enum search_end count_solutions(struct graph *s)
{
    int32_t n = s->p->count, depth = 0;
    int64_t *ways = search_resize(s->x->limits, NULL, (uint64_t)n, sizeof *ways);
    if (ways == NULL) return SEARCH_MEMORY;
    memset(ways, 0, (size_t)n * sizeof *ways);
    ways[0] = 1;
    assert(s->goals != NULL || s->out->goals == 0);
    for (int32_t i = 0; i < n; i++) {
        depth += i == visited_layer(s->p, depth + 1);
        const struct edges_list list = edges_of(&s->edges, i);
        for (int32_t e = 0; e < list.count; e++) {
            if (is_step(s, depth, list.to[e])) state_count(&ways[list.to[e]], ways[i]);
        }
    }
    for (int64_t i = 0; i < s->out->goals; i++) {
        if (visited_depth(s->p, s->goals[i]) == s->out->length) {
            state_count(&s->out->solutions, ways[s->goals[i]]);
        }
    }
    search_free(s->x->limits, ways);
    return SEARCH_GOES_ON;
}

/* Reverses the edges, by a counting sort: the parents of position i are
 * parents[entering[i] .. entering[i + 1] - 1]. False if there is no memory. */
static bool reverse_edges(struct graph *s, uint32_t **entering, int32_t **parents)
{
    size_t n = (size_t)s->p->count, edges = (size_t)s->out->actions;
    uint32_t *at = search_resize(s->x->limits, NULL, n + 2, sizeof *at);
    int32_t *from = search_resize(s->x->limits, NULL, edges, sizeof *from);
    if (at == NULL || from == NULL) return false;
    memset(at, 0, (n + 2) * sizeof *at);
    for (int32_t i = 0; i < s->p->count; i++) {
        const struct edges_list list = edges_of(&s->edges, i);
        for (int32_t e = 0; e < list.count; e++) at[list.to[e] + 2]++;
    }
    for (size_t i = 2; i <= n + 1; i++) at[i] += at[i - 1];
    for (int32_t i = 0; i < s->p->count; i++) {
        const struct edges_list list = edges_of(&s->edges, i);
        for (int32_t e = 0; e < list.count; e++) from[at[list.to[e] + 1]++] = i;
    }
    *entering = at;
    *parents = from;
    return true;
}

/* Marks the positions that lead to a goal, breadth first backward; the
 * others are dead ends. */
static enum search_end count_dead_ends(struct graph *s)
{
    uint32_t *entering;
    int64_t live = 0;
    int32_t *parents;
    if (!reverse_edges(s, &entering, &parents)) return SEARCH_MEMORY;
    uint64_t n = (uint64_t)s->p->count;
    int32_t *queue = search_resize(s->x->limits, s->goals, n, sizeof *queue);
    if (queue == NULL) return SEARCH_MEMORY;
    s->goals = queue; /* the goals stay in front */
    bool *marked = search_resize(s->x->limits, NULL, n, sizeof *marked);
    if (marked == NULL) return SEARCH_MEMORY;
    memset(marked, 0, (size_t)n * sizeof *marked);
    int64_t count = s->out->goals;
    for (int64_t i = 0; i < count; i++) marked[queue[i]] = true;
    for (; live < count; live++) {
        int32_t here = queue[live];
        for (uint32_t i = entering[here]; i < entering[here + 1]; i++) {
            if (marked[parents[i]]) continue;
            marked[parents[i]] = true;
            queue[count++] = parents[i];
        }
    }
    s->out->dead_ends = s->p->count - live;
    for (int32_t i = 0; i < s->p->count; i++) {
        if (!marked[i]) continue;
        const struct edges_list list = edges_of(&s->edges, i);
        s->out->live_actions += list.count;
        for (int32_t e = 0; e < list.count; e++) {
            s->out->losing += !marked[list.to[e]];
        }
    }
    return SEARCH_GOES_ON;
}

/* Marks the positions on shortest lines. Edges on such a line lead to higher numbers, so
 * one pass from the last position to the first is enough. */
static bool *mark_lines(struct graph *s)
{
    bool *on = search_resize(s->x->limits, NULL, (uint64_t)s->p->count, sizeof *on);
    if (on == NULL) return NULL;
    memset(on, 0, (size_t)s->p->count * sizeof *on);
    for (int64_t i = 0; i < s->out->goals; i++) {
        on[s->goals[i]] = visited_depth(s->p, s->goals[i]) == s->out->length;
    }
    int32_t depth = s->p->layers_count - 1;
    for (int32_t i = s->p->count; i-- > 0;) {
        depth -= i < visited_layer(s->p, depth);
        const struct edges_list list = edges_of(&s->edges, i);
        for (int32_t e = 0; e < list.count; e++) {
            on[i] |= is_step(s, depth, list.to[e]) && on[list.to[e]];
        }
    }
    return on;
}

/* Counts the depths, without those of the root and the goal, at which a single position
 * lies on all shortest lines. */
static enum search_end count_bottlenecks(struct graph *s)
{
    bool *on = mark_lines(s);
    if (on == NULL) return SEARCH_MEMORY;
    for (int32_t depth = 1; depth < s->out->length; depth++) {
        int32_t many = 0, end = visited_layer(s->p, depth + 1);
        for (int32_t i = visited_layer(s->p, depth); i < end; i++) many += on[i];
        s->out->bottlenecks += many == 1;
    }
    search_free(s->x->limits, on);
    return SEARCH_GOES_ON;
}

static enum search_end begin(struct graph *s)
{
    *s->out = (struct statistics){.length = NOT_FOUND};
    edges_start(&s->edges, s->x->limits);
    enum search_end end = search_begin(s->x, s->p, VISITED_LAYERS);
    if (end == SEARCH_GOES_ON) end = look_at_all(s);
    s->out->positions = s->p->count;
    return end;
}

enum search_end search_statistics(struct successors *x, struct visited *p,
                                  const struct goal *goal, struct statistics *out)
{
    struct graph s = {.x = x, .p = p, .goal = goal, .out = out};
    enum search_end end = begin(&s);
    if (end != SEARCH_GOES_ON) return search_ended(end);
    visited_drop(p);
    end = count_solutions(&s);
    if (end == SEARCH_GOES_ON && out->length != NOT_FOUND) end = count_bottlenecks(&s);
    return search_ended(end == SEARCH_GOES_ON ? count_dead_ends(&s) : end);
}

/* ---- all shortest lines ---- */

/* An action between two positions on shortest lines. */
struct step {
    action by;
    int32_t to;
};

struct lines {
    struct graph *s;
    const bool *on; /* by position: it is on a shortest line */
    struct step *steps;
    int64_t count, room;
    int64_t *first; /* by position: its first step */
    int64_t *next;  /* by depth: the next step to try there */
    action *line;
    int32_t depth;
};

/* Adds a step from a position of l->depth. */
static enum search_end add_step(void *with, action by)
{
    struct lines *l = with;
    struct graph *s = l->s;
    int32_t to = visited_add(s->p, s->x->to, 0);
    if (to == VISITED_FULL) return SEARCH_MEMORY;
    if (to >= s->out->positions) return SEARCH_GOES_ON; /* the rules have changed */
    if (!is_step(s, l->depth, to) || !l->on[to]) return SEARCH_GOES_ON;
    struct step *steps =
        search_grow(s->x->limits, l->steps, &l->room, l->count + 1, sizeof *steps);
    if (steps == NULL) return SEARCH_MEMORY;
    l->steps = steps;
    l->steps[l->count++] = (struct step){by, to};
    return SEARCH_GOES_ON;
}

/* Lists the steps by making the successors of the positions on the lines again. */
static enum search_end list_steps(struct lines *l)
{
    struct graph *s = l->s;
    enum search_end end = SEARCH_GOES_ON;
    int32_t n = visited_layer(s->p, s->out->length);
    l->first = search_resize(s->x->limits, NULL, (uint64_t)n + 1, sizeof *l->first);
    if (l->first == NULL) return SEARCH_MEMORY;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < n; i++) {
        l->depth += i == visited_layer(s->p, l->depth + 1);
        l->first[i] = l->count;
        if (!l->on[i]) continue;
        if (search_stops_now(s->x->limits, &s->x->progress)) return SEARCH_STOPPED;
        visited_expand(s->p, i, s->x->from);
        end = successors_repeat(s->x, l, add_step);
    }
    l->first[n] = l->count;
    l->depth = 0;
    return end;
}

/* Extends the line by the next untried step from its end; false if there is none. */
static bool go_on(struct lines *l)
{
    int64_t step = l->next[l->depth];
    int32_t here = l->depth == 0 ? 0 : l->steps[l->next[l->depth - 1] - 1].to;
    if (step == l->first[here + 1]) return false;
    l->line[l->depth] = l->steps[step].by;
    l->next[l->depth++] = step + 1;
    if (l->depth < l->s->out->length) l->next[l->depth] = l->first[l->steps[step].to];
    return true;
}

enum search_end search_all_shortest(
    struct successors *x, struct visited *p, const struct goal *goal,
    struct statistics *out, action *line, int64_t max,
    enum search_end (*take)(void *with, const action *line, int32_t count))
{
    struct graph s = {.x = x, .p = p, .goal = goal, .out = out, .shortest = true};
    enum search_end end = begin(&s);
    if (end == SEARCH_GOES_ON) end = count_solutions(&s);
    if (end != SEARCH_GOES_ON || out->length == NOT_FOUND) return search_ended(end);
    if (out->length >= SEARCH_LENGTH_MAX) return SEARCH_MEMORY;
    if (out->length == 0) return search_ended(take(goal->with, line, 0));
    struct lines l = {.s = &s, .line = line};
    l.on = mark_lines(&s);
    l.next = search_resize(x->limits, NULL, SEARCH_LENGTH_MAX, sizeof *l.next);
    if (l.on == NULL || l.next == NULL) return SEARCH_MEMORY;
    end = list_steps(&l);
    if (end == SEARCH_GOES_ON && l.steps == NULL) return SEARCH_DONE;
    l.next[0] = 0;
    for (int64_t found = 0; end == SEARCH_GOES_ON && l.depth >= 0 && found < max;) {
        if (l.depth < out->length && go_on(&l)) continue;
        if (l.depth == out->length) {
            end = take(goal->with, line, l.depth);
            found++;
        }
        l.depth--;
    }
    return search_ended(end);
}
