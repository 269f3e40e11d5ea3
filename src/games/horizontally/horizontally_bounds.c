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

void bounds_sum(const struct bounds *b, const struct lines *l, int player,
                struct sums *sums)
{
    int n = l->count[!player], k = l->fields;
    sums->below[0] = sums->from[n] = strips_nothing();
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

/* The player's bound with the best strips by runs. */
static strips_worth bound_by_runs(const struct bounds *b, const struct lines *l,
                                  int player)
{
    int n = l->count[!player];
    const uint32_t *line = l->line[!player];
    strips_worth all_before[LINES_MAX];
    struct cuts memory[2], *cuts = &memory[0], *next = &memory[1];
    cuts->count = 1;
    cuts->sum[0] = strips_nothing();
    cuts->waiting[0] = 0;
    for (int i = 0; i < n; i++) {
        uint32_t before = i > 0 ? line[i - 1] : 0, after = i + 1 < n ? line[i + 1] : 0;
        all_before[i] = joined(b, cuts, 0);
        next->count = choices(line[i], before, after, next->waiting);
        for (int j = 0; j < next->count; j++) {
            next->sum[j] = joined(b, cuts, line[i] & ~next->waiting[j]);
        }
        if (i >= 2 && b->wide.length > 0) {
            strips_worth wide = strips_lines(&b->wide, &line[i - 2]);
            next->sum[next->count] = strips_sum(all_before[i - 2], wide);
            next->waiting[next->count++] = 0;
        }
        struct cuts *old = cuts;
        cuts = next;
        next = old;
    }
    return joined(b, cuts, 0);
}

bool bounds_decide(const struct bounds *b, const struct lines *l, int player,
                   const int16_t sum[2], bool *won)
{
    enum { FAR = -2 * STRIPS_MOVE };
    if (l->fields != 2 || !b->whole) return false;
    *won = sum[player] >= FAR && strips_win_first(bound_by_runs(b, l, player));
    if (*won) return true;
    return sum[!player] >= FAR + STRIPS_MOVE &&
           strips_win_second(bound_by_runs(b, l, !player));
}

/* ---- the tables ---- */

/* Makes the table of the longest strips that `bits` and the memory allow; no table if
 * there is no memory. False if the limits end the search. */
static bool open_strips(struct strips *strips, const struct lines *l,
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
    if (!strips_make(strips, l->fields, lines, length, block, limits, progress)) {
        return false;
    }
    block = search_resize(limits, block, strips_size(lines, length), 1);
    if (block != NULL) strips->worth = block;
    return true;
}

/* Whether the larger table of wide strips pays: on large boards, and where it just holds
 * the shorter side. */
static bool is_large(int rows, int cols)
{
    int shorter = rows < cols ? rows : cols, cells = rows * cols;
    return cells > 64 || (cells > 50 && 3 * shorter == WIDE_BITS_LARGE);
}

bool bounds_open(struct bounds *b, const struct lines *l,
                 const struct search_limits *limits, struct search_progress *progress)
{
    int rows = l->count[1], cols = l->count[0];
    *b = (struct bounds){0};
    if (!open_strips(&b->strips, l, limits, progress, l->fields, STRIP_BITS)) {
        return false;
    }
    b->whole = rows <= b->strips.length && cols <= b->strips.length;
    if (l->fields != 2) return true;
    return open_strips(&b->wide, l, limits, progress, 3,
                       is_large(rows, cols) ? WIDE_BITS_LARGE : WIDE_BITS);
}
