/*
 * A PuzzleScript game's states: the block, what a run takes from it and leaves in it, and
 * saving.
 */
#include "state.h"

#include <assert.h>

#include "base/grid.h"
#include "game/save.h"

/* ---- the block ---- */

/* Byte offsets of the parts of a state; a part that the game does not need is empty. */
struct layout {
    size_t restart, random, won, rest, message, cells, scratch;
    size_t plane, present, held, bases, kept_restart, kept_random, segment, occupied,
        players, starts, sorted, row_at, mark, end;
    int32_t stride, words, sets;
    size_t board; /* bytes */
};

static size_t words_bytes(size_t n)
{
    return n * sizeof(uint64_t);
}

/* Whether rules decide what a restart leads to, or restart themselves. */
static bool keeps_restart(const struct puzzle *p)
{
    return (p->commands & (PUZZLE_RESTARTS | PUZZLE_CHECKPOINT)) != 0;
}

static struct layout layout_of(const struct puzzle *p, int32_t rows, int32_t cols)
{
    struct layout l = {.stride = rows + 1};
    size_t cells = (size_t)cols * (size_t)l.stride;
    l.words = (int32_t)((cells + 63) / 64);
    int32_t planes = puzzle_cells(p) + 1;
    l.sets = (planes + 63) / 64;
    size_t plane = words_bytes((size_t)l.words);
    l.board = (size_t)p->objects * plane;
    size_t random = p->chance ? sizeof(struct puzzle_random) : 0;
    size_t key = state_align(sizeof(struct state));
    l.restart = key + l.board;
    l.random = l.restart + (keeps_restart(p) ? l.board : 0);
    l.won = l.random + random;
    l.rest = l.won + sizeof(int64_t);
    if (!keeps_restart(p)) l.restart = l.rest;
    l.message = l.rest + (keeps_restart(p) ? 0 : l.board);
    l.cells = l.message + sizeof(int64_t);
    l.scratch = l.cells + plane;
    l.plane = l.scratch;
    l.present = l.plane + (size_t)planes * plane;
    l.held = l.present + words_bytes((size_t)l.sets);
    l.bases = l.held + 2 * words_bytes((size_t)l.sets);
    l.kept_restart = l.bases + PUZZLE_DEEP * l.board;
    l.kept_random = l.kept_restart + l.board;
    l.segment = l.kept_random + random;
    l.occupied = l.segment + (size_t)p->segments * plane;
    l.players = l.occupied + plane;
    l.starts = l.players + plane;
    l.sorted = l.starts + state_align((size_t)p->rows * cells * sizeof(int32_t));
    l.row_at = l.sorted + state_align(cells * sizeof(int32_t));
    l.mark = l.row_at + state_align((size_t)(rows + 1) * sizeof(int32_t));
    l.end = l.mark + (p->rigid_groups > 0 ? (size_t)p->layers * cells : 0);
    l.end = state_align(l.end);
    return l;
}

static struct layout layout_at(const struct puzzle *p, const void *state)
{
    return layout_of(p, rows_of(state), cols_of(state));
}

static void *at(const void *state, size_t offset)
{
    return (char *)(uintptr_t)state + offset;
}

static uint64_t *board_at(const void *state)
{
    return at(state, ((const struct state *)state)->key);
}

bool puzzle_fits(const struct puzzle *p, int32_t rows, int32_t cols)
{
    if (rows < 1 || cols < 1 || rows > PUZZLE_SIDE_MAX || cols > PUZZLE_SIDE_MAX) {
        return false;
    }
    uint64_t cells = ((uint64_t)rows + 1) * (uint64_t)cols;
    if (cells > PUZZLE_CELLS_MAX) return false;
    uint64_t planes = (uint64_t)p->objects * (PUZZLE_DEEP + 4) +
                      (uint64_t)p->layers * (PUZZLE_MOVES + 8) + (uint64_t)p->segments +
                      (uint64_t)p->rows * 32 + 64;
    return planes * (cells / 8 + 8) < PUZZLE_STATE_MAX;
}

