/*
 * Computing the table of strips. A move leads to a strip with a smaller number, so the walls
 * of a strip (horizontally_walls.h) follow from those of earlier strips.
 */
#include "horizontally_strip_values.h"

#include <assert.h>
#include <string.h>

#include "horizontally_lines.h"
#include "horizontally_walls.h"
#include "search/threads/parallel.h"

enum { OFTEN = 4096 }; /* strips between two looks at the limits */

/* With threads, all strips with the same TOP_BITS first bits are computed by one of them. */
enum { TOP_BITS = 6, TOPS = 1 << TOP_BITS };

struct making {
    int fields, lines, length;
    struct walls *walls;
    strips_worth *worth;  /* in the same memory */
    int threads, level;   /* set bits among the first ones */
    uint32_t first, last; /* strips whose worth is to be kept: first .. last - 1 */
};

static uint32_t lowest_bits(int n)
{
    return (UINT32_C(1) << n) - 1;
}

/* The moves of the player, whose blocks lie across the lines. */
static void across(const struct making *m, uint32_t strip, struct walls *w)
{
    uint32_t places = strip, block = 0;
    for (int i = 0; i < m->fields; i++) {
        places &= strip >> (i * m->length);
        block |= UINT32_C(1) << (i * m->length);
    }
    for (; places != 0; places &= places - 1) {
        walls_player_moves(w, &m->walls[strip ^ block << __builtin_ctz(places)]);
    }
}

/* The moves of the opponent, whose blocks lie along the lines. */
static void along(const struct making *m, uint32_t strip, struct walls *w)
{
    for (int i = 0; i < m->lines; i++) {
        uint32_t line = strip >> (i * m->length) & lowest_bits(m->length);
        uint32_t places = lines_room(line, m->fields);
        for (; places != 0; places &= places - 1) {
            int start = i * m->length + __builtin_ctz(places);
            walls_opponent_moves(w, &m->walls[strip ^ lowest_bits(m->fields) << start]);
        }
    }
}

size_t strips_making_size(int lines, int length)
{
    return sizeof(struct walls) << (lines * length);
}

size_t strips_size(int lines, int length)
{
    return sizeof(strips_worth) << (lines * length);
}

static struct walls walls_of(const struct making *m, uint32_t strip)
{
    struct walls w = walls_begin();
    across(m, strip, &w);
    along(m, strip, &w);
    walls_end(&w);
    return w;
}

static bool make(const struct making *m, uint32_t first, uint32_t last,
                 const struct search_limits *limits, struct search_progress *progress)
{
    for (uint32_t strip = first; strip < last; strip++) {
        if (strip % OFTEN == 0 && search_stops_now(limits, progress)) return false;
        m->walls[strip] = walls_of(m, strip);
    }
    return true;
}

/* Writes the worth of strips over walls that are no longer needed. */
static bool keep(const struct making *m, uint32_t first, uint32_t last,
                 const struct search_limits *limits, struct search_progress *progress)
{
    for (uint32_t strip = first; strip < last; strip++) {
        if (strip % OFTEN == 0 && search_stops_now(limits, progress)) return false;
        strips_worth all = walls_worth(&m->walls[strip]);
        memcpy(&m->worth[strip], &all, sizeof all);
    }
    return true;
}

/* ---- in threads ---- */

static enum search_end make_part(void *with, int number,
                                 const struct search_limits *limits,
                                 struct search_progress *progress)
{
    const struct making *m = with;
    uint32_t size = (UINT32_C(1) << (m->lines * m->length)) / TOPS;
    int turn = 0;
    for (uint32_t top = 0; top < TOPS; top++) {
        if (__builtin_popcount(top) != m->level) continue;
        if (turn++ % m->threads != number) continue;
        if (!make(m, top * size, (top + 1) * size, limits, progress))
            return SEARCH_STOPPED;
    }
    return SEARCH_DONE;
}

