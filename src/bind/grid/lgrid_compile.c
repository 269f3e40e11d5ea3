/*
 * tessera.grid, continued: rules as pictures are compiled when they are first used with a legend, and
 * kept with it.
 */
#include "bind/lpattern_error.h"
#include "lgrid.h"
#include "patterns/play/play.h"

/* A table in the registry, with weak keys: by legend a table of what was compiled for it,
 * by text, or by list of texts. */
static const char cache_key = 0;

/* What is compiled: a userdata that begins with a struct pattern_step; its rules lie behind
 * it. Its user value is the list of texts that it was compiled from. */

enum { ROOM_MIN = 1 << 12, ROOM_MAX = 1 << 24 };

/* ---- the names of a legend ---- */

struct naming {
    struct pattern_memory *memory;
    struct pattern_name *name;
    int32_t count;
};

/* Adds a name with the values of its kinds; those of a facing group in the order of its
 * headings. */
static void add_name(struct naming *n, const char *text, const struct lkinds *kinds,
                     const char *headings)
{
    struct pattern_value *values = pattern_take(n->memory, 256, sizeof *values);
    if (values == NULL) return;
    struct pattern_name *name = &n->name[n->count++];
    *name = (struct pattern_name){.name = text, .value = values};
    name->is = kinds->only >= 0 ? PATTERN_KIND : PATTERN_GROUP;
    name->facing = headings != NULL;
    for (int v = 0; v < 256; v++) {
        if (headings != NULL || !kinds_has(&kinds->kinds, v)) continue;
        values[name->count++].value = (uint8_t)v;
    }
    for (int i = 3; headings != NULL && i >= 0; i--) {
        if (headings[i] != '\0') name->heading = (enum direction)i;
    }
    for (int i = 0; headings != NULL && i < 4; i++) {
        if (headings[i] != '\0') values[name->count++].value = (uint8_t)headings[i];
    }
}

/* Fills the names from the legend's tables, at these indices; false if there is no room. */
static bool fill_names(lua_State *L, int table, int headings,
                       struct pattern_memory *memory, struct pattern_names *out)
{
    int32_t count = 0;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) count++;
    struct naming n = {.memory = memory};
    n.name = pattern_take(memory, (size_t)count + 1, sizeof *n.name);
    if (n.name == NULL) return false;
    out->blank[0] = -1;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) continue;
        const char *text = lua_tostring(L, -2);
        const struct lkinds *kinds = lua_touserdata(L, -1);
        lua_getfield(L, headings, text);
        add_name(&n, text, kinds, lua_tostring(L, -1));
        lua_pop(L, 1);
        bool blank = strcmp(text, "nothing") == 0 ||
                     (strcmp(text, "empty") == 0 && out->blank[0] < 0);
        if (blank) out->blank[0] = (int16_t)kinds->only;
    }
    out->name = n.name;
    out->count = n.count;
    out->layers = 1;
    return !memory->full;
}

/* ---- compiling ---- */

/* Pushes { program = { names = { { name = ... } } }, fields = {} }: what hints are taken
 * from. */
static void push_names(lua_State *L, const struct pattern_names *names)
{
    lua_newtable(L);
    lua_newtable(L);
    lua_setfield(L, -2, "fields");
    lua_pushboolean(L, names->hexagons);
    lua_setfield(L, -2, "hexagons");
    lua_newtable(L);
    lua_newtable(L);
    for (int32_t i = 0; i < names->count; i++) {
        lua_newtable(L);
        bind_set_string(L, "name", names->name[i].name);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "names");
    lua_setfield(L, -2, "program");
}

/* Raises the compiler's error about the rule whose place is on top of the stack. */
static int fail(lua_State *L, const struct pattern_names *names, const char *text,
                const struct pattern_error *e)
{
    const char *place = lua_tostring(L, -1);
    bind_require(L, "tessera.base.rules_errors");
    lua_getfield(L, -1, "explain");
    lpattern_error_push(L, place, text, e);
    push_names(L, names);
    lua_call(L, 2, 1);
    bind_fail(L, lua_tostring(L, -1));
    return 0;
}

/* Compiles a text, whose place is on top of the stack; NULL if there is no room. */
static const struct pattern *compile_text(lua_State *L, const char *text, bool ticks,
                                          const struct pattern_names *names,
                                          struct pattern_memory *memory)
{
    struct pattern_error error = {.failed = false};
    struct pattern *p = pattern_take(memory, 1, sizeof *p);
    const char *kept = pattern_keep_text(memory, text);
    const struct pattern_source source = {.text = kept,
                                          .names = names,
                                          .looks = !ticks && strstr(text, "->") == NULL,
                                          .sweep = ticks,
                                          .memory = memory,
                                          .error = &error};
    if (p == NULL || kept == NULL) return NULL;
    bool fine = pattern_compile_pattern(&source, p);
    if (fine && pattern_draws(p) > 0) {
        bind_fail(L, lua_pushfstring(L,
                                     "%s: a grid has no random numbers: write a rule of "
                                     "the game",
                                     lua_tostring(L, -1)));
    }
    if (!fine && error.failed) fail(L, names, text, &error);
    return fine ? p : NULL;
}

/* Compiles the texts in the list at `list`, which keeps them alive; NULL if there is no
 * room. */
