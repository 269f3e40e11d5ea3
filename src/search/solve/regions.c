/*
 * A step is kept by a hash of 64 bits of its cell and of those near it, which is a sum over them:
 * so it follows a board by the cells that change.
 */
#include "regions.h"

#include <assert.h>

enum { STEP_NONE = -1, STEP_OTHER = -2, STEPS_MOST = 1 << 18 };
enum { IS_REACHED = 1, LEADS_BACK = 2 };

struct step {
    uint64_t near; /* 0: free */
    int16_t to[REGION_ACTIONS];
};

static uint64_t mixed(uint64_t h)
{
    h = (h ^ h >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

static void *take(const struct regions *r, uint64_t count, size_t each)
{
    void *block = search_resize(r->x->limits, NULL, count, each);
    if (block != NULL) memset(block, 0, (size_t)count * each);
    return block;
}

/* ---- what is near ---- */

/* A layer of a cell changes. */
static void change(struct regions *r, int32_t layer, int32_t cell, unsigned char value)
{
    const struct model *m = r->m;
    unsigned char *was = &r->basis[(size_t)layer * (size_t)m->cells + (size_t)cell];
    const uint64_t place = ((uint64_t)layer * (uint64_t)m->cells + (uint64_t)cell) << 8;
    const uint64_t by = (mixed((place | value) + 1) - mixed((place | *was) + 1)) << 1;
    const int32_t row = cell / m->cols, col = cell % m->cols, reach = m->reach;
    const int32_t top = row > reach ? row - reach : 0,
                  left = col > reach ? col - reach : 0;
    const int32_t below = row + reach < m->rows ? row + reach : m->rows - 1,
                  right = col + reach < m->cols ? col + reach : m->cols - 1;
    *was = value;
    for (int32_t i = top; i <= below; i++) {
        for (int32_t k = left; k <= right; k++) r->near[i * m->cols + k] += by;
    }
}

/* Makes `near` that of a board, whose avatar stands on a cell. */
static void follow(struct regions *r, const unsigned char *board, int32_t avatar)
{
    const size_t cells = (size_t)r->m->cells, n = (size_t)r->m->layers * cells;
    const size_t there = (size_t)r->layer * cells + (size_t)avatar;
    const unsigned char blank = r->m->blank[r->layer];
    for (size_t i = 0; i < n;) {
        const size_t end = i + 8 < n ? i + 8 : n;
        if (end == i + 8 && memcmp(board + i, r->basis + i, 8) == 0) {
            i = end;
            continue;
        }
        for (; i < end; i++) {
            const unsigned char v = i == there ? blank : board[i];
            if (v == r->basis[i]) continue;
            change(r, (int32_t)(i / cells), (int32_t)(i % cells), v);
        }
    }
}

/* ---- steps ---- */

int32_t regions_avatar(const struct regions *r, const unsigned char *board)
{
    const size_t n = (size_t)r->m->cells;
    const unsigned char *first = board + (size_t)r->layer * n,
                        *at = memchr(first, r->value, n);
    return at == NULL ? -1 : (int32_t)(at - first);
}

void regions_put(const struct regions *r, struct state *s, int32_t from, int32_t to)
{
    r->m->put(r->x->game, s, r->layer, from, r->m->blank[r->layer]);
    r->m->put(r->x->game, s, r->layer, to, r->value);
}

/* Plays a step from r->at, where the avatar stands on `cell`. */
static enum search_end play(struct regions *r, int32_t cell, action a, int16_t *to)
{
    const struct game *g = r->x->game;
    memcpy(r->to, r->at, r->at->size);
    const enum applied done = g->apply(g, r->to, a, NULL);
    const enum search_end end = search_applied(done);
    *to = STEP_NONE;
    if (end != SEARCH_GOES_ON || done == REFUSED) return end;
    *to = STEP_OTHER;
    if (g->turn(g, r->to) == OVER) return end;
    r->m->read(g, r->to, r->read);
    const int32_t there = regions_avatar(r, r->read);
    if (there < 0) return end;
    regions_put(r, r->to, there, cell);
    if (memcmp(state_key(r->to), state_key(r->at), state_key_size(r->at)) == 0)
        *to = there == cell ? STEP_NONE : (int16_t)there;
    return end;
}

static uint64_t place_of(uint64_t room, uint64_t near)
{
    return (near * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & (room - 1);
}

/* Doubles the table. False if there is no memory. */
static bool grow(struct regions *r)
{
    const uint64_t room = r->room == 0 ? 256 : 2 * r->room;
    struct step *step = take(r, room, sizeof *step);
    if (step == NULL) return false;
    for (uint64_t i = 0; i < r->room; i++) {
        uint64_t at = place_of(room, r->step[i].near);
        if (r->step[i].near == 0) continue;
        while (step[at].near != 0) at = (at + 1) & (room - 1);
        step[at] = r->step[i];
    }
    search_free(r->x->limits, r->step);
    r->step = step;
    r->room = room;
    return true;
}

/* What the actions of a state do with the avatar on `cell`; it is on `avatar` there. */
static enum search_end steps_at(struct regions *r, const struct state *s, int32_t avatar,
                                int32_t cell, const struct step **step)
{
    const uint64_t near = r->near[cell] | 1;
    uint64_t at;
    *step = &r->last[cell];
    if ((*step)->near == near) return SEARCH_GOES_ON;
    if (r->steps >= STEPS_MOST) {
        memset(r->step, 0, (size_t)r->room * sizeof *r->step);
        r->steps = 0;
    }
    if (r->steps * 2 >= r->room && !grow(r)) return SEARCH_MEMORY;
    for (at = place_of(r->room, near); r->step[at].near != near;
         at = (at + 1) & (r->room - 1)) {
        if (r->step[at].near != 0) continue;
        memcpy(r->at, s, s->size);
        regions_put(r, r->at, avatar, cell);
        for (int32_t k = 0; k < r->actions; k++) {
            enum search_end end = play(r, cell, r->action[k], &r->step[at].to[k]);
            if (end != SEARCH_GOES_ON) return end;
        }
        r->step[at].near = near;
        r->steps++;
        break;
    }
    r->last[cell] = r->step[at];
    return SEARCH_GOES_ON;
}

/* ---- floods ---- */

/* Marks the cells from which ways lead back to the first one. */
static void mark_back(const struct regions *r, struct flood *f)
{
    f->back[f->cell[0]] |= LEADS_BACK;
    for (bool more = true; more;) {
        more = false;
        int32_t unmarked = 0;
        for (int32_t i = 0; i < f->count; i++) {
            const int16_t *step = f->step + (size_t)f->cell[i] * REGION_ACTIONS;
            unsigned char *back = &f->back[f->cell[i]];
            for (int32_t k = 0; k < r->actions && !(*back & LEADS_BACK); k++) {
                if (step[k] < 0 || !(f->back[step[k]] & LEADS_BACK)) continue;
                *back |= LEADS_BACK;
                more = true;
            }
            unmarked += !(*back & LEADS_BACK);
        }
        more = more && unmarked > 0;
    }
    f->first = INT32_MAX;
    for (int32_t i = 0; i < f->count; i++) {
        if (f->back[f->cell[i]] & LEADS_BACK && f->cell[i] < f->first)
            f->first = f->cell[i];
    }
}

void regions_list_deeds(const struct regions *r, struct flood *f)
{
    f->deeds = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const int32_t cell = f->cell[i];
        const int16_t *step = f->step + (size_t)cell * REGION_ACTIONS;
        if (!(f->back[cell] & LEADS_BACK)) continue;
        for (int32_t k = 0; k < r->actions; k++) {
            const int32_t to = step[k];
            if (to == STEP_NONE || (to >= 0 && f->back[to] & LEADS_BACK)) continue;
            f->deed[f->deeds++] = (struct deed){cell, to < 0 ? -1 : to, k};
        }
    }
}

enum search_end regions_flood(struct regions *r, struct flood *f, const struct state *s,
                              const unsigned char *board)
{
    const int32_t avatar = regions_avatar(r, board);
    assert(avatar >= 0);
    follow(r, board, avatar);
    for (int32_t i = 0; i < f->count; i++) f->back[f->cell[i]] = 0;
    f->count = 1;
    f->cell[0] = avatar;
    f->back[avatar] = IS_REACHED;
    f->from[avatar] = -1;
    for (int32_t i = 0; i < f->count; i++) {
        const struct step *step;
        enum search_end end = steps_at(r, s, avatar, f->cell[i], &step);
        if (end != SEARCH_GOES_ON) return end;
        memcpy(f->step + (size_t)f->cell[i] * REGION_ACTIONS, step->to, sizeof step->to);
        for (int32_t k = 0; k < r->actions; k++) {
            const int32_t to = step->to[k];
            if (to < 0 || f->back[to]) continue;
            f->cell[f->count++] = to;
            f->back[to] = IS_REACHED;
            f->from[to] = f->cell[i];
            f->by[to] = (unsigned char)k;
        }
    }
    mark_back(r, f);
    return SEARCH_GOES_ON;
}

/* ---- starting ---- */

bool regions_flood_start(const struct regions *r, struct flood *f)
{
    const uint64_t n = (uint64_t)r->m->cells;
    *f = (struct flood){.cell = take(r, n, sizeof *f->cell),
                        .from = take(r, n, sizeof *f->from),
                        .by = take(r, n, 1),
                        .back = take(r, n, 1),
                        .step = take(r, n * REGION_ACTIONS, sizeof *f->step),
                        .deed = take(r, n * REGION_ACTIONS, sizeof *f->deed)};
    return f->cell != NULL && f->from != NULL && f->by != NULL && f->back != NULL &&
           f->step != NULL && f->deed != NULL;
}

/* Finds the avatar: exactly one cell of one layer, which has one value. */
static bool find_avatar(struct regions *r, const unsigned char *board)
{
    const struct model *m = r->m;
    int32_t found = 0;
    for (int32_t l = 0; l < m->layers; l++) {
        for (int32_t i = 0; i < m->cells; i++) {
            const unsigned char v = board[(size_t)l * (size_t)m->cells + (size_t)i];
            if (!kinds_has(&m->avatar[l], v) || v == m->blank[l]) continue;
            found++;
            r->layer = l;
            r->value = v;
        }
    }
    return found == 1 && m->blank[r->layer] != 0;
}

bool regions_start(struct regions *r, struct successors *x, const struct model *m,
                   const unsigned char *board, enum search_end *end)
{
    const struct game *g = x->game;
    *r = (struct regions){.x = x, .m = m};
    if (m == NULL || !m->has_avatar || m->reach <= 0 || m->put == NULL ||
        m->cells > INT16_MAX || g->candidates == NULL || !find_avatar(r, board))
        return false;
    r->actions = g->candidates(g, x->root, r->action, REGION_ACTIONS);
    if (r->actions < 1 || r->actions > REGION_ACTIONS) return false;
    const uint64_t cells = (uint64_t)m->cells;
    r->near = take(r, cells, sizeof *r->near);
    r->last = take(r, cells, sizeof *r->last);
    r->basis = take(r, (uint64_t)m->layers * cells, 1);
    r->read = take(r, (uint64_t)m->layers * cells, 1);
    r->at = search_resize(x->limits, NULL, 1, x->root->size);
    r->to = search_resize(x->limits, NULL, 1, x->root->size);
    if (r->near == NULL || r->last == NULL || r->basis == NULL || r->read == NULL ||
        r->at == NULL || r->to == NULL || !grow(r)) {
        *end = SEARCH_MEMORY;
        return false;
    }
    memcpy(r->at, x->root, x->root->size);
    for (int32_t i = 0; i < m->cells; i++) r->near[i] = mixed((uint64_t)i + 1) << 1;
    return true;
}
