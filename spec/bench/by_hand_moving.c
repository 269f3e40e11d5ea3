/*
 * Games in which something moves, without the engine: Sokoban, snake, and Conway's Life.
 */
#include "by_hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sokoban: the cells that are no wall have numbers ---- */

enum { CELLS_MAX = 64, BOXES_MAX = 6, ROW_MAX = 64 };

/* Cells in the order of the level; -1 is a wall. Boxes as bits, the player's cell. */
static struct {
    int beside[CELLS_MAX][4];
    struct position start; /* own: the boxes; other: the player */
    uint64_t targets;
} level;

static void number_cells(char rows[ROW_MAX][ROW_MAX], int number[ROW_MAX][ROW_MAX])
{
    int cells = 0;
    for (int r = 0; r < ROW_MAX; r++) {
        for (int c = 0; c < ROW_MAX; c++) {
            char x = rows[r][c];
            number[r][c] = -1;
            if (x == '\0' || x == '#' || x == '\n') continue;
            if (cells == CELLS_MAX) exit(1);
            if (strchr(".*+", x) != NULL) level.targets |= 1ULL << cells;
            if (strchr("$*", x) != NULL) level.start.own |= 1ULL << cells;
            if (strchr("@+", x) != NULL) level.start.other = (uint64_t)cells;
            number[r][c] = cells++;
        }
    }
}

/* Reads the level from standard input: walls all around, up to 64 cells inside of them. */
static void read_level(void)
{
    static char rows[ROW_MAX][ROW_MAX];
    static int number[ROW_MAX][ROW_MAX];
    for (int r = 0; r < ROW_MAX && fgets(rows[r], ROW_MAX, stdin) != NULL; r++) continue;
    number_cells(rows, number);
    for (int r = 1; r < ROW_MAX - 1; r++) {
        for (int c = 1; c < ROW_MAX - 1; c++) {
            if (number[r][c] < 0) continue;
            int *beside = level.beside[number[r][c]];
            beside[0] = number[r - 1][c];
            beside[1] = number[r][c + 1];
            beside[2] = number[r + 1][c];
            beside[3] = number[r][c - 1];
        }
    }
}

/* The position after a step; false if it cannot be made. */
static inline bool sokoban_step(struct position p, int d, struct position *next)
{
    int to = level.beside[p.other][d];
    if (to < 0) return false;
    *next = (struct position){p.own, (uint64_t)to};
    if (p.own >> to & 1) {
        int behind = level.beside[to][d];
        if (behind < 0 || (p.own >> behind & 1)) return false;
        next->own ^= 1ULL << to | 1ULL << behind;
    }
    return true;
}

static uint64_t sokoban_play(int games, int cap)
{
    uint64_t steps = 0;
    read_level();
    for (int i = 0; i < games; i++) {
        struct position p = level.start, next[4];
        for (int k = 0; k < cap && (p.own & ~level.targets) != 0; k++, steps++) {
            int count = 0;
            for (int d = 0; d < 4; d++) count += sokoban_step(p, d, &next[count]);
            if (count == 0) break;
            p = next[random_below(count)];
        }
    }
    return steps;
}

static int sokoban_list(int *list)
{
    int count = 0;
    struct position next;
    if (level.targets == 0) read_level();
    for (int d = 0; d < 4; d++) {
        if (sokoban_step(level.start, d, &next)) list[count++] = d;
    }
    return count;
}

/* The cells of the boxes and of the player, six bits each. */
static uint64_t sokoban_key(struct position p)
{
    uint64_t key = 64 | p.other;
    for (uint64_t boxes = p.own; boxes != 0; boxes &= boxes - 1) {
        key = key << 6 | (uint64_t)__builtin_ctzll(boxes);
    }
    return key;
}

/* A solved position is an end. */
static void sokoban_expand(struct walk *w, struct position p)
{
    if ((p.own & ~level.targets) == 0) return;
    for (int d = 0; d < 4; d++) {
        struct position next;
        if (sokoban_step(p, d, &next)) walk_meet(w, sokoban_key(next), next);
    }
}

static struct met sokoban_walk(int depth)
{
    read_level();
    return walk_from(level.start, sokoban_key(level.start), depth, sokoban_expand);
}

const struct by_hand sokoban = {"sokoban", sokoban_play, sokoban_list, sokoban_walk};

/* ---- snake: 21 x 21 cells ---- */

enum { SIDE = 21, AREA = SIDE * SIDE, GOAL = 10, TICK = 4 };

enum content { EMPTY, WALL, FOOD, BODY, TAIL, HEAD };