static struct pattern_step *compile(lua_State *L, int list, int table, int headings,
                                    bool ticks, struct pattern_memory *memory)
{
    struct pattern_names names = {.players = 1, .hexagons = lgrid_has_hexagons(L)};
    struct pattern_step *made = pattern_take(memory, 1, sizeof *made);
    int32_t count = (int32_t)lua_rawlen(L, list);
    struct pattern_rule *rules = pattern_take(memory, (size_t)count + 1, sizeof *rules);
    if (made == NULL || rules == NULL ||
        !fill_names(L, table, headings, memory, &names)) {
        return NULL;
    }
    for (int32_t i = 0; i < count; i++) {
        size_t length;
        lua_rawgeti(L, list, i + 1);
        const char *text = lua_tolstring(L, -1, &length);
        lua_pop(L, 1);
        luaL_argcheck(L, strlen(text) == length, 2, "a rule holds a zero byte");
        lua_pushfstring(L, ticks ? "rule %d" : "rule", (int)i + 1);
        const struct pattern *p = compile_text(L, text, ticks, &names, memory);
        if (p == NULL) return NULL;
        lua_pop(L, 1);
        rules[i] = (struct pattern_rule){.number = i + 1, .pattern = p, .text = p->text};
    }
    made->rule = rules;
    made->rules = count;
    struct pattern_verdict verdict;
    if (pattern_complete_step(memory, made, &verdict)) return made;
    if (verdict.wrong != NULL) lpattern_error_refused(L, &verdict);
    return NULL;
}

/* Pushes what the list on top of the stack compiles to, and removes the list. */
static void push_compiled(lua_State *L, bool ticks)
{
    int list = lua_gettop(L), table = list + 1, headings = list + 2;
    luaL_checkstack(L, 20, NULL);
    lua_getiuservalue(L, 1, LGRID_LEGEND);
    lua_getiuservalue(L, -1, 2);
    lua_replace(L, -2);
    lua_getiuservalue(L, 1, LGRID_NAMES);
    lua_insert(L, -2);
    for (size_t room = ROOM_MIN; room <= ROOM_MAX; room *= 2) {
        struct pattern_memory memory = {lua_newuserdatauv(L, room, 1), room, 0, false};
        if (compile(L, list, table, headings, ticks, &memory) != NULL) {
            lua_pushvalue(L, list);
            lua_setiuservalue(L, -2, 1);
            lua_replace(L, list);
            lua_settop(L, list);
            return;
        }
        lua_settop(L, headings);
    }
    luaL_error(L, "the rules are too large");
}

/* ---- what has been compiled ---- */

/* Pushes the table of what was compiled for the legend of the grid at index 1. */
static void push_cache(lua_State *L)
{
    lua_getiuservalue(L, 1, LGRID_LEGEND);
    if (lua_isnil(L, -1))
        luaL_error(L, "the grid has no legend: its cells have no names");
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &cache_key) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_newtable(L);
        bind_set_string(L, "__mode", "k");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &cache_key);
    }
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_newtable(L);
        bind_set_string(L, "__mode", "k");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -3);
        lua_pushvalue(L, -2);
        lua_rawset(L, -4);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
}

enum { TEXTS_MAX = 1000 };

/* Counts the texts in the table at `cache`, at key 1; forgets all before they are too many. */
static void count_text(lua_State *L, int cache)
{
    lua_rawgeti(L, cache, 1);
    lua_Integer count = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (count == TEXTS_MAX) {
        count = 0;
        for (lua_pushnil(L); lua_next(L, cache) != 0;) {
            lua_pop(L, 1);
            lua_pushvalue(L, -1);
            lua_pushnil(L);
            lua_rawset(L, cache);
        }
    }
    lua_pushinteger(L, count + 1);
    lua_rawseti(L, cache, 1);
}

const struct pattern_step *lgrid_rule(lua_State *L)
{
    luaL_checktype(L, 2, LUA_TSTRING);
    push_cache(L);
    int cache = lua_gettop(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, cache) != LUA_TUSERDATA) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, 2);
        lua_rawseti(L, -2, 1);
        push_compiled(L, false);
        count_text(L, cache);
        lua_pushvalue(L, 2);
        lua_pushvalue(L, -2);
        lua_rawset(L, cache);
    }
    const struct pattern_step *rule = lua_touserdata(L, -1);
    lua_replace(L, cache); /* keeps it alive */
    return rule;
}

/* Whether the list at index 2 is still the one that was compiled. */
static bool is_unchanged(lua_State *L, int compiled)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, 2);
    lua_getiuservalue(L, compiled, 1);
    bool same = (lua_Integer)lua_rawlen(L, -1) == n;
    for (lua_Integer i = 1; same && i <= n; i++) {
        lua_rawgeti(L, 2, i);
        lua_rawgeti(L, -2, i);
        same = lua_rawequal(L, -1, -2);
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return same;
}

const struct pattern_step *lgrid_rule_list(lua_State *L)
{
    enum { RULES_MAX = 255 };
    luaL_checktype(L, 2, LUA_TTABLE);
    push_cache(L);
    int cache = lua_gettop(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, cache) != LUA_TUSERDATA || !is_unchanged(L, lua_gettop(L))) {
        lua_pop(L, 1);
        lua_Unsigned n = lua_rawlen(L, 2);
        luaL_argcheck(L, n >= 1 && n <= RULES_MAX, 2, "expected a list of 1..255 rules");
        lua_newtable(L);
        for (lua_Integer i = 1; i <= (lua_Integer)n; i++) {
            luaL_argcheck(L, lua_rawgeti(L, 2, i) == LUA_TSTRING, 2,
                          "expected a list of texts");
            lua_rawseti(L, -2, i);
        }
        push_compiled(L, true);
        lua_pushvalue(L, 2);
        lua_pushvalue(L, -2);
        lua_rawset(L, cache);
    }
    const struct pattern_step *rules = lua_touserdata(L, -1);
    lua_replace(L, cache);
    return rules;
}
