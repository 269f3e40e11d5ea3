/*
 * Distances by playing, for a game whose rules are no moves: nothing that moves is on the board but one
 * piece, and beside it whoever acts, where he can come at all; each action is played, and it is seen
 * where the piece is then.
 *
 *     # # # # #      who acts on the left: "right" carries the crate one cell on; above and below it
 *     #   $   #      he cannot be, so nothing more is tried here
 *     # # # # #
 */
#include "distances.h"

#include <string.h>

#include "piece_ways.h"

enum { TRY_CELLS_MAX = 1024, TRY_PLAYS_MAX = 1 << 12, TRY_ACTIONS_MAX = 16 };

struct trying {
    const struct game *game;
    struct piece_ways w;
    struct search_progress *progress;
    struct state *bare, *now;
    unsigned char *board; /* what `now` has */
    int32_t *queue, count;
    bool *reached;        /* by cell: who acts can come there */
    unsigned char *value; /* by cell: which piece can come there; 0: none */
    unsigned char actor[MODEL_LAYERS_MAX];
    bool acts_in[MODEL_LAYERS_MAX]; /* the layers that have who acts */
    action list[TRY_ACTIONS_MAX];
    int actions;
    int64_t plays;
};

/* ---- the bare board ---- */

static const struct model *model_of(const struct trying *t)
{
    return t->w.possible->m;
}

/* Whether some cell of the layer is empty; else it is a background, which stays. */
static bool has_room(const struct model *m, const unsigned char *cells, int32_t layer)
{
    return memchr(cells, m->blank[layer], (size_t)m->cells) != NULL;
}

/* Takes all that moves off the board. Returns the cell of who acts, or -1. */
static int32_t clear(struct trying *t)
{
    const struct model *m = model_of(t);
    const unsigned char *value = t->board;
    int32_t actor = -1;
    for (int32_t k = 0; k < m->layers; k++, value += m->cells) {
        const bool room = has_room(m, value, k);
        for (int32_t cell = 0; cell < m->cells; cell++) {
            if (kinds_has(&m->avatar[k], value[cell])) {
                t->acts_in[k] = true;
                t->actor[k] = value[cell];
                actor = cell;
            }
            if (room && kinds_has(&m->moving[k], value[cell]) &&
                !m->put(t->game, t->bare, k, cell, m->blank[k]))
                return -1;
        }
    }
    return actor;
}

static bool make_room(struct trying *t, const struct state *root)
{
    const struct search_limits *limits = t->w.limits;
    const uint64_t cells = (uint64_t)model_of(t)->cells;
    t->bare = search_resize(limits, NULL, root->size, 1);
    t->now = search_resize(limits, NULL, root->size, 1);
    t->board = search_resize(limits, NULL, cells, (size_t)model_of(t)->layers);
    t->queue = search_resize(limits, NULL, cells, sizeof *t->queue);
    t->reached = search_resize(limits, NULL, cells, sizeof *t->reached);
    t->value = search_resize(limits, NULL, cells, 1);
    return t->bare != NULL && t->now != NULL && t->board != NULL && t->queue != NULL &&
           t->reached != NULL && t->value != NULL;
}

static void free_room(const struct trying *t)
{
    void *const blocks[] = {t->bare, t->now, t->board, t->queue, t->reached, t->value};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        search_free(t->w.limits, blocks[i]);
}

/* ---- playing ---- */

