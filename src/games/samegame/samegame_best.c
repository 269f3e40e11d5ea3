/*
 * The search for many points: nested rollout policy adaptation (Rosin, "Nested rollout
 * policy adaptation for Monte Carlo tree search", 2011). Each level runs the level below
 * it many times, and after each run shifts its weights towards its best line. The lowest
 * level plays random games by its weights, several for each shift (Cazenave, Sevestre and
 * Toulemont, "Stabilized nested rollout policy adaptation", 2020). Before the top level
 * shifts its weights, the line from the level below is polished by small changes; most
 * nodes are spent there. While nodes are left, the search restarts. The most frequent
 * value is nearly tabu until nothing else is left (Cazenave, "Nested Monte-Carlo search",
 * 2009).
 *
 * The paper's policy holds logarithms of weights. We keep the weights themselves, so that
 * a game needs no exponentials.
 */
#include "samegame_best.h"

#include "base/rng.h"
#include "search/threads/parallel.h"
#include "samegame_rules.h"
#include "samegame_meter.h"
#include "samegame_policy.h"
#include "samegame_polish.h"
#include "samegame_sweep.h"

enum { LEVELS = 3, GAMES = 4, ROUNDS_MIN = 3, ROUNDS_MAX = 60 };

/* Share of the nodes spent on polishing: lines of the level below the top
 * (PERCENT_INNER), the final line (PERCENT_OUTER). */
enum { PERCENT_INNER = 80, PERCENT_OUTER = 10 };
/* The temperature of the annealing, in points: HEAT at first, COLD in the end. */
static const double HEAT_INNER = 20, HEAT_OUTER = 20, COLD = 2;

/* A level of nesting, with the slots of its best line: the moves that were possible at
 * step i have the slots from slot[start[i]] on, and the move played has chosen[i]. */
struct level {
    struct blocks_line best;
    double *weight; /* by slot */
    int32_t *start, *chosen, *slot;
    bool expanded; /* start, chosen and slot are up to date */
};

struct search {
    struct meter meter;
    int64_t score; /* of the root */
    uint64_t rng;
    int32_t rounds;       /* how often a level runs the level below */
    int64_t inner, outer; /* nodes for polishing: a line below the top, the final line */
    struct blocks play;
    void *root; /* the first position */
    struct polish polish;
    struct policy policy;
    struct blocks_line game, best;
    struct level level[LEVELS];
};

/* ---- a game ---- */

/* Draws a move in proportion to the weights. Returns the leader of its region. */
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

static void count_nodes(struct search *x, int64_t nodes)
{
    x->meter.progress->best = x->score + x->best.score;
    meter_count(&x->meter, nodes);
}

static void play_game(struct search *x, const double *weight)
{
    struct blocks *b = &x->play;
    struct blocks_line *game = &x->game;
    blocks_back(b, x->root);
    game->count = 0;
    game->score = 0;
    while (b->moves > 0) {
        blocks_take(b, game, choose(x, b, weight));
    }
    blocks_end_line(b, game);
    if (game->score > x->best.score) blocks_copy_line(&x->best, game);
    meter_reach(&x->meter, game->count);
    count_nodes(x, game->count);
}

/* ---- adapting ---- */

