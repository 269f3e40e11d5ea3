/*
 * tessera.lua_game, continued: rules as pictures. lua/tessera/game/rules.lua has read
 * them; names, forms, steps and ends are put together here, rules are read by
 * lpatterns_rule.c. The program lies in a userdata that the game's class keeps.
 */
#include <assert.h>

#include "bind/lpattern_error.h"
#include "lpatterns.h"

/* What most programs of so many rules find room in; to fill a block in vain costs more than the
 * memory that a larger one does not use. */
enum {
    ROOM_MIN = 1 << 16,
    ROOM_MAX = 1 << 27,
    ROOM_OF_NO_RULE = 48000,
    ROOM_OF_RULE = 4000
};

/* ---- names ---- */

/* Pairs of a layer and a value. */
static bool keep_values(struct lua_rules_building *b, const char *pairs, size_t n,
                        struct pattern_name *out)
{
    struct pattern_value *values = pattern_take(&b->memory, n / 2 + 1, sizeof *values);
    if (values == NULL) return false;
    for (size_t i = 0; i < n / 2; i++) {
        values[i].layer = (uint8_t)pairs[2 * i];
        values[i].value = (uint8_t)pairs[2 * i + 1];
        if (values[i].layer >= b->game->layers) luaL_error(b->L, "no such layer");
    }
    out->value = values;
    out->count = (int32_t)(n / 2);
    return true;
}

static bool build_name(struct lua_rules_building *b, struct pattern_name *out)
{
    static const char *const sorts[] = {"kind", "group", "layer", NULL};
    lua_State *L = b->L;
    size_t n;
    if (!lua_rules_keep_text(b, lua_rules_text(L, "name"), &out->name)) return false;
    lua_getfield(L, -1, "is");
    out->is = (enum pattern_sort)luaL_checkoption(L, -1, NULL, sorts);
    lua_getfield(L, -2, "values");
    const char *pairs = luaL_checklstring(L, -1, &n);
    bool kept = keep_values(b, pairs, n, out);
    lua_pop(L, 2);
    out->facing = lua_rules_flag(L, "facing");
    out->each = lua_rules_flag(L, "each");
    const bool across =
        out->count == 2 && lua_rules_integer(L, "heading") == (lua_Integer)GRID_LEFT;
    out->heading = across ? GRID_LEFT : GRID_UP;
    if (kept && out->facing && out->count != 2 &&
        (out->count == 0 || out->count % GRID_SIDES != 0))
        luaL_error(L, "a heading is missing");
    for (int i = 1; kept && out->facing && i < out->count; i++) {
        if (out->value[i].layer != out->value[0].layer) {
            luaL_error(L, "group '%s': its headings are in several layers", out->name);
        }
    }
    return kept;
}

/* Notes of a group with each = "player" whose kinds are whose: they are called body1, body2 ... */
static bool note_owners(struct lua_rules_building *b, struct pattern_name *list,
                        struct pattern_name *group)
{
    const int32_t players = b->names.players;
    struct pattern_name *of = pattern_take(&b->memory, (size_t)players, sizeof *of);
    if (of == NULL) return false;
    for (int32_t k = 0; k < players; k++) {
        char own[80];
        struct text t = text_into(own, sizeof own);
        text_string(&t, group->name);
        text_number(&t, k + 1);
        int32_t i = 0;
        while (i < b->names.count && strcmp(list[i].name, own) != 0) i++;
        if (i == b->names.count) luaL_error(b->L, "there is no '%s'", own);
        of[k] = list[i];
    }
    group->of = of;
    return true;
}

