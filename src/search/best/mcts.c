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
#include "base/portable_math.h"
#include "base/rng.h"
#include "best.h"

/* A node stands for the actions of its parent, then `by`. */
struct node {
    action by;
    double sum; /* of the rewards for the player who played `by`; if proven: the result */
    int32_t visits;
    int32_t mover;          /* the player who played `by` */
    int32_t child, sibling; /* its first child, the next child of its parent; 0: none */
    int32_t drawn;          /* the best child that is proven to be NEITHER's, or 0 */
    int32_t open;           /* > 0: actions not proven yet; 0: not counted yet;
                             * < 0: -open is proven: the player who wins, or NEITHER */
};

enum { NEITHER = 3 };

/* An action that won at once; `any` is false if there was none. */
struct reply {
    action by;
    bool any;
};

struct mcts {
    struct successors *x;
    struct best *best;
    struct node *nodes;
    int32_t count;
    int64_t room;
    int32_t *path;         /* the nodes of this iteration, the root first */
    struct reply *replies; /* by depth: the reply that won last */
    bool proves;           /* whether it proves wins and losses */
    int64_t low, high;     /* the least and the greatest result so far */
    uint64_t random;
};

static int32_t find_child(const struct mcts *m, int32_t node, action by)
{
    int32_t child = m->nodes[node].child;
    while (child != 0 && m->nodes[child].by != by) child = m->nodes[child].sibling;
    return child;
}

/* Makes room for another node. */
static bool grow(struct mcts *m)
{
    if (m->count > INT32_MAX / 2) return false;
    struct node *nodes = search_grow(m->x->limits, m->nodes, &m->room,
                                     (int64_t)m->count + 1, sizeof *nodes);
    if (nodes == NULL) return false;
    m->nodes = nodes;
    return true;
}

/* Returns the new node, or 0 if there is no memory. */
static int32_t add_child(struct mcts *m, int32_t node, action by, int mover)
{
    if (!grow(m)) return 0;
    m->nodes[m->count] =
        (struct node){.by = by, .mover = mover, .sibling = m->nodes[node].child};
    m->nodes[node].child = m->count;
    return m->count++;
}

/* What is proven: the player who wins, or NEITHER; 0 if nothing is. */
static int proof_of(const struct mcts *m, int32_t node)
{
    return m->nodes[node].open < 0 ? -m->nodes[node].open : 0;
}

/* The upper confidence bound of a child, for the player to move. */
static double ucb(const struct mcts *m, int32_t node, int32_t child)
{
    const struct node *c = &m->nodes[child];
    double range = m->high > m->low ? (double)(m->high - m->low) : 1;
    double mean = c->sum / c->visits / range;
    return mean + portable_root(0.5 * real_log2(m->nodes[node].visits + 1) / c->visits);
}

/* Chooses among the listed actions: a random one of those never tried, with *child = 0;
 * if there is none, the action of greatest ucb that is not proven. */
static action choose(struct mcts *m, int32_t node, int32_t *child)
{
    const struct successors *x = m->x;
    int fresh = 0, best = 0;
    double most = 0;
    *child = 0;
    for (int i = 0; i < x->count; i++) {
        int32_t c = find_child(m, node, x->list[i]);
        if (c == 0) {
            if (rng_below(&m->random, (uint32_t)++fresh) == 0) best = i;
        } else if (fresh == 0 && proof_of(m, c) == 0) {
            double bound = ucb(m, node, c);
            if (*child != 0 && bound <= most) continue;
            most = bound;
            best = i;
            *child = c;
        }
    }
    if (fresh > 0) *child = 0;
    return x->list[best];
}

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

/* Selection and expansion: plays from the root to a node at *depth. *fresh:
 * the node is new. */
static enum search_end descend(struct mcts *m, int32_t *depth, bool *fresh)
{
    struct successors *x = m->x;
    int32_t node = 0, n = 0;
    m->path[0] = 0;
    *fresh = false;
    for (; !*fresh && n < m->best->length; n++) {
        enum search_end end = successors_list(x);
        if (end != SEARCH_GOES_ON) return end;
        if (x->count == 0) break;
        if (m->nodes[node].open == 0) m->nodes[node].open = x->count;
        int32_t child, mover = x->game->turn(x->game, x->from);
        action a = choose(m, node, &child);
        *fresh = child == 0;
        if (*fresh && (child = add_child(m, node, a, mover)) == 0) return SEARCH_MEMORY;
        end = step(m, a);
        if (end != SEARCH_GOES_ON) return end;
        m->path[n + 1] = node = child;
    }
    *depth = n;
    return SEARCH_GOES_ON;
}

