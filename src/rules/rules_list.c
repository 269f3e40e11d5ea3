/*
 * Listing the actions that rules carry out. All values of a form's slots are tried, but
 * not where the board shows that no rule can begin.
 */
#include "rules_run.h"

enum { ANCHORS_MAX = 8 };

enum list_which {
    LIST_POSSIBLE,
    LIST_ALL,   /* those that may be possible, without trying them */
    LIST_FIRST, /* only one; it need not change anything */
};

/* Lists actions: those that are possible, or only those that may be. */
struct listing {
    struct rules_run run;
    const struct rules_form *form;
    const struct lua_game_form *slots;
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct offered offered;
    struct kinds present; /* see note_present */
    int32_t placed;       /* see note_anchors */
    struct rules_deciding anchor[ANCHORS_MAX];
    enum list_which which;
};

/* Whether the cell depends on a slot. */
static bool asks_slot(const struct rules_cell *cell)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct rules_alternative *a = &cell->alternative[i];
        for (int32_t n = 0; n < a->tests; n++) {
            if (a->test[n].by == RULES_BY_SLOT) return true;
        }
    }
    return false;
}

/* Notes which slot completes the place where all rules of the form begin, and what must be
 * there. */
static void note_anchors(struct listing *x)
{
    const struct rules_form *form = x->form;
    x->placed = -1;
    if (form->row < 0 || form->column < 0 || form->rules > ANCHORS_MAX) return;
    int32_t last = form->row > form->column ? form->row : form->column;
    for (int32_t i = 0; i < form->rules; i++) {
        const struct rules_pattern *p = form->rule[i].pattern;
        if (p == NULL || p->pick != RULES_BY_ACTION || form->rule[i].squash != NULL)
            return;
        const struct rules_cell *anchor = &p->cell[p->anchor];
        if (asks_slot(anchor)) return;
        x->anchor[i] = rules_decides(&x->run, anchor);
        if (x->anchor[i].mask == NULL) return;
    }
    x->placed = last;
}

/* Whether a rule may fit at the place of the slots up to `placed`. */
static bool may_fit(const struct listing *x)
{
    const struct rules_form *form = x->form;
    const ptrdiff_t row = (ptrdiff_t)x->slot[form->row] - 1,
                    col = (ptrdiff_t)x->slot[form->column] - 1,
                    at = row * x->run.board.row + col;
    for (int32_t i = 0; i < form->rules; i++) {
        if (kinds_has(&x->anchor[i].mask->kinds, x->anchor[i].cells[at])) return true;
    }
    return false;
}

/* Notes which values the layer has that the rules of the form begin with, if they begin with
 * the kind of a slot. */
static void note_present(struct listing *x)
{
    if (x->form->piece < 0) return;
    x->present = (struct kinds){{0, 0, 0, 0}};
    const struct rules_test *t = x->form->piece_test;
    const unsigned char *cells = x->run.seen + t->layer * x->run.board.layer;
    for (ptrdiff_t i = 0; i < x->run.board.layer; i++) kinds_add(&x->present, cells[i]);
}

/* Whether the kind of the slot, with which all rules begin, is on the board. */
static bool is_there(const struct listing *x, int32_t k)
{
    const struct rules_test *t = x->form->piece_test;
    return kinds_has(&x->present, t->mask[x->slot[k] - t->min].only);
}

/* Whether a rule fits, with all slots set, that begins at this place; with the run of this
 * length that begins there, unless it is 0. */
static bool one_fits(struct listing *x, struct place at, int32_t length)
{
    struct rules_match m;
    for (int32_t i = 0; i < x->form->rules; i++) {
        const struct rules_rule *rule = &x->form->rule[i];
        if (rule->slot != NULL && !rules_means(&x->run, x->slots, rule)) continue;
        if (x->which == LIST_ALL) return true;
        bool fits = length > 0 ? rules_fits_after(&x->run, rule->pattern, at, length, &m)
                               : rules_fits_at(&x->run, rule->pattern, at, &m);
        if (fits && rules_holds(&x->run, &rule->when)) return true;
    }
    return false;
}

/* With all slots set: offers the action, if it is possible. */
static void list_action(struct listing *x, action a)
{
    const struct rules_form *form = x->form;
    struct rules_match m;
    bool possible;
    if (form->direction >= 0) {
        x->run.direction = x->run.rules->direction_of[x->slot[form->direction]];
    }
    if (x->which != LIST_FIRST) {
        possible = rules_is_possible(&x->run, form);
    } else if (x->placed >= 0) {
        struct place at = {(int32_t)x->slot[form->row] - 1,
                           (int32_t)x->slot[form->column] - 1};
        possible = one_fits(x, at, 0);
    } else {
        possible = rules_choose(&x->run, form, &m) != NULL;
    }
    if (possible) offer_action(&x->offered, a);
}

/* The cells of the row that the slots before k name, by column from 1, and what must be there,
 * if k is the column and there is one rule; the usual case, so it is made short. */
