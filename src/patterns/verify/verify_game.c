/*
 * The verifier of compiled rules, continued: what follows from the rules of a form, ends, and a
 * game as a whole.
 */
#include "verify.h"

/* ---- forms ---- */

/* A slot of this kind, or none. */
static bool is_slot(const struct lua_game_form *slots, int32_t slot,
                    enum lua_game_kind kind)
{
    if (slot == -1) return true;
    return slot >= 0 && slot < slots->slots && slots->slot[slot].kind == kind &&
           slots->slot[slot].min >= (kind == LUA_GAME_WORD ? 0 : 1);
}

static bool verify_slots_of(struct verifying *x, const struct pattern_form *form)
{
    const struct lua_game_form *slots = verify_slots(x);
    const bool *const flags[] = {&form->several, &form->by_bits, &form->by_pieces,
                                 &form->by_runs, &form->shifts,  &form->by_moves};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!verify_flag(flags[i])) return verify_fails(x, "a form is half said");
    }
    if (!is_slot(slots, form->row, LUA_GAME_ROW) ||
        !is_slot(slots, form->column, LUA_GAME_COLUMN) ||
        !is_slot(slots, form->direction, LUA_GAME_WORD))
        return verify_fails(x, "a form names a slot that there is not");
    int64_t weight = x->game->forms;
    for (int32_t k = 0; k < slots->slots; k++) {
        if (form->weight[k] != weight)
            return verify_fails(x, "a form weighs its slots wrongly");
        weight *= slots->slot[k].max - slots->slot[k].min + 1;
    }
    return true;
}

/* All rules of the form begin with the kind of a slot. */
static bool verify_piece(struct verifying *x, const struct pattern_form *form)
{
    const struct pattern_test *t = form->piece_test;
    if (form->piece == -1) {
        return (!form->by_pieces && !form->by_runs && !form->shifts) ||
               verify_fails(x, "a form has pieces of no slot");
    }
    if (form->rules == 0 || !VERIFY_LIES(x, t, 1))
        return verify_fails(x, "the piece of a form is not in the program");
    if (!verify_test(x, t, NULL, 0)) return false;
    if (t->by != PATTERN_BY_SLOT || t->slot != form->piece)
        return verify_fails(x, "the piece of a form is that of another slot");
    for (int32_t i = 0; i < t->masks; i++) {
        if (t->mask[i].only < 0) return verify_fails(x, "the piece of a form is several");
    }
    return true;
}

/* "<piece> <direction>": listed by going over the board (list_pieces.c). */
static bool verify_by_pieces(struct verifying *x, const struct pattern_form *form)
{
    const struct lua_game_form *slots = verify_slots(x);
    bool fine = form->direction >= 0 && form->piece != form->direction;
    for (int32_t k = 0; fine && k < slots->slots; k++) {
        fine = k == form->piece || k == form->direction ||
               slots->slot[k].min == slots->slot[k].max;
    }
    if (!fine) return verify_fails(x, "a form of pieces has other slots");
    const struct lua_game_slot *ways = &slots->slot[form->direction],
                               *pieces = &slots->slot[form->piece];
    if (ways->max - ways->min >= PATTERN_WAYS_MAX ||
        pieces->max - pieces->min >= LUA_GAME_WORDS_MAX)
        return verify_fails(x, "a form of pieces has too many");
    for (int v = 0; v < 256; v++) {
        if (form->piece_of[v] < -1 || form->piece_of[v] > pieces->max - pieces->min)
            return verify_fails(x, "a form has a piece that there is not");
    }
    for (int32_t i = 0; i < form->rules; i++) {
        if (form->rule[i].pattern == NULL)
            return verify_fails(x, "a rule of a form of pieces has no pattern");
    }
    return true;
}

static bool verify_by_runs(struct verifying *x, const struct pattern_form *form)
{
    const struct pattern *p = form->rule[0].pattern;
    const struct lua_game_slot *ways = &verify_slots(x)->slot[form->direction];
    bool fine = form->rules == 1 && p->given && p->anchor == 0 && p->cells > 1 &&
                !p->limited && p->cell[0].least > 1 &&
                p->cell[0].only == form->piece_test && p->cell[1].deciding != NULL &&
                p->cell[1].deciding->by != PATTERN_BY_SLOT;
    for (int64_t w = ways->min; w <= ways->max; w++)
        fine = fine && x->rules->direction_of[w] < GRID_SIDES;
    return fine || verify_fails(x, "a form of runs has other rules");
}

/* "<row> <column> <direction>": listed by bits (list_places.c). */
static bool verify_by_bits(struct verifying *x, const struct pattern_form *form)
{
    const struct lua_game_form *slots = verify_slots(x);
    bool fine = form->rules > 0 && form->column >= 0 && !form->several;
    for (int32_t k = 0; k < slots->slots; k++) {
        const struct lua_game_slot *slot = &slots->slot[k];
        const bool named = k == form->row || k == form->column || k == form->direction;
        fine = fine && (named || slot->min == slot->max);
        if (k == form->direction) fine = fine && slot->max - slot->min < PATTERN_WAYS_MAX;
    }
    for (int32_t i = 0; i < form->rules; i++) {
        const struct pattern_rule *rule = &form->rule[i];
        fine = fine && rule->pattern != NULL && rule->pattern->by_bits &&
               rule->pattern->pick == PATTERN_BY_ACTION && rule->slot == NULL;
    }
    return fine || verify_fails(x, "a form by bits has other rules");
}

