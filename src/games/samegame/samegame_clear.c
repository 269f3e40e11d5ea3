/*
 * The search for a line that clears the board, by beams that widen (complete anytime beam
 * search: Zhang, 1998). A shelf holds the positions with the same number of blocks, each
 * once, and at most the `width` best of them. A beam expands the shelves from the root's
 * down to the empty board; every move lowers the number of blocks, so different lines to
 * a position meet on its shelf. If a beam never had to drop a position, it has seen all:
 * if the empty board is not among them, no line clears the board. Otherwise the next beam
 * is wider.
 *
 * A value with a single block left can never be removed, so such positions are not kept.
 *
 * A board that lies in its state as bits is searched by these alone, and the bytes of a
 * position are its planes. Otherwise they are its columns, each from the bottom, with an
 * EMPTY after it.
 */
#include "samegame_best.h"

#include <assert.h>

#include "base/rng.h"
#include "samegame_bits.h"
#include "samegame_meter.h"

enum { WIDTH_FIRST = 16, WIDTH_FACTOR = 4, RATES = 128, NONE = 0 };

/* A kept position. Number 0 means none. */
struct position {
    action made;     /* the move that led here */
    uint64_t hash;   /* of the bytes */
    uint32_t parent; /* the position before that move */
    uint32_t next;   /* the next position with as many blocks and the same rating */
    uint32_t chain;  /* the next position in its chain of the table */
    uint32_t length;
    unsigned char bytes[];
};

/* The positions with the same number of blocks. A shelf is initialised when the first
 * position is put on it: a short search on a large board reaches few of its shelves. */
struct shelf {
    int32_t worst;         /* no position has a rating above it */
    uint32_t first[RATES]; /* by rating: the first position; 0 is the best rating */
};

struct clearing {
    struct meter meter;
    int32_t blocks;
    uint32_t width;
    bool dropped; /* a position was not kept for lack of width */

    struct samegame *from, *to; /* a position and its successor */
    struct shelf *shelf;        /* by number of blocks */
    uint32_t *count;            /* how many positions each shelf holds */
    action *moves;              /* of `from` */
    unsigned char *bytes;       /* of `to` */

    unsigned char *pool; /* `room` positions of `each` bytes, of which `used` are used */
    size_t each;
    uint32_t used, room;
    uint32_t *table; /* a hash table of `room` chains */
};

/* ---- positions ---- */

static struct position *position(const struct clearing *x, uint32_t number)
{
    return (void *)(x->pool + (size_t)number * x->each);
}

/* Points *bytes to the bytes of a board, which may lie in `room`. Returns how many. */
static uint32_t pack(const struct samegame *s, unsigned char *room,
                     const unsigned char **bytes)
{
    unsigned char *to = room;
    *bytes = has_bits(s) ? (const unsigned char *)rest_of(s)->bits : room;
    if (has_bits(s)) return (uint32_t)bits_size(s);
    for (int32_t col = 1; col <= rest_of(s)->width; col++) {
        const unsigned char *cell = column_of(s, col) + 1;
        while (*cell != EMPTY) *to++ = *cell++;
        *to++ = EMPTY;
    }
    return (uint32_t)(to - room);
}

/* Sets the board to a kept position, of so many blocks. */
static void unpack(struct samegame *s, const struct position *p, int32_t left)
{
    if (has_bits(s)) {
        bits_set(s, p->bytes, left);
        return;
    }
    memset(s->cell, EMPTY, s->cells);
    unsigned char *column = s->cell + s->stride, *cell = column + 1;
    for (uint32_t i = 0; i < p->length; i++) {
        if (p->bytes[i] == EMPTY) {
            column += s->stride;
            cell = column + 1;
        } else {
            *cell++ = p->bytes[i];
        }
    }
    samegame_count(s);
}

static uint64_t hash_of(const unsigned char *bytes, uint32_t length)
{
    uint64_t hash = length, word;
    for (; length >= 8; length -= 8, bytes += 8) {
        memcpy(&word, bytes, sizeof word);
        hash = rng_mix(hash ^ word);
    }
    word = 0;
    memcpy(&word, bytes, length);
    return rng_mix(hash ^ word);
}

/* The rating of a position: its blocks without an equal neighbour, up to RATES - 1. -1:
 * the board cannot be cleared, as there is no region, or a value has a single block
 * left. */
static int rate(const struct samegame *s)
{
    int32_t count[NUMBERS] = {0}, lonely = 0;
    if (!samegame_goes_on(s)) return -1;
    for (int32_t col = 1; col <= rest_of(s)->width; col++) {
        const unsigned char *cell = column_of(s, col) + 1;
        for (; *cell != EMPTY; cell++) {
            int value = *cell;
            count[value]++;
            lonely += cell[1] != value && cell[-1] != value && cell[s->stride] != value &&
                      cell[-s->stride] != value;
        }
    }
    for (int value = 1; value < NUMBERS; value++) {
        if (count[value] == 1) return -1;
    }
    return lonely < RATES ? lonely : RATES - 1;
}

