/*
 * Threads, and what they ask the calling one for. A part counts with plain variables, and
 * publishes the counts whenever its search calls `stop`.
 */
#include "parallel.h"

#include <assert.h>
#include <stdatomic.h>

#ifndef PARALLEL_ALONE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#endif

struct team;

/* What a part waits for: a block; that the limits are asked; that they have answered. */
enum wish { NOTHING, MEMORY, LOOK, LOOKING };

struct part {
    struct team *team;
    int number;
    struct search_limits limits;
    struct search_progress progress; /* at the end */
    _Atomic int64_t nodes, generated, depth, best;
    size_t room; /* bytes that it may still take */
    bool begun;  /* the limits were asked once */
    enum search_end end;
    enum wish wish; /* guarded by the team's lock, as the next two */
    void *block;    /* in: to be resized; out: the answer */
    size_t bytes;
#ifndef PARALLEL_ALONE
    pthread_t thread;
#endif
    bool threaded;
};

struct team {
    const struct search_limits *limits;
    struct search_progress *progress;
    parallel_part *work;
    parallel_then *then; /* or NULL */
    void *with;
    struct part *parts;
    int count;
    atomic_bool enough; /* the search is to end */
#ifndef PARALLEL_ALONE
    pthread_mutex_t lock;
    pthread_cond_t wished, answered;
    int running;                          /* guarded by the lock */
    void (*each)(void *with, int number); /* of this step; NULL: there is none any more */
    atomic_int steps, left; /* steps begun; threads that have not done the last one */
#endif
};

/* ---- progress ---- */

static void publish(struct part *p, const struct search_progress *progress)
{
    atomic_store_explicit(&p->nodes, progress->nodes, memory_order_relaxed);
    atomic_store_explicit(&p->generated, progress->generated, memory_order_relaxed);
    atomic_store_explicit(&p->depth, progress->depth, memory_order_relaxed);
    atomic_store_explicit(&p->best, progress->best, memory_order_relaxed);
}

static int64_t count_of(_Atomic int64_t *count)
{
    return atomic_load_explicit(count, memory_order_relaxed);
}

static void sum_up(struct team *t)
{
    struct search_progress *sum = t->progress;
    bool first = true;
    sum->nodes = sum->generated = sum->depth = sum->best = 0;
    for (int i = 0; i < t->count; i++) {
        struct part *p = &t->parts[i];
        int64_t generated = count_of(&p->generated), depth = count_of(&p->depth),
                best = count_of(&p->best);
        sum->nodes += count_of(&p->nodes);
        sum->generated += generated;
        if (depth > sum->depth) sum->depth = depth;
        if (generated > 0 && (first || best > sum->best)) sum->best = best;
        if (generated > 0) first = false;
    }
}

/* Asks the limits of the whole search, in the calling thread. */
static bool look(struct team *t)
{
    if (atomic_load(&t->enough)) return true;
    sum_up(t);
    if (search_stops_now(t->limits, t->progress)) atomic_store(&t->enough, true);
    return atomic_load(&t->enough);
}

/* ---- threads ---- */

static void work(struct part *p)
{
    struct team *t = p->team;
    p->end = t->work(t->with, p->number, &p->limits, &p->progress);
    publish(p, &p->progress);
}

/* Does the parts that have no thread. */
static void work_alone(struct team *t)
{
    for (int i = 0; i < t->count; i++) {
        if (!t->parts[i].threaded) work(&t->parts[i]);
    }
}

#ifdef PARALLEL_ALONE
static void make_wish(struct part *p, enum wish what)
{
}
static void run_threads(struct team *t)
{
    work_alone(t);
}
#else

