/*
 * Plays games in batches as another program does, for spec/api/play.lua: play [OPTION=VALUE ...] FILE
 *
 *     count threads observation observer masks autoreset illegal max_steps all_players level seed steps
 *     levels=FILE trace=1 (each step of environment 0) solve=1 picture=SIDE misuse=1 record=1 idle=1 random=SEED
 *
 * Tells: actions planes size; then after `steps` steps with random possible actions the hash of all
 * that was seen, and what the game looks like.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tessera.h"

static struct tessera_source source;
static struct tessera_options o;
static int steps = 100, trace, solve, side, misuse, recorded, idles;
static uint64_t dice = 1;

static const struct {
    const char *name;
    int32_t *to;
} numbers[] = {
    {"count", &o.count},       {"threads", &o.threads},
    {"observer", &o.observer}, {"observation", &o.observation},
    {"masks", &o.masks},       {"autoreset", &o.autoreset},
    {"illegal", &o.illegal},   {"max_steps", &o.max_steps},
    {"level", &o.level},       {"all_players", &o.all_players},
    {"steps", &steps},         {"trace", &trace},
    {"solve", &solve},         {"picture", &side},
    {"misuse", &misuse},       {"starts", &source.starts},
    {"record", &recorded},     {"idle", &idles},
};

static void read_option(const char *text)
{
    const char *value = strchr(text, '=') + 1;
    size_t n = (size_t)(value - text) - 1;
    if (strncmp(text, "seed", n) == 0 && n == 4) o.seed = strtoull(value, NULL, 10);
    if (strncmp(text, "random", n) == 0 && n == 6) dice = strtoull(value, NULL, 10);
    if (strncmp(text, "levels", n) == 0 && n == 6) source.levels = value;
    if (strncmp(text, "instructions", n) == 0) source.instructions = atol(value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        bool is = strlen(numbers[i].name) == n && strncmp(text, numbers[i].name, n) == 0;
        if (is) *numbers[i].to = atoi(value);
    }
}

/* ---- the arrays ---- */

static size_t actions, seen, seats; /* who act in a step: all who act together, or one */
static int32_t players;
static int32_t *chosen, *player, *outcome, *length;
static uint8_t *observations, *final, *masks, *flags[3];
static float *rewards, *sums;
static struct tessera_arrays a;

static void *room(size_t count, size_t each)
{
    void *block = calloc(count > 0 ? count : 1, each);
    if (block == NULL) exit(2);
    return block;
}

static void make_arrays(const struct tessera_game *g)
{
    size_t n = (size_t)o.count;
    actions = (size_t)tessera_actions(g);
    seen = tessera_observation_size(g, (enum tessera_observation)o.observation);
    players = tessera_players(g);
    seats = (tessera_traits(g) & TESSERA_TOGETHER) != 0 ? (size_t)players : 1;
    a.size = sizeof a;
    a.actions = chosen = (int32_t *)room(n * seats, sizeof *chosen);
    a.observations = observations = (uint8_t *)room(n, seen);
    a.final_observations = final = (uint8_t *)room(n, seen);
    a.masks = masks = (uint8_t *)room(n * seats, actions);
    a.rewards = rewards = (float *)room(n * (size_t)players, sizeof *rewards);
    a.sum = sums = (float *)room(n * (size_t)players, sizeof *sums);
    a.terminated = flags[0] = (uint8_t *)room(n, 1);
    a.truncated = flags[1] = (uint8_t *)room(n, 1);
    a.illegal = flags[2] = (uint8_t *)room(n, 1);
    a.player = player = (int32_t *)room(n, sizeof *player);
    a.outcome = outcome = (int32_t *)room(n, sizeof *outcome);
    a.length = length = (int32_t *)room(n, sizeof *length);
}

static void free_arrays(void)
{
    void *all[] = {chosen, observations, final,  masks,    rewards,  sums,
                   player, outcome,      length, flags[0], flags[1], flags[2]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static uint64_t hash = 1469598103934665603u;

static void add(const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    }
}

static void add_arrays(void)
{
    size_t n = (size_t)o.count;
    add(observations, n * seen);
    if (o.masks != TESSERA_NO_MASK) add(masks, n * seats * actions);
    for (int i = 0; i < 3; i++) add(flags[i], n);
    add(player, n * sizeof *player);
    add(outcome, n * sizeof *outcome);
    add(length, n * sizeof *length);
    add(rewards, n * (o.all_players ? (size_t)players : seats) * sizeof *rewards);
}

/* ---- playing ---- */

static void fail(const struct tessera_error *e)
{
    printf("%s:%d:%d:%s:%s\n", e->file, (int)e->line, (int)e->column, e->rule, e->text);
    fflush(stdout);
}

static uint64_t random_number(void)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return dice;
}

