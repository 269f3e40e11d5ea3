/*
 * Which values cells can ever have: those of the board, and what moves write that are possible with
 * them. Moves that are not possible so never will be, and are left out.
 */
#include "building.h"

static void note_board(struct building *b)
{
    const unsigned char *cells = lua_game_cells(b->s, b->state);
    for (int32_t k = 0; k < b->m->layers; k++, cells += b->m->cells) {
        b->possible[k] = (struct kinds){{0, 0, 0, 0}};
        for (int32_t i = 0; i < b->m->cells; i++) kinds_add(&b->possible[k], cells[i]);
    }
}

static bool may_fit(const struct building *b, const struct model_cell *c)
{
    for (int32_t i = 0; i < c->alternatives; i++) {
        const struct model_alternative *a = &c->alternative[i];
        bool fits = true;
        for (int32_t k = 0; k < a->tests; k++) {
            const struct kinds both =
                kinds_both(&a->test[k].kinds, &b->possible[a->test[k].layer]);
            fits = fits && !kinds_none(&both);
        }
        if (fits) return true;
    }
    return c->alternatives == 0;
}

static bool may_happen(const struct building *b, const struct model_move *move)
{
    for (int32_t k = 0; k < move->parts; k++)
        if (!move->part[k].outside && !may_fit(b, &move->part[k].before)) return false;
    return true;
}

/* Notes what a move may write. Returns whether that is new. */
static bool note_writes(struct building *b, const struct model_move *move)
{
    bool more = false;
    for (int32_t k = 0; k < move->parts; k++) {
        for (int32_t n = 0; n < move->part[k].writes; n++) {
            const struct model_write *w = &move->part[k].write[n];
            struct kinds kinds = w->kinds;
            if (w->becomes != NULL) {
                const struct kinds was =
                    model_cell_kinds(b, &move->part[k].before, w->layer);
                kinds = (struct kinds){{0, 0, 0, 0}};
                for (int value = 0; value < 256; value++)
                    if (kinds_has(&was, value) &&
                        kinds_has(&b->possible[w->layer], value))
                        kinds_add(&kinds, w->becomes[value]);
            }
            more = more || !kinds_within(&kinds, &b->possible[w->layer]);
            kinds_join(&b->possible[w->layer], &kinds);
        }
    }
    return more;
}

void model_leave_possible(struct building *b)
{
    struct model *m = b->m;
    bool more = true;
    int32_t kept = 0;
    note_board(b);
    for (int32_t k = 0; k < m->layers && !m->whole; k++) b->possible[k] = b->alphabet[k];
    while (more) {
        more = false;
        for (int32_t i = 0; i < m->moves; i++)
            if (may_happen(b, &b->move[i])) more = note_writes(b, &b->move[i]) || more;
    }
    for (int32_t i = 0; i < m->moves; i++) {
        if (may_happen(b, &b->move[i])) b->move[kept++] = b->move[i];
    }
    m->moves = kept;
}
