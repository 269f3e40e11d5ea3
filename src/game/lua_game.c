/*
 * The state of a game written in Lua: its block, its fields and layers, saving and
 * loading, and all of the protocol except the rules, which src/bind/lua_game/lua_rules.c calls. The
 * texts of its actions are in lua_game_actions.c.
 */
#include "lua_game.h"

#include <assert.h>

#include "base/rng.h"
#include "board.h"
#include "save.h"

/* ---- the block ---- */

static size_t cells_size(const struct lua_game *s, int32_t rows, int32_t cols)
{
    return (size_t)s->layers * (size_t)rows * (size_t)cols;
}

static size_t key_at(void)
{
    return state_align(sizeof(struct state));
}

static size_t rest_at(const struct lua_game *s, int32_t rows, int32_t cols)
{
    size_t integers = sizeof(int64_t) * (1 + (size_t)s->numbers);
    return state_align(key_at() + integers + cells_size(s, rows, cols));
}

static size_t counters_size(const struct lua_game *s)
{
    return sizeof(int64_t) * (size_t)s->counters;
}

static size_t scratch_at(const struct lua_game *s, const int32_t *shape)
{
    size_t rest = rest_at(s, shape[LUA_GAME_ROWS], shape[LUA_GAME_COLUMNS]);
    assert(shape[LUA_GAME_DICE] >= 0 && shape[LUA_GAME_DICE] <= LUA_GAME_DICE_MAX);
    return state_align(rest + counters_size(s) + sizeof(struct lua_game_rest) +
                       sizeof(int32_t) * (size_t)shape[LUA_GAME_DICE]);
}

static size_t game_size(const struct game *g, const int32_t *shape)
{
    const struct lua_game *s = lua_game_of(g);
    size_t scratch = scratch_at(s, shape);
    if (!s->copies) return scratch;
    size_t cells = cells_size(s, shape[LUA_GAME_ROWS], shape[LUA_GAME_COLUMNS]);
    const size_t all = s->rounds ? 2 * cells : cells;
    return state_align(scratch + (scratch - key_at()) + all + LUA_GAME_SPARE);
}

struct lua_game_rest *lua_game_rest(const struct lua_game *s, const void *state)
{
    const struct state *block = state;
    return (void *)lua_game_integers(state, block->rest + counters_size(s));
}

struct grid lua_game_layer(const struct lua_game *s, void *state, int layer)
{
    int32_t rows = rows_of(state), cols = cols_of(state);
    unsigned char *first = lua_game_cells(s, state);
    assert(layer >= 0 && layer < s->layers);
    return (struct grid){first + (size_t)layer * (size_t)rows * (size_t)cols, cols, rows,
                         cols};
}

/* A state in which every field has its first value and every cell is "nothing". */
static void init(const struct game *g, void *state, const int32_t *shape)
{
    const struct lua_game *s = lua_game_of(g);
    struct state *block = state;
    block->key = (uint32_t)key_at();
    block->rest = (uint32_t)rest_at(s, shape[LUA_GAME_ROWS], shape[LUA_GAME_COLUMNS]);
    block->scratch = (uint32_t)scratch_at(s, shape);
    block->size = (uint32_t)game_size(g, shape);
    memcpy(block->shape, shape, (LUA_GAME_DICE + 1) * sizeof *shape);
    *lua_game_turn(state) = 1;
    for (int i = 0; i < s->fields; i++) {
        int64_t *value = lua_game_field(state, &s->field[i]);
        for (int k = 0; k == 0 || k < s->field[i].count; k++)
            value[k] = s->field[i].value;
    }
    for (int i = 0; i < s->layers; i++) {
        struct grid layer = lua_game_layer(s, state, i);
        grid_fill(&layer, s->layer[i].alphabet[0]);
    }
}

bool lua_game_put(const struct lua_game *s, void *state, int32_t row, int32_t col,
                  int shown)
{
    int i = 0;
    while (i < s->cells && s->cell[i].shown != shown) i++;
    if (i == s->cells) return false;
    for (int k = 0; k < s->layers; k++) {
        struct grid layer = lua_game_layer(s, state, k);
        grid_row(&layer, row)[col] = s->cell[i].on[k];
    }
    return true;
}

int64_t lua_game_chance(const struct lua_game *s, void *state, int64_t n)
{
    struct lua_game_rest *rest = lua_game_rest(s, state);
    assert(n > 0 && n <= INT32_MAX);
    if (rest->next_die < ((struct state *)state)->shape[LUA_GAME_DICE]) {
        return rest->dice[rest->next_die++];
    }
    return 1 + (int64_t)rng_below(&rest->rng, (uint32_t)n);
}

/* Also drops the dice that were given: a search must not see them. */
static void reseed(const struct game *g, void *state, uint64_t seed)
{
    struct lua_game_rest *rest = lua_game_rest(lua_game_of(g), state);
    rest->rng = seed;
    rest->next_die = ((struct state *)state)->shape[LUA_GAME_DICE];
}

