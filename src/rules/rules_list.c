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
        if (p == NULL || p->pick != RULES_BY_ACTION) return;
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

/* With all slots set: offers the action, if it is possible. */
static void list_action(struct listing *x, action a)
{
    struct rules_match m;
    if (x->form->direction >= 0) {
        x->run.direction = x->run.rules->direction_of[x->slot[x->form->direction]];
    }
    bool possible = x->which == LIST_FIRST ? rules_choose(&x->run, x->form, &m) != NULL
                                           : rules_is_possible(&x->run, x->form);
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

/* In which directions, a bit for each, a run of two or more cells like this one begins. */
static unsigned runs_from(const struct rules_board *b, const unsigned char *cell,
                          struct place at)
{
    unsigned alike = 0;
    alike |= (unsigned)(at.row > 0 && cell[-b->row] == *cell) << GRID_UP;
    alike |= (unsigned)(at.row + 1 < b->rows && cell[b->row] == *cell) << GRID_DOWN;
    alike |= (unsigned)(at.col > 0 && cell[-1] == *cell) << GRID_LEFT;
    alike |= (unsigned)(at.col + 1 < b->cols && cell[1] == *cell) << GRID_RIGHT;
    unsigned behind = (alike & 5u) << 1 | (alike >> 1 & 5u); /* up for down, and so on */
    return alike & ~behind;
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

/* Notes in done[k] the directions, by their slot's index, in which a rule fits that begins
 * at this place with the kind of the piece's slot; k is that slot's index. */
static void note_directions(struct listing *x, int64_t piece, struct place at,
                            const unsigned char *cell, unsigned char *done)
{
    const struct rules_form *form = x->form;
    const struct lua_game_slot *ways = &x->slots->slot[form->direction];
    const enum direction *directions = &x->run.rules->direction_of[ways->min];
    unsigned begins = form->by_runs ? runs_from(&x->run.board, cell, at) : ~0u;
    if (begins == 0) return;
    x->slot[form->piece] = x->slots->slot[form->piece].min + piece;
    for (int way = 0; way <= ways->max - ways->min; way++) {
        if ((begins >> directions[way] & 1) == 0 || (done[piece] >> way & 1)) continue;
        x->slot[form->direction] = ways->min + way;
        x->run.direction = directions[way];
        if (one_fits(x, at)) done[piece] |= (unsigned char)(1u << way);
    }
}

static int32_t slot_size(const struct listing *x, int32_t k)
{
    return (int32_t)(x->slots->slot[k].max - x->slots->slot[k].min + 1);
}

/* Lists a form "<piece> <direction>" by going over the board once, and not once for each
 * piece and direction. */
static void list_by_pieces(struct listing *x, action first)
{
    const struct rules_form *form = x->form;
    const struct rules_test *t = form->piece_test;
    const struct rules_board *b = &x->run.board;
    const unsigned char *cells = x->run.seen + t->layer * b->layer;
    unsigned char done[LUA_GAME_WORDS_MAX] = {0};
    for (struct place at = {0, 0}; at.row < b->rows; rules_step_on(b, &at)) {
        const unsigned char *cell = cells + at.row * b->row + at.col;
        int16_t piece = form->piece_of[*cell];
        if (piece >= 0) note_directions(x, piece, at, cell, done);
    }
    bool slow = form->piece < form->direction; /* the piece's slot changes last */
    int32_t pieces = slot_size(x, form->piece), ways = slot_size(x, form->direction);
    for (int32_t i = 0; i < (slow ? pieces : ways); i++) {
        if (slow && done[i] == 0) continue;
        for (int32_t k = 0; k < (slow ? ways : pieces); k++) {
            int32_t piece = slow ? i : k, way = slow ? k : i;
            if ((done[piece] >> way & 1) == 0) continue;
            offer_action(&x->offered, first + piece * form->weight[form->piece] +
                                          way * form->weight[form->direction]);
        }
    }
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
