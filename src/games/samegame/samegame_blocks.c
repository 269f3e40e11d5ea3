/*
 * Removing blocks. A removal can change the regions of blocks that fall, the regions that
 * touch these afterwards, and the regions on both sides of a column that closes. These
 * are dissolved, and found again from their blocks.
 */
#include "samegame_blocks.h"

#include "base/rng.h"
#include "samegame_rules.h"

enum { GONE = 0xff };

#define INLINE static inline __attribute__((always_inline))

/* ---- memory ---- */

static int32_t shift_of(const struct samegame *s)
{
    int32_t shift = 1;
    while (1 << shift < rows_of(s) + 1) shift++;
    return shift;
}

/* Points the arrays into `memory`. Returns how many bytes they take. */
static size_t lay_out(struct blocks *b, unsigned char *memory)
{
    size_t n = (size_t)b->count + 1, cells = ((size_t)b->columns << b->shift) + 1,
           used = 0;
#define PLACE(part, items)                                     \
    b->part = (void *)(memory == NULL ? NULL : memory + used); \
    used += state_align((items) * sizeof *b->part)
    PLACE(at, n);
    PLACE(block, cells);
    PLACE(before, (size_t)b->columns);
    PLACE(after, (size_t)b->columns);
    PLACE(value, cells);
    b->bare = used;
    PLACE(code, n / 2 + 1);
    PLACE(move, n / 2 + 1);
    PLACE(size, n);
    PLACE(place, n);
    PLACE(region, n);
    PLACE(next, n);
    b->bytes = used;
    PLACE(random, n);
    PLACE(tint, n);
    PLACE(weight, n / 2 + 1);
    PLACE(list, n);
    PLACE(touched, (size_t)b->columns);
    PLACE(low, (size_t)b->columns);
#undef PLACE
    return used;
}

/* The sizes of a board, without its arrays. */
static struct blocks empty_board(const struct samegame *s)
{
    return (struct blocks){.count = samegame_left(s),
                           .left = samegame_left(s),
                           .columns = (int32_t)rest_of(s)->width + 1,
                           .shift = shift_of(s)};
}

size_t blocks_size(const struct samegame *s)
{
    struct blocks b = empty_board(s);
    if (b.count > BLOCKS_MAX || b.columns << b.shift > UINT16_MAX) return 0;
    return lay_out(&b, NULL);
}

/* ---- regions ---- */

static void list_move(struct blocks *b, uint32_t leader, uint64_t code)
{
    b->code[b->moves] = code;
    b->place[leader] = (uint16_t)b->moves;
    b->move[b->moves] = (uint16_t)leader;
    b->weight[b->moves++] = -1;
}

static void unlist_move(struct blocks *b, uint32_t leader)
{
    int32_t place = b->place[leader], last = --b->moves;
    b->move[place] = b->move[last];
    b->weight[place] = b->weight[last];
    b->code[place] = b->code[last];
    b->place[b->move[place]] = (uint16_t)place;
}

static void dissolve_move(struct blocks *b, uint32_t leader)
{
    int32_t size = b->size[leader];
    uint16_t *list = b->list + b->todo;
    unlist_move(b, leader);
    b->todo += size;
    for (uint32_t block = leader; size > 0; size--, block = b->next[block]) {
        b->region[block] = NO_REGION;
        *list++ = (uint16_t)block;
    }
}

/* Dissolves a region: its blocks have none now, and wait in the list. */
INLINE void dissolve(struct blocks *b, uint32_t leader)
{
    if (b->size[leader] > 1) {
        dissolve_move(b, leader);
    } else {
        b->region[leader] = NO_REGION;
        b->list[b->todo++] = (uint16_t)leader;
    }
}

/* Appends a block of the same value to the region of `leader`, unless it belongs to it.
 * Returns the region's last block. */
INLINE uint32_t join(struct blocks *b, uint32_t leader, uint32_t last, uint32_t block)
{
    if (b->region[block] == leader) return last;
    if (b->region[block] != NO_REGION) dissolve(b, b->region[block]);
    b->region[block] = (uint16_t)leader;
    b->next[last] = (uint16_t)block;
    b->size[leader]++;
    return block;
}

/* The cells beside a cell. */
struct beside {
    uint32_t up, down, right, left;
};

INLINE struct beside beside(const struct blocks *b, uint32_t cell)
{
    uint32_t col = cell >> b->shift, row = cell & ((1U << b->shift) - 1);
    return (struct beside){cell + 1, cell - 1, b->after[col] | row, b->before[col] | row};
}

