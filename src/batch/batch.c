/*
 * Making batches, and the calls on all of their environments.
 */
#include "batch.h"

#include "base/rng.h"
#include "worker.h"

/* ---- games ---- */

bool batch_is_native(const struct game *g)
{
    return game_is_parallel(g) && !g->score_in_host && !g->see_in_host;
}

static bool no_memory(struct text *why)
{
    text_string(why, "not enough memory");
    return false;
}

static void say_level(struct text *why, int32_t level, const char *what)
{
    text_string(why, "level ");
    text_number(why, level + 1);
    text_string(why, what);
}

/* Copies the first positions of a level. */
static bool copy_starts(struct batch_game *g, int32_t k, const struct batch_level *from,
                        struct text *why)
{
    struct batch_board *to = &g->level[k];
    const struct state *first = from->start[0];
    to->stride = first->scratch;
    to->starts = from->starts;
    to->start = batch_take(&g->memory, (size_t)from->starts, to->stride);
    if (to->start == NULL) return no_memory(why);
    for (int32_t i = 0; i < from->starts; i++) {
        const struct state *s = from->start[i];
        if (memcmp(s, first, sizeof *s) != 0) {
            say_level(why, k, ": its first positions have different sizes");
            return false;
        }
        memcpy((char *)to->start + (size_t)i * to->stride, s, to->stride);
    }
    g->bare = g->bare && first->scratch == first->size;
    if (first->scratch > g->kept) g->kept = first->scratch;
    if (first->size > g->size) g->size = first->size;
    return true;
}

/* All levels have the planes of the first one. */
static bool is_alike(const struct observe *a, const struct observe *b)
{
    bool alike = a->planes == b->planes && a->layers == b->layers;
    for (int32_t i = 0; alike && i < a->planes; i++) {
        alike = strcmp(a->plane[i].name, b->plane[i].name) == 0 &&
                a->plane[i].layer == b->plane[i].layer;
    }
    return alike;
}

static bool open_levels(struct batch_game *g, const struct batch_level *level,
                        struct text *why)
{
    int32_t shape[SHAPE_MAX] = {0};
    for (int32_t k = 0; k < g->levels; k++) {
        if (!copy_starts(g, k, &level[k], why)) return false;
        for (int i = 0; i < SHAPE_MAX; i++) {
            const int32_t n = level[k].start[0]->shape[i];
            if (n > shape[i]) shape[i] = n;
        }
    }
    g->rows = shape[0];
    g->cols = shape[1];
    for (int32_t k = 0; k < g->levels; k++) {
        struct observe *own = &g->level[k].observe;
        if (!observe_open(own, g->game, g->level[k].start, g->rows, g->cols, &g->memory,
                          why) ||
            !views_open(&g->level[k].views, g->game, own, &g->memory, why))
            return false;
        if (is_alike(own, &g->level[0].observe)) continue;
        say_level(why, k, " has other kinds than the first one");
        return false;
    }
    return space_open(&g->space, g->game, shape, &g->memory, why);
}

bool batch_game_open(struct batch_game *g, const struct game *game,
                     const struct batch_level *level, int32_t levels,
                     const struct batch_memory *memory, struct text *why)
{
    *g = (struct batch_game){
        .game = game, .memory = *memory, .levels = levels, .bare = true};
    g->level = batch_take(memory, (size_t)levels, sizeof *g->level);
    if (g->level == NULL) return no_memory(why);
    if (open_levels(g, level, why)) return true;
    batch_game_close(g);
    return false;
}

void batch_game_close(struct batch_game *g)
{
    for (int32_t k = 0; g->level != NULL && k < g->levels; k++) {
        observe_close(&g->level[k].observe, &g->memory);
        views_close(&g->level[k].views, &g->memory);
        batch_give(&g->memory, g->level[k].start);
    }
    batch_give(&g->memory, g->level);
    space_close(&g->space, &g->memory);
    g->level = NULL;
    g->levels = 0;
}

