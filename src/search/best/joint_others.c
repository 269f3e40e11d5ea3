/*
 * How players choose who do not decide: at random, by what the step itself brings them, or as a program
 * says. None of them sees what the others have chosen in the step.
 */
#include "joint.h"

#include "base/rng.h"

int64_t joint_worth(const struct game *game, const struct state *state, int player)
{
    if (!game->unscored) return game->score(game, state, player);
    const char *outcome = game->outcome(game, state);
    if (outcome == NULL) return 0;
    return game->goal == NULL || strcmp(outcome, game->goal) == 0;
}

enum search_end joint_draw(struct joint *j, action *by)
{
    struct successors *x = j->m.x;
    const enum search_end end = successors_candidates(x);
    if (end != SEARCH_GOES_ON) return end;
    *by = x->list[rng_below(&j->m.random, (uint32_t)x->count)];
    return SEARCH_GOES_ON;
}

/* ---- greedy ---- */

/* Nobody sees the dice of the step, but in all that he tries they fall alike. */
void joint_begin_step(struct joint *j)
{
    const struct successors *x = j->m.x;
    if (j->before == NULL) return;
    memcpy(j->before, x->from, x->from->scratch);
    if (x->game->reseed != NULL)
        x->game->reseed(x->game, j->before, rng_next(&j->m.random));
}

/* Draws what all choose in the step before which x->to is. */
static enum search_end draw_all(struct joint *j)
{
    struct successors *x = j->m.x;
    struct state *from = x->from;
    enum search_end end = SEARCH_GOES_ON;
    memcpy(x->to, j->before, j->before->scratch);
    x->from = x->to;
    for (int p = 0; p < j->players && end == SEARCH_GOES_ON; p++) {
        end = joint_draw(j, &j->drawn[p]);
        if (end == SEARCH_GOES_ON && p < j->players - 1)
            end = search_applied(x->game->apply(x->game, x->to, j->drawn[p], NULL));
    }
    x->from = from;
    return end;
}

/* What an action would bring a player in this step, if the others choose what was drawn. */
static enum search_end try_step(struct joint *j, int player, action by, int64_t *gain)
{
    struct successors *x = j->m.x;
    const struct game *game = x->game;
    memcpy(x->to, j->before, j->before->scratch);
    for (int p = 1; p <= j->players; p++) {
        const action a = p == player ? by : j->drawn[p - 1];
        const enum search_end end = search_applied(game->apply(game, x->to, a, NULL));
        if (end != SEARCH_GOES_ON) return end;
    }
    *gain = game->reward != NULL ? game->reward(game, x->to, player)
                                 : joint_worth(game, x->to, player);
    return search_generate(x->limits, &x->progress);
}

/* The action that brings most; of equal ones any. */
static enum search_end choose_greedily(struct joint *j, int player, action *by)
{
    struct successors *x = j->m.x;
    int64_t most = INT64_MIN;
    uint32_t equal = 0;
    enum search_end end = draw_all(j);
    if (end == SEARCH_GOES_ON) end = successors_candidates(x);
    for (int i = 0; i < x->count && end == SEARCH_GOES_ON; i++) {
        int64_t gain = 0;
        end = try_step(j, player, x->list[i], &gain);
        if (end != SEARCH_GOES_ON || gain < most) continue;
        equal = gain > most ? 1 : equal + 1;
        most = gain;
        if (rng_below(&j->m.random, equal) == 0) *by = x->list[i];
    }
    return end;
}

/* ---- asked ---- */

/* Asks in a state that the player may see. */
static enum search_end ask(struct joint *j, int player, action *by)
{
    struct successors *x = j->m.x;
    const struct game *game = x->game;
    memcpy(x->to, x->from, x->from->scratch);
    game->unchoose(game, x->to, player);
    if (game->see != NULL && !game->see(game, x->to, player)) return SEARCH_FAILED;
    return j->m.best->ask(j->m.best->with, x->to, player, by) ? SEARCH_GOES_ON
                                                              : SEARCH_FAILED;
}

enum search_end joint_others(struct joint *j, int player, action *by)
{
    switch (j->m.best->others) {
    case BEST_GREEDY: return choose_greedily(j, player, by);
    case BEST_ASKED: return ask(j, player, by);
    default: return joint_draw(j, by);
    }
}
