/*
 * Swaps and cascades of Jewelry Tips.
 */
#include "jewelry_rules.h"

#include "base/rng.h"

/* ---- swaps as actions ---- */

enum { SPAN = JEWELRY_FAR + 1 }; /* rows or columns in an action, from -1 */

action jewelry_action(struct jewelry_pair p)
{
    return (((action)p.row + 1) * SPAN + (p.col + 1)) * 2 + p.down;
}

action jewelry_swap(int32_t row, int32_t col, enum jewelry_dir dir)
{
    struct jewelry_pair p = {row, col, dir == JEWELRY_UP || dir == JEWELRY_DN};
    if (dir == JEWELRY_LT) p.col--;
    if (dir == JEWELRY_UP) p.row--;
    return jewelry_action(p);
}

bool jewelry_pair_of(action a, struct jewelry_pair *p)
{
    if (a < 0 || a >= (action)SPAN * SPAN * 2) return false;
    p->down = a % 2 != 0;
    p->row = (int32_t)(a / 2 / SPAN) - 1;
    p->col = (int32_t)(a / 2 % SPAN) - 1;
    /* Users can name one of the two cells: its row and column are not negative. */
    return p->down ? p->col >= 0 : p->row >= 0;
}

enum jewelry_refusal jewelry_may(const struct jewelry *j, action a)
{
    struct jewelry_pair p;
    if (!jewelry_pair_of(a, &p)) return JEWELRY_NO_SWAP;
    bool first = on_board(j, p.row, p.col);
    bool second = on_board(j, p.row + p.down, p.col + !p.down);
    bool running = !rest_of(j)->endless;
    const unsigned char *cell = &j->cell[first ? cell_at(j, p.row, p.col) : 0];
    if (running && first && second && jewelry_makes_line(j, cell, p.down))
        return JEWELRY_ALLOWED;
    if (jewelry_is_over(j)) return JEWELRY_OVER;
    if (!first || !second) return first || second ? JEWELRY_END : JEWELRY_NOWHERE;
    bool same = cell[0] == cell[p.down ? j->stride : 1];
    return same ? JEWELRY_SAME : JEWELRY_MAKES_NONE;
}

/* ---- the cascade ---- */

/* Sets of cells: a word for each column, with a bit for each row. So the time of a step
 * depends on the cells that changed, not on the board. */
struct cascade {
    uint64_t changed[JEWELRY_SIDE_MAX]; /* each line on the board has such a cell */
    uint64_t doomed[JEWELRY_SIDE_MAX];  /* the cells in lines */
};

static void tell(struct report *report, const char *kind, int what, int32_t row,
                 int32_t col, int32_t to_row, int32_t to_col)
{
    if (!wants_events(report)) return;
    emit(report, (struct event){kind, what, 0, row + 1, col + 1, to_row + 1, to_col + 1});
}

/* The row and column of an event's place off the board. */
enum { NOWHERE = -1 };

static uint64_t bit(int32_t row)
{
    return UINT64_C(1) << row;
}

/* The bits of rows from .. from + n - 1; n > 0. */
static uint64_t bits(int32_t from, int n)
{
    return (~UINT64_C(0) >> (64 - n)) << from;
}

static void doom_lines_through(const struct jewelry *j, struct cascade *c, int32_t row,
                               int32_t col)
{
    const unsigned char *at = &j->cell[cell_at(j, row, col)];
    int left = run(at, -1, *at), across = left + 1 + run(at, 1, *at);
    int above = run(at, -j->stride, *at), down = above + 1 + run(at, j->stride, *at);
    if (down >= 3) c->doomed[col] |= bits(row - above, down);
    if (across < 3) return;
    for (int k = 0; k < across; k++) c->doomed[col - left + k] |= bit(row);
}

