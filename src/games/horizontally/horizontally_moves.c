/*
 * Listing the moves of a position. Players are numbered as in horizontally_lines.h.
 */
#include "horizontally_moves.h"

/* ---- the position ---- */

bool moves_open(struct moves *m, int threads, const struct search_limits *limits,
                struct search_progress *progress)
{
    const struct lines *l = &m->lines;
    if (!bounds_open(&m->bounds, l, threads, limits, progress)) return false;
    m->base[0] = m->base[1] = strips_nothing();
    m->keyed = l->count[0] * l->count[1] <= TABLE_CELLS;
    if (m->keyed) keys_open(&m->keys, l);
    return true;
}

struct candidate moves_free(const struct lines *l, int player)
{
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

static strips_worth moved_by(strips_worth worth, int moves)
{
    return worth + (int16_t)(moves * STRIPS_MOVE);
}

void moves_place(struct moves *m, struct cells live, int free)
{
    struct cells large = {0, 0};
    m->free = free;
    m->count = 0;
    m->summed = false;
    for (int i = 0; i < 2; i++) {
        m->base[i] = moved_by(strips_nothing(), i == 0 ? free : -free);
    }
    while (m->regions.entries != NULL && !keys_none(live)) {
        struct cells cells = keys_region(&m->keys, live);
        live = keys_toggled(live, cells);
        if (m->count == REGIONS_MAX || keys_count(cells) > REGION_CELLS) {
            large = keys_toggled(large, cells);
            continue;
        }
        struct region *r = &m->region[m->count++];
        *r = regions_of(&m->regions, &m->keys, cells);
        for (int i = 0; i < 2; i++) m->base[i] = strips_sum(m->base[i], r->worth[i]);
    }
    keys_lines(&m->keys, keys_toggled(live, large), &m->lines);
}

void moves_toggle(struct lines *l, int player, const struct candidate *c)
{
    uint32_t bit = UINT32_C(1) << c->line;
    l->line[player][c->line] ^= ((UINT32_C(1) << l->fields) - 1) << c->start;
    for (int i = c->start; i < c->start + l->fields; i++) l->line[!player][i] ^= bit;
}

/* ---- judging ---- */

/*
 * The score of a move: the player's bound after it, read from the thermograph walls at
 * t = 1, about the temperature of the game; the gain in moves over the opponent; and
 * where it is. Near the corners a move takes less from the player, and in the second line
 * it makes the first one safe. The opponent's bound is no help. The weights are those
 * that won 6 x 8 to 8 x 8 and positions of 8 x 10 with the fewest nodes.
 */
static int score_of(const struct lines *l, int player, int line, int start, int bound,
                    int gain)
{
    int last = l->count[player] - 1 - line,
        last_start = l->count[!player] - l->fields - start,
        aside = line < last ? line : last,
        along = start < last_start ? start : last_start;
    return bound + (gain - aside - along + (aside == 1 ? 3 : 0)) * (STRIPS_MOVE / 8);
}

/* The verdict by the bounds of the position after a move. */
static enum verdict verdict_of(struct candidate *c, int player, strips_worth mine,
                               strips_worth theirs)
{
    c->judged = true;
    c->sum[player] = mine[STRIPS_ONE];
    c->sum[!player] = theirs[STRIPS_ONE];
    if (strips_win_first(theirs)) return LOST;
    return strips_win_second(mine) ? WON : OPEN;
}

/* The player's moves minus the opponent's in the lines of a move. */
static int mobility(const struct lines *l, int player, const struct candidate *c)
{
    int moves = lines_bits(lines_room(l->line[player][c->line], l->fields));
    for (int i = c->start; i < c->start + l->fields; i++) {
        moves -= lines_bits(lines_room(l->line[!player][i], l->fields));
    }
    return moves;
}

/* Judges a move on any board. */
static enum verdict judge_any(struct moves *m, int player, struct candidate *c)
{
    struct lines *l = &m->lines;
    const struct sums *sums = m->sums;
    int before = mobility(l, player, c);
    moves_toggle(l, player, c);
    strips_worth theirs = bounds_changed(&m->bounds, l, !player, &sums[!player], c->line);
    strips_worth mine =
        bounds_changed_strip(&m->bounds, l, player, &sums[player], c->start);
    c->score = score_of(l, player, c->line, c->start, mine[STRIPS_ONE],
                        mobility(l, player, c) - before);
    moves_toggle(l, player, c);
    return verdict_of(c, player, mine, theirs);
}

/* How many of the opponent's blocks of two the cell of a line belongs to. */
static int beside(uint32_t line, int cell)
{
    uint32_t near = line << 1 >> cell;
    return (int)((near & 1) + (near >> 2 & 1));
}

/* The player's moves minus the opponent's after a move, compared with before. */
static int gain(const struct lines *l, int player, int line, int start)
{
    uint32_t own = l->line[player][line];
    const uint32_t *across = &l->line[!player][start];
    return beside(across[0], line) + beside(across[1], line) - 1 -
           (int)((own << 1 >> start & 1) + (own >> start >> 2 & 1));
}

/* Lists and scores the moves in the lines if the bounds have pairs. */
static void list_pairs(const struct moves *m, int player, struct candidate *list,
                       int *count)
{
    const struct lines *l = &m->lines;
    const uint32_t *line = l->line[!player];
    struct candidate *c = list + *count;
    int16_t bound[LINES_MAX];
    for (int i = 0; i + 1 < l->count[!player]; i++) {
        bounds_score(&m->bounds, l, player, &m->sums[player], i, bound);
        for (uint32_t r = line[i] & line[i + 1]; r != 0; r &= r - 1, c++) {
            int at = __builtin_ctz(r);
            *c = (struct candidate){.line = (uint8_t)at, .start = (uint8_t)i};
            c->score = score_of(l, player, at, i, bound[at], gain(l, player, at, i));
        }
    }
    *count = (int)(c - list);
}

enum verdict moves_judge(const struct moves *m, int player, struct candidate *c)
{
    const struct bounds *b = &m->bounds;
    const struct lines *l = &m->lines;
    if (c->judged) return OPEN;
    uint32_t after = l->line[player][c->line] ^ UINT32_C(3) << c->start;
    return verdict_of(
        c, player,
        bounds_after_block(b, l, player, &m->sums[player], c->start,
                           UINT32_C(1) << c->line),
        bounds_after_line(b, l, !player, &m->sums[!player], c->line, after));
}

/* Lists and judges the moves in the lines. True if one wins: it is list[0]. */
static bool list_any(struct moves *m, int player, struct candidate *list, int *count)
{
    const struct lines *l = &m->lines;
    for (int i = 0; i < l->count[player]; i++) {
        for (uint32_t r = lines_room(l->line[player][i], l->fields); r != 0; r &= r - 1) {
            struct candidate *c = &list[*count];
            *c = (struct candidate){.line = (uint8_t)i,
                                    .start = (uint8_t)__builtin_ctz(r)};
            enum verdict v = judge_any(m, player, c);
            if (v == WON) list[0] = *c;
            if (v == WON) return true;
            if (v == OPEN) ++*count;
        }
    }
    return false;
}

/* ---- small regions and free moves ---- */

/* A player's blocks of two minus those of the other. */
static int lead(uint64_t cells, int width, int player)
{
    return lines_bits(regions_room(cells, width, player)) -
           lines_bits(regions_room(cells, width, !player));
}

/* Judges the moves in a region; `others` is each player's bound of all other cells. */
static bool list_region(const struct moves *m, int player, const struct region *r,
                        const strips_worth others[2], struct candidate *list, int *count)
{
    uint64_t block = regions_block(r->width, player);
    int before = lead(r->cells, r->width, player);
    for (uint64_t room = regions_room(r->cells, r->width, player); room != 0;
         room &= room - 1) {
        struct candidate *c = &list[*count];
        int cell = __builtin_ctzll(room), row = r->row + cell / r->width,
            col = r->col + cell % r->width;
        uint64_t after = r->cells ^ block << cell;
        strips_worth worth[2];
        regions_worth(&m->regions, after, r->width, worth);
        *c = (struct candidate){.line = (uint8_t)(player == 0 ? col : row),
                                .start = (uint8_t)(player == 0 ? row : col)};
        strips_worth mine = strips_sum(others[player], worth[player]);
        enum verdict v =
            verdict_of(c, player, mine, strips_sum(others[!player], worth[!player]));
        if (v == WON) list[0] = *c;
        if (v == WON) return true;
        if (v == LOST) continue;
        c->score = score_of(&m->lines, player, c->line, c->start, mine[STRIPS_ONE],
                            lead(after, r->width, player) - before);
        ++*count;
    }
    return false;
}

/* Judges the moves in all regions. */
static bool list_regions(struct moves *m, int player, struct candidate *list, int *count)
{
    strips_worth others[REGIONS_MAX][2];
    for (int i = 0; i < 2; i++) {
        strips_worth lines = strips_sum(m->sums[i].from[0], strips_nothing()), sum;
        sum = moved_by(lines, i == 0 ? m->free : -m->free);
        for (int j = 0; j < m->count; j++) {
            others[j][i] = sum;
            sum = strips_sum(sum, m->region[j].worth[i]);
        }
        sum = strips_nothing();
        for (int j = m->count - 1; j >= 0; j--) {
            others[j][i] = strips_sum(others[j][i], sum);
            sum = strips_sum(sum, m->region[j].worth[i]);
        }
    }
    for (int j = 0; j < m->count; j++) {
        if (list_region(m, player, &m->region[j], others[j], list, count)) return true;
    }
    return false;
}

/*
 * Judges a free move. It comes last: it gives away the most. Free moves of both players
 * cancel out (n - n = 0), so only the player with more of them has any, and all of them
 * are equal: they are an integer n with the one move to n - 1 (Conway).
 */
static bool list_free(struct moves *m, int player, struct candidate *list, int *count)
{
    enum { LAST = -(1 << 20) };
    if ((player == 0 ? m->free : -m->free) <= 0) return false;
    strips_worth theirs = moved_by(m->sums[!player].below[m->lines.count[player]], 1),
                 mine = moved_by(m->sums[player].below[m->lines.count[!player]], -1);
    struct candidate *c = &list[*count];
    *c = (struct candidate){.score = LAST, .line = FREE_MOVE};
    enum verdict v = verdict_of(c, player, mine, theirs);
    if (v == OPEN) ++*count;
    if (v == WON) list[0] = *c;
    return v == WON;
}

void moves_sum(struct moves *m)
{
    if (m->summed) return;
    m->summed = m->keyed;
    for (int i = 0; i < 2; i++) {
        bounds_sum(&m->bounds, &m->lines, i, m->base[i], &m->sums[i]);
    }
}

bool moves_list(struct moves *m, int player, struct candidate *list, int *count)
{
    moves_sum(m);
    *count = 0;
    if (m->bounds.pairs) {
        list_pairs(m, player, list, count);
    } else if (list_any(m, player, list, count)) {
        return true;
    }
    return (m->count > 0 && list_regions(m, player, list, count)) ||
           (m->free != 0 && list_free(m, player, list, count));
}