/* A random action of those that are possible; without masks any. Who act together count as one each. */
static int32_t choose(size_t i)
{
    size_t from = (size_t)(random_number() % actions);
    for (size_t k = 0; k < actions && o.masks != TESSERA_NO_MASK; k++) {
        size_t at = (from + k) % actions;
        if (masks[i * actions + at]) return (int32_t)at;
    }
    return (int32_t)from;
}

static void show(struct tessera_batch *b, const struct tessera_game *g, int step)
{
    char text[4096], name[64];
    tessera_text(b, 0, text, sizeof text);
    printf("%d ", step);
    for (size_t p = 0; p < seats; p++) {
        tessera_action_text(g, chosen[p], name, sizeof name);
        printf("%s%s", p > 0 ? ", " : "", name);
    }
    printf(" reward %g sum %g length %d outcome %d%s%s%s\n%s", (double)rewards[0],
           (double)sums[0], (int)length[0], (int)outcome[0],
           flags[0][0] ? " terminated" : "", flags[1][0] ? " truncated" : "",
           flags[2][0] ? " illegal" : "", text);
}

static bool play(struct tessera_batch *b, const struct tessera_game *g)
{
    struct tessera_error error;
    long ended = 0;
    if (tessera_reset(b, NULL, &a, &error) != 0) return fail(&error), false;
    add_arrays();
    for (int step = 1; step <= steps; step++) {
        for (size_t i = 0; i < (size_t)o.count * seats; i++) chosen[i] = choose(i);
        int32_t n = tessera_step(b, &a, &error);
        if (n < 0) return fail(&error), false;
        ended += n;
        add_arrays();
        if (trace) show(b, g, step);
    }
    printf("%ld ended, %016llx\n", ended, (unsigned long long)hash);
    return true;
}

/* Saves, loads into another environment, and compares. */
static void save_and_load(struct tessera_batch *b)
{
    struct tessera_error error;
    int32_t n = tessera_save(b, 0, NULL, 0), last = o.count - 1;
    char *text = (char *)room((size_t)n + 1, 1), *again = (char *)room((size_t)n + 1, 1);
    if (tessera_save(b, 0, text, (size_t)n + 1) != n) puts("another length");
    if (tessera_load(b, last, text, &error) != 0) fail(&error);
    tessera_save(b, last, again, (size_t)n + 1);
    if (strcmp(text, again) != 0) puts("loaded otherwise");
    if (tessera_hash(b, 0) != tessera_hash(b, last)) puts("another hash");
    if (tessera_look(b, &a, &error) != 0) fail(&error);
    /* Foreign bytes: a text in which some are others. */
    for (int i = 0; i < 200; i++) {
        memcpy(again, text, (size_t)n + 1);
        for (int k = 0; k < 1 + i % 3; k++) {
            again[random_number() % (uint64_t)(n > 0 ? n : 1)] =
                (char)(random_number() % 256);
        }
        if (i % 4 == 0) again[random_number() % (uint64_t)(n + 1)] = '\0';
        if (tessera_load(b, last, again, &error) != 0 && error.text[0] == '\0')
            puts("refused without words");
        for (size_t k = 0; k < (size_t)o.count * seats; k++) chosen[k] = choose(k);
        tessera_step(b, &a, &error);
    }
    if (tessera_copy(b, last, b, 0, &error) != 0) fail(&error);
    free(text);
    free(again);
}

static void find_solution(struct tessera_batch *b, const struct tessera_game *g)
{
    struct tessera_error error;
    int32_t list[200];
    char name[64];
    if (tessera_reset(b, NULL, &a, &error) != 0) fail(&error);
    int32_t n = tessera_solve(b, 0, 10, solve == 2, list, 200, &error);
    if (n < 0) fail(&error);
    printf("%d:", (int)n);
    for (int32_t i = 0; i < n && i < 200; i++) {
        tessera_action_text(g, list[i], name, sizeof name);
        printf(" %s", name);
    }
    puts("");
}

/* What a step of zaps would leave undone, and of actions that are none; the environment stays. */
static void idle(struct tessera_batch *b)
{
    struct tessera_error error;
    char text[4096], again[8];
    if (tessera_reset(b, NULL, &a, &error) != 0) fail(&error);
    const uint64_t before = tessera_hash(b, 0);
    for (size_t p = 0; p < seats; p++) chosen[p] = p == 0 ? 0 : (int32_t)actions - 1;
    const int32_t n = tessera_idle(b, 0, chosen, text, sizeof text, &error);
    if (n < 0) {
        fail(&error);
        return;
    }
    printf("%d: %s\n", (int)n, text);
    if (tessera_idle(b, 0, chosen, again, sizeof again, &error) != n) puts("otherwise");
    chosen[seats - 1] = 77;
    if (tessera_idle(b, 0, chosen, NULL, 0, &error) >= 0) puts("not refused");
    fail(&error);
    if (tessera_idle(b, 9, chosen, NULL, 0, &error) >= 0) puts("not refused");
    if (tessera_idle(b, 0, NULL, NULL, 0, &error) >= 0) puts("not refused");
    if (tessera_hash(b, 0) != before) puts("changed");
}

