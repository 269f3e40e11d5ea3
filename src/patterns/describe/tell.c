/*
 * The words of a description: kinds, slots, what a cell must hold, what is written into it.
 */
#include <stdarg.h>

#include "telling.h"

enum { SHOWN = 12 }; /* of a list; the rest is counted */

/* ---- lines ---- */

static void tell_list(struct telling *x, const char *format, va_list list)
{
    for (const char *at = format; *at != '\0'; at++) {
        if (at[0] == '%' && at[1] == 's') {
            text_string(x->out, va_arg(list, const char *));
            at++;
        } else if (at[0] == '%' && at[1] == 'd') {
            text_number(x->out, va_arg(list, int32_t));
            at++;
        } else {
            text_char(x->out, *at);
        }
    }
}

void tell(struct telling *x, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tell_list(x, format, list);
    va_end(list);
}

void tell_line(struct telling *x, const char *format, ...)
{
    va_list list;
    text_char(x->out, '\n');
    for (int i = 0; i < x->depth; i++) text_string(x->out, "  ");
    va_start(list, format);
    tell_list(x, format, list);
    va_end(list);
}

/* ---- kinds and slots ---- */

void tell_kind(struct telling *x, int32_t layer, int value)
{
    const char *name = x->game->rules->kind[layer][value];
    if (name != NULL) {
        text_string(x->out, name);
    } else if (value >= ' ') {
        text_wide(x->out, x->game->game.wide, value);
    } else {
        text_byte_shown(x->out, value);
    }
}

void tell_kinds(struct telling *x, int32_t layer, const struct kinds *kinds)
{
    const char *all = x->game->layer[layer].alphabet;
    int32_t in = 0, n = (int32_t)strlen(all), shown = 0;
    for (int32_t i = 0; i < n; i++) in += kinds_has(kinds, (unsigned char)all[i]);
    const bool negated = in > n - in && in > 1 && n > 2;
    const int32_t count = negated ? n - in : in;
    tell(x, "%s %s", x->game->layer[layer].name,
         negated && count == 0 ? "is anything"
         : count == 0          ? "is nothing there is"
         : count == 1          ? (negated ? "~=" : "=")
         : negated             ? "not in"
                               : "in");
    for (int32_t i = 0; i < n; i++) {
        const int value = (unsigned char)all[i];
        if (kinds_has(kinds, value) == negated || shown++ >= SHOWN) continue;
        text_char(x->out, ' ');
        tell_kind(x, layer, value);
    }
    if (shown > SHOWN) tell(x, " and %d more", shown - SHOWN);
}

void tell_word(struct telling *x, const struct lua_game_slot *slot, int64_t value)
{
    if (slot->kind == LUA_GAME_WORD) {
        text_string(x->out, x->game->word[value]);
    } else {
        text_number(x->out, value);
    }
}

void tell_slot(struct telling *x, const struct lua_game_slot *slot)
{
    if (slot->kind == LUA_GAME_ROW || slot->kind == LUA_GAME_COLUMN) {
        tell(x, slot->kind == LUA_GAME_ROW ? "<row>" : "<column>");
    } else if (slot->kind == LUA_GAME_NUMBER) {
        text_char(x->out, '<');
        text_number(x->out, slot->min);
        text_string(x->out, "..");
        text_number(x->out, slot->max);
        text_char(x->out, '>');
    } else if (slot->min == slot->max) {
        tell_word(x, slot, slot->min);
    } else {
        for (int64_t w = slot->min; w <= slot->max && w < slot->min + SHOWN; w++) {
            tell(x, "%s%s", w == slot->min ? "<" : "|", x->game->word[w]);
        }
        tell(x, slot->max - slot->min < SHOWN ? ">" : "|...>");
    }
}

/* ---- what a cell must hold ---- */

/* Of a test or a write that depends on player or slot: what its entry number k is for. */
static void tell_variant(struct telling *x, bool by_player, int32_t slot, int32_t k)
{
    if (by_player) {
        tell(x, "player %d: ", k + 1);
        return;
    }
    const struct lua_game_slot *of = &x->slots->slot[slot];
    tell_word(x, of, of->min + k);
    text_string(x->out, ": ");
}

/* "2..3 of 8 around, (board = live)" */
static void tell_around(struct telling *x, const struct pattern_around *a)
{
    if (a->most >= a->offsets)
        tell(x, "%d or more of %d around (", a->least, a->offsets);
    else if (a->least == a->most)
        tell(x, "%d of %d around (", a->least, a->offsets);
    else
        tell(x, "%d to %d of %d around (", a->least, a->most, a->offsets);
    tell_cell(x, a->what);
    text_char(x->out, ')');
}

void tell_goal(struct telling *x, const struct pattern_goal *goal)
{
    if (goal->edges == DIRECTIONS_ORTHOGONAL) text_string(x->out, "any edge");
    for (int d = 0; goal->edges != DIRECTIONS_ORTHOGONAL && d < GRID_SIDES; d++) {
        if (direction_is_in((enum direction)d, goal->edges))
            tell(x, "the edge %s", direction_names[d]);
    }
    if (goal->edges != 0) return;
    text_char(x->out, '(');
    tell_cell(x, goal->cell);
    text_char(x->out, ')');
}

void tell_neighbours(struct telling *x, int32_t directions)
{
    tell(x, directions == DIRECTIONS_ALL   ? " by 8 neighbours"
            : directions == DIRECTIONS_HEX ? " by 6 neighbours"
                                           : " by 4 neighbours");
}

