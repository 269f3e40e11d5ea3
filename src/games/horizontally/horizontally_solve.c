/*
 * The search for a winning move: depth first, making and undoing moves on one board.
 * Players are numbered as in horizontally_lines.h.
 */
#include "horizontally_solve.h"

#include <string.h>

#include "horizontally_moves.h"
#include "horizontally_shared.h"

/* At most so many moves on a board with keys; and how many are looked up in the table
 * before the first one is tried. (More save few nodes.) */
enum { MOVES_MAX = 128, FIRST_MOVES = 8 };

/* The buckets of a table at first; how many positions are entered between two looks at
 * what the other solvers have proven. */
enum { FIRST_BUCKETS = 1 << 14, OFTEN = 32 };

struct solver {
    const struct search_limits *limits;
    struct moves moves;
    struct table table;
    struct candidate *stack;
    enum search_end end;
    struct search_progress progress;
    struct candidate best; /* the last winning move found; in the end the root's */
    bool proved;           /* the last position left was not found in the table */
    /* with other solvers */
    struct shared *shared; /* instead of the table; NULL: there are no others */
    int number;            /* of this solver */
    int depth;             /* moves from the root to the position that is searched */
    int entered;           /* positions since the last look at the others' proofs */
    int back;              /* if >= 0: go back to this depth, where the position ... */
    bool back_won;         /* ... is proven by another solver */
    struct table_key way[SHARED_WAY]; /* by depth: the positions that are searched */
};

/* A position by its live cells, if keyed; otherwise it is the lines of s->moves. */
struct position {
    struct cells live;
    int free;
};

/* ---- moves ---- */

/* Swaps the move with the best score to the front. */
static void pick(struct candidate *list, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (list[i].score > list[best].score) best = i;
    }
    struct candidate c = list[best];
    list[best] = list[0];
    list[0] = c;
}

/* ---- the search ---- */

static bool find(const struct solver *s, struct table_key key, bool *won)
{
    if (s->shared != NULL) return shared_find(s->shared, key, won);
    return table_find(&s->table, key, won);
}

static void put(struct solver *s, struct table_key key, bool won, int64_t nodes)
{
    if (s->shared != NULL) {
        shared_put(s->shared, s->limits, key, won, nodes);
    } else {
        table_put(&s->table, key, won, nodes);
    }
}

/* Ends the search down to the first position on the way that another solver has proven. */
static void look_at_proofs(struct solver *s)
{
    int known = s->depth < SHARED_WAY ? s->depth : SHARED_WAY;
    s->entered = 0;
    if (atomic_load(&s->shared->solved)) s->end = SEARCH_STOPPED;
    for (int i = 0; s->end == SEARCH_GOES_ON && i < known; i++) {
        if (!shared_find(s->shared, s->way[i], &s->back_won)) continue;
        s->back = i;
        s->end = SEARCH_STOPPED;
    }
}

static bool enters(struct solver *s)
{
    if (s->end == SEARCH_GOES_ON) s->end = search_generate(s->limits, &s->progress);
    if (s->shared != NULL && s->end == SEARCH_GOES_ON && ++s->entered >= OFTEN) {
        look_at_proofs(s);
    }
    return s->end == SEARCH_GOES_ON;
}

/* Notes that the position is searched; it is left again before its proof is put. */
static void go_down(struct solver *s, struct table_key key)
{
    if (s->depth < SHARED_WAY) s->way[s->depth] = key;
    shared_enter(s->shared, s->number, s->depth++, key);
}

/* True if another solver has proven the position. */
static bool go_up(struct solver *s)
{
    shared_leave(s->shared, s->number, --s->depth);
    if (s->end == SEARCH_GOES_ON || s->back != s->depth) return false;
    s->end = SEARCH_GOES_ON;
    s->back = -1;
    return true;
}

static bool expands(struct solver *s)
{
    s->end = search_expand(s->limits, &s->progress);
    return s->end == SEARCH_GOES_ON;
}

static bool wins(struct solver *s, int player, struct position, struct candidate *list);

/* The position after a move. */
static struct position after(const struct solver *s, int player, struct position p,
                             const struct candidate *c)
{
    const struct keys *k = &s->moves.keys;
    int moves;
    if (c->line == FREE_MOVE) {
        p.free += player == 0 ? -1 : 1;
        return p;
    }
    p.live = keys_live(k, keys_toggled(p.live, keys_block(k, player, c->line, c->start)),
                       &moves);
    p.free += moves;
    return p;
}