/* Replays the level's best line to find the slots of its moves. */
static void expand(struct search *x, struct level *level)
{
    struct blocks *b = &x->play;
    int32_t used = 0;
    blocks_back(b, x->root);
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

/* e^-x for x in 0 .. 1, to the same bits on every machine. */
static double shrink(double x)
{
    double y = x / -4;
    double e = 1 + y * (1 + y * (1.0 / 2 + y * (1.0 / 6 + y * (1.0 / 24 + y / 120))));
    e *= e;
    return e * e;
}

/* Each possible move of probability p loses by the factor e^p; the move
 * played gains by e. */
static void adapt_step(double *weight, const int32_t *slot, int32_t count, int32_t chosen)
{
    static const double least = 1e-200, most = 1e200, e = 2.718281828459045;
    double total = 0;
    for (int32_t i = 0; i < count; i++) total += weight[slot[i]];
    for (int32_t i = 0; i < count; i++) {
        double *w = &weight[slot[i]], chance = *w / total;
        if (chance > 1e-6) *w *= shrink(chance);
        if (*w < least) *w = least;
    }
    if (chosen == NO_SLOT) return;
    double *w = &weight[chosen];
    *w = *w * e > most ? most : *w * e;
}

/* Makes the level's best line likelier. */
static void adapt(struct search *x, struct level *level)
{
    if (!level->expanded) expand(x, level);
    for (int32_t i = 0; i < level->best.count; i++) {
        const int32_t *slot = level->slot + level->start[i];
        adapt_step(level->weight, slot, level->start[i + 1] - level->start[i],
                   level->chosen[i]);
    }
}

static void offer(struct level *level, const struct blocks_line *line)
{
    if (line->score < level->best.score) return;
    blocks_copy_line(&level->best, line);
    level->expanded = false;
}

static void play_games(struct search *x, struct level *level)
{
    for (int32_t i = 0; i < x->rounds && meter_runs(&x->meter); i++) {
        for (int j = 0; j < GAMES && meter_runs(&x->meter); j++) {
            play_game(x, level->weight);
            offer(level, &x->game);
        }
        if (meter_runs(&x->meter)) adapt(x, level);
    }
}

/* Polishes a line for this many nodes. */
static void polish(struct search *x, struct blocks_line *line, int64_t nodes, double heat)
{
    struct polish *p = &x->polish;
    if (nodes <= 0) return;
    polish_start(p, line);
    p->nodes = 0;
    for (int64_t told = 0; told < nodes && meter_runs(&x->meter); told = p->nodes) {
        double rest = 1 - (double)p->nodes / (double)nodes;
        polish_step(p, COLD + heat * rest * rest);
        if (p->best.score > x->best.score) blocks_copy_line(&x->best, &p->best);
        count_nodes(x, p->nodes - told);
    }
    blocks_copy_line(line, &p->best);
}

/* Runs a level with its weights. */
static void nest(struct search *x, int depth)
{
    struct level *level = &x->level[depth];
    int32_t mark = x->policy.slots;
    level->best.score = -1;
    if (depth == 0) play_games(x, level);
    for (int32_t i = 0; depth > 0 && i < x->rounds && meter_runs(&x->meter); i++) {
        struct level *below = &x->level[depth - 1];
        memcpy(below->weight, level->weight,
               (size_t)x->policy.slots * sizeof *below->weight);
        nest(x, depth - 1);
        if (depth == LEVELS - 1) polish(x, &below->best, x->inner, HEAT_INNER);
        offer(level, &below->best);
        if (meter_runs(&x->meter)) adapt(x, level);
    }
    policy_forget(&x->policy, mark);
}

/* ---- starting and ending ---- */

/* How many rounds of each level the nodes allow. */
static int32_t rounds_for(int64_t nodes, int32_t blocks)
{
    int64_t games = nodes / (blocks / 5 + 1);
    int32_t rounds = ROUNDS_MIN;
    while (rounds < ROUNDS_MAX && GAMES * (int64_t)rounds * rounds * rounds < games) {
        rounds++;
    }
    return rounds;
}

/* Points the arrays of a search into `memory`. Returns how many bytes they take; `memory`
 * may be NULL for that. */
static size_t lay_out(struct search *x, const struct samegame *s, unsigned char *memory)
{
    size_t used = 0, n = (size_t)samegame_left(s) + 1;
#define PLACE(part, bytes)                                  \
    part = (void *)(memory == NULL ? NULL : memory + used); \
    used += state_align(bytes)
    void *play, *policy, *polish;
    PLACE(x->root, blocks_kept_size(s));
    PLACE(polish, polish_size(s));
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
        /* A move removes two blocks or more, so step i has at most n / 2 - i moves. */
        PLACE(level->slot, (n / 2) * (n / 2 + 1) / 2 * sizeof *level->slot);
    }
#undef PLACE
    if (memory == NULL) return used;
    blocks_start(&x->play, play, s);
    blocks_keep(&x->play, x->root);
    policy_start(&x->policy, policy, &x->play);
    x->polish = (struct polish){
        .play = &x->play, .root = x->root, .tabu = x->policy.tabu, .rng = &x->rng};
    polish_lay_out(&x->polish, s, polish);
    return used;
}

