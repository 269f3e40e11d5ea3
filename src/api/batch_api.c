/*
 * Batches: checks what the caller has given, and calls src/batch.
 */
#include <math.h>
#include <stdlib.h>

#include "inside.h"

enum { COUNT_MOST = 1 << 24 };

/* A poll comes every fraction of a millisecond, in which Lua has so many instructions. */
enum { INSTRUCTIONS_A_POLL = 4096 };

/* ---- playing ---- */

struct playing {
    struct tessera_batch *b;
    int32_t (*f)(void *with, struct text *why);
    void *with;
    struct text *why;
    bool together; /* in all threads */
    int32_t result;
};

static bool stop(void *with)
{
    struct tessera_batch *b = with;
    return atomic_fetch_sub(&b->polls, 1) <= 0 || api_is_interrupted(b->game);
}

static void call(struct playing *p)
{
    struct tessera_batch *b = p->b;
    const struct game *game = b->game->game;
    int64_t polls = b->game->budget.most / INSTRUCTIONS_A_POLL + 1;
    atomic_store(&b->polls, polls * b->batch.options.count);
    struct poll before = game_ask(game, (struct poll){stop, b});
    p->result = p->f(p->with, p->why);
    game_ask(game, before);
}

/* In several threads the host is shut, so that none calls Lua: a rule that breaks the engine fails
 * then without words. */
static int l_call(lua_State *L)
{
    struct playing *p = lua_touserdata(L, 1);
    const struct game *game = p->b->game->game;
    const bool shut = p->together && p->b->batch.workers > 1;
    api_push_class(L);
    struct entered here = bind_enter(L, game, 2);
    if (shut) game->host->in.failed = true;
    call(p);
    if (shut) game->host->in.failed = false;
    if (bind_leave(&here)) return lua_error(L);
    return 0;
}

int32_t api_play(struct tessera_batch *b, int32_t (*f)(void *with, struct text *why),
                 void *with, bool together, struct tessera_error *error)
{
    char wrong[sizeof error->text] = "";
    struct text why = text_into(wrong, sizeof wrong);
    struct playing p = {.b = b, .f = f, .with = with, .why = &why, .together = together};
    api_clear(error);
    if (b->game->game->host == NULL) {
        api_begin(b->game);
        call(&p);
        if (api_was_interrupted(b->game)) return api_fail(error, "interrupted");
    } else if (api_call(b->game, NULL, l_call, &p, error) != 0) {
        return -1;
    }
    if (p.result >= 0) return p.result;
    if (p.result == BATCH_STOPPED) return api_fail(error, "a turn does not end");
    if (p.result == BATCH_FAILED) return api_fail(error, "an internal error in a rule");
    return api_fail(error, "%s", wrong);
}

/* ---- options ---- */

static bool is_in(int64_t n, int64_t min, int64_t max, const char *name,
                  struct tessera_error *error)
{
    return api_in(n, min, max, "tessera_options", name, error);
}

static bool is_finite(float n, const char *name, struct tessera_error *error)
{
    if (isfinite(n)) return true;
    return api_fail(error, "tessera_options: %s is %g, no finite number", name,
                    (double)n) == 0;
}

static bool check_options(const struct tessera_game *g, const struct tessera_options *o,
                          struct tessera_error *error)
{
    return is_in(o->count, 1, COUNT_MOST, "count", error) &&
           is_in(o->threads, 0, BATCH_THREADS_MAX, "threads", error) &&
           is_in(o->observation, TESSERA_NOTHING, TESSERA_BITS, "observation", error) &&
           is_in(o->observer, -2, g->game->players - 1, "observer", error) &&
           is_in(o->masks, TESSERA_NO_MASK, TESSERA_EXACT, "masks", error) &&
           is_in(o->autoreset, TESSERA_NEXT_STEP, TESSERA_NEVER, "autoreset", error) &&
           is_in(o->illegal, TESSERA_REFUSE, TESSERA_FAIL, "illegal", error) &&
           is_in(o->max_steps, 0, INT32_MAX, "max_steps", error) &&
           is_finite(o->illegal_reward, "illegal_reward", error) &&
           is_finite(o->win_reward, "win_reward", error) &&
           is_finite(o->step_reward, "step_reward", error) &&
           is_in(o->all_players, 0, 1, "all_players", error) &&
           is_in(o->level, -1, g->levels - 1, "level", error);
}

