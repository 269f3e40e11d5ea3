/*
 * Rules, groups and loops. A group is repeated while a pass over its rules changes
 * something; a loop goes back to its first group while one of its groups has changed
 * something. Both have limits, which the language has, too.
 */
#include "run.h"

#include <assert.h>

enum { PASSES_MAX = 200, LOOPS_MAX = 200 };

/* ---- commands ---- */

static void queue_commands(struct puzzle_run *x, const struct puzzle_rule *r)
{
    const uint32_t ends = PUZZLE_CANCEL | PUZZLE_RESTARTS;
    if (r->commands == 0 || (x->queue & PUZZLE_CANCEL)) return;
    if ((x->queue & PUZZLE_RESTARTS) && !(r->commands & PUZZLE_CANCEL)) return;
    if (r->commands & ends) {
        x->queue = 0;
        x->message = 0;
    }
    if ((r->commands & PUZZLE_MESSAGE) && !(x->queue & PUZZLE_MESSAGE)) {
        x->message = r->message;
    }
    x->queue |= r->commands;
}

/* ---- tuples: a place for each row ---- */

struct tuple {
    struct puzzle_places places[PUZZLE_ROWS_MAX];
    struct puzzle_place place[PUZZLE_ROWS_MAX];
};

static void first_tuple(const struct puzzle_run *x, const struct puzzle_rule *r,
                        struct tuple *t)
{
    puzzle_list(x, r, t->places);
    for (int32_t i = 0; i < r->rows; i++) {
        puzzle_first(x, r, &t->places[i], &t->place[i]);
    }
}

/* The next tuple in which row `from` or one behind it has another place; the rows before
 * it begin anew. The first row varies fastest. */
static bool next_tuple(const struct puzzle_run *x, const struct puzzle_rule *r,
                       struct tuple *t, int32_t from)
{
    for (int32_t i = 0; i < from; i++) {
        puzzle_first(x, r, &t->places[i], &t->place[i]);
    }
    for (int32_t i = from; i < r->rows; i++) {
        if (puzzle_next(x, r, &t->places[i], &t->place[i])) return true;
        puzzle_first(x, r, &t->places[i], &t->place[i]);
    }
    return false;
}

static bool write_tuple(struct puzzle_run *x, const struct puzzle_rule *r,
                        const struct tuple *t)
{
    bool changed = false;
    for (int32_t i = 0; i < r->rows; i++) {
        changed |= puzzle_write(x, r, &r->row[i], &t->place[i]);
    }
    return changed;
}

/* The last row whose place does not match any more, or -1. All tuples with this place are
 * the same until the board changes, so they can be left out. */
static int32_t misfit(const struct puzzle_run *x, const struct puzzle_rule *r,
                      const struct tuple *t)
{
    int32_t i = r->rows - 1;
    while (i >= 0 && puzzle_matches(x, r, &r->row[i], &t->place[i])) i--;
    return i;
}

/* All tuples, in order. The first one is written as it is, each later one if all of its
 * rows still match. */
static bool write_tuples(struct puzzle_run *x, const struct puzzle_rule *r)
{
    struct tuple t;
    first_tuple(x, r, &t);
    bool changed = write_tuple(x, r, &t);
    int32_t from = 0;
    while (x->work > 0 && next_tuple(x, r, &t, from)) {
        int32_t wrong = misfit(x, r, &t);
        x->work -= r->cells;
        if (wrong < 0) changed |= write_tuple(x, r, &t);
        from = wrong < 0 ? 0 : wrong;
    }
    return changed;
}

/* ---- rules ---- */

/* How many places a mask has: 2 for more than one. */
static int count_places(const struct puzzle_run *x, const uint64_t *mask)
{
    int found = 0;
    for (int32_t w = 0; w < x->words && found < 2; w++) {
        if (mask[w] != 0) found += (mask[w] & (mask[w] - 1)) == 0 ? 1 : 2;
    }
    return found;
}

/* Carries a rule out, which has been found to match. */
static bool write_rule(struct puzzle_run *x, const struct puzzle_rule *r)
{
    x->work -= r->cells;
    if (!r->writes) return false;
    if (r->plain && count_places(x, x->segment) > 1 &&
        puzzle_are_apart(x, r, x->segment)) {
        return puzzle_write_all(x, r, x->segment);
    }
    return write_tuples(x, r);
}

