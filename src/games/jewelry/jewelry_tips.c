/*
 * Finding lines and tips in Jewelry Tips, and the list of actions. The swaps that make a
 * line are known (jewelry_bits.c); which of the two jewels completes one, and the kind of
 * the swap, are worked out here from the cells, without moving jewels. Since the board
 * holds no line, a line does not pass through the old cell of a swapped jewel, where a
 * jewel of another colour stands then.
 */
#include "jewelry_rules.h"

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
    uint64_t lines[JEWELRY_SIDE_MAX];
    struct planes p = jewelry_planes(j);
    if (!jewelry_lines(&p, 0, cols_of(j) - 1, lines)) return false;
    for (int32_t row = 0; row < rows_of(j); row++) {
        for (int32_t col = 0; col < cols_of(j); col++) {
            if (line_at(j, row, col, line)) return true;
        }
    }
    return false;
}

/* ---- one swap ---- */

/* The step that a jewel takes from its cell, and the step at a right angle to it. */
struct way {
    int32_t ahead, aside;
};

static struct way way_of(const struct jewelry *j, int dir)
{
    int32_t s = j->stride;
    switch (dir) {
    case JEWELRY_LT: return (struct way){-1, s};
    case JEWELRY_UP: return (struct way){-s, 1};
    case JEWELRY_RT: return (struct way){1, s};
    default: return (struct way){s, 1};
    }
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

/* For each direction, the cells of word w whose swap that way makes a line. */
struct swaps {
    uint64_t can[4];
};

static struct swaps swaps_of(const struct planes *p, int32_t w)
{
    const uint64_t *right = swaps_right(p), *down = swaps_down(p);
    struct swaps s;
    s.can[JEWELRY_LT] = planes_to_right(p->shift, right[w], w > 0 ? right[w - 1] : 0);
    s.can[JEWELRY_UP] = down[w] >> 1;
    s.can[JEWELRY_RT] = right[w];
    s.can[JEWELRY_DN] = down[w];
    return s;
}

/* Replaces *best by a tip of this jewel that is preferred to it. A tip without a colour
 * is none. */
static void prefer(const struct jewelry *j, int32_t row, int32_t col,
                   const struct swaps *swaps, int32_t bit, struct jewelry_tip *best)
{
    const unsigned char *cell = &j->cell[cell_at(j, row, col)];
    for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) {
        struct way way = way_of(j, dir);
        bool can = swaps->can[dir] >> bit & 1;
        if (!can || !completes(cell, way)) continue;
        enum jewelry_kind kind = kind_of(cell, way);
        if (best->colour != 0 && kind >= best->kind) continue;
        *best = tip_at(j, row, col, (enum jewelry_dir)dir, kind);
    }
}

bool jewelry_tip(const struct jewelry *j, struct jewelry_tip *best)
{
    struct planes p = jewelry_planes(j);
    best->colour = 0;
    if (jewelry_is_over(j)) return false;
    for (int32_t row = 0, up = rows_of(j) - 1; up >= 0; row++, up--) {
        for (int32_t w = 0; w < p.words; w++) {
            struct swaps s = swaps_of(&p, w);
            uint64_t left = s.can[0] | s.can[1] | s.can[2] | s.can[3];
            for (left &= planes_bottom(p.shift) << up; left != 0; left &= left - 1) {
                int32_t bit = __builtin_ctzll(left);
                prefer(j, row, planes_column(p.shift, w, bit), &s, bit, best);
                if (best->colour != 0 && best->kind == JEWELRY_NORM) return true;
            }
        }
    }
    return true;
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
    for (int dir = JEWELRY_LT; dir <= JEWELRY_DN; dir++) {
        struct way way = way_of(j, dir);
        if (!completes(cell, way) || kind_of(cell, way) != kind) continue;
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

/* ---- actions ---- */

/* Lists the swaps of the cells whose bits are set in `right` or `down`, and which lie in
 * the lowest row of their columns. The first cell's swap to the right is the action
 * `first`. */
static void offer_row(uint64_t right, uint64_t down, int32_t shift, action first,
                      struct offered *o)
{
    uint64_t left = (right | down) & planes_bottom(shift);
    for (; left != 0; left &= left - 1) {
        int32_t bit = __builtin_ctzll(left);
        action a = first + (bit >> shift) * JEWELRY_NEXT;
        if (o->count < o->max - 1) {
            /* No branches: they would be taken at random. */
            o->out[o->count] = a;
            o->count += (int)(right >> bit & 1);
            o->out[o->count] = a + 1;
            o->count += (int)(down >> bit & 1);
        } else {
            if (right >> bit & 1) offer_action(o, a);
            if (down >> bit & 1) offer_action(o, a + 1);
        }
    }
}

int jewelry_actions(const struct game *g, const void *state, action *out, int max)
{
    const struct jewelry *j = state;
    struct planes p = jewelry_planes(j);
    const uint64_t *right = swaps_right(&p), *down = swaps_down(&p);
    struct offered offered = {out, max, 0};
    uint64_t any = 0;
    if (jewelry_is_over(j)) return 0;
    for (int32_t w = 0; w < p.words; w++) any |= right[w] | down[w];
    for (uint64_t rows = planes_rows(p.shift, any); rows != 0;) {
        int32_t up = 63 - __builtin_clzll(rows);
        struct jewelry_pair pair = {rows_of(j) - 1 - up, 0, false};
        for (int32_t w = 0; w < p.words; w++) {
            pair.col = planes_column(p.shift, w, 0);
            offer_row(right[w] >> up, down[w] >> up, p.shift, jewelry_action(pair),
                      &offered);
        }
        rows ^= UINT64_C(1) << up;
    }
    return offered.count;
}