/* ---- batches ---- */

static const char *fault_of(const struct batch_game *g, const struct batch_options *o)
{
    if (o->count < 1) return "there must be one environment at least";
    if (o->level < -1 || o->level >= g->levels) return "there is no such level";
    if (o->observer < BATCH_ALL_SEEN || o->observer >= g->game->players)
        return "there is no such player to observe";
    if (o->observation != OBSERVE_NOTHING && g->game->board == NULL)
        return "the game does not say how its boards lie: it cannot be observed";
    if (g->game->together && o->observation > OBSERVE_PLANES)
        return "observation: what players see who act together are planes";
    if (g->game->together && o->observer >= 0)
        return "observer: of players who act together each is shown what he sees: leave "
               "it out (0 or -1 in C)";
    return NULL;
}

static bool open_worker(struct batch *b, struct batch_worker *w)
{
    const struct batch_game *g = b->game;
    *w = (struct batch_worker){.batch = b, .shaped = -1};
    w->state = batch_take(&g->memory, 1, g->size);
    w->view = batch_take(&g->memory, 1, g->size);
    size_t room = observe_room(&g->level[0].observe);
    for (int32_t k = 0; g->game->together && k < g->levels; k++) {
        const size_t own = views_room(&g->level[k].views);
        if (own > room) room = own;
    }
    w->room = batch_take(&g->memory, room, 1);
    w->list = batch_take(&g->memory, (size_t)g->space.count, sizeof *w->list);
    return w->state != NULL && w->view != NULL && w->room != NULL && w->list != NULL;
}

static bool open_all(struct batch *b)
{
    const struct batch_memory *m = &b->game->memory;
    const size_t n = (size_t)b->options.count;
    b->states = batch_take(m, n, b->game->kept);
    b->environment = batch_take(m, n, sizeof *b->environment);
    b->score = batch_take(m, n * (size_t)b->players, sizeof *b->score);
    b->sum = batch_take(m, n * (size_t)b->shares, sizeof *b->sum);
    b->worker = batch_take(m, (size_t)b->workers, sizeof *b->worker);
    bool fine = b->states != NULL && b->environment != NULL && b->score != NULL &&
                b->sum != NULL && b->worker != NULL;
    for (int32_t k = 0; fine && k < b->workers; k++) {
        struct batch_worker *w = &b->worker[k];
        fine = open_worker(b, w);
        w->from = (int32_t)((int64_t)b->options.count * k / b->workers);
        w->to = (int32_t)((int64_t)b->options.count * (k + 1) / b->workers);
    }
    return fine && batch_workers_open(b);
}

bool batch_is_settled(const struct batch *b, struct state *s)
{
    const struct game *g = b->game->game;
    return g->outcome(g, s) != NULL || !g->conclude(g, s);
}

/* Whether no first position is one that `conclude` would end: it may have been changed by hand. */
static bool are_settled(struct batch *b)
{
    const struct batch_game *g = b->game;
    bool settled = g->game->conclude != NULL && g->game->players == 1;
    for (int32_t k = 0; settled && k < g->levels; k++) {
        const struct batch_board *from = &g->level[k];
        for (int32_t i = 0; settled && i < from->starts; i++) {
            const char *start = (const char *)from->start + (size_t)i * from->stride;
            settled =
                batch_is_settled(b, batch_enter(&b->worker[0], (const void *)start, k));
        }
    }
    return settled;
}

void batch_know(struct batch *b, bool settled)
{
    b->settled.settled = settled;
    for (int32_t k = 0; k < b->workers; k++)
        b->worker[k].report = settled ? &b->settled : NULL;
}