/* The recording of the first actions, and of those that are none. */
static void record(struct tessera_batch *b)
{
    struct tessera_error error;
    const int32_t list[3] = {0, 1, 0}, wrong[1] = {77};
    if (tessera_reset(b, NULL, &a, &error) != 0) fail(&error);
    const uint64_t before = tessera_hash(b, 0);
    const int32_t n = tessera_record(b, 0, list, 3, NULL, 0, &error);
    if (n < 0) {
        fail(&error);
        return;
    }
    char *text = (char *)room((size_t)n + 1, 1);
    if (tessera_record(b, 0, list, 3, text, (size_t)n + 1, &error) != n)
        puts("another length");
    fputs(text, stdout);
    if (tessera_hash(b, 0) != before) puts("it has moved");
    if (tessera_record(b, 0, list, 3, text, 8, &error) != n || strlen(text) != 7)
        puts("another part");
    printf("%d\n", (int)tessera_record(b, 0, NULL, 0, NULL, 0, &error));
    if (tessera_record(b, 0, wrong, 1, text, 8, &error) == -1) puts(error.text);
    if (tessera_record(b, 0, NULL, 1, text, 8, &error) == -1) puts(error.text);
    if (tessera_record(b, 0, list, -1, text, 8, &error) == -1) puts(error.text);
    if (tessera_record(b, 99, list, 1, text, 8, &error) == -1) puts(error.text);
    free(text);
}

static void report(struct tessera_batch *b)
{
    struct tessera_error error;
    struct tessera_report r;
    memset(&r, 0, sizeof r);
    r.size = sizeof r;
    if (tessera_reset(b, NULL, &a, &error) != 0) fail(&error);
    if (tessera_report(b, 0, 10, &r, &error) != 0) {
        fail(&error);
        return;
    }
    printf("report: %g %g %g %g %.3f %.3f %.3f %g\n", r.solvable, r.length, r.solutions,
           r.positions, r.branching, r.dead_ends, r.losing, r.bottlenecks);
}

static void draw(struct tessera_batch *b)
{
    struct tessera_error error;
    int32_t rows = 0, columns = 0, level = tessera_level(b, 0, &rows, &columns);
    int32_t n = tessera_picture(b, 0, side, NULL, 0, &error);
    if (n < 0) {
        fail(&error);
        return;
    }
    uint8_t *pixels = (uint8_t *)room((size_t)n, 1);
    if (tessera_picture(b, 0, side, pixels, (size_t)n, &error) != n) puts("another size");
    printf("level %d, %d x %d cells\n", (int)level, (int)rows, (int)columns);
    if (n != rows * columns * side * side * 3) puts("another size than the board");
    printf("%d bytes:", (int)n);
    for (int32_t i = 0; i < n && i < 18; i++) printf(" %02x", pixels[i]);
    puts("");
    free(pixels);
}

/* ---- misuse ---- */

static void told(const char *what, int32_t result, const struct tessera_error *e)
{
    printf("%s: %d %s\n", what, (int)result, result < 0 ? e->text : "");
}

static void try_options(struct tessera_game *g, const char *what, int32_t *field,
                        int32_t value)
{
    struct tessera_error e;
    int32_t before = *field;
    *field = value;
    struct tessera_batch *b = tessera_batch_new(g, &o, &e);
    printf("%s %d: %s\n", what, (int)value, b != NULL ? "made" : e.text);
    tessera_batch_free(b);
    *field = before;
}

static void try_rewards(struct tessera_game *g, const char *what, float *field,
                        float value)
{
    struct tessera_error e;
    const float before = *field;
    *field = value;
    told(what, tessera_batch_new(g, &o, &e) == NULL ? -1 : 0, &e);
    *field = before;
}

