/*
 * A game by rules: which of them an action means, whether one fits, and what follows
 * after it.
 */
#include <assert.h>

#include "rules.h"

static const struct lua_game *lua_game_of(const struct game *game)
{
    return (const struct lua_game *)game;
}

/* ---- runs ---- */

const struct rules_form *rules_start(struct rules_run *run, const struct lua_game *s,
                                     const void *state, action a,
                                     int64_t slot[LUA_GAME_SLOTS_MAX])
{
    void *own = (void *)(uintptr_t)state;
    struct grid g = lua_game_layer(s, own, 0);
    run->board = (struct rules_board){g.first, g.step, (ptrdiff_t)g.rows * g.cols,
                                      g.rows,  g.cols, s->layers};
    run->seen = g.first;
    run->player = (int)*lua_game_turn(own);
    run->slot = slot;
    run->direction = GRID_UP;
    run->game = s;
    run->rules = s->rules;
    run->state = own;
    run->report = NULL;
    run->last.cells = NULL;
    run->changed = run->over = false;
    const struct lua_game_form *form = a < 0 ? NULL : lua_game_slots(s, a, slot);
    if (form == NULL) return NULL;
    const struct rules_form *rules_form = &s->rules->form[form - s->form];
    if (rules_form->direction >= 0) {
        run->direction = s->rules->direction_of[slot[rules_form->direction]];
    }
    return rules_form;
}

static unsigned char *room_of(const struct rules_run *run)
{
    struct state *block = run->state;
    return (unsigned char *)run->state + block->scratch +
           (run->game->copies ? block->scratch - block->key : 0);
}

/* ---- places ---- */

bool rules_means(const struct rules_run *run, const struct lua_game_form *slots,
                 const struct rules_rule *rule)
{
    for (int32_t k = 0; rule->slot != NULL && k < slots->slots; k++) {
        const struct rules_slot *slot = &rule->slot[k];
        if (run->slot[k] < slot->min || run->slot[k] > slot->max) return false;
        if (slots->slot[k].kind == LUA_GAME_WORD &&
            !kinds_has(&slot->words, (int)run->slot[k]))
            return false;
    }
    return true;
}

bool rules_first_place(const struct rules_run *run, const struct rules_form *form,
                       const struct rules_rule *rule, struct place *at)
{
    *at = (struct place){0, 0};
    if (rule->pattern->pick == RULES_BY_ACTION) {
        if (form->row >= 0) at->row = (int32_t)run->slot[form->row] - 1;
        if (form->column >= 0) at->col = (int32_t)run->slot[form->column] - 1;
    }
    return at->row < run->board.rows && at->col < run->board.cols;
}

bool rules_next_place(const struct rules_run *run, const struct rules_form *form,
                      const struct rules_rule *rule, struct place *at)
{
    bool by_action = rule->pattern->pick == RULES_BY_ACTION;
    bool row = by_action && form->row >= 0, column = by_action && form->column >= 0;
    if (row && column) return false;
    if (column) return ++at->row < run->board.rows;
    if (++at->col < run->board.cols) return true;
    at->col = 0;
    return !row && ++at->row < run->board.rows;
}

/* Finds where the rule's pattern fits. */
static bool find_place(struct rules_run *run, const struct rules_form *form,
                       const struct rules_rule *rule, struct rules_match *m)
{
    const struct rules_pattern *p = rule->pattern;
    struct place at = {0, 0};
    if (p->pick != RULES_BY_ACTION || (form->row < 0 && form->column < 0)) {
        return rules_find(run, p, &at, m);
    }
    if (!rules_first_place(run, form, rule, &at)) return false;
    if (form->row >= 0 && form->column >= 0) return rules_fits_at(run, p, at, m);
    const struct rules_deciding by = rules_decides(run, &p->cell[p->anchor]);
    do {
        ptrdiff_t cell = at.row * run->board.row + at.col;
        if (by.mask != NULL && !kinds_has(&by.mask->kinds, by.cells[cell])) continue;
        if (rules_fits_at(run, p, at, m)) return true;
    } while (rules_next_place(run, form, rule, &at));
    return false;
}

/* Whether something would move in a line of n cells, `step` bytes apart, towards its
 * first one. */
