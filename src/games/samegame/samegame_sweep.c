/*
 * A sweep goes over the columns from right to left, each from the top, and removes every
 * region that it meets.
 */
#include "samegame_sweep.h"

#include "samegame_rules.h"

struct sweep {
    struct samegame *game;
    struct meter *meter;
    action *moves;
    int32_t count;
    int spared; /* the value that this sweep does not remove, or EMPTY */
};

static int most_frequent(const struct samegame *s)
{
    int32_t count[NUMBERS] = {0};
    int most = 1;
    for (int32_t col = 1; col <= rest_of(s)->width; col++) {
        const unsigned char *cell = column_of(s, col) + 1;
        for (; *cell != EMPTY; cell++) count[*cell]++;
    }
    for (int value = 1; value < NUMBERS; value++) {
        if (count[value] > count[most]) most = value;
    }
    return most;
}

/* Goes from the top, so that little falls. */
static void sweep_column(struct sweep *x, int32_t col)
{
    struct samegame *s = x->game;
    const unsigned char *column = column_of(s, col);
    int32_t row = 1;
    while (row < rows_of(s) && column[row + 1] != EMPTY) row++;
    for (; row > 0 && meter_runs(x->meter); row--) {
        if (column[row] == EMPTY || column[row] == x->spared) continue;
        action a = samegame_action(row, col);
        if (samegame_apply(&samegame_game, s, a, NULL) != APPLIED) continue;
        x->moves[x->count++] = a;
        x->meter->progress->best = rest_of(s)->score;
        meter_reach(x->meter, x->count);
        meter_count(x->meter, 1);
    }
}

/* Goes from the right, so that few columns move. */
static void sweep_board(struct sweep *x)
{
    for (int32_t col = (int32_t)rest_of(x->game)->width; col > 0; col--) {
        sweep_column(x, col);
    }
}

int32_t samegame_sweep(struct samegame *s, struct meter *meter, action *moves)
{
    struct sweep x = {s, meter, moves, 0, most_frequent(s)};
    for (int32_t before = -1; before < x.count && meter_runs(meter);) {
        before = x.count;
        sweep_board(&x);
    }
    x.spared = EMPTY;
    while (samegame_goes_on(s) && meter_runs(meter)) sweep_board(&x);
    return x.count;
}