static void try_misuse(struct tessera_game *g, struct tessera_batch *b)
{
    struct tessera_error e;
    struct tessera_arrays small;
    struct tessera_report r;
    char text[8];
    uint8_t byte[1];
    try_options(g, "count", &o.count, 0);
    try_options(g, "count", &o.count, INT32_MAX);
    try_options(g, "threads", &o.threads, -1);
    try_options(g, "threads", &o.threads, 1000);
    try_options(g, "observation", &o.observation, 9);
    try_options(g, "observer", &o.observer, 5);
    try_options(g, "observer", &o.observer, -3);
    try_options(g, "masks", &o.masks, 3);
    try_options(g, "autoreset", &o.autoreset, -1);
    try_options(g, "illegal", &o.illegal, 7);
    try_options(g, "max_steps", &o.max_steps, -1);
    try_options(g, "all_players", &o.all_players, 5);
    try_rewards(g, "illegal_reward", &o.illegal_reward, -INFINITY);
    try_rewards(g, "win_reward", &o.win_reward, NAN);
    try_rewards(g, "step_reward", &o.step_reward, INFINITY);
    try_options(g, "level", &o.level, 99);
    told("no game", tessera_batch_new(NULL, &o, &e) == NULL ? -1 : 0, &e);
    told("no options", tessera_batch_new(g, NULL, &e) == NULL ? -1 : 0, &e);
    told("no batch", tessera_step(NULL, &a, &e), &e);
    told("no arrays", tessera_step(b, NULL, &e), &e);
    memset(&small, 0, sizeof small);
    told("arrays without a size", tessera_step(b, &small, &e), &e);
    small.size = sizeof small;
    told("no actions", tessera_step(b, &small, &e), &e);
    told("nothing but a reset", tessera_reset(b, NULL, NULL, &e), &e);
    chosen[0] = (int32_t)actions;
    told("an action beyond the list", tessera_step(b, &a, &e), &e);
    chosen[0] = -1;
    told("a negative action", tessera_step(b, &a, NULL), &e);
    struct tessera_start start;
    int32_t levels[1] = {99};
    memset(&start, 0, sizeof start);
    start.size = sizeof start;
    start.levels = levels;
    o.count = 1;
    told("a level that is none", tessera_reset(b, &start, &a, &e), &e);
    told("environment -1", tessera_load(b, -1, "", &e), &e);
    told("environment 10^6", tessera_load(b, 1000000, "", &e), &e);
    told("no text", tessera_load(b, 0, NULL, &e), &e);
    told("an empty text", tessera_load(b, 0, "", &e), &e);
    told("copy to nowhere", tessera_copy(b, 99, b, 0, &e), &e);
    told("copy from nothing", tessera_copy(b, 0, NULL, 0, &e), &e);
    told("a picture without pixels", tessera_picture(b, 0, 0, byte, 1, &e), &e);
    told("a picture of nothing", tessera_picture(b, 77, 1, byte, 1, &e), &e);
    told("a solution of nothing", tessera_solve(b, 77, 1, 0, NULL, 0, &e), &e);
    told("a solution in -1 s", tessera_solve(b, 0, -1, 0, NULL, 0, &e), &e);
    memset(&r, 0, sizeof r);
    told("a report without a size", tessera_report(b, 0, 1, &r, &e), &e);
    told("a report of nothing", tessera_report(b, 77, 1, &r, &e), &e);
    told("no report", tessera_report(b, 0, 1, NULL, &e), &e);
    printf("%d\n", (int)tessera_level(b, 99, NULL, NULL));
    printf("%d %d %d %d %d\n", (int)tessera_save(b, 99, text, 8),
           (int)tessera_text(NULL, 0, text, 8), (int)tessera_hash(b, 99),
           (int)tessera_action_text(g, -1, text, 8),
           (int)tessera_action_text(g, INT32_MAX, text, 8));
    printf("%d %d %d %d\n", (int)tessera_action_index(g, "nonsense"),
           (int)tessera_action_index(g, NULL), (int)tessera_actions(NULL),
           (int)tessera_planes(g, (enum tessera_observation)99));
    printf("%d '%s' %d\n", (int)tessera_action_text(g, 0, text, 3), text,
           (int)tessera_plane_name(g, TESSERA_PLANES, 9999, NULL, 0));
    tessera_batch_free(NULL);
}

int main(int argc, char **argv)
{
    struct tessera_error error;
    source.size = sizeof source;
    o.size = sizeof o;
    o.count = 8;
    for (int i = 1; i < argc - 1; i++) read_option(argv[i]);
    source.name = argv[argc - 1];
    struct tessera_game *g = tessera_open(&source, &error);
    if (g == NULL) return fail(&error), 0;
    make_arrays(g);
    struct tessera_batch *b = tessera_batch_new(g, &o, &error);
    if (b == NULL) {
        fail(&error);
    } else {
        printf("%zu actions, %d planes, %zu bytes\n", actions,
               (int)tessera_planes(g, (enum tessera_observation)o.observation), seen);
        if (play(b, g) && !misuse) save_and_load(b);
        if (side > 0) draw(b);
        if (solve) find_solution(b, g);
        if (solve) report(b);
        if (recorded) record(b);
        if (idles) idle(b);
        if (misuse) try_misuse(g, b);
    }
    tessera_batch_free(b);
    tessera_close(g);
    free_arrays();
    return 0;
}
