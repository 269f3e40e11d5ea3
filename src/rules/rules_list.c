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

/* Whether a rule fits, with all slots set, that begins at this place. */
static bool one_fits(struct listing *x, struct place at)
{
    struct rules_match m;
    for (int32_t i = 0; i < x->form->rules; i++) {
        const struct rules_rule *rule = &x->form->rule[i];
        if (rule->slot != NULL && !rules_means(&x->run, x->slots, rule)) continue;
        if (x->which == LIST_ALL) return true;
        if (rules_fits_at(&x->run, rule->pattern, at, &m) &&
            rules_holds(&x->run, &rule->when)) {
            return true;
        }
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
        possible = one_fits(x, at);
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
    const unsigned char *cells; /* of the layer of the pieces */
    const struct lua_game_slot *ways;
    const enum direction *direction;
    unsigned char done[LUA_GAME_WORDS_MAX];
    /* For a rule that begins with a run: what the cell after it must be, whether nothing
     * else is asked, and by way where its run lies. */
    struct rules_deciding next;
    bool whole;
    struct heading {
        int32_t down, across;
        ptrdiff_t step;
        int32_t cols; /* how many are needed from a cell on, so that there is a run */
    } heading[8];
    int count; /* of ways */
};

static void note_way(struct listing *x, struct going *g, int64_t piece, int way,
                     struct place at)
{
    if (g->done[piece] >> way & 1) return;
    x->slot[x->form->piece] = x->slots->slot[x->form->piece].min + piece;
    x->slot[x->form->direction] = g->ways->min + way;
    x->run.direction = g->direction[way];
    if (one_fits(x, at)) g->done[piece] |= (unsigned char)(1u << way);
}

/* Goes over the board cell by cell. */
static void note_cells(struct listing *x, struct going *g)
{
    const struct rules_board *b = &x->run.board;
    for (struct place at = {0, 0}; at.row < b->rows; rules_step_on(b, &at)) {
        int16_t piece = x->form->piece_of[g->cells[at.row * b->row + at.col]];
        for (int way = 0; piece >= 0 && way <= g->ways->max - g->ways->min; way++)
            note_way(x, g, piece, way, at);
    }
}

static void prepare_runs(const struct listing *x, struct going *g)
{
    const struct rules_rule *rule = &x->form->rule[0];
    const struct rules_cell *cell = rule->pattern->cell;
    g->next = rules_decides(&x->run, &cell[1]);
    g->whole = rule->pattern->cells == 2 && cell[1].only != NULL && cell[1].least <= 1 &&
               cell[0].least == 2 && rule->slot == NULL && rule->when.terms == 0;
    g->count = (int)(g->ways->max - g->ways->min + 1);
    for (int way = 0; way < g->count; way++) {
        const int32_t down = direction_rows[g->direction[way]],
                      across = direction_cols[g->direction[way]];
        g->heading[way] = (struct heading){down, across, down * x->run.board.row + across,
                                           across < 0 ? 3 : 1};
    }
}

/* Notes whether the piece may go this way that has two cells before this place. */
static inline void note_run(struct listing *x, struct going *g, struct place end, int way)
{
    const struct rules_board *b = &x->run.board;
    const struct heading *h = &g->heading[way];
    const unsigned char *cell = g->cells + end.row * b->row + end.col,
                        kind = cell[-h->step];
    const int16_t piece = x->form->piece_of[kind];
    if (piece < 0 || *cell == kind) return;
    if (g->whole) {
        g->done[piece] |= (unsigned char)(1u << way);
        return;
    }
    struct place at = end;
    int32_t length = 0;
    do {
        at.row -= h->down;
        at.col -= h->across;
        length++;
    } while (rules_on_board(b, at.row - h->down, at.col - h->across) &&
             cell[-(length + 1) * h->step] == kind);
    note_way(x, g, piece, way, at);
}

/* The highest bits of the bytes of the eight cells from here on that may follow a run. */
static uint64_t may_follow(const struct going *g, ptrdiff_t at)
{
    const unsigned char *cells = g->next.cells + at;
    const int32_t only = g->next.mask->only;
    if (only >= 0) return rules_alike(rules_eight(cells), rules_eight_of(only));
    uint64_t may = 0;
    for (int k = 0; k < 8; k++)
        may |= (uint64_t)kinds_has(&g->next.mask->kinds, cells[k]) << (8 * k + 7);
    return may;
}

/* Goes over the cells that may follow a run, eight at a time: two cells before one of them
 * that are alike end a run. */
static void note_eight(struct listing *x, struct going *g, struct place at)
{
    const struct rules_board *b = &x->run.board;
    const ptrdiff_t first = at.row * b->row + at.col;
    const int32_t n = b->cols - at.col;
    uint64_t may = may_follow(g, first);
    if (n < 8) may &= (UINT64_C(1) << 8 * n) - 1;
    for (int way = 0; may != 0 && way < g->count; way++) {
        const struct heading *h = &g->heading[way];
        const int32_t row = at.row - 2 * h->down;
        if ((uint32_t)row >= (uint32_t)b->rows || n < h->cols) continue;
        const unsigned char *before = g->cells + first - h->step;
        uint64_t ends =
            may & rules_alike(rules_eight(before), rules_eight(before - h->step));
        for (; ends != 0; ends &= ends - 1) {
            struct place end = {at.row, at.col + __builtin_ctzll(ends) / 8};
            if ((uint32_t)(end.col - 2 * h->across) < (uint32_t)b->cols)
                note_run(x, g, end, way);
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
            if (g->done[i] == 0) continue;
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
    const struct rules_board *b = &x->run.board;
    struct going g = {.ways = &x->slots->slot[form->direction]};
    g.cells = x->run.seen + form->piece_test->layer * b->layer;
    g.direction = &x->run.rules->direction_of[g.ways->min];
    if (form->by_runs) {
        prepare_runs(x, &g);
        for (struct place at = {0, 0}; at.row < b->rows; at.row++)
            for (at.col = 0; at.col < b->cols; at.col += 8) note_eight(x, &g, at);
    } else {
        note_cells(x, &g);
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
