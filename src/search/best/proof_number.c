/*
 * Proof-number search, depth first (df-pn: Nagai, 2002; Kishimoto and Mueller, "Df-pn in Go: an
 * application to the one-eye problem", 2003), for the question whether one of two players, the
 * prover, can force a win.
 *
 * A position has a proof number, at least so many positions must still be won to prove it, and a
 * disproof number. The search goes on where least is missing, and returns from a position when
 * one of its numbers reaches a threshold, for then another position has become cheaper. The
 * numbers lie in the table (search/store/two_tier.h):
 *
 *     cost 6 | proof 24 | disproof 24 | 0
 *
 * What several lines have in common must not count for each of them. So where all children matter,
 * their number is that of the hardest one, and 1 for each of the others (weak proof-number search:
 * Ueda, Hashimoto, Hashimoto and Iida, 2008).
 *
 * If the game has an expert (search/expert.h), alpha-beta goes on where the first answers are not
 * enough: Domineering of 8 x 8 takes it a hundred thousand nodes, and proof numbers many millions.
 *
 * Who wins is two questions, whether either player can force it. They take turns, each for twice as
 * many nodes as before, until one is answered with yes, or both with no.
 *
 * **A position that repeats on the path counts as not won there.** A proof does not rely on that.
 * A refutation may, and need not hold on another path: then the search does not claim it.
 */
#include "duel.h"

#include "search/store/two_tier.h"

enum {
    NUMBER_BITS = 24,
    DISPROOF_AT = 10,
    PROOF_AT = DISPROOF_AT + NUMBER_BITS,
    NEVER = (1 << NUMBER_BITS) - 1, /* the number of what cannot be any more */
};

_Static_assert(PROOF_AT + NUMBER_BITS == TWO_TIER_DATA_BITS, "an entry has other bits");

struct numbers {
    int32_t proof, disproof;
};

static const struct numbers won = {0, NEVER}, lost = {NEVER, 0};

/* What is known of the position after a choice. */
struct after {
    uint64_t hash;
    struct numbers is;
};

struct prover {
    struct duel duel;
    struct two_tier table;
    struct after *after; /* by choice */
    int64_t after_room;
    uint64_t *path; /* the hashes of the positions on the path */
    int who;        /* the prover */
    int64_t until;  /* the question pauses when so many nodes are expanded */
    int32_t
        best; /* the choice that the position at the beginning of the path goes on with */
    bool repeats[3]; /* by prover: a position has repeated, or the path was too long */
};

struct node {
    struct listed list;
    int64_t nodes; /* how many had been expanded before it */
    bool proves;   /* the prover is to move: one child is enough */
};

/* ---- numbers ---- */

static struct numbers unpack(uint64_t data)
{
    return (struct numbers){(int32_t)(data >> PROOF_AT & NEVER),
                            (int32_t)(data >> DISPROOF_AT & NEVER)};
}

static void keep(struct prover *p, uint64_t hash, struct numbers is, int64_t nodes)
{
    two_tier_put(&p->table, hash,
                 two_tier_cost(nodes) | (uint64_t)is.proof << PROOF_AT |
                     (uint64_t)is.disproof << DISPROOF_AT);
}

/* Seen from the player to move: what he must show, and what the other one must. */
static struct numbers turned(struct numbers is, bool proves)
{
    return proves ? is : (struct numbers){is.disproof, is.proof};
}

static int32_t sum(int32_t a, int32_t b)
{
    return a >= NEVER - b ? NEVER - 1 : a + b;
}

/* The numbers of a node by its children; *best is the child to go on with, *second the number of
 * the next best one. */
static struct numbers of_children(const struct prover *p, const struct node *n,
                                  int32_t *best, int32_t *second)
{
    const struct after *after = p->after + n->list.first;
    struct numbers all = {NEVER, 0};
    int32_t others = 0;
    *best = 0;
    *second = NEVER;
    for (int32_t i = 0; i < n->list.count; i++) {
        const struct numbers is = turned(after[i].is, n->proves);
        if (is.proof < all.proof) {
            *second = all.proof;
            all.proof = is.proof;
            *best = i;
        } else if (is.proof < *second) {
            *second = is.proof;
        }
        others += is.disproof > 0;
        if (is.disproof > all.disproof) all.disproof = is.disproof;
    }
    if (all.proof == 0)
        all = won;
    else if (others > 1 && all.disproof < NEVER)
        all.disproof = sum(all.disproof, others - 1);
    return turned(all, n->proves);
}

