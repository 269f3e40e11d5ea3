/*
 * The ways of a piece are a graph; its nodes are cells, and where it is known who acts, a cell and the
 * side of it on which he is: he walks between the cells of a side while the piece stays.
 *
 *     # # # # #
 *     #   $   #      two sides: he cannot come from the left one to the right one
 *     # # # # #
 */
#include "distances.h"

#include <string.h>

#include "piece_ways.h"

enum { SIDES_CELLS_MAX = 1024 }; /* of a larger board sides are not told apart */

struct graph {
    struct piece_ways *w;
    struct search_progress *progress;
    int32_t cells, width; /* sides that a cell has at most: all cells, or 1 */
    uint16_t *side; /* by the piece's cell and another one: the first cell of its side */
    int32_t *node;  /* by the piece's cell and a side: the node, or -1 */
    int32_t *first; /* by cell, and behind the last one: its first node */
    int32_t *edge;  /* by node, and behind the last one: its first edge */
    int32_t *to;    /* by edge: the node there, and whether it takes an action */
    bool *acts;
    uint16_t *distance; /* by node */
    int32_t *queue;     /* nodes of this distance, behind them those of the next one */
    int32_t nodes;
};

/* ---- sides ---- */

static uint16_t root_of(uint16_t *side, uint16_t cell)
{
    while (side[cell] != cell) cell = side[cell] = side[side[cell]];
    return cell;
}

/* Joins the cells between which he walks while the piece is in this one. */
static void join_sides(const struct graph *g, int32_t piece)
{
    uint16_t *side = g->side + (ptrdiff_t)piece * g->cells;
    for (int32_t i = 0; i < g->cells; i++) side[i] = (uint16_t)i;
    for (int64_t i = 0; i < g->w->avatars; i++) {
        const struct avatar_way *a = &g->w->avatar[i];
        if (a->block[0] == piece || a->block[1] == piece || a->block[2] == piece ||
            a->block[3] == piece)
            continue;
        const uint16_t from = root_of(side, (uint16_t)a->from),
                       to = root_of(side, (uint16_t)a->to);
        side[from > to ? from : to] = from > to ? to : from;
    }
    for (int32_t i = 0; i < g->cells; i++) side[i] = root_of(side, (uint16_t)i);
}

/* The place of a cell and side in `node`. */
static ptrdiff_t place_of(const struct graph *g, int32_t piece, int32_t avatar)
{
    const ptrdiff_t at = (ptrdiff_t)piece * g->width;
    return g->width == 1 ? at : at + g->side[at + avatar];
}

/* ---- the graph ---- */

static void *take(const struct graph *g, int64_t count, size_t each)
{
    return search_resize(g->w->limits, NULL, (uint64_t)count, each);
}

static bool make_room(struct graph *g)
{
    const int64_t all = (int64_t)g->cells * g->width;
    if (g->width > 1) g->side = take(g, all, sizeof *g->side);
    g->node = take(g, all, sizeof *g->node);
    g->first = take(g, (int64_t)g->cells + 1, sizeof *g->first);
    g->to = take(g, g->w->ways, sizeof *g->to);
    g->acts = take(g, g->w->ways, sizeof *g->acts);
    return (g->width == 1 || g->side != NULL) && g->node != NULL && g->first != NULL &&
           g->to != NULL && g->acts != NULL;
}

/* Numbers the nodes that ways lead from or to, cell by cell. */
static bool number_nodes(struct graph *g)
{
    memset(g->node, 0, (size_t)g->cells * (size_t)g->width * sizeof *g->node);
    for (int64_t i = 0; i < g->w->ways; i++) {
        const struct piece_way *x = &g->w->way[i];
        g->node[place_of(g, x->from, x->before)] = 1;
        g->node[place_of(g, x->to, x->after)] = 1;
    }
    for (int32_t cell = 0; cell < g->cells; cell++) {
        g->first[cell] = g->nodes;
        for (int32_t side = 0; side < g->width; side++) {
            int32_t *node = &g->node[(ptrdiff_t)cell * g->width + side];
            *node = *node == 0 ? -1 : g->nodes++;
        }
    }
    g->first[g->cells] = g->nodes;
    g->edge = take(g, (int64_t)g->nodes + 1, sizeof *g->edge);
    g->distance = take(g, g->nodes, sizeof *g->distance);
    g->queue = take(g, 2 * ((int64_t)g->w->ways + g->nodes), sizeof *g->queue);
    return g->edge != NULL && g->distance != NULL && g->queue != NULL;
}

/* Sorts the ways by the nodes from which they lead. */
static void sort_edges(struct graph *g)
{
    memset(g->edge, 0, ((size_t)g->nodes + 1) * sizeof *g->edge);
    for (int64_t i = 0; i < g->w->ways; i++)
        g->edge[g->node[place_of(g, g->w->way[i].from, g->w->way[i].before)] + 1]++;
    for (int32_t i = 0; i < g->nodes; i++) g->edge[i + 1] += g->edge[i];
    for (int64_t i = 0; i < g->w->ways; i++) {
        const struct piece_way *x = &g->w->way[i];
        const int32_t at = g->edge[g->node[place_of(g, x->from, x->before)]]++;
        g->to[at] = g->node[place_of(g, x->to, x->after)];
        g->acts[at] = x->actions > 0;
    }
    for (int32_t i = g->nodes; i > 0; i--) g->edge[i] = g->edge[i - 1];
    g->edge[0] = 0;
}

