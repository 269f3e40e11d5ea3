/*
 * What rules as pictures say of a board, for a solver (game/model.h).
 */
#include <assert.h>

#include "building.h"

void *building_take(struct building *b, size_t count, size_t each)
{
    enum { BLOCK = 1 << 14 };
    const size_t bytes = state_align(count * each);
    if (b->failed) return NULL;
    if (bytes > b->left) {
        const size_t size = bytes > BLOCK ? bytes : BLOCK;
        char *block = b->m->resize(b->m->with, NULL, size);
        b->failed = block == NULL;
        if (b->failed) return NULL;
        memset(block, 0, size);
        b->block = block;
        b->left = size;
    }
    void *taken = b->block;
    b->block += bytes;
    b->left -= bytes;
    return taken;
}

static void read_board(const struct game *g, const void *state, unsigned char *board)
{
    const struct lua_game *s = lua_game_of(g);
    const size_t cells = (size_t)rows_of(state) * (size_t)cols_of(state);
    memcpy(board, lua_game_cells(s, state), (size_t)s->layers * cells);
}

static bool has_value(const struct lua_game *s, int32_t layer, int value)
{
    return layer >= 0 && layer < s->layers && value > 0 && value < 256 &&
           strchr(s->layer[layer].alphabet, (char)value) != NULL;
}

static bool put(const struct game *g, void *state, int32_t layer, int32_t cell, int value)
{
    const struct lua_game *s = lua_game_of(g);
    const int32_t cells = rows_of(state) * cols_of(state);
    if (cell < 0 || cell >= cells || !has_value(s, layer, value)) return false;
    lua_game_cells(s, state)[(ptrdiff_t)layer * cells + cell] = (unsigned char)value;
    return true;
}

static void name(const struct game *g, int32_t layer, int value, struct text *out)
{
    const struct lua_game *s = lua_game_of(g);
    if (!has_value(s, layer, value)) return;
    const char *kind = s->rules->kind[layer][value];
    if (kind != NULL)
        text_string(out, kind);
    else
        text_wide(out, g->wide, value);
}

static void describe_board(struct building *b)
{
    struct model *m = b->m;
    m->layers = b->s->layers;
    m->rows = rows_of(b->state);
    m->cols = cols_of(b->state);
    m->cells = m->rows * m->cols;
    m->read = read_board;
    m->put = put;
    m->name = name;
    for (int32_t k = 0; k < m->layers; k++) {
        const char *alphabet = b->s->layer[k].alphabet;
        m->blank[k] = b->rules->blank[k];
        for (; *alphabet != '\0'; alphabet++)
            kinds_add(&b->alphabet[k], (unsigned char)*alphabet);
    }
}

bool pattern_model(const struct game *g, const void *state, struct model *m)
{
    const struct lua_game *s = lua_game_of(g);
    struct building b = {.m = m, .s = s, .state = state, .rules = s->rules};
    assert((int)LUA_GAME_LAYERS_MAX <= (int)MODEL_LAYERS_MAX && s->rules != NULL);
    describe_board(&b);
    model_moves(&b);
    if (!b.failed) model_leave_possible(&b);
    if (!b.failed) model_counters(&b);
    if (!b.failed) model_moving(&b);
    if (!b.failed) model_goals(&b);
    if (!b.failed) model_avatar(&b);
    m->lacked = b.failed;
    return !b.failed;
}