static bool line_moves(const unsigned char *at, ptrdiff_t step, int32_t n,
                       const struct rules_squash *q)
{
    int last = -1;
    bool gap = false;
    for (int32_t i = 0; i < n; i++, at += step) {
        if (*at == q->blank) {
            gap = true;
            continue;
        }
        if (gap || (*at == last && q->joins.next[*at] != 0)) return true;
        last = *at;
    }
    return false;
}

static bool squash_moves(const struct rules_run *run, const struct rules_squash *q)
{
    const struct rules_board *b = &run->board;
    enum direction d = run->direction;
    bool across = d == GRID_LEFT || d == GRID_RIGHT;
    int32_t lines = across ? b->rows : b->cols, n = across ? b->cols : b->rows;
    ptrdiff_t step = across ? 1 : b->row, next = across ? b->row : 1;
    const unsigned char *first = b->first + q->layer * b->layer;
    bool back = d == GRID_RIGHT || d == GRID_DOWN;
    if (back) first += (n - 1) * step;
    for (int32_t i = 0; i < lines; i++) {
        if (line_moves(first + i * next, back ? -step : step, n, q)) return true;
    }
    return false;
}

static bool fits(struct rules_run *run, const struct rules_form *form,
                 const struct rules_rule *rule, struct rules_match *m)
{
    if (rule->squash != NULL && !squash_moves(run, rule->squash)) return false;
    if (rule->pattern != NULL && !find_place(run, form, rule, m)) return false;
    return rules_holds(run, &rule->when);
}

/* The first rule of the action that fits; NULL: none. */
static const struct rules_rule *
choose(struct rules_run *run, const struct rules_form *form, struct rules_match *m)
{
    const struct lua_game_form *slots = &run->game->form[form - run->rules->form];
    for (int32_t i = 0; i < form->rules; i++) {
        const struct rules_rule *rule = &form->rule[i];
        if (rule->slot != NULL && !rules_means(run, slots, rule)) continue;
        if (fits(run, form, rule, m)) return rule;
    }
    return NULL;
}

/* ---- carrying out ---- */

static void carry_out(struct rules_run *run, const struct rules_rule *rule,
                      const struct rules_match *m)
{
    bool elsewhere = rule->squash != NULL ||
                     (rule->pattern != NULL && (rule->pattern->pick == RULES_EACH ||
                                                rule->pattern->pick == RULES_RANDOM));
    if (elsewhere) {
        rules_carry_out(run, rule, room_of(run));
        return;
    }
    if (rule->pattern != NULL) rules_rewrite(run, m, rule->event);
    rules_conclude(run, rule);
}

static bool is_over(const struct rules_run *run)
{
    return *lua_game_field(run->state, &run->game->field[run->game->over]) != 0;
}

/* Looks for an end that holds for the player of the run. */
static void look_for_end(struct rules_run *run)
{
    const struct rules *rules = run->rules;
    for (int32_t i = 0; i < rules->ends; i++) {
        const struct rules_end *end = &rules->end[i];
        if (!rules_holds(run, &end->when)) continue;
        lua_game_end(run->game, run->state, end->outcome[run->player - 1]);
        return;
    }
}

/* Steps, turn and ends, after a rule of the run's player. */
static void finish(struct rules_run *run, bool keep_turn)
{
    const struct rules *rules = run->rules;
    int players = run->game->game.players;
    bool ends = run->game->over >= 0;
    for (int32_t i = 0; i < rules->steps && !(ends && is_over(run)); i++) {
        rules_step(run, &rules->step[i], room_of(run));
    }
    if (players > 1 && !keep_turn) {
        int64_t *turn = lua_game_turn(run->state);
        *turn = *turn % players + 1;
    }
    if (ends && !is_over(run)) look_for_end(run);
}

/* Carries out a rule and all that follows. False if nothing has changed, not even the
 * turn; then the state is as it was, byte for byte. */
