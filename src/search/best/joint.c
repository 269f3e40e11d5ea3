/*
 * Monte-Carlo tree search for players who act together: its games, and the answer.
 */
#include "joint.h"

#include "base/rng.h"

enum { NOWHERE = -1, FEW = 16 };

/* The seat of a player, from 0, or NOWHERE if he does not decide. */
static int seat_of(const struct joint *j, int player)
{
    if (j->seats > 1) return player - 1;
    return player == j->chooser ? 0 : NOWHERE;
}

static int player_at(const struct joint *j, int seat)
{
    return j->seats > 1 ? seat + 1 : j->chooser;
}

/* ---- a step ---- */

/* Lists the actions of which the tree has statistics: all, or where these are many those that a rule
 * would carry out on the board as it is. */
static enum search_end list(struct joint *j)
{
    struct successors *x = j->m.x;
    const enum search_end end = successors_candidates(x);
    return end != SEARCH_GOES_ON || x->count <= FEW ? end : successors_list_again(x);
}

/* Chooses by the statistics of a seat. *taken: the node of the action. */
static enum search_end choose(struct joint *j, int32_t seat, int player, int32_t *taken)
{
    struct mcts *m = &j->m;
    const enum search_end end = list(j);
    if (end != SEARCH_GOES_ON) return end;
    m->low = j->low[player - 1];
    m->high = j->high[player - 1];
    const action by = mcts_choose(m, seat, taken);
    if (*taken == 0) *taken = mcts_add_child(m, seat, by, player);
    return *taken != 0 ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

/* Gives a step its seats. */
static bool seat_all(struct joint *j, int32_t node)
{
    struct mcts *m = &j->m;
    const int32_t first = m->count;
    if (m->nodes[node].seats != 0) return true;
    for (int i = 0; i < j->seats; i++) {
        if (!mcts_grow(m)) return false;
        m->nodes[m->count++] = (struct mcts_node){.mover = player_at(j, i)};
    }
    m->nodes[node].seats = first;
    return true;
}

/* What a player chooses in x->from, at a node of the tree or NOWHERE. */
static enum search_end decide(struct joint *j, int player, int32_t node, int32_t *taken,
                              action *by)
{
    const int seat = seat_of(j, player);
    if (seat == NOWHERE) return joint_others(j, player, by);
    if (node == NOWHERE) return joint_draw(j, by);
    const enum search_end end =
        choose(j, j->m.nodes[node].seats + seat, player, &taken[seat]);
    if (end == SEARCH_GOES_ON) *by = j->m.nodes[taken[seat]].by;
    return end;
}

static void gain(int64_t *gained, int64_t by)
{
    state_count(gained, by);
    if (*gained < -STATE_COUNT_MAX) *gained = -STATE_COUNT_MAX;
}

/* Plays a step in x->from. At a node of the tree `taken` is filled. */
static enum search_end step(struct joint *j, int32_t node, int32_t *taken)
{
    struct successors *x = j->m.x;
    const struct game *game = x->game;
    enum search_end end = search_expand(x->limits, &x->progress);
    if (end != SEARCH_GOES_ON) return end;
    if (node != NOWHERE && !seat_all(j, node)) return SEARCH_MEMORY;
    const uint64_t dice = successors_dice(x, x->from);
    joint_begin_step(j);
    for (int p = 1; p <= j->players; p++) {
        action by = 0;
        end = decide(j, p, node, taken, &by);
        if (end == SEARCH_GOES_ON)
            end = search_applied(game->apply(game, x->from, by, NULL));
        if (end != SEARCH_GOES_ON) return end;
    }
    if (dice != successors_dice(x, x->from)) x->drew = true;
    for (int p = 0; game->reward != NULL && p < j->players; p++)
        gain(&j->gained[p], game->reward(game, x->from, p + 1));
    return search_generate(x->limits, &x->progress);
}

/* ---- a game ---- */

/* Goes from a node to that of the next step; *fresh: it is new. */
static enum search_end follow(struct joint *j, const int32_t *taken, int32_t *node,
                              bool *fresh)
{
    struct mcts *m = &j->m;
    for (int i = 0; i < j->seats; i++) {
        const action by = m->nodes[taken[i]].by;
        int32_t child = mcts_find_child(m, *node, by);
        *fresh = child == 0;
        if (child == 0) child = mcts_add_child(m, *node, by, player_at(j, i));
        if (child == 0) return SEARCH_MEMORY;
        *node = child;
    }
    return SEARCH_GOES_ON;
}

static bool goes_on(const struct joint *j, int32_t depth)
{
    const struct successors *x = j->m.x;
    return depth < j->m.best->length && x->game->turn(x->game, x->from) != OVER;
}

/* Plays down the tree, and one step beyond it. */
static enum search_end descend(struct joint *j, int32_t *depth)
{
    enum search_end end = SEARCH_GOES_ON;
    int32_t node = 0, n = 0;
    for (bool fresh = false; !fresh && goes_on(j, n); n++) {
        int32_t *taken = j->taken + (ptrdiff_t)n * j->seats;
        j->m.path[n] = node;
        end = step(j, node, taken);
        if (end == SEARCH_GOES_ON) end = follow(j, taken, &node, &fresh);
        if (end != SEARCH_GOES_ON) return end;
    }
    *depth = n;
    return end;
}

/* What the game has brought to each player. */
static bool judge(struct joint *j)
{
    const struct best *best = j->m.best;
    const struct game *game = j->m.x->game;
    const struct state *state = j->m.x->from;
    for (int p = 0; p < j->players; p++) {
        int64_t *gained = &j->gained[p];
        if (best->worth != NULL && !best->worth(best->with, state, p + 1, gained))
            return false;
        if (best->worth == NULL && game->reward == NULL)
            *gained = joint_worth(game, state, p + 1);
        if (*gained < j->low[p]) j->low[p] = *gained;
        if (*gained > j->high[p]) j->high[p] = *gained;
    }
    return true;
}

static void add(struct mcts_node *node, int64_t result)
{
    node->visits++;
    node->sum += (double)result;
}

static void add_results(struct joint *j, int32_t depth)
{
    struct mcts_node *nodes = j->m.nodes;
    for (int32_t n = 0; n < depth; n++) {
        const int32_t *taken = j->taken + (ptrdiff_t)n * j->seats;
        const int32_t first = nodes[j->m.path[n]].seats;
        for (int i = 0; i < j->seats; i++) {
            const int64_t result = j->gained[player_at(j, i) - 1];
            add(&nodes[first + i], result);
            add(&nodes[taken[i]], result);
        }
    }
}

static enum search_end iterate(struct joint *j)
{
    struct successors *x = j->m.x;
    int32_t depth = 0;
    memcpy(x->from, j->root, j->root->size);
    memset(j->gained, 0, (size_t)j->players * sizeof *j->gained);
    if (x->game->reseed != NULL)
        x->game->reseed(x->game, x->from, rng_next(&j->m.random));
    enum search_end end = descend(j, &depth);
    for (int32_t n = depth; end == SEARCH_GOES_ON && goes_on(j, n); n++)
        end = step(j, NOWHERE, NULL);
    if (end != SEARCH_GOES_ON) return end;
    if (!judge(j)) return SEARCH_FAILED;
    add_results(j, depth);
    if (depth > x->progress.depth) x->progress.depth = depth;
    x->progress.best = j->high[j->chooser - 1];
    return SEARCH_GOES_ON;
}

/* ---- the answer ---- */

/* Lists the chooser's actions at the root: all choose there before he does. */
static enum search_end list_his(struct joint *j)
{
    struct successors *x = j->m.x;
    memcpy(x->from, j->root, j->root->size);
    x->game->unchoose(x->game, x->from, j->chooser);
    return list(j);
}

static enum search_end answer(struct joint *j)
{
    struct mcts *m = &j->m;
    struct best *best = m->best;
    struct successors *x = m->x;
    const int seat = seat_of(j, j->chooser);
    const struct mcts_node *root = &m->nodes[m->nodes[0].seats + seat];
    best->games = root->visits;
    best->sum = root->sum;
    if (best->games == 0) return SEARCH_GOES_ON;
    best->score = (int64_t)(root->sum / root->visits);
    best->line[0] = m->nodes[mcts_most_visited(m, m->nodes[0].seats + seat, 0)].by;
    best->count = 1;
    const enum search_end end = list_his(j);
    if (end != SEARCH_GOES_ON) return end;
    best->votes = search_resize(x->limits, NULL, (uint64_t)x->count, sizeof *best->votes);
    for (int i = 0; best->votes != NULL && i < x->count; i++) {
        const int32_t child = mcts_find_child(m, m->nodes[0].seats + seat, x->list[i]);
        best->votes[i] = child == 0 ? 0 : m->nodes[child].visits;
    }
    return SEARCH_GOES_ON;
}

static bool take_memory(struct joint *j)
{
    struct mcts *m = &j->m;
    const struct search_limits *limits = m->x->limits;
    const size_t size = m->x->root->size;
    const uint64_t n = (uint64_t)j->players, length = (uint64_t)m->best->length;
    m->best->line = search_resize(limits, NULL, 1, sizeof *m->best->line);
    m->path = search_resize(limits, NULL, length, sizeof *m->path);
    j->taken = search_resize(limits, NULL, length * (uint64_t)j->seats, sizeof *j->taken);
    j->gained = search_resize(limits, NULL, n, sizeof *j->gained);
    j->low = search_resize(limits, NULL, n, sizeof *j->low);
    j->high = search_resize(limits, NULL, n, sizeof *j->high);
    j->root = search_zeroed(limits, size, 1);
    if (m->best->others == BEST_GREEDY) {
        j->before = search_zeroed(limits, size, 1);
        j->drawn = search_resize(limits, NULL, n, sizeof *j->drawn);
        if (j->before == NULL || j->drawn == NULL) return false;
    }
    if (m->best->line == NULL || m->path == NULL || j->taken == NULL ||
        j->gained == NULL || j->low == NULL || j->high == NULL || j->root == NULL ||
        !mcts_grow(m))
        return false;
    m->nodes[m->count++] = (struct mcts_node){0};
    return seat_all(j, 0);
}

enum search_end best_joint(struct successors *x, struct best *best)
{
    const struct game *game = x->game;
    struct joint j = {.m =
                          {
                              .x = x,
                              .best = best,
                              .random = best->seed,
                          },
                      .players = game->players,
                      .chooser = game->turn(game, x->root)};
    j.seats = best->others == BEST_DECIDING ? j.players : 1;
    j.m.wavers = j.seats > 1;
    best->score = 0;
    if (j.chooser == OVER) return SEARCH_DONE;
    if (!take_memory(&j)) return SEARCH_MEMORY;
    for (int p = 0; p < j.players; p++) {
        j.low[p] = INT64_MAX;
        j.high[p] = INT64_MIN;
    }
    memcpy(j.root, x->root, x->root->size);
    game->unchoose(game, j.root, 1);
    enum search_end end = SEARCH_GOES_ON;
    while (end == SEARCH_GOES_ON) end = iterate(&j);
    const enum search_end told = answer(&j);
    return told != SEARCH_GOES_ON ? told : end;
}
