/*
 * Compiling rules that move a piece of several cells as a whole:
 *
 *     { "<car> <direction>", move = "<car>" }                      all cells of the action's kind
 *     { "slide <row> <column> <direction>", move = "block" }       those joined to the action's cell
 */
#include "scan.h"

/* The slot of the form that is a number, but for the one that names the piece; -1: none, -2: there
 * are several. */
static int32_t find_steps(const struct lua_game_form *form, int32_t named)
{
    int32_t found = -1;
    for (int32_t k = 0; k < form->slots; k++) {
        if (form->slot[k].kind != LUA_GAME_NUMBER || k == named) continue;
        if (found != -1) return -2;
        found = k;
    }
    return found;
}

/* Whether the cell may have the value in the layer, as far as its own tests say. */
static bool may_have(const struct pattern_cell *cell, int layer, int value)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        bool may = true;
        for (int32_t k = 0; k < a->tests; k++) {
            const struct pattern_test *t = &a->test[k];
            bool some = t->by >= PATTERN_BY_SAME || t->layer != layer;
            for (int32_t n = 0; !some && n < t->masks; n++)
                some = kinds_has(&t->mask[n].kinds, value);
            may = may && some;
        }
        if (may) return true;
    }
    return false;
}

bool pattern_compile_move(const struct pattern_source *source, struct pattern_move *m)
{
    struct scan s;
    struct pattern_cell *cell = pattern_take(source->memory, 1, sizeof *cell);
    struct left left = {.cell = cell};
    struct pattern_form form;
    if (cell == NULL) return false;
    scan_begin(&s, source);
    if (!compile_left(&s, NULL, &left)) return false;
    if (s.token.type != TOKEN_END) return scan_fail(&s, "expected the end, got '%s'");
    const struct item *item = &left.item[0];
    if (left.items == 0 || item->layer < 0 || cell->outside || cell->least > 0) {
        return scan_fail_at(&s, &left.token,
                            "expected the kind or the group of a piece, in one layer",
                            "");
    }
    if (source->names->blank[item->layer] < 0) {
        return scan_fail_at(&s, &left.token,
                            "its layer has neither 'nothing' nor 'empty' to leave behind",
                            "");
    }
    if (may_have(cell, item->layer, source->names->blank[item->layer])) {
        return scan_fail_at(&s, &left.token, "the blank of a layer is no piece", "");
    }
    pattern_form_slots(source->names, source->form, &form);
    m->whole = form.row < 0 && form.column < 0;
    if (m->whole && item->several) {
        return scan_fail_at(&s, &left.token,
                            "which one? The action names neither its kind nor <row> and "
                            "<column>",
                            "");
    }
    m->piece = cell;
    m->layer = (uint8_t)item->layer;
    m->blank = (uint8_t)source->names->blank[item->layer];
    m->steps = find_steps(source->form, is_slot(item) ? SYMBOL_SLOT - item->symbol : -1);
    return true;
}

const char *pattern_default_into(const struct pattern_source *source, uint8_t layer)
{
    const struct pattern_names *names = source->names;
    char text[80];
    struct text t = text_into(text, sizeof text);
    for (int32_t i = 0; i < names->count; i++) {
        const struct pattern_name *name = &names->name[i];
        if (name->is == PATTERN_KIND && name->count == 1 && name->value->layer == layer &&
            name->value->value == names->blank[layer]) {
            text_string(&t, name->name);
            return pattern_keep_text(source->memory, text);
        }
    }
    text_string(&t, "no ");
    text_string(&t, names->game->layer[layer].name);
    return pattern_keep_text(source->memory, text);
}

const char *pattern_join(const struct pattern_name *name, const struct pattern_move *m,
                         struct kinds *kinds)
{
    for (int32_t i = 0; i < name->count; i++) {
        if (name->value[i].layer != m->layer)
            return "joins: the kinds must be in the layer of the piece";
        if (!may_have(m->piece, m->layer, name->value[i].value))
            return name->is == PATTERN_KIND
                       ? "joins: the piece has no '%s'"
                       : "joins: the piece has not all kinds of '%s'";
        kinds_add(kinds, name->value[i].value);
    }
    return NULL;
}

const char *pattern_check_move(const struct lua_game_form *slots,
                               const struct pattern_form *form,
                               const struct pattern_move *m)
{
    if (form->direction < 0) return "move wants an action that names a direction";
    if (m->steps == -2) return "move wants one number at most: how many steps";
    if (m->steps >= 0 && slots->slot[m->steps].min < 1)
        return "move wants a number of steps that begins with 1";
    if (!m->whole && (form->row < 0 || form->column < 0))
        return "move wants an action that names <row> and <column>, or a kind";
    if (m->whole && m->joins)
        return "joins wants an action that names <row> and <column>";
    return NULL;
}
