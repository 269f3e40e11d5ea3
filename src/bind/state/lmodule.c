/*
 * The module of a game: the methods of the protocol, which every state has, and `load`.
 * Each function has the metatable of the states as upvalue 1 and the struct game as
 * upvalue 2.
 */
#include <limits.h>

#include "game/save.h"
#include "bind/bind.h"

enum { FEW = 64 }; /* actions up to which no userdata is needed */

/* ---- characters beyond ASCII (game->wide) ---- */

/* Replaces the string on top by one with the characters for which its bytes stand. */
static void push_spelled(lua_State *L, const uint32_t *wide)
{
    size_t n;
    const char *bytes = lua_tolstring(L, -1, &n);
    struct text measured = text_into(NULL, 0);
    for (size_t i = 0; i < n; i++) text_wide(&measured, wide, (unsigned char)bytes[i]);
    luaL_Buffer b;
    struct text t =
        text_into(luaL_buffinitsize(L, &b, measured.length + 1), measured.length + 1);
    for (size_t i = 0; i < n; i++) text_wide(&t, wide, (unsigned char)bytes[i]);
    luaL_pushresultsize(&b, t.length);
    lua_remove(L, -2);
}

/* Pushes the text with a byte for each character; one that is no cell becomes the byte that
 * no alphabet has. */
static const char *push_cells(lua_State *L, const struct game *game, const char *text,
                              size_t *n)
{
    const int no_cell = WIDE_FIRST + WIDE_MAX;
    char *bytes = lua_newuserdatauv(L, *n, 0);
    size_t count = 0;
    uint32_t code;
    for (size_t at = 0, length; at < *n; at += length) {
        length = text_character(text + at, *n - at, &code);
        int cell = length == 0 ? -1 : bind_cell(game->wide, text + at, length);
        bytes[count++] = (char)(cell < 0 ? no_cell : cell);
        if (length == 0) length = 1;
    }
    *n = count;
    return bytes;
}

/* Raises the reader's fault, whose message may list cells. */
static int raise_spelled(lua_State *L, const struct game *game, struct reader *r)
{
    char bytes[sizeof r->message];
    memcpy(bytes, r->message, sizeof bytes);
    struct text t = text_into(r->message, sizeof r->message);
    for (const char *at = bytes; *at != '\0'; at++)
        text_wide(&t, game->wide, (unsigned char)*at);
    return bind_raise(L, r);
}

/* ---- texts ---- */

/* Pushes the text of `write`: measures it first, then writes it in place. */
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
    if (game->wide != NULL) push_spelled(L, game->wide);
    return 1;
}

/* Adds what a text that is no action may have meant, " (did you mean 'right'?)", if the library's Lua
 * that knows it is loaded. The state is at index 1. */
static void add_guess(lua_State *L, struct text *message, int index)
{
    int top = lua_gettop(L);
    if (luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE) &&
        lua_getfield(L, -1, "tessera.base.games") == LUA_TTABLE &&
        lua_getfield(L, -1, "guess_one") == LUA_TFUNCTION) {
        lua_pushvalue(L, index);
        lua_pushvalue(L, 1);
        if (lua_pcall(L, 2, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING) {
            text_string(message, lua_tostring(L, -1));
        }
    }
    lua_settop(L, top);
}

action bind_check_action(lua_State *L, const struct game *game, const void *state,
                         int index)
{
    if (lua_isinteger(L, index)) return lua_tointegerx(L, index, NULL);
    if (lua_type(L, index) == LUA_TNUMBER) return luaL_checkinteger(L, index);
    size_t n;
    const char *text = luaL_checklstring(L, index, &n);
    action a;
    if (game->parse(game, state, text, n, &a)) return a;
    enum { SHOWN = 2 * ACTION_TEXT_MAX };
    char buffer[4 * SHOWN + 400];
    struct text message = text_into(buffer, sizeof buffer);
    text_char(&message, '\'');
    text_shown(&message, text, n, SHOWN);
    text_string(&message, "' is no action of ");
    text_string(&message, game->name);
    add_guess(L, &message, index);
    return luaL_argerror(L, index, buffer);
}

/* ---- methods ---- */

static int l_apply(lua_State *L)
{
    void *state = bind_self(L);
    const struct game *game = bind_game_of(L);
    int events = lua_gettop(L) < 3 ? 0 : 3;
    return bind_apply(L, game, state, bind_check_action(L, game, state, 2), events);
}

