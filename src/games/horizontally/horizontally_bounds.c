/*
 * Divides the lines into strips so that the sum of their bounds is greatest, by dynamic
 * programming over the lines.
 */
#include "horizontally_bounds.h"

#include <string.h>

/* The most cells of a strip in the tables. */
enum { STRIP_BITS = 20, WIDE_BITS = 18, WIDE_BITS_LARGE = 21 };

/* How many runs of a line may choose to join the line before or the next one. */
enum { CHOICES_MAX = 4, CUTS_MAX = (1 << CHOICES_MAX) + 1 };

/* ---- by whole lines ---- */

/* The bound of the strip that begins with line i of the opponent's lines. */
static strips_worth strip_at(const struct bounds *b, const struct lines *l, int player,
                             int i)
{
    const uint32_t *line = &l->line[!player][i];
    if (l->fields == 2 && b->whole) {
        return b->strips.worth[line[0] | line[1] << b->strips.length];
    }
    return strips_lines(&b->strips, line);
}

/* The bound of line i alone. */
static strips_worth line_at(const struct bounds *b, const struct lines *l, int player,
                            int i)
{
    uint32_t line = l->line[!player][i];
    return b->whole ? b->strips.worth[line] : strips_line(l->fields, line);
}

/* The best sum of the lines below `end`, from those of the lines below end - 1
 * and end - FIELDS. */
static strips_worth extended(const struct bounds *b, const struct lines *l, int player,
                             const strips_worth *below, int end)
{
    strips_worth sum = strips_sum(below[end - 1], line_at(b, l, player, end - 1));
    int start = end - l->fields;
    if (start < 0 || b->strips.length == 0) return sum;
    return strips_better(sum, strips_sum(below[start], strip_at(b, l, player, start)));
}

/* The sums if the bounds have pairs. */
static void sum_pairs(const struct bounds *b, const uint32_t *line, int n,
                      struct sums *sums)
{
    const strips_worth *worth = b->strips.worth;
    strips_worth pair[LINES_MAX];
    sums->below[1] = strips_sum(sums->below[0], worth[line[0]]);
    for (int i = 2; i <= n; i++) {
        pair[i - 2] = bounds_pair(b, line[i - 2], line[i - 1]);
        sums->below[i] = strips_better(strips_sum(sums->below[i - 1], worth[line[i - 1]]),
                                       strips_sum(sums->below[i - 2], pair[i - 2]));
    }
    for (int i = n - 1; i >= 0; i--) {
        sums->without[i] = strips_sum(sums->below[i], sums->from[i + 1]);
        sums->from[i] = strips_sum(sums->from[i + 1], worth[line[i]]);
        if (i + 2 > n) continue;
        sums->without_strip[i] = strips_sum(sums->below[i], sums->from[i + 2]);
        sums->from[i] =
            strips_better(sums->from[i], strips_sum(sums->from[i + 2], pair[i]));
    }
}

void bounds_sum(const struct bounds *b, const struct lines *l, int player,
                strips_worth base, struct sums *sums)
{
    int n = l->count[!player], k = l->fields;
    sums->below[0] = base;
    sums->from[n] = strips_nothing();
    if (b->pairs) {
        sum_pairs(b, l->line[!player], n, sums);
        return;
    }
    for (int i = 1; i <= n; i++) {
        sums->below[i] = extended(b, l, player, sums->below, i);
    }
    for (int i = n - 1; i >= 0; i--) {
        strips_worth sum = strips_sum(sums->from[i + 1], line_at(b, l, player, i));
        sums->without[i] = strips_sum(sums->below[i], sums->from[i + 1]);
        if (i + k <= n && b->strips.length > 0) {
            strips_worth strip = strips_sum(sums->from[i + k], strip_at(b, l, player, i));
            sum = strips_better(sum, strip);
            sums->without_strip[i] = strips_sum(sums->below[i], sums->from[i + k]);
        }
        sums->from[i] = sum;
    }
}

strips_worth bounds_changed(const struct bounds *b, const struct lines *l, int player,
                            const struct sums *sums, int line)
{
    int n = l->count[!player], k = l->fields;
    strips_worth best = strips_sum(sums->without[line], line_at(b, l, player, line));
    if (b->strips.length == 0) return best;
    for (int i = line < k ? 0 : line + 1 - k; i <= line && i + k <= n; i++) {
        strips_worth strip = strip_at(b, l, player, i);
        best = strips_better(best, strips_sum(sums->without_strip[i], strip));
    }
    return best;
}

