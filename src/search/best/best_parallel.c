/*
 * The best line by several searches that differ in their seeds.
 */
#include <assert.h>

#include "best.h"
#include "search/threads/parallel.h"

struct searcher {
    struct successors x;
    struct best best;
    enum search_end end;
};

struct searchers {
    enum search_end (*search)(struct successors *, struct best *);
    const struct successors *x;
    const struct best *best;
    struct searcher each[THREADS_MAX];
    int count;
};

static enum search_end search_part(void *with, int number,
                                   const struct search_limits *limits,
                                   struct search_progress *progress)
{
    struct searchers *all = with;
    struct searcher *s = &all->each[number];
    const struct state *root = all->x->root;
    s->x = (struct successors){
        .game = all->x->game, .limits = limits, .root = root, .seed_at = all->x->seed_at};
    s->best = *all->best;
    s->best.seed += (uint64_t)number;
    s->best.tells = true;
    s->x.from = search_resize(limits, NULL, root->size, 1);
    s->x.to = search_resize(limits, NULL, root->size, 1);
    if (s->x.from == NULL || s->x.to == NULL) return s->end = SEARCH_MEMORY;
    memcpy(s->x.from, root, root->size);
    memcpy(s->x.to, root, root->size);
    s->end = all->search(&s->x, &s->best);
    *progress = s->x.progress;
    return s->end;
}

/* The number of the searcher with the best line; a line of no actions is none. */
static int best_line(const struct searchers *all)
{
    int best = 0;
    for (int i = 1; i < all->count; i++) {
        const struct best *a = &all->each[i].best, *b = &all->each[best].best;
        if (a->count == 0 || (b->count > 0 && a->score <= b->score)) continue;
        best = i;
    }
    return best;
}

/* ---- votes ---- */

/* How often action i of the root was played, or -1 if one of them proves that it loses. */
static int64_t votes_for(const struct searchers *all, int i)
{
    int64_t votes = 0;
    for (int k = 0; k < all->count; k++) {
        const int32_t *by = all->each[k].best.votes;
        if (by == NULL) continue;
        if (by[i] < 0) return -1;
        votes += by[i];
    }
    return votes;
}

/* The number of the first one that listed the root's actions; -1: none did. */
static int first_voter(const struct searchers *all)
{
    for (int k = 0; k < all->count; k++) {
        if (all->each[k].best.votes != NULL) return k;
    }
    return -1;
}

/* The mean of all results. */
static int64_t mean(const struct searchers *all, int64_t otherwise)
{
    double sum = 0, games = 0;
    for (int k = 0; k < all->count; k++) {
        sum += all->each[k].best.sum;
        games += all->each[k].best.games;
    }
    return games > 0 ? (int64_t)(sum / games) : otherwise;
}

/* The line begins with the action that has most votes, and goes on as the first
 * searcher's that begins so. */
static void count_votes(const struct searchers *all, struct best *best)
{
    int64_t most = -1;
    int32_t chosen = -1;
    int voter = first_voter(all);
    if (voter < 0) return;
    const struct successors *x = &all->each[voter].x;
    for (int i = 0; i < x->count; i++) {
        int64_t votes = votes_for(all, i);
        if (votes <= most) continue;
        most = votes;
        chosen = i;
    }
    if (chosen < 0) return;
    for (int k = 0; k < all->count; k++) {
        const struct best *b = &all->each[k].best;
        if (b->count == 0 || b->line[0] != x->list[chosen]) continue;
        best->line = b->line;
        best->count = b->count;
        return;
    }
    best->line = &x->list[chosen];
    best->count = 1;
}

/* Whether one of the searches proves who wins; then it has the answer. */
static bool take_proof(const struct searchers *all, struct best *best)
{
    for (int k = 0; k < all->count; k++) {
        if (!all->each[k].best.exact) continue;
        *best = all->each[k].best;
        return true;
    }
    return false;
}

enum search_end best_parallel(struct successors *x, struct best *best, int count,
                              enum search_end (*search)(struct successors *,
                                                        struct best *))
{
    struct searchers all = {.search = search, .x = x, .best = best, .count = count};
    const bool votes = search != best_nrpa;
    assert(best->value == NULL && best->worth == NULL && best->ask == NULL &&
           game_is_parallel(x->game));
    enum search_end end =
        parallel_search(x->limits, &x->progress, count, search_part, &all);
    for (int k = 0; k < count; k++) {
        if (all.each[k].x.drew) x->drew = true;
    }
    if (votes && take_proof(&all, best)) return SEARCH_DONE;
    const struct best *found = &all.each[best_line(&all)].best;
    int64_t root = best->score;
    best->line = found->line;
    best->count = found->count;
    best->score = found->score;
    if (votes) count_votes(&all, best);
    if (votes) best->score = mean(&all, root);
    return end;
}