static int l_why(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    void *state = bind_self(L);
    char buffer[WHY_MAX];
    struct text why = text_into(buffer, sizeof buffer);
    action a = bind_check_action(L, game, state, 2);
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

static int list_actions(lua_State *L, const void *state, action *list, int room)
{
    const struct game *game = bind_game_of(L);
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    int count = game->actions(game, state, list, room);
    if (bind_leave(&here)) lua_error(L);
    bind_check_stopped(L, count < 0);
    return count;
}

static int push_actions(lua_State *L, void (*push)(lua_State *, const void *, action))
{
    const void *state = bind_self(L);
    action first[FEW], *list = first;
    int count = list_actions(L, state, first, FEW);
    if (count > FEW) {
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
    const void *state = bind_self(L);
    lua_pushinteger(L, bind_check_action(L, bind_game_of(L), state, 2));
    return 1;
}

static int l_text(lua_State *L)
{
    const void *state = bind_self(L);
    bind_push_action(L, state, bind_check_action(L, bind_game_of(L), state, 2));
    return 1;
}

static int l_clone(lua_State *L)
{
    struct state *state = bind_self(L);
    memcpy(bind_new_state(L, state->size), state, state->size);
    return 1;
}

/* view(player): of a game in C nothing is hidden */
static int l_view(lua_State *L)
{
    bind_player(L, bind_game_of(L), 2);
    return l_clone(L);
}

/* watched(listener): a copy that calls the listener after every action tried on it */
static int l_watched(lua_State *L)
{
    struct state *state = bind_self(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    const struct host *host = bind_game_of(L)->host;
    int values = host == NULL ? 1 : host->values;
    char *copy = lua_newuserdatauv(L, (size_t)state->size + 1, values);
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
    int player = game->turn(game, bind_self(L));
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
    const char *outcome = game->outcome(game, bind_self(L));
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
    const void *state = bind_self(L);
    int player = bind_player(L, game, 2);
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    int64_t points = game->score(game, state, player);
    if (bind_leave(&here)) return lua_error(L);
    lua_pushinteger(L, points);
    return 1;
}

static int l_hash(lua_State *L)
{
    const struct game *game = bind_game_of(L);
    const struct state *state = bind_self(L);
    uint64_t hash = game->hash != NULL ? game->hash(game, state) : state_hash(state);
    lua_pushinteger(L, (lua_Integer)hash);
    return 1;
}

static int l_key(lua_State *L)
{
    const struct state *state = bind_self(L);
    lua_pushlstring(L, (const char *)state_key(state), state_key_size(state));
    return 1;
}

static int l_size(lua_State *L)
{
    const struct state *state = bind_self(L);
    lua_pushinteger(L, state->size);
    return 1;
}

static int l_game(lua_State *L)
{
    bind_self(L);
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
    return push_text(L, bind_self(L), save_state);
}

static int l_tostring(lua_State *L)
{
    return push_text(L, bind_self(L), bind_game_of(L)->picture);
}

static int l_eq(lua_State *L)
{
    const struct state *a = lua_touserdata(L, 1), *b = lua_touserdata(L, 2);
    int states = 0;
    for (int i = 1; i <= 2; i++) {
        if (!lua_getmetatable(L, i)) continue;
        if (lua_rawequal(L, -1, lua_upvalueindex(1))) {
            bind_check_ended(L, bind_marks(L, i, lua_touserdata(L, i)));
            states++;
        }
        lua_pop(L, 1);
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
    if (game->wide != NULL) text = push_cells(L, game, text, &n);
    reader_open_bytes(&reader, text, n);
    if (!load_shape(game, &reader, shape)) return bind_raise(L, &reader);
    void *state = bind_new_state(L, game->size(game, shape));
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    bool fine = load_fields(game, &reader, shape, state);
    if (bind_leave(&here)) return lua_error(L);
    if (!fine) return raise_spelled(L, game, &reader);
    if (!reader_at_end(&reader)) {
        reader_fail_here(&reader, "expected the end of the saved state");
        return bind_raise(L, &reader);
    }
    return 1;
}

/* ---- the module ---- */

bool bind_is_game(lua_State *L, int index)
{
    if (!lua_istable(L, index)) return false;
    lua_pushliteral(L, "load");
    lua_rawget(L, index);
    bool is = lua_tocfunction(L, -1) == l_load;
    lua_pop(L, 1);
    return is;
}

void bind_game(lua_State *L, const struct game *game, const luaL_Reg *methods)
{
    static const luaL_Reg metamethods[] = {
        {"__eq", l_eq},
        {"__tostring", l_tostring},
        {NULL, NULL},
    };
    static const luaL_Reg protocol[] = {
        {"actions", l_actions}, {"apply", l_apply}, {"clone", l_clone},
        {"code", l_code},       {"codes", l_codes}, {"columns", l_columns},
        {"game", l_game},       {"hash", l_hash},   {"key", l_key},
        {"outcome", l_outcome}, {"rows", l_rows},   {"save", l_save},
        {"score", l_score},     {"size", l_size},   {"text", l_text},
        {"turn", l_turn},       {"view", l_view},   {"watched", l_watched},
        {"why", l_why},         {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"load", l_load}, {NULL, NULL}};
    lua_newtable(L);
    lua_pushfstring(L, "tessera.%s", game->name);
    bind_class(L, lua_tostring(L, -1), metamethods, protocol, game);
    bind_note_game(L, lua_gettop(L), game);
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
