/*
 * Numbers for what a program asks of the board: equal sets of values get one number, and equal
 * left sides, of whichever rule, condition or player. So bits that were made for one of them
 * serve all (play/bitboard.h).
 *
 *     { "<row> <column>", "every all [ empty | 1+ theirs | mine ] -> ..." }
 *     { "pass", when = "no all [ empty | 1+ theirs | mine ]" }            the same left side,
 *     ends: "no all [ empty | 1+ white | black ]"                         which black has, too
 *
 * What asks for a set beyond the last number is found without bits; the bits of left sides, of numbers
 * of cells around and of ways beyond theirs are made each time that they are asked for.
 */
#include "compile.h"

struct numbering {
    struct pattern_program *rules;
    const struct lua_game *game;
    /* The first pattern that has the left side of a number, and the player whose it is. */
    const struct pattern *left[PATTERN_LEFTS_MAX];
    int player[PATTERN_LEFTS_MAX];
    int32_t lefts;
    /* The first count of cells around that has the tally of a number, and its player. */
    const struct pattern_around *tally[PATTERN_TALLIES_MAX];
    int teller[PATTERN_TALLIES_MAX];
    int32_t tallies;
    const struct pattern_route *route[PATTERN_ROUTES_MAX]; /* the same of ways */
    int walker[PATTERN_ROUTES_MAX];
    int32_t routes;
    bool small;                         /* what hangs together is asked */
    struct kinds met[PATTERN_SETS_MAX]; /* what was first given the number of a set */
};

/* The program is still being made: its parts may be written. */
#define OWN(type, pointer) ((struct type *)(uintptr_t)(pointer))

/* ---- sets ---- */

static bool is_alike(const struct pattern_set *a, const struct pattern_set *b)
{
    return a->layer == b->layer && a->others == b->others &&
           kinds_same(&a->kinds, &b->kinds);
}

/* The number of these values of a layer; -1: all numbers are taken. */
static int32_t number_of(struct numbering *x, int32_t layer, const struct kinds *kinds)
{
    struct pattern_program *rules = x->rules;
    for (int32_t i = 0; i < rules->sets; i++) {
        if (rules->set[i].layer == layer && kinds_same(&x->met[i], kinds)) return i;
    }
    const unsigned char *alphabet = (const unsigned char *)x->game->layer[layer].alphabet;
    struct kinds in = {{0, 0, 0, 0}}, out = {{0, 0, 0, 0}};
    for (; *alphabet != '\0'; alphabet++)
        kinds_add(kinds_has(kinds, *alphabet) ? &in : &out, *alphabet);
    struct pattern_set set = {.layer = (uint8_t)layer, .only = -1};
    set.others = kinds_count(&out) < kinds_count(&in);
    set.kinds = set.others ? out : in;
    const bool alone = kinds_count(&set.kinds) == 1;
    for (int i = 0; alone && i < 4; i++) {
        if (set.kinds.bits[i] != 0)
            set.only = 64 * i + __builtin_ctzll(set.kinds.bits[i]);
    }
    for (int32_t i = 0; i < rules->sets; i++) {
        if (is_alike(&rules->set[i], &set)) return i;
    }
    if (rules->sets == PATTERN_SETS_MAX) return -1;
    x->met[rules->sets] = *kinds;
    rules->set[rules->sets] = set;
    return rules->sets++;
}

static bool number_around(struct numbering *, const struct pattern_around *);
static void number_route(struct numbering *, const struct pattern_route *);

/* Numbers the sets of a cell. False: bits do not answer where it fits. */
static bool number_cell(struct numbering *x, const struct pattern_cell *cell)
{
    bool all = true;
    if (cell == NULL) return true;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        for (int32_t k = 0; k < a->tests; k++) {
            const struct pattern_test *t = &a->test[k];
            if (t->by == PATTERN_BY_SAME) all = false;
            if (t->by == PATTERN_BY_AROUND) all = number_around(x, t->around) && all;
            if (t->by == PATTERN_BY_ROUTE) number_route(x, t->route);
            for (int32_t n = 0; t->by < PATTERN_BY_SAME && n < t->masks; n++) {
                struct pattern_mask *mask = OWN(pattern_mask, &t->mask[n]);
                if (mask->set < 0) mask->set = number_of(x, t->layer, &mask->kinds);
                if (mask->set < 0) all = false;
            }
        }
    }
    OWN(pattern_cell, cell)->by_bits = all;
    return all;
}

/* ---- left sides ---- */

static int32_t set_of(const struct pattern_test *t, int player)
{
    return t->mask[t->by == PATTERN_BY_PLAYER ? player - 1 : 0].set;
}

