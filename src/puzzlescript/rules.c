/*
 * Rules, groups and loops. A group is repeated while a pass over its rules changes
 * something; a loop goes back to its first group while one of its groups has changed
 * something. Both have limits, which the language has, too.
 */
#include "run.h"

#include <assert.h>

enum { PASSES_MAX = 200, LOOPS_MAX = 200, TUPLE_WORK = 2 };

/* ---- commands ---- */

static void queue_commands(struct puzzle_run *x, const struct puzzle_rule *r)
{
    const uint32_t ends = PUZZLE_CANCEL | PUZZLE_RESTARTS;
    if (r->commands == 0 || (x->queue & PUZZLE_CANCEL)) return;
    if ((x->queue & PUZZLE_RESTARTS) && !(r->commands & PUZZLE_CANCEL)) return;
    if (r->commands & ends) {
        x->queue = 0;
        x->queued = 0;
        x->message = 0;
    }
    if ((r->commands & PUZZLE_MESSAGE) && !(x->queue & PUZZLE_MESSAGE)) {
        x->message = r->message;
    }
    x->queue |= r->commands;
    if (r->sounds.n > 0) puzzle_queue_sounds(x, r);
}

/* ---- tuples: a place for each row ---- */

struct tuple {
    struct puzzle_places places[PUZZLE_ROWS_MAX];
    struct puzzle_place place[PUZZLE_ROWS_MAX];
    /* By row: no other one undoes what it writes, nor it what they write; it changes nothing,
     * so its place decides only whether the others are written; and no cell has changed
     * since it got this place. */
    bool alone[PUZZLE_ROWS_MAX], idle[PUZZLE_ROWS_MAX], quiet[PUZZLE_ROWS_MAX];
};

/* Whether a write would do the same if it were done again, and throws no dice. */
static bool is_steady(const struct puzzle_rule *r, const struct puzzle_write *w)
{
    return w->random.n == 0 && w->directions.n == 0 && (r->rigid == 0 || w->reset.n == 0);
}

/* Adds the planes that a row turns on, or off, to a set. False if it is not steady. */
static bool add_writes(const struct puzzle_rule *r, const struct puzzle_row *row, bool on,
                       uint64_t *set)
{
    for (int32_t k = 0; k < row->cells; k++) {
        const struct puzzle_write *w = row->segment->cell[k].write;
        if (w == NULL) continue;
        if (!is_steady(r, w)) return false;
        const struct puzzle_list *planes = on ? &w->on : &w->off;
        for (int32_t i = 0; i < planes->n; i++) {
            set[planes->at[i] >> 6] |= UINT64_C(1) << (planes->at[i] & 63);
        }
    }
    return true;
}

/* Whether no row turns off what this one turns on (or, with `on` false, the other way
 * round); false if a row is not steady. */
static bool stays_as_written(const struct puzzle_run *x, const struct puzzle_rule *r,
                             int32_t row, bool on)
{
    uint64_t *own = x->held, *others = x->held + x->sets, common = 0;
    memset(own, 0, 2 * (size_t)x->sets * sizeof *own);
    for (int32_t i = 0; i < r->rows; i++) {
        bool fine = i == row ? add_writes(r, &r->row[i], on, own)
                             : add_writes(r, &r->row[i], !on, others);
        if (!fine) return false;
    }
    for (int32_t w = 0; w < x->sets; w++) common |= own[w] & others[w];
    return common == 0;
}

/* Whether a row and the others undo nothing of each other. */
static bool writes_alone(const struct puzzle_run *x, const struct puzzle_rule *r,
                         int32_t row)
{
    return stays_as_written(x, r, row, true) && stays_as_written(x, r, row, false);
}

