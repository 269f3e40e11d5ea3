/*
 * Swaps and cascades of Jewelry Tips.
 */
#include "jewelry_rules.h"

#include "base/rng.h"

/* ---- swaps as actions ---- */

action jewelry_swap(int32_t row, int32_t col, enum jewelry_dir dir)
{
    struct jewelry_pair p = {row, col, dir == JEWELRY_UP || dir == JEWELRY_DN};
    if (dir == JEWELRY_LT) p.col--;
    if (dir == JEWELRY_UP) p.row--;
    return jewelry_action(p);
}

bool jewelry_pair_of(action a, struct jewelry_pair *p)
{
    if (a < 0 || a >= (action)JEWELRY_SPAN * JEWELRY_SPAN * JEWELRY_NEXT) return false;
    p->down = a % JEWELRY_NEXT != 0;
    p->row = (int32_t)(a / JEWELRY_NEXT / JEWELRY_SPAN) - 1;
    p->col = (int32_t)(a / JEWELRY_NEXT % JEWELRY_SPAN) - 1;
    /* Users can name one of the two cells: its row and column are not negative. */
    return p->down ? p->col >= 0 : p->row >= 0;
}

enum jewelry_refusal jewelry_may(const struct jewelry *j, action a)
{
    struct jewelry_pair p;
    if (!jewelry_pair_of(a, &p)) return JEWELRY_NO_SWAP;
    bool first = on_board(j, p.row, p.col);
    bool second = on_board(j, p.row + p.down, p.col + !p.down);
    if (jewelry_is_over(j)) return JEWELRY_OVER;
    if (!first || !second) return first || second ? JEWELRY_END : JEWELRY_NOWHERE;
    struct planes planes = jewelry_planes(j);
    const uint64_t *swaps = p.down ? swaps_down(&planes) : swaps_right(&planes);
    struct place at = place_of(j, p.row, p.col);
    if (swaps[at.word] >> at.bit & 1) return JEWELRY_ALLOWED;
    const unsigned char *cell = &j->cell[cell_at(j, p.row, p.col)];
    bool same = cell[0] == cell[p.down ? j->stride : 1];
    return same ? JEWELRY_SAME : JEWELRY_MAKES_NONE;
}

/* ---- the cascade ---- */

/* The columns in which jewels have fallen in the last step, and since the swap: so the
 * time of a step depends on these, not on the board. */
struct cascade {
    struct planes planes;
    int32_t left, right;
    int32_t all_left, all_right;
    uint64_t lines[JEWELRY_SIDE_MAX]; /* the cells in lines, as a plane */
};

static void tell(struct report *report, const char *kind, int what, int32_t row,
                 int32_t col, int32_t to_row, int32_t to_col)
{
    if (!wants_events(report)) return;
    emit(report, (struct event){kind, what, 0, row + 1, col + 1, to_row + 1, to_col + 1});
}

/* The row and column of an event's place off the board. */
enum { NOWHERE = -1 };

/* A line may go on for two columns beyond those that have changed. */
static bool find_lines(const struct jewelry *j, struct cascade *c)
{
    int32_t last = cols_of(j) - 1;
    c->left = c->left > 2 ? c->left - 2 : 0;
    c->right = c->right < last - 2 ? c->right + 2 : last;
    return jewelry_lines(&c->planes, c->left, c->right, c->lines);
}

static void tell_removed(const struct jewelry *j, const struct cascade *c, int32_t w,
                         struct report *report)
{
    if (!wants_events(report)) return;
    int32_t room = 1 << c->planes.shift;
    for (uint64_t left = c->lines[w]; left != 0; left &= left - 1) {
        int32_t bit = __builtin_ctzll(left);
        int32_t row = rows_of(j) - 1 - (bit & (room - 1));
        int32_t col = planes_column(c->planes.shift, w, bit);
        tell(report, "removed", j->cell[cell_at(j, row, col)], row, col, NOWHERE,
             NOWHERE);
    }
}

/* Draws the jewel that falls in next. Returns its number. */
static uint32_t next_jewel(struct jewelry *j)
{
    struct jewelry_rest *rest = rest_of(j);
    if (rest->dropped < drops_of(j)) {
        const char *at = strchr(rest->colours, rest->drops[rest->dropped++]);
        return (uint32_t)(at - rest->colours) + 1;
    }
    return rng_below(&rest->random, (uint32_t)colours_of(j)) + 1;
}

/* Tells what drop_column does, before it does. */
static void tell_fallen(const unsigned char *bottom, int32_t stride, int32_t last,
                        int32_t col, uint64_t gone, struct report *report)
{
    int32_t to = __builtin_ctzll(gone);
    for (int32_t from = to; from <= last; from++) {
        if (gone >> from & 1) continue;
        tell(report, "fell", bottom[-from * stride], last - from, col, last - to, col);
        to++;
    }
}

