/*
 * Shortest lines from both sides. The side with fewer positions at its rim expands all of
 * them. If no position is on both sides yet, a line has more actions than both depths
 * together: so the first position that both have is on a shortest one.
 */
#include "shortest.h"

struct side {
    struct visited *visited;
    int32_t depth; /* of the rim: positions of this depth are not expanded yet */
};

struct both {
    struct successors *x;
    struct side front, back;
    struct state *again;        /* a buffer */
    struct visited *beyond;     /* the side that is not expanded */
    int32_t here, beyond_there; /* where the sides met, on each; NOT_FOUND */
};

/* How many positions are at the rim. */
static int32_t rim_of(const struct side *s)
{
    return visited_layer(s->visited, s->depth + 1) - visited_layer(s->visited, s->depth);
}

/* Looks for a new position of the side that is expanded on the other side. */
static enum search_end look_beyond(void *with, int32_t number, bool new)
{
    struct both *b = with;
    bool forward = b->beyond == b->back.visited;
    b->x->progress.positions = (int64_t)b->front.visited->count + b->back.visited->count;
    if (!new || b->here != NOT_FOUND) return SEARCH_GOES_ON;
    int32_t there = visited_find(
        b->beyond, visited_look(forward ? b->front.visited : b->back.visited, number));
    if (there == VISITED_FULL) return SEARCH_MEMORY;
    if (there == VISITED_NONE) return SEARCH_GOES_ON;
    b->here = number;
    b->beyond_there = there;
    return SEARCH_DONE;
}

/* Adds the positions before position `number` of the side of the goals. */
static enum search_end follow_back(struct both *b, int32_t number)
{
    struct successors *x = b->x;
    struct visited *p = b->back.visited;
    enum search_end end = successors_list_back(x);
    for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
        bool possible;
        end = successors_try_back(x, x->list[i], b->again, &possible);
        if (end != SEARCH_GOES_ON || !possible) continue;
        int32_t before = p->count, next = visited_add(p, x->to, number);
        if (next == VISITED_FULL) return SEARCH_MEMORY;
        end = look_beyond(b, next, next == before);
    }
    return end;
}

static enum search_end expand(struct both *b, struct side *s)
{
    enum search_end end = SEARCH_GOES_ON;
    bool forward = s == &b->front;
    int32_t last = visited_layer(s->visited, s->depth + 1);
    b->beyond = forward ? b->back.visited : b->front.visited;
    b->x->progress.depth = b->front.depth + b->back.depth;
    for (int32_t i = visited_layer(s->visited, s->depth); i < last; i++) {
        visited_expand(s->visited, i, b->x->from);
        end = forward ? search_follow(b->x, s->visited, i, look_beyond, b)
                      : follow_back(b, i);
        if (end != SEARCH_GOES_ON) return end;
    }
    s->depth++;
    return end;
}

/* Puts the root and the goals into their sides. */
static enum search_end begin(struct both *b, const struct state *const *goals,
                             int32_t count)
{
    struct successors *x = b->x;
    struct visited *back = b->back.visited;
    enum search_end end = search_begin(x, b->front.visited, VISITED_PARENTS);
    if (end != SEARCH_GOES_ON || count == 0) return end;
    b->again = search_resize(x->limits, NULL, x->root->size, 1);
    if (b->again == NULL) return SEARCH_MEMORY;
    if (!visited_start(back, x->game, x->limits, goals[0], VISITED_PARENTS)) {
        return SEARCH_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        if (visited_add(back, goals[i], VISITED_ROOT) == VISITED_FULL) {
            return SEARCH_MEMORY;
        }
    }
    b->beyond = back;
    return look_beyond(b, 0, true);
}

enum search_end search_bidirectional(struct successors *x, struct visited *front,
                                     struct visited *back,
                                     const struct state *const *goals, int32_t count,
                                     int32_t *found, int32_t *other)
{
    struct both b = {.x = x, .front = {front, 0}, .back = {back, 0}};
    b.here = b.beyond_there = NOT_FOUND;
    enum search_end end = begin(&b, goals, count);
    while (end == SEARCH_GOES_ON && count > 0) {
        int32_t ahead = rim_of(&b.front), behind = rim_of(&b.back);
        if (ahead == 0 || behind == 0) break;
        end = expand(&b, ahead <= behind ? &b.front : &b.back);
    }
    bool forward = b.beyond == back;
    *found = forward ? b.here : b.beyond_there;
    *other = forward ? b.beyond_there : b.here;
    return search_ended(end);
}

enum search_end search_line_between(struct successors *x, struct visited *front,
                                    int32_t found, struct visited *back, int32_t other,
                                    action *line)
{
    enum search_end end = search_line(x, front, found, line);
    line += visited_depth(front, found);
    visited_get(front, found, x->from);
    for (; end == SEARCH_GOES_ON && visited_depth(back, other) > 0; line++) {
        other = visited_parent(back, other);
        end = search_action(x, back, other, line);
        memcpy(x->from, x->to, x->to->size);
    }
    return end;
}
