/*
 * The fuzz target, for libFuzzer: compiled once for each game with -DGAME=tower and so
 * on.
 *
 * An input is a saved state and, after its last field, actions, one on a line (the
 * bytes of a line that is no action are taken as a code). Every state that loads must
 * keep the laws of the protocol. Before the state there may be what a batch saves of an
 * environment; a batch of the state loads both. The reader also reads the same bytes, from memory and
 * from a FILE; both results must agree. A broken law ends the process.
 */
#include "batch/batch.h"
#include "game/game.h"

#define JOIN(a, b) a##b
#define GAME_OF(name) JOIN(name, _game)
#define STRING(x) #x
#define STRING_OF(x) STRING(x)

extern const struct game GAME_OF(GAME);
static const struct game *const game = &GAME_OF(GAME);
#define TARGET STRING_OF(GAME)

#include "laws.h"

/* The action that a line of input stands for. */
static action action_of(const struct state *s, const char *line, size_t n)
{
    action a = 0;
    if (game->parse(game, s, line, n, &a)) return a;
    memcpy(&a, line, n < sizeof a ? n : sizeof a);
    return a;
}

static void play(struct state *s, struct reader *in)
{
    char line[128];
    size_t n;
    bool ended = false;
    for (int moves = 0; moves < 40 && reader_line(in, line, sizeof line, &n, &ended);
         moves++) {
        if (n == 0) continue;
        action a = action_of(s, line, n);
        check_action(s, a, false);
        game->apply(game, s, a, NULL);
        check_state(s);
    }
}

/* Calls functions of the reader that scripts use, chosen by the bytes of the input. */
static void read_all(struct reader *r, const uint8_t *data, size_t size, uint64_t *sum)
{
    unsigned char cells[36], row[6 * READER_BOARDS_MAX];
    struct grid grid = {cells, 6, 6, 6};
    struct reader_band band;
    struct reader_place places[READER_BOARDS_MAX];
    char line[40];
    bool ended;
    reader_band_open(&band, 6, "01.#S");
    for (size_t i = 0; i < size && i < 200 && r->fault == READER_FINE; i++) {
        int64_t value = 0;
        int32_t boards = 0;
        size_t n = 0;
        bool fine = true;
        switch (data[i] % 8) {
        case 0: fine = reader_word(r, "word"); break;
        case 1: fine = reader_phrase(r, 1 + data[i] % READER_PHRASE_MAX, "phrase"); break;
        case 2: fine = reader_integer(r, "number", -1000, 1000, &value); break;
        case 3: fine = reader_line(r, line, sizeof line, &n, &ended); break;
        case 4: fine = reader_skip(r, data[i] / 8, "word"); break;
        case 5: fine = reader_cells(r, &grid, "01.#S", "S", READER_ROWS); break;
        case 6: fine = reader_cells(r, &grid, "0123456789", NULL, READER_SPACED); break;
        default: fine = reader_band_next(r, &band, row, places, &boards); break;
        }
        *sum = *sum * 31 + (uint64_t)value + (uint64_t)boards + n + fine +
               (uint64_t)r->token.line * 7 + (uint64_t)r->token.column;
        if (!fine && r->fault == READER_FINE) break;
    }
}

static void check_reader(const uint8_t *data, size_t size)
{
    struct reader memory, stream;
    uint64_t from_memory = 0, from_stream = 0;
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    if (file == NULL) return;
    reader_open_bytes(&memory, (const char *)data, size);
    reader_open_file(&stream, file, NULL);
    read_all(&memory, data, size, &from_memory);
    read_all(&stream, data, size, &from_stream);
    LAW(from_memory == from_stream);
    LAW(memory.fault == stream.fault && strcmp(memory.message, stream.message) == 0);
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The state at the beginning of the input; NULL if there is none, or if it is large. */
static struct state *load(struct reader *in)
{
    int32_t shape[SHAPE_MAX] = {0};
    if (!load_shape(game, in, shape)) return NULL;
    size_t bytes = game->size(game, shape);
    if (bytes > BYTES_MAX) return NULL;
    struct state *s = calloc(1, bytes);
    LAW(s != NULL);
    if (load_fields(game, in, shape, s)) {
        LAW(s->size == bytes && s->key <= s->rest && s->rest <= s->scratch);
        return s;
    }
    free(s);
    return NULL;
}

/* ---- batches ---- */

static void *resize_block(void *with, void *block, size_t bytes)
{
    (void)with;
    if (bytes > 0) return realloc(block, bytes);
    free(block);
    return NULL;
}

static char *saved_environment(struct batch *b, int32_t i, size_t *n)
{
    struct text measured = text_into(NULL, 0);
    batch_save(b, i, &measured);
    char *bytes = malloc(measured.length + 1);
    LAW(bytes != NULL);
    struct text t = text_into(bytes, measured.length + 1);
    batch_save(b, i, &t);
    *n = t.length;
    return bytes;
}

static bool same_environments(struct batch *b)
{
    size_t n, m;
    char *one = saved_environment(b, 0, &n), *two = saved_environment(b, 1, &m);
    const bool same = n == m && memcmp(one, two, n) == 0;
    free(one);
    free(two);
    return same;
}

/* What does not load leaves the environment as it was; what loads is saved and loaded again. The
 * text is a block of its own size, so that a sanitizer sees who reads beyond it. */
static void load_environment(struct batch *b, const char *data, size_t size)
{
    struct reader in;
    size_t n;
    if (!batch_load(b, 0, data, size, &in)) {
        LAW(in.message[0] != '\0');
        LAW(same_environments(b));
        return;
    }
    char *saved = saved_environment(b, 0, &n);
    LAW(batch_load(b, 1, saved, n, &in));
    LAW(same_environments(b));
    free(saved);
    char why[WHY_MAX];
    struct text wrong = text_into(why, sizeof why);
    const int32_t none[2] = {0, 0};
    LAW(batch_step(b, &(struct batch_arrays){.actions = none}, &wrong) >= 0);
}

static void check_batch(const struct state *s, const char *data, size_t size)
{
    char why[WHY_MAX];
    struct text wrong = text_into(why, sizeof why);
    const struct batch_memory memory = {resize_block, NULL};
    const struct batch_level level = {&s, 1};
    const struct batch_options options = {
        .count = 2, .threads = 1, .autoreset = BATCH_NEVER};
    struct batch_game g;
    struct batch b;
    if (!batch_game_open(&g, game, &level, 1, &memory, &wrong)) return;
    LAW(batch_open(&b, &g, &options, &wrong));
    LAW(batch_reset(&b, NULL, &(struct batch_arrays){0}, &wrong) == 0);
    LAW(batch_copy(&b, 1, &b, 0, &wrong));
    load_environment(&b, data, size);
    batch_close(&b);
    batch_game_close(&g);
}

/* Where the state begins. */
static size_t start_of(const char *data, size_t size)
{
    static const char begins[] = "\ntessera ";
    const size_t n = sizeof begins - 1;
    for (size_t i = 0; i + n <= size; i++) {
        if (memcmp(data + i, begins, n) == 0) return i + 1;
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reader in;
    if (size == 0) return 0;
    check_reader(data, size);
    const char *text = (const char *)data;
    const size_t from = start_of(text, size);
    reader_open_bytes(&in, text + from, size - from);
    struct state *s = load(&in);
    if (s != NULL) {
        check_state(s);
        check_batch(s, text, size);
        play(s, &in);
    }
    free(s);
    return 0;
}
