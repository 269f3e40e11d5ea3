/*
 * A PuzzleScript game's states: the block, what a run takes from it and leaves in it, and
 * saving.
 */
#include "state.h"

#include <assert.h>

#include "base/grid.h"
#include "game/save.h"
#include "layout.h"

/* ---- the block ---- */

static size_t words_at(const void *state)
{
    return puzzle_words(rows_of(state), cols_of(state));
}

static size_t board_bytes(const struct puzzle *p, const void *state)
{
    return puzzle_bytes((size_t)p->objects * words_at(state));
}

static void *at(const void *state, size_t offset)
{
    return (char *)(uintptr_t)state + offset;
}

/* A part of a state whose planes have so many words. */
static void *part(const void *state, struct puzzle_offset o, size_t words)
{
    return at(state, puzzle_offset(o, words));
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
    return puzzle_fits(p, rows, cols) ? puzzle_end(p, rows, cols) : SIZE_MAX / 2;
}

void puzzle_init(const struct game *g, void *state, const int32_t *shape)
{
    const struct puzzle *p = puzzle_of(g);
    int32_t rows = shape[PUZZLE_ROWS], cols = shape[PUZZLE_COLUMNS];
    const size_t words = puzzle_words(rows, cols);
    const int32_t stride = rows + 1;
    struct state *block = state;
    *block = (struct state){
        .key = (uint32_t)state_align(sizeof(struct state)),
        .rest = (uint32_t)puzzle_offset(p->layout.rest, words),
        .scratch = (uint32_t)puzzle_offset(p->layout.scratch, words),
        .size = (uint32_t)puzzle_end(p, rows, cols),
        .shape = {rows, cols},
    };
    uint64_t *cells = part(state, p->layout.cells, words);
    for (int32_t i = 0; i < cols * stride; i++) {
        if (i % stride < rows) cells[i >> 6] |= UINT64_C(1) << (i & 63);
    }
}

static uint64_t *word_at(const struct puzzle *p, const void *state, int32_t row,
                         int32_t col, int32_t object, uint64_t *bit)
{
    int32_t stride = rows_of(state) + 1, cell = col * stride + row;
    assert(object >= 0 && object < p->objects && row >= 0 && row < stride - 1);
    *bit = UINT64_C(1) << (cell & 63);
    return board_at(state) + (size_t)object * words_at(state) + (cell >> 6);
}

void puzzle_put(const struct puzzle *p, void *state, int32_t row, int32_t col,
                int32_t object)
{
    uint64_t bit, *word = word_at(p, state, row, col, object, &bit);
    *word |= bit;
}

void puzzle_take_away(const struct puzzle *p, void *state, int32_t row, int32_t col,
                      int32_t object)
{
    uint64_t bit, *word = word_at(p, state, row, col, object, &bit);
    *word &= ~bit;
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
    return part(state, p->layout.message, words_at(state));
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
    return (size_t)p->objects * words_at(state);
}

bool puzzle_same_board(const struct puzzle *p, const void *a, const void *b)
{
    return memcmp(board_at(a), board_at(b), board_bytes(p, a)) == 0;
}

void puzzle_clear(const struct puzzle *p, void *state)
{
    memset(board_at(state), 0, board_bytes(p, state));
    *won_at(state) = 0;
    *message_at(p, state) = 0;
}

const uint64_t *puzzle_object(const struct puzzle *p, const void *state, int32_t object,
                              size_t *words)
{
    *words = words_at(state);
    return board_at(state) + (size_t)object * *words;
}

const uint64_t *puzzle_board_cells(const struct puzzle *p, const void *state)
{
    return part(state, p->layout.cells, words_at(state));
}

void puzzle_set_board(const struct puzzle *p, void *state, const uint64_t *board)
{
    memcpy(board_at(state), board, board_bytes(p, state));
    *message_at(p, state) = 0;
}

void puzzle_keep(const struct puzzle *p, void *to, const void *from)
{
    const struct puzzle_layout *l = &p->layout;
    const size_t words = words_at(to);
    memcpy(part(to, l->restart, words), part(from, l->restart, words),
           board_bytes(p, to));
    if (p->chance) {
        memcpy(part(to, l->random, words), part(from, l->random, words),
               sizeof(struct puzzle_random));
    }
}

/* ---- runs ---- */

void puzzle_begin(const struct puzzle *p, void *state, const unsigned char *seed,
                  size_t n)
{
    const size_t words = words_at(state);
    memcpy(part(state, p->layout.restart, words), board_at(state), board_bytes(p, state));
    if (p->chance) puzzle_random_key(part(state, p->layout.random, words), seed, n);
}

/* Whether a run may change the board of a restart. */
static bool sets_checkpoints(const struct puzzle *p)
{
    return (p->commands & PUZZLE_CHECKPOINT) != 0;
}

/* Notes where the parts of a state lie. (Each field is set by itself: to zero all of them first
 * takes as long as the rest.) */