struct tessera_batch *tessera_batch_new(struct tessera_game *g,
                                        const struct tessera_options *given,
                                        struct tessera_error *error)
{
    struct tessera_options o;
    char wrong[sizeof error->text] = "";
    struct text why = text_into(wrong, sizeof wrong);
    const size_t least = offsetof(struct tessera_options, count) + sizeof o.count;
    api_clear(error);
    if (g == NULL) return api_fail(error, "the game is NULL"), NULL;
    if (!api_read(&o, sizeof o, given, least, "tessera_options", error) ||
        !check_options(g, &o, error)) {
        return NULL;
    }
    struct tessera_batch *b = calloc(1, sizeof *b);
    if (b == NULL) return api_fail(error, "not enough memory"), NULL;
    if (g->game->together && o.observer == 0) o.observer = BATCH_MOVER;
    const struct batch_options options = {
        .count = o.count,
        .threads = o.threads,
        .observation = (enum observe_as)o.observation,
        .observer = o.observer,
        .masks = (enum batch_masks)o.masks,
        .autoreset = (enum batch_autoreset)o.autoreset,
        .illegal = (enum batch_illegal)o.illegal,
        .max_steps = o.max_steps,
        .illegal_reward = o.illegal_reward,
        .win_reward = o.win_reward,
        .step_reward = o.step_reward,
        .all_players = o.all_players != 0,
        .level = o.level,
        .seed = o.seed,
    };
    b->game = g;
    b->batch.poll = (struct poll){api_is_interrupted, g};
    if (batch_open(&b->batch, &g->batch, &options, &why)) return b;
    api_fail(error, "%s", wrong);
    free(b);
    return NULL;
}

void tessera_batch_free(struct tessera_batch *b)
{
    if (b == NULL) return;
    api_leave_trees(b);
    batch_close(&b->batch);
    free(b);
}

/* ---- arrays ---- */

/* What a call is given. */
struct given {
    struct batch *batch;
    struct batch_arrays arrays;
    struct batch_start start;
    bool all; /* there is no start */
};

/* Reads the arrays; NULL: none. */
static bool read_arrays(struct given *to, const struct tessera_arrays *given,
                        struct tessera_error *error)
{
    struct tessera_arrays a = {.size = sizeof a};
    const size_t least = offsetof(struct tessera_arrays, actions) + sizeof a.actions;
    if (given != NULL && !api_read(&a, sizeof a, given, least, "tessera_arrays", error))
        return false;
    to->arrays = (struct batch_arrays){
        .actions = a.actions,
        .observations = a.observations,
        .final_observations = a.final_observations,
        .masks = a.masks,
        .rewards = a.rewards,
        .terminated = a.terminated,
        .truncated = a.truncated,
        .illegal = a.illegal,
        .player = a.player,
        .outcome = a.outcome,
        .length = a.length,
        .sum = a.sum,
    };
    return true;
}

static bool read_start(struct given *to, const struct tessera_start *given,
                       struct tessera_error *error)
{
    struct tessera_start s = {.size = sizeof s};
    const size_t least = offsetof(struct tessera_start, which) + sizeof s.which;
    to->all = given == NULL;
    if (to->all) return true;
    if (!api_read(&s, sizeof s, given, least, "tessera_start", error)) return false;
    to->start = (struct batch_start){s.which, s.seeds, s.levels};
    return true;
}

/* Calls f with what a call is given, in all threads. */
static int32_t play_all(struct tessera_batch *b, int32_t (*f)(void *, struct text *),
                        const struct tessera_start *start,
                        const struct tessera_arrays *arrays, struct tessera_error *error)
{
    struct given x;
    if (b == NULL) return api_fail(error, "the batch is NULL");
    x.batch = &b->batch;
    if (!read_arrays(&x, arrays, error) || !read_start(&x, start, error)) return -1;
    return api_play(b, f, &x, true, error);
}

static int32_t reset(void *with, struct text *why)
{
    struct given *x = with;
    return batch_reset(x->batch, x->all ? NULL : &x->start, &x->arrays, why);
}

int32_t tessera_reset(struct tessera_batch *b, const struct tessera_start *start,
                      const struct tessera_arrays *arrays, struct tessera_error *error)
{
    return play_all(b, reset, start, arrays, error);
}

static int32_t step(void *with, struct text *why)
{
    struct given *x = with;
    if (x->arrays.actions != NULL) return batch_step(x->batch, &x->arrays, why);
    text_string(why, "tessera_arrays: no actions");
    return BATCH_WRONG;
}

int32_t tessera_step(struct tessera_batch *b, const struct tessera_arrays *arrays,
                     struct tessera_error *error)
{
    return play_all(b, step, NULL, arrays, error);
}

static int32_t look(void *with, struct text *why)
{
    struct given *x = with;
    (void)why;
    return batch_look(x->batch, &x->arrays);
}

int32_t tessera_look(struct tessera_batch *b, const struct tessera_arrays *arrays,
                     struct tessera_error *error)
{
    return play_all(b, look, NULL, arrays, error);
}
