/*
 * A table is filled breadth first from the goals backward. Exchanges of pieces of no pattern cost
 * nothing, so positions that differ in them alone are one: the places of the pattern's pieces, and
 * the cells that the gap can get to among the others. (That a piece may go in one direction only
 * is forgotten for these: then more is possible, and the bound is lower.)
 */
#include "additive.h"

#include <assert.h>

enum { ASK_EACH = 1 << 14, ENTRIES_MOST = 1 << 26, KEPT_LEAST = 1 << 16 };

/* The places of a pattern's pieces, and the cells that the gap gets to. */
struct met {
    uint32_t index, gaps;
};

/* The positions of one distance. */
struct front {
    struct met *at;
    int64_t count, room;
};

struct filling {
    const struct exchange *e;
    const struct search_limits *limits;
    struct search_progress *progress;
    struct additive_pattern *p;
    uint32_t
        joined[EXCHANGE_MOST]; /* by cell: where the gap goes from there, for nothing */
    /* By piece and cell: the cells to which it may go back. */
    uint32_t back[PATTERN_PIECES][EXCHANGE_MOST];
    uint64_t over_cells; /* to divide by their number: 2^32 / cells, rounded up */
    uint32_t *seen;      /* by index: cells of the gap */
    struct front now, next;
    uint8_t distance; /* of `next` */
};

/* All cells of `open` that hang together with one of them. */
static uint32_t region(const struct filling *f, uint32_t open, int32_t cell)
{
    uint32_t all = exchange_bit(cell), edge = all;
    while (edge != 0) {
        uint32_t more = 0;
        for (; edge != 0; edge &= edge - 1) more |= f->joined[__builtin_ctz(edge)];
        edge = more & open & ~all;
        all |= edge;
    }
    return all;
}

static void join_cells(struct filling *f)
{
    uint32_t own = exchange_bit(0);
    for (int32_t i = 0; i < f->p->kinds; i++) own |= exchange_bit(f->p->kind[i]);
    for (int32_t to = 0; to < f->e->cells; to++) {
        for (int32_t k = 0; k < f->e->ways[to]; k++) {
            const struct exchange_way *w = &f->e->way[to][k];
            if ((w->pieces & ~own) == 0) continue;
            f->joined[to] |= exchange_bit(w->from);
            f->joined[w->from] |= exchange_bit(to);
        }
    }
    for (int32_t i = 0; i < f->p->kinds; i++) {
        for (int32_t to = 0; to < f->e->cells; to++) {
            for (int32_t k = 0; k < f->e->ways[to]; k++) {
                const struct exchange_way *w = &f->e->way[to][k];
                if (w->pieces >> f->p->kind[i] & 1)
                    f->back[i][to] |= exchange_bit(w->from);
            }
        }
    }
}

/* Notes a position, and all those that the gap makes of it for nothing. */
static bool meet(struct filling *f, uint32_t index, uint32_t taken, int32_t gap)
{
    if (f->seen[index] >> gap & 1) return true;
    const uint32_t gaps = region(f, ~taken, gap);
    f->seen[index] |= gaps;
    if (f->p->own[index] == ADDITIVE_FAR) f->p->own[index] = f->distance;
    if (f->next.count == f->next.room) {
        struct met *at = search_grow(f->limits, f->next.at, &f->next.room,
                                     f->next.count + 1, sizeof *at);
        if (at == NULL) return false;
        f->next.at = at;
    }
    f->next.at[f->next.count++] = (struct met){index, gaps};
    return true;
}

/* The positions before one: a piece of the pattern goes back to where the gap is. */
static bool expand(struct filling *f, struct met here)
{
    const struct additive_pattern *p = f->p;
    int32_t cell[PATTERN_PIECES];
    uint32_t taken = 0, rest = here.index;
    for (int32_t i = 0; i < p->kinds; i++) {
        const uint32_t most = (uint32_t)(rest * f->over_cells >> 32);
        cell[i] = (int32_t)(rest - most * (uint32_t)f->e->cells);
        taken |= exchange_bit(cell[i]);
        rest = most;
    }
    for (int32_t i = 0; i < p->kinds; i++) {
        const int32_t from = cell[i];
        uint32_t to = f->back[i][from] & here.gaps;
        for (; to != 0; to &= to - 1) {
            const int32_t gap = __builtin_ctz(to);
            const uint32_t back = here.index + (uint32_t)(gap - from) * p->weight[i];
            if (f->seen[back] >> from & 1) continue;
            if (!meet(f, back, (taken & ~exchange_bit(from)) | exchange_bit(gap), from))
                return false;
        }
    }
    return true;
}

