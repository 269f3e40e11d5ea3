/*
 * Monte-Carlo tree search. Each iteration plays a game: from the root down the tree by
 * the most promising actions (selection), one action beyond the tree, which adds a node
 * (expansion), and from there at random (playout). Its result is added to all nodes on
 * the path.
 *
 * With two players and no chance, nodes whose winner is proven are not entered again.
 * The player to move wins a node if he wins one of its children, and loses it if he
 * loses all of them. If all are proven, some as won by neither, the best of these is the
 * node's result; until then, no worse result of a game through the node counts. Random
 * playouts overlook a threat among many replies. So a new node is searched for a reply
 * that wins at once: the reply that won last at its depth, and all replies if they are
 * few, or if the node is one of the first two children of the root. (If the opponent
 * threatens to win at once, the threat shows after one of these two actions, unless both
 * parry it.)
 */
#include "mcts.h"

#include "base/rng.h"
#include "game/playout.h"

/* Makes x->to the position to go on from. */
static void go_on(struct successors *x)
{
    struct state *after = x->to;
    x->to = x->from;
    x->from = after;
}

/* Plays an action on x->from. */
static enum search_end step(struct mcts *m, action a)
{
    enum search_end end = successors_enter(m->x, a);
    if (end == SEARCH_GOES_ON) go_on(m->x);
    return end;
}

