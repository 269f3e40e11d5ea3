/*
 * The player's strategy (rules 1 to 4).
 *
 * A robot that is two or more rows and two or more columns away from the player, a far
 * one, takes the same step whichever of the nine walks he takes. So the far ones are
 * entered once, at the cells they come to; then for each walk the near ones are added,
 * the robots that remain are counted, and the near ones are taken out again. The work is
 * that of the robots, whatever the board measures.
 */
#include <stdlib.h>

#include "robots_rules.h"

/* The robots around the player: those near from the front of the scratch's list, the far
 * ones that debris does not stop from its back. */
struct survey {
    struct around *near, *far;
    int32_t nears, fars;
    int32_t left; /* far ones that are alone on their new cells */
    const struct around
        *closest[4]; /* of these, above or below, left or right; or NULL */
};

/* What a walk leads to. */
struct prospect {
    int32_t left;     /* robots, after their move */
    int32_t distance; /* the least of theirs to the player */
};

/* One more robot comes to a cell. Returns by how many there are more that come alone. */
static int32_t enter(unsigned char *arrivals, int32_t cell)
{
    int32_t together = arrivals[cell]++;
    return (together == 0) - (together == 1);
}

static void take_survey(const struct robots *r, struct survey *s)
{
    const unsigned char *cell = cells_of(r);
    unsigned char *arrivals = arrivals_of(r);
    const struct spot *robot = robots_of(r);
    struct spot player = spot_of(r, r->player);
    *s = (struct survey){.near = around_of(r), .far = around_of(r) + started_of(r)};
    for (int32_t i = 0; i < rest_of(r)->robots; i++) {
        int32_t at = cell_at(r, robot[i]);
        int32_t row = robot[i].row - player.row, col = robot[i].col - player.col;
        if (cell[at] != ROBOT) continue;
        struct around a = {{(int16_t)row, (int16_t)col}, at, at};
        if (abs(row) < 2 || abs(col) < 2) {
            s->near[s->nears++] = a;
            continue;
        }
        a.to = at - sign(row) * r->stride - sign(col);
        if (cell[a.to] == DEBRIS) continue;
        s->left += enter(arrivals, a.to);
        *--s->far = a;
        s->fars++;
    }
    for (int32_t i = 0; i < s->fars; i++) {
        const struct around *a = &s->far[i], **c;
        if (arrivals[a->to] != 1) continue;
        c = &s->closest[(a->from.row > 0) * 2 + (a->from.col > 0)];
        if (*c == NULL || abs(a->from.row) + abs(a->from.col) <
                              abs((*c)->from.row) + abs((*c)->from.col)) {
            *c = a;
        }
    }
}

static void end_survey(const struct robots *r, const struct survey *s)
{
    unsigned char *arrivals = arrivals_of(r);
    for (int32_t i = 0; i < s->fars; i++) arrivals[s->far[i].to] = 0;
    memset(s->near, 0, (size_t)s->nears * sizeof *s->near);
    memset(s->far, 0, (size_t)s->fars * sizeof *s->far);
}

/* How far a robot is away in one direction, after its step. */
static int32_t gap(int32_t before)
{
    return abs(before) - (before != 0);
}

static int32_t distance(const struct around *a, struct spot step)
{
    return gap(a->from.row - step.row) + gap(a->from.col - step.col);
}

/* The least distance of the n robots that come alone; at most `least`. */
static int32_t least_of(const struct robots *r, const struct around *a, int32_t n,
                        struct spot step, int32_t least)
{
    const unsigned char *cell = cells_of(r), *arrivals = arrivals_of(r);
    for (; n > 0; a++, n--) {
        if (arrivals[a->to] != 1 || cell[a->to] == DEBRIS) continue;
        int32_t d = distance(a, step);
        if (d < least) least = d;
    }
    return least;
}

/* The closest far ones decide, unless a near one destroys one of them. */
static int32_t least_distance(const struct robots *r, const struct survey *s,
                              struct spot step)
{
    int32_t least = least_of(r, s->near, s->nears, step, INT32_MAX);
    for (int q = 0; q < 4; q++) {
        const struct around *c = s->closest[q];
        if (c == NULL) continue;
        if (arrivals_of(r)[c->to] != 1) return least_of(r, s->far, s->fars, step, least);
        least = least_of(r, c, 1, step, least);
    }
    return least;
}

/* What comes of the player's making this step. The distance counts only where no fewer
 * robots than `left` remain. */