/* Places the pieces from number i on where a goal wants them. */
static bool seed(struct filling *f, const uint32_t *goal, int32_t i, uint32_t index,
                 uint32_t taken)
{
    const struct additive_pattern *p = f->p;
    if (i == p->kinds) {
        for (uint32_t gaps = goal[0] & ~taken; gaps != 0; gaps &= gaps - 1) {
            if (!meet(f, index, taken, __builtin_ctz(gaps))) return false;
        }
        return true;
    }
    for (uint32_t cells = goal[p->kind[i]] & ~taken; cells != 0; cells &= cells - 1) {
        const int32_t cell = __builtin_ctz(cells);
        const uint32_t more = index + (uint32_t)cell * p->weight[i];
        if (!seed(f, goal, i + 1, more, taken | exchange_bit(cell))) return false;
    }
    return true;
}

static enum search_end go_on(struct filling *f)
{
    const struct front now = f->next;
    f->next = f->now;
    f->next.count = 0;
    f->now = now;
    f->distance++;
    for (int64_t i = 0; i < now.count; i++) {
        if (i % ASK_EACH == 0 && search_stops_now(f->limits, f->progress))
            return SEARCH_STOPPED;
        if (!expand(f, now.at[i])) return SEARCH_MEMORY;
    }
    return SEARCH_GOES_ON;
}

static enum search_end fill(struct additive_pattern *p, const struct exchange *e,
                            const struct search_limits *limits,
                            struct search_progress *progress)
{
    struct filling f = {.e = e, .limits = limits, .progress = progress, .p = p};
    join_cells(&f);
    f.over_cells = (UINT64_C(1) << 32) / (uint64_t)e->cells + 1;
    p->table = p->own = search_resize(limits, NULL, (uint64_t)p->entries + 1, 1);
    f.seen = search_resize(limits, NULL, p->entries, sizeof *f.seen);
    enum search_end end =
        p->table != NULL && f.seen != NULL ? SEARCH_GOES_ON : SEARCH_MEMORY;
    if (end == SEARCH_GOES_ON) {
        memset(p->own, ADDITIVE_FAR, p->entries);
        memset(f.seen, 0, p->entries * sizeof *f.seen);
    }
    for (int32_t g = 0; end == SEARCH_GOES_ON && g < e->goals; g++) {
        if (!seed(&f, e->goal[g], 0, 0, 0)) end = SEARCH_MEMORY;
    }
    while (end == SEARCH_GOES_ON && f.next.count > 0 && f.distance < ADDITIVE_FAR - 1)
        end = go_on(&f);
    p->complete = end == SEARCH_GOES_ON && f.next.count == 0;
    if (end == SEARCH_GOES_ON) p->own[p->entries] = p->complete;
    search_free(limits, f.seen);
    search_free(limits, f.now.at);
    search_free(limits, f.next.at);
    return end;
}

/* ---- dividing the pieces ---- */

/* Whether a table can be made for a kind: there is one piece of it, which a goal asks for. */
static bool is_fit(const struct exchange *e, int32_t kind)
{
    if (kind == 0 || e->pieces[kind] != 1) return false;
    for (int32_t g = 0; g < e->goals; g++) {
        if (__builtin_popcount(e->goal[g][kind]) > 2) return false;
    }
    return true;
}

static int32_t home_of(const struct exchange *e, int32_t kind)
{
    return __builtin_ctz(e->goal[0][kind]);
}

/* The cells beside one. */
static uint32_t beside(const struct exchange *e, int32_t cell)
{
    uint32_t all = 0;
    for (int32_t k = 0; k < e->ways[cell]; k++) all |= exchange_bit(e->way[cell][k].from);
    return all;
}

/* The next piece of a pattern: beside most of the pattern's other ones, and of the cells that are
 * left over beside as few as possible; 0: there is none. */
