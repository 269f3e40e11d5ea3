/*
 * The rules of Robots: the moves of the player, then those of the robots. **The list
 * holds the places of the robots on the board in the order of their cells, then zeros.**
 */
#include "robots_rules.h"

/* A teleport is FIRST_TELEPORT + (row << SIDE_BITS | column). */
enum { SIDE_BITS = 20, FIRST_TELEPORT = 16 };

/* ---- actions ---- */

action robots_teleport(int32_t row, int32_t col)
{
    return FIRST_TELEPORT + ((int64_t)row << SIDE_BITS | col);
}

void robots_target(action a, int32_t *row, int32_t *col)
{
    int64_t target = a - FIRST_TELEPORT;
    *row = (int32_t)(target >> SIDE_BITS);
    *col = (int32_t)(target & ((1 << SIDE_BITS) - 1));
}

bool robots_is_teleport(action a)
{
    int32_t row, col;
    if (a < FIRST_TELEPORT || a > robots_teleport(ROBOTS_FAR, ROBOTS_FAR)) return false;
    robots_target(a, &row, &col);
    return col <= ROBOTS_FAR;
}

/* ---- what the player may do (rules 1 and 3) ---- */

static bool refuse(struct robots_refusal *no, enum robots_reason reason, int32_t row,
                   int32_t col)
{
    *no = (struct robots_refusal){reason, row, col};
    return false;
}

static bool may_walk(const struct robots *r, int k, struct robots_refusal *no)
{
    struct spot step = walk_step(k), at = spot_of(r, r->player);
    int32_t row = at.row + step.row, col = at.col + step.col;
    const unsigned char *cell = cells_of(r);
    int32_t by = cell_at(r, step), to = r->player + by;
    switch (cell[to]) {
    case WALL: return refuse(no, ROBOTS_OFF_BOARD, row, col);
    case ROBOT: return refuse(no, ROBOTS_ROBOT_THERE, row, col);
    case DEBRIS: break;
    default: return true;
    }
    switch (cell[to + by]) {
    case WALL: return refuse(no, ROBOTS_DEBRIS_AT_EDGE, row, col);
    case DEBRIS: return refuse(no, ROBOTS_DEBRIS_BEHIND, row, col);
    default: return true;
    }
}

/* The first unused entry of the list for this cell; -1 if there is none. */
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
    if (!on_board(r, row, col)) return refuse(no, ROBOTS_OFF_BOARD, row, col);
    int32_t cell = row * r->stride + col;
    if (find_entry(r, cell) < 0) return refuse(no, ROBOTS_NO_TELEPORT, row, col);
    if (cell == r->player) return refuse(no, ROBOTS_THERE_ALREADY, 0, 0);
    switch (cells_of(r)[cell]) {
    case ROBOT: return refuse(no, ROBOTS_ROBOT_THERE, row, col);
    case DEBRIS: return refuse(no, ROBOTS_DEBRIS_THERE, row, col);
    default: return true;
    }
}

bool robots_may(const struct robots *r, action a, struct robots_refusal *no)
{
    if (is_walk(a)) return may_walk(r, (int)a, no);
    if (robots_is_teleport(a)) return may_teleport(r, a, no);
    return refuse(no, ROBOTS_NO_SUCH_ACTION, 0, 0);
}

/* ---- the player's move ---- */

static void tell_all(struct report *report, const char *kind, int what, int becomes,
                     struct spot from, struct spot to)
{
    emit(report, (struct event){kind, what, becomes, from.row, from.col, to.row, to.col});
}

/* Emits an event, as in struct event. */
static inline void tell(struct report *report, const char *kind, int what, int becomes,
                        struct spot from, struct spot to)
{
    if (wants_events(report)) tell_all(report, kind, what, becomes, from, to);
}

static void push(struct robots *r, int32_t from, int32_t to, struct report *report)
{
    unsigned char *cell = cells_of(r);
    struct spot beyond = spot_of(r, to);
    tell(report, "pushed", DEBRIS, 0, spot_of(r, from), beyond);
    if (cell[to] == ROBOT) tell(report, "crushed", ROBOT, 0, beyond, beyond);
    cell[from] = EMPTY;
    cell[to] = DEBRIS;
}

/* Moves the player, who may push debris. Returns the player's new place. */
static struct spot walk(struct robots *r, int k, struct report *report)
{
    struct spot from = spot_of(r, r->player), to = from, step = walk_step(k);
    int32_t by = cell_at(r, step);
    to.row += step.row;
    to.col += step.col;
    r->player += by;
    if (cells_of(r)[r->player] == DEBRIS) push(r, r->player, r->player + by, report);
    tell(report, k == ROBOTS_STAY ? "stayed" : "walked", PLAYER, 0, from, to);
    return to;
}