size_t puzzle_size(const struct game *g, const int32_t *shape)
{
    const struct puzzle *p = puzzle_of(g);
    int32_t rows = shape[PUZZLE_ROWS], cols = shape[PUZZLE_COLUMNS];
    return puzzle_fits(p, rows, cols) ? layout_of(p, rows, cols).end : SIZE_MAX / 2;
}

void puzzle_init(const struct game *g, void *state, const int32_t *shape)
{
    const struct puzzle *p = puzzle_of(g);
    int32_t rows = shape[PUZZLE_ROWS], cols = shape[PUZZLE_COLUMNS];
    struct layout l = layout_of(p, rows, cols);
    struct state *block = state;
    *block = (struct state){
        .key = (uint32_t)state_align(sizeof(struct state)),
        .rest = (uint32_t)l.rest,
        .scratch = (uint32_t)l.scratch,
        .size = (uint32_t)l.end,
        .shape = {rows, cols},
    };
    uint64_t *cells = at(state, l.cells);
    for (int32_t i = 0; i < cols * l.stride; i++) {
        if (i % l.stride < rows) cells[i >> 6] |= UINT64_C(1) << (i & 63);
    }
}

static uint64_t *word_at(const struct puzzle *p, const void *state, int32_t row,
                         int32_t col, int32_t object, uint64_t *bit)
{
    int32_t stride = rows_of(state) + 1, cell = col * stride + row;
    assert(object >= 0 && object < p->objects && row >= 0 && row < stride - 1);
    size_t plane = ((size_t)cols_of(state) * (size_t)stride + 63) / 64;
    *bit = UINT64_C(1) << (cell & 63);
    return board_at(state) + (size_t)object * plane + (cell >> 6);
}

void puzzle_put(const struct puzzle *p, void *state, int32_t row, int32_t col,
                int32_t object)
{
    uint64_t bit, *word = word_at(p, state, row, col, object, &bit);
    *word |= bit;
}

bool puzzle_has(const struct puzzle *p, const void *state, int32_t row, int32_t col,
                int32_t object)
{
    uint64_t bit, *word = word_at(p, state, row, col, object, &bit);
    return (*word & bit) != 0;
}

static bool is_player(const struct puzzle *p, const void *state, int32_t row, int32_t col)
{
    const struct puzzle_list *objects = &p->players.objects;
    bool all = p->players.all && objects->n > 0;
    for (int32_t i = 0; i < objects->n; i++) {
        if (puzzle_has(p, state, row, col, objects->at[i]) != all) return !all;
    }
    return all;
}

bool puzzle_player(const struct puzzle *p, const void *state, int32_t *row, int32_t *col)
{
    for (*col = 0; *col < cols_of(state); ++*col) {
        for (*row = 0; *row < rows_of(state); ++*row) {
            if (is_player(p, state, *row, *col)) return true;
        }
    }
    return false;
}

static int64_t *message_at(const struct puzzle *p, const void *state)
{
    return at(state, layout_at(p, state).message);
}

int32_t puzzle_message(const struct puzzle *p, const void *state)
{
    return (int32_t)*message_at(p, state);
}

static int64_t *won_at(const void *state)
{
    return at(state, ((const struct state *)state)->rest - sizeof(int64_t));
}

bool puzzle_is_won(const struct puzzle *p, const void *state)
{
    return *won_at(state) != 0;
}

size_t puzzle_board_words(const struct puzzle *p, const void *state)
{
    return layout_at(p, state).board / sizeof(uint64_t);
}

bool puzzle_same_board(const struct puzzle *p, const void *a, const void *b)
{
    return memcmp(board_at(a), board_at(b), layout_at(p, a).board) == 0;
}

void puzzle_clear(const struct puzzle *p, void *state)
{
    memset(board_at(state), 0, layout_at(p, state).board);
    *won_at(state) = 0;
    *message_at(p, state) = 0;
}

