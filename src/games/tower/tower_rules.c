/*
 * The rules of the Tower. **After an action the board is at rest or the game is over, and
 * both worklists in the scratch are empty.**
 *
 * The automated operations test only cells where something can have changed. Two
 * worklists hold these cells: `doomed`, blocks that may lie on a B now, and `loose`,
 * blocks that may have lost their support. Every change of a cell (put, take) enters the
 * cells that it can affect; a cell on neither list cannot have changed state, so it need
 * not be tested again. A sweep takes the loose cells in the order of their numbers, which
 * is the order of the rules: rows upward, each from left to right. A block that falls can
 * loosen only blocks of the row above its old place, which the same sweep still meets.
 */
#include "tower_rules.h"

#include <assert.h>

static uint64_t *doomed_of(const struct tower *t)
{
    return (uint64_t *)((uintptr_t)t + t->block.scratch);
}

static uint64_t *loose_of(const struct tower *t)
{
    return (uint64_t *)((uintptr_t)t + t->loose);
}

/* ---- judging (rules 16, 17) ---- */

enum tower_end tower_judge(const struct tower *t)
{
    int below = t->cell[t->player - t->stride];
    if (below == GOAL) return TOWER_CLEARED;
    if (below == VOID) return TOWER_HOLE;
    if (is_block(t, t->player)) return TOWER_BLOCK;
    if (t->cell[t->goal] != GOAL) return TOWER_WALKING_GOAL;
    return TOWER_RUNNING;
}

/* ---- changing the board ---- */

static void loosen_above(struct tower *t, int32_t cell)
{
    int32_t above = cell + t->stride;
    for (int32_t c = above - 1; c <= above + 1; c++) {
        if (is_block(t, c)) cellset_add(loose_of(t), t->cells, (uint32_t)c);
    }
}

/* Enters a cell in the worklists. If it holds a B, the block above it is entered, too. */
static void enter(struct tower *t, int32_t cell)
{
    int32_t above = cell + t->stride;
    cellset_add(loose_of(t), t->cells, (uint32_t)cell);
    if (t->cell[cell - t->stride] == VOID) {
        cellset_add(doomed_of(t), t->cells, (uint32_t)cell);
    }
    if (t->cell[cell] == VOID && is_block(t, above)) {
        cellset_add(doomed_of(t), t->cells, (uint32_t)above);
    }
}

static void put(struct tower *t, int32_t cell, int what)
{
    set_cell(t, cell, what);
    enter(t, cell);
}

static void take(struct tower *t, int32_t cell)
{
    set_cell(t, cell, SPACE);
    loosen_above(t, cell);
}

/* Emits an event of the piece `what`; a cell < 0 is no place. */
static void tell(const struct tower *t, struct report *report, const char *kind, int what,
                 int32_t from, int32_t to)
{
    if (!wants_events(report)) return;
    struct event e = {.kind = kind, .what = what};
    if (from >= 0) e.from_row = row_of(t, from), e.from_col = col_of(t, from);
    if (to >= 0) e.to_row = row_of(t, to), e.to_col = col_of(t, to);
    emit(report, e);
}

static bool in_tower(const struct tower *t, int32_t cell)
{
    int32_t row = row_of(t, cell), col = col_of(t, cell);
    return row >= 1 && row <= rows_of(t) && col >= 1;
}

/* ---- the automated operations (rules 11 to 15) ---- */

/* Rule 11: counts a number block down. */
static void count_down(struct tower *t, int32_t cell, struct report *report)
{
    int what = t->cell[cell];
    if (what < '1' || what > '3') return;
    struct event e = {"cracked", what, what == '1' ? SPACE : what - 1, .from_row = 0};
    e.from_row = e.to_row = row_of(t, cell);
    e.from_col = e.to_col = col_of(t, cell);
    emit(report, e);
    if (what == '1') {
        take(t, cell);
    } else {
        set_cell(t, cell, what - 1);
    }
}

