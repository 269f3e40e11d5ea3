/*
 * A position that is reached at less cost than before waits once more; what waits of it from before
 * is passed over. Of positions with the same bound the one that came last goes first.
 */
#include "cheapest.h"

enum { CHEAPEST_GOAL = -1, CHEAPEST_DEAD = INT32_MAX, COST_MOST = 1 << 24 };

/* ---- what a counter counts ---- */

static bool is_within(const struct kinds *k, const struct model *m, int32_t layer)
{
    for (int v = 0; v < 256; v++) {
        if (kinds_has(k, v) && !kinds_has(&m->avatar[layer], v) && v != m->blank[layer])
            return false;
    }
    return true;
}

/* What a layer of a part has before the move, or NULL: anything. */
static const struct kinds *before_in(const struct model_part *p, int32_t layer)
{
    if (p->before.alternatives != 1) return NULL;
    for (int32_t i = 0; i < p->before.alternative[0].tests; i++) {
        const struct model_test *t = &p->before.alternative[0].test[i];
        if (t->layer == layer) return &t->kinds;
    }
    return NULL;
}

/* Whether it changes nothing but the place of the avatar; whether it surely changes more. */
static void look_at_move(const struct model *m, const struct model_move *move, bool *only,
                         bool *more)
{
    *only = true;
    *more = false;
    for (int32_t i = 0; i < move->parts; i++) {
        const struct model_part *p = &move->part[i];
        for (int32_t k = 0; k < p->writes; k++) {
            const struct model_write *w = &p->write[k];
            const struct kinds *before = before_in(p, w->layer);
            *only = *only && before != NULL && is_within(before, m, w->layer) &&
                    is_within(&w->kinds, m, w->layer);
            bool changes = before != NULL && w->becomes == NULL;
            bool else_than_avatar = true;
            for (int v = 0; v < 256; v++) {
                if (!kinds_has(&w->kinds, v)) continue;
                changes = changes && !kinds_has(before, v);
                else_than_avatar = else_than_avatar &&
                                   !kinds_has(&m->avatar[w->layer], v) &&
                                   v != m->blank[w->layer];
            }
            *more = *more || (changes && else_than_avatar && !p->outside);
        }
    }
}

/* Whether each move that does more than move the avatar grows the counter (`bounded`), no other
 * one does, too (`regions`), and some other one does not (`strolls`). */
static void ask_counter(struct cheapest *c, const struct solver *s)
{
    const struct model *m = s->m;
    const int32_t number = s->solve->counter_number;
    c->bounded = c->regions = false;
    if (m == NULL || !m->whole || number == 0 || !(m->steady >> (number - 1) & 1)) return;
    c->bounded = c->regions = true;
    for (int32_t i = 0; i < m->moves; i++) {
        const bool grows = m->move[i].grows >> (number - 1) & 1;
        bool only, more;
        look_at_move(m, &m->move[i], &only, &more);
        if (!only && !grows) c->bounded = c->regions = false;
        if (grows && !more) c->regions = false;
        if (!grows) c->strolls = true;
    }
}

/* ---- waiting ---- */

static enum search_end wait(struct solver *s, int32_t number)
{
    struct cheapest *c = s->cheapest;
    const struct search_limits *limits = s->x->limits;
    const int64_t rest = c->rest[number] > 0 ? c->rest[number] : 0;
    const int64_t by = c->cost[number] + rest * c->weight / WEIGHT_ONE;
    if (by >= COST_MOST) return SEARCH_MEMORY;
    if (by >= c->buckets) {
        struct bucket *bucket =
            search_grow(limits, c->bucket, &c->buckets_room, by + 1, sizeof *bucket);
        if (bucket == NULL) return SEARCH_MEMORY;
        c->bucket = bucket;
        memset(bucket + c->buckets, 0, (size_t)(by + 1 - c->buckets) * sizeof *bucket);
        c->buckets = by + 1;
    }
    struct bucket *b = &c->bucket[by];
    struct waiting *at = search_grow(limits, b->at, &b->room, b->count + 1, sizeof *at);
    if (at == NULL) return SEARCH_MEMORY;
    b->at = at;
    at[b->count++] = (struct waiting){number, c->cost[number]};
    if (by < c->least) c->least = by;
    return SEARCH_GOES_ON;
}