/* The playout: plays at random to the end. `listed`: the actions of
 * x->from are listed already. */
static enum search_end play_on(struct mcts *m, int32_t depth, bool listed)
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
    int32_t child = add_child(m, node, a, mover);
    if (child == 0) return SEARCH_MEMORY;
    m->nodes[child].visits = 1;
    prove(m, child, mover, *result);
    prove(m, node, mover, *result);
    m->replies[depth] = (struct reply){a, true};
    return SEARCH_GOES_ON;
}

/* Whether a node is one of the first two children of its parent. */
static bool is_early(const struct mcts *m, int32_t node)
{
    int32_t next = m->nodes[node].sibling;
    return next == 0 || m->nodes[next].sibling == 0;
}

/* Proves a new node, whose actions are listed, if the game is over there or a
 * reply wins at once. */
static enum search_end look_for_win(struct mcts *m, int32_t depth, int64_t *result)
{
    enum { FEW = 8 };
    struct successors *x = m->x;
    int32_t node = m->path[depth];
    struct reply last = m->replies[depth];
    bool all = x->count <= FEW || depth == 0 || (depth == 1 && is_early(m, node));
    enum search_end end = SEARCH_GOES_ON;
    if (x->count == 0) best_value(m->best, x->game, x->from, result);
    if (x->count == 0) prove(m, node, winner_with(m, *result), *result);
    for (int i = 0; last.any && i < x->count; i++) {
        if (x->list[i] == last.by) end = try_reply(m, node, depth, last.by, result);
    }
    for (int i = 0; all && i < x->count; i++) {
        if (end != SEARCH_GOES_ON || proof_of(m, node) != 0) break;
        end = try_reply(m, node, depth, x->list[i], result);
    }
    return end;
}

/* The most visited child among those with this winner. */
static int32_t most_visited(const struct mcts *m, int32_t node, int winner)
{
    int32_t best = 0;
    for (int32_t c = m->nodes[node].child; c != 0; c = m->nodes[c].sibling) {
        if (proof_of(m, c) != winner) continue;
        if (best == 0 || m->nodes[c].visits > m->nodes[best].visits) best = c;
    }
    return best;
}

/* What a visited child is worth to the player who chooses it. */
static double reward_of(const struct mcts *m, int32_t child)
{
    const struct node *c = &m->nodes[child];
    if (c->open >= 0) return c->sum / c->visits;
    return c->mover == 2 ? -c->sum : c->sum;
}

/* Carries a proof at the end of the path up to the nodes before it, as
 * far as it holds. */
static void prove_path(struct mcts *m, int32_t depth)
{
    for (; depth > 0; depth--) {
        int32_t child = m->path[depth];
        int who = proof_of(m, child);
        struct node *node = &m->nodes[m->path[depth - 1]];
        if (who == 0 || node->open < 0) return;
        bool best = node->drawn == 0 || reward_of(m, child) > reward_of(m, node->drawn);
        if (who == NEITHER && best) node->drawn = child;
        bool wins = who == m->nodes[child].mover;
        if (!wins && --node->open > 0) return;
        if (!wins) child = node->drawn;
        if (child == 0) child = most_visited(m, m->path[depth - 1], who);
        node->open = m->nodes[child].open;
        node->sum = m->nodes[child].sum;
    }
}

/* ---- a game ---- */

/* Finishes the game from the node at the end of the path, by a proof or a playout. */
static enum search_end finish(struct mcts *m, int32_t depth, bool fresh, int64_t *result)
{
    bool look = m->proves && fresh && depth < m->best->length;
    enum search_end end = look ? successors_list(m->x) : SEARCH_GOES_ON;
    if (look && end == SEARCH_GOES_ON) end = look_for_win(m, depth, result);
    if (end != SEARCH_GOES_ON || proof_of(m, m->path[depth]) != 0) return end;
    end = play_on(m, depth, look);
    if (end != SEARCH_GOES_ON) return end;
    return best_value(m->best, m->x->game, m->x->from, result) ? SEARCH_GOES_ON
                                                               : SEARCH_FAILED;
}

/* Adds the result of a game to the nodes of its path. Where the player to move can have a
 * better one by a proven child, that counts from there on. */
