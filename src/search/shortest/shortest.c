/*
 * Counting positions breadth first, and the shortest line to a goal.
 *
 * The open list of a breadth-first search is the positions from number `next` on. The
 * open list of A* is a binary heap: least f first, then the deepest, then the latest. A
 * heap entry is stale if its depth is no longer that of its position, and is skipped.
 */
#include "rounds.h"

enum search_end search_begin(struct successors *x, struct visited *p,
                             enum visited_parents links)
{
    const struct state *root = x->root;
    if (x->images != NULL) {
        if (!symmetries_start(x->images, x->limits, root)) return SEARCH_MEMORY;
        root = x->images->root;
    }
    if (!visited_start(p, x->game, x->limits, root, links)) return SEARCH_MEMORY;
    bool full = visited_add(p, root, VISITED_ROOT) == VISITED_FULL;
    x->progress.positions = p->count;
    return full ? SEARCH_MEMORY : SEARCH_GOES_ON;
}

/* The successors of a position, for search_follow. */
struct follow {
    struct successors *x;
    struct visited *p;
    int32_t number;
    enum search_end (*each)(void *, int32_t next, bool new);
    void *with;
};

static enum search_end take(const struct follow *f, int32_t before, int32_t next)
{
    if (next == VISITED_FULL) return SEARCH_MEMORY;
    f->x->progress.positions = f->p->count;
    return f->each == NULL ? SEARCH_GOES_ON : f->each(f->with, next, next == before);
}

/* Adds the queued successors. */
static enum search_end settle(const struct follow *f)
{
    struct visited *p = f->p;
    enum search_end end = visited_find_queued(p) ? SEARCH_GOES_ON : SEARCH_MEMORY;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < p->queue_count; i++) {
        int32_t before = p->count, number = p->sought[i].number;
        if (number == VISITED_NONE) number = visited_add_queued(p, i, f->number);
        end = take(f, before, number);
    }
    p->queue_count = 0;
    return end;
}

/* Queues the successor in x->to. */
static enum search_end queue(const struct follow *f)
{
    struct visited *p = f->p;
    const struct state *to = symmetries_key(f->x->images, f->x->to);
    enum search_end end = visited_is_queue_full(p) ? settle(f) : SEARCH_GOES_ON;
    if (end != SEARCH_GOES_ON || visited_queue(p, to)) return end;
    end = settle(f);
    if (end != SEARCH_GOES_ON) return end;
    int32_t before = p->count;
    return take(f, before, visited_add(p, to, f->number));
}

/* Makes a successor that is not queued, and adds it. */
static enum search_end make(const struct follow *f, const struct foreseen *foreseen)
{
    int32_t before = f->p->count;
    enum search_end end = successors_make(f->x, foreseen);
    if (end != SEARCH_GOES_ON) return end;
    return take(f, before, visited_add(f->p, f->x->to, f->number));
}

/* Adds a successor that is queued with index i, and has not been met; it is the first of n. */
static enum search_end add(const struct follow *f, const struct foreseen *foreseen,
                           int32_t i, int32_t n)
{
    struct visited *p = f->p;
    const bool over = successors_ends(f->x, foreseen);
    if (over) visited_restore(p, f->x->from);
    if (over || !visited_complete_queued(p, i, foreseen, n)) return make(f, foreseen);
    const int32_t before = p->count;
    return take(f, before, visited_add_queued(p, i, f->number));
}

/* Takes the successors that are queued, of which `foreseen` is the first, and adds those
 * that have not been met. Goes on until positions are packed another way than those in the
 * queue; *done: how many there are up to that. */
static enum search_end settle_foreseen(const struct follow *f,
                                       const struct foreseen *foreseen, int *done)
{
    struct visited *p = f->p;
    const int32_t n = p->queue_count, packings = p->packings_made;
    enum search_end end = visited_find_queued(p) ? SEARCH_GOES_ON : SEARCH_MEMORY;
    int32_t i = 0;
    p->queue_count = 0;
    while (end == SEARCH_GOES_ON && i < n && p->packings_made == packings) {
        end = search_generate(f->x->limits, &f->x->progress);
        if (end != SEARCH_GOES_ON) break;
        const int32_t number = p->sought[i].number;
        if (number == VISITED_NONE)
            end = add(f, &foreseen[i], i, n - i);
        else if (f->each != NULL)
            end = take(f, p->count, number);
        i++;
    }
    *done = i;
    return end;
}

/* search_follow for a game that foresees: a successor that was met need not be made. */
static enum search_end follow_foreseen(const struct follow *f)
{
    struct successors *x = f->x;
    enum search_end end = successors_foresee(x);
    for (int i = 0, done; end == SEARCH_GOES_ON && i < x->count; i += done) {
        const struct foreseen *first = &x->foreseen[i];
        visited_queue_foreseen(f->p, first, x->count - i);
        if (f->p->queue_count > 0) {
            end = settle_foreseen(f, first, &done);
            continue;
        }
        end = search_generate(x->limits, &x->progress);
        if (end == SEARCH_GOES_ON) end = make(f, first);
        done = 1;
    }
    return end;
}

