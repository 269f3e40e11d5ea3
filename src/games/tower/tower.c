/*
 * The Tower as a game: its maps, its texts and the protocol. The rules themselves are in
 * tower_rules.c.
 */
#include "tower.h"

#include "game/board.h"
#include "game/save.h"
#include "game/refusal.h"
#include "base/rng.h"
#include "tower_rules.h"

static size_t size(const struct game *g, const int32_t *shape)
{
    size_t cells = (size_t)(shape[0] + 2) * (size_t)(shape[1] + 1) + 1;
    return state_align(offsetof(struct tower, cell) + cells) + sizeof(struct tower_rest) +
           2 * cellset_words((uint32_t)cells) * sizeof(uint64_t);
}

static void init(const struct game *g, void *state, const int32_t *shape)
{
    struct tower *t = state;
    int32_t rows = shape[0], cols = shape[1];
    t->stride = cols + 1;
    t->cells = (uint32_t)((rows + 2) * t->stride + 1);
    size_t key_end = state_align(offsetof(struct tower, cell) + t->cells);
    t->block = (struct state){
        .key = (uint32_t)offsetof(struct tower, player),
        .rest = (uint32_t)key_end,
        .scratch = (uint32_t)(key_end + sizeof(struct tower_rest)),
        .size = (uint32_t)size(g, shape),
        .shape = {rows, cols},
    };
    t->loose = t->block.scratch + (uint32_t)(cellset_words(t->cells) * sizeof(uint64_t));
    memset(t->cell, FLOOR, (size_t)t->stride);
    memset(t->cell + t->stride, SPACE, t->cells - (size_t)t->stride);
}

/* The board without its border, the top row first. */
static struct grid board_of(const struct tower *t)
{
    unsigned char *top = (unsigned char *)(uintptr_t)t->cell + rows_of(t) * t->stride + 1;
    return (struct grid){top, -t->stride, rows_of(t), cols_of(t)};
}

/* The one cell that holds `what`; -1 if there is none, -2 if there are more. */
static int32_t find_one(const struct tower *t, int what)
{
    const unsigned char *end = t->cell + t->cells;
    const unsigned char *at = memchr(t->cell, what, t->cells);
    if (at == NULL) return -1;
    if (memchr(at + 1, what, (size_t)(end - at - 1)) != NULL) return -2;
    return (int32_t)(at - t->cell);
}

/* Computes the fields that follow from the key. */
static void derive(struct tower *t)
{
    struct tower_rest *rest = rest_of(t);
    rest->restless = tower_judge(t) == TOWER_RUNNING && tower_would_move(t);
    rest->sum = 0;
    for (int32_t i = t->stride; i < (int32_t)t->cells; i++) {
        if (is_block(t, i)) rest->sum += (uint64_t)(t->cell[i] - SPACE) * weight_of(i);
    }
}

const char *tower_start(struct tower *t, const struct grid *map)
{
    static const bool known[256] = {
        ['#'] = true, ['I'] = true, ['G'] = true, ['C'] = true, ['B'] = true,
        ['.'] = true, ['1'] = true, ['2'] = true, ['3'] = true, ['S'] = true,
    };
    for (int32_t i = 0; i < map->rows; i++) {
        const unsigned char *row = grid_row(map, i);
        for (int32_t j = 0; j < map->cols; j++) {
            if (!known[row[j]]) return "a cell is none of " TOWER_CELLS;
        }
    }
    struct grid board = board_of(t);
    grid_copy(&board, map);
    t->player = find_one(t, 'S');
    t->goal = find_one(t, GOAL);
    if (t->player < 0) return "there must be exactly one S";
    if (t->goal < 0) return "there must be exactly one G";
    t->cell[t->player] = SPACE;
    derive(t);
    return NULL;
}

bool tower_at_rest(const struct tower *t)
{
    return !rest_of(t)->restless;
}

int64_t tower_moves(const struct tower *t)
{
    return rest_of(t)->moves;
}

static void fields(const struct game *g, void *state, struct archive *a)
{
    struct tower *t = state;
    struct grid board = board_of(t);
    archive_integer(a, "moves", &rest_of(t)->moves, 0, STATE_COUNT_MAX);
    archive_place(a, "player_row", "player_column", t, t->stride, &t->player);
    archive_place(a, "goal_row", "goal_column", t, t->stride, &t->goal);
    archive_cells(a, "map", &board, "#IGCB.123");
}

