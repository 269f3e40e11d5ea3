/*
 * Finding lines and tips in Jewelry Tips.
 *
 * Swaps are judged without moving jewels. Since the board holds no line, only a swapped
 * jewel can complete one; and the line does not pass through its old cell, where a jewel
 * of another colour stands then. Eight cells are tested at a time, in the lanes of a
 * word, and lines are measured only where one arises.
 */
#include "jewelry_rules.h"

/* ---- words of eight lanes, one for each cell ---- */

enum { LANES = 8 };

#define EACH(byte) (~UINT64_C(0) / 255 * (byte))

static uint64_t load(const unsigned char *at)
{
    uint64_t cells;
    memcpy(&cells, at, LANES);
    return cells;
}

/* The high bit of each byte that is not 0; letters are below 128. */
static uint64_t not_zero(uint64_t cells)
{
    return cells + EACH(0x7f);
}

/* The high bit of each lane where the cells at `at` differ from `own`. */
static uint64_t other(uint64_t own, const unsigned char *at)
{
    return not_zero(own ^ load(at));
}

/* For each direction, which of eight jewels complete a line by a swap that way: the high
 * bit of a byte. (Bytes and not a word, so that byte k is cell k on every machine.) */
struct moves {
    unsigned char can[4][LANES];
};

/* Finds the swaps of the eight jewels from `at` on that complete a line: the cell
 * that the jewel goes to has two equal jewels ahead, or two on one side, or one on
 * each side. False if there are none. `s` is the stride. Lanes behind the end of
 * the row are meaningless. */
static bool find_moves(const unsigned char *at, ptrdiff_t s, struct moves *moves)
{
    uint64_t own = load(at);
    uint64_t can[4]; /* inverted at first: the lanes that cannot */
    uint64_t nw = other(own, at - s - 1), ne = other(own, at - s + 1);
    uint64_t sw = other(own, at + s - 1), se = other(own, at + s + 1);
    can[JEWELRY_LT] = (other(own, at - 2) | other(own, at - 3)) & (nw | sw) &
                      (nw | other(own, at - 2 * s - 1)) &
                      (sw | other(own, at + 2 * s - 1));
    can[JEWELRY_UP] = (other(own, at - 2 * s) | other(own, at - 3 * s)) & (nw | ne) &
                      (nw | other(own, at - s - 2)) & (ne | other(own, at - s + 2));
    can[JEWELRY_RT] = (other(own, at + 2) | other(own, at + 3)) & (ne | se) &
                      (ne | other(own, at - 2 * s + 1)) &
                      (se | other(own, at + 2 * s + 1));
    can[JEWELRY_DN] = (other(own, at + 2 * s) | other(own, at + 3 * s)) & (sw | se) &
                      (sw | other(own, at + s - 2)) & (se | other(own, at + s + 2));
    uint64_t jewels = not_zero(own) & EACH(0x80);
    if ((jewels & ~(can[0] & can[1] & can[2] & can[3])) == 0) return false;
    for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) can[dir] = jewels & ~can[dir];
    memcpy(moves->can, can, sizeof can);
    return true;
}

/* Whether a line begins at any of the eight cells. */
static bool any_line(const unsigned char *at, ptrdiff_t s)
{
    uint64_t own = load(at);
    uint64_t across = other(own, at + 1) | other(own, at + 2);
    uint64_t down = other(own, at + s) | other(own, at + 2 * s);
    return (~(across & down) & not_zero(own) & EACH(0x80)) != 0;
}

/* ---- lines ---- */

static bool line_at(const struct jewelry *j, int32_t row, int32_t col,
                    struct jewelry_line *line)
{
    const unsigned char *at = &j->cell[cell_at(j, row, col)];
    int across = 1 + run(at, 1, *at), down = 1 + run(at, j->stride, *at);
    if (across < 3 && down < 3) return false;
    line->row = row;
    line->col = col;
    line->dir = across >= 3 ? JEWELRY_RT : JEWELRY_DN;
    line->length = across >= 3 ? across : down;
    line->colour = *at;
    return true;
}

