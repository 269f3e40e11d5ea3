/*
 * The fuzz target, for libFuzzer: compiled once for each game with -DGAME=tower and so
 * on.
 *
 * An input is a saved state and, after its last field, actions, one on a line (the
 * bytes of a line that is no action are taken as a code). Every state that loads must
 * keep the laws of the protocol. The reader also reads the same bytes, from memory and
 * from a FILE; both results must agree. A broken law ends the process.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/save.h"

#define JOIN(a, b) a##b
#define GAME_OF(name) JOIN(name, _game)
#define STRING(x) #x
#define STRING_OF(x) STRING(x)

extern const struct game GAME_OF(GAME);
static const struct game *const game = &GAME_OF(GAME);

enum { BYTES_MAX = 1 << 20, ACTIONS_MAX = 64, EVENTS_MAX = 16, FIELDS_MAX = 1 << 16 };

#define LAW(holds) ((holds) ? (void)0 : broken(#holds, __LINE__))

static void broken(const char *law, int line)
{
    fprintf(stderr, "%s: broken law in line %d: %s\n", STRING_OF(GAME), line, law);
    abort();
}

static struct state *copy_of(const struct state *s)
{
    struct state *copy = malloc(s->size);
    LAW(copy != NULL);
    memcpy(copy, s, s->size);
    return copy;
}

static bool same_bytes(const struct state *a, const struct state *b)
{
    return a->size == b->size && memcmp(a, b, a->size) == 0;
}

static void check_action(const struct state *s, action a, bool offered)
{
    char why[WHY_MAX], said[WHY_MAX], text[ACTION_TEXT_MAX];
    struct event at[EVENTS_MAX];
    struct events events = {at, EVENTS_MAX, 0};
    struct text before = text_into(why, sizeof why),
                reported = text_into(said, sizeof said);
    struct text shown = text_into(text, sizeof text);
    struct report report = {&events, &reported};
    struct state *copy = copy_of(s);
    game->why(game, s, a, &before);
    LAW(before.length < sizeof why);
    enum applied done = game->apply(game, copy, a, &report);
    LAW(done != FAILED);
    LAW((done == APPLIED) == (before.length == 0));
    if (done != APPLIED) LAW(strcmp(why, said) == 0);
    if (done == REFUSED) LAW(same_bytes(s, copy));
    if (offered) {
        action again;
        LAW(done == APPLIED || done == IDLED);
        LAW(!state_equal(s, copy));
        game->text(game, s, a, &shown);
        LAW(shown.length < sizeof text);
        LAW(game->parse(game, s, text, shown.length, &again) && again == a);
    }
    free(copy);
}

static void check_save(const struct state *s)
{
    struct text measured = text_into(NULL, 0);
    save_state(game, s, &measured);
    char *bytes = malloc(measured.length + 1);
    LAW(bytes != NULL);
    struct text t = text_into(bytes, measured.length + 1);
    save_state(game, s, &t);
    struct reader in;
    int32_t shape[SHAPE_MAX] = {0};
    reader_open_bytes(&in, bytes, t.length);
    LAW(load_shape(game, &in, shape));
    struct state *again = calloc(1, game->size(game, shape));
    LAW(again != NULL && load_fields(game, &in, shape, again));
    LAW(state_equal(s, again));
    free(again);
    free(bytes);
}

static void check_state(const struct state *s)
{
    action list[ACTIONS_MAX];
    int count = game->actions(game, s, list, ACTIONS_MAX);
    int turn = game->turn(game, s);
    LAW((turn == OVER) == (game->outcome(game, s) != NULL));
    LAW(turn >= OVER && turn <= game->players);
    LAW(turn != OVER || count == 0);
    for (int i = 0; i < count && i < ACTIONS_MAX; i++) check_action(s, list[i], true);
    for (int player = 1; player <= game->players; player++) game->score(game, s, player);
    struct text picture = text_into(NULL, 0);
    game->picture(game, s, &picture);
    LAW(picture.length > 0);
    check_save(s);
}

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reader in;
    if (size == 0) return 0;
    check_reader(data, size);
    reader_open_bytes(&in, (const char *)data, size);
    struct state *s = load(&in);
    if (s != NULL) {
        check_state(s);
        play(s, &in);
    }
    free(s);
    return 0;
}
