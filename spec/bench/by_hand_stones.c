/*
 * Games of stones without the engine: Othello, Clobber, Peg Solitaire, Connect Four and
 * tic-tac-toe.
 */
#include "by_hand.h"

/* ---- Othello: eight bits a row ---- */

/* Moved by one cell; what would leave its row is lost. */
static inline uint64_t step(uint64_t x, int direction)
{
    const uint64_t not_first = 0xfefefefefefefefe, not_last = 0x7f7f7f7f7f7f7f7f;
    switch (direction) {
    case 0: return x << 1 & not_first;
    case 1: return x >> 1 & not_last;
    case 2: return x << 8;
    case 3: return x >> 8;
    case 4: return x << 9 & not_first;
    case 5: return x >> 9 & not_last;
    case 6: return x << 7 & not_last;
    default: return x >> 7 & not_first;
    }
}

static uint64_t othello_moves(uint64_t own, uint64_t other)
{
    uint64_t empty = ~(own | other), moves = 0;
#pragma GCC unroll 8
    for (int d = 0; d < 8; d++) {
        uint64_t run = step(own, d) & other;
        for (int i = 0; i < 5; i++) run |= step(run, d) & other;
        moves |= step(run, d) & empty;
    }
    return moves;
}

static uint64_t othello_flips(uint64_t own, uint64_t other, uint64_t move)
{
    uint64_t flips = 0;
#pragma GCC unroll 8
    for (int d = 0; d < 8; d++) {
        uint64_t next = step(move, d) & other, line = next;
        while (next != 0) {
            next = step(next, d);
            if (next & own) {
                flips |= line;
                break;
            }
            next &= other;
            line |= next;
        }
    }
    return flips;
}

static const struct position othello_start = {1ULL << 28 | 1ULL << 35,
                                              1ULL << 27 | 1ULL << 36};

static struct position passed(struct position p)
{
    return (struct position){p.other, p.own};
}

static struct position othello_put(struct position p, uint64_t move)
{
    uint64_t flips = othello_flips(p.own, p.other, move);
    return (struct position){p.other ^ flips, p.own | flips | move};
}

static uint64_t othello_play(int games, int cap)
{
    uint64_t steps = 0;
    for (int i = 0; i < games; i++) {
        struct position p = othello_start;
        for (int k = 0; k < cap; k++, steps++) {
            uint64_t moves = othello_moves(p.own, p.other);
            if (moves == 0 && othello_moves(p.other, p.own) == 0) break;
            p = moves == 0 ? passed(p) : othello_put(p, random_bit(moves));
        }
    }
    return steps;
}

/* Writes the numbers of the bits of x, from `list` on; returns how many. */
static int list_bits(uint64_t x, int *list)
{
    int count = 0;
    for (; x != 0; x &= x - 1) list[count++] = __builtin_ctzll(x);
    return count;
}

static int othello_list(int *list)
{
    volatile struct position start = othello_start;
    return list_bits(othello_moves(start.own, start.other), list);
}

/* Two words in one: that two positions share it is not to be expected. */
static uint64_t othello_key(struct position p)
{
    return (p.own * 0x9e3779b97f4a7c15 ^ p.other * 0xc2b2ae3d27d4eb4f) | 1;
}

static void othello_expand(struct walk *w, struct position p)
{
    uint64_t moves = othello_moves(p.own, p.other);
    if (moves == 0 && othello_moves(p.other, p.own) != 0) {
        walk_meet(w, othello_key(passed(p)), passed(p));
    }
    for (; moves != 0; moves &= moves - 1) {
        struct position next = othello_put(p, bit_of(moves, 0));
        walk_meet(w, othello_key(next), next);
    }
}

static struct met othello_walk(int depth)
{
    return walk_from(othello_start, othello_key(othello_start), depth, othello_expand);
}

const struct by_hand othello = {"othello", othello_play, othello_list, othello_walk};

/* ---- moves of a stone in four directions ---- */

/* Takes the k-th bit of the sets together; returns which set has it. */
static int take(const uint64_t set[4], int k, uint64_t *bit)
{
    int d = 0;
    for (int n; k >= (n = count_bits(set[d])); d++) k -= n;
    *bit = bit_of(set[d], k);
    return d;
}

static int count_all(const uint64_t set[4])
{
    return count_bits(set[0]) + count_bits(set[1]) + count_bits(set[2]) +
           count_bits(set[3]);
}

static int list_all(const uint64_t set[4], int *list)
{
    int count = 0;
    for (int d = 0; d < 4; d++) {
        int n = list_bits(set[d], list + count);
        for (int i = 0; i < n; i++) list[count + i] = list[count + i] * 4 + d;
        count += n;
    }
    return count;
}

/* ---- Clobber, 5 x 6: rows of seven bits ---- */

static const int clobber_by[4] = {1, -1, 7, -7};

static struct position clobber_start(void)
{
    struct position p = {0, 0};
    for (int r = 0; r < 5; r++) {
        for (int c = 0; c < 6; c++) {
            *((r + c) % 2 == 0 ? &p.own : &p.other) |= 1ULL << (r * 7 + c);
        }
    }
    return p;
}

static inline void clobber_moves(struct position p, uint64_t from[4])
{
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) from[d] = p.own & moved(p.other, -clobber_by[d]);
}

