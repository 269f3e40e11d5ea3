/*
 * The verifier's look at rules: their planes, cells, patterns and groups.
 *
 * A pattern never leaves the board, because each of its cells needs a plane that has bits
 * on the board alone; and a rule writes only into cells that its pattern has matched.
 */
#include "run.h"
#include "verifying.h"

/* ---- planes ---- */

/* Where a plane comes in a list: movements before objects. */
static int32_t order_of(const struct puzzle *p, int32_t plane)
{
    int32_t movements = p->layers * PUZZLE_MOVES;
    return plane < p->objects ? plane + movements : plane - p->objects;
}

/* A list of planes of objects and movements, each once. */
static bool are_planes(const struct verifier *v, const char *what,
                       const struct puzzle_list *list)
{
    int32_t planes = puzzle_cells(v->p);
    if (!is_array(v, what, list->at, list->n)) return false;
    for (int32_t i = 0; i < list->n; i++) {
        if (!in(v, what, list->at[i], 0, planes - 1)) return false;
        bool later =
            i == 0 || order_of(v->p, list->at[i - 1]) < order_of(v->p, list->at[i]);
        if (!later) return refuse(v, "the planes of a cell are not in order");
    }
    return true;
}

/* Whether two lists of planes, both in order, have one in common. */
static bool meet(const struct puzzle *p, const struct puzzle_list *a,
                 const struct puzzle_list *b)
{
    for (int32_t i = 0, k = 0; i < a->n && k < b->n;) {
        int32_t x = order_of(p, a->at[i]), y = order_of(p, b->at[k]);
        if (x == y) return true;
        if (x < y)
            i++;
        else
            k++;
    }
    return false;
}

/* ---- cells ---- */

static bool is_write(const struct verifier *v, const struct puzzle_rule *r,
                     const struct puzzle_write *w)
{
    const struct puzzle *p = v->p;
    bool draws = w->random.n > 0 || w->directions.n > 0;
    return are_planes(v, "a plane that a cell gets", &w->on) &&
           are_planes(v, "a plane that a cell loses", &w->off) &&
           check(v, !meet(p, &w->on, &w->off), "a cell gets and loses the same plane") &&
           is_ascending(v, "an object that may appear", &w->random, p->objects) &&
           is_ascending(v, "a layer that moves at random", &w->directions, p->layers) &&
           is_ascending(v, "a layer that a rigid rule marks", &w->reset, p->layers) &&
           check(v, p->chance || !draws, "a game without chance draws") &&
           check(v, r->writes, "a rule writes that is said not to");
}

/* Runs of a count and so many objects. */
static bool are_choices(const struct verifier *v, const struct puzzle_list *any)
{
    const char *what = "an object of which one is needed";
    if (!is_array(v, what, any->at, any->n)) return false;
    for (int32_t i = 0; i < any->n; i += 1 + any->at[i]) {
        if (!in(v, "a number of objects", any->at[i], 0, any->n - i - 1)) return false;
        const struct puzzle_list run = {any->at + i + 1, any->at[i]};
        if (!is_ascending(v, what, &run, v->p->objects)) return false;
    }
    return true;
}

/* The one plane of all cells of the board, which stands for a cell that asks for nothing
 * else. */
static bool is_any_cell(const struct puzzle *p, const struct puzzle_cell *cell)
{
    return cell->has.n == 1 && cell->has.at != NULL && cell->has.at[0] == puzzle_cells(p);
}

static bool is_cell(const struct verifier *v, const struct puzzle_rule *r,
                    const struct puzzle_cell *cell)
{
    return (is_any_cell(v->p, cell) ||
            are_planes(v, "a plane that a cell needs", &cell->has)) &&
           are_planes(v, "a plane that a cell must not have", &cell->none) &&
           are_choices(v, &cell->any) &&
           check(v, cell->has.n > 0 || cell->any.n > 0, "a cell may be off the board") &&
           (cell->write == NULL || is_write(v, r, cell->write));
}

/* ---- patterns ---- */

static bool is_segment(const struct verifier *v, const struct puzzle_rule *r,
                       const struct puzzle_segment *s)
{
    if (!in(v, "the cells of a segment", s->cells, 1, PUZZLE_ENTRIES_MAX)) return false;
    if (s->cell == NULL) return refuse_missing(v);
    if (!in(v, "the first cell to look for", s->first, 0, s->cells - 1)) return false;
    for (int32_t k = 0; k < s->cells; k++) {
        if (!is_cell(v, r, &s->cell[k])) return false;
    }
    return true;
}