/* The action to go on with from a node, and its child, which is added if it is new. */
static enum search_end select(struct mcts *m, int32_t node, action *by, int32_t *child)
{
    struct successors *x = m->x;
    *child = 0;
    if (m->nodes[node].unfolded) {
        *by = mcts_choose_unfolded(m, node, child);
        return SEARCH_GOES_ON;
    }
    const enum search_end end = successors_list(x);
    if (end != SEARCH_GOES_ON || x->count == 0) return end;
    const int mover = x->game->turn(x->game, x->from);
    if (m->nodes[node].open == 0) {
        m->nodes[node].open = x->count;
        if (!mcts_unfold(m, node, mover)) return SEARCH_MEMORY;
    }
    *by = mcts_choose(m, node, child);
    if (*child == 0) *child = mcts_add_child(m, node, *by, mover);
    return *child != 0 ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

/* Selection and expansion: plays from the root to a node at *depth. *fresh:
 * the node is new. */
static enum search_end descend(struct mcts *m, int32_t *depth, bool *fresh)
{
    int32_t node = 0, n = 0;
    m->path[0] = 0;
    *fresh = false;
    for (; !*fresh && n < m->best->length; n++) {
        action by = 0;
        int32_t child;
        enum search_end end = select(m, node, &by, &child);
        if (end != SEARCH_GOES_ON) return end;
        if (child == 0) break;
        *fresh = m->nodes[child].visits == 0 && m->nodes[child].open == 0;
        end = step(m, by);
        if (end != SEARCH_GOES_ON) return end;
        m->path[n + 1] = node = child;
    }
    *depth = n;
    return SEARCH_GOES_ON;
}

/* Plays at random to the end, action by action. `listed`: the actions of x->from are listed
 * already. */
static enum search_end play_slowly(struct mcts *m, int32_t depth, bool listed)
{
    struct successors *x = m->x;
    for (; depth < m->best->length; depth++, listed = false) {
        enum search_end end = listed ? SEARCH_GOES_ON : successors_list_open(x);
        bool possible = false;
        while (end == SEARCH_GOES_ON && !possible && x->count > 0) {
            uint32_t drawn = rng_below(&m->random, (uint32_t)x->count);
            end = successors_try(x, x->list[drawn], &possible);
            if (!possible) x->list[drawn] = x->list[--x->count];
        }
        if (end != SEARCH_GOES_ON || !possible) return end;
        go_on(x);
    }
    return SEARCH_GOES_ON;
}

/* How the game's own playout ended. */
static enum search_end ended(struct mcts *m, enum playout_end end, bool cut)
{
    struct successors *x = m->x;
    if (end == PLAYOUT_FAILED)
        return search_stops_now(x->limits, &x->progress) ? SEARCH_STOPPED : SEARCH_FAILED;
    if (end == PLAYOUT_STOPPED && cut) return SEARCH_NODES;
    return search_stops(x->limits, &x->progress) ? SEARCH_STOPPED : SEARCH_GOES_ON;
}

/* The playout: plays at random to the end, in one run where the game can. */
static enum search_end play_on(struct mcts *m, int32_t depth, bool listed)
{
    struct successors *x = m->x;
    struct search_progress *progress = &x->progress;
    const int64_t most = m->best->length - depth,
                  left = x->limits->nodes - progress->nodes;
    struct playout p = {
        .state = x->from, .rng = m->random, .max = most < left ? most : left};
    int end = PLAYOUT_STOPPED;
    const uint64_t dice = successors_dice(x, x->from);
    if (x->game->playout == NULL || !x->game->playout(x->game, &p, &end))
        return play_slowly(m, depth, listed);
    if (dice != successors_dice(x, x->from)) x->drew = true;
    m->random = p.rng;
    progress->nodes += p.done;
    progress->generated += p.done;
    return ended(m, (enum playout_end)end, left < most);
}

/* ---- proofs ---- */

/* Who has won a game with this result, or NEITHER. */
static int winner_with(const struct mcts *m, int64_t result)
{
    int64_t least = m->best->least, most = m->best->most;
    if (least == most) return result > 0 ? 1 : result < 0 ? 2 : NEITHER;
    return result >= most ? 1 : result <= least ? 2 : NEITHER;
}

static void prove(struct mcts *m, int32_t node, int winner, int64_t result)
{
    m->nodes[node].open = -winner;
    m->nodes[node].sum = (double)result;
}

/* Tries a listed action in the position of the node. If it wins at once, adds it as a
 * child and proves both. */
static enum search_end try_reply(struct mcts *m, int32_t node, int32_t depth, action a,
                                 int64_t *result)
{
    struct successors *x = m->x;
    const struct game *game = x->game;
    int mover = game->turn(game, x->from);
    enum search_end end = successors_enter(x, a);
    if (end != SEARCH_GOES_ON || game->turn(game, x->to) != OVER) return end;
    best_value(m->best, game, x->to, result);
    if (winner_with(m, *result) != mover) return SEARCH_GOES_ON;
    int32_t child = mcts_add_child(m, node, a, mover);
    if (child == 0) return SEARCH_MEMORY;
    m->nodes[child].visits = 1;
    prove(m, child, mover, *result);
    prove(m, node, mover, *result);
    m->replies[depth] = (struct mcts_reply){a, true};
    return SEARCH_GOES_ON;
}

/* Proves a new node, whose actions are listed, if the game is over there or a
 * reply wins at once. */
static enum search_end look_for_win(struct mcts *m, int32_t depth, int64_t *result)
{
    enum { FEW = 8 };
    struct successors *x = m->x;
    int32_t node = m->path[depth];
    struct mcts_reply last = m->replies[depth];
    bool all = x->count <= FEW || depth == 0 || (depth == 1 && m->nodes[0].visits < 2);
    enum search_end end = SEARCH_GOES_ON;
    if (x->count == 0) best_value(m->best, x->game, x->from, result);
    if (x->count == 0) prove(m, node, winner_with(m, *result), *result);
    for (int i = 0; last.any && i < x->count; i++) {
        if (x->list[i] == last.by) end = try_reply(m, node, depth, last.by, result);
    }
    for (int i = 0; all && i < x->count; i++) {
        if (end != SEARCH_GOES_ON || mcts_proof_of(m, node) != 0) break;
        end = try_reply(m, node, depth, x->list[i], result);
    }
    return end;
}

/* The same by the game's prospects. */
static enum search_end see_win(struct mcts *m, int32_t depth, int64_t *result)
{
    struct successors *x = m->x;
    const int32_t node = m->path[depth];
    enum search_end end = successors_prospects(x);
    if (end != SEARCH_GOES_ON) return end;
    const int n = x->count;
    if (n == 0) best_value(m->best, x->game, x->from, result);
    if (n == 0) prove(m, node, winner_with(m, *result), *result);
    for (int i = 0; i < n && end == SEARCH_GOES_ON && mcts_proof_of(m, node) == 0; i++)
        if (x->prospects[i].ends)
            end = try_reply(m, node, depth, x->prospects[i].by, result);
    return end;
}

/* ---- a game ---- */

/* Finishes the game from the node at the end of the path, by a proof or a playout. */
static enum search_end finish(struct mcts *m, int32_t depth, bool fresh, int64_t *result)
{
    const bool look = m->proves && fresh && depth < m->best->length,
               lists = look && !m->sees;
    enum search_end end = lists ? successors_list(m->x) : SEARCH_GOES_ON;
    if (lists && end == SEARCH_GOES_ON) end = look_for_win(m, depth, result);
    if (look && m->sees) end = see_win(m, depth, result);
    if (end != SEARCH_GOES_ON || mcts_proof_of(m, m->path[depth]) != 0) return end;
    end = play_on(m, depth, lists);
    if (end != SEARCH_GOES_ON) return end;
    return best_value(m->best, m->x->game, m->x->from, result) ? SEARCH_GOES_ON
                                                               : SEARCH_FAILED;
}

/* Adds the result of a game to the nodes of its path. Where the player to move can have a
 * better one by a proven child, that counts from there on. */
static void add_result(struct mcts *m, int32_t depth, double result)
{
    for (int32_t i = depth; i >= 0; i--) {
        struct mcts_node *node = &m->nodes[m->path[i]];
        node->visits++;
        if (node->open < 0) continue;
        const struct mcts_node *drawn = node->drawn == 0 ? NULL : &m->nodes[node->drawn];
        bool better = drawn != NULL &&
                      (drawn->mover == 2 ? drawn->sum < result : drawn->sum > result);
        if (better) result = drawn->sum;
        node->sum += node->mover == 2 ? -result : result;
    }
}

/* Plays a game and adds its result to the tree. */
static enum search_end iterate(struct mcts *m)
{
    struct successors *x = m->x;
    int32_t depth = 0;
    int64_t result = 0;
    bool fresh;
    memcpy(x->from, x->root, x->root->size);
    if (x->game->reseed != NULL) x->game->reseed(x->game, x->from, rng_next(&m->random));
    enum search_end end = descend(m, &depth, &fresh);
    if (end == SEARCH_GOES_ON) end = finish(m, depth, fresh, &result);
    if (end != SEARCH_GOES_ON) return end;
    if (result < m->low) m->low = result;
    if (result > m->high) m->high = result;
    add_result(m, depth, (double)result);
    mcts_prove_path(m, depth);
    if (depth > x->progress.depth) x->progress.depth = depth;
    return SEARCH_GOES_ON;
}

static bool take_memory(struct mcts *m)
{
    const struct search_limits *limits = m->x->limits;
    size_t n = (size_t)m->best->length + 1;
    m->best->line = search_resize(limits, NULL, n, sizeof *m->best->line);
    m->path = search_resize(limits, NULL, n, sizeof *m->path);
    m->replies = search_resize(limits, NULL, n, sizeof *m->replies);
    if (m->best->line == NULL || m->path == NULL || m->replies == NULL || !mcts_grow(m))
        return false;
    memset(m->replies, 0, n * sizeof *m->replies);
    m->nodes[m->count++] = (struct mcts_node){0};
    return true;
}

/* Looks for an action of the root that wins at once. */
static enum search_end look_at_root(struct mcts *m)
{
    int64_t result;
    memcpy(m->x->from, m->x->root, m->x->root->size);
    m->path[0] = 0;
    enum search_end end = successors_list(m->x);
    return end == SEARCH_GOES_ON ? look_for_win(m, 0, &result) : end;
}

enum search_end best_mcts(struct successors *x, struct best *best)
{
    struct mcts m = {.x = x, .best = best, .random = best->seed};
    m.low = INT64_MAX;
    m.high = INT64_MIN;
    m.proves = best->deterministic && x->game->players == 2 && best->value == NULL;
    m.sees = m.proves && x->game->prospects != NULL && x->game->parried > 0 &&
             (best->least == best->most || 2 * x->game->parried >= best->most);
    if (!take_memory(&m)) return SEARCH_MEMORY;
    enum search_end end = m.proves ? look_at_root(&m) : SEARCH_GOES_ON;
    while (end == SEARCH_GOES_ON && mcts_proof_of(&m, 0) == 0) {
        int64_t before = x->progress.generated;
        end = iterate(&m);
        x->progress.best = m.high;
        if (x->progress.generated == before) break;
    }
    mcts_write_line(&m);
    best->games = m.nodes[0].visits;
    enum search_end told = best->tells ? mcts_tell_votes(&m) : SEARCH_GOES_ON;
    return search_ended(told != SEARCH_GOES_ON ? told : end);
}