bool jewelry_find_line(const struct jewelry *j, struct jewelry_line *line)
{
    for (int32_t row = 0; row < rows_of(j); row++) {
        const unsigned char *cell = &j->cell[cell_at(j, row, 0)];
        for (int32_t col = 0; col < cols_of(j); col++) {
            if (col % LANES == 0 && !any_line(cell + col, j->stride)) {
                col += LANES - 1;
            } else if (line_at(j, row, col, line)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- one swap ---- */

/* The step that a jewel takes from its cell, and the step at a right angle to it. */
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

/* Whether the jewel of the cell `from` completes a line one step ahead. False where that
 * is off the board, as it only meets border cells there. */
static inline bool completes(const unsigned char *from, struct way w)
{
    int jewel = *from;
    const unsigned char *to = from + w.ahead;
    bool left = to[-w.aside] == jewel, right = to[w.aside] == jewel;
    return (to[w.ahead] == jewel && to[2 * w.ahead] == jewel) ||
           (left && (right || to[-2 * w.aside] == jewel)) ||
           (right && to[2 * w.aside] == jewel);
}

/* How many lines the jewel makes in the cell `to`; raises *longest to their length. */
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
    struct moves moves;
    bool found = false;
    if (jewelry_is_over(j)) return false;
    ways_of(j, way);
    for (int32_t row = rest_of(j)->first; row < rows_of(j); row++) {
        const unsigned char *cell = &j->cell[cell_at(j, row, 0)];
        for (int32_t col = 0; col < cols_of(j); col++) {
            int lane = col % LANES;
            if (lane == 0 && !find_moves(cell + col, j->stride, &moves)) {
                col += LANES - 1;
                continue;
            }
            for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) {
                if (!moves.can[dir][lane]) continue;
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

/* The caller's buffer for tips; `count` goes on beyond `max`. */
struct tips {
    struct jewelry_tip *out;
    int max, count;
};

static void add_tips_of(const struct jewelry *j, int32_t row, int32_t col,
                        enum jewelry_kind kind, struct tips *tips)
{
    const unsigned char *cell = &j->cell[cell_at(j, row, col)];
    struct way way[4];
    ways_of(j, way);
    for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) {
        if (!completes(cell, way[dir]) || kind_of(cell, way[dir]) != kind) continue;
        if (tips->count < tips->max) {
            tips->out[tips->count] = tip_at(j, row, col, (enum jewelry_dir)dir, kind);
        }
        tips->count++;
    }
}

int jewelry_tips(const struct jewelry *j, struct jewelry_tip *out, int max)
{
    struct tips tips = {out, max, 0};
    if (rest_of(j)->endless) return 0;
    for (int kind = JEWELRY_NORM; kind <= JEWELRY_EXCL; kind++) {
        for (int32_t row = 0; row < rows_of(j); row++) {
            for (int32_t col = 0; col < cols_of(j); col++) {
                add_tips_of(j, row, col, (enum jewelry_kind)kind, &tips);
            }
        }
    }
    return tips.count;
}

/* ---- swaps ---- */

bool jewelry_makes_line(const struct jewelry *j, const unsigned char *cell, bool down)
{
    struct way there = {down ? j->stride : 1, down ? 1 : j->stride};
    struct way back = {-there.ahead, there.aside};
    const unsigned char *other = cell + there.ahead;
    if (*cell == NOTHING || *other == NOTHING) return false;
    return completes(cell, there) || completes(other, back);
}

/* For each direction, a bit for each column of a row: the jewel's swap makes a line. */
struct row_moves {
    uint64_t can[4];
};

static uint64_t bits_of(const unsigned char *lane)
{
    uint64_t bits = 0;
    for (int i = 0; i < LANES; i++) bits |= (uint64_t)(lane[i] >> 7) << i;
    return bits;
}

/* Finds the swaps of a row; none if there is no such row. */
static struct row_moves find_row_moves(const struct jewelry *j, int32_t row)
{
    struct row_moves all = {{0}};
    struct moves moves;
    for (int32_t col = 0; row < rows_of(j) && col < cols_of(j); col += LANES) {
        if (!find_moves(&j->cell[cell_at(j, row, col)], j->stride, &moves)) continue;
        for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) {
            all.can[dir] |= bits_of(moves.can[dir]) << col;
        }
    }
    return all;
}

int jewelry_actions(const struct game *g, const void *state, action *out, int max)
{
    const struct jewelry *j = state;
    const uint64_t on_board = ~UINT64_C(0) >> (JEWELRY_SIDE_MAX - cols_of(j));
    struct offered offered = {out, max, 0};
    if (rest_of(j)->endless) return 0;
    struct row_moves here, below = find_row_moves(j, 0);
    for (int32_t row = 0; row < rows_of(j); row++) {
        here = below;
        below = find_row_moves(j, row + 1);
        uint64_t right = (here.can[JEWELRY_RT] | (here.can[JEWELRY_LT] & on_board) >> 1);
        uint64_t down = here.can[JEWELRY_DN] | below.can[JEWELRY_UP];
        for (uint64_t left = (right | down) & on_board; left != 0; left &= left - 1) {
            struct jewelry_pair p = {row, __builtin_ctzll(left), false};
            bool makes_line[2] = {right >> p.col & 1, down >> p.col & 1};
            for (int way = 0; way <= 1; way++) {
                p.down = way;
                if (makes_line[way]) offer_action(&offered, jewelry_action(p));
            }
        }
    }
    return offered.count;
}

/* Lanes behind the end of a row do no harm: a jewel there is one of the next row. */
void jewelry_derive(struct jewelry *j)
{
    int32_t *first = &rest_of(j)->first;
    struct moves moves;
    for (*first = 0; *first < rows_of(j); ++*first) {
        const unsigned char *cell = &j->cell[cell_at(j, *first, 0)];
        for (int32_t col = 0; col < cols_of(j); col += LANES) {
            if (find_moves(cell + col, j->stride, &moves)) return;
        }
    }
}