static struct table_key key_of(const struct solver *s, int player, struct position p)
{
    return keys_of(&s->moves.keys, p.live, p.free, player);
}

/* Moves the best moves to the front, best first, until `most` of them stay open by the
 * bounds: *open. Removes those that lose. True if a move wins: it is s->best then. */
static bool judged(struct solver *s, int player, struct candidate *list, int *count,
                   int most, int *open)
{
    for (*open = 0; *open < most && *open < *count;) {
        struct candidate *c = &list[*open];
        pick(c, *count - *open);
        enum verdict v = moves_judge(&s->moves, player, c);
        if (v == WON) s->best = *c;
        if (v == WON) return true;
        if (v == OPEN) ++*open;
        if (v == LOST) *c = list[--*count];
    }
    return false;
}

/* Looks up the positions after the first *open of the moves in the table. True if a move
 * wins: it is s->best then. Removes moves that lose. All keys are made before the first
 * lookup, so that the CPU can load several entries at once. */
static bool known(struct solver *s, int player, struct position p, struct candidate *list,
                  int *count, int *open)
{
    struct table_key key[MOVES_MAX];
    int kept = 0, looked = *open;
    bool won;
    if (!s->moves.keyed) return false;
    for (int i = 0; i < looked; i++) {
        key[i] = key_of(s, !player, after(s, player, p, &list[i]));
    }
    for (int i = 0; i < looked; i++) {
        bool found = find(s, key[i], &won);
        if (found && !won) s->best = list[i];
        if (found && !won) return true;
        if (!found) list[kept++] = list[i];
    }
    memmove(list + kept, list + looked, (size_t)(*count - looked) * sizeof *list);
    *count -= looked - kept;
    *open = kept;
    return false;
}

/* Whether the first move of the list wins. Enters the position after it only if the
 * bounds by runs do not decide it. */
static bool try_move(struct solver *s, int player, struct position p,
                     struct candidate *list, int count)
{
    struct moves *m = &s->moves;
    bool lost;
    if (m->keyed) {
        p = after(s, player, p, list);
        moves_place(m, p.live, p.free);
    } else {
        moves_toggle(&m->lines, player, list);
    }
    if (!bounds_decide(&m->bounds, &m->lines, m->base, !player, list->sum, &lost)) {
        lost = wins(s, !player, p, list + count);
    }
    if (!m->keyed) moves_toggle(&m->lines, player, list);
    return !lost && s->end == SEARCH_GOES_ON;
}

/* Whether one of the first `open` moves wins; then s->best is that move. */
static bool try_open(struct solver *s, int player, struct position p,
                     struct candidate *list, int open, int count)
{
    for (; open > 0; open--, count--, list++) {
        bool won = try_move(s, player, p, list, count);
        if (won) s->best = *list;
        if (won || s->end != SEARCH_GOES_ON) return won;
    }
    return false;
}

/* Swaps a move that no other solver is trying, if there is one, to the front. */
static void pick_free(struct solver *s, int player, struct position p,
                      struct candidate *list, int open)
{
    for (int i = 0; i < open; i++) {
        struct table_key key = key_of(s, !player, after(s, player, p, &list[i]));
        if (shared_busy(s->shared, s->number, s->depth, key)) continue;
        struct candidate c = list[i];
        memmove(list + 1, list, (size_t)i * sizeof *list);
        list[0] = c;
        return;
    }
}

/* The same with other solvers. `fresh`: no move of the position was tried before. */
static bool try_shared(struct solver *s, int player, struct position p,
                       struct candidate *list, int open, int count, bool fresh)
{
    for (; open > 0; open--, count--, list++, fresh = false) {
        if (!fresh) pick_free(s, player, p, list, open);
        if (try_open(s, player, p, list, 1, count)) return true;
        if (s->end != SEARCH_GOES_ON) return false;
    }
    return false;
}

/* Whether one of the moves wins; then s->best is that move. The best moves come first:
 * one of them mostly wins, if any does, and then the others need not be judged. */
