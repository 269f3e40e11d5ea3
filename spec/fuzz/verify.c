/*
 * The fuzz target of the verifier of compiled rules (src/patterns/verify/verify.c), for libFuzzer.
 *
 * An input describes a game, a board and actions (rules_describe.h). Words of its compiled
 * program are changed, by numbers that follow from the input, as if the compiler had a fault: each
 * such program is refused, or it can be described, runs clean, and never writes off the board.
 * Before the first input, verify_kinds.h changes one part of a program of each kind: each must be
 * refused.
 */
#include "game/game.h"

static const struct game *game;
#define TARGET "verify"

#include "base/rng.h"
#include "laws.h"
#include "models.h"
#include "patterns/play/choose_rule.h"
#include "rules_build.h"
#include "verify_kinds.h"

enum {
    MUTANTS = 100, /* of one program */
    WORDS = 3,     /* that are changed in one, at most */
    MANY = 2000,   /* actions; games with more take too long */
    TRIED = 6,     /* actions of a position */
    PLAYED = 4,    /* of which so many are played one after the other */
};

/* ---- mutants ---- */

static uint64_t seed_of(const uint8_t *data, size_t size)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Changes a word of the program: a number to another one, or a pointer to another one. Most words
 * are zero, of what a game might have and has not; others are preferred. */
static void mutate_word(uint64_t *rng)
{
    const uint32_t pointers = (uint32_t)(program.used / sizeof(void *)),
                   words = (uint32_t)(program.used / sizeof(int32_t));
    int32_t *word;
    int tries = 0;
    do {
        word = (int32_t *)(void *)program.at + rng_below(rng, words);
    } while (*word == 0 && ++tries < 20);
    char *pointer = program.at + ((char *)word - program.at) / (ptrdiff_t)sizeof(void *) *
                                     (ptrdiff_t)sizeof(void *);
    char *near = (char *)word;
    switch (rng_below(rng, 8)) {
    case 0: *word ^= (int32_t)(1u << rng_below(rng, 32)); break;
    case 1: *word = (int32_t)((uint32_t)*word + 1); break;
    case 2: *word = (int32_t)((uint32_t)*word - 1); break;
    case 3: *word = (int32_t)rng_below(rng, 300) - 20; break;
    case 4: near[rng_below(rng, 4)] = (char)rng_below(rng, 256); break;
    case 5: near[rng_below(rng, 4)] ^= (char)(1u << rng_below(rng, 8)); break;
    case 6: /* to where another one points */
        memcpy(pointer, program.at + rng_below(rng, pointers) * sizeof(void *),
               sizeof(void *));
        break;
    default: { /* into the program, or a bit beside */
        const char *to = program.at + rng_below(rng, (uint32_t)program.used + 64);
        memcpy(pointer, &to, sizeof to);
    }
    }
}

/* Calls what the engine and the bindings may ask of a program in a position. */
static void ask(struct state *s)
{
    static action list[CANDIDATES_MAX];
    static struct foreseen foreseen[TRIED];
    struct pattern_run run;
    struct pattern_bitboards bits;
    char why[WHY_MAX];
    struct event at[EVENTS_MAX];
    struct events events = {at, EVENTS_MAX, 0};
    struct report report = {.events = &events};
    int n = game->candidates(game, s, list, CANDIDATES_MAX);
    if (n > CANDIDATES_MAX) n = CANDIDATES_MAX;
    game->actions(game, s, NULL, 0);
    pattern_foresee(game, s, foreseen, TRIED);
    pattern_start(&run, &bits, &the.game, s, -1, NULL);
    pattern_stuck(&run);
    for (int p = 1; p <= game->players; p++) game->score(game, s, p);
    for (int i = 0; i < n && i < TRIED && !excused; i++) {
        struct text t = text_into(why, sizeof why);
        struct state *copy = copy_of(s);
        struct pattern_follow next;
        struct place place;
        game->why(game, copy, list[i], &t);
        pattern_of_action(&the.game, copy, list[i], &place);
        game->apply(game, copy, list[i], &report);
        pattern_settle(&the.game, copy);
        memcpy(copy, s, s->size);
        pattern_act(&the.game, copy, list[i], NULL, &next);
        LAW(next.fault.of == PATTERN_FINE);
        pattern_follow(&the.game, copy, NULL, &next);
        LAW(next.fault.of == PATTERN_FINE || next.fault.of == PATTERN_ENDLESS);
        pattern_finish(&the.game, copy, false);
        free(copy);
        events.count = 0;
    }
    if (n > 0) game->apply(game, s, list[n / 2], NULL);
}

static int turned_down, run_clean; /* mutants of all inputs */

static void play(const struct state *start)
{
    struct state *s = copy_of(start);
    the.game.game.score = no_score;
    pattern_define(&the.game);
    check_model(s, (uint64_t)the.game.rules->steps + (uint64_t)run_clean);
    for (int i = 0; i < PLAYED; i++) ask(s);
    free(s);
}

static void try_mutants(const struct state *s, uint64_t rng)
{
    const bool only = the.game.rules->only;
    char *whole = malloc(program.used);
    LAW(whole != NULL);
    memcpy(whole, program.at, program.used);
    for (int i = 0; i < MUTANTS && !excused; i++) {
        struct pattern_verdict verdict;
        for (uint32_t n = 1 + rng_below(&rng, WORDS); n > 0; n--) mutate_word(&rng);
        const bool fine = pattern_verify(&program, &the.game, the.game.rules, &verdict);
        LAW(fine == (verdict.wrong == NULL));
        if (fine) describe();
        /* the bindings take the functions of rules only then */
        if (fine && the.game.rules->only == only) play(s);
        ++*(fine ? &run_clean : &turned_down);
        memcpy(program.at, whole, program.used);
    }
    free(whole);
}

/* ---- inputs ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;
    struct reader in;
    if (!begun) check_kinds();
    begun = true;
    reader_open_bytes(&in, (const char *)data, size);
    struct state *s = load(&in);
    if (s == NULL) return 0;
    check_state(s);
    if (lua_game_count(&the.game, s, MANY) <= MANY) try_mutants(s, seed_of(data, size));
    free(s);
    return 0;
}

#ifdef ALONE
/* Without libFuzzer: tries the files, and says what became of their mutants. */
int main(int argc, char **argv)
{
    static uint8_t data[1 << 16];
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        LAW(file != NULL);
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%d kinds of faults are refused, %d mutants are refused, %d run\n", tried,
           turned_down, run_clean);
    return 0;
}
#endif