/* Rule 13: tests all doomed blocks first, then erases those that lie on a B. */
static bool erase(struct tower *t, struct report *report)
{
    uint64_t *doomed = doomed_of(t);
    uint32_t i = cellset_next(doomed, t->cells, 0);
    if (i == CELLSET_NONE) return false;
    for (; i != CELLSET_NONE; i = cellset_next(doomed, t->cells, i + 1)) {
        int32_t cell = (int32_t)i;
        if (!is_block(t, cell) || t->cell[cell - t->stride] != VOID) {
            cellset_remove(doomed, t->cells, i);
        }
    }
    bool changed = false;
    while ((i = cellset_next(doomed, t->cells, 0)) != CELLSET_NONE) {
        int32_t cell = (int32_t)i;
        cellset_remove(doomed, t->cells, i);
        tell(t, report, "erased", t->cell[cell], cell, -1);
        take(t, cell);
        changed = true;
    }
    return changed;
}

/* Rule 14: the player falls. */
static bool drop_player(struct tower *t, struct report *report)
{
    int32_t from = t->player;
    while (!is_block(t, t->player - t->stride)) t->player -= t->stride;
    if (t->player == from) return false;
    tell(t, report, "fell", 'S', from, t->player);
    return true;
}

/* Rule 15: the three cells below are spaces (the floor is not a space). */
static bool is_loose(const struct tower *t, int32_t cell)
{
    const unsigned char *below = &t->cell[cell - t->stride];
    return below[0] == SPACE && below[-1] == SPACE && below[1] == SPACE;
}

/* Rule 15: loose blocks fall. */
static bool drop_blocks(struct tower *t, struct report *report)
{
    uint64_t *loose = loose_of(t);
    bool changed = false;
    uint32_t i = 0;
    while ((i = cellset_next(loose, t->cells, i)) != CELLSET_NONE) {
        int32_t from = (int32_t)i, to = from;
        cellset_remove(loose, t->cells, i);
        if (!is_block(t, from)) continue;
        while (is_loose(t, to)) to -= t->stride;
        if (to == from) continue;
        int what = t->cell[from];
        take(t, from);
        put(t, to, what);
        cellset_remove(loose, t->cells, (uint32_t)to);
        tell(t, report, "fell", what, from, to);
        changed = true;
    }
    return changed;
}

/* Enters every block of the board in the worklists. */
static void enter_all(struct tower *t)
{
    for (int32_t cell = t->stride; cell < (int32_t)t->cells - t->stride; cell++) {
        if (is_block(t, cell)) enter(t, cell);
    }
}

static void clear_worklists(struct tower *t)
{
    uint64_t *sets[] = {doomed_of(t), loose_of(t)};
    for (int k = 0; k < 2; k++) {
        uint32_t i = 0;
        while ((i = cellset_next(sets[k], t->cells, i)) != CELLSET_NONE) {
            cellset_remove(sets[k], t->cells, i);
        }
    }
}

/* Rule 12: repeats the automated operations until nothing changes. */
static void settle(struct tower *t, struct report *report)
{
    bool changed = true;
    while (changed) {
        changed = erase(t, report);
        changed |= drop_player(t, report);
        changed |= drop_blocks(t, report);
    }
    if (is_block(t, t->player)) {
        tell(t, report, "crushed", 'S', t->player, t->player);
    }
}

bool tower_would_move(const struct tower *t)
{
    if (!is_block(t, t->player - t->stride)) return true;
    for (int32_t cell = t->stride; cell < (int32_t)t->cells - t->stride; cell++) {
        if (is_block(t, cell) &&
            (t->cell[cell - t->stride] == VOID || is_loose(t, cell))) {
            return true;
        }
    }
    return false;
}

/* ---- the commands (rules 3 to 10) ---- */

static bool refuse(struct tower_refusal *no, enum tower_reason reason, int32_t cell)
{
    *no = (struct tower_refusal){reason, cell};
    return false;
}

