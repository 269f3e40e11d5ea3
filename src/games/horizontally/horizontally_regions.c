/*
 * Computes the walls of a region from those of the cells that each move leaves, which need not
 * be connected. Rounding is to the disadvantage of the player, so each player has walls of
 * their own. A new entry replaces the one in its place; what is lost is computed again.
 */
#include "horizontally_regions.h"

#include <string.h>

#include "horizontally_walls.h"

/* Entries by the cells of the board: about as many as are met, up to 29 MB. */
enum { LEAST_BITS = 10, MOST_BITS = 18, CELLS_A_BIT = 8 };

struct region_entry {
    uint64_t cells;
    int64_t width; /* 0: the entry is empty */
    struct walls walls[2];
};

void regions_open(struct regions *r, int cells, const struct search_limits *limits)
{
    int bits = LEAST_BITS + cells / CELLS_A_BIT;
    if (bits > MOST_BITS) bits = MOST_BITS;
    *r = (struct regions){0};
    for (; bits >= LEAST_BITS && r->entries == NULL; bits--) {
        r->entries = search_resize(limits, NULL, UINT64_C(1) << bits, sizeof *r->entries);
        r->last = (UINT64_C(1) << bits) - 1;
    }
    if (r->entries == NULL) return;
    memset(r->entries, 0, (size_t)(r->last + 1) * sizeof *r->entries);
}

static struct region_entry *entry_of(const struct regions *r, uint64_t cells, int width)
{
    uint64_t h = (cells << 4 ^ (uint64_t)width) * UINT64_C(0x9e3779b97f4a7c15);
    return &r->entries[(h ^ h >> 29) >> 7 & r->last];
}

static void make(const struct regions *, uint64_t cells, int width,
                 struct walls walls[2]);

/* The entry of these cells; the next call may replace it. */
static const struct region_entry *find(const struct regions *r, uint64_t cells, int width)
{
    if (cells != 0) cells >>= __builtin_ctzll(cells) / width * width;
    struct region_entry *e = entry_of(r, cells, width);
    if (e->cells == cells && e->width == width) return e;
    struct walls walls[2];
    make(r, cells, width, walls);
    e->cells = cells;
    e->width = width;
    memcpy(e->walls, walls, sizeof walls);
    return e;
}

static void make(const struct regions *r, uint64_t cells, int width,
                 struct walls walls[2])
{
    walls[0] = walls[1] = walls_begin();
    for (int mover = 0; mover < 2; mover++) {
        uint64_t room = regions_room(cells, width, mover),
                 block = regions_block(width, mover);
        for (; room != 0; room &= room - 1) {
            const struct region_entry *after =
                find(r, cells ^ block << __builtin_ctzll(room), width);
            walls_player_moves(&walls[mover], &after->walls[mover]);
            walls_opponent_moves(&walls[!mover], &after->walls[!mover]);
        }
    }
    walls_end(&walls[0]);
    walls_end(&walls[1]);
}

void regions_worth(const struct regions *r, uint64_t cells, int width,
                   strips_worth worth[2])
{
    const struct region_entry *e = find(r, cells, width);
    worth[0] = walls_worth(&e->walls[0]);
    worth[1] = walls_worth(&e->walls[1]);
}

struct region regions_of(const struct regions *r, const struct keys *k,
                         struct cells cells)
{
    struct region region = {0};
    struct lines l;
    uint32_t columns = 0;
    int last = -1;
    keys_lines(k, cells, &l);
    for (int i = 0; i < k->rows; i++) {
        if (l.line[1][i] == 0) continue;
        if (last < 0) region.row = i;
        last = i;
        columns |= l.line[1][i];
    }
    region.col = __builtin_ctz(columns);
    region.width = 32 - __builtin_clz(columns) - region.col;
    for (int i = last; i >= region.row; i--) {
        region.cells = region.cells << region.width | l.line[1][i] >> region.col;
    }
    regions_worth(r, region.cells, region.width, region.worth);
    return region;
}
