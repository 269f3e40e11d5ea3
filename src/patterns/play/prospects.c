/*
 * What the two players of a game are about to make: the cells that complete a line, by bitboards,
 * and the actions that put a piece there.
 *
 *     line 3 mine       x x . o      x to move: 1 3 ends the game
 *                       . o . .
 *                       . . x .      o to move: 1 3 parries, for it ends the game for x
 *
 * Only forms with one rule are looked at that writes one piece, at the place of the action. Whether
 * the end that a line makes is a win, and comes before other ends, is not asked here: who plays
 * the action sees.
 */
#include <assert.h>

#include "bits_of_cells.h"
#include "list_actions.h"

enum { FORMS = LUA_GAME_FORMS_MAX, LINES = 4 /* so many ends of lines are looked at */ };

/* ---- what follows from the rules ---- */

/* The write of a rule that puts one piece, at its anchor; or NULL. */
static const struct pattern_write *put_by(const struct pattern_rule *rule)
{
    const struct pattern *p = rule->pattern;
    if (p == NULL || !p->plain || p->pick != PATTERN_BY_ACTION) return NULL;
    if (p->every || rule->squash != NULL || rule->move != NULL) return NULL;
    for (int32_t i = 0; i < p->cells; i++)
        if (p->writes[i].count != (i == p->anchor)) return NULL;
    const struct pattern_write *w = p->writes[p->anchor].write;
    return w->what == PATTERN_PUT || w->what == PATTERN_PLAYER ? w : NULL;
}

static const struct pattern_write *put_of(const struct pattern_form *form)
{
    const bool places =
        form->by_bits && form->rules == 1 && form->column >= 0 && form->direction < 0;
    return places ? put_by(form->rule) : NULL;
}

static int value_of(const struct pattern_write *w, int player)
{
    return w->value[w->what == PATTERN_PLAYER ? player - 1 : 0];
}

/* The line that an end asks for, and nothing else; or NULL. */
static const struct pattern_term *line_of(const struct pattern_end *end)
{
    const struct pattern_term *t = end->when.term;
    if (end->when.terms != 1 || t->what != PATTERN_LINE || !t->cell->by_bits) return NULL;
    const bool counts = t->number >= 1 && t->number <= PATTERN_COMPLETED_MAX;
    return counts && t->cell->only != NULL ? t : NULL;
}

/* Whether a test of a cell beside the place that is written goes on to hold when a blank cell
 * gets a piece of either player. */
static bool stays(const struct pattern_program *rules, const struct pattern_test *t,
                  const struct pattern_write *w)
{
    if (t->by != PATTERN_BY_VALUE) return false;
    const struct kinds *kinds = &t->mask->kinds;
    if (t->layer != w->layer || !kinds_has(kinds, rules->blank[t->layer])) return true;
    return kinds_has(kinds, value_of(w, 1)) && kinds_has(kinds, value_of(w, 2));
}

/* Whether the rule only puts a piece into a blank cell, and can do so as long as that is blank. */
static bool only_fills(const struct pattern_program *rules,
                       const struct pattern_rule *rule)
{
    const struct pattern_write *w = put_by(rule);
    if (w == NULL || rule->when.terms > 0 || rule->adds > 0 || rule->over != 0)
        return false;
    if (rule->keep_turn || rule->slot != NULL) return false;
    const struct pattern *p = rule->pattern;
    for (int32_t i = 0; i < p->cells; i++) {
        const struct pattern_cell *cell = &p->cell[i];
        if (i == p->anchor) {
            const struct pattern_test *t = cell->only;
            if (t == NULL || t->by != PATTERN_BY_VALUE || t->layer != w->layer)
                return false;
            if (t->mask->only != rules->blank[t->layer]) return false;
            continue;
        }
        if (cell->tests < 0) return false;
        for (int32_t k = 0; k < cell->tests; k++)
            if (!stays(rules, &cell->test[k], w)) return false;
    }
    return true;
}

/* Whether all cells of a pattern lie in one column. */
static bool is_upright(const struct pattern *p)
{
    return !p->given && pattern_has_one_way(p) && direction_cols[p->direction[0]] == 0;
}

/* Whether the player who makes the line of an end has won, and not the other one. */
static bool wins_by(const struct pattern_end *end)
{
    const struct pattern_term *t = line_of(end);
    return t != NULL && end->by_player && end->score > 0 &&
           t->cell->only->by == PATTERN_BY_PLAYER;
}

/* Whether an end asks that no cell be blank. */
static bool is_full(const struct pattern_program *rules, const struct pattern_end *end)
{
    const struct pattern_term *t = end->when.term;
    if (end->when.terms != 1 || t->what != PATTERN_NO || t->on != NULL) return false;
    const struct pattern_test *test = t->cell->only;
    return test != NULL && test->by == PATTERN_BY_VALUE &&
           test->mask->only == rules->blank[test->layer];
}

