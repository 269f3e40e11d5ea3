/*
 * Keys of positions: removes the cells that no block can cover any more, then chooses the
 * least of the four reflections.
 */
#include "horizontally_key.h"

/*
 * Boards of one word are so much cheaper that all functions below are compiled twice:
 * `wide` is a constant at the outermost calls (keys_of).
 */
#define INLINE static inline __attribute__((always_inline))

/* ---- cells ---- */

INLINE struct cells both(struct cells a, struct cells b)
{
    return (struct cells){a.low & b.low, a.high & b.high};
}

INLINE struct cells either(struct cells a, struct cells b)
{
    return (struct cells){a.low | b.low, a.high | b.high};
}

INLINE struct cells without(struct cells a, struct cells b)
{
    return (struct cells){a.low & ~b.low, a.high & ~b.high};
}

INLINE bool less(struct cells a, struct cells b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* Shifts all cells by n places towards the end of the board; `back` shifts them back. */
INLINE struct cells on(struct cells a, int n, bool wide)
{
    if (!wide) return (struct cells){n < 64 ? a.low << n : 0, 0};
    if (n == 0) return a;
    if (n >= 64) return (struct cells){0, n < 128 ? a.low << (n - 64) : 0};
    return (struct cells){a.low << n, a.high << n | a.low >> (64 - n)};
}

INLINE struct cells back(struct cells a, int n, bool wide)
{
    if (!wide) return (struct cells){n < 64 ? a.low >> n : 0, 0};
    if (n == 0) return a;
    if (n >= 64) return (struct cells){n < 128 ? a.high >> (n - 64) : 0, 0};
    return (struct cells){a.low >> n | a.high << (64 - n), a.high >> n};
}

INLINE uint64_t reverse_word(uint64_t x)
{
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x);
}

INLINE struct cells reverse(struct cells a, int count, bool wide)
{
    if (!wide) return (struct cells){reverse_word(a.low) >> (64 - count), 0};
    struct cells turned = {reverse_word(a.high), reverse_word(a.low)};
    return back(turned, 128 - count, wide);
}

INLINE struct cells upside_down(const struct keys *k, struct cells a, bool wide)
{
    struct cells up = {0, 0};
    uint64_t row = (UINT64_C(1) << k->cols) - 1;
    for (int i = 0; i < k->rows; i++) {
        up = on(up, k->cols, wide);
        up.low |= a.low & row;
        a = back(a, k->cols, wide);
    }
    return up;
}

/* ---- what still matters ---- */

/* The cells that blocks can cover; `step` is the distance between the cells of a block.
 * `stays` are the cells from which a step stays on the board. */
INLINE struct cells usable(int fields, struct cells free, int step, struct cells stays,
                           bool wide)
{
    struct cells starts = free, rest = free;
    for (int i = 1; i < fields; i++) {
        rest = both(back(rest, step, wide), stays);
        starts = both(starts, rest);
    }
    struct cells covered = starts;
    for (int i = 1; i < fields; i++) {
        starts = on(starts, step, wide);
        covered = either(covered, starts);
    }
    return covered;
}

/* The runs all of whose cells are in `some`. The cells of a run are a `step` apart; a run
 * never goes on to the cells `first`. */
INLINE struct cells whole_runs(struct cells runs, struct cells some, struct cells first,
                               int step, bool wide)
{
    struct cells rest = without(runs, some);
    while (!keys_none(rest)) {
        struct cells after = without(on(rest, step, wide), first),
                     before = back(without(rest, first), step, wide);
        rest = both(either(after, before), some);
        some = without(some, rest);
    }
    return some;
}

/* How many blocks of two fit into these runs. */
INLINE int pairs(struct cells runs, struct cells first, int step, bool wide)
{
    int count = 0;
    while (!keys_none(runs)) {
        struct cells begins = without(runs, without(on(runs, step, wide), first));
        struct cells seconds = both(without(on(begins, step, wide), first), runs);
        count += lines_bits(seconds.low) + (wide ? lines_bits(seconds.high) : 0);
        runs = without(runs, either(begins, seconds));
    }
    return count;
}

/* Removes the runs of `mine` that have no cell of `theirs`. Returns how many blocks of two
 * fit into them. Most positions have not even two such cells in a row. */
INLINE int take_private(struct cells *mine, struct cells theirs, struct cells first,
                        int step, bool wide)
{
    struct cells some = without(*mine, theirs);
    if (keys_none(both(some, without(on(some, step, wide), first)))) return 0;
    some = whole_runs(*mine, some, first, step, wide);
    *mine = without(*mine, some);
    return pairs(some, first, step, wide);
}