struct columns {
    const unsigned char *cells;
    const struct kinds *wanted;
};

static struct columns columns_of(const struct listing *x, int32_t k)
{
    const struct rules_form *form = x->form;
    if (k != x->placed || k != form->column || form->rules != 1) {
        return (struct columns){NULL, NULL};
    }
    return (struct columns){x->anchor[0].cells +
                                (x->slot[form->row] - 1) * x->run.board.row - 1,
                            &x->anchor[0].mask->kinds};
}

/* `a` is the action with the slots before k, and the first value in those from k on. */
static void list_slots(struct listing *x, int32_t k, action a)
{
    int64_t min = x->slots->slot[k].min,
            last = lua_game_last(&x->slots->slot[k], x->run.state);
    int64_t weight = x->form->weight[k];
    bool leaf = k + 1 == x->slots->slots, piece = k == x->form->piece;
    if (leaf && x->which == LIST_ALL && !piece && k != x->placed) {
        for (int64_t v = min; v <= last && x->offered.count <= CANDIDATES_MAX; v++) {
            offer_action(&x->offered, a);
            a += weight;
        }
        return;
    }
    struct columns line = columns_of(x, k);
    for (int64_t v = min; v <= last; v++, a += weight) {
        if (line.cells != NULL && !kinds_has(line.wanted, line.cells[v])) continue;
        x->slot[k] = v;
        if ((piece && !is_there(x, k)) ||
            (k == x->placed && line.cells == NULL && !may_fit(x))) {
            continue;
        }
        if (!leaf) {
            list_slots(x, k + 1, a);
        } else if (x->which == LIST_ALL) {
            offer_action(&x->offered, a);
        } else {
            list_action(x, a);
        }
        if (x->which == LIST_FIRST && x->offered.count > 0) return;
        if (x->which == LIST_ALL && x->offered.count > CANDIDATES_MAX) return;
    }
}

/* ---- forms whose rules begin with the kind of a slot ---- */

/* What a form "<piece> <direction>" can do: done[k] has a bit for each direction, by their
 * slot's index, in which the piece k can go. */
struct going {
    const struct lua_game_slot *ways;
    const enum direction *direction;
    unsigned char done[LUA_GAME_WORDS_MAX];
    /* For a rule that begins with a run: by direction the index of the slot's word for it, or
     * -1; what a layer must be in the cell after the run, NULL: unknown; whether nothing else
     * is asked. */
    int way_of[GRID_DIRECTIONS];
    const struct kinds *next;
    ptrdiff_t layer;
    bool whole;
};

static void note_way(struct listing *x, struct going *g, int64_t piece, int way,
                     struct place at, int32_t length)
{
    if (g->done[piece] >> way & 1) return;
    x->slot[x->form->piece] = x->slots->slot[x->form->piece].min + piece;
    x->slot[x->form->direction] = g->ways->min + way;
    x->run.direction = g->direction[way];
    if (one_fits(x, at, length)) g->done[piece] |= (unsigned char)(1u << way);
}

/* Goes over the board cell by cell. */
static void note_cells(struct listing *x, struct going *g, const unsigned char *cells)
{
    const struct rules_board *b = &x->run.board;
    for (struct place at = {0, 0}; at.row < b->rows; rules_step_on(b, &at)) {
        int16_t piece = x->form->piece_of[cells[at.row * b->row + at.col]];
        for (int way = 0; piece >= 0 && way <= g->ways->max - g->ways->min; way++)
            note_way(x, g, piece, way, at, 0);
    }
}

/* Notes what can be known before the board is gone over by runs. */
static void prepare_runs(const struct listing *x, struct going *g)
{
    const struct rules_rule *rule = &x->form->rule[0];
    const struct rules_pattern *p = rule->pattern;
    const struct rules_test *t = p->cells > 1 ? p->cell[1].only : NULL;
    for (int d = 0; d < GRID_DIRECTIONS; d++) g->way_of[d] = -1;
    for (int way = 0; way <= g->ways->max - g->ways->min; way++)
        g->way_of[g->direction[way]] = way;
    if (t == NULL || p->cell[1].outside) return;
    if (t->by != RULES_BY_VALUE && t->by != RULES_BY_PLAYER) return;
    g->next = &rules_mask_of(&x->run, t)->kinds;
    g->layer = (t->layer - x->form->piece_test->layer) * x->run.board.layer;
    g->whole = p->cells == 2 && p->cell[1].least <= 1 && p->cell[0].least == 2 &&
               rule->slot == NULL && rule->when.terms == 0;
}

/* Notes whether the piece can go this way, where it has a run of this length; `after` is the
 * cell after it, or NULL. */