bool pattern_sees_prospects(const struct lua_game *s)
{
    const struct pattern_program *rules = s->rules;
    bool puts = false, lines = false;
    for (int32_t i = 0; i < s->forms; i++)
        if (put_of(&rules->form[i]) != NULL) puts = true;
    for (int32_t i = 0; i < rules->ends; i++)
        if (line_of(&rules->end[i]) != NULL) lines = true;
    return rules->only && s->game.players == 2 && rules->steps == 0 && puts && lines;
}

int64_t pattern_parried(const struct lua_game *s)
{
    const struct pattern_program *rules = s->rules;
    if (!pattern_sees_prospects(s) || !rules->scored || rules->score_field >= 0 ||
        rules->score_cell != NULL)
        return 0;
    const struct pattern_form *form = &rules->form[0];
    if (s->forms != 1 || put_of(form) == NULL || !only_fills(rules, form->rule)) return 0;
    if (form->row < 0 && !is_upright(form->rule->pattern)) return 0;
    int32_t i = 0;
    int64_t least = INT64_MAX;
    for (; i < rules->ends && wins_by(&rules->end[i]); i++)
        if (rules->end[i].score < least) least = rules->end[i].score;
    if (i > LINES) return 0;
    while (i < rules->ends && is_full(rules, &rules->end[i])) i++;
    return i == rules->ends && least != INT64_MAX ? least : 0;
}

/* ---- boards ---- */

/* A line of an end, with the cells that count for it: mine and the opponent's. One that a piece of
 * the form at hand does not count for has none. */
struct line {
    const struct pattern_term *term;
    uint64_t mine[BITBOARD_WORDS], theirs[BITBOARD_WORDS];
};

/* A form's pieces, and what is seen of a board. */
struct seeing {
    struct listing *x;
    const struct pattern_write *write;
    int32_t lines, words;
    struct line line[LINES];
    const uint64_t *places, *deep; /* of the actions; of the pieces that they put */
    /* Where a piece completes a line: the mover's, and the opponent's, who could put it there. */
    uint64_t ends[BITBOARD_WORDS], parries[BITBOARD_WORDS];
};

/* The cells that count for the line of a player, if his piece counts. */
static void count_for(struct seeing *s, const struct pattern_term *t, int player,
                      uint64_t *out)
{
    struct pattern_run *run = &s->x->run;
    const struct pattern_test *test = t->cell->only;
    const struct pattern_mask *mask =
        test->by == PATTERN_BY_PLAYER ? &test->mask[player - 1] : test->mask;
    uint64_t room[BITBOARD_WORDS];
    const int own = run->player;
    memset(out, 0, (size_t)s->words * sizeof *out);
    if (test->layer != s->write->layer) return;
    if (!kinds_has(&mask->kinds, value_of(s->write, player))) return;
    run->player = player;
    memcpy(out, pattern_cell_bits(run, t->cell, room), (size_t)s->words * sizeof *out);
    run->player = own;
}

static void find_lines(struct seeing *s)
{
    const struct pattern_program *rules = s->x->run.rules;
    const int me = s->x->run.player;
    s->lines = 0;
    for (int32_t i = 0; i < rules->ends && s->lines < LINES; i++) {
        const struct pattern_term *t = line_of(&rules->end[i]);
        if (t == NULL) continue;
        struct line *line = &s->line[s->lines++];
        line->term = t;
        count_for(s, t, me, line->mine);
        count_for(s, t, 3 - me, line->theirs);
    }
}

/* Adds the cells that complete lines of so many pieces less than the ends ask for. */
static void add_completing(const struct seeing *s, bool mine, int32_t less, uint64_t *out)
{
    uint64_t more[BITBOARD_WORDS];
    for (int32_t i = 0; i < s->lines; i++) {
        const struct line *line = &s->line[i];
        const int32_t n = (int32_t)line->term->number - less;
        if (n <= 0) continue;
        pattern_bits_completing(&s->x->run, mine ? line->mine : line->theirs, n,
                                line->term->axes, more);
        for (int32_t w = 0; w < s->words; w++) out[w] |= more[w];
    }
}

static void find_places(struct seeing *s)
{
    const struct pattern_places *places = pattern_find_places(s->x);
    s->places = places->at;
    s->deep = s->x->form->row < 0 ? places->deep : places->at;
}

/* Looks for what the players are about to make. Returns whether there is anything. */
static bool see(struct seeing *s)
{
    struct pattern_run *run = &s->x->run;
    const struct pattern *p = s->x->form->rule->pattern;
    const bool alike = p->left[0] >= 0 && p->left[0] == p->left[1];
    uint64_t any = 0;
    find_lines(s);
    memset(s->ends, 0, (size_t)s->words * sizeof *s->ends);
    memset(s->parries, 0, (size_t)s->words * sizeof *s->parries);
    add_completing(s, true, 0, s->ends);
    add_completing(s, false, 0, s->parries);
    if (!alike) run->player = 3 - run->player;
    find_places(s);
    for (int32_t w = 0; w < s->words; w++) any |= s->parries[w] &= s->deep[w];
    if (!alike) run->player = 3 - run->player;
    if (!alike) find_places(s);
    for (int32_t w = 0; w < s->words; w++) any |= s->ends[w] & s->deep[w];
    return any != 0;
}

