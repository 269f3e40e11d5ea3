/*
 * The rules of SameGame.
 *
 * A region is marked by a depth-first walk without a stack: each cell reached notes in
 * the scratch the direction from which the walk came, and so the way back. **The scratch
 * is all zero between two actions:** the caller of a walk clears its marks.
 *
 * **rest->pairs is the number of pairs of equal neighbours.** It is 0 if no region is
 * left. A removal changes only pairs with a cell in the columns it touches, from its
 * lowest row up; these are counted before and after it.
 */
#include "samegame_rules.h"

enum direction { NOWHERE, UP, RIGHT, DOWN, LEFT, START };

/* A marked region: `count` cells, in the columns left .. right, none below row `low`. */
struct region {
    int32_t count, low, left, right;
};

static unsigned char *marks_of(const struct samegame *s, int32_t col)
{
    return (unsigned char *)((uintptr_t)s + s->block.scratch) +
           (ptrdiff_t)col * s->stride;
}

/* ---- counting ---- */

/* Counts the pairs with a cell in the columns left .. right, not below row `low`. With
 * right = left - 1, the pairs between these two columns. */
static int64_t count_pairs(const struct samegame *s, int32_t left, int32_t right,
                           int32_t low)
{
    int32_t count = 0;
    for (int32_t col = left; col <= right; col++) {
        const unsigned char *cell = column_of(s, col) + low;
        for (int below = cell[-1]; *cell != EMPTY; below = *cell++) {
            count += (*cell == below) + (*cell == cell[-s->stride]);
        }
    }
    const unsigned char *cell = column_of(s, right + 1) + low;
    for (; *cell != EMPTY; cell++) count += *cell == cell[-s->stride];
    return count;
}

void samegame_count(struct samegame *s)
{
    struct samegame_rest *rest = rest_of(s);
    rest->left = rest->width = 0;
    while (rest->width < cols_of(s)) {
        const unsigned char *column = column_of(s, (int32_t)rest->width + 1);
        if (column[1] == EMPTY) break;
        for (int32_t row = 1; column[row] != EMPTY; row++) rest->left++;
        rest->width++;
    }
    rest->pairs = count_pairs(s, 1, (int32_t)rest->width, 1);
}

/* ---- regions (rule 3) ---- */

static int64_t within_int32(int64_t n)
{
    return n < INT32_MIN ? INT32_MIN : n > INT32_MAX ? INT32_MAX : n;
}

action samegame_action(int64_t row, int64_t col)
{
    return within_int32(row) * (INT64_C(1) << 32) + (uint32_t)within_int32(col);
}

struct samegame_place samegame_selected(action a)
{
    uint32_t col = (uint32_t)a;
    return (struct samegame_place){(int32_t)((a - col) / (INT64_C(1) << 32)),
                                   (int32_t)col};
}

static bool on_board(const struct samegame *s, struct samegame_place at)
{
    return at.row >= 1 && at.row <= rows_of(s) && at.col >= 1 && at.col <= cols_of(s);
}

/* Whether a cell of the board is in a region. */
static bool in_region(const struct samegame *s, struct samegame_place at)
{
    const unsigned char *cell = column_of(s, at.col) + at.row;
    int value = *cell;
    return value != EMPTY && (cell[1] == value || cell[-1] == value ||
                              cell[s->stride] == value || cell[-s->stride] == value);
}

bool samegame_may(const struct samegame *s, action a)
{
    struct samegame_place at = samegame_selected(a);
    return rest_of(s)->pairs > 0 && on_board(s, at) && in_region(s, at);
}

/* Marks the region of a cell, which must be in one. */
static struct region mark(const struct samegame *s, struct samegame_place at)
{
    static const signed char rise[] = {[UP] = 1, [DOWN] = -1, [START] = 0};
    const int32_t step[] = {
        [UP] = 1, [RIGHT] = s->stride, [DOWN] = -1, [LEFT] = -s->stride};
    const unsigned char *cells = s->cell;
    unsigned char *marks = marks_of(s, 0);
    int32_t cell = at.col * s->stride + at.row, first = cell, last = cell, row = at.row;
    int value = cells[cell], way = UP;
    struct region region = {.count = 1, .low = row};
    marks[cell] = START;
    for (;;) {
        if (way == START) {
            int came = marks[cell];
            if (came == START) break;
            cell -= step[came];
            row -= rise[came];
            way = came + 1;
            continue;
        }
        int32_t next = cell + step[way];
        if (cells[next] != value || marks[next] != NOWHERE) {
            way++;
            continue;
        }
        marks[next] = (unsigned char)way;
        cell = next;
        row += rise[way];
        way = UP;
        region.count++;
        if (row < region.low) region.low = row;
        if (cell < first) first = cell;
        if (cell > last) last = cell;
    }
    region.left = first / s->stride;
    region.right = last / s->stride;
    return region;
}

