/*
 * Making the table of strips, by thermographs. A move leads to a strip with a smaller
 * number, so the walls of a strip follow from those of earlier strips. With t as the cost
 * of a move:
 *
 *     L(t) = max R'(t) - t over the player's moves
 *     R(t) = min L'(t) + t over the opponent's moves
 *
 * Above the point where they meet, both walls are a vertical mast at the mean. Their
 * values at t = 0 are the stops. A stop reached with the player to move counts as just
 * below its number (odd, see STRIPS_MOVE). Stops are also kept for the strip plus each
 * sum of switches. If the left stop is below the right one, the strip is a number: the
 * simplest in between.
 */
#include "horizontally_strip_values.h"

#include <string.h>

#include "horizontally_lines.h"

enum { POINTS = 8, NOTHING = 1 << 14, QUARTER = STRIPS_MOVE / 4 };

typedef int16_t wall __attribute__((vector_size(2 * POINTS)));
typedef int16_t stops __attribute__((vector_size(2 * STRIPS_SWITCHES)));

/* The walls at t = 0, 1/4 .. 7/4, and the stops by the set of switches added. */
struct walls {
    wall left, right;
    stops left_stop, right_stop;
};

static const wall cost = {0,           QUARTER,     2 * QUARTER, 3 * QUARTER,
                          4 * QUARTER, 5 * QUARTER, 6 * QUARTER, 7 * QUARTER};

struct making {
    int fields, lines, length;
    struct walls *walls;
};

/* Takes a move of the player to `after` into account: the best moves
 * make the left walls. */
static void player_moves_to(struct walls *w, const struct walls *after)
{
    wall above = w->left > after->right;
    stops over = w->left_stop > after->right_stop;
    w->left = (w->left & above) | (after->right & ~above);
    w->left_stop = (w->left_stop & over) | (after->right_stop & ~over);
}

/* Takes a move of the opponent to `after` into account, for the right walls. */
static void opponent_moves_to(struct walls *w, const struct walls *after)
{
    wall above = w->right > after->left;
    stops over = w->right_stop > after->left_stop;
    w->right = (after->left & above) | (w->right & ~above);
    w->right_stop = (after->left_stop & over) | (w->right_stop & ~over);
}

static uint32_t lowest_bits(int n)
{
    return (UINT32_C(1) << n) - 1;
}

/* The moves of the player, whose blocks lie across the lines. */
static void across(const struct making *m, uint32_t strip, struct walls *w)
{
    uint32_t places = strip, block = 0;
    for (int i = 0; i < m->fields; i++) {
        places &= strip >> (i * m->length);
        block |= UINT32_C(1) << (i * m->length);
    }
    for (; places != 0; places &= places - 1) {
        player_moves_to(w, &m->walls[strip ^ block << __builtin_ctz(places)]);
    }
}

/* The moves of the opponent, whose blocks lie along the lines. */
static void along(const struct making *m, uint32_t strip, struct walls *w)
{
    for (int i = 0; i < m->lines; i++) {
        uint32_t line = strip >> (i * m->length) & lowest_bits(m->length);
        uint32_t places = lines_room(line, m->fields);
        for (; places != 0; places &= places - 1) {
            int start = i * m->length + __builtin_ctz(places);
            opponent_moves_to(w, &m->walls[strip ^ lowest_bits(m->fields) << start]);
        }
    }
}

/* The simplest number above `low` and not above `high`, in units; NOTHING if a unit is
 * too coarse for it. */
static int simplest(int low, int high)
{
    if (low < 0 && high >= 0) return 0;
    for (int step = STRIPS_MOVE; step > 1; step /= 2) {
        int up = low >= 0 ? low / step + 1 : -((-high + step - 1) / step);
        up *= step;
        if (up > low && up <= high) return up;
    }
    return NOTHING;
}

/* The number, rounded down, of a game with these stops; NOTHING if it is not a number. */
static int number_between(int left, int right)
{
    if (left >= right) return NOTHING;
    int number = simplest(left, right);
    return number == NOTHING ? left & ~1 : number;
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
    w->left_stop[set] = (int16_t)(number == NOTHING ? left : number - 1);
    w->right_stop[set] = (int16_t)(number == NOTHING ? right : number);
}

