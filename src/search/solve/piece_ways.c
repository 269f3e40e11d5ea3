/*
 * What a move does to pieces of a set of kinds is known by its parts: each has one before or not, and
 * has one after or not.
 */
#include "piece_ways.h"

#include <string.h>

/* Whether a cell has a piece: no, yes, or that depends. */
enum has { HAS_NONE, HAS_ONE, HAS_MAYBE };

static enum has has(const struct kinds *values, const struct kinds *of)
{
    if (!kinds_meet(values, of)) return HAS_NONE;
    return kinds_within(values, of) ? HAS_ONE : HAS_MAYBE;
}

static struct kinds every_kind(void)
{
    const struct kinds none = {{0, 0, 0, 0}};
    return kinds_all_but(&none);
}

static enum has has_before(const struct model_part *part, int32_t layer,
                           const struct kinds *of)
{
    const struct kinds before = model_cell_layer(&part->before, layer, every_kind());
    return has(&before, of);
}

static const struct model_write *write_to(const struct model_part *part, int32_t layer)
{
    for (int32_t n = 0; n < part->writes; n++)
        if (part->write[n].layer == layer) return &part->write[n];
    return NULL;
}

/* Whether each kind before stays one of these, or stays none of them. */
static bool turns_within(const struct model_part *part, const struct model_write *w,
                         const struct kinds *of)
{
    const struct kinds before = model_cell_layer(&part->before, w->layer, every_kind());
    for (int value = 0; value < 256; value++) {
        if (kinds_has(&before, value) &&
            kinds_has(of, value) != kinds_has(of, w->becomes[value]))
            return false;
    }
    return true;
}

/* ---- kinds ---- */

bool piece_ways_begin(struct piece_ways *w, const struct possible *possible,
                      const struct model_cell *cell, const struct search_limits *limits)
{
    const struct model *m = possible->m;
    *w = (struct piece_ways){.possible = possible, .limits = limits};
    for (; cell->alternatives > 0 && w->layer < m->layers; w->layer++) {
        w->kinds = model_cell_layer(cell, w->layer, every_kind());
        if (kinds_within(&w->kinds, &m->moving[w->layer]) && !kinds_none(&w->kinds))
            return true;
    }
    return false;
}

/* ---- single moves ---- */

/* What a move does to the pieces. */
struct doing {
    const struct model_move *move;
    int32_t taken, put;       /* so many parts surely lose one, get one */
    bool clear;               /* no more may do */
    int32_t actor, acts_then; /* the parts of who acts before and after it, or -1 */
};

/* The parts where who acts is. */
static void find_actor(const struct model *m, struct doing *x)
{
    x->actor = x->acts_then = -1;
    for (int32_t layer = 0; m->has_avatar && layer < m->layers; layer++) {
        const struct kinds *of = &m->avatar[layer];
        if (kinds_none(of)) continue;
        for (int32_t k = 0; k < x->move->parts; k++) {
            const struct model_part *part = &x->move->part[k];
            const struct model_write *w = write_to(part, layer);
            const bool acts = has_before(part, layer, of) == HAS_ONE;
            if (acts) x->actor = k;
            if (acts && x->acts_then < 0 && (w == NULL || w->becomes != NULL))
                x->acts_then = k;
            if (w != NULL && w->becomes == NULL && has(&w->kinds, of) == HAS_ONE)
                x->acts_then = k;
        }
    }
}

static struct doing doing_of(const struct piece_ways *w, const struct model_move *move)
{
    struct doing x = {.move = move, .clear = !move->copies};
    for (int32_t k = 0; k < move->parts; k++) {
        const struct model_part *part = &move->part[k];
        const struct model_write *write = write_to(part, w->layer);
        if (write == NULL) continue;
        if (write->becomes != NULL) {
            x.clear = x.clear && turns_within(part, write, &w->kinds);
            continue;
        }
        const enum has was = has_before(part, w->layer, &w->kinds),
                       is = has(&write->kinds, &w->kinds);
        if (was == HAS_NONE && is == HAS_NONE) continue;
        if (was == HAS_MAYBE || is == HAS_MAYBE || (part->outside && was != is))
            x.clear = false;
        if (was != HAS_NONE && is != HAS_ONE) x.taken++;
        if (is != HAS_NONE && was != HAS_ONE) x.put++;
    }
    x.clear = x.clear && x.taken == x.put;
    find_actor(w->possible->m, &x);
    return x;
}

/* Whether the piece of part `from` may be that of part `to` after the move. Where that one comes
 * from a part in which one like it takes its place, nothing changes there, and whatever else is taken
 * away may be it. */
static bool may_carry(const struct piece_ways *w, const struct model_move *move,
                      int32_t from, int32_t to)
{
    const struct model_write *leaves = write_to(&move->part[from], w->layer),
                             *enters = write_to(&move->part[to], w->layer);
    if (from == to || leaves == NULL || enters == NULL) return false;
    if (enters->becomes != NULL || !kinds_meet(&enters->kinds, &w->kinds)) return false;
    if (has_before(&move->part[from], w->layer, &w->kinds) == HAS_NONE) return false;
    if (enters->from > 0 && write_to(&move->part[enters->from - 1], w->layer) != NULL)
        return enters->from - 1 == from;
    return leaves->becomes == NULL;
}

/* ---- ways ---- */

