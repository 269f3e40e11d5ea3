/*
 * Alpha-beta for two players (Knuth and Moore, "An analysis of alpha-beta pruning", 1975), with
 * iterative deepening. After the first action of a position the others are searched with a window
 * of no width, which only asks whether they are better (Marsland and Campbell, "Parallel search of
 * strongly ordered game trees", 1982); so is the root, around the value of the iteration before.
 */
#include "alpha_beta.h"

enum {
    LOOKED_UP = 4,  /* so many, before the first one is searched */
    STUDIES = 2000, /* nodes before an expert is asked, whose tables take a while */
    PICKS = 64,     /* so many actions of a position are chosen by rank, then as listed */
};

/* ---- the table ---- */

enum {
    MOVE_BITS = 12,
    HEIGHT_BITS = 9,
    DEPTH_BITS = 9,
    BOUND_BITS = 2,
    VALUE_BITS = 26,
    HEIGHT_AT = MOVE_BITS,
    DEPTH_AT = HEIGHT_AT + HEIGHT_BITS,
    BOUND_AT = DEPTH_AT + DEPTH_BITS,
    VALUE_AT = BOUND_AT + BOUND_BITS,
    VALUE_MAX =
        (1 << (VALUE_BITS - 1)) - 1, /* stands for WON, and its negative for -WON */
};

_Static_assert(VALUE_AT + VALUE_BITS == TWO_TIER_DATA_BITS, "an entry has other bits");

static uint64_t field_of(uint64_t data, int at, int bits)
{
    return data >> at & ((UINT64_C(1) << bits) - 1);
}

struct known alpha_beta_known(const struct alpha_beta *s, uint64_t hash)
{
    const uint64_t data = two_tier_find(&s->table, hash);
    if (data == 0) return (struct known){.bound = UNKNOWN};
    const int64_t value = (int64_t)field_of(data, VALUE_AT, VALUE_BITS) - VALUE_MAX;
    return (struct known){
        .value = value == VALUE_MAX    ? WON
                 : value == -VALUE_MAX ? -WON
                                       : value,
        .move = (int32_t)field_of(data, 0, MOVE_BITS) - 1,
        .height = (int32_t)field_of(data, HEIGHT_AT, HEIGHT_BITS),
        .depth = (int32_t)field_of(data, DEPTH_AT, DEPTH_BITS),
        .bound = (enum bound)field_of(data, BOUND_AT, BOUND_BITS),
    };
}

/* Makes a value fit that is too large or too small for an entry: it is then a bound at the end of
 * what fits, or nothing. */
static bool fit(struct known *k)
{
    const int64_t most = VALUE_MAX - 1;
    if (k->value == WON || k->value == -WON) {
        k->value = k->value == WON ? VALUE_MAX : -VALUE_MAX;
        return true;
    }
    if (k->value > most) {
        if (k->bound == AT_MOST) return false;
        k->value = most;
        k->bound = AT_LEAST;
    } else if (k->value < -most) {
        if (k->bound == AT_LEAST) return false;
        k->value = -most;
        k->bound = AT_MOST;
    }
    return true;
}

static void keep(struct alpha_beta *s, const struct look *l, struct known k)
{
    if (!fit(&k)) return;
    /* Few values are exact; the line follows them, so they are kept as what cost most. */
    const int64_t nodes =
        k.bound == EXACT ? INT64_MAX : s->duel.x->progress.nodes - l->nodes;
    const int32_t move = k.move < (1 << MOVE_BITS) - 1 ? k.move + 1 : 0;
    two_tier_put(&s->table, l->hash,
                 two_tier_cost(nodes) | (uint64_t)(k.value + VALUE_MAX) << VALUE_AT |
                     (uint64_t)k.bound << BOUND_AT | (uint64_t)k.depth << DEPTH_AT |
                     (uint64_t)k.height << HEIGHT_AT | (uint64_t)move);
}

/* Takes the value from the table. False if it is not deep enough, or does not settle the
 * window. *best: the action that was best, or CHOICE_NONE. */