static bool play(struct rules_run *run, const struct rules_rule *rule,
                 const struct rules_match *m)
{
    struct state *block = run->state;
    unsigned char *backup = (unsigned char *)run->state + block->scratch;
    const unsigned char *key = (unsigned char *)run->state + block->key;
    size_t size = block->scratch - block->key;
    if (!rule->certain) memcpy(backup, key, size);
    carry_out(run, rule, m);
    finish(run, rule->keep_turn);
    if (rule->certain) return true;
    bool changed = memcmp(backup, key, size) != 0;
    memset(backup, 0, size);
    return changed;
}

/* ---- the protocol ---- */

static enum applied apply(const struct game *game, void *state, action a,
                          struct report *report)
{
    const struct lua_game *s = lua_game_of(game);
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct rules_run run;
    struct rules_match m;
    if (lua_game_rest(s, state)->outcome[0] != '\0')
        return refused(game, state, a, report);
    const struct rules_form *form = rules_start(&run, s, state, a, slot);
    if (form == NULL) return refused(game, state, a, report);
    for (int32_t k = 0; k < 2; k++) {
        int32_t place = k == 0 ? form->row : form->column;
        int32_t side = k == 0 ? run.board.rows : run.board.cols;
        if (place >= 0 && slot[place] > side) return refused(game, state, a, report);
    }
    const struct rules_rule *rule = choose(&run, form, &m);
    if (rule == NULL) return refused(game, state, a, report);
    run.report = report;
    return play(&run, rule, &m) ? APPLIED : refused(game, state, a, report);
}

/* Whether the action would be carried out. */
static bool is_possible(struct rules_run *asked, const struct rules_form *form)
{
    struct rules_match m;
    const struct rules_rule *rule = choose(asked, form, &m);
    if (rule == NULL || rule->certain) return rule != NULL;
    struct rules_run run = *asked;
    struct state *block = run.state;
    unsigned char *backup = (unsigned char *)run.state + block->scratch;
    unsigned char *key = (unsigned char *)run.state + block->key;
    size_t size = block->scratch - block->key;
    memcpy(backup, key, size);
    carry_out(&run, rule, &m);
    finish(&run, rule->keep_turn);
    bool changed = memcmp(backup, key, size) != 0;
    memcpy(key, backup, size);
    memset(backup, 0, size);
    return changed;
}

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

static int64_t last_value(const struct listing *x, int32_t k)
{
    const struct lua_game_slot *slot = &x->slots->slot[k];
    if (slot->kind == LUA_GAME_ROW) return x->run.board.rows;
    if (slot->kind == LUA_GAME_COLUMN) return x->run.board.cols;
    return slot->max;
}

/* Whether the cell depends on a slot behind slot k. */
static bool asks_later(const struct rules_cell *cell, int32_t k)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct rules_alternative *a = &cell->alternative[i];
        for (int32_t n = 0; n < a->tests; n++) {
            if (a->test[n].by == RULES_BY_SLOT && a->test[n].slot > k) return true;
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
        if (asks_later(anchor, -1)) return;
        x->anchor[i] = rules_decides(&x->run, anchor);
        if (x->anchor[i].mask == NULL) return;
    }
    x->placed = last;
}

/* Whether a rule may fit at the place of the slots up to `placed`. */
static bool may_fit(const struct listing *x)
{
    const struct rules_form *form = x->form;
    ptrdiff_t at =
        (x->slot[form->row] - 1) * x->run.board.row + x->slot[form->column] - 1;
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
    bool possible = x->which == LIST_FIRST ? choose(&x->run, x->form, &m) != NULL
                                           : is_possible(&x->run, x->form);
    if (possible) offer_action(&x->offered, a);
}

