/*
 * The protocol for Lua, once for all games. A state is a userdata that holds its block and
 * nothing else. The functions of a game have its metatable as upvalue 1 and its struct
 * game as upvalue 2.
 */
#include <limits.h>

#include "game/save.h"
#include "bind.h"

enum { few = 64 }; /* actions that need no memory of Lua's */

static void *new_state(lua_State *L, const struct game *game, size_t size)
{
    size_t marks = game->host != NULL;
    void *state = lua_newuserdatauv(L, size + marks, bind_user_values(game));
    memset(state, 0, size + marks);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, -2);
    return state;
}

void *bind_new_state(lua_State *L, size_t size)
{
    return new_state(L, bind_game_of(L), size);
}

void *bind_make_state(lua_State *L, const int32_t *shape)
{
    const struct game *game = bind_game_of(L);
    void *state = new_state(L, game, game->size(game, shape));
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

/* Pushes what `write` writes: measured first, then written in place. */
static int push_text(lua_State *L, const void *state,
                     void (*write)(const struct game *, const void *, struct text *))
{
    const struct game *game = bind_game_of(L);
    struct text measured = text_into(NULL, 0);
    write(game, state, &measured);
    luaL_Buffer b;
    char *at = luaL_buffinitsize(L, &b, measured.length + 1);
    struct text t = text_into(at, measured.length + 1);
    write(game, state, &t);
    /* A finalizer may have changed the state since it was measured. */
    luaL_pushresultsize(&b, t.length < measured.length ? t.length : measured.length);
    return 1;
}

static action check_action(lua_State *L, const struct game *game, const void *state,
                           int index)
{
    if (lua_isinteger(L, index)) return lua_tointegerx(L, index, NULL);
    if (lua_type(L, index) == LUA_TNUMBER) return luaL_checkinteger(L, index);
    size_t n;
    const char *text = luaL_checklstring(L, index, &n);
    action a;
    if (game->parse(game, state, text, n, &a)) return a;
    enum { shown = 2 * ACTION_TEXT_MAX };
    char buffer[4 * shown + 100];
    struct text message = text_into(buffer, sizeof buffer);
    text_char(&message, '\'');
    for (size_t i = 0; i < n && i < shown; i++) {
        text_byte_shown(&message, (unsigned char)text[i]);
    }
    text_string(&message, n > shown ? "...' is no action of " : "' is no action of ");
    text_string(&message, game->name);
    return luaL_argerror(L, index, buffer);
}

void bind_place(lua_State *L, int index, const void *state, int32_t *row, int32_t *col)
{
    *row = (int32_t)bind_integer(L, index, 1, rows_of(state));
    *col = (int32_t)bind_integer(L, index + 1, 1, cols_of(state));
}

/* ---- methods ---- */

static int l_apply(lua_State *L)
{
    void *state = bind_object(L, 1);
    const struct game *game = bind_game_of(L);
    int events = lua_gettop(L) < 3 ? 0 : 3;
    return bind_apply(L, game, state, check_action(L, game, state, 2), events);
}

static int l_why(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    void *state = bind_object(L, 1);
    char buffer[WHY_MAX];
    struct text why = text_into(buffer, sizeof buffer);
    action a = check_action(L, game, state, 2);
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    game->why(game, state, a, &why);
    if (bind_leave(&here)) return lua_error(L);
    if (why.length == 0) {
        lua_pushnil(L);
    } else {
        lua_pushstring(L, buffer);
    }
    return 1;
}

void bind_push_action(lua_State *L, const void *state, action a)
{
    const struct game *game = bind_game_of(L);
    char buffer[ACTION_TEXT_MAX];
    struct text t = text_into(buffer, sizeof buffer);
    game->text(game, state, a, &t);
    lua_pushstring(L, buffer);
}

static int list_actions(lua_State *L, const void *state, action *list, int room)
{
    const struct game *game = bind_game_of(L);
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    int count = game->actions(game, state, list, room);
    if (bind_leave(&here)) lua_error(L);
    return count;
}

static int push_actions(lua_State *L, void (*push)(lua_State *, const void *, action))
{
    const void *state = bind_object(L, 1);
    action first[few], *list = first;
    int count = list_actions(L, state, first, few);
    if (count > few) {
        int room = count;
        list = lua_newuserdatauv(L, (size_t)room * sizeof *list, 0);
        count = list_actions(L, state, list, room);
        if (count > room) count = room;
    }
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push(L, state, list[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_actions(lua_State *L)
{
    return push_actions(L, bind_push_action);
}

static void push_code(lua_State *L, const void *state, action a)
{
    lua_pushinteger(L, a);
}

static int l_codes(lua_State *L)
{
    return push_actions(L, push_code);
}

static int l_code(lua_State *L)
{
    const void *state = bind_object(L, 1);
    lua_pushinteger(L, check_action(L, bind_game_of(L), state, 2));
    return 1;
}

static int l_text(lua_State *L)
{
    const void *state = bind_object(L, 1);
    bind_push_action(L, state, check_action(L, bind_game_of(L), state, 2));
    return 1;
}

static int l_clone(lua_State *L)
{
    struct state *state = bind_object(L, 1);
    memcpy(bind_new_state(L, state->size), state, state->size);
    return 1;
}

/* watched(listener): a copy that calls it after every action tried on it */
static int l_watched(lua_State *L)
{
    struct state *state = bind_object(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    int values = bind_user_values(bind_game_of(L));
    char *copy = lua_newuserdatauv(L, (size_t)state->size + 1, values > 0 ? values : 1);
    memcpy(copy, state, state->size);
    copy[state->size] = BIND_WATCHED;
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, -2);
    return 1;
}

static int l_turn(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    int player = game->turn(game, bind_object(L, 1));
    if (player == OVER) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, player);
    }
    return 1;
}

static int l_outcome(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    const char *outcome = game->outcome(game, bind_object(L, 1));
    if (outcome == NULL) {
        lua_pushnil(L);
    } else {
        lua_pushstring(L, outcome);
    }
    return 1;
}

static int l_score(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    const void *state = bind_object(L, 1);
    int player = 1;
    if (!lua_isnoneornil(L, 2)) player = (int)bind_integer(L, 2, 1, game->players);
    lua_pushinteger(L, game->score(game, state, player));
    return 1;
}

static int l_hash(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    const struct state *state = bind_object(L, 1);
    uint64_t hash = game->hash != NULL ? game->hash(game, state) : state_hash(state);
    lua_pushinteger(L, (lua_Integer)hash);
    return 1;
}

static int l_key(lua_State *L)
{
    const struct state *state = bind_object(L, 1);
    lua_pushlstring(L, (const char *)state_key(state), state_key_size(state));
    return 1;
}

static int l_size(lua_State *L)
{
    const struct state *state = bind_object(L, 1);
    lua_pushinteger(L, state->size);
    return 1;
}

static int l_game(lua_State *L)
{
    bind_object(L, 1);
    lua_pushstring(L, bind_game_of(L)->name);
    return 1;
}

static int l_rows(lua_State *L)
{
    lua_pushinteger(L, rows_of(bind_object(L, 1)));
    return 1;
}

static int l_columns(lua_State *L)
{
    lua_pushinteger(L, cols_of(bind_object(L, 1)));
    return 1;
}

static int l_save(lua_State *L)
{
    return push_text(L, bind_object(L, 1), save_state);
}

static int l_tostring(lua_State *L)
{
    return push_text(L, bind_object(L, 1), bind_game_of(L)->picture);
}

static int l_eq(lua_State *L)
{
    const struct state *a = lua_touserdata(L, 1), *b = lua_touserdata(L, 2);
    int states = 0;
    for (int i = 1; i <= 2; i++) {
        if (lua_getmetatable(L, i)) {
            states += lua_rawequal(L, -1, lua_upvalueindex(1));
            lua_pop(L, 1);
        }
    }
    lua_pushboolean(L, states == 2 && state_equal(a, b));
    return 1;
}

static int l_load(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    struct reader reader;
    int32_t shape[SHAPE_MAX] = {0};
    reader_open_bytes(&reader, text, n);
    if (!load_shape(game, &reader, shape)) return bind_raise(L, &reader);
    void *state = bind_new_state(L, game->size(game, shape));
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    bool fine = load_fields(game, &reader, shape, state);
    if (bind_leave(&here)) return lua_error(L);
    if (!fine) return bind_raise(L, &reader);
    if (!reader_at_end(&reader)) {
        reader_fail_here(&reader, "expected the end of the saved state");
        return bind_raise(L, &reader);
    }
    return 1;
}

/* ---- the module ---- */

/* In the registry: the struct game of each metatable of states. */
#define GAMES "tessera.games"

static void note_game(lua_State *L, int metatable, const struct game *game)
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

bool bind_is_game(lua_State *L, int index)
{
    if (!lua_istable(L, index)) return false;
    lua_pushliteral(L, "load");
    lua_rawget(L, index);
    bool is = lua_tocfunction(L, -1) == l_load;
    lua_pop(L, 1);
    return is;
}

struct state *bind_any_state(lua_State *L, int index, const struct game **game)
{
    *game = lua_isuserdata(L, index) ? game_of(L, index) : NULL;
    if (*game == NULL) {
        luaL_typeerror(L, index, "state of a game");
        return NULL;
    }
    return lua_touserdata(L, index);
}

struct state *bind_copy(lua_State *L, int index, const struct game *game)
{
    const struct state *state = lua_touserdata(L, index);
    size_t marks = game->host != NULL;
    char *copy = lua_newuserdatauv(L, state->size + marks, bind_user_values(game));
    memcpy(copy, state, state->size);
    memset(copy + state->size, 0, marks);
    lua_getmetatable(L, index);
    lua_setmetatable(L, -2);
    return (struct state *)(void *)copy;
}

void bind_game(lua_State *L, const struct game *game, const luaL_Reg *methods)
{
    static const luaL_Reg metamethods[] = {
        {"__eq", l_eq},
        {"__tostring", l_tostring},
        {NULL, NULL},
    };
    static const luaL_Reg protocol[] = {
        {"actions", l_actions}, {"apply", l_apply},     {"clone", l_clone},
        {"code", l_code},       {"codes", l_codes},     {"columns", l_columns},
        {"game", l_game},       {"hash", l_hash},       {"key", l_key},
        {"outcome", l_outcome}, {"rows", l_rows},       {"save", l_save},
        {"score", l_score},     {"size", l_size},       {"text", l_text},
        {"turn", l_turn},       {"watched", l_watched}, {"why", l_why},
        {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"load", l_load}, {NULL, NULL}};
    lua_newtable(L);
    lua_pushfstring(L, "tessera.%s", game->name);
    bind_class(L, lua_tostring(L, -1), metamethods, protocol, game);
    note_game(L, lua_gettop(L), game);
    lua_getfield(L, -1, "__index");
    lua_pushvalue(L, -2);
    lua_pushlightuserdata(L, (void *)(uintptr_t)game);
    luaL_setfuncs(L, methods, 2);
    lua_pushvalue(L, -2);
    lua_pushlightuserdata(L, (void *)(uintptr_t)game);
    luaL_setfuncs(L, bind_batches, 2);
    lua_setfield(L, -4, "methods");
    lua_insert(L, -3);
    lua_pop(L, 1);
    /* metatable, module */
    bind_game_functions(L, functions);
}

void bind_game_functions(lua_State *L, const luaL_Reg *functions)
{
    for (; functions->name != NULL; functions++) {
        lua_getfield(L, -1, "methods");
        lua_getfield(L, -1, "clone");
        lua_getupvalue(L, -1, 1);
        lua_getupvalue(L, -2, 2);
        lua_pushcclosure(L, functions->func, 2);
        lua_setfield(L, -4, functions->name);
        lua_pop(L, 2);
    }
}
