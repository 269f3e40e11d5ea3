/*
 * tessera.lua_game, continued: turns a definition, which lua/tessera/game.lua has
 * checked, into a game.
 */
#include "lua_rules.h"
#include "patterns/program.h"
#include "patterns/words.h"

static lua_Integer integer_at(lua_State *L, int index, const char *name, lua_Integer min,
                              lua_Integer max)
{
    lua_getfield(L, index, name);
    lua_Integer n = luaL_checkinteger(L, -1);
    if (n < min || n > max) luaL_error(L, "%s is out of range", name);
    lua_pop(L, 1);
    return n;
}

/* Copies the string on top of the stack, and pops it. */
static void copy_text(lua_State *L, const char *name, char *out, size_t room)
{
    size_t n;
    const char *text = luaL_checklstring(L, -1, &n);
    if (n >= room)
        luaL_error(L, "%s '%s' has more than %d bytes", name, text, (int)room - 1);
    memcpy(out, text, n + 1);
    lua_pop(L, 1);
}

static void text_at(lua_State *L, int index, const char *name, char *out, size_t room)
{
    lua_getfield(L, index, name);
    copy_text(L, name, out, room);
}

/* Pushes the list in field `name`. Returns its length. */
static int32_t list_at(lua_State *L, int index, const char *name, lua_Unsigned max)
{
    lua_getfield(L, index, name);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Unsigned n = lua_rawlen(L, -1);
    if (n > max) luaL_error(L, "there are more than %d %s", (int)max, name);
    return (int32_t)n;
}

