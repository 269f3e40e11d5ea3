/*
 * Regions on words of bits. A run is a part of a column, of equal blocks on top of each
 * other; a region consists of runs that touch.
 */
#include "base/byte_lanes.h"
#include "samegame_bits.h"

/* ---- from cells ---- */

/* n <= 8 cells as bytes, the first in the lowest. Eight bytes of the block are read. */
static uint64_t numbers_of(const unsigned char *at, int32_t n)
{
    return lanes_at(at) & ~UINT64_C(0) >> (64 - 8 * n);
}

/* Exchanges bit i of byte k with bit k of byte i. */
static uint64_t transpose(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ t << 28;
}

/* Reads n <= 16 cells of a column, whose first has this bit in its words. */
PLANES_INLINE void read_some(uint64_t *word, int32_t words, int32_t bit, int32_t n,
                             const unsigned char *at)
{
    uint64_t low = numbers_of(at, n < 8 ? n : 8);
    uint64_t high = n <= 8 ? 0 : numbers_of(at + 8, n - 8);
    /* A number has four bits: byte k + 4 is plane k of the upper cells. */
    uint64_t bits = transpose(low | high << 4);
    word[0] |= ((bits & 0xff) | (bits >> 24 & 0xff00)) << bit;
    word[words] |= ((bits >> 8 & 0xff) | (bits >> 32 & 0xff00)) << bit;
    word[2 * words] |= ((bits >> 16 & 0xff) | (bits >> 40 & 0xff00)) << bit;
    word[3 * words] |= ((bits >> 24 & 0xff) | (bits >> 48 & 0xff00)) << bit;
}

int32_t bits_read(const struct samegame *s)
{
    struct planes p = planes_of(s);
    int32_t count = 0;
    memset(p.word, 0, bits_size(s));
    for (int32_t col = 0; col < rest_of(s)->width; col++) {
        const unsigned char *cell = column_of(s, col + 1) + 1;
        uint64_t *word = p.word + planes_word(p.shift, col);
        int32_t bit = planes_bit(p.shift, col);
        for (int32_t row = 0; row < rows_of(s); row += 16) {
            int32_t n = rows_of(s) - row < 16 ? rows_of(s) - row : 16;
            read_some(word, p.words, bit + row, n, cell + row);
        }
    }
    for (int32_t w = 0; w < p.words; w++) count += planes_count(bits_blocks(&p, w));
    return count;
}

/* ---- neighbours ---- */

/* The blocks of a word, and those that equal their neighbour below, or on the right. */
struct links {
    uint64_t blocks, below, right;
};

/* Adds the blocks of a word that are in one plane, and those that differ in it from their
 * neighbours. */
PLANES_INLINE void differ(const uint64_t *word, bool last, int32_t shift, struct links *l)
{
    l->blocks |= *word;
    l->below |= *word ^ *word << 1;
    l->right |= *word ^ planes_to_left(shift, *word, last ? 0 : word[1]);
}

PLANES_INLINE struct links links_of(const struct planes *p, int32_t w, int32_t shift)
{
    struct links l = {0, planes_bottom(shift), 0};
    const uint64_t *word = p->word + w;
    bool last = w + 1 == p->words;
    differ(word, last, shift, &l);
    differ(word + p->words, last, shift, &l);
    differ(word + 2 * p->words, last, shift, &l);
    differ(word + 3 * p->words, last, shift, &l);
    return (struct links){l.blocks, l.blocks & ~l.below, l.blocks & ~l.right};
}

int64_t bits_pairs(const struct samegame *s)
{
    struct planes p = planes_of(s);
    int64_t count = 0;
    for (int32_t w = bits_words(s) - 1; w >= 0; w--) {
        struct links links = links_of(&p, w, s->shift);
        count += planes_count(links.below) + planes_count(links.right);
    }
    return count;
}

PLANES_INLINE bool any_pair(const struct samegame *s, int32_t shift)
{
    struct planes p = planes_of(s);
    for (int32_t w = bits_words(s) - 1; w >= 0; w--) {
        struct links links = links_of(&p, w, shift);
        if ((links.below | links.right) != 0) return true;
    }
    return false;
}

bool bits_any_pair(const struct samegame *s)
{
    switch (s->shift) {
    case 3: return any_pair(s, 3);
    case 4: return any_pair(s, 4);
    default: return any_pair(s, s->shift);
    }
}