/* The next position; NOT_FOUND: there is none. */
static int32_t take_next(struct cheapest *c)
{
    for (; c->least < c->buckets; c->least++) {
        struct bucket *b = &c->bucket[c->least];
        while (b->count > 0) {
            const struct waiting w = b->at[--b->count];
            if (c->cost[w.number] == w.cost) return w.number;
        }
    }
    return NOT_FOUND;
}

/* ---- meeting ---- */

/* How far a new position is from the goal, by the model: a bound. */
static int64_t bound_of(struct solver *s, int32_t number, const struct rated *known)
{
    const struct cheapest *c = s->cheapest;
    struct rated rated = {.term = -1, .cell = -1};
    if (known != NULL) rated = *known;
    if (known == NULL && s->m != NULL) {
        s->m->read(s->x->game, s->x->to, s->board);
        solver_rate(s, s->board, &rated);
    }
    /* The bound of a goal that asks where the avatar is counts his steps. */
    const bool bounds = c->bounded && !(c->strolls && s->rating.avatar);
    if (rated.hope != HOPE_NONE || solver_keeps(s)) return bounds ? rated.bound : 0;
    if (number == 0) solver_tell_why(s, &rated, s->board);
    return CHEAPEST_DEAD;
}

/* Whether a new position is a goal, and else how far it is. */
static enum search_end judge(struct solver *s, int32_t number, const struct rated *known)
{
    const struct game *g = s->x->game;
    const struct goal *goal = s->solve->goal;
    struct cheapest *c = s->cheapest;
    const int is = known != NULL ? 0 : goal->reached(goal->with, s->x->to);
    c->rest[number] = CHEAPEST_GOAL;
    if (is != 0) return is < 0 ? SEARCH_FAILED : SEARCH_GOES_ON;
    int64_t rest = bound_of(s, number, known);
    if (goal->at_least != NULL && s->solve->counter == NULL) {
        const int64_t least = goal->at_least(goal->with, s->x->to);
        if (least < 0) return SEARCH_FAILED;
        if (least > rest) rest = least;
    }
    if (g->turn(g, s->x->to) == OVER || rest > CHEAPEST_DEAD) rest = CHEAPEST_DEAD;
    c->rest[number] = (int32_t)rest;
    return SEARCH_GOES_ON;
}

static bool make_room(struct solver *s, int32_t number)
{
    struct cheapest *c = s->cheapest;
    const struct search_limits *limits = s->x->limits;
    int32_t *cost =
        search_grow(limits, c->cost, &c->cost_room, (int64_t)number + 1, sizeof *cost);
    if (cost != NULL) c->cost = cost;
    int32_t *rest =
        search_grow(limits, c->rest, &c->rest_room, (int64_t)number + 1, sizeof *rest);
    if (rest != NULL) c->rest = rest;
    return cost != NULL && rest != NULL;
}

/* What the action from x->from to x->to costs, up to COST_MOST; below 0: the counter shrinks. */
static int64_t price(const struct solver *s)
{
    const struct solve *asked = s->solve;
    if (s->walks) return s->steps_before + 1;
    if (asked->counter == NULL) return 1;
    if (s->by_region) return s->deed; /* whose states are written, and count nothing */
    const int64_t more = solver_grown(asked, s->x->from, s->x->to);
    return more < COST_MOST ? more : COST_MOST;
}

enum search_end cheapest_meet(struct solver *s, const struct rated *rated)
{
    struct cheapest *c = s->cheapest;
    const int64_t more = s->expanded == VISITED_ROOT ? 0 : price(s),
                  cost = s->expanded == VISITED_ROOT ? 0 : c->cost[s->expanded] + more;
    if (more < 0) {
        s->solve->shrinks = true;
        return SEARCH_STOPPED;
    }
    const int32_t before = s->strand.met.count,
                  number = visited_add(&s->strand.met, s->x->to, s->expanded);
    if (number == VISITED_FULL || cost >= COST_MOST) return SEARCH_MEMORY;
    s->x->progress.positions = s->strand.met.count;
    if (number == before) {
        if (!make_room(s, number)) return SEARCH_MEMORY;
        const enum search_end end = judge(s, number, rated);
        if (end != SEARCH_GOES_ON) return end;
    } else {
        if (cost >= c->cost[number]) return SEARCH_GOES_ON;
        visited_link(&s->strand.met, number, s->expanded);
    }
    c->cost[number] = (int32_t)cost;
    if (c->limit > 0 && c->rest[number] != CHEAPEST_DEAD) {
        const int64_t rest = c->rest[number] > 0 ? c->rest[number] : 0;
        if (cost + rest >= c->limit) return SEARCH_GOES_ON;
        if (c->rest[number] == CHEAPEST_GOAL) {
            c->limit = cost;
            s->found = number;
            return SEARCH_GOES_ON;
        }
    }
    return c->rest[number] == CHEAPEST_DEAD ? SEARCH_GOES_ON : wait(s, number);
}

