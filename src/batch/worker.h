/*
 * What batch.c, episode.c and workers.c share: the memory of a thread, and the work on environments.
 */
#ifndef TESSERA_BATCH_WORKER_H
#define TESSERA_BATCH_WORKER_H

#include "batch.h"

enum batch_work {
    BATCH_DO_RESET,
    BATCH_DO_CHECK,
    BATCH_DO_STEP,
    BATCH_DO_LOOK,
    BATCH_DO_WALK
};

/* The memory of one thread. `state` is whole, its scratch zero; `shaped` is the level whose shape it
 * has now, -1: none. */
struct batch_worker {
    struct batch *batch;
    struct state *state, *view;
    unsigned char *room;
    action *list;
    struct report *report; /* what is known before an action; or NULL */
    int32_t shaped, from, to;
    int32_t done;    /* episodes that ended; or BATCH_... */
    int32_t at;      /* where it was stopped */
    char apart[128]; /* from what another thread writes */
};

/* What is done now. */
struct batch_job {
    enum batch_work work;
    const struct batch_start *start;
    const struct batch_arrays *arrays;
    /* BATCH_DO_WALK: returns how many leaves of a tree are to be judged, or BATCH_... */
    int32_t (*walk)(struct batch_worker *, int32_t i, void *with);
    void *with;
};

static inline struct state *batch_kept(const struct batch *b, int32_t i)
{
    return (struct state *)(void *)(b->states + (size_t)i * b->game->kept);
}

/* Does the work on the worker's part of the environments, and sets done and at (episode.c). */
void batch_work(struct batch_worker *, const struct batch_job *);

/* Whether a state is over, or `conclude` would not end it, which there must be. Then the state may have
 * changed (batch.c). */
bool batch_is_settled(const struct batch *, struct state *);

/* Notes whether no end holds in a state that runs (batch.c). */
void batch_know(struct batch *, bool settled);

/* Copies a state into a worker's memory (batch.c). */
struct state *batch_enter(struct batch_worker *, const struct state *, int32_t level);

/* A state to play on: where it is kept, or in a worker's memory, from where batch_put takes it back. */
static inline struct state *batch_take_out(struct batch_worker *w, struct state *kept,
                                           int32_t level)
{
    return w->batch->game->bare ? kept : batch_enter(w, kept, level);
}

static inline void batch_put(struct state *kept, const struct state *s)
{
    if (s != kept) memcpy(kept, s, s->scratch);
}

/* Writes the array of a state of this level at `out`; false: a rule written in Lua raised an error
 * (episode.c). */
bool batch_observe(struct batch_worker *, int32_t level, const struct state *,
                   uint8_t *out);

/* Marks the actions of a state, exactly or among others. Returns how many, or BATCH_... (episode.c) */
int32_t batch_mask(struct batch_worker *, const struct state *, bool exact,
                   uint8_t *mask);

/* What an outcome counts in a game of one player without scores; NULL: 0 (episode.c). */
float batch_outcome_reward(const struct batch *, const char *outcome);

/* Scores and outcome of an environment, from its state in the worker's memory (episode.c). */
void batch_judge(struct batch *, int32_t i, const struct state *);

/* Does it by all workers (workers.c); opening: false, there is no memory. */
void batch_work_all(struct batch *, const struct batch_job *);

/* The same, and what came of it: how many episodes ended, or leaves were found; or BATCH_... (batch.c) */
int32_t batch_work_on(struct batch *, const struct batch_job *);

bool batch_workers_open(struct batch *);
void batch_workers_close(struct batch *);

#endif
