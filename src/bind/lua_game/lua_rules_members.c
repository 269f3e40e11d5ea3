/*
 * tessera.lua_game, continued: the members of a state in Lua.
 *
 * state.name is a layer (a grid), an integer, an array, or a method. The user values of
 * a state are its listener, then the grids of its layers, then a place for each field,
 * which holds the object of an array.
 */
#include "bind/grid/lgrid.h"
#include "lua_rules.h"
#include "patterns/program.h"

#include <assert.h>

static int first_array(const struct lua_game *s)
{
    return 2 + s->layers;
}

static inline const struct lua_rules *lua_rules_here(lua_State *L)
{
    return (const struct lua_rules *)(const void *)bind_game_of(L);
}

/* The state at index 1. The one that the running rule works on, which is nearly always meant,
 * is told by its address: nothing else can lie there until the rule ends. */
static inline void *state_of(lua_State *L, const struct lua_rules *lr)
{
    void *state = lua_touserdata(L, 1);
    if (state == NULL || state != lr->working) return bind_self(L);
    bind_check_ended(L, lua_rules_marks(state));
    return state;
}

/* ---- arrays ---- */

struct array {
    int64_t *value;
    const struct lua_game_field *field;
    const unsigned char *marks; /* the marks of the state */
};

static int64_t *array_element(lua_State *L)
{
    const struct array *a = lua_touserdata(L, 1);
    bind_check_ended(L, a->marks);
    int whole;
    lua_Integer i = lua_tointegerx(L, 2, &whole);
    if (!whole || i < 1 || i > a->field->count) {
        luaL_error(L, "array '%s' has elements 1..%d, not %s", a->field->name,
                   (int)a->field->count, luaL_tolstring(L, 2, NULL));
    }
    return &a->value[i - 1];
}

static void set_integer(lua_State *L, int index, const struct lua_game_field *f,
                        int64_t *value)
{
    int whole;
    lua_Integer n = lua_tointegerx(L, index, &whole);
    if (!whole || lua_type(L, index) != LUA_TNUMBER || n < f->min || n > f->max) {
        const char *got = luaL_tolstring(L, index, NULL);
        if (lua_type(L, index) == LUA_TSTRING) got = lua_pushfstring(L, "'%s'", got);
        luaL_error(L, "field '%s': expected an integer of %I..%I, got %s", f->name,
                   (LUAI_UACINT)f->min, (LUAI_UACINT)f->max, got);
    }
    *value = n;
}

static int l_array_get(lua_State *L)
{
    lua_pushinteger(L, *array_element(L));
    return 1;
}

static int l_array_set(lua_State *L)
{
    const struct array *a = lua_touserdata(L, 1);
    bind_check_frozen(L, a->marks);
    set_integer(L, 3, a->field, array_element(L));
    return 0;
}

static int l_array_length(lua_State *L)
{
    const struct array *a = lua_touserdata(L, 1);
    bind_check_ended(L, a->marks);
    lua_pushinteger(L, a->field->count);
    return 1;
}

static void push_array(lua_State *L, void *state, int64_t *value,
                       const struct lua_game_field *f)
{
    static const luaL_Reg metamethods[] = {{"__index", l_array_get},
                                           {"__newindex", l_array_set},
                                           {"__len", l_array_length},
                                           {NULL, NULL}};
    struct array *a = lua_newuserdatauv(L, sizeof *a, 1);
    *a = (struct array){value, f, bind_marks(L, 1, state)};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    bind_set_metatable(L, "tessera.array", metamethods);
}

/* ---- members ---- */

enum { UP_METHODS = 3, UP_MEMBERS, UP_UNKNOWN };

/* The field of the name at index 2; or NULL, and *layer is the layer of this name. Raises
 * an error if it is neither. */
static const struct lua_game_field *member(lua_State *L, const struct lua_game *s,
                                           int *layer)
{
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(UP_MEMBERS)) != LUA_TNUMBER) {
        lua_pushvalue(L, lua_upvalueindex(UP_UNKNOWN));
        lua_pushvalue(L, 2);
        lua_call(L, 1, 0);
    }
    /* k for layer k, -k for field k, from 1 */
    lua_Integer k = lua_tointeger(L, -1);
    lua_pop(L, 1);
    *layer = 0;
    if (k < 0 && k >= -s->fields) return &s->field[-(k + 1)];
    if (k < 1 || k > s->layers) luaL_error(L, "there is no such member");
    *layer = (int)k - 1;
    return NULL;
}

/* Pushes the grid of a layer, created on first use. */
static void push_layer(lua_State *L, const struct lua_game *s, void *state, int layer)
{
    if (lua_getiuservalue(L, 1, 2 + layer) != LUA_TNIL) return;
    lua_pop(L, 1);
    lua_rawgeti(L, lua_upvalueindex(1), LUA_RULES_LEGENDS);
    lua_rawgeti(L, -1, layer + 1);
    lua_remove(L, -2);
    bind_push_view(L, 1, lua_game_layer(s, state, layer), lua_gettop(L),
                   bind_marks(L, 1, state));
    lua_remove(L, -2);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 2 + layer);
}

