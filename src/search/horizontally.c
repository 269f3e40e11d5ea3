/*
 * The search for a winning move. Here players and their lines are numbered from 0: Left,
 * who moves along columns, and Right, who moves along rows. A player's strips lie along
 * the other one's lines.
 */
#include "horizontally.h"

#include <string.h>

#include "../horizontally_rules.h"
#include "horizontally_strips.h"
#include "horizontally_table.h"

/* The bits of a strip in the tables: of FIELDS lines, and of one more. */
enum { strip_bits = 20, wide_bits = 18, wide_bits_more = 21, small_board = 64 };

/* How many runs of a line may choose their side. */
enum { choices_max = 4, cuts_max = (1 << choices_max) + 1, moves_max = 128 };

/* A block along this line of the player's. */
struct candidate {
    int32_t score;
    uint8_t line, start;
};

struct solver {
    const struct search_limits *limits;
    int fields;
    int count[2];                    /* of lines */
    uint32_t line[2][LINES_MAX + 1]; /* the free cells, once along the lines of each */
    struct strips strips;            /* of FIELDS lines */
    struct strips wide;              /* of FIELDS + 1, for FIELDS 2 */
    bool whole;                      /* the lines fit into the table of strips */
    struct table table;
    bool keyed; /* the board is small enough for the table */
    struct candidate *stack;
    enum search_end end;
    int64_t nodes;
    struct candidate best; /* the move that wins at the root */
};

/* What a player is certain of, by the strips that end before a line of the other one's,
 * and by those that begin at it or behind it. */
struct sums {
    strips_worth before[LINES_MAX + 1], from[LINES_MAX + 1];
};

static uint32_t room(uint32_t line, int fields)
{
    for (int covered = 1; covered < fields && line != 0;) {
        int step = covered < fields - covered ? covered : fields - covered;
        line &= line >> step;
        covered += step;
    }
    return line;
}

/* How many bits are set; without an instruction for it, faster than the compiler's. */
static int bits_in(uint32_t x)
{
    x -= x >> 1 & UINT32_C(0x55555555);
    x = (x & UINT32_C(0x33333333)) + (x >> 2 & UINT32_C(0x33333333));
    x = (x + (x >> 4)) & UINT32_C(0x0f0f0f0f);
    return (int)(x * UINT32_C(0x01010101) >> 24);
}

/* All cells of the blocks that start at these. */
static uint32_t covered(uint32_t starts, int fields)
{
    uint32_t cells = starts;
    for (int i = 1; i < fields; i++) cells |= starts << i;
    return cells;
}

/* ---- keys ---- */

__extension__ typedef unsigned __int128 board;

/* The rows of the cells that a player can still use. */
static void usable_rows(const struct solver *s, int player, uint32_t usable[LINES_MAX])
{
    int rows = s->count[1], k = s->fields;
    const uint32_t *row = s->line[1];
    memset(usable, 0, LINES_MAX * sizeof *usable);
    for (int i = 0; player == 1 && i < rows; i++) usable[i] = covered(room(row[i], k), k);
    for (int i = 0; player == 0 && i + k <= rows; i++) {
        uint32_t down = row[i];
        for (int j = 1; j < k; j++) down &= row[i + j];
        for (int j = 0; j < k; j++) usable[i + j] |= down;
    }
}

/* Takes out of Left's cells the runs that Right cannot touch; returns how many blocks of
 * two they are. */
static int take_left(int rows, uint32_t left[LINES_MAX], const uint32_t right[LINES_MAX])
{
    uint32_t touched[LINES_MAX], spare = 0;
    int blocks = 0;
    for (int i = 0; i < rows; i++) {
        touched[i] = left[i] & (right[i] | (i > 0 ? touched[i - 1] : 0));
    }
    for (int i = rows - 2; i >= 0; i--) touched[i] |= left[i] & touched[i + 1];
    for (int i = 0; i < rows; i++) {
        uint32_t own = left[i] & ~touched[i];
        blocks += bits_in(own & spare);
        spare = own & ~spare;
        left[i] = touched[i];
    }
    return blocks;
}

