/*
 * The rules of Horizontally.
 *
 * A run of n free cells has room for floor(n / FIELDS) blocks. So the remainder R = n %
 * FIELDS alone decides how many blocks a move costs:
 *
 * - Taking cell t of the run, from 0, leaves t cells on one side and n - 1 - t on the
 * other.
 *   That costs the run's owner a block unless t % FIELDS < R. A cell that costs one is
 *   `critical`.
 * - A block that the owner places at t leaves t and n - FIELDS - t cells. That costs the
 *   owner one block, the one placed, if t % FIELDS <= R, else two. A place that costs one
 *   block is `thrifty`.
 *
 * Both are masks, computed in a few operations for each run. So the rating after a move is a
 * sum of FIELDS + 1 bits (the critical cells that the block takes, and whether it is
 * thrifty), and all moves of a line are rated at once, without changing the board.
 */
#include "horizontally_rules.h"

static int32_t lowest_bit(uint32_t mask)
{
    return (int32_t)__builtin_ctz(mask);
}

/* The bits below n; n < 32. */
static uint32_t bits_below(int32_t n)
{
    return (UINT32_C(1) << n) - 1;
}

/* A run of free cells in a line. */
struct run {
    int32_t start, length;
};

/* Takes the first run out of the mask, which is not zero. */
static struct run take_run(uint32_t *mask)
{
    struct run run = {.start = lowest_bit(*mask)};
    run.length = lowest_bit(~(*mask >> run.start));
    *mask &= ~(bits_below(run.length) << run.start);
    return run;
}

/* The bits at multiples of `fields`. Multiplied by bits_below(n), n <= fields, it gives
 * the bits t with t % fields < n. */
static uint32_t multiples(int32_t fields)
{
    uint32_t bits = 0;
    for (int32_t t = 0; t < 32; t += fields) bits |= UINT32_C(1) << t;
    return bits;
}

/* How many blocks fit into the line at once. */
static int32_t blocks_in(uint32_t line, int32_t fields)
{
    int32_t blocks = 0;
    while (line != 0) blocks += take_run(&line).length / fields;
    return blocks;
}

/* The cells that cost the owner of the line a block if the opponent takes them. */
static uint32_t critical(uint32_t line, int32_t fields, uint32_t every)
{
    uint32_t cells = 0;
    while (line != 0) {
        struct run run = take_run(&line);
        uint32_t spare = every * bits_below(run.length % fields);
        cells |= (bits_below(run.length) & ~spare) << run.start;
    }
    return cells;
}

/* The first cells of blocks that cost the owner of the line one block only. */
static uint32_t thrifty(uint32_t line, int32_t fields, uint32_t every)
{
    uint32_t cells = 0;
    while (line != 0) {
        struct run run = take_run(&line);
        uint32_t starts = every * bits_below(run.length % fields + 1);
        cells |= (bits_below(run.length) & starts) << run.start;
    }
    return cells;
}

/* The first cells of all blocks for which the line has room. */
static uint32_t room_in(uint32_t line, int32_t fields)
{
    int32_t covered = 1;
    while (covered < fields && line != 0) {
        int32_t step = covered < fields - covered ? covered : fields - covered;
        line &= line >> step;
        covered += step;
    }
    return line;
}

/* ---- lines ---- */

/* The lines that the player moves along, and how many there are. */
static uint32_t *lines_of(const struct horizontally *h, int player, int32_t *count)
{
    *count = player == RIGHT ? rows_of(h) : cols_of(h);
    return player == RIGHT ? (uint32_t *)(uintptr_t)h->row : rest_of(h)->column;
}

/* The line of a move, among the player's lines, and its first cell in it. */
static void along(const struct move *m, int32_t *line, int32_t *start)
{
    *line = m->player == RIGHT ? m->row : m->col;
    *start = m->player == RIGHT ? m->col : m->row;
}

/* Transposes a square of bits: swaps blocks of 16 x 16, then of 8 x 8 inside them, and so
 * on ("Hacker's Delight" by Warren, 7-3). */
