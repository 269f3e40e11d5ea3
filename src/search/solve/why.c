/*
 * Why a position is lost, in words: the piece that has no way, and where it would have to come; or
 * what the goal asks for in vain.
 */
#include "rating_term.h"
#include "solver.h"

/* The value of what a cell must have in the layer that is tested first, if there is only one. */
static int value_of(const struct model_cell *c, int32_t *layer)
{
    int value = -1;
    if (c->alternatives != 1 || c->alternative[0].tests == 0) return -1;
    const struct model_test *t = &c->alternative[0].test[0];
    *layer = t->layer;
    for (int v = 0; v < 256; v++) {
        if (!kinds_has(&t->kinds, v)) continue;
        if (value >= 0) return -1;
        value = v;
    }
    return value;
}

/* Writes the name of what a cell must have; of a group of kinds that of the cell at hand, if one
 * is. False: it has no name. */
static bool name_cell(const struct solver *s, const struct model_cell *c,
                      const unsigned char *board, int32_t cell, struct text *text)
{
    const struct model *m = s->m;
    int32_t layer = 0;
    int value = value_of(c, &layer);
    if (value < 0 && cell >= 0 && c->alternatives == 1 && c->alternative[0].tests > 0) {
        layer = c->alternative[0].test[0].layer;
        value = board[(size_t)layer * (size_t)m->cells + (size_t)cell];
    }
    if (value < 0 || m->name == NULL) return false;
    m->name(s->x->game, layer, value, text);
    return true;
}

static void tell_place(const struct solver *s, int32_t cell, struct text *text)
{
    text_string(text, " at row ");
    text_number(text, cell / s->m->cols + 1);
    text_string(text, ", column ");
    text_number(text, cell % s->m->cols + 1);
}

/* The words for pieces that shall all come to a place. False: there are none. */
static bool tell_pieces(const struct solver *s, const struct rating_term *t, int32_t cell,
                        const unsigned char *board, struct text *text)
{
    const bool one = cell >= 0 && t->piece == COUNTS;
    text_string(text, one ? "the " : "not every ");
    if (!name_cell(s, &t->term->cell, board, one ? cell : -1, text)) return false;
    if (one) tell_place(s, cell, text);
    text_string(text, one ? " reaches no " : " can have a ");
    if (!name_cell(s, &t->term->on, board, -1, text)) return false;
    if (!one) text_string(text, " of its own");
    return true;
}

/* The words for a kind that there is nowhere. False: they are not all there is to say. */
static bool tell_absent(const struct solver *s, const struct rating_term *t,
                        const unsigned char *board, struct text *text)
{
    *text = text_into(s->solve->why, WHY_MAX);
    const bool several =
        t->term->what == MODEL_COUNT &&
        t->term->number + (t->term->compare == MODEL_GREATER ? 1 : 0) > 1;
    if (several || t->term->places != NULL || t->term->on.alternatives > 0) return false;
    text_string(text, "there is no ");
    if (!name_cell(s, &t->term->cell, board, -1, text)) return false;
    text_string(text, ", and none can come");
    return true;
}

void solver_tell_why(const struct solver *s, const struct rated *rated,
                     const unsigned char *board)
{
    if (rated->term < 0) return;
    const struct rating_term *t = &s->rating.term[rated->term];
    struct text text = text_into(s->solve->why, WHY_MAX);
    if (t->term->what == MODEL_ALL && tell_pieces(s, t, rated->cell, board, &text))
        return;
    if (t->never && tell_absent(s, t, board, &text)) return;
    s->solve->why[0] = '\0';
    if (t->term->text == NULL) return;
    text = text_into(s->solve->why, WHY_MAX);
    text_char(&text, '`');
    text_string(&text, t->term->text);
    text_string(&text, "` can never hold");
}