/* The cells of all segments lie one behind the other. */
static bool is_row(const struct verifier *v, const struct puzzle_rule *r,
                   const struct puzzle_row *row)
{
    if (!in(v, "the segments of a pattern", row->segments, 1, PUZZLE_GAPS_MAX + 1)) {
        return false;
    }
    if (row->segment == NULL) return refuse_missing(v);
    int64_t cells = 0;
    for (int32_t k = 0; k < row->segments; k++) {
        const struct puzzle_segment *s = &row->segment[k];
        if (!is_segment(v, r, s)) return false;
        bool follows = k == 0 || s->cell == s[-1].cell + s[-1].cells;
        if (!check(v, follows, "the segments of a pattern do not follow")) return false;
        cells += s->cells;
    }
    return in(v, "the cells of a pattern", row->cells, cells, cells);
}

/* ---- what is needed ---- */

/* Whether some cell of the rule asks for the plane. */
static bool asks_for(const struct puzzle_rule *r, int32_t plane)
{
    for (int32_t i = 0; i < r->rows; i++) {
        for (int32_t k = 0; k < r->row[i].cells; k++) {
            const struct puzzle_list *has = &r->row[i].segment->cell[k].has;
            for (int32_t m = 0; m < has->n; m++) {
                if (has->at[m] == plane) return true;
            }
        }
    }
    return false;
}

/* The rule matches nowhere if one of the planes is empty. */
static bool is_needed(const struct verifier *v, const struct puzzle_rule *r,
                      const struct puzzle_need *need)
{
    if (!in(v, "a word of planes", need->word, 0, puzzle_cells(v->p) / 64)) return false;
    for (uint64_t bits = need->planes; bits != 0; bits &= bits - 1) {
        int32_t plane = need->word * 64 + puzzle_lowest(bits);
        if (!asks_for(r, plane))
            return refuse(v, "a rule needs what it does not ask for");
    }
    return true;
}

static bool are_needed(const struct verifier *v, const struct puzzle_rule *r,
                       const struct puzzle_need *need, int32_t n)
{
    if (!is_array(v, "the number of words of planes", need, n)) return false;
    for (int32_t i = 0; i < n; i++) {
        if (!is_needed(v, r, &need[i])) return false;
    }
    return true;
}

/* ---- what concerns a rule ---- */

static bool concerns(const struct puzzle_rule *r, int32_t plane)
{
    for (int32_t i = 0; i < r->concerns; i++) {
        if (r->concern[i].word == plane >> 6 && r->concern[i].planes >> (plane & 63) & 1)
            return true;
    }
    return false;
}

static bool all_concern(const struct puzzle_rule *r, const int32_t *planes, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        if (!concerns(r, planes[i])) return false;
    }
    return true;
}

/* Whether all that a cell asks for and writes concerns the rule, and nothing is drawn. */
static bool cell_concerns(const struct puzzle_rule *r, const struct puzzle_cell *cell)
{
    const struct puzzle_write *w = cell->write;
    for (int32_t i = 0; i < cell->any.n; i += 1 + cell->any.at[i]) {
        if (!all_concern(r, cell->any.at + i + 1, cell->any.at[i])) return false;
    }
    return all_concern(r, cell->has.at, cell->has.n) &&
           all_concern(r, cell->none.at, cell->none.n) &&
           (w == NULL ||
            (all_concern(r, w->on.at, w->on.n) && all_concern(r, w->off.at, w->off.n) &&
             w->random.n == 0 && w->directions.n == 0));
}

/* The rule does nothing new while none of these planes changes. */
static bool are_concerns(const struct verifier *v, const struct puzzle_rule *r)
{
    if (!is_array(v, "the number of words of planes", r->concern, r->concerns))
        return false;
    for (int32_t i = 0; i < r->concerns; i++) {
        if (!in(v, "a word of planes", r->concern[i].word, 0, puzzle_cells(v->p) / 64))
            return false;
    }
    bool all = r->concerns == 0 || r->sounds.n == 0;
    for (int32_t i = 0; i < r->rows && r->concerns > 0; i++) {
        for (int32_t k = 0; k < r->row[i].cells; k++)
            all = all && cell_concerns(r, &r->row[i].segment->cell[k]);
    }
    return check(v, all, "a rule does not know what concerns it");
}

/* ---- rules ---- */

