/*
 * tessera.grid, continued: legends, and kinds of cells by their names.
 */
#include <assert.h>

#include "lgrid.h"

static const char class_key = 0; /* its address names the metatable in the registry */

bool lgrid_is_legend(lua_State *L, int index)
{
    if (!lua_getmetatable(L, index)) return false;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key);
    bool same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same && lua_type(L, index) == LUA_TUSERDATA;
}

/* Raises "no cell is called 'bxo' (did you mean 'box'?)". */
static int unknown_kind(lua_State *L, int index, const char *word, int table)
{
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, "tessera.base.errors");
    lua_pushliteral(L, "");
    if (lua_istable(L, -2)) {
        lua_pop(L, 1);
        lua_getfield(L, -1, "hint");
        lua_pushstring(L, word);
        lua_newtable(L);
        int n = 0;
        for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
            if (lua_type(L, -2) != LUA_TSTRING) continue;
            lua_pushvalue(L, -2);
            lua_rawseti(L, -4, ++n);
        }
        lua_call(L, 2, 1);
    }
    lua_pushfstring(L, "no cell is called '%s'%s", word, lua_tostring(L, -1));
    return luaL_argerror(L, index, lua_tostring(L, -1));
}

/* Looks up the string at `index`, a name or a character, in the legend of the
 * grid at index 1. */
static struct lkinds look_up(lua_State *L, const struct llegend *legend, int index,
                             int arg)
{
    lua_getiuservalue(L, 1, LGRID_NAMES);
    int table = lua_gettop(L);
    lua_pushvalue(L, index);
    lua_rawget(L, table);
    const struct lkinds *found = lua_touserdata(L, -1);
    struct lkinds kinds;
    if (found != NULL) {
        kinds = *found;
    } else {
        size_t n;
        const char *word = lua_tolstring(L, index, &n);
        int value = bind_cell(legend->wide, word, n);
        if (value < 0 || lua_rawgeti(L, table, value) != LUA_TSTRING) {
            unknown_kind(L, arg, word, table);
        }
        kinds = (struct lkinds){.kinds = kinds_of(value), .only = value};
    }
    lua_settop(L, table - 1);
    return kinds;
}

static struct lkinds find_kinds(lua_State *L, int index, int arg)
{
    size_t n;
    if (lua_type(L, index) != LUA_TSTRING) {
        if (index == arg) luaL_checktype(L, arg, LUA_TSTRING);
        lua_pushfstring(L, "string expected, got %s", luaL_typename(L, index));
        luaL_argerror(L, arg, lua_tostring(L, -1));
    }
    const char *s = lua_tolstring(L, index, &n);
    const struct llegend *legend = ((const struct lgrid *)lua_touserdata(L, 1))->legend;
    if (legend != NULL) {
        const struct lkinds *found = llegend_find(legend, s);
        return found != NULL ? *found : look_up(L, legend, index, arg);
    }
    struct lkinds kinds = {.only = -1, .order = (const unsigned char *)s, .orders = n};
    luaL_argcheck(L, n > 0, arg, "expected a character, got ''");
    for (size_t i = 0; i < n; i++) kinds_add(&kinds.kinds, (unsigned char)s[i]);
    if (n == 1) kinds.only = (unsigned char)s[0];
    return kinds;
}

struct kinds lgrid_kinds(lua_State *L, int index)
{
    const struct lkinds *known = lgrid_known(L, lua_touserdata(L, 1), index);
    if (known != NULL) return known->kinds;
    if (lua_type(L, index) != LUA_TTABLE) return find_kinds(L, index, index).kinds;
    struct kinds all = {{0, 0, 0, 0}};
    lua_Integer n = (lua_Integer)lua_rawlen(L, index);
    for (lua_Integer i = 1; i <= n; i++) {
        luaL_argcheck(L, lua_rawgeti(L, index, i) == LUA_TSTRING, index,
                      "expected a list of names");
        struct kinds one = find_kinds(L, lua_gettop(L), index).kinds;
        for (int k = 0; k < 4; k++) all.bits[k] |= one.bits[k];
        lua_pop(L, 1);
    }
    return all;
}

int lgrid_kind_in(lua_State *L, int index, int arg)
{
    const struct lkinds *known = lgrid_known(L, lua_touserdata(L, 1), index);
    if (known != NULL && known->only >= 0) return known->only;
    struct lkinds kinds = find_kinds(L, index, arg);
    if (kinds.only < 0) {
        lua_pushfstring(L, "expected one kind, got '%s'", lua_tostring(L, index));
        luaL_argerror(L, arg, lua_tostring(L, -1));
    }
    return kinds.only;
}

