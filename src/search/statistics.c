/*
 * The statistics of a report (positions, dead ends, bottlenecks), and all shortest lines.
 * Both need the whole graph: the positions, numbered breadth first, and the edges between
 * them, in the order of the positions that they start from. So one pass over the edges
 * counts the shortest paths. Dead ends are the positions that a search backward from the
 * goals misses.
 */
#include <assert.h>

#include "shortest.h"

struct edge {
    action by;
    int32_t from, to;
};

struct graph {
    struct successors *x;
    struct visited *p;
    const struct goal *goal;
    struct statistics *out;
    struct edge *edges;
    int64_t edges_room;
    int32_t *goals; /* the numbers of their positions, ascending */
    int64_t goals_room;
    int32_t from;  /* the position that is being expanded */
    bool any;      /* an edge starts from it */
    bool shortest; /* expand no position as deep as the nearest goal, or deeper */
};

static enum search_end note(void *with, int32_t next, bool new, struct reached how)
{
    struct graph *s = with;
    (void)new;
    if (next == s->from) return SEARCH_GOES_ON;
    struct edge *edges = search_grow(s->x->limits, s->edges, &s->edges_room,
                                     s->out->actions + 1, sizeof *edges);
    if (edges == NULL) return SEARCH_MEMORY;
    s->edges = edges;
    s->edges[s->out->actions++] = (struct edge){how.by, s->from, next};
    s->any = true;
    return SEARCH_GOES_ON;
}

static enum search_end note_goal(struct graph *s, int32_t number)
{
    int32_t *goals = search_grow(s->x->limits, s->goals, &s->goals_room,
                                 s->out->goals + 1, sizeof *goals);
    if (goals == NULL) return SEARCH_MEMORY;
    s->goals = goals;
    if (s->out->length == NOT_FOUND) s->out->length = s->p->how[number].depth;
    s->goals[s->out->goals++] = number;
    return SEARCH_GOES_ON;
}

static enum search_end look_at_all(struct graph *s)
{
    enum search_end end = SEARCH_GOES_ON;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < s->p->count; i++) {
        visited_get(s->p, i, s->x->from);
        s->x->progress.depth = s->p->how[i].depth;
        int is = s->goal->reached(s->goal->with, s->x->from);
        if (is < 0) return SEARCH_FAILED;
        if (is > 0) end = note_goal(s, i);
        bool beyond = s->shortest && s->out->length != NOT_FOUND &&
                      s->p->how[i].depth >= s->out->length;
        if (is > 0 || beyond) continue;
        s->from = i;
        s->any = false;
        end = search_follow(s->x, s->p, i, note, s);
        s->out->inner += s->any;
    }
    return end;
}

/* Counts the shortest paths to the nearest goals. */
static enum search_end count_solutions(struct graph *s)
{
    int64_t *ways =
        search_resize(s->x->limits, NULL, (uint64_t)s->p->count, sizeof *ways);
    if (ways == NULL) return SEARCH_MEMORY;
    memset(ways, 0, (size_t)s->p->count * sizeof *ways);
    ways[0] = 1;
    assert(s->edges != NULL || s->out->actions == 0);
    assert(s->goals != NULL || s->out->goals == 0);
    for (int64_t i = 0; i < s->out->actions; i++) {
        struct edge e = s->edges[i];
        if (s->p->how[e.to].depth == s->p->how[e.from].depth + 1) {
            state_count(&ways[e.to], ways[e.from]);
        }
    }
    for (int64_t i = 0; i < s->out->goals; i++) {
        if (s->p->how[s->goals[i]].depth == s->out->length) {
            state_count(&s->out->solutions, ways[s->goals[i]]);
        }
    }
    search_free(s->x->limits, ways);
    return SEARCH_GOES_ON;
}

/* Reverses the edges, by a counting sort: the parents of position i are
 * parents[entering[i] .. entering[i + 1] - 1]. False if there is no memory. */
static bool reverse_edges(struct graph *s, int64_t **entering, int32_t **parents)
{
    size_t n = (size_t)s->p->count;
    int64_t *at = search_resize(s->x->limits, NULL, n + 2, sizeof *at);
    int32_t *from =
        search_resize(s->x->limits, NULL, (uint64_t)s->out->actions, sizeof *from);
    if (at == NULL || from == NULL) return false;
    memset(at, 0, (n + 2) * sizeof *at);
    for (int64_t i = 0; i < s->out->actions; i++) at[s->edges[i].to + 2]++;
    for (size_t i = 2; i <= n + 1; i++) at[i] += at[i - 1];
    for (int64_t i = 0; i < s->out->actions; i++) {
        from[at[s->edges[i].to + 1]++] = s->edges[i].from;
    }
    *entering = at;
    *parents = from;
    return true;
}

/* Marks the positions that lead to a goal, breadth first backward; the
 * others are dead ends. */
static enum search_end count_dead_ends(struct graph *s)
{
    int64_t *entering, live = 0;
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
        for (int64_t i = entering[here]; i < entering[here + 1]; i++) {
            if (marked[parents[i]]) continue;
            marked[parents[i]] = true;
            queue[count++] = parents[i];
        }
    }
    s->out->dead_ends = s->p->count - live;
    for (int64_t i = 0; i < s->out->actions; i++) {
        struct edge e = s->edges[i];
        s->out->live_actions += marked[e.from];
        s->out->losing += marked[e.from] && !marked[e.to];
    }
    return SEARCH_GOES_ON;
}

