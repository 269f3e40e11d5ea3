/*
 * Alpha-beta for two players, with iterative deepening.
 *
 * Values are for player 1 or, where a goal is to be forced, for the player to move at the
 * root. The transposition table holds every position once, with its value or a bound;
 * when there is no memory for more, the search goes on without new entries.
 */
#include "best.h"
#include "visited.h"

enum bound { UNKNOWN, AT_LEAST, AT_MOST, EXACT };

enum {
    FOREVER = INT32_MAX, /* the depth of a proven value: no deeper search can change it */
    DEPTH_MAX = 400,
    NONE = -1,
};

/* The value of a win, more than any score. So a win cuts off all other actions, whatever
 * the window is. It is always proven, as only the end of a game has this value. */
#define WON (4 * STATE_COUNT_MAX)

struct known {
    int64_t value;
    action best;
    int32_t depth;
    enum bound bound;
};

struct alpha_beta {
    struct successors *x;
    struct best *best;
    struct visited table;
    struct known *known;
    int64_t known_room;
    bool full;             /* the table takes no more positions */
    unsigned char *states; /* a state for each depth */
    action *actions;       /* the lists of actions of all depths, one behind the other */
    int64_t room;
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
    int32_t entry; /* in the table, or NONE */
    bool maximizes;
    int64_t value; /* the best value of the children so far */
    action by;
    bool proven; /* no deeper search can change the value */
};

static struct state *state_at(const struct alpha_beta *s, int32_t ply)
{
    return (struct state *)(void *)(s->states + (size_t)ply * s->x->root->size);
}

/* The table's entry of a position, made if it is new; NONE if the table is full. */
static int32_t enter(struct alpha_beta *s, const struct state *state)
{
    if (s->full) return NONE;
    int32_t before = s->table.count;
    int32_t n = visited_add(&s->table, state, VISITED_ROOT);
    if (n != VISITED_FULL) {
        struct known *known = search_grow(s->x->limits, s->known, &s->known_room,
                                          s->table.count, sizeof *known);
        if (known == NULL) n = VISITED_FULL;
        if (known != NULL) s->known = known;
    }
    s->full = n == VISITED_FULL;
    if (s->full) return NONE;
    s->x->progress.positions = s->table.count;
    if (n == before) s->known[n] = (struct known){.bound = UNKNOWN};
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
    l->value = k->value;
    l->proven = k->depth == FOREVER;
    if (k->bound == EXACT) return true;
    return k->bound == AT_LEAST ? k->value >= w.beta : k->value <= w.alpha;
}

/* Stores the value in the table, unless it holds a deeper one. */
static void remember(struct alpha_beta *s, const struct look *l, struct window w)
{
    if (l->entry == NONE) return;
    struct known *k = &s->known[l->entry];
    int32_t depth = l->proven ? FOREVER : l->depth;
    if (k->bound != UNKNOWN && k->depth > depth) return;
    k->value = l->value;
    k->best = l->by;
    k->depth = depth;
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
    l->proven = true;
    l->by = s->actions[l->first];
    for (int i = 0; i < l->count; i++) {
        action by = s->actions[l->first + (size_t)i];
        struct state *from = x->from, *to = x->to;
        x->from = state_at(s, l->ply);
        x->to = state_at(s, l->ply + 1);
        s->end = successors_enter(x, by);
        x->from = from;
        x->to = to;
        if (s->end != SEARCH_GOES_ON) return;
        struct look child =
            look_at(s, l->ply + 1, l->depth - 1, l->first + (size_t)l->count, w);
        if (s->end != SEARCH_GOES_ON || take(l, &w, &child, by)) return;
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

static bool take_memory(struct alpha_beta *s, int32_t deepest)
{
    struct successors *x = s->x;
    size_t n = (size_t)deepest + 2;
    s->states = search_resize(x->limits, NULL, n, x->root->size);
    s->best->line = search_resize(x->limits, NULL, n, sizeof *s->best->line);
    return s->states != NULL && s->best->line != NULL &&
           visited_start(&s->table, x->game, x->limits, x->root, VISITED_ALONE);
}

/* The line follows the best actions in the table from the root on. */
static void write_line(struct alpha_beta *s, const struct look *root, int32_t deepest)
{
    struct best *best = s->best;
    const struct game *game = s->x->game;
    struct state *state = state_at(s, 1);
    best->score = score_of(s, root->value);
    best->exact = root->proven;
    best->count = 0;
    memcpy(state, s->x->root, s->x->root->size);
    action by = root->by;
    for (bool known = root->count > 0; known && best->count < deepest;) {
        best->line[best->count++] = by;
        if (game->apply(game, state, by, NULL) != APPLIED || s->full) break;
        int32_t entry = enter(s, state);
        known = entry != NONE && s->known[entry].bound != UNKNOWN &&
                game->turn(game, state) != OVER;
        if (known) by = s->known[entry].best;
    }
}

enum search_end best_alpha_beta(struct successors *x, struct best *best)
{
    struct alpha_beta s = {.x = x, .best = best, .end = SEARCH_GOES_ON};
    s.me = x->game->turn(x->game, x->root);
    int32_t deepest = best->length < DEPTH_MAX ? best->length : DEPTH_MAX;
    if (!take_memory(&s, deepest)) return SEARCH_MEMORY;
    memcpy(state_at(&s, 0), x->root, x->root->size);
    for (int32_t depth = 1; depth <= deepest; depth++) {
        struct window all = {-WON, WON};
        struct look root = look_at(&s, 0, depth, 0, all);
        if (s.end != SEARCH_GOES_ON) return s.end;
        x->progress.depth = depth;
        write_line(&s, &root, deepest);
        x->progress.best = best->score;
        if (root.proven) break;
    }
    return search_ended(s.end);
}
