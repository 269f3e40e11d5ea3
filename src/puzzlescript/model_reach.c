/*
 * When a turn begins, nothing has a movement but the player. A rule that asks for a movement fits
 * near what moves alone; one that asks for the player, near him; so movements spread from him by
 * what such rules write, and what lies beyond decides nothing. Any rule that asks for neither, or has
 * several rows or a gap, may fit anywhere.
 */
#include "model_reach.h"

#include "state.h"

enum { REACH_MAX = 6, NOWHERE = -1 };

struct reaching {
    const struct puzzle *p;
    int32_t *far; /* by object: how far from the player it has a movement; or NOWHERE */
    int32_t *possible; /* by object: it is on the board, or a rule makes it */
    int32_t reach;
    bool changed, lost;
};

static bool has(const struct puzzle_list *list, int32_t number)
{
    for (int32_t i = 0; i < list->n; i++)
        if (list->at[i] == number) return true;
    return false;
}

static bool is_object(const struct reaching *x, int32_t plane)
{
    return plane < x->p->objects;
}

/* The layer of a plane of movements, or -1. */
static int32_t moved_layer(const struct reaching *x, int32_t plane)
{
    if (plane < x->p->objects || plane >= puzzle_cells(x->p)) return -1;
    return (plane - x->p->objects) / PUZZLE_MOVES;
}

static bool is_player(const struct reaching *x, int32_t object)
{
    return has(&x->p->players.objects, object);
}

/* ---- what a cell asks for ---- */

/* Whether a cell can have the object: it must not be without it, nor have another one of the layer. */
static bool may_have(const struct reaching *x, const struct puzzle_cell *c,
                     int32_t object)
{
    if (!x->possible[object] || has(&c->none, object)) return false;
    if (has(&c->has, object)) return true;
    for (int32_t i = 0; i < c->has.n; i++) {
        const int32_t other = c->has.at[i];
        if (is_object(x, other) && x->p->layer_of[other] == x->p->layer_of[object])
            return false;
    }
    for (int32_t i = 0; i < c->any.n; i += 1 + c->any.at[i]) {
        bool same = true, named = false;
        for (int32_t k = 1; k <= c->any.at[i]; k++) {
            const int32_t other = c->any.at[i + k];
            same = same && x->p->layer_of[other] == x->p->layer_of[object];
            named = named || other == object;
        }
        if (same && !named) return false;
    }
    return true;
}

/* Whether a rule can fit at all: its objects are somewhere. */
static bool is_possible(const struct reaching *x, const struct puzzle_rule *r)
{
    for (int32_t k = 0; k < r->rows; k++) {
        for (int32_t i = 0; i < r->row[k].cells; i++) {
            const struct puzzle_list *all = &r->row[k].segment->cell[i].has;
            for (int32_t n = 0; n < all->n; n++)
                if (is_object(x, all->at[n]) && !x->possible[all->at[n]]) return false;
        }
    }
    return true;
}

/* Whether a cell asks for a player. */
static bool wants_player(const struct reaching *x, const struct puzzle_cell *c)
{
    for (int32_t i = 0; i < c->has.n; i++)
        if (is_player(x, c->has.at[i])) return true;
    for (int32_t i = 0; i < c->any.n; i += 1 + c->any.at[i]) {
        int32_t k = 1;
        while (k <= c->any.at[i] && is_player(x, c->any.at[i + k])) k++;
        if (k > c->any.at[i]) return true;
    }
    return false;
}

/* Whether a cell asks for a movement in a layer. */
static bool wants_movement(const struct reaching *x, const struct puzzle_cell *c,
                           int32_t layer)
{
    for (int32_t i = 0; i < c->has.n; i++)
        if (moved_layer(x, c->has.at[i]) == layer) return true;
    return false;
}

/* How far from the player the movements of a layer are where a cell fits. */
static int32_t far_in(const struct reaching *x, const struct puzzle_cell *c,
                      int32_t layer)
{
    const struct puzzle_list *objects = &x->p->layer[layer];
    int32_t far = NOWHERE;
    for (int32_t i = 0; i < objects->n; i++) {
        const int32_t object = objects->at[i];
        if (x->far[object] > far && may_have(x, c, object)) far = x->far[object];
    }
    return far;
}

/* How far from the player a row of a rule fits at most; NOWHERE: it does not. *near: it asks for
 * something that is near him. */
static int32_t far_of(const struct reaching *x, const struct puzzle_segment *s,
                      bool *near)
{
    int32_t far = INT32_MAX;
    *near = false;
    for (int32_t i = 0; i < s->cells; i++) {
        const struct puzzle_cell *c = &s->cell[i];
        int32_t here = wants_player(x, c) ? 0 : INT32_MAX;
        for (int32_t layer = 0; layer < x->p->layers; layer++) {
            if (!wants_movement(x, c, layer)) continue;
            const int32_t moved = far_in(x, c, layer);
            if (moved == NOWHERE) return NOWHERE;
            if (moved < here) here = moved;
        }
        if (here < far) far = here;
    }
    *near = far < INT32_MAX;
    return far + (*near ? s->cells - 1 : 0);
}