enum search_end search_follow(struct successors *x, struct visited *p, int32_t number,
                              enum search_end (*each)(void *, int32_t next, bool new),
                              void *with)
{
    struct follow f = {x, p, number, each, with};
    if (p->foresees && x->images == NULL) return follow_foreseen(&f);
    enum search_end end = successors_list_open(x);
    for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
        bool possible;
        end = successors_try(x, x->list[i], &possible);
        if (end == SEARCH_GOES_ON && possible) end = queue(&f);
    }
    enum search_end settled = end == SEARCH_FAILED ? end : settle(&f);
    return settled == SEARCH_GOES_ON ? end : settled;
}

struct wanted {
    struct successors *x;
    struct visited *p;
    int32_t number;
    action *by;
};

static enum search_end is_wanted(void *with, action by)
{
    const struct wanted *w = with;
    const struct state *to = symmetries_key(w->x->images, w->x->to);
    if (!visited_is(w->p, w->number, to)) return SEARCH_GOES_ON;
    *w->by = by;
    return SEARCH_DONE;
}

enum search_end search_action(struct successors *x, struct visited *p, int32_t number,
                              action *by)
{
    struct wanted w = {x, p, number, by};
    enum search_end end = successors_repeat(x, &w, is_wanted);
    if (end == SEARCH_GOES_ON) return SEARCH_DONE;
    return end == SEARCH_DONE ? SEARCH_GOES_ON : end;
}

/* The line from the root itself: what was kept are images of the positions on it. */
static enum search_end line_of_images(struct successors *x, struct visited *p,
                                      int32_t number, action *line)
{
    enum search_end end = SEARCH_GOES_ON;
    int32_t depth = visited_depth(p, number);
    for (int32_t i = depth; i > 0; number = visited_parent(p, number)) line[--i] = number;
    memcpy(x->from, x->root, x->root->size);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < depth; i++) {
        end = search_action(x, p, (int32_t)line[i], &line[i]);
        memcpy(x->from, x->to, x->to->size);
    }
    return end;
}

enum search_end search_line(struct successors *x, struct visited *p, int32_t number,
                            action *line)
{
    if (x->images != NULL) return line_of_images(x, p, number, line);
    enum search_end end = SEARCH_GOES_ON;
    int32_t depth = visited_depth(p, number);
    for (; end == SEARCH_GOES_ON && depth > 0; number = visited_parent(p, number)) {
        visited_get(p, visited_parent(p, number), x->from);
        end = search_action(x, p, number, &line[--depth]);
    }
    return end;
}

/* Breadth first: expands the position `*next`, or more of its depth. */
static enum search_end advance(struct successors *x, struct visited *p, struct rounds *b,
                               int32_t *next, const struct goal *goal, int32_t *found,
                               enum search_end (*each)(void *, int32_t next, bool new),
                               void *with)
{
    int32_t before = *next, last = visited_layer(p, (int32_t)x->progress.depth + 1);
    if (b != NULL) {
        enum search_end end = rounds_expand(b, next, last, goal, found);
        if (end != SEARCH_GOES_ON || *next != before) return end;
    }
    const struct search_progress start = x->progress;
    visited_expand(p, before, x->from);
    enum search_end end = search_follow(x, p, before, each, with);
    if (end == SEARCH_MEMORY && b != NULL && rounds_give_back(b)) {
        x->progress.nodes = start.nodes;
        x->progress.generated = start.generated;
        visited_expand(p, before, x->from);
        end = search_follow(x, p, before, each, with);
    }
    ++*next;
    return end;
}

/* ---- counting ---- */

enum search_end search_walk(struct successors *x, struct visited *p, int32_t *depth,
                            int64_t *counts)
{
    enum search_end end = search_begin(x, p, VISITED_LAYERS);
    struct rounds *b = rounds_new(x, p);
    for (int32_t next = 0, none = NOT_FOUND; end == SEARCH_GOES_ON && next < p->count;) {
        x->progress.depth += next == visited_layer(p, (int32_t)x->progress.depth + 1);
        if (x->progress.depth >= *depth) break;
        end = advance(x, p, b, &next, NULL, &none, NULL, NULL);
    }
    counts[0] = 1; /* the root, even if there was no memory for it */
    for (int32_t i = 1; i <= *depth; i++) {
        counts[i] = visited_layer(p, i + 1) - visited_layer(p, i);
    }
    if (end != SEARCH_GOES_ON) *depth = (int32_t)x->progress.depth;
    return search_ended(end);
}

/* ---- the shortest line ---- */

struct open {
    int64_t f;
    int32_t number, depth;
};

