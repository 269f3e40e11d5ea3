/*
 * Jewelry Tips as a game: its boards, its texts and the protocol. Lines and swaps are
 * found in jewelry_bits.c, tips in jewelry_tips.c; jewelry_rules.c plays.
 */
#include "jewelry.h"

#include "jewelry_rules.h"
#include "game/board.h"
#include "game/save.h"
#include "game/refusal.h"

const char *const jewelry_dir_names[] = {"LT", "UP", "RT", "DN"};
const char *const jewelry_kind_names[] = {"Norm", "Good", "Excl"};

/* ---- making a game ---- */

/* The last eight cells are not used; with them keys and hashes are those of earlier
 * versions. */
static size_t cells_of(int32_t rows, int32_t cols)
{
    return (size_t)(rows + 2 * JEWELRY_BORDER) * (size_t)(cols + 2) + 8;
}

static size_t rest_at(int32_t rows, int32_t cols)
{
    return state_align(offsetof(struct jewelry, cell) + cells_of(rows, cols));
}

/* Where the board lies as bits, and in how many planes. */
static size_t bits_at(const int32_t *shape)
{
    return rest_at(shape[0], shape[1]) +
           state_align(offsetof(struct jewelry_rest, drops) + (size_t)shape[3]);
}

static int32_t planes_for(int32_t colours)
{
    return 32 - __builtin_clz((uint32_t)colours);
}

static size_t size(const struct game *g, const int32_t *shape)
{
    size_t words = (size_t)planes_words(shape[0], shape[1]);
    return bits_at(shape) + ((size_t)planes_for(shape[2]) + 2) * words * sizeof(uint64_t);
}

static void init(const struct game *g, void *state, const int32_t *shape)
{
    struct jewelry *j = state;
    int32_t rows = shape[0], cols = shape[1];
    uint32_t bytes = (uint32_t)size(g, shape);
    j->stride = cols + 2;
    j->cells = (uint32_t)cells_of(rows, cols);
    j->bits = (uint32_t)bits_at(shape);
    j->planes = planes_for(shape[2]);
    j->words = planes_words(rows, cols);
    j->shift = planes_shift(rows);
    j->block = (struct state){
        .key = (uint32_t)offsetof(struct jewelry, cell),
        .rest = (uint32_t)rest_at(rows, cols),
        .scratch = bytes,
        .size = bytes,
        .shape = {rows, cols, shape[2], shape[3]},
    };
}

/* The board without its border. */
static struct grid board_of(const struct jewelry *j)
{
    unsigned char *first = (unsigned char *)(uintptr_t)&j->cell[cell_at(j, 0, 0)];
    return (struct grid){first, j->stride, rows_of(j), cols_of(j)};
}

/* The bit of a letter in a set of colours; 0 if it is no letter. */
static uint64_t bit_of(int c)
{
    bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    return letter ? UINT64_C(1) << (c - 'A') : 0;
}

const char *jewelry_wrong_colours(const char *colours, size_t n)
{
    uint64_t known = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t bit = bit_of(colours[i]);
        if (bit == 0) return "a colour is no letter";
        if (known & bit) return "a colour stands twice";
        known |= bit;
    }
    bool enough = n >= JEWELRY_COLOURS_MIN && n <= JEWELRY_COLOURS_MAX;
    return enough ? NULL : "there must be 3..26 colours";
}

const char *jewelry_wrong_drops(const char *colours, const char *drops, size_t n)
{
    if (n > JEWELRY_DROPS_MAX) return "there may be 4096 drops at most";
    for (size_t i = 0; i < n; i++) {
        if (drops[i] == '\0' || strchr(colours, drops[i]) == NULL) {
            return "a drop is none of the colours";
        }
    }
    return NULL;
}

static void text_range(struct text *t, const char *name, int32_t from, int32_t n)
{
    text_string(t, name);
    text_number(t, from + 1);
    text_string(t, "..");
    text_number(t, from + n);
}

void jewelry_explain_line(const struct jewelry_line *line, struct text *why)
{
    text_string(why, "the board holds a line already: ");
    text_number(why, line->length);
    text_char(why, ' ');
    text_char(why, line->colour);
    text_string(why, line->dir == JEWELRY_RT ? " in row " : " in column ");
    text_number(why, 1 + (line->dir == JEWELRY_RT ? line->row : line->col));
    if (line->dir == JEWELRY_RT) {
        text_range(why, ", columns ", line->col, line->length);
    } else {
        text_range(why, ", rows ", line->row, line->length);
    }
}

