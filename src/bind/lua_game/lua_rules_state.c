/*
 * The state that a rule of a game written in Lua gets: a copy, taken before the rule is
 * called; afterwards turn and outcome are updated in it.
 */
#include "lua_rules.h"

/* Reuses the working state of this depth, with its grids and arrays, if it has the
 * header of the call's state. */
void *lua_rules_push_working(lua_State *L, struct lua_rules_call *call)
{
    const struct state *state = call->state;
    int place = LUA_RULES_STATES + call->lr->host.in.depth - 1;
    bool fits = lua_rawgeti(L, LUA_RULES_CLASS, place) == LUA_TUSERDATA &&
                memcmp(lua_touserdata(L, -1), state, sizeof *state) == 0;
    if (!fits) {
        lua_pop(L, 1);
        size_t size = state->size + 1 + sizeof(struct bind_loan);
        memcpy(lua_newuserdatauv(L, size, call->lr->host.values), state, sizeof *state);
        lua_pushvalue(L, LUA_RULES_CLASS);
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawseti(L, LUA_RULES_CLASS, place);
    }
    call->working = call->lr->working = lua_touserdata(L, -1);
    memcpy(call->working, state, state->size);
    bind_lend(L, lua_rules_marks(call->working));
    return call->working;
}

void lua_rules_settle_over(const struct lua_game *s, void *state)
{
    if (s->over < 0) return;
    lua_game_end(s, state, *lua_game_field(state, &s->field[s->over]));
}

static void settle_outcome(lua_State *L, const struct lua_rules *lr, int copy,
                           void *state)
{
    const struct lua_game *s = &lr->definition;
    struct lua_game_rest *rest = lua_game_rest(s, state);
    lua_rules_settle_over(s, state);
    if (s->over >= 0) return;
    memset(rest->outcome, 0, sizeof rest->outcome);
    if (!lua_rules_has(lr, LUA_RULES_OUTCOME)) return;
    int index = lua_rules_ask(L, LUA_RULES_OUTCOME, copy, 0);
    size_t n = 0;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &n) : "";
    bool fine = n > 0 && n < sizeof rest->outcome && memchr(text, '\0', n) == NULL;
    if (!fine && !lua_isnil(L, -1)) {
        lua_rules_wrong_result(L, index, "outcome", "nil or a text of 1..63 bytes");
    }
    if (fine && !lua_game_has_outcome(s, text)) {
        lua_rules_wrong_result(L, index, "outcome", "nil or one of the game's outcomes");
    }
    memcpy(rest->outcome, text, n);
    lua_settop(L, index - 1);
}

void lua_rules_settle(lua_State *L, const struct lua_rules *lr, int copy, void *state)
{
    const struct lua_game *s = &lr->definition;
    unsigned char *marks = lua_rules_marks(state), before = *marks;
    *marks = BIND_FROZEN | BIND_LENT;
    if (lua_rules_has(lr, LUA_RULES_TURN)) {
        *lua_game_turn(state) =
            lua_rules_ask_integer(L, LUA_RULES_TURN, copy, 0, 1, s->game.players, "turn");
    }
    settle_outcome(L, lr, copy, state);
    *marks = before;
}
