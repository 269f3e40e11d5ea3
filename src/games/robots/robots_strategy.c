/*
 * The player's strategy (rules 1 to 4).
 *
 * A robot is far if it is at least two rows and two columns away from the player, else
 * near. A far robot takes the same step for each of the nine walks, and far robots on one
 * side of the player move in parallel, so they never meet. So the far robots are entered
 * once, in the cells they come to. Then for each walk the near robots are added, the
 * robots left are counted, and the near robots are taken out again. The time is in
 * proportion to the robots, not to the board.
 *
 * A set of walks has bit 1 << k for walk k.
 */
#include <stdlib.h>

#include "robots_rules.h"

enum { QUADRANTS = 4, VERY_FAR = INT32_MAX / 2, ALL_WALKS = (1 << ROBOTS_WALKS) - 1 };

/* The robots around the player. The near ones fill the scratch's list from the front; the
 * far ones, without those that run into debris, from the back. */
struct threats {
    struct around *near, *far;
    int32_t nears, fars;
    unsigned reached; /* the walks after which a robot reaches the player */
    /* The closest far robot in each quadrant (bit 1: below the player, bit 0: on the
     * right), and its distance after its step, if the player stays. */
    const struct around *closest[QUADRANTS];
    int32_t distance[QUADRANTS];
};

/* The best walk so far. */
struct choice {
    int walk;         /* ROBOTS_NO_ACTION: none yet */
    int32_t left;     /* robots left after it */
    int32_t distance; /* from the player to the closest of them */
};

/* Whether this cell or one of the eight around it holds `what`. */
static bool is_beside(const struct robots *r, int32_t at, int what)
{
    const unsigned char *row = cells_of(r) + at - r->stride - 1;
    for (int i = 0; i < 3; i++, row += r->stride) {
        if (row[0] == what || row[1] == what || row[2] == what) return true;
    }
    return false;
}

/* ---- the threats ---- */

/* The walks that end beside a robot that is at most two rows and columns away. */
static unsigned walks_beside(int32_t row, int32_t col)
{
    static const unsigned char rows[] = {0001, 0011, 0111, 0110, 0100};
    static const unsigned char cols[] = {1, 3, 7, 6, 4};
    return (unsigned)rows[row + 2] * cols[col + 2];
}

static bool within(int32_t n, int32_t distance)
{
    return (uint32_t)(n + distance) <= 2 * (uint32_t)distance;
}

/* Counts one more robot that comes to a cell, of at most nine. Returns by how many the
 * number of robots that come alone changes. */
static int32_t enter(unsigned char *arrivals, int32_t cell)
{
    static const signed char more[] = {1, -1, 0, 0, 0, 0, 0, 0, 0};
    return more[arrivals[cell]++];
}

static void take_survey(const struct robots *r, struct threats *s)
{
    const unsigned char *cell = cells_of(r);
    unsigned char *arrivals = arrivals_of(r);
    const struct spot *robot = robots_of(r), *end = robot + rest_of(r)->robots;
    struct spot player = spot_of(r, r->player);
    struct around *near = around_of(r), *far = near + started_of(r);
    *s = (struct threats){.near = near, .far = far};
    for (int q = 0; q < QUADRANTS; q++) s->distance[q] = VERY_FAR;
    for (; robot < end; robot++) {
        int32_t at = cell_at(r, *robot);
        int32_t row = robot->row - player.row, col = robot->col - player.col;
        if (cell[at] != ROBOT) continue; /* crushed */
        if (within(row, 2) && within(col, 2)) s->reached |= walks_beside(row, col);
        if (within(row, 1) || within(col, 1)) {
            *near++ = (struct around){row, col, .cell = at, .to = at};
            continue;
        }
        int32_t up = sign(row), side = sign(col), to = at - up * r->stride - side;
        int32_t distance = row * up + col * side - 2;
        if (cell[to] == DEBRIS) continue;
        arrivals[to] = 1;
        *--far = (struct around){row, col, .distance = distance, .to = to};
        int q = (row > 0) * 2 + (col > 0);
        if (distance < s->distance[q]) {
            s->closest[q] = far;
            s->distance[q] = distance;
        }
    }
    s->nears = (int32_t)(near - s->near);
    s->fars = (int32_t)(s->far - far);
    s->far = far;
}