/* The value of a name: METHOD, k for layer k, -k for field k, from
 * 1. STRANGE: not found. */
enum { METHOD = 0, STRANGE = INT32_MAX };

static void note(struct lua_rules *lr, const char *name, int32_t place)
{
    *lnames_slot(lr->member, LUA_RULES_MEMBERS - 1, name) = (struct lname){name, place};
}

void lua_rules_note_members(lua_State *L, struct lua_rules *lr, int members, int methods)
{
    int count = 0;
    for (lua_pushnil(L); lua_next(L, members) != 0; lua_pop(L, 1), count++) {
        note(lr, lua_tostring(L, -2), (int32_t)lua_tointeger(L, -1));
    }
    for (lua_pushnil(L); lua_next(L, methods) != 0; lua_pop(L, 1), count++) {
        assert(count < LUA_RULES_MEMBERS / 2);
        note(lr, lua_tostring(L, -2), METHOD);
    }
}

static int32_t place_of(lua_State *L, const struct lua_rules *lr)
{
    if (lua_type(L, 2) != LUA_TSTRING) return STRANGE;
    return lnames_find(lr->member, LUA_RULES_MEMBERS - 1, lua_tostring(L, 2), STRANGE);
}

/* Like place_of, slower: for a string with the letters of a name but another address. */
static int32_t look_up(lua_State *L, const struct lua_game *s)
{
    int layer;
    lua_pushvalue(L, 2);
    bool method = lua_rawget(L, lua_upvalueindex(UP_METHODS)) != LUA_TNIL;
    lua_pop(L, 1);
    if (method) return METHOD;
    const struct lua_game_field *f = member(L, s, &layer);
    return f == NULL ? layer + 1 : -1 - (int32_t)(f - s->field);
}

static int push_field(lua_State *L, const struct lua_game *s, void *state, int32_t number)
{
    const struct lua_game_field *f = &s->field[number];
    int64_t *value = lua_game_field(state, f);
    if (f->count == 0) {
        lua_pushinteger(L, *value);
    } else if (lua_getiuservalue(L, 1, first_array(s) + number) == LUA_TNIL) {
        lua_pop(L, 1);
        push_array(L, state, value, f);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, first_array(s) + number);
    }
    return 1;
}

int lua_rules_index(lua_State *L)
{
    const struct lua_rules *lr = lua_rules_here(L);
    const struct lua_game *s = &lr->definition;
    void *state = state_of(L, lr);
    int32_t place = place_of(L, lr);
    if (place == STRANGE) place = look_up(L, s);
    if (place < 0) return push_field(L, s, state, -1 - place);
    if (place > 0) {
        push_layer(L, s, state, place - 1);
        return 1;
    }
    lua_rawget(L, lua_upvalueindex(UP_METHODS));
    return 1;
}

int lua_rules_newindex(lua_State *L)
{
    const struct lua_rules *lr = lua_rules_here(L);
    const struct lua_game *s = &lr->definition;
    void *state = state_of(L, lr);
    bind_check_frozen(L, lua_rules_marks(state));
    int32_t place = place_of(L, lr);
    int layer = place - 1;
    const struct lua_game_field *f = NULL;
    if (place == STRANGE || place == METHOD) {
        f = member(L, s, &layer);
    } else if (place < 0) {
        f = &s->field[-1 - place];
    }
    if (f == NULL) {
        return luaL_error(L, "layer '%s' is a grid: set its cells", s->layer[layer].name);
    }
    if (f->count > 0)
        return luaL_error(L, "field '%s' is an array: set its elements", f->name);
    set_integer(L, 3, f, lua_game_field(state, f));
    return 0;
}

/* ---- methods ---- */

/* Raises an error if the rule `view` is working on the state: it decides nothing. */
static void check_viewing(lua_State *L, void *state, const char *what)
{
    if (!(*lua_rules_marks(state) & BIND_VIEWING)) return;
    luaL_error(L, "view says what a player may know: it cannot %s", what);
}

/* state:chance(n): the next given die, or a random number in 1 .. n
 * from the state's seed */
static int l_chance(lua_State *L)
{
    const struct lua_rules *lr = lua_rules_here(L);
    const struct lua_game *s = &lr->definition;
    void *state = state_of(L, lr);
    lua_Integer n = bind_integer(L, 2, 1, INT32_MAX);
    bind_check_frozen(L, lua_rules_marks(state));
    check_viewing(L, state, "draw chance");
    int64_t die = lua_game_chance(s, state, n);
    if (die > n) {
        return luaL_error(L, "number %d of the given chance is %d, expected 1..%d",
                          (int)lua_game_rest(s, state)->next_die, (int)die, (int)n);
    }
    lua_pushinteger(L, die);
    return 1;
}