/* The same for Right's, given what Left's were. */
static int take_right(int rows, uint32_t right[LINES_MAX], const uint32_t left[LINES_MAX])
{
    int blocks = 0;
    for (int i = 0; i < rows; i++) {
        for (uint32_t rest = right[i], run; rest != 0; rest &= ~run) {
            run = rest & ~(rest + (rest & -rest));
            if ((run & left[i]) != 0) continue;
            blocks += bits_in(run) / 2;
            right[i] &= ~run;
        }
    }
    return blocks;
}

/* The rows of the cells that still matter. Where blocks are of two, runs that only one
 * player can touch are no cells but moves: returns how many more Left has of them. */
static int live_rows(const struct solver *s, uint32_t live[LINES_MAX])
{
    uint32_t left[LINES_MAX], right[LINES_MAX], touchable[LINES_MAX];
    int rows = s->count[1], moves = 0;
    usable_rows(s, 0, left);
    usable_rows(s, 1, right);
    if (s->fields == 2) {
        memcpy(touchable, left, sizeof touchable);
        moves = take_left(rows, left, right);
        moves -= take_right(rows, right, touchable);
    }
    for (int i = 0; i < rows; i++) live[i] = left[i] | right[i];
    return moves;
}

static uint64_t reverse_word(uint64_t x)
{
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x);
}

static board reverse(board c, int n)
{
    board r = (board)reverse_word((uint64_t)c) << 64 | reverse_word((uint64_t)(c >> 64));
    return r >> (128 - n);
}

/* The least of the position's four reflections, and the moves beside it. */
static struct table_key key_of(const struct solver *s, int player)
{
    uint32_t live[LINES_MAX];
    int rows = s->count[1], cols = s->count[0], n = rows * cols;
    int moves = live_rows(s, live);
    board down = 0, up = 0;
    for (int i = 0; i < rows; i++) {
        down = down << cols | live[i];
        up = up << cols | live[rows - 1 - i];
    }
    board least = down < up ? down : up, turned = reverse(down, n);
    if (turned < least) least = turned;
    turned = reverse(up, n);
    if (turned < least) least = turned;
    return (struct table_key){(uint64_t)least, (uint64_t)(least >> 64) |
                                                   (uint64_t)(moves + 64) << 49 |
                                                   (uint64_t)player << 56};
}

/* ---- bounds by whole lines ---- */

/* What the player is certain of in the strip that begins at this line of the other's. */
static strips_worth strip_at(const struct solver *s, int player, int i)
{
    const uint32_t *line = &s->line[!player][i];
    if (s->fields == 2 && s->whole) {
        return s->strips.worth[line[0] | line[1] << s->strips.length];
    }
    return strips_lines(&s->strips, line);
}

static strips_worth line_at(const struct solver *s, int player, int i)
{
    uint32_t line = s->line[!player][i];
    return s->whole ? s->strips.worth[line] : strips_line(s->fields, line);
}

/* The best division into strips of the lines below `end`, given those of the lines below
 * end - 1 and end - FIELDS. */
static strips_worth extended(const struct solver *s, int player,
                             const strips_worth *before, int end)
{
    strips_worth sum = strips_sum(before[end - 1], line_at(s, player, end - 1));
    int start = end - s->fields;
    if (start < 0 || s->strips.length == 0) return sum;
    return strips_better(sum, strips_sum(before[start], strip_at(s, player, start)));
}

static void sum_up(const struct solver *s, int player, struct sums *sums)
{
    int n = s->count[!player], k = s->fields;
    sums->before[0] = sums->from[n] = strips_nothing();
    for (int i = 1; i <= n; i++) {
        sums->before[i] = extended(s, player, sums->before, i);
    }
    for (int i = n - 1; i >= 0; i--) {
        strips_worth sum = strips_sum(sums->from[i + 1], line_at(s, player, i));
        if (i + k <= n && s->strips.length > 0) {
            strips_worth strip = strips_sum(sums->from[i + k], strip_at(s, player, i));
            sum = strips_better(sum, strip);
        }
        sums->from[i] = sum;
    }
}

