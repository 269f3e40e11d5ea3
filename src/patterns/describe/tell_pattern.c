/*
 * What a description says of patterns and conditions.
 */
#include "telling.h"

/* ---- where a pattern lies ---- */

static void tell_heading(struct telling *x, const struct pattern *p)
{
    static const char *const ways[] = {[PATTERN_FIXED] = "",
                                       [PATTERN_AHEAD] = "ahead of",
                                       [PATTERN_BEHIND] = "behind",
                                       [PATTERN_LEFT] = "left of",
                                       [PATTERN_RIGHT] = "right of"};
    tell(x, "%s what heads so:", ways[p->relative]);
    const char *alphabet = x->game->layer[p->heading_layer].alphabet;
    for (int v = 1; v < 256; v++) {
        if (p->heading[v] == GRID_DIRECTIONS || strchr(alphabet, v) == NULL) continue;
        text_char(x->out, ' ');
        tell_kind(x, p->heading_layer, v);
        tell(x, " %s", direction_names[p->heading[v]]);
    }
}

static void tell_direction(struct telling *x, const struct pattern *p)
{
    tell_line(x, "direction: ");
    if (p->given) {
        tell(x, "that of slot %d", x->form->direction + 1);
    } else if (p->relative != PATTERN_FIXED) {
        tell_heading(x, p);
    } else {
        if (p->directions > 1) tell(x, p->every ? "every one of" : "the first of");
        for (int32_t i = 0; i < p->directions; i++) {
            tell(x, i > 0 || p->directions > 1 ? " %s" : "%s",
                 direction_name_on(p->direction[i], x->game->hexagons));
        }
    }
}

/* The cells beside the anchor, for one of the directions that are prepared: the last of the
 * sides, or the first of all. The others have the same cells, turned. */
static void tell_spots(struct telling *x, const struct pattern *p)
{
    const bool hexagons = x->game->hexagons;
    int32_t prepared = 0, shown = -1;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        if (p->spot[d] == NULL || (hexagons && direction_hex_names[d] == NULL)) continue;
        prepared++;
        if (shown < 0 || d < GRID_SIDES) shown = d;
    }
    if (prepared == 0 || p->spots == 0) return;
    tell_line(x, "spot %s: ", direction_name_on((enum direction)shown, hexagons));
    for (int32_t i = 0; i < p->spots; i++) {
        const struct pattern_spot *spot = &p->spot[shown][i];
        if (i > 0 && spot->cell == spot[-1].cell) continue; /* another test of it */
        tell(x, "%scell %d at %d %d", i > 0 ? ", " : "",
             (int32_t)(spot->cell - p->cell) + 1, (int32_t)spot->row, (int32_t)spot->col);
    }
    if (prepared > 1) tell(x, "; %d directions", prepared);
}

/* ---- its cells ---- */

static void tell_cells(struct telling *x, const struct pattern *p)
{
    tell_line(x, "pattern: %d row%s of %d cell%s, anchor %d", p->rows,
              p->rows > 1 ? "s" : "", p->cols, p->cols > 1 ? "s" : "", p->anchor + 1);
    x->depth++;
    for (int32_t i = 0; i < p->cells; i++) {
        tell_line(x, "cell %d: ", i + 1);
        tell_cell(x, &p->cell[i]);
        const bool finds = i == p->anchor && p->cell[i].deciding != NULL;
        if (finds)
            tell(x, "; found by %s", x->game->layer[p->cell[i].deciding->layer].name);
    }
    x->depth--;
}

static void tell_writes(struct telling *x, const struct pattern *p)
{
    for (int32_t i = 0; i < p->founds; i++) {
        tell_line(x, "found %d: %s of cell %d", i + 1,
                  x->game->layer[p->found[i].layer].name, p->found[i].cell + 1);
    }
    const int32_t pairs = pattern_pairs(p);
    for (int32_t k = 0; p->rewrites && k < pairs; k++) {
        const struct pattern_writes *w = &p->writes[k];
        if (w->count == 0) continue;
        if (p->runs) {
            tell_line(x, "write %d by %d: ", k / p->cells + 1, k % p->cells + 1);
        } else {
            tell_line(x, "write %d: ", k + 1);
        }
        for (int32_t i = 0; i < w->count; i++) {
            if (i > 0) text_string(x->out, ", ");
            tell_write(x, p, &w->write[i]);
        }
    }
}

void tell_pattern(struct telling *x, const struct pattern *p)
{
    static const char *const picks[] = {[PATTERN_BY_ACTION] = "",
                                        [PATTERN_FIRST] = ", the first place that fits",
                                        [PATTERN_EACH] = ", each place that fits",
                                        [PATTERN_RANDOM] =
                                            ", a place that fits by chance"};
    tell_cells(x, p);
    tell_direction(x, p);
    text_string(x->out, picks[p->pick]);
    x->depth++;
    tell_spots(x, p);
    x->depth--;
    tell_writes(x, p);
    if (p->inside || p->changes || p->slides) {
        tell_line(x, "it%s%s%s", p->inside ? " lies on the board" : "",
                  p->changes ? (p->inside ? ", changes a cell" : " changes a cell") : "",
                  p->slides ? ", slides: only its ends are written" : "");
    }
}