static bool build_names(struct lua_rules_building *b)
{
    lua_State *L = b->L;
    struct pattern_names *names = &b->names;
    names->count = lua_rules_push_list(L, "names");
    names->layers = b->game->layers;
    names->players = b->game->game.players;
    names->game = b->game;
    names->hexagons = b->game->hexagons;
    struct pattern_name *list =
        pattern_take(&b->memory, (size_t)names->count + 1, sizeof *list);
    if (list == NULL) return false;
    for (int32_t i = 0; i < names->count; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!build_name(b, &list[i])) return false;
        lua_pop(L, 1);
    }
    for (int32_t i = 0; i < names->count; i++)
        if (list[i].each && !note_owners(b, list, &list[i])) return false;
    names->name = list;
    lua_pop(L, 1);
    lua_rules_push_list(L, "blanks");
    for (int k = 0; k < names->layers; k++) {
        size_t n;
        lua_rawgeti(L, -1, k + 1);
        const char *blank = luaL_checklstring(L, -1, &n);
        names->blank[k] = n == 1 ? (unsigned char)blank[0] : -1;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    int32_t players = lua_rules_push_list(L, "pieces");
    for (int k = 0; k < players && k < LUA_GAME_PLAYERS_MAX; k++) {
        size_t n;
        lua_rawgeti(L, -1, k + 1);
        const char *pairs = luaL_checklstring(L, -1, &n);
        if (!keep_values(b, pairs, n, &names->piece[k])) return false;
        names->piece[k].is = PATTERN_GROUP;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

/* ---- forms ---- */

static bool build_form(struct lua_rules_building *b, int32_t i)
{
    lua_State *L = b->L;
    struct pattern_form *form = &b->rules->form[i];
    if (lua_rawgeti(L, -1, i + 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        return true;
    }
    form->rules = (int32_t)lua_rawlen(L, -1);
    struct pattern_rule *rules =
        pattern_take(&b->memory, (size_t)form->rules, sizeof *rules);
    if (rules == NULL) return false;
    form->rule = rules;
    for (int32_t k = 0; k < form->rules; k++) {
        lua_rawgeti(L, -1, k + 1);
        if (!lua_rules_build_rule(b, i, &rules[k])) return false;
        const char *wrong = pattern_check_rule(&b->names, i, &rules[k]);
        if (wrong != NULL) lua_rules_fail(L, lua_rules_text(L, "place"), wrong);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

static bool build_forms(struct lua_rules_building *b)
{
    lua_State *L = b->L;
    b->slots = pattern_take(&b->memory, LUA_GAME_FORMS_MAX, sizeof *b->slots);
    if (b->slots == NULL) return false;
    lua_rules_push_list(L, "slots");
    for (int32_t i = 0; i < b->game->forms; i++) {
        lua_rawgeti(L, -1, i + 1);
        for (int32_t k = 0; k < b->game->form[i].slots; k++) {
            lua_rawgeti(L, -1, k + 1);
            const char *name =
                lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
            if (!lua_rules_keep_text(b, name, &b->slots[i].name[k])) return false;
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_rules_push_list(L, "forms");
    for (int32_t i = 0; i < b->game->forms; i++) {
        if (!build_form(b, i)) return false;
    }
    lua_pop(L, 1);
    return true;
}

static bool build_step(struct lua_rules_building *b, struct pattern_step *step)
{
    static const char *const from[] = {"top", "bottom", "left", "right", "anchor", NULL};
    lua_State *L = b->L;
    bool sweep = lua_rules_flag(L, "sweep");
    step->at_once = lua_rules_flag(L, "at_once");
    step->first = lua_rules_flag(L, "first");
    step->each = lua_rules_flag(L, "each");
    b->nobody = b->game->together.players > 0 && !step->each;
    step->again = (int32_t)lua_rules_integer(L, "again");
    step->call = (int32_t)lua_rules_integer(L, "call");
    lua_getfield(L, -1, "from");
    step->from = (enum pattern_from)luaL_checkoption(L, -1, "top", from);
    lua_pop(L, 1);
    const char *place = lua_rules_text(L, "place");
    if (step->again > 0 && !lua_rules_keep_text(b, lua_rules_text(L, "at"), &step->place))
        return false;
    if (!lua_rules_build_when(b, -1, place, lua_rules_text(L, "when"), NULL, &step->when))
        return false;
    step->rules = lua_rules_push_list(L, "rules");
    struct pattern_rule *rules =
        pattern_take(&b->memory, (size_t)step->rules, sizeof *rules);
    if (rules == NULL) return false;
    step->rule = rules;
    for (int32_t k = 0; k < step->rules; k++) {
        lua_rawgeti(L, -1, k + 1);
        if (!lua_rules_build_rule(b, sweep ? LUA_RULES_OF_SWEEP : LUA_RULES_OF_STEP,
                                  &rules[k]))
            return false;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

static bool build_steps(struct lua_rules_building *b)
{
    lua_State *L = b->L;
    b->rules->steps = lua_rules_push_list(L, "steps");
    struct pattern_step *steps =
        pattern_take(&b->memory, (size_t)b->rules->steps + 1, sizeof *steps);
    if (steps == NULL) return false;
    b->rules->step = steps;
    for (int32_t i = 0; i < b->rules->steps; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!build_step(b, &steps[i])) return false;
        lua_pop(L, 1);
    }
    b->nobody = false;
    lua_pop(L, 1);
    return true;
}

static bool build_end(struct lua_rules_building *b, struct pattern_end *end)
{
    lua_State *L = b->L;
    end->by_player = lua_rules_flag(L, "by_player");
    end->score = lua_rules_integer(L, "score");
    int32_t outcomes = lua_rules_push_list(L, "outcomes");
    for (int32_t k = 0; k < outcomes && k < LUA_GAME_PLAYERS_MAX; k++) {
        lua_rawgeti(L, -1, k + 1);
        end->outcome[k] = (int32_t)lua_tointeger(L, -1);
        if (end->outcome[k] < 1 || end->outcome[k] > LUA_GAME_OUTCOMES_MAX) {
            luaL_error(L, "no such outcome");
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    b->nobody = b->game->together.players > 0 && !end->by_player;
    const bool built = lua_rules_build_end(b, lua_rules_text(L, "place"),
                                           lua_rules_text(L, "when"), &end->when);
    b->nobody = false;
    return built;
}

static bool build_ends(struct lua_rules_building *b)
{
    lua_State *L = b->L;
    b->rules->ends = lua_rules_push_list(L, "ends");
    struct pattern_end *ends =
        pattern_take(&b->memory, (size_t)b->rules->ends + 1, sizeof *ends);
    if (ends == NULL) return false;
    b->rules->end = ends;
    for (int32_t i = 0; i < b->rules->ends; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!build_end(b, &ends[i])) return false;
        const char *wrong = pattern_check_end(b->game, b->rules, &ends[i]);
        if (wrong != NULL) lua_rules_fail(L, lua_rules_text(L, "place"), wrong);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

static bool build_score(struct lua_rules_building *b)
{
    lua_State *L = b->L;
    b->rules->scored = lua_rules_flag(L, "scored");
    b->rules->score_field = (int32_t)lua_rules_integer(L, "score_field") - 1;
    if (lua_getfield(L, -1, "score_cell") == LUA_TTABLE) {
        struct pattern_cell *cell = pattern_take(&b->memory, 1, sizeof *cell);
        if (cell == NULL || !lua_rules_build_cell(b, lua_rules_text(L, "place"),
                                                  lua_rules_text(L, "text"), cell)) {
            return false;
        }
        b->rules->score_cell = cell;
    }
    lua_pop(L, 1);
    return true;
}

/* Refuses a rule, on top of the stack the list that it is the last of, that can do nothing. A rule
 * that others follow may be there to keep these from being carried out. */
static void check_last(struct lua_rules_building *b, const struct pattern_rule *rules,
                       int32_t n, bool acts)
{
    if (n == 0) return;
    const char *wrong = pattern_check_idle(b->game, b->rules, &rules[n - 1], acts);
    if (wrong == NULL) return;
    lua_rawgeti(b->L, -1, n);
    lua_rules_fail(b->L, lua_rules_text(b->L, "place"), wrong);
}

static void check_idle(struct lua_rules_building *b)
{
    lua_State *L = b->L;
    lua_rules_push_list(L, "forms");
    for (int32_t i = 0; i < b->game->forms; i++) {
        lua_rawgeti(L, -1, i + 1);
        check_last(b, b->rules->form[i].rule, b->rules->form[i].rules, true);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_rules_push_list(L, "steps");
    for (int32_t i = 0; i < b->rules->steps; i++) {
        lua_rawgeti(L, -1, i + 1);
        lua_rules_push_list(L, "rules");
        check_last(b, b->rules->step[i].rule, b->rules->step[i].rules, false);
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

/* ---- all of it ---- */

static bool build(struct lua_rules_building *b, int program)
{
    lua_State *L = b->L;
    b->rules = pattern_take(&b->memory, 1, sizeof *b->rules);
    if (b->rules == NULL) return false;
    lua_pushvalue(L, program);
    if (!build_names(b) || !build_forms(b) || !build_steps(b) || !build_ends(b) ||
        !build_score(b))
        return false;
    check_idle(b);
    return true;
}

/* The entries of the lists in the list of this name. In those of forms these are rules, in those of
 * steps these are tables that have some. */
static size_t count_rules(lua_State *L, const char *name, const char *inside)
{
    size_t rules = 0;
    int32_t n = lua_rules_push_list(L, name);
    for (int32_t i = 1; i <= n; i++) {
        if (lua_rawgeti(L, -1, i) == LUA_TTABLE) {
            if (inside != NULL) lua_rules_push_list(L, inside);
            rules += (size_t)lua_rawlen(L, -1);
            if (inside != NULL) lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return rules;
}

static size_t first_room(lua_State *L, int program)
{
    size_t room = ROOM_MIN;
    lua_pushvalue(L, program);
    size_t rules = count_rules(L, "forms", NULL) + count_rules(L, "steps", "rules");
    lua_pop(L, 1);
    while (room < ROOM_OF_NO_RULE + rules * ROOM_OF_RULE && room < ROOM_MAX) room *= 2;
    return room;
}

struct pattern_program *lua_rules_push_program(lua_State *L, struct lua_game *game,
                                               int program)
{
    struct lua_rules_building b;
    for (size_t room = first_room(L, program); room <= ROOM_MAX; room *= 2) {
        int top = lua_gettop(L);
        b = (struct lua_rules_building){.L = L, .game = game};
        b.memory = (struct pattern_memory){lua_newuserdatauv(L, room, 0), room, 0, false};
        luaL_checkstack(L, 30, NULL);
        if (build(&b, program)) {
            struct pattern_verdict verdict;
            if (!pattern_complete(game, &b.names, &b.memory, b.rules, &verdict))
                lpattern_error_refused(L, &verdict);
            const char *wrong = b.rules->only ? pattern_check_moves(game) : NULL;
            if (wrong != NULL) luaL_error(L, "%s", wrong);
            lua_settop(L, top + 1);
            return b.rules;
        }
        assert(b.memory.full);
        lua_settop(L, top);
    }
    luaL_error(L, "the rules are too large");
    return NULL;
}
