/*
 * One move: the cells of a pattern as they lie for a view, and what becomes of them.
 *
 *     [ player | 1+ box | empty ] -> [ | player | 1+ box ]     length 1, 2, 1
 *
 *     part  0 player   writes -           left 0, right 0
 *           1 box      writes player      left 1, right 1
 *           2 box      writes box         left 1, right 2: it stays, so there is no write
 *           3 empty    writes box         left 2, right 2
 */
#include "building.h"

/* ---- writes ---- */

static struct kinds mapped(const struct pattern_write *w, const struct kinds *from)
{
    struct kinds to = {{0, 0, 0, 0}};
    for (int value = 0; value < 256 && value < w->values; value++)
        if (kinds_has(from, value)) kinds_add(&to, w->value[value]);
    return to;
}

static struct kinds all_of(const struct pattern_write *w)
{
    struct kinds to = {{0, 0, 0, 0}};
    for (int32_t i = 0; i < w->values; i++) kinds_add(&to, w->value[i]);
    return to;
}

static struct kinds found_values(struct building *b, const struct view *v,
                                 const struct pattern_write *w)
{
    const struct pattern_found *f = &v->p->found[w->slot];
    if (v->fixed) return kinds_of(w->value[v->found[w->slot]]);
    const struct model_cell cell = model_cell_of(b, v, &v->p->cell[f->cell], NULL);
    const struct kinds values = model_cell_kinds(b, &cell, f->layer);
    return mapped(w, &values);
}

/* What a write that is not by chance makes of a layer that has one of `before`. */
static struct kinds written(struct building *b, const struct view *v,
                            const struct pattern_write *w, const struct kinds *before)
{
    const int64_t slot = w->what == PATTERN_SLOT ? v->slot[w->slot] - w->min : 0;
    switch (w->what) {
    case PATTERN_TURN: return mapped(w, before);
    case PATTERN_PLAYER:
        if (v->player <= w->values) return kinds_of(w->value[v->player - 1]);
        return all_of(w);
    case PATTERN_SLOT:
        if (!v->loose && slot >= 0 && slot < w->values) return kinds_of(w->value[slot]);
        return all_of(w);
    case PATTERN_FOUND: return found_values(b, v, w);
    default: return kinds_of(w->value[0]);
    }
}

/* The write of a layer among these; a new one, which leaves the layer as it is, if there is none. */
static struct model_write *write_of(struct model_write *writes, int32_t *count,
                                    int32_t layer, const struct kinds *before)
{
    int32_t i = 0;
    while (i < *count && writes[i].layer != layer) i++;
    if (i == *count)
        writes[(*count)++] = (struct model_write){.layer = layer, .kinds = *before};
    return &writes[i];
}

/* Notes what may be chosen: the layers to which the choice did not go stay as they are. */
static void choose(struct building *b, const struct pattern_write *w,
                   const struct model_cell *cell, struct model_write *writes,
                   int32_t *count)
{
    for (int32_t i = 0; i < w->choices; i++) {
        const struct pattern_choice *c = &w->choice[i];
        const struct kinds before = model_cell_kinds(b, cell, c->layer);
        kinds_add(&write_of(writes, count, c->layer, &before)->kinds, c->value);
    }
}

/* Leaves out what changes nothing. */
static int32_t shorten(struct building *b, const struct model_cell *cell,
                       struct model_write *writes, int32_t count)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        const struct kinds before = model_cell_kinds(b, cell, writes[i].layer);
        const bool stays = kinds_count(&before) == 1 && writes[i].becomes == NULL &&
                           kinds_within(&writes[i].kinds, &before);
        if (!stays) writes[kept++] = writes[i];
    }
    return kept;
}

/* Whether a write puts there what a cell of the left side has, as it is. */
static bool takes(const struct view *v, const struct pattern_write *w)
{
    if (w->what != PATTERN_FOUND || v->p->runs || v->loose ||
        v->p->found[w->slot].layer != w->layer)
        return false;
    const int found = v->found[w->slot];
    return v->fixed && found < w->values && w->value[found] == found;
}

/* Notes a write that is not by chance. Where the layer has been written before, it goes on from that;
 * at once, what it leaves as it was is no change. */
