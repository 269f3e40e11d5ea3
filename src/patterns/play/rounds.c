/*
 * How many rounds `again` may have: fewer on a large board, which costs more to look at.
 *
 *     each [ box near 1+ gem within 8 ] -> [ gem ]     289 looks at each cell of the board
 *
 * The number follows from the rules and the board alone, so it is the same on each machine.
 */
#include "play.h"

enum { ROUNDS_MOST = 10000, LOOKS_MOST = 30000000 };

/* How many cells around it a cell asks about; what alternatives share is asked once. */
static int64_t looks_around(const struct pattern_cell *cell)
{
    const struct pattern_around *last = NULL;
    int64_t looks = 0;
    for (int32_t i = 0; i < cell->alternatives; i++) {
        for (int32_t k = 0; k < cell->alternative[i].tests; k++) {
            const struct pattern_around *around = cell->alternative[i].test[k].around;
            if (around == NULL || around == last) continue;
            looks += around->offsets;
            last = around;
        }
    }
    return looks;
}

/* How many cells a pattern looks at where it begins in one: that one, and those around its cells. */
static int64_t looks_of_pattern(const struct pattern *p)
{
    int64_t looks = 1;
    if (p == NULL) return 0;
    for (int32_t i = 0; i < p->cells; i++) looks += looks_around(&p->cell[i]);
    return looks;
}

static int64_t looks_of_cell(const struct pattern_cell *cell)
{
    return cell == NULL ? 0 : 1 + looks_around(cell);
}

/* How many cells a condition looks at, by each cell of the board. */
static int64_t looks_of_condition(const struct pattern_condition *c)
{
    int64_t looks = 0;
    for (int32_t i = 0; i < c->terms; i++) {
        const struct pattern_term *t = &c->term[i];
        looks += looks_of_cell(t->cell) + looks_of_cell(t->on) + looks_of_cell(t->other) +
                 looks_of_cell(t->from.cell) + looks_of_cell(t->to.cell) +
                 looks_of_pattern(t->pattern);
        for (int32_t k = 0; k < 2; k++)
            for (int32_t n = 0; n < t->sum[k].figures; n++)
                looks += looks_of_cell(t->sum[k].figure[n].cell);
        for (int32_t k = 0; k < t->anys; k++) looks += looks_of_condition(&t->any[k]);
    }
    return looks;
}

/* The same of a step. A condition of a rule in a sweep is asked at each cell. */
static int64_t looks_of_step(const struct pattern_step *step, int64_t cells)
{
    int64_t looks = looks_of_condition(&step->when);
    for (int32_t k = 0; k < step->rules && looks < LOOKS_MOST; k++) {
        const struct pattern_rule *rule = &step->rule[k];
        looks += looks_of_pattern(rule->pattern);
        looks +=
            looks_of_condition(&rule->when) * (pattern_visits_cells(step) ? cells : 1);
    }
    return looks;
}

int32_t pattern_rounds(const struct pattern_run *run, const struct pattern_step *again)
{
    const int64_t cells = (int64_t)run->board.rows * run->board.cols;
    int64_t looks = looks_of_condition(&again->when);
    for (int32_t i = 1; i <= again->again && looks < LOOKS_MOST; i++)
        looks += looks_of_step(again + i, cells);
    if (looks >= LOOKS_MOST) return PATTERN_ROUNDS_LEAST;
    const int64_t rounds =
        looks * cells == 0 ? ROUNDS_MOST : LOOKS_MOST / (looks * cells);
    if (rounds > ROUNDS_MOST) return ROUNDS_MOST;
    return rounds < PATTERN_ROUNDS_LEAST ? PATTERN_ROUNDS_LEAST : (int32_t)rounds;
}