/* Computes the walls of the strip from those that the moves gave. */
static void freeze(struct walls *w)
{
    int number = number_between(w->left[0], w->right[0]);
    for (int set = 0; set < STRIPS_SWITCHES; set++) stop_beside(w, set);
    if (number != NOTHING) {
        w->left = w->right = (wall){0} + (int16_t)number;
        w->left[0]--;
        return;
    }
    w->left -= cost;
    w->right += cost;
    for (int i = 1; i < POINTS; i++) {
        if (w->left[i] >= w->right[i]) continue;
        int before = (w->right[i - 1] + 1) & ~1;
        int16_t mean = (int16_t)(w->left[i] > before ? w->left[i] : before);
        for (; i < POINTS; i++) w->left[i] = w->right[i] = mean;
    }
}

size_t strips_making_size(int lines, int length)
{
    return sizeof(struct walls) << (lines * length);
}

size_t strips_size(int lines, int length)
{
    return sizeof(strips_worth) << (lines * length);
}

static struct walls walls_of(const struct making *m, uint32_t strip)
{
    struct walls w = {
        .left = (wall){0} - (int16_t)NOTHING,
        .right = (wall){0} + (int16_t)NOTHING,
        .left_stop = (stops){0} - (int16_t)NOTHING,
        .right_stop = (stops){0} + (int16_t)NOTHING,
    };
    across(m, strip, &w);
    along(m, strip, &w);
    freeze(&w);
    return w;
}

/* Writes the worth of a strip over walls that are no longer needed. */
static void keep_worth(const struct making *m, uint32_t strip, strips_worth *worth)
{
    struct walls w;
    memcpy(&w, &m->walls[strip], sizeof w);
    stops stop = w.right_stop;
    strips_worth all = {stop[0],    stop[1],    stop[2],    stop[3],
                        w.right[2], w.right[4], w.right[5], w.right[7]};
    memcpy(&worth[strip], &all, sizeof all);
}

bool strips_make(struct strips *s, int fields, int lines, int length, void *block,
                 const struct search_limits *limits, struct search_progress *progress)
{
    enum { OFTEN = 4096 };
    struct making m = {fields, lines, length, block};
    strips_worth *worth = block;
    uint32_t count = UINT32_C(1) << (lines * length);
    for (uint32_t strip = 0; strip < count; strip++) {
        if (strip % OFTEN == 0 && search_stops_now(limits, progress)) return false;
        m.walls[strip] = walls_of(&m, strip);
    }
    for (uint32_t strip = 0; strip < count; strip++) {
        if (strip % OFTEN == 0 && search_stops_now(limits, progress)) return false;
        keep_worth(&m, strip, worth);
    }
    *s = (struct strips){fields, lines, length, worth};
    return true;
}

strips_worth strips_nothing(void)
{
    return (strips_worth){0, -STRIPS_MOVE - 1, -STRIPS_SWITCH - 1,
                          STRIPS_SWITCH - STRIPS_MOVE};
}

strips_worth strips_line(int fields, uint32_t line)
{
    int blocks = 0;
    while (line != 0) {
        uint32_t run = line >> __builtin_ctz(line);
        int length = __builtin_ctz(~run);
        blocks += length / fields;
        line &= ~(lowest_bits(length) << __builtin_ctz(line));
    }
    return strips_nothing() - (int16_t)(blocks * STRIPS_MOVE);
}

/* The worth of the part of these lines from cell `start` on, `length` cells long. */
static strips_worth part(const struct strips *s, const uint32_t *line, int start,
                         int length)
{
    uint32_t strip = 0;
    strips_worth sum = strips_nothing();
    for (int i = 0; i < s->lines; i++) {
        uint32_t cells = line[i] >> start & lowest_bits(length);
        if (length <= s->length) {
            strip |= cells << (i * s->length);
        } else {
            sum = strips_sum(sum, strips_line(s->fields, cells));
        }
    }
    return length <= s->length ? s->worth[strip] : sum;
}

strips_worth strips_lines(const struct strips *s, const uint32_t *line)
{
    uint32_t all = 0, strip = 0;
    strips_worth sum = strips_nothing();
    for (int i = 0; i < s->lines; i++) {
        all |= line[i];
        strip |= line[i] << (i * s->length);
    }
    /* As a whole a strip may be worth more than the sum of its parts. */
    if (all >> s->length == 0) return s->worth[strip];
    while (all != 0) {
        int start = __builtin_ctz(all), length = __builtin_ctz(~(all >> start));
        sum = strips_sum(sum, part(s, line, start, length));
        all &= ~(lowest_bits(length) << start);
    }
    return sum;
}