/* What the player is certain of after these lines of the other one's have changed. */
static strips_worth changed(const struct solver *s, int player, const struct sums *sums,
                            int first, int count)
{
    strips_worth before[LINES_MAX + 1];
    int n = s->count[!player], k = s->fields, end = first + count;
    int from = first + 1 < k ? 0 : first + 1 - k;
    for (int i = from; i <= first; i++) before[i] = sums->before[i];
    for (int i = first + 1; i <= end; i++) before[i] = extended(s, player, before, i);
    strips_worth best = strips_sum(before[end], sums->from[end]);
    if (s->strips.length == 0) return best;
    for (int i = end - k + 1 < 0 ? 0 : end - k + 1; i < end && i + k <= n; i++) {
        strips_worth sum = strips_sum(before[i], strip_at(s, player, i));
        best = strips_better(best, strips_sum(sum, sums->from[i + k]));
    }
    return best;
}

/* ---- bounds by runs, for FIELDS 2 ---- */

/*
 * A strip need not follow two whole lines: each run of a line joins the runs beside it in
 * the line before or in the next one, whichever is better; only the runs themselves must
 * stay whole. Line by line, for each choice of runs that wait for the next line, this is
 * the best sum of all before them.
 */
struct cuts {
    int count;
    strips_worth sum[cuts_max];
    uint32_t waiting[cuts_max];
};

/* The best sum if these cells of the next line join those that wait. */
static strips_worth joined(const struct solver *s, const struct cuts *cuts,
                           uint32_t cells)
{
    const strips_worth *worth = s->strips.worth + ((size_t)cells << s->strips.length);
    strips_worth best = strips_sum(cuts->sum[0], worth[cuts->waiting[0]]);
    for (int i = 1; i < cuts->count; i++) {
        best = strips_better(best, strips_sum(cuts->sum[i], worth[cuts->waiting[i]]));
    }
    return best;
}

/* Lists what runs of the line may wait: those with nothing before them must. */
static int choices(uint32_t line, uint32_t before, uint32_t next, uint32_t list[cuts_max])
{
    uint32_t run[choices_max], waiting = 0;
    int runs = 0;
    for (uint32_t cells, rest = line; rest != 0; rest &= ~cells) {
        cells = rest & ~(rest + (rest & -rest));
        if ((cells & next) == 0) continue;
        if ((cells & before) == 0) {
            waiting |= cells;
        } else if (runs < choices_max) {
            run[runs++] = cells;
        }
    }
    list[0] = waiting;
    for (int i = 0; i < runs; i++) {
        for (int j = 0; j < 1 << i; j++) list[(1 << i) + j] = list[j] | run[i];
    }
    return 1 << runs;
}

/* What the player is certain of. */
static strips_worth certain(const struct solver *s, int player)
{
    int n = s->count[!player];
    const uint32_t *line = s->line[!player];
    strips_worth all_before[LINES_MAX];
    struct cuts cuts = {.count = 1, .sum = {strips_nothing()}}, next;
    for (int i = 0; i < n; i++) {
        uint32_t before = i > 0 ? line[i - 1] : 0, after = i + 1 < n ? line[i + 1] : 0;
        all_before[i] = joined(s, &cuts, 0);
        next.count = choices(line[i], before, after, next.waiting);
        for (int j = 0; j < next.count; j++) {
            next.sum[j] = joined(s, &cuts, line[i] & ~next.waiting[j]);
        }
        if (i >= 2 && s->wide.length > 0) {
            strips_worth wide = strips_lines(&s->wide, &line[i - 2]);
            next.sum[next.count] = strips_sum(all_before[i - 2], wide);
            next.waiting[next.count++] = 0;
        }
        cuts.count = next.count;
        memcpy(cuts.sum, next.sum, (size_t)next.count * sizeof next.sum[0]);
        memcpy(cuts.waiting, next.waiting, (size_t)next.count * sizeof next.waiting[0]);
    }
    return joined(s, &cuts, 0);
}

/* ---- moves ---- */