/* The only cell that has one of the kinds, or -1. */
static int32_t only_cell(const struct trying *t, int32_t layer, const struct kinds *kinds)
{
    const struct model *m = model_of(t);
    int32_t found = -1;
    for (int32_t i = 0; i < m->cells; i++) {
        if (!kinds_has(kinds, t->board[(ptrdiff_t)layer * m->cells + i])) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

static int32_t actor_cell(const struct trying *t)
{
    for (int32_t k = 0; k < model_of(t)->layers; k++)
        if (t->acts_in[k]) return only_cell(t, k, &model_of(t)->avatar[k]);
    return -1;
}

/* Plays an action with who acts in one cell and, unless it is -1, a piece in another one. *done: it was
 * carried out. */
static enum search_end play(struct trying *t, int32_t actor, int32_t piece, action a,
                            bool *done)
{
    const struct model *m = model_of(t);
    memcpy(t->now, t->bare, t->bare->size);
    for (int32_t k = 0; k < m->layers; k++)
        if (t->acts_in[k]) m->put(t->game, t->now, k, actor, t->actor[k]);
    if (piece >= 0) m->put(t->game, t->now, t->w.layer, piece, t->value[piece]);
    const enum applied applied = t->game->apply(t->game, t->now, a, NULL);
    *done = applied == APPLIED;
    t->plays++;
    t->progress->generated++;
    if (*done) m->read(t->game, t->now, t->board);
    if (search_stops(t->w.limits, t->progress)) return SEARCH_STOPPED;
    return search_applied(applied);
}

static enum search_end add_way(struct trying *t, int32_t from, int32_t to)
{
    struct piece_way *ways =
        search_grow(t->w.limits, t->w.way, &t->w.room, t->w.ways + 1, sizeof *ways);
    if (ways == NULL) return SEARCH_MEMORY;
    t->w.way = ways;
    ways[t->w.ways++] = (struct piece_way){from, to, -1, -1, 1};
    return SEARCH_GOES_ON;
}

/* Where who acts can come, alone on the board. `ways`: his ways are those that are asked for. */
static enum search_end walk(struct trying *t, int32_t actor, bool ways)
{
    enum search_end end = SEARCH_GOES_ON;
    memset(t->reached, 0, (size_t)model_of(t)->cells * sizeof *t->reached);
    t->reached[actor] = true;
    t->queue[0] = actor;
    t->count = 1;
    for (int32_t i = 0; i < t->count && t->plays < TRY_PLAYS_MAX; i++) {
        for (int k = 0; k < t->actions && end == SEARCH_GOES_ON; k++) {
            bool done;
            end = play(t, t->queue[i], -1, t->list[k], &done);
            const int32_t to = end == SEARCH_GOES_ON && done ? actor_cell(t) : -1;
            if (to < 0 || to == t->queue[i]) continue;
            if (ways) end = add_way(t, t->queue[i], to);
            if (t->reached[to]) continue;
            t->reached[to] = true;
            t->queue[t->count++] = to;
        }
    }
    return end;
}

static void add_piece(struct trying *t, int32_t cell, unsigned char value)
{
    if (t->value[cell] != 0) return;
    t->value[cell] = value;
    t->queue[t->count++] = cell;
}

/* Tries all actions with who acts in one cell beside the piece. */
static enum search_end push(struct trying *t, int32_t piece, int32_t actor)
{
    enum search_end end = SEARCH_GOES_ON;
    for (int k = 0; k < t->actions && end == SEARCH_GOES_ON; k++) {
        bool done;
        end = play(t, actor, piece, t->list[k], &done);
        if (end != SEARCH_GOES_ON || !done) continue;
        const int32_t to = only_cell(t, t->w.layer, &t->w.kinds);
        if (to < 0 || to == piece) continue;
        add_piece(t, to, t->board[(ptrdiff_t)t->w.layer * model_of(t)->cells + to]);
        end = add_way(t, piece, to);
    }
    return end;
}

/* From the cells of the pieces on, wherever they can be carried. `root`: the board with all pieces. */
static enum search_end carry(struct trying *t, const unsigned char *root)
{
    const struct model *m = model_of(t);
    enum search_end end = SEARCH_GOES_ON;
    memset(t->value, 0, (size_t)m->cells);
    t->count = 0;
    for (int32_t i = 0; i < m->cells; i++) {
        const unsigned char value = root[(ptrdiff_t)t->w.layer * m->cells + i];
        if (kinds_has(&t->w.kinds, value)) add_piece(t, i, value);
    }
    for (int32_t i = 0; i < t->count && t->plays < TRY_PLAYS_MAX; i++) {
        const int32_t piece = t->queue[i];
        const struct place at = {piece / m->cols, piece % m->cols};
        for (int d = -1; d < GRID_SIDES && end == SEARCH_GOES_ON; d++) {
            const struct place by = d < 0 ? at : place_step(at, (enum direction)d);
            if (by.row < 0 || by.col < 0 || by.row >= m->rows || by.col >= m->cols)
                continue;
            if (d < 0 && t->acts_in[t->w.layer]) continue;
            if (t->reached[by.row * m->cols + by.col])
                end = push(t, piece, by.row * m->cols + by.col);
        }
    }
    return end;
}

/* ---- the whole ---- */

/* From cells to which no piece was carried nothing is known: rows and columns are counted. */
static void guess_rest(const struct trying *t, bool actor, const struct distances *d)
{
    const int32_t cols = model_of(t)->cols;
    for (int32_t from = 0; from < d->cells; from++) {
        if (actor ? t->reached[from] : t->value[from] != 0) continue;
        for (int32_t to = 0; to < d->cells; to++) {
            const int32_t down = from / cols - to / cols,
                          across = from % cols - to % cols;
            d->between[(ptrdiff_t)from * d->cells + to] =
                (uint16_t)((down < 0 ? -down : down) + (across < 0 ? -across : across));
        }
    }
}

static enum search_end try_all(struct trying *t, const struct state *root,
                               struct distances *d)
{
    const struct model *m = model_of(t);
    const bool actor = kinds_meet(&t->w.kinds, &m->avatar[t->w.layer]);
    if (!make_room(t, root)) return SEARCH_MEMORY;
    memcpy(t->bare, root, root->size);
    m->read(t->game, root, t->board);
    const int32_t cell = clear(t);
    if (cell < 0) return SEARCH_GOES_ON;
    enum search_end end = walk(t, cell, actor);
    if (end == SEARCH_GOES_ON && !actor) {
        m->read(t->game, root, t->board);
        end = carry(t, t->board);
    }
    if (end != SEARCH_GOES_ON || t->w.ways == 0 || t->plays >= TRY_PLAYS_MAX) return end;
    end = distances_of_ways(d, &t->w, t->progress);
    if (end == SEARCH_GOES_ON) guess_rest(t, actor, d);
    return end;
}

enum search_end distances_try(struct distances *d, const struct game *game,
                              const struct state *root, const struct possible *possible,
                              const struct model_cell *cell,
                              const struct search_limits *limits,
                              struct search_progress *progress)
{
    const struct model *m = possible->m;
    struct trying t = {.game = game, .progress = progress};
    *d = (struct distances){.cells = m->cells};
    if (!game_is_parallel(game) || !m->has_avatar || m->cells > TRY_CELLS_MAX ||
        !piece_ways_begin(&t.w, possible, cell, limits))
        return SEARCH_GOES_ON;
    t.actions = game_candidates(game, root, t.list, TRY_ACTIONS_MAX);
    if (t.actions == ACTIONS_STOPPED) return SEARCH_STOPPED;
    if (t.actions < 1 || t.actions > TRY_ACTIONS_MAX) return SEARCH_GOES_ON;
    const enum search_end end = try_all(&t, root, d);
    free_room(&t);
    search_free(limits, t.w.way);
    return end;
}