static enum search_end make_graph(struct graph *g)
{
    if (!make_room(g)) return SEARCH_MEMORY;
    for (int32_t i = 0; g->width > 1 && i < g->cells; i++) {
        join_sides(g, i);
        if (i % 64 == 63 && search_stops_now(g->w->limits, g->progress))
            return SEARCH_STOPPED;
    }
    if (!number_nodes(g)) return SEARCH_MEMORY;
    sort_edges(g);
    return SEARCH_GOES_ON;
}

/* ---- distances ---- */

/* The distances of all nodes from those of a cell: a node waits once for each edge at most, twice
 * as a source. */
static void measure(struct graph *g, int32_t cell)
{
    int32_t *now = g->queue, *next = g->queue + g->w->ways + g->nodes;
    int32_t count = 0, more = 0;
    memset(g->distance, 0xff, (size_t)g->nodes * sizeof *g->distance);
    for (int32_t i = g->first[cell]; i < g->first[cell + 1]; i++) {
        g->distance[i] = 0;
        now[count++] = i;
    }
    for (uint16_t d = 0; count > 0 && d < DISTANCE_FAR - 1; d++) {
        while (count > 0) {
            const int32_t node = now[--count];
            if (g->distance[node] < d) continue; /* it was left at once, by a step */
            for (int32_t e = g->edge[node]; e < g->edge[node + 1]; e++) {
                const int32_t to = g->to[e], there = d + g->acts[e];
                if (g->distance[to] <= there) continue;
                g->distance[to] = (uint16_t)there;
                if (g->acts[e])
                    next[more++] = to;
                else
                    now[count++] = to;
            }
        }
        int32_t *done = now;
        now = next;
        next = done;
        count = more;
        more = 0;
    }
}

static enum search_end measure_all(struct graph *g, uint16_t *between)
{
    for (int32_t from = 0; from < g->cells; from++) {
        uint16_t *row = between + (ptrdiff_t)from * g->cells;
        memset(row, 0xff, (size_t)g->cells * sizeof *row);
        row[from] = 0;
        if (from % 16 == 15 && search_stops_now(g->w->limits, g->progress))
            return SEARCH_STOPPED;
        if (g->first[from] == g->first[from + 1]) continue;
        measure(g, from);
        for (int32_t to = 0; to < g->cells; to++) {
            for (int32_t i = g->first[to]; i < g->first[to + 1]; i++)
                if (g->distance[i] < row[to]) row[to] = g->distance[i];
        }
    }
    return SEARCH_GOES_ON;
}

enum search_end distances_of_ways(struct distances *d, struct piece_ways *w,
                                  struct search_progress *progress)
{
    struct graph g = {.w = w, .progress = progress, .cells = d->cells};
    const bool sides = w->by_avatar && d->cells <= SIDES_CELLS_MAX;
    g.width = sides ? d->cells : 1;
    d->between = search_resize(w->limits, NULL, (uint64_t)d->cells * (uint64_t)d->cells,
                               sizeof *d->between);
    enum search_end end = d->between == NULL ? SEARCH_MEMORY : make_graph(&g);
    if (end == SEARCH_GOES_ON) end = measure_all(&g, d->between);
    void *const blocks[] = {g.side, g.node, g.first,    g.edge,
                            g.to,   g.acts, g.distance, g.queue};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        search_free(w->limits, blocks[i]);
    if (end != SEARCH_GOES_ON) {
        search_free(w->limits, d->between);
        d->between = NULL;
    }
    return end;
}

/* Whether a cell asks for no other layer: else where a piece lies decides, too, whether it counts. */
static bool asks_for_kinds_alone(const struct model_cell *cell, int32_t layer)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        for (int32_t k = 0; k < cell->alternative[i].tests; k++)
            if (cell->alternative[i].test[k].layer != layer) return false;
    }
    return true;
}

enum search_end distances_find(struct distances *d, const struct possible *possible,
                               const struct model_cell *cell,
                               const struct search_limits *limits,
                               struct search_progress *progress)
{
    struct piece_ways w;
    const struct model *m = possible->m;
    *d = (struct distances){.cells = m->cells};
    if (m->cells > DISTANCE_CELLS_MAX || !piece_ways_begin(&w, possible, cell, limits))
        return SEARCH_GOES_ON;
    enum search_end end = piece_ways_find(&w, progress);
    d->proven = m->whole;
    d->bounds = m->whole && m->single;
    d->kept = m->whole && w.kept && asks_for_kinds_alone(cell, w.layer);
    d->together = w.together;
    /* without moves nothing is known of a game that does more than these */
    if (end == SEARCH_GOES_ON && (m->whole || w.ways > 0))
        end = distances_of_ways(d, &w, progress);
    search_free(limits, w.way);
    search_free(limits, w.avatar);
    return end;
}
