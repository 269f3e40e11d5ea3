/*
 * The rules of SameGame.
 *
 * Where the board lies in its state as bits, too, regions are found there
 * (samegame_bits.c), and a pair of equal neighbours as well, without which the game is
 * over. The rest of this comment is about larger boards, and about marks.
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

#include "samegame_bits.h"

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
    rest->width = 0;
    while (rest->width < cols_of(s) &&
           column_of(s, (int32_t)rest->width + 1)[1] != EMPTY) {
        rest->width++;
    }
    if (has_bits(s)) {
        rest->left = bits_read(s);
        rest->pairs = 0;
        return;
    }
    rest->left = 0;
    for (int32_t col = 1; col <= rest->width; col++) {
        const unsigned char *column = column_of(s, col);
        for (int32_t row = 1; column[row] != EMPTY; row++) rest->left++;
    }
    rest->pairs = count_pairs(s, 1, (int32_t)rest->width, 1);
}

bool samegame_goes_on(const struct samegame *s)
{
    return has_bits(s) ? bits_any_pair(s) : rest_of(s)->pairs > 0;
}

/* ---- regions (rule 3) ---- */

action samegame_action(int64_t row, int64_t col)
{
    return action_pack(row, col);
}

struct samegame_place samegame_selected(action a)
{
    return (struct samegame_place){action_upper(a), action_lower(a)};
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
    return on_board(s, at) && in_region(s, at);
}

/* Marks the region of a cell, which must be in one. */
static struct region walk(const struct samegame *s, struct samegame_place at)
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

/* Marks a region that was found on the planes. */
static struct region mark_bits(const struct samegame *s, const struct bits_region *bits)
{
    struct region r = {.low = rows_of(s)};
    int32_t mask = (1 << s->shift) - 1;
    for (int32_t w = bits->from; w <= bits->to; w++) {
        for (uint64_t left = bits->word[w]; left != 0; left &= left - 1) {
            int32_t bit = __builtin_ctzll(left), row = (bit & mask) + 1;
            r.right = planes_column(s->shift, w, bit) + 1;
            if (r.count++ == 0) r.left = r.right;
            if (row < r.low) r.low = row;
            marks_of(s, r.right)[row] = START;
        }
    }
    return r;
}

static struct region mark(const struct samegame *s, struct samegame_place at)
{
    struct bits_region bits;
    if (!has_bits(s)) return walk(s, at);
    bits_find(s, at, &bits);
    return mark_bits(s, &bits);
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
            walk(s, at);
            offer_action(list, samegame_action(row, col));
        }
    }
    memset(marks_of(s, 0), NOWHERE, s->cells);
}

int samegame_actions(const struct game *g, const void *state, action *out, int max)
{
    const struct samegame *s = state;
    struct offered list = {out, max, 0};
    if (has_bits(s)) return bits_list(s, out, max);
    if (rest_of(s)->pairs > 0) walk_regions(s, &list);
    return list.count;
}

/* ---- removing (rule 4) ---- */

static void tell(struct report *report, const char *kind, int number,
                 struct samegame_place from, struct samegame_place to)
{
    emit(report, (struct event){kind, character_of(number), 0, from.row, from.col, to.row,
                                to.col});
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

static void drop_marked(struct samegame *s, const struct region *region,
                        struct report *report)
{
    for (int32_t col = region->left; col <= region->right; col++) {
        drop(s, col, region->low, report);
    }
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

/* Removes the region of a cell. Returns how many blocks it had. */
static int32_t take_out_bits(struct samegame *s, struct samegame_place at,
                             struct report *report)
{
    struct bits_region bits;
    int32_t count;
    bits_find(s, at, &bits);
    if (wants_events(report)) {
        struct region region = mark_bits(s, &bits);
        tell_removed(s, &region, report);
        drop_marked(s, &region, report);
        count = region.count;
    } else {
        count = bits_drop_cells(s, &bits);
    }
    struct bits_emptied emptied = bits_drop(s, &bits);
    if (emptied.left > 0) {
        bits_close(s, emptied.left, emptied.right);
        close_columns(s, emptied.left, emptied.right, report);
    }
    return count;
}

static int32_t take_out_cells(struct samegame *s, struct samegame_place at,
                              struct report *report)
{
    struct samegame_rest *rest = rest_of(s);
    struct region region = walk(s, at);
    int32_t left = region.left, right = region.right, low = region.low;
    rest->pairs -= count_pairs(s, left, right, low);
    tell_removed(s, &region, report);
    drop_marked(s, &region, report);
    right -= close_columns(s, left, right, report);
    rest->pairs += count_pairs(s, left, right, low);
    return region.count;
}

enum applied samegame_apply(const struct game *g, void *state, action a,
                            struct report *report)
{
    struct samegame *s = state;
    struct samegame_rest *rest = rest_of(s);
    struct samegame_place at = samegame_selected(a);
    if (!samegame_may(s, a)) return refused(g, s, a, report);
    int32_t count =
        has_bits(s) ? take_out_bits(s, at, report) : take_out_cells(s, at, report);
    int64_t points = (int64_t)count - 2;
    rest->left -= count;
    state_count(&rest->score, points * points);
    if (rest->left == 0) state_count(&rest->score, SAMEGAME_CLEARED);
    state_count(&rest->moves, 1);
    return APPLIED;
}