/* Finds the lines through changed cells and clears `changed`. True if there is one. */
static bool find_lines(const struct jewelry *j, struct cascade *c)
{
    uint64_t any = 0;
    for (int32_t col = 0; col < cols_of(j); col++) {
        for (; c->changed[col] != 0; c->changed[col] &= c->changed[col] - 1) {
            doom_lines_through(j, c, __builtin_ctzll(c->changed[col]), col);
        }
    }
    for (int32_t col = 0; col < cols_of(j); col++) any |= c->doomed[col];
    return any != 0;
}

static int32_t lowest(uint64_t rows)
{
    return 63 - __builtin_clzll(rows);
}

/* Returns how many jewels were removed. */
static int remove_lines(struct jewelry *j, const struct cascade *c, struct report *report)
{
    int count = 0;
    for (int32_t col = 0; col < cols_of(j); col++) {
        for (uint64_t left = c->doomed[col]; left != 0; count++) {
            int32_t row = lowest(left);
            unsigned char *at = &j->cell[cell_at(j, row, col)];
            tell(report, "removed", *at, row, col, NOWHERE, NOWHERE);
            *at = NOTHING;
            left &= ~bit(row);
        }
    }
    return count;
}

static int next_jewel(struct jewelry *j)
{
    struct jewelry_rest *rest = rest_of(j);
    if (rest->dropped < drops_of(j)) return rest->drops[rest->dropped++];
    return rest->colours[rng_below(&rest->random, (uint32_t)colours_of(j))];
}

/* Lets the jewels left in rows 0 .. low of a column fall, and new jewels fill it up. */
static void drop_column(struct jewelry *j, int32_t col, int32_t low,
                        struct report *report)
{
    unsigned char *top = &j->cell[cell_at(j, 0, col)];
    int32_t to = low;
    for (int32_t row = low; row >= 0; row--) {
        int jewel = top[row * j->stride];
        if (jewel == NOTHING) continue;
        top[to * j->stride] = (unsigned char)jewel;
        if (to != row) tell(report, "fell", jewel, row, col, to, col);
        to--;
    }
    for (; to >= 0; to--) {
        int jewel = next_jewel(j);
        top[to * j->stride] = (unsigned char)jewel;
        tell(report, "appeared", jewel, NOWHERE, NOWHERE, to, col);
    }
}

static void drop(struct jewelry *j, struct cascade *c, struct report *report)
{
    for (int32_t col = 0; col < cols_of(j); col++) {
        if (c->doomed[col] == 0) continue;
        int32_t low = lowest(c->doomed[col]);
        drop_column(j, col, low, report);
        c->doomed[col] = 0;
        c->changed[col] = bits(0, low + 1);
    }
}

static void settle(struct jewelry *j, struct cascade *c, struct report *report)
{
    struct jewelry_rest *rest = rest_of(j);
    for (int step = 1; find_lines(j, c); step++) {
        if (step > JEWELRY_CASCADE_MAX) {
            rest->endless = 1;
            return;
        }
        state_count(&rest->score,
                    (int64_t)JEWELRY_POINTS * step * remove_lines(j, c, report));
        drop(j, c, report);
    }
}

enum applied jewelry_apply(const struct game *g, void *state, action a,
                           struct report *report)
{
    struct jewelry *j = state;
    struct jewelry_pair p;
    enum jewelry_refusal no = jewelry_may(j, a);
    if (no != JEWELRY_ALLOWED || !jewelry_pair_of(a, &p)) return refused(g, j, a, report);
    struct cascade c = {.changed = {0}};
    int32_t row = p.row + p.down, col = p.col + !p.down;
    unsigned char *one = &j->cell[cell_at(j, p.row, p.col)];
    unsigned char *two = &j->cell[cell_at(j, row, col)];
    tell(report, "swapped", *one, p.row, p.col, row, col);
    tell(report, "swapped", *two, row, col, p.row, p.col);
    unsigned char jewel = *one;
    *one = *two;
    *two = jewel;
    c.changed[p.col] |= bit(p.row);
    c.changed[col] |= bit(row);
    state_count(&rest_of(j)->moves, 1);
    settle(j, &c, report);
    jewelry_derive(j);
    return APPLIED;
}