int32_t samegame_cells(const struct samegame *s, action a, struct samegame_place *out,
                       int32_t max)
{
    struct samegame_place at = samegame_selected(a);
    if (!on_board(s, at) || !in_region(s, at)) return 0;
    struct region region = mark(s, at);
    int32_t count = 0;
    for (int32_t col = region.left; col <= region.right; col++) {
        const unsigned char *column = column_of(s, col);
        unsigned char *marks = marks_of(s, col);
        for (int32_t row = region.low; column[row] != EMPTY; row++) {
            if (marks[row] == NOWHERE) continue;
            marks[row] = NOWHERE;
            if (count < max) out[count] = (struct samegame_place){row, col};
            count++;
        }
    }
    return count;
}

/* Lists the regions by marking one after the other. */
static void walk_regions(const struct samegame *s, struct offered *list)
{
    for (int32_t col = 1; col <= rest_of(s)->width; col++) {
        const unsigned char *column = column_of(s, col), *marks = marks_of(s, col);
        for (int32_t row = 1; column[row] != EMPTY; row++) {
            struct samegame_place at = {row, col};
            if (marks[row] != NOWHERE || !in_region(s, at)) continue;
            mark(s, at);
            offer_action(list, samegame_action(row, col));
        }
    }
    memset(marks_of(s, 0), NOWHERE, s->cells);
}

/* The most rows of a column that fits into a word of bits, with a row
 * more at each end. */
enum { WORD_ROWS = 62 };

/* A bit for each row whose block equals the one `step` cells on. */
static uint64_t equal_bits(const struct samegame *s, int32_t col, int32_t step)
{
    const unsigned char *cell = column_of(s, col) + 1;
    uint64_t bits = 0, bit = 2;
    for (; *cell != EMPTY; cell++, bit <<= 1) bits |= cell[step] == *cell ? bit : 0;
    return bits;
}

/* Spreads bits downward within their runs of equal blocks; `rise` spreads them upward. A
 * bit of `same` says that the block equals the one below it. */
static uint64_t sink(uint64_t bits, uint64_t same)
{
    for (uint64_t more; (more = bits | (bits & same) >> 1) != bits;) bits = more;
    return bits;
}

static uint64_t rise(uint64_t bits, uint64_t same)
{
    for (uint64_t more; (more = bits | (bits << 1 & same)) != bits;) bits = more;
    return bits;
}

/* Lists the regions quickly, or returns false. A region is a graph: its nodes are runs
 * (equal blocks on top of each other in a column), its edges join equal runs that touch
 * in neighbouring columns. If no run touches two runs on its left, each graph is a tree,
 * and its root is the run that touches none on its left. Otherwise returns false. */
static bool find_roots(const struct samegame *s, struct offered *list)
{
    uint64_t same_left = 0, left = 0;
    for (int32_t col = 1; col <= rest_of(s)->width; col++) {
        uint64_t same = equal_bits(s, col, -1), right = equal_bits(s, col, s->stride);
        uint64_t joints = left & ~(left << 1 & same & same_left);
        if ((rise(joints << 1 & same, same) & joints) != 0) return false;
        uint64_t roots = ~same & ~sink(left, same) & (same >> 1 | sink(right, same));
        for (; roots != 0; roots &= roots - 1) {
            offer_action(list, samegame_action(__builtin_ctzll(roots), col));
        }
        same_left = same;
        left = right;
    }
    return true;
}

int samegame_actions(const struct game *g, const void *state, action *out, int max)
{
    const struct samegame *s = state;
    struct offered list = {out, max, 0};
    if (rest_of(s)->pairs == 0) return 0;
    if (rows_of(s) > WORD_ROWS || !find_roots(s, &list)) {
        list.count = 0;
        walk_regions(s, &list);
    }
    return list.count;
}

