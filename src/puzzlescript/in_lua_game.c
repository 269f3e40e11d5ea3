/*
 * Turns on the layers of a game written in Lua.
 */
#include "in_lua_game.h"

#include <assert.h>

#include "state.h"

/* ---- from the layers to the board and back ---- */

/* The object of a byte of a layer, or -1. */
static void objects_of(const struct puzzle_layers *l, int layer, int32_t out[256])
{
    for (int v = 0; v < 256; v++) out[v] = -1;
    for (int32_t k = 0; k < l->kinds; k++) {
        if (l->kind[k].layer == layer) out[l->kind[k].byte] = k;
    }
}

static void take_layer(const struct puzzle_layers *l, void *board, void *state, int layer)
{
    int32_t object[256];
    struct grid cells = lua_game_layer(l->game, state, layer);
    objects_of(l, layer, object);
    for (int32_t row = 0; row < cells.rows; row++) {
        for (int32_t col = 0; col < cells.cols; col++) {
            int32_t k = object[grid_row(&cells, row)[col]];
            if (k >= 0) puzzle_put(l->p, board, row, col, k);
        }
    }
}

static void take_cells(const struct puzzle_layers *l, void *board, void *state)
{
    int32_t rows = rows_of(board), cols = cols_of(board);
    puzzle_clear(l->p, board);
    for (int i = 0; i < l->game->layers; i++) take_layer(l, board, state, i);
    for (int32_t k = l->kinds; k < l->p->objects; k++) {
        for (int32_t i = 0; i < rows * cols; i++) {
            puzzle_put(l->p, board, i % rows, i / rows, k);
        }
    }
}

static void give_kind(const struct puzzle_layers *l, const void *board, void *state,
                      int32_t k)
{
    size_t words;
    const uint64_t *plane = puzzle_object(l->p, board, k, &words);
    struct grid cells = lua_game_layer(l->game, state, l->kind[k].layer);
    for (size_t w = 0; w < words; w++) {
        for (uint64_t bits = plane[w]; bits != 0; bits &= bits - 1) {
            int32_t cell = (int32_t)(w * 64) + puzzle_lowest(bits);
            int32_t row = cell % (cells.rows + 1), col = cell / (cells.rows + 1);
            grid_row(&cells, row)[col] = l->kind[k].byte;
        }
    }
}

/* False if a layer that has no blank has a cell without a kind: *hole. (Random rules may
 * put two objects of a layer into a cell: the last one counts.) */
static bool give_cells(const struct puzzle_layers *l, const void *board, void *state,
                       struct puzzle_hole *hole)
{
    for (int i = 0; i < l->game->layers; i++) {
        struct grid cells = lua_game_layer(l->game, state, i);
        grid_fill(&cells, l->blank[i]);
    }
    for (int32_t k = 0; k < l->kinds; k++) give_kind(l, board, state, k);
    for (int32_t i = 0; i < l->game->layers; i++) {
        struct grid cells = lua_game_layer(l->game, state, i);
        size_t n = (size_t)cells.rows * (size_t)cells.cols;
        const unsigned char *none = l->blank[i] == 0 ? memchr(cells.first, 0, n) : NULL;
        if (none == NULL) continue;
        int32_t at = (int32_t)(none - cells.first);
        *hole = (struct puzzle_hole){i, at / cells.cols, at % cells.cols};
        return false;
    }
    return true;
}

/* ---- playing ---- */

static enum applied play(const struct puzzle_layers *l, void *board, void *state,
                         action a, const char *seed, size_t n, struct puzzle_told *told)
{
    take_cells(l, board, state);
    puzzle_start(l->p, board, (const unsigned char *)seed, n, told, NULL);
    return puzzle_play(l->p, board, a, true, told, NULL);
}

enum applied puzzle_play_layers(const struct puzzle_layers *l, void *board, void *state,
                                action a, struct puzzle_told *told,
                                struct puzzle_hole *hole)
{
    assert(rows_of(board) == rows_of(state) && cols_of(board) == cols_of(state));
    enum applied done = play(l, board, state, a, "", 0, told);
    if (told->draws > 0) {
        char seed[24];
        struct text t = text_into(seed, sizeof seed);
        text_number(&t, lua_game_chance(l->game, state, INT32_MAX));
        done = play(l, board, state, a, seed, t.length, told);
    }
    if (done != APPLIED) return done == STOPPED ? STOPPED : REFUSED;
    return give_cells(l, board, state, hole) ? APPLIED : FAILED;
}