strips_worth bounds_changed_strip(const struct bounds *b, const struct lines *l,
                                  int player, const struct sums *sums, int line)
{
    strips_worth below[LINES_MAX + 1];
    int n = l->count[!player], k = l->fields, end = line + k;
    int from = line + 1 < k ? 0 : line + 1 - k;
    for (int i = from; i <= line; i++) below[i] = sums->below[i];
    for (int i = line + 1; i <= end; i++) below[i] = extended(b, l, player, below, i);
    strips_worth best = strips_sum(below[end], sums->from[end]);
    if (b->strips.length == 0) return best;
    for (int i = line + 1; i < end && i + k <= n; i++) {
        strips_worth sum = strips_sum(below[i], strip_at(b, l, player, i));
        best = strips_better(best, strips_sum(sum, sums->from[i + k]));
    }
    return best;
}

static int one_of(strips_worth worth)
{
    return worth[STRIPS_ONE];
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A strip that is not there gives no bound. */
enum { NONE = -(1 << 14) };

void bounds_score(const struct bounds *b, const struct lines *l, int player,
                  const struct sums *sums, int i, int16_t out[LINES_MAX])
{
    const uint32_t *line = &l->line[!player][i];
    int last = l->count[!player] - 2, length = b->strips.length,
        below = one_of(sums->below[i]), from = one_of(sums->from[i + 2]),
        low = i > 0 ? one_of(sums->below[i - 1]) : NONE,
        high = i < last ? one_of(sums->from[i + 3]) : NONE,
        pair = one_of(sums->without_strip[i]);
    const int16_t *with_high = b->one + ((size_t)(i < last ? line[2] : 0) << length);
    uint32_t before = i > 0 ? line[-1] : 0;
    for (uint32_t r = line[0] & line[1]; r != 0; r &= r - 1) {
        uint32_t one = line[0] ^ (r & -r), two = line[1] ^ (r & -r);
        int first = larger(below + b->one[one], low + b->one[before | one << length]),
            second = larger(from + b->one[two], high + with_high[two]),
            both = pair + b->one[one | two << length];
        out[__builtin_ctz(r)] = (int16_t)larger(both, first + second);
    }
}

/* ---- by runs, for FIELDS 2 ---- */

/*
 * A strip need not consist of two whole lines: each run of a line can join the runs
 * beside it in the line before or in the next line; only runs must stay whole. Line by
 * line, for each set of runs that wait for the next line, `sum` is the best sum of all
 * cells before.
 */
struct cuts {
    int count;
    strips_worth sum[CUTS_MAX];
    uint32_t waiting[CUTS_MAX];
};

/* The best sum if these cells of the next line join waiting runs. */
static strips_worth joined(const struct bounds *b, const struct cuts *cuts,
                           uint32_t cells)
{
    const strips_worth *worth = b->strips.worth + ((size_t)cells << b->strips.length);
    strips_worth best = strips_sum(cuts->sum[0], worth[cuts->waiting[0]]);
    for (int i = 1; i < cuts->count; i++) {
        best = strips_better(best, strips_sum(cuts->sum[i], worth[cuts->waiting[i]]));
    }
    return best;
}

/* Lists the sets of runs of a line that can wait for the next line. A run with
 * no free cell beside it in the line before has to wait; a run with none in the
 * next line cannot wait. */
static int choices(uint32_t line, uint32_t before, uint32_t next, uint32_t list[CUTS_MAX])
{
    uint32_t run[CHOICES_MAX], waiting = 0;
    int runs = 0;
    for (uint32_t cells, rest = line; rest != 0; rest &= ~cells) {
        cells = lines_run(rest);
        if ((cells & next) == 0) continue;
        if ((cells & before) == 0) {
            waiting |= cells;
        } else if (runs < CHOICES_MAX) {
            run[runs++] = cells;
        }
    }
    list[0] = waiting;
    for (int i = 0; i < runs; i++) {
        for (int j = 0; j < 1 << i; j++) list[(1 << i) + j] = list[j] | run[i];
    }
    return 1 << runs;
}

/* Adds the worth of three whole lines to the sum. They are divided where no block along the
 * lines crosses, into pieces that the table holds: the player's blocks lie across the
 * lines, so no block has cells of two pieces, and the lines are the sum of the pieces.
 * False if one piece is too long. */
static bool add_wide(const struct strips *wide, const uint32_t *line, strips_worth *sum)
{
    int n = wide->length;
    uint32_t all = line[0] | line[1] | line[2], mask = (UINT32_C(1) << n) - 1,
             links = (line[0] & line[0] >> 1) | (line[1] & line[1] >> 1) |
                     (line[2] & line[2] >> 1);
    if (lines_room(links, n) != 0) return false;
    while (all != 0) {
        int start = __builtin_ctz(all);
        int end = 32 - __builtin_clz(~links >> start & mask);
        uint32_t piece = (UINT32_C(1) << end) - 1, strip = 0;
        for (int i = 0; i < 3; i++) strip |= (line[i] >> start & piece) << (i * n);
        *sum = strips_sum(*sum, wide->worth[strip]);
        all &= ~(piece << start);
    }
    return true;
}

/* The player's bound with the best strips by runs. */
static strips_worth bound_by_runs(const struct bounds *b, const struct lines *l,
                                  strips_worth base, int player)
{
    int n = l->count[!player];
    const uint32_t *line = l->line[!player];
    strips_worth all_before[LINES_MAX];
    struct cuts memory[2], *cuts = &memory[0], *next = &memory[1];
    cuts->count = 1;
    cuts->sum[0] = base;
    cuts->waiting[0] = 0;
    for (int i = 0; i < n; i++) {
        uint32_t before = i > 0 ? line[i - 1] : 0, after = i + 1 < n ? line[i + 1] : 0;
        all_before[i] = joined(b, cuts, 0);
        next->count = choices(line[i], before, after, next->waiting);
        for (int j = 0; j < next->count; j++) {
            next->sum[j] = joined(b, cuts, line[i] & ~next->waiting[j]);
        }
        if (i >= 2 && b->wide.length > 0) {
            next->sum[next->count] = all_before[i - 2];
            next->waiting[next->count] = 0;
            if (add_wide(&b->wide, &line[i - 2], &next->sum[next->count])) next->count++;
        }
        struct cuts *old = cuts;
        cuts = next;
        next = old;
    }
    return joined(b, cuts, 0);
}

bool bounds_decide(const struct bounds *b, const struct lines *l,
                   const strips_worth base[2], int player, const int16_t sum[2],
                   bool *won)
{
    enum { FAR = -2 * STRIPS_MOVE };
    if (!b->pairs) return false;
    *won =
        sum[player] >= FAR && strips_win_first(bound_by_runs(b, l, base[player], player));
    if (*won) return true;
    return sum[!player] >= FAR + STRIPS_MOVE &&
           strips_win_second(bound_by_runs(b, l, base[!player], !player));
}

/* ---- the tables ---- */

/* Makes the table of the longest strips that `bits` and the memory allow; no table if
 * there is no memory. False if the limits end the search. */
static bool open_strips(struct strips *strips, const struct lines *l, int threads,
                        const struct search_limits *limits,
                        struct search_progress *progress, int lines, int bits)
{
    int length = l->count[0] > l->count[1] ? l->count[0] : l->count[1];
    void *block = NULL;
    *strips = (struct strips){.fields = l->fields, .lines = lines};
    if (length * lines > bits) length = bits / lines;
    for (; length > 0; length--) {
        block = search_resize(limits, NULL, strips_making_size(lines, length), 1);
        if (block != NULL) break;
    }
    if (block == NULL) return true;
    if (!strips_make(strips, l->fields, lines, length, block, threads, limits,
                     progress)) {
        return false;
    }
    block = search_resize(limits, block, strips_size(lines, length), 1);
    if (block != NULL) strips->worth = block;
    return true;
}

/* The parts at t = 1, close together. NULL if there is no memory. */
static const int16_t *parts_at_one(const struct strips *strips,
                                   const struct search_limits *limits)
{
    size_t count = (size_t)1 << (strips->lines * strips->length);
    int16_t *one = search_resize(limits, NULL, count, sizeof *one);
    if (one == NULL || strips->worth == NULL) return NULL;
    for (size_t i = 0; i < count; i++) one[i] = strips->worth[i][STRIPS_ONE];
    return one;
}

/* Whether the larger table of wide strips pays: on large boards, and where it just holds
 * the shorter side. */
static bool is_large(int rows, int cols)
{
    int shorter = rows < cols ? rows : cols, cells = rows * cols;
    return cells > 64 || (cells > 50 && 3 * shorter == WIDE_BITS_LARGE);
}

bool bounds_open(struct bounds *b, const struct lines *l, int threads,
                 const struct search_limits *limits, struct search_progress *progress)
{
    int rows = l->count[1], cols = l->count[0];
    *b = (struct bounds){0};
    if (!open_strips(&b->strips, l, threads, limits, progress, l->fields, STRIP_BITS)) {
        return false;
    }
    b->whole = rows <= b->strips.length && cols <= b->strips.length;
    if (l->fields != 2) return true;
    b->one = b->whole ? parts_at_one(&b->strips, limits) : NULL;
    b->pairs = b->one != NULL;
    return open_strips(&b->wide, l, threads, limits, progress, 3,
                       is_large(rows, cols) ? WIDE_BITS_LARGE : WIDE_BITS);
}