static void add_result(struct mcts *m, int32_t depth, double result)
{
    for (int32_t i = depth; i >= 0; i--) {
        struct node *node = &m->nodes[m->path[i]];
        node->visits++;
        if (node->open < 0) continue;
        const struct node *drawn = node->drawn == 0 ? NULL : &m->nodes[node->drawn];
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
    prove_path(m, depth);
    if (depth > x->progress.depth) x->progress.depth = depth;
    return SEARCH_GOES_ON;
}

/* Where every action tried is proven to lose, the line is an action that is not. Returns
 * its length, 0 or 1. */
static int32_t write_untried(struct mcts *m)
{
    struct successors *x = m->x;
    if (!m->proves || m->nodes[0].child == 0) return 0;
    memcpy(x->from, x->root, x->root->size);
    if (successors_list_again(x) != SEARCH_GOES_ON) return 0;
    for (int i = 0; i < x->count; i++) {
        int32_t child = find_child(m, 0, x->list[i]);
        m->best->line[0] = x->list[i];
        if (child == 0 || proof_of(m, child) == 0) return 1;
    }
    return 0;
}

/* The child that the line goes on with, or 0: the most visited one; from a proven node,
 * among those that its winner wins. One that neither wins is chosen if no other promises
 * more. */
static int32_t best_child(const struct mcts *m, int32_t node)
{
    enum { OFTEN = 10 };
    int who = proof_of(m, node);
    int32_t drawn = m->nodes[node].drawn;
    int32_t c = who == NEITHER ? 0 : most_visited(m, node, who);
    if (c == 0 || m->nodes[c].visits == 0) return drawn;
    if (who != 0) return c;
    if (drawn != 0 && reward_of(m, drawn) >= reward_of(m, c)) return drawn;
    return m->nodes[c].visits >= (node == 0 ? 1 : OFTEN) ? c : 0;
}

static void write_line(struct mcts *m)
{
    int32_t n = 0;
    for (int32_t c = 0; (c = best_child(m, c)) != 0;) {
        m->best->line[n++] = m->nodes[c].by;
    }
    m->best->count = n > 0 ? n : write_untried(m);
    m->best->exact = proof_of(m, 0) != 0;
    const struct node *root = &m->nodes[0];
    int32_t games = m->best->exact ? 1 : root->visits;
    if (games > 0) m->best->score = (int64_t)(root->sum / games);
}

static enum search_end tell_votes(struct mcts *m)
{
    struct successors *x = m->x;
    struct best *best = m->best;
    best->games = m->nodes[0].visits;
    best->sum = m->nodes[0].sum;
    int mover = x->game->turn(x->game, x->root);
    memcpy(x->from, x->root, x->root->size);
    enum search_end end = successors_list_again(x);
    if (end != SEARCH_GOES_ON) return end;
    best->votes = search_resize(x->limits, NULL, (uint64_t)x->count, sizeof *best->votes);
    for (int i = 0; best->votes != NULL && i < x->count; i++) {
        int32_t child = find_child(m, 0, x->list[i]);
        best->votes[i] = child == 0 ? 0 : m->nodes[child].visits;
        if (child != 0 && proof_of(m, child) == (mover == 1 ? 2 : 1)) best->votes[i] = -1;
    }
    return best->votes != NULL ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

static bool take_memory(struct mcts *m)
{
    const struct search_limits *limits = m->x->limits;
    size_t n = (size_t)m->best->length + 1;
    m->best->line = search_resize(limits, NULL, n, sizeof *m->best->line);
    m->path = search_resize(limits, NULL, n, sizeof *m->path);
    m->replies = search_resize(limits, NULL, n, sizeof *m->replies);
    if (m->best->line == NULL || m->path == NULL || m->replies == NULL || !grow(m))
        return false;
    memset(m->replies, 0, n * sizeof *m->replies);
    m->nodes[m->count++] = (struct node){0};
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
    if (!take_memory(&m)) return SEARCH_MEMORY;
    enum search_end end = m.proves ? look_at_root(&m) : SEARCH_GOES_ON;
    while (end == SEARCH_GOES_ON && proof_of(&m, 0) == 0) {
        int64_t before = x->progress.generated;
        end = iterate(&m);
        x->progress.best = m.high;
        if (x->progress.generated == before) break;
    }
    write_line(&m);
    enum search_end told = best->tells ? tell_votes(&m) : SEARCH_GOES_ON;
    return search_ended(told != SEARCH_GOES_ON ? told : end);
}