/* ---- conditions ---- */

static void tell_sum(struct telling *x, const struct pattern_sum *sum)
{
    static const char *const by[] = {" + ", " - ", " * ", " % "};
    for (int32_t i = 0; i < sum->figures; i++) {
        const struct pattern_figure *f = &sum->figure[i];
        if (i > 0) tell(x, by[f->by]);
        switch (f->what) {
        case PATTERN_THE_NUMBER: text_number(x->out, f->number); break;
        case PATTERN_THE_FIELD: tell(x, "field %s", x->game->field[f->field].name); break;
        case PATTERN_THE_TURN: tell(x, "the turn"); break;
        case PATTERN_THEIR_FIELD:
            tell(x, "field %s of theirs", x->game->field[f->field].name);
            break;
        case PATTERN_THE_COUNT: text_string(x->out, "count of "); tell_cell(x, f->cell);
        }
    }
}

static void tell_comparison(struct telling *x, const struct pattern_term *t)
{
    static const char *const signs[] = {
        [PATTERN_EQUAL] = "=",    [PATTERN_UNEQUAL] = "~=", [PATTERN_LESS] = "<",
        [PATTERN_AT_MOST] = "<=", [PATTERN_GREATER] = ">",  [PATTERN_AT_LEAST] = ">="};
    tell(x, " %s ", signs[t->compare]);
    if (t->what == PATTERN_SUMS) {
        tell_sum(x, &t->sum[1]);
    } else if (t->other == NULL) {
        text_number(x->out, t->number);
    } else {
        text_string(x->out, "count of ");
        tell_cell(x, t->other);
    }
}

static void tell_line_number(struct telling *x, const char *what, int32_t number)
{
    if (number == 0) {
        tell(x, "any %s", what);
    } else {
        tell(x, "%s %d", what, number);
    }
}

/* A term that asks about cells. */
static void tell_asked(struct telling *x, const struct pattern_term *t)
{
    static const char *const words[] = {
        [PATTERN_SOME] = "some",     [PATTERN_NO] = "no",
        [PATTERN_ALL] = "all",       [PATTERN_COUNT] = "count of",
        [PATTERN_LINE] = "line",     [PATTERN_AT] = "at",
        [PATTERN_JOINED] = "joined", [PATTERN_NOT_JOINED] = "not joined"};
    tell(x, "%s ", words[t->what]);
    if (t->what == PATTERN_LINE) {
        text_string(x->out, "of ");
        text_number(x->out, t->number);
        text_char(x->out, ' ');
    } else if (t->what == PATTERN_AT) {
        tell_line_number(x, "row", t->row);
        text_char(x->out, ' ');
        tell_line_number(x, "column", t->col);
        text_string(x->out, ": ");
    }
    tell_cell(x, t->cell);
    if (t->on != NULL) {
        text_string(x->out, ", on ");
        tell_cell(x, t->on);
    }
    if (t->what == PATTERN_COUNT) tell_comparison(x, t);
    if (t->what != PATTERN_JOINED && t->what != PATTERN_NOT_JOINED) return;
    text_string(x->out, ", from ");
    tell_goal(x, &t->from);
    text_string(x->out, " to ");
    tell_goal(x, &t->to);
    tell_neighbours(x, t->along);
}

static void tell_term(struct telling *x, const struct pattern_term *t)
{
    switch (t->what) {
    case PATTERN_FIELD:
        tell(x, "field %s", x->game->field[t->field].name);
        tell_comparison(x, t);
        break;
    case PATTERN_SUMS:
        tell_sum(x, &t->sum[0]);
        tell_comparison(x, t);
        break;
    case PATTERN_ANY:
        tell(x, "one of %d", t->anys);
        x->depth++;
        for (int32_t i = 0; i < t->anys; i++)
            tell_condition(x, i > 0 ? "or" : "either", &t->any[i]);
        x->depth--;
        break;
    case PATTERN_STUCK: tell(x, "no action is possible"); break;
    case PATTERN_FITS:
    case PATTERN_FITS_NOWHERE:
        tell(x, t->what == PATTERN_FITS ? "a pattern fits" : "a pattern fits nowhere");
        x->depth++;
        tell_pattern(x, t->pattern);
        x->depth--;
        break;
    default: tell_asked(x, t);
    }
}

void tell_condition(struct telling *x, const char *what,
                    const struct pattern_condition *c)
{
    for (int32_t i = 0; i < c->terms; i++) {
        tell_line(x, "%s: ", i > 0 ? "and" : what);
        tell_term(x, &c->term[i]);
    }
}