static void note_run(struct listing *x, struct going *g, int16_t piece, enum direction d,
                     struct place at, int32_t length, const unsigned char *after)
{
    int way = g->way_of[d];
    if (way < 0) return;
    if (g->next != NULL && (after == NULL || !kinds_has(g->next, after[g->layer])))
        return;
    if (g->whole) {
        g->done[piece] |= (unsigned char)(1u << way);
    } else {
        note_way(x, g, piece, way, at, length);
    }
}

/* Goes over the rows, or the columns, run by run: for a rule that begins with a run of two or
 * more pieces of the same kind. */
static void note_runs(struct listing *x, struct going *g, const unsigned char *cells,
                      bool columns)
{
    const struct rules_board *b = &x->run.board;
    const int32_t lines = columns ? b->cols : b->rows, n = columns ? b->rows : b->cols;
    const ptrdiff_t step = columns ? b->row : 1, across = columns ? 1 : b->row;
    const enum direction ahead = columns ? GRID_DOWN : GRID_RIGHT,
                         behind = columns ? GRID_UP : GRID_LEFT;
    for (int32_t k = 0; k < lines; k++, cells += across) {
        const unsigned char *cell = cells;
        for (int32_t i = 0, end; i < n; i = end) {
            const unsigned char *first = cell;
            for (end = i + 1, cell += step; end < n && *cell == *first; end++)
                cell += step;
            int16_t piece = x->form->piece_of[*first];
            if (end - i < 2 || piece < 0) continue;
            struct place from = columns ? (struct place){i, k} : (struct place){k, i},
                         to = columns ? (struct place){end - 1, k}
                                      : (struct place){k, end - 1};
            note_run(x, g, piece, ahead, from, end - i, end < n ? cell : NULL);
            note_run(x, g, piece, behind, to, end - i, i > 0 ? first - step : NULL);
        }
    }
}

/* Offers what is noted, in the order of the actions. */
static void offer_done(struct listing *x, const struct going *g, action first)
{
    const struct rules_form *form = x->form;
    const int64_t by_piece = form->weight[form->piece],
                  by_way = form->weight[form->direction];
    const struct lua_game_slot *slot = &x->slots->slot[form->piece];
    const int pieces = (int)(slot->max - slot->min + 1);
    if (form->piece < form->direction) { /* the piece's slot changes last */
        for (int i = 0; i < pieces; i++) {
            action a = first + i * by_piece;
            for (unsigned rest = g->done[i]; rest != 0; rest >>= 1, a += by_way) {
                if ((rest & 1) != 0) offer_action(&x->offered, a);
            }
        }
        return;
    }
    for (int way = 0; way <= g->ways->max - g->ways->min; way++) {
        action a = first + way * by_way;
        for (int i = 0; i < pieces; i++, a += by_piece) {
            if ((g->done[i] >> way & 1) != 0) offer_action(&x->offered, a);
        }
    }
}

/* Lists a form "<piece> <direction>" by going over the board once, and not once for each
 * piece and direction. */
static void list_by_pieces(struct listing *x, action first)
{
    const struct rules_form *form = x->form;
    const struct rules_test *t = form->piece_test;
    const unsigned char *cells = x->run.seen + t->layer * x->run.board.layer;
    struct going g = {.ways = &x->slots->slot[form->direction]};
    g.direction = &x->run.rules->direction_of[g.ways->min];
    if (form->by_runs) {
        prepare_runs(x, &g);
        note_runs(x, &g, cells, false);
        note_runs(x, &g, cells, true);
    } else {
        note_cells(x, &g, cells);
    }
    offer_done(x, &g, first);
}

static int list(const struct lua_game *s, const void *state, enum list_which which,
                struct listing *x, action *out, int max)
{
    x->which = which;
    x->offered = (struct offered){out, max, 0};
    rules_start(&x->run, s, state, -1, x->slot);
    for (int32_t i = 0; i < s->forms; i++) {
        x->form = &s->rules->form[i];
        x->slots = &s->form[i];
        if (x->form->by_pieces) {
            list_by_pieces(x, i);
            continue;
        }
        note_present(x);
        note_anchors(x);
        list_slots(x, 0, i);
        if (which == LIST_FIRST && x->offered.count > 0) break;
    }
    return x->offered.count;
}

int rules_actions(const struct game *game, const void *state, action *out, int max)
{
    struct listing x;
    if (game->outcome(game, state) != NULL) return 0;
    return list(lua_game_of(game), state, LIST_POSSIBLE, &x, out, max);
}

int rules_candidates(const struct game *game, const void *state, action *out, int max)
{
    const struct rules *rules = (lua_game_of(game))->rules;
    struct listing x;
    if (game->outcome(game, state) != NULL) return 0;
    if (rules->words == 0) return list(lua_game_of(game), state, LIST_ALL, &x, out, max);
    int count = rules->words;
    for (int i = 0; i < count && i < max; i++) out[i] = rules->word[i];
    return count;
}

bool rules_stuck(const struct lua_game *s, const void *state)
{
    struct listing x;
    return list(s, state, LIST_FIRST, &x, NULL, 0) == 0;
}
