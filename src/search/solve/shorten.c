/*
 * A line is shortened within its neighbourhood (Nakhost and Müller, "Action elimination and plan
 * neighborhood graph search", 2010): the positions on it, and those around it up to a number, are
 * listed; then the goal is sought breadth first among these alone.
 *
 *     o - o - o - o           a line of eight actions
 *     |           |
 *     o - x - x - o - goal    with the positions around it: one of six
 *
 * As long as there is something to gain, the neighbourhood grows.
 */
#include "solver.h"

/* How many positions are looked at: a first neighbourhood, and the largest one. */
enum { AROUND_LEAST = 1000, AROUND_MOST = 1 << 20 };

struct shorten {
    struct solver *s;
    struct visited around, met; /* the neighbourhood; what was met within it */
    int32_t most;
    int64_t until; /* so many successors at most */
    int32_t found;
};

static bool is_late(const struct shorten *h)
{
    return h->s->x->progress.generated >= h->until;
}

/* Lists the positions on the line. */
static enum search_end list_line(struct shorten *h)
{
    struct successors *x = h->s->x;
    const struct solve *line = h->s->solve;
    memcpy(x->from, x->root, x->root->size);
    enum search_end end = SEARCH_GOES_ON;
    if (visited_add(&h->around, x->from, VISITED_ROOT) == VISITED_FULL)
        end = SEARCH_MEMORY;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < line->count; i++) {
        end = search_applied(x->game->apply(x->game, x->from, line->line[i], NULL));
        if (end == SEARCH_GOES_ON &&
            visited_add(&h->around, x->from, VISITED_ROOT) == VISITED_FULL)
            end = SEARCH_MEMORY;
    }
    return end;
}

/* Lists those around it. */
static enum search_end look_around(struct shorten *h)
{
    struct successors *x = h->s->x;
    enum search_end end = list_line(h);
    for (int32_t n = 0; end == SEARCH_GOES_ON && n < h->around.count; n++) {
        if (h->around.count >= h->most || is_late(h)) break;
        visited_expand(&h->around, n, x->from);
        end = search_follow(x, &h->around, n, NULL, NULL);
    }
    return end;
}

/* Meets the position in x->to, if it lies in the neighbourhood. */
static enum search_end meet(struct shorten *h, int32_t before)
{
    struct successors *x = h->s->x;
    const struct goal *goal = h->s->solve->goal;
    if (visited_find(&h->around, x->to) < 0) return SEARCH_GOES_ON;
    const int32_t count = h->met.count, number = visited_add(&h->met, x->to, before);
    if (number == VISITED_FULL) return SEARCH_MEMORY;
    if (number < count) return SEARCH_GOES_ON;
    const int is = goal->reached(goal->with, x->to);
    if (is > 0) h->found = number;
    return is < 0 ? SEARCH_FAILED : SEARCH_GOES_ON;
}

/* Seeks the goal among them. */
static enum search_end seek(struct shorten *h)
{
    struct successors *x = h->s->x;
    h->found = NOT_FOUND;
    if (visited_add(&h->met, x->root, VISITED_ROOT) == VISITED_FULL) return SEARCH_MEMORY;
    enum search_end end = SEARCH_GOES_ON;
    for (int32_t n = 0; end == SEARCH_GOES_ON && n < h->met.count; n++) {
        if (h->found != NOT_FOUND) break;
        visited_expand(&h->met, n, x->from);
        end = successors_list_open(x);
        for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
            bool possible;
            if (h->found != NOT_FOUND) break;
            end = successors_try(x, x->list[i], &possible);
            if (end == SEARCH_GOES_ON && possible) end = meet(h, n);
        }
    }
    return end;
}

/* Takes the line that was found, if it is shorter. */
static enum search_end take(struct shorten *h)
{
    struct solve *solve = h->s->solve;
    if (h->found == NOT_FOUND) return SEARCH_GOES_ON;
    const int32_t count = visited_depth(&h->met, h->found);
    if (count >= solve->count) return SEARCH_GOES_ON;
    action *line =
        search_resize(h->s->x->limits, NULL, (uint64_t)count + 1, sizeof *line);
    if (line == NULL) return SEARCH_MEMORY;
    enum search_end end = search_line(h->s->x, &h->met, h->found, line);
    if (end != SEARCH_GOES_ON) return SEARCH_STOPPED;
    solve->line = line;
    solve->count = count;
    return SEARCH_GOES_ON;
}

/* One neighbourhood. */
static enum search_end try_around(struct shorten *h)
{
    struct successors *x = h->s->x;
    if (!visited_start(&h->met, x->game, x->limits, x->root, VISITED_PARENTS))
        return SEARCH_MEMORY;
    enum search_end end = look_around(h);
    if (end == SEARCH_GOES_ON) end = seek(h);
    if (end == SEARCH_GOES_ON) end = take(h);
    visited_drop(&h->met);
    visited_clear(&h->around);
    return end;
}

enum search_end solver_shorten(struct solver *s, int64_t successors)
{
    struct shorten h = {.s = s, .most = AROUND_LEAST};
    h.until = s->x->progress.generated + successors;
    const struct successors *x = s->x;
    enum search_end end = SEARCH_GOES_ON;
    if (!visited_start(&h.around, x->game, x->limits, x->root, VISITED_ALONE))
        return SEARCH_MEMORY;
    if (h.most < 4 * s->solve->count) h.most = 4 * s->solve->count;
    while (end == SEARCH_GOES_ON && !is_late(&h)) {
        const int32_t count = s->solve->count;
        end = try_around(&h);
        if (s->solve->count < count) continue;
        if (h.most >= AROUND_MOST) break;
        h.most *= 2;
    }
    return end;
}