static void end_survey(const struct robots *r, const struct threats *s)
{
    static const struct around none;
    unsigned char *arrivals = arrivals_of(r);
    for (int32_t i = 0; i < s->fars; i++) {
        arrivals[s->far[i].to] = 0;
        s->far[i] = none;
    }
    for (int32_t i = 0; i < s->nears; i++) s->near[i] = none;
}

/* ---- the walks (rules 1 and 2) ---- */

static int32_t lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The least distance to one of the n robots that come alone, after the player's step
 * (row, col) and their own; at most `least`. */
static int32_t least_alone(const struct robots *r, const struct around *a, int32_t n,
                           int32_t row, int32_t col, int32_t least)
{
    const unsigned char *cell = cells_of(r), *arrivals = arrivals_of(r);
    for (; n > 0; a++, n--) {
        if (arrivals[a->to] != 1 || cell[a->to] == DEBRIS) continue;
        int32_t down = a->row - row, right = a->col - col;
        least = lesser(least, abs(down - sign(down)) + abs(right - sign(right)));
    }
    return least;
}

/* The least distance after a step (row, col) by which near robots are destroyed, maybe
 * together with far ones. */
static int32_t after_crash(const struct robots *r, const struct threats *s, int32_t row,
                           int32_t col)
{
    int32_t least = least_alone(r, s->near, s->nears, row, col, VERY_FAR);
    for (int q = 0; q < QUADRANTS; q++) {
        const struct around *c = s->closest[q];
        if (c == NULL) continue;
        if (arrivals_of(r)[c->to] != 1) {
            return least_alone(r, s->far, s->fars, row, col, least);
        }
        int32_t up = q & 2 ? -row : row, side = q & 1 ? -col : col;
        least = lesser(least, s->distance[q] + up + side);
    }
    return least;
}

/* The same where no robot is destroyed; `least` is the distance of the near ones. */
static int32_t without_crash(const struct threats *s, int32_t row, int32_t col,
                             int32_t least)
{
    if (s->fars == 0) return least;
    least = lesser(least, s->distance[0] + row + col);
    least = lesser(least, s->distance[1] + row - col);
    least = lesser(least, s->distance[2] - row + col);
    return lesser(least, s->distance[3] - row - col);
}

/* Rule 2: fewest robots, then the largest distance, then the first in order. */
static void compare(struct choice *best, int k, int32_t left, int32_t distance)
{
    if (left < best->left ||
        (left == best->left &&
         (distance > best->distance || (distance == best->distance && k < best->walk)))) {
        *best = (struct choice){k, left, distance};
    }
}

/* Compares walk k with the best so far; `step` is its step. */
static void weigh(const struct robots *r, const struct threats *s, int k,
                  struct spot step, struct choice *best)
{
    const unsigned char *cell = cells_of(r);
    unsigned char *arrivals = arrivals_of(r);
    int32_t left = s->fars, least = VERY_FAR;
    struct around *end = s->near + s->nears;
    for (struct around *a = s->near; a < end; a++) {
        int32_t down = a->row - step.row, right = a->col - step.col;
        int32_t up = sign(down), side = sign(right);
        a->to = a->cell - up * r->stride - side;
        int32_t more = enter(arrivals, a->to);
        if (cell[a->to] != DEBRIS) left += more;
        least = lesser(least, abs(down - up) + abs(right - side));
    }
    if (left <= best->left) {
        bool crash = left < s->fars + s->nears;
        compare(best, k, left,
                crash ? after_crash(r, s, step.row, step.col)
                      : without_crash(s, step.row, step.col, least));
    }
    for (struct around *a = s->near; a < end; a++) arrivals[a->to]--;
}