/* The same with one rule, which moves a piece (list_moves.c). */
static bool verify_by_moves(struct verifying *x, const struct pattern_form *form)
{
    const struct lua_game_form *slots = verify_slots(x);
    const struct pattern_move *m = form->rules == 1 ? form->rule->move : NULL;
    bool fine = m != NULL && !m->whole && form->rule->slot == NULL && form->row >= 0 &&
                form->column >= 0 && form->direction >= 0;
    for (int32_t k = 0; fine && k < slots->slots; k++) {
        const bool named =
            k == form->row || k == form->column || k == form->direction || k == m->steps;
        fine = named || slots->slot[k].min == slots->slot[k].max;
    }
    return fine || verify_fails(x, "a form of moves has other rules");
}

bool verify_form(struct verifying *x, const struct pattern_form *form)
{
    if (form->by_moves && !verify_by_moves(x, form)) return false;
    if (form->by_bits && !verify_by_bits(x, form)) return false;
    if (!verify_piece(x, form)) return false;
    if (form->by_pieces && !verify_by_pieces(x, form)) return false;
    if (form->by_runs && (!form->by_pieces || !verify_by_runs(x, form)))
        return verify_fails(x, "a form of runs has no pieces");
    if (!form->shifts) return true;
    return (form->by_runs &&
            verify_value(x, form->piece_test->layer, form->shift_blank)) ||
           verify_fails(x, "a form shifts what does not lie in a run");
}

static bool verify_forms(struct verifying *x, const struct pattern_program *rules)
{
    for (int32_t i = 0; i < x->game->forms; i++) {
        const struct pattern_form *form = &rules->form[i];
        x->form = form;
        if (form->rules != 0 && !VERIFY_LIES(x, form->rule, form->rules))
            return verify_fails(x, "the rules of a form are not in the program");
        if (!verify_slots_of(x, form)) return false;
        for (int32_t k = 0; k < form->rules; k++) {
            if (!verify_rule(x, &form->rule[k])) return false;
        }
        if (form->rules > 0) x->text = form->rule[0].text;
        if (!verify_form(x, form)) return false;
        x->text = NULL;
    }
    x->form = NULL;
    return true;
}

/* ---- what follows an action ---- */

/* Whether the steps that `again` carries out are steps of the game, and no rounds or functions. */
static bool verify_rounds(struct verifying *x, const struct pattern_program *rules,
                          int32_t number)
{
    const int32_t again = rules->step[number].again;
    if (again >= rules->steps - number)
        return verify_fails(x, "a round has no such steps");
    for (int32_t i = 1; i <= again; i++) {
        if (rules->step[number + i].rules == 0)
            return verify_fails(x, "a round has a step that it cannot have");
    }
    return true;
}

static bool verify_steps(struct verifying *x, const struct pattern_program *rules)
{
    if (rules->steps == 0) return true;
    if (!VERIFY_LIES(x, rules->step, rules->steps))
        return verify_fails(x, "the steps are not in the program");
    if (!x->game->copies) return verify_fails(x, "a step copies cells into no room");
    for (int32_t i = 0; i < rules->steps; i++) {
        if (!verify_step(x, &rules->step[i]) || !verify_rounds(x, rules, i)) return false;
    }
    return true;
}

static bool verify_end(struct verifying *x, const struct pattern_end *end)
{
    const int32_t over = x->game->over;
    x->text = end->when.text;
    if (!verify_flag(&end->by_player) || over < 0)
        return verify_fails(x, "an end of a game that does not end");
    for (int32_t p = 0; p < x->game->game.players; p++) {
        if (end->ending[p] < 1 || end->ending[p] > x->game->endings)
            return verify_fails(x, "an end without an outcome");
    }
    if (end->score < -STATE_COUNT_MAX || end->score > STATE_COUNT_MAX)
        return verify_fails(x, "an end is worth more than there is");
    if (!verify_condition(x, &end->when, true)) return false;
    x->text = NULL;
    return true;
}

static bool verify_ends(struct verifying *x, const struct pattern_program *rules)
{
    if (rules->ends != 0 && !VERIFY_LIES(x, rules->end, rules->ends))
        return verify_fails(x, "the ends are not in the program");
    for (int32_t i = 0; i < rules->ends; i++) {
        if (!verify_end(x, &rules->end[i])) return false;
    }
    return true;
}

static bool verify_score(struct verifying *x, const struct pattern_program *rules)
{
    const int32_t field = rules->score_field;
    if (field < -1 || field >= x->game->fields)
        return verify_fails(x, "the score is a field that there is not");
    return rules->score_cell == NULL || verify_cell(x, rules->score_cell);
}