bool lua_game_has_outcome(const struct lua_game *s, const char *outcome)
{
    const char *const *known = s->game.outcomes;
    if (known == NULL) return true;
    while (*known != NULL && strcmp(*known, outcome) != 0) known++;
    return *known != NULL;
}

void lua_game_end(const struct lua_game *s, void *state, int64_t k)
{
    struct lua_game_rest *rest = lua_game_rest(s, state);
    assert(s->over >= 0 && k >= 0 && k <= s->field[s->over].max);
    *lua_game_field(state, &s->field[s->over]) = k;
    memset(rest->outcome, 0, sizeof rest->outcome);
    if (k == 0) return;
    const char *text = lua_game_ending(s, k);
    memcpy(rest->outcome, text, strlen(text));
}

/* ---- saving and loading ---- */

static void archive_field(struct archive *a, const struct lua_game_field *f,
                          int64_t *value)
{
    if (f->count == 0) {
        archive_integer(a, f->name, value, f->min, f->max);
        return;
    }
    for (int32_t k = 0; k < f->count; k++) {
        char name[LUA_GAME_NAME_MAX + 12];
        struct text t = text_into(name, sizeof name);
        text_string(&t, f->name);
        text_char(&t, '.');
        text_number(&t, k + 1);
        archive_integer(a, name, &value[k], f->min, f->max);
    }
}

static void fields(const struct game *g, void *state, struct archive *a)
{
    const struct lua_game *s = lua_game_of(g);
    struct lua_game_rest *rest = lua_game_rest(s, state);
    int32_t dice = ((struct state *)state)->shape[LUA_GAME_DICE];
    if (g->players > 1) archive_integer(a, "turn", lua_game_turn(state), 1, g->players);
    for (int i = 0; i < s->fields; i++) {
        archive_field(a, &s->field[i], lua_game_field(state, &s->field[i]));
    }
    archive_bits(a, "rng", &rest->rng);
    archive_integer(a, "next_die", &rest->next_die, 0, dice);
    for (int32_t i = 0; i < dice; i++) {
        archive_int32(a, "die", &rest->dice[i], 1, INT32_MAX);
    }
    for (int i = 0; i < s->layers; i++) {
        struct grid layer = lua_game_layer(s, state, i);
        archive_cells(a, s->layer[i].name, &layer, s->layer[i].alphabet);
    }
}

bool lua_game_is(const struct game *g)
{
    return g->fields == fields;
}

_Static_assert(LUA_GAME_SMALL == 1024, "as the message says");
static const char too_large[] =
    "the board has more than 1024 cells, too many for rules that ask "
    "for a way or what is joined";

/* Who has chosen already are the players before the one to move. */
static const char *check_choices(const struct lua_game *s, void *state)
{
    const int64_t *chosen = lua_game_field(state, &s->field[s->together.chosen]);
    const int64_t turn = *lua_game_turn(state);
    for (int p = 1; p <= s->together.players; p++) {
        const int64_t a = chosen[p - 1] - 1;
        if ((a >= 0) != (p < turn)) return "the choices are not those before the turn";
        if (a >= 0 && lua_game_off_board(s, state, lua_game_labelled(s, a, p),
                                         &(struct text){NULL, 0, 0}))
            return "a player has chosen what is no action";
    }
    return NULL;
}

static const char *check(const struct game *g, void *state)
{
    const struct lua_game *s = lua_game_of(g);
    const char *wrong = s->together.players > 0 ? check_choices(s, state) : NULL;
    if (wrong != NULL) return wrong;
    if (s->small && (int64_t)rows_of(state) * cols_of(state) > LUA_GAME_SMALL)
        return too_large;
    return s->settle(s, state);
}

/* ---- the protocol ---- */

static const char *outcome(const struct game *g, const void *state)
{
    const struct lua_game_rest *rest = lua_game_rest(lua_game_of(g), state);
    return rest->outcome[0] == '\0' ? NULL : rest->outcome;
}

static int turn(const struct game *g, const void *state)
{
    if (outcome(g, state) != NULL) return OVER;
    return (int)*lua_game_turn((void *)(uintptr_t)state);
}

/* The character of a cell: the one in the legend for these layers, else the byte of the
 * topmost layer that is not "nothing". */
static int shown_at(const struct lua_game *s, const unsigned char *cell, size_t step)
{
    for (int i = 0; i < s->cells; i++) {
        int k = 0;
        while (k < s->layers && s->cell[i].on[k] == cell[(size_t)k * step]) k++;
        if (k == s->layers) return s->cell[i].shown;
    }
    for (int k = s->layers - 1; k > 0; k--) {
        if (cell[(size_t)k * step] != (unsigned char)s->layer[k].alphabet[0]) {
            return cell[(size_t)k * step];
        }
    }
    return cell[0];
}