/* ---- positions ---- */

/* Whether the position at this ply is decided as it stands; its actions must be listed. */
static bool is_decided(struct prover *p, const struct node *n, struct numbers *is)
{
    struct duel *d = &p->duel;
    if (n->list.wins != CHOICE_NONE) {
        *is = n->proves ? won : lost;
        return true;
    }
    if (n->list.count > 0) return false;
    const int64_t value = duel_value(d, n->list.ply, true),
                  wins = d->best->reached != NULL || p->who == 1 ? WON : -WON;
    *is = value == wins ? won : lost;
    return true;
}

/* Lists the position at this ply. */
static bool list(struct prover *p, struct node *n, int32_t ply, size_t first)
{
    struct duel *d = &p->duel;
    *n = (struct node){.list = {.ply = ply, .first = first},
                       .nodes = d->x->progress.nodes};
    n->proves = d->x->game->turn(d->x->game, duel_state(d, ply)) == p->who;
    return duel_list(d, &n->list);
}

/* The numbers of a new position at this ply. */
static struct numbers evaluate(struct prover *p, int32_t ply, size_t first)
{
    struct node n;
    struct numbers is = {1, 1};
    if (duel_is_goal(&p->duel, ply)) return won;
    if (p->duel.end != SEARCH_GOES_ON || !list(p, &n, ply, first)) return is;
    if (is_decided(p, &n, &is)) return is;
    return turned((struct numbers){1, n.list.count}, n.proves);
}

static bool is_on_path(const struct prover *p, int32_t ply, uint64_t hash)
{
    while (ply > 0)
        if (p->path[--ply] == hash) return true;
    return false;
}

/* Finds out the numbers of the position at this ply, of which the table knows nothing. */
static bool look_at_child(struct prover *p, int32_t ply, size_t behind, struct after *out)
{
    struct duel *d = &p->duel;
    struct after a = {two_tier_hash(duel_state(d, ply), (uint64_t)p->who), lost};
    if (is_on_path(p, ply, a.hash) || ply + 1 >= d->plies) {
        p->repeats[p->who] = true;
        *out = a;
        return true;
    }
    const uint64_t data = two_tier_find(&p->table, a.hash);
    a.is = data != 0 ? unpack(data) : evaluate(p, ply, behind);
    if (d->end != SEARCH_GOES_ON) return false;
    if (data == 0) keep(p, a.hash, a.is, 1);
    *out = a;
    return true;
}

/* Puts the choices that promise most in front. */
static void sort(struct choice *c, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        const struct choice x = c[i];
        int32_t k = i;
        for (; k > 0 && x.rank > c[k - 1].rank; k--) c[k] = c[k - 1];
        c[k] = x;
    }
}

/* Finds out the numbers of the positions after all choices of a node, or up to the first one that
 * decides it. */
static bool look_at_children(struct prover *p, struct node *n)
{
    struct duel *d = &p->duel;
    const int32_t count = n->list.count;
    const size_t first = n->list.first, behind = first + (size_t)count;
    struct after *after = search_grow(d->x->limits, p->after, &p->after_room,
                                      (int64_t)behind, sizeof *after);
    if (after == NULL) d->end = SEARCH_MEMORY;
    if (after == NULL) return false;
    p->after = after;
    sort(d->choices + first, count);
    for (int32_t i = 0; i < count; i++) {
        struct after *a = p->after + first + i;
        if (!duel_enter(d, n->list.ply, d->choices[first + (size_t)i].by)) return false;
        if (!look_at_child(p, n->list.ply + 1, behind, a)) return false;
        if (turned(a->is, n->proves).proof > 0) continue;
        p->after[first] = *a;
        const struct choice c = d->choices[first];
        d->choices[first] = d->choices[first + (size_t)i];
        d->choices[first + (size_t)i] = c;
        n->list.count = 1;
        break;
    }
    return true;
}