/* Compares the walks of a set that lead to empty cells and do not lose. */
static void weigh_all(const struct robots *r, unsigned walks, struct choice *best)
{
    struct threats threats;
    const unsigned char *cell = cells_of(r) + r->player;
    take_survey(r, &threats);
    walks &= ~threats.reached;
    for (int k = 0; walks != 0; k++, walks >>= 1) {
        if ((walks & 1) == 0) continue;
        struct spot step = walk_step(k);
        if (cell[cell_at(r, step)] == EMPTY) weigh(r, &threats, k, step, best);
    }
    end_survey(r, &threats);
}

/* The same for all walks where one robot is left. It cannot meet another robot, so rows
 * and columns can be computed apart. A distance of 0 means that it reaches the player.
 * Returns whether all nine cells are empty. */
static bool weigh_with_one(const struct robots *r, struct choice *best)
{
    const unsigned char *cell = cells_of(r), *beside = cell + r->player - r->stride - 1;
    struct spot robot = *robots_of(r), player = spot_of(r, r->player);
    int32_t to_col[3], right[3];
    bool empty = true;
    for (int j = 0; j < 3; j++) {
        int32_t before = robot.col - player.col - (j - 1), side = sign(before);
        to_col[j] = robot.col - side;
        right[j] = abs(before - side);
    }
    for (int i = 0; i < 3; i++, beside += r->stride) {
        int32_t before = robot.row - player.row - (i - 1), up = sign(before);
        int32_t to_row = (robot.row - up) * r->stride, down = abs(before - up);
        for (int j = 0; j < 3; j++) {
            int32_t distance = down + right[j];
            if (beside[j] != EMPTY) {
                empty = false;
            } else if (distance == 0) {
                continue;
            } else if (cell[to_row + to_col[j]] == DEBRIS) {
                compare(best, 3 * i + j, 0, VERY_FAR);
            } else {
                compare(best, 3 * i + j, 1, distance);
            }
        }
    }
    return empty;
}

/* Compares walk k, which pushes debris: changes the board for that, and restores it. */
static void try_push(const struct robots *r, int k, struct choice *best)
{
    unsigned char *cell = cells_of(r);
    int32_t by = cell_at(r, walk_step(k)), to = r->player + by;
    unsigned char before = cell[to + by];
    cell[to] = EMPTY;
    cell[to + by] = DEBRIS;
    weigh_all(r, 1u << k, best);
    cell[to] = DEBRIS;
    cell[to + by] = before;
}

static int best_walk(const struct robots *r)
{
    struct choice best = {ROBOTS_NO_ACTION, INT32_MAX, 0};
    struct robots_refusal no;
    if (rest_of(r)->robots == 1) {
        if (weigh_with_one(r, &best)) return best.walk;
    } else {
        weigh_all(r, ALL_WALKS, &best);
    }
    if (rest_of(r)->debris == 0 || !is_beside(r, r->player, DEBRIS)) return best.walk;
    for (int k = 0; k < ROBOTS_WALKS; k++) {
        int32_t to = r->player + cell_at(r, walk_step(k));
        if (cells_of(r)[to] == DEBRIS && robots_may(r, k, &no)) try_push(r, k, &best);
    }
    return best.walk;
}

/* ---- teleports (rules 3 and 4) ---- */

/* The first unused teleport to an empty cell without robots around it;
 * else the player stays. */
static action best_teleport(const struct robots *r)
{
    for (int32_t i = 0; i < teleports_of(r); i++) {
        int32_t to = r->teleport[i];
        if (to < 0 || cells_of(r)[to] != EMPTY) continue;
        struct spot at = spot_of(r, to);
        if (!is_beside(r, to, ROBOT)) return robots_teleport(at.row, at.col);
    }
    return ROBOTS_STAY;
}

static action choose(const struct robots *r)
{
    int walk = best_walk(r);
    return walk != ROBOTS_NO_ACTION ? walk : best_teleport(r);
}

action robots_choose(struct robots *r)
{
    return is_over(r) ? ROBOTS_NO_ACTION : choose(r);
}

int64_t robots_play(struct robots *r, int64_t max)
{
    int64_t moves = 0;
    for (; moves < max && !is_over(r); moves++) robots_carry_out(r, choose(r), NULL);
    return moves;
}