/* Whether writing a row changes nothing at any of its places. */
static bool is_idle(struct puzzle_run *x, const struct puzzle_rule *r,
                    const struct puzzle_places *places)
{
    struct puzzle_place at;
    bool more = puzzle_first(x, r, places, &at);
    for (; more; more = puzzle_next(x, r, places, &at)) {
        x->work -= places->row->cells;
        if (!puzzle_is_written(x, r, places->row, &at)) return false;
    }
    return x->end == PUZZLE_GOES_ON;
}

/* Finds the rows that write nothing new, wherever they lie, and nothing that others undo.
 * (For few tuples it would take longer than it saves.) */
static void note_idle(struct puzzle_run *x, const struct puzzle_rule *r, struct tuple *t)
{
    enum { MANY = 32 };
    int64_t tuples = 1;
    for (int32_t i = 0; i < r->rows && tuples < MANY; i++) tuples *= t->places[i].n;
    for (int32_t i = 0; i < r->rows; i++) {
        t->alone[i] = r->rows > 1 && tuples >= MANY && writes_alone(x, r, i);
        t->idle[i] = t->alone[i] && is_idle(x, r, &t->places[i]);
    }
}

/* False if the run does not go on. */
static bool first_tuple(struct puzzle_run *x, const struct puzzle_rule *r,
                        struct tuple *t)
{
    puzzle_list(x, r, t->places);
    for (int32_t i = 0; i < r->rows; i++) {
        if (!puzzle_first(x, r, &t->places[i], &t->place[i])) return false;
        t->quiet[i] = false;
    }
    return true;
}

/* Whether all places of a row are done that can matter, when all tuples with its present one
 * are. **If a row is idle, and nothing has changed at one of its places, nothing will at the
 * other ones:** they lead to the same writes, if to any. */
static bool is_done(const struct tuple *t, int32_t row)
{
    return t->idle[row] && t->quiet[row];
}

/* The next tuple in which row `from` or one behind it has another place; the rows before
 * it begin anew. The first row varies fastest. A row that has been written at all of its places
 * may be idle from then on. False if there is none, or if the run does not go on. */
static bool next_tuple(struct puzzle_run *x, const struct puzzle_rule *r, struct tuple *t,
                       int32_t from)
{
    for (int32_t i = 0; i < r->rows; i++) {
        bool more = i == from || (i > from && !is_done(t, i));
        more = more && puzzle_next(x, r, &t->places[i], &t->place[i]);
        t->quiet[i] = true;
        if (more) return true;
        if (!t->idle[i]) t->idle[i] = t->alone[i] && is_idle(x, r, &t->places[i]);
        if (!puzzle_first(x, r, &t->places[i], &t->place[i])) return false;
    }
    return false;
}