PLANES_INLINE int32_t lonely(const struct samegame *s, int32_t shift)
{
    struct planes p = planes_of(s);
    uint64_t before = 0;
    int32_t count = 0, words = bits_words(s);
    for (int32_t w = 0; w < words; w++) {
        struct links l = links_of(&p, w, shift);
        uint64_t linked =
            l.below | l.below >> 1 | l.right | planes_to_right(shift, l.right, before);
        count += planes_count(l.blocks & ~linked);
        before = l.right;
    }
    return count;
}

int32_t bits_lonely(const struct samegame *s)
{
    switch (s->shift) {
    case 3: return lonely(s, 3);
    case 4: return lonely(s, 4);
    default: return lonely(s, s->shift);
    }
}

/* ---- a region ---- */

/* A value: all bits in the planes that its number has no bit in. */
struct value {
    uint64_t other[BITS_PLANES];
};

PLANES_INLINE struct value value_at(const struct planes *p, int32_t w, int32_t bit)
{
    const uint64_t *word = p->word + w;
    int32_t n = p->words;
    return (struct value){{(word[0] >> bit & 1) - 1, (word[n] >> bit & 1) - 1,
                           (word[2 * n] >> bit & 1) - 1, (word[3 * n] >> bit & 1) - 1}};
}

/* The blocks of a word that have this value. */
PLANES_INLINE uint64_t blocks_of(const struct planes *p, int32_t w, const struct value *v)
{
    const uint64_t *word = p->word + w;
    int32_t n = p->words;
    return (word[0] ^ v->other[0]) & (word[n] ^ v->other[1]) &
           (word[2 * n] ^ v->other[2]) & (word[3 * n] ^ v->other[3]);
}

/* Spreads cells among the blocks of a word. */
PLANES_INLINE uint64_t spread(int32_t shift, uint64_t cells, uint64_t blocks)
{
    uint64_t bottom = planes_bottom(shift), top = bottom << ((1 << shift) - 1), before;
    do {
        before = cells;
        cells |= ((cells & ~top) << 1 | (cells & ~bottom) >> 1 |
                  planes_to_right(shift, cells, 0) | planes_to_left(shift, cells, 0)) &
                 blocks;
    } while (cells != before);
    return cells;
}

/* The words of a region that have cells whose neighbours are not known yet. */
struct todo {
    int32_t count;
    uint8_t word[BITS_WORDS_MAX];
    bool listed[BITS_WORDS_MAX];
};

/* Adds cells to a word beside those of the region. */
PLANES_INLINE void extend(struct bits_region *r, struct todo *todo, int32_t w,
                          uint64_t cells)
{
    if (cells == 0) return;
    if (w < r->from || w > r->to) {
        *(w < r->from ? &r->from : &r->to) = w;
        r->word[w] = 0;
        todo->listed[w] = false;
    }
    if ((cells & ~r->word[w]) == 0) return;
    r->word[w] |= cells;
    if (todo->listed[w]) return;
    todo->listed[w] = true;
    todo->word[todo->count++] = (uint8_t)w;
}

PLANES_INLINE void find(const struct planes *p, int32_t w, int32_t bit, int32_t shift,
                        struct bits_region *r)
{
    struct value value = value_at(p, w, bit);
    struct todo todo;
    todo.count = 1;
    todo.word[0] = (uint8_t)w;
    r->from = r->to = w;
    r->word[w] = UINT64_C(1) << bit;
    while (todo.count > 0) {
        w = todo.word[--todo.count];
        todo.listed[w] = false;
        uint64_t cells = spread(shift, r->word[w], blocks_of(p, w, &value));
        uint64_t left = planes_to_left(shift, 0, cells);
        uint64_t right = planes_to_right(shift, 0, cells);
        r->word[w] = cells;
        if (left != 0 && w > 0)
            extend(r, &todo, w - 1, left & blocks_of(p, w - 1, &value));
        if (right != 0 && w + 1 < p->words)
            extend(r, &todo, w + 1, right & blocks_of(p, w + 1, &value));
    }
}

void bits_find(const struct samegame *s, struct samegame_place at, struct bits_region *r)
{
    struct planes p = planes_of(s);
    int32_t w = planes_word(p.shift, at.col - 1);
    int32_t bit = planes_bit(p.shift, at.col - 1) + at.row - 1;
    switch (s->shift) {
    case 3: find(&p, w, bit, 3, r); break;
    case 4: find(&p, w, bit, 4, r); break;
    default: find(&p, w, bit, s->shift, r);
    }
}

