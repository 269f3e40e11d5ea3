/*
 * The search in a window is one for the line's own goal (cheapest.h), but for its root, its goal and
 * its bounds. What it finds takes the place of the window's actions.
 */
#include "windows.h"

#include "rating_term.h"

/* ---- bounds ---- */

/* The least way of a piece to or from one cell: of those on `layer`, or of the places. */
static int64_t nearest_place(const struct window *w, int32_t piece)
{
    const uint16_t *ways = w->between + (size_t)piece * (size_t)w->k->t->m->cells;
    int64_t least = DISTANCE_FAR;
    for (int32_t i = 0; i < w->places; i++)
        least = ways[w->place[i]] < least ? ways[w->place[i]] : least;
    return least;
}

static int64_t nearest_piece(const struct window *w, const int16_t *piece, int32_t pieces,
                             int32_t place)
{
    const size_t cells = (size_t)w->k->t->m->cells;
    int64_t least = DISTANCE_FAR;
    for (int32_t i = 0; i < pieces; i++) {
        const int64_t way = w->between[(size_t)piece[i] * cells + (size_t)place];
        least = way < least ? way : least;
    }
    return least;
}

void window_rate(const struct window *w, const unsigned char *board, struct rated *rated)
{
    const struct clusters *k = w->k;
    const size_t cells = (size_t)k->t->m->cells;
    const unsigned char *layer = board + (size_t)k->layer * cells,
                        *wanted = w->board + (size_t)k->layer * cells, *next = layer;
    int16_t piece[ASSIGNMENT_MOST];
    int32_t pieces = 0;
    int64_t leave = 0, fill = 0;
    *rated = (struct rated){.term = -1, .cell = -1};
    while (pieces < w->places &&
           (next = memchr(next, k->piece, (size_t)(layer + cells - next))) != NULL)
        piece[pieces++] = (int16_t)(next++ - layer);
    for (int32_t i = 0; i < pieces; i++) {
        if (wanted[piece[i]] != k->piece) leave += nearest_place(w, piece[i]);
        if (layer[w->place[i]] == k->piece) continue;
        fill += nearest_piece(w, piece, pieces, w->place[i]);
        rated->open++;
    }
    if (steps_avatar(k->t, board) != w->avatar) rated->open++;
    rated->bound = rated->rest = leave > fill ? leave : fill;
    if (rated->rest >= DISTANCE_FAR) rated->hope = HOPE_NONE;
}

/* ---- one window ---- */

static int is_end(void *with, const struct state *s)
{
    const struct window *w = with;
    return memcmp(state_key(s), state_key(w->until), state_key_size(s)) == 0;
}

/* Sets what is known of the window's end. */
static void read_end(struct solver *s, struct window *w)
{
    const size_t cells = (size_t)s->m->cells;
    s->m->read(s->x->game, w->until, w->board);
    w->avatar = steps_avatar(&s->steps, w->board);
    w->places = 0;
    const unsigned char *layer = w->board + (size_t)w->k->layer * cells;
    for (size_t i = 0; i < cells && w->places < ASSIGNMENT_MOST; i++) {
        if (layer[i] == w->k->piece) w->place[w->places++] = (int16_t)i;
    }
}

/* Searches from the begin of a window for its end. *played: s->solve has the actions then. */
static enum search_end look_within(struct solver *s, struct window *w, int64_t cost,
                                   int64_t successors, bool *played)
{
    struct successors *x = s->x;
    struct solve *solve = s->solve;
    const struct goal *goal = solve->goal, end_of = {.reached = is_end, .with = w};
    const struct state *root = x->root;
    read_end(s, w);
    solve->goal = &end_of;
    x->root = w->at;
    s->window = w;
    enum search_end end =
        cheapest_cheaper(s, cost, x->progress.generated + successors, played);
    s->window = NULL;
    x->root = root;
    solve->goal = goal;
    return end;
}

/* ---- along the line ---- */

struct walk {
    struct solver *s;
    struct window w;
    action *line; /* its own copy */
    int32_t count, room;
    int32_t *deed; /* the actions before and with each deed; deed[0] is 0 */
    int32_t deeds;
    unsigned char *here, *there;
};

/* Reads a board without the avatar. */
static void read_without(const struct walk *v, const struct state *state,
                         unsigned char *board)
{
    const struct solver *s = v->s;
    s->m->read(s->x->game, state, board);
    const int32_t avatar = steps_avatar(&s->steps, board);
    if (avatar >= 0)
        board[(size_t)s->steps.layer * (size_t)s->m->cells + (size_t)avatar] =
            s->m->blank[s->steps.layer];
}

