/*
 * The order is found by moving a single piece, while others stand on the places that are filled.
 */
#include "filling.h"

#include "rating_term.h"

/* A single piece and the avatar's region. */
struct single {
    int16_t piece, avatar;
};

struct order {
    struct filling *p;
    struct clusters *k;
    const unsigned char *board; /* the root's */
    int32_t avatar;             /* there */
    struct single *list;
    int32_t count;
    uint16_t *seen; /* by piece's and avatar's cell: a stamp */
    uint16_t stamp;
    unsigned char *filled; /* by cell */
};

static unsigned char *layer_of(const struct clusters *k)
{
    return k->board + (size_t)k->layer * (size_t)k->t->m->cells;
}

/* Adds a single piece, with the avatar on the first cell of its region; it is then flooded. */
static enum search_end add(struct order *o, int32_t piece, int32_t avatar)
{
    struct clusters *k = o->k;
    const size_t cells = (size_t)k->t->m->cells;
    unsigned char *layer = layer_of(k), was = layer[piece];
    layer[piece] = k->piece;
    enum search_end end = flood_from(&k->other, k->t, k->board, avatar);
    layer[piece] = was;
    if (end != SEARCH_GOES_ON) return end;
    uint16_t *seen = &o->seen[(size_t)piece * cells + (size_t)k->other.first];
    if (*seen == o->stamp) return end;
    *seen = o->stamp;
    o->list[o->count++] = (struct single){(int16_t)piece, (int16_t)k->other.first};
    return end;
}

/* Adds what follows from a single piece. */
static enum search_end follow(struct order *o, struct single from)
{
    struct clusters *k = o->k;
    unsigned char *layer = layer_of(k);
    const struct cluster c = {{from.piece}, 1, from.avatar};
    layer[from.piece] = k->piece;
    enum search_end end = flood_from(&k->flood, k->t, k->board, from.avatar);
    layer[from.piece] = k->t->m->blank[k->layer];
    if (end == SEARCH_GOES_ON) flood_choices(&k->flood, k->t);
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < k->flood.choices; i++) {
        if (k->flood.choice[i].to >= 0) {
            end = add(o, from.piece, k->flood.choice[i].to);
            continue;
        }
        const struct pushed by = clusters_pushed(k, &c, &k->flood.choice[i]);
        if (by.from < 0 || by.to < 0 || k->home_of[by.to] == DISTANCE_FAR) continue;
        end = add(o, by.to, by.avatar);
    }
    return end;
}

/* Whether a piece comes from the start to this place, past the others that are filled. */
static enum search_end try_place(struct order *o, int32_t place, bool *comes)
{
    struct clusters *k = o->k;
    const int32_t cells = k->t->m->cells;
    const unsigned char *start = o->board + (size_t)k->layer * (size_t)cells;
    enum search_end end = SEARCH_GOES_ON;
    o->stamp++;
    o->count = 0;
    *comes = false;
    layer_of(k)[place] = k->t->m->blank[k->layer];
    o->filled[place] = 0;
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < cells; i++) {
        if (start[i] == k->piece && !o->filled[i]) end = add(o, i, o->avatar);
    }
    for (int32_t i = 0; end == SEARCH_GOES_ON && i < o->count && !*comes; i++) {
        *comes = o->list[i].piece == place;
        if (!*comes) end = follow(o, o->list[i]);
    }
    layer_of(k)[place] = k->piece;
    o->filled[place] = 1;
    return end;
}

/* Takes the places off one by one, the last one of the order first. False: it is none. */
static enum search_end take_off(struct order *o, bool *found)
{
    struct filling *p = o->p;
    enum search_end end = SEARCH_GOES_ON;
    *found = true;
    for (int32_t n = p->places; end == SEARCH_GOES_ON && *found && n > 0; n--) {
        bool comes = false;
        int32_t i = n;
        while (end == SEARCH_GOES_ON && !comes && i-- > 0)
            end = try_place(o, p->order[i], &comes);
        *found = comes;
        if (!comes) break;
        const int16_t place = p->order[i];
        for (; i + 1 < n; i++) p->order[i] = p->order[i + 1];
        p->order[n - 1] = place;
        o->filled[place] = 0;
        layer_of(o->k)[place] = o->k->t->m->blank[o->k->layer];
    }
    for (int32_t i = 0; i < p->places; i++)
        layer_of(o->k)[p->order[i]] = o->k->t->m->blank[o->k->layer];
    return end;
}

/* Lists the places, the nearest to the pieces last. */
static bool list_places(struct filling *p, const struct rating_term *term)
{
    int32_t far[ASSIGNMENT_MOST];
    const int32_t cells = p->k->t->m->cells;
    int32_t pieces = 0;
    for (int32_t i = 0; i < cells; i++) {
        pieces += (term->bits[i] & term->piece) != 0;
        if (!(term->bits[i] & term->place)) continue;
        if (p->places == ASSIGNMENT_MOST) return false;
        int32_t least = INT32_MAX, n = p->places++;
        for (int32_t from = 0; from < cells; from++) {
            const uint16_t d = p->between[(size_t)from * (size_t)cells + (size_t)i];
            if (term->bits[from] & term->piece && d < least) least = d;
        }
        for (; n > 0 && far[n - 1] < least; n--) {
            far[n] = far[n - 1];
            p->order[n] = p->order[n - 1];
        }
        far[n] = least;
        p->order[n] = (int16_t)i;
    }
    return p->places == pieces && pieces > 2;
}

