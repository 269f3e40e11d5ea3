/*
 * SameGame as a game: its maps, its texts and the protocol. The rules themselves are in
 * samegame_rules.c.
 */
#include "samegame.h"

#include "samegame_bits.h"
#include "samegame_rules.h"
#include "game/board.h"
#include "game/save.h"
#include "game/refusal.h"

/* ---- the board ---- */

static size_t cells_of(int32_t rows, int32_t cols)
{
    return (size_t)(rows + 1) * (size_t)(cols + 2);
}

static size_t key_end(int32_t rows, int32_t cols)
{
    return state_align(offsetof(struct samegame, cell) + cells_of(rows, cols));
}

/* The words of a plane; 0 if the board is too large to lie in its state as bits. */
static int32_t words_for(int32_t rows, int32_t cols)
{
    int32_t words = rows > PLANES_ROWS_MAX ? 0 : planes_words(rows, cols);
    return words > BITS_WORDS_MAX ? 0 : words;
}

static size_t scratch_at(int32_t rows, int32_t cols)
{
    size_t words = (size_t)words_for(rows, cols) * BITS_PLANES;
    return key_end(rows, cols) + sizeof(struct samegame_rest) + words * sizeof(uint64_t);
}

static size_t size(const struct game *g, const int32_t *shape)
{
    return state_align(scratch_at(shape[0], shape[1]) + cells_of(shape[0], shape[1]));
}

static void init(const struct game *g, void *state, const int32_t *shape)
{
    struct samegame *s = state;
    int32_t rows = shape[0], cols = shape[1];
    s->stride = rows + 1;
    s->cells = (uint32_t)cells_of(rows, cols);
    s->words = words_for(rows, cols);
    s->shift = planes_shift(rows);
    s->block = (struct state){
        .key = (uint32_t)offsetof(struct samegame, cell),
        .rest = (uint32_t)key_end(rows, cols),
        .scratch = (uint32_t)scratch_at(rows, cols),
        .size = (uint32_t)size(g, shape),
        .shape = {rows, cols},
    };
    memset(s->cell, EMPTY, s->cells);
}

/* Checks a board. NULL, or an error message (an unknown cell, not settled). */
static const char *fault_of(const struct samegame *s)
{
    bool ended = false;
    for (int32_t col = 1; col <= cols_of(s); col++) {
        const unsigned char *column = column_of(s, col);
        int32_t row = 1;
        for (; column[row] != EMPTY; row++) {
            if (column[row] >= NUMBERS) return "a cell is none of " SAMEGAME_CELLS;
        }
        if (ended && row > 1) return "an empty column lies left of one with blocks";
        ended = row == 1;
        for (; row <= rows_of(s); row++) {
            if (column[row] != EMPTY) return "a block lies above an empty cell";
        }
    }
    return NULL;
}

/* Checks a new board and computes the derived fields. NULL, or an error message. */
static const char *take_stock(struct samegame *s)
{
    const char *wrong = fault_of(s);
    if (wrong == NULL) samegame_count(s);
    return wrong;
}

static size_t derived(const struct game *g, const void *state)
{
    const struct samegame *s = state;
    return s->block.rest + offsetof(struct samegame_rest, left);
}

static void derive(const struct game *g, void *state)
{
    samegame_count(state);
}

static unsigned char number_of(int character)
{
    return (unsigned char)(character == '.' ? EMPTY : character - '0' + 1);
}

/* Copies the board from a grid of the same size; board_into copies it to one. */
static void board_from(struct samegame *s, const struct grid *map)
{
    for (int32_t i = 0; i < map->rows; i++) {
        const unsigned char *from = grid_row(map, i);
        unsigned char *to = s->cell + s->stride + map->rows - i;
        for (int32_t j = 0; j < map->cols; j++, to += s->stride) *to = number_of(from[j]);
    }
}

static void board_into(const struct samegame *s, const struct grid *map)
{
    for (int32_t i = 0; i < map->rows; i++) {
        unsigned char *to = grid_row(map, i);
        const unsigned char *from = s->cell + s->stride + map->rows - i;
        for (int32_t j = 0; j < map->cols; j++, from += s->stride) {
            to[j] = character_of(*from);
        }
    }
}

const char *samegame_start(struct samegame *s, const struct grid *map)
{
    board_from(s, map);
    return take_stock(s);
}

int samegame_cell(const struct samegame *s, int32_t row, int32_t col)
{
    return character_of(column_of(s, col)[row]);
}

void samegame_draw(const struct samegame *s, const char *margin, const char *gap,
                   int empty, struct text *out)
{
    for (int32_t row = rows_of(s); row >= 1; row--) {
        text_string(out, margin);
        for (int32_t col = 1; col <= cols_of(s); col++) {
            int what = samegame_cell(s, row, col);
            if (col > 1) {
                for (const char *c = gap; *c != '\0'; c++) text_char(out, *c);
            }
            text_char(out, what == '.' ? empty : what);
        }
        text_char(out, '\n');
    }
}

/* ---- how the game stands ---- */

bool samegame_won(const struct samegame *s)
{
    return rest_of(s)->left == 0;
}

bool samegame_stuck(const struct samegame *s)
{
    return !samegame_goes_on(s) && !samegame_won(s);
}

int64_t samegame_moves(const struct samegame *s)
{
    return rest_of(s)->moves;
}

int32_t samegame_left(const struct samegame *s)
{
    return (int32_t)rest_of(s)->left;
}

int64_t samegame_pairs(const struct samegame *s)
{
    return has_bits(s) ? bits_pairs(s) : rest_of(s)->pairs;
}