static void turn_over(struct solver *s, int player, const struct candidate *c)
{
    uint32_t bit = UINT32_C(1) << c->line;
    s->line[player][c->line] ^= ((UINT32_C(1) << s->fields) - 1) << c->start;
    for (int i = c->start; i < c->start + s->fields; i++) s->line[!player][i] ^= bit;
}

/* How many more moves the player has than the other one, in the lines of a move. */
static int mobility(const struct solver *s, int player, const struct candidate *c)
{
    int moves = bits_in(room(s->line[player][c->line], s->fields));
    for (int i = c->start; i < c->start + s->fields; i++) {
        moves -= bits_in(room(s->line[!player][i], s->fields));
    }
    return moves;
}

enum verdict { OPEN, WON, LOST };

/* What the bounds say of a move of the player's, for him. A promising move is the better
 * for both, by the walls at t = 1, about the temperature of the game. */
static enum verdict judge(struct solver *s, int player, const struct sums sums[2],
                          struct candidate *c)
{
    int moves = -mobility(s, player, c);
    turn_over(s, player, c);
    moves += mobility(s, player, c);
    strips_worth mine = changed(s, player, &sums[player], c->start, s->fields);
    strips_worth theirs = changed(s, !player, &sums[!player], c->line, 1);
    turn_over(s, player, c);
    c->score = mine[STRIPS_ONE] - theirs[STRIPS_ONE] + moves * STRIPS_MOVE / 8;
    if (strips_win_second(mine)) return WON;
    return strips_win_first(theirs) ? LOST : OPEN;
}