/* Rows of hexagons are indented, and their cells apart. */
static void picture(const struct game *g, const void *state, struct text *out)
{
    const struct lua_game *s = lua_game_of(g);
    struct grid layer = lua_game_layer(s, (void *)(uintptr_t)state, 0);
    size_t step = (size_t)layer.rows * (size_t)layer.cols;
    for (int32_t i = 0; i < layer.rows; i++) {
        for (int32_t j = 0; s->hexagons && j < i; j++) text_char(out, ' ');
        for (int32_t j = 0; j < layer.cols; j++) {
            if (s->hexagons && j > 0) text_char(out, ' ');
            text_char(out, shown_at(s, grid_row(&layer, i) + j, step));
        }
        text_char(out, '\n');
    }
}

/* ---- what batches ask ---- */

static int every(const struct game *g, const int32_t *dims, action *out, int max)
{
    struct state of_shape = {0};
    memcpy(of_shape.shape, dims, (LUA_GAME_DICE + 1) * sizeof *dims);
    const int count = lua_game_reversals(g, &of_shape, out, max);
    const struct lua_game *s = lua_game_of(g);
    for (int i = 0; i < count && i < max; i++) out[i] = lua_game_labelled(s, out[i], 1);
    return count;
}

static void lie_layer(const struct lua_game *s, const void *state, int32_t layer,
                      struct board_list *b)
{
    const struct grid cells = lua_game_layer(s, (void *)(uintptr_t)state, layer);
    bool blank = false;
    for (int32_t i = 0; i < s->cells; i++) {
        const struct lua_game_named *k = s->kind, *end = s->kind + s->kinds;
        while (k < end && (k->layer != layer || k->byte != s->cell[i].on[layer])) k++;
        blank = blank || k == end;
    }
    board_add_layer(b, s->layer[layer].name, blank);
    for (int32_t i = 0; i < s->kinds; i++) {
        if (s->kind[i].layer != layer) continue;
        board_add(b, s->kind[i].name,
                  (struct board_plane){.as = BOARD_BYTES,
                                       .value = s->kind[i].byte,
                                       .at = board_at(state, cells.first),
                                       .down = (int32_t)cells.step,
                                       .right = 1,
                                       .each = s->kind[i].group,
                                       .owner = s->kind[i].owner,
                                       .heading = s->kind[i].heading});
    }
}

static void lie_field(const struct lua_game_field *f, const void *state,
                      struct board_list *b)
{
    const int64_t *value = lua_game_field((void *)(uintptr_t)state, f);
    for (int32_t k = 0; k == 0 || k < f->count; k++) {
        char name[BOARD_NAME_MAX];
        struct text t = text_into(name, sizeof name);
        text_string(&t, f->name);
        if (f->count > 0) {
            text_char(&t, '.');
            text_number(&t, k + 1);
        }
        board_add_layer(b, name, false);
        board_add(b, name,
                  (struct board_plane){.as = BOARD_NUMBER,
                                       .at = board_at(state, value + k),
                                       .each = f->each ? f->name : NULL,
                                       .owner = k + 1,
                                       .heading = -1});
    }
}

/* The layers with their kinds, then the fields that rules depend on and players see. */
static void lie(const struct game *g, const void *state, struct board_list *b)
{
    const struct lua_game *s = lua_game_of(g);
    for (int32_t i = 0; i < s->layers; i++) lie_layer(s, state, i, b);
    for (int32_t i = 0; i < s->fields; i++) {
        const struct lua_game_field *f = &s->field[i];
        if (!f->counter && !f->hidden && i != s->over) lie_field(f, state, b);
    }
}

const char *lua_game_define(struct lua_game *s)
{
    const char *wrong = lua_game_define_actions(s);
    if (wrong != NULL) return wrong;
    s->shape[LUA_GAME_ROWS] = (struct dimension){"rows", 1, LUA_GAME_SIDE_MAX};
    s->shape[LUA_GAME_COLUMNS] = (struct dimension){"columns", 1, LUA_GAME_SIDE_MAX};
    s->shape[LUA_GAME_DICE] = (struct dimension){"dice", 0, LUA_GAME_DICE_MAX};
    for (s->endings = 0; s->outcomes[s->endings] != NULL; s->endings++) {
        s->ending[s->endings] = (uint8_t)s->endings;
    }
    s->numbers = s->counters = 0;
    for (int i = 0; i < s->fields; i++) {
        struct lua_game_field *f = &s->field[i];
        int32_t *sum = f->counter ? &s->counters : &s->numbers;
        f->at = *sum;
        *sum += f->count == 0 ? 1 : f->count;
    }
    s->game.name = s->name;
    s->game.shape = s->shape;
    s->game.size = game_size;
    s->game.init = init;
    s->game.fields = fields;
    s->game.check = check;
    s->game.turn = turn;
    s->game.outcome = outcome;
    s->game.parse = lua_game_parse;
    s->game.text = lua_game_text;
    s->game.picture = picture;
    s->game.reseed = reseed;
    s->game.every = every;
    s->game.board = lie;
    return NULL;
}
