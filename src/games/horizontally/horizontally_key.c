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

INLINE bool none(struct cells a)
{
    return (a.low | a.high) == 0;
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
INLINE struct cells usable(const struct keys *k, struct cells free, int step,
                           struct cells stays, bool wide)
{
    struct cells starts = free, rest = free;
    for (int i = 1; i < k->fields; i++) {
        rest = both(back(rest, step, wide), stays);
        starts = both(starts, rest);
    }
    struct cells covered = starts;
    for (int i = 1; i < k->fields; i++) {
        starts = on(starts, step, wide);
        covered = either(covered, starts);
    }
    return covered;
}

/* Flood fill along runs: all cells of the runs that hold a cell of `some`. The cells of a
 * run are a `step` apart; a run never goes on to the cells `first`. */
INLINE struct cells spread(struct cells some, struct cells runs, struct cells first,
                           int step, int length, bool wide)
{
    struct cells on_to = without(runs, first),
                 back_to = both(runs, back(on_to, step, wide));
    for (int i = 1; i < length; i *= 2, step *= 2) {
        some = either(some, both(on_to, on(some, step, wide)));
        some = either(some, both(back_to, back(some, step, wide)));
        on_to = both(on_to, on(on_to, step, wide));
        back_to = both(back_to, back(back_to, step, wide));
    }
    return some;
}

/* How many blocks of two fit into these runs. */
INLINE int pairs(struct cells runs, struct cells first, int step, bool wide)
{
    int count = 0;
    while (!none(runs)) {
        struct cells begins = without(runs, without(on(runs, step, wide), first));
        struct cells seconds = both(without(on(begins, step, wide), first), runs);
        count += lines_bits(seconds.low) + (wide ? lines_bits(seconds.high) : 0);
        runs = without(runs, either(begins, seconds));
    }
    return count;
}

/* The cells that still matter. *moves is the free moves of Left minus those of Right, in
 * runs that only one player can use; these runs are left out. */
INLINE struct cells live(const struct keys *k, struct cells free, int *moves, bool wide)
{
    const struct cells no_cells = {0, 0};
    struct cells left = usable(k, free, k->cols, k->all, wide);
    struct cells right = usable(k, free, 1, k->not_last, wide);
    *moves = 0;
    if (k->fields != 2) return either(left, right);
    struct cells shared = both(left, right);
    struct cells down = spread(shared, left, no_cells, k->cols, k->rows, wide);
    struct cells first = without(k->all, k->not_first);
    struct cells across = spread(shared, right, first, 1, k->cols, wide);
    *moves = pairs(without(left, down), no_cells, k->cols, wide) -
             pairs(without(right, across), first, 1, wide);
    return either(down, across);
}

INLINE struct table_key key(const struct keys *k, struct cells free, int player,
                            bool wide)
{
    int moves, count = k->rows * k->cols;
    struct cells least = live(k, free, &moves, wide), form[3];
    form[0] = upside_down(k, least, wide);
    form[1] = reverse(form[0], count, wide);
    form[2] = reverse(least, count, wide);
    for (int i = 0; i < 3; i++) {
        if (less(form[i], least)) least = form[i];
    }
    return (struct table_key){least.low, least.high | (uint64_t)(moves + 64) << 49 |
                                             (uint64_t)player << 56};
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

struct table_key keys_of(const struct keys *k, struct cells free, int player)
{
    return k->wide ? key(k, free, player, true) : key(k, free, player, false);
}