/* Finds the region around a block that has none; the block becomes its leader. */
static void find(struct blocks *b, uint32_t leader)
{
    const uint8_t *values = b->value, value = b->tint[leader];
    const uint16_t *blocks = b->block;
    uint32_t last = leader;
    b->region[leader] = (uint16_t)leader;
    b->size[leader] = 1;
    uint64_t code = 0;
    for (uint32_t block = leader;; block = b->next[block]) {
        code ^= b->random[block];
        struct beside at = beside(b, b->at[block]);
        if (values[at.up] == value) last = join(b, leader, last, blocks[at.up]);
        if (values[at.down] == value) last = join(b, leader, last, blocks[at.down]);
        if (values[at.right] == value) last = join(b, leader, last, blocks[at.right]);
        if (values[at.left] == value) last = join(b, leader, last, blocks[at.left]);
        if (block == last) break;
    }
    list_move(b, leader, code);
}

/* Finds the regions of the blocks in the list. Most are single blocks. */
static void find_all(struct blocks *b)
{
    const uint8_t *values = b->value;
    for (int32_t i = 0; i < b->todo; i++) {
        uint32_t block = b->list[i], value = b->tint[block];
        if (b->region[block] != NO_REGION) continue;
        struct beside at = beside(b, b->at[block]);
        if ((values[at.up] == value) | (values[at.down] == value) |
            (values[at.right] == value) | (values[at.left] == value)) {
            find(b, block);
        } else {
            b->region[block] = (uint16_t)block;
            b->size[block] = 1;
        }
    }
    b->todo = 0;
}

/* ---- removing ---- */

/* Lets the blocks of a column fall into the cells that are GONE, from row `low` up. (The
 * pointers are copied because, for all the compiler knows, `value` points to them.) */
INLINE void drop(struct blocks *b, uint32_t col, uint32_t low, bool bare)
{
    uint32_t base = col << b->shift, end = base + (1U << b->shift);
    uint32_t to = base + low, from = to, what;
    uint8_t *value = b->value;
    uint16_t *blocks = b->block, *at = b->at, *region = b->region;
    for (; from < end && (what = value[from]) != 0; from++) {
        value[from] = 0;
        if (what == GONE) continue;
        uint32_t block = blocks[from];
        if (!bare && region[block] != NO_REGION) dissolve(b, region[block]);
        value[to] = (uint8_t)what;
        blocks[to] = (uint16_t)block;
        at[block] = (uint16_t)to++;
    }
}

/* Closes an empty column, and dissolves regions that touch now. */
static void close(struct blocks *b, uint32_t col)
{
    uint32_t left = b->before[col], right = b->after[col];
    b->after[left >> b->shift] = (uint16_t)right;
    b->before[right >> b->shift] = (uint16_t)left;
    for (left++, right++; b->value[left] != 0 && b->value[right] != 0; left++, right++) {
        uint32_t region = b->region[b->block[left]];
        if (b->value[left] != b->value[right] || region == NO_REGION) continue;
        dissolve(b, region);
    }
}

/* Notes that a cell of a column is GONE. */
static inline void touch(struct blocks *b, uint32_t col, uint32_t row)
{
    uint32_t low = b->low[col];
    if (low == 0) b->touched[b->columns_touched++] = (uint16_t)col;
    if (low == 0 || row < low) b->low[col] = (uint16_t)row;
}

/* Lets blocks fall, then closes empty columns. The blocks of a bare board have no
 * regions. */
INLINE void settle(struct blocks *b, bool bare)
{
    int32_t count = b->columns_touched;
    for (int32_t i = 0; i < count; i++) {
        uint32_t col = b->touched[i];
        drop(b, col, b->low[col], bare);
        b->low[col] = 0;
    }
    for (int32_t i = 0; i < count; i++) {
        uint32_t col = b->touched[i];
        if (b->value[(col << b->shift) + 1] == 0) close(b, col);
    }
    b->columns_touched = 0;
}

void blocks_remove(struct blocks *b, uint32_t leader)
{
    uint32_t block = leader, mask = (1U << b->shift) - 1;
    unlist_move(b, leader);
    for (int32_t i = b->size[leader]; i > 0; i--, block = b->next[block]) {
        uint32_t cell = b->at[block];
        b->value[cell] = GONE;
        touch(b, cell >> b->shift, cell & mask);
    }
    b->left -= b->size[leader];
    settle(b, false);
    find_all(b);
}

/* ---- removing without regions ---- */

/* Marks a cell of this value as GONE and lists it. Returns how many are listed. */
static inline int32_t reach(uint8_t *cells, uint16_t *list, uint32_t cell, uint8_t value,
                            int32_t count)
{
    if (cells[cell] != value) return count;
    cells[cell] = GONE;
    list[count] = (uint16_t)cell;
    return count + 1;
}

