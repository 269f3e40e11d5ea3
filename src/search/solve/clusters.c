/*
 * A small search without the rest of the board. It is greedy, and ends undecided after so many
 * positions; then nothing is lost. What it has found out is remembered by the hash of the cells.
 */
#include "clusters.h"

enum { KNOWN_MOST = 1 << 20 };

/* A cluster is also known as it lies on the board, with the avatar not yet on the first cell of the
 * region that is his without the other pieces; then nothing has to be flooded. */
#define AS_IT_LIES UINT64_C(0x5851f42d4c957f2c)

static uint64_t key_of(const struct cluster *c)
{
    uint64_t h = ((uint64_t)c->avatar + 1) * UINT64_C(0xd6e8feb86659fd93);
    for (int32_t i = 0; i < c->count; i++) {
        h = (h ^ h >> 32 ^ ((uint64_t)c->piece[i] + 1)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return (h ^ h >> 32) | 2;
}

/* ---- what is known ---- */

static uint64_t *find(const struct clusters *k, uint64_t key)
{
    uint64_t at = (key >> 2) & (k->room - 1);
    while (k->known[at] != 0 && (k->known[at] | 1) != (key | 1))
        at = (at + 1) & (k->room - 1);
    return &k->known[at];
}

static bool grow(struct clusters *k)
{
    const uint64_t room = k->room == 0 ? 1024 : 2 * k->room, had = k->room;
    uint64_t *old = k->known, *known = search_zeroed(k->limits, room, sizeof *known);
    if (known == NULL) return false;
    k->known = known;
    k->room = room;
    for (uint64_t i = 0; i < had; i++) {
        if (old[i] != 0) *find(k, old[i]) = old[i];
    }
    search_free(k->limits, old);
    return true;
}

static bool know(struct clusters *k, uint64_t key, bool lost)
{
    if (k->count >= KNOWN_MOST) {
        memset(k->known, 0, (size_t)k->room * sizeof *k->known);
        k->count = 0;
    }
    if (2 * k->count >= k->room && !grow(k)) return false;
    uint64_t *at = find(k, key);
    k->count += *at == 0;
    *at = (key & ~UINT64_C(1)) | (lost ? 1 : 0);
    return true;
}

/* ---- clusters ---- */

static bool touch(const struct clusters *k, int32_t a, int32_t b)
{
    const int32_t cols = k->t->m->cols;
    const int32_t rows = a / cols - b / cols, across = a % cols - b % cols;
    return rows >= -1 && rows <= 1 && across >= -1 && across <= 1;
}

static bool is_home(const struct clusters *k, const struct cluster *c)
{
    for (int32_t i = 0; i < c->count; i++) {
        if (k->home_of[c->piece[i]] > 0) return false;
    }
    return true;
}

/* Gathers those that touch each other, from one on. */
static void gather(const struct clusters *k, const unsigned char *board, int32_t moved,
                   struct cluster *c)
{
    const struct model *m = k->t->m;
    const unsigned char *layer = board + (size_t)k->layer * (size_t)m->cells;
    *c = (struct cluster){.piece = {(int16_t)moved}, .count = 1};
    for (int32_t i = 0; i < c->count; i++) {
        const int32_t row = c->piece[i] / m->cols, col = c->piece[i] % m->cols;
        for (int32_t n = 0; n < 9 && c->count < CLUSTER_MOST; n++) {
            const int32_t to_row = row + n / 3 - 1, to_col = col + n % 3 - 1;
            if (to_row < 0 || to_col < 0 || to_row >= m->rows || to_col >= m->cols)
                continue;
            const int16_t cell = (int16_t)(to_row * m->cols + to_col);
            int32_t j = 0;
            while (j < c->count && c->piece[j] != cell) j++;
            if (j == c->count && layer[cell] == k->piece) c->piece[c->count++] = cell;
        }
    }
    for (int32_t i = 1; i < c->count; i++) {
        const int16_t cell = c->piece[i];
        int32_t j = i;
        for (; j > 0 && c->piece[j - 1] > cell; j--) c->piece[j] = c->piece[j - 1];
        c->piece[j] = cell;
    }
}

/* Puts a cluster on the board, or takes it off. */
static void lay(struct clusters *k, const struct cluster *c, bool on)
{
    unsigned char *layer = k->board + (size_t)k->layer * (size_t)k->t->m->cells;
    for (int32_t i = 0; i < c->count; i++)
        layer[c->piece[i]] = on ? k->piece : k->t->m->blank[k->layer];
    steps_put(k->t, k->board, c->avatar, c->avatar);
    if (!on)
        k->board[(size_t)k->t->layer * (size_t)k->t->m->cells + (size_t)c->avatar] =
            k->t->m->blank[k->t->layer];
}

/* Puts the avatar on the first cell of its region. */
static enum search_end settle(struct clusters *k, struct cluster *c)
{
    lay(k, c, true);
    enum search_end end = flood_from(&k->other, k->t, k->board, c->avatar);
    lay(k, c, false);
    c->avatar = (int16_t)k->other.first;
    return end;
}

/* Moves a piece. False: it is lost for itself. One that comes away from the others is taken off. */
static bool move(const struct clusters *k, struct cluster *c, int32_t from, int32_t to)
{
    int32_t i = 0;
    if (k->home_of[to] == DISTANCE_FAR) return false;
    while (c->piece[i] != from) i++;
    for (c->count--; i < c->count; i++) c->piece[i] = c->piece[i + 1];
    bool alone = true;
    for (int32_t j = 0; j < c->count; j++) alone = alone && !touch(k, c->piece[j], to);
    if (alone) return true;
    for (i = c->count++; i > 0 && c->piece[i - 1] > to; i--)
        c->piece[i] = c->piece[i - 1];
    c->piece[i] = (int16_t)to;
    return true;
}

/* What a choice does to a piece of a cluster: it is pushed, or not (-1), and the avatar is there. */
struct pushed {
    int32_t from, to, avatar;
};

static struct pushed push(const struct clusters *k, const struct cluster *c,
                          const struct choice *by)
{
    const size_t cells = (size_t)k->t->m->cells, first = (size_t)k->layer * cells;
    const struct deed *d = &k->t->deed[by->deed];
    struct pushed p = {-1, -1, by->cell};
    for (int32_t i = 0; i < d->changes; i++) {
        const size_t at = (size_t)d->change[i].at;
        const int32_t cell = (int32_t)(at % cells);
        if (at / cells == (size_t)k->t->layer && d->change[i].to == k->t->value)
            p.avatar = cell;
        if (at < first || at >= first + cells) continue;
        if (d->change[i].to == k->piece) p.to = cell;
        for (int32_t j = 0; j < c->count; j++) {
            if (c->piece[j] == cell && d->change[i].to != k->piece) p.from = cell;
        }
    }
    return p;
}

/* What follows from a cluster by a choice. False: nothing of use. */
static bool follow(struct clusters *k, const struct cluster *c, const struct choice *by,
                   struct cluster *next)
{
    *next = *c;
    next->avatar = (int16_t)by->to;
    if (by->to >= 0) return true;
    const struct pushed p = push(k, c, by);
    next->avatar = (int16_t)p.avatar;
    if (p.from >= 0 && p.to >= 0) return move(k, next, p.from, p.to);
    k->home = true; /* it does something else */
    return false;
}

/* ---- the search ---- */

/* Adds a cluster to the nodes, if it is not lost, and is a new one. */
static enum search_end add(struct clusters *k, struct cluster *c)
{
    k->home = k->home || is_home(k, c) || k->nodes == k->most;
    if (k->home) return SEARCH_GOES_ON;
    enum search_end end = settle(k, c);
    if (end != SEARCH_GOES_ON) return end;
    const uint64_t key = key_of(c), known = k->room > 0 ? *find(k, key) : 0;
    if (known != 0) {
        k->home = !(known & 1);
        return end;
    }
    for (int32_t i = 0; i < k->nodes; i++) {
        if (k->key[i] == key) return end;
    }
    int64_t rest = 0;
    for (int32_t i = 0; i < c->count; i++) rest += k->home_of[c->piece[i]];
    k->node[k->nodes] = *c;
    k->key[k->nodes] = key;
    return queue_put(&k->queue, k->limits, (int64_t)c->count << 32 | rest, k->nodes++)
               ? end
               : SEARCH_MEMORY;
}

static enum search_end expand(struct clusters *k, struct cluster c)
{
    lay(k, &c, true);
    enum search_end end = flood_from(&k->flood, k->t, k->board, c.avatar);
    lay(k, &c, false);
    if (end == SEARCH_GOES_ON) flood_choices(&k->flood, k->t);
    for (int32_t i = 0; end == SEARCH_GOES_ON && !k->home && i < k->flood.choices; i++) {
        struct cluster next;
        if (follow(k, &c, &k->flood.choice[i], &next)) end = add(k, &next);
    }
    return end;
}

static enum search_end search(struct clusters *k, struct cluster root, bool *lost)
{
    k->queue.count = 0;
    k->nodes = 0;
    k->home = false;
    enum search_end end = add(k, &root);
    while (end == SEARCH_GOES_ON && !k->home) {
        const int32_t number = queue_take(&k->queue);
        if (number == QUEUE_EMPTY) break;
        end = expand(k, k->node[number]);
    }
    *lost = end == SEARCH_GOES_ON && !k->home;
    const int32_t known = *lost || k->nodes == 0 ? k->nodes : 1;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < known; i++) {
        if (!know(k, k->key[i], *lost)) end = SEARCH_MEMORY;
    }
    return end;
}

enum search_end clusters_lost(struct clusters *k, const unsigned char *board,
                              int32_t moved, int32_t avatar, bool *lost)
{
    struct cluster c;
    *lost = false;
    gather(k, board, moved, &c);
    if (c.count < 2 || is_home(k, &c)) return SEARCH_GOES_ON;
    c.avatar = (int16_t)avatar;
    k->asked++;
    const uint64_t key = key_of(&c) ^ AS_IT_LIES, known = k->room > 0 ? *find(k, key) : 0;
    if (known != 0) {
        *lost = known & 1;
        k->lost += *lost;
        return SEARCH_GOES_ON;
    }
    k->most = k->spent < 2000 + 4 * k->asked + 50 * k->lost ? CLUSTER_NODES : CLUSTER_FEW;
    enum search_end end = search(k, c, lost);
    k->spent += k->nodes;
    k->lost += *lost;
    return end != SEARCH_GOES_ON || know(k, key, *lost) ? end : SEARCH_MEMORY;
}
