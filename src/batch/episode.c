/*
 * What becomes of environments: beginning an episode, a step, and writing the arrays.
 */
#include "base/rng.h"
#include "worker.h"

static bool is_over(const struct batch_environment *e)
{
    return e->terminated || e->truncated;
}

/* ---- judging ---- */

static int32_t outcome_number(const struct game *g, const char *outcome)
{
    int32_t i = 0;
    if (outcome == NULL) return -1;
    if (g->outcomes == NULL) return 0;
    while (g->outcomes[i] != NULL && strcmp(g->outcomes[i], outcome) != 0) i++;
    return i;
}

static void note_scores(struct batch *b, int32_t i, const struct state *s)
{
    const struct game *g = b->game->game;
    int64_t *score = b->score + (size_t)i * (size_t)b->players;
    for (int32_t p = 0; p < b->players && !g->unscored; p++) {
        score[p] = g->score(g, s, p + 1);
    }
}

void batch_judge(struct batch *b, int32_t i, const struct state *s)
{
    const struct game *g = b->game->game;
    struct batch_environment *e = &b->environment[i];
    const char *outcome = g->outcome(g, s);
    e->terminated = outcome != NULL;
    e->truncated = false;
    e->outcome = outcome_number(g, outcome);
    note_scores(b, i, s);
}

float batch_outcome_reward(const struct batch *b, const char *outcome)
{
    const struct game *g = b->game->game;
    if (outcome == NULL || g->players > 1) return 0;
    const bool goal = g->goal == NULL || strcmp(outcome, g->goal) == 0;
    return goal ? b->options.win_reward : -b->options.win_reward;
}

/* What a step brings the only player, or brings a player who acts with or against others. */
static inline float gain(struct batch *b, const struct game *g, const struct state *s,
                         int64_t *score, int32_t p, bool acted, const char *outcome)
{
    if (g->reward != NULL) return acted ? (float)g->reward(g, s, p + 1) : 0;
    if (g->unscored) return outcome == NULL ? 0 : batch_outcome_reward(b, outcome);
    if (outcome == NULL && g->scored_at_end) return 0;
    const int64_t now = g->score(g, s, p + 1), before = score[p];
    score[p] = now;
    return (float)(now - before);
}

/* Adds what a step brings to the rewards, after `actor` has acted, or was refused. */
static inline void reward(struct batch *b, int32_t i, const struct state *s,
                          int32_t actor, bool acted, const char *outcome, float more,
                          float *out)
{
    const struct game *g = b->game->game;
    const int32_t players = b->players, shares = b->shares;
    int64_t *score = b->score + (size_t)i * (size_t)players;
    float *sum = b->sum + (size_t)i * (size_t)shares;
    if (out != NULL) out += (size_t)i * (size_t)shares;
    for (int32_t p = 0; p < players; p++) {
        float r = gain(b, g, s, score, p, acted, outcome);
        if (p == actor || b->seats > 1) r += more;
        if (shares == 1 && p != actor) continue;
        const int32_t at = shares == 1 ? 0 : p;
        sum[at] += r;
        if (out != NULL) out[at] = r;
    }
}

/* ---- writing ---- */

bool batch_observe(struct batch_worker *w, int32_t level, const struct state *s,
                   uint8_t *out)
{
    const struct batch *b = w->batch;
    const struct game *g = b->game->game;
    const int32_t turn = g->players > 1 || g->see != NULL ? g->turn(g, s) - 1 : 0;
    if (g->see != NULL && b->options.observer != BATCH_ALL_SEEN) {
        int32_t player = b->options.observer;
        if (player == BATCH_MOVER) player = turn < 0 ? 0 : turn;
        memcpy(w->view, s, s->scratch);
        if (!g->see(g, w->view, player + 1)) return false;
        s = w->view;
    }
    observe_board(&b->game->level[level].observe, s, turn, b->options.observation,
                  w->room, out);
    return true;
}

/* What each player sees who acts together with others. */
static bool observe_all(struct batch_worker *w, int32_t level, const struct state *s,
                        uint8_t *out)
{
    const struct batch *b = w->batch;
    const struct game *g = b->game->game;
    const struct views *v = &b->game->level[level].views;
    const bool seen = g->see_in_host && b->options.observer != BATCH_ALL_SEEN;
    struct views_now now;
    views_begin(v, &now, s, w->room);
    if (!seen) views_copy(v, &now, s);
    for (int32_t p = 0; p < b->players; p++, out += views_size(v)) {
        if (seen) {
            memcpy(w->view, s, s->scratch);
            if (!g->see(g, w->view, p + 1)) return false;
            views_copy(v, &now, w->view);
        }
        views_write(v, &now, p, out);
    }
    return true;
}

