/*
 * Two places whose hashes of 64 bits are alike are taken for the same one. A line that this spoils
 * is found out when it is played.
 */
#include "steps.h"

static uint64_t mixed(uint64_t h)
{
    h = (h ^ h >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

static size_t board_size(const struct steps *t)
{
    return (size_t)t->m->layers * (size_t)t->m->cells;
}

/* ---- what is near ---- */

/* A layer of a cell changes. */
static void change(struct steps *t, size_t at, unsigned char value)
{
    const struct model *m = t->m;
    const int32_t cell = (int32_t)(at % (size_t)m->cells), reach = m->reach;
    const int32_t row = cell / m->cols, col = cell % m->cols;
    const int32_t top = row > reach ? row - reach : 0,
                  left = col > reach ? col - reach : 0;
    const int32_t below = row + reach < m->rows ? row + reach : m->rows - 1,
                  right = col + reach < m->cols ? col + reach : m->cols - 1;
    const uint64_t place = (uint64_t)at << 8,
                   by = (mixed((place | value) + 1) - mixed((place | t->basis[at]) + 1))
                        << 1;
    t->basis[at] = value;
    for (int32_t i = top; i <= below; i++) {
        for (int32_t k = left; k <= right; k++) t->near[i * m->cols + k] += by;
    }
}

void steps_follow(struct steps *t, const unsigned char *board, int32_t avatar)
{
    const size_t n = board_size(t);
    const size_t there = (size_t)t->layer * (size_t)t->m->cells + (size_t)avatar;
    for (size_t i = 0; i < n;) {
        const size_t end = i + 8 < n ? i + 8 : n;
        if (end == i + 8 && memcmp(board + i, t->basis + i, 8) == 0) {
            i = end;
            continue;
        }
        for (; i < end; i++) {
            const unsigned char v = i == there ? t->m->blank[t->layer] : board[i];
            if (v != t->basis[i]) change(t, i, v);
        }
    }
}

/* ---- boards and states ---- */

int32_t steps_avatar(const struct steps *t, const unsigned char *board)
{
    const size_t n = (size_t)t->m->cells;
    const unsigned char *first = board + (size_t)t->layer * n,
                        *at = memchr(first, t->value, n);
    return at == NULL ? -1 : (int32_t)(at - first);
}

void steps_put(const struct steps *t, unsigned char *board, int32_t from, int32_t to)
{
    unsigned char *layer = board + (size_t)t->layer * (size_t)t->m->cells;
    layer[from] = t->m->blank[t->layer];
    layer[to] = t->value;
}

bool steps_do(const struct steps *t, int32_t deed, unsigned char *board)
{
    const struct deed *d = &t->deed[deed];
    for (int32_t i = 0; i < d->changes; i++) board[d->change[i].at] = d->change[i].to;
    return d->changes >= 0;
}

void steps_write(const struct steps *t, struct state *s, unsigned char *had,
                 const unsigned char *board)
{
    const size_t n = board_size(t), cells = (size_t)t->m->cells;
    for (size_t i = 0; i < n; i++) {
        if (i + 8 <= n && memcmp(board + i, had + i, 8) == 0) {
            i += 7;
            continue;
        }
        if (board[i] == had[i]) continue;
        t->m->put(t->x->game, s, (int32_t)(i / cells), (int32_t)(i % cells), board[i]);
        had[i] = board[i];
    }
}

/* ---- the table ---- */

/* Notes what an action has changed, as a new deed. False if there is no memory. */
static bool note_deed(struct steps *t, int32_t *to)
{
    struct deed *all =
        search_grow(t->x->limits, t->deed, &t->deeds_room, t->deeds + 1, sizeof *all);
    if (all == NULL) return false;
    t->deed = all;
    struct deed *d = &all[t->deeds];
    *d = (struct deed){.changes = 0};
    const size_t n = board_size(t);
    for (size_t i = 0; i < n; i++) {
        if (t->there[i] == t->became[i]) continue;
        if (d->changes == DEED_CHANGES) {
            d->changes = -1;
            break;
        }
        d->change[d->changes].at = (int32_t)i;
        d->change[d->changes++].to = t->became[i];
    }
    *to = STEP_DEED - (int32_t)t->deeds++;
    return true;
}

/* Whether only the avatar's place is another one after an action in t->at, and he leaves nothing
 * where he was; that place. That the game may be over then, as a goal is reached, does not matter: it
 * depends on what is far away, too. */
static bool is_step(struct steps *t, int32_t cell, int32_t *there)
{
    *there = steps_avatar(t, t->became);
    if (*there < 0) return false;
    unsigned char *from = t->became + (size_t)t->layer * (size_t)t->m->cells + cell;
    const unsigned char left = *from;
    if (cell != *there && left != t->m->blank[t->layer]) return false;
    steps_put(t, t->became, *there, cell);
    const bool is = memcmp(t->became, t->there, board_size(t)) == 0;
    steps_put(t, t->became, cell, *there);
    *from = cell == *there ? t->value : left;
    return is;
}

/* Plays an action in t->at, where the avatar stands on `cell`. */
static enum search_end play(struct steps *t, int32_t cell, action a, int32_t *to)
{
    const struct game *g = t->x->game;
    memcpy(t->to, t->at, t->at->size);
    const enum applied done = g->apply(g, t->to, a, NULL);
    const enum search_end end = search_applied(done);
    *to = STEP_NONE;
    if (end != SEARCH_GOES_ON || done == REFUSED) return end;
    int32_t there;
    t->m->read(g, t->to, t->became);
    if (is_step(t, cell, &there)) {
        if (there != cell) *to = there;
        return end;
    }
    return note_deed(t, to) ? end : SEARCH_MEMORY;
}

static uint64_t place_of(uint64_t room, uint64_t near)
{
    return (near * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & (room - 1);
}

/* Doubles the table. False if there is no memory. */
static bool grow(struct steps *t)
{
    const uint64_t room = t->room == 0 ? 256 : 2 * t->room;
    struct step *step = search_zeroed(t->x->limits, room, sizeof *step);
    if (step == NULL) return false;
    for (uint64_t i = 0; i < t->room; i++) {
        uint64_t at = place_of(room, t->step[i].near);
        if (t->step[i].near == 0) continue;
        while (step[at].near != 0) at = (at + 1) & (room - 1);
        step[at] = t->step[i];
    }
    search_free(t->x->limits, t->step);
    t->step = step;
    t->room = room;
    return true;
}

void steps_forget(struct steps *t)
{
    if (t->count < STEPS_MOST) return;
    memset(t->step, 0, (size_t)t->room * sizeof *t->step);
    memset(t->last, 0, (size_t)t->m->cells * sizeof *t->last);
    t->count = 0;
    t->deeds = 0;
}

/* Plays all actions with the avatar on `cell` of the board that is followed. */
static enum search_end play_all(struct steps *t, int32_t cell, struct step *step)
{
    const size_t there = (size_t)t->layer * (size_t)t->m->cells + (size_t)cell;
    const unsigned char was = t->basis[there];
    t->basis[there] = t->value;
    steps_write(t, t->at, t->there, t->basis);
    t->basis[there] = was;
    enum search_end end = SEARCH_GOES_ON;
    for (int32_t k = 0; end == SEARCH_GOES_ON && k < t->actions; k++)
        end = play(t, cell, t->action[k], &step->to[k]);
    return end;
}

enum search_end steps_at(struct steps *t, int32_t cell, const struct step **step)
{
    const uint64_t near = t->near[cell] | 1;
    if ((*step = steps_known(t, cell)) != NULL) return SEARCH_GOES_ON;
    *step = &t->last[cell];
    if (t->count * 2 >= t->room && !grow(t)) return SEARCH_MEMORY;
    uint64_t at = place_of(t->room, near);
    while (t->step[at].near != near && t->step[at].near != 0)
        at = (at + 1) & (t->room - 1);
    if (t->step[at].near == 0) {
        enum search_end end = play_all(t, cell, &t->step[at]);
        if (end != SEARCH_GOES_ON) return end;
        t->step[at].near = near;
        t->count++;
    }
    t->last[cell] = t->step[at];
    return SEARCH_GOES_ON;
}

/* ---- starting ---- */

/* Finds the avatar: exactly one cell of one layer. */
static bool find_avatar(struct steps *t, const unsigned char *board)
{
    const struct model *m = t->m;
    int32_t found = 0;
    for (int32_t l = 0; l < m->layers; l++) {
        for (int32_t i = 0; i < m->cells; i++) {
            const unsigned char v = board[(size_t)l * (size_t)m->cells + (size_t)i];
            if (!kinds_has(&m->avatar[l], v) || v == m->blank[l]) continue;
            found++;
            t->layer = l;
            t->value = v;
        }
    }
    return found == 1;
}

static bool make_room(struct steps *t, const unsigned char *board)
{
    const uint64_t cells = (uint64_t)t->m->cells, n = board_size(t);
    const struct successors *x = t->x;
    t->near = search_zeroed(t->x->limits, cells, sizeof *t->near);
    t->last = search_zeroed(t->x->limits, cells, sizeof *t->last);
    t->basis = search_zeroed(t->x->limits, n, 1);
    t->there = search_zeroed(t->x->limits, n, 1);
    t->became = search_zeroed(t->x->limits, n, 1);
    t->at = search_resize(x->limits, NULL, 1, x->root->size);
    t->to = search_resize(x->limits, NULL, 1, x->root->size);
    if (t->near == NULL || t->last == NULL || t->basis == NULL || t->there == NULL ||
        t->became == NULL || t->at == NULL || t->to == NULL || !grow(t))
        return false;
    memcpy(t->at, x->root, x->root->size);
    memcpy(t->there, board, (size_t)n);
    for (uint64_t i = 0; i < cells; i++) t->near[i] = mixed(i + 1) << 1;
    return true;
}

bool steps_start(struct steps *t, struct successors *x, const struct model *m,
                 const unsigned char *board, enum search_end *end)
{
    const struct game *g = x->game;
    *t = (struct steps){.x = x, .m = m};
    if (!m->has_avatar || m->reach <= 0 || m->put == NULL || g->every == NULL ||
        !find_avatar(t, board))
        return false;
    t->actions = g->every(g, x->root->shape, t->action, STEP_ACTIONS);
    if (t->actions < 1 || t->actions > STEP_ACTIONS) return false;
    if (make_room(t, board)) return true;
    *end = SEARCH_MEMORY;
    return false;
}
