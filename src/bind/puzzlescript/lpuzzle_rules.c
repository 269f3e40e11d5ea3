/*
 * tessera.puzzle_core, continued: reads the rules of a program. A cell says what it needs
 * and writes in objects, layers and movements; here all of these become planes.
 */
#include "lpuzzle.h"

#include <string.h>

/* ---- sets of planes, while a cell is read ---- */

enum { OFF = 1, ON = 2 };

/* Marks the movements in a list of { layer, bits }. */
static void mark_movements(struct lpuzzle_building *b, const char *name, unsigned char as)
{
    int32_t n = lpuzzle_push_list(b, name);
    for (int32_t k = 0; k < n; k++) {
        lpuzzle_push_entry(b, k);
        int32_t layer = lpuzzle_entry(b, 0, b->p->layers), bits = lpuzzle_entry(b, 1, 32);
        for (int32_t kind = 0; kind < PUZZLE_MOVES; kind++) {
            if (bits >> kind & 1) b->marks[puzzle_movement(b->p, layer, kind)] = as;
        }
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

static void mark_objects(struct lpuzzle_building *b, const char *name, unsigned char as)
{
    int32_t n = lpuzzle_push_list(b, name);
    for (int32_t k = 0; k < n; k++) b->marks[lpuzzle_entry(b, k, b->p->objects)] = as;
    lua_pop(b->L, 1);
}

static void mark_layers(struct lpuzzle_building *b, const char *name)
{
    int32_t n = lpuzzle_push_list(b, name);
    for (int32_t k = 0; k < n; k++) {
        const struct puzzle_list *objects =
            &b->p->layer[lpuzzle_entry(b, k, b->p->layers)];
        for (int32_t i = 0; i < objects->n; i++) b->marks[objects->at[i]] = OFF;
    }
    lua_pop(b->L, 1);
}

/* Adds the planes from `from` to `end` - 1 that are marked so. */
static void add_marked(struct lpuzzle_building *b, int32_t from, int32_t end,
                       unsigned char as)
{
    const unsigned char *mark = b->marks + from;
    while ((mark = memchr(mark, as, (size_t)(b->marks + end - mark))) != NULL) {
        lpuzzle_add(b, (int32_t)(mark - b->marks));
        mark++;
    }
}

/* The planes that are marked so; those of movements first, because few cells move. */
static struct puzzle_list marked(struct lpuzzle_building *b, unsigned char as)
{
    add_marked(b, b->p->objects, puzzle_cells(b->p), as);
    add_marked(b, 0, b->p->objects, as);
    return lpuzzle_finish(b);
}

/* ---- rules ---- */

static struct puzzle_write *build_write(struct lpuzzle_building *b)
{
    struct puzzle_write *w = lpuzzle_take(b, 1, sizeof *w);
    memset(b->marks, 0, (size_t)puzzle_cells(b->p));
    mark_objects(b, "clear", OFF);
    mark_layers(b, "clear_layers");
    mark_movements(b, "move_clear", OFF);
    mark_objects(b, "set", ON);
    mark_movements(b, "move_set", ON);
    w->on = marked(b, ON);
    w->off = marked(b, OFF);
    w->random = lpuzzle_list(b, "random", b->p->objects);
    w->directions = lpuzzle_list(b, "random_directions", b->p->layers);
    w->reset = lpuzzle_list(b, "reset", b->p->layers);
    return w;
}

static struct puzzle_list build_any(struct lpuzzle_building *b)
{
    int32_t n = lpuzzle_push_list(b, "any");
    for (int32_t k = 0; k < n; k++) {
        lpuzzle_push_entry(b, k);
        int32_t count = (int32_t)lua_rawlen(b->L, -1);
        lpuzzle_add(b, count);
        for (int32_t i = 0; i < count; i++)
            lpuzzle_add(b, lpuzzle_entry(b, i, b->p->objects));
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
    return lpuzzle_finish(b);
}

static void mark_still(struct lpuzzle_building *b)
{
    int32_t n = lpuzzle_push_list(b, "still");
    for (int32_t k = 0; k < n; k++) {
        int32_t layer = lpuzzle_entry(b, k, b->p->layers);
        for (int32_t kind = 0; kind < PUZZLE_MOVES; kind++) {
            b->marks[puzzle_movement(b->p, layer, kind)] = OFF;
        }
    }
    lua_pop(b->L, 1);
}

static void build_cell(struct lpuzzle_building *b, struct puzzle_cell *cell)
{
    memset(b->marks, 0, (size_t)puzzle_cells(b->p));
    mark_objects(b, "has", ON);
    mark_movements(b, "moving", ON);
    cell->has = marked(b, ON);
    memset(b->marks, 0, (size_t)puzzle_cells(b->p));
    mark_objects(b, "none", OFF);
    mark_still(b);
    cell->none = marked(b, OFF);
    cell->any = build_any(b);
    if (cell->has.n == 0 && cell->any.n == 0) { /* it must be a cell at least */
        lpuzzle_add(b, puzzle_cells(b->p));
        cell->has = lpuzzle_finish(b);
    }
    lua_getfield(b->L, -1, "write");
    if (lua_istable(b->L, -1)) cell->write = build_write(b);
    lua_pop(b->L, 1);
}

/* What was built of the table on top of the stack, or NULL; `kind` is the index of a table of
 * cells, or of rows. */
static const void *built_of(struct lpuzzle_building *b, int kind)
{
    lua_pushvalue(b->L, -1);
    lua_rawget(b->L, kind);
    const void *built = lua_touserdata(b->L, -1);
    lua_pop(b->L, 1);
    return built;
}

static void note_built(struct lpuzzle_building *b, int kind, void *built)
{
    lua_pushvalue(b->L, -1);
    lua_pushlightuserdata(b->L, built);
    lua_rawset(b->L, kind);
}

/* Builds the cell on top of the stack, or copies it: rules share cells. */
static void take_cell(struct lpuzzle_building *b, struct puzzle_cell *cell)
{
    const struct puzzle_cell *built = built_of(b, b->cells);
    if (built != NULL) {
        *cell = *built;
        return;
    }
    build_cell(b, cell);
    note_built(b, b->cells, cell);
}

/* The cell of a segment that will most rarely match. */
static int32_t rarest(const struct puzzle *p, const struct puzzle_segment *s)
{
    int32_t best = 0, most = -1;
    for (int32_t k = 0; k < s->cells; k++) {
        int32_t weight = s->cell[k].has.n;
        for (int32_t i = 0; i < s->cell[k].has.n; i++) {
            int32_t plane = s->cell[k].has.at[i];
            if (plane >= p->objects && plane < puzzle_cells(p)) weight += 100;
            if (plane == puzzle_cells(p)) weight = 0;
        }
        if (weight > most) {
            best = k;
            most = weight;
        }
    }
    return best;
}

/* Whether entry k of the list on top of the stack is an ellipsis. */
static bool is_gap(struct lpuzzle_building *b, int32_t k)
{
    lpuzzle_push_entry(b, k);
    bool is = lpuzzle_flag(b, "ellipsis");
    lua_pop(b->L, 1);
    return is;
}

static void build_row(struct lpuzzle_building *b, struct puzzle_row *row)
{
    int32_t n = lpuzzle_push_list(b, "cells"), gaps = 0;
    for (int32_t k = 0; k < n; k++) gaps += is_gap(b, k);
    struct puzzle_cell *cell = lpuzzle_take(b, (size_t)n + 1, sizeof *cell);
    struct puzzle_segment *segment = lpuzzle_take(b, (size_t)gaps + 1, sizeof *segment);
    *row = (struct puzzle_row){segment, gaps + 1, n - gaps};
    segment->cell = cell;
    for (int32_t k = 0; k < n; k++) {
        if (is_gap(b, k)) {
            (++segment)->cell = cell;
            continue;
        }
        lpuzzle_push_entry(b, k);
        take_cell(b, cell++);
        lua_pop(b->L, 1);
        segment->cells++;
    }
    for (int32_t k = 0; k < row->segments; k++) {
        struct puzzle_segment *s = segment - gaps + k;
        s->first = rarest(b->p, s);
    }
    lua_pop(b->L, 1);
}

/* Builds the row on top of the stack, or copies it: rules of a line share rows. */
static void take_row(struct lpuzzle_building *b, struct puzzle_row *row)
{
    const struct puzzle_row *built = built_of(b, b->rows);
    if (built != NULL) {
        *row = *built;
        return;
    }
    build_row(b, row);
    note_built(b, b->rows, row);
}

/* Lists the words of a set of planes. */
static struct puzzle_need *build_needs(struct lpuzzle_building *b, const uint64_t *set,
                                       int32_t *count)
{
    int32_t words = puzzle_cells(b->p) / 64 + 1, n = 0;
    for (int32_t w = 0; w < words; w++) n += set[w] != 0;
    struct puzzle_need *need = lpuzzle_take(b, (size_t)n, sizeof *need);
    *count = 0;
    /* Movements have the greatest numbers, and are missing most often. */
    for (int32_t w = words - 1; w >= 0; w--) {
        if (set[w] != 0) need[(*count)++] = (struct puzzle_need){w, set[w]};
    }
    return need;
}

static void add_to_set(const struct puzzle_list *planes, uint64_t *set)
{
    for (int32_t i = 0; i < planes->n; i++)
        set[planes->at[i] >> 6] |= UINT64_C(1) << (planes->at[i] & 63);
}

/* Adds the planes to a set that must be somewhere on the board. */
static void note_needs(const struct puzzle_rule *r, uint64_t *set)
{
    for (int32_t i = 0; i < r->rows; i++) {
        const struct puzzle_row *row = &r->row[i];
        for (int32_t k = 0; k < row->cells; k++) {
            add_to_set(&row->segment->cell[k].has, set);
        }
    }
}

/* Adds the planes that a cell asks for or writes to a set. False: what it writes is drawn. */
static bool note_concerns(const struct puzzle_cell *cell, uint64_t *set)
{
    add_to_set(&cell->has, set);
    add_to_set(&cell->none, set);
    for (int32_t i = 0; i < cell->any.n; i += 1 + cell->any.at[i])
        add_to_set(&(struct puzzle_list){cell->any.at + i + 1, cell->any.at[i]}, set);
    if (cell->write == NULL) return true;
    add_to_set(&cell->write->on, set);
    add_to_set(&cell->write->off, set);
    return cell->write->random.n == 0 && cell->write->directions.n == 0;
}

/* The planes whose changes concern a rule. */
static void build_concerns(struct lpuzzle_building *b, struct puzzle_rule *r)
{
    bool steady = r->sounds.n == 0;
    memset(b->sets, 0, ((size_t)puzzle_cells(b->p) / 64 + 1) * sizeof *b->sets);
    for (int32_t i = 0; i < r->rows; i++) {
        for (int32_t k = 0; k < r->row[i].cells; k++)
            steady = note_concerns(&r->row[i].segment->cell[k], b->sets) && steady;
    }
    if (steady) r->concern = build_needs(b, b->sets, &r->concerns);
}

/* What every rule of a group needs, and what each needs first. */
static void build_group_needs(struct lpuzzle_building *b, struct puzzle_group *g)
{
    size_t words = (size_t)puzzle_cells(b->p) / 64 + 1;
    uint64_t *all = b->sets, *own = b->sets + words;
    memset(all, 255, words * sizeof *all);
    struct puzzle_need *first = lpuzzle_take(b, (size_t)g->rules, sizeof *first);
    g->first = first;
    for (int32_t i = 0; i < g->rules; i++) {
        first[i] = g->rule[i].needs > 0 ? g->rule[i].need[0] : (struct puzzle_need){0, 0};
        memset(own, 0, words * sizeof *own);
        note_needs(&g->rule[i], own);
        for (size_t w = 0; w < words; w++) all[w] &= own[w];
    }
    if (g->rules > 0) g->need = build_needs(b, all, &g->needs);
}

static void note_writes(struct puzzle_rule *r)
{
    r->plain = r->rows == 1 && r->row->segments == 1 && r->direction != PUZZLE_UP &&
               r->direction != PUZZLE_LEFT;
    for (int32_t i = 0; i < r->rows; i++) {
        for (int32_t k = 0; k < r->row[i].cells; k++) {
            const struct puzzle_write *w = r->row[i].segment->cell[k].write;
            if (w == NULL) continue;
            r->writes = true;
            if (w->random.n > 0 || w->directions.n > 0) r->plain = false;
            if (r->rigid > 0 && w->reset.n > 0) r->plain = false;
        }
    }
}

/* The direction in a set of one, as bits; -1 for any other set, which the verifier refuses. */
static int32_t direction_of(struct lpuzzle_building *b)
{
    const int32_t set = lpuzzle_integer(b, "direction", 0, INT32_MAX);
    for (int32_t d = 0; d < GRID_SIDES; d++) {
        if (set == 1 << d) return d;
    }
    return -1;
}

static void build_commands(struct lpuzzle_building *b, struct puzzle_rule *r)
{
    int32_t n = lpuzzle_push_list(b, "commands");
    for (int32_t k = 0; k < n; k++) {
        int32_t command = lpuzzle_entry(b, k, b->p->messages + 1);
        if (command == 0) luaL_error(b->L, "there is no command 0");
        const uint32_t kind = b->kinds[command];
        r->commands |= kind;
        if (kind == PUZZLE_MESSAGE && r->message == 0) r->message = command;
        if (kind >= PUZZLE_SFX) lpuzzle_add(b, __builtin_ctz(kind / PUZZLE_SFX));
    }
    r->sounds = lpuzzle_finish(b);
    b->p->commands |= r->commands;
    lua_pop(b->L, 1);
}

static void build_rule(struct lpuzzle_building *b, struct puzzle_rule *r, int32_t group)
{
    r->line = lpuzzle_integer(b, "line", 0, INT32_MAX) - b->lines;
    r->direction = direction_of(b);
    r->rigid = lpuzzle_flag(b, "rigid") ? group : 0;
    r->rows = lpuzzle_push_list(b, "rows");
    struct puzzle_row *row = lpuzzle_take(b, (size_t)r->rows, sizeof *row);
    r->row = row;
    int32_t segments = 0;
    for (int32_t k = 0; k < r->rows; k++) {
        lpuzzle_push_entry(b, k);
        take_row(b, &row[k]);
        lua_pop(b->L, 1);
        segments += row[k].segments;
        r->cells += row[k].cells;
    }
    lua_pop(b->L, 1);
    if (segments > b->p->segments) b->p->segments = segments;
    if (r->rows > b->p->rows) b->p->rows = r->rows;
    build_commands(b, r);
    memset(b->sets, 0, ((size_t)puzzle_cells(b->p) / 64 + 1) * sizeof *b->sets);
    note_needs(r, b->sets);
    r->need = build_needs(b, b->sets, &r->needs);
    build_concerns(b, r);
    note_writes(r);
}

void lpuzzle_groups(struct lpuzzle_building *b, const char *name,
                    struct puzzle_groups *out)
{
    out->n = lpuzzle_push_list(b, name);
    struct puzzle_group *group = lpuzzle_take(b, (size_t)out->n, sizeof *group);
    out->at = group;
    for (int32_t i = 0; i < out->n; i++, group++) {
        lpuzzle_push_entry(b, i);
        group->random = lpuzzle_flag(b, "random");
        group->rigid = lpuzzle_integer(b, "rigid", 0, PUZZLE_RIGID_MAX);
        group->loop = lpuzzle_integer(b, "loop", 0, INT32_MAX);
        group->rules = lpuzzle_push_list(b, "rules");
        struct puzzle_rule *rule = lpuzzle_take(b, (size_t)group->rules, sizeof *rule);
        group->rule = rule;
        for (int32_t k = 0; k < group->rules; k++) {
            lpuzzle_push_entry(b, k);
            build_rule(b, &rule[k], group->rigid);
            lua_pop(b->L, 1);
        }
        build_group_needs(b, group);
        lua_pop(b->L, 2);
    }
    lua_pop(b->L, 1);
}
