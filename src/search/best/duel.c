/*
 * Positions of a game for two, and the order of their actions.
 */
#include "duel.h"

#include "search/store/two_tier.h"

bool duel_start(struct duel *d, struct successors *x, struct best *best, int32_t plies)
{
    *d = (struct duel){.x = x, .best = best, .plies = plies, .end = SEARCH_GOES_ON};
    x->known = NULL;
    d->me = x->game->turn(x->game, x->root);
    d->parries = best->reached == NULL && best->least != best->most &&
                 x->game->parried > 0 && 2 * x->game->parried >= best->most;
    d->states = search_resize(x->limits, NULL, (uint64_t)plies, x->root->size);
    best->line = search_resize(x->limits, NULL, (uint64_t)plies, sizeof *best->line);
    if (d->states == NULL || best->line == NULL) return false;
    memcpy(duel_state(d, 0), x->root, x->root->size);
    return true;
}

void duel_free(struct duel *d)
{
    search_free(d->x->limits, d->states);
    search_free(d->x->limits, d->choices);
}

size_t duel_table(const struct duel *d)
{
    enum { UNKNOWN = 1 << 26, OTHERS = 1 << 15 };
    const size_t memory = d->x->limits->memory, each = d->x->root->size + sizeof(action),
                 own = (size_t)d->plies * each + OTHERS;
    if (memory == 0) return UNKNOWN;
    return memory <= own ? 0 : (memory - own) / 8 * 7;
}

/* Whether the player to move wants a great value. */
static bool maximizes(const struct duel *d, int32_t ply)
{
    const int turn = d->x->game->turn(d->x->game, duel_state(d, ply));
    return d->best->reached == NULL ? turn != 2 : turn == d->me;
}

bool duel_is_goal(struct duel *d, int32_t ply)
{
    const struct best *best = d->best;
    if (best->reached == NULL) return false;
    const int is = best->reached(best->with, duel_state(d, ply));
    if (is < 0) d->end = SEARCH_FAILED;
    return is > 0;
}

int64_t duel_value(struct duel *d, int32_t ply, bool over)
{
    const struct game *game = d->x->game;
    const struct best *best = d->best;
    const struct state *state = duel_state(d, ply);
    int64_t value;
    if (best->reached != NULL) return over ? -WON : 0;
    if (!over && best->value != NULL) {
        if (!best->value(best->with, state, &value)) d->end = SEARCH_FAILED;
        return value;
    }
    value = game->score(game, state, 1) - game->score(game, state, 2);
    if (!over || best->least == best->most) return value;
    return value >= best->most ? WON : value <= best->least ? -WON : value;
}

bool duel_enter(struct duel *d, int32_t ply, action by)
{
    struct successors *x = d->x;
    struct state *from = x->from, *to = x->to;
    x->from = duel_state(d, ply);
    x->to = duel_state(d, ply + 1);
    d->end = successors_enter(x, by);
    x->from = from;
    x->to = to;
    return d->end == SEARCH_GOES_ON;
}

/* ---- experts ---- */

bool duel_has_expert(const struct duel *d)
{
    const struct game *game = d->x->game;
    const struct best *best = d->best;
    return game->expert != NULL && best->reached == NULL && best->value == NULL &&
           best->least != best->most && game->score_max - game->score_min == best->most;
}

bool duel_study(struct duel *d)
{
    struct successors *x = d->x;
    if (!duel_has_expert(d)) return true;
    d->end = x->game->expert->study(x->root, x->limits, &x->progress, &x->known);
    return d->end == SEARCH_GOES_ON;
}

uint64_t duel_hash(const struct duel *d, const struct state *state)
{
    if (!duel_knows(d)) return two_tier_hash(state, 0);
    const uint64_t hash = d->x->game->expert->hash(d->x->known, state);
    return hash != 0 ? hash : 1; /* 0 is that of a free entry */
}

int64_t duel_known(const struct duel *d, int32_t ply)
{
    if (!duel_knows(d)) return 0;
    const int winner = d->x->game->expert->winner(d->x->known, duel_state(d, ply));
    return winner == 0 ? 0 : winner == 1 ? WON : -WON;
}

/* ---- lists ---- */

/* Makes room for so many choices from `first` on. */
static bool make_room(struct duel *d, size_t first, int32_t count)
{
    struct choice *all = search_grow(d->x->limits, d->choices, &d->room,
                                     (int64_t)first + count + 1, sizeof *all);
    if (all == NULL) d->end = SEARCH_MEMORY;
    if (all != NULL) d->choices = all;
    return all != NULL;
}