static bool may_move(const struct tower *t, int64_t col, struct tower_refusal *no)
{
    if (col < 1 || col > cols_of(t)) return refuse(no, TOWER_NO_COLUMN, 0);
    int32_t target = t->player + (int32_t)col - col_of(t, t->player);
    if (target == t->player) return refuse(no, TOWER_THERE_ALREADY, 0);
    if (is_block(t, target)) return refuse(no, TOWER_BLOCK_THERE, target);
    int32_t side = target > t->player ? 1 : -1;
    for (int32_t cell = t->player - t->stride;; cell += side) {
        if (!is_block(t, cell)) return refuse(no, TOWER_NO_BLOCK_UNDER, cell);
        if (cell == target - t->stride) return true;
    }
}

static bool may_climb(const struct tower *t, int32_t side, struct tower_refusal *no)
{
    int32_t beside = t->player + side, above = t->player + t->stride;
    if (row_of(t, t->player) == rows_of(t)) {
        return refuse(no, TOWER_TOP_ROW, 0);
    }
    if (!in_tower(t, beside)) return refuse(no, TOWER_ENDS, t->player);
    if (!is_block(t, beside)) return refuse(no, TOWER_NONE_TO_CLIMB, beside);
    if (is_block(t, above)) return refuse(no, TOWER_BLOCK_IN_WAY, above);
    if (is_block(t, above + side)) {
        return refuse(no, TOWER_BLOCK_IN_WAY, above + side);
    }
    return true;
}

static bool may_get_down(const struct tower *t, int32_t side, struct tower_refusal *no)
{
    int32_t beside = t->player + side, below = beside - t->stride;
    if (row_of(t, t->player) == 1) {
        return refuse(no, TOWER_BOTTOM_ROW, 0);
    }
    if (!in_tower(t, beside)) return refuse(no, TOWER_ENDS, t->player);
    if (is_block(t, beside)) return refuse(no, TOWER_BLOCK_IN_WAY, beside);
    if (is_block(t, below)) return refuse(no, TOWER_BLOCK_IN_WAY, below);
    return true;
}

static bool may_push(const struct tower *t, int32_t side, struct tower_refusal *no)
{
    int32_t cell = t->player + side;
    if (!in_tower(t, cell)) return refuse(no, TOWER_ENDS, t->player);
    if (!is_block(t, cell)) return refuse(no, TOWER_NONE_TO_PUSH, cell);
    for (; is_block(t, cell); cell += side) {
        if (t->cell[cell] == FIXED) return refuse(no, TOWER_FIXED, cell);
    }
    return true;
}

static bool may_pull(const struct tower *t, int32_t side, struct tower_refusal *no)
{
    int32_t block = t->player - side, to = t->player + side;
    if (!in_tower(t, block) || !in_tower(t, to)) {
        return refuse(no, TOWER_ENDS, t->player);
    }
    if (!is_block(t, block)) return refuse(no, TOWER_NONE_TO_PULL, block);
    if (t->cell[block] == FIXED) return refuse(no, TOWER_FIXED, block);
    if (is_block(t, to)) return refuse(no, TOWER_BLOCK_IN_WAY, to);
    return true;
}

enum tower_verb tower_verb(action a)
{
    return (enum tower_verb)((uint64_t)a & 7);
}

int64_t tower_where(action a)
{
    return (a - (int64_t)tower_verb(a)) / 8;
}

action tower_action(enum tower_verb verb, int64_t where)
{
    assert(where <= TOWER_COLUMN_FAR && where >= -TOWER_COLUMN_FAR);
    return where * 8 + (int64_t)verb;
}

bool tower_is_command(action a)
{
    int64_t where = tower_where(a);
    if (tower_verb(a) == TOWER_MOVETO) {
        return where <= TOWER_COLUMN_FAR && where >= -TOWER_COLUMN_FAR;
    }
    return tower_verb(a) <= TOWER_PULL && (where == -1 || where == 1);
}

