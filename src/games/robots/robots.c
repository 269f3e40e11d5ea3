/*
 * Robots as a game: its texts and the protocol. The board is in robots_board.c, the rules
 * are in robots_rules.c, the player's strategy in robots_strategy.c.
 */
#include "robots.h"

#include "robots_rules.h"
#include "game/save.h"

/* ---- saving ---- */

static size_t game_size(const struct game *g, const int32_t *shape)
{
    (void)g;
    return robots_size(shape[0], shape[1], shape[2], shape[3]);
}

static void game_init(const struct game *g, void *state, const int32_t *shape)
{
    (void)g;
    robots_init(state, shape[0], shape[1], shape[2], shape[3]);
}

static void place(struct archive *a, const struct robots *r, const char *row_name,
                  const char *col_name, int32_t *cell)
{
    struct spot at = spot_of(r, *cell);
    int32_t row = at.row, col = at.col;
    archive_int32(a, row_name, &row, 1, rows_of(r));
    archive_int32(a, col_name, &col, 1, cols_of(r));
    *cell = row * r->stride + col;
}

static void jumps(struct archive *a, struct robots *r)
{
    struct robots_rest *rest = rest_of(r);
    int64_t before = 1;
    archive_int32(a, "taken", &rest->taken, 0, teleports_of(r));
    for (int32_t i = 0; i < rest->taken; i++) {
        struct robots_jump *jump = &jumps_of(r)[i];
        int32_t entry = jump->entry + 1;
        archive_int32(a, "taken_entry", &entry, 1, teleports_of(r));
        archive_integer(a, "taken_move", &jump->move, before, rest->moves);
        before = jump->move;
        jump->entry = entry - 1;
    }
}

static void fields(const struct game *g, void *state, struct archive *a)
{
    (void)g;
    struct robots *r = state;
    struct grid board = board_of(r);
    archive_integer(a, "moves", &rest_of(r)->moves, 0, STATE_COUNT_MAX);
    place(a, r, "player_row", "player_column", &r->player);
    for (int32_t i = 0; i < teleports_of(r); i++) {
        int32_t cell = r->teleport[i] < 0 ? ~r->teleport[i] : r->teleport[i];
        place(a, r, "teleport_row", "teleport_column", &cell);
        if (a->in != NULL) r->teleport[i] = cell;
    }
    jumps(a, r);
    archive_cells(a, "map", &board, "+*.");
}

static const char *check(const struct game *g, void *state)
{
    (void)g;
    struct robots *r = state;
    if (started_of(r) > rows_of(r) * cols_of(r)) {
        return "the board has fewer cells than there were robots";
    }
    if (!robots_derive(r))
        return "the board has more robots than there were at the start";
    for (int32_t i = 0; i < rest_of(r)->taken; i++) {
        int32_t *entry = &r->teleport[jumps_of(r)[i].entry];
        if (*entry < 0) return "an entry of the teleport list is taken twice";
        *entry = ~*entry;
    }
    return NULL;
}

/* ---- the protocol ---- */

static int turn(const struct game *g, const void *state)
{
    (void)g;
    return is_over(state) ? OVER : 1;
}

static const char *outcome(const struct game *g, const void *state)
{
    (void)g;
    return robots_outcome(state);
}

/* The robots destroyed so far; a lost game counts less than any other, the less the more
 * robots are left. */
static int64_t score(const struct game *g, const void *state, int player)
{
    (void)g;
    (void)player;
    const struct robots *r = state;
    int32_t left = rest_of(r)->robots;
    return is_lost(r) ? -1 - left : started_of(r) - left;
}

static void offer(action a, action *out, int max, int *count)
{
    if (*count < max) out[*count] = a;
    ++*count;
}

/* The cells in the list that he may teleport to, each one once: `arrivals` notes those
 * that have been seen. */
static void offer_teleports(const struct robots *r, action *out, int max, int *count)
{
    unsigned char *seen = arrivals_of(r);
    for (int32_t i = 0; i < teleports_of(r); i++) {
        int32_t to = r->teleport[i];
        if (to < 0 || to == r->player || cells_of(r)[to] != EMPTY || seen[to]) continue;
        struct spot at = spot_of(r, to);
        offer(robots_teleport(at.row, at.col), out, max, count);
        seen[to] = 1;
    }
    for (int32_t i = 0; i < teleports_of(r); i++) {
        if (r->teleport[i] >= 0) seen[r->teleport[i]] = 0;
    }
}

