/*
 * Writing rules out as moves: for each player, word of the action, direction, length of a run, and
 * kind that the right side takes from the left one.
 */
#include "building.h"

enum { MOVES_MAX = 2048, PARTS_MAX = 1 << 16 }; /* of one rule; more are said loosely */

/* A rule that is written out. */
struct writing {
    struct building *b;
    struct view v;
    int32_t moves, parts; /* of all rules before it */
    bool by_player;
    unsigned by_slot; /* slots that it asks for, as bits */
    bool too_much;
};

void model_add_move(struct building *b, const struct view *v,
                    const struct model_part *part, int32_t parts)
{
    if (b->m->moves == b->room) {
        const int32_t room = b->room == 0 ? 64 : 2 * b->room;
        struct model_move *moves =
            b->m->resize(b->m->with, b->move, (size_t)room * sizeof *moves);
        b->failed = b->failed || moves == NULL;
        if (b->failed) return;
        b->move = moves;
        b->room = room;
    }
    struct model_move *move = &b->move[b->m->moves++];
    *move = (struct model_move){.part = part, .parts = parts, .by = v->by};
    move->step = v->form == NULL;
    move->rule = move->step ? 0 : v->rule->number;
    move->copies = (v->p != NULL && v->p->every) || v->at_once;
    b->parts += parts;
}

/* ---- one by one ---- */

static void write_out(struct writing *w)
{
    if (w->too_much || w->b->failed) return;
    model_write_out(w->b, &w->v);
    w->too_much =
        w->b->m->moves - w->moves > MOVES_MAX || w->b->parts - w->parts > PARTS_MAX;
}

/* For each value of the founds from number i on. */
static void each_found(struct writing *w, int32_t i)
{
    const struct pattern *p = w->v.p;
    if (i == p->founds) {
        w->v.fixed = true;
        write_out(w);
        return;
    }
    w->v.fixed = false; /* so that the cell is as the rule says it */
    const struct model_cell cell =
        model_cell_of(w->b, &w->v, &p->cell[p->found[i].cell], NULL);
    const struct kinds values = model_cell_kinds(w->b, &cell, p->found[i].layer);
    for (int value = 0; value < 256 && !w->too_much && !w->b->failed; value++) {
        if (!kinds_has(&values, value)) continue;
        w->v.found[i] = (unsigned char)value;
        each_found(w, i + 1);
    }
}

/* For each length of the runs from cell i on, of which `room` cells of the board are left. */
static void each_length(struct writing *w, int32_t i, int32_t room)
{
    const struct pattern *p = w->v.p;
    while (i < p->cells && p->cell[i].least == 0) room -= !p->cell[i++].outside;
    if (i == p->cells) {
        if (room >= 0) each_found(w, 0);
        return;
    }
    if (p->limited) w->too_much = true; /* what is behind such a run may fit it */
    for (int32_t n = p->cell[i].least; n <= room && !w->too_much; n++) {
        w->v.length[i] = n;
        each_length(w, i + 1, room - n);
    }
}

static void toward(struct writing *w, enum direction d)
{
    const struct model *m = w->b->m;
    int32_t room = m->rows > m->cols ? m->rows : m->cols;
    if (direction_rows[d] == 0) room = m->cols;
    if (direction_cols[d] == 0) room = m->rows;
    w->v.d = d;
    if (w->v.p->runs)
        each_length(w, 0, room);
    else
        each_found(w, 0);
}

static void each_direction(struct writing *w)
{
    const struct pattern *p = w->v.p;
    const struct pattern_form *form = w->v.form;
    if (p == NULL) {
        w->v.d = w->b->rules->direction_of[w->v.slot[form->direction]];
        w->too_much = !model_piece_moves(w->b, &w->v);
        return;
    }
    if (p->given) {
        const bool told = form != NULL && form->direction >= 0;
        toward(w, told ? w->b->rules->direction_of[w->v.slot[form->direction]] : GRID_UP);
    } else if (p->relative == PATTERN_FIXED) {
        for (int32_t i = 0; i < p->directions; i++) toward(w, p->direction[i]);
    } else {
        for (int d = 0; d < GRID_DIRECTIONS; d++) toward(w, (enum direction)d);
    }
}

static bool is_meant(const struct writing *w, int32_t k, int64_t value)
{
    const struct pattern_slot *slot =
        w->v.rule->slot == NULL ? NULL : &w->v.rule->slot[k];
    if (slot == NULL) return true;
    if (value < slot->min || value > slot->max) return false;
    return w->v.slots->slot[k].kind != LUA_GAME_WORD ||
           kinds_has(&slot->words, (int)value);
}

/* Actions are told apart by their form and its only slot. */
static int32_t number_of_action(const struct writing *w, int32_t slots)
{
    const struct view *v = &w->v;
    if (v->form == NULL || slots > 1 || (slots == 1 && w->by_slot != 1)) return 0;
    const int32_t form = (int32_t)(v->form - w->b->rules->form);
    const int64_t value = slots == 1 ? v->slot[0] - v->slots->slot[0].min : 0;
    return 1 + form * (MOVES_MAX + 1) + (int32_t)value;
}

