/*
 * The search for a winning move: depth first, making and undoing moves on one board.
 * Players are numbered as in horizontally_lines.h.
 */
#include "horizontally_solve.h"

#include <string.h>

#include "horizontally_bounds.h"
#include "horizontally_key.h"
#include "horizontally_table.h"

enum { MOVES_MAX = 128 };

/* A move: a block from cell `start` on along a line of the player. */
struct candidate {
    int32_t score;
    int16_t sum[2]; /* each player's bound after it, by whole lines, at t = 1 */
    uint8_t line, start;
};

struct solver {
    const struct search_limits *limits;
    struct lines lines;
    struct cells cells; /* the same free cells as a set; only if `keyed` */
    struct bounds bounds;
    struct keys keys;
    struct table table;
    bool keyed; /* the board is small enough for the table */
    struct candidate *stack;
    enum search_end end;
    struct search_progress progress;
    struct candidate best; /* the last winning move found; in the end the root's */
};

/* ---- moves ---- */

/* Places the block of a move, or removes it. */
static void toggle(struct lines *l, int player, const struct candidate *c)
{
    uint32_t bit = UINT32_C(1) << c->line;
    l->line[player][c->line] ^= ((UINT32_C(1) << l->fields) - 1) << c->start;
    for (int i = c->start; i < c->start + l->fields; i++) l->line[!player][i] ^= bit;
}

/* The player's moves minus the opponent's in the lines of a move,
 * in eighths of STRIPS_MOVE. */
static int mobility(const struct lines *l, int player, const struct candidate *c)
{
    int moves = lines_bits(lines_room(l->line[player][c->line], l->fields));
    for (int i = c->start; i < c->start + l->fields; i++) {
        moves -= lines_bits(lines_room(l->line[!player][i], l->fields));
    }
    return moves * (STRIPS_MOVE / 8);
}

enum verdict { OPEN, WON, LOST };

/* Judges a move by the bounds. Its score is the player's gain plus the opponent's loss,
 * both read from the thermograph walls at t = 1, about the temperature of the game. The
 * weights are those that won 6 x 8 to 8 x 8 with the fewest nodes. */
static enum verdict judge(struct solver *s, int player, const struct sums sums[2],
                          struct candidate *c)
{
    struct lines *l = &s->lines;
    enum verdict verdict = LOST;
    toggle(l, player, c);
    strips_worth theirs = bounds_changed(&s->bounds, l, !player, &sums[!player], c->line);
    if (!strips_win_first(theirs)) {
        strips_worth mine =
            bounds_changed_strip(&s->bounds, l, player, &sums[player], c->start);
        verdict = strips_win_second(mine) ? WON : OPEN;
        c->sum[player] = mine[STRIPS_ONE];
        c->sum[!player] = theirs[STRIPS_ONE];
        c->score = 2 * mine[STRIPS_ONE] - theirs[STRIPS_ONE] + mobility(l, player, c);
    }
    toggle(l, player, c);
    if (verdict == OPEN) c->score -= mobility(l, player, c);
    return verdict;
}

/* Lists the moves that the bounds do not decide. True if one wins by
 * them: it is list[0]. */
static bool list_moves(struct solver *s, int player, struct candidate *list, int *count)
{
    struct lines *l = &s->lines;
    struct sums sums[2];
    bounds_sum(&s->bounds, l, 0, &sums[0]);
    bounds_sum(&s->bounds, l, 1, &sums[1]);
    *count = 0;
    for (int i = 0; i < l->count[player]; i++) {
        for (uint32_t r = lines_room(l->line[player][i], l->fields); r != 0; r &= r - 1) {
            struct candidate *c = &list[*count];
            *c = (struct candidate){.line = (uint8_t)i,
                                    .start = (uint8_t)__builtin_ctz(r)};
            enum verdict v = judge(s, player, sums, c);
            if (v == WON) list[0] = *c;
            if (v == WON) return true;
            if (v == OPEN) ++*count;
        }
    }
    return false;
}

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

static bool goes_on(struct solver *s)
{
    if (s->end == SEARCH_GOES_ON) s->end = search_check(s->limits, &s->progress);
    return s->end == SEARCH_GOES_ON;
}

static bool wins(struct solver *s, int player, struct candidate *list);

static struct cells after(const struct solver *s, int player, const struct candidate *c)
{
    struct cells block = keys_block(&s->keys, player, c->line, c->start);
    return (struct cells){s->cells.low ^ block.low, s->cells.high ^ block.high};
}

/* Looks up the positions after the moves in the table. True if a move wins: it is s->best
 * then. Removes moves that lose. All keys are made before the first lookup, so that the
 * CPU can load several entries at once; that saves a fifth of the time of 8 x 8. */
static bool known(struct solver *s, int player, struct candidate *list, int *count)
{
    struct table_key key[MOVES_MAX];
    int open = 0;
    bool won;
    if (!s->keyed) return false;
    for (int i = 0; i < *count; i++) {
        key[i] = keys_of(&s->keys, after(s, player, &list[i]), !player);
    }
    for (int i = 0; i < *count; i++) {
        bool found = table_find(&s->table, key[i], &won);
        if (found && !won) s->best = list[i];
        if (found && !won) return true;
        if (!found) list[open++] = list[i];
    }
    *count = open;
    return false;
}

