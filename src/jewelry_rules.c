/*
 * The rules of Jewelry Tips. A swap is judged where it stands: since the board holds no
 * line, only the swapped jewels can complete one, and a jewel never lands next to equal
 * ones through the cell that it left. So nothing is moved to look, and a few comparisons
 * settle most swaps; lines are measured only where one arises.
 */
#include "jewelry_rules.h"

#include "rng.h"

/* ---- one swap ---- */

/* The way that a jewel goes from its cell, and the way across it. */
struct way {
    int32_t ahead, aside;
};

static void ways_of(const struct jewelry *j, struct way way[4])
{
    way[JEWELRY_LT] = (struct way){-1, j->stride};
    way[JEWELRY_UP] = (struct way){-j->stride, 1};
    way[JEWELRY_RT] = (struct way){1, j->stride};
    way[JEWELRY_DN] = (struct way){j->stride, 1};
}

/* Whether the jewel in the cell `from`, a step ahead, stands in a line of 3 or more. False
 * where it leaves the board: all that it meets is border. */
static inline bool completes(const unsigned char *from, struct way w)
{
    int jewel = *from;
    const unsigned char *to = from + w.ahead;
    bool left = to[-w.aside] == jewel, right = to[w.aside] == jewel;
    return (to[w.ahead] == jewel && to[2 * w.ahead] == jewel) ||
           (left && (right || to[-2 * w.aside] == jewel)) ||
           (right && to[2 * w.aside] == jewel);
}

/* How many equal jewels follow the cell `at` that way. */
static int run(const unsigned char *at, int32_t step, int jewel)
{
    int n = 0;
    while (at[step * (n + 1)] == jewel) n++;
    return n;
}

/* The number of lines that the jewel makes in the cell `to`, and the longest so far. */
static int count_lines(const unsigned char *to, struct way w, int jewel, int *longest)
{
    int along = 1 + run(to, w.ahead, jewel);
    int across = 1 + run(to, w.aside, jewel) + run(to, -w.aside, jewel);
    if (along >= 3 && along > *longest) *longest = along;
    if (across >= 3 && across > *longest) *longest = across;
    return (along >= 3) + (across >= 3);
}

/* The kind of a swap that makes a line (rule 2). */
static enum jewelry_kind kind_of(const unsigned char *from, struct way w)
{
    struct way back = {-w.ahead, w.aside};
    const unsigned char *to = from + w.ahead;
    int longest = 0;
    int lines = count_lines(to, w, *from, &longest);
    lines += count_lines(from, back, *to, &longest);
    if (lines >= 2 || longest >= 5) return JEWELRY_EXCL;
    return longest == 4 ? JEWELRY_GOOD : JEWELRY_NORM;
}

/* ---- tips (rules 3 and 4) ---- */

static struct jewelry_tip tip_at(const struct jewelry *j, int32_t row, int32_t col,
                                 enum jewelry_dir dir, enum jewelry_kind kind)
{
    return (struct jewelry_tip){kind, dir, row, col, j->cell[cell_at(j, row, col)]};
}

bool jewelry_tip(const struct jewelry *j, struct jewelry_tip *best)
{
    struct way way[4];
    bool found = false;
    ways_of(j, way);
    if (rest_of(j)->endless) return false;
    for (int32_t row = 0; row < rows_of(j); row++) {
        const unsigned char *cell = &j->cell[cell_at(j, row, 0)];
        for (int32_t col = 0; col < cols_of(j); col++) {
            for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) {
                if (!completes(cell + col, way[dir])) continue;
                enum jewelry_kind kind = kind_of(cell + col, way[dir]);
                if (found && kind >= best->kind) continue;
                *best = tip_at(j, row, col, (enum jewelry_dir)dir, kind);
                found = true;
                if (kind == JEWELRY_NORM) return true;
            }
        }
    }
    return found;
}

int jewelry_tips(const struct jewelry *j, struct jewelry_tip *out, int max)
{
    struct way way[4];
    int count = 0;
    ways_of(j, way);
    if (rest_of(j)->endless) return 0;
    for (int kind = JEWELRY_NORM; kind <= JEWELRY_EXCL; kind++) {
        for (int32_t row = 0; row < rows_of(j); row++) {
            const unsigned char *cell = &j->cell[cell_at(j, row, 0)];
            for (int32_t col = 0; col < cols_of(j); col++) {
                for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) {
                    if (!completes(cell + col, way[dir]) ||
                        (int)kind_of(cell + col, way[dir]) != kind) {
                        continue;
                    }
                    if (count < max) {
                        out[count] = tip_at(j, row, col, (enum jewelry_dir)dir,
                                            (enum jewelry_kind)kind);
                    }
                    count++;
                }
            }
        }
    }
    return count;
}

/* ---- swaps as actions ---- */

enum { span = JEWELRY_FAR + 2 }; /* rows and columns from -1 */