/* Waits until the calling thread has done it. */
static void make_wish(struct part *p, enum wish what)
{
    struct team *t = p->team;
    pthread_mutex_lock(&t->lock);
    p->wish = what;
    pthread_cond_signal(&t->wished);
    while (p->wish != NOTHING) pthread_cond_wait(&t->answered, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

/* Waits until a counter has another value. What is waited for takes less time than waking
 * a thread; so at first the thread stays awake. */
static void wait_for_change(struct team *t, atomic_int *counter, int from)
{
    enum { TRIES = 500 };
    for (int i = 0; i < TRIES && atomic_load(counter) == from; i++) sched_yield();
    if (atomic_load(counter) != from) return;
    pthread_mutex_lock(&t->lock);
    while (atomic_load(counter) == from) pthread_cond_wait(&t->answered, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

static void change(struct team *t, atomic_int *counter, int by)
{
    pthread_mutex_lock(&t->lock);
    atomic_fetch_add(counter, by);
    pthread_cond_broadcast(&t->answered);
    pthread_mutex_unlock(&t->lock);
}

/* Does the steps that follow, until there are no more. */
static void take_steps(struct part *p)
{
    struct team *t = p->team;
    for (int done = 0;; done++) {
        wait_for_change(t, &t->steps, done);
        if (t->each == NULL) return;
        t->each(t->with, p->number);
        change(t, &t->left, -1);
    }
}

static void *begin(void *part)
{
    struct part *p = part;
    struct team *t = p->team;
    work(p);
    pthread_mutex_lock(&t->lock);
    t->running--;
    pthread_cond_signal(&t->wished);
    pthread_mutex_unlock(&t->lock);
    if (t->then != NULL && p->number > 0) take_steps(p);
    return NULL;
}

/* Signals are for the calling thread, whose handlers may be those of Lua. */
static void start_threads(struct team *t)
{
    enum { STACK = 1 << 22 };
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 0; i < t->count; i++) {
        struct part *p = &t->parts[i];
        p->threaded = true;
        if (pthread_create(&p->thread, &attributes, begin, p) != 0) p->threaded = false;
        if (!p->threaded) break;
        pthread_mutex_lock(&t->lock);
        t->running++;
        pthread_mutex_unlock(&t->lock);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

/* Whether one part or more had the wish; these have another one now. Resizes blocks. */
static bool change_wishes(struct team *t, enum wish from, enum wish to)
{
    bool any = false;
    for (int i = 0; i < t->count; i++) {
        struct part *p = &t->parts[i];
        if (p->wish != from) continue;
        if (from == MEMORY) {
            p->block = t->limits->resize(t->limits->with, p->block, p->bytes);
        }
        p->wish = to;
        any = true;
    }
    return any;
}

static bool has_wish(const struct team *t)
{
    for (int i = 0; i < t->count; i++) {
        if (t->parts[i].wish != NOTHING) return true;
    }
    return false;
}

/* False if there was none for a while. */
static bool wait_for_wish(struct team *t)
{
    enum { NANOSECONDS = 5000000, SECOND = 1000000000 };
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += NANOSECONDS;
    if (until.tv_nsec >= SECOND) until.tv_sec++;
    until.tv_nsec %= SECOND;
    return pthread_cond_timedwait(&t->wished, &t->lock, &until) == 0;
}

/* Whether a part has entered a successor; before that there is nothing to tell. */
static bool has_begun(struct team *t)
{
    for (int i = 0; i < t->count; i++) {
        if (count_of(&t->parts[i].generated) > 0) return true;
    }
    return false;
}

/* Fulfils wishes until all threads have ended, and asks the limits now and then. */
static void serve(struct team *t)
{
    bool late = false;
    pthread_mutex_lock(&t->lock);
    while (t->running > 0) {
        bool answers = change_wishes(t, MEMORY, NOTHING);
        if (change_wishes(t, LOOK, LOOKING) || (late && has_begun(t))) {
            pthread_mutex_unlock(&t->lock);
            look(t);
            pthread_mutex_lock(&t->lock);
            answers = change_wishes(t, LOOKING, NOTHING) || answers;
        }
        if (answers) pthread_cond_broadcast(&t->answered);
        late = !has_wish(t) && t->running > 0 && !wait_for_wish(t);
    }
    pthread_mutex_unlock(&t->lock);
}

static void run_threads(struct team *t)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wished, &monotonic);
    pthread_cond_init(&t->answered, NULL);
    start_threads(t);
    serve(t);
    work_alone(t);
    if (t->then != NULL) t->then(t->with, t);
    t->each = NULL;
    change(t, &t->steps, 1);
    for (int i = 0; i < t->count; i++) {
        if (t->parts[i].threaded) pthread_join(t->parts[i].thread, NULL);
    }
    pthread_cond_destroy(&t->answered);
    pthread_cond_destroy(&t->wished);
    pthread_mutex_destroy(&t->lock);
    pthread_condattr_destroy(&monotonic);
}

void parallel_each(struct team *t, void (*each)(void *with, int number))
{
    int threads = 0;
    for (int i = 1; i < t->count; i++) threads += t->parts[i].threaded;
    t->each = each;
    atomic_store(&t->left, threads);
    change(t, &t->steps, 1);
    for (int i = 0; i < t->count; i++) {
        if (i == 0 || !t->parts[i].threaded) each(t->with, i);
    }
    for (int left; (left = atomic_load(&t->left)) > 0;)
        wait_for_change(t, &t->left, left);
}

#endif

/* ---- the limits of a part ---- */

static bool stop(void *with, struct search_progress *progress)
{
    enum { EVERY = 64 };
    struct part *p = with;
    struct team *t = p->team;
    bool waits = !p->begun && progress->ask == 0;
    publish(p, progress);
    progress->ask = progress->generated + EVERY;
    if (!p->threaded) {
        bool enough = look(t);
        int64_t wait = t->progress->ask - t->progress->generated;
        progress->ask = progress->generated + (wait > 0 ? wait : 0);
        return enough;
    }
    if (waits) make_wish(p, LOOK);
    p->begun = true;
    return atomic_load_explicit(&t->enough, memory_order_relaxed);
}

static bool tried(void *with)
{
    struct part *p = with;
    const struct search_limits *all = p->team->limits;
    if (p->threaded) return atomic_load_explicit(&p->team->enough, memory_order_relaxed);
    return all->tried != NULL && all->tried(all->with);
}

/* In front of each block: its size, with this header. */
struct header {
    _Alignas(max_align_t) size_t bytes;
};

static void *resize(void *with, void *memory, size_t bytes)
{
    struct part *p = with;
    const struct search_limits *all = p->team->limits;
    struct header *old = memory == NULL ? NULL : (struct header *)memory - 1, *made;
    size_t had = old == NULL ? 0 : old->bytes, room = p->room + had;
    if (bytes > SIZE_MAX - sizeof *made) return NULL;
    size_t needed = bytes == 0 ? 0 : bytes + sizeof *made;
    if (needed > room) return NULL;
    if (p->threaded) {
        p->block = old;
        p->bytes = needed;
        make_wish(p, MEMORY);
        made = p->block;
    } else {
        made = all->resize(all->with, old, needed);
    }
    if (made == NULL && needed > 0) return NULL;
    p->room = room - needed;
    if (made == NULL) return NULL;
    made->bytes = needed;
    return made + 1;
}

void parallel_free(const struct search_limits *all, void *block)
{
    if (block != NULL) search_free(all, (struct header *)block - 1);
}

/* ---- the whole ---- */

static void set_up(struct team *t, int number)
{
    struct part *p = &t->parts[number];
    const struct search_limits *all = t->limits;
    int64_t over = number < all->nodes % t->count ? 1 : 0;
    size_t room = all->memory > 0 ? all->memory : SIZE_MAX / 2;
    p->team = t;
    p->number = number;
    p->room = room / (size_t)t->count;
    p->limits = (struct search_limits){.nodes = all->nodes / t->count + over,
                                       .stop = stop,
                                       .tried = tried,
                                       .resize = resize,
                                       .with = p};
}

enum search_end parallel_search_then(const struct search_limits *limits,
                                     struct search_progress *progress, int count,
                                     parallel_part *do_part, parallel_then *then,
                                     void *with)
{
    struct part parts[THREADS_MAX];
    struct team t = {.limits = limits,
                     .progress = progress,
                     .work = do_part,
                     .then = then,
                     .with = with,
                     .parts = parts,
                     .count = count};
    enum search_end end = SEARCH_DONE;
    assert(count >= 1 && count <= THREADS_MAX);
    atomic_init(&t.enough, false);
    memset(parts, 0, (size_t)count * sizeof *parts);
    for (int i = 0; i < count; i++) set_up(&t, i);
    run_threads(&t);
    sum_up(&t);
    for (int i = 0; i < count; i++) {
        if (end != SEARCH_MEMORY && parts[i].end != SEARCH_DONE) end = parts[i].end;
    }
    return atomic_load(&t.enough) ? SEARCH_STOPPED : end;
}

enum search_end parallel_search(const struct search_limits *limits,
                                struct search_progress *progress, int count,
                                parallel_part *do_part, void *with)
{
    return parallel_search_then(limits, progress, count, do_part, NULL, with);
}