static const char *check(const struct game *g, void *state)
{
    struct tower *t = state;
    if (find_one(t, GOAL) == -2) return "a tower has one G";
    derive(t);
    return NULL;
}

static uint64_t hash(const struct game *g, const void *state)
{
    const struct tower *t = state;
    uint64_t places = (uint64_t)t->player << 32 | (uint32_t)t->goal;
    return rng_mix(rest_of(t)->sum + rng_mix(places + ((uint64_t)t->stride << 16)));
}

static int turn(const struct game *g, const void *state)
{
    return tower_judge(state) == TOWER_RUNNING ? 1 : OVER;
}

static const char *outcome(const struct game *g, const void *state)
{
    static const char *const ends[] = {
        [TOWER_RUNNING] = NULL,
        [TOWER_CLEARED] = "Cleared",
        [TOWER_HOLE] = "Death by Hole",
        [TOWER_BLOCK] = "Death by Block",
        [TOWER_WALKING_GOAL] = "Death by Walking Goal",
    };
    return ends[tower_judge(state)];
}

static int64_t score(const struct game *g, const void *state, int player)
{
    enum tower_end end = tower_judge(state);
    return end == TOWER_RUNNING ? 0 : end == TOWER_CLEARED ? 1 : -1;
}

/* Lists MOVETO for the columns it can reach, from left to right. */
static void offer_moves(const struct tower *t, struct offered *offered)
{
    int32_t here = col_of(t, t->player), row = t->player - here;
    int32_t left = here, right = here;
    if (is_block(t, t->player - t->stride)) {
        while (left > 1 && is_block(t, row + left - 1 - t->stride)) left--;
        while (right < cols_of(t) && is_block(t, row + right + 1 - t->stride)) right++;
    }
    for (int32_t c = left; c <= right; c++) {
        if (c == here ? rest_of(t)->restless != 0 : !is_block(t, row + c)) {
            offer_action(offered, tower_action(TOWER_MOVETO, c));
        }
    }
}

static int actions(const struct game *g, const void *state, action *out, int max)
{
    const struct tower *t = state;
    struct tower_refusal no;
    struct offered offered = {out, max, 0};
    if (tower_judge(t) != TOWER_RUNNING) return 0;
    offer_moves(t, &offered);
    for (int verb = TOWER_CLIMB; verb <= TOWER_PULL; verb++) {
        for (int side = -1; side <= 1; side += 2) {
            action a = tower_action((enum tower_verb)verb, side);
            if (tower_may(t, a, &no)) offer_action(&offered, a);
        }
    }
    return offered.count;
}

/* MOVETO to each column, then the other verbs to both sides. */
static int every(const struct game *g, const int32_t *dims, action *out, int max)
{
    struct offered offered = {out, max, 0};
    for (int32_t c = 1; c <= dims[1]; c++) {
        offer_action(&offered, tower_action(TOWER_MOVETO, c));
    }
    for (int verb = TOWER_CLIMB; verb <= TOWER_PULL; verb++) {
        for (int side = -1; side <= 1; side += 2) {
            offer_action(&offered, tower_action((enum tower_verb)verb, side));
        }
    }
    return offered.count;
}

static void lie(const struct game *g, const void *state, struct board_list *b)
{
    static const struct {
        unsigned char cell;
        const char *name;
    } kinds[] = {{'#', "block"}, {ICE, "ice"},    {GOAL, "goal"},  {FIXED, "fixed"},
                 {VOID, "void"}, {'1', "frail1"}, {'2', "frail2"}, {'3', "frail3"}};
    const struct tower *t = state;
    const struct grid board = board_of(t);
    struct board_plane plane = {.as = BOARD_BYTES,
                                .at = board_at(t, board.first),
                                .down = -t->stride,
                                .right = 1};
    board_add_layer(b, "blocks", true);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        plane.value = kinds[i].cell;
        board_add(b, kinds[i].name, plane);
    }
    plane.as = BOARD_PLACE;
    plane.at = board_at(t, &t->player);
    plane.first = (int32_t)(board.first - t->cell);
    board_add_layer(b, "player", true);
    board_add(b, "player", plane);
}

static const char *const verbs[] = {"MOVETO", "CLIMB", "GETDOWN", "PUSH", "PULL"};

