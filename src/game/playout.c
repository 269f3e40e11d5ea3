/*
 * Random games: draw an action, carry it out, and so on until the game is over.
 */
#include "playout.h"

#include "base/rng.h"

void playout_start(const struct game *game, struct playout *p, const struct state *root)
{
    memcpy(p->state, root, root->size);
    uint64_t seed = rng_next(&p->rng);
    if (game->reseed != NULL) game->reseed(game, p->state, seed);
    p->done = 0;
}

/* Plays one random action. Draws candidates without repetition until one is carried out,
 * so each action has the same chance. Returns PLAYOUT_STOPPED if there was one. */
static enum playout_end step(const struct game *game, struct playout *p)
{
    int count = game_candidates(game, p->state, p->actions, p->room);
    if (count < 0) return PLAYOUT_FAILED;
    if (count > p->room) {
        p->wanted = count;
        return PLAYOUT_ROOM;
    }
    while (count > 0) {
        uint32_t drawn = rng_below(&p->rng, (uint32_t)count);
        enum applied done = game->apply(game, p->state, p->actions[drawn], NULL);
        if (done == FAILED || done == STOPPED) return PLAYOUT_FAILED;
        if (done != REFUSED) return PLAYOUT_STOPPED;
        p->actions[drawn] = p->actions[--count];
    }
    return PLAYOUT_OVER;
}

enum playout_end playout_run(const struct game *game, struct playout *p)
{
    int all;
    if (game->playout != NULL && game->playout(game, p, &all))
        return (enum playout_end)all;
    for (; p->done < p->max; p->done++) {
        enum playout_end end = step(game, p);
        if (end != PLAYOUT_STOPPED) return end;
    }
    return game->outcome(game, p->state) != NULL ? PLAYOUT_OVER : PLAYOUT_STOPPED;
}