static void transpose(uint32_t square[SQUARE])
{
    uint32_t low = UINT32_C(0x0000ffff);
    for (int step = SQUARE / 2; step > 0; step /= 2, low ^= low << step) {
        for (int i = 0; i < SQUARE; i = (i + step + 1) & ~step) {
            uint32_t swap = (square[i] >> step ^ square[i + step]) & low;
            square[i] ^= swap << step;
            square[i + step] ^= swap;
        }
    }
}

void horizontally_derive(struct horizontally *h)
{
    struct horizontally_rest *rest = rest_of(h);
    uint32_t square[SQUARE] = {0};
    rest->blocks[0] = rest->blocks[1] = 0;
    for (int32_t i = 0; i < rows_of(h); i++) {
        square[i] = h->row[i];
        rest->blocks[1] += blocks_in(h->row[i], fields_of(h));
    }
    transpose(square);
    for (int32_t j = 0; j < cols_of(h); j++) {
        rest->column[j] = square[j];
        rest->blocks[0] += blocks_in(square[j], fields_of(h));
    }
}

int32_t horizontally_rating(const struct horizontally *h, enum horizontally_player player)
{
    const int32_t *blocks = rest_of(h)->blocks;
    return player == HORIZONTALLY_LEFT ? blocks[0] - blocks[1] : blocks[1] - blocks[0];
}

const char *horizontally_outcome(const struct game *g, const void *state)
{
    const struct horizontally *h = state;
    if (rest_of(h)->blocks[h->player - 1] > 0) return NULL;
    return h->player == LEFT ? "Right wins" : "Left wins";
}

bool horizontally_free(const struct horizontally *h, int32_t row, int32_t col)
{
    return (h->row[row] >> col & 1) != 0;
}

/* ---- one move ---- */

action horizontally_action(enum horizontally_player player, int32_t row, int32_t col)
{
    return ((action)player * 32 + (row & 31)) * 32 + (col & 31);
}

struct move horizontally_decode(action a)
{
    struct move m = {0, 0, 0};
    if (a < LEFT * 32 * 32 || a >= (RIGHT + 1) * 32 * 32) return m;
    m.row = (int32_t)(a / 32 % 32);
    m.col = (int32_t)(a % 32);
    if (m.row < LINES_MAX && m.col < LINES_MAX) m.player = (int)(a / (32 * 32));
    return m;
}

bool horizontally_may(const struct horizontally *h, action a)
{
    struct move m = horizontally_decode(a);
    int32_t line, start, count;
    if (m.player != (int)h->player) return false;
    const uint32_t *lines = lines_of(h, m.player, &count);
    uint32_t block = bits_below(fields_of(h));
    along(&m, &line, &start);
    return line < count && (lines[line] >> start & block) == block;
}

/* Takes cells of a line of the player, and updates the player's count of blocks. */
static void take(struct horizontally *h, int player, uint32_t *line, uint32_t cells)
{
    int32_t *blocks = &rest_of(h)->blocks[player - 1];
    *blocks -= blocks_in(*line, fields_of(h));
    *line &= ~cells;
    *blocks += blocks_in(*line, fields_of(h));
}

static void tell(const struct horizontally *h, const struct move *m,
                 struct report *report)
{
    for (int32_t i = 0; i < fields_of(h); i++) {
        bool right = m->player == RIGHT;
        emit(report, (struct event){
                         .kind = "placed",
                         .what = '#',
                         .to_row = m->row + (right ? 0 : i) + 1,
                         .to_col = m->col + (right ? i : 0) + 1,
                     });
    }
}

enum applied horizontally_apply(const struct game *g, void *state, action a,
                                struct report *report)
{
    struct horizontally *h = state;
    struct move m = horizontally_decode(a);
    int32_t line, start, count;
    if (!horizontally_may(h, a)) return refused(g, h, a, report);
    along(&m, &line, &start);
    uint32_t *own = lines_of(h, m.player, &count);
    uint32_t *crossed = lines_of(h, other(m.player), &count);
    take(h, m.player, &own[line], bits_below(fields_of(h)) << start);
    for (int32_t i = start; i < start + fields_of(h); i++) {
        take(h, other(m.player), &crossed[i], UINT32_C(1) << line);
    }
    h->player = (uint32_t)other(m.player);
    if (wants_events(report)) tell(h, &m, report);
    return APPLIED;
}