int lgrid_kind(lua_State *L, int index)
{
    return lgrid_kind_in(L, index, index);
}

const unsigned char *lgrid_order(lua_State *L, int index, size_t *n)
{
    struct lkinds kinds = find_kinds(L, index, index);
    bool group = kinds.only < 0;
    luaL_argcheck(L, !group || kinds.order != NULL, index,
                  "a group of groups has no order: expected a list of kinds");
    *n = group ? kinds.orders : 0;
    return kinds.order;
}

int lgrid_empty(lua_State *L, int index)
{
    if (!lua_isnoneornil(L, index)) return lgrid_kind(L, index);
    const struct llegend *legend = ((const struct lgrid *)lua_touserdata(L, 1))->legend;
    return legend != NULL ? legend->empty : '.';
}

struct kinds lgrid_movable(lua_State *L, int index, int empty)
{
    if (!lua_isnoneornil(L, index)) return lgrid_kinds(L, index);
    struct kinds none = kinds_of(empty);
    return kinds_all_but(&none);
}

void lgrid_push_name(lua_State *L, int grid, int value)
{
    char c = (char)value;
    if (lua_getiuservalue(L, grid, LGRID_NAMES) == LUA_TTABLE) {
        lua_rawgeti(L, -1, value); /* every cell of a grid with a legend is in it */
        assert(lua_type(L, -1) == LUA_TSTRING);
        lua_replace(L, -2);
        return;
    }
    lua_pop(L, 1);
    lua_pushlstring(L, &c, 1);
}

static void set_kinds(lua_State *L, int table, struct lkinds kinds)
{
    *(struct lkinds *)lua_newuserdatauv(L, sizeof kinds, 0) = kinds;
    lua_rawset(L, table); /* the name is below */
}

/* Pushes element i of the group at `members`, from 1: of a facing group the kind for up,
 * down, left, right. */
static int push_member(lua_State *L, int members, bool facing, lua_Integer i)
{
    if (!facing) return lua_rawgeti(L, members, i);
    return lua_getfield(L, members, direction_names[i - 1]);
}

/* Whether the facing group at this index has no kind for this heading, from 1, nor for the opposite
 * one. */
static bool is_absent(lua_State *L, int members, lua_Integer i)
{
    const lua_Integer other = i % 2 == 0 ? i - 1 : i + 1;
    const bool none = lua_getfield(L, members, direction_names[i - 1]) == LUA_TNIL &&
                      lua_getfield(L, members, direction_names[other - 1]) == LUA_TNIL;
    lua_settop(L, members);
    return none;
}

/* Whether the table at this index is one of kinds by heading. */
static bool is_facing(lua_State *L, int members)
{
    const bool facing = lua_getfield(L, members, "up") != LUA_TNIL ||
                        lua_getfield(L, members, "left") != LUA_TNIL;
    lua_settop(L, members);
    return facing;
}

/* Adds a group: its list of kinds, or its table of kinds by heading, is on top, its name
 * below. */
static void add_group(lua_State *L, int table, int headings)
{
    struct lkinds group = {.only = -1};
    luaL_Buffer values;
    luaL_argcheck(L, lua_type(L, -2) == LUA_TSTRING && lua_istable(L, -1), 1,
                  "expected groups = { name = { kind, ... } }");
    int members = lua_gettop(L);
    bool facing = is_facing(L, members), flat = true;
    char by_heading[GRID_SIDES] = {0};
    lua_Integer n = facing ? GRID_SIDES : (lua_Integer)lua_rawlen(L, -1);
    unsigned absent = 0;
    for (lua_Integer i = 1; facing && i <= n; i++)
        absent |= (unsigned)is_absent(L, members, i) << i;
    luaL_buffinit(L, &values);
    for (lua_Integer i = 1; i <= n; i++) {
        if (facing && (absent >> i & 1) != 0) continue;
        push_member(L, members, facing, i);
        lua_pushvalue(L, -1);
        const struct lkinds *kind =
            lua_rawget(L, table) == LUA_TUSERDATA ? lua_touserdata(L, -1) : NULL;
        if (kind == NULL) {
            unknown_kind(L, 1, luaL_tolstring(L, -2, NULL), table);
            return;
        }
        for (int k = 0; k < 4; k++) group.kinds.bits[k] |= kind->kinds.bits[k];
        flat = flat && kind->only >= 0;
        lua_pop(L, 2);
        luaL_addchar(&values, (char)kind->only);
        if (facing) by_heading[i - 1] = (char)kind->only;
    }
    luaL_pushresult(&values);
    if (flat) {
        group.order = (const unsigned char *)lua_tolstring(L, -1, &group.orders);
        lua_pushvalue(L, -1);
        lua_rawseti(L, headings, (lua_Integer)lua_rawlen(L, headings) + 1);
    }
    if (facing) {
        lua_pushvalue(L, members - 1);
        lua_pushlstring(L, by_heading, sizeof by_heading);
        lua_rawset(L, headings);
    }
    lua_settop(L, members);
    lua_pushvalue(L, -2);
    set_kinds(L, table, group);
}