static bool asks_slot(const struct pattern *p)
{
    for (int32_t i = 0; i < p->cells; i++) {
        const struct pattern_cell *cell = &p->cell[i];
        for (int32_t a = 0; a < cell->alternatives; a++) {
            for (int32_t k = 0; k < cell->alternative[a].tests; k++) {
                if (cell->alternative[a].test[k].by == PATTERN_BY_SLOT) return true;
            }
        }
    }
    return false;
}

static bool same_cell(const struct pattern_cell *, int of_a, const struct pattern_cell *,
                      int of_b);

/* Whether the same cells around are asked for the same. */
static bool same_tally(const struct pattern_around *a, int of_a,
                       const struct pattern_around *b, int of_b)
{
    return a->directions == b->directions && a->within == b->within &&
           same_cell(a->what, of_a, b->what, of_b);
}

/* Whether two cells of one test each, or none, are the same. */
static bool same_goal(const struct pattern_cell *a, int of_a,
                      const struct pattern_cell *b, int of_b)
{
    if (a == NULL || b == NULL) return a == b;
    return a->by_bits && b->by_bits && same_cell(a, of_a, b, of_b);
}

static bool same_route(const struct pattern_route *a, int of_a,
                       const struct pattern_route *b, int of_b)
{
    return a->directions == b->directions && a->no == b->no &&
           a->to.edges == b->to.edges && same_goal(a->over, of_a, b->over, of_b) &&
           same_goal(a->to.cell, of_a, b->to.cell, of_b);
}

static bool same_test(const struct pattern_test *a, int of_a,
                      const struct pattern_test *b, int of_b)
{
    const struct pattern_around *x = a->around, *y = b->around;
    if (a->by == PATTERN_BY_ROUTE || b->by == PATTERN_BY_ROUTE)
        return a->by == b->by && same_route(a->route, of_a, b->route, of_b);
    if (a->by != PATTERN_BY_AROUND || b->by != PATTERN_BY_AROUND)
        return a->by != PATTERN_BY_AROUND && b->by != PATTERN_BY_AROUND &&
               set_of(a, of_a) == set_of(b, of_b);
    return x->least == y->least && x->most == y->most && same_tally(x, of_a, y, of_b);
}

static bool same_cell(const struct pattern_cell *a, int of_a,
                      const struct pattern_cell *b, int of_b)
{
    if (a->least != b->least || a->outside != b->outside ||
        a->alternatives != b->alternatives)
        return false;
    for (int32_t i = 0; i < a->alternatives; i++) {
        const struct pattern_alternative *x = &a->alternative[i], *y = &b->alternative[i];
        if (x->tests != y->tests) return false;
        for (int32_t k = 0; k < x->tests; k++) {
            if (!same_test(&x->test[k], of_a, &y->test[k], of_b)) return false;
        }
    }
    return true;
}

/* Numbers the sets of what is near, and its tallies. */
static bool number_around(struct numbering *x, const struct pattern_around *a)
{
    if (!number_cell(x, a->what)) return false;
    for (int player = 1; player <= x->game->game.players; player++) {
        int32_t k = 0;
        while (k < x->tallies && !same_tally(a, player, x->tally[k], x->teller[k])) k++;
        if (k == PATTERN_TALLIES_MAX) continue;
        if (k == x->tallies) {
            x->tally[k] = a;
            x->teller[x->tallies++] = player;
        }
        OWN(pattern_around, a)->tally[player - 1] = (int16_t)k;
    }
    return true;
}

/* Numbers the sets of what a way goes over and leads to, and its bitboards. */
static void number_route(struct numbering *x, const struct pattern_route *r)
{
    number_cell(x, r->over);
    number_cell(x, r->to.cell);
    x->small = true;
    for (int player = 1; player <= x->game->game.players; player++) {
        int32_t k = 0;
        while (k < x->routes && !same_route(r, player, x->route[k], x->walker[k])) k++;
        if (k == PATTERN_ROUTES_MAX) continue;
        if (k == x->routes) {
            x->route[k] = r;
            x->walker[x->routes++] = player;
        }
        OWN(pattern_route, r)->number[player - 1] = (int16_t)k;
    }
}

/* Whether two left sides, each of a player, fit at the same places. */
static bool same_left(const struct pattern *a, int of_a, const struct pattern *b,
                      int of_b)
{
    if (a->rows != b->rows || a->cols != b->cols || a->directions != b->directions ||
        a->relative != b->relative || a->anchor != b->anchor)
        return false;
    for (int32_t i = 0; i < a->directions; i++) {
        if (a->direction[i] != b->direction[i]) return false;
    }
    if (a->relative != PATTERN_FIXED &&
        memcmp(a->heading_set, b->heading_set, sizeof a->heading_set) != 0)
        return false;
    for (int32_t i = 0; i < a->cells; i++) {
        if (!same_cell(&a->cell[i], of_a, &b->cell[i], of_b)) return false;
    }
    return true;
}

