/*
 * Alpha-beta for two players, with iterative deepening.
 *
 * Values are for player 1 or, where a goal is to be forced, for the player to move at the
 * root. The transposition table holds every position once, with its value or a bound;
 * when there is no memory for more, it forgets all and begins anew.
 *
 * The line follows the table. Where the table has forgotten what comes next in a proven
 * line, that position is searched again, with a window just around its value. This search
 * takes no proof from the table that is longer than the depth that is left. So each proof
 * is shorter than the one before it, and the line comes to an end even in a game in which
 * positions repeat.
 */
#include "best.h"
#include "history.h"
#include "search/store/visited.h"

enum bound { UNKNOWN, AT_LEAST, AT_MOST, EXACT };

enum {
    FOREVER = INT16_MAX, /* the depth of a proven value: no deeper search can change it */
    DEPTH_MAX = 400,
    PICKS = 64, /* so many actions of a position are chosen by history, then as listed */
    NONE = -1,
};

/* The value of a win, more than any score. So a win cuts off all other actions, whatever
 * the window is. It is always proven, as only the end of a game has this value. */
#define WON (4 * STATE_COUNT_MAX)

struct known {
    int64_t value;
    action best;
    int16_t depth;
    int16_t height; /* of a proven value: how many actions the proof looks ahead */
    enum bound bound;
};

struct alpha_beta {
    struct successors *x;
    struct best *best;
    struct visited table;
    struct known *known;
    int64_t known_room;
    uint32_t era; /* how often the table has forgotten all */
    bool full;    /* there is no memory even for one position */
    bool strict;  /* no proof may be longer than the depth */
    struct history *history;
    unsigned char *states; /* a state for each depth, and one for the end of the line */
    action *actions;       /* the lists of actions of all depths, one behind the other */
    int64_t room;
    int32_t deepest;
    int me; /* the player who is to force the goal */
    enum search_end end;
};

struct window {
    int64_t alpha, beta;
};

/* A position on the path that is being searched. */
struct look {
    int32_t ply, depth; /* actions from the root; actions to look ahead */
    size_t first;       /* the index of its first action in the list of all */
    int count;
    int32_t entry; /* in the table of this era, or NONE */
    uint32_t era;
    bool maximizes;
    int64_t value; /* the best value of the children so far */
    action by;
    bool moves;  /* `by` is an action */
    bool proven; /* no deeper search can change the value */
    int32_t height;
};

static struct state *state_at(const struct alpha_beta *s, int32_t ply)
{
    return (struct state *)(void *)(s->states + (size_t)ply * s->x->root->size);
}

static void forget(struct alpha_beta *s)
{
    visited_clear(&s->table);
    s->table.full = false;
    s->full = false;
    s->era++;
}

/* The table's entry of a position, added if it is new and there is memory, or NONE. */
static int32_t try_to_enter(struct alpha_beta *s, const struct state *state)
{
    int32_t before = s->table.count, n = visited_add(&s->table, state, VISITED_ROOT);
    if (n == VISITED_FULL) return NONE;
    struct known *known = search_grow(s->x->limits, s->known, &s->known_room,
                                      s->table.count, sizeof *known);
    if (known == NULL) return NONE;
    s->known = known;
    if (n == before) known[n] = (struct known){.bound = UNKNOWN};
    return n;
}

/* The table's entry of a position, added if it is new; NONE if not even one fits. */
static int32_t enter(struct alpha_beta *s, const struct state *state)
{
    if (s->full) return NONE;
    int32_t n = try_to_enter(s, state);
    if (n == NONE) {
        forget(s);
        n = try_to_enter(s, state);
    }
    s->full = n == NONE;
    int64_t *positions = &s->x->progress.positions;
    if (*positions < s->table.count) *positions = s->table.count;
    return n;
}

/* Lists the actions of a position from index l->first on, the table's best action first.
 * False if the search ends. */