static bool write_tuple(struct puzzle_run *x, const struct puzzle_rule *r,
                        struct tuple *t)
{
    bool changed = false;
    for (int32_t i = 0; i < r->rows; i++) {
        changed |= puzzle_write(x, r, &r->row[i], &t->place[i]);
    }
    for (int32_t i = 0; i < r->rows && changed; i++) t->quiet[i] = false;
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
    const int64_t work = TUPLE_WORK * puzzle_rule_work(x->p, r);
    if (!first_tuple(x, r, &t)) return false;
    note_idle(x, r, &t);
    bool changed = write_tuple(x, r, &t);
    int32_t from = 0;
    while (puzzle_goes_on(x) && next_tuple(x, r, &t, from)) {
        int32_t wrong = misfit(x, r, &t);
        x->work -= work;
        from = wrong;
        if (wrong >= 0) continue;
        changed |= write_tuple(x, r, &t);
        from = 0;
        while (from < r->rows && is_done(&t, from)) from++;
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

/* Writes a rule of one row in its only place. */
static bool write_once(struct puzzle_run *x, const struct puzzle_rule *r)
{
    struct puzzle_place at = {0};
    int32_t w = 0;
    while (x->segment[w] == 0) w++;
    at.start = w * 64 + puzzle_lowest(x->segment[w]);
    x->work -= puzzle_rule_work(x->p, r);
    return puzzle_write(x, r, r->row, &at);
}

/* Carries a rule out, which has been found to match. */
static bool write_rule(struct puzzle_run *x, const struct puzzle_rule *r)
{
    if (!r->writes) return false;
    x->work -= x->words;
    const bool single = r->rows == 1 && r->row->segments == 1;
    if (single && count_places(x, x->segment) == 1) return write_once(x, r);
    if (puzzle_writes_nothing(x, r)) return false;
    if (r->plain && puzzle_are_apart(x, r, x->segment))
        return puzzle_write_all(x, r, x->segment);
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

static int64_t count_row(struct puzzle_run *x, const struct puzzle_rule *r,
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
    }
    return count;
}

/* Writes tuple `number`, from 0, unless the run does not go on. */
static bool write_chosen(struct puzzle_run *x, const struct puzzle_rule *r,
                         int64_t number)
{
    struct tuple t;
    if (!first_tuple(x, r, &t)) return false;
    for (int32_t i = 0; i < r->rows; i++) {
        int64_t places = count_row(x, r, &t.places[i]);
        for (int64_t k = places > 0 ? number % places : 0; k > 0; k--) {
            if (!puzzle_next(x, r, &t.places[i], &t.place[i])) return false;
        }
        number = places > 0 ? number / places : 0;
    }
    x->work -= puzzle_rule_work(x->p, r);
    return puzzle_goes_on(x) && write_tuple(x, r, &t);
}

/* One tuple of all that all rules have. */
static bool run_random(struct puzzle_run *x, const struct puzzle_group *g)
{
    int64_t all = 0;
    for (int32_t i = 0; i < g->rules; i++) {
        if (puzzle_find(x, &g->rule[i])) all += count_tuples(x, &g->rule[i]);
    }
    if (all == 0 || !puzzle_goes_on(x)) return false;
    int64_t chosen = puzzle_random_below(x->random, all);
    x->told->draws++;
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
    assert(x->end != PUZZLE_GOES_ON);
    return false;
}

/* ---- groups ---- */

/* Whether a rule may change something that it has not in the pass before. */
static bool is_concerned(const struct puzzle_run *x, const struct puzzle_rule *r)
{
    const uint64_t *before = x->changed + x->sets;
    for (int32_t i = 0; i < r->concerns; i++) {
        const int32_t w = r->concern[i].word;
        if (r->concern[i].planes & (x->changed[w] | before[w])) return true;
    }
    return r->concerns == 0;
}

/* Begins to note which planes change in a pass. (There are one or two words of them, so that
 * a loop takes less than a call.) */
static void begin_pass(struct puzzle_run *x)
{
    uint64_t *now = x->changed, *before = now + x->sets;
    for (int32_t i = 0; i < x->sets; i++) {
        before[i] = now[i];
        now[i] = 0;
    }
}

static bool run_group(struct puzzle_run *x, const struct puzzle_group *g)
{
    if (!puzzle_are_present(x, g->need, g->needs)) return false;
    if (g->random) return run_random(x, g);
    bool some = false;
    for (int pass = 0; pass < PASSES_MAX; pass++) {
        bool changed = false;
        x->work -= g->rules;
        begin_pass(x);
        for (int32_t i = 0; i < g->rules; i++) {
            if (!puzzle_are_present(x, &g->first[i], 1)) continue;
            if (pass == 0 || is_concerned(x, &g->rule[i]))
                changed |= run_rule(x, &g->rule[i]);
        }
        if (!changed) return some;
        some = true;
        if (!puzzle_goes_on(x)) return some;
    }
    x->told->looped = true;
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
    for (int32_t i = 0; i < groups->n && puzzle_goes_on(x); i++) {
        x->work--;
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
            x->told->looped = true;
            return;
        }
        while (i >= 0 && groups->at[i].loop == g->loop) i--;
    }
}
