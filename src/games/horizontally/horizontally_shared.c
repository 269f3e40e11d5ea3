/*
 * Positions of different depths are different: each move takes cells or a free move. So a
 * position is compared only with those at its depth.
 */
#include "horizontally_shared.h"

#include <sched.h>

enum { FIRST_BUCKETS = 1 << 9 };

struct shared *shared_new(const struct search_limits *limits, int solvers)
{
    struct shared *s = search_resize(limits, NULL, 1, sizeof *s);
    if (s == NULL) return NULL;
    memset(s, 0, sizeof *s);
    s->solvers = solvers;
    atomic_init(&s->solved, false);
    for (int i = 0; i < SHARED_SHARDS; i++) {
        atomic_flag_clear(&s->shards[i].lock);
    }
    return s;
}

static struct shard *lock(struct shared *s, struct table_key k)
{
    struct shard *shard = &s->shards[table_hash(k) / (UINT64_MAX / SHARED_SHARDS + 1)];
    while (atomic_flag_test_and_set_explicit(&shard->lock, memory_order_acquire)) {
        sched_yield();
    }
    return shard;
}

static void unlock(struct shard *shard)
{
    atomic_flag_clear_explicit(&shard->lock, memory_order_release);
}

bool shared_find(struct shared *s, struct table_key k, bool *won)
{
    struct shard *shard = lock(s, k);
    bool found = table_find(&shard->table, k, won);
    unlock(shard);
    return found;
}

void shared_put(struct shared *s, const struct search_limits *limits, struct table_key k,
                bool won, int64_t nodes)
{
    struct shard *shard = lock(s, k);
    if (!shard->opened) table_open(&shard->table, limits, FIRST_BUCKETS);
    shard->opened = true;
    shard->table.limits = limits;
    table_put(&shard->table, k, won, nodes);
    unlock(shard);
}

void shared_enter(struct shared *s, int solver, int depth, struct table_key k)
{
    if (depth >= SHARED_WAY) return;
    atomic_store_explicit(&s->way[solver][depth], table_hash(k), memory_order_relaxed);
}

void shared_leave(struct shared *s, int solver, int depth)
{
    if (depth >= SHARED_WAY) return;
    atomic_store_explicit(&s->way[solver][depth], 0, memory_order_relaxed);
}

bool shared_busy(const struct shared *s, int solver, int depth, struct table_key k)
{
    uint64_t hash = table_hash(k);
    if (depth >= SHARED_WAY) return false;
    for (int i = 0; i < s->solvers; i++) {
        const _Atomic uint64_t *at = &s->way[i][depth];
        if (i != solver && atomic_load_explicit(at, memory_order_relaxed) == hash) {
            return true;
        }
    }
    return false;
}
