/*
 * Which kinds move, and who acts: kinds of one layer of which each action that changes something asks
 * for one near by, and which are neither made nor taken away.
 *
 *     [ player | box | empty ] -> [ | player | box ]     one player before, one after
 */
#include "building.h"

/* ---- what moves ---- */

void model_moving(struct building *b)
{
    struct model *m = b->m;
    for (int32_t i = 0; i < m->moves; i++) {
        for (int32_t k = 0; k < m->move[i].parts; k++) {
            const struct model_part *part = &m->move[i].part[k];
            for (int32_t n = 0; n < part->writes; n++) {
                const struct model_write *w = &part->write[n];
                struct kinds *moving = &m->moving[w->layer];
                const struct kinds before = model_cell_kinds(b, &part->before, w->layer);
                for (int value = 0; value < 256 && w->becomes != NULL; value++) {
                    if (!kinds_has(&before, value) || w->becomes[value] == value)
                        continue;
                    kinds_add(moving, value);
                    kinds_add(moving, w->becomes[value]);
                    kinds_add(&b->made[w->layer], w->becomes[value]);
                }
                if (w->becomes != NULL) continue;
                kinds_join(moving, &before);
                kinds_join(moving, &w->kinds);
                kinds_join(&b->made[w->layer], &w->kinds);
            }
        }
    }
    for (int32_t k = 0; k < m->layers; k++) {
        const struct kinds blank = kinds_of(m->blank[k]);
        m->moving[k] = kinds_without(&m->moving[k], &blank);
        m->moving[k] = kinds_both(&m->moving[k], &b->possible[k]);
    }
}

/* ---- who acts ---- */

/* The kinds of a layer that are supposed to act. */
struct actor {
    int32_t layer;
    struct kinds kinds;
};

enum { SOME_OF_BOTH = 2 };

/* 1: all of these values act; 0: none does. */
static int acts(const struct actor *x, const struct kinds *values)
{
    const struct kinds both = kinds_both(values, &x->kinds);
    if (kinds_within(values, &x->kinds)) return 1;
    return kinds_none(&both) ? 0 : SOME_OF_BOTH;
}

/* How many that act a cell has more after a move than before, -1 to 1; SOME_OF_BOTH: it is not
 * known. */
static int difference(const struct building *b, const struct actor *x,
                      const struct model_part *part)
{
    for (int32_t n = 0; n < part->writes; n++) {
        const struct model_write *w = &part->write[n];
        bool kept = w->becomes != NULL;
        if (w->layer != x->layer) continue;
        const struct kinds before = model_cell_kinds(b, &part->before, w->layer);
        for (int value = 0; kept && value < 256; value++)
            kept = !kinds_has(&before, value) ||
                   kinds_has(&x->kinds, value) == kinds_has(&x->kinds, w->becomes[value]);
        if (kept) return 0;
        const int was = acts(x, &before), is = acts(x, &w->kinds);
        if (was == SOME_OF_BOTH || is == SOME_OF_BOTH) return SOME_OF_BOTH;
        /* beyond the side of the board it would be lost */
        if (part->outside && is != was) return SOME_OF_BOTH;
        return is - was;
    }
    return 0;
}

/* Whether a move leaves as many who act as there are. */
static bool keeps(const struct building *b, const struct actor *x,
                  const struct model_move *move)
{
    int sum = 0;
    for (int32_t k = 0; k < move->parts; k++) {
        const int more = difference(b, x, &move->part[k]);
        if (more == SOME_OF_BOTH || (more != 0 && move->copies)) return false;
        sum += more;
    }
    return sum == 0;
}

/* The first part of a move that wants somebody who acts; -1: there is none. */
static int32_t part_of_actor(const struct building *b, const struct actor *x,
                             const struct model_move *move)
{
    for (int32_t k = 0; k < move->parts; k++) {
        const struct kinds before = model_cell_kinds(b, &move->part[k].before, x->layer);
        if (!move->part[k].outside && kinds_within(&before, &x->kinds)) return k;
    }
    return -1;
}

/* Adds what they turn into, where they stand. */
static void add_turned(const struct building *b, struct actor *x)
{
    const struct model *m = b->m;
    struct kinds before;
    do {
        before = x->kinds;
        for (int32_t i = 0; i < m->moves; i++) {
            for (int32_t k = 0; k < m->move[i].parts; k++) {
                const struct model_part *part = &m->move[i].part[k];
                for (int32_t n = 0; n < part->writes; n++) {
                    const struct model_write *w = &part->write[n];
                    const struct kinds was = model_cell_kinds(b, &part->before, x->layer);
                    if (w->layer == x->layer && w->becomes != NULL &&
                        kinds_within(&was, &x->kinds))
                        kinds_join(&x->kinds, &w->kinds);
                }
            }
        }
    } while (!kinds_within(&x->kinds, &before));
}