static bool has(const uint64_t *bits, int32_t cell)
{
    return bits[cell >> 6] >> (cell & 63) & 1;
}

/* The cell where the piece of a place is put. */
static int32_t cell_of(const struct seeing *s, int32_t place)
{
    if (s->x->form->row < 0)
        while (!has(s->deep, place)) place += s->x->run.board.cols;
    return place;
}

/* Goes over the places of the form's actions, in their order. Begins as {0, places[0]}. */
struct walk {
    int32_t word;
    uint64_t rest;
};

/* The cell of the next action's piece; false: there is none. */
static bool next_cell(const struct seeing *s, struct walk *at, int32_t *cell)
{
    while (at->rest == 0 && ++at->word < s->words) at->rest = s->places[at->word];
    if (at->rest == 0) return false;
    *cell = cell_of(s, 64 * at->word + (int32_t)__builtin_ctzll(at->rest));
    at->rest &= at->rest - 1;
    return true;
}

/* What actions promise on a board of one word: how many cells would complete a line after them. */
static void promise_small(const struct seeing *s, struct prospect *out)
{
    struct walk walk = {0, s->places[0]};
    uint64_t taken = 0;
    int32_t cell;
    for (int32_t i = 0; i < s->lines; i++)
        taken |= s->line[i].mine[0] | s->line[i].theirs[0];
    for (; next_cell(s, &walk, &cell); out++) {
        const uint64_t own = UINT64_C(1) << cell;
        for (int32_t i = 0; i < s->lines; i++) {
            const struct pattern_term *t = s->line[i].term;
            const uint64_t all = pattern_word_completing(
                &s->x->run, s->line[i].mine[0] | own, (int32_t)t->number, t->axes);
            out->promise += bits_count(all & ~taken);
        }
    }
}

/* On others: whether they complete a line that is shorter by one, of either player. */
static void promise_large(const struct seeing *s, struct prospect *out)
{
    uint64_t mine[BITBOARD_WORDS] = {0}, theirs[BITBOARD_WORDS] = {0};
    struct walk walk = {0, s->places[0]};
    int32_t cell;
    add_completing(s, true, 1, mine);
    add_completing(s, false, 1, theirs);
    for (; next_cell(s, &walk, &cell); out++)
        out->promise = 2 * has(mine, cell) + has(theirs, cell);
}

/* Says what is seen of each action of the form at hand, which lie from `out` on. What they promise
 * is only asked where none ends the game or parries. */
static void mark_form(struct seeing *s, struct prospect *out)
{
    int32_t cell;
    if (see(s)) {
        struct walk walk = {0, s->places[0]};
        for (; next_cell(s, &walk, &cell); out++) {
            out->ends = has(s->ends, cell);
            out->parries = has(s->parries, cell);
        }
    } else if (s->words == 1) {
        promise_small(s, out);
    } else {
        promise_large(s, out);
    }
}

/* ---- the protocol ---- */

/* Makes prospects of n actions that lie at the beginning of their room. */
static void spread(struct prospect *out, int n)
{
    for (int i = n; i-- > 0;) {
        action by;
        memcpy(&by, (const unsigned char *)out + (size_t)i * sizeof by, sizeof by);
        out[i] = (struct prospect){.by = by};
    }
}

int pattern_prospects(const struct game *game, const void *state, struct prospect *out,
                      int max)
{
    struct listing x;
    int32_t first[FORMS + 1] = {0};
    if (game->outcome(game, state) != NULL) return 0;
    const struct lua_game *s = lua_game_of(game);
    pattern_begin_listing(&x, s, state, (action *)(void *)out, max);
    for (int32_t i = 0; i < s->forms; i++) {
        pattern_list_form(&x, s, i);
        first[i + 1] = x.offered.count;
    }
    if (pattern_is_broken(&x.run))
        return x.run.fault.of == PATTERN_STOPPED ? ACTIONS_STOPPED : ACTIONS_FAILED;
    if (x.offered.count > max) return x.offered.count;
    spread(out, x.offered.count);
    struct seeing seeing;
    seeing.x = &x;
    for (int32_t i = 0; i < s->forms; i++) {
        seeing.write = put_of(&s->rules->form[i]);
        if (seeing.write == NULL || first[i + 1] == first[i] || !pattern_has_bits(&x.run))
            continue;
        seeing.words = x.run.bits->words;
        x.form = &s->rules->form[i];
        x.slots = &s->form[i];
        mark_form(&seeing, out + first[i]);
    }
    return x.offered.count;
}