static bool recall(const struct alpha_beta *s, struct look *l, struct window w,
                   int32_t *best)
{
    const struct known k = alpha_beta_known(s, l->hash);
    *best = k.bound == UNKNOWN ? CHOICE_NONE : k.move;
    if (k.bound == UNKNOWN || k.depth < l->depth) return false;
    if (s->strict && k.depth == FOREVER && k.height > l->depth) return false;
    l->value = k.value;
    l->move = k.move;
    l->proven = k.depth == FOREVER;
    l->height = k.height;
    if (k.bound == EXACT) return true;
    return k.bound == AT_LEAST ? k.value >= w.beta : k.value <= w.alpha;
}

/* Keeps the value in the table, unless that has a deeper one. */
static void remember(struct alpha_beta *s, const struct look *l, struct window w)
{
    const int32_t depth = l->proven ? FOREVER : l->depth;
    const struct known before = alpha_beta_known(s, l->hash);
    if (!s->strict && before.bound != UNKNOWN && before.depth > depth) return;
    const enum bound bound = l->value >= w.beta    ? AT_LEAST
                             : l->value <= w.alpha ? AT_MOST
                                                   : EXACT;
    keep(s, l, (struct known){l->value, l->move, depth, l->height, bound});
}

/* ---- a position ---- */

/* Takes a child's value into account; true if that cuts off the other children. */
static bool take(struct look *l, struct window *w, const struct look *child, int32_t move)
{
    const bool maximizes = l->list.maximizes;
    if (maximizes ? child->value > l->value : child->value < l->value) {
        l->value = child->value;
        l->move = move;
    }
    const bool cut = maximizes ? l->value >= w->beta : l->value <= w->alpha;
    const int32_t height = child->height < FOREVER - 1 ? child->height + 1 : FOREVER;
    if (cut || height > l->height) l->height = height;
    if (cut) {
        l->proven = child->proven;
        return true;
    }
    l->proven &= child->proven;
    if (maximizes && l->value > w->alpha) w->alpha = l->value;
    if (!maximizes && l->value < w->beta) w->beta = l->value;
    return false;
}

/* Ranks the actions: the table's best one first, then those that end the game or parry, then by
 * what they promise and by history. */
static void rank(struct alpha_beta *s, const struct look *l, int32_t best)
{
    struct choice *c = s->duel.choices + l->list.first, *end = c + l->list.count;
    for (; c < end; c++) {
        c->rank += history_of(s->history, l->list.maximizes, c->by);
        if (c->number == best) c->rank = INT64_MAX;
    }
}

/* Moves the choice of the greatest rank in front of the others, which keep their order. */
static void pick(struct choice *list, int32_t count)
{
    int32_t best = 0;
    for (int32_t i = 1; i < count; i++)
        if (list[i].rank > list[best].rank) best = i;
    const struct choice c = list[best];
    memmove(list + 1, list, (size_t)best * sizeof *list);
    list[0] = c;
}

/* Searches a child, number i: all but the first one at first with a window of no width. */
static struct look look_at_child(struct alpha_beta *s, const struct look *l, int32_t i,
                                 int32_t depth, struct window w)
{
    const size_t first = l->list.first + (size_t)l->list.count;
    const int32_t ply = l->list.ply + 1;
    struct window narrow = w;
    if (l->list.maximizes)
        narrow.beta = w.alpha + 1;
    else
        narrow.alpha = w.beta - 1;
    const bool scouts = i > 0 && w.beta - w.alpha > 1;
    struct look child = alpha_beta_look(s, ply, depth, first, scouts ? narrow : w);
    if (!scouts || s->duel.end != SEARCH_GOES_ON) return child;
    if (child.value <= w.alpha || child.value >= w.beta) return child;
    return alpha_beta_look(s, ply, depth, first, w);
}

/* Whether one of the first choices leads to a position that the table knows to be won for who is to
 * move; then that is the first choice. Only with an expert, where all that is known is who wins. */