action jewelry_action(struct jewelry_pair p)
{
    return (((action)p.row + 1) * span + (p.col + 1)) * 2 + p.down;
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
    if (a < 0 || a >= (action)span * span * 2) return false;
    p->down = a % 2 != 0;
    p->row = (int32_t)(a / 2 / span) - 1;
    p->col = (int32_t)(a / 2 % span) - 1;
    /* One of the two cells must have a name. */
    return p->down ? p->col >= 0 : p->row >= 0;
}

/* Whether a swap makes a line; both cells on the board, or else false. */
static bool makes_line(const struct jewelry *j, const unsigned char *cell, bool down)
{
    struct way there = {down ? j->stride : 1, down ? 1 : j->stride};
    struct way back = {-there.ahead, there.aside};
    const unsigned char *other = cell + there.ahead;
    if (*cell == NOTHING || *other == NOTHING) return false;
    return completes(cell, there) || completes(other, back);
}

enum jewelry_refusal jewelry_may(const struct jewelry *j, action a)
{
    struct jewelry_pair p;
    if (!jewelry_pair_of(a, &p)) return JEWELRY_NO_SWAP;
    bool first = on_board(j, p.row, p.col);
    bool second = on_board(j, p.row + p.down, p.col + !p.down);
    bool running = !rest_of(j)->endless;
    const unsigned char *cell = &j->cell[first ? cell_at(j, p.row, p.col) : 0];
    if (running && first && second && makes_line(j, cell, p.down)) return JEWELRY_ALLOWED;
    if (jewelry_outcome(j) != NULL) return JEWELRY_OVER;
    if (!first || !second) return first || second ? JEWELRY_END : JEWELRY_NOWHERE;
    bool same = cell[0] == cell[p.down ? j->stride : 1];
    return same ? JEWELRY_SAME : JEWELRY_MAKES_NONE;
}

int jewelry_actions(const struct jewelry *j, action *out, int max)
{
    int count = 0;
    if (rest_of(j)->endless) return 0;
    for (int32_t row = 0; row < rows_of(j); row++) {
        const unsigned char *cell = &j->cell[cell_at(j, row, 0)];
        for (int32_t col = 0; col < cols_of(j); col++) {
            for (int down = 0; down <= 1; down++) {
                if (!makes_line(j, cell + col, down)) continue;
                if (count < max) {
                    out[count] = jewelry_action((struct jewelry_pair){row, col, down});
                }
                count++;
            }
        }
    }
    return count;
}

static bool stuck(const struct jewelry *j)
{
    for (int32_t row = 0; row < rows_of(j); row++) {
        const unsigned char *cell = &j->cell[cell_at(j, row, 0)];
        for (int32_t col = 0; col < cols_of(j); col++) {
            if (makes_line(j, cell + col, false) || makes_line(j, cell + col, true)) {
                return false;
            }
        }
    }
    return true;
}

const char *jewelry_outcome(const struct jewelry *j)
{
    if (rest_of(j)->endless) return "Endless Cascade";
    return stuck(j) ? "Game Over" : NULL;
}

/* ---- the cascade ---- */

/* Cells by columns, a bit for each row, so that a step costs what it changes. */
struct cascade {
    uint64_t changed[JEWELRY_SIDE_MAX]; /* may be in a line now: all lines pass here */
    uint64_t doomed[JEWELRY_SIDE_MAX];  /* in a line */
};

static void tell(struct report *report, const char *kind, int what, int32_t row,
                 int32_t col, int32_t to_row, int32_t to_col)
{
    if (!wants_events(report)) return;
    emit(report, (struct event){kind, what, 0, row + 1, col + 1, to_row + 1, to_col + 1});
}

/* An event without a place before or after. */
enum { nowhere = -1 };

static uint64_t bit(int32_t row)
{
    return UINT64_C(1) << row;
}

/* The rows from .. from + n - 1 of a column; n > 0. */
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

/* Finds every line on the board; true if there is one. Afterwards nothing counts as
 * changed. */
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
            tell(report, "removed", *at, row, col, nowhere, nowhere);
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

/* Rows 0 .. low of a column: what is left falls, new jewels fill it up. */
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
        tell(report, "appeared", jewel, nowhere, nowhere, to, col);
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

static void add(int64_t *to, int64_t n)
{
    *to = *to > JEWELRY_MUCH - n ? JEWELRY_MUCH : *to + n;
}

static void settle(struct jewelry *j, struct cascade *c, struct report *report)
{
    struct jewelry_rest *rest = rest_of(j);
    for (int step = 1; find_lines(j, c); step++) {
        if (step > JEWELRY_CASCADE_MAX) {
            rest->endless = 1;
            return;
        }
        add(&rest->score, (int64_t)JEWELRY_POINTS * step * remove_lines(j, c, report));
        drop(j, c, report);
    }
}

enum applied jewelry_apply(struct jewelry *j, action a, struct report *report)
{
    struct jewelry_pair p;
    enum jewelry_refusal no = jewelry_may(j, a);
    if (no != JEWELRY_ALLOWED || !jewelry_pair_of(a, &p)) {
        if (report != NULL && report->why != NULL) {
            jewelry_explain(j, a, no, report->why);
        }
        return REFUSED;
    }
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
    add(&rest_of(j)->moves, 1);
    settle(j, &c, report);
    return APPLIED;
}
