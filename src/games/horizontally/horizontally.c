/*
 * Horizontally as a game: its maps, its texts and the protocol. The rules themselves are
 * in horizontally_rules.c.
 */
#include "horizontally.h"

#include "horizontally_expert.h"
#include "horizontally_rules.h"
#include "game/board.h"
#include "game/save.h"
#include "game/refusal.h"

enum { FREE = '.', TAKEN = '#' };

static size_t rest_offset(int32_t rows)
{
    return state_align(offsetof(struct horizontally, row) +
                       (size_t)rows * sizeof(uint32_t));
}

static size_t size(const struct game *g, const int32_t *shape)
{
    return state_align(rest_offset(shape[0]) +
                       offsetof(struct horizontally_rest, column) +
                       (size_t)shape[1] * sizeof(uint32_t));
}

static void init(const struct game *g, void *state, const int32_t *shape)
{
    struct horizontally *h = state;
    int32_t rows = shape[0], cols = shape[1];
    h->block = (struct state){
        .key = (uint32_t)offsetof(struct horizontally, player),
        .rest = (uint32_t)rest_offset(rows),
        .scratch = (uint32_t)size(g, shape),
        .size = (uint32_t)size(g, shape),
        .shape = {rows, cols, shape[2]},
    };
    h->player = LEFT;
    for (int32_t i = 0; i < rows; i++) h->row[i] = (UINT32_C(1) << cols) - 1;
    horizontally_derive(h);
}

/* Fills the rows from a map. False if a cell is neither free nor taken. */
static bool read_cells(struct horizontally *h, const struct grid *map)
{
    for (int32_t i = 0; i < map->rows; i++) {
        const unsigned char *cells = grid_row(map, i);
        h->row[i] = 0;
        for (int32_t j = 0; j < map->cols; j++) {
            if (cells[j] != FREE && cells[j] != TAKEN) return false;
            h->row[i] |= (uint32_t)(cells[j] == FREE) << j;
        }
    }
    return true;
}

/* The cells of a row as characters. */
static void draw_row(const struct horizontally *h, int32_t i, unsigned char *cells)
{
    for (int32_t j = 0; j < cols_of(h); j++) {
        cells[j] = horizontally_free(h, i, j) ? FREE : TAKEN;
    }
}

const char *horizontally_start(struct horizontally *h, const struct grid *map,
                               enum horizontally_player first)
{
    h->player = first;
    if (map == NULL) return NULL;
    if (!read_cells(h, map)) return "a cell is none of " HORIZONTALLY_CELLS;
    horizontally_derive(h);
    return NULL;
}

static void fields(const struct game *g, void *state, struct archive *a)
{
    struct horizontally *h = state;
    unsigned char cells[LINES_MAX * LINES_MAX];
    struct grid board = {cells, cols_of(h), rows_of(h), cols_of(h)};
    int32_t player = (int32_t)h->player;
    archive_int32(a, "player", &player, LEFT, RIGHT);
    for (int32_t i = 0; i < rows_of(h); i++) draw_row(h, i, grid_row(&board, i));
    archive_cells(a, "map", &board, HORIZONTALLY_CELLS);
    if (a->in == NULL) return;
    h->player = (uint32_t)player;
    read_cells(h, &board);
}

static const char *check(const struct game *g, void *state)
{
    horizontally_derive(state);
    return NULL;
}

static int turn(const struct game *g, const void *state)
{
    const struct horizontally *h = state;
    return horizontally_outcome(g, h) == NULL ? (int)h->player : OVER;
}

/* 1 for the winner, -1 for the loser, 0 while the game runs. */
static int64_t score(const struct game *g, const void *state, int player)
{
    const struct horizontally *h = state;
    if (horizontally_outcome(g, h) == NULL) return 0;
    return player == (int)h->player ? -1 : 1;
}

static void say_row(struct text *why, int32_t row)
{
    text_string(why, "row ");
    text_char(why, 'a' + row);
}

static void say_column(struct text *why, int32_t col)
{
    text_string(why, "column ");
    text_char(why, 'A' + col);
}