enum jewelry_start jewelry_start(struct jewelry *j, const struct grid *board,
                                 const struct jewelry_options *options,
                                 struct jewelry_line *line)
{
    struct jewelry_rest *rest = rest_of(j);
    struct grid own = board_of(j);
    grid_copy(&own, board);
    memcpy(rest->colours, options->colours, (size_t)colours_of(j));
    memcpy(rest->drops, options->drops, (size_t)drops_of(j));
    rest->random = options->seed;
    if (!jewelry_read(j)) return JEWELRY_STRANGER;
    if (jewelry_find_line(j, line)) return JEWELRY_LINE;
    jewelry_find_swaps(j, 0, cols_of(j) - 1);
    return JEWELRY_FINE;
}

/* ---- the protocol ---- */

int jewelry_cell(const struct jewelry *j, int32_t row, int32_t col)
{
    return j->cell[cell_at(j, row, col)];
}

const char *jewelry_colours(const struct jewelry *j)
{
    return rest_of(j)->colours;
}

int64_t jewelry_moves(const struct jewelry *j)
{
    return rest_of(j)->moves;
}

static void letters(struct archive *a, const char *name, char *first, int32_t n,
                    const char *alphabet)
{
    struct grid row = {(unsigned char *)first, n, 1, n};
    if (n > 0) archive_cells(a, name, &row, alphabet);
}

static void fields(const struct game *g, void *state, struct archive *a)
{
    struct jewelry *j = state;
    struct jewelry_rest *rest = rest_of(j);
    struct grid board = board_of(j);
    letters(a, "colours", rest->colours, colours_of(j),
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    archive_bits(a, "random", &rest->random);
    archive_integer(a, "score", &rest->score, 0, STATE_COUNT_MAX);
    archive_integer(a, "moves", &rest->moves, 0, STATE_COUNT_MAX);
    archive_int32(a, "endless", &rest->endless, 0, 1);
    archive_int32(a, "dropped", &rest->dropped, 0, drops_of(j));
    letters(a, "drops", rest->drops, drops_of(j), rest->colours);
    archive_cells(a, "board", &board, rest->colours);
}

static const char *check(const struct game *g, void *state)
{
    struct jewelry *j = state;
    struct jewelry_line line;
    const char *wrong = jewelry_wrong_colours(rest_of(j)->colours, (size_t)colours_of(j));
    if (wrong != NULL) return wrong;
    jewelry_read(j);
    bool found = jewelry_find_line(j, &line);
    if (found && !rest_of(j)->endless) return "the board holds a line already";
    if (!found && rest_of(j)->endless) return "an endless cascade leaves a line";
    jewelry_find_swaps(j, 0, cols_of(j) - 1);
    return NULL;
}

static int turn(const struct game *g, const void *state)
{
    return jewelry_is_over(state) ? OVER : 1;
}

static const char *outcome(const struct game *g, const void *state)
{
    if (!jewelry_is_over(state)) return NULL;
    return rest_of(state)->endless ? "Endless Cascade" : "Game Over";
}

static int64_t score(const struct game *g, const void *state, int player)
{
    return rest_of(state)->score;
}

static void text_cell(struct text *t, int32_t row, int32_t col)
{
    text_number(t, row + 1);
    text_char(t, ',');
    text_number(t, col + 1);
}

/* Names the left or upper cell: "6,1 RT"; if that is off the board,
 * the other: "6,1 LT". */
static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
    struct jewelry_pair p;
    if (!jewelry_pair_of(a, &p)) {
        text_char(out, '?');
    } else if (p.row < 0) {
        text_cell(out, 0, p.col);
        text_string(out, " UP");
    } else if (p.col < 0) {
        text_cell(out, p.row, 0);
        text_string(out, " LT");
    } else {
        text_cell(out, p.row, p.col);
        text_string(out, p.down ? " DN" : " RT");
    }
}

/* The jewel at the cell: "the P at 6,1". */
static void text_jewel(struct text *t, const struct jewelry *j, int32_t row, int32_t col)
{
    text_string(t, "the ");
    text_char(t, j->cell[cell_at(j, row, col)]);
    text_string(t, " at ");
    text_cell(t, row, col);
}

