/*
 * What follows from a goal that cannot be said as it is: a pattern that must fit somewhere, a rule that
 * ends the game.
 *
 *     "right [ sw | se / exit | exit ]"        some sw at the cells above an exit that has another one
 *                                              to its right; some se at those to the right of them
 *     { "[ player | exit ] -> [ | player ]", over = "Out" }       some player where an exit is
 */
#include "building.h"

/* Whether the layer of a cell may ever have one of these values. */
static bool may_have(const struct building *b, int32_t layer, int32_t cell,
                     const struct kinds *kinds)
{
    const struct model *m = b->m;
    const int value = lua_game_cells(b->s, b->state)[(ptrdiff_t)layer * m->cells + cell];
    struct kinds may = kinds_of(value);
    if (value == m->blank[layer] || kinds_has(&m->moving[layer], value))
        kinds_join(&may, &b->made[layer]);
    return kinds_meet(&may, kinds);
}

static bool may_fit(const struct building *b, const struct model_cell *c, int32_t cell)
{
    for (int32_t i = 0; i < c->alternatives; i++) {
        const struct model_alternative *a = &c->alternative[i];
        int32_t k = 0;
        while (k < a->tests && may_have(b, a->test[k].layer, cell, &a->test[k].kinds))
            k++;
        if (k == a->tests) return true;
    }
    return c->alternatives == 0;
}

static int32_t cell_of(const struct model *m, const struct model_part *part, int32_t row,
                       int32_t col)
{
    row += part->row;
    col += part->col;
    if (row < 0 || col < 0 || row >= m->rows || col >= m->cols) return -1;
    return row * m->cols + col;
}

/* Adds the cells where the parts may lie, by part, wherever all of them may fit. */
static void add_places(const struct building *b, const struct model_part *part,
                       int32_t parts, uint64_t *const *places)
{
    const struct model *m = b->m;
    for (int32_t at = 0; at < m->cells; at++) {
        /* the first part lies there */
        const int32_t row = at / m->cols - part[0].row, col = at % m->cols - part[0].col;
        bool fits = true;
        for (int32_t k = 0; fits && k < parts; k++) {
            const int32_t cell = cell_of(m, &part[k], row, col);
            fits = cell < 0 ? part[k].outside : may_fit(b, &part[k].before, cell);
        }
        for (int32_t k = 0; fits && k < parts; k++) {
            const int32_t cell = cell_of(m, &part[k], row, col);
            if (cell >= 0) places[k][cell / 64] |= UINT64_C(1) << cell % 64;
        }
    }
}

static bool make_places(struct building *b, int32_t parts, uint64_t **places)
{
    for (int32_t k = 0; k < parts; k++)
        places[k] = building_take(b, ((size_t)b->m->cells + 63) / 64, sizeof **places);
    return !b->failed;
}

static bool fits_somewhere(const struct building *b, const struct model_cell *c)
{
    for (int32_t i = 0; i < b->m->cells; i++)
        if (may_fit(b, c, i)) return true;
    return false;
}

/* Whether no cell is one of the places. */
static bool has_none(const struct building *b, const uint64_t *places)
{
    uint64_t any = 0;
    for (int32_t i = 0; i < (b->m->cells + 63) / 64; i++) any |= places[i];
    return any == 0;
}

/* Whether a cell asks for something that moves. */
static bool asks_for_moving(const struct building *b, const struct model_cell *c)
{
    for (int32_t k = 0; k < b->m->layers; k++) {
        const struct kinds kinds = model_cell_kinds(b, c, k);
        if (kinds_within(&kinds, &b->m->moving[k])) return true;
    }
    return false;
}

/* ---- patterns that must fit ---- */

/* The cells of a pattern in one direction. */
static bool lay(struct building *b, const struct pattern *p, enum direction d,
                struct model_part *part)
{
    const struct view v = {.p = p, .player = 1, .d = d, .loose = true};
    for (int32_t i = 0; i < p->cells; i++) {
        const struct place at = pattern_cell_place(p, i, d);
        part[i] = (struct model_part){.row = at.row,
                                      .col = at.col,
                                      .outside = p->cell[i].outside,
                                      .before = model_cell_of(b, &v, &p->cell[i], NULL)};
    }
    return !b->failed && !part[0].outside;
}