static int32_t optional_place(lua_State *L, int index)
{
    return lua_isnoneornil(L, index)
               ? 0
               : (int32_t)bind_integer(L, index, 1, LUA_GAME_SIDE_MAX);
}

/* Keeps the string at index 2, which events point to, alive as long as the game. */
static void keep_kind(lua_State *L)
{
    lua_rawgeti(L, lua_upvalueindex(1), LUA_RULES_KINDS);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        lua_Unsigned count = lua_rawlen(L, -2);
        luaL_argcheck(L, count < LUA_RULES_KINDS_MAX, 2,
                      "there are more than 1000 kinds of events");
        lua_pushvalue(L, 2);
        lua_rawseti(L, -3, (lua_Integer)count + 1);
        lua_pushvalue(L, 2);
        lua_pushboolean(L, 1);
        lua_rawset(L, -4);
    }
    lua_pop(L, 2);
}

/* state:event(kind, what [, from row, from column [, to row, to column]]) */
static int l_event(lua_State *L)
{
    void *state = state_of(L, lua_rules_here(L));
    struct lua_rules *lr = (struct lua_rules *)(uintptr_t)bind_game_of(L);
    bind_check_frozen(L, lua_rules_marks(state));
    if (lr->host.in.L != NULL && !wants_events(lr->report)) return 0;
    const char *kind = luaL_checkstring(L, 2);
    size_t n;
    const char *what = luaL_checklstring(L, 3, &n);
    int cell = bind_cell(lr->definition.game.wide, what, n);
    luaL_argcheck(L, cell >= 0, 3, "expected one character");
    struct event e = {.kind = kind,
                      .what = cell,
                      .from_row = optional_place(L, 4),
                      .from_col = optional_place(L, 5),
                      .to_row = optional_place(L, 6),
                      .to_col = optional_place(L, 7)};
    if (!wants_events(lr->report)) return 0;
    keep_kind(L);
    emit(lr->report, e);
    return 0;
}

/* turn(): nil when the game is over; but inside the rules `turn`, `outcome` and `score`
 * always the number of the player to move. */
static int l_turn(lua_State *L)
{
    void *state = state_of(L, lua_rules_here(L));
    const struct game *game = bind_game_of(L);
    const unsigned char marks = *lua_rules_marks(state);
    bool looks = (marks & BIND_FROZEN) && !(marks & BIND_CHECKING);
    if (!looks && game->turn(game, state) == OVER) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, *lua_game_turn(state));
    }
    return 1;
}

/* state:over(outcome), one of the outcomes that the game names */
static int l_over(lua_State *L)
{
    const struct lua_rules *lr = lua_rules_here(L);
    const struct lua_game *s = &lr->definition;
    void *state = state_of(L, lr);
    bind_check_frozen(L, lua_rules_marks(state));
    check_viewing(L, state, "end the game");
    if (s->over < 0) {
        return luaL_error(
            L, "only a game that names its outcomes, and has no function outcome, "
               "ends by state:over");
    }
    const char *outcome = luaL_checkstring(L, 2);
    for (int64_t k = 0; s->outcomes[k] != NULL; k++) {
        if (strcmp(s->outcomes[k], outcome) != 0) continue;
        lua_game_end(s, state, k + 1);
        return 0;
    }
    const char *hint = bind_push_hint(L, 2, s->game.outcomes);
    lua_pushfstring(L, "the game has no outcome '%s', in `outcomes`, rules or ends%s",
                    outcome, hint);
    return luaL_argerror(L, 2, lua_tostring(L, -1));
}

/* state:rule(action): the number and the text of the rule that fits it, row and column of
 * its anchor; nil if there is none */
static int l_rule(lua_State *L)
{
    const struct lua_rules *lr = lua_rules_here(L);
    const struct lua_game *s = &lr->definition;
    void *state = state_of(L, lr);
    action a = bind_check_action(L, &s->game, state, 2);
    bool open = s->rules != NULL && s->game.outcome(&s->game, state) == NULL &&
                !lua_game_off_board(s, state, a, &(struct text){NULL, 0, 0});
    struct place at = {-1, -1};
    const struct pattern_rule *rule = open ? pattern_of_action(s, state, a, &at) : NULL;
    lua_pushnil(L);
    if (rule == NULL) return 1;
    lua_pushinteger(L, rule->number);
    lua_pushstring(L, rule->text);
    return at.row < 0 ? 2 : 2 + lgrid_push_place(L, at);
}

const luaL_Reg lua_rules_methods[] = {
    {"chance", l_chance}, {"event", l_event},       {"over", l_over}, {"rule", l_rule},
    {"turn", l_turn},     {"view", lua_rules_view}, {NULL, NULL}};