static bool try_moves(struct solver *s, int player, struct position p,
                      struct candidate *list, int count)
{
    struct moves *m = &s->moves;
    int open, most = FIRST_MOVES;
    for (bool first = true; count > 0; first = false, most = count) {
        if (!first && m->keyed) {
            moves_place(m, p.live, p.free);
            moves_sum(m);
        }
        if (judged(s, player, list, &count, most, &open)) return true;
        int before = count;
        if (known(s, player, p, list, &count, &open)) return true;
        bool fresh = first && count == before;
        bool won = s->shared != NULL && s->depth < SHARED_WAY
                       ? try_shared(s, player, p, list, open, count, fresh)
                       : try_open(s, player, p, list, open, count);
        if (won || s->end != SEARCH_GOES_ON) return won;
        list += open;
        count -= open;
    }
    return false;
}

/* Whether the player to move wins. The position is placed in s->moves. The stack is free
 * from `list` on. */
static bool wins(struct solver *s, int player, struct position p, struct candidate *list)
{
    struct table_key key = {0, 0};
    bool won, keyed = s->moves.keyed;
    int count;
    if (!enters(s)) return false;
    s->proved = false;
    if (keyed) {
        key = key_of(s, player, p);
        if (find(s, key, &won)) return won;
    }
    if (!expands(s)) return false;
    if (s->shared != NULL) go_down(s, key);
    int64_t start = s->progress.nodes - 1;
    won = moves_list(&s->moves, player, list, &count);
    if (won) s->best = list[0];
    if (!won) won = try_moves(s, player, p, list, count);
    s->proved = s->shared == NULL || !go_up(s);
    if (!s->proved) return s->back_won;
    if (keyed && s->end == SEARCH_GOES_ON) {
        put(s, key, won, s->progress.nodes - start);
    }
    return won;
}

/* ---- setting up ---- */

static void set_up(struct lines *l, const struct horizontally *h)
{
    l->fields = fields_of(h);
    l->count[0] = cols_of(h);
    l->count[1] = rows_of(h);
    memcpy(l->line[0], rest_of(h)->column, (size_t)l->count[0] * sizeof l->line[0][0]);
    memcpy(l->line[1], h->row, (size_t)l->count[1] * sizeof l->line[1][0]);
}

/* The bounds, and what they need. */
static enum search_end open_bounds(struct solver *s, int threads)
{
    struct moves *m = &s->moves;
    const struct lines *l = &m->lines;
    if (!bounds_open(&m->bounds, l, threads, s->limits, &s->progress))
        return SEARCH_STOPPED;
    m->base[0] = m->base[1] = strips_nothing();
    m->keyed = l->count[0] * l->count[1] <= TABLE_CELLS;
    if (m->keyed) keys_open(&m->keys, l);
    return SEARCH_GOES_ON;
}

/* The memory of one solver. The stack has room for the moves of all positions of a line:
 * each move leaves fewer. */
static enum search_end open_memory(struct solver *s)
{
    const struct search_limits *limits = s->limits;
    struct moves *m = &s->moves;
    const struct lines *l = &m->lines;
    size_t cells = (size_t)l->count[0] * (size_t)l->count[1],
           moves = (cells / (size_t)l->fields + 2) * cells;
    s->stack = search_resize(limits, NULL, moves, sizeof *s->stack);
    if (s->stack == NULL) return SEARCH_MEMORY;
    if (m->keyed && s->shared == NULL) table_open(&s->table, limits, FIRST_BUCKETS);
    if (m->keyed && m->bounds.pairs) regions_open(&m->regions, (int)cells, limits);
    return SEARCH_GOES_ON;
}

/* Searches the position in the lines. */
static bool search(struct solver *s, int player)
{
    struct moves *m = &s->moves;
    struct position p = {{0, 0}, 0};
    struct lines all = m->lines;
    if (m->keyed) {
        p.live = keys_live(&m->keys, keys_cells(&m->keys, &all), &p.free);
        moves_place(m, p.live, p.free);
    }
    bool won = wins(s, player, p, s->stack);
    m->lines = all;
    return won;
}

/* A block in a run that only the player can use, such that it makes no move less. */
static struct candidate free_move(const struct solver *s, int player)
{
    const struct lines *l = &s->moves.lines;
    struct candidate c = {0};
    for (int i = 0; i < l->count[player]; i++) {
        uint32_t line = l->line[player][i],
                 beside = (i > 0 ? l->line[player][i - 1] : 0) | l->line[player][i + 1];
        for (uint32_t run; line != 0; line ^= run) {
            run = lines_run(line);
            if ((run & beside) != 0 || (run & (run - 1)) == 0) continue;
            c.line = (uint8_t)i;
            c.start = (uint8_t)__builtin_ctz(run);
            return c;
        }
    }
    return c;
}

