/*
 * Which cells a sweep visits (visits.h).
 */
#include "visits.h"

enum { FROM_MAX = UINT8_MAX };

/* Notes that rule k fits, or may, in a cell of the bits. */
static void note(struct visits *v, int32_t cell, int32_t k, bool sure)
{
    const uint64_t bit = UINT64_C(1) << cell % 64;
    if ((v->may[cell / 64] & bit) != 0) return;
    v->may[cell / 64] |= bit;
    if (sure) v->sure[cell / 64] |= bit;
    v->from[cell] = (uint8_t)(k < FROM_MAX ? k : FROM_MAX);
}

/* Notes the cells of a bitboard, whose rows have so many cells. */
static void note_bits(struct visits *v, const uint64_t *bits, int32_t words, int32_t cols,
                      int32_t k, bool sure)
{
    for (int32_t w = 0; w < words; w++) {
        for (uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
            int32_t cell = 64 * w + __builtin_ctzll(rest);
            if (v->order.across) cell = cell % cols * v->order.length + cell / cols;
            note(v, cell, k, sure);
        }
    }
}

/* Notes the cells where rule k fits, or may. */
static void add_rule(struct pattern_run *window, const struct pattern *p, int32_t k,
                     struct visits *v)
{
    const int32_t words = window->bits->words;
    uint64_t room[BITBOARD_WORDS];
    const uint64_t *at = room;
    const bool alone = p->cells == 1 && !p->runs && p->relative == PATTERN_FIXED;
    bool exact = words == 1 || p->near || alone;
    if (alone || !exact) at = pattern_cell_bits(window, &p->cell[p->anchor], room);
    if (!exact) { /* a few are asked more cheaply when they are visited */
        int32_t few = 2;
        for (int32_t w = 0; w < words && few >= 0; w++)
            if (at[w] != 0) few -= bits_count(at[w]);
        exact = few < 0;
    }
    if (exact && !alone) {
        pattern_bits_made(window, p, room);
        at = room;
    }
    note_bits(v, at, words, window->board.cols, k,
              exact && k < FROM_MAX && pattern_is_sure(p));
}

bool pattern_find_visits(struct pattern_run *run, struct pattern_run *window,
                         const struct pattern_step *step, struct visits *v)
{
    memset(v->may, 0, sizeof v->may);
    memset(v->sure, 0, sizeof v->sure);
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern_rule *rule = &step->rule[k];
        if (rule->settled && !pattern_holds(run, &rule->when)) continue;
        add_rule(window, rule->pattern, k, v);
    }
    uint64_t any = 0;
    for (int32_t w = 0; w < window->bits->words; w++) any |= v->may[w];
    return any != 0;
}

/* Stretches a box of cells around anchors to what a pattern covers in this direction. */
static void cover(struct place *low, struct place *high, const struct pattern *p,
                  enum direction d)
{
    const struct place corner[] = {pattern_cell_place(p, 0, d),
                                   pattern_cell_place(p, p->rows * p->cols - 1, d)};
    for (int i = 0; i < 2; i++) {
        if (corner[i].row < low->row) low->row = corner[i].row;
        if (corner[i].col < low->col) low->col = corner[i].col;
        if (corner[i].row > high->row) high->row = corner[i].row;
        if (corner[i].col > high->col) high->col = corner[i].col;
    }
}

/* Finds out how far what is carried out matters. */
static void measure(const struct pattern_step *step, struct visits *v)
{
    struct place low = {0, 0}, high = {0, 0};
    int32_t around = 0;
    for (int32_t k = 0; k < step->rules; k++) {
        const struct pattern *p = step->rule[k].pattern;
        if (p->around > around) around = p->around;
        if (p->relative == PATTERN_FIXED && p->directions > 0) {
            for (int32_t i = 0; i < p->directions; i++)
                cover(&low, &high, p, p->direction[i]);
        } else {
            for (int d = 0; d < GRID_DIRECTIONS; d++)
                cover(&low, &high, p, (enum direction)d);
        }
    }
    const int32_t rows = high.row - low.row + around, cols = high.col - low.col + around;
    v->far = v->order.across ? cols : rows;
    v->far_along = v->order.across ? rows : cols;
}

void pattern_touch(const struct pattern_step *step, struct visits *v, int32_t line,
                   int32_t at)
{
    if (v->far < 0) measure(step, v);
    const int32_t far = v->far, last = v->first + v->lines - 1, length = v->order.length,
                  from = at < v->far_along ? 0 : at - v->far_along,
                  to = at + v->far_along >= length ? length - 1 : at + v->far_along;
    for (int32_t i = line - far < v->first ? v->first : line - far;
         i <= line + far && i <= last; i++) {
        const int32_t begin = (i - v->begin) * length;
        for (int32_t cell = begin + from; cell <= begin + to; cell++) {
            v->may[cell / 64] |= UINT64_C(1) << cell % 64;
            v->sure[cell / 64] &= ~(UINT64_C(1) << cell % 64);
            v->from[cell] = 0;
        }
    }
}