static bool list(struct alpha_beta *s, struct look *l)
{
    struct successors *x = s->x;
    struct state *from = x->from;
    x->from = state_at(s, l->ply);
    s->end = successors_list(x);
    x->from = from;
    if (s->end != SEARCH_GOES_ON) return false;
    l->count = x->count;
    if (x->count == 0) return true;
    int64_t needed = (int64_t)l->first + x->count;
    action *all = search_grow(x->limits, s->actions, &s->room, needed, sizeof *all);
    if (all == NULL) s->end = SEARCH_MEMORY;
    if (all == NULL) return false;
    s->actions = all;
    memcpy(s->actions + l->first, x->list, (size_t)x->count * sizeof *x->list);
    if (l->entry == NONE || s->known[l->entry].bound == UNKNOWN) return true;
    action *mine = s->actions + l->first, best = s->known[l->entry].best;
    for (int i = 0; i < l->count; i++) {
        if (mine[i] != best) continue;
        memmove(mine + 1, mine, (size_t)i * sizeof *mine);
        mine[0] = best;
        break;
    }
    return true;
}

/* The static evaluation of the position; `over`: the game is over. */
static int64_t value_of(struct alpha_beta *s, const struct look *l, bool over)
{
    const struct game *game = s->x->game;
    const struct best *best = s->best;
    const struct state *state = state_at(s, l->ply);
    int64_t value;
    if (best->reached != NULL) return over ? -WON : 0;
    if (!over && best->value != NULL) {
        if (!best->value(best->with, state, &value)) s->end = SEARCH_FAILED;
        return value;
    }
    value = game->score(game, state, 1) - game->score(game, state, 2);
    if (!over || best->least == best->most) return value;
    return value >= best->most ? WON : value <= best->least ? -WON : value;
}

/* A value as a score: a win becomes an end of the range. */
static int64_t score_of(const struct alpha_beta *s, int64_t value)
{
    return value == WON ? s->best->most : value == -WON ? s->best->least : value;
}

/* Whether the position is the goal, if one is to be forced. */
static bool is_goal(struct alpha_beta *s, const struct state *state)
{
    int is = s->best->reached == NULL ? 0 : s->best->reached(s->best->with, state);
    if (is < 0) s->end = SEARCH_FAILED;
    return is > 0;
}

/* Takes the value from the table. False if it is not deep enough, or does
 * not settle the window. */
static bool recall(const struct alpha_beta *s, struct look *l, struct window w)
{
    if (l->entry == NONE) return false;
    const struct known *k = &s->known[l->entry];
    if (k->bound == UNKNOWN || k->depth < l->depth) return false;
    if (s->strict && k->depth == FOREVER && k->height > l->depth) return false;
    l->value = k->value;
    l->by = k->best;
    l->moves = true;
    l->proven = k->depth == FOREVER;
    l->height = k->height;
    if (k->bound == EXACT) return true;
    return k->bound == AT_LEAST ? k->value >= w.beta : k->value <= w.alpha;
}

/* Stores the value in the table, unless it holds a deeper one. */
static void remember(struct alpha_beta *s, struct look *l, struct window w)
{
    if (l->era != s->era) l->entry = enter(s, state_at(s, l->ply));
    if (l->entry == NONE) return;
    struct known *k = &s->known[l->entry];
    int16_t depth = l->proven ? FOREVER : (int16_t)l->depth;
    if (k->bound != UNKNOWN && k->depth > depth) return;
    k->value = l->value;
    k->best = l->by;
    k->depth = depth;
    k->height = (int16_t)l->height;
    k->bound = l->value >= w.beta ? AT_LEAST : l->value <= w.alpha ? AT_MOST : EXACT;
}

/* Searches the position at `ply`, `depth` actions deep. Its actions are listed
 * from index `first` on. */
static struct look look_at(struct alpha_beta *s, int32_t ply, int32_t depth, size_t first,
                           struct window w);