int32_t blocks_remove_bare(struct blocks *b, uint32_t block)
{
    uint32_t shift = (uint32_t)b->shift, mask = (1U << shift) - 1;
    uint8_t value = b->tint[block], *cells = b->value;
    uint16_t *list = b->list;
    const uint16_t *before = b->before, *after = b->after;
    int32_t count = reach(cells, list, b->at[block], value, 0);
    for (int32_t i = 0; i < count; i++) {
        uint32_t cell = list[i], col = cell >> shift, row = cell & mask;
        count = reach(cells, list, cell + 1, value, count);
        count = reach(cells, list, cell - 1, value, count);
        count = reach(cells, list, after[col] | row, value, count);
        count = reach(cells, list, before[col] | row, value, count);
        if (count == 1) {
            cells[cell] = value;
            return 1;
        }
        touch(b, col, row);
    }
    b->left -= count;
    settle(b, true);
    return count;
}

void blocks_find(struct blocks *b)
{
    b->moves = 0;
    for (uint32_t base = b->after[0]; base != 0; base = b->after[base >> b->shift]) {
        for (uint32_t cell = base + 1; b->value[cell] != 0; cell++) {
            b->list[b->todo++] = b->block[cell];
        }
    }
    find_all(b);
}

/* ---- starting ---- */

void blocks_start(struct blocks *b, void *memory, const struct samegame *s)
{
    *b = empty_board(s);
    memset(memory, 0, lay_out(b, memory));
    uint64_t rng = 0;
    for (int32_t col = 1, block = 0; col < b->columns; col++) {
        const unsigned char *column = column_of(s, col);
        for (int32_t row = 1; column[row] != EMPTY; row++, block++) {
            int32_t cell = col << b->shift | row;
            b->tint[block] = b->value[cell] = column[row];
            b->block[cell] = (uint16_t)block;
            b->at[block] = (uint16_t)cell;
            b->random[block] = rng_next(&rng);
            b->region[block] = NO_REGION;
            b->list[b->todo++] = (uint16_t)block;
        }
    }
    for (int32_t col = 0; col < b->columns; col++) {
        b->after[col] = (uint16_t)((col + 1) % b->columns << b->shift);
        b->before[col] = (uint16_t)((col + b->columns - 1) % b->columns << b->shift);
    }
    find_all(b);
}

/* A kept position. */
struct kept {
    int32_t left, moves;
    unsigned char bytes[];
};

static size_t kept_size(const struct samegame *s, bool bare)
{
    struct blocks b = empty_board(s);
    lay_out(&b, NULL);
    return state_align(sizeof(struct kept) + (bare ? b.bare : b.bytes));
}

size_t blocks_kept_size(const struct samegame *s)
{
    return kept_size(s, false);
}

void blocks_keep(const struct blocks *b, void *kept)
{
    struct kept *k = kept;
    k->left = b->left;
    k->moves = b->moves;
    memcpy(k->bytes, b->at, b->bytes);
}

void blocks_back(struct blocks *b, const void *kept)
{
    const struct kept *k = kept;
    b->left = k->left;
    b->moves = k->moves;
    memcpy(b->at, k->bytes, b->bytes);
    for (int32_t i = 0; i < b->moves; i++) b->weight[i] = -1;
}

size_t blocks_bare_size(const struct samegame *s)
{
    return kept_size(s, true);
}

void blocks_keep_bare(const struct blocks *b, void *kept)
{
    struct kept *k = kept;
    k->left = b->left;
    memcpy(k->bytes, b->at, b->bare);
}

void blocks_back_bare(struct blocks *b, const void *kept)
{
    const struct kept *k = kept;
    b->left = k->left;
    memcpy(b->at, k->bytes, b->bare);
    memset(b->region, 0xff, (size_t)b->count * sizeof *b->region);
}

/* ---- lines ---- */

void blocks_copy_line(struct blocks_line *to, const struct blocks_line *from)
{
    memcpy(to->leader, from->leader, (size_t)from->count * sizeof *to->leader);
    to->count = from->count;
    to->left = from->left;
    to->score = from->score;
}

void blocks_take(struct blocks *b, struct blocks_line *line, uint32_t leader)
{
    line->leader[line->count++] = (uint16_t)leader;
    line->score += blocks_points(b->size[leader]);
    blocks_remove(b, leader);
}

void blocks_end_line(const struct blocks *b, struct blocks_line *line)
{
    line->left = b->left;
    if (b->left == 0) line->score += SAMEGAME_CLEARED;
}

action blocks_action(const struct blocks *b, uint32_t block)
{
    uint32_t cell = b->at[block], base = cell >> b->shift << b->shift;
    int32_t order = 1;
    for (uint32_t c = b->after[0]; c != base; c = b->after[c >> b->shift]) order++;
    return samegame_action(cell & ((1U << b->shift) - 1), order);
}
