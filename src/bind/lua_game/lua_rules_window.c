/*
 * tessera.lua_game, continued: the window of a game, and what a player sees of a state.
 */
#include "lua_rules.h"

static int32_t side_at(lua_State *L, int window, const char *name)
{
    lua_getfield(L, window, name);
    const lua_Integer n = luaL_checkinteger(L, -1);
    luaL_argcheck(L, n >= 0 && n <= WINDOW_SIDE_MAX, 1, name);
    lua_pop(L, 1);
    return (int32_t)n;
}

/* Whose the pieces are, and where they look. */
static void find_pieces(const struct lua_game *s, const char *pieces,
                        struct game_window *w)
{
    for (int32_t i = 0; i < s->kinds; i++) {
        const struct lua_game_named *k = &s->kind[i];
        if (k->group == NULL || strcmp(k->group, pieces) != 0) continue;
        w->layer = k->layer;
        w->facing = k->heading >= 0;
        w->owner[k->byte] = (unsigned char)k->owner;
        w->heading[k->byte] = (unsigned char)(k->heading > 0 ? k->heading : 0);
    }
}

void lua_rules_define_window(lua_State *L, struct lua_game *s)
{
    size_t n;
    const int top = lua_gettop(L), window = top + 1;
    lua_getfield(L, 1, "window");
    if (lua_isnil(L, window)) {
        lua_settop(L, top);
        return;
    }
    luaL_checktype(L, window, LUA_TTABLE);
    s->window = (struct game_window){
        .ahead = side_at(L, window, "ahead"),
        .behind = side_at(L, window, "behind"),
        .left = side_at(L, window, "left"),
        .right = side_at(L, window, "right"),
    };
    lua_getfield(L, window, "hidden");
    const char *hidden = luaL_checklstring(L, -1, &n);
    luaL_argcheck(L, n == (size_t)s->layers, 1, "hidden");
    memcpy(s->hidden, hidden, n);
    lua_getfield(L, window, "pieces");
    find_pieces(s, luaL_checkstring(L, -1), &s->window);
    s->game.window = &s->window;
    if (s->game.see == NULL) s->game.see = lua_game_see;
    lua_settop(L, top);
}

/* ---- views ---- */

/* Calls the rule `view` on the call's state, which is a copy already. */
static int view_rule(lua_State *L)
{
    struct lua_rules_call *call = lua_rules_call_here(L);
    void *copy = lua_rules_push_working(L, call);
    *lua_rules_marks(copy) = BIND_VIEWING | BIND_LENT;
    call->lr->report = NULL;
    lua_rules_ask(L, LUA_RULES_VIEW, lua_gettop(L), (int)call->a);
    memcpy(call->state, copy, ((struct state *)copy)->size);
    return 0;
}

bool lua_rules_see(const struct game *game, void *state, int player)
{
    struct lua_rules_call call = {.lr = lua_rules_of(game), .state = state, .a = player};
    const struct lua_game *s = &call.lr->definition;
    struct window_view view = {false};
    if (game->window != NULL) view = lua_game_window_view(s, state, player);
    lua_game_hide_choices(s, state);
    if (!lua_rules_protect(&call, view_rule)) return false;
    if (game->window != NULL) lua_game_hide_beyond(s, state, &view);
    return true;
}

int lua_rules_view(lua_State *L)
{
    const struct state *state = bind_self(L);
    const struct game *game = bind_game_of(L);
    int player = bind_player(L, game, 2);
    void *view = bind_new_state(L, state->size);
    memcpy(view, state, state->size);
    lua_game_hide_choices(lua_game_of(game), view);
    if (game->see == NULL) return 1;
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    game->see(game, view, player);
    if (bind_leave(&here)) return lua_error(L);
    return 1;
}