static enum search_end play(const struct walk *v, struct state *state, int32_t from,
                            int32_t to)
{
    enum search_end end = SEARCH_GOES_ON;
    const struct game *g = v->s->x->game;
    for (int32_t i = from; end == SEARCH_GOES_ON && i < to; i++)
        end = search_applied(g->apply(g, state, v->line[i], NULL));
    return end;
}

/* Lists the deeds of the line. */
static enum search_end list_deeds(struct walk *v)
{
    const struct successors *x = v->s->x;
    const size_t size = (size_t)v->s->m->layers * (size_t)v->s->m->cells;
    enum search_end end = SEARCH_GOES_ON;
    memcpy(v->w.at, x->root, x->root->size);
    read_without(v, v->w.at, v->here);
    v->deeds = 0;
    v->deed[0] = 0;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < v->count; i++) {
        end = play(v, v->w.at, i, i + 1);
        read_without(v, v->w.at, v->there);
        if (memcmp(v->here, v->there, size) == 0 && i + 1 < v->count) continue;
        memcpy(v->here, v->there, size);
        v->deed[++v->deeds] = i + 1;
    }
    return end;
}

/* Puts the actions of s->solve in the place of those between two deeds. */
static void replace(struct walk *v, int32_t from, int32_t to)
{
    const struct solve *solve = v->s->solve;
    const int32_t first = v->deed[from], after = v->deed[to];
    memcpy(v->line + first, solve->line, (size_t)solve->count * sizeof *v->line);
    memmove(v->line + first + solve->count, v->line + after,
            (size_t)(v->count - after) * sizeof *v->line);
    v->count -= after - first - solve->count;
}

/* One window, of the deeds from `from` on to `to`. */
static enum search_end try_window(struct walk *v, int32_t from, int32_t to,
                                  int64_t successors, bool *cheaper)
{
    memcpy(v->w.until, v->w.at, v->w.at->size);
    enum search_end end = play(v, v->w.until, v->deed[from], v->deed[to]);
    if (end == SEARCH_GOES_ON)
        end = look_within(v->s, &v->w, v->deed[to] - v->deed[from], successors, cheaper);
    if (*cheaper) replace(v, from, to);
    return end;
}

static enum search_end go_along(struct walk *v, int32_t deeds, int64_t each,
                                int64_t until)
{
    struct successors *x = v->s->x;
    enum search_end end = list_deeds(v);
    memcpy(v->w.at, x->root, x->root->size);
    int32_t from = 0;
    while (end == SEARCH_GOES_ON && from + 1 < v->deeds &&
           x->progress.generated < until) {
        bool better = false;
        const int32_t to = from + deeds < v->deeds ? from + deeds : v->deeds;
        const int32_t first = v->deed[from];
        end = try_window(v, from, to, each, &better);
        if (end != SEARCH_GOES_ON) break;
        if (better) {
            memcpy(v->w.until, v->w.at, v->w.at->size);
            end = list_deeds(v);
            memcpy(v->w.at, v->w.until, v->w.at->size);
            for (from = 0; v->deed[from] < first;) from++;
        }
        if (to == v->deeds && !better) break;
        int32_t next = from + (deeds + 1) / 2;
        if (next > v->deeds) next = v->deeds;
        if (end == SEARCH_GOES_ON) end = play(v, v->w.at, v->deed[from], v->deed[next]);
        from = next;
    }
    return end;
}

enum search_end windows_go(struct solver *s, int32_t deeds, int64_t each, int64_t until)
{
    const struct successors *x = s->x;
    const struct search_limits *limits = x->limits;
    struct solve *solve = s->solve;
    const size_t size = (size_t)s->m->layers * (size_t)s->m->cells;
    const struct rating_term *term = clusters_term(&s->rating);
    if (!s->clustered || term == NULL || solve->count == 0) return SEARCH_GOES_ON;
    struct walk v = {.s = s, .count = solve->count};
    const uint64_t room = (uint64_t)solve->count + 1;
    v.w.k = &s->clusters;
    v.w.between = term->distances.between;
    v.w.at = search_resize(limits, NULL, 1, x->root->size);
    v.w.until = search_resize(limits, NULL, 1, x->root->size);
    v.w.board = search_resize(limits, NULL, size, 1);
    v.here = search_resize(limits, NULL, size, 1);
    v.there = search_resize(limits, NULL, size, 1);
    v.line = search_resize(limits, NULL, room, sizeof *v.line);
    v.deed = search_resize(limits, NULL, room, sizeof *v.deed);
    if (v.w.at == NULL || v.w.until == NULL || v.w.board == NULL || v.here == NULL ||
        v.there == NULL || v.line == NULL || v.deed == NULL)
        return SEARCH_MEMORY;
    memcpy(v.line, solve->line, (size_t)solve->count * sizeof *v.line);
    const enum search_end end = go_along(&v, deeds, each, until);
    solve->line = v.line;
    solve->count = v.count;
    return end;
}
