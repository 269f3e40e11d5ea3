/*
 * Freezing: the numbers, the masts and the stops beside switches.
 */
#include "horizontally_walls.h"

enum { QUARTER = STRIPS_MOVE / 4 };

static const wall cost = {0,           QUARTER,     2 * QUARTER, 3 * QUARTER,
                          4 * QUARTER, 5 * QUARTER, 6 * QUARTER, 7 * QUARTER};

/* The simplest number above `low` and not above `high`, in units; WALLS_NOTHING if a unit is
 * too coarse for it. */
static int simplest(int low, int high)
{
    if (low < 0 && high >= 0) return 0;
    for (int step = STRIPS_MOVE; step > 1; step /= 2) {
        int up = low >= 0 ? low / step + 1 : -((-high + step - 1) / step);
        up *= step;
        if (up > low && up <= high) return up;
    }
    return WALLS_NOTHING;
}

/* The number, rounded down, of a game with these stops; WALLS_NOTHING if it is not a number. */
static int number_between(int left, int right)
{
    if (left >= right) return WALLS_NOTHING;
    int number = simplest(left, right);
    return number == WALLS_NOTHING ? left & ~1 : number;
}

/* Computes the stops of the strip plus this set of switches. */
static void stop_beside(struct walls *w, int set)
{
    static const int worth[2] = {STRIPS_MOVE, STRIPS_SWITCH};
    int left = w->left_stop[set], right = w->right_stop[set];
    for (int i = 0; i < 2; i++) {
        if ((set >> i & 1) == 0) continue;
        int rest = set ^ 1 << i;
        int up = w->right_stop[rest] + worth[i], down = w->left_stop[rest] - worth[i];
        left = up > left ? up : left;
        right = down < right ? down : right;
    }
    int number = number_between(left, right);
    w->left_stop[set] = (int16_t)(number == WALLS_NOTHING ? left : number - 1);
    w->right_stop[set] = (int16_t)(number == WALLS_NOTHING ? right : number);
}

void walls_end(struct walls *w)
{
    int number = number_between(w->left[0], w->right[0]);
    for (int set = 0; set < STRIPS_SWITCHES; set++) stop_beside(w, set);
    if (number != WALLS_NOTHING) {
        w->left = w->right = (wall){0} + (int16_t)number;
        w->left[0]--;
        return;
    }
    w->left -= cost;
    w->right += cost;
    for (int i = 1; i < WALLS_POINTS; i++) {
        if (w->left[i] >= w->right[i]) continue;
        int before = (w->right[i - 1] + 1) & ~1;
        int16_t mean = (int16_t)(w->left[i] > before ? w->left[i] : before);
        for (; i < WALLS_POINTS; i++) w->left[i] = w->right[i] = mean;
    }
}
