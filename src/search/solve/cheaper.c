/*
 * A line to a goal is made cheaper by other lines: by one that is sought from the root to the goal,
 * where that does not take too long; then by windows along it, which grow. (After the anytime searches
 * that prune by the cost of the best line so far: Hansen and Zhou, "Anytime heuristic search", 2007.)
 */
#include "windows.h"

enum { WHOLE_WEIGHT = 12, WINDOW_WEIGHT = 8 }; /* quarters */
enum { WINDOW_LEAST = 8, DEED_WORTH = 32 };

static enum search_end begin(struct solver *s)
{
    struct successors *x = s->x;
    struct cheapest *c = search_resize(x->limits, NULL, 1, sizeof *c);
    if (c == NULL) return SEARCH_MEMORY;
    *c = (struct cheapest){.bounded = true};
    visited_drop(&s->strand.met);
    if (s->backward != NULL) visited_drop(&s->backward->strand.met);
    s->backward = NULL;
    s->strand = (struct strand){.next = 0};
    s->cheapest = c;
    s->walks = true;
    const bool started =
        visited_start(&s->strand.met, x->game, x->limits, x->root, VISITED_DEPTHS);
    return started ? SEARCH_GOES_ON : SEARCH_MEMORY;
}

/* Seeks another line from the root. If there is none, this one is the shortest. */
static enum search_end try_whole(struct solver *s, int64_t successors)
{
    struct solve *solve = s->solve;
    bool cheaper;
    s->cheapest->weight = WHOLE_WEIGHT;
    const int64_t until = s->x->progress.generated + successors;
    const enum search_end end = cheapest_cheaper(s, solve->count, until, &cheaper);
    if (end == SEARCH_GOES_ON && s->cheapest->all && !s->x->drew) {
        solve->lower = s->cheapest->limit;
        if (solve->count == solve->lower) solve->proven = SOLVE_OPTIMAL;
    }
    return end;
}

/* Goes along the line with larger and larger windows. */
static enum search_end try_windows(struct solver *s, int64_t successors)
{
    const struct successors *x = s->x;
    const int64_t until = x->progress.generated + successors;
    enum search_end end = SEARCH_GOES_ON;
    s->cheapest->weight = WINDOW_WEIGHT;
    for (int32_t deeds = WINDOW_LEAST; end == SEARCH_GOES_ON && deeds < s->solve->count;
         deeds *= 2) {
        if (x->progress.generated >= until) break;
        const int64_t each = DEED_WORTH * (int64_t)deeds * deeds;
        end = windows_go(s, deeds, each, until);
    }
    return end;
}

enum search_end solver_cheapen(struct solver *s, int64_t successors)
{
    enum { LITTLE = 20000 };
    const struct solve *solve = s->solve;
    enum search_end end = begin(s);
    if (end == SEARCH_GOES_ON) end = try_whole(s, LITTLE);
    if (end == SEARCH_GOES_ON && solve->proven != SOLVE_OPTIMAL)
        end = try_windows(s, successors);
    if (end == SEARCH_GOES_ON && solve->proven != SOLVE_OPTIMAL)
        end = try_whole(s, successors);
    visited_drop(&s->strand.met);
    s->cheapest = NULL;
    s->walks = false;
    return end;
}
