/*
 * Nested rollout policy adaptation (Rosin, "Nested rollout policy adaptation for Monte
 * Carlo tree search", 2011). A level plays the one below it again and again and each time
 * shifts its weights towards its best line; the lowest one plays games at random by these
 * weights, several for each shift (Cazenave, Sevestre and Toulemont, "Stabilized nested
 * rollout policy adaptation", 2020). While there are nodes, all starts again. The most
 * frequent value is nearly tabu until nothing else is left (Cazenave, "Nested
 * Monte-Carlo search", 2009).
 *
 * A weight is kept as what the policy is the logarithm of, so that a game costs no
 * exponentials.
 */
#include "samegame.h"

#include "../rng.h"
#include "../samegame_rules.h"
#include "samegame_policy.h"

enum { LEVELS = 3, GAMES = 4, ROUNDS_MIN = 3, ROUNDS_MAX = 60 };
enum { SLOT_LINE, SLOT_SEARCH };

/* A game: the leaders of what was removed. */
struct line {
    uint16_t *leader;
    int32_t count, left;
    int64_t score;
};

/* A level of nesting. The slots of all moves that its best line passes by are kept while
 * the line is the best: step i has those from start[i] on and chose chosen[i]. */
struct level {
    struct line best;
    double *weight; /* by slot */
    int32_t *start, *chosen, *slot;
    bool expanded; /* these are those of the best line */
};

struct search {
    const struct search_limits *limits;
    struct search_progress *progress;
    enum search_end end; /* SEARCH_DONE while it goes on */
    int64_t poll;        /* when to ask limits->stop again */
    uint64_t rng;
    int32_t rounds; /* of a level */
    struct blocks root, play;
    struct policy policy;
    struct line game, best;
    struct level level[LEVELS];
};

/* ---- a game ---- */

static uint32_t choose(struct search *x, struct blocks *b, const double *weight)
{
    double total = 0;
    for (int32_t i = 0; i < b->moves; i++) {
        if (b->weight[i] < 0) {
            b->weight[i] = policy_weight(&x->policy, weight, b, b->move[i]);
        }
        total += b->weight[i];
    }
    double rest = (double)(rng_next(&x->rng) >> 11) * 0x1p-53 * total;
    int32_t i = 0;
    for (; i < b->moves - 1; i++) {
        rest -= b->weight[i];
        if (rest < 0) break;
    }
    return b->move[i];
}

static void copy_line(struct line *to, const struct line *from)
{
    memcpy(to->leader, from->leader, (size_t)from->count * sizeof *to->leader);
    to->count = from->count;
    to->left = from->left;
    to->score = from->score;
}

static void count_nodes(struct search *x, int64_t nodes)
{
    struct search_progress *p = x->progress;
    p->nodes += nodes;
    p->best = x->best.score;
    if (p->nodes >= x->limits->nodes) x->end = SEARCH_NODES;
    if (p->nodes < x->poll) return;
    x->poll = p->nodes + SEARCH_POLL;
    if (x->limits->stop != NULL && x->limits->stop(x->limits->with, p)) {
        x->end = SEARCH_STOPPED;
    }
}

static void play_game(struct search *x, const double *weight)
{
    struct blocks *b = &x->play;
    struct line *game = &x->game;
    blocks_copy(b, &x->root);
    game->count = 0;
    game->score = 0;
    while (b->moves > 0) {
        uint32_t leader = choose(x, b, weight);
        game->leader[game->count++] = (uint16_t)leader;
        game->score += blocks_points(b->size[leader]);
        blocks_remove(b, leader);
    }
    game->left = b->left;
    if (b->left == 0) game->score += SAMEGAME_CLEARED;
    if (game->score > x->best.score) copy_line(&x->best, game);
    count_nodes(x, game->count);
}

/* ---- adapting ---- */

static void expand(struct search *x, struct level *level)
{
    struct blocks *b = &x->play;
    int32_t used = 0;
    blocks_copy(b, &x->root);
    for (int32_t i = 0; i < level->best.count; i++) {
        uint32_t leader = b->region[level->best.leader[i]];
        level->start[i] = used;
        level->chosen[i] = NO_SLOT;
        for (int32_t m = 0; m < b->moves; m++) {
            int32_t slot = policy_slot(&x->policy, level->weight, b, b->move[m]);
            if (slot == NO_SLOT) continue;
            if (b->move[m] == leader) level->chosen[i] = slot;
            level->slot[used++] = slot;
        }
        blocks_remove(b, leader);
    }
    level->start[level->best.count] = used;
    level->expanded = true;
}

/* Each move loses by the chance it had, the chosen one gains. */
static void adapt_step(double *weight, const int32_t *slot, int32_t count, int32_t chosen)
{
    static const double least = 1e-200, most = 1e200, e = 2.718281828459045;
    double total = 0;
    for (int32_t i = 0; i < count; i++) total += weight[slot[i]];
    for (int32_t i = 0; i < count; i++) {
        double *w = &weight[slot[i]], chance = *w / total;
        if (chance > 1e-6) *w *= policy_shrink(chance);
        if (*w < least) *w = least;
    }
    if (chosen == NO_SLOT) return;
    double *w = &weight[chosen];
    *w = *w * e > most ? most : *w * e;
}