/* Until they are reset, all episodes are over, at the first level. */
static void fill(struct batch *b)
{
    const struct state *first = b->game->level[0].start;
    for (int32_t i = 0; i < b->options.count; i++) {
        struct batch_environment *e = &b->environment[i];
        e->seed = b->options.seed + (uint64_t)i;
        e->rng = rng_mix(e->seed);
        e->outcome = -1;
        e->truncated = true;
        memcpy(batch_kept(b, i), first, first->scratch);
    }
}

bool batch_open(struct batch *b, struct batch_game *g, const struct batch_options *o,
                struct text *why)
{
    const char *wrong = fault_of(g, o);
    *b = (struct batch){.game = g, .options = *o, .players = g->game->players};
    if (wrong != NULL) {
        text_string(why, wrong);
        return false;
    }
    if (b->options.win_reward == 0) b->options.win_reward = 1;
    b->seats = batch_seats(g);
    b->shares = o->all_players || g->game->together ? b->players : 1;
    b->observed = batch_observation(g, o->observation);
    b->workers = batch_is_native(g->game) && o->threads > 1 ? o->threads : 1;
    if (b->workers > o->count) b->workers = o->count;
    if (b->workers > BATCH_THREADS_MAX) b->workers = BATCH_THREADS_MAX;
    if (open_all(b)) {
        fill(b);
        if (are_settled(b)) batch_know(b, true);
        return true;
    }
    batch_close(b);
    return no_memory(why);
}

void batch_close(struct batch *b)
{
    const struct batch_memory *m = &b->game->memory;
    if (b->worker != NULL) batch_workers_close(b);
    for (int32_t k = 0; b->worker != NULL && k < b->workers; k++) {
        struct batch_worker *w = &b->worker[k];
        batch_give(m, w->state);
        batch_give(m, w->view);
        batch_give(m, w->room);
        batch_give(m, w->list);
    }
    batch_give(m, b->states);
    batch_give(m, b->environment);
    batch_give(m, b->score);
    batch_give(m, b->sum);
    batch_give(m, b->worker);
    *b = (struct batch){.game = b->game};
}

/* ---- the calls ---- */

struct state *batch_enter(struct batch_worker *w, const struct state *s, int32_t level)
{
    if (w->shaped != level) {
        memset((char *)w->state + s->scratch, 0, s->size - s->scratch);
        w->shaped = level;
    }
    memcpy(w->state, s, s->scratch);
    return w->state;
}

struct state *batch_state(struct batch *b, int32_t i)
{
    return batch_enter(&b->worker[0], batch_kept(b, i), b->environment[i].level);
}

/* What came of the work: how many episodes ended, or why not all is done. */
static int32_t result_of(const struct batch *b, int32_t *at)
{
    int32_t done = 0;
    for (int32_t k = 0; k < b->workers; k++) {
        const struct batch_worker *w = &b->worker[k];
        *at = w->at;
        if (w->done < 0) return w->done;
        done += w->done;
    }
    return done;
}

int32_t batch_work_on(struct batch *b, const struct batch_job *job)
{
    int32_t at;
    batch_work_all(b, job);
    return result_of(b, &at);
}

static void say_environment(const struct batch *b, int32_t i, struct text *why)
{
    text_string(why, "environment ");
    text_number(why, b->options.first + i);
    text_string(why, ": ");
}

int32_t batch_reset(struct batch *b, const struct batch_start *start,
                    const struct batch_arrays *arrays, struct text *why)
{
    for (int32_t i = 0; start != NULL && i < b->options.count; i++) {
        if (start->which != NULL && start->which[i] == 0) continue;
        const int32_t level = start->levels == NULL ? -1 : start->levels[i];
        if (level >= -1 && level < b->game->levels) continue;
        say_environment(b, i, why);
        text_string(why, "there is no level ");
        text_number(why, b->options.first + level);
        return BATCH_WRONG;
    }
    const struct batch_job job = {
        .work = BATCH_DO_RESET, .start = start, .arrays = arrays};
    return batch_work_on(b, &job);
}