bool tower_may(const struct tower *t, action a, struct tower_refusal *no)
{
    if (!tower_is_command(a)) return refuse(no, TOWER_NO_COMMAND, 0);
    switch (tower_verb(a)) {
    case TOWER_MOVETO: return may_move(t, tower_where(a), no);
    case TOWER_CLIMB: return may_climb(t, (int32_t)tower_where(a), no);
    case TOWER_GETDOWN: return may_get_down(t, (int32_t)tower_where(a), no);
    case TOWER_PUSH: return may_push(t, (int32_t)tower_where(a), no);
    case TOWER_PULL: return may_pull(t, (int32_t)tower_where(a), no);
    }
    return false;
}

static void walk(struct tower *t, int32_t to, const char *kind, struct report *report)
{
    tell(t, report, kind, 'S', t->player, to);
    t->player = to;
}

/* Rule 9: whether a block that was pushed to `cell` slides on to the next cell. */
static bool slides_on(const struct tower *t, int32_t cell, int32_t side, int what)
{
    int below = t->cell[cell - t->stride];
    return t->cell[cell + side] == SPACE &&
           (below == ICE || (what == ICE && below != SPACE));
}

static void push_block(struct tower *t, int32_t from, int32_t side, struct report *report)
{
    int what = t->cell[from];
    int32_t cell = from + side;
    take(t, from);
    tell(t, report, "pushed", what, from, in_tower(t, cell) ? cell : -1);
    int32_t pushed = cell;
    while (in_tower(t, cell) && slides_on(t, cell, side, what)) cell += side;
    bool inside = in_tower(t, cell);
    if (cell != pushed) tell(t, report, "slid", what, pushed, inside ? cell : -1);
    if (inside) put(t, cell, what);
}

/* Rule 8: pushes a run of blocks, the farthest one first. */
static void push(struct tower *t, int32_t side, struct report *report)
{
    int32_t far = t->player + side;
    while (is_block(t, far + side)) far += side;
    for (; far != t->player; far -= side) push_block(t, far, side, report);
}

static void pull(struct tower *t, int32_t side, struct report *report)
{
    int32_t from = t->player - side, to = t->player;
    int what = t->cell[from];
    walk(t, to + side, "walked", report);
    tell(t, report, "pulled", what, from, to);
    take(t, from);
    put(t, to, what);
}

static void carry_out(struct tower *t, action a, struct report *report)
{
    int64_t where = tower_where(a);
    int32_t side = (int32_t)where;
    switch (tower_verb(a)) {
    case TOWER_MOVETO:
        walk(t, t->player + side - col_of(t, t->player), "walked", report);
        break;
    case TOWER_CLIMB: walk(t, t->player + t->stride + side, "climbed", report); break;
    case TOWER_GETDOWN: walk(t, t->player - t->stride + side, "got down", report); break;
    case TOWER_PUSH: push(t, side, report); break;
    case TOWER_PULL: pull(t, side, report); break;
    }
}

enum applied tower_play(struct tower *t, action a, struct report *report,
                        struct tower_refusal *no)
{
    struct tower_rest *rest = rest_of(t);
    int32_t under = t->player - t->stride;
    if (tower_judge(t) != TOWER_RUNNING) {
        no->reason = TOWER_OVER;
        return REFUSED;
    }
    bool done = tower_may(t, a, no);
    if (!done && (!rest->restless || !tower_is_command(a))) return REFUSED;
    bool was_restless = rest->restless;
    rest->restless = 0;
    if (done) {
        state_count(&rest->moves, 1);
        carry_out(t, a, report);
        if (tower_judge(t) != TOWER_RUNNING) {
            clear_worklists(t);
            return APPLIED;
        }
        if (tower_verb(a) != TOWER_PUSH) count_down(t, under, report);
    }
    if (was_restless) enter_all(t);
    settle(t, report);
    return done ? APPLIED : IDLED;
}