static void add_write(struct building *b, const struct view *v,
                      const struct pattern_write *x, const struct model_cell *cell,
                      struct model_write *writes, int32_t *count)
{
    const struct kinds before = model_cell_kinds(b, cell, x->layer);
    const int32_t had = *count;
    struct model_write *write = write_of(writes, count, x->layer, &before);
    const struct kinds now = write->kinds, after = written(b, v, x, &now);
    const bool again = *count == had;
    write->kinds = after;
    if (x->what == PATTERN_UNCHOSEN || (again && v->at_once))
        kinds_join(&write->kinds, &now);
    if (again && v->at_once) {
        const struct kinds anew = written(b, v, x, &before);
        kinds_join(&write->kinds, &anew);
    }
    write->becomes = x->what == PATTERN_TURN && !again ? x->value : NULL;
    write->from = takes(v, x) && !again ? v->p->found[x->slot].cell + 1 : 0;
}

/* What becomes of a cell that fits `part->before`. `from` of a write is the cell of the pattern, not
 * yet its part. */
static void add_writes(struct building *b, const struct view *v,
                       const struct pattern_writes *w, struct model_part *part)
{
    struct model_write *writes =
        w->count == 0 ? NULL : building_take(b, LUA_GAME_LAYERS_MAX, sizeof *writes);
    int32_t count = 0;
    for (int32_t k = 0; writes != NULL && k < w->count; k++) {
        const struct pattern_write *x = &w->write[k];
        if (x->what == PATTERN_CHOOSE) {
            choose(b, x, &part->before, writes, &count);
            continue;
        }
        add_write(b, v, x, &part->before, writes, &count);
    }
    part->write = writes;
    part->writes = writes == NULL ? 0 : shorten(b, &part->before, writes, count);
}

/* ---- cells ---- */

/* Of a pattern that lies relative to a heading the anchor has one of the values that lead there. */
static struct kinds headings(const struct view *v)
{
    struct kinds values = {{0, 0, 0, 0}};
    for (int value = 0; value < 256; value++) {
        const unsigned char heading = v->p->heading[value];
        if (heading < GRID_DIRECTIONS &&
            pattern_turned((enum direction)heading, v->p->relative) == v->d)
            kinds_add(&values, value);
    }
    return values;
}

/* Where one direction of `every` turns something, another one may have turned it before. */
static struct model_cell forget_turned(struct building *b, const struct pattern_writes *w,
                                       struct model_cell cell)
{
    for (int32_t k = 0; k < w->count; k++) {
        if (w->write[k].what == PATTERN_TURN)
            cell = model_cell_loose(b, cell, w->write[k].layer);
    }
    return cell;
}

/* The cells of the left side. False: one of them fits nowhere. */
static bool left_side(struct building *b, const struct view *v, struct model_cell *cell,
                      bool *exact)
{
    const struct pattern *p = v->p;
    for (int32_t i = 0; i < p->cells; i++) {
        exact[i] = true;
        cell[i] = model_cell_of(b, v, &p->cell[i], &exact[i]);
    }
    if (!v->loose && p->relative != PATTERN_FIXED && !p->given) {
        const struct kinds values = headings(v);
        cell[p->anchor] = model_cell_only(b, cell[p->anchor], p->heading_layer, &values);
    }
    for (int32_t i = 0; v->fixed && i < p->founds; i++) {
        const struct pattern_found *f = &p->found[i];
        const struct kinds value = kinds_of(v->found[i]);
        cell[f->cell] = model_cell_only(b, cell[f->cell], f->layer, &value);
    }
    for (int32_t i = 0; i < p->cells; i++) {
        if (p->every && !p->runs) cell[i] = forget_turned(b, &p->writes[i], cell[i]);
        if (model_cell_never(&cell[i]) && !p->cell[i].outside) return false;
        if (!exact[i] && v->form != NULL) b->m->full = false;
    }
    return !b->failed;
}

/* ---- the whole ---- */

static int32_t length_of(const struct view *v)
{
    int32_t n = 0;
    for (int32_t i = 0; i < v->p->cells; i++)
        n += v->p->cell[i].least > 0 ? v->length[i] : 1;
    return n;
}

/* Steps from a cell of a side with runs to the next one; *rest: how many are left of it. */
static void step_right(const struct view *v, int32_t *run, int32_t *right, int32_t *rest)
{
    if (--*rest > 0) return;
    *rest = 1;
    if (++*right == v->p->cells || !v->p->right[*right].run) return;
    while (v->p->cell[*run].least == 0) (*run)++; /* both sides have as many runs */
    *rest = v->length[(*run)++];
}

