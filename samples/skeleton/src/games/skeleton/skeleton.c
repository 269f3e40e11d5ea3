/*
 * Skeleton as a game: its board, its rules, its texts and the protocol.
 *
 * **rest->coins and rest->heads count the board:** a move keeps them up to date, so that `turn` and
 * `outcome` only read.
 */
#include "skeleton.h"

#include "base/grid_rules.h"
#include "game/refusal.h"
#include "game/save.h"

struct skeleton_rest {
    int64_t moves;
    int32_t coins, heads;
};

static struct skeleton_rest *rest_of(const struct skeleton *s)
{
    return (struct skeleton_rest *)((uintptr_t)s + s->block.rest);
}

static struct grid board_of(const struct skeleton *s)
{
    unsigned char *first = (unsigned char *)((uintptr_t)s + s->block.key);
    return (struct grid){first, cols_of(s), rows_of(s), cols_of(s)};
}

/* ---- the block ---- */

static uint32_t rest_at(const int32_t *shape)
{
    size_t cells = (size_t)shape[0] * (size_t)shape[1];
    return (uint32_t)state_align(offsetof(struct skeleton, cell) + cells);
}

static size_t size(const struct game *g, const int32_t *shape)
{
    return rest_at(shape) + sizeof(struct skeleton_rest);
}

static void init(const struct game *g, void *state, const int32_t *shape)
{
    struct skeleton *s = state;
    s->block = (struct state){
        .key = (uint32_t)offsetof(struct skeleton, cell),
        .rest = rest_at(shape),
        .scratch = (uint32_t)size(g, shape),
        .size = (uint32_t)size(g, shape),
        .shape = {shape[0], shape[1]},
    };
    struct grid board = board_of(s);
    grid_fill(&board, '.');
}

/* Called for a loaded board, too; it has no other cells than SKELETON_CELLS. */
static const char *check(const struct game *g, void *state)
{
    struct skeleton *s = state;
    struct skeleton_rest *rest = rest_of(s);
    rest->coins = rest->heads = 0;
    for (int32_t i = 0; i < rows_of(s) * cols_of(s); i++) {
        rest->coins += s->cell[i] != '.';
        rest->heads += s->cell[i] == 'H';
    }
    return NULL;
}

void skeleton_start(struct skeleton *s, const struct grid *map)
{
    struct grid board = board_of(s);
    grid_copy(&board, map);
    check(&skeleton_game, s);
}

static void fields(const struct game *g, void *state, struct archive *a)
{
    struct grid board = board_of(state);
    archive_integer(a, "moves", &rest_of(state)->moves, 0, STATE_COUNT_MAX);
    archive_cells(a, "map", &board, SKELETON_CELLS);
}

/* ---- how the game stands (rule 3) ---- */

static int turn(const struct game *g, const void *state)
{
    return rest_of(state)->heads > 0 ? 1 : OVER;
}

static const char *outcome(const struct game *g, const void *state)
{
    if (rest_of(state)->heads > 0) return NULL;
    return rest_of(state)->coins == 0 ? "Cleared" : "Stuck";
}

static int64_t score(const struct game *g, const void *state, int player)
{
    return rest_of(state)->moves;
}

int64_t skeleton_moves(const struct skeleton *s)
{
    return rest_of(s)->moves;
}

/* ---- actions: a row and a column ---- */

action skeleton_take(int64_t row, int64_t col)
{
    return action_pack(row, col);
}

static struct place place_of(action a)
{
    const int32_t row = action_upper(a), col = action_lower(a);
    return (struct place){row < 1 ? -1 : row - 1, col < 1 ? -1 : col - 1};
}

/* The cell at a place, or NULL. */
static unsigned char *cell_at(const struct skeleton *s, struct place at)
{
    const struct grid board = board_of(s);
    return grid_inside(&board, at) ? grid_at(&board, at) : NULL;
}

static int actions(const struct game *g, const void *state, action *out, int max)
{
    const struct skeleton *s = state;
    struct offered o = {out, max, 0};
    for (struct place at = {0, 0}; at.row < rows_of(s); at.row++) {
        for (at.col = 0; at.col < cols_of(s); at.col++) {
            if (*cell_at(s, at) == 'H')
                offer_action(&o, skeleton_take(at.row + 1, at.col + 1));
        }
    }
    return o.count;
}

/* Why a coin cannot be taken (rule 2); nothing if it can. */
static void why(const struct game *g, const void *state, action a, struct text *out)
{
    const unsigned char *cell = cell_at(state, place_of(a));
    if (turn(g, state) == OVER) {
        refusal_over(g, state, a, out);
    } else if (cell == NULL || *cell != 'H') {
        refusal_action(g, state, a, out);
        const char *no =
            cell == NULL ? "the board has no such cell" : "the cell is empty";
        text_string(out, cell != NULL && *cell == 'T' ? "the coin lies tails up" : no);
    }
}

static void turn_over(struct skeleton *s, struct place at, struct report *report)
{
    unsigned char *cell = cell_at(s, at);
    if (cell == NULL || *cell == '.') return;
    unsigned char becomes = *cell == 'H' ? 'T' : 'H';
    const int32_t row = at.row + 1, col = at.col + 1;
    emit(report, (struct event){"turned", *cell, becomes, row, col, row, col});
    rest_of(s)->heads += becomes == 'H' ? 1 : -1;
    *cell = becomes;
}

static enum applied apply(const struct game *g, void *state, action a,
                          struct report *report)
{
    struct skeleton *s = state;
    const struct place at = place_of(a);
    unsigned char *cell = cell_at(s, at);
    if (cell == NULL || *cell != 'H') return refused(g, s, a, report);
    emit(report, (struct event){"removed", 'H', 0, at.row + 1, at.col + 1, 0, 0});
    *cell = '.';
    rest_of(s)->coins--;
    rest_of(s)->heads--;
    for (int d = 0; d < GRID_SIDES; d++) {
        turn_over(s, place_step(at, (enum direction)d), report);
    }
    state_count(&rest_of(s)->moves, 1);
    return APPLIED;
}

/* ---- texts ---- */

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    const char *end = s + n;
    int64_t row, col;
    if (!text_parse_pair(&s, end, ' ', &row, &col) || s != end) return false;
    *a = skeleton_take(row, col);
    return true;
}

static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
    text_number(out, action_upper(a));
    text_char(out, ' ');
    text_number(out, action_lower(a));
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    struct grid board = board_of(state);
    grid_picture(&board, out);
}

static const struct dimension shape[] = {
    {"rows", SKELETON_SIDE_MIN, SKELETON_SIDE_MAX},
    {"columns", SKELETON_SIDE_MIN, SKELETON_SIDE_MAX},
    {NULL, 0, 0},
};

const struct game skeleton_game = {
    .name = "skeleton",
    .players = 1,
    .shape = shape,
    .size = size,
    .init = init,
    .fields = fields,
    .check = check,
    .turn = turn,
    .outcomes = (const char *const[]){"Cleared", "Stuck", NULL},
    .goal = "Cleared",
    .outcome = outcome,
    .actions = actions,
    .apply = apply,
    .why = why,
    .score = score,
    .parse = parse,
    .text = action_text,
    .picture = picture,
};