/* For each value of the slots from number k on that the rule asks for. */
static void each_slot(struct writing *w, int32_t k)
{
    const int32_t slots = w->v.slots == NULL ? 0 : w->v.slots->slots;
    while (k < slots && (w->by_slot >> k & 1) == 0) k++;
    if (k == slots) {
        w->v.by = number_of_action(w, slots);
        each_direction(w);
        return;
    }
    const struct lua_game_slot *slot = &w->v.slots->slot[k];
    w->too_much = w->too_much || slot->max - slot->min > MOVES_MAX;
    for (int64_t value = slot->min; value <= slot->max && !w->too_much; value++) {
        if (!is_meant(w, k, value)) continue;
        w->v.slot[k] = value;
        each_slot(w, k + 1);
    }
}

/* ---- what it asks for ---- */

static void note_cell(struct writing *w, const struct pattern_cell *cell)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        for (int32_t k = 0; k < cell->alternative[i].tests; k++) {
            const struct pattern_test *t = &cell->alternative[i].test[k];
            if (t->by == PATTERN_BY_PLAYER) w->by_player = true;
            if (t->by == PATTERN_BY_SLOT) w->by_slot |= 1u << t->slot;
        }
    }
}

/* The slots that a move of a piece asks for. */
static void note_move(struct writing *w)
{
    const struct pattern_move *m = w->v.rule->move;
    note_cell(w, m->piece);
    note_cell(w, m->into);
    w->by_slot |= 1u << w->v.form->direction;
    if (m->steps >= 0) w->by_slot |= 1u << m->steps;
}

static void note_asked(struct writing *w)
{
    const struct pattern *p = w->v.p;
    if (p == NULL) {
        note_move(w);
        return;
    }
    const int32_t all = pattern_pairs(p);
    for (int32_t i = 0; i < p->cells; i++) note_cell(w, &p->cell[i]);
    for (int32_t i = 0; i < all; i++) {
        for (int32_t k = 0; k < p->writes[i].count; k++) {
            const struct pattern_write *x = &p->writes[i].write[k];
            if (x->what == PATTERN_PLAYER) w->by_player = true;
            if (x->what == PATTERN_SLOT) w->by_slot |= 1u << x->slot;
        }
    }
    if (p->given && w->v.form != NULL && w->v.form->direction >= 0)
        w->by_slot |= 1u << w->v.form->direction;
}

/* ---- rules ---- */

/* A move by which a layer of any cell becomes one of these. */
static void add_any(struct building *b, const struct view *v, int32_t layer,
                    const struct kinds *kinds)
{
    struct model_part *part = building_take(b, 1, sizeof *part);
    struct model_write *write = building_take(b, 1, sizeof *write);
    if (part == NULL || write == NULL) return;
    *write = (struct model_write){.layer = layer, .kinds = *kinds};
    *part = (struct model_part){.write = write, .writes = 1};
    model_add_move(b, v, part, 1);
}

/* Pieces of several cells: they leave cells, and enter others. */
static void loosen_piece(struct building *b, const struct view *v)
{
    const struct pattern_move *move = v->rule->move;
    const struct model_cell cell = model_cell_of(b, v, move->piece, NULL);
    struct kinds kinds = model_cell_kinds(b, &cell, move->layer);
    kinds_add(&kinds, move->blank);
    add_any(b, v, move->layer, &kinds);
}

/* A rule with a pattern or a move. */
static void add_pattern(struct building *b, const struct view *v)
{
    struct writing w = {.b = b, .v = *v, .moves = b->m->moves, .parts = b->parts};
    const int32_t players = b->s->game.players;
    if (v->p != NULL && !v->p->rewrites) {
        if (v->form != NULL) b->m->full = false;
        return;
    }
    note_asked(&w);
    for (w.v.player = 1; w.v.player <= (w.by_player ? players : 1); w.v.player++)
        each_slot(&w, 0);
    if (!w.too_much) return;
    b->m->moves = w.moves;
    b->parts = w.parts;
    if (v->form != NULL) b->m->single = b->m->full = false;
    w.v = *v;
    w.v.loose = true;
    for (w.v.player = 1; w.v.player <= (w.by_player ? players : 1); w.v.player++) {
        if (v->p != NULL)
            model_loosen(b, &w.v);
        else
            loosen_piece(b, &w.v);
    }
}

static void add_rule(struct building *b, struct view *v, const struct pattern_rule *rule)
{
    v->rule = rule;
    v->p = rule->pattern;
    v->player = 1;
    v->by = 0;
    if (v->form != NULL && (rule->when.terms > 0 || rule->move != NULL))
        b->m->full = false;
    if (rule->calls) b->m->whole = false;
    if (v->p != NULL || rule->move != NULL) add_pattern(b, v);
    if (rule->squash != NULL)
        add_any(b, v, rule->squash->layer, &b->alphabet[rule->squash->layer]);
    const bool once = v->p == NULL || (v->p->pick != PATTERN_EACH && !v->p->every);
    if (v->form != NULL && (!once || rule->squash != NULL)) b->m->single = false;
}

void model_moves(struct building *b)
{
    const struct pattern_program *rules = b->rules;
    b->m->whole = rules->only;
    b->m->single = b->m->full = true;
    for (int32_t i = 0; i < b->s->forms; i++) {
        struct view v = {.form = &rules->form[i], .slots = &b->s->form[i]};
        for (int32_t k = 0; k < v.form->rules; k++) add_rule(b, &v, &v.form->rule[k]);
    }
    for (int32_t i = 0; i < rules->steps; i++) {
        const struct pattern_step *step = &rules->step[i];
        struct view v = {.at_once = step->at_once};
        if (step->call > 0) b->m->whole = false;
        for (int32_t k = 0; k < step->rules; k++) add_rule(b, &v, &step->rule[k]);
    }
    b->m->move = b->move;
}