/* Takes a child's value into account; true if that cuts off the other children. */
static bool take(struct look *l, struct window *w, const struct look *child, action by)
{
    bool better = l->maximizes ? child->value > l->value : child->value < l->value;
    if (better) {
        l->value = child->value;
        l->by = by;
    }
    bool cut = l->maximizes ? l->value >= w->beta : l->value <= w->alpha;
    int32_t height = child->height < FOREVER - 2 ? child->height + 1 : FOREVER - 1;
    if (cut || height > l->height) l->height = height;
    if (cut) {
        l->proven = child->proven;
        return true;
    }
    l->proven &= child->proven;
    if (l->maximizes && l->value > w->alpha) w->alpha = l->value;
    if (!l->maximizes && l->value < w->beta) w->beta = l->value;
    return false;
}

/* Searches the children up to a cutoff. */
static void look_at_children(struct alpha_beta *s, struct look *l, struct window w)
{
    struct successors *x = s->x;
    l->value = l->maximizes ? -WON : WON;
    l->proven = l->moves = true;
    bool listed_best = l->entry != NONE && s->known[l->entry].bound != UNKNOWN;
    for (int i = 0; i < l->count; i++) {
        action *rest = s->actions + l->first + i;
        bool picks = i < PICKS && (i > 0 || !listed_best);
        if (picks) history_pick(s->history, l->maximizes, rest, l->count - i);
        action by = rest[0];
        if (i == 0) l->by = by;
        struct state *from = x->from, *to = x->to;
        x->from = state_at(s, l->ply);
        x->to = state_at(s, l->ply + 1);
        s->end = successors_enter(x, by);
        x->from = from;
        x->to = to;
        if (s->end != SEARCH_GOES_ON) return;
        struct look child =
            look_at(s, l->ply + 1, l->depth - 1, l->first + (size_t)l->count, w);
        if (s->end != SEARCH_GOES_ON) return;
        if (!take(l, &w, &child, by)) continue;
        history_credit(s->history, l->maximizes, by, l->depth);
        return;
    }
}

static struct look look_at(struct alpha_beta *s, int32_t ply, int32_t depth, size_t first,
                           struct window w)
{
    const struct game *game = s->x->game;
    const struct state *state = state_at(s, ply);
    struct look l = {.ply = ply, .depth = depth, .first = first, .entry = NONE};
    int turn = game->turn(game, state);
    l.maximizes = s->best->reached == NULL ? turn != 2 : turn == s->me;
    if (depth > 0) l.entry = enter(s, state);
    l.era = s->era;
    if (recall(s, &l, w)) return l;
    if (is_goal(s, state)) {
        l.proven = true;
        l.value = WON;
        return l;
    }
    if (s->end != SEARCH_GOES_ON || !list(s, &l)) return l;
    if (l.count == 0 || depth == 0) {
        l.proven = l.count == 0;
        l.value = value_of(s, &l, l.count == 0);
        return l;
    }
    look_at_children(s, &l, w);
    if (s->end == SEARCH_GOES_ON) remember(s, &l, w);
    return l;
}

static bool take_memory(struct alpha_beta *s)
{
    struct successors *x = s->x;
    size_t n = (size_t)s->deepest + 3;
    s->states = search_resize(x->limits, NULL, n, x->root->size);
    s->best->line = search_resize(x->limits, NULL, n, sizeof *s->best->line);
    s->history = search_resize(x->limits, NULL, 1, sizeof *s->history);
    if (s->history != NULL) *s->history = (struct history){0};
    return s->states != NULL && s->best->line != NULL && s->history != NULL &&
           visited_start(&s->table, x->game, x->limits, x->root, VISITED_ALONE);
}

/* ---- the line ---- */

static struct state *end_of_line(const struct alpha_beta *s)
{
    return state_at(s, s->deepest + 2);
}

/* Whether the line, of which `from` was searched, goes on with the best action of an
 * entry. *left: the actions to look ahead that are left; *height: a proof must be
 * shorter. */
static bool goes_on(const struct look *from, const struct known *k, int32_t left,
                    int32_t *height)
{
    int64_t value = from->value;
    bool sure = k->bound == EXACT || value == WON || value == -WON;
    if (k->bound == UNKNOWN || !sure || k->value != value) return false;
    if (k->depth != FOREVER) return !from->proven && k->depth >= left;
    bool shorter = k->height < *height;
    *height = k->height;
    return shorter;
}