const uint64_t *puzzle_object(const struct puzzle *p, const void *state, int32_t object,
                              size_t *words)
{
    struct layout l = layout_at(p, state);
    *words = (size_t)l.words;
    return board_at(state) + (size_t)object * *words;
}

void puzzle_set_board(const struct puzzle *p, void *state, const uint64_t *board)
{
    memcpy(board_at(state), board, layout_at(p, state).board);
    *message_at(p, state) = 0;
}

void puzzle_keep(const struct puzzle *p, void *to, const void *from)
{
    struct layout l = layout_at(p, to);
    memcpy(at(to, l.restart), at(from, l.restart), l.board);
    if (p->chance) {
        memcpy(at(to, l.random), at(from, l.random), sizeof(struct puzzle_random));
    }
}

/* ---- runs ---- */

void puzzle_begin(const struct puzzle *p, void *state, const unsigned char *seed,
                  size_t n)
{
    struct layout l = layout_at(p, state);
    memcpy(at(state, l.restart), board_at(state), l.board);
    if (p->chance) puzzle_random_key(at(state, l.random), seed, n);
}

void puzzle_open(struct puzzle_run *x, const struct puzzle *p, void *state)
{
    struct layout l = layout_at(p, state);
    *x = (struct puzzle_run){
        .p = p,
        .rows = rows_of(state),
        .cols = cols_of(state),
        .stride = l.stride,
        .words = l.words,
        .sets = l.sets,
        .board = l.board / sizeof(uint64_t),
        .plane = at(state, l.plane),
        .present = at(state, l.present),
        .held = at(state, l.held),
        .bases = at(state, l.bases),
        .restart = at(state, l.kept_restart),
        .segment = at(state, l.segment),
        .occupied = at(state, l.occupied),
        .players = at(state, l.players),
        .starts = at(state, l.starts),
        .sorted = at(state, l.sorted),
        .row_at = at(state, l.row_at),
        .mark = at(state, l.mark),
        .random = at(state, l.kept_random),
        .depth = -1,
    };
    puzzle_begin_action(x);
    memcpy(x->plane, board_at(state), l.board);
    memcpy(puzzle_plane(x, puzzle_cells(p)), at(state, l.cells),
           words_bytes((size_t)l.words));
    memcpy(x->restart, at(state, l.restart), l.board);
    if (p->chance) {
        memcpy(x->random, at(state, l.random), sizeof(struct puzzle_random));
    }
}

enum applied puzzle_result(const struct puzzle_run *x, const void *state)
{
    struct layout l = layout_at(x->p, state);
    if (x->won || memcmp(x->plane, board_at(state), l.board) != 0) return APPLIED;
    bool same = memcmp(x->restart, at(state, l.restart), l.board) == 0 &&
                (!x->p->chance || memcmp(x->random, at(state, l.random),
                                         sizeof(struct puzzle_random)) == 0);
    return same ? REFUSED : IDLED;
}

void puzzle_commit(struct puzzle_run *x, void *state)
{
    struct layout l = layout_at(x->p, state);
    memcpy(board_at(state), x->plane, l.board);
    memcpy(at(state, l.restart), x->restart, l.board);
    if (x->p->chance) {
        memcpy(at(state, l.random), x->random, sizeof(struct puzzle_random));
    }
    *won_at(state) = x->won;
    *message_at(x->p, state) = x->told.message;
}

void puzzle_close(struct puzzle_run *x, void *state)
{
    const struct state *block = state;
    memset(at(state, block->scratch), 0, block->size - block->scratch);
}

/* ---- saving ---- */

/* A layer is saved as a map: '.', or the character of an object, by its place in the
 * layer. Layers of more objects have several maps. A rule with chance may put two objects
 * of a layer into one cell: then each object of these has a map of its own. */
static const char alphabet[] = ".abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

enum { IN_A_MAP = sizeof alphabet - 2 };

enum { NO_MAP, ONE_MAP, OWN_MAPS };