static const int snake_by[4] = {-SIDE, 1, SIDE, -1};

/* The snake's cells are a ring, from the tail on. */
struct snake {
    unsigned char cell[AREA];
    int ring[AREA], tail, head, direction, eaten;
    bool fed, ticked;
};

static void snake_begin(struct snake *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < AREA; i++) {
        int r = i / SIDE, c = i % SIDE;
        bool edge = r == 0 || c == 0 || r == SIDE - 1 || c == SIDE - 1;
        s->cell[i] = edge ? WALL : EMPTY;
    }
    for (int i = 0; i < 3; i++) s->ring[i] = SIDE / 2 * SIDE + SIDE / 2 - 1 + i;
    s->cell[s->ring[0]] = TAIL;
    s->cell[s->ring[1]] = BODY;
    s->cell[s->ring[2]] = HEAD;
    s->head = 2;
    s->direction = 1;
}

static int snake_actions(const struct snake *s, int *list)
{
    int count = 0, at = s->ring[s->head];
    for (int d = 0; d < 4; d++) {
        bool turns = d != s->direction || s->ticked || !s->fed;
        if (turns && s->cell[at + snake_by[d]] != BODY) list[count++] = d;
    }
    list[count++] = TICK;
    return count;
}

static int after(int i)
{
    return i + 1 == AREA ? 0 : i + 1;
}

/* One tick; false if the snake has bitten something. */
static bool snake_tick(struct snake *s)
{
    int at = s->ring[s->head], to = at + snake_by[s->direction];
    bool eats = s->cell[to] == FOOD;
    if (!eats) {
        s->cell[s->ring[s->tail]] = EMPTY;
        s->tail = after(s->tail);
        s->cell[s->ring[s->tail]] = TAIL;
    }
    if (s->cell[to] == WALL || s->cell[to] == BODY || s->cell[to] == TAIL) return false;
    s->cell[at] = s->tail == s->head ? TAIL : BODY;
    s->cell[to] = HEAD;
    s->head = after(s->head);
    s->ring[s->head] = to;
    s->eaten += eats;
    s->fed = s->fed && !eats;
    return true;
}

static uint64_t snake_play(int games, int cap)
{
    uint64_t steps = 0;
    struct snake s;
    int list[5];
    for (int i = 0; i < games; i++) {
        snake_begin(&s);
        for (int k = 0; k < cap && s.eaten < GOAL; k++) {
            int chosen = list[random_below(snake_actions(&s, list))];
            steps++;
            s.ticked = chosen == TICK;
            if (!s.ticked) {
                s.direction = chosen;
            } else if (!snake_tick(&s)) {
                break;
            }
            if (!s.fed) {
                int at;
                while (s.cell[at = random_below(AREA)] != EMPTY) continue;
                s.cell[at] = FOOD;
                s.fed = true;
            }
        }
    }
    return steps;
}

static int snake_list(int *list)
{
    static struct snake s;
    if (s.head == 0) snake_begin(&s);
    return snake_actions(&s, list);
}

const struct by_hand snake = {"snake", snake_play, snake_list, 0};

/* ---- Life: the cells of a row are added all at once ---- */

/* The sums of three bits in each place. */
static inline void add(uint32_t a, uint32_t b, uint32_t c, uint32_t *one, uint32_t *two)
{
    *one = a ^ b ^ c;
    *two = (a & b) | (c & (a ^ b));
}

static void life_tick(const uint32_t from[32], uint32_t to[32])
{
    uint32_t one[34] = {0}, two[34] = {0}; /* with a row of dead cells above and below */
    for (int r = 0; r < 32; r++) {
        add(from[r] << 1, from[r], from[r] >> 1, &one[r + 1], &two[r + 1]);
    }
    for (int r = 0; r < 32; r++) {
        /* of nine cells: 3 is alive, 4 is alive if the middle is */
        uint32_t ones, carry, a, b;
        add(one[r], one[r + 1], one[r + 2], &ones, &carry);
        add(two[r], two[r + 1], two[r + 2], &a, &b);
        const uint32_t twos = a ^ carry, fours = b ^ (a & carry), eights = b & a & carry;
        const uint32_t three = ones & twos & ~fours & ~eights;
        const uint32_t four = ~ones & ~twos & fours & ~eights;
        to[r] = three | (four & from[r]);
    }
}

void life_run(uint32_t board[32], int ticks)
{
    uint32_t next[32];
    for (int i = 0; i < ticks; i++) {
        life_tick(board, next);
        memcpy(board, next, sizeof next);
    }
}