static inline bool observe(struct batch_worker *w, int32_t i, const struct state *s,
                           uint8_t *out)
{
    const struct batch *b = w->batch;
    const struct game *g = b->game->game;
    const int32_t level = b->environment[i].level;
    out += (size_t)i * b->observed;
    if (b->observed == 0) return true;
    if (b->seats > 1) return observe_all(w, level, s, out);
    if (g->see != NULL || g->players > 1) return batch_observe(w, level, s, out);
    observe_board(&b->game->level[level].observe, s, 0, b->options.observation, w->room,
                  out);
    return true;
}

int32_t batch_mask(struct batch_worker *w, const struct state *s, bool exact,
                   uint8_t *mask)
{
    const struct batch *b = w->batch;
    const struct space *space = &b->game->space;
    const struct game *g = b->game->game;
    memset(mask, 0, (size_t)space->count);
    int n = exact ? g->actions(g, s, w->list, space->count)
                  : game_candidates(g, s, w->list, space->count);
    if (n < 0) return n == ACTIONS_STOPPED ? BATCH_STOPPED : BATCH_FAILED;
    if (n > space->count) n = space->count;
    const action *end = w->list + n;
    for (const action *a = w->list; a < end; a++) {
        const int32_t index = space_index(space, *a);
        if (index >= 0) mask[index] = 1;
    }
    return n;
}

/* Marks the actions of each player who acts together with others: each chooses one of his own, so that
 * the next one is asked. */
static int32_t mask_all(struct batch_worker *w, struct state *s, bool exact,
                        uint8_t *mask)
{
    const struct batch *b = w->batch;
    const struct game *g = b->game->game;
    const struct space *space = &b->game->space;
    for (int32_t p = 0; p < b->seats; p++, mask += space->count) {
        memset(mask, 0, (size_t)space->count);
        int n = exact ? g->actions(g, s, w->list, space->count)
                      : game_candidates(g, s, w->list, space->count);
        if (n < 0) return n == ACTIONS_STOPPED ? BATCH_STOPPED : BATCH_FAILED;
        if (n > space->count) n = space->count;
        for (int k = 0; k < n; k++) {
            const int32_t index = space_index(space, w->list[k] - p);
            if (index >= 0) mask[index] = 1;
        }
        if (p < b->seats - 1 && (n == 0 || g->apply(g, s, w->list[0], NULL) != APPLIED))
            return BATCH_FAILED;
    }
    return 0;
}

/* Marks what is possible, nothing after the end. */
static int32_t show_mask(struct batch_worker *w, int32_t i, struct state *s,
                         uint8_t *masks)
{
    const struct batch *b = w->batch;
    const size_t count = (size_t)b->game->space.count * (size_t)b->seats;
    uint8_t *mask = masks + (size_t)i * count;
    const bool exact = b->options.masks == BATCH_EXACT;
    if (is_over(&b->environment[i])) {
        memset(mask, 0, count);
        return 0;
    }
    return b->seats > 1 ? mask_all(w, s, exact, mask) : batch_mask(w, s, exact, mask);
}

/* What is seen of a position. */
static inline int32_t show(struct batch_worker *w, int32_t i, struct state *s,
                           const struct batch_arrays *to)
{
    const struct batch *b = w->batch;
    const struct game *g = b->game->game;
    if (to->player != NULL) to->player[i] = g->turn(g, s) - 1;
    if (to->observations != NULL && !observe(w, i, s, to->observations))
        return BATCH_FAILED;
    if (to->masks == NULL || b->options.masks == BATCH_NO_MASK) return 0;
    return show_mask(w, i, s, to->masks);
}

/* How the episode stands. */
static inline void tell(const struct batch *b, int32_t i, const struct batch_arrays *to)
{
    const struct batch_environment *e = &b->environment[i];
    if (to->terminated != NULL) to->terminated[i] = e->terminated;
    if (to->truncated != NULL) to->truncated[i] = e->truncated;
    if (to->outcome != NULL) to->outcome[i] = e->outcome;
    if (to->length != NULL) to->length[i] = e->length;
    for (int32_t p = 0; to->sum != NULL && p < b->shares; p++) {
        const size_t at = (size_t)i * (size_t)b->shares + (size_t)p;
        to->sum[at] = b->sum[at];
    }
}