static bool is_actor(const struct building *b, const struct actor *x)
{
    const struct model *m = b->m;
    if (!kinds_within(&x->kinds, &m->moving[x->layer])) return false;
    for (int32_t i = 0; i < m->moves; i++) {
        const struct model_move *move = &m->move[i];
        if (!move->step && part_of_actor(b, x, move) < 0) return false;
        if (!keeps(b, x, move)) return false;
    }
    return true;
}

static int32_t count(const struct building *b, const struct actor *x)
{
    const unsigned char *cells =
        lua_game_cells(b->s, b->state) + (ptrdiff_t)x->layer * b->m->cells;
    int32_t n = 0;
    for (int32_t i = 0; i < b->m->cells; i++) n += kinds_has(&x->kinds, cells[i]);
    return n;
}

/* ---- how far it reaches ---- */

static int32_t farther(int32_t a, int32_t row, int32_t col)
{
    row = row < 0 ? -row : row;
    col = col < 0 ? -col : col;
    a = row > a ? row : a;
    return col > a ? col : a;
}

/* How far the parts of the actions lie from who acts. */
static int32_t farthest_part(const struct building *b, const struct actor *x)
{
    int32_t reach = 1;
    for (int32_t i = 0; i < b->m->moves; i++) {
        const struct model_move *move = &b->m->move[i];
        const int32_t own = part_of_actor(b, x, move);
        for (int32_t k = 0; k < move->parts && own >= 0; k++)
            reach = farther(reach, move->part[k].row - move->part[own].row,
                            move->part[k].col - move->part[own].col);
    }
    return reach;
}

/* Whether an action by this rule looks at cells alone, and changes nothing else that decides. */
static bool is_local(const struct building *b, const struct pattern_rule *rule)
{
    const struct pattern *p = rule->pattern;
    bool local = rule->when.terms == 0 && rule->squash == NULL && rule->move == NULL &&
                 rule->over == 0;
    for (int32_t i = 0; i < rule->adds; i++)
        local = local && b->s->field[rule->add[i].field].counter;
    if (p == NULL || !local) return local;
    if (p->pick == PATTERN_EACH || p->pick == PATTERN_RANDOM) return false;
    const int32_t all = pattern_pairs(p);
    for (int32_t i = 0; i < all; i++) {
        for (int32_t k = 0; k < p->writes[i].count; k++)
            local = local && p->writes[i].write[k].what != PATTERN_CHOOSE;
    }
    return local && pattern_reach(p) < LUA_GAME_SIDE_MAX;
}

/* Whether a rule that changes no cell, so it is no move, begins with who acts as well. */
static bool begins_with(struct building *b, const struct actor *x,
                        const struct pattern_rule *rule)
{
    const struct view v = {.p = rule->pattern, .rule = rule, .player = 1, .loose = true};
    if (rule->pattern == NULL || rule->pattern->rewrites) return true;
    const struct model_cell anchor = model_cell_of(b, &v, &v.p->cell[v.p->anchor], NULL);
    const struct kinds kinds = model_cell_kinds(b, &anchor, x->layer);
    return kinds_within(&kinds, &x->kinds);
}

static int32_t reach_of(struct building *b, const struct actor *x)
{
    const struct pattern_program *rules = b->rules;
    int32_t around = 0;
    if (!b->m->whole || rules->steps > 0 || !b->m->exact || b->s->game.players > 1)
        return 0;
    for (int32_t i = 0; i < rules->ends; i++) /* another end than the goal */
        if (b->s->game.goal != NULL &&
            strcmp(b->s->outcome[rules->end[i].outcome[0] - 1], b->s->game.goal) != 0)
            return 0;
    for (int32_t i = 0; i < b->s->forms; i++) {
        for (int32_t k = 0; k < rules->form[i].rules; k++) {
            const struct pattern_rule *rule = &rules->form[i].rule[k];
            if (!is_local(b, rule) || !begins_with(b, x, rule)) return 0;
            const int32_t far = rule->pattern == NULL ? 0 : pattern_reach(rule->pattern);
            around = far > around ? far : around;
        }
    }
    return farthest_part(b, x) + around;
}

/* ---- looking for who acts ---- */

/* The first kinds that act among those that a part of a move asks for. */
static bool find_actor(const struct building *b, const struct model_move *move,
                       struct actor *out)
{
    for (int32_t k = 0; k < move->parts; k++) {
        for (out->layer = 0; out->layer < b->m->layers; out->layer++) {
            out->kinds = model_cell_kinds(b, &move->part[k].before, out->layer);
            if (kinds_has(&out->kinds, b->m->blank[out->layer])) continue;
            add_turned(b, out);
            if (is_actor(b, out) && count(b, out) == 1) return true;
        }
    }
    return false;
}

void model_avatar(struct building *b)
{
    struct model *m = b->m;
    struct actor x;
    int32_t i = 0;
    while (i < m->moves && m->move[i].step) i++;
    if (!m->whole || b->pieces || i == m->moves || !find_actor(b, &m->move[i], &x))
        return;
    m->avatar[x.layer] = x.kinds;
    m->has_avatar = true;
    if (m->blank[x.layer] != 0) m->reach = reach_of(b, &x);
}