static int actions(const struct game *g, const void *state, action *out, int max)
{
    (void)g;
    const struct robots *r = state;
    struct robots_refusal no;
    int count = 0;
    if (is_over(r)) return 0;
    for (action a = 0; a < ROBOTS_WALKS; a++) {
        if (robots_may(r, a, &no)) offer(a, out, max, &count);
    }
    offer_teleports(r, out, max, &count);
    return count;
}

static const char *const walks[] = {"NW", "N", "NE", "W", "STAY", "E", "SW", "S", "SE"};
static const char jump_word[] = "TELEPORT ";

static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
    (void)g;
    (void)state;
    int32_t row, col;
    if (is_walk(a)) {
        text_string(out, walks[a]);
    } else if (robots_is_teleport(a)) {
        robots_target(a, &row, &col);
        text_string(out, jump_word);
        text_number(out, row);
        text_char(out, ',');
        text_number(out, col);
    } else {
        text_char(out, '?');
    }
}

/* Why not; `no` is NULL if the game is over. */
static void explain(const struct robots *r, action a, const struct robots_refusal *no,
                    struct text *out)
{
    action_text(&robots_game, r, a, out);
    text_string(out, ": ");
    if (no == NULL) {
        text_string(out, "the game is over (");
        text_string(out, robots_outcome(r));
        text_char(out, ')');
        return;
    }
    size_t plain = strcspn(no->words, "@");
    text_bytes(out, no->words, plain);
    if (no->words[plain] == '\0') return;
    text_string(out, "row ");
    text_number(out, no->row);
    text_string(out, ", column ");
    text_number(out, no->col);
    text_string(out, no->words + plain + 1);
}

static void why(const struct game *g, const void *state, action a, struct text *out)
{
    (void)g;
    struct robots_refusal no;
    if (is_over(state)) {
        explain(state, a, NULL, out);
    } else if (!robots_may(state, a, &no)) {
        explain(state, a, &no, out);
    }
}

static enum applied apply(const struct game *g, void *state, action a,
                          struct report *report)
{
    enum applied done = robots_apply(state, a, report);
    if (done == REFUSED && wants_why(report)) why(g, state, a, report->why);
    return done;
}

/* The number that *s begins with, of at most six digits. */
static bool parse_place(const char **s, const char *end, int32_t *n)
{
    int64_t number;
    bool fine = text_parse_number(s, end, &number) && number >= 0 && number <= 999999;
    *n = fine ? (int32_t)number : 0;
    return fine;
}

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    (void)g;
    (void)state;
    const char *end = s + n;
    size_t length = sizeof jump_word - 1;
    int32_t row, col;
    for (int k = 0; k < ROBOTS_WALKS; k++) {
        if (n == strlen(walks[k]) && memcmp(s, walks[k], n) == 0) {
            *a = k;
            return true;
        }
    }
    if (n < length || memcmp(s, jump_word, length) != 0) return false;
    s += length;
    if (!parse_place(&s, end, &row) || s == end || *s++ != ',') return false;
    if (!parse_place(&s, end, &col) || s != end) return false;
    *a = robots_teleport(row, col);
    return true;
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    (void)g;
    const struct robots *r = state;
    struct grid board = board_of(r);
    struct spot player = spot_of(r, r->player);
    for (int32_t i = 0; i < board.rows; i++) {
        const unsigned char *row = grid_row(&board, i);
        size_t before = i == player.row - 1 ? (size_t)player.col : 0;
        if (before > 0) {
            text_bytes(out, row, before - 1);
            text_char(out, PLAYER);
        }
        text_bytes(out, row + before, (size_t)board.cols - before);
        text_char(out, '\n');
    }
}

static const struct dimension shape[] = {
    {"rows", ROBOTS_SIDE_MIN, ROBOTS_SIDE_MAX},
    {"columns", ROBOTS_SIDE_MIN, ROBOTS_SIDE_MAX},
    {"robots", 0, ROBOTS_SIDE_MAX *ROBOTS_SIDE_MAX},
    {"teleports", 0, ROBOTS_TELEPORTS_MAX},
    {NULL, 0, 0},
};

const struct game robots_game = {
    .name = "robots",
    .players = 1,
    .shape = shape,
    .size = game_size,
    .init = game_init,
    .fields = fields,
    .check = check,
    .turn = turn,
    .outcomes = (const char *const[]){"Won", "Lost", NULL},
    .goal = "Won",
    .outcome = outcome,
    .actions = actions,
    .apply = apply,
    .why = why,
    .score = score,
    .parse = parse,
    .text = action_text,
    .picture = picture,
};
