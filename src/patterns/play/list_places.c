/*
 * The actions of a form such as "<row> <column> <direction>", by bitboards: one for each
 * direction has the places where a rule of the form fits.
 *
 *     [ peg | peg | empty ] on  o o . o      right: (0, 0)      "1 1 right"
 */
#include <assert.h>

#include "list_actions.h"

/* ---- where rules fit ---- */

/* Where the rule fits, in the ways of the form. Returns whether it does anywhere. */
static bool find_rule(struct listing *x, const struct pattern_rule *rule, int32_t ways,
                      const enum direction *direction, uint64_t *out)
{
    struct pattern_run *run = &x->run;
    const struct pattern *p = rule->pattern;
    const int32_t words = run->bits->words;
    uint64_t room[BITBOARD_WORDS], any = 0;
    assert(words > 0 && ways > 0);
    if (p->given) {
        pattern_bits_towards(run, p, direction, ways, out);
        for (int32_t w = 0; w < words * ways; w++) any |= out[w];
    } else {
        const uint64_t *fits = room;
        if (pattern_is_sure(p) && p->cells > 1) /* then the match needs no second look */
            pattern_bits_made(run, p, room);
        else
            fits = pattern_bits(run, p, room);
        for (int32_t w = 0; w < words; w++) any |= fits[w];
        for (int32_t n = 0; n < ways; n++)
            for (int32_t w = 0; w < words; w++) *out++ = fits[w];
    }
    return any != 0 && pattern_holds(run, &rule->when);
}

/* Of an action that names a column alone all places become one, in the first row. */
static void fold_columns(const struct pattern_run *run, uint64_t *at)
{
    const int32_t words = run->bits->words, cols = run->board.cols;
    uint64_t columns[BITBOARD_WORDS];
    if (words == 1) {
        for (int32_t k = cols; k < 64; k *= 2) at[0] |= at[0] >> k;
        at[0] &= ~UINT64_C(0) >> (64 - cols);
        return;
    }
    memset(columns, 0, (size_t)words * sizeof *columns);
    for (int32_t w = 0; w < words; w++) {
        for (uint64_t rest = at[w]; rest != 0; rest &= rest - 1) {
            const int32_t col = (64 * w + __builtin_ctzll(rest)) % cols;
            columns[col / 64] |= UINT64_C(1) << col % 64;
        }
    }
    memcpy(at, columns, (size_t)words * sizeof *at);
}

const struct pattern_places *pattern_find_places(struct listing *x)
{
    const struct pattern_form *form = x->form;
    struct pattern_run *run = &x->run;
    assert(form->by_bits && run->bits->words > 0);
    struct pattern_places *out = &run->bits->places;
    if (out->form == form && out->player == run->player) return out;
    out->ways = 1;
    out->direction = NULL;
    if (form->direction >= 0) {
        const struct lua_game_slot *way = &x->slots->slot[form->direction];
        out->ways = (int32_t)(way->max - way->min) + 1;
        out->direction = &run->rules->direction_of[way->min];
    }
    const int32_t words = run->bits->words, all = words * out->ways;
    assert(out->ways > 0 && out->ways <= PATTERN_WAYS_MAX);
    if (!find_rule(x, form->rule, out->ways, out->direction, out->at))
        memset(out->at, 0, (size_t)all * sizeof *out->at);
    for (int32_t i = 1; i < form->rules; i++) {
        uint64_t more[PATTERN_WAYS_MAX * BITBOARD_WORDS];
        if (!find_rule(x, &form->rule[i], out->ways, out->direction, more)) continue;
        for (int32_t w = 0; w < all; w++) out->at[w] |= more[w];
    }
    out->form = form;
    out->player = run->player;
    if (form->row >= 0) return out;
    for (int32_t w = 0; w < all; w++) out->deep[w] = out->at[w];
    for (int32_t n = 0; n < out->ways; n++) fold_columns(run, &out->at[n * words]);
    return out;
}

/* ---- actions ---- */

/* Sets the slots that name the place, and the way. */
static void set_slots(struct listing *x, const struct pattern_places *places,
                      struct place at, int32_t way)
{
    const struct pattern_form *form = x->form;
    if (form->row >= 0) x->slot[form->row] = at.row + 1;
    x->slot[form->column] = at.col + 1;
    if (form->direction < 0) return;
    x->slot[form->direction] = x->slots->slot[form->direction].min + way;
    x->run.direction = places->direction[way];
}

/* The first place of the column at which a rule fits. */
static struct place look_down(const struct listing *x,
                              const struct pattern_places *places, int32_t col,
                              int32_t way)
{
    const struct pattern_board *b = &x->run.board;
    const uint64_t *at = &places->deep[way * x->run.bits->words];
    struct place place = {0, col};
    for (int32_t cell = col; place.row < b->rows; place.row++, cell += b->cols) {
        if (at[cell / 64] >> cell % 64 & 1) break;
    }
    return place;
}

