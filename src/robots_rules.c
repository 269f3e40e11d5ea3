/*
 * The rules of Robots: what the player may do, and what the robots do then. Invariant: the
 * list has the cells of the robots on the board in ascending order, then zeros.
 */
#include "robots_rules.h"

enum { far_away = 999999, sides = 20, first_teleport = 16 };

/* ---- actions ---- */

action robots_teleport(int32_t row, int32_t col)
{
    return first_teleport + ((int64_t)row << sides | col);
}

void robots_target(action a, int32_t *row, int32_t *col)
{
    int64_t target = a - first_teleport;
    *row = (int32_t)(target >> sides);
    *col = (int32_t)(target & ((1 << sides) - 1));
}

bool robots_is_teleport(action a)
{
    int32_t row, col;
    if (a < first_teleport || a > robots_teleport(far_away, far_away)) return false;
    robots_target(a, &row, &col);
    return col <= far_away;
}

/* ---- what the player may do (rules 1 and 3) ---- */

static bool refuse(struct robots_refusal *no, const char *words, int32_t row, int32_t col)
{
    *no = (struct robots_refusal){words, row, col};
    return false;
}

static bool may_walk(const struct robots *r, int k, struct robots_refusal *no)
{
    struct spot step = walk_step(k), at = spot_of(r, r->player);
    int32_t row = at.row + step.row, col = at.col + step.col;
    const unsigned char *cell = cells_of(r);
    int32_t by = cell_at(r, step), to = r->player + by;
    switch (cell[to]) {
    case WALL: return refuse(no, "@ is off the board", row, col);
    case ROBOT: return refuse(no, "a robot is at @", row, col);
    case DEBRIS: break;
    default: return true;
    }
    switch (cell[to + by]) {
    case WALL: return refuse(no, "the debris at @ is at the edge of the board", row, col);
    case DEBRIS: return refuse(no, "there is more debris behind that at @", row, col);
    default: return true;
    }
}

/* The first entry of the list that is this cell and not used; -1 if there is none. */
static int32_t find_entry(const struct robots *r, int32_t cell)
{
    for (int32_t i = 0; i < teleports_of(r); i++) {
        if (r->teleport[i] == cell) return i;
    }
    return -1;
}

static bool may_teleport(const struct robots *r, action a, struct robots_refusal *no)
{
    int32_t row, col;
    robots_target(a, &row, &col);
    if (!on_board(r, row, col)) return refuse(no, "@ is off the board", row, col);
    int32_t cell = row * r->stride + col;
    if (find_entry(r, cell) < 0) return refuse(no, "no teleport to @ is left", row, col);
    if (cell == r->player) return refuse(no, "the player is there already", 0, 0);
    switch (cells_of(r)[cell]) {
    case ROBOT: return refuse(no, "a robot is at @", row, col);
    case DEBRIS: return refuse(no, "debris is at @", row, col);
    default: return true;
    }
}

bool robots_may(const struct robots *r, action a, struct robots_refusal *no)
{
    if (is_walk(a)) return may_walk(r, (int)a, no);
    if (robots_is_teleport(a)) return may_teleport(r, a, no);
    return refuse(no, "there is no such action", 0, 0);
}

/* ---- the player's move ---- */

/* An event of `what`, which afterwards is `becomes`, or 0. */
static void tell(struct report *report, const char *kind, int what, int becomes,
                 struct spot from, struct spot to)
{
    if (!wants_events(report)) return;
    emit(report, (struct event){kind, what, becomes, from.row, from.col, to.row, to.col});
}

static void walk(struct robots *r, int k, struct report *report)
{
    unsigned char *cell = cells_of(r);
    int32_t by = cell_at(r, walk_step(k)), from = r->player, to = from + by;
    struct spot here = spot_of(r, from), there = spot_of(r, to);
    if (cell[to] == DEBRIS) {
        struct spot beyond = spot_of(r, to + by);
        tell(report, "pushed", DEBRIS, 0, there, beyond);
        if (cell[to + by] == ROBOT) tell(report, "crushed", ROBOT, 0, beyond, beyond);
        cell[to] = EMPTY;
        cell[to + by] = DEBRIS;
    }
    r->player = to;
    tell(report, by == 0 ? "stayed" : "walked", PLAYER, 0, here, there);
}