void bits_set(struct samegame *s, const void *planes, int32_t left)
{
    struct planes p = planes_of(s);
    struct samegame_rest *rest = rest_of(s);
    memcpy(p.word, planes, bits_size(s));
    rest->left = left;
    rest->width = 0;
    for (int32_t w = 0; w < p.words; w++) {
        rest->width += planes_count(bits_blocks(&p, w) & planes_bottom(s->shift));
    }
}

int32_t bits_play(struct samegame *s, struct samegame_place at)
{
    struct planes p = planes_of(s);
    struct samegame_rest *rest = rest_of(s);
    struct bits_region r;
    int32_t w = planes_word(p.shift, at.col - 1), count = 0;
    int32_t bit = planes_bit(p.shift, at.col - 1) + at.row - 1;
    struct value value = value_at(&p, w, bit);
    bits_find(s, at, &r);
    for (w = r.from; w <= r.to; w++) rest->left -= planes_count(r.word[w]);
    struct bits_emptied emptied = bits_drop(s, &r);
    if (emptied.left > 0) rest->width -= bits_close(s, emptied.left, emptied.right);
    int32_t words = bits_words(s);
    for (w = 0; w < words && count < 2; w++) {
        count += planes_count(blocks_of(&p, w, &value));
    }
    return count;
}

/* ---- all regions ---- */

/* Spreads cells upward within their runs, if `below` says which blocks are linked to the
 * one below. An addition carries a bit up to the end of its run. */
PLANES_INLINE uint64_t rise(uint64_t cells, uint64_t below)
{
    uint64_t next = cells << 1 & below;
    return cells | next | (below & ~(below + next));
}

/* The first cells of regions, each noted at the upper end of its run; runs that touch
 * several others on their left; and the links. */
struct roots {
    uint64_t first[BITS_WORDS_MAX], joins[BITS_WORDS_MAX], below[BITS_WORDS_MAX];
};

/* A root is a run that touches none on its left. If no run joins several on its left,
 * each region is a tree and has one root. Returns whether one does. */
PLANES_INLINE bool find_roots(const struct planes *p, int32_t words, int32_t shift,
                              struct roots *roots)
{
    struct links before = {0, 0, 0};
    uint64_t any = 0;
    for (int32_t w = 0; w < words; w++) {
        struct links links = links_of(p, w, shift);
        uint64_t below = roots->below[w] = links.below;
        uint64_t left = planes_to_right(shift, links.right, before.right);
        uint64_t left_below = planes_to_right(shift, below, before.below);
        /* Where two runs touch, the lowest cell. */
        uint64_t touch = left & ~(left << 1 & below & left_below);
        uint64_t ends = ~(below >> 1) & (below | rise(links.right, below));
        roots->first[w] = ends & ~rise(left, below);
        roots->joins[w] = touch & rise(touch << 1 & below, below);
        any |= roots->joins[w];
        before = links;
    }
    return any != 0;
}

/* Keeps the first root of each region that has a run that joins others. */
PLANES_INLINE void join_roots(const struct planes *p, int32_t words, int32_t shift,
                              struct roots *roots)
{
    for (int32_t w = 0; w < words; w++) {
        while (roots->joins[w] != 0) {
            struct bits_region r;
            bool found = false;
            find(p, w, __builtin_ctzll(roots->joins[w]), shift, &r);
            for (int32_t i = r.from; i <= r.to; i++) {
                uint64_t own = roots->first[i] & r.word[i];
                roots->joins[i] &= ~r.word[i];
                roots->first[i] ^= found ? own : own & (own - 1);
                found |= own != 0;
            }
        }
    }
}

PLANES_INLINE int list(const struct samegame *s, int32_t shift, action *out, int max)
{
    struct planes p = planes_of(s);
    struct roots roots;
    int32_t words = bits_words(s), mask = (1 << shift) - 1, count = 0;
    if (find_roots(&p, words, shift, &roots)) join_roots(&p, words, shift, &roots);
    for (int32_t w = 0; w < words; w++) {
        int32_t first = planes_column(shift, w, 0) + 1;
        for (uint64_t left = roots.first[w]; left != 0; left &= left - 1, count++) {
            /* From the upper end of the run to its lower end. */
            uint64_t up_to = left ^ (left - 1);
            int32_t bit = 63 - __builtin_clzll(up_to & ~roots.below[w]);
            action row = (bit & mask) + 1;
            if (count < max) out[count] = row << 32 | (first + (bit >> shift));
        }
    }
    return count;
}

int bits_list(const struct samegame *s, action *out, int max)
{
    switch (s->shift) {
    case 3: return list(s, 3, out, max);
    case 4: return list(s, 4, out, max);
    default: return list(s, s->shift, out, max);
    }
}