/* ---- the search ---- */

/* *number: the goal, or NOT_FOUND if there is none. */
static enum search_end search(struct solver *s, int32_t *number)
{
    struct cheapest *c = s->cheapest;
    enum search_end end = solver_begin(s);
    s->walks = s->walks && s->by_region;
    *number = NOT_FOUND;
    while (end == SEARCH_GOES_ON) {
        const int32_t next = take_next(c);
        if (c->least < c->buckets && s->solve->lower < c->least)
            s->solve->lower = c->least;
        if (next == NOT_FOUND) break;
        if (c->rest[next] == CHEAPEST_GOAL) {
            *number = next;
            break;
        }
        end = solver_expand(s, next);
    }
    return end;
}

/* Tells the line to s->found. *right: it is one, at the cost at which it was found. */
static enum search_end tell_line(struct solver *s, bool *right)
{
    struct solve *asked = s->solve;
    enum search_end end = solver_write(s, right);
    if (end != SEARCH_GOES_ON || !*right) return end;
    end = solver_add_up(s);
    *right = asked->cost == s->cheapest->cost[s->found];
    asked->lower = s->cheapest->cost[s->found];
    if (*right) asked->proven = SOLVE_OPTIMAL;
    return end;
}

/* One search; *again: its line cannot be played, since regions are not what they seem. */
static enum search_end solve(struct solver *s, bool *again)
{
    *again = false;
    s->solve->method = "A*";
    const enum search_end end = search(s, &s->found);
    if (s->found == NOT_FOUND) {
        const bool all = end == SEARCH_GOES_ON && !s->x->drew;
        if (all) s->solve->proven = SOLVE_UNSOLVABLE;
        if (!all) s->solve->why[0] = '\0';
        return end;
    }
    bool right;
    const enum search_end told = tell_line(s, &right);
    *again = told == SEARCH_GOES_ON && !right && !s->plain;
    return told;
}

enum search_end cheapest_solve(struct solver *s)
{
    const struct solver asked = *s;
    struct cheapest *c = search_resize(s->x->limits, NULL, 1, sizeof *c);
    if (c == NULL) return SEARCH_MEMORY;
    *c = (struct cheapest){.bounded = s->m != NULL && s->m->whole, .weight = WEIGHT_ONE};
    if (s->solve->counter != NULL)
        ask_counter(c, s);
    else
        s->walks = c->bounded;
    s->cheapest = c;
    s->plain = s->plain || !(c->regions || s->walks);
    bool again;
    const enum search_end end = solve(s, &again);
    if (!again) return end;
    *s = asked;
    s->cheapest = c;
    s->plain = true;
    s->solve->lower = 0;
    *c = (struct cheapest){.bounded = c->bounded, .weight = WEIGHT_ONE};
    return solve(s, &again);
}

/* ---- cheaper than a line ---- */

/* Forgets what waits, and all positions. */
static void forget(struct solver *s)
{
    struct cheapest *c = s->cheapest;
    for (int64_t i = 0; i < c->buckets; i++) c->bucket[i].count = 0;
    c->least = 0;
    visited_clear(&s->strand.met);
    s->found = NOT_FOUND;
}

enum search_end cheapest_cheaper(struct solver *s, int64_t cost, int64_t until,
                                 bool *cheaper)
{
    struct cheapest *c = s->cheapest;
    struct successors *x = s->x;
    *cheaper = false;
    c->limit = cost;
    forget(s);
    memcpy(x->to, x->root, x->root->size);
    s->expanded = VISITED_ROOT;
    s->waited = false;
    enum search_end end = cheapest_meet(s, NULL);
    c->all = false;
    while (end == SEARCH_GOES_ON && x->progress.generated < until && !c->all) {
        const int32_t next = take_next(c);
        c->all = next == NOT_FOUND;
        if (!c->all && c->cost[next] + c->rest[next] < c->limit)
            end = solver_expand(s, next);
    }
    if (s->found == NOT_FOUND || end == SEARCH_FAILED) return end;
    const enum search_end written = solver_write(s, cheaper);
    return written != SEARCH_GOES_ON ? written : end;
}