static void point_at_parts(struct puzzle_run *x, const struct puzzle *p, void *state)
{
    const struct puzzle_layout *l = &p->layout;
    const int32_t rows = rows_of(state), cols = cols_of(state);
    const size_t words = words_at(state);
    x->p = p;
    x->rows = rows;
    x->cols = cols;
    x->stride = rows + 1;
    x->words = (int32_t)words;
    x->sets = (puzzle_cells(p) + 64) / 64;
    x->board = (size_t)p->objects * words;
    x->plane = part(state, l->scratch, words);
    x->present = part(state, l->present, words);
    x->held = part(state, l->held, words);
    x->created = part(state, l->heard, words);
    x->changed = part(state, l->changed, words);
    x->order = part(state, l->order, words);
    x->outer = board_at(state);
    x->bases = part(state, l->bases, words);
    x->restart = part(state, l->restart, words);
    x->segment = part(state, l->segment, words);
    x->occupied = part(state, l->occupied, words);
    x->players = part(state, l->players, words);
    x->starts = part(state, l->starts, words);
    x->filled = puzzle_filled_words(p, words) > 0 ? part(state, l->filled, words) : NULL;
    x->filled_words = (int32_t)puzzle_filled_words(p, words);
    x->sorted = part(state, l->sorted, words);
    x->row_at = at(state, puzzle_row_at(p, words));
    x->mark = part(state, l->mark, words);
    x->random = part(state, l->kept_random, words);
    x->destroyed = x->created + x->sets;
}

void puzzle_open(struct puzzle_run *x, const struct puzzle *p, void *state)
{
    const struct puzzle_layout *l = &p->layout;
    const size_t words = words_at(state), bytes = board_bytes(p, state);
    point_at_parts(x, p, state);
    x->told = NULL;
    x->undo = NULL;
    x->heard = NULL;
    x->listed = x->queued = x->message = 0;
    x->queue = x->banned = 0;
    x->entered = x->won = x->again = x->tried = false;
    x->depth = x->deepest = -1;
    puzzle_begin_action(x);
    memcpy(x->plane, board_at(state), bytes);
    memcpy(puzzle_plane(x, puzzle_cells(p)), part(state, l->cells, words),
           puzzle_bytes(words));
    if (sets_checkpoints(p)) {
        x->restart = part(state, l->kept_restart, words);
        memcpy(x->restart, part(state, l->restart, words), bytes);
    }
    if (p->chance) {
        memcpy(x->random, part(state, l->random, words), sizeof(struct puzzle_random));
    }
}

enum applied puzzle_result(const struct puzzle_run *x, const void *state)
{
    const struct puzzle_layout *l = &x->p->layout;
    const size_t words = (size_t)x->words, bytes = puzzle_bytes(x->board);
    if (x->won || memcmp(x->plane, board_at(state), bytes) != 0) return APPLIED;
    bool same = (!sets_checkpoints(x->p) ||
                 memcmp(x->restart, part(state, l->restart, words), bytes) == 0) &&
                (!x->p->chance || memcmp(x->random, part(state, l->random, words),
                                         sizeof(struct puzzle_random)) == 0);
    return same ? REFUSED : IDLED;
}

void puzzle_commit(struct puzzle_run *x, void *state)
{
    const struct puzzle_layout *l = &x->p->layout;
    const size_t words = (size_t)x->words, bytes = puzzle_bytes(x->board);
    memcpy(board_at(state), x->plane, bytes);
    if (sets_checkpoints(x->p)) {
        memcpy(part(state, l->restart, words), x->restart, bytes);
    }
    if (x->p->chance) {
        memcpy(part(state, l->random, words), x->random, sizeof(struct puzzle_random));
    }
    *won_at(state) = x->won;
    *message_at(x->p, state) = x->told->message;
}

static void zero(void *from, const void *to)
{
    memset(from, 0, (size_t)((const char *)to - (const char *)from));
}

/* Zeroes what a run has used. Each turn has ended its movements, and taken all marks away. */
void puzzle_close(struct puzzle_run *x, void *state)
{
    const struct puzzle *p = x->p;
    uint64_t *planes = x->plane;
    if (x->words > 1) { /* otherwise movements are few */
        zero(planes, planes + x->board);
        planes = puzzle_plane(x, puzzle_cells(p));
    }
    zero(planes, x->bases + (size_t)(x->deepest + 1) * x->board);
    const bool kept = sets_checkpoints(p) || p->chance;
    const struct puzzle_offset o = kept ? p->layout.kept_restart : p->layout.segment;
    zero(part(state, o, (size_t)x->words), x->starts + x->listed);
    if (x->listed > 0) {
        const int32_t cells = x->cols * x->stride; /* as many as one list has at most */
        zero(x->sorted, x->sorted + (x->listed < cells ? x->listed : cells));
        zero(x->row_at, x->row_at + x->rows + 1);
    }
    if (x->filled != NULL) zero(x->filled, x->row_at);
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
    uint64_t bits[sizeof *r / sizeof(uint64_t)];
    memcpy(bits, r, sizeof *r);
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        archive_bits(a, "random", &bits[i]);
    }
    memcpy(r, bits, sizeof *r);
}

void puzzle_fields(const struct game *g, void *state, struct archive *a)
{
    const struct puzzle *p = puzzle_of(g);
    const size_t words = words_at(state), n = (size_t)p->objects * words;
    uint64_t *restart = part(state, p->layout.restart, words);
    archive_integer(a, "won", won_at(state), 0, 1);
    archive_integer(a, "message", message_at(p, state), 0, p->messages);
    if (p->chance) archive_random(part(state, p->layout.random, words), a);
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
    const struct puzzle_random *r = part(state, p->layout.random, words_at(state));
    for (size_t i = 0; i < sizeof r->padding; i++) {
        if (r->padding[i] != 0) return "these are no random numbers";
    }
    return NULL;
}