static uint64_t clobber_play(int games, int cap)
{
    struct position start = clobber_start();
    uint64_t steps = 0, from[4], stone;
    for (int i = 0; i < games; i++) {
        struct position p = start;
        for (int k = 0; k < cap; k++, steps++) {
            clobber_moves(p, from);
            int count = count_all(from);
            if (count == 0) break;
            int d = take(from, random_below(count), &stone);
            uint64_t to = moved(stone, clobber_by[d]);
            p = (struct position){p.other ^ to, (p.own ^ stone) | to};
        }
    }
    return steps;
}

static int clobber_list(int *list)
{
    static struct position start;
    uint64_t from[4];
    if (start.own == 0) start = clobber_start();
    clobber_moves(start, from);
    return list_all(from, list);
}

const struct by_hand clobber = {"clobber", clobber_play, clobber_list, 0};

/* ---- Peg Solitaire: rows of nine bits, so that no jump leaves its row ---- */

static const int peg_by[4] = {1, -1, 9, -9};

/* The holes of the board; `own` are the pegs, `other` the empty holes. */
static struct position peg_start(void)
{
    uint64_t holes = 0;
    for (int r = 0; r < 7; r++) {
        for (int c = 0; c < 7; c++) {
            bool corner = (r < 2 || r > 4) && (c < 2 || c > 4);
            if (!corner) holes |= 1ULL << (r * 9 + c);
        }
    }
    uint64_t middle = 1ULL << (3 * 9 + 3);
    return (struct position){holes ^ middle, middle};
}

static inline void peg_moves(struct position p, uint64_t from[4])
{
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        from[d] = p.own & moved(p.own, -peg_by[d]) & moved(p.other, -2 * peg_by[d]);
    }
}

static inline struct position peg_jump(struct position p, uint64_t peg_at, int d)
{
    uint64_t changed = peg_at | moved(peg_at, peg_by[d]) | moved(peg_at, 2 * peg_by[d]);
    return (struct position){p.own ^ changed, p.other ^ changed};
}

static uint64_t peg_play(int games, int cap)
{
    struct position start = peg_start();
    uint64_t steps = 0, from[4], peg_at;
    for (int i = 0; i < games; i++) {
        struct position p = start;
        for (int k = 0; k < cap; k++, steps++) {
            peg_moves(p, from);
            int count = count_all(from);
            if (count == 0) break;
            int d = take(from, random_below(count), &peg_at);
            p = peg_jump(p, peg_at, d);
        }
    }
    return steps;
}

static int peg_list(int *list)
{
    static struct position start;
    uint64_t from[4];
    if (start.own == 0) start = peg_start();
    peg_moves(start, from);
    return list_all(from, list);
}

static void peg_expand(struct walk *w, struct position p)
{
    uint64_t from[4];
    peg_moves(p, from);
    for (int d = 0; d < 4; d++) {
        for (; from[d] != 0; from[d] &= from[d] - 1) {
            struct position next = peg_jump(p, bit_of(from[d], 0), d);
            walk_meet(w, next.own, next);
        }
    }
}

static struct met peg_walk(int depth)
{
    return walk_from(peg_start(), peg_start().own, depth, peg_expand);
}

const struct by_hand peg = {"peg", peg_play, peg_list, peg_walk};

/* ---- Connect Four: columns of seven bits ---- */

static bool four_in_line(uint64_t stones)
{
    const int lines[4] = {1, 7, 6, 8};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & stones >> lines[i];
        if (pairs & pairs >> 2 * lines[i]) return true;
    }
    return false;
}

static int free_columns(const int height[7], int *list)
{
    int count = 0;
    for (int c = 0; c < 7; c++) {
        if (height[c] < 6) list[count++] = c;
    }
    return count;
}

static uint64_t connect4_play(int games, int cap)
{
    uint64_t steps = 0;
    for (int i = 0; i < games; i++) {
        uint64_t stones[2] = {0, 0};
        int height[7] = {0}, list[7], count;
        for (int k = 0; k < cap && (count = free_columns(height, list)) > 0; k++) {
            int column = list[random_below(count)];
            stones[k & 1] |= 1ULL << (column * 7 + height[column]++);
            steps++;
            if (four_in_line(stones[k & 1])) break;
        }
    }
    return steps;
}

static int connect4_list(int *list)
{
    static int height[7];
    return free_columns(height, list);
}

const struct by_hand connect4 = {"connect4", connect4_play, connect4_list, 0};

/* ---- tic-tac-toe: nine bits ---- */

static bool three_in_line(uint64_t stones)
{
    static const uint64_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++) {
        if ((stones & lines[i]) == lines[i]) return true;
    }
    return false;
}

static uint64_t tictactoe_play(int games, int cap)
{
    uint64_t steps = 0;
    for (int i = 0; i < games; i++) {
        uint64_t stones[2] = {0, 0}, empty;
        for (int k = 0; k < cap && (empty = 0777 & ~(stones[0] | stones[1])) != 0; k++) {
            stones[k & 1] |= random_bit(empty);
            steps++;
            if (three_in_line(stones[k & 1])) break;
        }
    }
    return steps;
}

static int tictactoe_list(int *list)
{
    volatile uint64_t stones = 0;
    return list_bits(0777 & ~stones, list);
}

const struct by_hand tictactoe = {"tictactoe", tictactoe_play, tictactoe_list, 0};