/* ---- all moves ---- */

/* The first cells of all moves of the player to move, as masks of that player's lines. */
static void moves_along(const struct horizontally *h, uint32_t lines[SQUARE])
{
    int32_t count;
    const uint32_t *own = lines_of(h, (int)h->player, &count);
    memset(lines, 0, SQUARE * sizeof *lines);
    for (int32_t i = 0; i < count; i++) lines[i] = room_in(own[i], fields_of(h));
}

int horizontally_actions(const struct game *g, const void *state, action *out, int max)
{
    const struct horizontally *h = state;
    enum horizontally_player player = (enum horizontally_player)h->player;
    struct offered offered = {out, max, 0};
    uint32_t rows[SQUARE];
    moves_along(h, rows);
    if (h->player == LEFT) transpose(rows);
    for (int32_t i = 0; i < rows_of(h); i++) {
        for (uint32_t row = rows[i]; row != 0; row &= row - 1) {
            offer_action(&offered, horizontally_action(player, i, lowest_bit(row)));
        }
    }
    return offered.count;
}

/* Bit-sliced sums, 32 at a time: bit p of sum k is bit k of sums[p]. */
enum { DIGITS = 5 };

/* Adds bit k of `bits` to sum k. The sums stay below 32. */
static void add_bits(uint32_t sums[DIGITS], uint32_t bits)
{
    for (int p = 0; bits != 0 && p < DIGITS; p++) {
        uint32_t carry = sums[p] & bits;
        sums[p] ^= bits;
        bits = carry;
    }
}

/* Keeps only the places, of at least one, where the sum is greatest. Returns that sum. */
static int32_t keep_greatest(uint32_t *places, const uint32_t sums[DIGITS])
{
    int32_t greatest = 0;
    for (int p = DIGITS - 1; p >= 0; p--) {
        if ((*places & sums[p]) == 0) continue;
        *places &= sums[p];
        greatest |= 1 << p;
    }
    return greatest;
}

/* Keeps only the moves after which the rating is greatest for the player to move. */
static void keep_best(const struct horizontally *h, uint32_t lines[SQUARE])
{
    int32_t own_count, crossed_count, best = -1, fields = fields_of(h);
    const uint32_t *own = lines_of(h, (int)h->player, &own_count);
    const uint32_t *crossed = lines_of(h, other((int)h->player), &crossed_count);
    uint32_t every = multiples(fields), costly[SQUARE] = {0};
    for (int32_t k = 0; k < crossed_count; k++) {
        costly[k] = critical(crossed[k], fields, every);
    }
    transpose(costly);
    for (int32_t i = 0; i < own_count; i++) {
        if (lines[i] == 0) continue;
        uint32_t sums[DIGITS] = {thrifty(own[i], fields, every)};
        for (int32_t k = 0; k < fields; k++) add_bits(sums, costly[i] >> k);
        int32_t greatest = keep_greatest(&lines[i], sums);
        if (greatest > best) {
            memset(lines, 0, (size_t)i * sizeof *lines);
            best = greatest;
        } else if (greatest < best) {
            lines[i] = 0;
        }
    }
}

bool horizontally_best(const struct horizontally *h, uint32_t select, action *best)
{
    uint32_t rows[SQUARE], count = 0;
    moves_along(h, rows);
    keep_best(h, rows);
    if (h->player == LEFT) transpose(rows);
    for (int32_t i = 0; i < rows_of(h); i++) {
        count += (uint32_t)__builtin_popcount(rows[i]);
    }
    if (count == 0) return false;
    int32_t row = 0;
    for (select %= count; select >= (uint32_t)__builtin_popcount(rows[row]); row++) {
        select -= (uint32_t)__builtin_popcount(rows[row]);
    }
    while (select-- > 0) rows[row] &= rows[row] - 1;
    *best = horizontally_action((enum horizontally_player)h->player, row,
                                lowest_bit(rows[row]));
    return true;
}