static void adapt(struct search *x, struct level *level)
{
    if (!level->expanded) expand(x, level);
    for (int32_t i = 0; i < level->best.count; i++) {
        const int32_t *slot = level->slot + level->start[i];
        adapt_step(level->weight, slot, level->start[i + 1] - level->start[i],
                   level->chosen[i]);
    }
}

static void offer(struct level *level, const struct line *line)
{
    if (line->score < level->best.score) return;
    copy_line(&level->best, line);
    level->expanded = false;
}

static void play_games(struct search *x, struct level *level)
{
    for (int32_t i = 0; i < x->rounds && x->end == SEARCH_DONE; i++) {
        for (int j = 0; j < GAMES && x->end == SEARCH_DONE; j++) {
            play_game(x, level->weight);
            offer(level, &x->game);
        }
        if (x->end == SEARCH_DONE) adapt(x, level);
    }
}

/* Plays a level with the weights that it has. NOLINTNEXTLINE(misc-no-recursion) */
static void nest(struct search *x, int depth)
{
    struct level *level = &x->level[depth];
    int32_t mark = x->policy.slots;
    level->best.score = -1;
    if (depth == 0) play_games(x, level);
    for (int32_t i = 0; depth > 0 && i < x->rounds && x->end == SEARCH_DONE; i++) {
        struct level *below = &x->level[depth - 1];
        memcpy(below->weight, level->weight,
               (size_t)x->policy.slots * sizeof *below->weight);
        nest(x, depth - 1);
        offer(level, &below->best);
        if (x->end == SEARCH_DONE) adapt(x, level);
    }
    policy_forget(&x->policy, mark);
}

/* ---- starting and ending ---- */

/* The rounds of a level for which the nodes are just enough. */
static int32_t rounds_for(int64_t nodes, int32_t blocks)
{
    int64_t games = nodes / (blocks / 5 + 1);
    int32_t rounds = ROUNDS_MIN;
    while (rounds < ROUNDS_MAX && GAMES * (int64_t)rounds * rounds * rounds < games) {
        rounds++;
    }
    return rounds;
}

/* Gives a search its places in `memory`; returns how many bytes that takes. */
static size_t lay_out(struct search *x, const struct samegame *s, unsigned char *memory)
{
    size_t used = 0, n = (size_t)samegame_left(s) + 1;
#define PLACE(part, bytes)                                  \
    part = (void *)(memory == NULL ? NULL : memory + used); \
    used += state_align(bytes)
    void *root, *play, *policy;
    PLACE(root, blocks_size(s));
    PLACE(play, blocks_size(s));
    PLACE(policy, policy_size());
    PLACE(x->game.leader, n / 2 * sizeof *x->game.leader);
    PLACE(x->best.leader, n / 2 * sizeof *x->best.leader);
    for (int i = 0; i < LEVELS; i++) {
        struct level *level = &x->level[i];
        PLACE(level->best.leader, n / 2 * sizeof *level->best.leader);
        PLACE(level->weight, POLICY_SLOTS * sizeof *level->weight);
        PLACE(level->start, (n / 2 + 1) * sizeof *level->start);
        PLACE(level->chosen, n / 2 * sizeof *level->chosen);
        /* A move removes two blocks, so step i passes by no more than n / 2 - i. */
        PLACE(level->slot, (n / 2) * (n / 2 + 1) / 2 * sizeof *level->slot);
    }
#undef PLACE
    if (memory == NULL) return used;
    blocks_start(&x->root, root, s);
    blocks_twin(&x->play, play, &x->root);
    policy_start(&x->policy, policy, &x->root);
    return used;
}

static void tell_line(struct search *x, const struct samegame *s, action *moves,
                      struct samegame_line *line)
{
    struct blocks *b = &x->play;
    blocks_copy(b, &x->root);
    for (int32_t i = 0; i < x->best.count; i++) {
        moves[i] = blocks_action(b, x->best.leader[i]);
        blocks_remove(b, x->best.leader[i]);
    }
    *line = (struct samegame_line){moves, x->best.count, x->best.left, samegame_score(s)};
    state_count(&line->score, x->best.score);
}

enum search_end samegame_best(const struct samegame *s, uint64_t seed,
                              const struct search_limits *limits,
                              struct samegame_line *line,
                              struct search_progress *progress)
{
    struct search x = {.limits = limits, .progress = progress, .rng = seed};
    *progress = (struct search_progress){0};
    *line = (struct samegame_line){NULL, 0, samegame_left(s), samegame_score(s)};
    if (samegame_pairs(s) == 0) return SEARCH_DONE;
    size_t n = (size_t)samegame_left(s);
    action *moves = limits->resize(limits->with, SLOT_LINE, n / 2 * sizeof *moves);
    void *memory = limits->resize(limits->with, SLOT_SEARCH, lay_out(&x, s, NULL));
    if (moves == NULL || memory == NULL) return SEARCH_MEMORY;
    lay_out(&x, s, memory);
    x.rounds = rounds_for(limits->nodes, samegame_left(s));
    x.best.score = -1;
    while (x.end == SEARCH_DONE) nest(&x, LEVELS - 1);
    tell_line(&x, s, moves, line);
    return x.end;
}
