/*
 * The search for a winning move: depth first, making and undoing moves on one board.
 */
#include "horizontally_search.h"

#include <string.h>

/* At most so many moves on a board with keys. */
enum { MOVES_MAX = 128 };

/* How many positions are entered between two looks at what other solvers have proven. */
enum { OFTEN = 32 };

/* A position by its live cells, if keyed; otherwise it is the lines of s->moves. */
struct position {
    struct cells live;
    int free;
};

/* ---- the search ---- */

static bool find(const struct solver *s, struct table_key key, bool *won)
{
    if (s->shared != NULL) return shared_find(s->shared, key, won);
    return table_find(&s->table, key, won);
}

static void put(struct solver *s, struct table_key key, bool won, int64_t nodes)
{
    if (s->shared != NULL) {
        shared_put(s->shared, s->limits, key, won, nodes);
    } else {
        table_put(&s->table, key, won, nodes);
    }
}

/* Ends the search down to the first position on the way that another solver has proven. */
static void look_at_proofs(struct solver *s)
{
    int known = s->depth < SHARED_WAY ? s->depth : SHARED_WAY;
    s->entered = 0;
    if (atomic_load(&s->shared->solved)) s->end = SEARCH_STOPPED;
    for (int i = 0; s->end == SEARCH_GOES_ON && i < known; i++) {
        if (!shared_find(s->shared, s->way[i], &s->back_won)) continue;
        s->back = i;
        s->end = SEARCH_STOPPED;
    }
}

static bool enters(struct solver *s)
{
    if (s->end == SEARCH_GOES_ON) s->end = search_generate(s->limits, &s->progress);
    if (s->shared != NULL && s->end == SEARCH_GOES_ON && ++s->entered >= OFTEN) {
        look_at_proofs(s);
    }
    return s->end == SEARCH_GOES_ON;
}

/* Notes that the position is searched; it is left again before its proof is put. */
static void go_down(struct solver *s, struct table_key key)
{
    if (s->depth < SHARED_WAY) s->way[s->depth] = key;
    shared_enter(s->shared, s->number, s->depth++, key);
}

/* True if another solver has proven the position. */
static bool go_up(struct solver *s)
{
    shared_leave(s->shared, s->number, --s->depth);
    if (s->end == SEARCH_GOES_ON || s->back != s->depth) return false;
    s->end = SEARCH_GOES_ON;
    s->back = -1;
    return true;
}

static bool expands(struct solver *s)
{
    s->end = search_expand(s->limits, &s->progress);
    return s->end == SEARCH_GOES_ON;
}

static bool wins(struct solver *s, int player, struct position, struct candidate *list);

/* The position after a move. */
static struct position after(const struct solver *s, int player, struct position p,
                             const struct candidate *c)
{
    const struct keys *k = &s->moves.keys;
    int moves;
    if (c->line == FREE_MOVE) {
        p.free += player == 0 ? -1 : 1;
        return p;
    }
    p.live = keys_live(k, keys_toggled(p.live, keys_block(k, player, c->line, c->start)),
                       &moves);
    p.free += moves;
    return p;
}

static struct table_key key_of(const struct solver *s, int player, struct position p)
{
    return keys_of(&s->moves.keys, p.live, p.free, player);
}

/* Moves the best moves to the front, best first, until `most` of them stay open by the
 * bounds: *open. Removes those that lose. True if a move wins: it is s->best then. */
static bool judged(struct solver *s, int player, struct candidate *list, int *count,
                   int most, int *open)
{
    for (*open = 0; *open < most && *open < *count;) {
        struct candidate *c = &list[*open];
        moves_pick(c, *count - *open);
        enum verdict v = moves_judge(&s->moves, player, c);
        if (v == WON) s->best = *c;
        if (v == WON) return true;
        if (v == OPEN) ++*open;
        if (v == LOST) *c = list[--*count];
    }
    return false;
}

/* Looks up the positions after the first *open of the moves in the table. True if a move
 * wins: it is s->best then. Removes moves that lose. All keys are computed before the first
 * lookup, so that the CPU can load several entries at once. */
static bool known(struct solver *s, int player, struct position p, struct candidate *list,
                  int *count, int *open)
{
    struct table_key key[MOVES_MAX];
    int kept = 0, looked = *open;
    bool won;
    if (!s->moves.keyed) return false;
    for (int i = 0; i < looked; i++) {
        key[i] = key_of(s, !player, after(s, player, p, &list[i]));
    }
    for (int i = 0; i < looked; i++) {
        bool found = find(s, key[i], &won);
        if (found && !won) s->best = list[i];
        if (found && !won) return true;
        if (!found) list[kept++] = list[i];
    }
    memmove(list + kept, list + looked, (size_t)(*count - looked) * sizeof *list);
    *count -= looked - kept;
    *open = kept;
    return false;
}