/* ---- what a rule does ---- */

static void spread(struct reaching *x, int32_t object, int32_t far)
{
    if (x->far[object] >= far) return;
    x->far[object] = far;
    x->changed = true;
}

static void write_cell(struct reaching *x, const struct puzzle_cell *c, int32_t far,
                       bool late)
{
    const struct puzzle_list *on = &c->write->on;
    for (int32_t i = 0; i < on->n; i++) {
        const int32_t layer = moved_layer(x, on->at[i]);
        if (is_object(x, on->at[i])) {
            if (has(&c->has, on->at[i])) continue;
            x->lost = x->lost || (is_player(x, on->at[i]) && !wants_player(x, c));
            spread(x, on->at[i], far);
            continue;
        }
        x->lost = x->lost || late;
        if (layer < 0 || wants_movement(x, c, layer)) continue;
        const struct puzzle_list *objects = &x->p->layer[layer];
        for (int32_t k = 0; k < objects->n; k++)
            if (may_have(x, c, objects->at[k])) spread(x, objects->at[k], far);
    }
}

static void follow_rule(struct reaching *x, const struct puzzle_rule *r, bool late)
{
    const bool acts = r->writes || (r->commands & PUZZLE_CANCEL);
    if (!acts || !is_possible(x, r)) return;
    for (int32_t k = 0; k < r->rows; k++) {
        bool near;
        if (r->row[k].segments == 1 && far_of(x, &r->row[k].segment[0], &near) == NOWHERE)
            return;
    }
    if (r->rows != 1 || r->row[0].segments != 1) {
        x->lost = true;
        return;
    }
    const struct puzzle_segment *s = &r->row[0].segment[0];
    bool near;
    int32_t far = far_of(x, s, &near);
    x->lost = x->lost || !near;
    if (!near) return;
    far += late;
    if (far > x->reach) x->reach = far;
    x->lost = x->lost || x->reach > REACH_MAX;
    for (int32_t i = 0; i < s->cells && !x->lost; i++)
        if (s->cell[i].write != NULL) write_cell(x, &s->cell[i], far, late);
}

static void follow_groups(struct reaching *x, const struct puzzle_groups *groups,
                          bool late)
{
    for (int32_t g = 0; g < groups->n && !x->lost; g++) {
        for (int32_t r = 0; r < groups->at[g].rules && !x->lost; r++)
            follow_rule(x, &groups->at[g].rule[r], late);
    }
}

/* ---- the whole ---- */

static void make_possible(struct reaching *x, const struct puzzle_rule *r)
{
    for (int32_t k = 0; k < r->rows; k++) {
        for (int32_t i = 0; i < r->row[k].cells; i++) {
            const struct puzzle_write *w = r->row[k].segment->cell[i].write;
            for (int32_t n = 0; w != NULL && n < w->on.n; n++) {
                if (!is_object(x, w->on.at[n]) || x->possible[w->on.at[n]]) continue;
                x->possible[w->on.at[n]] = true;
                x->changed = true;
            }
        }
    }
}

static void find_possible(struct reaching *x, const void *state)
{
    const struct puzzle_groups *const both[] = {&x->p->normal, &x->p->late};
    for (int32_t k = 0; k < x->p->objects; k++) {
        size_t words;
        const uint64_t *plane = puzzle_object(x->p, state, k, &words);
        x->possible[k] = false;
        for (size_t w = 0; w < words; w++)
            x->possible[k] = x->possible[k] || plane[w] != 0;
    }
    do {
        x->changed = false;
        for (size_t b = 0; b < 2; b++) {
            for (int32_t g = 0; g < both[b]->n; g++) {
                const struct puzzle_group *group = &both[b]->at[g];
                for (int32_t r = 0; r < group->rules; r++)
                    if (is_possible(x, &group->rule[r]))
                        make_possible(x, &group->rule[r]);
            }
        }
    } while (x->changed);
}

int32_t puzzle_reach(const struct puzzle *p, const void *state, int32_t *room)
{
    const uint32_t other =
        PUZZLE_RESTARTS | PUZZLE_WIN | PUZZLE_CHECKPOINT | PUZZLE_AGAIN;
    struct reaching x = {.p = p, .far = room, .possible = room + p->objects};
    if (p->chance || p->ticks || p->rigid_groups > 0 || (p->commands & other) ||
        (p->players.all && p->players.objects.n > 1))
        return 0;
    find_possible(&x, state);
    for (int32_t k = 0; k < p->objects; k++) x.far[k] = is_player(&x, k) ? 0 : NOWHERE;
    do {
        x.changed = false;
        follow_groups(&x, &p->normal, false);
    } while (x.changed && !x.lost);
    for (int32_t k = 0; k < p->objects; k++)
        if (x.far[k] + 1 > x.reach) x.reach = x.far[k] + 1;
    /* The player has gone a cell on by then, and nothing has a movement. */
    for (int32_t k = 0; k < p->objects; k++) x.far[k] = NOWHERE;
    if (!x.lost) follow_groups(&x, &p->late, true);
    return x.lost || x.reach > REACH_MAX ? 0 : x.reach;
}
