/*
 * Listing and making successors. Every node of a search over any game is counted here,
 * and the limits are checked before it is expanded.
 */
#include "successors.h"

#include <assert.h>

#include "base/rng.h"

/* Lists what a function of the protocol lists. */
static enum search_end list(struct successors *x,
                            int (*listed)(const struct game *, const void *, action *,
                                          int))
{
    x->count = listed(x->game, x->from, x->list, x->room);
    if (x->count == ACTIONS_STOPPED) return SEARCH_STOPPED;
    if (x->count < 0) return SEARCH_FAILED;
    if (x->count <= x->room) return SEARCH_GOES_ON;
    action *room = search_resize(x->limits, x->list, (uint64_t)x->count, sizeof *room);
    if (room == NULL) return SEARCH_MEMORY;
    x->list = room;
    x->room = x->count;
    return list(x, listed);
}

enum search_end successors_list(struct successors *x)
{
    enum search_end end = search_expand(x->limits, &x->progress);
    return end == SEARCH_GOES_ON ? list(x, x->game->actions) : end;
}

enum search_end successors_list_again(struct successors *x)
{
    return list(x, x->game->actions);
}

enum search_end successors_candidates(struct successors *x)
{
    return list(x, game_candidates);
}

static enum search_end list_open(struct successors *x)
{
    return list(x, x->game->quick ? x->game->actions : game_candidates);
}

enum search_end successors_list_open(struct successors *x)
{
    enum search_end end = search_expand(x->limits, &x->progress);
    return end == SEARCH_GOES_ON ? list_open(x) : end;
}

void successors_find_dice(struct successors *x)
{
    if (x->game->reseed == NULL) return;
    unsigned char *from = (unsigned char *)x->from, *to = (unsigned char *)x->to;
    x->game->reseed(x->game, from, 0);
    x->game->reseed(x->game, to, UINT64_MAX);
    size_t first = 0, last = x->from->size;
    while (first < last && from[first] == to[first]) first++;
    while (last > first && from[last - 1] == to[last - 1]) last--;
    assert(last - first == sizeof(uint64_t));
    x->game->reseed(x->game, to, 0);
    x->seed_at = first;
}

/* Makes x->to a copy of x->from. The scratch of both is zero. */
static inline void copy(struct successors *x)
{
    memcpy(x->to, x->from, x->from->scratch);
}

/* Plays an action in x->to, a copy of x->from, and notices dice. */
static inline enum applied play(struct successors *x, action a)
{
    copy(x);
    enum applied done = x->game->apply(x->game, x->to, a, NULL);
    if (successors_dice(x, x->from) != successors_dice(x, x->to)) x->drew = true;
    return done;
}

/* Counts the successor in x->to. */
static enum search_end count(struct successors *x)
{
    enum search_end end = search_generate(x->limits, &x->progress);
    return x->images != NULL && x->drew ? SEARCH_STOPPED : end;
}

enum search_end successors_foresee(struct successors *x)
{
    enum search_end end = search_expand(x->limits, &x->progress);
    if (end != SEARCH_GOES_ON) return end;
    for (;;) {
        x->count = x->game->foresee(x->game, x->from, x->foreseen, x->foreseen_room);
        if (x->count <= x->foreseen_room) return SEARCH_GOES_ON;
        struct foreseen *room =
            search_resize(x->limits, x->foreseen, (uint64_t)x->count, sizeof *room);
        if (room == NULL) return SEARCH_MEMORY;
        x->foreseen = room;
        x->foreseen_room = x->count;
    }
}

static int list_prospects(const struct successors *x)
{
    if (x->known != NULL)
        return x->game->expert->prospects(x->known, x->from, x->prospects,
                                          x->prospects_room);
    return x->game->prospects(x->game, x->from, x->prospects, x->prospects_room);
}

enum search_end successors_prospects(struct successors *x)
{
    enum search_end end = search_expand(x->limits, &x->progress);
    if (end != SEARCH_GOES_ON) return end;
    for (;;) {
        x->count = list_prospects(x);
        if (x->count == ACTIONS_STOPPED) return SEARCH_STOPPED;
        if (x->count < 0) return SEARCH_FAILED;
        if (x->count <= x->prospects_room) return SEARCH_GOES_ON;
        struct prospect *room =
            search_resize(x->limits, x->prospects, (uint64_t)x->count, sizeof *room);
        if (room == NULL) return SEARCH_MEMORY;
        x->prospects = room;
        x->prospects_room = x->count;
    }
}

enum search_end successors_make(struct successors *x, const struct foreseen *f)
{
    if (f->changes == UNFORESEEN) return search_applied(play(x, f->by));
    copy(x);
    for (int32_t i = 0; i < f->changes; i++) {
        const struct change *change = &f->change[i];
        memcpy((unsigned char *)x->to + change->at, &change->to, sizeof change->to);
    }
    x->game->conclude(x->game, x->to);
    return SEARCH_GOES_ON;
}