/* "a way over (board = red) to (board = empty) by 4 neighbours" */
static void tell_route(struct telling *x, const struct pattern_route *r)
{
    text_string(x->out, r->no ? "no way over (" : "a way over (");
    tell_cell(x, r->over);
    text_string(x->out, ") to ");
    tell_goal(x, &r->to);
    tell_neighbours(x, r->directions);
}

static void tell_test(struct telling *x, const struct pattern_test *t)
{
    if (t->by == PATTERN_BY_ROUTE) {
        tell_route(x, t->route);
        return;
    }
    if (t->by == PATTERN_BY_AROUND) {
        tell_around(x, t->around);
        return;
    }
    const char *layer = x->game->layer[t->layer].name;
    switch (t->by) {
    case PATTERN_BY_VALUE: tell_kinds(x, t->layer, &t->mask[0].kinds); return;
    case PATTERN_BY_SAME:
        tell(x, "%s %s that of cell %d", layer, t->differs ? "~=" : "=", t->slot + 1);
        return;
    default: break;
    }
    const bool by_player = t->by == PATTERN_BY_PLAYER;
    tell(x, by_player ? "by player (" : "by slot %d (", t->slot + 1);
    for (int32_t k = 0; k < t->masks && k < SHOWN; k++) {
        if (k > 0) text_string(x->out, "; ");
        tell_variant(x, by_player, t->slot, k);
        tell_kinds(x, t->layer, &t->mask[k].kinds);
    }
    if (t->masks > SHOWN) tell(x, "; and %d more", t->masks - SHOWN);
    text_char(x->out, ')');
}

void tell_cell(struct telling *x, const struct pattern_cell *cell)
{
    if (cell->most > 0)
        tell(x, "%d to %d, ", cell->least, cell->most);
    else if (cell->least > 0)
        tell(x, "%d or more, ", cell->least);
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        if (i > 0) text_string(x->out, " or ");
        if (a->tests == 0) text_string(x->out, "anything");
        for (int32_t k = 0; k < a->tests; k++) {
            if (k > 0) text_string(x->out, ", ");
            tell_test(x, &a->test[k]);
        }
    }
    if (!cell->outside) return;
    tell(x, cell->alternatives > 0 ? " or off the board" : "off the board");
}

/* ---- what is written ---- */

/* A table by value: those of the layer's kinds that become others, of the layer `into`. */
static void tell_table(struct telling *x, int32_t layer, int32_t into,
                       const unsigned char *to)
{
    const char *all = x->game->layer[layer].alphabet;
    int32_t changed = 0;
    for (; *all != '\0'; all++) {
        const int value = (unsigned char)*all;
        if ((to[value] == value && layer == into) || changed++ >= SHOWN) continue;
        tell(x, changed > 1 ? ", " : "");
        tell_kind(x, layer, value);
        text_string(x->out, " -> ");
        tell_kind(x, into, to[value]);
    }
    if (changed > SHOWN) tell(x, ", and %d more", changed - SHOWN);
    if (changed == 0) text_string(x->out, "as it is");
}

static void tell_choices(struct telling *x, const struct pattern_write *w)
{
    text_string(x->out, "by chance, 1 to ");
    text_number(x->out, w->total);
    for (int32_t i = 0; i < w->choices && i < SHOWN; i++) {
        const struct pattern_choice *c = &w->choice[i];
        if (!w->shares) {
            text_string(x->out, i > 0 ? ", to " : ": to ");
            text_number(x->out, c->upto);
        } else if (i + 1 == w->choices) {
            text_string(x->out, ", what is left");
        } else if (c->field > 0) {
            tell(x, i > 0 ? ", field %s %" : ": field %s %",
                 x->game->field[c->field - 1].name);
        } else {
            text_string(x->out, i > 0 ? ", of them " : ": of them ");
            text_number(x->out, c->upto);
        }
        tell(x, " %s := ", x->game->layer[c->layer].name);
        tell_kind(x, c->layer, c->value);
    }
    if (w->choices > SHOWN) tell(x, ", and %d more", w->choices - SHOWN);
}

static void tell_variants(struct telling *x, const struct pattern_write *w)
{
    const bool by_player = w->what == PATTERN_PLAYER;
    tell(x, by_player ? "by player (" : "by slot %d (", w->slot + 1);
    for (int32_t k = 0; k < w->values && k < SHOWN; k++) {
        if (k > 0) text_string(x->out, "; ");
        tell_variant(x, by_player, w->slot, k);
        tell_kind(x, w->layer, w->value[k]);
    }
    if (w->values > SHOWN) tell(x, "; and %d more", w->values - SHOWN);
    text_char(x->out, ')');
}

void tell_write(struct telling *x, const struct pattern *p, const struct pattern_write *w)
{
    if (w->what == PATTERN_CHOOSE) {
        tell_choices(x, w);
        return;
    }
    tell(x, "%s := ", x->game->layer[w->layer].name);
    switch (w->what) {
    case PATTERN_PLAYER:
    case PATTERN_SLOT: tell_variants(x, w); break;
    case PATTERN_TURN:
        text_string(x->out, "by what it is: ");
        tell_table(x, w->layer, w->layer, w->value);
        break;
    case PATTERN_FOUND:
        tell(x, "found %d: ", w->slot + 1);
        tell_table(x, p->found[w->slot].layer, w->layer, w->value);
        break;
    default:
        tell_kind(x, w->layer, w->value[0]);
        if (w->what == PATTERN_UNCHOSEN)
            text_string(x->out, ", unless chance has set it");
    }
}