static enum search_end find_order(struct filling *p, const unsigned char *board,
                                  bool *found)
{
    struct clusters *k = p->k;
    const struct search_limits *limits = k->limits;
    const uint64_t cells = (uint64_t)k->t->m->cells;
    struct order o = {.p = p, .k = k, .board = board};
    o.avatar = steps_avatar(k->t, board);
    o.list = search_resize(limits, NULL, cells * cells, sizeof *o.list);
    o.seen = search_zeroed(limits, cells * cells, sizeof *o.seen);
    o.filled = search_zeroed(limits, cells, 1);
    if (o.list == NULL || o.seen == NULL || o.filled == NULL) return SEARCH_MEMORY;
    for (int32_t i = 0; i < p->places; i++) {
        o.filled[p->order[i]] = 1;
        layer_of(k)[p->order[i]] = k->piece;
    }
    const enum search_end end = take_off(&o, found);
    search_free(limits, o.list);
    search_free(limits, o.seen);
    search_free(limits, o.filled);
    return end;
}

bool filling_start(struct filling *p, struct clusters *k, const struct rating *r,
                   const unsigned char *board, enum search_end *end)
{
    enum { CELLS_MOST = 2048 };
    const struct rating_term *term = clusters_term(r);
    const uint64_t cells = (uint64_t)k->t->m->cells;
    *p = (struct filling){.k = k, .between = term->distances.between};
    if (cells > CELLS_MOST || !list_places(p, term)) return false;
    bool found = false;
    *end = find_order(p, board, &found);
    if (*end != SEARCH_GOES_ON || !found) return false;
    if (flood_start(&p->all, k->t))
        *end = flood_from(&p->all, k->t, k->board, steps_avatar(k->t, board));
    else
        *end = SEARCH_MEMORY;
    if (*end != SEARCH_GOES_ON) return false;
    p->part = search_resize(k->limits, NULL, cells, 1);
    p->list = search_resize(k->limits, NULL, cells, sizeof *p->list);
    if (p->part == NULL || p->list == NULL) {
        *end = SEARCH_MEMORY;
        return false;
    }
    return true;
}

/* ---- classes ---- */

/* How many parts the pieces divide the cells into to which who acts may ever come. */
static int32_t count_parts(struct filling *p, const unsigned char *layer)
{
    const struct model *m = p->k->t->m;
    const struct flood *all = &p->all;
    int32_t parts = 0;
    memset(p->part, 0, (size_t)m->cells);
    for (int32_t i = 0; i < all->count; i++) p->part[all->cell[i]] = 1;
    for (int32_t i = 0; i < all->count; i++) {
        int32_t n = 0;
        if (!p->part[all->cell[i]] || layer[all->cell[i]] == p->k->piece) continue;
        parts++;
        p->part[all->cell[i]] = 0;
        p->list[n++] = all->cell[i];
        while (n > 0) {
            const struct step *step = &all->step[p->list[--n]];
            for (int32_t a = 0; a < p->k->t->actions; a++) {
                const int32_t to = step->to[a];
                if (to < 0 || !p->part[to] || layer[to] == p->k->piece) continue;
                p->part[to] = 0;
                p->list[n++] = to;
            }
        }
    }
    return parts;
}

bool filling_put(struct filling *p, const unsigned char *board, int32_t number,
                 int64_t rest, int32_t depth)
{
    const struct clusters *k = p->k;
    const int32_t cells = k->t->m->cells;
    const unsigned char *layer = board + (size_t)k->layer * (size_t)cells;
    int32_t filled = 0, parts = count_parts(p, layer) - 1, near = DISTANCE_FAR;
    while (filled < p->places && layer[p->order[filled]] == k->piece) filled++;
    if (filled == p->places) return true;
    for (int32_t i = 0; i < cells; i++) {
        bool placed = false;
        if (layer[i] != k->piece) continue;
        for (int32_t n = 0; n < filled; n++) placed = placed || p->order[n] == i;
        const int32_t d = p->between[i * cells + p->order[filled]];
        if (!placed && d < near) near = d;
    }
    if (parts < 0) parts = 0;
    if (parts >= FILLING_PARTS) parts = FILLING_PARTS - 1;
    const int32_t class = (p->places - filled) * FILLING_PARTS + parts;
    return queue_put(&p->queue[class], k->limits,
                     (2 * near + rest) << 24 | (depth & 0xffffff), number);
}

int32_t filling_take(struct filling *p)
{
    for (int32_t i = 0; i < FILLING_CLASSES; i++) {
        p->turn = (p->turn + 1) % FILLING_CLASSES;
        const int32_t number = queue_take(&p->queue[p->turn]);
        if (number != QUEUE_EMPTY) return number;
    }
    return QUEUE_EMPTY;
}