static enum search_end add_way(struct piece_ways *w, const struct doing *x, int32_t from,
                               int32_t to, int32_t row, int32_t col)
{
    const struct model *m = w->possible->m;
    struct piece_way *ways =
        search_grow(w->limits, w->way, &w->room, w->ways + 1, sizeof *ways);
    if (ways == NULL) return SEARCH_MEMORY;
    w->way = ways;
    ways += w->ways++;
    *ways = (struct piece_way){from, to, -1, -1, x->move->step ? 0 : 1};
    if (x->actor < 0 || x->acts_then < 0) {
        w->by_avatar = false;
        return SEARCH_GOES_ON;
    }
    ways->before = model_part_cell(m, &x->move->part[x->actor], row, col);
    ways->after = model_part_cell(m, &x->move->part[x->acts_then], row, col);
    return SEARCH_GOES_ON;
}

/* The ways of a move that lies there. */
static enum search_end carry(struct piece_ways *w, const struct doing *x, int32_t row,
                             int32_t col)
{
    const struct model *m = w->possible->m;
    const struct kinds *values = &w->possible->values[(ptrdiff_t)w->layer * m->cells];
    for (int32_t i = 0; i < x->move->parts; i++) {
        const int32_t from = model_part_cell(m, &x->move->part[i], row, col);
        if (from < 0 || write_to(&x->move->part[i], w->layer) == NULL) continue;
        const struct kinds here = kinds_both(&w->kinds, &values[from]);
        if (kinds_none(&here) ||
            !possible_move(w->possible, x->move, row, col, from, w->layer, &here))
            continue;
        for (int32_t k = 0; k < x->move->parts; k++) {
            const int32_t to = model_part_cell(m, &x->move->part[k], row, col);
            if (to < 0 || !may_carry(w, x->move, i, k)) continue;
            if (add_way(w, x, from, to, row, col) == SEARCH_MEMORY) return SEARCH_MEMORY;
        }
    }
    return SEARCH_GOES_ON;
}

/* Notes the cells where a piece would be in the way of who acts, or would be moved itself. */
static void find_blocks(const struct piece_ways *w, const struct doing *x, int32_t row,
                        int32_t col, struct avatar_way *way)
{
    enum { MOST = sizeof way->block / sizeof way->block[0] };
    int32_t n = 0;
    for (int32_t k = 0; k < MOST; k++) way->block[k] = -1;
    for (int32_t k = 0; k < x->move->parts && n < MOST; k++) {
        const struct model_part *part = &x->move->part[k];
        const int32_t cell = model_part_cell(w->possible->m, part, row, col);
        const struct model_write *write = write_to(part, w->layer);
        const bool misfits = has_before(part, w->layer, &w->kinds) == HAS_NONE;
        if (cell >= 0 && (misfits || (write != NULL && write->becomes == NULL)))
            way->block[n++] = cell;
    }
}

static enum search_end walk(struct piece_ways *w, const struct doing *x, int32_t row,
                            int32_t col)
{
    const struct model *m = w->possible->m;
    struct avatar_way way;
    if (x->actor < 0 || x->acts_then < 0 || x->actor == x->acts_then)
        return SEARCH_GOES_ON;
    way.from = model_part_cell(m, &x->move->part[x->actor], row, col);
    way.to = model_part_cell(m, &x->move->part[x->acts_then], row, col);
    if (way.from < 0 || way.to < 0) return SEARCH_GOES_ON;
    if (!possible_move(w->possible, x->move, row, col, -1, 0, NULL))
        return SEARCH_GOES_ON;
    find_blocks(w, x, row, col, &way);
    struct avatar_way *ways =
        search_grow(w->limits, w->avatar, &w->avatar_room, w->avatars + 1, sizeof *ways);
    if (ways == NULL) return SEARCH_MEMORY;
    w->avatar = ways;
    ways[w->avatars++] = way;
    return SEARCH_GOES_ON;
}

/* The rows or columns at which a move may lie, so that one of its parts is on the board. */
static void span(const struct model_move *move, bool rows, int32_t side, int32_t *first,
                 int32_t *last)
{
    *first = side;
    *last = 0;
    for (int32_t k = 0; k < move->parts; k++) {
        const int32_t at = rows ? move->part[k].row : move->part[k].col;
        if (-at < *first) *first = -at;
        if (side - 1 - at > *last) *last = side - 1 - at;
    }
}

static enum search_end lay(struct piece_ways *w, const struct doing *x,
                           struct search_progress *progress)
{
    int32_t row, last_row, first, last;
    enum search_end end = SEARCH_GOES_ON;
    span(x->move, true, w->possible->m->rows, &row, &last_row);
    span(x->move, false, w->possible->m->cols, &first, &last);
    if (search_stops_now(w->limits, progress)) return SEARCH_STOPPED;
    for (; row <= last_row; row++) {
        for (int32_t col = first; col <= last && end == SEARCH_GOES_ON; col++) {
            end = carry(w, x, row, col);
            if (end == SEARCH_GOES_ON) end = walk(w, x, row, col);
        }
    }
    return end;
}

enum search_end piece_ways_find(struct piece_ways *w, struct search_progress *progress)
{
    const struct model *m = w->possible->m;
    enum search_end end = SEARCH_GOES_ON;
    w->kept = true;
    w->by_avatar = m->has_avatar;
    for (int32_t i = 0; i < m->moves && end == SEARCH_GOES_ON; i++) {
        const struct doing x = doing_of(w, &m->move[i]);
        w->kept = w->kept && x.clear;
        if (!x.move->step && x.put > w->together) w->together = x.put;
        end = lay(w, &x, progress);
    }
    return end;
}
