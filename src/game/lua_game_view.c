/*
 * What a player sees of a state where the game has a window.
 */
#include "lua_game.h"

struct window_view lua_game_window_view(const struct lua_game *s, const void *state,
                                        int player)
{
    const struct game_window *w = &s->window;
    const struct grid pieces = lua_game_layer(s, (void *)(uintptr_t)state, w->layer);
    for (int32_t row = 0; row < pieces.rows; row++) {
        const unsigned char *cell = grid_row(&pieces, row);
        for (int32_t col = 0; col < pieces.cols; col++) {
            if (w->owner[cell[col]] != player) continue;
            return window_around(w, (struct place){row, col}, w->heading[cell[col]]);
        }
    }
    return (struct window_view){.some = false};
}

void lua_game_hide_beyond(const struct lua_game *s, void *state,
                          const struct window_view *view)
{
    for (int32_t i = 0; i < s->layers; i++) {
        const struct grid layer = lua_game_layer(s, state, i);
        for (int32_t row = 0; row < layer.rows; row++) {
            unsigned char *cell = grid_row(&layer, row);
            const bool in = view->some && row >= view->top && row <= view->bottom;
            for (int32_t col = 0; col < layer.cols; col++) {
                if (in && col >= view->first && col <= view->last) continue;
                cell[col] = s->hidden[i];
            }
        }
    }
}

bool lua_game_see(const struct game *g, void *state, int player)
{
    const struct lua_game *s = lua_game_of(g);
    const struct window_view view = lua_game_window_view(s, state, player);
    lua_game_hide_choices(s, state);
    lua_game_hide_beyond(s, state, &view);
    return true;
}