static bool is_near(const struct pattern *p)
{
    bool near = p->rows > 1 && p->inside && p->cell[p->anchor].only != NULL;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        const struct pattern_spot *spot = p->spot[d];
        for (int32_t i = 0; spot != NULL && i < p->spots; i++, spot++) {
            const bool here = spot->row >= -PATTERN_NEAR && spot->row <= PATTERN_NEAR &&
                              spot->col >= -PATTERN_NEAR && spot->col <= PATTERN_NEAR;
            const struct pattern_test *t = spot->cell->only;
            near = near && here && t != NULL;
            for (int32_t k = 0; near && k < t->masks; k++)
                near = t->mask[k].set < PATTERN_NEAR_SETS;
        }
    }
    return near;
}

static int16_t number_left(struct numbering *x, const struct pattern *p, int player)
{
    int32_t k = 0;
    while (k < x->lefts && !same_left(p, player, x->left[k], x->player[k])) k++;
    if (k == PATTERN_LEFTS_MAX) return -1;
    if (k == x->lefts) {
        x->left[x->lefts] = p;
        x->player[x->lefts++] = player;
    }
    return (int16_t)k;
}

/* The kinds of each heading: several where players have pieces of their own. A heading that the
 * group has not is the set of no kinds. */
static void number_headings(struct numbering *x, struct pattern *p)
{
    for (int i = 0; i < GRID_SIDES; i++) {
        struct kinds kinds = {{0, 0, 0, 0}};
        for (int v = 0; v < 256; v++)
            if (p->heading[v] == i) kinds_add(&kinds, v);
        p->heading_set[i] = (int16_t)number_of(x, p->heading_layer, &kinds);
        if (p->heading_set[i] < 0) p->by_bits = false;
    }
}

/* `asked`: for the whole board, again and again, by conditions and lists of actions. */
static void number_pattern(struct numbering *x, const struct pattern *pattern, bool asked)
{
    struct pattern *p = OWN(pattern, pattern);
    if (p == NULL) return;
    p->by_bits = !p->limited;
    memset(p->left, -1, sizeof p->left);
    for (int32_t i = 0; i < p->cells; i++)
        p->by_bits = number_cell(x, &p->cell[i]) && p->by_bits;
    if (p->relative != PATTERN_FIXED) number_headings(x, p);
    p->asks_slot = asks_slot(p);
    p->near = p->by_bits && is_near(p);
    if (!asked || !p->by_bits || p->given || p->asks_slot) return;
    for (int player = 1; player <= x->game->game.players; player++)
        p->left[player - 1] = number_left(x, p, player);
}

/* ---- all of them ---- */

static void number_condition(struct numbering *x, const struct pattern_condition *c)
{
    for (int32_t i = 0; i < c->terms; i++) {
        const struct pattern_term *t = &c->term[i];
        number_cell(x, t->cell);
        number_cell(x, t->on);
        number_cell(x, t->other);
        number_cell(x, t->from.cell);
        number_cell(x, t->to.cell);
        if (t->what == PATTERN_JOINED || t->what == PATTERN_NOT_JOINED) x->small = true;
        number_pattern(x, t->pattern, true);
        for (int32_t k = 0; k < 2; k++)
            for (int32_t n = 0; n < t->sum[k].figures; n++)
                number_cell(x, t->sum[k].figure[n].cell);
        for (int32_t k = 0; k < t->anys; k++) number_condition(x, &t->any[k]);
    }
}

static void number_rules(struct numbering *x, const struct pattern_rule *rule, int32_t n,
                         bool asked)
{
    for (int32_t i = 0; i < n; i++) {
        number_pattern(x, rule[i].pattern, asked);
        number_condition(x, &rule[i].when);
    }
}

/* Of the pieces that rules move. */
static void number_moves(struct numbering *x, const struct pattern_form *form)
{
    for (int32_t i = 0; i < form->rules; i++) {
        const struct pattern_move *m = form->rule[i].move;
        if (m == NULL) continue;
        number_cell(x, m->piece);
        number_cell(x, m->into);
    }
}

bool pattern_number_sets(const struct lua_game *game, struct pattern_program *rules)
{
    struct numbering x = {.rules = rules, .game = game};
    for (int32_t i = 0; i < game->forms; i++)
        number_rules(&x, rules->form[i].rule, rules->form[i].rules, true);
    for (int32_t i = 0; i < rules->ends; i++) number_condition(&x, &rules->end[i].when);
    number_cell(&x, rules->score_cell);
    for (int32_t i = 0; i < rules->steps; i++) {
        number_rules(&x, rules->step[i].rule, rules->step[i].rules, false);
        number_condition(&x, &rules->step[i].when);
    }
    for (int32_t i = 0; i < game->forms; i++) number_moves(&x, &rules->form[i]);
    return x.small;
}