INLINE struct cells live(const struct keys *k, struct cells free, int *moves, bool wide)
{
    const struct cells no_cells = {0, 0};
    *moves = 0;
    if (k->fields != 2) {
        return either(usable(k->fields, free, k->cols, k->all, wide),
                      usable(k->fields, free, 1, k->not_last, wide));
    }
    struct cells left = usable(2, free, k->cols, k->all, wide);
    struct cells right = usable(2, free, 1, k->not_last, wide), down = left;
    *moves += take_private(&down, right, no_cells, k->cols, wide);
    *moves -= take_private(&right, left, without(k->all, k->not_first), 1, wide);
    return either(down, right);
}

INLINE struct table_key key(const struct keys *k, struct cells live, int moves,
                            int player, bool wide)
{
    int count = k->rows * k->cols;
    struct cells least = live, form[3];
    form[0] = upside_down(k, live, wide);
    form[1] = reverse(form[0], count, wide);
    form[2] = reverse(live, count, wide);
    for (int i = 0; i < 3; i++) {
        if (less(form[i], least)) least = form[i];
    }
    return (struct table_key){least.low, least.high | (uint64_t)(moves + 64) << 49 |
                                             (uint64_t)player << 56};
}

/* The region around the first cell: the flood goes on until it meets no more cells. */
INLINE struct cells region(const struct keys *k, struct cells cells, bool wide)
{
    struct cells first = without(k->all, k->not_first),
                 some = {cells.low & -cells.low, 0};
    if (cells.low == 0) some.high = cells.high & -cells.high;
    for (;;) {
        struct cells more = either(on(some, k->cols, wide), back(some, k->cols, wide));
        more = either(more, without(on(some, 1, wide), first));
        more = either(more, back(without(some, first), 1, wide));
        more = either(some, both(more, cells));
        if (keys_none(keys_toggled(more, some))) return some;
        some = more;
    }
}

/* ---- for the solver ---- */

void keys_open(struct keys *k, const struct lines *lines)
{
    int rows = lines->count[1], cols = lines->count[0];
    *k = (struct keys){
        .fields = lines->fields, .rows = rows, .cols = cols, .wide = rows * cols > 64};
    for (int i = 0; i < rows * cols; i++) {
        struct cells cell = on((struct cells){1, 0}, i, true);
        k->all = either(k->all, cell);
        if (i % cols > 0) k->not_first = either(k->not_first, cell);
        if (i % cols < cols - 1) k->not_last = either(k->not_last, cell);
        if (i % cols == 0 && i / cols < k->fields)
            k->block[0] = either(k->block[0], cell);
        if (i < k->fields) k->block[1] = either(k->block[1], cell);
    }
}

struct cells keys_cells(const struct keys *k, const struct lines *lines)
{
    struct cells cells = {0, 0};
    for (int i = k->rows - 1; i >= 0; i--) {
        cells = on(cells, k->cols, true);
        cells.low |= lines->line[1][i];
    }
    return cells;
}

struct cells keys_block(const struct keys *k, int player, int line, int start)
{
    int cell = player == 0 ? start * k->cols + line : line * k->cols + start;
    return on(k->block[player], cell, k->wide);
}

struct cells keys_live(const struct keys *k, struct cells free, int *moves)
{
    return k->wide ? live(k, free, moves, true) : live(k, free, moves, false);
}

struct table_key keys_of(const struct keys *k, struct cells live, int moves, int player)
{
    return k->wide ? key(k, live, moves, player, true)
                   : key(k, live, moves, player, false);
}

struct cells keys_region(const struct keys *k, struct cells cells)
{
    return k->wide ? region(k, cells, true) : region(k, cells, false);
}

void keys_lines(const struct keys *k, struct cells cells, struct lines *lines)
{
    uint32_t full = (UINT32_C(1) << k->cols) - 1;
    for (int i = 0; i < k->cols; i++) lines->line[0][i] = 0;
    for (int i = 0; i < k->rows; i++) {
        uint32_t row = (uint32_t)cells.low & full;
        lines->line[1][i] = row;
        for (; row != 0; row &= row - 1) {
            lines->line[0][__builtin_ctz(row)] |= UINT32_C(1) << i;
        }
        cells = back(cells, k->cols, k->wide);
    }
}
