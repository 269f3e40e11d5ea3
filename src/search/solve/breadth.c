/*
 * Half of the nodes and most of the memory are left to the solver.
 */
#include "breadth.h"

static enum search_end look(void *with, int32_t next, bool new)
{
    struct breadth *b = with;
    const struct goal *goal = b->solve->goal;
    if (!new) return SEARCH_GOES_ON;
    const int is = goal->reached(goal->with, visited_look(&b->met, next));
    if (is < 0) return SEARCH_FAILED;
    if (is == 0) return SEARCH_GOES_ON;
    b->found = next;
    return SEARCH_DONE;
}

void breadth_close(struct breadth *b)
{
    if (b->open) visited_drop(&b->met);
    b->open = false;
}

/* After a part of the search: whether a goal was found, or the memory is used up. */
static enum search_end after(struct breadth *b, enum search_end end)
{
    if (end == SEARCH_DONE) end = SEARCH_GOES_ON;
    if (end == SEARCH_MEMORY) {
        b->found = NOT_FOUND;
        breadth_close(b);
        end = SEARCH_GOES_ON;
    }
    if (end != SEARCH_GOES_ON || b->found == NOT_FOUND) return end;
    return breadth_tell(b->x, b->solve, &b->met, b->found);
}

enum search_end breadth_expand(struct breadth *b)
{
    enum { BYTES = 256 }; /* of the memory for each successor, at least */
    struct successors *x = b->x;
    const int64_t before = x->progress.generated;
    if (b->next == b->met.count) {
        b->all = !x->drew;
        breadth_close(b);
        return SEARCH_GOES_ON;
    }
    if ((x->limits->memory > 0 && b->spent >= (int64_t)(x->limits->memory / BYTES)) ||
        b->next >= x->limits->nodes / 2) {
        breadth_close(b);
        return SEARCH_GOES_ON;
    }
    const int32_t number = b->next++, depth = visited_depth(&b->met, number);
    if (depth > x->progress.depth) x->progress.depth = depth;
    if (b->solve->lower <= depth) b->solve->lower = (int64_t)depth + 1;
    visited_expand(&b->met, number, x->from);
    if (x->game->turn(x->game, x->from) == OVER) return SEARCH_GOES_ON;
    const enum search_end end = search_follow(x, &b->met, number, look, b);
    b->spent += x->progress.generated - before;
    if (x->progress.positions < b->met.count) x->progress.positions = b->met.count;
    return after(b, end);
}

enum search_end breadth_start(struct breadth *b, struct successors *x, struct solve *s)
{
    *b = (struct breadth){.x = x, .solve = s, .found = NOT_FOUND};
    b->open = visited_start(&b->met, x->game, x->limits, x->root, VISITED_DEPTHS);
    if (!b->open) return SEARCH_GOES_ON;
    enum search_end end = SEARCH_MEMORY;
    if (visited_add(&b->met, x->root, VISITED_ROOT) != VISITED_FULL)
        end = look(b, 0, true);
    end = after(b, end);
    while (end == SEARCH_GOES_ON && b->open && b->spent < BREADTH_SLOW)
        end = breadth_expand(b);
    return end;
}

enum search_end breadth_tell(struct successors *x, struct solve *s, struct visited *met,
                             int32_t found)
{
    const int32_t count = visited_depth(met, found);
    action *line = search_resize(x->limits, NULL, (uint64_t)count + 1, sizeof *line);
    if (line == NULL) return SEARCH_MEMORY;
    enum search_end end = search_line(x, met, found, line);
    if (end != SEARCH_GOES_ON) return end == SEARCH_DONE ? SEARCH_STOPPED : end;
    s->line = line;
    s->count = count;
    s->cost = s->lower = count;
    s->proven = SOLVE_OPTIMAL;
    s->method = "breadth-first";
    return SEARCH_DONE;
}