static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
    if (!tower_is_command(a)) {
        text_char(out, '?');
        return;
    }
    text_string(out, verbs[tower_verb(a)]);
    text_char(out, ' ');
    if (tower_verb(a) == TOWER_MOVETO) {
        text_number(out, tower_where(a));
    } else {
        text_string(out, tower_where(a) < 0 ? "LEFT" : "RIGHT");
    }
}

/* The words of a refused command, behind "PUSH LEFT: ": '@' stands for the row and the
 * column of the cell, '|' for its column. */
static const char *const reasons[] = {
    [TOWER_OVER] = NULL,
    [TOWER_NO_COMMAND] = "there is no such command",
    [TOWER_NO_COLUMN] = "the tower has no such column",
    [TOWER_THERE_ALREADY] = "the player is there already",
    [TOWER_BLOCK_THERE] = "a block is at @",
    [TOWER_NO_BLOCK_UNDER] = "no block at @ under the route",
    [TOWER_TOP_ROW] = "the player is in the top row",
    [TOWER_BOTTOM_ROW] = "the player is in the bottom row",
    [TOWER_ENDS] = "the tower ends at |",
    [TOWER_BLOCK_IN_WAY] = "a block at @ is in the way",
    [TOWER_FIXED] = "the block at | is fixed",
    [TOWER_NONE_TO_CLIMB] = "no block at @ to climb",
    [TOWER_NONE_TO_PUSH] = "no block at @ to push",
    [TOWER_NONE_TO_PULL] = "no block at @ to pull",
};

static void explain(const struct game *g, const struct tower *t, action a,
                    const struct tower_refusal *no, struct text *out)
{
    if (no->reason == TOWER_OVER) {
        refusal_over(g, t, a, out);
    } else {
        refusal_action(g, t, a, out);
        refusal_at(out, reasons[no->reason], row_of(t, no->cell), col_of(t, no->cell));
    }
}

static void why(const struct game *g, const void *state, action a, struct text *out)
{
    const struct tower *t = state;
    struct tower_refusal no = {TOWER_OVER, 0};
    bool over = tower_judge(t) != TOWER_RUNNING;
    if (over || !tower_may(t, a, &no)) explain(g, t, a, &no, out);
}

static enum applied apply(const struct game *g, void *state, action a,
                          struct report *report)
{
    struct tower_refusal no;
    enum applied done = tower_play(state, a, report, &no);
    if (done != APPLIED && wants_why(report)) explain(g, state, a, &no, report->why);
    return done;
}

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    for (int verb = TOWER_MOVETO; verb <= TOWER_PULL; verb++) {
        size_t length = strlen(verbs[verb]);
        if (n <= length + 1 || memcmp(s, verbs[verb], length) != 0 || s[length] != ' ') {
            continue;
        }
        const char *word = s + length + 1;
        size_t left = n - length - 1;
        int64_t where = 0;
        if (verb == TOWER_MOVETO) {
            if (!text_parse_number(&word, s + n, &where) || word != s + n) return false;
        } else if (left == 4 && memcmp(word, "LEFT", 4) == 0) {
            where = -1;
        } else if (left == 5 && memcmp(word, "RIGHT", 5) == 0) {
            where = 1;
        } else {
            return false;
        }
        *a = tower_action((enum tower_verb)verb, where);
        return true;
    }
    return false;
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    const struct tower *t = state;
    struct grid board = board_of(t);
    int32_t row = rows_of(t) - row_of(t, t->player), col = col_of(t, t->player) - 1;
    grid_picture_with(&board, row, col, 'S', out);
}

static const struct dimension shape[] = {
    {"rows", TOWER_SIDE_MIN, TOWER_SIDE_MAX},
    {"columns", TOWER_SIDE_MIN, TOWER_SIDE_MAX},
    {NULL, 0, 0},
};

const struct game tower_game = {
    .name = "tower",
    .players = 1,
    .shape = shape,
    .size = size,
    .init = init,
    .fields = fields,
    .check = check,
    .turn = turn,
    .outcomes = (const char *const[]){"Cleared", "Death by Hole", "Death by Block",
                                      "Death by Walking Goal", NULL},
    .goal = "Cleared",
    .outcome = outcome,
    .actions = actions,
    .every = every,
    .apply = apply,
    .why = why,
    .score = score,
    .scored_at_end = true,
    .parse = parse,
    .text = action_text,
    .picture = picture,
    .board = lie,
    .hash = hash,
};
