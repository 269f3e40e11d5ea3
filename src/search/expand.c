#include "expand.h"

enum search_end expand_list(struct expansion *x)
{
    x->count = x->game->actions(x->game, x->from, x->list, x->room);
    if (x->count < 0) return SEARCH_FAILED;
    if (x->count <= x->room) return SEARCH_DONE;
    size_t bytes = (size_t)x->count * sizeof *x->list;
    action *list = x->limits->resize(x->limits->with, x->slot, bytes);
    if (list == NULL) return SEARCH_MEMORY;
    x->list = list;
    x->room = x->count;
    return expand_list(x);
}

enum search_end expand_to(struct expansion *x, action a)
{
    if (x->progress.nodes >= x->limits->nodes) return SEARCH_NODES;
    x->progress.nodes++;
    if (search_stops(x->limits, &x->progress)) return SEARCH_STOPPED;
    memcpy(x->to, x->from, x->from->size);
    enum applied done = x->game->apply(x->game, x->to, a, NULL);
    return done == FAILED ? SEARCH_FAILED : SEARCH_DONE;
}
