/*
 * tessera.lua_game, continued: the description of a game's rules as pictures, part by part.
 */
#include "patterns/describe/describe.h"
#include "lua_rules.h"

static const char *const parts[PATTERN_PARTS + 1] = {
    [PATTERN_PART_GAME] = "game", [PATTERN_PART_FORM] = "form",
    [PATTERN_PART_STEP] = "step", [PATTERN_PART_END] = "end",
    [PATTERN_PARTS] = NULL,
};

/* Pushes the text of a part: measures it first, then writes it in place. */
static void push_part(lua_State *L, const struct lua_game *game,
                      const struct pattern_part *part)
{
    struct text measured = text_into(NULL, 0);
    pattern_describe(game, part, &measured);
    luaL_Buffer b;
    char *at = luaL_buffinitsize(L, &b, measured.length + 1);
    struct text t = text_into(at, measured.length + 1);
    pattern_describe(game, part, &t);
    luaL_pushresultsize(&b, t.length);
}

/* describe([of, number, rule]): the part of the program after this one, or the first one: what
 * it is of, the number there, its place among the rules there (0: all that they share), the text,
 * and the number of the rule in the definition or nil; nil after the last part, and for a game
 * without such rules */
int lua_rules_describe(lua_State *L)
{
    const struct lua_game *game = lua_game_of(bind_game_of(L));
    struct pattern_part part = pattern_first_part();
    if (game->rules == NULL) return 0;
    if (!lua_isnoneornil(L, 1)) {
        part.of = (enum pattern_part_of)luaL_checkoption(L, 1, NULL, parts);
        part.number = (int32_t)bind_integer(L, 2, 1, INT32_MAX) - 1;
        part.rule = (int32_t)bind_integer(L, 3, 0, INT32_MAX) - 1;
        luaL_argcheck(L, pattern_is_part(game, &part), 1, "no such part");
        if (!pattern_next_part(game, &part)) return 0;
    }
    const struct pattern_rule *rule = pattern_of_part(game, &part);
    lua_pushstring(L, parts[part.of]);
    lua_pushinteger(L, part.number + 1);
    lua_pushinteger(L, part.rule + 1);
    push_part(L, game, &part);
    if (rule != NULL) {
        lua_pushinteger(L, rule->number);
    } else {
        lua_pushnil(L);
    }
    return 5;
}