/* Whether the first move of the list wins. Enters the position after it only if the
 * bounds by runs do not decide it. */
static bool try_move(struct solver *s, int player, struct position p,
                     struct candidate *list, int count)
{
    struct moves *m = &s->moves;
    bool lost;
    if (m->keyed) {
        p = after(s, player, p, list);
        moves_place(m, p.live, p.free);
    } else {
        moves_toggle(&m->lines, player, list);
    }
    if (!bounds_decide(&m->bounds, &m->lines, m->base, !player, list->sum, &lost)) {
        lost = wins(s, !player, p, list + count);
    }
    if (!m->keyed) moves_toggle(&m->lines, player, list);
    return !lost && s->end == SEARCH_GOES_ON;
}

/* Whether one of the first `open` moves wins; then s->best is that move. */
static bool try_open(struct solver *s, int player, struct position p,
                     struct candidate *list, int open, int count)
{
    for (; open > 0; open--, count--, list++) {
        bool won = try_move(s, player, p, list, count);
        if (won) s->best = *list;
        if (won || s->end != SEARCH_GOES_ON) return won;
    }
    return false;
}

/* Swaps a move that no other solver is trying, if there is one, to the front. */
static void pick_free(struct solver *s, int player, struct position p,
                      struct candidate *list, int open)
{
    for (int i = 0; i < open; i++) {
        struct table_key key = key_of(s, !player, after(s, player, p, &list[i]));
        if (shared_busy(s->shared, s->number, s->depth, key)) continue;
        struct candidate c = list[i];
        memmove(list + 1, list, (size_t)i * sizeof *list);
        list[0] = c;
        return;
    }
}

/* The same with other solvers. `fresh`: no move of the position was tried before. */
static bool try_shared(struct solver *s, int player, struct position p,
                       struct candidate *list, int open, int count, bool fresh)
{
    for (; open > 0; open--, count--, list++, fresh = false) {
        if (!fresh) pick_free(s, player, p, list, open);
        if (try_open(s, player, p, list, 1, count)) return true;
        if (s->end != SEARCH_GOES_ON) return false;
    }
    return false;
}

/* Whether one of the moves wins; then s->best is that move. The best moves come first:
 * one of them mostly wins, if any does, and then the others need not be judged. */
static bool try_moves(struct solver *s, int player, struct position p,
                      struct candidate *list, int count)
{
    struct moves *m = &s->moves;
    int open, most = FIRST_MOVES;
    for (bool first = true; count > 0; first = false, most = count) {
        if (!first && m->keyed) {
            moves_place(m, p.live, p.free);
            moves_sum(m);
        }
        if (judged(s, player, list, &count, most, &open)) return true;
        int before = count;
        if (known(s, player, p, list, &count, &open)) return true;
        bool fresh = first && count == before;
        bool won = s->shared != NULL && s->depth < SHARED_WAY
                       ? try_shared(s, player, p, list, open, count, fresh)
                       : try_open(s, player, p, list, open, count);
        if (won || s->end != SEARCH_GOES_ON) return won;
        list += open;
        count -= open;
    }
    return false;
}

/* Whether the player to move wins. The position is placed in s->moves. The stack is free
 * from `list` on. */
static bool wins(struct solver *s, int player, struct position p, struct candidate *list)
{
    struct table_key key = {0, 0};
    bool won, keyed = s->moves.keyed;
    int count;
    if (!enters(s)) return false;
    s->proved = false;
    if (keyed) {
        key = key_of(s, player, p);
        if (find(s, key, &won)) return won;
    }
    if (!expands(s)) return false;
    if (s->shared != NULL) go_down(s, key);
    int64_t start = s->progress.nodes - 1;
    won = moves_list(&s->moves, player, list, &count);
    if (won) s->best = list[0];
    if (!won) won = try_moves(s, player, p, list, count);
    s->proved = s->shared == NULL || !go_up(s);
    if (!s->proved) return s->back_won;
    if (keyed && s->end == SEARCH_GOES_ON) {
        put(s, key, won, s->progress.nodes - start);
    }
    return won;
}

bool solver_search(struct solver *s, int player)
{
    struct moves *m = &s->moves;
    struct position p = {{0, 0}, 0};
    struct lines all = m->lines;
    if (m->keyed) {
        p.live = keys_live(&m->keys, keys_cells(&m->keys, &all), &p.free);
        moves_place(m, p.live, p.free);
    }
    bool won = wins(s, player, p, s->stack);
    m->lines = all;
    return won;
}