static void no_reward(const struct batch *b, int32_t i, const struct batch_arrays *to)
{
    if (to->illegal != NULL) to->illegal[i] = 0;
    for (int32_t p = 0; to->rewards != NULL && p < b->shares; p++)
        to->rewards[(size_t)i * (size_t)b->shares + (size_t)p] = 0;
}

/* ---- episodes ---- */

/* Begins an episode; `level` -1: drawn. */
static struct state *begin(struct batch_worker *w, int32_t i, int32_t level)
{
    struct batch *b = w->batch;
    const struct batch_game *g = b->game;
    struct batch_environment *e = &b->environment[i];
    if (level < 0)
        level = g->levels > 1 ? (int32_t)rng_below(&e->rng, (uint32_t)g->levels) : 0;
    const struct batch_board *from = &g->level[level];
    const uint32_t drawn =
        from->starts > 1 ? rng_below(&e->rng, (uint32_t)from->starts) : 0;
    const struct state *start =
        (const void *)((const char *)from->start + drawn * from->stride);
    struct state *kept = batch_kept(b, i), *s = kept;
    if (g->bare)
        memcpy(kept, start, start->scratch);
    else
        s = batch_enter(w, start, level);
    if (g->game->reseed != NULL) g->game->reseed(g->game, s, rng_next(&e->rng));
    e->level = level;
    e->length = 0;
    for (int32_t p = 0; p < b->shares; p++)
        b->sum[(size_t)i * (size_t)b->shares + (size_t)p] = 0;
    batch_judge(b, i, s);
    batch_put(kept, s);
    return s;
}

static int32_t reset(struct batch_worker *w, int32_t i, const struct batch_job *job)
{
    struct batch *b = w->batch;
    struct batch_environment *e = &b->environment[i];
    int32_t level = b->options.level;
    const struct batch_start *start = job->start;
    if (start == NULL) {
        e->seed = b->options.seed + (uint64_t)i;
        e->rng = rng_mix(e->seed);
    } else {
        if (start->which != NULL && start->which[i] == 0) return 0;
        if (start->seeds != NULL) {
            e->seed = start->seeds[i];
            e->rng = rng_mix(e->seed);
        }
        if (start->levels != NULL) level = start->levels[i];
    }
    struct state *s = begin(w, i, level);
    no_reward(b, i, job->arrays);
    tell(b, i, job->arrays);
    return show(w, i, s, job->arrays);
}

/* Carries out the actions of all who act. One that is refused leaves the state as it was, or on the
 * way, of which batch_put has not been told. */
static enum applied apply_all(struct batch_worker *w, struct state *s,
                              const int32_t *actions)
{
    const struct batch *b = w->batch;
    const struct game *g = b->game->game;
    enum applied done = APPLIED;
    for (int32_t p = 0; p < b->seats && done == APPLIED; p++)
        done = g->apply(g, s, b->game->space.code[actions[p]] + p, NULL);
    return done;
}

/* Whether an action is possible, for BATCH_FAIL: tried on the worker's copy. */
static int32_t check(struct batch_worker *w, int32_t i, const struct batch_arrays *with)
{
    const struct batch *b = w->batch;
    const struct batch_environment *e = &b->environment[i];
    if (is_over(e)) return 0;
    struct state *s = batch_enter(w, batch_kept(b, i), e->level);
    const enum applied done =
        apply_all(w, s, with->actions + (size_t)i * (size_t)b->seats);
    return done == REFUSED   ? BATCH_WRONG
           : done == FAILED  ? BATCH_FAILED
           : done == STOPPED ? BATCH_STOPPED
                             : 0;
}

/* The step of an environment whose episode is over. */
static int32_t step_on(struct batch_worker *w, int32_t i, const struct batch_arrays *to)
{
    struct batch *b = w->batch;
    no_reward(b, i, to);
    struct state *s = b->options.autoreset == BATCH_NEVER
                          ? batch_take_out(w, batch_kept(b, i), b->environment[i].level)
                          : begin(w, i, b->options.level);
    tell(b, i, to);
    return show(w, i, s, to);
}