bool successors_ends(struct successors *x, const struct foreseen *f)
{
    unsigned char *from = (unsigned char *)x->from;
    uint64_t had[CHANGES_MAX], *before = had;
    const struct change *end = f->change + f->changes;
    for (const struct change *c = f->change; c < end; c++, before++) {
        memcpy(before, from + c->at, sizeof *before);
        memcpy(from + c->at, &c->to, sizeof c->to);
    }
    if (x->game->conclude(x->game, x->from)) return true;
    before = had;
    for (const struct change *c = f->change; c < end; c++, before++)
        memcpy(from + c->at, before, sizeof *before);
    return false;
}

enum search_end successors_enter(struct successors *x, action a)
{
    enum search_end end = search_applied(play(x, a));
    return end == SEARCH_GOES_ON ? count(x) : end;
}

/* Counts the successor in x->to, or, if there is none, that one was tried. */
static enum search_end count_tried(struct successors *x, bool possible)
{
    if (possible) return count(x);
    bool stops = x->limits->tried != NULL && x->limits->tried(x->limits->with);
    return stops ? SEARCH_STOPPED : SEARCH_GOES_ON;
}

enum search_end successors_try(struct successors *x, action a, bool *possible)
{
    *possible = true;
    if (x->game->candidates == NULL || x->game->quick) return successors_enter(x, a);
    enum applied done = play(x, a);
    enum search_end end = search_applied(done);
    *possible = done != REFUSED;
    return end != SEARCH_GOES_ON ? end : count_tried(x, *possible);
}

enum search_end successors_list_back(struct successors *x)
{
    enum search_end end = search_expand(x->limits, &x->progress);
    return end == SEARCH_GOES_ON ? list(x, x->game->reversals) : end;
}

enum search_end successors_try_back(struct successors *x, action a, struct state *again,
                                    bool *possible)
{
    copy(x);
    enum applied done = x->game->reverse(x->game, x->to, a);
    if (done == APPLIED) {
        memcpy(again, x->to, x->to->size);
        done = x->game->apply(x->game, again, a, NULL);
        if (successors_dice(x, x->to) != successors_dice(x, again)) x->drew = true;
    }
    enum search_end end = search_applied(done);
    if (end != SEARCH_GOES_ON) return end;
    size_t n = state_key_size(again);
    *possible = done != REFUSED && memcmp(state_key(again), state_key(x->from), n) == 0;
    return count_tried(x, *possible);
}

enum search_end successors_repeat(struct successors *x, void *with,
                                  enum search_end (*each)(void *with, action))
{
    enum search_end end = list_open(x);
    for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
        struct poll poll = game_ask(x->game, (struct poll){NULL, NULL});
        enum applied done = play(x, x->list[i]);
        game_ask(x->game, poll);
        end = search_applied(done);
        if (end == SEARCH_GOES_ON && done != REFUSED) end = each(with, x->list[i]);
    }
    return end;
}

/* ---- chance ---- */

/* Plays an action on both copies; *differ: dice were thrown, or keys or scores differ now. */
static enum search_end play_both(struct successors *x, action a, bool *differ)
{
    const struct game *game = x->game;
    const uint64_t dice = successors_dice(x, x->from);
    enum search_end end = search_applied(game->apply(game, x->from, a, NULL));
    if (end == SEARCH_GOES_ON) end = search_applied(game->apply(game, x->to, a, NULL));
    if (end != SEARCH_GOES_ON) return end;
    size_t n = state_key_size(x->from);
    *differ = dice != successors_dice(x, x->from) ||
              memcmp(state_key(x->from), state_key(x->to), n) != 0 ||
              game->score(game, x->from, 1) != game->score(game, x->to, 1);
    return SEARCH_GOES_ON;
}

/* Plays a random game on two copies with different seeds. */
static enum search_end try_chance(struct successors *x, uint64_t *random, bool *found)
{
    enum { ACTIONS = 50 };
    enum search_end end = SEARCH_GOES_ON;
    memcpy(x->from, x->root, x->root->size);
    memcpy(x->to, x->root, x->root->size);
    x->game->reseed(x->game, x->from, rng_next(random));
    x->game->reseed(x->game, x->to, rng_next(random));
    for (int k = 0; k < ACTIONS && end == SEARCH_GOES_ON && !*found; k++) {
        end = successors_list(x);
        if (end != SEARCH_GOES_ON || x->count == 0) break;
        end = play_both(x, x->list[rng_below(random, (uint32_t)x->count)], found);
        if (end == SEARCH_GOES_ON) end = search_generate(x->limits, &x->progress);
    }
    return end;
}

enum search_end search_chance(struct successors *x, bool *found)
{
    enum { TRIES = 4 };
    uint64_t random = 1;
    enum search_end end = SEARCH_GOES_ON;
    *found = false;
    const bool may = x->game->chance && x->game->reseed != NULL;
    for (int i = 0; may && i < TRIES && !*found; i++) {
        end = try_chance(x, &random, found);
        if (end != SEARCH_GOES_ON) *found = true;
        if (end != SEARCH_GOES_ON) break;
    }
    return search_ended(end);
}