static void teleport(struct robots *r, action a, struct report *report)
{
    struct robots_rest *rest = rest_of(r);
    struct spot here = spot_of(r, r->player);
    int32_t row, col;
    robots_target(a, &row, &col);
    r->player = row * r->stride + col;
    int32_t entry = find_entry(r, r->player);
    r->teleport[entry] = ~r->teleport[entry];
    jumps_of(r)[rest->taken++] = (struct robots_jump){rest->moves, entry, 0};
    tell(report, "teleported", PLAYER, 0, here, spot_of(r, r->player));
}

/* ---- the robots' move (rule 5) ---- */

/* All leave their cells at once. A robot of the list that is not on the board has just
 * been crushed. Returns how many are on their way. */
static int32_t set_out(struct robots *r, struct report *report)
{
    unsigned char *cell = cells_of(r), *arrivals = arrivals_of(r);
    struct spot *robot = robots_of(r), player = spot_of(r, r->player);
    int32_t n = 0, all = rest_of(r)->robots;
    for (int32_t i = 0; i < all; i++) {
        struct spot from = robot[i], to = from;
        if (cell[cell_at(r, from)] != ROBOT) continue;
        cell[cell_at(r, from)] = EMPTY;
        to.row = (int16_t)(from.row + sign(player.row - from.row));
        to.col = (int16_t)(from.col + sign(player.col - from.col));
        arrivals[cell_at(r, to)]++;
        tell(report, "moved", ROBOT, 0, from, to);
        robot[n++] = to;
    }
    return n;
}

/* Of n robots on their way those arrive that are alone on a cell without debris. Returns
 * how many; `level` of them are in the player's row, behind `above`. */
static int32_t arrive(struct robots *r, int32_t n, int32_t *above, int32_t *level,
                      struct report *report)
{
    unsigned char *cell = cells_of(r), *arrivals = arrivals_of(r);
    struct spot *robot = robots_of(r), player = spot_of(r, r->player);
    int32_t left = 0;
    for (int32_t i = 0; i < n; i++) {
        struct spot at = robot[i];
        int32_t here = cell_at(r, at), together = arrivals[here];
        arrivals[here] = 0;
        if (together > 1 && cell[here] != DEBRIS) {
            cell[here] = DEBRIS;
            rest_of(r)->debris++;
        }
        if (cell[here] == DEBRIS) {
            tell(report, "destroyed", ROBOT, DEBRIS, at, at);
            continue;
        }
        cell[here] = ROBOT;
        robot[left++] = at;
        *above += at.row < player.row;
        *level += at.row == player.row;
    }
    return left;
}

/* Robots keep their order, but in the player's row, where three rows meet: brings these
 * into the order of their columns. */
static void sort_level(struct robots *r, int32_t first, int32_t n)
{
    struct spot *robot = robots_of(r) + first;
    int16_t row = robot->row;
    const unsigned char *cell = cells_of(r) + row * r->stride;
    for (int16_t col = 1; n > 0; col++) {
        if (cell[col] != ROBOT) continue;
        *robot++ = (struct spot){row, col};
        n--;
    }
}

static void move_robots(struct robots *r, struct report *report)
{
    struct robots_rest *rest = rest_of(r);
    int32_t above = 0, level = 0, before = rest->robots;
    rest->robots = arrive(r, set_out(r, report), &above, &level, report);
    if (level > 1) sort_level(r, above, level);
    size_t gone = (size_t)(before - rest->robots);
    memset(robots_of(r) + rest->robots, 0, gone * sizeof(struct spot));
    struct spot player = spot_of(r, r->player);
    if (is_lost(r)) tell(report, "caught", PLAYER, 0, player, player);
}

enum applied robots_apply(struct robots *r, action a, struct report *report)
{
    struct robots_refusal no;
    bool over = is_over(r);
    if (over || !robots_may(r, a, &no)) {
        if (report != NULL && report->why != NULL) {
            robots_explain(r, a, over ? NULL : &no, report->why);
        }
        return REFUSED;
    }
    if (rest_of(r)->moves < INT64_MAX) rest_of(r)->moves++;
    if (is_walk(a)) {
        walk(r, (int)a, report);
    } else {
        teleport(r, a, report);
    }
    move_robots(r, report);
    return APPLIED;
}