/* Adds the best actions of `from`, a search of the position at the end of the line, and
 * of the positions behind it, as far as the table knows them. */
static void follow(struct alpha_beta *s, const struct look *from)
{
    struct best *best = s->best;
    const struct game *game = s->x->game;
    struct state *state = end_of_line(s);
    int32_t left = from->depth, height = from->proven ? from->height : FOREVER;
    action by = from->by;
    for (bool known = from->moves; known && best->count < s->deepest;) {
        struct poll poll = game_ask(game, (struct poll){NULL, NULL});
        enum applied done = game->apply(game, state, by, NULL);
        game_ask(game, poll);
        if (search_applied(done) != SEARCH_GOES_ON) s->end = search_applied(done);
        if (done != APPLIED && done != IDLED) return;
        best->line[best->count++] = by;
        if (--left <= 0 && !from->proven) return;
        int32_t entry = game->turn(game, state) == OVER ? NONE : enter(s, state);
        known = entry != NONE && goes_on(from, &s->known[entry], left, &height);
        if (known) by = s->known[entry].best;
    }
}

static void write_line(struct alpha_beta *s, const struct look *root)
{
    s->best->score = score_of(s, root->value);
    s->best->exact = root->proven;
    s->best->count = 0;
    memcpy(end_of_line(s), s->x->root, s->x->root->size);
    follow(s, root);
}

/* Searches the position at the end of the line until its value, which is known, is proven
 * again. */
static struct look prove_again(struct alpha_beta *s, int64_t value)
{
    struct window w = {value > -WON ? value - 1 : -WON, value < WON ? value + 1 : WON};
    struct look l = {.proven = false};
    memcpy(state_at(s, 0), end_of_line(s), s->x->root->size);
    forget(s);
    for (int32_t depth = 1; depth <= s->deepest && !l.proven; depth++) {
        l = look_at(s, 0, depth, 0, w);
        if (s->end != SEARCH_GOES_ON) break;
    }
    return l;
}

/* Adds to a proven line what the table has forgotten. False if a limit prevents it. */
static bool complete_line(struct alpha_beta *s, int64_t value)
{
    const struct game *game = s->x->game;
    s->strict = true;
    while (s->end == SEARCH_GOES_ON) {
        if (game->turn(game, end_of_line(s)) == OVER) return true;
        if (is_goal(s, end_of_line(s))) return true;
        if (s->best->count >= s->deepest || s->end != SEARCH_GOES_ON) return false;
        struct look l = prove_again(s, value);
        if (s->end != SEARCH_GOES_ON || !l.proven || l.value != value) return false;
        if (!l.moves) return true;
        int32_t before = s->best->count;
        follow(s, &l);
        if (s->best->count == before) return false;
    }
    return false;
}

static int64_t score_at_end(const struct alpha_beta *s)
{
    const struct game *game = s->x->game;
    const struct state *state = end_of_line(s);
    return game->score(game, state, 1) - game->score(game, state, 2);
}

enum search_end best_alpha_beta(struct successors *x, struct best *best)
{
    struct alpha_beta s = {.x = x, .best = best, .end = SEARCH_GOES_ON};
    s.me = x->game->turn(x->game, x->root);
    s.deepest = best->length < DEPTH_MAX ? best->length : DEPTH_MAX;
    if (!take_memory(&s)) return SEARCH_MEMORY;
    memcpy(state_at(&s, 0), x->root, x->root->size);
    for (int32_t depth = 1; depth <= s.deepest && !best->exact; depth++) {
        struct window all = {-WON, WON};
        struct look root = look_at(&s, 0, depth, 0, all);
        if (s.end != SEARCH_GOES_ON) return s.end;
        x->progress.depth = depth;
        write_line(&s, &root);
        x->progress.best = best->score;
        if (!root.proven) continue;
        bool complete = complete_line(&s, root.value);
        if (complete && best->reached == NULL) best->score = score_at_end(&s);
        best->exact = complete || best->reached != NULL;
        break;
    }
    return search_ended(s.end);
}