/* Lets the jewels of a column fall into the cells of `gone`, bits from the bottom, and
 * new jewels fill it up; these are missing in the planes. Returns how many. */
static int drop_column(struct jewelry *j, const struct planes *p, int32_t col,
                       uint64_t gone, struct report *report)
{
    int32_t low = __builtin_ctzll(gone), last = rows_of(j) - 1, stride = j->stride;
    unsigned char *bottom = &j->cell[cell_at(j, last, col)];
    unsigned char *from = bottom - low * stride, *to = from;
    if (wants_events(report)) tell_fallen(bottom, stride, last, col, gone, report);
    uint64_t stay = ~gone >> low;
    int32_t new = low;
    for (int32_t row = low; row <= last; row++, from -= stride, stay >>= 1) {
        *to = *from;
        to -= stay & 1 ? stride : 0;
        new += (int32_t)(stay & 1);
    }
    for (int32_t row = new; row <= last; row++, to -= stride) {
        uint32_t number = next_jewel(j);
        *to = (unsigned char)rest_of(j)->colours[number - 1];
        planes_set(p, col, row, number);
        tell(report, "appeared", *to, NOWHERE, NOWHERE, last - row, col);
    }
    return last + 1 - new;
}

/* Takes cells out of the planes, so that those above them fall. */
static void remove_numbers(const struct planes *p, int32_t w, uint64_t gone)
{
    uint64_t above[JEWELRY_SIDE_MAX], *at = p->word + w;
    int count = 0;
    for (uint64_t rows = planes_rows(p->shift, gone); rows != 0; count++) {
        above[count] = planes_next(p->shift, gone, &rows);
    }
    for (int32_t k = 0; k < p->count; k++, at += p->words) {
        uint64_t word = *at & ~gone;
        for (int i = 0; i < count; i++) word = planes_fall(word, above[i]);
        *at = word;
    }
}

/* Returns how many jewels were removed. */
static int remove_lines(struct jewelry *j, struct cascade *c, struct report *report)
{
    const struct planes *p = &c->planes;
    int32_t from = planes_word(p->shift, c->left), to = planes_word(p->shift, c->right);
    int count = 0;
    for (int32_t w = from; w <= to; w++) tell_removed(j, c, w, report);
    c->left = cols_of(j);
    for (int32_t w = from; w <= to; w++) {
        uint64_t left = c->lines[w], column = planes_first(p->shift);
        if (left == 0) continue;
        remove_numbers(p, w, left);
        while (left != 0) {
            int32_t base = __builtin_ctzll(left) >> p->shift << p->shift;
            int32_t col = planes_column(p->shift, w, base);
            count += drop_column(j, p, col, left >> base & column, report);
            left &= ~(column << base);
            if (col < c->left) c->left = col;
            c->right = col;
        }
    }
    if (c->left < c->all_left) c->all_left = c->left;
    if (c->right > c->all_right) c->all_right = c->right;
    return count;
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
    }
}

/* Exchanges the numbers of two cells. */
static void swap_numbers(const struct planes *p, struct place a, struct place b)
{
    uint64_t *one = p->word + a.word, *two = p->word + b.word;
    for (int32_t k = 0; k < p->count; k++, one += p->words, two += p->words) {
        uint64_t differ = (*one >> a.bit ^ *two >> b.bit) & 1;
        *one ^= differ << a.bit;
        *two ^= differ << b.bit;
    }
}

enum applied jewelry_apply(const struct game *g, void *state, action a,
                           struct report *report)
{
    struct jewelry *j = state;
    struct jewelry_pair p;
    enum jewelry_refusal no = jewelry_may(j, a);
    if (no != JEWELRY_ALLOWED || !jewelry_pair_of(a, &p)) return refused(g, j, a, report);
    int32_t row = p.row + p.down, col = p.col + !p.down;
    struct cascade c;
    c.planes = jewelry_planes(j);
    c.left = c.all_left = p.col;
    c.right = c.all_right = col;
    unsigned char *one = &j->cell[cell_at(j, p.row, p.col)];
    unsigned char *two = &j->cell[cell_at(j, row, col)];
    tell(report, "swapped", *one, p.row, p.col, row, col);
    tell(report, "swapped", *two, row, col, p.row, p.col);
    unsigned char jewel = *one;
    *one = *two;
    *two = jewel;
    swap_numbers(&c.planes, place_of(j, p.row, p.col), place_of(j, row, col));
    state_count(&rest_of(j)->moves, 1);
    settle(j, &c, report);
    jewelry_find_swaps(j, c.all_left, c.all_right);
    return APPLIED;
}
