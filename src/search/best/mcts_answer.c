/*
 * What Monte-Carlo tree search answers: the line of most visits, and the votes for its first
 * action.
 */
#include "mcts.h"

/* Where every action tried is proven to lose, the line is an action that is not. Returns
 * its length, 0 or 1. */
static int32_t write_untried(struct mcts *m)
{
    struct successors *x = m->x;
    if (!m->proves || m->nodes[0].child == 0) return 0;
    memcpy(x->from, x->root, x->root->size);
    if (successors_list_again(x) != SEARCH_GOES_ON) return 0;
    for (int i = 0; i < x->count; i++) {
        int32_t child = mcts_find_child(m, 0, x->list[i]);
        m->best->line[0] = x->list[i];
        if (child == 0 || mcts_proof_of(m, child) == 0) return 1;
    }
    return 0;
}

/* The child that the line goes on with, or 0: the most visited one; from a proven node,
 * among those that its winner wins. One that neither wins is chosen if no other promises
 * more. */
static int32_t best_child(const struct mcts *m, int32_t node)
{
    enum { OFTEN = 10 };
    int who = mcts_proof_of(m, node);
    int32_t drawn = m->nodes[node].drawn;
    int32_t c = who == NEITHER ? 0 : mcts_most_visited(m, node, who);
    if (c == 0 || m->nodes[c].visits == 0) return drawn;
    if (who != 0) return c;
    if (drawn != 0 && mcts_reward_of(m, drawn) >= mcts_reward_of(m, c)) return drawn;
    return m->nodes[c].visits >= (node == 0 ? 1 : OFTEN) ? c : 0;
}

void mcts_write_line(struct mcts *m)
{
    int32_t n = 0;
    for (int32_t c = 0; (c = best_child(m, c)) != 0;) {
        m->best->line[n++] = m->nodes[c].by;
    }
    m->best->count = n > 0 ? n : write_untried(m);
    m->best->exact = mcts_proof_of(m, 0) != 0;
    const struct mcts_node *root = &m->nodes[0];
    int32_t games = m->best->exact ? 1 : root->visits;
    if (games > 0) m->best->score = (int64_t)(root->sum / games);
}

enum search_end mcts_tell_votes(struct mcts *m)
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
        int32_t child = mcts_find_child(m, 0, x->list[i]);
        best->votes[i] = child == 0 ? 0 : m->nodes[child].visits;
        if (child != 0 && mcts_proof_of(m, child) == (mover == 1 ? 2 : 1))
            best->votes[i] = -1;
    }
    return best->votes != NULL ? SEARCH_GOES_ON : SEARCH_MEMORY;
}
