/*
 * The budget of an action. Work is counted in looks at a plane, of a cell or of a word of
 * 64 cells: one takes about a nanosecond. Each part of a run takes what it does from
 * x->work, and where it may take long asks puzzle_goes_on.
 */
#include "run.h"

/* How much is done between two looks at the budget. */
static const int64_t slice = INT64_C(1) << 17;

/* How much may be done in a turn; in an action with all turns that follow it. */
static int64_t turn_most(const struct puzzle_run *x)
{
    return (int64_t)x->p->patience * (1 << 20);
}

static int64_t action_most(const struct puzzle_run *x)
{
    return 4 * turn_most(x);
}

/* Takes what was done of this slice from the budgets, and begins another one. */
static void count_slice(struct puzzle_run *x)
{
    int64_t done = slice - x->work;
    x->turn_left -= done;
    x->action_left -= done;
    x->work = slice;
}

void puzzle_begin_action(struct puzzle_run *x)
{
    x->work = slice;
    x->action_left = x->turn_left = action_most(x);
    x->end = PUZZLE_GOES_ON;
}

void puzzle_begin_turn(struct puzzle_run *x)
{
    if (x->end != PUZZLE_GOES_ON) return;
    count_slice(x);
    x->turn_left = turn_most(x);
}

bool puzzle_asks(struct puzzle_run *x)
{
    const struct poll *poll = &x->p->poll;
    if (x->end != PUZZLE_GOES_ON) return false;
    count_slice(x);
    if (x->turn_left <= 0 || x->action_left <= 0)
        x->end = PUZZLE_SPENT;
    else if (poll->stop != NULL && poll->stop(poll->with))
        x->end = PUZZLE_STOPPED;
    if (x->end != PUZZLE_GOES_ON) x->work = 0;
    return x->end == PUZZLE_GOES_ON;
}

int64_t puzzle_turn_planes(const struct puzzle *p)
{
    int64_t planes = 3 * p->players.objects.n;
    for (int32_t i = 0; i < p->wins; i++) {
        planes += p->win[i].what.objects.n + p->win[i].on.objects.n + 1;
    }
    return planes;
}

/* How many planes the test of a cell looks at, at most. */
static int64_t tests_of(const struct puzzle_cell *cell)
{
    return 1 + cell->has.n + cell->none.n + cell->any.n;
}

/* What it takes to write a cell: where something is random, it is compared as a whole. */
static int64_t writes_of(const struct puzzle *p, const struct puzzle_write *w)
{
    int64_t planes = 1 + w->on.n + w->off.n + w->reset.n + w->directions.n;
    bool random = w->random.n > 0 || w->directions.n > 0;
    return planes + (random ? 2 * puzzle_cells(p) + p->objects : 0);
}

int64_t puzzle_segment_work(const struct puzzle_segment *s)
{
    int64_t planes = 0;
    for (int32_t k = 0; k < s->cells; k++) planes += tests_of(&s->cell[k]);
    return planes;
}

int64_t puzzle_rule_work(const struct puzzle *p, const struct puzzle_rule *r)
{
    int64_t planes = 0;
    for (int32_t i = 0; i < r->rows; i++) {
        for (int32_t k = 0; k < r->row[i].cells; k++) {
            const struct puzzle_cell *cell = &r->row[i].segment->cell[k];
            planes += tests_of(cell);
            if (cell->write != NULL) planes += writes_of(p, cell->write);
        }
    }
    return planes;
}