/* Marks the positions on shortest lines. Edges on such a line lead to higher numbers, so
 * one pass from the last edge to the first is enough. */
static bool *mark_lines(struct graph *s)
{
    bool *on = search_resize(s->x->limits, NULL, (uint64_t)s->p->count, sizeof *on);
    if (on == NULL) return NULL;
    memset(on, 0, (size_t)s->p->count * sizeof *on);
    for (int64_t i = 0; i < s->out->goals; i++) {
        on[s->goals[i]] = s->p->how[s->goals[i]].depth == s->out->length;
    }
    for (int64_t i = s->out->actions; i-- > 0;) {
        struct edge e = s->edges[i];
        if (s->p->how[e.to].depth == s->p->how[e.from].depth + 1) on[e.from] |= on[e.to];
    }
    return on;
}

/* Counts the depths, without those of the root and the goal, at which a single position
 * lies on all shortest lines. (Positions are numbered by depth.) */
static enum search_end count_bottlenecks(struct graph *s)
{
    bool *on = mark_lines(s);
    if (on == NULL) return SEARCH_MEMORY;
    int32_t depth = 0, many = 0;
    for (int32_t i = 0; i < s->p->count && depth < s->out->length; i++) {
        if (!on[i]) continue;
        if (s->p->how[i].depth > depth) {
            s->out->bottlenecks += depth > 0 && many == 1;
            depth = s->p->how[i].depth;
            many = 0;
        }
        many++;
    }
    search_free(s->x->limits, on);
    return SEARCH_GOES_ON;
}

static enum search_end begin(struct graph *s)
{
    *s->out = (struct statistics){.length = NOT_FOUND};
    enum search_end end = search_begin(s->x, s->p);
    if (end == SEARCH_GOES_ON) end = look_at_all(s);
    s->out->positions = s->p->count;
    return end == SEARCH_GOES_ON ? count_solutions(s) : end;
}

enum search_end search_statistics(struct successors *x, struct visited *p,
                                  const struct goal *goal, struct statistics *out)
{
    struct graph s = {.x = x, .p = p, .goal = goal, .out = out};
    enum search_end end = begin(&s);
    if (end == SEARCH_GOES_ON && out->length != NOT_FOUND) end = count_bottlenecks(&s);
    return search_ended(end == SEARCH_GOES_ON ? count_dead_ends(&s) : end);
}

/* ---- all shortest lines ---- */

/* The index of the first edge of each position. */
static int64_t *index_edges(struct graph *s)
{
    int64_t *first =
        search_resize(s->x->limits, NULL, (uint64_t)s->p->count, sizeof *first);
    if (first == NULL) return NULL;
    int64_t edge = 0;
    for (int32_t i = 0; i < s->p->count; i++) {
        while (edge < s->out->actions && s->edges[edge].from < i) edge++;
        first[i] = edge;
    }
    return first;
}

struct lines {
    const struct graph *s;
    const bool *on;       /* by position: it is on a shortest line */
    const int64_t *first; /* by position: its first edge */
    int64_t *next;        /* by depth: the next edge to try there */
    action *line;
    int32_t depth;
};

/* Extends the line by the next untried edge from its end; false if there is none. */
static bool go_on(struct lines *l)
{
    const struct graph *s = l->s;
    const struct edge *edges = s->edges;
    int64_t edge = l->next[l->depth];
    int32_t here = l->depth == 0 ? 0 : edges[l->next[l->depth - 1] - 1].to;
    for (; edge < s->out->actions && edges[edge].from == here; edge++) {
        int32_t to = edges[edge].to;
        if (!l->on[to] || s->p->how[to].depth != l->depth + 1) continue;
        l->line[l->depth] = edges[edge].by;
        l->next[l->depth++] = edge + 1;
        l->next[l->depth] = l->first[to];
        return true;
    }
    return false;
}

enum search_end search_all_shortest(
    struct successors *x, struct visited *p, const struct goal *goal,
    struct statistics *out, action *line, int64_t max,
    enum search_end (*take)(void *with, const action *line, int32_t count))
{
    struct graph s = {.x = x, .p = p, .goal = goal, .out = out, .shortest = true};
    enum search_end end = begin(&s);
    if (end != SEARCH_GOES_ON || out->length == NOT_FOUND) return search_ended(end);
    if (out->length >= SEARCH_LENGTH_MAX) return SEARCH_MEMORY;
    struct lines l = {.s = &s, .line = line};
    l.on = mark_lines(&s);
    l.first = index_edges(&s);
    l.next = search_resize(x->limits, NULL, SEARCH_LENGTH_MAX, sizeof *l.next);
    if (l.on == NULL || l.first == NULL || l.next == NULL) return SEARCH_MEMORY;
    if (s.edges == NULL) { /* the root is a goal */
        return search_ended(take(goal->with, line, 0));
    }
    l.next[0] = l.first[0];
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