/* `a` is the action with the slots before k, and the first value in those from k on. */
static void list_slots(struct listing *x, int32_t k, action a)
{
    int64_t min = x->slots->slot[k].min, last = last_value(x, k);
    int64_t weight = x->form->weight[k];
    bool leaf = k + 1 == x->slots->slots, piece = k == x->form->piece;
    if (leaf && x->which == LIST_ALL && !piece && k != x->placed) {
        for (int64_t v = min; v <= last; v++, a += weight) offer_action(&x->offered, a);
        return;
    }
    for (int64_t v = min; v <= last; v++, a += weight) {
        x->slot[k] = v;
        if ((piece && !is_there(x, k)) || (k == x->placed && !may_fit(x))) continue;
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

static int actions(const struct game *game, const void *state, action *out, int max)
{
    struct listing x;
    if (game->outcome(game, state) != NULL) return 0;
    return list(lua_game_of(game), state, LIST_POSSIBLE, &x, out, max);
}

static int candidates(const struct game *game, const void *state, action *out, int max)
{
    struct listing x;
    if (game->outcome(game, state) != NULL) return 0;
    return list(lua_game_of(game), state, LIST_ALL, &x, out, max);
}

bool rules_stuck(const struct lua_game *s, const void *state)
{
    struct listing x;
    return list(s, state, LIST_FIRST, &x, NULL, 0) == 0;
}

static int64_t score(const struct game *game, const void *state, int player)
{
    const struct lua_game *s = lua_game_of(game);
    const struct rules *rules = s->rules;
    void *own = (void *)(uintptr_t)state;
    struct rules_run run;
    if (rules->score_field >= 0) {
        return *lua_game_field(own, &s->field[rules->score_field]);
    }
    if (rules->score_cell != NULL) {
        rules_start(&run, s, state, -1, NULL);
        return rules_count(&run, rules->score_cell);
    }
    int64_t over = s->over < 0 ? 0 : *lua_game_field(own, &s->field[s->over]);
    for (int32_t i = 0; over > 0 && i < rules->ends; i++) {
        const struct rules_end *end = &rules->end[i];
        for (int p = 1; p <= game->players; p++) {
            if (end->outcome[p - 1] != over) continue;
            return end->by_player && p != player ? -end->score : end->score;
        }
    }
    return 0;
}

static void why(const struct game *game, const void *state, action a, struct text *out)
{
    const struct lua_game *s = lua_game_of(game);
    char reason[WHY_MAX];
    struct text t = text_into(reason, sizeof reason);
    const char *outcome = game->outcome(game, state);
    if (outcome != NULL) {
        text_string(&t, "the game is over (");
        text_string(&t, outcome);
        text_char(&t, ')');
    } else if (!lua_game_off_board(s, state, a, &t)) {
        int64_t slot[LUA_GAME_SLOTS_MAX];
        struct rules_run run;
        const struct rules_form *form = rules_start(&run, s, state, a, slot);
        if (is_possible(&run, form)) return;
        rules_why(s, state, a, &t);
    }
    game->text(game, state, a, out);
    text_string(out, ": ");
    text_string(out, reason);
}

/* ---- for games with Lua functions ---- */

const struct rules_rule *rules_of_action(const struct lua_game *s, const void *state,
                                         action a)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct rules_run run;
    struct rules_match m;
    const struct rules_form *form = rules_start(&run, s, state, a, slot);
    return form == NULL ? NULL : choose(&run, form, &m);
}

const struct rules_rule *rules_act(const struct lua_game *s, void *state, action a,
                                   struct report *report)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct rules_run run;
    struct rules_match m;
    const struct rules_form *form = rules_start(&run, s, state, a, slot);
    const struct rules_rule *rule = form == NULL ? NULL : choose(&run, form, &m);
    run.report = report;
    if (rule != NULL) carry_out(&run, rule, &m);
    return rule;
}

void rules_finish(const struct lua_game *s, void *state, bool keep_turn,
                  struct report *report)
{
    struct rules_run run;
    rules_start(&run, s, state, -1, NULL);
    run.report = report;
    finish(&run, keep_turn);
}

void rules_settle(const struct lua_game *s, void *state)
{
    struct rules_run run;
    rules_start(&run, s, state, -1, NULL);
    if (s->over < 0 || is_over(&run)) return;
    run.player = run.player > 1 ? run.player - 1 : s->game.players;
    look_for_end(&run);
}

void rules_define(struct lua_game *s)
{
    const struct rules *rules = s->rules;
    if (rules->score_field >= 0 || rules->score_cell != NULL || rules->scored) {
        s->game.score = score;
    }
    if (!rules->only) return;
    s->game.apply = apply;
    s->game.why = why;
    s->game.actions = actions;
    s->game.candidates = candidates;
    s->game.quick = true;
    if (rules->score_field >= 0 || rules->score_cell != NULL || rules->scored) {
        s->game.score = score;
    }
}