void batch_say_seat(const struct batch *b, int32_t at, struct text *why)
{
    say_environment(b, at / b->seats, why);
    if (b->seats == 1) return;
    text_string(why, "player ");
    text_number(why, b->options.first + at % b->seats);
    text_string(why, ": ");
}

void batch_no_action(const struct batch *b, int32_t at, int32_t which, struct text *why)
{
    batch_say_seat(b, at, why);
    const int64_t first = b->options.first;
    text_string(why, "action ");
    text_number(why, first + which);
    text_string(why, " is not in ");
    text_number(why, first);
    text_string(why, "..");
    text_number(why, first + b->game->space.count - 1);
}

/* Whether all actions are in the list. */
static bool check_actions(const struct batch *b, const int32_t *actions, struct text *why)
{
    const uint32_t count = (uint32_t)b->game->space.count;
    const int32_t all = b->options.count * b->seats;
    for (int32_t i = 0; i < all; i++) {
        if ((uint32_t)actions[i] < count) continue;
        const struct batch_environment *e = &b->environment[i / b->seats];
        if (e->terminated || e->truncated) continue;
        batch_no_action(b, i, actions[i], why);
        return false;
    }
    return true;
}

/* Says why an action of an environment is not possible: the first one, of players who act together. */
static void say_why(struct batch *b, int32_t i, const int32_t *actions, struct text *why)
{
    const struct game *g = b->game->game;
    struct state *s = batch_state(b, i);
    int32_t p = 0;
    actions += (size_t)i * (size_t)b->seats;
    while (p < b->seats - 1 &&
           g->apply(g, s, b->game->space.code[actions[p]] + p, NULL) == APPLIED)
        p++;
    batch_say_seat(b, i * b->seats + p, why);
    g->why(g, s, b->game->space.code[actions[p]] + p, why);
    b->worker[0].shaped = -1;
}

int32_t batch_step(struct batch *b, const struct batch_arrays *arrays, struct text *why)
{
    if (!check_actions(b, arrays->actions, why)) return BATCH_WRONG;
    if (b->options.illegal == BATCH_FAIL) {
        int32_t at = 0;
        const struct batch_job check = {.work = BATCH_DO_CHECK, .arrays = arrays};
        batch_work_all(b, &check);
        const int32_t done = result_of(b, &at);
        if (done == BATCH_WRONG) say_why(b, at, arrays->actions, why);
        if (done < 0) return done;
    }
    const struct batch_job job = {.work = BATCH_DO_STEP, .arrays = arrays};
    return batch_work_on(b, &job);
}

int32_t batch_idle(struct batch *b, int32_t i, const int32_t *actions, struct text *idle,
                   struct text *wrong)
{
    const struct game *g = b->game->game;
    const struct batch_environment *e = &b->environment[i];
    const uint32_t count = (uint32_t)b->game->space.count;
    struct report report = {.why = idle};
    if (e->terminated || e->truncated) return 0;
    struct state *s = batch_state(b, i);
    enum applied done = APPLIED;
    for (int32_t p = 0; p < b->seats && done == APPLIED; p++) {
        const bool known = (uint32_t)actions[p] < count;
        done = REFUSED;
        if (known) done = g->apply(g, s, b->game->space.code[actions[p]] + p, &report);
        if (done != REFUSED) continue;
        if (known) {
            batch_say_seat(b, i * b->seats + p, wrong);
            text_string(wrong, idle->at);
        } else {
            batch_no_action(b, i * b->seats + p, actions[p], wrong);
        }
    }
    b->worker[0].shaped = -1;
    return done == APPLIED   ? 0
           : done == REFUSED ? BATCH_WRONG
           : done == STOPPED ? BATCH_STOPPED
                             : BATCH_FAILED;
}

int32_t batch_look(struct batch *b, const struct batch_arrays *arrays)
{
    const struct batch_job job = {.work = BATCH_DO_LOOK, .arrays = arrays};
    return batch_work_on(b, &job);
}