/* An episode has ended; *s becomes the first position of the next one, if that begins now. */
static int32_t end_episode(struct batch_worker *w, int32_t i, struct state **s,
                           const struct batch_arrays *to)
{
    struct batch *b = w->batch;
    if (b->options.autoreset != BATCH_SAME_STEP) return 0;
    if (to->final_observations != NULL && !observe(w, i, *s, to->final_observations))
        return BATCH_FAILED;
    *s = begin(w, i, b->options.level);
    return 0;
}

/* Carries out what may break, or the actions of several who act. Where it is played in place, rules that
 * break have changed what they have come to: then it is as it was. */
static enum applied carry_out(struct batch_worker *w, struct state *s,
                              const struct state *kept, const int32_t *actions)
{
    const bool in_place = s != w->state;
    if (in_place) memcpy(w->state, s, s->size);
    const enum applied done = apply_all(w, s, actions);
    if (done == REFUSED && w->batch->seats > 1) /* these are never played in place */
        memcpy(s, kept, s->scratch);
    if (in_place && (done == FAILED || done == STOPPED))
        memcpy(s, w->state, w->state->size);
    return done;
}

/* Sets *ended if the episode has ended. */
static int32_t step(struct batch_worker *w, int32_t i, const struct batch_arrays *to,
                    bool *ended)
{
    struct batch *b = w->batch;
    const struct game *g = b->game->game;
    struct batch_environment *e = &b->environment[i];
    if (is_over(e)) return step_on(w, i, to);
    struct state *kept = batch_kept(b, i), *s = batch_take_out(w, kept, e->level);
    const int32_t actor = b->players > 1 ? g->turn(g, s) - 1 : 0;
    const int32_t *actions = to->actions + (size_t)i * (size_t)b->seats;
    const bool alone = b->seats == 1 && (s != kept || g->host == NULL || g->steady);
    const enum applied done =
        alone ? g->apply(g, s, b->game->space.code[*actions], w->report)
              : carry_out(w, s, kept, actions);
    if (done == FAILED || done == STOPPED)
        return done == FAILED ? BATCH_FAILED : BATCH_STOPPED;
    const char *outcome = g->outcome(g, s);
    const bool illegal = done == REFUSED;
    e->length += e->length < INT32_MAX;
    reward(b, i, s, actor, !illegal, outcome,
           b->options.step_reward + (illegal ? b->options.illegal_reward : 0),
           to->rewards);
    e->terminated = outcome != NULL || (illegal && b->options.illegal == BATCH_END);
    e->truncated =
        !e->terminated && b->options.max_steps > 0 && e->length >= b->options.max_steps;
    if (outcome != NULL) e->outcome = outcome_number(g, outcome);
    if (to->illegal != NULL) to->illegal[i] = illegal;
    batch_put(kept, s);
    tell(b, i, to);
    *ended = is_over(e);
    const int32_t failed = *ended ? end_episode(w, i, &s, to) : 0;
    return failed < 0 ? failed : show(w, i, s, to);
}

void batch_work(struct batch_worker *w, const struct batch_job *job)
{
    const struct poll *poll = &w->batch->poll;
    const uint32_t every = job->work == BATCH_DO_WALK ? 1 : 64; /* environments */
    int32_t done = 0, all = 0, i = w->from;
    for (; i < w->to && done >= 0; i++) {
        if (poll->stop != NULL && (uint32_t)i % every == every - 1 &&
            poll->stop(poll->with)) {
            done = BATCH_STOPPED;
            continue;
        }
        bool ended = false;
        int32_t walked = 0;
        switch (job->work) {
        case BATCH_DO_RESET: done = reset(w, i, job); break;
        case BATCH_DO_CHECK: done = check(w, i, job->arrays); break;
        case BATCH_DO_STEP: done = step(w, i, job->arrays, &ended); break;
        case BATCH_DO_WALK: done = walked = job->walk(w, i, job->with); break;
        case BATCH_DO_LOOK: {
            struct batch *b = w->batch;
            const int32_t level = b->environment[i].level;
            tell(b, i, job->arrays);
            done = show(w, i, batch_take_out(w, batch_kept(b, i), level), job->arrays);
            break;
        }
        }
        all += ended + (walked > 0 ? walked : 0);
    }
    if (done < 0) w->shaped = -1; /* a rule that breaks may leave scratch behind */
    w->at = i - 1;
    w->done = done < 0 ? done : all;
}
