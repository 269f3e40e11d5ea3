/*
 * Sets up the solvers, each with memory of its own, and reads their answer.
 */
#include "horizontally_solve.h"

#include <string.h>

#include "horizontally_search.h"

enum { FIRST_BUCKETS = 1 << 14 }; /* of a table */

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
    return s->end == SEARCH_GOES_ON && solver_search(s, player);
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
    lines_set(&s.moves.lines, h);
    if (s.moves.lines.fields == 1) {
        won = odd_cells(&s);
        if (player == 1)
            s.best = (struct candidate){.line = s.best.start, .start = s.best.line};
    } else {
        if (!moves_open(&s.moves, threads, limits, &s.progress)) s.end = SEARCH_STOPPED;
        bool together = threads > 1 && s.moves.keyed, goes_on = s.end == SEARCH_GOES_ON;
        won = goes_on &&
              (together ? solve_parallel(&s, player, threads) : solve(&s, player));
        if (won && s.best.line == FREE_MOVE) s.best = moves_free(&s.moves.lines, player);
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
    lines_set(&lines, h);
    if (lines.count[0] * lines.count[1] > TABLE_CELLS) return false;
    keys_open(&keys, &lines);
    struct cells live = keys_live(&keys, keys_cells(&keys, &lines), &moves);
    struct table_key k = keys_of(&keys, live, moves, (int)h->player - 1);
    key[0] = k.low;
    key[1] = k.high;
    return true;
}