/* ---- removing (rule 4) ---- */

static void tell(struct report *report, const char *kind, int what,
                 struct samegame_place from, struct samegame_place to)
{
    emit(report, (struct event){kind, what, 0, from.row, from.col, to.row, to.col});
}

static void tell_removed(const struct samegame *s, const struct region *region,
                         struct report *report)
{
    if (!wants_events(report)) return;
    for (int32_t col = region->left; col <= region->right; col++) {
        const unsigned char *column = column_of(s, col), *marks = marks_of(s, col);
        for (int32_t row = region->low; column[row] != EMPTY; row++) {
            struct samegame_place from = {row, col}, nowhere = {0, 0};
            if (marks[row] != NOWHERE)
                tell(report, "removed", column[row], from, nowhere);
        }
    }
}

/* Takes the marked blocks out of a column and clears their marks; the others fall. */
static void drop(struct samegame *s, int32_t col, int32_t low, struct report *report)
{
    unsigned char *column = s->cell + (ptrdiff_t)col * s->stride;
    unsigned char *marks = marks_of(s, col);
    int32_t to = low, from = low;
    for (; column[from] != EMPTY; from++) {
        if (marks[from] != NOWHERE) {
            marks[from] = NOWHERE;
            continue;
        }
        if (to != from) {
            column[to] = column[from];
            tell(report, "fell", column[to], (struct samegame_place){from, col},
                 (struct samegame_place){to, col});
        }
        to++;
    }
    memset(column + to, EMPTY, (size_t)(from - to));
}

/* Moves columns from .. end - 1 to column `to` and the columns right of it. */
static void move_columns(struct samegame *s, int32_t to, int32_t from, int32_t end,
                         struct report *report)
{
    memmove(s->cell + (ptrdiff_t)to * s->stride, s->cell + (ptrdiff_t)from * s->stride,
            (size_t)(end - from) * (size_t)s->stride);
    if (!wants_events(report)) return;
    for (int32_t col = to; col < to + end - from; col++) {
        const unsigned char *column = column_of(s, col);
        for (int32_t row = 1; column[row] != EMPTY; row++) {
            tell(report, "moved", column[row],
                 (struct samegame_place){row, col + from - to},
                 (struct samegame_place){row, col});
        }
    }
}

/* Closes the empty columns among left .. right. Returns how many. */
static int32_t close_columns(struct samegame *s, int32_t left, int32_t right,
                             struct report *report)
{
    int32_t width = (int32_t)rest_of(s)->width, to = left;
    while (to <= right && column_of(s, to)[1] != EMPTY) to++;
    if (to > right) return 0;
    for (int32_t from = to + 1, end; from <= width; from = end) {
        end = from <= right ? from + 1 : width + 1;
        if (column_of(s, from)[1] == EMPTY) continue;
        move_columns(s, to, from, end, report);
        to += end - from;
    }
    memset(s->cell + (ptrdiff_t)to * s->stride, EMPTY,
           (size_t)(width + 1 - to) * (size_t)s->stride);
    rest_of(s)->width = to - 1;
    return width + 1 - to;
}

static void take_out(struct samegame *s, const struct region *region,
                     struct report *report)
{
    struct samegame_rest *rest = rest_of(s);
    int32_t left = region->left, right = region->right, low = region->low;
    rest->pairs -= count_pairs(s, left, right, low);
    tell_removed(s, region, report);
    for (int32_t col = left; col <= right; col++) drop(s, col, low, report);
    right -= close_columns(s, left, right, report);
    rest->pairs += count_pairs(s, left, right, low);
    rest->left -= region->count;
}

enum applied samegame_apply(const struct game *g, void *state, action a,
                            struct report *report)
{
    struct samegame *s = state;
    struct samegame_rest *rest = rest_of(s);
    if (!samegame_may(s, a)) return refused(g, s, a, report);
    struct region region = mark(s, samegame_selected(a));
    take_out(s, &region, report);
    int64_t points = (int64_t)region.count - 2;
    state_count(&rest->score, points * points);
    if (rest->left == 0) state_count(&rest->score, SAMEGAME_CLEARED);
    state_count(&rest->moves, 1);
    return APPLIED;
}