/* ---- the game ---- */

static bool verify_words(struct verifying *x, const struct pattern_program *rules)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    if (rules->words < 0 || rules->words > PATTERN_WORDS_MAX)
        return verify_fails(x, "the actions of a game are too many");
    for (int32_t i = 0; i < rules->words; i++) {
        if (lua_game_slots(x->game, rules->word[i], slot) == NULL)
            return verify_fails(x, "an action of a game is none");
    }
    for (int32_t w = 0; w < LUA_GAME_WORDS_MAX; w++) {
        if (rules->direction_of[w] >= GRID_DIRECTIONS)
            return verify_fails(x, "a word means no direction");
    }
    return true;
}

/* Each kind that may lie in a cell has a name. */
static bool verify_kinds(struct verifying *x, const struct pattern_program *rules)
{
    for (int32_t k = 0; k < x->game->layers; k++) {
        for (int v = 1; v < 256; v++) {
            const char *name = rules->kind[k][v];
            if (verify_value(x, k, v) && (name == NULL || !verify_text(x, name)))
                return verify_fails(x, "a kind has no name");
        }
    }
    return true;
}

/* The sets that have numbers. */
static bool verify_sets(struct verifying *x, const struct pattern_program *rules)
{
    if (rules->sets < 0 || rules->sets > PATTERN_SETS_MAX)
        return verify_fails(x, "the rules have too many sets");
    for (int32_t i = 0; i < rules->sets; i++) {
        const struct pattern_set *set = &rules->set[i];
        if (set->layer >= x->game->layers || !verify_flag(&set->others) ||
            set->only < -1 || set->only > 255)
            return verify_fails(x, "a set of no layer");
    }
    return true;
}

/* A field with an integer for each player; a counter, if it is one of `counters`. */
static bool is_of_players(const struct lua_game *s, int32_t field, bool counters)
{
    const struct lua_game_field *f = &s->field[field < 0 ? 0 : field];
    return field >= 0 && field < s->fields && f->count == s->game.players &&
           f->counter == counters;
}

/* What players have who act together, and what is theirs. */
static bool verify_players(struct verifying *x, const struct pattern_program *rules)
{
    const struct lua_game *s = x->game;
    const struct lua_game_together *t = &s->together;
    int64_t slot[LUA_GAME_SLOTS_MAX];
    for (int v = 0; v < 256; v++) {
        if (rules->owner[v] > s->game.players || rules->piece_layer >= s->layers)
            return verify_fails(x, "a piece is that of no player");
    }
    for (int32_t i = 0; i < s->fields; i++) {
        if (s->field[i].each && s->field[i].count != s->game.players)
            return verify_fails(x, "a field has not one number for each player");
    }
    if ((s->reward >= 0 || s->earned >= 0) &&
        (!is_of_players(s, s->reward, true) || !is_of_players(s, s->earned, true)))
        return verify_fails(x, "the rewards are in no field");
    if (t->players == 0) return true;
    return (t->players == s->game.players && (unsigned)t->order <= LUA_GAME_AT_ONCE &&
            is_of_players(s, t->chosen, false) && t->idle >= 0 && s->copies &&
            lua_game_slots(s, t->idle * t->players, slot) != NULL) ||
           verify_fails(x, "the players do not act together");
}

static bool verify_game(struct verifying *x, const struct pattern_program *rules)
{
    if (!VERIFY_LIES(x, rules, 1)) return verify_fails(x, "the rules are no program");
    if (!verify_players(x, rules)) return false;
    if (!verify_flag(&rules->scored) || !verify_flag(&rules->only) ||
        !verify_flag(&rules->foresees) || !verify_flag(&rules->exact))
        return verify_fails(x, "the rules are half said");
    if (!verify_sets(x, rules)) return false;
    return verify_words(x, rules) && verify_kinds(x, rules) && verify_forms(x, rules) &&
           verify_steps(x, rules) && verify_ends(x, rules) && verify_score(x, rules);
}

static bool tell(const struct verifying *x, struct pattern_verdict *out)
{
    out->wrong = x->wrong;
    out->internal = x->wrong != NULL;
    out->text = x->wrong == NULL ? NULL : x->text;
    return x->wrong == NULL;
}

bool pattern_verify(const struct pattern_memory *memory, const struct lua_game *game,
                    const struct pattern_program *rules, struct pattern_verdict *out)
{
    struct verifying x = {.memory = memory, .game = game, .rules = rules};
    verify_game(&x, rules);
    return tell(&x, out);
}

bool pattern_verify_step(const struct pattern_memory *memory,
                         const struct pattern_step *step, struct pattern_verdict *out)
{
    struct verifying x = {.memory = memory};
    if (!VERIFY_LIES(&x, step, 1))
        verify_fails(&x, "the rules are no program");
    else
        verify_step(&x, step);
    return tell(&x, out);
}
