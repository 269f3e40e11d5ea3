/*
 * The threads of a batch: each does its own part of the environments, the calling one the first.
 *
 *     batch_work_all   round 7: the threads wake, work, and count themselves off; the caller waits
 *
 * What an environment does depends on nothing outside of it, so the numbers are the same with any
 * number of threads; where none can be started the caller does all.
 */
#include "worker.h"

#ifndef __EMSCRIPTEN__
#include <pthread.h>

struct batch_team {
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;
    const struct batch_job *job; /* NULL: the threads end */
    int32_t round, working, threads;
    struct batch_seat {
        struct batch_team *team;
        struct batch_worker *worker;
        pthread_t thread;
    } seat[BATCH_THREADS_MAX];
};

static void *sit(void *with)
{
    struct batch_seat *seat = with;
    struct batch_team *team = seat->team;
    int32_t round = 0;
    for (;;) {
        pthread_mutex_lock(&team->lock);
        while (team->round == round) pthread_cond_wait(&team->begins, &team->lock);
        round = team->round;
        const struct batch_job *job = team->job;
        pthread_mutex_unlock(&team->lock);
        if (job == NULL) return NULL;
        batch_work(seat->worker, job);
        pthread_mutex_lock(&team->lock);
        if (--team->working == 0) pthread_cond_signal(&team->ends);
        pthread_mutex_unlock(&team->lock);
    }
}

/* Begins a round; NULL ends the threads. */
static void begin_round(struct batch_team *team, const struct batch_job *job)
{
    pthread_mutex_lock(&team->lock);
    team->job = job;
    team->round++;
    team->working = team->threads;
    pthread_cond_broadcast(&team->begins);
    pthread_mutex_unlock(&team->lock);
}

bool batch_workers_open(struct batch *b)
{
    const struct batch_memory *m = &b->game->memory;
    if (b->workers < 2) return true;
    struct batch_team *team = batch_take(m, 1, sizeof *team);
    if (team == NULL) return false;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begins, NULL);
    pthread_cond_init(&team->ends, NULL);
    b->team = team;
    for (int32_t k = 1; k < b->workers; k++) {
        struct batch_seat *seat = &team->seat[k];
        *seat = (struct batch_seat){.team = team, .worker = &b->worker[k]};
        if (pthread_create(&seat->thread, NULL, sit, seat) != 0) break;
        team->threads++;
    }
    return true;
}

void batch_workers_close(struct batch *b)
{
    struct batch_team *team = b->team;
    if (team == NULL) return;
    begin_round(team, NULL);
    for (int32_t k = 1; k <= team->threads; k++) pthread_join(team->seat[k].thread, NULL);
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->begins);
    pthread_cond_destroy(&team->ends);
    batch_give(&b->game->memory, team);
    b->team = NULL;
}

void batch_work_all(struct batch *b, const struct batch_job *job)
{
    struct batch_team *team = b->team;
    const int32_t threads = team == NULL ? 0 : team->threads;
    if (threads > 0) begin_round(team, job);
    batch_work(&b->worker[0], job);
    for (int32_t k = threads + 1; k < b->workers; k++) batch_work(&b->worker[k], job);
    if (threads == 0) return;
    pthread_mutex_lock(&team->lock);
    while (team->working > 0) pthread_cond_wait(&team->ends, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

#else

bool batch_workers_open(struct batch *b)
{
    return true;
}

void batch_workers_close(struct batch *b)
{
}

void batch_work_all(struct batch *b, const struct batch_job *job)
{
    for (int32_t k = 0; k < b->workers; k++) batch_work(&b->worker[k], job);
}

#endif