static bool run_rule(struct puzzle_run *x, const struct puzzle_rule *r)
{
    if (!puzzle_find(x, r)) return false;
    bool changed = write_rule(x, r);
    queue_commands(x, r);
    return changed;
}

/* ---- random groups ---- */

static int64_t count_row(const struct puzzle_run *x, const struct puzzle_rule *r,
                         const struct puzzle_places *places)
{
    if (places->row->segments == 1) return places->n;
    struct puzzle_place at;
    int64_t count = 0;
    bool more = puzzle_first(x, r, places, &at);
    for (; more; count++) more = puzzle_next(x, r, places, &at);
    return count;
}

/* How many tuples a rule has that has been found to match. */
static int64_t count_tuples(struct puzzle_run *x, const struct puzzle_rule *r)
{
    const int64_t most = INT64_C(1) << 50;
    struct puzzle_places places[PUZZLE_ROWS_MAX];
    int64_t count = 1;
    puzzle_list(x, r, places);
    for (int32_t i = 0; i < r->rows; i++) {
        int64_t own = count_row(x, r, &places[i]);
        count = own > 0 && count > most / own ? most : count * own;
        x->work -= own;
    }
    return count;
}

/* Writes tuple `number`, from 0. */
static bool write_chosen(struct puzzle_run *x, const struct puzzle_rule *r,
                         int64_t number)
{
    struct tuple t;
    first_tuple(x, r, &t);
    for (int32_t i = 0; i < r->rows; i++) {
        int64_t places = count_row(x, r, &t.places[i]);
        for (int64_t k = number % places; k > 0; k--) {
            puzzle_next(x, r, &t.places[i], &t.place[i]);
        }
        number /= places;
    }
    return write_tuple(x, r, &t);
}

/* One tuple of all that all rules have. */
static bool run_random(struct puzzle_run *x, const struct puzzle_group *g)
{
    int64_t all = 0;
    for (int32_t i = 0; i < g->rules; i++) {
        if (puzzle_find(x, &g->rule[i])) all += count_tuples(x, &g->rule[i]);
    }
    if (all == 0) return false;
    int64_t chosen = puzzle_random_below(x->random, all);
    x->told.draws++;
    for (int32_t i = 0; i < g->rules; i++) {
        const struct puzzle_rule *r = &g->rule[i];
        if (!puzzle_find(x, r)) continue;
        int64_t own = count_tuples(x, r);
        if (chosen < own) {
            bool changed = write_chosen(x, r, chosen);
            queue_commands(x, r);
            return changed;
        }
        chosen -= own;
    }
    assert(false);
    return false;
}

/* ---- groups ---- */

static bool run_group(struct puzzle_run *x, const struct puzzle_group *g)
{
    if (!puzzle_are_present(x, g->need, g->needs)) return false;
    if (g->random) return run_random(x, g);
    bool some = false;
    for (int pass = 0; pass < PASSES_MAX; pass++) {
        bool changed = false;
        for (int32_t i = 0; i < g->rules; i++) {
            if (puzzle_are_present(x, &g->first[i], 1)) {
                changed |= run_rule(x, &g->rule[i]);
            }
        }
        if (!changed) return some;
        some = true;
        if (x->work <= 0) return some;
    }
    x->told.looped = true;
    return some;
}

static bool is_banned(const struct puzzle_run *x, const struct puzzle_group *g)
{
    return g->rigid > 0 && x->banned >> (g->rigid - 1) & 1;
}

void puzzle_run_groups(struct puzzle_run *x, const struct puzzle_groups *groups)
{
    bool changed = false;
    int jumps = 0;
    for (int32_t i = 0; i < groups->n && x->work > 0; i++) {
        const struct puzzle_group *g = &groups->at[i];
        if (!is_banned(x, g)) changed |= run_group(x, g);
        bool last = g->loop > 0 && (i + 1 == groups->n || g[1].loop != g->loop);
        if (!last) continue;
        if (!changed) {
            jumps = 0;
            continue;
        }
        changed = false;
        if (++jumps > LOOPS_MAX) {
            x->told.looped = true;
            return;
        }
        while (i >= 0 && groups->at[i].loop == g->loop) i--;
    }
}