/* Divides the nodes among games and polishing, and the latter among the lines. */
static void plan(struct search *x, int64_t nodes, int32_t blocks)
{
    x->rounds = rounds_for(nodes / 100 * (100 - PERCENT_INNER - PERCENT_OUTER), blocks);
    x->inner = nodes / 100 * PERCENT_INNER / x->rounds;
    x->outer = nodes / 100 * PERCENT_OUTER;
    x->best.score = -1;
}

static void tell_line(struct search *x, action *moves, struct samegame_line *line)
{
    struct blocks *b = &x->play;
    blocks_back(b, x->root);
    for (int32_t i = 0; i < x->best.count; i++) {
        moves[i] = blocks_action(b, x->best.leader[i]);
        blocks_remove(b, b->region[x->best.leader[i]]);
    }
    *line = (struct samegame_line){moves, x->best.count, x->best.left, x->score};
    state_count(&line->score, x->best.score);
}

static enum search_end play_once(struct search *x, const struct samegame *s, void *memory,
                                 action *moves, struct samegame_line *line)
{
    struct samegame *copy = memory;
    memcpy(copy, s, s->block.size);
    int32_t count = samegame_sweep(copy, &x->meter, moves);
    *line =
        (struct samegame_line){moves, count, samegame_left(copy), rest_of(copy)->score};
    return search_ended(x->meter.end);
}

enum search_end samegame_best(const struct samegame *s, uint64_t seed,
                              const struct search_limits *limits,
                              struct samegame_line *line,
                              struct search_progress *progress)
{
    /* For policy_spare, in turn by restarts. */
    static const double spare[] = {8, 0, 4};
    struct search x = {.rng = seed, .score = rest_of(s)->score};
    meter_start(&x.meter, limits, progress);
    *line = (struct samegame_line){NULL, 0, samegame_left(s), rest_of(s)->score};
    if (!samegame_goes_on(s)) return SEARCH_DONE;
    if (!meter_runs(&x.meter)) return x.meter.end;
    /* Nodes are counted after each game or change of a line, which takes at
     * most n / 2. */
    size_t n = (size_t)samegame_left(s);
    int64_t room = limits->nodes - (int64_t)(n / 2);
    bool once = blocks_size(s) == 0 || room < 0;
    size_t bytes = once ? s->block.size : lay_out(&x, s, NULL);
    action *moves = search_resize(limits, NULL, n / 2, sizeof *moves);
    void *memory = search_resize(limits, NULL, bytes, 1);
    if (moves == NULL || memory == NULL) return SEARCH_MEMORY;
    if (once) return play_once(&x, s, memory, moves, line);
    x.meter.nodes = room;
    lay_out(&x, s, memory);
    plan(&x, limits->nodes, samegame_left(s));
    for (int start = 0; meter_runs(&x.meter); start++) {
        policy_spare(&x.policy, spare[start % (int)(sizeof spare / sizeof *spare)]);
        nest(&x, LEVELS - 1);
        polish(&x, &x.level[LEVELS - 1].best, x.outer, HEAT_OUTER);
    }
    tell_line(&x, moves, line);
    return x.meter.end;
}

/* ---- in threads ---- */

struct searches {
    const struct samegame *root;
    uint64_t seed;
    struct samegame_line line[THREADS_MAX];
};

static enum search_end search_part(void *with, int number,
                                   const struct search_limits *limits,
                                   struct search_progress *progress)
{
    struct searches *all = with;
    return samegame_best(all->root, all->seed + (uint64_t)number, limits,
                         &all->line[number], progress);
}

enum search_end samegame_best_parallel(const struct samegame *s, uint64_t seed, int count,
                                       const struct search_limits *limits,
                                       struct samegame_line *line,
                                       struct search_progress *progress)
{
    struct searches all = {.root = s, .seed = seed};
    enum search_end end = parallel_search(limits, progress, count, search_part, &all);
    *line = all.line[0];
    for (int i = 1; i < count; i++) {
        if (all.line[i].score > line->score) *line = all.line[i];
    }
    return end;
}
