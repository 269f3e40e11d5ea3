/*
 * Ending calls that take long, by the caller's function (`stop` of a source): it is asked from the
 * polls that searches and long actions have anyway, and from the count of Lua's instructions.
 *
 *     thread of the call     poll -> enough time since the last question? -> stop(with) -> `stopped`
 *     others of a batch      poll -> `stopped`
 */
#include <time.h>

#include "inside.h"

static const int64_t every = 50000000; /* nanoseconds between two questions */

static int64_t nanoseconds(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0) return 0;
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void api_begin(struct tessera_game *g)
{
    struct api_interrupt *x = &g->interrupt;
    if (x->stop == NULL) return;
    atomic_store_explicit(&x->stopped, false, memory_order_relaxed);
    x->thread = pthread_self();
    x->due = 0;
}

bool api_is_interrupted(void *game)
{
    struct api_interrupt *x = &((struct tessera_game *)game)->interrupt;
    if (x->stop == NULL) return false;
    if (atomic_load_explicit(&x->stopped, memory_order_relaxed)) return true;
    if (!pthread_equal(x->thread, pthread_self())) return false;
    const int64_t now = nanoseconds();
    const bool first = x->due == 0, is_due = !first && now >= x->due;
    if (first || is_due) x->due = now + every;
    if (!is_due || x->stop(x->with) == 0) return false;
    atomic_store_explicit(&x->stopped, true, memory_order_relaxed);
    return true;
}

bool api_was_interrupted(const struct tessera_game *g)
{
    const struct api_interrupt *x = &g->interrupt;
    return x->stop != NULL && atomic_load_explicit(&x->stopped, memory_order_relaxed);
}