/* ---- the search ---- */

/* How far a child may go until its node would rather go on with another one, or is done. */
static struct numbers threshold(const struct prover *p, const struct node *n,
                                int32_t best, int32_t second, struct numbers upto)
{
    const struct after *after = p->after + n->list.first;
    const struct numbers limit = turned(upto, n->proves);
    /* A little more than the second best one, so that they do not take turns all the time. */
    const int32_t more = second < NEVER - second / 8 ? second + second / 8 + 1 : NEVER;
    int32_t others = 0;
    for (int32_t i = 0; i < n->list.count; i++)
        others += i != best && turned(after[i].is, n->proves).disproof > 0;
    const struct numbers next = {limit.proof < more ? limit.proof : more,
                                 limit.disproof >= NEVER ? NEVER
                                                         : limit.disproof - others};
    return turned(next, n->proves);
}

/* Searches the position at this ply until one of its numbers reaches its threshold, or the
 * question pauses. */
static struct numbers prove(struct prover *p, int32_t ply, size_t first, uint64_t hash,
                            struct numbers upto)
{
    struct duel *d = &p->duel;
    struct node n;
    struct numbers is = {1, 1};
    int32_t best = 0, second;
    p->path[ply] = hash;
    if (duel_is_goal(d, ply)) return won;
    if (d->end != SEARCH_GOES_ON || !list(p, &n, ply, first)) return is;
    if (is_decided(p, &n, &is)) {
        if (ply == 0) p->best = n.list.wins;
        keep(p, hash, is, 1);
        return is;
    }
    if (!look_at_children(p, &n)) return is;
    for (;;) {
        is = of_children(p, &n, &best, &second);
        if (is.proof >= upto.proof || is.disproof >= upto.disproof) break;
        if (d->x->progress.nodes >= p->until) break;
        const size_t at = first + (size_t)best;
        if (!duel_enter(d, ply, d->choices[at].by)) return is;
        const struct numbers child =
            prove(p, ply + 1, first + (size_t)n.list.count, p->after[at].hash,
                  threshold(p, &n, best, second, upto));
        if (d->end != SEARCH_GOES_ON) return is;
        p->after[at].is = child;
    }
    if (ply == 0) p->best = d->choices[first + (size_t)best].number;
    keep(p, hash, is, d->x->progress.nodes - n.nodes);
    return is;
}

/* Searches the position at ply 0. */
static struct numbers ask(struct prover *p, int who, int64_t until)
{
    p->who = who;
    p->until = until;
    const uint64_t hash = two_tier_hash(duel_state(&p->duel, 0), (uint64_t)who);
    return prove(p, 0, 0, hash, (struct numbers){NEVER, NEVER});
}

/* ---- the line ---- */

/* The action that the loser plays: the one that cost most to refute. */
static bool longest(struct prover *p, action *by)
{
    struct node n;
    uint64_t most = 0;
    struct duel *d = &p->duel;
    if (!list(p, &n, 0, 0) || n.list.count == 0) return false;
    *by = d->choices[0].by;
    for (int32_t i = 0; i < n.list.count; i++) {
        const struct choice c = d->choices[i];
        if (!duel_enter(d, 0, c.by)) return false;
        const uint64_t hash = two_tier_hash(duel_state(d, 1), (uint64_t)p->who);
        const uint64_t data = two_tier_find(&p->table, hash);
        if (data >> TWO_TIER_DATA_BITS <= most) continue;
        most = data >> TWO_TIER_DATA_BITS;
        *by = c.by;
    }
    return true;
}

/* The next action of the line from the position at ply 0. False: there is none, or a limit is
 * reached. */
static bool next_action(struct prover *p, action *by)
{
    struct duel *d = &p->duel;
    const struct game *game = d->x->game;
    if (game->turn(game, duel_state(d, 0)) != p->who) return longest(p, by);
    const struct numbers is = ask(p, p->who, INT64_MAX);
    if (d->end != SEARCH_GOES_ON || is.proof != 0) return false;
    return duel_action(d, duel_state(d, 0), p->best, by);
}