/* Lists the actions of a position by a function of successors.h, and makes room for them. */
static bool list_by(struct duel *d, const struct listed *l,
                    enum search_end (*lists)(struct successors *))
{
    struct successors *x = d->x;
    struct state *from = x->from;
    x->from = duel_state(d, l->ply);
    d->end = lists(x);
    x->from = from;
    return d->end == SEARCH_GOES_ON && make_room(d, l->first, x->count);
}

/* Lists the actions alone, in their order. Returns how many there are, or CHOICE_NONE. */
static int32_t list_plainly(struct duel *d, const struct listed *l)
{
    const struct successors *x = d->x;
    if (!list_by(d, l, successors_list)) return CHOICE_NONE;
    for (int32_t i = 0; i < x->count; i++)
        d->choices[l->first + (size_t)i] = (struct choice){x->list[i], 0, i};
    return x->count;
}

/* Lists the actions with what is seen of them; if only some parry, and none ends the game, those
 * alone. */
static int32_t list_seen(struct duel *d, struct listed *l)
{
    enum { ENDS = 1 << 29, PARRIES = 1 << 28 };
    if (!list_by(d, l, successors_prospects)) return CHOICE_NONE;
    const int32_t n = d->x->count;
    struct choice *out = d->choices + l->first;
    bool ends = false, parries = false;
    for (int32_t i = 0; i < n; i++) {
        const struct prospect *p = &d->x->prospects[i];
        const int64_t rank =
            p->promise + (p->ends ? ENDS : 0) + (p->parries ? PARRIES : 0);
        out[i] = (struct choice){p->by, rank * (INT64_C(1) << 32), i};
        ends |= p->ends;
        parries |= p->parries;
    }
    l->forced = d->parries && parries && !ends;
    if (!l->forced) return n;
    int32_t kept = 0;
    for (int32_t i = 0; i < n; i++)
        if (d->x->prospects[i].parries) out[kept++] = out[i];
    return kept;
}

/* Lists the actions that an expert does not find vain. */
static int32_t list_known(struct duel *d, struct listed *l)
{
    if (!list_by(d, l, successors_prospects)) return CHOICE_NONE;
    const struct prospect *seen = d->x->prospects;
    const int32_t n = d->x->count;
    struct choice *out = d->choices + l->first;
    int32_t kept = 0;
    for (int32_t i = 0; i < n; i++) {
        if (seen[i].wins) l->wins = i;
        if (seen[i].vain) continue;
        out[kept++] =
            (struct choice){seen[i].by, seen[i].promise * (INT64_C(1) << 32), i};
    }
    l->lost = kept == 0 && n > 0;
    return kept;
}

/* Whether the position after an action that is said to end the game is won. */
static bool wins_after(struct duel *d, const struct listed *l)
{
    const struct game *game = d->x->game;
    const int32_t ply = l->ply + 1;
    int64_t value = 0;
    if (duel_is_goal(d, ply))
        value = WON;
    else if (d->end != SEARCH_GOES_ON || game->turn(game, duel_state(d, ply)) != OVER)
        return false;
    else
        value = duel_value(d, ply, true);
    return value == (l->maximizes ? WON : -WON);
}

static void look_for_win(struct duel *d, struct listed *l)
{
    for (int32_t i = 0; i < l->count && l->wins == CHOICE_NONE; i++) {
        const struct prospect p = d->x->prospects[i];
        if (!p.ends) continue;
        if (d->parries) l->wins = i; /* lines win, so it need not be played */
        if (d->parries) return;
        if (!duel_enter(d, l->ply, p.by)) return;
        if (wins_after(d, l)) l->wins = i;
    }
}

bool duel_list(struct duel *d, struct listed *l)
{
    l->maximizes = maximizes(d, l->ply);
    l->wins = CHOICE_NONE;
    l->forced = l->lost = false;
    if (duel_knows(d)) {
        l->count = list_known(d, l);
        return l->count != CHOICE_NONE;
    }
    const bool sees = d->x->game->prospects != NULL;
    l->count = sees ? list_seen(d, l) : list_plainly(d, l);
    if (l->count == CHOICE_NONE) return false;
    if (sees && !l->forced) look_for_win(d, l);
    return d->end == SEARCH_GOES_ON;
}

bool duel_action(struct duel *d, const struct state *state, int32_t number, action *by)
{
    struct successors *x = d->x;
    struct state *from = x->from;
    memcpy(from, state, state->size);
    const enum search_end end = successors_list_again(x);
    if (end != SEARCH_GOES_ON) d->end = end;
    if (end != SEARCH_GOES_ON || number < 0 || number >= x->count) return false;
    *by = x->list[number];
    return true;
}