struct searched {
    struct successors *x;
    struct visited *p;
    const struct goal *goal;
    struct open *heap;
    int64_t count, room;
    int32_t expanded, found;
};

static bool before(const struct open *a, const struct open *b)
{
    if (a->f != b->f) return a->f < b->f;
    if (a->depth != b->depth) return a->depth > b->depth;
    return a->number > b->number;
}

static enum search_end push(struct searched *s, struct open o)
{
    struct open *heap =
        search_grow(s->x->limits, s->heap, &s->room, s->count + 1, sizeof *heap);
    if (heap == NULL) return SEARCH_MEMORY;
    s->heap = heap;
    int64_t at = s->count++;
    for (; at > 0 && before(&o, &s->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        s->heap[at] = s->heap[(at - 1) / 2];
    }
    s->heap[at] = o;
    return SEARCH_GOES_ON;
}

static struct open pop(struct searched *s)
{
    struct open top = s->heap[0], last = s->heap[--s->count];
    int64_t at = 0, child;
    while ((child = 2 * at + 1) < s->count) {
        if (child + 1 < s->count && before(&s->heap[child + 1], &s->heap[child])) child++;
        if (!before(&s->heap[child], &last)) break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

/* Puts position `number` into the heap; `state` is its state, for the heuristic. */
static enum search_end open_position(struct searched *s, int32_t number,
                                     const struct state *state)
{
    int64_t rest = s->goal->at_least(s->goal->with, state);
    if (rest < 0) return SEARCH_FAILED;
    int32_t depth = visited_depth(s->p, number);
    if (rest > STATE_COUNT_MAX) rest = STATE_COUNT_MAX;
    return push(s, (struct open){depth + rest, number, depth});
}

/* Tests a new position for the goal. Breadth first, the first goal found
 * is a nearest one. */
static enum search_end check_new(void *with, int32_t next, bool new)
{
    struct searched *s = with;
    if (!new || s->found != NOT_FOUND) return SEARCH_GOES_ON;
    int is = s->goal->reached(s->goal->with, visited_look(s->p, next));
    if (is > 0) s->found = next;
    return is < 0 ? SEARCH_FAILED : SEARCH_GOES_ON;
}

/* Opens a position that is new, or that was only reached by a longer line before. */
static enum search_end open_better(void *with, int32_t next, bool new)
{
    struct searched *s = with;
    if (!new) {
        int32_t depth = visited_depth(s->p, s->expanded) + 1;
        if (depth >= visited_depth(s->p, next)) return SEARCH_GOES_ON;
        visited_link(s->p, next, s->expanded);
    }
    return open_position(s, next, visited_look(s->p, next));
}

static enum search_end breadth_first(struct searched *s)
{
    enum search_end end = SEARCH_GOES_ON;
    int is = s->goal->reached(s->goal->with, s->x->root);
    if (is != 0) s->found = is > 0 ? 0 : NOT_FOUND;
    if (is < 0) return SEARCH_FAILED;
    struct rounds *b = rounds_new(s->x, s->p);
    for (int32_t next = 0; end == SEARCH_GOES_ON && next < s->p->count;) {
        if (s->found != NOT_FOUND) break;
        int32_t deeper = (int32_t)s->x->progress.depth + 1;
        s->x->progress.depth += next == visited_layer(s->p, deeper);
        end = advance(s->x, s->p, b, &next, s->goal, &s->found, check_new, s);
    }
    return s->found != NOT_FOUND && end != SEARCH_FAILED ? SEARCH_DONE : end;
}

static enum search_end a_star(struct searched *s)
{
    enum search_end end = open_position(s, 0, s->x->root);
    while (end == SEARCH_GOES_ON && s->count > 0) {
        struct open top = pop(s);
        if (visited_depth(s->p, top.number) != top.depth) continue;
        if (top.depth > s->x->progress.depth) s->x->progress.depth = top.depth;
        visited_expand(s->p, top.number, s->x->from);
        int is = s->goal->reached(s->goal->with, s->x->from);
        if (is < 0) return SEARCH_FAILED;
        if (is > 0) {
            s->found = top.number;
            return SEARCH_DONE;
        }
        s->expanded = top.number;
        end = search_follow(s->x, s->p, top.number, open_better, s);
    }
    return end;
}

enum search_end search_shortest(struct successors *x, struct visited *p,
                                const struct goal *goal, int32_t *found)
{
    struct searched s = {.x = x, .p = p, .goal = goal, .found = NOT_FOUND};
    bool informed = goal->at_least != NULL;
    enum search_end end = search_begin(x, p, informed ? VISITED_DEPTHS : VISITED_PARENTS);
    if (end == SEARCH_GOES_ON) end = informed ? a_star(&s) : breadth_first(&s);
    *found = end == SEARCH_FAILED ? NOT_FOUND : s.found;
    return search_ended(end);
}
