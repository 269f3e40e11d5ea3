/*
 * Listing the actions of a form "<row> <column> <direction>" whose rule moves the piece there: its
 * cells are found once for all directions.
 */
#include "list_actions.h"

/* Offers the ways in which the piece can go. */
static void list_ways(struct listing *x, action a, struct pattern_chosen *chosen)
{
    const struct pattern_form *form = x->form;
    const struct pattern_move *m = chosen->rule->move;
    const struct lua_game_slot *way = &x->slots->slot[form->direction],
                               *far = m->steps < 0 ? NULL : &x->slots->slot[m->steps];
    for (int64_t v = way->min; v <= way->max; v++, a += form->weight[form->direction]) {
        x->slot[form->direction] = v;
        x->run.direction = x->run.rules->direction_of[v];
        const int64_t least = far == NULL ? 1 : far->min,
                      most = far == NULL ? 1 : far->max;
        chosen->piece.steps = 0;
        for (int64_t n = least; n <= most; n++) {
            if (far != NULL) x->slot[m->steps] = n;
            if (!pattern_piece_goes_on(&x->run, m, &chosen->piece, n)) break; /* nor on */
            if (!pattern_holds(&x->run, &chosen->rule->when)) continue;
            const int64_t more = far == NULL ? 0 : (n - least) * form->weight[m->steps];
            pattern_offer(x, a + more, chosen);
            if (x->which == LIST_FIRST) return;
        }
    }
}

void pattern_list_moves(struct listing *x, action first)
{
    const struct pattern_form *form = x->form;
    const struct pattern_board *b = &x->run.board;
    struct pattern_chosen chosen;
    struct place at = {0, 0};
    chosen.rule = form->rule;
    chosen.match = NULL;
    for (int32_t k = 0; k < x->slots->slots; k++) x->slot[k] = x->slots->slot[k].min;
    for (; at.row < b->rows; pattern_step_on(b, &at)) {
        chosen.piece.at = at;
        if (!pattern_piece_at(&x->run, form->rule->move, &chosen.piece)) continue;
        x->slot[form->row] = at.row + 1;
        x->slot[form->column] = at.col + 1;
        const action a = first + at.row * form->weight[form->row] +
                         at.col * form->weight[form->column];
        list_ways(x, a, &chosen);
        if (x->which == LIST_FIRST && x->offered.count > 0) return;
    }
}