static void why(const struct game *g, const void *state, action a, struct text *out)
{
    const struct jewelry *j = state;
    struct jewelry_pair p = {0, 0, false};
    enum jewelry_refusal no = jewelry_may(j, a);
    bool named = jewelry_pair_of(a, &p);
    int32_t row = p.row + p.down, col = p.col + !p.down;
    if (no == JEWELRY_ALLOWED) return;
    if (no == JEWELRY_OVER) {
        refusal_over(g, j, a, out);
        return;
    }
    refusal_action(g, j, a, out);
    if (no == JEWELRY_NOWHERE) {
        text_string(out, "the board has no such cell");
    } else if (no == JEWELRY_END) {
        bool first = on_board(j, p.row, p.col);
        text_string(out, "the board ends at ");
        text_cell(out, first ? p.row : row, first ? p.col : col);
    } else if (!named) {
        text_string(out, "there is no such swap");
    } else {
        text_jewel(out, j, p.row, p.col);
        text_string(out, " and ");
        text_jewel(out, j, row, col);
        text_string(out, no == JEWELRY_SAME ? " have the same colour" : " make no line");
    }
}

bool jewelry_parse_dir(const char *s, size_t n, enum jewelry_dir *dir)
{
    for (int d = JEWELRY_LT; d <= JEWELRY_DN; d++) {
        *dir = (enum jewelry_dir)d;
        if (n == 2 && memcmp(s, jewelry_dir_names[d], 2) == 0) return true;
    }
    return false;
}

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    const char *end = s + n;
    int64_t row, col;
    enum jewelry_dir dir;
    if (!text_parse_pair(&s, end, ',', &row, &col) || s == end || *s++ != ' ')
        return false;
    if (row < 1 || row > JEWELRY_FAR || col < 1 || col > JEWELRY_FAR) return false;
    if (!jewelry_parse_dir(s, (size_t)(end - s), &dir)) return false;
    *a = jewelry_swap((int32_t)row - 1, (int32_t)col - 1, dir);
    return true;
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    struct grid board = board_of(state);
    grid_picture(&board, out);
}

/* Also drops the jewels that were given: a search must not see them. */
static void reseed(const struct game *g, void *state, uint64_t seed)
{
    rest_of(state)->random = seed;
    rest_of(state)->dropped = drops_of(state);
}

/* The swaps of each cell with the next one in its row, then with that below. */
static int every(const struct game *g, const int32_t *dims, action *out, int max)
{
    struct offered offered = {out, max, 0};
    for (int32_t r = 0; r < dims[0]; r++) {
        for (int32_t c = 0; c < dims[1]; c++) {
            if (c + 1 < dims[1]) offer_action(&offered, jewelry_swap(r, c, JEWELRY_RT));
            if (r + 1 < dims[0]) offer_action(&offered, jewelry_swap(r, c, JEWELRY_DN));
        }
    }
    return offered.count;
}

/* The kinds are the colours of this state. */
static void lie(const struct game *g, const void *state, struct board_list *b)
{
    const struct jewelry *j = state;
    const char *colours = rest_of(j)->colours;
    board_add_layer(b, "jewels", false);
    for (int32_t i = 0; i < colours_of(j); i++) {
        const char name[] = {colours[i], '\0'};
        board_add(b, name,
                  (struct board_plane){.as = BOARD_BYTES,
                                       .value = (unsigned char)colours[i],
                                       .at = board_at(j, &j->cell[cell_at(j, 0, 0)]),
                                       .down = j->stride,
                                       .right = 1});
    }
}

static const struct dimension shape[] = {
    {"rows", JEWELRY_SIDE_MIN, JEWELRY_SIDE_MAX},
    {"columns", JEWELRY_SIDE_MIN, JEWELRY_SIDE_MAX},
    {"colours", JEWELRY_COLOURS_MIN, JEWELRY_COLOURS_MAX},
    {"drops", 0, JEWELRY_DROPS_MAX},
    {NULL, 0, 0},
};

const struct game jewelry_game = {
    .name = "jewelry",
    .players = 1,
    .shape = shape,
    .size = size,
    .init = init,
    .fields = fields,
    .check = check,
    .turn = turn,
    .outcomes = (const char *const[]){"Game Over", "Endless Cascade", NULL},
    .outcome = outcome,
    .actions = jewelry_actions,
    .every = every,
    .apply = jewelry_apply,
    .why = why,
    .score = score,
    .parse = parse,
    .text = action_text,
    .picture = picture,
    .reseed = reseed,
    .chance = true,
    .board = lie,
};