/* Whether the position at ply 0 was met on the line before. `met`: the hashes of the positions before
 * its actions. */
static bool is_repeated(const struct prover *p, uint64_t *met)
{
    const int32_t count = p->duel.best->count;
    met[count] = two_tier_hash(duel_state(&p->duel, 0), (uint64_t)p->who);
    for (int32_t i = 0; i < count; i++)
        if (met[i] == met[count]) return true;
    return false;
}

/* Writes a line on which the prover wins. Where it repeats a position, or a limit ends it, it ends
 * before the game. */
static void write_line(struct prover *p)
{
    struct duel *d = &p->duel;
    struct best *best = d->best;
    const struct game *game = d->x->game;
    action by;
    uint64_t *met = search_resize(d->x->limits, NULL, (uint64_t)d->plies, sizeof *met);
    for (best->count = 0; met != NULL && best->count + 3 < d->plies; best->count++) {
        if (game->turn(game, duel_state(d, 0)) == OVER || duel_is_goal(d, 0)) break;
        if (is_repeated(p, met)) break;
        if (d->end != SEARCH_GOES_ON || !next_action(p, &by)) break;
        if (!duel_enter(d, 0, by)) break;
        memcpy(duel_state(d, 0), duel_state(d, 1), d->x->root->size);
        best->line[best->count] = by;
    }
    search_free(d->x->limits, met);
}

/* ---- the questions ---- */

/* Asks in turns until one question is answered with yes, or both with no. Returns the prover of the
 * yes, or 0; that also where an expert is to be asked. */
static int who_wins(struct prover *p)
{
    enum { FIRST = 2000 };
    struct duel *d = &p->duel;
    const int questions = d->best->reached == NULL ? 2 : 1;
    bool no[3] = {false, false, false};
    for (int64_t nodes = FIRST;; nodes += nodes / 2) {
        if (duel_has_expert(d) && d->x->progress.nodes >= FIRST) return 0;
        for (int i = 0; i < questions; i++) {
            const int who = i == 0 ? d->me : 3 - d->me;
            if (no[who]) continue;
            const bool last = questions == 1 || no[3 - who];
            const struct numbers is =
                ask(p, who, last ? INT64_MAX : d->x->progress.nodes + nodes);
            if (d->end != SEARCH_GOES_ON) return 0;
            if (is.proof == 0) return who;
            no[who] = is.disproof == 0;
        }
        if (no[d->me] && (questions == 1 || no[3 - d->me])) return 0;
    }
}

static bool take_memory(struct prover *p, struct successors *x, struct best *best)
{
    const int32_t length = best->length < DUEL_DEPTH_MAX ? best->length : DUEL_DEPTH_MAX;
    if (!duel_start(&p->duel, x, best, length + 3)) return false;
    p->path = search_resize(x->limits, NULL, (uint64_t)length + 3, sizeof *p->path);
    two_tier_start(&p->table, x->limits, duel_table(&p->duel));
    return p->path != NULL;
}

enum search_end best_proof_number(struct successors *x, struct best *best)
{
    struct prover p = {.who = 0};
    if (!take_memory(&p, x, best)) return SEARCH_MEMORY;
    struct duel *d = &p.duel;
    const bool over = x->game->turn(x->game, x->root) == OVER;
    best->exact = false;
    if (!over) p.who = who_wins(&p);
    if (p.who != 0) {
        best->exact = true;
        best->score = best->reached != NULL || p.who == 1 ? best->most : best->least;
        write_line(&p);
    } else if (!over && d->end == SEARCH_GOES_ON && best->reached != NULL) {
        best->exact = !p.repeats[d->me];
        best->score = best->least;
    }
    two_tier_free(&p.table);
    search_free(x->limits, p.after);
    search_free(x->limits, p.path);
    duel_free(d);
    if (d->end != SEARCH_GOES_ON && !best->exact) return d->end;
    if (p.who != 0 || (best->reached != NULL && best->exact)) return SEARCH_DONE;
    search_free(x->limits, best->line);
    /* Neither wins, so there is a score to find; or an expert knows more. */
    return best_alpha_beta(x, best);
}