static bool are_commands(const struct verifier *v, const struct puzzle_rule *r)
{
    const struct puzzle *p = v->p;
    if (!in(v, "the commands", r->commands, 0, PUZZLE_COMMANDS - 1)) return false;
    if ((r->commands & ~p->commands) != 0) return refuse(v, "a command is not announced");
    bool shows = (r->commands & PUZZLE_MESSAGE) != 0;
    if (!in(v, "the message", r->message, shows, shows ? p->messages : 0)) return false;
    return !shows ||
           check(v, p->message[r->message - 1] != NULL, "a message has no text");
}

/* Whether a rule may be written at many places at once: it does the same in each cell, and
 * its cells follow in the order of the planes. */
static bool may_be_plain(const struct puzzle_rule *r)
{
    bool along = r->direction == PUZZLE_DOWN || r->direction == PUZZLE_RIGHT;
    if (r->rows != 1 || r->row->segments != 1 || !along) return false;
    for (int32_t k = 0; k < r->row->cells; k++) {
        const struct puzzle_write *w = r->row->segment->cell[k].write;
        if (w == NULL) continue;
        if (w->random.n > 0 || w->directions.n > 0) return false;
        if (r->rigid > 0 && w->reset.n > 0) return false;
    }
    return true;
}

static bool is_rule(struct verifier *v, const struct puzzle_group *g,
                    const struct puzzle_rule *r)
{
    const struct puzzle *p = v->p;
    v->line = r->line;
    if (r->row == NULL) return refuse_missing(v);
    if (!in(v, "the patterns", r->rows, 1, PUZZLE_ROWS_MAX) ||
        !in(v, "the patterns", r->rows, 1, p->rows) ||
        !in(v, "the direction", r->direction, PUZZLE_UP, PUZZLE_RIGHT) ||
        !check(v, r->rigid == 0 || r->rigid == g->rigid, "the rigid group is another") ||
        !are_commands(v, r) || !are_below(v, "a sound", &r->sounds, PUZZLE_SFX_COUNT)) {
        return false;
    }
    int64_t segments = 0, cells = 0;
    for (int32_t i = 0; i < r->rows; i++) {
        if (!is_row(v, r, &r->row[i])) return false;
        segments += r->row[i].segments;
        cells += r->row[i].cells;
    }
    return in(v, "the segments", segments, 1, p->segments) &&
           in(v, "the cells", r->cells, cells, cells) &&
           check(v, !r->plain || may_be_plain(r), "a rule is not plain") &&
           are_needed(v, r, r->need, r->needs) && are_concerns(v, r);
}

/* ---- groups ---- */

/* A loop is a row of groups, and loops are numbered in their order. */
static bool is_loop(const struct verifier *v, const struct puzzle_group *g, int32_t *last)
{
    bool goes_on = g != v->groups->at && g[-1].loop == g->loop;
    if (g->loop == 0 || goes_on) return true;
    if (!in(v, "the loop of a group", g->loop, *last + INT64_C(1), INT32_MAX))
        return false;
    *last = g->loop;
    return true;
}

static bool is_group(struct verifier *v, const struct puzzle_group *g)
{
    const struct puzzle *p = v->p;
    int32_t most = v->groups == &p->late ? 0 : p->rigid_groups;
    if (!in(v, "the rigid group", g->rigid, 0, most) ||
        !check(v, p->chance || !g->random, "a game without chance draws") ||
        !is_array(v, "the rules of a group", g->rule, g->rules) ||
        !is_array(v, "the rules of a group", g->first, g->rules)) {
        return false;
    }
    for (int32_t i = 0; i < g->rules; i++) {
        const struct puzzle_rule *r = &g->rule[i];
        if (!is_rule(v, g, r) || !is_needed(v, r, &g->first[i])) return false;
        if (!are_needed(v, r, g->need, g->needs)) return false;
    }
    v->line = 0;
    return g->rules > 0 || in(v, "the needs of no rules", g->needs, 0, 0);
}

bool puzzle_verify_groups(struct verifier *v, const struct puzzle_groups *groups)
{
    int32_t loop = 0;
    v->groups = groups;
    if (!is_array(v, "the groups", groups->at, groups->n)) return false;
    for (int32_t i = 0; i < groups->n; i++) {
        const struct puzzle_group *g = &groups->at[i];
        if (!in(v, "the loop of a group", g->loop, 0, INT32_MAX)) return false;
        if (!is_loop(v, g, &loop) || !is_group(v, g)) return false;
    }
    return true;
}
