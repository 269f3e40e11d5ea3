/*
 * Robots as a game: its texts and the protocol. The board is in robots_board.c, the rules
 * are in robots_rules.c, the player's strategy in robots_strategy.c.
 */
#include "robots.h"

#include "robots_rules.h"
#include "game/board.h"
#include "game/save.h"
#include "game/refusal.h"

/* ---- saving ---- */

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
    struct robots *r = state;
    struct grid board = board_of(r);
    archive_integer(a, "moves", &rest_of(r)->moves, 0, STATE_COUNT_MAX);
    archive_place(a, "player_row", "player_column", r, r->stride, &r->player);
    for (int32_t i = 0; i < teleports_of(r); i++) {
        int32_t cell = r->teleport[i] < 0 ? ~r->teleport[i] : r->teleport[i];
        archive_place(a, "teleport_row", "teleport_column", r, r->stride, &cell);
        if (a->in != NULL) r->teleport[i] = cell;
    }
    jumps(a, r);
    archive_cells(a, "map", &board, "+*.");
}

static const char *check(const struct game *g, void *state)
{
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
    return is_over(state) ? OVER : 1;
}

/* The robots destroyed so far; in a lost game -1 minus the robots left. */
static int64_t score(const struct game *g, const void *state, int player)
{
    const struct robots *r = state;
    int32_t left = rest_of(r)->robots;
    return is_lost(r) ? -1 - left : started_of(r) - left;
}

/* Offers each cell of the list that the player may teleport to, once; `arrivals` marks
 * the cells already offered. */
static void offer_teleports(const struct robots *r, struct offered *offered)
{
    unsigned char *seen = arrivals_of(r);
    for (int32_t i = 0; i < teleports_of(r); i++) {
        int32_t to = r->teleport[i];
        if (to < 0 || to == r->player || cells_of(r)[to] != EMPTY || seen[to]) continue;
        struct spot at = spot_of(r, to);
        offer_action(offered, robots_teleport(at.row, at.col));
        seen[to] = 1;
    }
    for (int32_t i = 0; i < teleports_of(r); i++) {
        if (r->teleport[i] >= 0) seen[r->teleport[i]] = 0;
    }
}

static int actions(const struct game *g, const void *state, action *out, int max)
{
    const struct robots *r = state;
    struct robots_refusal no;
    struct offered offered = {out, max, 0};
    if (is_over(r)) return 0;
    for (action a = 0; a < ROBOTS_WALKS; a++) {
        if (robots_may(r, a, &no)) offer_action(&offered, a);
    }
    offer_teleports(r, &offered);
    return offered.count;
}

/* The walks, then a teleport to each cell if there are teleports. */
static int every(const struct game *g, const int32_t *dims, action *out, int max)
{
    struct offered offered = {out, max, 0};
    for (action a = 0; a < ROBOTS_WALKS; a++) offer_action(&offered, a);
    for (int32_t r = 1; r <= dims[0] && dims[3] > 0; r++) {
        for (int32_t c = 1; c <= dims[1]; c++) {
            offer_action(&offered, robots_teleport(r, c));
        }
    }
    return offered.count;
}

static void lie(const struct game *g, const void *state, struct board_list *b)
{
    const struct robots *r = state;
    const struct grid board = board_of(r);
    struct board_plane plane = {
        .as = BOARD_BYTES, .at = board_at(r, board.first), .down = r->stride, .right = 1};
    board_add_layer(b, "board", true);
    plane.value = ROBOT;
    board_add(b, "robot", plane);
    plane.value = DEBRIS;
    board_add(b, "debris", plane);
    plane.as = BOARD_PLACE;
    plane.at = board_at(r, &r->player);
    plane.first = r->stride + 1;
    board_add_layer(b, "player", true);
    board_add(b, "player", plane);
}

static const char *const walks[] = {"NW", "N", "NE", "W", "STAY", "E", "SW", "S", "SE"};
static const char jump_word[] = "TELEPORT ";

static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
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

/* The words of a refusal, behind "NW: ": '@' stands for the row and the column of the
 * place. */
static const char *const reasons[] = {
    [ROBOTS_OFF_BOARD] = "@ is off the board",
    [ROBOTS_ROBOT_THERE] = "a robot is at @",
    [ROBOTS_DEBRIS_THERE] = "debris is at @",
    [ROBOTS_DEBRIS_AT_EDGE] = "the debris at @ is at the edge of the board",
    [ROBOTS_DEBRIS_BEHIND] = "there is more debris behind that at @",
    [ROBOTS_NO_TELEPORT] = "no teleport to @ is left",
    [ROBOTS_THERE_ALREADY] = "the player is there already",
    [ROBOTS_NO_SUCH_ACTION] = "there is no such action",
};

static void why(const struct game *g, const void *state, action a, struct text *out)
{
    struct robots_refusal no;
    if (is_over(state)) {
        refusal_over(g, state, a, out);
    } else if (!robots_may(state, a, &no)) {
        refusal_action(g, state, a, out);
        refusal_at(out, reasons[no.reason], no.row, no.col);
    }
}

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    const char *end = s + n;
    size_t length = sizeof jump_word - 1;
    int64_t row, col;
    for (int k = 0; k < ROBOTS_WALKS; k++) {
        if (n == strlen(walks[k]) && memcmp(s, walks[k], n) == 0) {
            *a = k;
            return true;
        }
    }
    if (n < length || memcmp(s, jump_word, length) != 0) return false;
    s += length;
    if (!text_parse_pair(&s, end, ',', &row, &col) || s != end) return false;
    if (row < 0 || row > ROBOTS_FAR || col < 0 || col > ROBOTS_FAR) return false;
    *a = robots_teleport((int32_t)row, (int32_t)col);
    return true;
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    const struct robots *r = state;
    struct grid board = board_of(r);
    struct spot player = spot_of(r, r->player);
    grid_picture_with(&board, player.row - 1, player.col - 1, PLAYER, out);
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
    .size = robots_size,
    .init = robots_init,
    .fields = fields,
    .check = check,
    .turn = turn,
    .outcomes = (const char *const[]){"Won", "Lost", NULL},
    .goal = "Won",
    .outcome = robots_outcome,
    .actions = actions,
    .every = every,
    .apply = robots_apply,
    .why = why,
    .score = score,
    .parse = parse,
    .text = action_text,
    .picture = picture,
    .board = lie,
};