static enum search_end keep_part(void *with, int number,
                                 const struct search_limits *limits,
                                 struct search_progress *progress)
{
    const struct making *m = with;
    uint32_t each = (m->last - m->first) / (uint32_t)m->threads,
             first = m->first + (uint32_t)number * each,
             last = number == m->threads - 1 ? m->last : first + each;
    return keep(m, first, last, limits, progress) ? SEARCH_DONE : SEARCH_STOPPED;
}

/* Removing cells removes some of the first bits, or none: so strips that have as many of
 * them follow from each other only if they have the same. The worths of strips up to three
 * times `first` lie where the walls of those below `first` were. */
static bool make_together(struct making *m, uint32_t count,
                          const struct search_limits *limits,
                          struct search_progress *progress)
{
    static_assert(sizeof *m->walls == 3 * sizeof *m->worth, "see above");
    for (m->level = 0; m->level <= TOP_BITS; m->level++) {
        if (parallel_search(limits, progress, m->threads, make_part, m) != SEARCH_DONE)
            return false;
    }
    if (!keep(m, 0, OFTEN, limits, progress)) return false;
    for (m->first = OFTEN; m->first < count; m->first = m->last) {
        m->last = 3 * m->first < count ? 3 * m->first : count;
        if (parallel_search(limits, progress, m->threads, keep_part, m) != SEARCH_DONE)
            return false;
    }
    return true;
}

bool strips_make(struct strips *s, int fields, int lines, int length, void *block,
                 int threads, const struct search_limits *limits,
                 struct search_progress *progress)
{
    enum { LARGE = 1 << 15 };
    struct making m = {.fields = fields,
                       .lines = lines,
                       .length = length,
                       .walls = block,
                       .worth = block,
                       .threads = threads};
    uint32_t count = UINT32_C(1) << (lines * length);
    bool made = threads > 1 && count >= LARGE ? make_together(&m, count, limits, progress)
                                              : make(&m, 0, count, limits, progress) &&
                                                    keep(&m, 0, count, limits, progress);
    *s = (struct strips){fields, lines, length, block};
    return made;
}

strips_worth strips_nothing(void)
{
    return (strips_worth){0, -STRIPS_MOVE - 1, -STRIPS_SWITCH - 1,
                          STRIPS_SWITCH - STRIPS_MOVE};
}

strips_worth strips_line(int fields, uint32_t line)
{
    int blocks = 0;
    while (line != 0) {
        uint32_t run = line >> __builtin_ctz(line);
        int length = __builtin_ctz(~run);
        blocks += length / fields;
        line &= ~(lowest_bits(length) << __builtin_ctz(line));
    }
    return strips_nothing() - (int16_t)(blocks * STRIPS_MOVE);
}

/* The worth of the part of these lines from cell `start` on, `length` cells long. */
static strips_worth part(const struct strips *s, const uint32_t *line, int start,
                         int length)
{
    uint32_t strip = 0;
    strips_worth sum = strips_nothing();
    for (int i = 0; i < s->lines; i++) {
        uint32_t cells = line[i] >> start & lowest_bits(length);
        if (length <= s->length) {
            strip |= cells << (i * s->length);
        } else {
            sum = strips_sum(sum, strips_line(s->fields, cells));
        }
    }
    return length <= s->length ? s->worth[strip] : sum;
}

strips_worth strips_lines(const struct strips *s, const uint32_t *line)
{
    uint32_t all = 0, strip = 0;
    strips_worth sum = strips_nothing();
    for (int i = 0; i < s->lines; i++) {
        all |= line[i];
        strip |= line[i] << (i * s->length);
    }
    /* As a whole a strip may be worth more than the sum of its parts. */
    if (all >> s->length == 0) return s->worth[strip];
    while (all != 0) {
        int start = __builtin_ctz(all), length = __builtin_ctz(~(all >> start));
        sum = strips_sum(sum, part(s, line, start, length));
        all &= ~(lowest_bits(length) << start);
    }
    return sum;
}