static bool look_up_children(struct alpha_beta *s, struct look *l)
{
    struct duel *d = &s->duel;
    struct choice *c = d->choices + l->list.first;
    const int64_t wins = l->list.maximizes ? WON : -WON;
    int32_t upto = l->list.count < LOOKED_UP ? l->list.count : LOOKED_UP;
    for (int32_t i = 0; i < upto; i++) {
        pick(c + i, l->list.count - i);
        if (!duel_enter(d, l->list.ply, c[i].by)) return false;
        const uint64_t hash = duel_hash(d, duel_state(d, l->list.ply + 1));
        const struct known k = alpha_beta_known(s, hash);
        if (k.bound == UNKNOWN) continue;
        if (k.value == wins) {
            l->value = wins;
            l->move = c[i].number;
            l->proven = true;
            return true;
        }
    }
    return false;
}

/* Searches the children, each `depth` actions deep, up to a cutoff. */
static void look_at_children(struct alpha_beta *s, struct look *l, int32_t depth,
                             struct window w)
{
    struct duel *d = &s->duel;
    l->value = l->list.maximizes ? -WON : WON;
    l->proven = true;
    l->move = CHOICE_NONE;
    for (int32_t i = 0; i < l->list.count; i++) {
        struct choice *rest = d->choices + l->list.first + i;
        if (i < PICKS) pick(rest, l->list.count - i);
        const struct choice c = rest[0];
        if (i == 0) l->move = c.number;
        if (!duel_enter(d, l->list.ply, c.by)) return;
        const struct look child = look_at_child(s, l, i, depth, w);
        /* Where all is searched to the end of the game, those before this one have lost. */
        if (d->end != SEARCH_GOES_ON && duel_knows(d)) l->move = c.number;
        if (d->end != SEARCH_GOES_ON) return;
        const bool cut = take(l, &w, &child, c.number);
        if (l->depth > 0)
            history_note(s->history, l->list.maximizes, c.by, l->depth, cut);
        if (cut) return;
    }
}

/* The value of a position of which one action wins. */
static void win(struct look *l)
{
    l->value = l->list.maximizes ? WON : -WON;
    l->move = l->list.wins;
    l->proven = true;
    l->height = 1;
}

struct look alpha_beta_look(struct alpha_beta *s, int32_t ply, int32_t depth,
                            size_t first, struct window w)
{
    struct duel *d = &s->duel;
    int32_t best = CHOICE_NONE;
    struct look l = {.list = {.ply = ply, .first = first},
                     .depth = depth,
                     .move = CHOICE_NONE,
                     .nodes = d->x->progress.nodes};
    if (depth > 0) {
        l.hash = duel_hash(d, duel_state(d, ply));
        /* Of a root that an expert knows an action is wanted, not only who wins. */
        if ((ply > 0 || !duel_knows(d)) && recall(s, &l, w, &best)) return l;
        l.move = CHOICE_NONE;
        l.proven = false;
        l.height = 0;
    }
    if (duel_is_goal(d, ply)) {
        l.proven = true;
        l.value = WON;
        return l;
    }
    if (ply > 0 && d->end == SEARCH_GOES_ON && (l.value = duel_known(d, ply)) != 0) {
        l.proven = true;
        return l;
    }
    if (d->end != SEARCH_GOES_ON || !duel_list(d, &l.list)) return l;
    /* Where only some actions do not lose at once, one more is looked ahead. */
    const bool extends = l.list.forced && !s->strict && ply + depth < s->deepest;
    if (l.list.wins != CHOICE_NONE) {
        win(&l);
    } else if (l.list.lost) {
        l.value = l.list.maximizes ? -WON : WON;
        l.move = 0;
        l.proven = true;
    } else if (l.list.count == 0 || (depth == 0 && !extends)) {
        l.proven = l.list.count == 0;
        l.value = duel_value(d, ply, l.list.count == 0);
        return l;
    } else {
        rank(s, &l, best);
        if (!duel_knows(d) || !look_up_children(s, &l))
            look_at_children(s, &l, extends ? depth : depth - 1, w);
    }
    if (d->end == SEARCH_GOES_ON && depth > 0) remember(s, &l, w);
    return l;
}