/* ---- keeping positions ---- */

/* Doubles the pool and rebuilds the table. False if there is no memory. */
static bool grow(struct clearing *x)
{
    const struct search_limits *l = x->meter.limits;
    if (x->room > UINT32_MAX / 2) return false;
    uint32_t room = x->room == 0 ? WIDTH_FIRST : x->room * 2;
    unsigned char *pool = search_resize(l, x->pool, room, x->each);
    if (pool == NULL) return false;
    x->pool = pool;
    uint32_t *table = search_resize(l, x->table, room, sizeof *table);
    if (table == NULL) return false;
    x->table = table;
    x->room = room;
    memset(table, 0, (size_t)room * sizeof *table);
    for (uint32_t i = 1; i < x->used; i++) {
        struct position *p = position(x, i);
        uint32_t *chain = &table[p->hash & (room - 1)];
        p->chain = *chain;
        *chain = i;
    }
    return true;
}

static bool known(const struct clearing *x, uint64_t hash, const unsigned char *bytes,
                  uint32_t length)
{
    uint32_t i = x->table[hash & (x->room - 1)];
    for (; i != NONE; i = position(x, i)->chain) {
        const struct position *p = position(x, i);
        if (p->hash == hash && p->length == length &&
            memcmp(p->bytes, bytes, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Removes the worst position of a full shelf, for reuse. NONE if the new
 * one is not better. */
static uint32_t replace(struct clearing *x, struct shelf *shelf, int rating)
{
    x->dropped = true;
    while (shelf->first[shelf->worst] == NONE) shelf->worst--;
    if (rating >= shelf->worst) return NONE;
    uint32_t number = shelf->first[shelf->worst];
    struct position *p = position(x, number);
    uint32_t *chain = &x->table[p->hash & (x->room - 1)];
    while (*chain != number) chain = &position(x, *chain)->chain;
    *chain = p->chain;
    shelf->first[shelf->worst] = p->next;
    return number;
}

/* Keeps `to` on its shelf, unless it is there already or not good enough. */
static void keep(struct clearing *x, uint32_t parent, action made, int rating)
{
    int32_t left = samegame_left(x->to);
    struct shelf *shelf = &x->shelf[left];
    const unsigned char *bytes;
    uint32_t length = pack(x->to, x->bytes, &bytes), number;
    uint64_t hash = hash_of(bytes, length);
    if (known(x, hash, bytes, length)) return;
    if (x->count[left] == x->width) {
        number = replace(x, shelf, rating);
        if (number == NONE) return;
    } else if (x->used < x->room || grow(x)) {
        number = x->used++;
        if (x->count[left]++ == 0) memset(shelf, 0, sizeof *shelf);
    } else {
        x->meter.end = SEARCH_MEMORY;
        return;
    }
    struct position *p = position(x, number);
    uint32_t *chain = &x->table[hash & (x->room - 1)];
    *p = (struct position){made, hash, parent, shelf->first[rating], *chain, length};
    memcpy(p->bytes, bytes, length);
    shelf->first[rating] = *chain = number;
    if (rating > shelf->worst) shelf->worst = rating;
}

/* ---- a beam ---- */

/* Sets `to` to the board after a move. Returns its rating. */
static int play(struct clearing *x, action move)
{
    struct samegame *from = x->from, *to = x->to;
    uint32_t rest = from->block.rest;
    if (!has_bits(from)) {
        memcpy(to, from, from->block.scratch);
        samegame_apply(&samegame_game, to, move, NULL);
        return samegame_won(to) ? 0 : rate(to);
    }
    memcpy((char *)to + rest, (const char *)from + rest, from->block.scratch - rest);
    /* Only the value of the region can have a single block now. */
    if (bits_play(to, samegame_selected(move)) == 1) return -1;
    int32_t lonely = bits_lonely(to), left = samegame_left(to);
    return lonely == left && left > 0 ? -1 : lonely < RATES ? lonely : RATES - 1;
}

/* Keeps the successors of a position of so many blocks. Stops at the empty board and
 * returns true: it is the last position of the pool then. */
static bool expand(struct clearing *x, uint32_t number, int32_t left)
{
    if (!meter_expand(&x->meter)) return false;
    unpack(x->from, position(x, number), left);
    int count = samegame_actions(&samegame_game, x->from, x->moves, x->blocks / 2);
    for (int i = 0; i < count && meter_runs(&x->meter); i++) {
        int rating = play(x, x->moves[i]);
        meter_generate(&x->meter);
        if (rating >= 0) keep(x, number, x->moves[i], rating);
        x->meter.progress->positions = x->used - 1;
        if (samegame_won(x->to) && x->meter.end != SEARCH_MEMORY) return true;
    }
    return false;
}

/* Empties the shelves and puts the root on its shelf. */
static void begin(struct clearing *x, const struct samegame *s)
{
    memset(x->count, 0, ((size_t)x->blocks + 1) * sizeof *x->count);
    if (x->table != NULL) memset(x->table, 0, (size_t)x->room * sizeof *x->table);
    x->used = 1;
    x->dropped = false;
    if (x->room == 0 && !grow(x)) {
        x->meter.end = SEARCH_MEMORY;
        return;
    }
    assert(x->table != NULL);
    memcpy(x->to, s, s->block.scratch);
    keep(x, NONE, 0, 0);
}

/* How many moves lead from the root to a position. */
static int32_t depth_of(const struct clearing *x, uint32_t number)
{
    int32_t count = 0;
    for (; position(x, number)->parent != NONE; count++) {
        number = position(x, number)->parent;
    }
    return count;
}

/* Runs a beam. Returns the number of the empty board's position, or NONE. */
static uint32_t beam(struct clearing *x, const struct samegame *s)
{
    begin(x, s);
    for (int32_t left = x->blocks; left > 0; left--) {
        const struct shelf *shelf = &x->shelf[left];
        for (int rating = 0; rating < RATES && x->count[left] > 0; rating++) {
            uint32_t i = shelf->first[rating];
            if (i != NONE) meter_reach(&x->meter, depth_of(x, i) + 1);
            for (; i != NONE; i = position(x, i)->next) {
                if (expand(x, i, left)) return x->used - 1;
                if (!meter_runs(&x->meter)) return NONE;
            }
        }
    }
    return NONE;
}

/* ---- starting and ending ---- */

static bool start(struct clearing *x, const struct samegame *s)
{
    const struct search_limits *l = x->meter.limits;
    size_t n = (size_t)x->blocks, length = n + (size_t)rest_of(s)->width;
    if (has_bits(s)) length = bits_size(s);
    unsigned char *boards = search_resize(l, NULL, 2, s->block.size);
    x->shelf = search_resize(l, NULL, n + 1, sizeof *x->shelf);
    x->count = search_resize(l, NULL, n + 1, sizeof *x->count);
    x->moves = search_resize(l, NULL, n / 2, sizeof *x->moves);
    x->bytes = search_resize(l, NULL, length, 1);
    if (boards == NULL || x->shelf == NULL || x->count == NULL || x->moves == NULL ||
        x->bytes == NULL) {
        return false;
    }
    x->from = (void *)boards;
    x->to = (void *)(boards + s->block.size);
    x->each = state_align(sizeof(struct position) + length);
    memcpy(x->from, s, s->block.size);
    memcpy(x->to, s, s->block.size);
    return true;
}

static void tell_line(const struct clearing *x, const struct samegame *s, uint32_t number,
                      action *moves, struct samegame_line *line)
{
    int32_t count = depth_of(x, number);
    for (int32_t i = count; i > 0; number = position(x, number)->parent) {
        moves[--i] = position(x, number)->made;
    }
    memcpy(x->to, s, s->block.scratch);
    for (int32_t i = 0; i < count; i++)
        samegame_apply(&samegame_game, x->to, moves[i], NULL);
    *line = (struct samegame_line){moves, count, 0, rest_of(x->to)->score};
}

enum search_end samegame_clear(const struct samegame *s,
                               const struct search_limits *limits,
                               struct samegame_line *line,
                               struct search_progress *progress)
{
    struct clearing x = {.blocks = samegame_left(s)};
    meter_start(&x.meter, limits, progress);
    *line = (struct samegame_line){NULL, 0, x.blocks, rest_of(s)->score};
    if (x.blocks == 0 || rate(s) < 0) return SEARCH_DONE;
    if (!meter_runs(&x.meter)) return x.meter.end;
    action *moves = search_resize(limits, NULL, (uint64_t)x.blocks / 2, sizeof *moves);
    if (moves == NULL || !start(&x, s)) return SEARCH_MEMORY;
    for (x.width = WIDTH_FIRST;; x.width *= WIDTH_FACTOR) {
        uint32_t number = beam(&x, s);
        if (number != NONE) {
            tell_line(&x, s, number, moves, line);
            return SEARCH_DONE;
        }
        if (!meter_runs(&x.meter) || !x.dropped) return search_ended(x.meter.end);
    }
}
