/*
 * Why a position is lost, in words: the piece that has no way, and where it would have to come.
 */
#include "rating_term.h"
#include "solver.h"

/* The name of what a cell has, or must have, in the layer that is tested first. */
static void name_cell(const struct solver *s, const struct model_cell *c,
                      const unsigned char *board, int32_t cell, struct text *text)
{
    const struct model *m = s->m;
    const struct model_test *t = c->alternatives > 0 && c->alternative[0].tests > 0
                                     ? &c->alternative[0].test[0]
                                     : NULL;
    int value = t != NULL && cell >= 0
                    ? board[(size_t)t->layer * (size_t)m->cells + (size_t)cell]
                    : 0;
    for (int v = 0; cell < 0 && t != NULL && v < 256; v++) {
        if (!kinds_has(&t->kinds, v)) continue;
        if (value != 0) t = NULL;
        value = v;
        if (t == NULL) break;
    }
    if (t == NULL || c->alternatives > 1 || m->name == NULL)
        text_string(text, cell < 0 ? "place where it counts" : "piece");
    else
        m->name(s->x->game, t->layer, value, text);
}

void solver_tell_why(const struct solver *s, const struct rated *rated,
                     const unsigned char *board)
{
    struct text text = text_into(s->solve->why, WHY_MAX);
    if (rated->term < 0) return;
    const struct rating_term *t = &s->rating.term[rated->term];
    const bool counts = t->piece == COUNTS;
    const struct model_cell *piece = counts ? &t->term->cell : &t->term->on,
                            *place = counts ? &t->term->on : &t->term->cell;
    if (rated->cell < 0 || !counts) {
        text_string(&text, "not every ");
        name_cell(s, &t->term->cell, board, -1, &text);
        text_string(&text, " can have a ");
        name_cell(s, &t->term->on, board, -1, &text);
        text_string(&text, " of its own");
        return;
    }
    text_string(&text, "the ");
    name_cell(s, piece, board, rated->cell, &text);
    text_string(&text, " at row ");
    text_number(&text, rated->cell / s->m->cols + 1);
    text_string(&text, ", column ");
    text_number(&text, rated->cell % s->m->cols + 1);
    text_string(&text, " reaches no ");
    name_cell(s, place, board, -1, &text);
}