static void add_kinds(lua_State *L, int table)
{
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
        size_t n = 0;
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tolstring(L, -2, &n) : "";
        if (strcmp(key, "groups") == 0 || strcmp(key, "wide") == 0 ||
            strcmp(key, "geometry") == 0)
            continue;
        luaL_argcheck(L, n == 1, 1, "expected single characters and groups as keys");
        luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, 1, "expected names of kinds");
        int value = (unsigned char)key[0];
        lua_pushvalue(L, -1);
        if (lua_rawget(L, table) != LUA_TNIL) {
            luaL_error(L, "two characters are called '%s'", lua_tostring(L, -2));
        }
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, table, value);
        lua_pushvalue(L, -1);
        set_kinds(L, table, (struct lkinds){.kinds = kinds_of(value), .only = value});
    }
}

/* Pushes the legend of the table at `table`, which must be complete. */
static struct llegend *push_legend(lua_State *L, int table)
{
    uint32_t names = 0, slots = 2;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        names += lua_type(L, -2) == LUA_TSTRING;
    }
    while (slots < 2 * names) slots *= 2;
    size_t at = state_align(sizeof(struct llegend) + slots * sizeof(struct lname));
    struct llegend *legend = lua_newuserdatauv(L, at + names * sizeof(struct lkinds), 3);
    memset(legend, 0, at);
    struct lkinds *kinds = (struct lkinds *)((uintptr_t)legend + at);
    legend->mask = slots - 1;
    legend->kinds = kinds;
    int32_t number = 0;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) continue;
        const char *name = lua_tostring(L, -2);
        kinds[number] = *(const struct lkinds *)lua_touserdata(L, -1);
        *lnames_slot(legend->slot, legend->mask, name) = (struct lname){name, number++};
    }
    lua_pushvalue(L, table);
    lua_setiuservalue(L, -2, 1);
    return legend;
}

void lgrid_use_legend(lua_State *L, int index)
{
    struct lgrid *g = lua_touserdata(L, -1);
    lua_getiuservalue(L, index, 1);
    lua_setiuservalue(L, -2, LGRID_NAMES);
    lua_pushvalue(L, index);
    lua_setiuservalue(L, -2, LGRID_LEGEND);
    g->legend = lua_touserdata(L, index);
}

int lgrid_legend(lua_State *L)
{
    enum { TABLE = 2, HEADINGS };
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    const bool hexagons = lua_getfield(L, 1, "geometry") != LUA_TNIL;
    luaL_argcheck(L,
                  !hexagons || (lua_type(L, -1) == LUA_TSTRING &&
                                strcmp(lua_tostring(L, -1), "hex") == 0),
                  1, "expected geometry = 'hex'");
    lua_settop(L, 1);
    lua_newtable(L);
    lua_newtable(L);
    add_kinds(L, TABLE);
    if (lua_getfield(L, 1, "groups") != LUA_TNIL) {
        luaL_argcheck(L, lua_istable(L, -1), 1, "expected groups = {...}");
        int groups = lua_gettop(L);
        for (lua_pushnil(L); lua_next(L, groups) != 0; lua_pop(L, 1)) {
            add_group(L, TABLE, HEADINGS);
        }
    }
    struct llegend *legend = push_legend(L, TABLE);
    legend->hexagons = hexagons;
    lua_pushvalue(L, HEADINGS);
    lua_setiuservalue(L, -2, 2);
    lua_getfield(L, TABLE, "empty");
    const struct lkinds *empty = lua_touserdata(L, -1);
    legend->empty = empty != NULL && empty->only >= 0 ? empty->only : '.';
    lua_pop(L, 1);
    uint32_t codes[WIDE_MAX + 1];
    if (bind_wide(L, 1, codes)) {
        legend->wide = memcpy(lua_newuserdatauv(L, sizeof codes, 0), codes, sizeof codes);
        lua_setiuservalue(L, -2, 3);
    }
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key) != LUA_TTABLE) {
        lua_pop(L, 1);
        bind_class(L, "tessera.legend", (const luaL_Reg[]){{NULL, NULL}},
                   (const luaL_Reg[]){{NULL, NULL}}, NULL);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &class_key);
    }
    lua_setmetatable(L, -2);
    return 1;
}