int32_t model_implied_by_pattern(struct building *b, const struct pattern *p,
                                 struct model_term *out)
{
    struct model_part part[PATTERN_CELLS_MAX] = {{.row = 0}};
    uint64_t *places[PATTERN_CELLS_MAX];
    int32_t terms = 0;
    const bool fixed = p->relative == PATTERN_FIXED && !p->given;
    if (p->runs || !make_places(b, p->cells, places)) return 0;
    for (int32_t i = 0; i < (fixed ? p->directions : GRID_DIRECTIONS); i++) {
        const enum direction d = fixed ? p->direction[i] : (enum direction)i;
        if (!lay(b, p, d, part)) return 0;
        add_places(b, part, p->cells, places);
    }
    const bool never = has_none(b, places[0]);
    for (int32_t k = 0; never && k < p->cells; k++) {
        if (part[k].outside || fits_somewhere(b, &part[k].before)) continue;
        out[0] = (struct model_term){.what = MODEL_SOME, .cell = part[k].before};
        return 1;
    }
    for (int32_t k = 0; k < p->cells; k++) {
        if (part[k].outside || !(never || asks_for_moving(b, &part[k].before))) continue;
        out[terms++] = (struct model_term){
            .what = MODEL_SOME, .cell = part[k].before, .places = places[k]};
    }
    return terms;
}

/* ---- rules that end the game ---- */

/* The moves of a rule all have so many parts, of which none may lie off the board; 0: not all. */
static int32_t parts_of(const struct model *m, int32_t rule)
{
    int32_t parts = 0;
    for (int32_t i = 0; i < m->moves; i++) {
        const struct model_move *move = &m->move[i];
        if (move->step || move->rule != rule) continue;
        if (parts == 0) parts = move->parts;
        if (move->parts != parts || move->copies) return 0;
        for (int32_t k = 0; k < parts; k++)
            if (move->part[k].outside) return 0;
    }
    return parts > 1 && parts <= PATTERN_CELLS_MAX ? parts : 0;
}

/* What part k of the moves of a rule makes of a layer; none, if one of them makes nothing of it. */
static struct kinds made_of(const struct model *m, int32_t rule, int32_t k, int32_t layer)
{
    struct kinds kinds = {{0, 0, 0, 0}};
    for (int32_t i = 0; i < m->moves; i++) {
        const struct model_move *move = &m->move[i];
        bool made = false;
        if (move->step || move->rule != rule) continue;
        for (int32_t n = 0; n < move->part[k].writes; n++) {
            const struct model_write *w = &move->part[k].write[n];
            if (w->layer != layer) continue;
            kinds_join(&kinds, &w->kinds);
            made = true;
        }
        if (!made) return (struct kinds){{0, 0, 0, 0}};
    }
    return kinds;
}

int32_t model_implied_by_rule(struct building *b, int32_t rule, struct model_term *out)
{
    const struct model *m = b->m;
    uint64_t *places[PATTERN_CELLS_MAX];
    const int32_t parts = parts_of(m, rule);
    int32_t terms = 0;
    if (parts == 0 || !make_places(b, parts, places)) return 0;
    for (int32_t i = 0; i < m->moves; i++) {
        if (!m->move[i].step && m->move[i].rule == rule)
            add_places(b, m->move[i].part, parts, places);
    }
    for (int32_t k = 0; k < parts; k++) {
        for (int32_t layer = 0; layer < m->layers; layer++) {
            const struct kinds kinds = made_of(m, rule, k, layer);
            if (kinds_none(&kinds) || !kinds_within(&kinds, &m->moving[layer])) continue;
            const struct model_cell any = {NULL, 0};
            if (terms == MODEL_IMPLIED_MAX) return terms;
            out[terms++] =
                (struct model_term){.what = MODEL_SOME,
                                    .cell = model_cell_only(b, any, layer, &kinds),
                                    .places = places[k]};
        }
    }
    return terms;
}