/* Lists the moves that the bounds leave open. True if one wins: it is list[0]. */
static bool list_moves(struct solver *s, int player, struct candidate *list, int *count)
{
    struct sums sums[2];
    sum_up(s, 0, &sums[0]);
    sum_up(s, 1, &sums[1]);
    *count = 0;
    for (int i = 0; i < s->count[player]; i++) {
        for (uint32_t r = room(s->line[player][i], s->fields); r != 0; r &= r - 1) {
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

/* Brings the most promising of the moves to the front. */
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
    if (s->end != SEARCH_DONE) return false;
    if (s->nodes >= s->limits->nodes) {
        s->end = SEARCH_NODES;
    } else if (s->limits->stop != NULL && s->nodes % SEARCH_POLL == 0) {
        struct search_progress progress = {.nodes = s->nodes};
        if (s->limits->stop(s->limits->with, &progress)) s->end = SEARCH_STOPPED;
    }
    return s->end == SEARCH_DONE;
}

static bool wins(struct solver *s, int player, struct candidate *list);

/* Looks the moves up in the table. True if one wins: it is s->best then. Removes those
 * that lose. */
static bool known(struct solver *s, int player, struct candidate *list, int *count)
{
    struct table_key key[moves_max];
    int open = 0;
    bool won;
    if (!s->keyed) return false;
    for (int i = 0; i < *count; i++) {
        turn_over(s, player, &list[i]);
        key[i] = key_of(s, !player);
        turn_over(s, player, &list[i]);
        table_prefetch(&s->table, key[i]);
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

/* Whether one of the moves wins: it is s->best then. */
static bool try_moves(struct solver *s, int player, struct candidate *list, int count)
{
    if (known(s, player, list, &count)) return true;
    for (; count > 0; count--, list++) {
        pick(list, count);
        turn_over(s, player, list);
        bool won = !wins(s, !player, list + count);
        turn_over(s, player, list);
        if (s->end != SEARCH_DONE) return false;
        if (won) s->best = *list;
        if (won) return true;
    }
    return false;
}

/* Whether the bounds by runs decide who wins. */
static bool decided(const struct solver *s, int player, bool *won)
{
    if (s->fields != 2 || !s->whole) return false;
    *won = strips_win_first(certain(s, player));
    return *won || strips_win_second(certain(s, !player));
}

/* Whether the player to move wins; only at the root is a winning move wanted as well.
 * Whatever is on the stack from `list` on is free. */
static bool wins(struct solver *s, int player, struct candidate *list)
{
    struct table_key key = {0, 0};
    bool won;
    int count;
    if (!goes_on(s)) return false;
    int64_t start = s->nodes++;
    if (s->keyed) {
        key = key_of(s, player);
        if (table_find(&s->table, key, &won)) return won;
    }
    if (start > 0 && decided(s, player, &won)) return won;
    won = list_moves(s, player, list, &count);
    if (won) s->best = list[0];
    if (!won) won = try_moves(s, player, list, count);
    if (s->keyed && s->end == SEARCH_DONE) {
        table_put(&s->table, key, won, s->nodes - start);
    }
    return won;
}

/* ---- setting up ---- */

/* The longest strips that there are bits and memory for; none if there are not. */
static void open_strips(struct solver *s, struct strips *strips, int slot, int lines,
                        int bits)
{
    const struct search_limits *limits = s->limits;
    int length = s->count[0] > s->count[1] ? s->count[0] : s->count[1];
    void *block = NULL;
    *strips = (struct strips){.fields = s->fields, .lines = lines};
    if (length * lines > bits) length = bits / lines;
    for (; length > 0; length--) {
        block = limits->resize(limits->with, slot, strips_making_size(lines, length));
        if (block != NULL) break;
    }
    if (block == NULL) return;
    strips_make(strips, s->fields, lines, length, block);
    block = limits->resize(limits->with, slot, strips_size(lines, length));
    if (block != NULL) strips->worth = block;
}

/* The tables pay only where they are used often enough. */
static void open_tables(struct solver *s)
{
    int rows = s->count[1], cols = s->count[0];
    int wide = rows * cols <= small_board ? wide_bits : wide_bits_more;
    open_strips(s, &s->strips, HORIZONTALLY_SLOT_STRIPS, s->fields, strip_bits);
    s->whole = rows <= s->strips.length && cols <= s->strips.length;
    if (s->fields == 2) open_strips(s, &s->wide, HORIZONTALLY_SLOT_WIDE, 3, wide);
    s->keyed = rows * cols <= TABLE_CELLS;
    if (s->keyed) table_open(&s->table, s->limits, HORIZONTALLY_SLOT_TABLE);
}

/* The moves of a position and of all that follow it: each move leaves fewer. */
static size_t stack_size(const struct solver *s)
{
    size_t cells_count = (size_t)s->count[0] * (size_t)s->count[1];
    return (cells_count / (size_t)s->fields + 2) * cells_count * sizeof(struct candidate);
}

static void set_up(struct solver *s, const struct horizontally *h)
{
    s->fields = fields_of(h);
    s->count[0] = cols_of(h);
    s->count[1] = rows_of(h);
    memcpy(s->line[0], rest_of(h)->column, (size_t)s->count[0] * sizeof s->line[0][0]);
    memcpy(s->line[1], h->row, (size_t)s->count[1] * sizeof s->line[1][0]);
}

static bool open_memory(struct solver *s)
{
    s->stack = s->limits->resize(s->limits->with, HORIZONTALLY_SLOT_STACK, stack_size(s));
    if (s->stack == NULL) return false;
    open_tables(s);
    return true;
}

/* Blocks of one cell: each move takes one, whoever moves. */
static bool odd_cells(struct solver *s)
{
    int cells = 0;
    for (int i = 0; i < s->count[0]; i++) {
        if (s->line[0][i] == 0) continue;
        s->best.line = (uint8_t)i;
        s->best.start = (uint8_t)__builtin_ctz(s->line[0][i]);
        cells += bits_in(s->line[0][i]);
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
    struct solver s = {.limits = limits, .end = SEARCH_DONE};
    int player = (int)h->player - 1;
    bool won;
    *out = (struct horizontally_proof){0};
    set_up(&s, h);
    if (s.fields == 1) {
        won = odd_cells(&s);
        if (player == 1) s.best = (struct candidate){0, s.best.start, s.best.line};
    } else {
        if (!open_memory(&s)) return SEARCH_MEMORY;
        won = wins(&s, player, s.stack);
    }
    out->nodes = s.nodes;
    if (s.end != SEARCH_DONE) return s.end;
    out->winner = (enum horizontally_player)(won ? player + 1 : 2 - player);
    if (won) out->move = move_of(player, &s.best);
    return SEARCH_DONE;
}