static int32_t next_kind(const struct exchange *e, uint32_t left, uint32_t homes)
{
    uint32_t open = 0;
    for (int32_t k = 0; k < e->kinds; k++) {
        if (left >> k & 1) open |= exchange_bit(home_of(e, k));
    }
    int32_t best = 0, most = INT32_MIN;
    for (int32_t k = 1; k < e->kinds; k++) {
        if (!(left >> k & 1)) continue;
        const uint32_t near = beside(e, home_of(e, k));
        const int32_t worth =
            2 * __builtin_popcount(near & homes) - __builtin_popcount(near & open);
        if (worth > most) {
            most = worth;
            best = k;
        }
    }
    return best;
}

static void divide(struct additive *a, uint32_t entries)
{
    const struct exchange *e = a->e;
    const uint32_t cells = (uint32_t)e->cells;
    uint32_t left = 0;
    int32_t size = 1;
    for (uint64_t room = cells; size < PATTERN_PIECES && room * cells <= entries; size++)
        room *= cells;
    for (int32_t k = 0; k < e->kinds; k++) {
        a->of[k] = -1;
        if (is_fit(e, k)) left |= exchange_bit(k);
    }
    while (left != 0) {
        struct additive_pattern *p = &a->pattern[a->patterns];
        *p = (struct additive_pattern){.entries = 1};
        for (uint32_t homes = 0; p->kinds < size && left != 0; p->kinds++) {
            const int32_t k = next_kind(e, left, homes);
            homes |= exchange_bit(home_of(e, k));
            left &= ~exchange_bit(k);
            a->of[k] = a->patterns;
            a->weight[k] = p->weight[p->kinds] = p->entries;
            p->kind[p->kinds] = k;
            p->entries *= cells;
        }
        a->patterns++;
    }
}

/* Takes the table that is kept, or fills one; a small one is filled as soon as it is found. */
static enum search_end take(struct additive_pattern *p, const struct exchange *e,
                            const struct search_limits *limits,
                            struct search_progress *progress,
                            const struct kept_tables *kept)
{
    const size_t bytes = (size_t)p->entries + 1;
    unsigned char key[ADDITIVE_KEY_MAX];
    if (kept == NULL || p->entries < KEPT_LEAST) return fill(p, e, limits, progress);
    const size_t length = additive_key(e, p, key);
    p->table = kept->find(kept->with, key, length, bytes);
    if (p->table != NULL) p->complete = p->table[p->entries] == 1;
    if (p->table != NULL) return SEARCH_GOES_ON;
    const enum search_end end = fill(p, e, limits, progress);
    if (end != SEARCH_GOES_ON) return end;
    const uint8_t *there = kept->keep(kept->with, key, length, p->own, bytes);
    if (there == NULL) return end;
    search_free(limits, p->own);
    p->own = NULL;
    p->table = there;
    return end;
}

enum search_end additive_make(struct additive *a, const struct exchange *e,
                              const struct search_limits *limits,
                              struct search_progress *progress, uint32_t entries,
                              const struct kept_tables *kept)
{
    memset(a, 0, sizeof *a);
    a->e = e;
    assert(entries <= ENTRIES_MOST); /* so that dividing by a product is exact */
    divide(a, entries);
    enum search_end end = SEARCH_GOES_ON;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < a->patterns; i++)
        end = take(&a->pattern[i], e, limits, progress, kept);
    if (end != SEARCH_GOES_ON) additive_free(a, limits);
    return end;
}

void additive_free(struct additive *a, const struct search_limits *limits)
{
    for (int32_t i = 0; i < a->patterns; i++) search_free(limits, a->pattern[i].own);
    a->patterns = 0;
}

uint32_t additive_index(const struct additive *a, int32_t pattern,
                        const unsigned char *pieces)
{
    uint32_t index = 0;
    for (int32_t i = 0; i < a->e->cells; i++) {
        if (a->of[pieces[i]] == pattern) index += (uint32_t)i * a->weight[pieces[i]];
    }
    return index;
}

int32_t additive_rest(const struct additive *a, const unsigned char *pieces)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < a->patterns; i++)
        sum += a->pattern[i].table[additive_index(a, i, pieces)];
    return sum;
}
