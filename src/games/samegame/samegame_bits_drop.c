/*
 * Taking a region and empty columns out of the board, and out of its planes.
 */
#include "base/byte_lanes.h"
#include "samegame_bits.h"

/* How many of eight cells come before the first empty one. */
PLANES_INLINE int32_t blocks_before(uint64_t cells)
{
    const uint64_t empty = lanes_alike(cells, lanes_of(EMPTY));
    return empty == 0 ? 8 : __builtin_ctzll(empty) / 8;
}

/* Takes the lowest `gap` blocks out of those from here on; the others fall. False if there
 * are too many for that. What lies behind the column, and behind the board in the same block,
 * is read and written as it was. */
PLANES_INLINE bool drop_run(unsigned char *at, int32_t gap)
{
    const uint64_t low = lanes_at(at);
    const int32_t n = blocks_before(low);
    if (n < 8) {
        const uint64_t blocks = low & ((UINT64_C(1) << 8 * n) - 1);
        lanes_put(at, (low ^ blocks) | blocks >> 8 * gap);
        return true;
    }
    const uint64_t high = lanes_at(at + 8);
    const int32_t more = blocks_before(high);
    if (more == 8 || gap == 8) return false;
    const uint64_t blocks = high & ((UINT64_C(1) << 8 * more) - 1);
    lanes_put(at, low >> 8 * gap | blocks << 8 * (8 - gap));
    lanes_put(at + 8, (high ^ blocks) | blocks >> 8 * gap);
    return true;
}

/* Takes blocks out of a column, bits from the bottom; the others fall. Returns how many
 * there were. */
PLANES_INLINE int32_t drop(unsigned char *bottom, uint64_t gone)
{
    int32_t from = __builtin_ctzll(gone), to = from;
    uint64_t stay = ~gone >> from;
    const int32_t run = stay == 0 ? 64 : __builtin_ctzll(stay);
    if (run <= 8 && gone >> from >> run == 0 && drop_run(bottom + from, run)) return run;
    for (int cell; (cell = bottom[from]) != EMPTY; from++, stay >>= 1) {
        bottom[from] = EMPTY;
        bottom[to] = (unsigned char)cell;
        to += (int32_t)(stay & 1);
    }
    bottom[to] = EMPTY;
    return from - to;
}

PLANES_INLINE int32_t drop_cells(struct samegame *s, const struct bits_region *r,
                                 int32_t shift)
{
    int32_t count = 0;
    uint64_t column = planes_first(shift);
    for (int32_t w = r->from; w <= r->to; w++) {
        for (uint64_t left = r->word[w]; left != 0;) {
            int32_t base = __builtin_ctzll(left) >> shift << shift;
            int32_t col = planes_column(shift, w, base) + 1;
            unsigned char *bottom = s->cell + (ptrdiff_t)col * s->stride + 1;
            count += drop(bottom, left >> base & column);
            left &= ~(column << base);
        }
    }
    return count;
}

int32_t bits_drop_cells(struct samegame *s, const struct bits_region *r)
{
    switch (s->shift) {
    case 3: return drop_cells(s, r, 3);
    case 4: return drop_cells(s, r, 4);
    default: return drop_cells(s, r, s->shift);
    }
}

/* Takes cells out of a word, so that those above them fall. Returns the bottom cells that
 * are empty now. */
PLANES_INLINE uint64_t drop_word(const struct planes *p, int32_t w, uint64_t gone,
                                 int32_t shift)
{
    uint64_t *one = p->word + w, *two = one + p->words, *three = two + p->words;
    uint64_t *four = three + p->words;
    uint64_t a = *one & ~gone, b = *two & ~gone, c = *three & ~gone, d = *four & ~gone;
    for (uint64_t rows = planes_rows(shift, gone); rows != 0;) {
        uint64_t above = planes_next(shift, gone, &rows);
        a = planes_fall(a, above);
        b = planes_fall(b, above);
        c = planes_fall(c, above);
        d = planes_fall(d, above);
    }
    *one = a;
    *two = b;
    *three = c;
    *four = d;
    return gone & ~(a | b | c | d) & planes_bottom(shift);
}

PLANES_INLINE struct bits_emptied drop_bits(const struct samegame *s,
                                            const struct bits_region *r, int32_t shift)
{
    struct planes p = planes_of(s);
    struct bits_emptied e = {0, 0};
    for (int32_t w = r->from; w <= r->to; w++) {
        uint64_t emptied = drop_word(&p, w, r->word[w], shift);
        if (emptied == 0) continue;
        if (e.left == 0) e.left = planes_column(shift, w, __builtin_ctzll(emptied)) + 1;
        e.right = planes_column(shift, w, 63 - __builtin_clzll(emptied)) + 1;
    }
    return e;
}

struct bits_emptied bits_drop(const struct samegame *s, const struct bits_region *r)
{
    switch (s->shift) {
    case 3: return drop_bits(s, r, 3);
    case 4: return drop_bits(s, r, 4);
    default: return drop_bits(s, r, s->shift);
    }
}

/* Takes a column out of a plane whose first `width` columns may have blocks, word by
 * word. */
PLANES_INLINE void shift_words(uint64_t *word, int32_t col, int32_t width, int32_t shift)
{
    int32_t first = planes_word(shift, col), last = planes_word(shift, width - 1);
    uint64_t left = (UINT64_C(1) << planes_bit(shift, col)) - 1,
             kept = word[first] & left;
    for (int32_t w = first; w < last; w++) {
        word[w] = planes_to_left(shift, word[w], word[w + 1]);
    }
    word[last] = planes_to_left(shift, word[last], 0);
    word[first] = (word[first] & ~left) | kept;
}

/* The same for a machine on which the first column lies in the first bytes. */
static void shift_bytes(uint64_t *word, int32_t col, int32_t width, int32_t shift)
{
    size_t room = (size_t)1 << (shift - 3);
    unsigned char *at = (unsigned char *)word + (size_t)col * room;
    size_t behind = (size_t)(width - 1 - col) * room;
    memmove(at, at + room, behind);
    memset(at + behind, 0, room);
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 1;
}

PLANES_INLINE void close_column(const struct samegame *s, int32_t col, int32_t shift)
{
    enum { MANY = 16 };
    struct planes p = planes_of(s);
    int32_t width = (int32_t)rest_of(s)->width;
    bool many = planes_word(shift, width - col) >= MANY;
    for (int32_t k = 0; k < BITS_PLANES; k++, p.word += p.words) {
        if (many && is_little_endian()) {
            shift_bytes(p.word, col - 1, width, shift);
        } else {
            shift_words(p.word, col - 1, width, shift);
        }
    }
}

int32_t bits_close(const struct samegame *s, int32_t left, int32_t right)
{
    struct planes p = planes_of(s);
    int32_t count = 0;
    for (int32_t col = right; col >= left; col--) {
        uint64_t blocks = bits_blocks(&p, planes_word(s->shift, col - 1));
        if (blocks >> planes_bit(s->shift, col - 1) & 1) continue;
        switch (s->shift) {
        case 3: close_column(s, col, 3); break;
        case 4: close_column(s, col, 4); break;
        default: close_column(s, col, s->shift);
        }
        count++;
    }
    return count;
}
