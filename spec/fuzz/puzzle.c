/*
 * The fuzz target of compiled PuzzleScript programs (src/puzzlescript/), for libFuzzer.
 *
 * An input has the numbers of a program (puzzle_words.h), rows, columns, a seed for the
 * cells, and actions. The program is played if the verifier lets it; so are mutants of it,
 * in which one number is another. Whatever a program is, no run may leave its memory, go on
 * without end, or change a state by an action that it refuses.
 */
#include "game/game.h"

static const struct game *game;
#define TARGET "puzzle"

#include "laws.h"
#include "models.h"
#include "base/rng.h"
#include "puzzle_words.h"

enum { SIDE = 9, MOVES = 8, MUTANTS = 24, ASKED = 40 };

static struct puzzle program;
static void *taken[WORDS_BLOCKS_MAX];
static int32_t used;

/* ---- the program ---- */

static void forget(void)
{
    while (used > 0) free(taken[--used]);
    game = NULL;
}

/* Reads the program; in a mutant number `changed` is another. Returns how many numbers it
 * has, or 0 if it is none; `game` is NULL if the verifier refuses it. */
static int64_t read_program(struct reader *in, int64_t changed, uint64_t to)
{
    char why[WHY_MAX];
    struct text refused = text_into(why, sizeof why);
    struct words w = {.in = in,
                      .changed = changed,
                      .to = (int64_t)(to >> 16),
                      .fine = true,
                      .blocks = taken};
    forget();
    memset(&program, 0, sizeof program);
    memcpy(program.name, "puzzle", sizeof "puzzle");
    program.patience = 128; /* a tenth of a second */
    walk_puzzle(&w, &program);
    used = w.used;
    if (!w.fine) return 0;
    bool verified = puzzle_define(&program, &refused);
    LAW(verified == (refused.length == 0) && refused.length < sizeof why);
    game = verified ? &program.game : NULL;
    return w.count;
}

/* ---- the board ---- */

/* Ends an action that has asked for a while. */
static bool stop(void *with)
{
    int *left = with;
    return --*left < 0;
}

static int32_t side(struct reader *in)
{
    int64_t n = 0;
    reader_integer(in, "number", 1, SIDE, &n);
    return n > 0 ? (int32_t)n : 1;
}

/* A board with an object of each layer in some of its cells. */
static struct state *make_board(int32_t rows, int32_t cols, uint64_t seed)
{
    const struct puzzle *p = &program;
    const int32_t shape[SHAPE_MAX] = {rows, cols};
    size_t bytes = game->size(game, shape);
    if (!puzzle_fits(p, rows, cols) || bytes > 16 * (size_t)BYTES_MAX) return NULL;
    struct state *s = calloc(1, bytes);
    struct puzzle_told told;
    LAW(s != NULL);
    game->init(game, s, shape);
    for (int32_t i = 0; i < rows * cols; i++) {
        for (int32_t layer = 0; layer < p->layers; layer++) {
            const struct puzzle_list *objects = &p->layer[layer];
            bool full = layer == p->background || rng_below(&seed, 3) == 0;
            if (!full || objects->n == 0) continue;
            uint32_t k = rng_below(&seed, (uint32_t)objects->n);
            puzzle_put(p, s, i / cols, i % cols, objects->at[k]);
        }
    }
    int left = ASKED;
    struct poll before = game_ask(game, (struct poll){stop, &left});
    puzzle_start(p, s, (const unsigned char *)&seed, sizeof seed, &told, NULL);
    game_ask(game, before);
    return s;
}

/* The state at the beginning of an input; NULL if there is none. */
static struct state *load(struct reader *in)
{
    int64_t seed = 0;
    if (read_program(in, -1, 0) == 0 || game == NULL) return NULL;
    int32_t rows = side(in), cols = side(in);
    reader_integer(in, "number", 0, INT32_MAX, &seed);
    return make_board(rows, cols, (uint64_t)seed);
}

/* ---- playing ---- */

static void play(struct state *s, action a)
{
    int left = ASKED;
    struct poll before = game_ask(game, (struct poll){stop, &left});
    struct state *copy = copy_of(s);
    enum applied done = game->apply(game, copy, a, NULL);
    LAW(done != FAILED && has_clean_scratch(copy));
    LAW(done != STOPPED || left < 0);
    if (done == REFUSED || done == STOPPED) LAW(same_bytes(s, copy));
    if (done == APPLIED || done == IDLED) LAW(!state_equal(s, copy));
    memcpy(s, copy, s->size);
    free(copy);
    game_ask(game, before);
}

/* Plays an action and says what is heard, which changes nothing of what is done. */
static void listen(const struct state *s, action a)
{
    int left = ASKED, again = ASKED;
    struct puzzle_told told;
    struct puzzle_heard heard;
    const struct puzzle_notes notes = {.heard = &heard};
    struct state *quiet = copy_of(s), *loud = copy_of(s);
    struct poll before = game_ask(game, (struct poll){stop, &left});
    enum applied done = puzzle_play(&program, quiet, a, true, &told, NULL);
    game_ask(game, (struct poll){stop, &again});
    enum applied same = puzzle_play(&program, loud, a, true, &told, &notes);
    game_ask(game, before);
    LAW(heard.n >= 0 && heard.n <= PUZZLE_HEARD_MAX && has_clean_scratch(loud));
    for (int32_t i = 0; i < heard.n; i++) {
        LAW(heard.at[i] >= 0 && heard.at[i] < program.sounds);
    }
    bool ended = done == STOPPED || same == STOPPED || told.spent;
    LAW(ended || (done == same && same_bytes(quiet, loud)));
    free(quiet);
    free(loud);
}

static void play_all(struct state *s, uint64_t random)
{
    struct text picture = text_into(NULL, 0);
    check_model(s, random);
    for (int i = 0; i < MOVES; i++) {
        action a = rng_below(&random, PUZZLE_ACTIONS);
        listen(s, a);
        play(s, a);
    }
    game->picture(game, s, &picture);
    LAW(picture.length > 0);
    check_save(s);
}

static uint64_t hash_of(const uint8_t *data, size_t size)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < size; i++) hash = hash * 31 + data[i];
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reader in;
    uint64_t random = hash_of(data, size);
    (void)check_state; /* its laws are for actions that no poll ends */
    reader_open_bytes(&in, (const char *)data, size);
    struct state *s = load(&in);
    if (s != NULL) play_all(s, random);
    free(s);
    reader_open_bytes(&in, (const char *)data, size);
    int64_t numbers = read_program(&in, -1, 0);
    for (int i = 0; i < MUTANTS && numbers > 0; i++) {
        int64_t changed = (int64_t)rng_below(&random, (uint32_t)numbers);
        reader_open_bytes(&in, (const char *)data, size);
        if (read_program(&in, changed, rng_next(&random)) == 0 || game == NULL) continue;
        s = make_board(1 + (int32_t)rng_below(&random, SIDE),
                       1 + (int32_t)rng_below(&random, SIDE), random);
        if (s != NULL) play_all(s, random);
        free(s);
    }
    return 0;
}