/* Why a move, whose first field is on the board, has no room there. */
static void say_no_room(const struct horizontally *h, const struct move *m,
                        struct text *why)
{
    int32_t row = m->row, col = m->col;
    int32_t *moving = m->player == RIGHT ? &col : &row;
    while (row < rows_of(h) && col < cols_of(h)) {
        if (!horizontally_free(h, row, col)) {
            say_row(why, row);
            text_string(why, ", ");
            say_column(why, col);
            text_string(why, " is taken");
            return;
        }
        ++*moving;
    }
    text_string(why, "the board ends at ");
    if (m->player == RIGHT) {
        say_column(why, cols_of(h) - 1);
    } else {
        say_row(why, rows_of(h) - 1);
    }
}

static void why(const struct game *g, const void *state, action a, struct text *out)
{
    const struct horizontally *h = state;
    struct move m = horizontally_decode(a);
    if (horizontally_may(h, a)) return;
    if (m.player != 0 && horizontally_outcome(g, h) != NULL) {
        refusal_over(g, h, a, out);
        return;
    }
    refusal_action(g, h, a, out);
    if (m.player == 0) {
        text_string(out, "there is no such move");
    } else if (m.player != (int)h->player) {
        text_string(out, h->player == LEFT ? "Left is to move" : "Right is to move");
    } else if (m.row >= rows_of(h)) {
        text_string(out, "the board has no ");
        say_row(out, m.row);
    } else if (m.col >= cols_of(h)) {
        text_string(out, "the board has no ");
        say_column(out, m.col);
    } else {
        say_no_room(h, &m, out);
    }
}

/* 'Fc' for Left, 'cH' for Right; '?' if it is no move. */
static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
    struct move m = horizontally_decode(a);
    if (m.player == 0) {
        text_char(out, '?');
        return;
    }
    if (m.player == LEFT) text_char(out, 'A' + m.col);
    text_char(out, 'a' + m.row);
    if (m.player == RIGHT) text_char(out, 'A' + m.col);
}

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    if (n != 2) return false;
    bool left = s[0] >= 'A' && s[0] <= 'Z';
    char lower = s[left ? 1 : 0], upper = s[left ? 0 : 1];
    if (lower < 'a' || lower > 'z' || upper < 'A' || upper > 'Z') return false;
    *a = horizontally_action(left ? HORIZONTALLY_LEFT : HORIZONTALLY_RIGHT, lower - 'a',
                             upper - 'A');
    return true;
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    const struct horizontally *h = state;
    unsigned char cells[LINES_MAX];
    for (int32_t i = 0; i < rows_of(h); i++) {
        draw_row(h, i, cells);
        text_bytes(out, cells, (size_t)cols_of(h));
        text_char(out, '\n');
    }
}

/* Of Left each block downward, by its first field; then of Right each one to the right. */
static int every(const struct game *g, const int32_t *dims, action *out, int max)
{
    struct offered offered = {out, max, 0};
    for (int32_t r = 0; r < dims[0]; r++) {
        for (int32_t c = 0; c < dims[1]; c++) {
            offer_action(&offered, horizontally_action(HORIZONTALLY_LEFT, r, c));
        }
    }
    for (int32_t r = 0; r < dims[0]; r++) {
        for (int32_t c = 0; c < dims[1]; c++) {
            offer_action(&offered, horizontally_action(HORIZONTALLY_RIGHT, r, c));
        }
    }
    return offered.count;
}

static void lie(const struct game *g, const void *state, struct board_list *b)
{
    const struct horizontally *h = state;
    board_add_layer(b, "board", true);
    board_add(b, "free",
              (struct board_plane){.as = BOARD_ROWS, .at = board_at(h, h->row)});
}

static const struct dimension shape[] = {
    {"rows", 1, HORIZONTALLY_SIDE_MAX},
    {"columns", 1, HORIZONTALLY_SIDE_MAX},
    {"fields", 1, HORIZONTALLY_SIDE_MAX},
    {NULL, 0, 0},
};

const struct game horizontally_game = {
    .name = "horizontally",
    .players = 2,
    .shape = shape,
    .size = size,
    .init = init,
    .fields = fields,
    .check = check,
    .turn = turn,
    .outcomes = (const char *const[]){"Left wins", "Right wins", NULL},
    .score_min = -1,
    .score_max = 1,
    .outcome = horizontally_outcome,
    .actions = horizontally_actions,
    .every = every,
    .apply = horizontally_apply,
    .why = why,
    .score = score,
    .scored_at_end = true,
    .parse = parse,
    .text = action_text,
    .picture = picture,
    .expert = &horizontally_expert,
    .board = lie,
};