/* Whether the first move of the list wins. Enters the position after it only if the
 * bounds by runs do not decide it. */
static bool try_move(struct solver *s, int player, struct candidate *list, int count)
{
    struct cells before = s->cells;
    bool lost;
    if (s->keyed) s->cells = after(s, player, list);
    toggle(&s->lines, player, list);
    if (!bounds_decide(&s->bounds, &s->lines, !player, list->sum, &lost)) {
        lost = wins(s, !player, list + count);
    }
    toggle(&s->lines, player, list);
    s->cells = before;
    return !lost && s->end == SEARCH_GOES_ON;
}

/* Whether one of the moves wins; then s->best is that move. */
static bool try_moves(struct solver *s, int player, struct candidate *list, int count)
{
    if (known(s, player, list, &count)) return true;
    for (; count > 0 && s->end == SEARCH_GOES_ON; count--, list++) {
        pick(list, count);
        bool won = try_move(s, player, list, count);
        if (won) s->best = *list;
        if (won) return true;
    }
    return false;
}

/* Whether the player to move wins. The stack is free from `list` on. */
static bool wins(struct solver *s, int player, struct candidate *list)
{
    struct table_key key = {0, 0};
    bool won;
    int count;
    if (!goes_on(s)) return false;
    int64_t start = s->progress.nodes++;
    if (s->keyed) {
        key = keys_of(&s->keys, s->cells, player);
        if (table_find(&s->table, key, &won)) return won;
    }
    won = list_moves(s, player, list, &count);
    if (won) s->best = list[0];
    if (!won) won = try_moves(s, player, list, count);
    if (s->keyed && s->end == SEARCH_GOES_ON) {
        table_put(&s->table, key, won, s->progress.nodes - start);
    }
    return won;
}

/* ---- setting up ---- */

static void set_up(struct solver *s, const struct horizontally *h)
{
    struct lines *l = &s->lines;
    l->fields = fields_of(h);
    l->count[0] = cols_of(h);
    l->count[1] = rows_of(h);
    memcpy(l->line[0], rest_of(h)->column, (size_t)l->count[0] * sizeof l->line[0][0]);
    memcpy(l->line[1], h->row, (size_t)l->count[1] * sizeof l->line[1][0]);
}

/* The stack has room for the moves of all positions of a line: each move leaves fewer. */
static enum search_end open_memory(struct solver *s)
{
    const struct search_limits *limits = s->limits;
    const struct lines *l = &s->lines;
    size_t cells = (size_t)l->count[0] * (size_t)l->count[1],
           moves = (cells / (size_t)l->fields + 2) * cells;
    s->stack = search_resize(limits, NULL, moves, sizeof *s->stack);
    if (s->stack == NULL) return SEARCH_MEMORY;
    if (!bounds_open(&s->bounds, l, limits, &s->progress)) return SEARCH_STOPPED;
    s->keyed = cells <= TABLE_CELLS;
    if (!s->keyed) return SEARCH_GOES_ON;
    table_open(&s->table, limits);
    keys_open(&s->keys, l);
    s->cells = keys_cells(&s->keys, l);
    return SEARCH_GOES_ON;
}

/* For blocks of one cell: each move takes one cell, so the parity decides. */
static bool odd_cells(struct solver *s)
{
    const struct lines *l = &s->lines;
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

enum search_end horizontally_solve(const struct horizontally *h,
                                   const struct search_limits *limits,
                                   struct horizontally_proof *out)
{
    struct solver s = {.limits = limits, .end = SEARCH_GOES_ON};
    int player = (int)h->player - 1;
    bool won;
    *out = (struct horizontally_proof){0};
    set_up(&s, h);
    if (s.lines.fields == 1) {
        won = odd_cells(&s);
        if (player == 1)
            s.best = (struct candidate){.line = s.best.start, .start = s.best.line};
    } else {
        s.end = open_memory(&s);
        won = s.end == SEARCH_GOES_ON && wins(&s, player, s.stack);
    }
    out->nodes = s.progress.nodes;
    if (s.end != SEARCH_GOES_ON) return s.end;
    out->winner = (enum horizontally_player)(won ? player + 1 : 2 - player);
    if (won) out->move = move_of(player, &s.best);
    return SEARCH_DONE;
}

bool horizontally_position(const struct horizontally *h, uint64_t key[2])
{
    struct solver s = {0};
    struct keys keys;
    set_up(&s, h);
    if (s.lines.count[0] * s.lines.count[1] > TABLE_CELLS) return false;
    keys_open(&keys, &s.lines);
    struct cells free = keys_cells(&keys, &s.lines);
    struct table_key k = keys_of(&keys, free, (int)h->player - 1);
    key[0] = k.low;
    key[1] = k.high;
    return true;
}
