/*
 * The table of strips. A strip's moves lead to strips with smaller numbers, so the walls
 * of all strips follow from those before them:
 *
 *     L(t) = max R'(t) - t over the player's moves    R(t) = min L'(t) + t over the others
 *
 * until they meet, and above that the mast, which is the mean. At t = 0 a stop is told
 * apart by who is to move when the number is reached: the player who is to move at the
 * number itself has lost the difference, which is written as one less than the number.
 * Where the walls leave room for a number, the strip is the simplest one.
 */
#include "horizontally_strips.h"

#include <string.h>

enum { bits_max = 20, points = 8, nothing = 1 << 14 };

typedef int16_t wall __attribute__((vector_size(2 * points)));

struct walls {
    wall left, right;
};

enum { quarter = STRIPS_MOVE / 4 };

static const wall cost = {0,           quarter,     2 * quarter, 3 * quarter,
                          4 * quarter, 5 * quarter, 6 * quarter, 7 * quarter};

struct making {
    int fields, length;
    struct walls *walls;
};

static wall greater(wall a, wall b)
{
    wall above = a > b;
    return (a & above) | (b & ~above);
}

static wall smaller(wall a, wall b)
{
    wall above = a > b;
    return (b & above) | (a & ~above);
}

/* The places where `fields` bits in a row begin. */
static uint32_t room(uint32_t line, int fields)
{
    uint32_t starts = line;
    for (int i = 1; i < fields; i++) starts &= line >> i;
    return starts;
}

static uint32_t lowest_bits(int n)
{
    return (UINT32_C(1) << n) - 1;
}

/* The player's blocks lie across all lines. */
static void across(const struct making *m, uint32_t strip, wall *left)
{
    uint32_t line = lowest_bits(m->length), places = line, block = 0;
    for (int i = 0; i < m->fields; i++) {
        places &= strip >> (i * m->length);
        block |= UINT32_C(1) << (i * m->length);
    }
    for (; places != 0; places &= places - 1) {
        uint32_t after = strip ^ block << __builtin_ctz(places);
        *left = greater(*left, m->walls[after].right);
    }
}

static void along(const struct making *m, uint32_t strip, wall *right)
{
    for (int i = 0; i < m->fields; i++) {
        uint32_t line = strip >> (i * m->length) & lowest_bits(m->length);
        uint32_t places = room(line, m->fields);
        for (; places != 0; places &= places - 1) {
            int start = i * m->length + __builtin_ctz(places);
            uint32_t after = strip ^ lowest_bits(m->fields) << start;
            *right = smaller(*right, m->walls[after].left);
        }
    }
}

/* The simplest number above `low` and not above `high`, in units; `nothing` if it has
 * more digits than units have. */
static int simplest(int low, int high)
{
    if (low < 0 && high >= 0) return 0;
    for (int step = STRIPS_MOVE; step > 1; step /= 2) {
        int up = low >= 0 ? low / step + 1 : -((-high + step - 1) / step);
        up *= step;
        if (up > low && up <= high) return up;
    }
    return nothing;
}

static wall everywhere(int worth)
{
    return (wall){0} + (int16_t)worth;
}

/* Both walls from the stops that the options offer. */
static struct walls freeze(wall left, wall right)
{
    struct walls w;
    int number = simplest(left[0], right[0]);
    if (left[0] < right[0] && number == nothing) number = left[0] & ~1;
    if (left[0] < right[0]) {
        w.left = w.right = everywhere(number);
        w.left[0] = (int16_t)(number - 1);
        return w;
    }
    w.left = left - cost;
    w.right = right + cost;
    for (int i = 1; i < points; i++) {
        if (w.left[i] >= w.right[i]) continue;
        int before = (w.right[i - 1] + 1) & ~1;
        int16_t mean = (int16_t)(w.left[i] > before ? w.left[i] : before);
        for (; i < points; i++) w.left[i] = w.right[i] = mean;
    }
    return w;
}

size_t strips_making_size(int fields, int length)
{
    if (fields * length > bits_max) return 0;
    return sizeof(struct walls) << (fields * length);
}

size_t strips_size(int fields, int length)
{
    return sizeof(strips_worth) << (fields * length);
}

void strips_make(struct strips *s, int fields, int length, void *block)
{
    struct making m = {fields, length, block};
    strips_worth *worth = block;
    uint32_t count = UINT32_C(1) << (fields * length);
    for (uint32_t strip = 0; strip < count; strip++) {
        wall left = everywhere(-nothing), right = everywhere(nothing);
        across(&m, strip, &left);
        along(&m, strip, &right);
        m.walls[strip] = freeze(left, right);
    }
    for (uint32_t strip = 0; strip < count; strip++) {
        wall w = m.walls[strip].right;
        strips_worth four = {w[0], w[2], w[4], w[7]};
        memcpy(&worth[strip], &four, sizeof four);
    }
    *s = (struct strips){fields, length, worth};
}

strips_worth strips_line(int fields, uint32_t line)
{
    int blocks = 0;
    while (line != 0) {
        uint32_t run = line >> __builtin_ctz(line);
        int length = run == UINT32_MAX ? 32 : __builtin_ctz(~run);
        blocks += length / fields;
        line &= ~(lowest_bits(length) << __builtin_ctz(line));
    }
    return (strips_worth){0} - (int16_t)(blocks * STRIPS_MOVE);
}

/* The part of the strip in these columns. */
static strips_worth part(const struct strips *s, const uint32_t *line, int start, int length)
{
    uint32_t strip = 0;
    strips_worth sum = {0};
    for (int i = 0; i < s->fields; i++) {
        uint32_t cells = line[i] >> start & lowest_bits(length);
        if (length <= s->length) {
            strip |= cells << (i * s->length);
        } else {
            sum += strips_line(s->fields, cells);
        }
    }
    return length <= s->length ? s->worth[strip] : sum;
}

strips_worth strips_lines(const struct strips *s, const uint32_t *line)
{
    uint32_t taken = 0;
    strips_worth sum = {0};
    if (s->fields == 2 && ((line[0] | line[1]) >> s->length) == 0) {
        return s->worth[line[0] | line[1] << s->length];
    }
    for (int i = 0; i < s->fields; i++) taken |= line[i];
    while (taken != 0) {
        int start = __builtin_ctz(taken), length = __builtin_ctz(~(taken >> start));
        sum += part(s, line, start, length);
        taken &= ~(lowest_bits(length) << start);
    }
    return sum;
}