/* ---- iterations ---- */

static bool take_memory(struct alpha_beta *s, struct successors *x, struct best *best)
{
    if (!duel_start(&s->duel, x, best, s->deepest + 3)) return false;
    s->history = search_resize(x->limits, NULL, 1, sizeof *s->history);
    if (s->history == NULL) return false;
    *s->history = (struct history){0};
    two_tier_start(&s->table, x->limits, duel_table(&s->duel));
    return true;
}

/* Searches the root: around a value that is expected, then with the window opened on the side
 * where the value lies. */
static struct look look_at_root(struct alpha_beta *s, int32_t depth, int64_t expected)
{
    struct window w = {-WON, WON};
    if (!duel_knows(&s->duel) && depth > 1 && expected > -WON && expected < WON)
        w = (struct window){expected - 1, expected + 1};
    for (;;) {
        struct look l = alpha_beta_look(s, 0, depth, 0, w);
        if (s->duel.end != SEARCH_GOES_ON) return l;
        if (l.value <= w.alpha && w.alpha > -WON)
            w.alpha = -WON;
        else if (l.value >= w.beta && w.beta < WON)
            w.beta = WON;
        else
            return l;
    }
}

static int64_t score_at_end(struct alpha_beta *s)
{
    const struct game *game = s->duel.x->game;
    const struct state *state = duel_state(&s->duel, s->deepest + 2);
    return game->score(game, state, 1) - game->score(game, state, 2);
}

/* How many actions deeper the next iteration looks: where one more costs little, several, as long
 * as that should cost no more than MUCH times what the last iteration did. */
static int32_t next_step(int64_t nodes, int64_t before, int32_t step)
{
    enum { SMALL = 10000, MUCH = 8, STEP_MAX = 8 };
    if (nodes < SMALL || before <= 0) return 1;
    double growth = (double)nodes / (double)before;
    if (step > 1) growth = 1 + (growth - 1) / step; /* not more than the root of it */
    int32_t next = 1;
    if (growth < 1.05) growth = 1.05;
    for (double all = growth * growth; next < STEP_MAX && all <= MUCH; next++)
        all *= growth;
    return next;
}

enum search_end best_alpha_beta(struct successors *x, struct best *best)
{
    struct alpha_beta s = {.deepest = best->length < DUEL_DEPTH_MAX ? best->length
                                                                    : DUEL_DEPTH_MAX};
    if (!take_memory(&s, x, best)) return SEARCH_MEMORY;
    int64_t expected = 0, nodes = 0, before = 0;
    bool studied = false;
    for (int32_t depth = 1, step = 1;; depth += step) {
        const int64_t start = x->progress.nodes;
        if (depth > s.deepest) depth = s.deepest;
        const struct look root = look_at_root(&s, depth, expected);
        if (s.duel.end != SEARCH_GOES_ON && duel_knows(&s.duel))
            alpha_beta_guess(&s, root.move);
        if (s.duel.end != SEARCH_GOES_ON) break;
        expected = root.value;
        x->progress.depth = depth;
        alpha_beta_write_line(&s, &root);
        x->progress.best = best->score;
        if (root.proven) {
            const bool complete = alpha_beta_complete_line(&s, root.value);
            if (complete && best->reached == NULL) best->score = score_at_end(&s);
            best->exact = complete || best->reached != NULL;
        }
        if (duel_knows(&s.duel)) x->progress.depth = best->count;
        if (root.proven || depth >= s.deepest) break;
        before = nodes;
        nodes = x->progress.nodes - start;
        step = next_step(nodes, before, step);
        if (!studied && x->progress.nodes >= STUDIES) {
            studied = true;
            if (!duel_study(&s.duel)) break;
        }
        if (duel_knows(&s.duel)) step = s.deepest; /* to the end of the game */
    }
    two_tier_free(&s.table);
    search_free(x->limits, s.history);
    duel_free(&s.duel);
    return search_ended(s.duel.end);
}
