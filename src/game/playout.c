/*
 * Random games: list the actions, draw one, apply it, until the game is over.
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

enum playout_end playout_run(const struct game *game, struct playout *p)
{
    while (p->done < p->max) {
        int count = game->actions(game, p->state, p->actions, p->room);
        if (count < 0) return PLAYOUT_FAILED;
        if (count == 0) return PLAYOUT_OVER;
        if (count > p->room) {
            p->wanted = count;
            return PLAYOUT_ROOM;
        }
        action a = p->actions[rng_below(&p->rng, (uint32_t)count)];
        if (game->apply(game, p->state, a, NULL) == FAILED) return PLAYOUT_FAILED;
        p->done++;
    }
    return game->outcome(game, p->state) != NULL ? PLAYOUT_OVER : PLAYOUT_STOPPED;
}