static void define_layers(lua_State *L, struct lua_game *s)
{
    s->layers = list_at(L, 1, "layers", LUA_GAME_LAYERS_MAX);
    for (int i = 0; i < s->layers; i++) {
        lua_rawgeti(L, -1, i + 1);
        int at = lua_gettop(L);
        text_at(L, at, "name", s->layer[i].name, LUA_GAME_NAME_MAX);
        text_at(L, at, "alphabet", s->layer[i].alphabet, sizeof s->layer[i].alphabet);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    s->cells = list_at(L, 1, "cells", LUA_GAME_LEGEND_MAX);
    for (int i = 0; i < s->cells; i++) {
        lua_rawgeti(L, -1, i + 1);
        size_t n;
        const char *bytes = luaL_checklstring(L, -1, &n);
        luaL_argcheck(L, n == 1 + (size_t)s->layers, 1, "a cell without all layers");
        s->cell[i].shown = (unsigned char)bytes[0];
        memcpy(s->cell[i].on, bytes + 1, n - 1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void define_fields(lua_State *L, struct lua_game *s)
{
    const lua_Integer most = STATE_COUNT_MAX;
    s->fields = list_at(L, 1, "fields", LUA_GAME_FIELDS_MAX);
    for (int i = 0; i < s->fields; i++) {
        struct lua_game_field *f = &s->field[i];
        lua_rawgeti(L, -1, i + 1);
        int at = lua_gettop(L);
        text_at(L, at, "name", f->name, LUA_GAME_NAME_MAX);
        f->min = integer_at(L, at, "min", -most, most);
        f->max = integer_at(L, at, "max", f->min, most);
        f->value = integer_at(L, at, "value", f->min, f->max);
        f->count = (int32_t)integer_at(L, at, "size", 0, LUA_GAME_ARRAY_MAX);
        lua_getfield(L, at, "counter");
        f->counter = lua_toboolean(L, -1);
        lua_getfield(L, at, "hidden");
        f->hidden = lua_toboolean(L, -1);
        lua_getfield(L, at, "each");
        f->each = lua_toboolean(L, -1);
        lua_getfield(L, at, "timer");
        f->timer = lua_toboolean(L, -1);
        s->timers = s->timers || f->timer;
        lua_pop(L, 5);
        luaL_argcheck(L, !f->each || f->count == s->game.players, 1,
                      "a field of no player");
    }
    lua_pop(L, 1);
}

/* What players have who act together, and rewards: once the actions are defined. */
static void define_together(lua_State *L, struct lua_game *s)
{
    static const char *const orders[] = {"fixed", "random", "at once", NULL};
    action idle;
    size_t n;
    s->reward = (int32_t)integer_at(L, 1, "reward", 0, s->fields) - 1;
    s->earned = (int32_t)integer_at(L, 1, "earned", 0, s->fields) - 1;
    if (!s->game.together) return;
    lua_getfield(L, 1, "together");
    const int at = lua_gettop(L);
    lua_getfield(L, at, "order");
    s->together.order = (enum lua_game_order)luaL_checkoption(L, -1, NULL, orders);
    s->together.chosen = (int32_t)integer_at(L, at, "chosen", 1, s->fields) - 1;
    lua_getfield(L, at, "idle");
    const char *text = luaL_checklstring(L, -1, &n);
    if (!lua_game_parse(&s->game, NULL, text, n, &idle)) luaL_error(L, "no such action");
    s->together.idle = idle;
    s->together.players = s->game.players;
    lua_settop(L, at - 1);
}

/* The outcomes, the goal and the range of scores. */
static void define_ends(lua_State *L, struct lua_game *s)
{
    const lua_Integer most = STATE_COUNT_MAX;
    int32_t n = list_at(L, 1, "outcomes", LUA_GAME_OUTCOMES_MAX);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        copy_text(L, "outcome", s->outcome[i], LUA_GAME_OUTCOME_MAX);
        s->outcomes[i] = s->outcome[i];
    }
    lua_pop(L, 1);
    if (n > 0) s->game.outcomes = s->outcomes;
    if (lua_getfield(L, 1, "goal") != LUA_TNIL) {
        copy_text(L, "goal", s->goal, LUA_GAME_OUTCOME_MAX);
        s->game.goal = s->goal;
    } else {
        lua_pop(L, 1);
    }
    s->score_min = integer_at(L, 1, "score_min", -most, most);
    s->score_max = integer_at(L, 1, "score_max", s->score_min, most);
    if (s->score_min == -most && s->score_max == most) return;
    s->game.score_min = s->score_min;
    s->game.score_max = s->score_max;
}

static void define_slot(lua_State *L, struct lua_game *s, struct lua_game_slot *slot)
{
    static const char *const kinds[] = {"word", "number", "row", "column", NULL};
    int at = lua_gettop(L);
    lua_getfield(L, at, "kind");
    slot->kind = (enum lua_game_kind)luaL_checkoption(L, -1, NULL, kinds);
    lua_pop(L, 1);
    slot->min = 1;
    slot->max = LUA_GAME_SIDE_MAX;
    if (slot->kind == LUA_GAME_NUMBER) {
        slot->min = integer_at(L, at, "min", -STATE_COUNT_MAX + 1, STATE_COUNT_MAX - 1);
        slot->max = integer_at(L, at, "max", slot->min, STATE_COUNT_MAX - 1);
    } else if (slot->kind == LUA_GAME_WORD) {
        int32_t n = list_at(L, at, "words", LUA_GAME_WORDS_MAX);
        if (n < 1 || s->words + n > LUA_GAME_WORDS_MAX) {
            luaL_error(L, "there are more than %d words in all actions",
                       LUA_GAME_WORDS_MAX);
        }
        slot->min = s->words;
        for (int k = 1; k <= n; k++) {
            size_t length;
            lua_rawgeti(L, -1, k);
            const char *word = luaL_checklstring(L, -1, &length);
            if (length >= LUA_GAME_NAME_MAX)
                luaL_error(L, "the word '%s' is too long", word);
            memcpy(s->word[s->words++], word, length + 1);
            lua_pop(L, 1);
        }
        slot->max = s->words - 1;
        lua_pop(L, 1);
    }
}

static void define_forms(lua_State *L, struct lua_game *s)
{
    s->forms = list_at(L, 1, "forms", LUA_GAME_FORMS_MAX);
    for (int i = 0; i < s->forms; i++) {
        struct lua_game_form *form = &s->form[i];
        lua_rawgeti(L, -1, i + 1);
        lua_Unsigned n = lua_rawlen(L, -1);
        if (n < 1 || n > LUA_GAME_SLOTS_MAX) {
            luaL_error(L, "an action has 1..%d words", LUA_GAME_SLOTS_MAX);
        }
        form->slots = (int32_t)n;
        for (int k = 0; k < form->slots; k++) {
            lua_rawgeti(L, -1, k + 1);
            define_slot(L, s, &form->slot[k]);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Pushes a table of the words of all actions, so that calls of rules
 * need not make strings. */
static void push_words(lua_State *L, struct lua_rules *lr)
{
    const struct lua_game *s = &lr->definition;
    lua_createtable(L, s->words, 0);
    for (int k = 0; k < s->words; k++) {
        lr->word[k] = lua_pushstring(L, s->word[k]);
        lua_rawseti(L, -2, k + 1);
    }
}

/* Fills the class: rules, legends, and how members are found. */
static void define_class(lua_State *L, struct lua_rules *lr, int module, int class)
{
    static const char *const rules[] = {"apply", "actions", "outcome", "turn",
                                        "score", "check",   "view",    "reverse"};
    for (int i = LUA_RULES_APPLY; i <= LUA_RULES_LAST_RULE; i++) {
        if (lua_getfield(L, 1, rules[i - 1]) != LUA_TFUNCTION) {
            lua_pop(L, 1);
            lua_pushboolean(L, 0);
        } else {
            lr->has |= 1u << i;
        }
        lua_rawseti(L, class, i);
    }
    struct game *game = &lr->definition.game;
    game->score_in_host = lua_rules_has(lr, LUA_RULES_SCORE);
    game->unscored = !game->score_in_host;
    game->chance = lua_rules_has(lr, LUA_RULES_APPLY);
    game->see_in_host = lua_rules_has(lr, LUA_RULES_VIEW);
    game->see = game->see_in_host ? lua_rules_see : NULL;
    if (lua_rules_has(lr, LUA_RULES_ACTIONS)) lr->definition.game.candidates = NULL;
    if (lua_rules_has(lr, LUA_RULES_REVERSE)) {
        lr->definition.game.reversals = lua_game_reversals;
        lr->definition.game.reverse = lua_rules_reverse;
    }
    lua_getfield(L, 1, "legends");
    lua_rawseti(L, class, LUA_RULES_LEGENDS);
    lua_newtable(L);
    lua_rawseti(L, class, LUA_RULES_KINDS);
    push_words(L, lr);
    lua_rawseti(L, class, LUA_RULES_WORDS);
    static const struct {
        const char *name;
        lua_CFunction function;
    } ways[] = {{"__index", lua_rules_index}, {"__newindex", lua_rules_newindex}};
    for (int i = 0; i < 2; i++) {
        lua_pushvalue(L, class);
        lua_pushlightuserdata(L, lr);
        lua_getfield(L, module, "methods");
        lua_getfield(L, 1, "members");
        lua_getfield(L, 1, "unknown");
        if (i == 0) lua_rules_note_members(L, lr, lua_gettop(L) - 1, lua_gettop(L) - 2);
        lua_pushcclosure(L, ways[i].function, 5);
        lua_setfield(L, class, ways[i].name);
    }
}

/* Reads what the entry on top of the stack says of a kind that each player has. */
static void define_owner(lua_State *L, const struct lua_game *s,
                         struct lua_game_named *kind)
{
    const int entry = lua_gettop(L);
    kind->heading = -1;
    lua_getfield(L, entry, "group");
    if (!lua_isnil(L, -1)) {
        kind->group = luaL_checkstring(L, -1); /* the list keeps it */
        kind->owner = (int32_t)integer_at(L, entry, "owner", 1, s->game.players);
        lua_getfield(L, entry, "heading");
        const enum direction heading = direction_called(luaL_checkstring(L, -1));
        if (heading < GRID_SIDES) kind->heading = (int32_t)heading;
    }
    lua_settop(L, entry);
}

/* Copies the list `order`, of { layer, byte, name }: the kinds as the definition declares them. */
static void define_kinds(lua_State *L, struct lua_game *s, int class)
{
    s->kinds = list_at(L, 1, "order", LUA_GAME_LAYERS_MAX * LUA_GAME_LEGEND_MAX);
    const int list = lua_gettop(L);
    struct lua_game_named *kind =
        lua_newuserdatauv(L, (size_t)(s->kinds + 1) * sizeof *kind, 1);
    for (int i = 0; i < s->kinds; i++) {
        lua_rawgeti(L, list, i + 1);
        kind[i] = (struct lua_game_named){.heading = -1};
        define_owner(L, s, &kind[i]);
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        lua_rawgeti(L, -3, 3);
        kind[i].layer = (int32_t)luaL_checkinteger(L, -3);
        luaL_argcheck(L, kind[i].layer >= 0 && kind[i].layer < s->layers, 1, "no layer");
        kind[i].byte = (unsigned char)luaL_checkstring(L, -2)[0];
        kind[i].name = luaL_checkstring(L, -1); /* the list keeps it */
        lua_pop(L, 4);
    }
    s->kind = kind;
    lua_pushvalue(L, list);
    lua_setiuservalue(L, -2, 1);
    lua_rawseti(L, class, LUA_RULES_ORDER);
    lua_settop(L, list - 1);
}

/* Compiles rules as pictures, if there are some. */
static void define_program(lua_State *L, struct lua_rules *lr, int class)
{
    struct lua_game *s = &lr->definition;
    lua_getfield(L, 1, "calls");
    lua_rawseti(L, class, LUA_RULES_CALLS);
    if (lua_getfield(L, 1, "program") != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    int program = lua_gettop(L);
    struct pattern_program *rules = lua_rules_push_program(L, s, program);
    lua_rawseti(L, class, LUA_RULES_PROGRAM);
    lua_pop(L, 1);
    if (lua_rules_has(lr, LUA_RULES_OUTCOME)) rules->only = false;
    int (*actions)(const struct game *, const void *, action *, int) = s->game.actions;
    pattern_define(s);
    if (lua_rules_has(lr, LUA_RULES_ACTIONS)) {
        s->game.actions = actions;
        s->game.candidates = NULL;
    }
    if (rules->scored) s->game.unscored = false;
    s->game.parallel = rules->only && !lua_rules_has(lr, LUA_RULES_ACTIONS);
}

/* define(t): the module of a game. The definition has been checked already; the checks
 * here only keep memory safe. */
static int l_define(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    struct lua_rules *lr = lua_newuserdatauv(L, sizeof *lr, 0);
    memset(lr, 0, sizeof *lr);
    struct lua_game *s = &lr->definition;
    text_at(L, 1, "name", s->name, LUA_GAME_NAME_MAX);
    s->game.players = (int)integer_at(L, 1, "players", 1, LUA_GAME_PLAYERS_MAX);
    lua_getfield(L, 1, "hexagons");
    s->hexagons = lua_toboolean(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, 1, "together");
    s->game.together = lua_toboolean(L, -1);
    lua_pop(L, 1);
    define_layers(L, s);
    if (bind_wide(L, 1, s->wide)) s->game.wide = s->wide;
    define_fields(L, s);
    s->over = (int32_t)integer_at(L, 1, "over", 0, s->fields) - 1;
    define_forms(L, s);
    define_ends(L, s);
    const char *wrong = lua_game_define(s);
    if (wrong != NULL) return luaL_error(L, "%s", wrong);
    define_together(L, s);
    lua_rules_bind(L, lr);
    int class = lua_gettop(L), module = class - 1;
    lua_pushvalue(L, 2);
    lua_rawseti(L, class, LUA_RULES_GAME);
    define_class(L, lr, module, class);
    define_kinds(L, s, class);
    lua_rules_define_window(L, s);
    define_program(L, lr, class);
    lua_rules_define_sounds(L, lr);
    lua_settop(L, module);
    return 1;
}

/* find_control(text): where its first control character stands; nil if it has none. (Lua's patterns
 * take ten times as long, and a game may have thousands of rules.) */
static int l_find_control(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)text[i] >= ' ' && text[i] != 0x7F) continue;
        lua_pushinteger(L, (lua_Integer)i + 1);
        return 1;
    }
    return 0;
}

/* words: of each word of rules as pictures its text, and where it may stand */
static void push_rule_words(lua_State *L)
{
    static const struct {
        const char *text;
        int where;
    } words[] = {
#define WORD(name, text, where) {text, where},
        PATTERN_WORDS(WORD)
#undef WORD
    };
    static const char *const places[] = {"front",  "left",  "right", "term",
                                         "begins", "taken", "yields"};
    const int n = (int)(sizeof words / sizeof *words);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_newtable(L);
        bind_set_string(L, "text", words[i].text);
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            lua_pushboolean(L, words[i].where >> k & 1);
            lua_setfield(L, -2, places[k]);
        }
        lua_rawseti(L, -2, i + 1);
    }
}

/* signs: the signs of rules as pictures, and examples of tokens of which there are many */
static void push_rule_signs(lua_State *L)
{
    static const char *const signs[] = {
#define SIGN(text, ...) text,
        PATTERN_SIGNS(SIGN) PATTERN_SHAPES(SIGN)
#undef SIGN
    };
    const int n = (int)(sizeof signs / sizeof *signs);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushstring(L, signs[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

EXPORT int luaopen_tessera_lua_game(lua_State *L);

int luaopen_tessera_lua_game(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"define", l_define}, {"find_control", l_find_control}, {NULL, NULL}};
    luaL_newlib(L, functions);
    push_rule_words(L);
    lua_setfield(L, -2, "words");
    push_rule_signs(L);
    lua_setfield(L, -2, "signs");
    return 1;
}