/* Chooses among several rules. */
static bool choose_there(struct listing *x, struct place at, struct pattern_chosen *out)
{
    struct pattern_run *run = &x->run;
    const bool down = x->form->row < 0;
    for (int32_t i = 0; i < x->form->rules; i++) {
        const struct pattern_rule *rule = &x->form->rule[i];
        struct place there = at;
        do {
            out->match = pattern_fits_at(run, rule->pattern, there, &out->room);
        } while (out->match == NULL && down && ++there.row < run->board.rows);
        out->rule = rule;
        if (out->match != NULL && pattern_holds(run, &rule->when)) return true;
    }
    return false;
}

bool pattern_at_place(struct listing *x, const struct pattern_places *places,
                      int32_t cell, int32_t way, struct pattern_chosen *out)
{
    const struct pattern_form *form = x->form;
    const uint32_t cols = (uint32_t)x->run.board.cols;
    struct place at = {(int32_t)((uint32_t)cell / cols),
                       (int32_t)((uint32_t)cell % cols)};
    set_slots(x, places, at, way);
    if (form->rules > 1) return choose_there(x, at, out);
    if (form->row < 0) at = look_down(x, places, at.col, way);
    out->rule = form->rule;
    out->match = pattern_known(&x->run, form->rule->pattern, at, &out->room);
    return out->match != NULL;
}

/* Offers the actions of a form without directions. */
static void offer_cells(struct listing *x, const uint64_t *at, action first,
                        action by_row, action by_column)
{
    const int32_t words = x->run.bits->words, cols = x->run.board.cols;
    const int32_t max = x->offered.max;
    action *out = x->offered.out;
    int32_t count = x->offered.count;
    for (int32_t w = 0, begin = 0; w < words; w++) {
        for (uint64_t any = at[w]; any != 0; any &= any - 1, count++) {
            const int32_t cell = 64 * w + __builtin_ctzll(any);
            for (; cell - begin >= cols; begin += cols) first += by_row;
            if (count < max) out[count] = first + (cell - begin) * by_column;
        }
    }
    x->offered.count = count;
}

void pattern_list_places(struct listing *x, action first)
{
    const struct pattern_form *form = x->form;
    const struct pattern_places *places = pattern_find_places(x);
    struct pattern_chosen chosen;
    const int32_t words = x->run.bits->words, cols = x->run.board.cols;
    const action by_row = form->row < 0 ? 0 : form->weight[form->row],
                 by_column = form->weight[form->column],
                 by_way = form->direction < 0 ? 0 : form->weight[form->direction];
    if (x->which == LIST_FIRST) {
        uint64_t any = 0;
        for (int32_t w = 0; w < words * places->ways; w++) any |= places->at[w];
        if (any != 0) offer_action(&x->offered, first);
        return;
    }
    if (places->ways == 1 && x->foreseen_max == 0) {
        offer_cells(x, places->at, first, by_row, by_column);
        return;
    }
    for (int32_t w = 0, row = 0, end = cols; w < words; w++) {
        uint64_t any = 0;
        for (int32_t n = 0; n < places->ways; n++) any |= places->at[n * words + w];
        for (; any != 0; any &= any - 1) {
            const int32_t bit = __builtin_ctzll(any), cell = 64 * w + bit;
            for (; cell >= end; end += cols) row++;
            action a = first + row * by_row + (cell - end + cols) * by_column;
            for (int32_t n = 0; n < places->ways; n++, a += by_way) {
                if ((places->at[n * words + w] >> bit & 1) == 0) continue;
                if (x->offered.count >= x->foreseen_max)
                    offer_action(&x->offered, a);
                else if (pattern_at_place(x, places, cell, n, &chosen))
                    pattern_offer(x, a, &chosen);
            }
        }
    }
}

/* ---- counting, and the action of a number ---- */

int32_t pattern_count_places(const struct pattern_run *run,
                             const struct pattern_places *places)
{
    const int32_t all = run->bits->words * places->ways;
    int32_t count = 0;
    for (int32_t w = 0; w < all; w++) count += bits_count(places->at[w]);
    return count;
}

void pattern_nth_place(const struct pattern_run *run, const struct pattern_places *places,
                       int32_t n, int32_t *cell, int32_t *way)
{
    const int32_t words = run->bits->words;
    int32_t w = 0, byte = 0;
    for (;; w++) {          /* the word, and its byte */
        uint64_t bytes = 0; /* how many there are in each of them */
        for (int32_t k = 0; k < places->ways; k++)
            bytes += bits_of_bytes(places->at[k * words + w]);
        for (byte = 0; byte < 8 && n >= (int32_t)(bytes & 255); byte++, bytes >>= 8)
            n -= (int32_t)(bytes & 255);
        if (byte < 8) break;
    }
    uint64_t any = 0;
    for (int32_t k = 0; k < places->ways; k++) any |= places->at[k * words + w];
    for (any &= ~UINT64_C(0) << 8 * byte; places->ways == 1; any &= any - 1) {
        if (n-- > 0) continue;
        *cell = 64 * w + __builtin_ctzll(any);
        *way = 0;
        return;
    }
    for (;; any &= any - 1) {
        const int32_t bit = __builtin_ctzll(any);
        for (int32_t k = 0; k < places->ways; k++) {
            if ((places->at[k * words + w] >> bit & 1) == 0 || n-- > 0) continue;
            *cell = 64 * w + bit;
            *way = k;
            return;
        }
    }
}
