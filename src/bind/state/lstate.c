/*
 * States as Lua objects: a userdata with the block and, behind it, the byte of its marks;
 * and finding the game of a state.
 */
#include "bind/bind.h"

#include <string.h>

/* The name of a table in the registry: from the metatable of states
 * to their struct game. */
#define GAMES "tessera.games"

void bind_note_game(lua_State *L, int metatable, const struct game *game)
{
    lua_pushvalue(L, metatable);
    if (lua_getfield(L, LUA_REGISTRYINDEX, GAMES) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "k");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_REGISTRYINDEX, GAMES);
    }
    lua_insert(L, -2);
    lua_pushlightuserdata(L, (void *)(uintptr_t)game);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

static const struct game *game_of(lua_State *L, int index)
{
    const struct game *game = NULL;
    if (!lua_getmetatable(L, index)) return NULL;
    if (lua_getfield(L, LUA_REGISTRYINDEX, GAMES) == LUA_TTABLE) {
        lua_pushvalue(L, -2);
        lua_rawget(L, -2);
        game = lua_touserdata(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
    return game;
}

bool bind_is_state(lua_State *L, int index)
{
    return lua_isuserdata(L, index) && game_of(L, index) != NULL;
}

struct state *bind_any_state(lua_State *L, int index, const struct game **game)
{
    *game = lua_isuserdata(L, index) ? game_of(L, index) : NULL;
    if (*game == NULL) {
        luaL_typeerror(L, index, "state of a game");
        return NULL;
    }
    struct state *state = lua_touserdata(L, index);
    bind_check_ended(L, bind_marks(L, index, state));
    return state;
}

void *bind_new_block(lua_State *L, const struct game *game, size_t size)
{
    const struct host *host = game->host;
    if (host == NULL) return lua_newuserdatauv(L, size, 0);
    unsigned char *block = lua_newuserdatauv(L, size + 1, host->values);
    block[size] = 0;
    return block;
}

struct state *bind_copy(lua_State *L, int index, const struct game *game)
{
    const struct state *state = lua_touserdata(L, index);
    struct state *copy = bind_new_block(L, game, state->size);
    memcpy(copy, state, state->size);
    lua_getmetatable(L, index);
    lua_setmetatable(L, -2);
    return copy;
}

void *bind_new_state(lua_State *L, size_t size)
{
    void *state = bind_new_block(L, bind_game_of(L), size);
    memset(state, 0, size);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, -2);
    return state;
}

void *bind_make_state(lua_State *L, const int32_t *shape)
{
    const struct game *game = bind_game_of(L);
    void *state = bind_new_state(L, game->size(game, shape));
    game->init(game, state, shape);
    return state;
}

int bind_started(lua_State *L, const void *state)
{
    const struct game *game = bind_game_of(L);
    const char *outcome = game->outcome(game, state);
    if (outcome == NULL) return 1;
    lua_pushstring(L, outcome);
    return 2;
}

void bind_place(lua_State *L, int index, const void *state, int32_t *row, int32_t *col)
{
    *row = (int32_t)bind_integer(L, index, 1, rows_of(state));
    *col = (int32_t)bind_integer(L, index + 1, 1, cols_of(state));
}

void bind_push_action(lua_State *L, const void *state, action a)
{
    const struct game *game = bind_game_of(L);
    char buffer[ACTION_TEXT_MAX];
    struct text t = text_into(buffer, sizeof buffer);
    game->text(game, state, a, &t);
    lua_pushstring(L, buffer);
}

void bind_fail_ended(lua_State *L)
{
    bind_fail(L, "this state was a rule's for as long as the rule ran: "
                 "to keep a position, keep state:clone()");
}

void bind_fail_thread(lua_State *L)
{
    bind_fail(L,
              "the state of a rule is for the rule alone: no coroutine and no finalizer "
              "can use it");
}

void bind_check_lent(lua_State *L, const unsigned char *marks)
{
    struct bind_loan loan;
    bind_check_ended(L, marks);
    if (marks == NULL || !(*marks & BIND_LENT)) return;
    memcpy(&loan, marks + 1, sizeof loan);
    if (!loan.finalizing && bind_is_finalizing(L)) bind_fail_thread(L);
}

void bind_check_frozen(lua_State *L, const unsigned char *marks)
{
    bind_check_lent(L, marks);
    if (marks == NULL || !(*marks & BIND_FROZEN)) return;
    luaL_error(
        L,
        "check, turn, outcome and score only look at a state: to try something, change "
        "state:clone()");
}