static struct prospect weigh(const struct robots *r, struct survey *s, struct spot step,
                             int32_t left)
{
    const unsigned char *cell = cells_of(r);
    unsigned char *arrivals = arrivals_of(r);
    struct prospect p = {s->left, 0};
    for (int32_t i = 0; i < s->nears; i++) {
        struct around *a = &s->near[i];
        a->to = a->cell - sign(a->from.row - step.row) * r->stride -
                sign(a->from.col - step.col);
        int32_t more = enter(arrivals, a->to);
        if (cell[a->to] != DEBRIS) p.left += more;
    }
    if (p.left <= left) p.distance = least_distance(r, s, step);
    for (int32_t i = 0; i < s->nears; i++) arrivals[s->near[i].to]--;
    return p;
}

/* Whether the robots would reach a player on this cell. */
static bool is_reached(const struct robots *r, int32_t at)
{
    const unsigned char *above = cells_of(r) + at - r->stride - 1;
    const unsigned char *level = above + r->stride, *below = level + r->stride;
    return above[0] == ROBOT || above[1] == ROBOT || above[2] == ROBOT ||
           level[0] == ROBOT || level[1] == ROBOT || level[2] == ROBOT ||
           below[0] == ROBOT || below[1] == ROBOT || below[2] == ROBOT;
}

struct choice {
    int walk; /* ROBOTS_NO_ACTION: none yet */
    struct prospect prospect;
};

/* Rule 2: fewest robots, then the largest distance, then the first in order. */
static void compare(struct choice *best, int k, struct prospect p)
{
    const struct prospect *b = &best->prospect;
    if (best->walk == ROBOTS_NO_ACTION || p.left < b->left ||
        (p.left == b->left &&
         (p.distance > b->distance || (p.distance == b->distance && k < best->walk)))) {
        *best = (struct choice){k, p};
    }
}

/* The walk k, which pushes debris: tried on the board, which is put back afterwards. */
static void try_push(const struct robots *r, int k, struct choice *best)
{
    unsigned char *cell = cells_of(r);
    int32_t by = cell_at(r, walk_step(k)), to = r->player + by;
    unsigned char before = cell[to + by];
    cell[to] = EMPTY;
    cell[to + by] = DEBRIS;
    if (!is_reached(r, to)) {
        struct survey survey;
        take_survey(r, &survey);
        compare(best, k, weigh(r, &survey, walk_step(k), best->prospect.left));
        end_survey(r, &survey);
    }
    cell[to] = DEBRIS;
    cell[to + by] = before;
}

/* Rules 1 and 2. */
static int best_walk(const struct robots *r)
{
    const unsigned char *cell = cells_of(r);
    struct choice best = {ROBOTS_NO_ACTION, {INT32_MAX, 0}};
    struct robots_refusal no;
    struct survey survey = {.near = NULL};
    for (int k = 0; k < ROBOTS_WALKS; k++) {
        int32_t to = r->player + cell_at(r, walk_step(k));
        if (cell[to] != EMPTY || is_reached(r, to)) continue;
        if (survey.near == NULL) take_survey(r, &survey);
        compare(&best, k, weigh(r, &survey, walk_step(k), best.prospect.left));
    }
    if (survey.near != NULL) end_survey(r, &survey);
    for (int k = 0; k < ROBOTS_WALKS; k++) {
        int32_t to = r->player + cell_at(r, walk_step(k));
        if (cell[to] == DEBRIS && robots_may(r, k, &no)) try_push(r, k, &best);
    }
    return best.walk;
}

/* Rules 3 and 4. */
static action best_teleport(const struct robots *r)
{
    for (int32_t i = 0; i < teleports_of(r); i++) {
        int32_t to = r->teleport[i];
        if (to < 0 || to == r->player || cells_of(r)[to] != EMPTY) continue;
        struct spot at = spot_of(r, to);
        if (!is_reached(r, to)) return robots_teleport(at.row, at.col);
    }
    return ROBOTS_STAY;
}

action robots_choose(struct robots *r)
{
    if (is_over(r)) return ROBOTS_NO_ACTION;
    int walk = best_walk(r);
    return walk != ROBOTS_NO_ACTION ? walk : best_teleport(r);
}

int64_t robots_play(struct robots *r, int64_t max)
{
    int64_t moves = 0;
    for (; moves < max && !is_over(r); moves++) robots_apply(r, robots_choose(r), NULL);
    return moves;
}
