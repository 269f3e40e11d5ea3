/*
 * The line of best play, which follows the table. Where that has forgotten what comes next in a
 * proven line, the position is searched again, with a window just around its value. This search
 * takes no proof from the table that is longer than the depth that is left. So each proof is
 * shorter than the one before it, and the line comes to an end even in a game in which positions
 * repeat.
 */
#include "alpha_beta.h"

static int32_t last_ply(const struct alpha_beta *s)
{
    return s->deepest + 2;
}

static struct state *end_of_line(const struct alpha_beta *s)
{
    return duel_state(&s->duel, last_ply(s));
}

/* Whether the line, of which `from` was searched, goes on with the best action of an
 * entry. *left: the actions to look ahead that are left; *height: a proof must be
 * shorter. */
static bool goes_on(const struct look *from, const struct known *k, int32_t left,
                    int32_t *height)
{
    const int64_t value = from->value;
    const bool sure = k->bound == EXACT || value == WON || value == -WON;
    if (k->bound == UNKNOWN || !sure || k->value != value) return false;
    if (k->move == CHOICE_NONE) return false;
    if (k->depth != FOREVER) return !from->proven && k->depth >= left;
    const bool shorter = k->height < *height;
    *height = k->height;
    return shorter;
}

/* Plays the action of this number at the end of the line, and adds it. */
static bool play(struct alpha_beta *s, int32_t move)
{
    struct best *best = s->duel.best;
    const struct game *game = s->duel.x->game;
    struct state *state = end_of_line(s);
    action by = 0;
    const struct poll poll = game_ask(game, (struct poll){NULL, NULL});
    bool done = duel_action(&s->duel, state, move, &by);
    if (done) {
        const enum applied applied = game->apply(game, state, by, NULL);
        const enum search_end end = search_applied(applied);
        if (end != SEARCH_GOES_ON) s->duel.end = end;
        done = applied == APPLIED || applied == IDLED;
    }
    game_ask(game, poll);
    if (done) best->line[best->count++] = by;
    return done;
}

/* Adds the best actions of `from`, a search of the position at the end of the line, and
 * of the positions behind it, as far as the table knows them. */
static void follow(struct alpha_beta *s, const struct look *from)
{
    const struct game *game = s->duel.x->game;
    int32_t left = from->depth, height = from->proven ? from->height : FOREVER,
            move = from->move;
    while (move != CHOICE_NONE && s->duel.best->count < s->deepest) {
        if (!play(s, move)) return;
        if (--left <= 0 && !from->proven) return;
        if (duel_knows(&s->duel)) return; /* the table's moves may be those of an image */
        const struct state *state = end_of_line(s);
        if (game->turn(game, state) == OVER) return;
        const struct known k = alpha_beta_known(s, duel_hash(&s->duel, state));
        move = goes_on(from, &k, left, &height) ? k.move : CHOICE_NONE;
    }
}

void alpha_beta_write_line(struct alpha_beta *s, const struct look *root)
{
    struct best *best = s->duel.best;
    best->score = duel_score(&s->duel, root->value);
    best->exact = root->proven;
    best->count = 0;
    memcpy(end_of_line(s), s->duel.x->root, s->duel.x->root->size);
    follow(s, root);
}

void alpha_beta_guess(struct alpha_beta *s, int32_t move)
{
    s->duel.best->count = 0;
    memcpy(end_of_line(s), s->duel.x->root, s->duel.x->root->size);
    if (move != CHOICE_NONE) play(s, move);
}

/* Searches the position at the end of the line until its value, which is known, is proven
 * again. */
static struct look prove_again(struct alpha_beta *s, int64_t value)
{
    const struct window w = {value > -WON ? value - 1 : -WON,
                             value < WON ? value + 1 : WON};
    struct look l = {.move = CHOICE_NONE};
    memcpy(duel_state(&s->duel, 0), end_of_line(s), s->duel.x->root->size);
    for (int32_t depth = s->strict ? 1 : s->deepest; depth <= s->deepest && !l.proven;
         depth++) {
        l = alpha_beta_look(s, 0, depth, 0, w);
        if (s->duel.end != SEARCH_GOES_ON) break;
    }
    return l;
}

bool alpha_beta_complete_line(struct alpha_beta *s, int64_t value)
{
    struct duel *d = &s->duel;
    const struct game *game = d->x->game;
    s->strict = !duel_knows(d);
    while (d->end == SEARCH_GOES_ON) {
        if (game->turn(game, end_of_line(s)) == OVER) return true;
        if (duel_is_goal(d, last_ply(s))) return true;
        if (d->best->count >= s->deepest || d->end != SEARCH_GOES_ON) return false;
        const struct look l = prove_again(s, value);
        if (d->end != SEARCH_GOES_ON || !l.proven || l.value != value) return false;
        if (l.list.count == 0 && l.move == CHOICE_NONE) return true;
        const int32_t before = d->best->count;
        follow(s, &l);
        if (d->best->count == before) return false;
    }
    return false;
}
