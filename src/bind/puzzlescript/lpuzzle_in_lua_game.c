/*
 * tessera.puzzle_core, continued: PuzzleScript rules that play on the layers of a game
 * written in Lua. lua/tessera/puzzlescript/in_lua_game.lua makes them.
 */
#include "lpuzzle.h"

#include "puzzlescript/in_lua_game.h"

/* Pushes a state of the rules with so many rows and columns: the one that the class keeps,
 * or a new one, which it keeps from now on. */
static void *push_board(lua_State *L, const struct puzzle *p, int32_t rows, int32_t cols)
{
    lua_rawgeti(L, lua_upvalueindex(1), LPUZZLE_BOARD);
    const struct state *kept = lua_touserdata(L, -1);
    if (kept != NULL && rows_of(kept) == rows && cols_of(kept) == cols) {
        return lua_touserdata(L, -1);
    }
    lua_pop(L, 1);
    if (!puzzle_fits(p, rows, cols)) {
        bind_fail(L,
                  lua_pushfstring(
                      L, "the board of %d rows and %d columns is too large for its rules",
                      (int)rows, (int)cols));
    }
    void *board = bind_make_state(L, (const int32_t[]){rows, cols});
    lua_pushvalue(L, -1);
    lua_rawseti(L, lua_upvalueindex(1), LPUZZLE_BOARD);
    return board;
}

/* Fills in *l from the strings at indices 3 and 4. */
static void read_kinds(lua_State *L, struct puzzle_layers *l)
{
    size_t n;
    l->kind = (const void *)luaL_checklstring(L, 3, &n);
    l->kinds = (int32_t)(n / sizeof *l->kind);
    bool fine = n % sizeof *l->kind == 0 && n / sizeof *l->kind <= (size_t)l->p->objects;
    for (int32_t k = 0; fine && k < l->kinds; k++) {
        fine = l->kind[k].layer < l->game->layers;
    }
    luaL_argcheck(L, fine, 3, "expected a layer and a byte for each kind");
    l->blank = (const void *)luaL_checklstring(L, 4, &n);
    luaL_argcheck(L, n == (size_t)l->game->layers, 4, "expected a byte for each layer");
}

int lpuzzle_turn(lua_State *L)
{
    const struct game *game = bind_game_of(L), *other;
    struct state *state = bind_any_state(L, 1, &other);
    luaL_argcheck(L, lua_game_is(other), 1, "expected a state of a game written in Lua");
    bind_check_frozen(L, bind_marks(L, 1, state));
    struct puzzle_layers l = {.p = puzzle_of(game), .game = lua_game_of(other)};
    read_kinds(L, &l);
    size_t n;
    const char *text = luaL_checklstring(L, 2, &n);
    void *board = push_board(L, l.p, rows_of(state), cols_of(state));
    action a;
    luaL_argcheck(L, game->parse(game, board, text, n, &a), 2, "no action of the game");
    struct puzzle_told told;
    struct puzzle_hole hole;
    struct inside *in = &other->host->in;
    struct poll before = game_ask(game, in->poll);
    enum applied done = puzzle_play_layers(&l, board, state, a, &told, &hole);
    game_ask(game, before);
    in->stopped = done == STOPPED;
    if (in->stopped) return luaL_error(L, "the turn was stopped");
    if (done == FAILED) {
        bind_fail(L, lua_pushfstring(L,
                                     "the rules leave row %d, column %d of layer '%s' "
                                     "empty, which has no kind 'nothing' or 'empty'",
                                     (int)hole.row + 1, (int)hole.col + 1,
                                     l.game->layer[hole.layer].name));
    }
    lua_pushboolean(L, done == APPLIED);
    lpuzzle_push_message(L, told.message);
    lua_pushboolean(L, (told.commands & PUZZLE_WIN) != 0);
    lua_pushboolean(L, told.draws > 0);
    return 4;
}
