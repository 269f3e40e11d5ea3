/*
 * Expectimax by sampling, depth first, with a state for each depth. All actions of a
 * position are tried with the same seeds, so that luck does not decide between them.
 */
#include "base/rng.h"
#include "best.h"

struct expectimax {
    struct successors *x;
    struct best *best;
    unsigned char *states; /* a block for each depth */
    action *actions;       /* the lists of all depths, one behind the other */
    int64_t room;
    enum search_end end;
};

static struct state *state_at(const struct expectimax *e, int32_t ply)
{
    return (struct state *)(void *)(e->states + (size_t)ply * e->x->root->size);
}

/* The static evaluation of the position at `ply`. */
static double value_of(struct expectimax *e, int32_t ply)
{
    int64_t value = 0;
    if (e->end != SEARCH_GOES_ON) return 0;
    if (!best_value(e->best, e->x->game, state_at(e, ply), &value))
        e->end = SEARCH_FAILED;
    return (double)value;
}

/* Lists the actions of the position at `ply` in e->actions, from index `first` on.
 * Returns how many, or less than 0 if the search ends. */
static int list(struct expectimax *e, int32_t ply, size_t first)
{
    struct successors *x = e->x;
    memcpy(x->from, state_at(e, ply), x->root->size);
    e->end = successors_list(x);
    if (e->end != SEARCH_GOES_ON) return -1;
    if (x->count == 0) return 0;
    int64_t needed = (int64_t)first + x->count;
    action *all = search_grow(x->limits, e->actions, &e->room, needed, sizeof *all);
    if (all == NULL) e->end = SEARCH_MEMORY;
    if (all == NULL) return -1;
    e->actions = all;
    memcpy(all + first, x->list, (size_t)x->count * sizeof *x->list);
    return x->count;
}

/* Plays an action in the position at `ply`, reseeded with `seed`; the successor is
 * at ply + 1. */
static bool play(struct expectimax *e, int32_t ply, action by, uint64_t seed)
{
    struct successors *x = e->x;
    memcpy(x->from, state_at(e, ply), x->root->size);
    if (x->game->reseed != NULL) x->game->reseed(x->game, x->from, seed);
    e->end = successors_enter(x, by);
    memcpy(state_at(e, ply + 1), x->to, x->root->size);
    return e->end == SEARCH_GOES_ON;
}

/* The best action of a position; `any` is false if it has none. */
struct choice {
    double value;
    action by;
    bool any;
};

/* Chooses an action at `ply` by looking `depth` actions ahead. Lists its actions from
 * index `first` on. */
static struct choice choose(struct expectimax *e, int32_t ply, int32_t depth,
                            size_t first)
{
    struct choice most = {.any = false};
    int count = list(e, ply, first);
    int samples = e->x->game->reseed == NULL ? 1 : e->best->width;
    for (int i = 0; i < count; i++) {
        action by = e->actions[first + (size_t)i];
        double sum = 0;
        uint64_t dice = e->best->seed + (uint64_t)depth;
        for (int k = 0; k < samples; k++) {
            if (!play(e, ply, by, rng_next(&dice))) return most;
            struct choice next = {.any = false};
            if (depth > 1) next = choose(e, ply + 1, depth - 1, first + (size_t)count);
            sum += next.any ? next.value : value_of(e, ply + 1);
            if (e->end != SEARCH_GOES_ON) return most;
        }
        if (!most.any || sum / samples > most.value) {
            most = (struct choice){sum / samples, by, true};
        }
    }
    return most;
}

enum search_end best_expectimax(struct successors *x, struct best *best)
{
    struct expectimax e = {.x = x, .best = best, .end = SEARCH_GOES_ON};
    e.states = search_resize(x->limits, NULL, (uint64_t)best->depth + 2, x->root->size);
    best->line = search_resize(x->limits, NULL, 1, sizeof *best->line);
    if (e.states == NULL || best->line == NULL) return SEARCH_MEMORY;
    memcpy(state_at(&e, 0), x->root, x->root->size);
    for (int32_t depth = 1; depth <= best->depth; depth++) {
        struct choice found = choose(&e, 0, depth, 0);
        if (e.end != SEARCH_GOES_ON || !found.any) break;
        best->line[0] = found.by;
        best->count = 1;
        best->score = (int64_t)found.value;
        x->progress.depth = depth;
    }
    return search_ended(e.end);
}
