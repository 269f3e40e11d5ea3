/*
 * What batch.c, episode.c and workers.c share: the memory of a thread, and the work on environments.
 */
#ifndef TESSERA_BATCH_WORKER_H
#define TESSERA_BATCH_WORKER_H

#include "batch.h"

enum batch_work { BATCH_DO_RESET, BATCH_DO_CHECK, BATCH_DO_STEP, BATCH_DO_LOOK };

/* The memory of one thread. `state` is whole, its scratch zero; `shaped` is the level whose shape it
 * has now, -1: none. */
struct batch_worker {
    struct batch *batch;
    struct state *state, *view;
    unsigned char *room;
    action *list;
    int32_t shaped, from, to;
    int32_t done; /* episodes that ended; or BATCH_... */
    int32_t at;   /* where it was stopped */
};

/* What is done now. */
struct batch_job {
    enum batch_work work;
    const struct batch_start *start;
    const struct batch_arrays *arrays;
};

struct state *batch_kept(const struct batch *, int32_t i);

/* Does the work on the worker's part of the environments, and sets done and at (episode.c). */
void batch_work(struct batch_worker *, const struct batch_job *);

/* Copies a state into a worker's memory (batch.c). */
struct state *batch_enter(struct batch_worker *, const struct state *, int32_t level);

/* Scores and outcome of an environment, from its state in the worker's memory (episode.c). */
void batch_judge(struct batch *, int32_t i, const struct state *);

/* Does it by all workers (workers.c); opening: false, there is no memory. */
void batch_work_all(struct batch *, const struct batch_job *);
bool batch_workers_open(struct batch *);
void batch_workers_close(struct batch *);

#endif