static void put_part(struct building *b, const struct view *v, struct place at,
                     const struct model_cell *cell, int32_t left, int32_t right,
                     struct model_part *part)
{
    const struct pattern *p = v->p;
    *part = (struct model_part){.row = at.row, .col = at.col, .before = cell[left]};
    part->outside = p->cell[left].outside;
    add_writes(b, v, &p->writes[p->runs ? left * p->cells + right : left], part);
}

/* A run takes all cells that fit: so the one beside its end does not. */
static void bound_run(struct building *b, const struct view *v, int32_t number,
                      const struct model_cell *cell, struct model_part *part)
{
    const struct place at = place_steps((struct place){0, 0}, v->d, number);
    *part = (struct model_part){.row = at.row,
                                .col = at.col,
                                .outside = true,
                                .before = model_cell_other(b, *cell)};
}

/* Returns how many parts that makes. */
static int32_t lay_runs(struct building *b, const struct view *v,
                        const struct model_cell *cell, const bool *exact,
                        struct model_part *part)
{
    const struct pattern *p = v->p;
    const int32_t last = p->cells - 1;
    int32_t parts = 0, number = -p->anchor, run = 0, right = -1, rest = 1;
    if (p->cell[0].least > 0 && exact[0])
        bound_run(b, v, number - 1, &cell[0], &part[parts++]);
    for (int32_t i = 0; i < p->cells; i++) {
        const int32_t length = p->cell[i].least > 0 ? v->length[i] : 1;
        for (int32_t k = 0; k < length; k++, number++) {
            step_right(v, &run, &right, &rest);
            put_part(b, v, place_steps((struct place){0, 0}, v->d, number), cell, i,
                     right, &part[parts++]);
        }
    }
    if (p->cell[last].least > 0 && exact[last])
        bound_run(b, v, number, &cell[last], &part[parts++]);
    return parts;
}

static int32_t lay_cells(struct building *b, const struct view *v,
                         const struct model_cell *cell, struct model_part *part)
{
    const struct pattern *p = v->p;
    int32_t parts = 0, number[PATTERN_CELLS_MAX] = {0};
    for (int32_t i = 0; i < p->cells; i++) {
        struct model_part *made = &part[parts];
        put_part(b, v, pattern_cell_place(p, i, v->d), cell, i, i, made);
        if (made->writes > 0 || made->before.alternatives > 0 || !made->outside)
            number[i] = ++parts;
    }
    for (int32_t k = 0; k < parts; k++) {
        for (int32_t n = 0; n < part[k].writes; n++) {
            struct model_write *w = (struct model_write *)(uintptr_t)&part[k].write[n];
            if (w->from > 0) w->from = number[w->from - 1];
        }
    }
    return parts;
}

void model_write_out(struct building *b, const struct view *v)
{
    struct model_cell cell[PATTERN_CELLS_MAX];
    bool exact[PATTERN_CELLS_MAX] = {false};
    bool writes = false;
    if (!left_side(b, v, cell, exact)) return;
    struct model_part *part = building_take(b, (size_t)length_of(v) + 2, sizeof *part);
    if (part == NULL) return;
    const int32_t parts =
        v->p->runs ? lay_runs(b, v, cell, exact, part) : lay_cells(b, v, cell, part);
    for (int32_t i = 0; i < parts; i++) writes = writes || part[i].writes > 0;
    if (!writes && v->form != NULL) b->m->full = false;
    if (writes && !b->failed) model_add_move(b, v, part, parts);
}

void model_loosen(struct building *b, const struct view *v)
{
    const struct pattern *p = v->p;
    const int32_t each = p->runs ? p->cells : 1;
    for (int32_t i = 0; i < p->cells * each && !b->failed; i++) {
        struct model_part *part;
        if (p->writes[i].count == 0) continue;
        part = building_take(b, 1, sizeof *part);
        if (part == NULL) return;
        part->before = model_cell_of(b, v, &p->cell[i / each], NULL);
        if (p->every) part->before = forget_turned(b, &p->writes[i], part->before);
        if (model_cell_never(&part->before)) continue;
        add_writes(b, v, &p->writes[i], part);
        if (part->writes > 0) model_add_move(b, v, part, 1);
    }
}