/* For blocks of one cell: each move takes one cell, so the parity decides. */
static bool odd_cells(struct solver *s)
{
    const struct lines *l = &s->moves.lines;
    int cells = 0;
    for (int i = 0; i < l->count[0]; i++) {
        if (l->line[0][i] == 0) continue;
        s->best.line = (uint8_t)i;
        s->best.start = (uint8_t)__builtin_ctz(l->line[0][i]);
        cells += lines_bits(l->line[0][i]);
    }
    return cells % 2 != 0;
}

static action move_of(int player, const struct candidate *c)
{
    int row = player == 0 ? c->start : c->line, col = player == 0 ? c->line : c->start;
    return horizontally_action((enum horizontally_player)(player + 1), row, col);
}

/* Searches the position for the player. */
static bool solve(struct solver *s, int player)
{
    s->end = open_memory(s);
    return s->end == SEARCH_GOES_ON && search(s, player);
}

/* ---- in threads ---- */

struct team {
    const struct solver *first; /* with the bounds and the position */
    struct shared *shared;
    int player;
    struct answer {
        bool proved, won;
        struct candidate best;
    } answer[THREADS_MAX];
};

static enum search_end solve_part(void *with, int number,
                                  const struct search_limits *limits,
                                  struct search_progress *progress)
{
    struct team *t = with;
    struct answer *a = &t->answer[number];
    struct solver s = {.limits = limits,
                       .moves = t->first->moves,
                       .end = SEARCH_GOES_ON,
                       .shared = t->shared,
                       .number = number,
                       .back = -1};
    a->won = solve(&s, t->player);
    *progress = s.progress;
    a->proved = s.proved && s.end == SEARCH_GOES_ON;
    a->best = s.best;
    if (a->proved) atomic_store(&t->shared->solved, true);
    return atomic_load(&t->shared->solved) ? SEARCH_DONE : s.end;
}

/* As solve, by several solvers. */
static bool solve_parallel(struct solver *s, int player, int threads)
{
    struct team t = {.first = s, .player = player};
    t.shared = shared_new(s->limits, threads);
    s->end = SEARCH_MEMORY;
    if (t.shared == NULL) return false;
    s->end = parallel_search(s->limits, &s->progress, threads, solve_part, &t);
    for (int i = 0; i < threads; i++) {
        if (!t.answer[i].proved) continue;
        s->end = SEARCH_GOES_ON;
        s->best = t.answer[i].best;
        return t.answer[i].won;
    }
    return false;
}

enum search_end horizontally_solve(const struct horizontally *h, int threads,
                                   const struct search_limits *limits,
                                   struct horizontally_proof *out)
{
    struct solver s = {.limits = limits, .end = SEARCH_GOES_ON};
    int player = (int)h->player - 1;
    bool won;
    *out = (struct horizontally_proof){0};
    set_up(&s.moves.lines, h);
    if (s.moves.lines.fields == 1) {
        won = odd_cells(&s);
        if (player == 1)
            s.best = (struct candidate){.line = s.best.start, .start = s.best.line};
    } else {
        s.end = open_bounds(&s, threads);
        bool together = threads > 1 && s.moves.keyed, goes_on = s.end == SEARCH_GOES_ON;
        won = goes_on &&
              (together ? solve_parallel(&s, player, threads) : solve(&s, player));
        if (won && s.best.line == FREE_MOVE) s.best = free_move(&s, player);
    }
    out->progress = s.progress;
    if (s.end != SEARCH_GOES_ON) return s.end;
    out->winner = (enum horizontally_player)(won ? player + 1 : 2 - player);
    if (won) out->move = move_of(player, &s.best);
    return SEARCH_DONE;
}

bool horizontally_position(const struct horizontally *h, uint64_t key[2])
{
    struct lines lines = {0};
    struct keys keys;
    int moves;
    set_up(&lines, h);
    if (lines.count[0] * lines.count[1] > TABLE_CELLS) return false;
    keys_open(&keys, &lines);
    struct cells live = keys_live(&keys, keys_cells(&keys, &lines), &moves);
    struct table_key k = keys_of(&keys, live, moves, (int)h->player - 1);
    key[0] = k.low;
    key[1] = k.high;
    return true;
}