/* Draws the map of n objects. Returns how many maps they need. */
static int64_t draw_map(const struct puzzle *p, const void *state, const struct grid *map,
                        const int32_t *object, int32_t n)
{
    int64_t maps = NO_MAP;
    grid_fill(map, '.');
    for (int32_t i = 0; i < map->rows; i++) {
        for (int32_t j = 0; j < map->cols; j++) {
            unsigned char *c = &grid_row(map, i)[j];
            for (int32_t k = 0; k < n; k++) {
                if (!puzzle_has(p, state, i, j, object[k])) continue;
                if (*c != '.') return OWN_MAPS;
                *c = (unsigned char)alphabet[k + 1];
                maps = ONE_MAP;
            }
        }
    }
    return maps;
}

/* Saves or loads the objects first .. first + n - 1 of a layer. */
static void archive_map(const struct puzzle *p, void *state, struct archive *a,
                        const char *name, const int32_t *object, int32_t n)
{
    int32_t rows = rows_of(state), cols = cols_of(state);
    struct grid map = {at(state, ((struct state *)state)->scratch), cols, rows, cols};
    int64_t maps = draw_map(p, state, &map, object, n);
    archive_integer(a, name, &maps, NO_MAP, n > 1 ? OWN_MAPS : ONE_MAP);
    for (int32_t k = 0; k < n && maps == OWN_MAPS; k++) {
        archive_map(p, state, a, name, object + k, 1);
    }
    if (maps != ONE_MAP) return;
    archive_cells(a, "map", &map, alphabet);
    if (a->in == NULL || a->in->fault != READER_FINE) return;
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = 0; j < cols; j++) {
            const char *c = strchr(alphabet, grid_row(&map, i)[j]);
            if (c > alphabet && c - alphabet <= n) {
                puzzle_put(p, state, i, j, object[c - alphabet - 1]);
            }
        }
    }
}

static void archive_board(const struct puzzle *p, void *state, struct archive *a,
                          const char *name)
{
    for (int32_t layer = 0; layer < p->layers; layer++) {
        const struct puzzle_list *objects = &p->layer[layer];
        for (int32_t k = 0; k < objects->n; k += IN_A_MAP) {
            int32_t n = objects->n - k < IN_A_MAP ? objects->n - k : IN_A_MAP;
            archive_map(p, state, a, name, objects->at + k, n);
        }
    }
}

static void exchange(uint64_t *a, uint64_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t held = a[i];
        a[i] = b[i];
        b[i] = held;
    }
}

static void archive_random(struct puzzle_random *r, struct archive *a)
{
    uint64_t words_of[sizeof *r / sizeof(uint64_t)];
    memcpy(words_of, r, sizeof *r);
    for (size_t i = 0; i < sizeof words_of / sizeof words_of[0]; i++) {
        archive_bits(a, "random", &words_of[i]);
    }
    memcpy(r, words_of, sizeof *r);
}

void puzzle_fields(const struct game *g, void *state, struct archive *a)
{
    const struct puzzle *p = puzzle_of(g);
    struct layout l = layout_at(p, state);
    size_t n = l.board / sizeof(uint64_t);
    uint64_t *restart = at(state, l.restart);
    archive_integer(a, "won", won_at(state), 0, 1);
    archive_integer(a, "message", message_at(p, state), 0, p->messages);
    if (p->chance) archive_random(at(state, l.random), a);
    archive_board(p, state, a, "layer");
    exchange(board_at(state), restart, n);
    archive_board(p, state, a, "restart");
    exchange(board_at(state), restart, n);
    struct state *block = state;
    memset(at(state, block->scratch), 0, block->size - block->scratch);
}

const char *puzzle_check(const struct game *g, void *state)
{
    const struct puzzle *p = puzzle_of(g);
    if (!p->chance) return NULL;
    const struct puzzle_random *r = at(state, layout_at(p, state).random);
    for (size_t i = 0; i < sizeof r->padding; i++) {
        if (r->padding[i] != 0) return "these are no random numbers";
    }
    return NULL;
}