/* ---- actions and their texts ---- */

static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
    struct samegame_place at = samegame_selected(a);
    text_number(out, at.row);
    text_char(out, ' ');
    text_number(out, at.col);
}

static void explain_line(const char *side, int32_t number, struct text *out)
{
    text_string(out, "the board has no ");
    text_string(out, side);
    text_char(out, ' ');
    text_number(out, number);
}

/* Why a cell cannot be removed (rule 3): it is off the board, empty or alone. */
static void explain(const struct samegame *s, action a, struct text *out)
{
    struct samegame_place at = samegame_selected(a);
    refusal_action(&samegame_game, s, a, out);
    if (at.row < 1 || at.row > rows_of(s)) {
        explain_line("row", at.row, out);
        return;
    }
    if (at.col < 1 || at.col > cols_of(s)) {
        explain_line("column", at.col, out);
        return;
    }
    int what = samegame_cell(s, at.row, at.col);
    if (what == '.') {
        text_string(out, "the cell is empty");
    } else {
        text_string(out, "the cell is a single ");
        text_char(out, what);
    }
}

int32_t samegame_region(const struct samegame *s, action a, struct samegame_place *out,
                        int32_t max, struct text *why)
{
    int32_t count = samegame_cells(s, a, out, max);
    if (count == 0 && why != NULL) explain(s, a, why);
    return count;
}

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    const char *end = s + n;
    int64_t row, col;
    if (!text_parse_pair(&s, end, ' ', &row, &col) || s != end) return false;
    *a = samegame_action(row, col);
    return true;
}

/* ---- the protocol ---- */

/* The cells are saved and loaded as rows; the scratch holds these meanwhile. */
static void fields(const struct game *g, void *state, struct archive *a)
{
    struct samegame *s = state;
    unsigned char *scratch = (unsigned char *)s + s->block.scratch;
    struct grid map = {scratch, cols_of(s), rows_of(s), cols_of(s)};
    archive_integer(a, "moves", &rest_of(s)->moves, 0, STATE_COUNT_MAX);
    archive_integer(a, "score", &rest_of(s)->score, 0, STATE_COUNT_MAX);
    board_into(s, &map);
    archive_cells(a, "map", &map, SAMEGAME_CELLS);
    board_from(s, &map);
    memset(scratch, 0, s->cells);
}

static const char *check(const struct game *g, void *state)
{
    return take_stock(state);
}

static int turn(const struct game *g, const void *state)
{
    return samegame_goes_on(state) ? 1 : OVER;
}

static const char *outcome(const struct game *g, const void *state)
{
    if (samegame_goes_on(state)) return NULL;
    return samegame_won(state) ? "Game Won" : "Game Over";
}

/* Each removal takes blocks of one value, and a block that is the last of its value stays. */
static int64_t estimate(const struct game *g, const void *state)
{
    const struct samegame *s = state;
    uint32_t once = 0, again = 0;
    for (uint32_t i = 0; i < s->cells; i++) {
        const uint32_t value = UINT32_C(1) << s->cell[i];
        again |= once & value;
        once |= value;
    }
    const uint32_t blocks = ~(UINT32_C(1) << EMPTY);
    return (once & ~again & blocks) != 0 ? STATE_COUNT_MAX
                                         : __builtin_popcount(once & blocks);
}

static int64_t score(const struct game *g, const void *state, int player)
{
    return rest_of(state)->score;
}

static void why(const struct game *g, const void *state, action a, struct text *out)
{
    const struct samegame *s = state;
    if (!samegame_goes_on(s)) {
        refusal_over(g, s, a, out);
    } else if (!samegame_may(s, a)) {
        explain(s, a, out);
    }
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    samegame_draw(state, "", "", '.', out);
}

static int every(const struct game *g, const int32_t *dims, action *out, int max)
{
    struct offered offered = {out, max, 0};
    for (int32_t r = 1; r <= dims[0]; r++) {
        for (int32_t c = 1; c <= dims[1]; c++) {
            offer_action(&offered, samegame_action(r, c));
        }
    }
    return offered.count;
}

static void lie(const struct game *g, const void *state, struct board_list *b)
{
    const struct samegame *s = state;
    const unsigned char *top = s->cell + s->stride + rows_of(s);
    board_add_layer(b, "blocks", true);
    for (int value = '0'; value <= '9'; value++) {
        const char name[] = {(char)value, '\0'};
        board_add(b, name,
                  (struct board_plane){.as = BOARD_BYTES,
                                       .value = number_of(value),
                                       .at = board_at(s, top),
                                       .down = -1,
                                       .right = s->stride});
    }
}

static const struct dimension shape[] = {
    {"rows", SAMEGAME_SIDE_MIN, SAMEGAME_SIDE_MAX},
    {"columns", SAMEGAME_SIDE_MIN, SAMEGAME_SIDE_MAX},
    {NULL, 0, 0},
};

const struct game samegame_game = {
    .name = "samegame",
    .players = 1,
    .shape = shape,
    .size = size,
    .init = init,
    .fields = fields,
    .check = check,
    .derived = derived,
    .derive = derive,
    .turn = turn,
    .outcomes = (const char *const[]){"Game Won", "Game Over", NULL},
    .goal = "Game Won",
    .outcome = outcome,
    .actions = samegame_actions,
    .every = every,
    .apply = samegame_apply,
    .estimate = estimate,
    .why = why,
    .score = score,
    .parse = parse,
    .text = action_text,
    .picture = picture,
    .board = lie,
};