static struct spot teleport(struct robots *r, action a, struct report *report)
{
    struct robots_rest *rest = rest_of(r);
    struct spot from = spot_of(r, r->player), to;
    int32_t row, col;
    robots_target(a, &row, &col);
    to = (struct spot){row, col};
    r->player = cell_at(r, to);
    int32_t entry = find_entry(r, r->player);
    r->teleport[entry] = ~r->teleport[entry];
    jumps_of(r)[rest->taken++] = (struct robots_jump){rest->moves, entry, 0};
    tell(report, "teleported", PLAYER, 0, from, to);
    return to;
}

/* ---- the robots' move (rule 5) ---- */

/* First step: all robots leave their cells at once. The list then holds their
 * next places; returns its end. A robot of the list that is not on the board
 * has just been crushed. */
static struct spot *set_out(struct robots *r, struct spot player, struct report *report)
{
    unsigned char *cell = cells_of(r), *arrivals = arrivals_of(r);
    struct spot *out = robots_of(r), *end = out + rest_of(r)->robots;
    int32_t stride = r->stride;
    for (const struct spot *robot = out; robot < end; robot++) {
        struct spot from = *robot;
        int32_t at = from.row * stride + from.col;
        if (cell[at] != ROBOT) continue;
        int32_t row = sign(player.row - from.row), col = sign(player.col - from.col);
        struct spot to = {from.row + row, from.col + col};
        cell[at] = EMPTY;
        arrivals[at + row * stride + col]++;
        *out++ = to;
        tell(report, "moved", ROBOT, 0, from, to);
    }
    return out;
}

/* Second step: a robot that comes alone to a cell without debris is put on the board and
 * stays in the list; the others are destroyed. Returns how many are left. */
static int32_t arrive(struct robots *r, const struct spot *end, struct report *report)
{
    unsigned char *cell = cells_of(r), *arrivals = arrivals_of(r);
    struct spot *robots = robots_of(r), *out = robots;
    for (const struct spot *robot = robots; robot < end; robot++) {
        int32_t at = cell_at(r, *robot), together = arrivals[at];
        arrivals[at] = 0;
        if (cell[at] != DEBRIS) {
            if (together == 1) {
                cell[at] = ROBOT;
                *out++ = *robot;
                continue;
            }
            cell[at] = DEBRIS;
            rest_of(r)->debris++;
        }
        tell(report, "destroyed", ROBOT, DEBRIS, *robot, *robot);
    }
    return (int32_t)(out - robots);
}

/* Moving keeps the list of n robots sorted except in the player's row, which robots enter
 * from three rows. Sorts that part by column. */
static void sort_row(struct robots *r, int32_t row, int32_t n)
{
    struct spot *robot = robots_of(r), *end = robot + n;
    while (robot < end && robot->row < row) robot++;
    struct spot *last = robot;
    while (last + 1 < end && last[1].row == row && last->col < last[1].col) last++;
    if (last + 1 >= end || last[1].row != row) return;
    const unsigned char *cell = cells_of(r) + row * r->stride;
    for (int32_t col = 1; robot < end && robot->row == row; col++) {
        if (cell[col] == ROBOT) *robot++ = (struct spot){row, col};
    }
}

static void move_robots(struct robots *r, struct spot player, struct report *report)
{
    struct robots_rest *rest = rest_of(r);
    int32_t before = rest->robots, left;
    left = arrive(r, set_out(r, player, report), report);
    if (left > 1) sort_row(r, player.row, left);
    for (int32_t i = left; i < before; i++) robots_of(r)[i] = (struct spot){0, 0};
    rest->robots = left;
    if (is_lost(r)) tell(report, "caught", PLAYER, 0, player, player);
}

void robots_carry_out(struct robots *r, action a, struct report *report)
{
    state_count(&rest_of(r)->moves, 1);
    bool walks = is_walk(a);
    move_robots(r, walks ? walk(r, (int)a, report) : teleport(r, a, report), report);
}

enum applied robots_apply(const struct game *g, void *state, action a,
                          struct report *report)
{
    struct robots_refusal no;
    if (is_over(state) || !robots_may(state, a, &no)) return refused(g, state, a, report);
    robots_carry_out(state, a, report);
    return APPLIED;
}
