/*
 * Making states of games written in Lua: new and loaded ones, checked by the rule
 * `check`, and what a player may see of a state, by the rule `view`.
 */
#include "lua_rules.h"

#include "patterns/program.h"

/* Checks a new or loaded state by the rule `check`, then updates turn and outcome. */
static int check_rule(lua_State *L)
{
    struct lua_rules_call *call = lua_rules_call_here(L);
    struct lua_rules *lr = call->lr;
    void *copy = lua_rules_push_working(L, call);
    int index = lua_gettop(L);
    lua_rules_settle_over(&lr->definition, copy); /* `check` may ask how it ended */
    if (lua_rules_has(lr, LUA_RULES_CHECK)) {
        unsigned char *marks = lua_rules_marks(copy), before = *marks;
        *marks = BIND_FROZEN | BIND_CHECKING | BIND_LENT;
        int rule = lua_rules_ask(L, LUA_RULES_CHECK, index, 0);
        *marks = before;
        if (lua_type(L, -1) == LUA_TSTRING) {
            lua_rawseti(L, LUA_RULES_CLASS, LUA_RULES_WRONG);
            call->done = REFUSED;
            return 0;
        } else if (!lua_isnil(L, -1)) {
            lua_rules_wrong_result(L, rule, "check", "nil or what is wrong as a text");
        }
    }
    lua_rules_settle(L, lr, index, copy);
    memcpy(call->state, copy, ((struct state *)copy)->size);
    return 0;
}

const char *lua_rules_settle_loaded(const struct lua_game *s, void *state)
{
    struct lua_rules_call call = {.lr = lua_rules_of(&s->game), .state = state};
    if (!lua_rules_protect(&call, check_rule)) return "a rule raised an error";
    if (call.done != REFUSED) return NULL;
    lua_State *L = call.lr->host.in.L;
    lua_rawgeti(L, call.lr->host.in.class,
                LUA_RULES_WRONG); /* the class keeps it alive */
    const char *wrong = lua_tostring(L, -1);
    lua_pop(L, 1);
    return wrong;
}

/* settle(state): checks a new state and makes it ready to be played; nil,
 * or an error message */
static int l_settle(lua_State *L)
{
    void *state = bind_object(L, 1);
    const struct game *game = bind_game_of(L);
    struct entered here = bind_enter(L, game, lua_upvalueindex(1));
    const struct lua_game *s = &lua_rules_of(game)->definition;
    const char *wrong = game->check(game, state);
    if (s->rules != NULL && wrong == NULL) pattern_settle(s, state);
    if (bind_leave(&here)) return lua_error(L);
    lua_pushstring(L, wrong);
    return 1;
}

/* Counts and checks the given dice: a list of integers, or nil. */
static int32_t count_dice(lua_State *L, int index)
{
    if (lua_isnoneornil(L, index)) return 0;
    luaL_checktype(L, index, LUA_TTABLE);
    lua_Unsigned n = lua_rawlen(L, index);
    luaL_argcheck(L, n <= LUA_GAME_DICE_MAX, index,
                  "chance is a list of more than 10000");
    return (int32_t)n;
}

/* make(rows, columns, cells, seed, chance): a state that is not settled yet */
static int l_make(lua_State *L)
{
    const struct lua_game *s = &lua_rules_of(bind_game_of(L))->definition;
    int32_t rows = (int32_t)bind_integer(L, 1, 1, LUA_GAME_SIDE_MAX);
    int32_t cols = (int32_t)bind_integer(L, 2, 1, LUA_GAME_SIDE_MAX);
    size_t n;
    const char *cells = luaL_checklstring(L, 3, &n);
    luaL_argcheck(L, n == (size_t)rows * (size_t)cols, 3, "wrong number of cells");
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    int32_t dice = count_dice(L, 5);
    void *state = bind_make_state(L, (const int32_t[]){rows, cols, dice});
    struct lua_game_rest *rest = lua_game_rest(s, state);
    rest->rng = seed;
    for (int32_t i = 0; i < dice; i++) {
        int whole;
        lua_rawgeti(L, 5, i + 1);
        lua_Integer die = lua_tointegerx(L, -1, &whole);
        if (!whole || die < 1 || die > INT32_MAX) {
            return luaL_error(L, "number %d of the given chance is no integer from 1 on",
                              i + 1);
        }
        rest->dice[i] = (int32_t)die;
        lua_pop(L, 1);
    }
    for (int32_t i = 0; i < rows * cols; i++) {
        luaL_argcheck(L,
                      lua_game_put(s, state, i / cols, i % cols, (unsigned char)cells[i]),
                      3, "a cell that is not in the legend");
    }
    return 1;
}

const luaL_Reg lua_rules_functions[] = {{"describe", lua_rules_describe},
                                        {"make", l_make},
                                        {"settle", l_settle},
                                        {NULL, NULL}};
